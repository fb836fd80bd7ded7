// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package statuswriter_test

import (
	"context"
	"strings"

	gardencorev1beta1 "github.com/gardener/gardener/pkg/apis/core/v1beta1"
	extensionsv1alpha1 "github.com/gardener/gardener/pkg/apis/extensions/v1alpha1"
	"github.com/gardener/gardener/pkg/client/kubernetes"
	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/utils/clock"
	"sigs.k8s.io/controller-runtime/pkg/client"
	"sigs.k8s.io/controller-runtime/pkg/client/fake"

	fluxv1alpha1 "github.com/shoot-flux/gardener-extension-shoot-flux/pkg/apis/flux/v1alpha1"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/health"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/seed/extensionstatus"
	. "github.com/shoot-flux/gardener-extension-shoot-flux/pkg/seed/statuswriter"
)

var _ = Describe("The condition for the Shoot", func() {
	var (
		seed   client.Client
		writer *Writer
	)
	extension := func(ctx context.Context, state string, change ...func(*extensionsv1alpha1.Extension)) *extensionsv1alpha1.Extension {
		ex := &extensionsv1alpha1.Extension{ObjectMeta: metav1.ObjectMeta{Namespace: "shoot--demo--only", Name: "shoot-flux", Finalizers: []string{"a/b"}}}
		ex.Status.State = &runtime.RawExtension{Raw: []byte(state)}
		for _, c := range change {
			c(ex)
		}
		seed = fake.NewClientBuilder().WithScheme(kubernetes.SeedScheme).WithObjects(ex).WithStatusSubresource(ex).Build()
		writer = NewWriter(seed, seed, clock.RealClock{})
		Expect(seed.Get(ctx, client.ObjectKeyFromObject(ex), ex)).To(Succeed())
		return ex
	}
	stored := func(ctx context.Context) map[gardencorev1beta1.ConditionType]gardencorev1beta1.Condition {
		ex := &extensionsv1alpha1.Extension{}
		Expect(seed.Get(ctx, client.ObjectKey{Namespace: "shoot--demo--only", Name: "shoot-flux"}, ex)).To(Succeed())
		conditions := map[gardencorev1beta1.ConditionType]gardencorev1beta1.Condition{}
		for _, condition := range ex.Status.Conditions {
			conditions[condition.Type] = condition
		}
		return conditions
	}
	fails := []health.Verdict{
		{Type: fluxv1alpha1.ConditionInstalled, Status: "True"},
		{Type: fluxv1alpha1.ConditionSourceReady, Status: "False", Reason: "GitOperationFailed", Message: strings.Repeat("x", 2048)},
	}

	It("follows the conditions in the same write, cut, with the code", func(ctx SpecContext) {
		ex := extension(ctx, `{"flux":true,"reportInShoot":true}`)
		Expect(writer.Write(ctx, ex, fails)).To(Succeed())
		Expect(stored(ctx)).To(HaveKeyWithValue(fluxv1alpha1.ConditionInShoot, And(
			HaveField("Status", gardencorev1beta1.ConditionFalse), HaveField("Message", And(HavePrefix("FluxSourceReady: xxx"), HaveLen(288))),
			HaveField("Codes", ConsistOf(gardencorev1beta1.ErrorRetryableConfigurationProblem)),
		)))
	})

	It("is none without the setting, also if it was there before", func(ctx SpecContext) {
		ex := extension(ctx, `{"flux":true}`, func(ex *extensionsv1alpha1.Extension) {
			ex.Status.Conditions = []gardencorev1beta1.Condition{{Type: fluxv1alpha1.ConditionInShoot, Status: "False"}}
		})
		Expect(writer.Write(ctx, ex, fails)).To(Succeed())
		Expect(stored(ctx)).To(And(HaveKey(fluxv1alpha1.ConditionSourceReady), Not(HaveKey(fluxv1alpha1.ConditionInShoot))))
	})

	It("follows the state that is recorded, not the one that was read, if both were written meanwhile", func(ctx SpecContext) {
		read := extension(ctx, `{"flux":true,"reportInShoot":true}`)
		Expect(writer.ReplaceState(ctx, read.DeepCopy(), extensionstatus.State{Flux: true})).To(Succeed())
		Expect(writer.Write(ctx, read, fails)).To(Succeed())
		Expect(stored(ctx)).NotTo(HaveKey(fluxv1alpha1.ConditionInShoot))
	})

	It("comes and goes with the state", func(ctx SpecContext) {
		ex := extension(ctx, `{"flux":true}`)
		Expect(writer.Write(ctx, ex, fails)).To(Succeed())
		Expect(seed.Get(ctx, client.ObjectKeyFromObject(ex), ex)).To(Succeed())
		Expect(writer.WriteState(ctx, ex, extensionstatus.State{Flux: true, ReportInShoot: true}, nil, Update{})).To(Succeed())
		Expect(stored(ctx)).To(HaveKey(fluxv1alpha1.ConditionInShoot))
		Expect(writer.WriteState(ctx, ex, extensionstatus.State{Flux: true}, nil, Update{})).To(Succeed())
		Expect(stored(ctx)).NotTo(HaveKey(fluxv1alpha1.ConditionInShoot))
	})

	It("ends when the extension is being removed from the Shoot", func(ctx SpecContext) {
		ex := extension(ctx, `{"flux":true,"reportInShoot":true}`)
		Expect(writer.Write(ctx, ex, fails)).To(Succeed())
		Expect(seed.Delete(ctx, ex)).To(Succeed())
		Expect(seed.Get(ctx, client.ObjectKeyFromObject(ex), ex)).To(Succeed())
		Expect(writer.Write(ctx, ex, nil)).To(Succeed())
		Expect(stored(ctx)).To(And(HaveKey(fluxv1alpha1.ConditionSourceReady), Not(HaveKey(fluxv1alpha1.ConditionInShoot))))
	})
})
