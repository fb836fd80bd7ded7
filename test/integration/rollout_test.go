// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package integration_test

import (
	"context"
	"errors"
	"fmt"
	"time"

	gardencorev1beta1 "github.com/gardener/gardener/pkg/apis/core/v1beta1"
	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"
	"github.com/prometheus/client_golang/prometheus"
	corev1 "k8s.io/api/core/v1"
	apierrors "k8s.io/apimachinery/pkg/api/errors"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/types"
	corev1ac "k8s.io/client-go/applyconfigurations/core/v1"
	"k8s.io/client-go/tools/events"
	testclock "k8s.io/utils/clock/testing"
	"sigs.k8s.io/controller-runtime/pkg/client"
	"sigs.k8s.io/controller-runtime/pkg/client/fake"
	"sigs.k8s.io/controller-runtime/pkg/reconcile"

	rolloutcontroller "github.com/shoot-flux/gardener-extension-shoot-flux/pkg/controller/garden/rollout"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/garden"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/rollout"
	"github.com/shoot-flux/gardener-extension-shoot-flux/test/support/controllertest"
)

// disturbed is a client that calls a function before each write.
type disturbed struct {
	client.Client

	before func(verb string) error
}

func (d *disturbed) Update(ctx context.Context, object client.Object, options ...client.UpdateOption) error {
	if err := d.before("update"); err != nil {
		return err
	}
	return d.Client.Update(ctx, object, options...)
}

func (d *disturbed) Patch(ctx context.Context, object client.Object, patch client.Patch, options ...client.PatchOption) error {
	if err := d.before("patch"); err != nil {
		return err
	}
	return d.Client.Patch(ctx, object, patch, options...)
}

func (d *disturbed) Delete(ctx context.Context, object client.Object, options ...client.DeleteOption) error {
	if err := d.before("delete"); err != nil {
		return err
	}
	return d.Client.Delete(ctx, object, options...)
}

