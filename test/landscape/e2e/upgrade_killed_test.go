// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package e2e_test

import (
	"fmt"
	"reflect"
	"slices"
	"strings"
	"time"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"
	appsv1 "k8s.io/api/apps/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"sigs.k8s.io/controller-runtime/pkg/client"
)

// asleepObjects is how many suspended objects of each of two kinds there are: enough for a migration to be met in the middle.
const asleepObjects = 300

// upgradeStep is something that can be seen of an upgrade. Once it has come to pass it stays so.
type upgradeStep struct {
	name string
	done func(upgradeView) bool
}

// upgradeView is all that is seen of an upgrade at one time. Few requests make it, so that little escapes.
type upgradeView struct {
	// objects are the resourceVersions of the suspended objects of a kind.
	objects map[string]string
	// stored and served are the versions of the definitions.
	stored, served map[string][]string
	// delivered are the generations of the ManagedResources.
	delivered map[string]int64
	// running is the version of kustomize-controller.
	running string
}

// view looks at everything, with the suspended objects of a kind.
func (u *upgraded) view(apiVersion, kind string) upgradeView {
	GinkgoHelper()
	v := upgradeView{objects: map[string]string{}, stored: map[string][]string{}, served: map[string][]string{}, delivered: map[string]int64{}}
	list := &metav1.PartialObjectMetadataList{}
	list.APIVersion, list.Kind = apiVersion, kind+"List"
	Expect(u.c.List(u.ctx, list, client.InNamespace("tenants"))).To(Succeed())
	for _, object := range list.Items {
		if strings.HasPrefix(object.Name, "asleep-") {
			v.objects[object.Name] = object.ResourceVersion
		}
	}
	v.stored, v.served = u.crdVersions()
	for _, resource := range u.managedResources() {
		v.delivered[resource.Name] = resource.Generation
	}
	deployment := &appsv1.Deployment{}
	Expect(u.c.Get(u.ctx, client.ObjectKey{Namespace: "flux-system", Name: "kustomize-controller"}, deployment)).To(Succeed())
	v.running = deployment.Labels["app.kubernetes.io/version"]
	return v
}

// steps are those of the upgrade to a version, from what the shoot is now.
func (u *upgraded) steps(version string, before upgradeView) []upgradeStep {
	GinkgoHelper()
	wanted := map[string][]string{}
	for _, crd := range definitions(version) {
		for _, v := range crd.Spec.Versions {
			wanted[crd.Name] = append(wanted[crd.Name], v.Name)
		}
	}
	rewritten := func(atLeast int) func(upgradeView) bool {
		return func(now upgradeView) bool {
			n := 0
			for name, resourceVersion := range now.objects {
				if before.objects[name] != resourceVersion {
					n++
				}
			}
			return n >= atLeast
		}
	}
	migrated := func(atLeast int) func(upgradeView) bool {
		return func(now upgradeView) bool {
			n := 0
			for name, versions := range now.stored {
				if len(versions) < len(before.stored[name]) {
					n++
				}
			}
			return n >= atLeast
		}
	}
	writes := func(name string) func(upgradeView) bool {
		return func(now upgradeView) bool { return now.delivered[name] != before.delivered[name] }
	}
	steps := []upgradeStep{{"the first object is rewritten", rewritten(1)}}
	for _, part := range []int{4, 2, 1} {
		steps = append(steps, upgradeStep{fmt.Sprintf("%d objects are rewritten", asleepObjects/part), rewritten(asleepObjects / part)})
	}
	for i := range u.refusals(version) {
		steps = append(steps, upgradeStep{fmt.Sprintf("definition %d is migrated", i+1), migrated(i + 1)})
	}
	return append(steps,
		upgradeStep{"the definitions are handed over", writes("extension-shoot-flux-crds")},
		upgradeStep{"the controllers are handed over", writes("extension-shoot-flux-controllers")},
		upgradeStep{"the API server has the definitions", func(now upgradeView) bool { return reflect.DeepEqual(now.served, wanted) }},
		upgradeStep{"the controllers are exchanged", func(now upgradeView) bool { return now.running == version }},
	)
}

// killAtEach asks for a version of Flux and kills the extension whenever another step has come to pass. It returns how often that was:
// steps that come to pass at once share a kill.
func (u *upgraded) killAtEach(version, apiVersion, kind string) int {
	GinkgoHelper()
	steps := u.steps(version, u.view(apiVersion, kind))
	u.asks(version)
	kills := 0
	Eventually(u.ctx, func() []string {
		var passed, pending []string
		now := u.view(apiVersion, kind)
		steps = slices.DeleteFunc(steps, func(step upgradeStep) bool {
			done := step.done(now)
			if done {
				passed = append(passed, step.name)
			} else {
				pending = append(pending, step.name)
			}
			return done
		})
		if len(passed) > 0 {
			killExtension(u.ctx, u.seed)
			kills++
			By(fmt.Sprintf("kill %d: %s", kills, strings.Join(passed, ", ")))
		}
		return pending
	}).WithTimeout(5 * time.Minute).WithPolling(2 * time.Millisecond).Should(BeEmpty())
	return kills
}

var _ = Describe("The extension is killed at each step of an upgrade of Flux", Serial, Label("upgrade"), func() {
	It("and goes on where it was: nothing is made anew", func(ctx SpecContext) {
		u := inherited(ctx, "killedupgr", asleep(asleepObjects)...)
		u.runs(oldFlux)
		u.follows()
		before := u.identities()
		for _, step := range []struct{ version, apiVersion, kind string }{
			{middleFlux, "kustomize.toolkit.fluxcd.io/v1", "Kustomization"},
			{newFlux, "notification.toolkit.fluxcd.io/v1beta3", "Alert"},
		} {
			kills := u.killAtEach(step.version, step.apiVersion, step.kind)
			By(fmt.Sprintf("%d kills on the way to %s", kills, step.version))
			Expect(kills).To(BeNumerically(">=", 5))
			u.succeeds()
			u.runs(step.version)
			Expect(u.identities()).To(Equal(before))
			u.follows()
			before = u.identities()
		}
	}, SpecTimeout(20*time.Minute))
})
