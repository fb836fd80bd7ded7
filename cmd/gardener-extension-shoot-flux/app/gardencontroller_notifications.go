// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package app

import (
	mathrand "math/rand/v2"
	"time"

	"github.com/prometheus/client_golang/prometheus"
	"k8s.io/utils/clock"
	"sigs.k8s.io/controller-runtime/pkg/manager"

	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/controller/garden/notification"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/garden"
	decision "github.com/shoot-flux/gardener-extension-shoot-flux/pkg/report/notification"
)

// newNotifications returns the controller for messages to receivers of projects; nil if the operator allows no hosts of receivers. It reads at most 25
// projects a second, with a client of its own.
func newNotifications(mgr manager.Manager, o *gardenControllerOptions, projects *garden.Watcher, registry prometheus.Registerer) (*notification.Reconciler, error) {
	allowed := o.operator.config.Notifications
	if allowed == nil {
		return nil, nil //nolint:nilnil // there is none
	}
	garden, err := newGardenClient(o.garden.share(1))
	if err != nil {
		return nil, err
	}
	outcomes, err := notification.NewOutcomes(registry)
	if err != nil {
		return nil, err
	}
	return &notification.Reconciler{
		Projects: projects,
		Shoots:   mgr.GetClient(),
		Garden:   garden,
		Sender:   notification.NewSender(notification.NewHosts(allowed.Hosts), clock.RealClock{}),
		Events:   mgr.GetEventRecorder(gardenControllerName),
		Clock:    clock.RealClock{},
		Random:   mathrand.N[time.Duration],
		Timing:   decision.DefaultTiming(o.notificationSettle),
		Poll:     min(30*time.Second, o.notificationSettle/2),
		Pace:     40 * time.Millisecond,
		Workers:  32,
		Outcomes: outcomes,
	}, nil
}
