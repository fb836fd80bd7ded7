// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package dashboard

import (
	"context"
	"net/http"
	"strings"
	"sync/atomic"
	"time"

	gardencorev1beta1 "github.com/gardener/gardener/pkg/apis/core/v1beta1"
	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"
	authorizationv1 "k8s.io/api/authorization/v1"
	corev1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/watch"
	"sigs.k8s.io/controller-runtime/pkg/client"
	"sigs.k8s.io/controller-runtime/pkg/client/interceptor"

	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/apis/flux/reconcilerequest"
	fluxv1alpha1 "github.com/shoot-flux/gardener-extension-shoot-flux/pkg/apis/flux/v1alpha1"
	"github.com/shoot-flux/gardener-extension-shoot-flux/test/support/clitest"
)

var _ = Describe("dashboard", func() {
	reported := func(states map[string]string) *corev1.ConfigMap { return clitest.StatusConfigMap(blue, states) }

	Describe("sessions", func() {
		It("exchanges an address for a session only once", func(ctx SpecContext) {
			p := serve(ctx, interceptor.Funcs{}).begin(ctx)
			status, body := p.ask(ctx, http.MethodPost, "/api/session", `{"token": "`+p.token+`"}`)
			Expect(status).To(Equal(http.StatusUnauthorized))
			Expect(body).To(ContainSubstring("this address was used before"))
			By("and another tab one for another address")
			former := p.session
			_, err := p.stdin.Write([]byte("\n"))
			Expect(err).NotTo(HaveOccurred())
			_, p.token = p.address()
			p.begin(ctx)
			Expect(p.session).NotTo(Equal(former))
			By("which ends the first address if that was not used")
			_, err = p.stdin.Write([]byte("\n"))
			Expect(err).NotTo(HaveOccurred())
			_, unused := p.address()
			p.token = unused
			_, err = p.stdin.Write([]byte("\n"))
			Expect(err).NotTo(HaveOccurred())
			p.address()
			status, _ = p.ask(ctx, http.MethodPost, "/api/session", `{"token": "`+unused+`"}`)
			Expect(status).To(Equal(http.StatusUnauthorized))
		})

		It("does not show an entry that a member of the project has written", func(ctx SpecContext) {
			forged := reported(map[string]string{"a": encode(statusOf("a", "Ready", ""))})
			forged.ManagedFields[0].Manager = "kubectl-edit"
			t, next := serve(ctx, interceptor.Funcs{}, shootNamed("a"), forged).begin(ctx).follow(ctx)
			next()
			Expect(t.shoots["a"].Shoot.State).To(Equal(fluxv1alpha1.ShootNotReported))
		})

		It("explains an old report", func(ctx SpecContext) {
			at := metav1.NewTime(time.Now().Add(-time.Hour).Truncate(time.Second))
			t, next := serve(ctx, interceptor.Funcs{}, shootNamed("a"), clitest.StatusConfigMapAt(blue, &at, map[string]string{"a": encode(statusOf("a", "Ready", ""))})).begin(ctx).follow(ctx)
			next()
			Expect(t.shoots["a"].Old).To(MatchRegexp(`^seed .* last reported it at %s; check that the extension runs on the seed`, at.UTC().Format(time.RFC3339)))
		})

		DescribeTable("refuses requests without a session", func(ctx SpecContext, method, path string) {
			p := serve(ctx, interceptor.Funcs{}, reported(map[string]string{"a": encode(statusOf("a", "Failed", "secret of the project"))}))
			for _, session := range []string{"", p.token, "x"} {
				p.session = session
				status, body := p.ask(ctx, method, path, `{}`)
				Expect(status).To(Equal(http.StatusUnauthorized))
				Expect(body).To(ContainSubstring("this tab has no session"))
				Expect(body).NotTo(ContainSubstring("secret"))
			}
		},
			Entry("the Shoots", http.MethodGet, "/api/fleet"),
			Entry("a Shoot", http.MethodGet, "/api/shoots/garden-blue/a"),
			Entry("a rollout", http.MethodGet, "/api/rollouts/garden-blue"),
			Entry("an operation", http.MethodPost, "/api/rollouts/garden-blue"),
		)

		DescribeTable("refuses requests of other pages and for other hosts", func(ctx SpecContext, expected int, change func(*http.Request)) {
			p := serve(ctx, interceptor.Funcs{}).begin(ctx)
			for _, path := range []string{"/", "/main.js", "/api/rollouts/garden-blue"} {
				status, body := p.ask(ctx, http.MethodGet, path, "", change)
				Expect(status).To(Equal(expected), path)
				Expect(body).To(ContainSubstring("this server accepts only requests"))
			}
		},
			Entry("a name that resolves to the loopback interface", http.StatusMisdirectedRequest, func(r *http.Request) { r.Host = "evil.example.com" }),
			Entry("a name that resolves to the loopback interface, with the port", http.StatusMisdirectedRequest, func(r *http.Request) { r.Host = "evil.example.com" + r.URL.Host[strings.LastIndex(r.URL.Host, ":"):] }),
			Entry("another port", http.StatusMisdirectedRequest, func(r *http.Request) { r.Host = "127.0.0.1:1" }),
			Entry("another origin", http.StatusForbidden, func(r *http.Request) { r.Header.Set("Origin", "http://evil.example.com") }),
			Entry("another server on the loopback interface", http.StatusForbidden, func(r *http.Request) { r.Header.Set("Origin", "http://127.0.0.1:1") }),
			Entry("the opaque origin null", http.StatusForbidden, func(r *http.Request) { r.Header.Set("Origin", "null") }),
			Entry("a request marked as cross-site by a browser", http.StatusForbidden, func(r *http.Request) { r.Header.Set("Sec-Fetch-Site", "cross-site") }),
		)

		It("sets headers that isolate the page, and no cookie", func(ctx SpecContext) {
			p := serve(ctx, interceptor.Funcs{})
			response := p.open(ctx, http.MethodGet, "/", "", func(r *http.Request) { r.Header.Set("Origin", p.base) })
			Expect(response.Body.Close()).To(Succeed())
			Expect(response.StatusCode).To(Equal(http.StatusOK))
			Expect(response.Header.Get("Content-Security-Policy")).To(And(HavePrefix("default-src 'none'; script-src 'self'"), ContainSubstring("frame-ancestors 'none'")))
			Expect(response.Header).NotTo(Or(HaveKey("Set-Cookie"), HaveKey("Access-Control-Allow-Origin")))
		})

		DescribeTable("refuses requests that the page does not send", func(ctx SpecContext, body string, change func(*http.Request)) {
			p := serve(ctx, interceptor.Funcs{})
			status, answer := p.ask(ctx, http.MethodPost, "/api/session", body, change)
			Expect(status).To(Equal(http.StatusBadRequest))
			Expect(answer).To(ContainSubstring("not the JSON that the page sends"))
			p.begin(ctx)
		},
			Entry("a form", `{"token": "x"}`, func(r *http.Request) { r.Header.Set("Content-Type", "text/plain") }),
			Entry("unknown fields", `{"tokens": "x"}`, func(*http.Request) {}),
			Entry("a body above the limit", `{"token": "`+strings.Repeat("x", largestRequest)+`"}`, func(*http.Request) {}),
		)
	})

	Describe("Shoots", func() {
		It("sends the whole view first, and then changes", func(ctx SpecContext) {
			p := serve(ctx, interceptor.Funcs{}, shootNamed("a"), shootNamed("b"), shootNamed("new"), reported(map[string]string{
				"a": encode(statusOf("a", "Ready", "")), "b": encode(statusOf("b", "Ready", "")),
			})).begin(ctx)
			t, next := p.follow(ctx)
			next()
			Expect(t.first).To(HaveValue(Equal(blue)))
			for len(t.shoots) < 3 || t.shoots["a"].Labels == nil {
				next()
			}
			Expect(t.shoots["a"]).To(And(HaveField("State", fluxv1alpha1.ShootReady), HaveField("Ring", "canary"), HaveField("FluxVersion", "v2.9.3"), HaveField("Labels", map[string]string{"env": "prod"})))
			Expect(t.shoots["new"].State).To(Equal(fluxv1alpha1.ShootNotReported), "no seed has reported it")
			Expect(t.notes).To(BeEmpty())

			By("a Shoot that fails, and one that is gone")
			Expect(p.garden.Delete(ctx, shootNamed("new"))).To(Succeed())
			clitest.ApplyStatus(ctx, p.garden, blue, map[string]string{"a": encode(statusOf("a", "Failed", "path not found\x1b[2J"))})
			for t.shoots["a"].State != fluxv1alpha1.ShootFailed {
				next()
			}
			Expect(t.shoots["a"].Error).To(Equal("path not found [2J"), "members of the project can write it")
			Expect(t.shoots["b"].State).To(Equal(fluxv1alpha1.ShootNotReported))
		})

		It("shows the readable parts and the missing permissions", func(ctx SpecContext) {
			p := serve(ctx, interceptor.Funcs{List: func(ctx context.Context, c client.WithWatch, list client.ObjectList, options ...client.ListOption) error {
				if _, ok := list.(*gardencorev1beta1.ShootList); ok {
					return clitest.Forbidden("shoots")
				}
				return c.List(ctx, list, options...)
			}}, reported(map[string]string{"a": encode(statusOf("a", "Ready", ""))})).begin(ctx)
			t, next := p.follow(ctx)
			for next(); !strings.Contains(strings.Join(t.notes, " "), "you may not list Shoots"); next() {
			}
			Expect(t.forbidden).To(BeTrue())
			Expect(t.shoots).To(HaveKey("a"))
		})

		It("continues after an outage of the garden, and reports outdated output", func(ctx SpecContext) {
			var away atomic.Bool
			p := serve(ctx, interceptor.Funcs{List: func(ctx context.Context, c client.WithWatch, list client.ObjectList, options ...client.ListOption) error {
				if away.Load() {
					return context.DeadlineExceeded
				}
				return c.List(ctx, list, options...)
			}, Watch: func(context.Context, client.WithWatch, client.ObjectList, ...client.ListOption) (watch.Interface, error) {
				return nil, clitest.Forbidden("watch")
			}}, shootNamed("a"), reported(map[string]string{"a": encode(statusOf("a", "Ready", ""))})).begin(ctx)
			t, next := p.follow(ctx)
			next()
			away.Store(true)
			for !strings.Contains(strings.Join(t.notes, " "), "the status may be outdated") {
				next()
			}
			Expect(t.shoots).To(HaveKey("a"), "what was shown stays")
			away.Store(false)
			for strings.Contains(strings.Join(t.notes, " "), "the status may be outdated") {
				next()
			}
		})

		It("returns the error of a forbidden read before it prints an address", func(ctx SpecContext) {
			garden := clitest.NewClient(nil, interceptor.Funcs{
				List: func(context.Context, client.WithWatch, client.ObjectList, ...client.ListOption) error {
					return clitest.Forbidden("configmaps")
				},
				Get: func(context.Context, client.WithWatch, client.ObjectKey, client.Object, ...client.GetOption) error {
					return clitest.Forbidden("configmaps")
				},
			})
			out := &clitest.Output{}
			command := (&dashboardCommand{Access: clitest.NewAccess(garden, blue)}).command()
			command.SetArgs([]string{})
			command.SetOut(out)
			Expect(command.ExecuteContext(ctx)).To(MatchError(ContainSubstring("you may not read ConfigMap flux-status in namespace garden-blue")))
			Expect(out.String()).To(BeEmpty())
		})

		It("shows a Shoot with objects, conditions, key and Events", func(ctx SpecContext) {
			status := statusOf("a", "Degraded", "a HelmRelease fails")
			status.DeployKeyFingerprint = "SHA256:other"
			status.Objects = &fluxv1alpha1.ObservedObjects{Tree: []string{"Kustomization flux-system/flux-system", "  HelmRelease a/b"}}
			event := func(name, about string) *corev1.Event {
				return &corev1.Event{
					ObjectMeta: metav1.ObjectMeta{Namespace: blue, Name: name}, InvolvedObject: corev1.ObjectReference{Kind: "Shoot", Namespace: blue, Name: about},
					Type: "Warning", Reason: "FluxDegraded", Message: name,
				}
			}
			key := &corev1.Secret{ObjectMeta: metav1.ObjectMeta{Namespace: blue, Name: "flux-source", Annotations: map[string]string{fluxv1alpha1.AnnotationPublicKey: publicKey}}, Data: map[string][]byte{"identity": []byte("PRIVATE")}}
			config := &corev1.ConfigMap{ObjectMeta: metav1.ObjectMeta{Namespace: blue, Name: "flux-config"}, Data: map[string]string{
				"config.yaml": head + "source: {template: {spec: {url: 'https://example.com/r', ref: {branch: main}}}}\nkustomization: {template: {spec: {path: './${SHOOT_INFO_NAME}'}}}\n",
			}}
			p := serve(ctx, interceptor.Funcs{}, shootNamed("a"), config, key, event("about-a", "a"), event("about-b", "b"), reported(map[string]string{"a": encode(status)})).begin(ctx)
			_, next := p.follow(ctx)
			next()
			code, body := p.ask(ctx, http.MethodGet, "/api/shoots/garden-blue/a", "")
			Expect(code).To(Equal(http.StatusOK), body)
			Expect(body).To(And(ContainSubstring("HelmRelease a/b"), ContainSubstring("APIServerAvailable"), ContainSubstring("about-a"), ContainSubstring(publicKey),
				ContainSubstring(`"ref":{"branch":"main"},"path":"./a"`)))
			Expect(body).NotTo(Or(ContainSubstring("about-b"), ContainSubstring("PRIVATE"), ContainSubstring("problems")))

			By("and nothing of a project that the page is not about")
			for _, other := range []string{"garden-red/a", "garden-blue/nothing"} {
				code, body = p.ask(ctx, http.MethodGet, "/api/shoots/"+other, "")
				Expect(code).To(Equal(http.StatusNotFound))
				Expect(body).To(ContainSubstring("this dashboard has no Shoot " + other))
			}
		})

		It("shows a Shoot without the parts that the user may not read", func(ctx SpecContext) {
			status := statusOf("a", "Ready", "")
			status.DeployKeyFingerprint = "SHA256:other"
			p := serve(ctx, interceptor.Funcs{Get: func(ctx context.Context, c client.WithWatch, key client.ObjectKey, object client.Object, options ...client.GetOption) error {
				if key.Name == "flux-source" {
					return clitest.Forbidden("secrets")
				}
				return c.Get(ctx, key, object, options...)
			}}, shootNamed("a"), reported(map[string]string{"a": encode(status)})).begin(ctx)
			_, next := p.follow(ctx)
			next()
			code, body := p.ask(ctx, http.MethodGet, "/api/shoots/garden-blue/a", "")
			Expect(code).To(Equal(http.StatusOK))
			Expect(body).To(And(ContainSubstring("APIServerAvailable"), ContainSubstring("you may not read Secrets in namespace garden-blue")))
		})
	})

	Describe("reconciliation of a Shoot", func() {
		begun := func(ctx context.Context, funcs interceptor.Funcs) (*page, *corev1.ConfigMap) {
			GinkgoHelper()
			config := &corev1.ConfigMap{ObjectMeta: metav1.ObjectMeta{Namespace: blue, Name: "flux-config"}, Data: map[string]string{"config.yaml": head}}
			p := serve(ctx, funcs, config.DeepCopy(), shootNamed("a"), reported(map[string]string{"a": encode(statusOf("a", "Ready", ""))})).begin(ctx)
			_, next := p.follow(ctx)
			next()
			return p, config
		}

		It("marks a Shoot as pending that was reported with another configuration", func(ctx SpecContext) {
			p, _ := begun(ctx, interceptor.Funcs{})
			Eventually(ctx, func() string {
				_, body := p.ask(ctx, http.MethodGet, "/api/shoots/garden-blue/a", "")
				return body
			}).WithTimeout(patience).Should(ContainSubstring(`"pending":{"reason":"NotReported"`))
		})

		DescribeTable("is requested like with the command, and reported in the terminal", func(ctx SpecContext, operation string, outsideWindow bool) {
			p, config := begun(ctx, interceptor.Funcs{})
			code, body := p.ask(ctx, http.MethodPost, "/api/shoots/garden-blue/a", `{"operation": "`+operation+`"}`)
			Expect(code).To(Equal(http.StatusOK), body)
			Expect(p.garden.Get(ctx, client.ObjectKeyFromObject(config), config)).To(Succeed())
			request, err := reconcilerequest.Parse(config.Annotations[fluxv1alpha1.AnnotationReconcile], metav1.Now().Time)
			Expect(err).NotTo(HaveOccurred())
			Expect(request.Shoots).To(Equal([]string{"a"}))
			Expect(request.OutsideWindow).To(Equal(outsideWindow))
			Expect(p.out.String()).To(ContainSubstring("Requested " + operation + " of Shoot garden-blue/a."))
		},
			Entry("as far as time windows allow", "reconcile", false),
			Entry("now", "reconcile outside the window", true),
		)

		DescribeTable("is refused", func(ctx SpecContext, path, body string, failure error, expected int, message string) {
			p, config := begun(ctx, interceptor.Funcs{Patch: func(ctx context.Context, c client.WithWatch, o client.Object, patch client.Patch, options ...client.PatchOption) error {
				if failure != nil {
					return failure
				}
				return c.Patch(ctx, o, patch, options...)
			}})
			code, answer := p.ask(ctx, http.MethodPost, path, body)
			Expect(code).To(Equal(expected))
			Expect(answer).To(ContainSubstring(message))
			Expect(p.garden.Get(ctx, client.ObjectKeyFromObject(config), config)).To(Succeed())
			Expect(config.Annotations).To(BeEmpty())
		},
			Entry("unknown operation", "/api/shoots/garden-blue/a", `{"operation": "delete"}`, nil, http.StatusBadRequest, `there is no operation`),
			Entry("unknown Shoot, which flux-config would not refuse", "/api/shoots/garden-blue/b", `{"operation": "reconcile"}`, nil, http.StatusNotFound, "this dashboard has no Shoot garden-blue/b"),
			Entry("Shoot of another project", "/api/shoots/garden-red/a", `{"operation": "reconcile"}`, nil, http.StatusNotFound, "this dashboard has no Shoot garden-red/a"),
			Entry("missing permission", "/api/shoots/garden-blue/a", `{"operation": "reconcile"}`, clitest.Forbidden("configmaps"), http.StatusConflict, "the permission to patch ConfigMap flux-config"),
			Entry("body that is not JSON", "/api/shoots/garden-blue/a", `reconcile`, nil, http.StatusBadRequest, "not the JSON"),
		)
	})

	Describe("rollouts", func() {
		now := metav1.Now().Time
		config := func() *corev1.ConfigMap {
			return &corev1.ConfigMap{ObjectMeta: metav1.ObjectMeta{Namespace: blue, Name: "flux-config"}, Data: map[string]string{"config.yaml": head + rings}}
		}
		begun := func(ctx context.Context, funcs interceptor.Funcs) (*page, *tab, func()) {
			GinkgoHelper()
			p := serve(ctx, funcs, config(), clitest.StoppedRollout(blue, head, rings, now), reported(map[string]string{})).begin(ctx)
			t, next := p.follow(ctx)
			for next(); t.rollouts[blue] == nil; next() {
			}
			return p, t, next
		}

		It("shows progress and operations of a rollout", func(ctx SpecContext) {
			p, t, next := begun(ctx, interceptor.Funcs{})
			Expect(string(t.rollouts[blue])).To(And(ContainSubstring(`"phase":"Stopped"`), ContainSubstring(`"failedShoots":["canary"]`)))
			code, body := p.ask(ctx, http.MethodGet, "/api/rollouts/garden-blue", "")
			Expect(code).To(Equal(http.StatusOK), body)
			Expect(body).To(And(ContainSubstring(`"outcome":"Complete"`), ContainSubstring(`"name":"rollback"`), ContainSubstring(`"name":"approve-during-freeze","about":"RING"`), ContainSubstring(`"spans":[]`)))
			Expect(body).To(And(ContainSubstring(`"diff":{"ring":"canary","passed":false,`), ContainSubstring(`\n-  logLevel: info\n+  logLevel: debug\n`)), "what the command rollout diff shows")

			By("until it is gone")
			Expect(p.garden.Delete(ctx, clitest.StoppedRollout(blue, head, rings, now))).To(Succeed())
			for t.rollouts[blue] != nil {
				next()
			}
			code, _ = p.ask(ctx, http.MethodGet, "/api/rollouts/garden-blue", "")
			Expect(code).To(Equal(http.StatusNotFound))
		})

		It("shows a limited number of openings, with the command that lists all", func(ctx SpecContext) {
			windows := strings.Replace(rings, "{name: canary,", "{name: canary, windows: [{name: a, cron: '* * * * *', duration: 1m, timeZone: UTC}, {name: b, cron: '* * * * *', duration: 1m, timeZone: UTC}, "+
				"{name: c, cron: '* * * * *', duration: 1m, timeZone: UTC}, {name: d, cron: '* * * * *', duration: 1m, timeZone: UTC}],", 1)
			p := serve(ctx, interceptor.Funcs{}, config(), clitest.StoppedRollout(blue, head, windows, now), reported(map[string]string{})).begin(ctx)
			t, next := p.follow(ctx)
			for next(); t.rollouts[blue] == nil; next() {
			}
			code, body := p.ask(ctx, http.MethodGet, "/api/rollouts/garden-blue", "")
			Expect(code).To(Equal(http.StatusOK), body)
			Expect(strings.Count(body, `"kind":"window"`)).To(Equal(300))
			Expect(body).To(And(ContainSubstring("100 more are left out; to see them, run: kubectl shoot-flux rollout calendar -n garden-blue"), ContainSubstring(`"rings":["canary"],"begins":"`)))
		})

		It("requests an operation like the command, and reports it in the terminal", func(ctx SpecContext) {
			p, _, _ := begun(ctx, interceptor.Funcs{})
			code, body := p.ask(ctx, http.MethodPost, "/api/rollouts/garden-blue", `{"operation": "skip", "about": "canary"}`)
			Expect(code).To(Equal(http.StatusOK), body)
			changed := config()
			Expect(p.garden.Get(ctx, client.ObjectKeyFromObject(changed), changed)).To(Succeed())
			Expect(changed.Annotations).To(HaveKeyWithValue(fluxv1alpha1.AnnotationRollout, "skip=canary"))
			Expect(p.out.String()).To(ContainSubstring("Requested skip=canary for the rollout in namespace garden-blue."))
			By("and none beside one that is not done")
			code, body = p.ask(ctx, http.MethodPost, "/api/rollouts/garden-blue", `{"operation": "pause"}`)
			Expect(code).To(Equal(http.StatusConflict))
			Expect(body).To(ContainSubstring("skip=canary was requested before"))
		})

		DescribeTable("refuses invalid operations", func(ctx SpecContext, path, body string, expected int, message string) {
			p, _, _ := begun(ctx, interceptor.Funcs{})
			code, answer := p.ask(ctx, http.MethodPost, path, body)
			Expect(code).To(Equal(expected))
			Expect(answer).To(ContainSubstring(message))
			unchanged := config()
			Expect(p.garden.Get(ctx, client.ObjectKeyFromObject(unchanged), unchanged)).To(Succeed())
			Expect(unchanged.Annotations).To(BeEmpty())
		},
			Entry("an unknown operation", "/api/rollouts/garden-blue", `{"operation": "delete"}`, http.StatusBadRequest, "there is no operation"),
			Entry("an approval without a ring", "/api/rollouts/garden-blue", `{"operation": "approve"}`, http.StatusBadRequest, "there is no operation"),
			Entry("a pause of a ring", "/api/rollouts/garden-blue", `{"operation": "pause", "about": "canary"}`, http.StatusBadRequest, "there is no operation"),
			Entry("an unknown ring", "/api/rollouts/garden-blue", `{"operation": "approve", "about": "staging"}`, http.StatusConflict, "with one of the rings canary, production"),
			Entry("another project", "/api/rollouts/garden-red", `{"operation": "pause"}`, http.StatusNotFound, "this dashboard does not have the rollout in namespace garden-red"),
			Entry("a body that is not JSON", "/api/rollouts/garden-blue", `pause`, http.StatusBadRequest, "not the JSON"),
		)

		DescribeTable("asks whether the user may request operations", func(ctx SpecContext, allowed bool, failure error, expected OmegaMatcher) {
			p, _, _ := begun(ctx, interceptor.Funcs{Create: func(_ context.Context, _ client.WithWatch, o client.Object, _ ...client.CreateOption) error {
				review := o.(*authorizationv1.SelfSubjectAccessReview)
				Expect(*review.Spec.ResourceAttributes).To(Equal(authorizationv1.ResourceAttributes{Namespace: blue, Verb: "patch", Resource: "configmaps", Name: "flux-config"}))
				review.Status.Allowed = allowed
				return failure
			}})
			code, body := p.ask(ctx, http.MethodGet, "/api/rollouts/garden-blue", "")
			Expect(code).To(Equal(http.StatusOK), body)
			Expect(body).To(expected)
		},
			Entry("a member", true, nil, Not(ContainSubstring("denied"))),
			Entry("a viewer", false, nil, ContainSubstring(`"denied":"You may see this rollout, but not change it: that needs the permission to patch ConfigMap flux-config in namespace garden-blue`)),
			Entry("no answer, so that the request itself is refused", false, context.DeadlineExceeded, Not(ContainSubstring("denied"))),
		)

		It("reports the missing permission", func(ctx SpecContext) {
			p, _, _ := begun(ctx, interceptor.Funcs{Patch: func(context.Context, client.WithWatch, client.Object, client.Patch, ...client.PatchOption) error {
				return clitest.Forbidden("configmaps")
			}})
			code, body := p.ask(ctx, http.MethodPost, "/api/rollouts/garden-blue", `{"operation": "pause"}`)
			Expect(code).To(Equal(http.StatusConflict))
			Expect(body).To(ContainSubstring("requires the permission to patch ConfigMap flux-config"))
		})
	})

	It("ends at an interrupt while tabs are open", func(ctx SpecContext) {
		p := serve(ctx, interceptor.Funcs{}, reported(map[string]string{"a": encode(statusOf("a", "Ready", ""))})).begin(ctx)
		_, next := p.follow(ctx)
		next()
		p.stop()
		Eventually(p.ended).Should(Receive(BeNil()))
	})
})
