// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package recorder

import (
	"crypto/ed25519"
	"crypto/rand"
	"encoding/json"
	"encoding/pem"
	"os"
	"path/filepath"
	"strings"
	"time"

	gardencorev1beta1 "github.com/gardener/gardener/pkg/apis/core/v1beta1"
	extensionsv1alpha1 "github.com/gardener/gardener/pkg/apis/extensions/v1alpha1"
	resourcesv1alpha1 "github.com/gardener/gardener/pkg/apis/resources/v1alpha1"
	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"
	"golang.org/x/crypto/ssh"
	appsv1 "k8s.io/api/apps/v1"
	corev1 "k8s.io/api/core/v1"
	eventsv1 "k8s.io/api/events/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/utils/ptr"

	fluxv1alpha1 "github.com/shoot-flux/gardener-extension-shoot-flux/pkg/apis/flux/v1alpha1"
	"github.com/shoot-flux/gardener-extension-shoot-flux/test/history"
)

var at = time.Date(2026, 11, 28, 12, 0, 0, 0, time.UTC)

// fromJSON returns an object as a client reads it.
func fromJSON(content string) *unstructured.Unstructured {
	GinkgoHelper()
	o := &unstructured.Unstructured{}
	Expect(o.UnmarshalJSON([]byte(content))).To(Succeed())
	return o
}

