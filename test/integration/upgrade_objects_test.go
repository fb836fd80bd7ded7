// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package integration_test

import (
	"bytes"
	"context"
	"errors"
	"io"
	"net/http"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"

	"github.com/andybalholm/brotli"
	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"
	apiextensionsv1 "k8s.io/apiextensions-apiserver/pkg/apis/apiextensions/v1"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"k8s.io/apimachinery/pkg/types"
	"k8s.io/client-go/rest"
	"sigs.k8s.io/controller-runtime/pkg/client"
	"sigs.k8s.io/yaml"

	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/flux/distributions"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/shoot/toolkit"
)

// specs has the required fields of each kind.
var specs = map[string]string{
	"GitRepository":         "{url: 'https://h/r', interval: 1m, ref: {branch: main}}",
	"Bucket":                "{bucketName: b, endpoint: h, interval: 1m}",
	"HelmRepository":        "{url: 'https://h/r', interval: 1m}",
	"HelmChart":             "{chart: c, interval: 1m, sourceRef: {kind: HelmRepository, name: r}}",
	"OCIRepository":         "{url: 'oci://h/r', interval: 1m}",
	"ExternalArtifact":      "{sourceRef: {kind: A, name: a}}",
	"Kustomization":         "{interval: 1m, prune: true, path: ./, sourceRef: {kind: GitRepository, name: r}}",
	"HelmRelease":           "{interval: 1m, chart: {spec: {chart: c, sourceRef: {kind: HelmRepository, name: r}}}, values: {a: 1}}",
	"Alert":                 "{eventSources: [{kind: GitRepository, name: '*'}], providerRef: {name: p}}",
	"Provider":              "{type: generic, address: 'https://h'}",
	"Receiver":              "{type: generic, resources: [{kind: GitRepository, name: r}], secretRef: {name: s}}",
	"ImagePolicy":           "{imageRepositoryRef: {name: r}, policy: {semver: {range: '*'}}}",
	"ImageRepository":       "{image: h/i, interval: 1m}",
	"ImageUpdateAutomation": "{interval: 1m, sourceRef: {kind: GitRepository, name: r}, git: {commit: {author: {email: a@h, name: a}}}}",
	"ArtifactGenerator":     "{sources: [{alias: a, kind: GitRepository, name: r}], artifacts: [{name: a, copy: [{from: '@a/**', to: '@artifact/'}]}]}",
}

// crdsOf returns the CustomResourceDefinitions of a Flux version. test/distributions and testdata have those of versions
// that the extension does not carry. Those of v2.10.0 are not of its release files: controller-gen has written them from
// the modules of its APIs.
func crdsOf(version string) []*apiextensionsv1.CustomResourceDefinition {
	GinkgoHelper()
	manifests, err := distributions.Embedded().Manifests(version)
	if err != nil {
		manifests, err = os.ReadFile(filepath.Join("..", "distributions", version, "gotk-components.yaml"))
	}
	if err != nil {
		var compressed []byte
		compressed, err = os.ReadFile(filepath.Join("testdata", "crds-"+version+".yaml.br"))
		Expect(err).NotTo(HaveOccurred())
		manifests, err = io.ReadAll(brotli.NewReader(bytes.NewReader(compressed)))
	}
	Expect(err).NotTo(HaveOccurred())
	var crds []*apiextensionsv1.CustomResourceDefinition
	for document := range strings.SplitSeq(string(manifests), "\n---\n") {
		crd := &apiextensionsv1.CustomResourceDefinition{}
		Expect(yaml.Unmarshal([]byte(document), crd)).To(Succeed())
		if crd.Kind == "CustomResourceDefinition" {
			crds = append(crds, crd)
		}
	}
	return crds
}

// only returns the definitions of the kinds, or all without kinds.
func only(crds []*apiextensionsv1.CustomResourceDefinition, kinds ...string) []*apiextensionsv1.CustomResourceDefinition {
	return slices.DeleteFunc(slices.Clone(crds), func(crd *apiextensionsv1.CustomResourceDefinition) bool {
		return len(kinds) > 0 && !slices.Contains(kinds, crd.Spec.Names.Kind)
	})
}

// hasOtherDefaults reports whether the stored version of an object has other defaults than the later storage version.
func hasOtherDefaults(s stored) bool {
	return !strings.HasPrefix(s.name, "now") && slices.Contains([]string{"HelmRepository", "Receiver", "ImageRepository", "ImagePolicy"}, s.crd.Spec.Names.Kind)
}

// versionsOf returns the API versions of each kind in a Flux version.
func versionsOf(version string) map[string][]string {
	GinkgoHelper()
	remaining := map[string][]string{}
	for _, crd := range crdsOf(version) {
		for _, v := range crd.Spec.Versions {
			remaining[crd.Name] = append(remaining[crd.Name], v.Name)
		}
	}
	return remaining
}

