// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package integration_test

import (
	"crypto/rand"
	"fmt"
	"sync"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"
	corev1 "k8s.io/api/core/v1"
	eventsv1 "k8s.io/api/events/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/client-go/kubernetes"
	"k8s.io/client-go/tools/events"
	"k8s.io/utils/clock"
	"sigs.k8s.io/controller-runtime/pkg/client"

	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/secrets"
)

const annotationPrefix = "flux.extensions.gardener.cloud/"

var _ = Describe("A rotation of the deploy key", func() {
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
	ask := func(ctx SpecContext, operation string) {
		GinkgoHelper()
		patch := fmt.Sprintf(`{"metadata":{"annotations":{%q:%q}}}`, annotationPrefix+"operation", operation)
		Expect(c.Patch(ctx, stored(ctx), client.RawPatch("application/merge-patch+json", []byte(patch)))).To(Succeed())
	}
	// together has many processes on two seeds do what is asked for at once, and returns what those say that have done it.
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

	It("is done exactly once by 100 callers at once, in each of its phases", func(ctx SpecContext) {
		before := stored(ctx)
		ask(ctx, "rotate-deploy-key-start")
		version := stored(ctx).ResourceVersion
		prepared := together(ctx)
		Expect(prepared).To(HaveLen(1))
		after := stored(ctx)
		Expect(after.ResourceVersion).NotTo(Equal(version))
		Expect(after.Data).To(HaveKeyWithValue("identity", before.Data["identity"]))
		next, _, err := secrets.ParseNextDeployKey(after.Data)
		Expect(err).NotTo(HaveOccurred())
		Expect(prepared[0].Fingerprint).To(Equal(next.Fingerprint))

		ask(ctx, "rotate-deploy-key-complete")
		Expect(together(ctx)).To(ConsistOf(HaveField("Fingerprint", next.Fingerprint)))
		after = stored(ctx)
		Expect(after.Data).To(And(HaveLen(2), HaveKeyWithValue("identity", next.Identity)))
		Expect(after.Annotations).To(HaveKeyWithValue(annotationPrefix+"previous-fingerprint", before.Annotations[annotationPrefix+"fingerprint"]))
		Expect(after.Annotations).NotTo(HaveKey(annotationPrefix + "next-fingerprint"))
		Expect(after.UID).To(Equal(before.UID))

		ask(ctx, "rotate-deploy-key-start")
		together(ctx)
		ask(ctx, "rotate-deploy-key-abort")
		Expect(together(ctx)).To(HaveLen(1))
		Expect(stored(ctx).Data).To(Equal(after.Data))

		ask(ctx, "rotate-deploy-key-abort")
		Expect(together(ctx)).To(ConsistOf(HaveField("Refusal", Not(BeEmpty()))), "also a refusal is written once")
	})

	It("makes no Secret, and no other one, of a Secret that is gone or was replaced meanwhile", func(ctx SpecContext) {
		ask(ctx, "rotate-deploy-key-start")
		Expect(c.Delete(ctx, stored(ctx))).To(Succeed())
		_, err := secrets.NewStore(c, rand.Reader, clock.RealClock{}).Rotate(ctx, namespace, secrets.RotationTerms{Algorithm: "ed25519"})
		Expect(client.IgnoreNotFound(err)).To(Succeed())
		Expect(err).To(HaveOccurred())
		Expect(client.IgnoreNotFound(c.Get(ctx, client.ObjectKey{Namespace: namespace, Name: "flux-source"}, &corev1.Secret{}))).To(Succeed())
	})

	It("writes Events that the API takes, with a fixed name only once", func(ctx SpecContext) {
		secret := stored(ctx)
		clientset, err := kubernetes.NewForConfig(restConfig)
		Expect(err).NotTo(HaveOccurred())
		broadcaster := events.NewBroadcaster(&events.EventSinkImpl{Interface: clientset.EventsV1()})
		Expect(broadcaster.StartRecordingToSinkWithContext(ctx)).To(Succeed())
		broadcaster.NewRecorder(c.Scheme(), "gardener-extension-shoot-flux").Eventf(secret, nil, "Normal", "DeployKeyRotated", "RotateDeployKey", "%s", "note")
		reminder := func() error {
			return c.Create(ctx, &eventsv1.Event{
				ObjectMeta: metav1.ObjectMeta{Namespace: namespace, Name: "flux-source.aged-1-1"}, EventTime: metav1.NowMicro(), Type: "Warning", Reason: "DeployKeyAged",
				Action: "RemindOfRotation", Note: "note", ReportingController: "gardener-extension-shoot-flux", ReportingInstance: "gardener-extension-shoot-flux",
				Regarding: corev1.ObjectReference{APIVersion: "v1", Kind: "Secret", Namespace: namespace, Name: "flux-source"},
			})
		}
		Expect(reminder()).To(Succeed())
		Expect(client.IgnoreAlreadyExists(reminder())).To(Succeed())
		Eventually(ctx, func(g Gomega) {
			list := &eventsv1.EventList{}
			g.Expect(c.List(ctx, list, client.InNamespace(namespace))).To(Succeed())
			g.Expect(list.Items).To(ConsistOf(HaveField("Reason", "DeployKeyRotated"), HaveField("Reason", "DeployKeyAged")))
		}, "10s").Should(Succeed())
	})
})
