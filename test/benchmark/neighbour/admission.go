// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package neighbour

import (
	"context"
	"encoding/json"
	"fmt"
	"path/filepath"
	"sync/atomic"
	"time"

	"github.com/go-logr/logr"
	"golang.org/x/sync/errgroup"
	corev1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"sigs.k8s.io/controller-runtime/pkg/client"

	"github.com/shoot-flux/gardener-extension-shoot-flux/test/landscape"
	"github.com/shoot-flux/gardener-extension-shoot-flux/test/landscape/garden"
	"github.com/shoot-flux/gardener-extension-shoot-flux/test/landscape/simulation"
)

const (
	admissionSeed = "local"
	// writers is the number of concurrent requests of the hostile project.
	writers = 8
)

// Admitted is the result for requests that the admission component validates.
type Admitted struct {
	// Door is the action of the hostile project. It is "alone" if there is no such action.
	Door string `json:"door"`
	// Requests is the number of sequential requests of the neighbour. MedianSeconds and LongestSeconds are the median and
	// maximum response times.
	Requests       int     `json:"requests"`
	MedianSeconds  float64 `json:"medianSeconds"`
	LongestSeconds float64 `json:"longestSeconds"`
	// HostileRequests is the number of responses to the hostile project in the same time.
	HostileRequests int64 `json:"hostileRequests"`
}

// RunAdmission measures on the local landscape how long the admission component needs to respond to one project while
// another project sends the most expensive requests. It prints a line for each door. All requests are dry runs. No
// process remains when it returns.
func RunAdmission(ctx context.Context, options Options) error {
	executables, err := landscape.Build(ctx, options.ProjectDir, filepath.Join(options.Dir, "bin"), options.Progress)
	if err != nil {
		return err
	}
	l, err := landscape.Start(ctx, landscape.Options{
		Dir: filepath.Join(options.Dir, "landscape"), ProjectDir: options.ProjectDir, Executables: executables, Log: logr.Discard(), Seeds: []string{admissionSeed},
		Progress: func(step string) { fmt.Fprintln(options.Progress, step) },
	})
	if err != nil {
		return err
	}
	defer l.Stop()
	for _, project := range []string{"hostile", "neighbour"} {
		if _, err := l.Garden.CreateProject(ctx, project); err != nil {
			return err
		}
	}
	for _, d := range []struct {
		name   string
		object func(number int64) client.Object
	}{
		{name: "alone"},
		{name: "flux-config", object: func(number int64) client.Object { return configOf("hostile", hostileConfig(int(number))) }},
		{name: "large flux-config", object: func(number int64) client.Object { return configOf("hostile", largeConfig(int(number))) }},
	} {
		result, err := measureAdmission(ctx, l.Garden.Client, d.object, options)
		if err != nil {
			return fmt.Errorf("%s: %w", d.name, err)
		}
		result.Door = d.name
		if err := json.NewEncoder(options.Out).Encode(result); err != nil {
			return err
		}
	}
	return nil
}

func configOf(project, config string) *corev1.ConfigMap {
	return &corev1.ConfigMap{
		ObjectMeta: metav1.ObjectMeta{Namespace: simulation.ProjectNamespace(project), Name: simulation.ConfigName},
		Data:       map[string]string{"config.yaml": config},
	}
}

// largeConfig returns a flux-config of the maximum size of a ConfigMap. The admission component must not parse most of
// it.
func largeConfig(round int) string {
	return fmt.Sprintf("%s# round %d %0*d\n", simulation.Config, round, 1<<20-4096, 0)
}

// measureAdmission measures requests of the neighbour while the hostile project sends requests.
func measureAdmission(ctx context.Context, cluster client.Client, hostile func(int64) client.Object, options Options) (Admitted, error) {
	var number, answered atomic.Int64
	working, stop := context.WithCancel(ctx)
	defer stop()
	group, working := errgroup.WithContext(working)
	for range writers {
		if hostile == nil {
			break
		}
		group.Go(func() error {
			for working.Err() == nil {
				// Refused requests and requests to retry are expected.
				_ = cluster.Create(working, hostile(number.Add(1)), client.DryRunAll)
				answered.Add(1)
			}
			return nil
		})
	}
	// While the admission component does not respond, the API server refuses Shoots, but accepts ConfigMaps.
	shoot := func(i int) client.Object { return garden.NewShoot("neighbour", fmt.Sprintf("s%d", i), admissionSeed) }
	var seconds []float64
	for i := range options.Rounds {
		for _, object := range []client.Object{shoot(i), configOf("neighbour", simulation.Config)} {
			began := time.Now()
			if err := cluster.Create(ctx, object, client.DryRunAll); err != nil {
				return Admitted{}, err
			}
			seconds = append(seconds, time.Since(began).Seconds())
		}
	}
	result := Admitted{Requests: len(seconds), HostileRequests: answered.Load()}
	stop()
	if err := group.Wait(); err != nil {
		return Admitted{}, err
	}
	result.MedianSeconds = median(seconds)
	result.LongestSeconds = seconds[len(seconds)-1]
	return result, nil
}
