// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package flux_test

import (
	"bytes"
	"os"
	"path/filepath"
	"slices"
	"strings"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"
	corev1 "k8s.io/api/core/v1"
	"sigs.k8s.io/yaml"

	fluxv1alpha1 "github.com/shoot-flux/gardener-extension-shoot-flux/pkg/apis/flux/v1alpha1"
	. "github.com/shoot-flux/gardener-extension-shoot-flux/pkg/flux"
)

// versionEntries returns table entries for all versions.
func versionEntries() []TableEntry { return versionEntriesOf(allVersions()) }

func versionEntriesOf(versions []string) []TableEntry {
	var entries []TableEntry
	for _, version := range versions {
		entries = append(entries, Entry(version, version))
	}
	return entries
}

var _ = Describe("Each version", func() {
	catalog, renderer := NewCatalog(library), NewRenderer(library, Images{})

	// rendered returns the Deployments with all components of the version.
	rendered := func(version string, changes ...func(*Input)) map[string]container {
		GinkgoHelper()
		in := input(append(changes, of(version), fluxSettings(func(f *fluxv1alpha1.FluxInstallation) {
			f.Components, f.ComponentsExtra = catalog.Components(version), nil
		}))...)
		bundle, err := renderer.Render(in)
		Expect(err).NotTo(HaveOccurred())
		result := map[string]container{}
		for name, deployment := range deployments(bundle.Controllers) {
			result[name] = summary(manager(deployment), deployment.Spec.Template.Spec.PriorityClassName)
		}
		return result
	}

	It("has all components", func() {
		all := []fluxv1alpha1.Component{
			"source-controller", "kustomize-controller", "helm-controller", "notification-controller",
			"image-reflector-controller", "image-automation-controller", "source-watcher",
		}
		for _, version := range allVersions() {
			Expect(catalog.Components(version)).To(Equal(all), version)
			for _, component := range all {
				shipped := catalog.Resources(version, component)
				Expect(shipped.Limits.Memory().String()).To(Equal("1Gi"), version)
			}
		}
	})

	DescribeTable("renders image, arguments and environment of its containers",
		func(version string) {
			content, err := yaml.Marshal(rendered(version, withEverything))
			Expect(err).NotTo(HaveOccurred())
			golden(version+".containers.yaml", content)
		},
		versionEntries(),
	)

	// All these versions have the same flags (cmd/main.go or main.go of each controller;
	// fluxcd/pkg: runtime/acl). An unknown flag would prevent the start of a controller.
	DescribeTable("gets the additional flags",
		func(version string) {
			want := map[string][]string{
				"source-controller":           {"--concurrent=7"},
				"kustomize-controller":        {"--concurrent=7", "--no-cross-namespace-refs=true", "--no-remote-bases=true", "--default-service-account=tenant"},
				"helm-controller":             {"--concurrent=7", "--no-cross-namespace-refs=true", "--default-service-account=tenant"},
				"notification-controller":     {"--concurrent=7", "--no-cross-namespace-refs=true"},
				"image-reflector-controller":  {"--concurrent=7", "--no-cross-namespace-refs=true"},
				"image-automation-controller": {"--concurrent=7", "--no-cross-namespace-refs=true"},
				"source-watcher":              {"--concurrent=7", "--no-cross-namespace-refs=true"},
			}
			if version >= "v2.7" {
				for _, name := range []string{"source-controller", "notification-controller", "image-reflector-controller", "image-automation-controller"} {
					want[name] = append(want[name], "--default-service-account=tenant")
				}
				want["kustomize-controller"] = append(want["kustomize-controller"], "--default-decryption-service-account=tenant", "--default-kubeconfig-service-account=tenant")
				want["helm-controller"] = append(want["helm-controller"], "--default-kubeconfig-service-account=tenant")
			}
			if !slices.Contains(catalog.Components(version), fluxv1alpha1.ComponentSourceWatcher) {
				delete(want, "source-watcher")
			}
			shipped, got := rendered(version), map[string][]string{}
			for name, given := range rendered(version, withEverything) {
				got[name] = slices.DeleteFunc(given.Args[len(shipped[name].Args):], func(arg string) bool { return strings.HasPrefix(arg, "--feature-gates=") })
			}
			Expect(got).To(Equal(want))
		},
		versionEntries(),
	)

	// See test/landscape/e2e/programs_test.go.
	It("sets only flags and feature gates that the controllers know", func() {
		content, err := os.ReadFile(filepath.Join("patch", "testdata", "programs.txt"))
		Expect(err).NotTo(HaveOccurred())
		version, name := "", ""
		for line := range strings.Lines(string(content)) {
			words := strings.Fields(line)
			switch known := words[1:]; words[0] {
			case "#":
			case "flags":
				Expect(known).To(ContainElements(flagsOf(rendered(version, withEverything)[name].Args)), "%s %s", version, name)
			case "gates":
				for _, arg := range rendered(version, withEverything)[name].Args {
					if gates, is := strings.CutPrefix(arg, "--feature-gates="); is {
						for gate := range strings.SplitSeq(gates, ",") {
							Expect(known).To(ContainElement(strings.TrimSuffix(gate, "=true")), "%s %s", version, name)
						}
					}
				}
			default:
				version, name = words[0], words[1]
			}
		}
	})

	DescribeTable("enables ExternalArtifact only with source-watcher",
		func(version string) {
			const gate = "--feature-gates=ExternalArtifact=true"
			has := slices.Contains(catalog.Components(version), fluxv1alpha1.ComponentSourceWatcher)
			for name, given := range rendered(version) {
				wanted := has && (name == "kustomize-controller" || name == "helm-controller")
				Expect(slices.Contains(given.Args, gate)).To(Equal(wanted), name)
			}
			Expect(version >= "v2.7").To(Equal(has), "source-watcher is there since v2.7")
		},
		versionEntries(),
	)

	DescribeTable("sets each flag once and the namespace in the environment",
		func(version string) {
			for name, given := range rendered(version, withEverything) {
				Expect(slices.Compact(slices.Sorted(slices.Values(flagsOf(given.Args))))).To(HaveLen(len(given.Args)), name)
				Expect(given.Env).To(ContainElement("RUNTIME_NAMESPACE"), name)
			}
		},
		versionEntries(),
	)

	DescribeTable("accepts the objects of a shoot",
		func(version string) {
			for _, document := range []string{gitRepository, privateGitRepository, ociRepository, bucket, kustomization, ociKustomization, additionalGit, helmRepository} {
				Expect(catalog.Validate(GinkgoT().Context(), version, parse(document))).To(BeEmpty(), document)
			}
		},
		versionEntries(),
	)

	DescribeTable("rejects unknown API versions and fields with a fix",
		func(version, document, message string) {
			Expect(catalog.Validate(GinkgoT().Context(), version, parse(document)).ToAggregate()).To(MatchError(message))
		},
		Entry("an API version that no Flux version serves", "v2.8.8", with(kustomization, "fluxcd.io/v1", "fluxcd.io/v1beta2"),
			`apiVersion: Invalid value: "kustomize.toolkit.fluxcd.io/v1beta2": Flux v2.8.8 serves Kustomization as kustomize.toolkit.fluxcd.io/v1`),
		Entry("a field of a newer Flux version", "v2.8.8", with(kustomization, "prune: true", "prune: true, ignore: [{paths: [/spec/replicas]}]"),
			`spec.ignore: Forbidden: unknown field in Flux v2.8.8`),
	)

	It("renders the same Config for every version, except the identifier of the delivery", func() {
		newest := render(input(synced(privateGitRepository, kustomization), withDeployKey)).Delivery
		for _, version := range allVersions() {
			bundle, err := renderer.Render(input(of(version), synced(privateGitRepository, kustomization), withDeployKey))
			Expect(err).NotTo(HaveOccurred())
			golden("deploy-key.config.yaml", bytes.ReplaceAll(bundle.Config, []byte(bundle.Delivery), []byte(newest)))
		}
	})

	DescribeTable("has no source-watcher and none of its flags by default",
		func(version string) {
			bundle, err := renderer.Render(input(of(version)))
			Expect(err).NotTo(HaveOccurred())
			chosen := deployments(bundle.Controllers)
			Expect(chosen).To(HaveLen(4))
			for _, deployment := range chosen {
				Expect(manager(deployment).Args).NotTo(ContainElement(HavePrefix("--feature-gates")))
			}
		},
		versionEntries(),
	)
})

// container has the reviewed fields of a controller in a golden file.
type container struct {
	Image             string   `json:"image"`
	Args              []string `json:"args"`
	Env               []string `json:"env"`
	PriorityClassName string   `json:"priorityClassName,omitempty"`
}

func summary(of corev1.Container, priorityClassName string) container {
	result := container{Image: of.Image, Args: of.Args, PriorityClassName: priorityClassName}
	for _, variable := range of.Env {
		result.Env = append(result.Env, variable.Name)
	}
	return result
}

func flagsOf(args []string) []string {
	var flags []string
	for _, arg := range args {
		flag, _, _ := strings.Cut(arg, "=")
		flags = append(flags, flag)
	}
	return flags
}
