// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package hostile_test

import (
	"context"
	"encoding/json"
	"errors"
	"math/rand/v2"
	"strings"
	"time"

	kustomizev1 "github.com/fluxcd/kustomize-controller/api/v1"
	sourcev1 "github.com/fluxcd/source-controller/api/v1"
	gardencorev1beta1 "github.com/gardener/gardener/pkg/apis/core/v1beta1"
	extensionsv1alpha1 "github.com/gardener/gardener/pkg/apis/extensions/v1alpha1"
	resourcesv1alpha1 "github.com/gardener/gardener/pkg/apis/resources/v1alpha1"
	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"
	corev1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/apimachinery/pkg/runtime/schema"
	"k8s.io/apimachinery/pkg/types"
	testclock "k8s.io/utils/clock/testing"
	"sigs.k8s.io/controller-runtime/pkg/client"
	"sigs.k8s.io/controller-runtime/pkg/client/fake"

	fluxv1alpha1 "github.com/shoot-flux/gardener-extension-shoot-flux/pkg/apis/flux/v1alpha1"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/configuration"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/configuration/resolved"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/flux"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/flux/distributions"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/health"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/health/observe"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/health/tree"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/kube"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/seed/extensionstatus"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/seed/statuswriter"
)

// longestStatus is the budget of an Extension's status in bytes.
const longestStatus = 16 << 10

// shootTexts are the texts that an administrator of a shoot can write, in the order of reading.
type shootTexts struct {
	texts  []string
	ready  metav1.ConditionStatus
	failed bool
}

func changeTexts(random *rand.Rand, s shootTexts) shootTexts {
	s.texts = append([]string{}, s.texts...)
	for len(s.texts) < 40 || random.IntN(3) > 0 {
		text := randomText(random)
		if random.IntN(2) == 0 {
			text = strings.Repeat(text, 1+(random.IntN(1<<20))/(len(text)+1))
		}
		if len(s.texts) < 40 {
			s.texts = append(s.texts, text)
		} else {
			s.texts[random.IntN(len(s.texts))] = text
		}
	}
	s.ready = []metav1.ConditionStatus{metav1.ConditionTrue, metav1.ConditionFalse, metav1.ConditionUnknown}[random.IntN(3)]
	s.failed = random.IntN(4) == 0
	return s
}

// shootReader returns objects with these texts in each text field.
type shootReader struct {
	client.Reader
	shootTexts
	next int
}

func (r *shootReader) text() string {
	r.next++
	return r.texts[r.next%len(r.texts)]
}

func (r *shootReader) conditions() []metav1.Condition {
	var conditions []metav1.Condition
	for _, name := range []string{"Ready", "Reconciling", r.text()} {
		conditions = append(conditions, metav1.Condition{Type: name, Status: r.ready, Reason: r.text(), Message: r.text(), ObservedGeneration: 1})
	}
	return conditions
}

// Get implements client.Reader.
func (r *shootReader) Get(_ context.Context, _ client.ObjectKey, object client.Object, _ ...client.GetOption) error {
	object.SetGeneration(1)
	switch object := object.(type) {
	case *unstructured.Unstructured:
		source := &sourcev1.GitRepository{Spec: sourcev1.GitRepositorySpec{URL: r.text()}, Status: sourcev1.GitRepositoryStatus{Conditions: r.conditions()}}
		source.SetGeneration(1)
		content, err := runtime.DefaultUnstructuredConverter.ToUnstructured(source)
		object.Object = content
		return err
	case *kustomizev1.Kustomization:
		object.Spec.Path, object.Spec.ServiceAccountName, object.Spec.SourceRef.Name = r.text(), r.text(), r.text()
		object.Status.Conditions, object.Status.LastAppliedRevision, object.Status.LastAttemptedRevision = r.conditions(), r.text(), r.text()
		object.Status.ObservedGeneration = 1
	case *corev1.Secret:
		object.Data = map[string][]byte{fluxv1alpha1.SecretKeyPublicKey: []byte(r.text()), fluxv1alpha1.SecretKeyKnownHosts: []byte(r.text())}
	}
	return nil
}

