// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package integration_test

import (
	"context"
	"crypto/rand"
	"fmt"
	"strings"
	"sync"
	"time"

	gardenkubernetes "github.com/gardener/gardener/pkg/client/kubernetes"
	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"
	corev1 "k8s.io/api/core/v1"
	eventsv1 "k8s.io/api/events/v1"
	apierrors "k8s.io/apimachinery/pkg/api/errors"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/client-go/kubernetes"
	"k8s.io/client-go/rest"
	"k8s.io/client-go/tools/events"
	"k8s.io/utils/clock"
	testclock "k8s.io/utils/clock/testing"
	"sigs.k8s.io/controller-runtime/pkg/client"
	"sigs.k8s.io/controller-runtime/pkg/client/fake"
	"sigs.k8s.io/controller-runtime/pkg/client/interceptor"
	"sigs.k8s.io/controller-runtime/pkg/reconcile"

	configv1alpha1 "github.com/shoot-flux/gardener-extension-shoot-flux/pkg/apis/config/v1alpha1"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/configuration"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/configuration/document"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/controller/garden/deploykey"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/flux"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/flux/distributions"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/garden"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/kube"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/secrets"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/secrets/keypair"
)

const annotationPrefix = "flux.extensions.gardener.cloud/"

var _ = Describe("Rotation of the deploy key", func() {
	var (
		c         client.Client
		namespace string
	)
	BeforeEach(func(ctx SpecContext) {
		c = newClient()
		object := &corev1.Namespace{ObjectMeta: metav1.ObjectMeta{GenerateName: "garden-"}}
		Expect(c.Create(ctx, object)).To(Succeed())
		namespace = object.Name
		_, _, err := getOrCreate(ctx, secrets.NewStore(c, rand.Reader, clock.RealClock{}), namespace, "ed25519")
		Expect(err).NotTo(HaveOccurred())
	})
	stored := func(ctx SpecContext) *corev1.Secret {
		GinkgoHelper()
		secret := &corev1.Secret{}
		Expect(c.Get(ctx, client.ObjectKey{Namespace: namespace, Name: "flux-source"}, secret)).To(Succeed())
		return secret
	}
	request := func(ctx SpecContext, operation string) {
		GinkgoHelper()
		patch := fmt.Sprintf(`{"metadata":{"annotations":{%q:%q}}}`, annotationPrefix+"operation", operation)
		Expect(c.Patch(ctx, stored(ctx), client.RawPatch("application/merge-patch+json", []byte(patch)))).To(Succeed())
	}
	// together rotates with many concurrent callers on two seeds, and returns the results of the writers.
	together := func(ctx SpecContext) []secrets.Rotation {
		GinkgoHelper()
		var (
			mutex   sync.Mutex
			done    []secrets.Rotation
			start   = make(chan struct{})
			callers sync.WaitGroup
		)
		clients := []client.Client{newClient(), newClient()}
		for i := range 100 {
			store := secrets.NewStore(clients[i%len(clients)], rand.Reader, clock.RealClock{})
			callers.Go(func() {
				defer GinkgoRecover()
				<-start
				rotation, err := store.Rotate(ctx, namespace, secrets.RotationTerms{Algorithm: "ed25519"})
				Expect(err).NotTo(HaveOccurred())
				if rotation.Operation != "" {
					mutex.Lock()
					defer mutex.Unlock()
					done = append(done, rotation)
				}
			})
		}
		close(start)
		callers.Wait()
		return done
	}

	It("is written once in each phase by 100 concurrent callers", func(ctx SpecContext) {
		before := stored(ctx)
		request(ctx, "rotate-deploy-key-start")
		version := stored(ctx).ResourceVersion
		prepared := together(ctx)
		Expect(prepared).To(HaveLen(1))
		after := stored(ctx)
		Expect(after.ResourceVersion).NotTo(Equal(version))
		Expect(after.Data).To(HaveKeyWithValue("identity", before.Data["identity"]))
		next, _, err := keypair.ParseNextDeployKey(after.Data)
		Expect(err).NotTo(HaveOccurred())
		Expect(prepared[0].Fingerprint).To(Equal(next.Fingerprint))

		request(ctx, "rotate-deploy-key-complete")
		Expect(together(ctx)).To(ConsistOf(HaveField("Fingerprint", next.Fingerprint)))
		after = stored(ctx)
		Expect(after.Data).To(And(HaveLen(2), HaveKeyWithValue("identity", next.Identity)))
		Expect(after.Annotations).To(HaveKeyWithValue(annotationPrefix+"previous-fingerprint", before.Annotations[annotationPrefix+"fingerprint"]))
		Expect(after.Annotations).NotTo(HaveKey(annotationPrefix + "next-fingerprint"))
		Expect(after.UID).To(Equal(before.UID))

		request(ctx, "rotate-deploy-key-start")
		together(ctx)
		request(ctx, "rotate-deploy-key-abort")
		Expect(together(ctx)).To(HaveLen(1))
		Expect(stored(ctx).Data).To(Equal(after.Data))

		request(ctx, "rotate-deploy-key-abort")
		Expect(together(ctx)).To(ConsistOf(HaveField("Refusal", Not(BeEmpty()))), "also a refusal is written once")
	})

	// between calls the function once after the store has read the Secret, before it writes.
	between := func(call func(ctx context.Context)) *secrets.Store {
		GinkgoHelper()
		config := rest.CopyConfig(restConfig)
		config.QPS = -1
		watching, err := client.NewWithWatch(config, client.Options{Scheme: c.Scheme()})
		Expect(err).NotTo(HaveOccurred())
		var once sync.Once
		return secrets.NewStore(interceptor.NewClient(watching, interceptor.Funcs{
			Patch: func(ctx context.Context, inner client.WithWatch, object client.Object, patch client.Patch, opts ...client.PatchOption) error {
				once.Do(func() { call(ctx) })
				return inner.Patch(ctx, object, patch, opts...)
			},
		}), rand.Reader, clock.RealClock{})
	}

	It("creates no Secret if the Secret is deleted meanwhile", func(ctx SpecContext) {
		request(ctx, "rotate-deploy-key-start")
		deleted := false
		store := between(func(ctx context.Context) {
			Expect(c.Delete(ctx, &corev1.Secret{ObjectMeta: metav1.ObjectMeta{Namespace: namespace, Name: "flux-source"}})).To(Succeed())
			deleted = true
		})
		_, err := store.Rotate(ctx, namespace, secrets.RotationTerms{Algorithm: "ed25519"})
		Expect(deleted).To(BeTrue(), "the store has tried to write")
		Expect(err).To(MatchError(apierrors.IsNotFound, "not found"))
		all := &corev1.SecretList{}
		Expect(c.List(ctx, all, client.InNamespace(namespace))).To(Succeed())
		Expect(all.Items).To(BeEmpty())
	})

	It("does not change a recreated Secret", func(ctx SpecContext) {
		request(ctx, "rotate-deploy-key-start")
		other, err := keypair.GenerateDeployKey(rand.Reader, "ed25519")
		Expect(err).NotTo(HaveOccurred())
		replacement := &corev1.Secret{
			ObjectMeta: metav1.ObjectMeta{Namespace: namespace, Name: "flux-source", Annotations: map[string]string{"mine": "x"}},
			Data:       map[string][]byte{"identity": other.Identity},
		}
		store := between(func(ctx context.Context) {
			Expect(c.Delete(ctx, &corev1.Secret{ObjectMeta: metav1.ObjectMeta{Namespace: namespace, Name: "flux-source"}})).To(Succeed())
			Expect(c.Create(ctx, replacement)).To(Succeed())
		})
		Expect(store.Rotate(ctx, namespace, secrets.RotationTerms{Algorithm: "ed25519"})).To(Equal(secrets.Rotation{}), "the new Secret requests no operation")
		Expect(replacement.UID).NotTo(BeEmpty(), "the store has tried to write")
		after := stored(ctx)
		Expect(after.UID).To(Equal(replacement.UID))
		Expect(after.ResourceVersion).To(Equal(replacement.ResourceVersion))
		Expect(after.Data).To(Equal(map[string][]byte{"identity": other.Identity}))
	})

	It("is reported in Events that the API server accepts, with one reminder from all seeds", func(ctx SpecContext) {
		const reminded = "project: {deployKey: {reminderAge: 1000h}}"
		generated, err := time.Parse(time.RFC3339, stored(ctx).Annotations[annotationPrefix+"generated-at"])
		Expect(err).NotTo(HaveOccurred())
		clientset, err := kubernetes.NewForConfig(restConfig)
		Expect(err).NotTo(HaveOccurred())
		resolver, err := configuration.NewResolver(flux.NewCatalog(flux.NewLibrary(distributions.Embedded())), configv1alpha1.ControllerConfiguration{})
		Expect(err).NotTo(HaveOccurred())
		aged := testclock.NewFakePassiveClock(generated.Add(1000*time.Hour + time.Minute))
		// reconcileOn reconciles the deploy key in another process, and returns the number of attempts to create a
		// reminder.
		reconcileOn := func(seedName, config string) int {
			GinkgoHelper()
			tried := 0
			watching, err := client.NewWithWatch(restConfig, client.Options{Scheme: c.Scheme()})
			Expect(err).NotTo(HaveOccurred())
			broadcaster := events.NewBroadcaster(&events.EventSinkImpl{Interface: clientset.EventsV1()})
			Expect(broadcaster.StartRecordingToSinkWithContext(ctx)).To(Succeed())
			keys := &deploykey.Reconciler{
				Shoots: fake.NewClientBuilder().WithScheme(gardenkubernetes.GardenScheme).Build(), Garden: c,
				Projects: upToDate{garden: c, config: fluxConfig(config)}, Resolver: resolver, Statuses: newStatuses(seedName), Clock: aged,
				Store:        secrets.NewStore(c, rand.Reader, aged),
				Registration: deploykey.NewRegistration(nil, "garden-1", func(time.Duration) time.Duration { return 0 }), Costs: kube.NewCosts(aged, kube.ElapsedTime(aged)),
				Events: broadcaster.NewRecorder(c.Scheme(), "gardener-extension-shoot-flux-garden-controller"),
				Reminders: interceptor.NewClient(watching, interceptor.Funcs{
					Create: func(ctx context.Context, inner client.WithWatch, object client.Object, opts ...client.CreateOption) error {
						tried++
						return inner.Create(ctx, object, opts...)
					},
				}),
			}
			_, err = keys.Reconcile(ctx, reconcile.Request{NamespacedName: client.ObjectKey{Namespace: namespace, Name: "flux-source"}})
			Expect(err).NotTo(HaveOccurred())
			return tried
		}

		Expect(reconcileOn("alpha", reminded)).To(Equal(1))
		Expect(reconcileOn("beta", reminded)).To(Equal(1))
		request(ctx, "rotate-deploy-key-start")
		reconcileOn("alpha", reminded)
		next, _, err := keypair.ParseNextDeployKey(stored(ctx).Data)
		Expect(err).NotTo(HaveOccurred())
		By("a refusal that is longer than the API server accepts as a note")
		request(ctx, "rotate-deploy-key-complete")
		reconcileOn("beta", strings.Join([]string{"typo1: 1", "typo2: 2", "typo3: 3", "typo4: 4", "typo5: 5", "typo6: 6"}, "\n"))
		refusal := stored(ctx).Annotations[annotationPrefix+"operation-error"]
		Expect(len(refusal)).To(BeNumerically(">", 1024))

		Eventually(ctx, func(g Gomega) {
			list := &eventsv1.EventList{}
			g.Expect(c.List(ctx, list, client.InNamespace(namespace))).To(Succeed())
			var all []string
			for _, e := range list.Items {
				g.Expect(e.ReportingController).To(Equal("gardener-extension-shoot-flux-garden-controller"))
				all = append(all, fmt.Sprintf("%s %s %s/%s: %s", e.Type, e.Reason, e.Regarding.Kind, e.Regarding.Name, e.Note))
			}
			g.Expect(all).To(ConsistOf(
				And(HavePrefix("Warning DeployKeyAged Secret/flux-source: "), ContainSubstring("is 41 days old")),
				And(HavePrefix("Normal DeployKeyRotationPrepared Secret/flux-source: "), ContainSubstring(next.Fingerprint)),
				And(HavePrefix("Warning DeployKeyOperationRefused Secret/flux-source: "+refusal[:1000]), HaveSuffix("…")),
			))
		}, "10s").Should(Succeed())
	})
})

// upToDate is a watch in the garden without delay, for projects with the configuration.
type upToDate struct {
	garden client.Reader
	config string
}

func (u upToDate) Follow(context.Context, func(string)) error { return nil }

func (u upToDate) State(ctx context.Context, namespace string) (garden.State, bool, error) {
	secret := &corev1.Secret{}
	if err := u.garden.Get(ctx, client.ObjectKey{Namespace: namespace, Name: "flux-source"}, secret); err != nil {
		return garden.State{}, false, err
	}
	return garden.State{
		ConfigMap:  &document.ConfigMap{Namespace: namespace, Data: map[string]string{"config.yaml": u.config}},
		KeyVersion: secret.ResourceVersion, KeyAnnotations: secret.Annotations, KeyCreated: secret.CreationTimestamp.Time,
	}, true, nil
}
