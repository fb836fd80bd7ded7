// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package dashboard

import (
	"context"
	"errors"
	"net/http"
	"strings"
	"sync/atomic"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"
	authorizationv1 "k8s.io/api/authorization/v1"
	corev1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"sigs.k8s.io/controller-runtime/pkg/client"
	"sigs.k8s.io/controller-runtime/pkg/client/interceptor"

	fluxv1alpha1 "github.com/shoot-flux/gardener-extension-shoot-flux/pkg/apis/flux/v1alpha1"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/rollout"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/rollout/landscape"
	"github.com/shoot-flux/gardener-extension-shoot-flux/test/support/clitest"
)

const (
	keyVersion  = "landscape:fluxVersion"
	keyBaseline = "landscape:baseline"
)

var _ = Describe("rollouts of the operator", func() {
	now := metav1.Now().Time
	version := func() *corev1.ConfigMap {
		return clitest.StoppedLandscape("shoot-flux", landscape.VersionRevision("v2.8.6"), landscape.VersionRevision("v2.9.3"), now)
	}
	baseline := func() *corev1.ConfigMap {
		of := func(path string) rollout.Revision {
			return rollout.Revision{Data: map[string]string{"baseline": `{"config":{"path":"` + path + `"}}`}}
		}
		return clitest.StoppedLandscape("shoot-flux-baseline", of("./a"), of("./b"), now)
	}
	status := func() *corev1.ConfigMap {
		return clitest.StatusConfigMap(blue, map[string]string{"a": encode(statusOf("a", "Ready", ""))})
	}
	project := func() *corev1.ConfigMap { return clitest.StoppedRollout(blue, head, rings, now) }
	begun := func(ctx context.Context, funcs interceptor.Funcs, objects ...client.Object) (*page, *tab, func()) {
		GinkgoHelper()
		p := serveWith(ctx, []string{"-A"}, funcs, append(objects, status(), project())...).begin(ctx)
		t, next := p.follow(ctx)
		return p, t, next
	}
	// refusing answers reads of ConfigMaps in namespace garden with an error.
	refusing := func(failure func() error) interceptor.Funcs {
		return interceptor.Funcs{
			Get: func(ctx context.Context, c client.WithWatch, key client.ObjectKey, object client.Object, options ...client.GetOption) error {
				if key.Namespace == "garden" {
					return failure()
				}
				return c.Get(ctx, key, object, options...)
			},
			List: func(ctx context.Context, c client.WithWatch, list client.ObjectList, options ...client.ListOption) error {
				if (&client.ListOptions{}).ApplyOptions(options).Namespace == "garden" {
					return failure()
				}
				return c.List(ctx, list, options...)
			},
		}
	}

	It("are shown beside those of projects, until they are gone", func(ctx SpecContext) {
		p, t, next := begun(ctx, interceptor.Funcs{}, version(), baseline())
		for len(t.rollouts) < 3 {
			next()
		}
		for key, title := range map[string]string{keyVersion: "the default Flux version", keyBaseline: "the baseline"} {
			Expect(string(t.rollouts[key])).To(And(ContainSubstring(`"title":"the rollout of `+title+`"`), ContainSubstring(`"failedSeeds":["canary"]`), ContainSubstring(clitest.FailingReason)))
		}
		code, body := p.ask(ctx, http.MethodGet, "/api/rollouts/"+keyBaseline, "")
		Expect(code).To(Equal(http.StatusOK), body)
		Expect(body).To(And(ContainSubstring(`-  path: ./a\n+  path: ./b`), ContainSubstring(`"about":"SEED"`), Not(ContainSubstring("executed"))))

		By("a ConfigMap without status, which stays after the rollout was removed from the configuration")
		Expect(p.garden.Delete(ctx, baseline())).To(Succeed())
		empty := version()
		empty.Data, empty.BinaryData = nil, nil
		Expect(p.garden.Update(ctx, empty)).To(Succeed())
		for len(t.rollouts) > 1 {
			next()
		}
		Expect(t.rollouts).To(HaveKey(blue))
		code, body = p.ask(ctx, http.MethodGet, "/api/rollouts/"+keyVersion, "")
		Expect(code).To(Equal(http.StatusNotFound))
		Expect(body).To(ContainSubstring("this dashboard does not have the rollout of the default Flux version"))
	})

	It("have executed operations, of one line each", func(ctx SpecContext) {
		operated := version()
		state, err := rollout.Decode(operated)
		Expect(err).NotTo(HaveOccurred())
		state.Operations = []rollout.ExecutedOperation{{Value: "skip=\x1b[2J\u202e\n", Time: metav1.NewTime(now), Note: strings.Repeat("long", 1000)}}
		operated.BinaryData, err = state.Encode()
		Expect(err).NotTo(HaveOccurred())
		p, t, next := begun(ctx, interceptor.Funcs{}, operated)
		for t.rollouts[keyVersion] == nil {
			next()
		}
		_, body := p.ask(ctx, http.MethodGet, "/api/rollouts/"+keyVersion, "")
		Expect(body).To(MatchRegexp(`"executed":\[\{"value":"skip= \[2J","time":"[^"]+","note":"(long)+l?o?n?…"\}\]`))
	})

	It("are not read for one project", func(ctx SpecContext) {
		var read atomic.Bool
		p := serve(ctx, refusing(func() error {
			read.Store(true)
			return clitest.Forbidden("configmaps")
		}), version(), baseline(), status(), project()).begin(ctx)
		t, next := p.follow(ctx)
		for t.rollouts[blue] == nil {
			next()
		}
		Expect(read.Load()).To(BeFalse())
		Expect(t.rollouts).To(HaveLen(1))
		code, _ := p.ask(ctx, http.MethodPost, "/api/rollouts/"+keyVersion, `{"operation": "pause"}`)
		Expect(code).To(Equal(http.StatusNotFound))
	})

	DescribeTable("are absent without a note if the garden refuses them", func(ctx SpecContext, first error) {
		var seen atomic.Bool
		var refused atomic.Int32
		p, t, next := begun(ctx, refusing(func() error {
			if first != nil && !seen.Load() {
				return first
			}
			refused.Add(1)
			return clitest.Forbidden("configmaps")
		}), version(), baseline(), shootNamed("a"))
		for first != nil && !strings.Contains(strings.Join(t.notes, " "), "the rollout of the baseline may be outdated") {
			next()
		}
		seen.Store(true)
		// Each of the two is listed, and then got.
		Eventually(ctx, refused.Load).WithTimeout(patience).Should(BeEquivalentTo(4))
		clitest.ApplyStatus(ctx, p.garden, blue, map[string]string{"a": encode(statusOf("a", "Failed", ""))})
		for t.shoots["a"].State != fluxv1alpha1.ShootFailed || t.rollouts[blue] == nil {
			next()
		}
		for first != nil && strings.Contains(strings.Join(t.notes, " "), "the rollout of") {
			next()
		}
		Expect(t.notes).NotTo(ContainElement(ContainSubstring("the rollout of")))
		Expect(t.rollouts).To(HaveLen(1))
		Expect(p.ended).NotTo(Receive(), "the page is shown")
	},
		Entry("at once", nil),
		Entry("after a failure, whose note is not true any more", errors.New("connection refused")),
	)

	DescribeTable("are steered like with the command", func(ctx SpecContext, key, configMap, title string) {
		p, t, next := begun(ctx, interceptor.Funcs{}, version(), baseline())
		for t.rollouts[key] == nil {
			next()
		}
		code, body := p.ask(ctx, http.MethodPost, "/api/rollouts/"+key, `{"operation": "skip", "about": "canary"}`)
		Expect(code).To(Equal(http.StatusOK), body)
		changed := &corev1.ConfigMap{}
		Expect(p.garden.Get(ctx, client.ObjectKey{Namespace: "garden", Name: configMap}, changed)).To(Succeed())
		Expect(changed.Annotations).To(HaveKeyWithValue(fluxv1alpha1.AnnotationRollout, "skip=canary"))
		Expect(p.out.String()).To(ContainSubstring("Requested skip=canary for the rollout of " + title + "."))
		code, body = p.ask(ctx, http.MethodPost, "/api/rollouts/"+key, `{"operation": "pause"}`)
		Expect(code).To(Equal(http.StatusConflict))
		Expect(body).To(ContainSubstring("skip=canary was requested before"))
	},
		Entry("the default Flux version", keyVersion, "shoot-flux", "the default Flux version"),
		Entry("the baseline", keyBaseline, "shoot-flux-baseline", "the baseline"),
	)

	It("name the missing permission", func(ctx SpecContext) {
		p, t, next := begun(ctx, interceptor.Funcs{Create: func(_ context.Context, _ client.WithWatch, o client.Object, _ ...client.CreateOption) error {
			review := o.(*authorizationv1.SelfSubjectAccessReview)
			Expect(*review.Spec.ResourceAttributes).To(Equal(authorizationv1.ResourceAttributes{Namespace: "garden", Verb: "patch", Resource: "configmaps", Name: "shoot-flux-baseline"}))
			review.Status.Allowed = false
			return nil
		}}, baseline())
		for t.rollouts[keyBaseline] == nil {
			next()
		}
		_, body := p.ask(ctx, http.MethodGet, "/api/rollouts/"+keyBaseline, "")
		Expect(body).To(ContainSubstring(`"denied":"You may see this rollout, but not change it: that needs the permission to patch ConfigMap shoot-flux-baseline in namespace garden. Ask the operator of Gardener for it."`))
	})
})
