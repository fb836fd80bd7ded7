// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package e2e_test

import (
	"context"
	"crypto/ed25519"
	"crypto/rand"
	"crypto/x509"
	"encoding/pem"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"

	v1beta1helper "github.com/gardener/gardener/pkg/api/core/v1beta1/helper"
	resourcesv1alpha1 "github.com/gardener/gardener/pkg/apis/resources/v1alpha1"
	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"
	"golang.org/x/crypto/ssh"
	corev1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"sigs.k8s.io/controller-runtime/pkg/client"
	"sigs.k8s.io/yaml"

	kustomizev1 "github.com/fluxcd/kustomize-controller/api/v1"
	sourcev1 "github.com/fluxcd/source-controller/api/v1"
)

// fluxInstall is what 'flux install' with those components beside the default ones makes.
func fluxInstall(extra ...string) []*unstructured.Unstructured {
	GinkgoHelper()
	manifests, err := os.ReadFile(filepath.Join("..", "..", "..", "pkg", "flux", "distributions", "v2.9.5", "gotk-components.yaml"))
	Expect(err).NotTo(HaveOccurred())
	all, err := decodeAll(string(manifests))
	Expect(err).NotTo(HaveOccurred())
	components := append([]string{"", "source-controller", "kustomize-controller", "helm-controller", "notification-controller"}, extra...)
	return slices.DeleteFunc(all, func(o *unstructured.Unstructured) bool {
		return !slices.Contains(components, o.GetLabels()["app.kubernetes.io/component"])
	})
}

// documents writes objects as YAML documents.
func documents(objects ...*unstructured.Unstructured) string {
	GinkgoHelper()
	var result strings.Builder
	for _, object := range objects {
		document, err := yaml.Marshal(object.Object)
		Expect(err).NotTo(HaveOccurred())
		result.WriteString("---\n")
		result.Write(document)
	}
	return result.String()
}

// parsed reads YAML documents.
func parsed(text string) []*unstructured.Unstructured {
	GinkgoHelper()
	objects, err := decodeAll(text)
	Expect(err).NotTo(HaveOccurred())
	return objects
}

func gitRepositoryYAML(name, url, rest string) string {
	return fmt.Sprintf("---\napiVersion: source.toolkit.fluxcd.io/v1\nkind: GitRepository\nmetadata: {name: %s, namespace: flux-system}\nspec:\n  interval: 30s\n  url: %s\n  ref: {branch: main}\n%s", name, url, rest)
}

func kustomizationYAML(name, source, path, rest string) string {
	return fmt.Sprintf("---\napiVersion: kustomize.toolkit.fluxcd.io/v1\nkind: Kustomization\nmetadata: {name: %s, namespace: flux-system}\nspec:\n  interval: 5m\n  path: %s\n  prune: true\n  sourceRef: {kind: GitRepository, name: %s}\n%s", name, path, source, rest)
}

// without creates a Shoot that does not name the extension, and waits until it is there.
func (u gardenUser) without(project, seedName string) shoot {
	GinkgoHelper()
	s := u.shoot(project, "only", seedName, false, func(object *gardenerShoot) { object.Spec.Extensions = nil })
	s.succeeds()
	return s
}

// brings does in the shoot what 'kubectl create' does.
func (s shoot) brings(objects ...*unstructured.Unstructured) {
	GinkgoHelper()
	c := s.client()
	for _, object := range objects {
		Eventually(s.ctx, func(g Gomega) {
			err := c.Create(s.ctx, object.DeepCopy())
			g.Expect(client.IgnoreAlreadyExists(err)).To(Succeed(), object.GetName())
		}).Should(Succeed())
	}
}

// enables names the extension in the Shoot, with a providerConfig if there is any.
func (s shoot) enables(config string) {
	GinkgoHelper()
	Eventually(s.ctx, func(g Gomega) {
		object := s.get(g)
		object.Spec.Extensions = []gardenerExtension{{Type: "shoot-flux"}}
		if config != "" {
			configured(config)(object)
		}
		g.Expect(world.Garden.Client.Update(s.ctx, object)).To(Succeed())
	}).Should(Succeed())
}

