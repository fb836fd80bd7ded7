// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package operator

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"sync"

	"github.com/go-logr/logr"
	"golang.org/x/sync/errgroup"
	"sigs.k8s.io/controller-runtime/pkg/client"

	"github.com/shoot-flux/gardener-extension-shoot-flux/test/landscape/binaries"
	"github.com/shoot-flux/gardener-extension-shoot-flux/test/landscape/cluster"
	"github.com/shoot-flux/gardener-extension-shoot-flux/test/landscape/garden"
	"github.com/shoot-flux/gardener-extension-shoot-flux/test/landscape/loopback"
	"github.com/shoot-flux/gardener-extension-shoot-flux/test/landscape/node"
	"github.com/shoot-flux/gardener-extension-shoot-flux/test/landscape/ocihost"
	"github.com/shoot-flux/gardener-extension-shoot-flux/test/landscape/pki"
	"github.com/shoot-flux/gardener-extension-shoot-flux/test/landscape/process"
)

// Binaries returns the names of the binaries that Options.Binaries must contain.
func Binaries() []string {
	return []string{
		binaries.Etcd, binaries.KubeAPIServer, binaries.KubeControllerManager, binaries.KubeScheduler, binaries.GardenerAPIServer,
		binaries.GardenerAdmissionController, binaries.GardenerControllerManager, binaries.GardenerResourceManager,
	}
}

// Options configure an Operator.
type Options struct {
	// Dir is the directory for all data, logs and kubeconfigs.
	Dir string
	// Binaries are the executables that function Binaries names.
	Binaries binaries.Paths
	// Extension is the extension's binary, which runs in the pods of the runtime cluster.
	Extension string
	// GardenerDir is the directory of Gardener's module.
	GardenerDir string
	// Progress receives each completed step of the start.
	Progress func(step string)
	// Log receives the messages of gardener-operator's controllers and of the node.
	Log logr.Logger
}

// Operator is a running gardener-operator with its garden.
type Operator struct {
	// Garden is the virtual garden.
	Garden *garden.Garden
	// Runtime is the runtime cluster.
	Runtime *cluster.Cluster
	// Client acts as an administrator of the runtime cluster.
	Client client.Client
	// Registry serves the charts.
	Registry *ocihost.Host
	// Authority signed the certificate of the registry.
	Authority *pki.CA

	options          Options
	etcd             *cluster.Etcd
	node             *node.Node
	group            *process.Group
	addresses        []*loopback.Range
	stopControllers  context.CancelFunc
	controllersEnded chan struct{}
}

// Start starts the garden, the runtime cluster, the registry and the controllers. After an error, nothing is left
// running.
func Start(ctx context.Context, options Options) (*Operator, error) {
	o := &Operator{options: options, group: process.NewGroup(filepath.Join(options.Dir, "logs"))}
	if err := o.start(ctx); err != nil {
		o.Stop()
		return nil, err
	}
	return o, nil
}

func (o *Operator) start(ctx context.Context) error {
	for range 2 {
		reserved, err := loopback.Reserve()
		if err != nil {
			return err
		}
		o.addresses = append(o.addresses, reserved)
	}
	if err := o.startRegistry(ctx); err != nil {
		return err
	}
	var err error
	if o.etcd, err = cluster.StartEtcd(ctx, o.options.Binaries, filepath.Join(o.options.Dir, "etcd")); err != nil {
		return err
	}
	clusters, clustersCtx := errgroup.WithContext(ctx)
	clusters.Go(func() error {
		var err error
		o.Garden, err = garden.Start(clustersCtx, garden.Options{
			Dir: filepath.Join(o.options.Dir, "garden"), Binaries: o.options.Binaries, Etcd: o.etcd,
			ServiceCIDR: o.addresses[0].ServiceCIDR(), Progress: o.options.Progress,
		})
		return err
	})
	clusters.Go(func() error { return o.startRuntime(clustersCtx) })
	if err := clusters.Wait(); err != nil {
		return err
	}
	if err := o.prepareRuntime(ctx); err != nil {
		return err
	}
	if err := o.startResourceManagers(ctx); err != nil {
		return err
	}
	if err := o.startControllers(ctx); err != nil {
		return fmt.Errorf("starting gardener-operator's controllers: %w", err)
	}
	return o.createGarden(ctx)
}

// startRegistry starts the registry with an authority that no program trusts by default.
func (o *Operator) startRegistry(ctx context.Context) error {
	var err error
	if o.Authority, err = pki.NewCA("registry"); err != nil {
		return err
	}
	o.Registry, err = ocihost.StartTLS(ctx, o.Authority)
	return err
}

// Stop stops everything. The controllers end first, so that they do not report lost connections.
func (o *Operator) Stop() {
	if o.stopControllers != nil {
		o.stopControllers()
		<-o.controllersEnded
	}
	o.group.StopAll(cluster.StopGrace)
	if o.node != nil {
		o.node.Stop()
	}
	var clusters sync.WaitGroup
	if o.Runtime != nil {
		clusters.Go(o.Runtime.Stop)
	}
	if o.Garden != nil {
		clusters.Go(o.Garden.Stop)
	}
	clusters.Wait()
	if o.etcd != nil {
		o.etcd.Stop()
	}
	if o.Registry != nil {
		o.Registry.Stop()
	}
	for _, reserved := range o.addresses {
		reserved.Release()
	}
}

func (o *Operator) path(name string) string { return filepath.Join(o.options.Dir, name) }

// write writes a file into the directory, and returns its path.
func (o *Operator) write(name string, content []byte) (string, error) {
	path := o.path(name)
	if err := os.WriteFile(path, content, 0o600); err != nil {
		return "", fmt.Errorf("writing %s: %w", name, err)
	}
	return path, nil
}