var _ = Describe("The decoder of objects", func() {
	var own *shootObserver

	BeforeEach(func() { own = &shootObserver{project: "garden-a", shoot: "one"} })

	It("reads a Shoot that is being migrated", func() {
		shoot := &gardencorev1beta1.Shoot{
			ObjectMeta: metav1.ObjectMeta{Namespace: "garden-a", Name: "one", UID: "1", Labels: map[string]string{"ring": "canary"}, Annotations: map[string]string{"flux.extensions.gardener.cloud/hold-until": "2026-12-18T18:00:00Z"}},
			Spec: gardencorev1beta1.ShootSpec{
				Purpose: ptr.To(gardencorev1beta1.ShootPurposeTesting), SeedName: ptr.To("beta"), Hibernation: &gardencorev1beta1.Hibernation{Enabled: ptr.To(true)},
				Extensions: []gardencorev1beta1.Extension{{Type: "other"}, {Type: "shoot-flux", ProviderConfig: &runtime.RawExtension{Raw: []byte(`{"flux":{"version":"v2.9"},"deletionPolicy":"Keep"}`)}}},
			},
			Status: gardencorev1beta1.ShootStatus{SeedName: ptr.To("alpha")},
		}
		Expect(scope(nil).shootFacts(object(shoot))).To(Equal([]history.Fact{&history.Shoot{
			Namespace: "garden-a", Name: "one", UID: "1", Labels: map[string]string{"ring": "canary"}, Purpose: "testing", Seed: "alpha", SpecSeed: "beta", Extension: true,
			DeletionPolicy: fluxv1alpha1.DeletionPolicyKeep, FluxVersion: "v2.9", Hibernated: true, HoldUntil: metav1.Date(2026, 12, 18, 18, 0, 0, 0, time.UTC),
		}}))
		shoot.Spec.Extensions[1].Disabled = ptr.To(true)
		Expect(scope(nil).shootFacts(object(shoot))).To(ConsistOf(HaveField("Extension", false)))
		Expect(scope{"garden-b": true}.shootFacts(object(shoot))).To(BeEmpty())
	})

	DescribeTable("reads Events of the extension only:",
		func(reporter string, expected int) {
			event := &eventsv1.Event{
				ObjectMeta: metav1.ObjectMeta{Namespace: "garden-a", Name: "e"}, ReportingController: reporter, Type: "Warning", Reason: "RolloutStopped", Action: "Stop", Note: "n",
				Regarding: corev1.ObjectReference{Kind: "ConfigMap", Name: "flux-rollout"}, EventTime: metav1.NewMicroTime(at), Series: &eventsv1.EventSeries{Count: 2},
			}
			facts := scope(nil).eventFacts(object(event))
			Expect(facts).To(HaveLen(expected))
			if expected > 0 {
				Expect(facts[0]).To(Equal(&history.Event{
					Namespace: "garden-a", Name: "e", Type: "Warning", Reason: "RolloutStopped", Action: "Stop", Kind: "ConfigMap", About: "flux-rollout", Note: "n", Count: 2,
					Reporter: reporter, Time: at.Local(),
				}))
			}
		},
		Entry("of the garden controller", "shoot-flux-garden-controller", 1),
		Entry("of a seed", "gardener-extension-shoot-flux", 1),
		Entry("of gardenlet", "shoot-controller", 0),
	)

	It("reads an Extension", func() {
		extension := &extensionsv1alpha1.Extension{
			ObjectMeta: metav1.ObjectMeta{Namespace: "shoot--a--one", Name: "shoot-flux"}, Spec: extensionsv1alpha1.ExtensionSpec{DefaultSpec: extensionsv1alpha1.DefaultSpec{Type: "shoot-flux"}},
			Status: extensionsv1alpha1.ExtensionStatus{DefaultStatus: extensionsv1alpha1.DefaultStatus{
				Conditions:    []gardencorev1beta1.Condition{{Type: "FluxConfigured", Status: "True", Reason: "Configured", Message: "m", LastTransitionTime: metav1.NewTime(at), LastUpdateTime: metav1.NewTime(at)}},
				LastOperation: &gardencorev1beta1.LastOperation{Type: "Reconcile", State: "Failed"}, LastError: &gardencorev1beta1.LastError{Description: "d"},
				State:          &runtime.RawExtension{Raw: []byte(`{"flux":true,"later":1}`)},
				ProviderStatus: &runtime.RawExtension{Raw: []byte(`{"shoot":{"appliedRevision":"main@sha1:a","objects":{"tree":["x"]}},"baseline":{"revision":"r"},"later":1}`)},
			}},
		}
		Expect(scope(nil).extensionFacts("alpha")(object(extension))).To(Equal([]history.Fact{&history.Extension{
			Seed: "alpha", Namespace: "shoot--a--one", Project: "garden-a", Shoot: "one", Operation: "Reconcile", OperationState: "Failed", Error: "d", Delivered: true,
			Conditions: []history.Condition{{Type: "FluxConfigured", Status: "True", Reason: "Configured", Message: "m", Changed: at, Updated: at}},
			Observed:   &fluxv1alpha1.ObservedShoot{AppliedRevision: "main@sha1:a", Objects: &fluxv1alpha1.ObservedObjects{}}, Baseline: &fluxv1alpha1.ObservedBaseline{Revision: "r"},
		}}))
		extension.Spec.Type = "other"
		Expect(scope(nil).extensionFacts("alpha")(object(extension))).To(BeEmpty())
	})

	It("reads a ManagedResource of the extension", func() {
		resource := &resourcesv1alpha1.ManagedResource{
			ObjectMeta: metav1.ObjectMeta{Namespace: "shoot--a--one", Name: "extension-shoot-flux-config", Generation: 3, Labels: map[string]string{"origin": "shoot-flux"}, Annotations: map[string]string{"resources.gardener.cloud/ignore": "true"}},
			Spec:       resourcesv1alpha1.ManagedResourceSpec{KeepObjects: ptr.To(true), SecretRefs: []corev1.LocalObjectReference{{Name: "content-1"}}},
			Status:     resourcesv1alpha1.ManagedResourceStatus{ObservedGeneration: 2},
		}
		Expect(scope(nil).managedResourceFacts("alpha")(object(resource))).To(Equal([]history.Fact{&history.ManagedResource{
			Seed: "alpha", Namespace: "shoot--a--one", Name: "extension-shoot-flux-config", Origin: "shoot-flux", Content: "content-1", Generation: 3, Observed: 2, KeepObjects: true, Ignored: true,
			Annotations: map[string]string{"resources.gardener.cloud/ignore": "true"},
		}}))
		resource.Name = "shoot-core-coredns"
		Expect(scope(nil).managedResourceFacts("alpha")(object(resource))).To(BeEmpty())
	})

	It("reads the configuration of the operator", func() {
		facts := operatorFacts("admission", "garden-controller")(configMap("garden", "c", map[string]string{"config.yaml": "defaults: {flux: {version: v2.9.5}}\nbaseline: {namespace: policy}\nlater: 1\n"}, nil))
		Expect(facts).To(HaveLen(2))
		Expect(facts[1]).To(And(HaveField("Process", "garden-controller"), HaveField("FluxVersion", "v2.9.5"), HaveField("Baseline.Namespace", "policy")))
	})

	It("reads a Kustomization, of which the root is known by what has applied it", func() {
		kustomization := fromJSON(`{"apiVersion":"kustomize.toolkit.fluxcd.io/v1","kind":"Kustomization","metadata":{"namespace":"flux-system","name":"apps","uid":"1","generation":2,
			"annotations":{"resources.gardener.cloud/origin":"garden:shoot--a--one/extension-shoot-flux-config"}},
			"spec":{"path":"./a","prune":true,"sourceRef":{"kind":"GitRepository","name":"apps"}},
			"status":{"observedGeneration":2,"lastAppliedRevision":"main@sha1:a","lastAttemptedRevision":"main@sha1:b","inventory":{"entries":[{"id":"_a__Namespace","v":"v1"}]},
			"conditions":[{"type":"Ready","status":"False","reason":"BuildFailed","message":"m","lastTransitionTime":"2026-11-28T12:00:00Z"}]}}`)
		expected := &history.FluxObject{
			Project: "garden-a", Shoot: "one", Kind: "Kustomization", Namespace: "flux-system", Name: "apps", UID: "1", Generation: 2, Observed: 2, Role: history.RoleRoot, Path: "./a", Prune: true,
			Source: "GitRepository/flux-system/apps", AppliedRevision: "main@sha1:a", AttemptedRevision: "main@sha1:b", Ready: "False", Reason: "BuildFailed", Message: "m", ReadyTime: at,
			Inventory: []string{"_a__Namespace"},
		}
		Expect(own.fluxFacts(kustomization)).To(Equal([]history.Fact{expected}))
		kustomization.SetAnnotations(map[string]string{"resources.gardener.cloud/origin": "garden:shoot--a--one/extension-shoot-flux-baseline"})
		Expect(own.fluxFacts(kustomization)).To(ConsistOf(HaveField("Role", history.RoleBaseline)))
		kustomization.SetAnnotations(nil)
		Expect(own.fluxFacts(kustomization)).To(ConsistOf(HaveField("Role", BeEmpty())))
		unstructured.RemoveNestedField(kustomization.Object, "status", "inventory")
		Expect(own.fluxFacts(kustomization)).To(ConsistOf(HaveField("Inventory", BeNil())))
	})

	It("reads a source, of which the root is known by the root Kustomization", func() {
		source := fromJSON(`{"apiVersion":"source.toolkit.fluxcd.io/v1","kind":"GitRepository","metadata":{"namespace":"flux-system","name":"apps",
			"annotations":{"resources.gardener.cloud/origin":"garden:shoot--a--one/extension-shoot-flux-config"}},
			"spec":{"url":"ssh://git@git.example.com/a","ref":{"branch":"main","commit":"abc"},"suspend":true},"status":{"artifact":{"revision":"main@sha1:abc"}}}`)
		Expect(own.fluxFacts(source)).To(Equal([]history.Fact{&history.FluxObject{
			Project: "garden-a", Shoot: "one", Kind: "GitRepository", Namespace: "flux-system", Name: "apps", Suspended: true,
			URL: "ssh://git@git.example.com/a", Ref: history.Ref{Branch: "main", Commit: "abc"}, Artifact: "main@sha1:abc",
		}}), "it may be an additional source")
		own.fluxFacts(fromJSON(`{"apiVersion":"kustomize.toolkit.fluxcd.io/v1","kind":"Kustomization","metadata":{"namespace":"flux-system","name":"flux-system"},"spec":{"sourceRef":{"kind":"GitRepository","name":"apps"}}}`))
		Expect(own.fluxFacts(source)).To(ConsistOf(HaveField("Role", history.RoleRoot)))
	})

	DescribeTable("tells to what an object belongs:",
		func(o, part string) {
			Expect(own.objectFacts(fromJSON(o))).To(ConsistOf(HaveField("Part", part)))
		},
		Entry("what Flux has applied", `{"kind":"Namespace","metadata":{"name":"a","labels":{"kustomize.toolkit.fluxcd.io/name":"apps","kustomize.toolkit.fluxcd.io/namespace":"flux-system"}}}`, history.PartWorkload),
		Entry("a definition of Flux", `{"kind":"CustomResourceDefinition","metadata":{"name":"buckets.source.toolkit.fluxcd.io"}}`, history.PartFlux),
		Entry("the namespace of Flux", `{"kind":"Namespace","metadata":{"name":"flux-system"}}`, history.PartFlux),
		Entry("what the extension has delivered", `{"kind":"ConfigMap","metadata":{"name":"shoot-info","namespace":"flux-system","annotations":{"resources.gardener.cloud/origin":"g:shoot--a--one/extension-shoot-flux-config"}}}`, history.PartFlux),
		Entry("the volume of source-controller", `{"kind":"PersistentVolumeClaim","metadata":{"name":"a","namespace":"flux-system","labels":{"flux.extensions.gardener.cloud/storage":"source-controller"}}}`, history.PartVolume),
		Entry("what Helm has installed for Flux", `{"kind":"ConfigMap","metadata":{"name":"a","namespace":"b","labels":{"helm.toolkit.fluxcd.io/name":"c"}}}`, history.PartWorkload),
		Entry("what a user has created", `{"kind":"Namespace","metadata":{"name":"a"}}`, history.PartUser),
	)

	DescribeTable("leaves out",
		func(o string) {
			Expect(own.objectFacts(fromJSON(o))).To(BeEmpty())
		},
		Entry("the certificate of the API server in each namespace", `{"kind":"ConfigMap","metadata":{"name":"kube-root-ca.crt","namespace":"a"}}`),
		Entry("Gardener's namespaces", `{"kind":"ConfigMap","metadata":{"name":"a","namespace":"kube-system"}}`),
	)

	It("reads a Deployment of Flux", func() {
		deployment := &appsv1.Deployment{
			TypeMeta:   metav1.TypeMeta{APIVersion: "apps/v1", Kind: "Deployment"},
			ObjectMeta: metav1.ObjectMeta{Namespace: "flux-system", Name: "source-controller", UID: "1", Generation: 2, Labels: map[string]string{"app.kubernetes.io/part-of": "flux", "app.kubernetes.io/version": "v2.9.5"}},
			Status:     appsv1.DeploymentStatus{ObservedGeneration: 2, UpdatedReplicas: 1, AvailableReplicas: 1},
		}
		Expect(own.deploymentFacts(object(deployment))).To(Equal([]history.Fact{&history.Object{
			Project: "garden-a", Shoot: "one", Group: "apps", Kind: "Deployment", Namespace: "flux-system", Name: "source-controller", UID: "1", Part: history.PartFlux, FluxVersion: "v2.9.5", Ready: "True",
		}}))
		deployment.Generation = 3
		Expect(own.deploymentFacts(object(deployment))).To(ConsistOf(HaveField("Ready", "False")))
	})
})