// uids returns the UIDs of the objects, which must all be there and not on their way out.
func (s shoot) uids(g Gomega, objects ...*unstructured.Unstructured) map[string]string {
	GinkgoHelper()
	c := s.client()
	uids := map[string]string{}
	for _, wanted := range objects {
		object := &unstructured.Unstructured{}
		object.SetGroupVersionKind(wanted.GroupVersionKind())
		key := client.ObjectKeyFromObject(wanted)
		g.Expect(c.Get(s.ctx, key, object)).To(Succeed())
		g.Expect(object.GetDeletionTimestamp()).To(BeNil(), key.String())
		uids[wanted.GetKind()+" "+key.String()] = string(object.GetUID())
	}
	return uids
}

// roots returns the names of all Kustomizations and GitRepositories in Flux's namespace.
func (s shoot) roots() (kustomizations, sources []string) {
	GinkgoHelper()
	c := s.client()
	ks, git := &kustomizev1.KustomizationList{}, &sourcev1.GitRepositoryList{}
	Expect(c.List(s.ctx, ks, client.InNamespace("flux-system"))).To(Succeed())
	Expect(c.List(s.ctx, git, client.InNamespace("flux-system"))).To(Succeed())
	for _, k := range ks.Items {
		kustomizations = append(kustomizations, k.Name)
	}
	for _, g := range git.Items {
		sources = append(sources, g.Name)
	}
	return kustomizations, sources
}

// kustomization reads a Kustomization in Flux's namespace.
func (s shoot) kustomization(g Gomega, name string) *kustomizev1.Kustomization {
	GinkgoHelper()
	k := &kustomizev1.Kustomization{}
	g.Expect(s.client().Get(s.ctx, client.ObjectKey{Namespace: "flux-system", Name: name}, k)).To(Succeed())
	return k
}

// isApplied waits until a Kustomization has reconciled what it is now, and returns it.
func (s shoot) isApplied(name string) *kustomizev1.Kustomization {
	GinkgoHelper()
	var applied *kustomizev1.Kustomization
	Eventually(s.ctx, func(g Gomega) {
		applied = s.kustomization(g, name)
		g.Expect(applied.Status.ObservedGeneration).To(Equal(applied.Generation))
		g.Expect(applied.Status.Conditions).To(ContainElement(And(HaveField("Type", "Ready"), HaveField("Status", BeEquivalentTo("True")))))
	}).Should(Succeed())
	return applied
}

// isTakenOver waits until gardener-resource-manager has applied what the extension delivers.
func (s shoot) isTakenOver() {
	GinkgoHelper()
	s.eventually("FluxConfigured", "True", "Configured", Not(BeEmpty()))
	Eventually(s.ctx, func(g Gomega) {
		resources := s.managedResources()
		g.Expect(resources).To(HaveLen(3))
		for _, resource := range resources {
			g.Expect(resource.Status.ObservedGeneration).To(Equal(resource.Generation), resource.Name)
			g.Expect(resource.Status.Conditions).To(ContainElement(And(
				HaveField("Type", BeEquivalentTo("ResourcesApplied")), HaveField("Status", BeEquivalentTo("True")))), resource.Name)
		}
	}).Should(Succeed())
	s.eventually("FluxInstalled", "True", "FluxRunning", Not(BeEmpty()))
	s.eventually("FluxKustomizationReady", "True", "ReconciliationSucceeded", Not(BeEmpty()))
}

// isAskedToAccept waits until a takeover is refused because of that difference, and returns the configuration that accepts it.
func (s shoot) isAskedToAccept(difference string) string {
	GinkgoHelper()
	var accepted string
	Eventually(s.ctx, func(g Gomega) {
		condition := v1beta1helper.GetCondition(s.extension(g).Status.Conditions, "FluxConfigured")
		g.Expect(condition).NotTo(BeNil())
		g.Expect(condition.Status).To(BeEquivalentTo("False"))
		g.Expect(condition.Message).To(ContainSubstring(difference))
		found := regexp.MustCompile(`takeover\.acceptedDifferences to ([0-9a-f]{16}): `).FindStringSubmatch(condition.Message)
		g.Expect(found).To(HaveLen(2), condition.Message)
		accepted = fmt.Sprintf("takeover: {acceptedDifferences: %q}\n", found[1])
	}).Should(Succeed())
	return accepted
}