// cluster is an API server with successive Flux versions.
type cluster struct {
	client.Client
	config *rest.Config
}

// apply applies CustomResourceDefinitions like gardener-resource-manager, which replaces labels and spec.
func (c cluster) apply(ctx context.Context, crds []*apiextensionsv1.CustomResourceDefinition) error {
	var failed []error
	for _, wanted := range crds {
		crd := &apiextensionsv1.CustomResourceDefinition{}
		if err := c.Get(ctx, client.ObjectKeyFromObject(wanted), crd); err != nil {
			failed = append(failed, c.Create(ctx, wanted.DeepCopy()))
			continue
		}
		crd.Spec = *wanted.Spec.DeepCopy()
		failed = append(failed, c.Update(ctx, crd))
	}
	return errors.Join(failed...)
}

// install applies the definitions and waits until exactly their versions are served.
func (c cluster) install(ctx context.Context, crds []*apiextensionsv1.CustomResourceDefinition) {
	GinkgoHelper()
	Expect(c.apply(ctx, crds)).To(Succeed())
	for _, crd := range crds {
		for _, version := range crd.Spec.Versions {
			Eventually(func() error { return c.list(ctx, crd, version.Name) }, "60s", "50ms").Should(Succeed())
		}
		for _, gone := range []string{"v1beta1", "v1beta2", "v2beta1", "v2beta2"} {
			if !slices.ContainsFunc(crd.Spec.Versions, func(v apiextensionsv1.CustomResourceDefinitionVersion) bool { return v.Name == gone }) {
				Eventually(func() error { return c.list(ctx, crd, gone) }, "60s", "50ms").ShouldNot(Succeed())
			}
		}
	}
}

func (c cluster) list(ctx context.Context, crd *apiextensionsv1.CustomResourceDefinition, version string) error {
	list := &unstructured.UnstructuredList{}
	list.SetAPIVersion(crd.Spec.Group + "/" + version)
	list.SetKind(crd.Spec.Names.Kind + "List")
	return c.List(ctx, list)
}

// storing returns the definitions with another storage version, by its index among the versions of the kind from the
// oldest.
func storing(crds []*apiextensionsv1.CustomResourceDefinition, index int) []*apiextensionsv1.CustomResourceDefinition {
	var changed []*apiextensionsv1.CustomResourceDefinition
	for _, crd := range crds {
		crd = crd.DeepCopy()
		names := make([]string, 0, len(crd.Spec.Versions))
		for _, v := range crd.Spec.Versions {
			names = append(names, v.Name)
		}
		slices.SortFunc(names, byAge)
		storage := names[min(index, len(names)-1)]
		for i := range crd.Spec.Versions {
			crd.Spec.Versions[i].Storage = crd.Spec.Versions[i].Name == storage
		}
		changed = append(changed, crd)
	}
	return changed
}

// byAge sorts v1beta1 before v1beta2 before v1.
func byAge(a, b string) int {
	return strings.Compare(a+"~", b+"~")
}

// objectOf returns an object in its form in Git.
func objectOf(crd *apiextensionsv1.CustomResourceDefinition, version, name string) *unstructured.Unstructured {
	GinkgoHelper()
	object := &unstructured.Unstructured{Object: map[string]any{}}
	var spec map[string]any
	Expect(specs).To(HaveKey(crd.Spec.Names.Kind))
	Expect(yaml.Unmarshal([]byte(specs[crd.Spec.Names.Kind]), &spec)).To(Succeed())
	object.Object["spec"] = spec
	object.SetAPIVersion(crd.Spec.Group + "/" + version)
	object.SetKind(crd.Spec.Names.Kind)
	object.SetNamespace("default")
	object.SetName(name)
	return object
}

// stored is a created object, with its API version in Git.
type stored struct {
	crd     *apiextensionsv1.CustomResourceDefinition
	version string
	name    string
	uid     types.UID
}

// applyAs applies an object as kustomize-controller does.
func (c cluster) applyAs(ctx context.Context, object *unstructured.Unstructured, options ...client.PatchOption) error {
	object.SetManagedFields(nil)
	//nolint:staticcheck // kustomize-controller applies objects in the same way
	return c.Patch(ctx, object, client.Apply, append(options, client.ForceOwnership, client.FieldOwner("kustomize-controller"))...)
}