var _ = Describe("A Secret", func() {
	privateKey := func() (pemText []byte, fingerprint string) {
		GinkgoHelper()
		public, private, err := ed25519.GenerateKey(rand.Reader)
		Expect(err).NotTo(HaveOccurred())
		block, err := ssh.MarshalPrivateKey(private, "")
		Expect(err).NotTo(HaveOccurred())
		signer, err := ssh.NewPublicKey(public)
		Expect(err).NotTo(HaveOccurred())
		return pem.EncodeToMemory(block), ssh.FingerprintSHA256(signer)
	}

	It("leaves nothing but the fingerprints of its keys", func() {
		first, firstFingerprint := privateKey()
		next, nextFingerprint := privateKey()
		other, otherFingerprint := privateKey()
		secret := object(&corev1.Secret{
			TypeMeta: metav1.TypeMeta{APIVersion: "v1", Kind: "Secret"},
			ObjectMeta: metav1.ObjectMeta{
				Namespace: "garden-a", Name: "flux-source", UID: "1",
				Annotations: map[string]string{
					"flux.extensions.gardener.cloud/fingerprint": "f", "flux.extensions.gardener.cloud/public-key": "k", "charts.flux.extensions.gardener.cloud/unused": "true",
					corev1.LastAppliedConfigAnnotation: `{"stringData":{"identity":"hidden"}}`,
				},
				ManagedFields: []metav1.ManagedFieldsEntry{{Manager: "shoot-flux-create-1", FieldsV1: metav1.NewFieldsV1(`{"f:data":{"f:identity":{}}}`)}},
			},
			Data: map[string][]byte{"identity": first, "next.identity": next, "charts.identity": other, "token": []byte("hidden"), "identity.pub": []byte("ssh-ed25519 x")},
		})
		stripSecret(secret)
		Expect(scope(nil).deployKeyFacts(secret)).To(Equal([]history.Fact{
			&history.DeployKey{
				Namespace: "garden-a", Secret: "flux-source", UID: "1", Fingerprint: firstFingerprint, Next: nextFingerprint, Manager: "shoot-flux-create-1",
				Annotations: map[string]string{"fingerprint": "f"},
			},
			&history.DeployKey{Namespace: "garden-a", Secret: "flux-source", Source: "charts", UID: "1", Fingerprint: otherFingerprint, Annotations: map[string]string{"unused": "true"}},
		}))
		Expect((&shootObserver{project: "garden-a", shoot: "one"}).secretFacts(secret)).To(ConsistOf(HaveField("KeyFingerprint", firstFingerprint)))
		kept, err := json.Marshal(secret)
		Expect(err).NotTo(HaveOccurred())
		Expect(string(kept)).NotTo(Or(ContainSubstring("hidden"), ContainSubstring("PRIVATE"), ContainSubstring(`"data"`)))
	})

	It("is read with its passphrase, and a key that is none has no fingerprint", func() {
		_, private, err := ed25519.GenerateKey(rand.Reader)
		Expect(err).NotTo(HaveOccurred())
		block, err := ssh.MarshalPrivateKeyWithPassphrase(private, "", []byte("open"))
		Expect(err).NotTo(HaveOccurred())
		Expect(fingerprintOf(pem.EncodeToMemory(block), []byte("open"))).To(HavePrefix("SHA256:"))
		Expect(fingerprintOf(pem.EncodeToMemory(block), []byte("wrong"))).To(Equal("unreadable"))
	})
})

