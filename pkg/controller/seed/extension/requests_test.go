// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package extension_test

import (
	"context"
	"crypto/rand"
	"fmt"

	"github.com/go-logr/logr"
	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"
	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/utils/clock"
	"sigs.k8s.io/controller-runtime/pkg/client"
	"sigs.k8s.io/controller-runtime/pkg/client/interceptor"

	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/garden"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/secrets"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/seed/statuswriter"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/shoot/toolkit"
	"github.com/shoot-flux/gardener-extension-shoot-flux/test/support/controllertest"
	"github.com/shoot-flux/gardener-extension-shoot-flux/test/support/extensiontest"
)

// counted counts the requests of a client, by verb and kind.
func counted(inner client.Client, requests map[string]int) client.WithWatch {
	count := func(verb string, object any) {
		requests[fmt.Sprintf("%s %T", verb, object)]++
	}
	withWatch, _ := inner.(client.WithWatch)
	return interceptor.NewClient(withWatch, interceptor.Funcs{
		Get: func(ctx context.Context, c client.WithWatch, key client.ObjectKey, o client.Object, options ...client.GetOption) error {
			count("get", o)
			return c.Get(ctx, key, o, options...)
		},
		List: func(ctx context.Context, c client.WithWatch, list client.ObjectList, options ...client.ListOption) error {
			count("list", list)
			return c.List(ctx, list, options...)
		},
		Create: func(ctx context.Context, c client.WithWatch, o client.Object, options ...client.CreateOption) error {
			count("create", o)
			return c.Create(ctx, o, options...)
		},
		Update: func(ctx context.Context, c client.WithWatch, o client.Object, options ...client.UpdateOption) error {
			count("update", o)
			return c.Update(ctx, o, options...)
		},
		Patch: func(ctx context.Context, c client.WithWatch, o client.Object, patch client.Patch, options ...client.PatchOption) error {
			count("patch", o)
			return c.Patch(ctx, o, patch, options...)
		},
		Delete: func(ctx context.Context, c client.WithWatch, o client.Object, options ...client.DeleteOption) error {
			count("delete", o)
			return c.Delete(ctx, o, options...)
		},
		Apply: func(ctx context.Context, c client.WithWatch, config runtime.ApplyConfiguration, options ...client.ApplyOption) error {
			count("apply", config)
			return c.Apply(ctx, config, options...)
		},
		SubResourcePatch: func(ctx context.Context, c client.Client, resource string, o client.Object, patch client.Patch, options ...client.SubResourcePatchOption) error {
			count("patch "+resource, o)
			return c.SubResource(resource).Patch(ctx, o, patch, options...)
		},
	})
}

var _ = Describe("Requests of a reconciliation", func() {
	It("read each fact once, and write nothing twice", func(ctx SpecContext) {
		p := extensiontest.NewDelivered("source: {template: {spec: {url: 'ssh://git@github.com/o/r'}}}")
		ofSeed, ofGarden, connections := map[string]int{}, map[string]int{}, 0
		countedSeed, countedGarden := counted(p.Seed, ofSeed), counted(p.Garden, ofGarden)
		p.Actuator.Seed = countedSeed
		p.Actuator.Projects, p.Actuator.DeployKeys = garden.NewReader(countedGarden), secrets.NewStore(countedGarden, rand.Reader, clock.RealClock{})
		p.Actuator.Deliverer = extensiontest.NewDeliverer(countedSeed).Watching(p.Seed)
		p.Actuator.Conditions = statuswriter.NewWriter(countedSeed, countedSeed, clock.RealClock{})
		shoots := controllertest.NewShootConnector(false)
		p.Actuator.Shoots = controllertest.ConnectorFunc(func(ctx context.Context, namespace string) (*toolkit.Shoot, error) {
			connections++
			return shoots.Connect(ctx, namespace)
		})
		reconcile := func() {
			GinkgoHelper()
			clear(ofSeed)
			clear(ofGarden)
			connections = 0
			Expect(p.Actuator.Reconcile(ctx, logr.Discard(), p.Ex)).To(Succeed())
		}
		reconcile()
		Expect(ofSeed).To(Equal(map[string]int{
			"get *v1alpha1.Cluster": 2, // The Cluster is cached. The second read precedes the delivery, which the deletion of the shoot forbids.
			"create *v1.Secret":     3, "create *v1alpha1.ManagedResource": 3, "patch status *v1alpha1.Extension": 1,
		}))
		Expect(ofGarden).To(Equal(map[string]int{"get *v1.ConfigMap": 1, "get *v1.Secret": 2, "apply *v1.SecretApplyConfiguration": 1}))
		Expect(connections).To(Equal(1))

		p.ApplyAll(ctx)
		Expect(p.Seed.Get(ctx, client.ObjectKeyFromObject(p.Ex), p.Ex)).To(Succeed())
		reconcile()
		Expect(ofSeed).To(Equal(map[string]int{"get *v1alpha1.Cluster": 2}))
		Expect(ofGarden).To(Equal(map[string]int{"get *v1.ConfigMap": 1, "get *v1.Secret": 1}))
		Expect(connections).To(BeZero())
	})
})
