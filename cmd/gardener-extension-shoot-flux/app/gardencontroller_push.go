// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package app

import (
	"crypto/rand"
	"fmt"
	mathrand "math/rand/v2"
	"net"
	"time"

	"github.com/prometheus/client_golang/prometheus"
	"k8s.io/utils/clock"
	"sigs.k8s.io/controller-runtime/pkg/manager"

	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/controller/garden/push"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/garden"
)

// pushParts are what webhooks of projects need.
type pushParts struct {
	reconciler *push.Reconciler
	fanOut     *push.FanOut
}

// newPushes returns what webhooks of projects need, and adds the server for them to the manager; nil if the operator offers none. Each replica serves, and
// watches projects for that.
func newPushes(mgr manager.Manager, o *gardenControllerOptions, projects *garden.Watcher, registry prometheus.Registerer) (*pushParts, error) {
	offer := o.operator.config.Push
	if offer == nil {
		return nil, nil //nolint:nilnil // there is none
	}
	garden, err := newGardenClient(o.garden.share(2))
	if err != nil {
		return nil, err
	}
	outcomes, err := push.NewOutcomes(registry)
	if err != nil {
		return nil, err
	}
	hooks := push.NewHooks()
	recorder := push.NewRecorder(garden, clock.RealClock{}, 2*time.Second, 5*time.Second)
	name, _, err := net.SplitHostPort(offer.Host)
	if err != nil {
		name = offer.Host
	}
	if err := mgr.Add(&push.Server{
		Address: o.pushBindAddress, CertificateDir: o.pushCertDir, Host: name,
		Endpoint: push.NewEndpoint(hooks, recorder.Record, outcomes, rand.Text()),
		Log:      mgr.GetLogger().WithName("push"),
	}); err != nil {
		return nil, fmt.Errorf("failed to add the server for webhooks: %w", err)
	}
	return &pushParts{
		reconciler: &push.Reconciler{
			Projects: projects, Resolver: o.operator.resolver, Garden: garden, Events: mgr.GetEventRecorder(gardenControllerName),
			Host: offer.Host, Hooks: hooks, Leads: mgr.Elected(),
			Times: push.Times{Reread: 5 * time.Minute, RereadMissing: 30 * time.Second, Random: mathrand.N[time.Duration]},
		},
		fanOut: push.NewFanOut(mgr.GetClient(), hooks, int(*offer.ReadsPerSecond), clock.RealClock{}),
	}, nil
}
