// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package e2e_test

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"
	appsv1 "k8s.io/api/apps/v1"
	corev1 "k8s.io/api/core/v1"
	apiextensionsv1 "k8s.io/apiextensions-apiserver/pkg/apis/apiextensions/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"k8s.io/utils/ptr"
	"sigs.k8s.io/controller-runtime/pkg/client"
	"sigs.k8s.io/yaml"
)

// fluxKind is one of Flux's kinds as a shoot has it.
type fluxKind struct{ group, version, kind, component string }

// kindSpecs are the least that an API server accepts of each of Flux's kinds.
func kindSpecs() map[string]string {
	source := "sourceRef: {kind: GitRepository, name: absent}"
	return map[string]string{
		"GitRepository":         "{interval: 10m, url: 'https://absent.invalid/o/r'}",
		"OCIRepository":         "{interval: 10m, url: 'oci://absent.invalid/o/r'}",
		"Bucket":                "{interval: 10m, bucketName: absent, endpoint: absent.invalid}",
		"HelmRepository":        "{interval: 10m, url: 'https://absent.invalid'}",
		"HelmChart":             "{interval: 10m, chart: absent, " + source + "}",
		"ExternalArtifact":      "{}",
		"Kustomization":         "{interval: 10m, prune: true, " + source + "}",
		"HelmRelease":           "{interval: 10m, chart: {spec: {chart: absent, " + source + "}}}",
		"Alert":                 "{providerRef: {name: absent}, eventSources: [{kind: GitRepository, name: absent}]}",
		"Provider":              "{type: generic, address: 'https://absent.invalid'}",
		"Receiver":              "{type: generic, secretRef: {name: absent}, resources: [{kind: GitRepository, name: absent}]}",
		"ImageRepository":       "{interval: 10m, image: absent.invalid/o/r}",
		"ImagePolicy":           "{imageRepositoryRef: {name: absent}, policy: {alphabetical: {order: asc}}}",
		"ImageUpdateAutomation": "{interval: 10m, " + source + ", git: {commit: {author: {email: a@example.com}}}}",
		"ArtifactGenerator":     "{sources: [{alias: a, kind: GitRepository, name: absent}], artifacts: [{name: a, copy: [{from: '@a/**', to: '@artifact/'}]}]}",
	}
}

// object is an object of the kind, with the finalizers.
func (k fluxKind) object(namespace string, finalizers ...string) *unstructured.Unstructured {
	GinkgoHelper()
	var spec map[string]any
	Expect(kindSpecs()).To(HaveKey(k.kind), "a kind that this story does not know yet")
	Expect(yaml.Unmarshal([]byte(kindSpecs()[k.kind]), &spec)).To(Succeed())
	object := &unstructured.Unstructured{Object: map[string]any{"apiVersion": k.group + "/" + k.version, "kind": k.kind, "spec": spec}}
	object.SetNamespace(namespace)
	object.SetName(strings.ToLower(k.kind))
	object.SetFinalizers(finalizers)
	return object
}

// fluxKinds waits until the shoot has all kinds of these components, and returns them in the versions in which they are stored.
func (s shoot) fluxKinds(g Gomega, components []string) []fluxKind {
	crds := &apiextensionsv1.CustomResourceDefinitionList{}
	g.Expect(s.crdClient().List(s.ctx, crds)).To(Succeed())
	var kinds []fluxKind
	missing := slices.Clone(components)
	for _, crd := range crds.Items {
		component := crd.Labels["app.kubernetes.io/component"]
		if !strings.HasSuffix(crd.Name, ".fluxcd.io") || len(crd.Status.StoredVersions) == 0 {
			continue
		}
		missing = slices.DeleteFunc(missing, func(name string) bool { return name == component })
		i := slices.IndexFunc(crd.Spec.Versions, func(v apiextensionsv1.CustomResourceDefinitionVersion) bool { return v.Storage })
		kinds = append(kinds, fluxKind{crd.Spec.Group, crd.Spec.Versions[i].Name, crd.Spec.Names.Kind, component})
	}
	g.Expect(missing).To(BeEmpty())
	return kinds
}

// crdClient knows CustomResourceDefinitions.
func (s shoot) crdClient() client.Client {
	GinkgoHelper()
	c := s.client()
	Expect(apiextensionsv1.AddToScheme(c.Scheme())).To(Succeed())
	return c
}