// pullFrom makes Flux look at a repository now.
func (s shoot) pullFrom(source string) {
	GinkgoHelper()
	object := &sourcev1.GitRepository{ObjectMeta: metav1.ObjectMeta{Namespace: "flux-system", Name: source}}
	patch := fmt.Sprintf(`{"metadata":{"annotations":{"reconcile.fluxcd.io/requestedAt":%q}}}`, metav1.NowMicro().String())
	Expect(s.client().Patch(s.ctx, object, client.RawPatch("application/merge-patch+json", []byte(patch)))).To(Succeed())
}

// ownedBy makes a ManagedResource in the seed that has brought the objects, as the archived extension left it.
func (s shoot) ownedBy(ctx context.Context, name string, objects ...*unstructured.Unstructured) {
	GinkgoHelper()
	c := seed(s.seed).Client
	secret := &corev1.Secret{ObjectMeta: metav1.ObjectMeta{Namespace: s.namespace(), Name: "managedresource-" + name}, Data: map[string][]byte{"objects.yaml": []byte(documents(objects...))}}
	Expect(c.Create(ctx, secret)).To(Succeed())
	resource := &resourcesv1alpha1.ManagedResource{
		ObjectMeta: metav1.ObjectMeta{
			Namespace: s.namespace(), Name: name, Labels: map[string]string{"origin": "gardener"},
			Annotations: map[string]string{"resources.gardener.cloud/ignore": "true"},
			Finalizers:  []string{"resources.gardener.cloud/gardener-resource-manager"},
		},
		Spec: resourcesv1alpha1.ManagedResourceSpec{SecretRefs: []corev1.LocalObjectReference{{Name: secret.Name}}},
	}
	Expect(c.Create(ctx, resource)).To(Succeed())
	Eventually(ctx, func(g Gomega) {
		g.Expect(c.Get(ctx, client.ObjectKeyFromObject(resource), resource)).To(Succeed())
		resource.Status.Resources = nil
		for _, o := range objects {
			resource.Status.Resources = append(resource.Status.Resources, resourcesv1alpha1.ObjectReference{ObjectReference: corev1.ObjectReference{
				APIVersion: o.GetAPIVersion(), Kind: o.GetKind(), Namespace: o.GetNamespace(), Name: o.GetName(),
			}})
		}
		g.Expect(c.Status().Update(ctx, resource)).To(Succeed())
	}).Should(Succeed())
}

// projectKey creates the project's deploy key as an earlier extension has left it, and returns the Secret's content.
func (u gardenUser) projectKey(project string) map[string]string {
	GinkgoHelper()
	data := newDeployKey(project, "flux")
	u.secret(project, "flux-source", corev1.SecretTypeOpaque, data)
	return data
}

// newDeployKey makes a key, registers it for a repository, and returns what a Secret for Flux holds of it.
func newDeployKey(repository, title string) map[string]string {
	GinkgoHelper()
	public, private, err := ed25519.GenerateKey(rand.Reader)
	Expect(err).NotTo(HaveOccurred())
	der, err := x509.MarshalPKCS8PrivateKey(private)
	Expect(err).NotTo(HaveOccurred())
	authorized, err := ssh.NewPublicKey(public)
	Expect(err).NotTo(HaveOccurred())
	data := map[string]string{
		"identity":     string(pem.EncodeToMemory(&pem.Block{Type: "PRIVATE KEY", Bytes: der})),
		"identity.pub": string(ssh.MarshalAuthorizedKey(authorized)),
		"known_hosts":  world.GitHost.KnownHosts(),
	}
	Expect(world.GitHost.AddDeployKey(repository, title, data["identity.pub"], true)).To(Succeed())
	return data
}
