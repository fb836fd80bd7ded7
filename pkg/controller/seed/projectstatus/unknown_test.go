// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package projectstatus

import (
	"context"
	"errors"
	"fmt"

	gardencorev1beta1 "github.com/gardener/gardener/pkg/apis/core/v1beta1"
	extensionsv1alpha1 "github.com/gardener/gardener/pkg/apis/extensions/v1alpha1"
	"github.com/gardener/gardener/pkg/client/kubernetes"
	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"
	corev1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"sigs.k8s.io/controller-runtime/pkg/client"
	"sigs.k8s.io/controller-runtime/pkg/client/fake"

	"github.com/shoot-flux/gardener-extension-shoot-flux/test/support/controllertest"
)

// countingSeed counts the reads from the cache, which ignores the context.
type countingSeed struct {
	client.Client
	lists, gets         int
	listError, getError error
}

func newCountingSeed(objects ...client.Object) *countingSeed {
	return &countingSeed{Client: fake.NewClientBuilder().WithScheme(kubernetes.SeedScheme).WithObjects(objects...).Build()}
}

func (s *countingSeed) List(ctx context.Context, list client.ObjectList, options ...client.ListOption) error {
	if _, ok := list.(*extensionsv1alpha1.ExtensionList); !ok {
		return nil
	}
	if s.lists++; s.listError != nil {
		return s.listError
	}
	return s.Client.List(ctx, list, options...)
}

func (s *countingSeed) Get(ctx context.Context, key client.ObjectKey, object client.Object, options ...client.GetOption) error {
	if s.gets++; s.getError != nil {
		return s.getError
	}
	return s.Client.Get(ctx, key, object, options...)
}

// extensionOf returns the Extension of a Shoot, with its Cluster or without.
func extensionOf(namespace string, withCluster bool, change func(*extensionsv1alpha1.Extension)) []client.Object {
	objects := controllertest.ExtensionAndCluster(namespace, "garden-demo", func(shoot *gardencorev1beta1.Shoot, ex *extensionsv1alpha1.Extension) {
		shoot.UID = "1"
		change(ex)
	})
	var kept []client.Object
	for _, object := range objects {
		if _, ok := object.(*extensionsv1alpha1.Cluster); withCluster || !ok {
			kept = append(kept, object)
		}
	}
	return kept
}

func unchanged(*extensionsv1alpha1.Extension) {}

var _ = Describe("unknownShoots", func() {
	DescribeTable("lists the Extensions at most once for a report",
		func(ctx SpecContext, entries, lists int) {
			garden := newFakeGarden()
			configMap := &corev1.ConfigMap{ObjectMeta: metav1.ObjectMeta{Namespace: "garden-demo", Name: "flux-status"}, Data: map[string]string{"else": "what"}}
			for i := range entries {
				configMap.Data[fmt.Sprintf("entry-%d", i)] = `{"uid":"a","seed":"alpha"}`
			}
			Expect(garden.Create(ctx, configMap)).To(Succeed())
			s := newReportingSeed(garden, "alpha")
			counted := newCountingSeed(extensionOf("shoot--demo--entry-1", false, unchanged)...)
			s.Seed = counted
			s.report(ctx)
			Expect(counted.lists).To(Equal(lists))
			Expect(counted.gets).To(Equal(lists), "of the one Cluster that an entry may be of")
		},
		Entry("many forged entries", 50, 1),
		Entry("no entry of this seed", 0, 0),
	)

	DescribeTable("finds an Extension with an unknown Shoot by its namespace",
		func(ctx SpecContext, objects []client.Object, shoot string, expected bool) {
			Expect((&unknownShoots{seed: newCountingSeed(objects...)}).has(ctx, shoot)).To(Equal(expected))
		},
		Entry("missing Cluster", extensionOf("shoot--demo--one", false, unchanged), "one", true),
		Entry("existing Cluster", extensionOf("shoot--demo--one", true, unchanged), "one", false),
		Entry("one of two Clusters is missing", append(extensionOf("shoot--a--one", true, unchanged), extensionOf("shoot--b--one", false, unchanged)...), "one", true),
		Entry("other name", extensionOf("shoot--demo--one", false, unchanged), "ne", false),
		Entry("name with two dashes", extensionOf("shoot--demo--one", false, unchanged), "demo--one", true),
		Entry("name with a leading dash", extensionOf("shoot--demo---one", false, unchanged), "-one", true),
		Entry("other type", extensionOf("shoot--demo--one", false, func(ex *extensionsv1alpha1.Extension) { ex.Spec.Type = "other" }), "one", false),
	)

	It("returns an error if a Cluster with the name cannot be read, but not for other names", func(ctx SpecContext) {
		counted := newCountingSeed(extensionOf("shoot--demo--one", true, unchanged)...)
		counted.getError = errors.New("refused")
		unknown := &unknownShoots{seed: counted}
		_, err := unknown.has(ctx, "one")
		Expect(err).To(MatchError("failed to read Cluster shoot--demo--one: refused"))
		Expect(unknown.has(ctx, "two")).To(BeFalse())
		Expect([]int{counted.lists, counted.gets}).To(Equal([]int{1, 1}))
	})

	It("returns an error if the Extensions cannot be listed, and lists them once", func(ctx SpecContext) {
		counted := newCountingSeed()
		counted.listError = errors.New("refused")
		unknown := &unknownShoots{seed: counted}
		for _, shoot := range []string{"one", "two"} {
			_, err := unknown.has(ctx, shoot)
			Expect(err).To(MatchError("failed to list Extensions: refused"))
		}
		Expect(counted.lists).To(Equal(1))
	})

	It("stops when the context is cancelled", func(ctx SpecContext) {
		cancelled, cancel := context.WithCancel(ctx)
		cancel()
		counted := newCountingSeed()
		_, err := (&unknownShoots{seed: counted}).has(cancelled, "one")
		Expect(err).To(MatchError(context.Canceled))
		Expect(counted.lists).To(BeZero())
	})
})