// finalizersOf are those that the controllers of a Flux version set, by controller, and its controllers beside the default ones.
func finalizersOf(version string) (finalizers map[string][]string, extra []string) {
	GinkgoHelper()
	content, err := os.ReadFile(filepath.Join("..", "..", "..", "pkg", "flux", "distributions", "finalizers.txt"))
	Expect(err).NotTo(HaveOccurred())
	finalizers = map[string][]string{}
	for line := range strings.Lines(string(content)) {
		if fields := strings.Fields(line); fields[0] == version {
			finalizers[fields[1]] = strings.Split(fields[3], ",")
			if strings.HasPrefix(fields[1], "image-") || fields[1] == "source-watcher" {
				extra = append(extra, fields[1])
			}
		}
	}
	Expect(finalizers).NotTo(BeEmpty())
	return finalizers, extra
}

// setTheirFinalizers are the kinds whose controllers run on the landscape and set a finalizer. Alerts and Providers have none since Flux v2.3, and
// ExternalArtifacts are handled by what creates them.
func setTheirFinalizers() []string {
	return []string{"GitRepository", "OCIRepository", "Bucket", "HelmRepository", "HelmChart", "Kustomization", "HelmRelease", "Receiver", "ArtifactGenerator"}
}

// creates creates an object of each kind, with the finalizers that its controller sets, also where that does not run on the landscape.
func (s shoot) creates(kinds []fluxKind, namespace string, finalizers map[string][]string) []*unstructured.Unstructured {
	GinkgoHelper()
	c := s.client()
	Expect(client.IgnoreAlreadyExists(c.Create(s.ctx, &corev1.Namespace{ObjectMeta: metav1.ObjectMeta{Name: namespace}}))).To(Succeed())
	var objects []*unstructured.Unstructured
	for _, kind := range kinds {
		object := kind.object(namespace, finalizers[kind.component]...)
		Expect(c.Create(s.ctx, object)).To(Succeed(), kind.kind)
		objects = append(objects, object)
	}
	return objects
}

// removesWithin removes the extension, and returns how long that has taken.
func (s shoot) removesWithin(limit time.Duration) {
	GinkgoHelper()
	began := time.Now()
	s.change(func(object *gardenerShoot) { object.Spec.Extensions = nil })
	s.hasNoExtension()
	GinkgoWriter.Printf("removed after %.1f s\n", time.Since(began).Seconds())
	Expect(time.Since(began)).To(BeNumerically("<", limit), "Gardener has waited for less than that")
}

