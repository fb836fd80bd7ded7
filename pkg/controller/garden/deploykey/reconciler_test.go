// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package deploykey

import (
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"strings"
	"time"

	gardencorev1beta1 "github.com/gardener/gardener/pkg/apis/core/v1beta1"
	"github.com/gardener/gardener/pkg/client/kubernetes"
	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"
	corev1 "k8s.io/api/core/v1"
	eventsv1 "k8s.io/api/events/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/types"
	corev1ac "k8s.io/client-go/applyconfigurations/core/v1"
	"k8s.io/client-go/tools/events"
	testclock "k8s.io/utils/clock/testing"
	"sigs.k8s.io/controller-runtime/pkg/client"
	fakeclient "sigs.k8s.io/controller-runtime/pkg/client/fake"
	"sigs.k8s.io/controller-runtime/pkg/client/interceptor"
	"sigs.k8s.io/controller-runtime/pkg/event"
	"sigs.k8s.io/controller-runtime/pkg/reconcile"

	fluxv1alpha1 "github.com/shoot-flux/gardener-extension-shoot-flux/pkg/apis/flux/v1alpha1"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/configuration/document"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/configuration/resolved"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/garden"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/kube"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/report/fleet"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/secrets"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/secrets/keypair"
	"github.com/shoot-flux/gardener-extension-shoot-flux/test/support/controllertest"
)

// keyController is a garden controller. Other processes may have led before it.
type keyController struct {
	*Reconciler
	clock    *testclock.FakePassiveClock
	projects *controllertest.Projects
	recorder *events.FakeRecorder
}

func newKeyController(gardenClient client.Client, shoots ...client.Object) *keyController {
	s := &keyController{
		clock:    testclock.NewFakePassiveClock(time.Date(2026, 11, 21, 12, 0, 0, 0, time.UTC)),
		projects: &controllertest.Projects{States: map[string]garden.State{}},
		recorder: events.NewFakeRecorder(10),
	}
	s.Reconciler = &Reconciler{
		Shoots: fakeclient.NewClientBuilder().WithScheme(kubernetes.GardenScheme).WithObjects(shoots...).Build(), Garden: gardenClient,
		Projects: s.projects, Resolver: controllertest.NewResolver(), Store: secrets.NewStore(gardenClient, rand.Reader, s.clock), Events: s.recorder,
		Statuses:  garden.NewStatusConfigMaps(gardenClient, "", s.clock, 0),
		Reminders: gardenClient, Registration: NewRegistration(&hostRegistrar{}, "garden-1", func(time.Duration) time.Duration { return 0 }), Costs: kube.NewCosts(s.clock, kube.ElapsedTime(s.clock)), Clock: s.clock, Poll: 7 * time.Second, LongestPoll: 5 * time.Minute, ScanRetry: 30 * time.Second,
	}
	return s
}

// reconcile has the controller watch the Secret in the garden, and reconcile the project.
func (s *keyController) reconcile(ctx context.Context, cluster client.Client) (reconcile.Result, error) {
	GinkgoHelper()
	secret := &corev1.Secret{}
	Expect(cluster.Get(ctx, client.ObjectKey{Namespace: "garden-demo", Name: "flux-source"}, secret)).To(Succeed())
	state := s.projects.States["garden-demo"]
	state.KeyVersion, state.KeyAnnotations, state.KeyCreated = secret.ResourceVersion, secret.Annotations, secret.CreationTimestamp.Time
	s.projects.States["garden-demo"] = state
	return s.Reconcile(ctx, requestFor("garden-demo"))
}

// stepsOf returns the steps for the first key.
func stepsOf(ctx context.Context, r *Reconciler) steps {
	return steps{r, r.Store, r.sourceKeySecret(ctx, "garden-demo"), func() (map[string]fluxv1alpha1.ShootStatus, error) { return r.Statuses.Statuses(ctx, "garden-demo") }}
}

// usesFlux returns a Shoot that uses Flux.
func usesFlux(project, name string, change ...func(*gardencorev1beta1.Shoot)) client.Object {
	shoot := &gardencorev1beta1.Shoot{ObjectMeta: metav1.ObjectMeta{Namespace: project, Name: name, UID: types.UID("uid-" + name)}}
	shoot.Spec.Extensions = []gardencorev1beta1.Extension{{Type: "shoot-flux"}}
	for _, c := range change {
		c(shoot)
	}
	return shoot
}

