// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package main

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"math/bits"
	"os"
	"path/filepath"
	"regexp"
	"slices"

	"github.com/fluxcd/flux2/v2/pkg/manifestgen/install"
	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"
	appsv1 "k8s.io/api/apps/v1"
	corev1 "k8s.io/api/core/v1"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"k8s.io/apimachinery/pkg/runtime"
	utilyaml "k8s.io/apimachinery/pkg/util/yaml"
	"k8s.io/utils/ptr"

	"github.com/shoot-flux/gardener-extension-shoot-flux/hack/distributions/gomodule"
	fluxv1alpha1 "github.com/shoot-flux/gardener-extension-shoot-flux/pkg/apis/flux/v1alpha1"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/configuration/resolved"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/flux"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/flux/distributions"
)

const (
	keepObject    = "resources.gardener.cloud/keep-object"
	fluxReconcile = "kustomize.toolkit.fluxcd.io/reconcile"
	fluxPrune     = "kustomize.toolkit.fluxcd.io/prune"
	pullSecret    = "flux-image-pull"
)

// Package pkg/flux edits the embedded distributions. For each option of 'flux install', the result must be that of flux2's own library with
// the files of the release.
var _ = Describe("Rendering for a shoot, compared with flux install", func() {
	versions, err := readVersions("versions")
	if err != nil {
		panic(err) // The tree of specs has one for each version.
	}
	renderer := flux.NewRenderer(flux.NewLibrary(distributions.Embedded()), flux.Images{})
	newest := versions[len(versions)-1]

	for _, version := range versions {
		Describe("of "+version, Ordered, ContinueOnFailure, func() {
			var release, lean string

			BeforeAll(func(ctx SpecContext) {
				recorded, err := readSums("modules.sum")
				Expect(err).NotTo(HaveOccurred())
				copies, err := newModuleSource(recorded, gomodule.Go(false), false).pick(ctx, copiesModule, "")
				Expect(err).NotTo(HaveOccurred())
				release, err = copyRelease(copies, version, GinkgoT().TempDir())
				Expect(err).NotTo(HaveOccurred())
				lean = withoutSchemas(release)
			})

			render := func(installation fluxv1alpha1.FluxInstallation) []byte {
				GinkgoHelper()
				bundle, err := renderer.Render(flux.Input{
					Effective: &resolved.Configuration{
						Version: version, Flux: installation, Components: slices.Concat(installation.Components, installation.ComponentsExtra),
					},
					Resources: map[string]flux.Resource{"pull": {Type: corev1.SecretTypeDockerConfigJson}},
				})
				Expect(err).NotTo(HaveOccurred())
				return slices.Concat(bundle.CRDs, bundle.Controllers)
			}
			generate := func(installation fluxv1alpha1.FluxInstallation, release string) []byte {
				GinkgoHelper()
				manifest, err := install.Generate(optionsFor(version, installation), release)
				Expect(err).NotTo(HaveOccurred())
				return []byte(manifest.Content)
			}
			whole := func() fluxv1alpha1.FluxInstallation {
				installation := defaulted()
				for _, component := range componentsOf(release)[len(installation.Components):] {
					installation.ComponentsExtra = append(installation.ComponentsExtra, fluxv1alpha1.Component(component))
				}
				return installation
			}

			It("gives the same objects with all components", func() {
				Expect(withoutOurs(documents(render(whole())))).To(Equal(withoutOurs(documents(generate(whole(), release)))))
			})

			// From here on without the schemas, of which nothing depends on an option, and which are nearly all that there is to read.
			same := func(installation fluxv1alpha1.FluxInstallation) {
				GinkgoHelper()
				got := withoutOurs(documents(schemas().ReplaceAll(render(installation), nil)))
				Expect(got).NotTo(BeEmpty())
				Expect(got).To(Equal(withoutOurs(documents(generate(installation, lean)))))
			}

			// The templates are the same for all versions, so that all sets of components are compared for the newest one only.
			It("gives the same objects for sets of components: all there are of the newest version, and each alone of the others", func() {
				optional := componentsOf(release)[2:]
				for set := range 1 << len(optional) {
					if version != newest && bits.OnesCount(uint(set)) > 1 {
						continue
					}
					installation := defaulted()
					installation.Components = []fluxv1alpha1.Component{fluxv1alpha1.ComponentSource, fluxv1alpha1.ComponentKustomize}
					for i, component := range optional {
						if set&(1<<i) != 0 {
							installation.ComponentsExtra = append(installation.ComponentsExtra, fluxv1alpha1.Component(component))
						}
					}
					By(fmt.Sprint(installation.ComponentsExtra))
					same(installation)
				}
			})

			changed := func(change func(*fluxv1alpha1.FluxInstallation)) {
				GinkgoHelper()
				installation := whole()
				change(&installation)
				same(installation)
			}
			DescribeTable("gives the same objects", changed,
				Entry("without notification-controller, in another cluster domain", func(f *fluxv1alpha1.FluxInstallation) {
					f.Components = []fluxv1alpha1.Component{fluxv1alpha1.ComponentSource, fluxv1alpha1.ComponentKustomize, fluxv1alpha1.ComponentHelm}
					f.ClusterDomain = ptr.To("shoot.example.org")
				}),
				Entry("with everything", func(f *fluxv1alpha1.FluxInstallation) {
					f.Registry, f.Namespace, f.ImagePullSecretResourceName = ptr.To("mirror.example.org"), ptr.To("gitops"), ptr.To("pull")
					f.NetworkPolicy, f.LogLevel, f.ClusterDomain = ptr.To(false), ptr.To(fluxv1alpha1.LogLevelError), ptr.To("shoot.example.org")
					f.Tolerations = tolerations("a")
				}),
			)
			if version != newest {
				return
			}
			DescribeTable("gives the same objects with one option", changed,
				Entry("with another registry", func(f *fluxv1alpha1.FluxInstallation) { f.Registry = ptr.To("mirror.example.org:5000/a/flux") }),
				Entry("in another namespace", func(f *fluxv1alpha1.FluxInstallation) { f.Namespace = ptr.To("gitops") }),
				Entry("in a namespace whose name has the usual one in it", func(f *fluxv1alpha1.FluxInstallation) { f.Namespace = ptr.To("my-flux-system") }),
				Entry("with an image pull Secret", func(f *fluxv1alpha1.FluxInstallation) { f.ImagePullSecretResourceName = ptr.To("pull") }),
				Entry("without NetworkPolicies", func(f *fluxv1alpha1.FluxInstallation) { f.NetworkPolicy = ptr.To(false) }),
				Entry("with another log level", func(f *fluxv1alpha1.FluxInstallation) { f.LogLevel = ptr.To(fluxv1alpha1.LogLevelDebug) }),
				Entry("with another cluster domain", func(f *fluxv1alpha1.FluxInstallation) { f.ClusterDomain = ptr.To("shoot.example.org") }),
				Entry("with tolerations", func(f *fluxv1alpha1.FluxInstallation) { f.Tolerations = tolerations("a", "example.org/b") }),
			)
		})
	}
})