// List implements client.Reader. It returns a few of Flux's objects of each kind, and workloads.
func (r *shootReader) List(_ context.Context, list client.ObjectList, _ ...client.ListOption) error {
	objects, ok := list.(*unstructured.UnstructuredList)
	if !ok {
		return nil // Of pods there are none.
	}
	for range 8 {
		object := unstructured.Unstructured{Object: map[string]any{
			"metadata": map[string]any{"namespace": r.text(), "name": r.text(), "generation": int64(1), "labels": map[string]any{
				"kustomize.toolkit.fluxcd.io/name": r.text(), "kustomize.toolkit.fluxcd.io/namespace": r.text(),
			}},
			"spec": map[string]any{"sourceRef": map[string]any{"kind": r.text(), "name": r.text()}},
			"status": map[string]any{"observedGeneration": int64(1), "lastAttemptedRevision": r.text(), "conditions": []any{map[string]any{
				"type": "Ready", "status": string(r.ready), "reason": r.text(), "message": r.text(), "observedGeneration": int64(1), "lastTransitionTime": "2026-01-01T00:00:00Z",
			}}},
		}}
		objects.Items = append(objects.Items, object)
	}
	return nil
}

// managedResources returns ManagedResources whose conditions repeat responses of the shoot.
func (r *shootReader) managedResources() []*resourcesv1alpha1.ManagedResource {
	condition := func(name gardencorev1beta1.ConditionType) gardencorev1beta1.Condition {
		status := gardencorev1beta1.ConditionTrue
		if r.failed {
			status = gardencorev1beta1.ConditionFalse
		}
		return gardencorev1beta1.Condition{Type: name, Status: status, Reason: r.text(), Message: r.text()}
	}
	return []*resourcesv1alpha1.ManagedResource{{
		ObjectMeta: metav1.ObjectMeta{Name: "extension-shoot-flux-config"},
		Status: resourcesv1alpha1.ManagedResourceStatus{Conditions: []gardencorev1beta1.Condition{
			condition(resourcesv1alpha1.ResourcesApplied), condition(resourcesv1alpha1.ResourcesHealthy),
		}},
	}}
}

// longestState is a state with the maximum length of each field.
func longestState() []byte {
	name := strings.Repeat("n", 63) + "/" + strings.Repeat("n", 253)
	state := extensionstatus.State{
		Flux: true, Version: "v2.9.3", Components: strings.Repeat("image-automation-controller,", 7), SourceKind: "GitRepository", DeletionPolicy: "Orphan",
		Adopted: configuration.Adopted{Source: name, Root: name, Secret: name[64:], Path: strings.Repeat("p", 256), TargetNamespace: name[:63]},
		Foreign: strings.Repeat("f", 256), ReportInShoot: true,
		Bootstrap: extensionstatus.Bootstrap{SourceURL: strings.Repeat("u", 512), KeySecret: name, KnownHosts: strings.Repeat("k", 1536)},
		Identity:  resolved.Identity{Namespace: name[:63], Source: name, Root: name},
	}
	raw, err := json.Marshal(state)
	Expect(err).NotTo(HaveOccurred())
	return raw
}

// fluxKinds returns the kinds of the newest Flux.
func fluxKinds() []schema.GroupVersionKind {
	catalog := flux.NewCatalog(flux.NewLibrary(distributions.Embedded()))
	versions := catalog.Versions()
	kinds, err := catalog.Kinds(versions[len(versions)-1])
	Expect(err).NotTo(HaveOccurred())
	return kinds
}

