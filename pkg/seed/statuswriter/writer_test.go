// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package statuswriter_test

import (
	"context"
	"strings"
	"time"

	gardencorev1beta1 "github.com/gardener/gardener/pkg/apis/core/v1beta1"
	extensionsv1alpha1 "github.com/gardener/gardener/pkg/apis/extensions/v1alpha1"
	"github.com/gardener/gardener/pkg/client/kubernetes"
	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"
	apierrors "k8s.io/apimachinery/pkg/api/errors"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/utils/clock"
	testclock "k8s.io/utils/clock/testing"
	"sigs.k8s.io/controller-runtime/pkg/client"
	"sigs.k8s.io/controller-runtime/pkg/client/fake"
	"sigs.k8s.io/controller-runtime/pkg/client/interceptor"

	fluxv1alpha1 "github.com/shoot-flux/gardener-extension-shoot-flux/pkg/apis/flux/v1alpha1"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/health"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/seed/extensionstatus"
	. "github.com/shoot-flux/gardener-extension-shoot-flux/pkg/seed/statuswriter"
)

var _ = Describe("ReplaceState", func() {
	var (
		seed    client.Client
		writer  *Writer
		ex      *extensionsv1alpha1.Extension
		patches int
	)
	stored := func(ctx context.Context) *extensionsv1alpha1.Extension {
		GinkgoHelper()
		found := &extensionsv1alpha1.Extension{}
		Expect(seed.Get(ctx, client.ObjectKey{Namespace: "shoot--demo--only", Name: "shoot-flux"}, found)).To(Succeed())
		return found
	}

	BeforeEach(func(ctx SpecContext) {
		patches = 0
		initial := &extensionsv1alpha1.Extension{ObjectMeta: metav1.ObjectMeta{Namespace: "shoot--demo--only", Name: "shoot-flux"}}
		initial.Status.State = &runtime.RawExtension{Raw: []byte(`{"flux":true}`)}
		initial.Status.Conditions = []gardencorev1beta1.Condition{{Type: "FluxInstalled", Status: "True"}}
		seed = fake.NewClientBuilder().WithScheme(kubernetes.SeedScheme).WithObjects(initial).WithStatusSubresource(initial).WithInterceptorFuncs(interceptor.Funcs{
			SubResourcePatch: func(ctx context.Context, c client.Client, resource string, o client.Object, patch client.Patch, options ...client.SubResourcePatchOption) error {
				patches++
				return c.SubResource(resource).Patch(ctx, o, patch, options...)
			},
		}).Build()
		writer = NewWriter(seed, seed, clock.RealClock{})
		ex = stored(ctx)
	})

	It("writes only the state and updates the given Extension", func(ctx SpecContext) {
		Expect(writer.ReplaceState(ctx, ex, extensionstatus.State{Flux: true, Bootstrapped: true})).To(Succeed())
		Expect(stored(ctx).Status.State.Raw).To(MatchJSON(`{"flux":true,"bootstrapped":true}`))
		Expect(stored(ctx).Status.Conditions).To(Equal(ex.Status.Conditions))
		Expect(ex.ResourceVersion).To(Equal(stored(ctx).ResourceVersion))
		Expect(ex.Status.State.Raw).To(MatchJSON(`{"flux":true,"bootstrapped":true}`))
	})

	It("fails with a conflict after one attempt if the Extension has changed", func(ctx SpecContext) {
		newer := ex.DeepCopy()
		newer.Labels = map[string]string{"a": "b"}
		Expect(seed.Update(ctx, newer)).To(Succeed())
		before := ex.DeepCopy()
		Expect(apierrors.IsConflict(writer.ReplaceState(ctx, ex, extensionstatus.State{Flux: true, Bootstrapped: true}))).To(BeTrue())
		Expect(patches).To(Equal(1))
		Expect(ex).To(Equal(before))
		Expect(stored(ctx).Status.State.Raw).To(MatchJSON(`{"flux":true}`))
	})
})

