// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package statuswriter_test

import (
	"strings"

	extensionsv1alpha1 "github.com/gardener/gardener/pkg/apis/extensions/v1alpha1"
	"github.com/gardener/gardener/pkg/client/kubernetes"
	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/utils/clock"
	"sigs.k8s.io/controller-runtime/pkg/client"
	"sigs.k8s.io/controller-runtime/pkg/client/fake"

	fluxv1alpha1 "github.com/shoot-flux/gardener-extension-shoot-flux/pkg/apis/flux/v1alpha1"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/health"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/seed/statuswriter"
)

var _ = Describe("Message above the limit", func() {
	It("is truncated and not written again", func(ctx SpecContext) {
		ex := &extensionsv1alpha1.Extension{ObjectMeta: metav1.ObjectMeta{Namespace: "shoot--demo--only", Name: "shoot-flux"}}
		seed := fake.NewClientBuilder().WithScheme(kubernetes.SeedScheme).WithObjects(ex).WithStatusSubresource(ex).Build()
		writer := statuswriter.NewWriter(seed, seed, clock.RealClock{})
		huge := strings.Repeat("x", 1<<20)
		verdict := health.Verdict{Type: fluxv1alpha1.ConditionSourceReady, Status: "False", Reason: huge, Message: huge}

		Expect(writer.Apply(ctx, ex, statuswriter.Update{Verdicts: []health.Verdict{verdict}})).To(Succeed())
		written := &extensionsv1alpha1.Extension{}
		Expect(seed.Get(ctx, client.ObjectKeyFromObject(ex), written)).To(Succeed())
		Expect(written.Status.Conditions).To(ConsistOf(And(HaveField("Message", HaveLen(960)), HaveField("Reason", HaveLen(64)))))

		Expect(writer.Apply(ctx, written, statuswriter.Update{Verdicts: []health.Verdict{verdict}})).To(Succeed())
		again := &extensionsv1alpha1.Extension{}
		Expect(seed.Get(ctx, client.ObjectKeyFromObject(ex), again)).To(Succeed())
		Expect(again.ResourceVersion).To(Equal(written.ResourceVersion))
	})
})
