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

	resourcesv1alpha1 "github.com/gardener/gardener/pkg/apis/resources/v1alpha1"
	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"
	appsv1 "k8s.io/api/apps/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"sigs.k8s.io/controller-runtime/pkg/client"
)

// asleepObjects is how many suspended objects of each of two kinds there are: enough for a migration to be met in the middle.
const asleepObjects = 100

// upgradeStep is something that can be seen of an upgrade. Once it has come to pass it stays so.
type upgradeStep struct {
	name string
	done func() bool
}

// steps are those of the upgrade to a version, from what the shoot is now. The suspended objects are of a kind and in a version that
// the API server must no longer have stored.
func (u *upgraded) steps(version, apiVersion, kind string) []upgradeStep {
	GinkgoHelper()
	was := u.resourceVersions(apiVersion, kind)
	rewritten := func(atLeast int) func() bool {
		return func() bool {
			n := 0
			for name, resourceVersion := range u.resourceVersions(apiVersion, kind) {
				if was[name] != resourceVersion {
					n++
				}
			}
			return n >= atLeast
		}
	}
	stored := storedVersions(u.ctx, Default, u.c)
	refused := u.refusals(version)
	migrated := func(atLeast int) func() bool {
		return func() bool {
			n := 0
			for name, versions := range storedVersions(u.ctx, Default, u.c) {
				if len(versions) < len(stored[name]) {
					n++
				}
			}
			return n >= atLeast
		}
	}
	wanted := map[string][]string{}
	for _, crd := range definitions(version) {
		for _, v := range crd.Spec.Versions {
			wanted[crd.Name] = append(wanted[crd.Name], v.Name)
		}
	}
	delivered := map[string]int64{}
	for _, resource := range u.managedResources() {
		delivered[resource.Name] = resource.Generation
	}
	writes := func(name string) func() bool {
		return func() bool {
			return slices.ContainsFunc(u.managedResources(), func(r resourcesv1alpha1.ManagedResource) bool {
				return r.Name == name && r.Generation != delivered[name]
			})
		}
	}
	steps := []upgradeStep{
		{"the first object is rewritten", rewritten(1)},
		{"half of the objects are rewritten", rewritten(asleepObjects / 2)},
		{"all of the objects are rewritten", rewritten(asleepObjects)},
	}
	for i := range refused {
		steps = append(steps, upgradeStep{fmt.Sprintf("%d of %d definitions are migrated", i+1, len(refused)), migrated(i + 1)})
	}
	return append(steps,
		upgradeStep{"the definitions are handed over", writes("extension-shoot-flux-crds")},
		upgradeStep{"the controllers are handed over", writes("extension-shoot-flux-controllers")},
		upgradeStep{"the API server has the definitions", func() bool { return reflect.DeepEqual(u.servedVersions(), wanted) }},
		upgradeStep{"the controllers are exchanged", func() bool {
			deployment := &appsv1.Deployment{}
			Expect(u.c.Get(u.ctx, client.ObjectKey{Namespace: "flux-system", Name: "kustomize-controller"}, deployment)).To(Succeed())
			return deployment.Labels["app.kubernetes.io/version"] == version
		}},
	)
}

// resourceVersions are those of the suspended objects of a kind.
func (u *upgraded) resourceVersions(apiVersion, kind string) map[string]string {
	list := &metav1.PartialObjectMetadataList{}
	list.APIVersion, list.Kind = apiVersion, kind+"List"
	Expect(u.c.List(u.ctx, list, client.InNamespace("tenants"))).To(Succeed())
	result := map[string]string{}
	for _, object := range list.Items {
		if strings.HasPrefix(object.Name, "asleep-") {
			result[object.Name] = object.ResourceVersion
		}
	}
	return result
}

// killAtEach asks for a version of Flux and kills the extension whenever another step has come to pass. It returns how often that was:
// steps that come to pass at once share a kill.
func (u *upgraded) killAtEach(version string, steps []upgradeStep) int {
	GinkgoHelper()
	u.asks(version)
	kills := 0
	Eventually(u.ctx, func() []string {
		var passed, pending []string
		steps = slices.DeleteFunc(steps, func(step upgradeStep) bool {
			done := step.done()
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
			{newFlux, "source.toolkit.fluxcd.io/v1", "OCIRepository"},
		} {
			steps := u.steps(step.version, step.apiVersion, step.kind)
			wanted := len(steps)
			kills := u.killAtEach(step.version, steps)
			By(fmt.Sprintf("%d kills at %d steps to %s", kills, wanted, step.version))
			Expect(kills).To(BeNumerically(">=", 5))
			u.succeeds()
			u.runs(step.version)
			Expect(u.identities()).To(Equal(before))
			u.follows()
			before = u.identities()
		}
	}, SpecTimeout(20*time.Minute))
})