var _ = Describe("Rollout with the roles of the chart", Ordered, func() {
	const namespace, identity = "garden-rollout", "system:serviceaccount:kube-system:extension-admission-shoot-flux"
	const annotation = "flux.extensions.gardener.cloud/rollout"
	const head = "apiVersion: flux.extensions.gardener.cloud/v1alpha1\nkind: FluxConfig\n"
	const rings = head + "project: {rollout: {rings: [{name: canary, shoots: {matchLabels: {ring: canary}}}, {name: rest}]}}\n"
	var (
		admin, own, shoots client.Client
		disturbance        *disturbed
		clock              *testclock.FakePassiveClock
		recorder           *events.FakeRecorder
		reconciler         *rolloutcontroller.Reconciler
	)
	configMap := func(ctx context.Context, name string) *corev1.ConfigMap {
		GinkgoHelper()
		found := &corev1.ConfigMap{}
		err := admin.Get(ctx, client.ObjectKey{Namespace: namespace, Name: name}, found)
		if apierrors.IsNotFound(err) {
			return nil
		}
		Expect(err).NotTo(HaveOccurred())
		return found
	}
	configure := func(ctx context.Context, content string) {
		GinkgoHelper()
		config := configMap(ctx, "flux-config")
		config.Data = map[string]string{"config.yaml": content}
		Expect(admin.Update(ctx, config)).To(Succeed())
	}
	ask := func(ctx context.Context, operation string) {
		GinkgoHelper()
		config := configMap(ctx, "flux-config")
		config.Annotations = map[string]string{annotation: operation, "other": "stays"}
		Expect(admin.Update(ctx, config)).To(Succeed())
	}
	run := func(ctx context.Context) error {
		clock.SetTime(clock.Now().Add(2 * time.Second))
		_, err := reconciler.Reconcile(ctx, reconcile.Request{NamespacedName: client.ObjectKey{Name: namespace}})
		return err
	}
	state := func(ctx context.Context) *rollout.State {
		GinkgoHelper()
		stored := configMap(ctx, "flux-rollout")
		Expect(stored).NotTo(BeNil())
		s, err := rollout.Decode(stored)
		Expect(err).NotTo(HaveOccurred())
		return s
	}
	recorded := func() (found []string) {
		for {
			select {
			case event := <-recorder.Events:
				found = append(found, event)
			default:
				return found
			}
		}
	}

	BeforeAll(func(ctx SpecContext) {
		admin, own = newClient(), impersonate(identity, "system:serviceaccounts", "system:serviceaccounts:kube-system")
		Expect(admin.Create(ctx, &corev1.Namespace{ObjectMeta: metav1.ObjectMeta{Name: namespace, Labels: map[string]string{"gardener.cloud/role": "project"}}})).To(Succeed())
		applyGardenChartWith(ctx, withAdmission())
		scheme := admin.Scheme()
		Expect(gardencorev1beta1.AddToScheme(scheme)).To(Succeed())
		shoots = fake.NewClientBuilder().WithScheme(scheme).Build()
		for name, ring := range map[string]string{"first": "canary", "second": "other"} {
			shoot := &gardencorev1beta1.Shoot{ObjectMeta: metav1.ObjectMeta{Namespace: namespace, Name: name, UID: types.UID(name), Labels: map[string]string{"ring": ring}}}
			shoot.Spec.Extensions = []gardencorev1beta1.Extension{{Type: "shoot-flux"}}
			Expect(shoots.Create(ctx, shoot)).To(Succeed())
		}
		clock, recorder = testclock.NewFakePassiveClock(time.Now()), events.NewFakeRecorder(20)
		phases := rolloutcontroller.NewPhases(prometheus.NewRegistry())
		disturbance = &disturbed{Client: &statusAndShoots{Client: own, shoots: shoots}}
		reconciler = &rolloutcontroller.Reconciler{
			Stops:  notStopped(),
			Method: &rolloutcontroller.Project{Garden: disturbance, Live: own, Resolver: controllertest.NewResolver(), DefaultVersion: garden.NewDefaultVersion(false), Phases: phases},
			Garden: disturbance, Live: own, Events: recorder, Clock: clock, Interval: 2 * time.Second,
		}
		Expect(admin.Create(ctx, &corev1.ConfigMap{ObjectMeta: metav1.ObjectMeta{Namespace: namespace, Name: "flux-config"}, Data: map[string]string{"config.yaml": rings}})).To(Succeed())
	})

	BeforeEach(func() { disturbance.before = func(string) error { return nil } })

	It("creates flux-rollout", func(ctx SpecContext) {
		Eventually(run, "20s").WithContext(ctx).Should(Succeed())
		Expect(state(ctx).Members).To(And(HaveLen(2), HaveKey("first"), HaveKey("second")))
		Expect(configMap(ctx, "flux-rollout").Data["status.yaml"]).To(ContainSubstring("phase: "))
		statuses := map[string]string{}
		for _, name := range []string{"first", "second"} {
			statuses[name] = fmt.Sprintf(`{"uid":%q,"seed":"alpha","state":"Ready","ready":true,"revision":%q}`, name, state(ctx).Target)
		}
		Expect(admin.Apply(ctx, corev1ac.ConfigMap("flux-status", namespace).WithData(statuses), client.FieldOwner("shoot-flux-seed-alpha"))).To(Succeed())
		Expect(run(ctx)).To(Succeed())
		before := configMap(ctx, "flux-rollout").ResourceVersion
		Expect(run(ctx)).To(Succeed())
		Expect(configMap(ctx, "flux-rollout").ResourceVersion).To(Equal(before), "nothing has changed")
		recorded()
	})

	It("does not overwrite concurrent changes", func(ctx SpecContext) {
		before := state(ctx).Target
		configure(ctx, rings+"flux: {componentsExtra: [image-reflector-controller]}\n")
		disturbance.before = func(verb string) error {
			if verb == "update" {
				other := configMap(ctx, "flux-rollout")
				other.Labels = map[string]string{"written": "meanwhile"}
				return admin.Update(ctx, other)
			}
			return nil
		}
		Expect(run(ctx)).To(Succeed())
		Expect(state(ctx).Target).To(Equal(before))
		Expect(configMap(ctx, "flux-rollout").Labels).To(HaveKeyWithValue("written", "meanwhile"))
		Expect(recorded()).To(BeEmpty())

		disturbance.before = func(string) error { return nil }
		Expect(run(ctx)).To(Succeed())
		Expect(state(ctx).Target).NotTo(Equal(before))
		Expect(state(ctx).Members["first"].Revision).To(Equal(state(ctx).Target))
		Expect(state(ctx).Members["second"].Revision).To(Equal(before))
		recorded()
	})

	It("runs an operation once if the process ends before the removal of the annotation", func(ctx SpecContext) {
		ask(ctx, "rollback")
		disturbance.before = func(verb string) error {
			if verb == "patch" {
				return errors.New("the process ends")
			}
			return nil
		}
		Expect(run(ctx)).To(MatchError(ContainSubstring("the process ends")))
		Expect(state(ctx).RolledBack).To(BeTrue())
		Expect(recorded()).To(ContainElement(HavePrefix("Warning RolloutRolledBack")))
		Expect(configMap(ctx, "flux-config").Annotations).To(HaveKey(annotation))
		before := state(ctx)
		Expect(before.Operation).To(Equal("rollback"))

		disturbance.before = func(string) error { return nil }
		Expect(run(ctx)).To(Succeed())
		Expect(recorded()).To(BeEmpty(), "it was done before")
		before.Operation = ""
		Expect(state(ctx)).To(Equal(before), "it can be asked for again")
		Expect(configMap(ctx, "flux-config").Annotations).To(Equal(map[string]string{"other": "stays"}))
	})

	It("keeps an annotation that requests another operation meanwhile", func(ctx SpecContext) {
		ask(ctx, "pause")
		disturbance.before = func(verb string) error {
			if verb == "patch" {
				ask(ctx, "resume")
			}
			return nil
		}
		Expect(run(ctx)).To(Succeed())
		Expect(configMap(ctx, "flux-config").Annotations).To(HaveKeyWithValue(annotation, "resume"))
		Expect(state(ctx).Paused).To(BeTrue())

		disturbance.before = func(string) error { return nil }
		Expect(run(ctx)).To(Succeed())
		Expect(state(ctx).Paused).To(BeFalse())
		Expect(configMap(ctx, "flux-config").Annotations).NotTo(HaveKey(annotation))
	})

	It("can remove its annotation of flux-config, and change nothing else", func(ctx SpecContext) {
		ask(ctx, "pause")
		Eventually(ctx, func() error {
			label := client.RawPatch(types.MergePatchType, []byte(`{"metadata":{"labels":{"a":"b"}}}`))
			return own.Patch(ctx, configMap(ctx, "flux-config"), label, client.DryRunAll)
		}).Should(MatchError(ContainSubstring("and change nothing else of it")), "the policy is at work")
		remove := `"` + annotation + `":null`
		for what, patch := range map[string]string{
			"the configuration":       `{"metadata":{"annotations":{` + remove + `}},"data":{"config.yaml":"x"}}`,
			"binary data":             `{"metadata":{"annotations":{` + remove + `}},"binaryData":{"x":"eA=="}}`,
			"that it can be changed":  `{"metadata":{"annotations":{` + remove + `}},"immutable":true}`,
			"labels":                  `{"metadata":{"annotations":{` + remove + `},"labels":{"a":"b"}}}`,
			"finalizers":              `{"metadata":{"annotations":{` + remove + `},"finalizers":["example.com/a"]}}`,
			"owners":                  `{"metadata":{"annotations":{` + remove + `},"ownerReferences":[{"apiVersion":"v1","kind":"ConfigMap","name":"gone","uid":"gone"}]}}`,
			"the operation":           `{"metadata":{"annotations":{"` + annotation + `":"rollback"}}}`,
			"another annotation":      `{"metadata":{"annotations":{` + remove + `,"other":"changed"}}}`,
			"an annotation more":      `{"metadata":{"annotations":{` + remove + `,"more":"x"}}}`,
			"another annotation less": `{"metadata":{"annotations":{` + remove + `,"other":null}}}`,
		} {
			err := own.Patch(ctx, configMap(ctx, "flux-config"), client.RawPatch(types.MergePatchType, []byte(patch)))
			Expect(err).To(MatchError(ContainSubstring("and change nothing else of it")), what)
			Expect(apierrors.IsForbidden(err)).To(BeTrue(), what)
		}
		Expect(apierrors.IsForbidden(own.Delete(ctx, configMap(ctx, "flux-config")))).To(BeTrue())
		Expect(own.Patch(ctx, configMap(ctx, "flux-config"), client.RawPatch(types.MergePatchType, []byte(`{"metadata":{"annotations":{`+remove+`}}}`)))).To(Succeed())
	})

	It("deletes flux-rollout only after the project has removed its rollout", func(ctx SpecContext) {
		for _, content := range []string{"", " \n", "project: [", "[]", head + "project: {rollout: {rings: []}}"} {
			configure(ctx, content)
			Expect(run(ctx)).To(Succeed())
			Expect(configMap(ctx, "flux-rollout")).NotTo(BeNil(), "with %q", content)
		}
		config := configMap(ctx, "flux-config")
		Expect(admin.Delete(ctx, config)).To(Succeed())
		Expect(run(ctx)).To(Succeed())
		Expect(configMap(ctx, "flux-rollout")).NotTo(BeNil(), "without flux-config")
		config.ResourceVersion, config.UID = "", ""
		Expect(admin.Create(ctx, config)).To(Succeed())

		configure(ctx, head+"flux: {version: v2.8}\n")
		disturbance.before = func(verb string) error {
			if verb == "delete" {
				other := configMap(ctx, "flux-rollout")
				other.Labels = map[string]string{"written": "again"}
				return admin.Update(ctx, other)
			}
			return nil
		}
		Expect(run(ctx)).To(Succeed())
		Expect(configMap(ctx, "flux-rollout")).NotTo(BeNil(), "it was written after it was read")

		disturbance.before = func(string) error { return nil }
		Expect(run(ctx)).To(Succeed())
		Expect(configMap(ctx, "flux-rollout")).To(BeNil())
		Expect(configMap(ctx, "flux-config")).NotTo(BeNil())
		Expect(configMap(ctx, "flux-status").Data).To(HaveLen(2))
	})
})