// schemas returns a pattern for the versions of CustomResourceDefinitions, with their schemas, in YAML.
func schemas() *regexp.Regexp {
	return regexp.MustCompile(`(?m)^  versions:\n(?:(?:  [ -].*)?\n)+`)
}

// withoutSchemas copies a release.
func withoutSchemas(release string) string {
	GinkgoHelper()
	lean := GinkgoT().TempDir()
	files, err := filepath.Glob(filepath.Join(release, "*.yaml"))
	Expect(err).NotTo(HaveOccurred())
	for _, file := range files {
		content, err := os.ReadFile(file)
		Expect(err).NotTo(HaveOccurred())
		Expect(os.WriteFile(filepath.Join(lean, filepath.Base(file)), schemas().ReplaceAll(content, nil), 0o600)).To(Succeed())
	}
	return lean
}

func defaulted() fluxv1alpha1.FluxInstallation {
	installation := fluxv1alpha1.FluxInstallation{}
	fluxv1alpha1.SetDefaults_FluxInstallation(&installation)
	return installation
}

func tolerations(keys ...string) []corev1.Toleration {
	var result []corev1.Toleration
	for _, key := range keys {
		result = append(result, corev1.Toleration{Key: key, Operator: corev1.TolerationOpExists})
	}
	return result
}