var _ = Describe("Removal with an object of each kind of Flux", Label("long"), func() {
	DescribeTable("made from Git and by hand, with Flux's controllers at work",
		func(ctx SpecContext, policy string) {
			project := "all-" + strings.ToLower(policy)
			finalizers, extra := finalizersOf(carriedVersion)
			s := estate(ctx, project, seedName, "deletionPolicy: "+policy+"\nflux: {version: "+carriedVersion+", componentsExtra: [source-watcher]}")
			before := s.estate(Default)
			// The image controllers do not run on the landscape, and their kinds are there all the same.
			s.change(configured("flux: {componentsExtra: [" + strings.Join(extra, ", ") + "]}"))
			var kinds []fluxKind
			Eventually(ctx, func(g Gomega) { kinds = s.fluxKinds(g, append([]string{"source-controller"}, extra...)) }).Should(Succeed())

			By("from Git")
			files := map[string]string{"cluster/kinds/namespace.yaml": "apiVersion: v1\nkind: Namespace\nmetadata: {name: kinds-from-git}\n"}
			var fromGit []*unstructured.Unstructured
			for _, kind := range kinds {
				fromGit = append(fromGit, kind.object("kinds-from-git"))
				files["cluster/kinds/a-"+strings.ToLower(kind.kind)+".yaml"] = documents(fromGit[len(fromGit)-1])
			}
			_, err := world.GitHost.Commit(ctx, project, "an object of each kind", files)
			Expect(err).NotTo(HaveOccurred())
			s.pull()

			By("by hand")
			byHand := s.creates(kinds, "kinds-by-hand", finalizers)
			c := s.client()
			for _, object := range slices.Concat(fromGit, byHand) {
				Eventually(ctx, func(g Gomega) {
					present := object.DeepCopy()
					g.Expect(c.Get(ctx, client.ObjectKeyFromObject(object), present)).To(Succeed())
					if slices.Contains(setTheirFinalizers(), object.GetKind()) {
						g.Expect(present.GetFinalizers()).NotTo(BeEmpty(), object.GetKind())
					}
				}).Should(Succeed())
			}
			uids := s.uids(Default, slices.Concat(fromGit, byHand)...)

			s.removesWithin(time.Minute)
			switch policy {
			case "Orphan":
				s.says("FluxRemoved", "the workloads stay")
				s.hasNoFlux()
				Expect(s.estate(Default)).To(Equal(before))
			case "Prune":
				s.hasNoFlux()
				s.lacks("app", "data", "balancer", "from-git", "tenant", "from-chart")
				s.shows("protected", "first")
			case "Keep":
				Expect(s.uids(Default, slices.Concat(fromGit, byHand)...)).To(Equal(uids))
				Expect(s.estate(Default)).To(Equal(before))
			}
		},
		Entry("Orphan", "Orphan", SpecTimeout(6*time.Minute)),
		Entry("Prune", "Prune", SpecTimeout(6*time.Minute)),
		Entry("Keep", "Keep", SpecTimeout(6*time.Minute)),
	)

	DescribeTable("of an older Flux version, made by hand",
		func(ctx SpecContext, version string) {
			project := "all-" + strings.ReplaceAll(version, ".", "-")
			finalizers, extra := finalizersOf(version)
			user := inGarden(ctx)
			user.project(project, nil)
			s := user.shoot(project, "only", seedName, false, func(object *gardenerShoot) { object.Spec.Extensions = nil })
			s.succeeds()
			c := s.client()
			workload := &corev1.ConfigMap{ObjectMeta: metav1.ObjectMeta{Namespace: "default", Name: "workload"}}
			Expect(c.Create(ctx, workload)).To(Succeed())
			var objects []*unstructured.Unstructured
			for _, policy := range []string{"Keep", "Orphan", "Prune"} {
				By(policy)
				s.change(func(object *gardenerShoot) {
					object.Spec.Extensions = []gardenerExtension{{Type: "shoot-flux"}}
					configured(fmt.Sprintf("deletionPolicy: %s\nflux: {version: %s, componentsExtra: [%s]}", policy, version, strings.Join(extra, ", ")))(object)
				})
				var kinds []fluxKind
				Eventually(ctx, func(g Gomega) { kinds = s.fluxKinds(g, append([]string{"source-controller"}, extra...)) }).Should(Succeed())
				Eventually(ctx, func(g Gomega) {
					g.Expect(c.Get(ctx, client.ObjectKey{Namespace: "flux-system", Name: "source-controller"}, &appsv1.Deployment{})).To(Succeed())
				}).Should(Succeed())
				if policy != "Orphan" { // Those that were kept are still there then.
					objects = s.creates(kinds, "kinds-by-hand", finalizers)
				}
				s.removesWithin(time.Minute)
				if policy == "Keep" {
					s.uids(Default, objects...)
					continue
				}
				s.hasNoFlux()
				Expect(c.Get(ctx, client.ObjectKeyFromObject(workload), workload)).To(Succeed())
				Expect(workload.DeletionTimestamp).To(BeNil())
			}
		},
		Entry("v2.8", "v2.8.8", SpecTimeout(8*time.Minute)),
	)

	It("is not kept waiting by a kind that cannot be listed, and names a finalizer of others with its object", func(ctx SpecContext) {
		s := estate(ctx, "unlisted", seedName, "")
		before := s.estate(Default)
		c := s.crdClient()

		By("a kind of the user's whose conversion webhook is gone, with an object in the namespace of Flux")
		names := apiextensionsv1.CustomResourceDefinitionNames{Plural: "widgets", Singular: "widget", Kind: "Widget", ListKind: "WidgetList"}
		anything := &apiextensionsv1.CustomResourceValidation{OpenAPIV3Schema: &apiextensionsv1.JSONSchemaProps{Type: "object", XPreserveUnknownFields: ptr.To(true)}}
		widgets := &apiextensionsv1.CustomResourceDefinition{ObjectMeta: metav1.ObjectMeta{Name: "widgets.example.com"}, Spec: apiextensionsv1.CustomResourceDefinitionSpec{
			Group: "example.com", Names: names, Scope: apiextensionsv1.NamespaceScoped,
			Versions: []apiextensionsv1.CustomResourceDefinitionVersion{
				{Name: "v1", Served: true, Storage: true, Schema: anything}, {Name: "v2", Served: true, Schema: anything},
			},
			Conversion: &apiextensionsv1.CustomResourceConversion{Strategy: apiextensionsv1.WebhookConverter, Webhook: &apiextensionsv1.WebhookConversion{
				ConversionReviewVersions: []string{"v1"}, ClientConfig: &apiextensionsv1.WebhookClientConfig{URL: ptr.To("https://127.0.0.1:1/convert")},
			}},
		}}
		Expect(c.Create(ctx, widgets)).To(Succeed())
		widget := &unstructured.Unstructured{Object: map[string]any{"apiVersion": "example.com/v1", "kind": "Widget", "metadata": map[string]any{"namespace": "flux-system", "name": "mine"}}}
		Eventually(ctx, func() error { return s.client().Create(ctx, widget) }).Should(Succeed())

		By("an object of Flux with a finalizer of somebody else's")
		held := fluxKind{"source.toolkit.fluxcd.io", "v1", "GitRepository", ""}.object("default", "example.com/hook")
		Expect(c.Create(ctx, held)).To(Succeed())

		s.ask(func(object *gardenerShoot) { object.Spec.Extensions = nil })
		Eventually(ctx, func(g Gomega) {
			g.Expect(s.extension(g).Status.LastError).To(HaveValue(HaveField("Description", ContainSubstring("from GitRepository default/gitrepository (example.com/hook)"))))
		}).Should(Succeed())
		Expect(c.Patch(ctx, held, client.RawPatch("application/merge-patch+json", []byte(`{"metadata":{"finalizers":null}}`)))).To(Succeed())

		s.hasNoExtension()
		s.says("FluxRemoved", "namespace flux-system stays, because it may contain objects of kind Widget (example.com/v2) that cannot be listed: ")
		Expect(s.client().Get(ctx, client.ObjectKeyFromObject(widget), widget)).To(Succeed())
		Expect(s.estate(Default)).To(Equal(before))
	}, SpecTimeout(5*time.Minute))
})