// report judges the shoot and writes the status of its Extension.
func report(ctx context.Context, input shootTexts) cost {
	scheme := runtime.NewScheme()
	Expect(extensionsv1alpha1.AddToScheme(scheme)).To(Succeed())
	ex := &extensionsv1alpha1.Extension{ObjectMeta: metav1.ObjectMeta{Namespace: "shoot--a--b", Name: "shoot-flux"}}
	ex.Status.State = &runtime.RawExtension{Raw: longestState()}
	ex.Status.LastError = &gardencorev1beta1.LastError{Description: kube.BoundError(errors.New(strings.Repeat("< ", 1<<20))).Error()}
	seed := fake.NewClientBuilder().WithScheme(scheme).WithObjects(ex).WithStatusSubresource(ex).Build()
	writer := statuswriter.NewWriter(seed, seed, testclock.NewFakeClock(time.Unix(0, 0)))
	name := types.NamespacedName{Namespace: "flux-system", Name: "flux-system"}
	sync := observe.Sync{SourceKind: "GitRepository", Source: name, Root: name, DeployKey: true}
	reader := &shootReader{shootTexts: input}

	c := measure(func() {
		observed, err := observe.ReadShoot(ctx, reader, sync)
		Expect(err).NotTo(HaveOccurred())
		observed.Key, err = observe.ReadKey(ctx, reader, sync, observed.Source)
		Expect(err).NotTo(HaveOccurred())
		o := health.Observation{ManagedResources: reader.managedResources(), Sync: &sync, Shoot: observed}
		verdicts := health.Judge(o)
		objects, err := tree.Read(ctx, reader, append(fluxKinds(), tree.Workloads()...), 1000)
		Expect(err).NotTo(HaveOccurred())
		judged := tree.Damping{Now: time.Unix(1<<31, 0)}.Judge(objects, sync, tree.Past{})
		verdicts = append(verdicts, judged.Verdict)
		verdicts = append(verdicts, health.JudgeDeployKey(health.DeployKeyObservation{Project: "garden-a", PublicKey: observed.PublicKey, Annotations: map[string]string{
			fluxv1alpha1.AnnotationNextFingerprint: reader.text(), fluxv1alpha1.AnnotationFingerprint: reader.text(), fluxv1alpha1.AnnotationNextPublicKey: reader.text(),
		}}), health.Verdict{Type: fluxv1alpha1.ConditionConfigured, Status: gardencorev1beta1.ConditionFalse, Reason: reader.text(), Message: reader.text()})
		Expect(writer.Apply(ctx, ex, statuswriter.Update{Verdicts: verdicts, ProviderStatus: func(status *fluxv1alpha1.FluxStatus) {
			status.Shoot = health.Observed(o, verdicts)
			status.Shoot.Objects, status.Shoot.ObjectsCause = judged.Observed, judged.Verdict.Cause
			key := "ssh-rsa " + strings.Repeat("A", 716) // RSA with 4096 bits
			status.DeployKey = &fluxv1alpha1.DeployKeyStatus{PublicKey: key, NextPublicKey: key, Fingerprint: "SHA256:" + strings.Repeat("A", 43), Phase: fluxv1alpha1.DeployKeyPhaseInUse}
		}})).To(Succeed())
	})
	Expect(seed.Get(ctx, client.ObjectKeyFromObject(ex), ex)).To(Succeed())
	raw, err := json.Marshal(ex.Status)
	Expect(err).NotTo(HaveOccurred())
	c.written = uint64(len(raw))
	return c
}

var _ = Describe("Status of Flux in a shoot", func() {
	It("is judged within the budget of time and memory", func(ctx SpecContext) {
		door[shootTexts]{
			budget:   cost{processor: 200 * time.Millisecond, allocated: 64 << 20, written: longestStatus},
			start:    []shootTexts{{texts: []string{strings.Repeat("<", 1<<20)}, ready: metav1.ConditionFalse}, {texts: []string{strings.Repeat(`"`, 1<<20)}, ready: metav1.ConditionFalse, failed: true}},
			change:   changeTexts,
			work:     func(s shootTexts) cost { return report(ctx, s) },
			describe: func(s shootTexts) string { return strings.Join(s.texts, "\n") },
		}.search(searchSeed())
	})
})
