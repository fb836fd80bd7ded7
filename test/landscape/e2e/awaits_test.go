// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package e2e_test

import (
	"context"
	"time"

	gardencorev1beta1 "github.com/gardener/gardener/pkg/apis/core/v1beta1"
	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"
	"k8s.io/utils/clock"
	"sigs.k8s.io/controller-runtime/pkg/client"

	"github.com/shoot-flux/gardener-extension-shoot-flux/test/landscape"
)

// awaits waits until the assertions about a project hold. With the real gardenlet, the wait lasts as long as an
// operation of a Shoot in the project makes progress.
func (u gardenUser) awaits(project string, assertions func(g Gomega)) {
	GinkgoHelper()
	if !realGardenlet {
		Eventually(u.ctx, assertions).Should(Succeed())
		return
	}
	limited, end := context.WithCancelCause(u.ctx)
	defer end(nil)
	operations := landscape.NewOperations(clock.RealClock{})
	Eventually(limited, func(g Gomega) {
		list := &gardencorev1beta1.ShootList{}
		g.Expect(world.Garden.Client.List(u.ctx, list, client.InNamespace("garden-"+project))).To(Succeed())
		if err := operations.Observe(list.Items); err != nil {
			end(err)
		}
		assertions(g)
	}).WithTimeout(unlimited).Should(Succeed())
}

// awaits waits until the assertions about the Shoot hold.
func (s shoot) awaits(assertions func(g Gomega)) {
	GinkgoHelper()
	inGarden(s.ctx).awaits(s.project, assertions)
}

// within limits the time of a story. With the real gardenlet, only its waits are limited, because a busy machine needs
// several times as long.
func within(limit time.Duration) SpecTimeout {
	if realGardenlet {
		return 0
	}
	return SpecTimeout(limit)
}