var _ = Describe("A component that is taken out of the configuration", Label("long"), func() {
	It("stays as long as it is in use, so that releases are uninstalled, and goes afterwards", func(ctx SpecContext) {
		s := estate(ctx, "dropped", seedName, "flux: {componentsExtra: [source-watcher]}")
		before := s.estate(Default)
		generator := fluxKind{"source.extensions.fluxcd.io", "v1beta1", "ArtifactGenerator", ""}.object("default")
		Expect(s.client().Create(ctx, generator)).To(Succeed())
		deployment := func(name string) *appsv1.Deployment {
			return &appsv1.Deployment{ObjectMeta: metav1.ObjectMeta{Namespace: "flux-system", Name: name}}
		}

		s.change(configured("flux: {components: [source-controller, kustomize-controller, notification-controller], componentsExtra: []}"))
		s.eventually("FluxConfigured", "False", "ComponentInUse", And(ContainSubstring("HelmRelease charts/release"), ContainSubstring("ArtifactGenerator default/artifactgenerator")))
		for _, name := range []string{"helm-controller", "source-watcher"} {
			present := deployment(name)
			Expect(s.client().Get(ctx, client.ObjectKeyFromObject(present), present)).To(Succeed())
			Expect(present.DeletionTimestamp).To(BeNil())
		}
		Expect(s.estate(Default)).To(Equal(before))

		By("what is removed from Git is uninstalled, and what is deleted by hand is gone")
		_, err := world.GitHost.Commit(ctx, "dropped", "no release", map[string]string{"cluster/release.yaml": manifest("in-its-place", "first")})
		Expect(err).NotTo(HaveOccurred())
		s.pull()
		s.lacks("from-chart")
		Expect(s.client().Delete(ctx, generator)).To(Succeed())
		isAbsent(ctx, s.client(), generator)

		By("nothing uses them any more")
		Eventually(ctx, func(g Gomega) {
			releases := &unstructured.UnstructuredList{}
			releases.SetAPIVersion("helm.toolkit.fluxcd.io/v2")
			releases.SetKind("HelmReleaseList")
			g.Expect(s.client().List(ctx, releases)).To(Succeed())
			g.Expect(releases.Items).To(BeEmpty())
		}).Should(Succeed())
		s.reconcile()
		s.eventually("FluxConfigured", "True", "Configured", Not(BeEmpty()))
		isAbsent(ctx, s.client(), deployment("helm-controller"))
		isAbsent(ctx, s.client(), deployment("source-watcher"))

		By("the kinds stay, and so does a release that comes now, until the extension is removed")
		crds := s.fluxKinds(Default, []string{"helm-controller", "source-watcher"})
		Expect(crds).NotTo(BeEmpty())
		late := fluxKind{"helm.toolkit.fluxcd.io", "v2", "HelmRelease", ""}.object("default", "finalizers.fluxcd.io")
		Expect(s.client().Create(ctx, late)).To(Succeed())
		s.removesWithin(time.Minute)
		s.hasNoFlux()
	}, SpecTimeout(6*time.Minute))
})