// fill creates an object of each kind in each version, as applied by kustomize-controller and changed with kubectl,
// with a status from its controller.
func (c cluster) fill(ctx context.Context, crds []*apiextensionsv1.CustomResourceDefinition, when string) []stored {
	GinkgoHelper()
	var all []stored
	for _, crd := range crds {
		for _, version := range crd.Spec.Versions {
			object := objectOf(crd, version.Name, when+"-"+version.Name)
			Eventually(func() error { return c.applyAs(ctx, object) }, "30s", "100ms").Should(Succeed(), crd.Name)
			label := client.RawPatch(types.MergePatchType, []byte(`{"metadata":{"labels":{"by":"hand"}}}`))
			Expect(c.Patch(ctx, object, label, client.FieldOwner("kubectl-label"))).To(Succeed())
			if version.Subresources != nil && version.Subresources.Status != nil {
				status := client.RawPatch(types.MergePatchType, []byte(`{"status":{"observedGeneration":1}}`))
				Expect(c.Status().Patch(ctx, object, status, client.FieldOwner("controller"))).To(Succeed())
			}
			all = append(all, stored{crd: crd, version: version.Name, name: object.GetName(), uid: object.GetUID()})
		}
	}
	Expect(all).NotTo(BeEmpty())
	return all
}

// read reads an object in a version.
func (c cluster) read(ctx context.Context, s stored, version string) (*unstructured.Unstructured, error) {
	object := &unstructured.Unstructured{}
	object.SetAPIVersion(s.crd.Spec.Group + "/" + version)
	object.SetKind(s.crd.Spec.Names.Kind)
	return object, c.Get(ctx, client.ObjectKey{Namespace: "default", Name: s.name}, object)
}

// versionsIn returns the readable versions of a kind, and the storage version.
func versionsIn(crds []*apiextensionsv1.CustomResourceDefinition, name string) (served []string, storage string) {
	for _, crd := range crds {
		for _, v := range crd.Spec.Versions {
			if crd.Name == name && v.Storage {
				storage = v.Name
			}
			if crd.Name == name && v.Served {
				served = append(served, v.Name)
			}
		}
	}
	return served, storage
}

func (c cluster) storedVersions(ctx context.Context) map[string][]string {
	GinkgoHelper()
	list := &apiextensionsv1.CustomResourceDefinitionList{}
	Expect(c.List(ctx, list)).To(Succeed())
	versions := map[string][]string{}
	for _, crd := range list.Items {
		versions[crd.Name] = crd.Status.StoredVersions
	}
	return versions
}

// versionsOfAll returns the resourceVersions of all objects.
func (c cluster) versionsOfAll(ctx context.Context, all []stored) map[string]string {
	GinkgoHelper()
	versions := map[string]string{}
	for _, s := range all {
		storage := s.crd.Spec.Versions[slices.IndexFunc(s.crd.Spec.Versions, func(v apiextensionsv1.CustomResourceDefinitionVersion) bool { return v.Storage })].Name
		object, err := c.read(ctx, s, storage)
		Expect(err).NotTo(HaveOccurred())
		versions[s.crd.Name+"/"+s.name] = object.GetResourceVersion()
	}
	return versions
}

// shoot connects to the cluster with a transport that calls onWrite for each write.
func (c cluster) shoot(onWrite func(request *http.Request, do func() (*http.Response, error)) (*http.Response, error)) *toolkit.Shoot {
	GinkgoHelper()
	config := rest.CopyConfig(c.config)
	if onWrite != nil {
		config.Wrap(func(next http.RoundTripper) http.RoundTripper {
			return roundTripper(func(request *http.Request) (*http.Response, error) {
				do := func() (*http.Response, error) { return next.RoundTrip(request) }
				if request.Method == http.MethodGet {
					return do()
				}
				return onWrite(request, do)
			})
		})
	}
	httpClient, err := rest.HTTPClientFor(config)
	Expect(err).NotTo(HaveOccurred())
	shoot, err := toolkit.Connect("shoot--demo--only", config, httpClient)
	Expect(err).NotTo(HaveOccurred())
	return shoot
}

type roundTripper func(*http.Request) (*http.Response, error)

func (r roundTripper) RoundTrip(request *http.Request) (*http.Response, error) { return r(request) }

// cutAfter cancels the migration after the given number of writes on the API server.
type cutAfter struct {
	mutex  sync.Mutex
	left   int
	writes int
	cancel context.CancelFunc
}

func (c *cutAfter) write(_ *http.Request, do func() (*http.Response, error)) (*http.Response, error) {
	c.mutex.Lock()
	defer c.mutex.Unlock()
	response, err := do()
	c.left--
	c.writes++
	if c.left == 0 {
		// The response is lost, as for a killed process.
		if err == nil {
			_, _ = io.Copy(io.Discard, response.Body)
			_ = response.Body.Close()
		}
		c.cancel()
		return nil, context.Canceled
	}
	return response, err
}