var _ = Describe("The directory of a landscape", func() {
	It("has clusters by their kubeconfigs, and the commits of branches and tags", func() {
		dir := GinkgoT().TempDir()
		write := func(name, content string) {
			GinkgoHelper()
			Expect(os.MkdirAll(filepath.Dir(filepath.Join(dir, name)), 0o700)).To(Succeed())
			Expect(os.WriteFile(filepath.Join(dir, name), []byte(content), 0o600)).To(Succeed())
		}
		kubeconfig := func(server string) string {
			return `{"apiVersion":"v1","kind":"Config","current-context":"a","contexts":[{"name":"a","context":{"cluster":"a"}}],"clusters":[{"name":"a","cluster":{"server":"https://` + server + `"}}]}`
		}
		commit := func(digit string) string { return strings.Repeat(digit, 40) }
		write("seed-alpha/seed-alpha.kubeconfig", kubeconfig("alpha"))
		write("seed-later/logs", "")
		write("shoot-garden-a-one/shoot-garden-a-one.kubeconfig", kubeconfig("one"))
		write("shoot-garden-a-one-2/shoot-garden-a-one-2.kubeconfig", kubeconfig("two"))
		write("git/my-org/my-fleet.git/packed-refs", "# pack-refs with: peeled\n"+commit("1")+" refs/heads/main\n^"+commit("9")+"\n"+commit("2")+" refs/tags/v1\n")
		write("git/my-org/my-fleet.git/refs/heads/main", commit("3")+"\n")
		write("git/my-org/my-fleet.git/refs/heads/main.lock", "")
		d := Directory(dir)
		Expect(d.Garden()).To(BeNil(), "the garden has not started")
		seeds, err := d.Seeds()
		Expect(err).NotTo(HaveOccurred())
		Expect(seeds).To(HaveLen(1))
		Expect(seeds["alpha"]).To(HaveField("Host", "https://alpha"))
		Expect(d.Shoot("garden-a", "one", "1")).To(HaveField("Host", "https://one"))
		Expect(d.Shoot("garden-a", "one", "2")).To(HaveField("Host", "https://two"), "it was created again")
		Expect(d.Shoot("garden-a", "two", "1")).To(BeNil())
		Expect(d.Refs()).To(Equal(map[string]map[string]string{"my-org/my-fleet": {"refs/heads/main": commit("3"), "refs/tags/v1": commit("2")}}))
	})

	It("has no repositories before their host has started", func() {
		Expect(Directory(GinkgoT().TempDir()).Refs()).To(BeEmpty())
	})
})