var _ = Describe("Reconciler", func() {
	var (
		gardenClient client.Client
		fails        map[string]error
	)
	BeforeEach(func() {
		fails = map[string]error{}
		key, err := keypair.GenerateDeployKey(rand.Reader, "ed25519")
		Expect(err).NotTo(HaveOccurred())
		gardenClient = fakeclient.NewClientBuilder().WithReturnManagedFields().WithObjects(&corev1.Secret{
			ObjectMeta: metav1.ObjectMeta{Namespace: "garden-demo", Name: "flux-source", CreationTimestamp: metav1.NewTime(time.Date(2026, 1, 1, 0, 0, 0, 0, time.UTC))},
			Data:       map[string][]byte{"identity": key.Identity, "identity.pub": []byte(key.PublicKey)},
		}).WithInterceptorFuncs(interceptor.Funcs{
			Patch: func(ctx context.Context, c client.WithWatch, o client.Object, p client.Patch, opts ...client.PatchOption) error {
				if err := fails["patch"]; err != nil {
					return err
				}
				return c.Patch(ctx, o, p, opts...)
			},
			Create: func(ctx context.Context, c client.WithWatch, o client.Object, opts ...client.CreateOption) error {
				if err := fails["create"]; err != nil {
					return err
				}
				return c.Create(ctx, o, opts...)
			},
		}).Build()
	})
	change := func(ctx context.Context, annotations map[string]string) {
		GinkgoHelper()
		secret := &corev1.Secret{}
		Expect(gardenClient.Get(ctx, client.ObjectKey{Namespace: "garden-demo", Name: "flux-source"}, secret)).To(Succeed())
		for name, value := range annotations {
			metav1.SetMetaDataAnnotation(&secret.ObjectMeta, "flux.extensions.gardener.cloud/"+name, value)
		}
		Expect(gardenClient.Update(ctx, secret)).To(Succeed())
	}
	annotations := func(ctx context.Context) map[string]string {
		GinkgoHelper()
		secret := &corev1.Secret{}
		Expect(gardenClient.Get(ctx, client.ObjectKey{Namespace: "garden-demo", Name: "flux-source"}, secret)).To(Succeed())
		return secret.Annotations
	}
	report := func(ctx context.Context, name string, status fluxv1alpha1.ShootStatus) {
		GinkgoHelper()
		status.Seed = "alpha"
		configMap := &corev1.ConfigMap{}
		Expect(client.IgnoreNotFound(gardenClient.Get(ctx, client.ObjectKey{Namespace: "garden-demo", Name: "flux-status"}, configMap))).To(Succeed())
		entries := corev1ac.ConfigMap("flux-status", "garden-demo").WithData(configMap.Data).WithData(map[string]string{name: fleet.Encode(status)})
		Expect(gardenClient.Apply(ctx, entries, client.ForceOwnership, client.FieldOwner("shoot-flux-seed-alpha"))).To(Succeed())
	}

	Describe("rotate", func() {
		It("runs once and records one Event, even with two leaders", func(ctx SpecContext) {
			alpha, beta := newKeyController(gardenClient), newKeyController(gardenClient)
			change(ctx, map[string]string{"operation": "rotate-deploy-key-start"})
			_, err := alpha.reconcile(ctx, gardenClient)
			Expect(err).NotTo(HaveOccurred())
			Expect(alpha.recorder.Events).To(Receive(HavePrefix("Normal DeployKeyRotationPrepared The next deploy key, SHA256:")))
			prepared := annotations(ctx)
			// The watch of the other process has the request, but not the result yet.
			state := beta.projects.States["garden-demo"]
			state.KeyVersion, state.KeyAnnotations = "1", map[string]string{"flux.extensions.gardener.cloud/operation": "rotate-deploy-key-start"}
			beta.projects.States["garden-demo"] = state
			_, err = beta.Reconcile(ctx, requestFor("garden-demo"))
			Expect(err).NotTo(HaveOccurred())
			Expect(annotations(ctx)).To(Equal(prepared))
			Expect(beta.recorder.Events).To(BeEmpty())
		})

		It("refuses to complete while the configuration has an error", func(ctx SpecContext) {
			s := newKeyController(gardenClient)
			s.projects.States["garden-demo"] = garden.State{ConfigMap: &document.ConfigMap{Namespace: "garden-demo", Data: map[string]string{"repositoryURL": "x"}}}
			change(ctx, map[string]string{"operation": "rotate-deploy-key-start"})
			_, err := s.reconcile(ctx, gardenClient)
			Expect(err).NotTo(HaveOccurred())
			Expect(annotations(ctx)).To(HaveKey("flux.extensions.gardener.cloud/next-fingerprint"), "to prepare does no harm")
			change(ctx, map[string]string{"operation": "rotate-deploy-key-complete"})
			_, err = s.reconcile(ctx, gardenClient)
			Expect(err).NotTo(HaveOccurred())
			Expect(annotations(ctx)).To(HaveKeyWithValue("flux.extensions.gardener.cloud/operation-error", HavePrefix("rotate-deploy-key-complete: ConfigMap garden-demo/flux-config has a configuration error")))
			s.projects.States["garden-demo"] = garden.State{}
			change(ctx, map[string]string{"operation": "rotate-deploy-key-complete"})
			_, err = s.reconcile(ctx, gardenClient)
			Expect(err).NotTo(HaveOccurred())
			Expect(annotations(ctx)).To(And(HaveKey("flux.extensions.gardener.cloud/rotated-at"), Not(HaveKey("flux.extensions.gardener.cloud/operation-error"))))
		})

		It("continues a rotation that the seeds started", func(ctx SpecContext) {
			// The seeds have stored a next key, and the user requests to complete the rotation.
			next, err := keypair.GenerateDeployKey(rand.Reader, "ed25519")
			Expect(err).NotTo(HaveOccurred())
			secret := &corev1.Secret{}
			Expect(gardenClient.Get(ctx, client.ObjectKey{Namespace: "garden-demo", Name: "flux-source"}, secret)).To(Succeed())
			secret.Data["next.identity"], secret.Data["next.identity.pub"] = next.Identity, []byte(next.PublicKey+"\n")
			Expect(gardenClient.Update(ctx, secret)).To(Succeed())
			present, err := keypair.ParseDeployKey(secret.Data)
			Expect(err).NotTo(HaveOccurred())
			change(ctx, map[string]string{
				"fingerprint": present.Fingerprint, "public-key": present.PublicKey, "generated-at": "2026-01-01T00:00:00Z",
				"next-fingerprint": next.Fingerprint, "next-public-key": next.PublicKey, "next-generated-at": "2026-11-21T11:00:00Z",
				"operation": "rotate-deploy-key-complete",
			})

			s := newKeyController(gardenClient, usesFlux("garden-demo", "one"))
			_, err = s.reconcile(ctx, gardenClient)
			Expect(err).NotTo(HaveOccurred())
			Expect(gardenClient.Get(ctx, client.ObjectKeyFromObject(secret), secret)).To(Succeed())
			Expect(secret.Data["identity"]).To(Equal(next.Identity))
			Expect(annotations(ctx)).To(And(HaveKeyWithValue("flux.extensions.gardener.cloud/fingerprint", next.Fingerprint),
				HaveKeyWithValue("flux.extensions.gardener.cloud/previous-fingerprint", present.Fingerprint)))

			By("one Shoot reports the new key, another one the previous key")
			report(ctx, "one", fluxv1alpha1.ShootStatus{UID: "uid-one", DeployKeyFingerprint: next.Fingerprint})
			report(ctx, "two", fluxv1alpha1.ShootStatus{UID: "uid-two", DeployKeyFingerprint: present.Fingerprint})
			_, err = s.reconcile(ctx, gardenClient)
			Expect(err).NotTo(HaveOccurred())
			Expect(annotations(ctx)).To(HaveKeyWithValue("flux.extensions.gardener.cloud/lagging-shoots", "two"))
			report(ctx, "two", fluxv1alpha1.ShootStatus{UID: "uid-two", DeployKeyFingerprint: next.Fingerprint})
			_, err = s.reconcile(ctx, gardenClient)
			Expect(err).NotTo(HaveOccurred())
			Expect(annotations(ctx)).NotTo(HaveKey("flux.extensions.gardener.cloud/previous-fingerprint"))
		})

		It("does not run a deregistration", func(ctx SpecContext) {
			s := newKeyController(gardenClient)
			change(ctx, map[string]string{"operation": "deregister-deploy-key"})
			_, err := stepsOf(ctx, s.Reconciler).rotate(ctx, projectKey{namespace: "garden-demo", state: garden.State{KeyAnnotations: annotations(ctx)}})
			Expect(err).NotTo(HaveOccurred())
			Expect(annotations(ctx)).To(HaveKey("flux.extensions.gardener.cloud/operation"))
		})

		It("does nothing before the state in the garden is known", func(ctx SpecContext) {
			s := newKeyController(gardenClient)
			s.projects.Unknown = true
			change(ctx, map[string]string{"operation": "rotate-deploy-key-start"})
			Expect(s.reconcile(ctx, gardenClient)).To(Equal(reconcile.Result{}))
			Expect(annotations(ctx)).To(HaveKey("flux.extensions.gardener.cloud/operation"))
		})
	})

	Describe("retire", func() {
		rotated := map[string]string{"fingerprint": "SHA256:new", "previous-fingerprint": "SHA256:old", "previous-public-key": "ssh-ed25519 old", "rotated-at": "2026-11-21T11:59:00Z"}
		const now = "2026-11-21T11:59:00Z"
		running := func(name, fingerprint string) fluxv1alpha1.ShootStatus {
			return fluxv1alpha1.ShootStatus{UID: types.UID("uid-" + name), DeployKeyFingerprint: fingerprint}
		}
		hibernated := func(name, rotation string) fluxv1alpha1.ShootStatus {
			return fluxv1alpha1.ShootStatus{UID: types.UID("uid-" + name), DeployKeyFingerprint: "SHA256:old", DeployKeyRotation: rotation, Hibernated: true}
		}

		DescribeTable("removes the previous key only if no Shoot needs it:",
			func(ctx SpecContext, shoot client.Object, reported map[string]fluxv1alpha1.ShootStatus, lagging ...string) {
				s := newKeyController(gardenClient, shoot)
				change(ctx, rotated)
				for name, status := range reported {
					report(ctx, name, status)
				}
				result, err := s.reconcile(ctx, gardenClient)
				Expect(err).NotTo(HaveOccurred())
				Expect(annotations(ctx)["flux.extensions.gardener.cloud/lagging-shoots"]).To(Equal(strings.Join(lagging, ", ")))
				if len(lagging) > 0 || len(reported) == 0 {
					Expect(annotations(ctx)).To(HaveKey("flux.extensions.gardener.cloud/previous-fingerprint"))
					Expect(result.RequeueAfter).To(Equal(7 * time.Second))
					Expect(s.recorder.Events).To(BeEmpty())
					return
				}
				Expect(annotations(ctx)).NotTo(HaveKey("flux.extensions.gardener.cloud/previous-fingerprint"))
				Expect(annotations(ctx)).NotTo(HaveKey("flux.extensions.gardener.cloud/previous-public-key"))
				Expect(s.recorder.Events).To(Receive(And(HavePrefix("Normal DeployKeyRetired"), ContainSubstring("SHA256:old"))))
			},
			Entry("all Shoots have the current key", usesFlux("garden-demo", "one"), map[string]fluxv1alpha1.ShootStatus{"one": running("one", "SHA256:new"), "there": running("there", "SHA256:new")}),
			Entry("a Shoot has the previous key", usesFlux("garden-demo", "one"), map[string]fluxv1alpha1.ShootStatus{"one": running("one", "SHA256:old")}, "one"),
			Entry("a Shoot on another seed has the previous key", usesFlux("garden-demo", "one"), map[string]fluxv1alpha1.ShootStatus{"one": running("one", "SHA256:new"), "there": running("there", "SHA256:old")}, "there"),
			Entry("a Shoot whose key is unknown", usesFlux("garden-demo", "one"), map[string]fluxv1alpha1.ShootStatus{"one": running("one", "unknown")}, "one"),
			Entry("a hibernated Shoot on another seed wakes up with the current key", usesFlux("garden-demo", "one"), map[string]fluxv1alpha1.ShootStatus{"one": running("one", "SHA256:new"), "there": hibernated("there", now)}),
			Entry("a hibernated Shoot on another seed wakes up with the previous key after a configuration error", usesFlux("garden-demo", "one"),
				map[string]fluxv1alpha1.ShootStatus{"one": running("one", "SHA256:new"), "there": hibernated("there", "2026-11-20T10:00:00Z")}, "there"),
			Entry("the entry of a hibernated Shoot on another seed has no rotation", usesFlux("garden-demo", "one"),
				map[string]fluxv1alpha1.ShootStatus{"one": running("one", "SHA256:new"), "there": hibernated("there", "")}, "there"),
			Entry("a hibernated Shoot on another seed whose key is unknown", usesFlux("garden-demo", "one"),
				map[string]fluxv1alpha1.ShootStatus{"one": running("one", "SHA256:new"), "there": hibernated("there", "unknown")}, "there"),
			Entry("a hibernated Shoot on another seed got an older key after its hibernation", usesFlux("garden-demo", "one"),
				map[string]fluxv1alpha1.ShootStatus{"one": running("one", "SHA256:new"), "there": {UID: "uid-there", DeployKeyFingerprint: "SHA256:new", Hibernated: true}}, "there"),
			Entry("a hibernated Shoot on another seed has another source", usesFlux("garden-demo", "one"),
				map[string]fluxv1alpha1.ShootStatus{"one": running("one", "SHA256:new"), "there": {UID: "uid-there", Hibernated: true}}),
			Entry("the entry of a running Shoot on another seed has no rotation", usesFlux("garden-demo", "one"),
				map[string]fluxv1alpha1.ShootStatus{"one": running("one", "SHA256:new"), "there": {UID: "uid-there", DeployKeyFingerprint: "SHA256:new"}}),
			Entry("a Shoot has another source", usesFlux("garden-demo", "one"), map[string]fluxv1alpha1.ShootStatus{"one": running("one", "SHA256:new"), "there": running("there", "")}),
			Entry("a Shoot on another seed has no key any more", usesFlux("garden-demo", "one"), map[string]fluxv1alpha1.ShootStatus{
				"one": running("one", "SHA256:new"), "gone": {UID: "uid-gone", State: fluxv1alpha1.ShootDeleting}, "left": {UID: "uid-left", State: fluxv1alpha1.ShootRemoving},
			}),
			Entry("a hibernated Shoot wakes up with the current key", usesFlux("garden-demo", "one"), map[string]fluxv1alpha1.ShootStatus{"one": hibernated("one", now)}),
			Entry("a hibernated Shoot wakes up with the previous key", usesFlux("garden-demo", "one"), map[string]fluxv1alpha1.ShootStatus{"one": hibernated("one", "")}, "one"),
			Entry("a Shoot without an entry", usesFlux("garden-demo", "one"), map[string]fluxv1alpha1.ShootStatus{"there": running("there", "SHA256:new")}, "one"),
			Entry("an entry of an earlier Shoot with the same name", usesFlux("garden-demo", "one"), map[string]fluxv1alpha1.ShootStatus{"one": running("earlier", "SHA256:new")}, "one"),
			Entry("no entries", usesFlux("garden-demo", "one"), nil),
			Entry("a Shoot without Flux", usesFlux("garden-demo", "one", func(shoot *gardencorev1beta1.Shoot) { shoot.Spec.Extensions = nil }),
				map[string]fluxv1alpha1.ShootStatus{"there": running("there", "SHA256:new")}),
			Entry("a Shoot that no seed reports", usesFlux("garden-demo", "one"), map[string]fluxv1alpha1.ShootStatus{
				"one": {UID: "uid-one", State: fluxv1alpha1.ShootNotReported, DeployKeyFingerprint: "unknown"}, "there": running("there", "SHA256:new"),
			}, "one"),
			Entry("a Shoot that is being deleted", usesFlux("garden-demo", "one", func(shoot *gardencorev1beta1.Shoot) {
				deleted := metav1.Now()
				shoot.DeletionTimestamp, shoot.Finalizers = &deleted, []string{"gardener"}
			}), map[string]fluxv1alpha1.ShootStatus{"there": running("there", "SHA256:new")}),
		)

		It("ends for a hibernated Shoot if rotated-at is longer than its report", func(ctx SpecContext) {
			s := newKeyController(gardenClient, usesFlux("garden-demo", "one"))
			change(ctx, rotated)
			change(ctx, map[string]string{"rotated-at": strings.Repeat("x", 200<<10)})
			report(ctx, "one", hibernated("one", strings.Repeat("x", 61)+"…"))
			_, err := s.reconcile(ctx, gardenClient)
			Expect(err).NotTo(HaveOccurred())
			Expect(annotations(ctx)).NotTo(HaveKey("flux.extensions.gardener.cloud/previous-fingerprint"))
		})

		DescribeTable("checks at increasing intervals",
			func(ctx SpecContext, since, again time.Duration) {
				s := newKeyController(gardenClient, usesFlux("garden-demo", "one"))
				change(ctx, rotated)
				s.clock.SetTime(time.Date(2026, 11, 21, 11, 59, 0, 0, time.UTC).Add(since))
				Expect(stepsOf(ctx, s.Reconciler).retire(ctx, projectKey{namespace: "garden-demo", state: garden.State{KeyAnnotations: annotations(ctx)}})).To(Equal(again))
			},
			Entry("immediately after the rotation", time.Duration(0), 7*time.Second),
			Entry("with a clock that is behind", -time.Hour, 7*time.Second),
			Entry("after an hour", time.Hour, 3*time.Minute),
			Entry("after a month", 720*time.Hour, 5*time.Minute),
		)

		It("keeps the previous key while it is registered at the Git host", func(ctx SpecContext) {
			s := newKeyController(gardenClient, usesFlux("garden-demo", "one"))
			change(ctx, rotated)
			change(ctx, map[string]string{"registration": `{"provider":"gitea","host":"h","repository":"r","keys":{"SHA256:old":{"state":"Registered","since":null}}}`})
			report(ctx, "one", running("one", "SHA256:new"))
			key := projectKey{namespace: "garden-demo", source: &resolved.Source{}, settings: fluxv1alpha1.DeployKey{Registration: &fluxv1alpha1.KeyRegistration{}}}
			key.state.KeyAnnotations = annotations(ctx)
			Expect(stepsOf(ctx, s.Reconciler).retire(ctx, key)).To(Equal(7 * time.Second))
			Expect(annotations(ctx)).To(HaveKey("flux.extensions.gardener.cloud/previous-fingerprint"))

			change(ctx, map[string]string{"registration": `{"provider":"gitea","host":"h","repository":"r"}`})
			key.state.KeyAnnotations = annotations(ctx)
			Expect(stepsOf(ctx, s.Reconciler).retire(ctx, key)).To(BeZero())
			Expect(annotations(ctx)).NotTo(HaveKey("flux.extensions.gardener.cloud/previous-fingerprint"))
		})

		It("does not requeue a project without Shoots with Flux", func(ctx SpecContext) {
			s := newKeyController(gardenClient)
			change(ctx, rotated)
			Expect(s.reconcile(ctx, gardenClient)).To(Equal(reconcile.Result{}))
		})
	})

	Describe("remind", func() {
		reminded := func(ctx context.Context) []eventsv1.Event {
			GinkgoHelper()
			list := &eventsv1.EventList{}
			Expect(gardenClient.List(ctx, list)).To(Succeed())
			return list.Items
		}
		aged := func(age time.Duration) (*keyController, projectKey) {
			s := newKeyController(gardenClient)
			key := projectKey{namespace: "garden-demo", settings: fluxv1alpha1.DeployKey{ReminderAge: &metav1.Duration{Duration: 90 * 24 * time.Hour}}}
			key.state = garden.State{KeyVersion: "1", KeyAnnotations: map[string]string{
				"flux.extensions.gardener.cloud/fingerprint": "SHA256:x", "flux.extensions.gardener.cloud/generated-at": s.clock.Now().Add(-age).Format(time.RFC3339),
			}}
			return s, key
		}

		It("creates one Event a day, regardless of the number of processes and reconciliations", func(ctx SpecContext) {
			s, key := aged(90*24*time.Hour + 5*time.Minute)
			for range 3 {
				other := newKeyController(gardenClient)
				Expect(stepsOf(ctx, other.Reconciler).remind(ctx, key)).To(Equal(24*time.Hour - 5*time.Minute))
			}
			Expect(reminded(ctx)).To(ConsistOf(And(
				HaveField("Reason", "DeployKeyAged"), HaveField("Type", "Warning"), HaveField("ReportingController", "gardener-extension-shoot-flux-garden-controller"),
				HaveField("Regarding.Name", "flux-source"), HaveField("Regarding.Namespace", "garden-demo"),
				HaveField("Note", And(HavePrefix("The deploy key SHA256:x is 90 days old, and the reminder age of the project is 2160h0m0s."),
					ContainSubstring("kubectl -n garden-demo annotate --overwrite secret flux-source flux.extensions.gardener.cloud/operation=rotate-deploy-key-start"))))))

			By("a restart after the garden has deleted the Event, on the same day")
			Expect(gardenClient.DeleteAllOf(ctx, &eventsv1.Event{}, client.InNamespace("garden-demo"))).To(Succeed())
			s.clock.SetTime(s.clock.Now().Add(time.Hour))
			Expect(stepsOf(ctx, s.Reconciler).remind(ctx, key)).To(Equal(23*time.Hour - 5*time.Minute))
			Expect(reminded(ctx)).To(BeEmpty())

			By("the next day")
			s.clock.SetTime(s.clock.Now().Add(23*time.Hour - 5*time.Minute))
			Expect(stepsOf(ctx, s.Reconciler).remind(ctx, key)).To(Equal(24 * time.Hour))
			Expect(reminded(ctx)).To(HaveLen(1))
		})

		It("waits for the reminder age", func(ctx SpecContext) {
			s, key := aged(89 * 24 * time.Hour)
			Expect(stepsOf(ctx, s.Reconciler).remind(ctx, key)).To(Equal(24 * time.Hour))
			Expect(reminded(ctx)).To(BeEmpty())
		})

		It("uses the age of the Secret for a key that the project created", func(ctx SpecContext) {
			s, key := aged(0)
			key.state.KeyAnnotations, key.state.KeyCreated = nil, s.clock.Now().Add(-90*24*time.Hour)
			Expect(stepsOf(ctx, s.Reconciler).remind(ctx, key)).To(Equal(24 * time.Hour))
			Expect(reminded(ctx)).To(ConsistOf(HaveField("Note", HavePrefix("The deploy key is 90 days old"))))
		})

		It("cuts an annotated fingerprint, because the garden accepts no longer note", func(ctx SpecContext) {
			s, key := aged(90 * 24 * time.Hour)
			key.state.KeyAnnotations["flux.extensions.gardener.cloud/fingerprint"] = strings.Repeat("x", 200<<10)
			Expect(stepsOf(ctx, s.Reconciler).remind(ctx, key)).To(Equal(24 * time.Hour))
			Expect(reminded(ctx)).To(ConsistOf(HaveField("Note", And(HavePrefix("The deploy key xxx"), ContainSubstring("rotate-deploy-key-start"),
				WithTransform(func(note string) int { return len(note) }, BeNumerically("<=", 1024))))))
		})

		DescribeTable("does not remind",
			func(ctx SpecContext, change func(*projectKey)) {
				s, key := aged(1000 * 24 * time.Hour)
				change(&key)
				Expect(stepsOf(ctx, s.Reconciler).remind(ctx, key)).To(BeZero())
				Expect(reminded(ctx)).To(BeEmpty())
			},
			Entry("a project without a reminder age", func(k *projectKey) { k.settings.ReminderAge = nil }),
			Entry("a project without a key", func(k *projectKey) { k.state = garden.State{} }),
			Entry("a project that has started the rotation", func(k *projectKey) {
				k.state.KeyAnnotations["flux.extensions.gardener.cloud/next-fingerprint"] = "SHA256:next"
			}),
		)
	})

	It("runs the other steps after a failed step, and retries", func(ctx SpecContext) {
		s := newKeyController(gardenClient, usesFlux("garden-demo", "one"))
		s.projects.States["garden-demo"] = garden.State{}
		fails["patch"] = errors.New("the garden refuses")
		change(ctx, map[string]string{"operation": "rotate-deploy-key-start", "fingerprint": "SHA256:new", "previous-fingerprint": "SHA256:old", "rotated-at": "x"})
		report(ctx, "one", fluxv1alpha1.ShootStatus{UID: "uid-one", DeployKeyFingerprint: "SHA256:old"})
		_, err := s.reconcile(ctx, gardenClient)
		Expect(err).To(MatchError(ContainSubstring("the garden refuses")))
		Expect(err).To(MatchError(ContainSubstring("failed to annotate Secret")), "the next step was run")
	})

	It("names at most five lagging Shoots, and none when all have the current key", func(ctx SpecContext) {
		s := newKeyController(gardenClient, usesFlux("garden-demo", "a"))
		change(ctx, map[string]string{"fingerprint": "SHA256:new", "previous-fingerprint": "SHA256:old", "rotated-at": "2026-11-21T11:59:00Z"})
		for _, name := range []string{"a", "b", "c", "d", "e", "f", "g"} {
			report(ctx, name, fluxv1alpha1.ShootStatus{UID: types.UID("uid-" + name), DeployKeyFingerprint: "SHA256:old"})
		}
		_, err := s.reconcile(ctx, gardenClient)
		Expect(err).NotTo(HaveOccurred())
		Expect(annotations(ctx)).To(HaveKeyWithValue("flux.extensions.gardener.cloud/lagging-shoots", "a, b, c, d, e and 2 more"))
		version := keyVersion(ctx, gardenClient)
		_, err = s.reconcile(ctx, gardenClient)
		Expect(err).NotTo(HaveOccurred())
		Expect(keyVersion(ctx, gardenClient)).To(Equal(version), "nothing has changed")
		for _, name := range []string{"a", "b", "c", "d", "e", "f", "g"} {
			report(ctx, name, fluxv1alpha1.ShootStatus{UID: types.UID("uid-" + name), DeployKeyFingerprint: "SHA256:new"})
		}
		_, err = s.reconcile(ctx, gardenClient)
		Expect(err).NotTo(HaveOccurred())
		Expect(annotations(ctx)).NotTo(HaveKey("flux.extensions.gardener.cloud/lagging-shoots"))
	})

	It("writes the lagging Shoots rarely, because each version of the Secret has all Shoots of the project checked", func(ctx SpecContext) {
		const shoots = 30
		var objects []client.Object
		for i := range shoots {
			objects = append(objects, usesFlux("garden-demo", fmt.Sprintf("shoot-%02d", i)))
		}
		s := newKeyController(gardenClient, objects...)
		change(ctx, map[string]string{"fingerprint": "SHA256:new", "previous-fingerprint": "SHA256:old", "previous-public-key": "ssh-ed25519 old", "rotated-at": "2026-11-21T12:00:00Z"})
		for _, shoot := range objects {
			report(ctx, shoot.GetName(), fluxv1alpha1.ShootStatus{UID: shoot.GetUID(), DeployKeyFingerprint: "SHA256:old"})
		}
		var written []string
		reconcile := func() {
			GinkgoHelper()
			before := keyVersion(ctx, gardenClient)
			_, err := s.reconcile(ctx, gardenClient)
			Expect(err).NotTo(HaveOccurred())
			if keyVersion(ctx, gardenClient) != before {
				written = append(written, annotations(ctx)["flux.extensions.gardener.cloud/lagging-shoots"])
			}
		}
		reconcile()
		for _, shoot := range objects {
			s.clock.SetTime(s.clock.Now().Add(20 * time.Second))
			report(ctx, shoot.GetName(), fluxv1alpha1.ShootStatus{UID: shoot.GetUID(), DeployKeyFingerprint: "SHA256:new"})
			reconcile()
		}
		Expect(written).To(HaveExactElements(
			"shoot-00, shoot-01, shoot-02, shoot-03, shoot-04 and 25 more", // at once
			"shoot-15, shoot-16, shoot-17, shoot-18, shoot-19 and 10 more", // after five minutes
			"", // as soon as no Shoot needs the previous key
		))
		Expect(annotations(ctx)).NotTo(HaveKey("flux.extensions.gardener.cloud/previous-fingerprint"))

		By("another rotation")
		change(ctx, map[string]string{"fingerprint": "SHA256:newer", "previous-fingerprint": "SHA256:new"})
		reconcile()
		Expect(written[3:]).To(HaveExactElements("shoot-00, shoot-01, shoot-02, shoot-03, shoot-04 and 25 more"))
	})

	It("finds each project with Flux once", func(ctx SpecContext) {
		without := func(shoot *gardencorev1beta1.Shoot) { shoot.Spec.Extensions = nil }
		s := newKeyController(gardenClient, usesFlux("garden-demo", "one"), usesFlux("garden-demo", "two"), usesFlux("garden-other", "one"), usesFlux("garden-none", "one", without))
		Expect(garden.ProjectsWithFlux(ctx, s.Shoots, "garden-demo")).To(Equal(map[string]bool{"garden-demo": true}))
		Expect(garden.ProjectsWithFlux(ctx, s.Shoots, "garden-none")).To(BeEmpty())
		Expect(garden.ProjectsWithFlux(ctx, s.Shoots, metav1.NamespaceAll)).To(Equal(map[string]bool{"garden-demo": true, "garden-other": true}))
		selected := usesFluxNow()
		Expect(selected.Update(event.UpdateEvent{ObjectOld: usesFlux("garden-demo", "one", without), ObjectNew: usesFlux("garden-demo", "one")})).To(BeTrue())
		Expect(selected.Update(event.UpdateEvent{ObjectOld: usesFlux("garden-demo", "one"), ObjectNew: usesFlux("garden-demo", "one")})).To(BeFalse())
	})

	It("reports a host that the operator does not allow, because the seeds do not know the list", func(ctx SpecContext) {
		s := newKeyController(gardenClient, usesFlux("garden-demo", "one"))
		s.projects.States["garden-demo"] = garden.State{ConfigMap: &document.ConfigMap{Namespace: "garden-demo", Data: map[string]string{
			"config.yaml": "apiVersion: flux.extensions.gardener.cloud/v1alpha1\nkind: FluxConfig\nproject: {deployKey: {registration: {provider: gitea}}}\n" +
				`source: {knownHosts: "git.example.com ` + hostKeyLine + `", template: {spec: {url: "ssh://git@git.example.com/o/r"}}}`,
		}}}
		_, err := s.reconcile(ctx, gardenClient)
		Expect(err).NotTo(HaveOccurred())
		Expect(s.recorder.Events).To(Receive(And(HavePrefix("Warning GitHostNotAllowed"), ContainSubstring("ask the operator to add git.example.com to gitHosts"))))
	})
})

func keyVersion(ctx context.Context, cluster client.Client) string {
	GinkgoHelper()
	secret := &corev1.Secret{}
	Expect(cluster.Get(ctx, client.ObjectKey{Namespace: "garden-demo", Name: "flux-source"}, secret)).To(Succeed())
	return secret.ResourceVersion
}