// optionsFor returns the equivalent options of 'flux install'.
func optionsFor(version string, installation fluxv1alpha1.FluxInstallation) install.Options {
	options := install.MakeDefaultOptions()
	options.Version = version
	options.Components = nil
	for _, component := range slices.Concat(installation.Components, installation.ComponentsExtra) {
		options.Components = append(options.Components, string(component))
	}
	options.Registry = *installation.Registry
	options.Namespace = *installation.Namespace
	if installation.ImagePullSecretResourceName != nil {
		options.ImagePullSecret = pullSecret
	}
	options.NetworkPolicy = *installation.NetworkPolicy
	options.LogLevel = string(*installation.LogLevel)
	options.ClusterDomain = *installation.ClusterDomain
	for _, toleration := range installation.Tolerations {
		options.TolerationKeys = append(options.TolerationKeys, toleration.Key)
	}
	return options
}

// withoutOurs returns the objects by kind, namespace and name, without what pkg/flux adds on purpose: the annotations that
// keep namespaces and CustomResourceDefinitions in the shoot and Flux from acting on itself, and the image pull Secret, which 'flux install' expects to
// be there. Deployments are compared as an API server reads them: 1000m is 1.
func withoutOurs(objects []*unstructured.Unstructured) map[string]map[string]any {
	GinkgoHelper()
	result := map[string]map[string]any{}
	for _, object := range objects {
		key := object.GetKind() + " " + object.GetNamespace() + "/" + object.GetName()
		if object.GetKind() == "Secret" && object.GetName() == pullSecret {
			continue
		}
		for _, ours := range []string{keepObject, fluxReconcile, fluxPrune} {
			unstructured.RemoveNestedField(object.Object, "metadata", "annotations", ours)
		}
		if len(object.GetAnnotations()) == 0 {
			unstructured.RemoveNestedField(object.Object, "metadata", "annotations")
		}
		if object.GetKind() == "Deployment" {
			deployment := &appsv1.Deployment{}
			Expect(runtime.DefaultUnstructuredConverter.FromUnstructuredWithValidation(object.Object, deployment, true)).To(Succeed())
			for i := range deployment.Spec.Template.Spec.Containers {
				// What is rendered has it, so that the condition can repeat why a container has ended.
				deployment.Spec.Template.Spec.Containers[i].TerminationMessagePolicy = ""
			}
			content, err := runtime.DefaultUnstructuredConverter.ToUnstructured(deployment)
			Expect(err).NotTo(HaveOccurred())
			object.Object = content
		}
		Expect(result).NotTo(HaveKey(key))
		result[key] = object.Object
	}
	return result
}

func documents(manifests []byte) []*unstructured.Unstructured {
	GinkgoHelper()
	var objects []*unstructured.Unstructured
	decoder := utilyaml.NewYAMLOrJSONDecoder(bytes.NewReader(manifests), 4096)
	for {
		object := &unstructured.Unstructured{}
		if err := decoder.Decode(&object.Object); err != nil {
			Expect(errors.Is(err, io.EOF)).To(BeTrue(), "%v", err)
			return objects
		}
		if len(object.Object) > 0 {
			objects = append(objects, object)
		}
	}
}