var _ = Describe("WriteState", func() {
	DescribeTable("records the beginning of the operation:", func(ctx SpecContext, last, expected *gardencorev1beta1.LastOperation) {
		initial := &extensionsv1alpha1.Extension{ObjectMeta: metav1.ObjectMeta{Namespace: "shoot--demo--only", Name: "shoot-flux"}}
		initial.Status.LastOperation = last
		seed := fake.NewClientBuilder().WithScheme(kubernetes.SeedScheme).WithObjects(initial).WithStatusSubresource(initial).Build()
		now := time.Date(2026, 11, 25, 1, 2, 3, 0, time.UTC)
		ex := &extensionsv1alpha1.Extension{}
		Expect(seed.Get(ctx, client.ObjectKeyFromObject(initial), ex)).To(Succeed())
		writer := NewWriter(seed, seed, testclock.NewFakeClock(now))
		Expect(writer.WriteState(ctx, ex, extensionstatus.State{}, extensionstatus.State{Flux: true}, nil, Update{})).To(Succeed())

		Expect(ex.Status.LastOperation).To(HaveValue(HaveField("State", expected.State)), "what the operation goes on with")
		Expect(seed.Get(ctx, client.ObjectKeyFromObject(initial), ex)).To(Succeed())
		Expect(ex.Status.State.Raw).To(MatchJSON(`{"flux":true}`))
		Expect(ex.Status.LastOperation).To(HaveValue(And(
			HaveField("Type", expected.Type), HaveField("State", expected.State), HaveField("LastUpdateTime.Time", BeTemporally("==", expected.LastUpdateTime.Time)))))
	},
		Entry("first operation", nil, &gardencorev1beta1.LastOperation{
			Type: "Create", State: "Processing", LastUpdateTime: metav1.Date(2026, 11, 25, 1, 2, 3, 0, time.UTC),
		}),
		Entry("later operation",
			&gardencorev1beta1.LastOperation{Type: "Restore", State: "Processing", LastUpdateTime: metav1.Date(2026, 11, 24, 1, 2, 3, 0, time.UTC)},
			&gardencorev1beta1.LastOperation{Type: "Restore", State: "Processing", LastUpdateTime: metav1.Date(2026, 11, 24, 1, 2, 3, 0, time.UTC)}),
	)
})

var _ = Describe("Condition for the Shoot", func() {
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

	It("follows the other conditions in the same write", func(ctx SpecContext) {
		ex := extension(ctx, `{"flux":true,"reportInShoot":true}`)
		Expect(writer.Apply(ctx, ex, Update{Verdicts: fails})).To(Succeed())
		Expect(stored(ctx)).To(HaveKeyWithValue(fluxv1alpha1.ConditionInShoot, And(
			HaveField("Status", gardencorev1beta1.ConditionFalse), HaveField("Message", And(HavePrefix("FluxSourceReady: xxx"), HaveLen(288))),
			HaveField("Codes", ConsistOf(gardencorev1beta1.ErrorRetryableConfigurationProblem)),
		)))
	})

	It("is removed if it is disabled", func(ctx SpecContext) {
		ex := extension(ctx, `{"flux":true}`, func(ex *extensionsv1alpha1.Extension) {
			ex.Status.Conditions = []gardencorev1beta1.Condition{{Type: fluxv1alpha1.ConditionInShoot, Status: "False"}}
		})
		Expect(writer.Apply(ctx, ex, Update{Verdicts: fails})).To(Succeed())
		Expect(stored(ctx)).To(And(HaveKey(fluxv1alpha1.ConditionSourceReady), Not(HaveKey(fluxv1alpha1.ConditionInShoot))))
	})

	It("follows the recorded state after a concurrent write", func(ctx SpecContext) {
		read := extension(ctx, `{"flux":true,"reportInShoot":true}`)
		Expect(writer.ReplaceState(ctx, read.DeepCopy(), extensionstatus.State{Flux: true})).To(Succeed())
		Expect(writer.Apply(ctx, read, Update{Verdicts: fails})).To(Succeed())
		Expect(stored(ctx)).NotTo(HaveKey(fluxv1alpha1.ConditionInShoot))
	})

	It("is added and removed with the state", func(ctx SpecContext) {
		ex := extension(ctx, `{"flux":true}`)
		Expect(writer.Apply(ctx, ex, Update{Verdicts: fails})).To(Succeed())
		Expect(seed.Get(ctx, client.ObjectKeyFromObject(ex), ex)).To(Succeed())
		Expect(writer.WriteState(ctx, ex, extensionstatus.State{}, extensionstatus.State{Flux: true, ReportInShoot: true}, nil, Update{})).To(Succeed())
		Expect(stored(ctx)).To(HaveKey(fluxv1alpha1.ConditionInShoot))
		Expect(writer.WriteState(ctx, ex, extensionstatus.State{}, extensionstatus.State{Flux: true}, nil, Update{})).To(Succeed())
		Expect(stored(ctx)).NotTo(HaveKey(fluxv1alpha1.ConditionInShoot))
	})

	It("is removed with the extension", func(ctx SpecContext) {
		ex := extension(ctx, `{"flux":true,"reportInShoot":true}`)
		Expect(writer.Apply(ctx, ex, Update{Verdicts: fails})).To(Succeed())
		Expect(seed.Delete(ctx, ex)).To(Succeed())
		Expect(seed.Get(ctx, client.ObjectKeyFromObject(ex), ex)).To(Succeed())
		Expect(writer.Apply(ctx, ex, Update{})).To(Succeed())
		Expect(stored(ctx)).To(And(HaveKey(fluxv1alpha1.ConditionSourceReady), Not(HaveKey(fluxv1alpha1.ConditionInShoot))))
	})
})
