// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package oracle

import (
	"context"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"sync"

	"github.com/shoot-flux/gardener-extension-shoot-flux/test/landscape/binaries"
	"github.com/shoot-flux/gardener-extension-shoot-flux/test/landscape/cluster"
)

// World is what the shoots share: etcd and the hosts of sources.
type World struct {
	options  Options
	etcd     *cluster.Etcd
	binaries binaries.Paths
	hosts    *hosts
	rendered *renderer

	// starting is held by the start of a shoot, and started counts them.
	starting sync.Mutex
	started  int

	mutex sync.Mutex
	// idle are shoots without a trial, of any version of Flux. trials counts all trials.
	idle   []*shoot
	trials int
}

// Options configure a World.
type Options struct {
	// Dir is a directory for all data. Its path must not contain symlinks.
	Dir string
	// Plugin is the executable of the plugin for kubectl.
	Plugin string
	// Shoot is a file with a Shoot.
	Shoot string
	// Log receives reports about clusters that are given up.
	Log io.Writer
}

// Start starts etcd and the hosts. Shoots are started by the trials that need one.
func Start(ctx context.Context, options Options) (*World, error) {
	w := &World{options: options, rendered: &renderer{plugin: options.Plugin, shoot: options.Shoot}}
	var err error
	w.binaries, err = binaries.Ensure(ctx, os.Stderr, binaries.Etcd, binaries.KubeAPIServer, binaries.KubeControllerManager, binaries.SourceController, binaries.KustomizeController)
	if err != nil {
		return nil, err
	}
	if w.etcd, err = cluster.StartEtcd(ctx, w.binaries, options.Dir); err != nil {
		return nil, err
	}
	if w.hosts, err = startHosts(ctx, filepath.Join(options.Dir, "hosts")); err != nil {
		w.etcd.Stop()
		return nil, err
	}
	return w, nil
}

// Stop stops all processes.
func (w *World) Stop() {
	w.mutex.Lock()
	defer w.mutex.Unlock()
	var stopping sync.WaitGroup
	for _, s := range w.idle {
		stopping.Go(s.stop)
	}
	stopping.Wait()
	w.idle = nil
	w.hosts.stop()
	w.etcd.Stop()
}

// take returns an idle shoot with the CustomResourceDefinitions of a version of Flux, or a new one. Shoots are started one after the other, because a start takes all processors,
// and a trial may end meanwhile.
func (w *World) take(ctx context.Context, version string) (*shoot, error) {
	if s := w.takeIdle(version); s != nil {
		return s, nil
	}
	w.starting.Lock()
	defer w.starting.Unlock()
	if s := w.takeIdle(version); s != nil {
		return s, nil
	}
	delivered, err := w.rendered.delivered(ctx, version)
	if err != nil {
		return nil, err
	}
	w.started++
	s, err := startShoot(ctx, w.options.Dir, fmt.Sprintf("shoot-%d", w.started), w.binaries, w.etcd, delivered)
	if err == nil {
		s.version = version
	}
	return s, err
}

func (w *World) takeIdle(version string) *shoot {
	w.mutex.Lock()
	defer w.mutex.Unlock()
	i := slices.IndexFunc(w.idle, func(s *shoot) bool { return s.version == version })
	if i < 0 {
		return nil
	}
	s := w.idle[i]
	w.idle = slices.Delete(w.idle, i, i+1)
	return s
}

// giveBack removes what a trial left. A shoot in which that fails is not used again.
func (w *World) giveBack(ctx context.Context, s *shoot) error {
	if err := s.reset(ctx); err != nil {
		s.stop()
		return fmt.Errorf("cluster %s is given up: %w", s.cluster.Name, err)
	}
	w.mutex.Lock()
	defer w.mutex.Unlock()
	w.idle = append(w.idle, s)
	return nil
}
