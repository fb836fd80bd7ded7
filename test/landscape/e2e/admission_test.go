// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package e2e_test

import (
	"bytes"
	"context"
	"os/exec"
	"strings"
	"time"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"
	corev1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"sigs.k8s.io/yaml"

	gardencorev1beta1 "github.com/gardener/gardener/pkg/apis/core/v1beta1"

	"github.com/shoot-flux/gardener-extension-shoot-flux/test/landscape"
	"github.com/shoot-flux/gardener-extension-shoot-flux/test/landscape/garden"
)

// kubectl runs kubectl against the garden and returns all it prints.
func kubectl(ctx context.Context, stdin string, args ...string) (string, error) {
	command := exec.CommandContext(ctx, world.Kubectl, append([]string{"--kubeconfig", world.Garden.Cluster.Kubeconfig}, args...)...)
	command.Stdin = strings.NewReader(stdin)
	var output bytes.Buffer
	command.Stdout, command.Stderr = &output, &output
	err := command.Run()
	return output.String(), err
}

// asYAML writes an object as a user would.
func asYAML(object any) string {
	GinkgoHelper()
	document, err := yaml.Marshal(object)
	Expect(err).NotTo(HaveOccurred())
	return string(document)
}

var _ = Describe("The admission", func() {
	configMap := func(data map[string]string) string {
		return asYAML(&corev1.ConfigMap{TypeMeta: metav1.TypeMeta{APIVersion: "v1", Kind: "ConfigMap"},
			ObjectMeta: metav1.ObjectMeta{Namespace: "garden-porch", Name: "flux-config"}, Data: data})
	}
	shootYAML := func(change ...func(*gardenerShoot)) string {
		object := garden.NewShoot("porch", "only", seedName)
		object.TypeMeta = metav1.TypeMeta{APIVersion: gardencorev1beta1.SchemeGroupVersion.String(), Kind: "Shoot"}
		metav1.SetMetaDataAnnotation(&object.ObjectMeta, landscape.AnnotationNoCluster, "true")
		for _, c := range change {
			c(object)
		}
		return asYAML(object)
	}

	It("refuses mistakes on kubectl apply with file, field and remedy, accepts the corrected ones, and warns", func(ctx SpecContext) {
		user := inGarden(ctx)
		user.project("porch", nil)
		valid := map[string]string{"repositoryUrl": "https://github.com/o/r"}

		By("ConfigMaps flux-config")
		for _, mistake := range []struct {
			data    map[string]string
			message string
		}{
			{with(valid, "repositoryURL", "x"), `The ConfigMap "flux-config" is invalid: repositoryURL: Forbidden: unknown key`},
			{with(valid, "repositoryUrl", "git@github.com:o/r.git"), "repositoryUrl: Forbidden: is not a URL; write ssh://git@github.com/o/r.git"},
			{with(valid, "fluxVersion", "v0.29.5"), `fluxVersion: Invalid value: "v0.29.5": unknown Flux version; the known versions are v2.8.8, v2.9.5`},
			{with(valid, "repositoryType", "private"), "repositoryType: Invalid value: \"private\": does not fit repositoryUrl, which begins with https://"},
			{map[string]string{"config.yaml": fluxConfig("flux: {namespace: gitops}")}, "config.yaml.flux.namespace: Forbidden: only the Shoot's providerConfig may set a namespace other than flux-system"},
			{map[string]string{"config.yaml": fluxConfig("source: {template: {spec: {url: 'https://u:s3cret@h/r'}}}")}, "config.yaml.source.template.spec.url: Forbidden: must not carry credentials, a query or a fragment"},
		} {
			output, err := kubectl(ctx, configMap(mistake.data), "apply", "-f", "-")
			Expect(err).To(HaveOccurred(), output)
			Expect(output).To(ContainSubstring(mistake.message))
			Expect(output).NotTo(ContainSubstring("s3cret"))
		}
		output, err := kubectl(ctx, configMap(with(valid, "fluxVersion", "2.9.0")), "apply", "-f", "-")
		Expect(err).NotTo(HaveOccurred(), output)
		Expect(output).To(And(ContainSubstring("Warning:"), ContainSubstring("resolves to v2.9.5")))

		By("ConfigMaps that nobody reads")
		for _, misplaced := range []struct{ namespace, name string }{{"garden-porch", "flux-conf"}, {"default", "flux-config"}} {
			output, err := kubectl(ctx, asYAML(&corev1.ConfigMap{TypeMeta: metav1.TypeMeta{APIVersion: "v1", Kind: "ConfigMap"},
				ObjectMeta: metav1.ObjectMeta{Namespace: misplaced.namespace, Name: misplaced.name}, Data: valid}), "apply", "-f", "-")
			Expect(err).NotTo(HaveOccurred(), output)
			Expect(output).To(ContainSubstring("Warning: ConfigMap " + misplaced.namespace + "/" + misplaced.name + " is not read"))
			output, err = kubectl(ctx, "", "-n", misplaced.namespace, "delete", "configmap", misplaced.name)
			Expect(err).NotTo(HaveOccurred(), output)
		}

		By("Shoots")
		for _, mistake := range []struct{ config, message string }{
			{"flux: {componentsExtra: [source-wacher]}", `The Shoot "only" is invalid: spec.extensions[0].providerConfig.flux.componentsExtra[0]: Unsupported value: "source-wacher"`},
			{"source: {template: {spec: {url: 'https://h/r', interval: soon}}}", "spec.extensions[0].providerConfig.source.template.spec.interval: Invalid value: \"soon\": must be a duration"},
			{"kustomization: {template: {spec: {path: ../other}}}", "spec.extensions[0].providerConfig.kustomization.template.spec.path: Invalid value: \"../other\": must be a path from the root of the source"},
			{"additionalSecretResources: [{name: vault}]", "spec.extensions[0].providerConfig.additionalSecretResources[0].name: Invalid value: \"vault\": names no entry of Shoot.spec.resources"},
			{"kustomization: {template: {spec: {path: './${SHOOT_INFO_NAMES}'}}}", "is not a shoot info variable of this shoot; the known variables are"},
		} {
			output, err := kubectl(ctx, shootYAML(configured(mistake.config)), "apply", "-f", "-")
			Expect(err).To(HaveOccurred(), output)
			Expect(output).To(ContainSubstring(mistake.message))
		}
		output, err = kubectl(ctx, shootYAML(configured("kustomization: {template: {spec: {path: './${SHOOT_INFO_NAME}'}}}")), "apply", "-f", "-")
		Expect(err).NotTo(HaveOccurred(), output)
		s := shoot{ctx: ctx, project: "porch", name: "only", seed: seedName}
		s.succeeds()
		s.eventually("FluxConfigured", "True", "Configured", ContainSubstring("is configured to sync path ./only of branch main of https://github.com/o/r"))

		By("a change that would leave a second Flux behind")
		output, err = kubectl(ctx, shootYAML(configured("flux: {namespace: gitops}")), "apply", "-f", "-")
		Expect(err).To(HaveOccurred(), output)
		Expect(output).To(ContainSubstring("Flux's namespace is flux-system and cannot be changed to gitops"))

		By("a null, which would not arrive at the extension")
		output, err = kubectl(ctx, shootYAML(configured("kustomization: {template: {spec: {path: null}}}")), "apply", "-f", "-")
		Expect(err).To(HaveOccurred(), output)
		Expect(output).To(ContainSubstring("spec.extensions[0].providerConfig.kustomization.template.spec.path: Forbidden: "))

		By("what a project does not allow its Shoots")
		output, err = kubectl(ctx, configMap(map[string]string{"config.yaml": fluxConfig("source: {template: {spec: {url: 'https://github.com/o/r'}}}\nproject: {allowShootOverrides: [kustomization]}")}), "apply", "-f", "-")
		Expect(err).NotTo(HaveOccurred(), output)
		output, err = kubectl(ctx, shootYAML(configured("flux: {logLevel: debug}")), "apply", "-f", "-")
		Expect(err).To(HaveOccurred(), output)
		Expect(output).To(ContainSubstring("spec.extensions[0].providerConfig.flux.logLevel: Forbidden: must not be set in a Shoot"))
	}, SpecTimeout(3*time.Minute))

	It("is not in the way of anything else: with it down, ConfigMaps can be written, and Shoots without Flux", func(ctx SpecContext) {
		user := inGarden(ctx)
		user.project("down", map[string]string{})
		withoutAdmission(ctx, func() {
			for _, name := range []string{"flux-config", "other"} {
				output, err := kubectl(ctx, asYAML(&corev1.ConfigMap{TypeMeta: metav1.TypeMeta{APIVersion: "v1", Kind: "ConfigMap"},
					ObjectMeta: metav1.ObjectMeta{Namespace: "garden-down", Name: name}, Data: map[string]string{"repositoryURL": "a mistake"}}), "apply", "-f", "-")
				Expect(err).NotTo(HaveOccurred(), output)
			}
			plain := garden.NewShoot("down", "plain", seedName)
			plain.Spec.Extensions = nil
			metav1.SetMetaDataAnnotation(&plain.ObjectMeta, landscape.AnnotationNoCluster, "true")
			Expect(world.Garden.Client.Create(ctx, plain)).To(Succeed())

			By("so can one that gets Flux as its project configures it, and only one with a configuration of its own has to wait")
			flux := garden.NewShoot("down", "flux", seedName)
			metav1.SetMetaDataAnnotation(&flux.ObjectMeta, landscape.AnnotationNoCluster, "true")
			Expect(world.Garden.Client.Create(ctx, flux)).To(Succeed())
			own := garden.NewShoot("down", "own", seedName)
			configured("")(own)
			Expect(world.Garden.Client.Create(ctx, own)).To(MatchError(ContainSubstring("failed calling webhook")))
		})

		By("and a Shoot is not refused for a mistake of its project, but its author is warned")
		object := garden.NewShoot("down", "own", seedName)
		configured("")(object)
		object.TypeMeta = metav1.TypeMeta{APIVersion: gardencorev1beta1.SchemeGroupVersion.String(), Kind: "Shoot"}
		metav1.SetMetaDataAnnotation(&object.ObjectMeta, landscape.AnnotationNoCluster, "true")
		output, err := kubectl(ctx, asYAML(object), "apply", "-f", "-")
		Expect(err).NotTo(HaveOccurred(), output)
		Expect(output).To(And(ContainSubstring("Warning:"), ContainSubstring("ConfigMap garden-down/flux-config: repositoryURL: Forbidden: unknown key")))
	}, SpecTimeout(3*time.Minute))
})
