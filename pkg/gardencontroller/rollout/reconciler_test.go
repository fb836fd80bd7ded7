// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package rollout

import (
	"context"
	"errors"
	"math/rand"
	"time"

	gardencorev1beta1 "github.com/gardener/gardener/pkg/apis/core/v1beta1"
	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"
	corev1 "k8s.io/api/core/v1"
	apierrors "k8s.io/apimachinery/pkg/api/errors"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/runtime/schema"
	"sigs.k8s.io/controller-runtime/pkg/client"
	"sigs.k8s.io/controller-runtime/pkg/client/interceptor"

	fluxv1alpha1 "github.com/shoot-flux/gardener-extension-shoot-flux/pkg/apis/flux/v1alpha1"
)

var _ = Describe("Reconciler", func() {
	var w *world

	// begun has a canary and another Shoot, which are ready with the first revision.
	begun := func(ctx context.Context) string {
		GinkgoHelper()
		w.configure(ctx, rings)
		w.create(ctx, "first", canary)
		w.create(ctx, "second", nil)
		w.run(ctx)
		revision := w.state(ctx).Target
		for _, name := range []string{"first", "second"} {
			w.report(ctx, name, fluxv1alpha1.ShootReady, revision)
		}
		w.run(ctx)
		w.pass(time.Minute)
		w.run(ctx)
		w.events()
		return revision
	}

	BeforeEach(func() { w = newWorld() })

	It("gives a change to the Shoots ring by ring", func(ctx SpecContext) {
		before := begun(ctx)
		w.configure(ctx, rings+"flux: {version: v2.8}\n")
		Expect(w.run(ctx)).To(BeNumerically(">=", w.Interval), "what the Shoots report has to be read again")
		now := w.state(ctx).Target
		Expect(now).NotTo(Equal(before))
		Expect(w.state(ctx).Revisions[now].FluxVersion).To(HavePrefix("v2.8."))
		Expect(w.revisionOf(ctx, "first")).To(Equal(now))
		Expect(w.revisionOf(ctx, "second")).To(Equal(before))
		Expect(w.events()).To(ContainElement(HavePrefix("Normal RolloutRingStarted Ring canary begins with revision " + now)))
		Expect(w.read(ctx, "flux-rollout").Data["status.yaml"]).To(And(HavePrefix("# "), ContainSubstring("phase: Progressing"), ContainSubstring("target: "+now)))

		w.report(ctx, "first", fluxv1alpha1.ShootReady, now)
		w.run(ctx)
		Expect(w.revisionOf(ctx, "second")).To(Equal(before), "the canary has to stay ready for a minute")
		w.pass(time.Minute)
		w.run(ctx)
		w.run(ctx)
		Expect(w.revisionOf(ctx, "second")).To(Equal(now))
	})

	It("writes nothing as long as nothing changes, and leads to nothing when all is done", func(ctx SpecContext) {
		begun(ctx)
		w.pass(10 * time.Minute)
		w.run(ctx)
		before := w.read(ctx, "flux-rollout").ResourceVersion
		Expect(w.run(ctx)).To(BeZero())
		Expect(w.read(ctx, "flux-rollout").ResourceVersion).To(Equal(before))
		Expect(w.events()).NotTo(ContainElement(ContainSubstring("Warning")))
	})

	It("waits between two decisions, without a request to the garden", func(ctx SpecContext) {
		begun(ctx)
		w.Live = interceptor.NewClient(w.garden, interceptor.Funcs{Get: func(context.Context, client.WithWatch, client.ObjectKey, client.Object, ...client.GetOption) error {
			return errors.New("a request")
		}})
		w.pass(500 * time.Millisecond)
		result, err := w.Reconcile(ctx, requestFor(namespace))
		Expect(err).NotTo(HaveOccurred())
		Expect(result.RequeueAfter).To(Equal(1500 * time.Millisecond))
	})

	It("does not overwrite what was written after it was read", func(ctx SpecContext) {
		begun(ctx)
		once := false
		w.Garden = interceptor.NewClient(w.garden, interceptor.Funcs{Update: func(ctx context.Context, c client.WithWatch, object client.Object, options ...client.UpdateOption) error {
			if !once {
				once = true
				other := w.read(ctx, "flux-rollout")
				other.Labels = map[string]string{"other": "writer"}
				Expect(c.Update(ctx, other)).To(Succeed())
			}
			return c.Update(ctx, object, options...)
		}})
		before := w.state(ctx).Target
		w.configure(ctx, rings+"flux: {version: v2.8}\n")
		Expect(w.run(ctx)).To(Equal(w.Interval))
		Expect(once).To(BeTrue())
		Expect(w.state(ctx).Target).To(Equal(before))
		Expect(w.events()).To(BeEmpty(), "nothing has happened yet")
		w.run(ctx)
		Expect(w.state(ctx).Target).NotTo(Equal(before))
		Expect(w.read(ctx, "flux-rollout").Labels).To(HaveKey("other"))
		Expect(w.events()).NotTo(BeEmpty())
	})

	DescribeTable("takes what Shoots report as what they have, and begins with the first ring, without a rollout that can be read",
		func(ctx SpecContext, lose func(context.Context, *corev1.ConfigMap)) {
			before := begun(ctx)
			lose(ctx, w.read(ctx, "flux-rollout"))
			w.configure(ctx, rings+"flux: {version: v2.8}\n")
			w.run(ctx)
			Expect(w.revisionOf(ctx, "first")).To(And(Equal(w.state(ctx).Target), Not(Equal(before))))
			Expect(w.revisionOf(ctx, "second")).To(Equal(before), "its ring has not begun")
		},
		Entry("deleted", func(ctx context.Context, configMap *corev1.ConfigMap) {
			Expect(w.garden.Delete(ctx, configMap)).To(Succeed())
		}),
		Entry("damaged", func(ctx context.Context, configMap *corev1.ConfigMap) {
			configMap.BinaryData["state"] = []byte("no gzip")
			Expect(w.garden.Update(ctx, configMap)).To(Succeed())
		}),
		Entry("emptied", func(ctx context.Context, configMap *corev1.ConfigMap) {
			configMap.BinaryData = nil
			Expect(w.garden.Update(ctx, configMap)).To(Succeed())
		}),
	)

	It("goes on with the last valid rollout while that of the project is invalid", func(ctx SpecContext) {
		before := begun(ctx)
		w.configure(ctx, "flux: {version: v2.8}\nproject: {rollout: {rings: wrong}}\n")
		w.run(ctx)
		Expect(w.revisionOf(ctx, "first")).NotTo(Equal(before))
		Expect(w.revisionOf(ctx, "second")).To(Equal(before))
	})

	It("writes nothing if a ConfigMap has no room, and says what to do", func(ctx SpecContext) {
		noise := func(seed int64) string {
			random, text := rand.New(rand.NewSource(seed)), make([]byte, 900<<10) //nolint:gosec // it has to be incompressible, and the same each time
			for i := range text {
				text[i] = byte('0' + random.Intn(64))
			}
			return string(text)
		}
		w.write(ctx, map[string]string{"config.yaml": head + rings, "noise": noise(1)})
		w.create(ctx, "first", canary)
		w.create(ctx, "second", nil)
		w.run(ctx)
		before := w.read(ctx, "flux-rollout")
		w.report(ctx, "first", fluxv1alpha1.ShootReady, w.state(ctx).Target)
		w.report(ctx, "second", fluxv1alpha1.ShootReady, w.state(ctx).Target)
		w.events()
		w.write(ctx, map[string]string{"config.yaml": head + rings, "noise": noise(2)})
		Expect(w.run(ctx)).To(BeZero(), "to try it again would not help")
		Expect(w.read(ctx, "flux-rollout")).To(Equal(before))
		Expect(w.events()).To(ConsistOf(And(HavePrefix("Warning RolloutTooLarge Nothing is rolled out"), ContainSubstring("Shorten flux-config"))))
	})

	Context("with an operation", func() {
		It("does it, and removes the annotation", func(ctx SpecContext) {
			begun(ctx)
			w.ask(ctx, "pause")
			Expect(w.run(ctx)).To(Equal(w.Interval), "the next decision forgets the operation")
			Expect(w.state(ctx).Paused).To(BeTrue())
			Expect(w.read(ctx, "flux-config").Annotations).To(Equal(map[string]string{"other": "stays"}))
			Expect(w.events()).To(ConsistOf(HavePrefix("Normal RolloutPaused")))
			Expect(w.state(ctx).Operation).To(Equal("pause"))
			w.run(ctx)
			Expect(w.state(ctx).Operation).To(BeEmpty())
			Expect(w.state(ctx).Paused).To(BeTrue())
		})

		It("does it once, if the process ends before the annotation is removed", func(ctx SpecContext) {
			before := begun(ctx)
			w.configure(ctx, rings+"flux: {version: v2.8}\n")
			w.run(ctx)
			w.ask(ctx, "pause")
			w.Garden = interceptor.NewClient(w.garden, interceptor.Funcs{Patch: func(context.Context, client.WithWatch, client.Object, client.Patch, ...client.PatchOption) error {
				return errors.New("connection refused")
			}})
			w.pass(w.Interval)
			_, err := w.Reconcile(ctx, requestFor(namespace))
			Expect(err).To(MatchError(ContainSubstring("failed to remove the annotation")))
			Expect(w.state(ctx).Paused).To(BeTrue())
			w.events()

			w.Garden = w.garden
			w.run(ctx)
			Expect(w.events()).To(BeEmpty())
			Expect(w.read(ctx, "flux-config").Annotations).NotTo(HaveKey(fluxv1alpha1.AnnotationRollout))
			Expect(w.revisionOf(ctx, "second")).To(Equal(before))
		})

		It("removes one that does not exist, and names those that do", func(ctx SpecContext) {
			begun(ctx)
			w.ask(ctx, "faster")
			w.run(ctx)
			Expect(w.events()).To(ConsistOf(And(HavePrefix("Warning RolloutOperationUnknown"), ContainSubstring("pause, resume, rollback"), ContainSubstring("canary, rest"))))
			Expect(w.read(ctx, "flux-config").Annotations).NotTo(HaveKey(fluxv1alpha1.AnnotationRollout))
		})

		It("leaves the annotation if the rollout was not written", func(ctx SpecContext) {
			begun(ctx)
			w.ask(ctx, "pause")
			w.Garden = interceptor.NewClient(w.garden, interceptor.Funcs{Update: func(context.Context, client.WithWatch, client.Object, ...client.UpdateOption) error {
				return errors.New("connection refused")
			}})
			w.pass(w.Interval)
			_, err := w.Reconcile(ctx, requestFor(namespace))
			Expect(err).To(MatchError(ContainSubstring("failed to write ConfigMap garden-demo/flux-rollout")))
			Expect(w.read(ctx, "flux-config").Annotations).To(HaveKeyWithValue(fluxv1alpha1.AnnotationRollout, "pause"))
			Expect(w.events()).To(BeEmpty())
		})
	})

	configMaps := schema.GroupResource{Resource: "configmaps"}
	DescribeTable("keeps flux-rollout",
		func(ctx SpecContext, change func(context.Context)) {
			begun(ctx)
			before := w.read(ctx, "flux-rollout").BinaryData["state"]
			change(ctx)
			w.run(ctx)
			Expect(w.read(ctx, "flux-rollout")).NotTo(BeNil())
			Expect(w.read(ctx, "flux-rollout").BinaryData["state"]).To(Equal(before))
			Expect(w.events()).To(BeEmpty())
		},
		Entry("without flux-config: that it is absent is no decision", func(ctx context.Context) { Expect(w.garden.Delete(ctx, w.read(ctx, "flux-config"))).To(Succeed()) }),
		Entry("with an empty flux-config", func(ctx context.Context) { w.write(ctx, nil) }),
		Entry("with a flux-config of blanks", func(ctx context.Context) { w.write(ctx, map[string]string{"config.yaml": " \n"}) }),
	)

	DescribeTable("keeps flux-rollout if flux-config cannot be read",
		func(ctx SpecContext, content string) {
			begun(ctx)
			w.write(ctx, map[string]string{"config.yaml": content})
			w.run(ctx)
			Expect(w.state(ctx).Rollout.Rings).To(HaveLen(2))
		},
		Entry("no YAML", "project: ["),
		Entry("a list", "[]"),
		Entry("an invalid rollout", head+"project: {rollout: {rings: []}}"),
		Entry("a rollout that is no object", head+"project: {rollout: none}"),
	)

	It("keeps a damaged flux-rollout if flux-config cannot be read", func(ctx SpecContext) {
		begun(ctx)
		damaged := w.read(ctx, "flux-rollout")
		damaged.BinaryData["state"] = []byte("no gzip")
		Expect(w.garden.Update(ctx, damaged)).To(Succeed())
		w.write(ctx, map[string]string{"config.yaml": "project: ["})
		before := w.read(ctx, "flux-rollout")
		w.run(ctx)
		Expect(w.read(ctx, "flux-rollout")).To(Equal(before), "its revisions can be used once the project has corrected flux-config")
	})

	DescribeTable("changes nothing without an answer of the API server",
		func(ctx SpecContext, name string, answer error) {
			begun(ctx)
			if name == "flux-config" {
				w.configure(ctx, "flux: {version: v2.8}\n")
			}
			before := w.read(ctx, "flux-rollout")
			w.Live = interceptor.NewClient(w.garden, interceptor.Funcs{
				Get: func(ctx context.Context, c client.WithWatch, key client.ObjectKey, object client.Object, options ...client.GetOption) error {
					if key.Name == name {
						return answer
					}
					return c.Get(ctx, key, object, options...)
				},
			})
			w.pass(w.Interval)
			_, err := w.Reconcile(ctx, requestFor(namespace))
			Expect(err).To(MatchError(ContainSubstring("failed to read ConfigMap garden-demo/" + name)))
			Expect(w.read(ctx, "flux-rollout")).To(Equal(before))
		},
		Entry("about flux-config", "flux-config", errors.New("connection refused")),
		Entry("about flux-config: a proxy answers 404", "flux-config", apierrors.NewGenericServerResponse(404, "get", configMaps, "flux-config", "404 page not found", 0, true)),
		Entry("about flux-rollout: it would be taken for lost", "flux-rollout", apierrors.NewGenericServerResponse(404, "get", configMaps, "flux-rollout", "404 page not found", 0, true)),
		Entry("about flux-status: the Shoots would count as not reported", "flux-status", apierrors.NewForbidden(configMaps, "flux-status", nil)),
	)

	DescribeTable("deletes flux-rollout when the project has removed its rollout",
		func(ctx SpecContext, data map[string]string) {
			begun(ctx)
			w.write(ctx, data)
			w.run(ctx)
			Expect(w.read(ctx, "flux-rollout")).To(BeNil())
			Expect(w.read(ctx, "flux-config").Data).To(Equal(data), "what is the user's stays")
			Expect(w.read(ctx, "flux-status")).NotTo(BeNil())
		},
		Entry("with the rest of the configuration", map[string]string{"config.yaml": head + "flux: {version: v2.8}\n"}),
		Entry("with all settings of the project", map[string]string{"config.yaml": head}),
		Entry("also if something else is invalid", map[string]string{"config.yaml": head + "flux: {version: v1.0}\n"}),
		Entry("with another form of the configuration", map[string]string{"url": "https://git.example.com/fleet"}),
	)

	It("does not delete flux-rollout if it was written after it was read", func(ctx SpecContext) {
		begun(ctx)
		w.configure(ctx, "flux: {version: v2.8}\n")
		w.Garden = interceptor.NewClient(w.garden, interceptor.Funcs{Delete: func(_ context.Context, _ client.WithWatch, object client.Object, options ...client.DeleteOption) error {
			applied := (&client.DeleteOptions{}).ApplyOptions(options)
			Expect(applied.Preconditions).NotTo(BeNil())
			Expect(applied.Preconditions.ResourceVersion).To(HaveValue(Equal(object.GetResourceVersion())))
			return apierrors.NewConflict(configMaps, object.GetName(), errors.New("it was changed"))
		}})
		w.run(ctx)
		Expect(w.read(ctx, "flux-rollout")).NotTo(BeNil())
	})

	It("leaves a project without rollout alone", func(ctx SpecContext) {
		w.configure(ctx, "flux: {version: v2.8}\n")
		w.create(ctx, "first", nil)
		w.ask(ctx, "pause")
		Expect(w.run(ctx)).To(BeZero())
		Expect(w.read(ctx, "flux-rollout")).To(BeNil())
		Expect(w.read(ctx, "flux-config").Annotations).To(HaveKey(fluxv1alpha1.AnnotationRollout))
	})

	It("counts each project in one phase", func(ctx SpecContext) {
		counted := func() map[string]float64 {
			families, err := w.registry.Gather()
			Expect(err).NotTo(HaveOccurred())
			found := map[string]float64{}
			for _, metric := range families[0].GetMetric() {
				if value := metric.GetGauge().GetValue(); value != 0 {
					found[metric.GetLabel()[0].GetValue()] = value
				}
			}
			return found
		}
		Expect(counted()).To(BeEmpty())
		begun(ctx)
		w.run(ctx)
		Expect(counted()).To(Equal(map[string]float64{"Complete": 1}))
		w.configure(ctx, rings+"flux: {version: v2.8}\n")
		w.run(ctx)
		w.report(ctx, "first", fluxv1alpha1.ShootFailed, w.state(ctx).Target)
		w.run(ctx)
		Expect(counted()).To(Equal(map[string]float64{"Stopped": 1}))
		Expect(w.events()).To(ContainElement(HavePrefix("Warning RolloutStopped")))
		w.configure(ctx, "flux: {version: v2.8}\n")
		w.run(ctx)
		Expect(counted()).To(BeEmpty())
	})

	DescribeTable("places the Shoots of the project that use Flux",
		func(ctx SpecContext, change func(*gardencorev1beta1.Shoot), placed bool) {
			w.configure(ctx, rings)
			w.create(ctx, "it", change)
			w.run(ctx)
			if placed {
				Expect(w.state(ctx).Shoots).To(HaveKey("it"))
			} else {
				Expect(w.state(ctx).Shoots).To(BeEmpty())
			}
		},
		Entry("one that names Flux", nil, true),
		Entry("one that disables it", func(shoot *gardencorev1beta1.Shoot) { shoot.Spec.Extensions[0].Disabled = new(true) }, false),
		Entry("one without", func(shoot *gardencorev1beta1.Shoot) { shoot.Spec.Extensions = nil }, false),
		Entry("one of another project", func(shoot *gardencorev1beta1.Shoot) { shoot.Namespace = "garden-other" }, false),
	)

	It("forgets a Shoot that is being deleted", func(ctx SpecContext) {
		w.configure(ctx, rings)
		w.create(ctx, "it", func(shoot *gardencorev1beta1.Shoot) { shoot.Finalizers = []string{"gardener"} })
		w.run(ctx)
		Expect(w.state(ctx).Shoots).To(HaveKey("it"))
		Expect(w.garden.Delete(ctx, &gardencorev1beta1.Shoot{ObjectMeta: metav1.ObjectMeta{Namespace: namespace, Name: "it"}})).To(Succeed())
		w.run(ctx)
		Expect(w.state(ctx).Shoots).To(BeEmpty())
	})

	It("does not stop because of the report of a former Shoot of the same name", func(ctx SpecContext) {
		begun(ctx)
		w.configure(ctx, rings+"flux: {version: v2.8}\n")
		w.run(ctx)
		status := w.read(ctx, "flux-status")
		status.Data["first"] = `{"uid":"former","state":"Failed","revision":"` + w.state(ctx).Target + `"}`
		Expect(w.garden.Update(ctx, status)).To(Succeed())
		w.run(ctx)
		Expect(w.state(ctx).Rings[0].Stopped).To(BeFalse())
	})

	It("ignores what members of the project write into flux-status", func(ctx SpecContext) {
		begun(ctx)
		w.run(ctx)
		status := w.read(ctx, "flux-status")
		status.Data["first"], status.Data["note"] = "no JSON", "mine"
		Expect(w.garden.Update(ctx, status)).To(Succeed())
		w.run(ctx)
		Expect(w.state(ctx).Shoots).To(HaveLen(2))
		Expect(w.read(ctx, "flux-status")).To(HaveField("Data", HaveKeyWithValue("note", "mine")))
	})
})
