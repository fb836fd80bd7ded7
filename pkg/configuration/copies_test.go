// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package configuration_test

import (
	"slices"

	gardencorev1beta1 "github.com/gardener/gardener/pkg/apis/core/v1beta1"
	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"
	"k8s.io/apimachinery/pkg/types"

	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/configuration/resolved"
)

var _ = Describe("Copies", func() {
	resources := []gardencorev1beta1.NamedResourceReference{
		resource("token", "Secret", "my-token"), resource("key", "Secret", "my-key"), resource("vault", "Secret", "my-vault"), resource("vars", "ConfigMap", "my-vars"),
	}
	secret := func(name, namespace, target string) resolved.Copy {
		return resolved.Copy{Resource: name, Kind: "Secret", Target: types.NamespacedName{Namespace: namespace, Name: target}}
	}
	configMap := func(name, namespace, target string) resolved.Copy {
		return resolved.Copy{Resource: name, Kind: "ConfigMap", Target: types.NamespacedName{Namespace: namespace, Name: target}}
	}
	withoutPaths := func(copies []resolved.Copy) []resolved.Copy {
		copies = slices.Clone(copies)
		for i := range copies {
			copies[i].Path = nil
		}
		return copies
	}
	const sourceWithToken = `source: {secretResourceName: token, template: {spec: {url: "https://github.com/o/r"}}}` + "\n"
	const apart = `
flux: {namespace: gitops}
source: {template: {metadata: {namespace: sources}, spec: {url: "https://github.com/o/r", proxySecretRef: {name: proxy}, verify: {mode: HEAD, secretRef: {name: keys}}}}}
kustomization: {template: {metadata: {namespace: apps}, spec: {decryption: {provider: sops, secretRef: {name: age}}, kubeConfig: {secretRef: {name: remote}}, postBuild: {substituteFrom: [{kind: Secret, name: proxy}, {kind: ConfigMap, name: vars}]}}}}
`

	DescribeTable("are delivered to the namespaces of the objects that refer to them:",
		func(shoot string, copies ...resolved.Copy) {
			effective := documents{shoot: shoot, resources: resources}.effective()
			Expect(withoutPaths(effective.Copies)).To(HaveExactElements(copies))
			for _, c := range copies {
				Expect(effective.Namespaces()).To(ContainElement(c.Target.Namespace))
			}
		},
		Entry("no copy", https),
		Entry("the source's Secret, by default", `source: {secretResourceName: token, template: {spec: {url: "https://github.com/o/r"}}}`, secret("token", "flux-system", "flux-system")),
		Entry("the source's Secret, with name and namespace from the source's template",
			`source: {secretResourceName: token, template: {metadata: {namespace: sources}, spec: {url: "https://github.com/o/r", secretRef: {name: own}}}}`, secret("token", "sources", "own")),
		Entry("the decryption key, by default", https+"decryption: {secretResourceName: key}", secret("key", "flux-system", "flux-sops")),
		Entry("the decryption key, in the root Kustomization's namespace", https+"decryption: {secretResourceName: key}\nkustomization: {template: {metadata: {namespace: apps}, spec: {decryption: {secretRef: {name: age}}}}}",
			secret("key", "apps", "age")),
		Entry("an unreferenced Secret, in Flux's namespace and with its name in the project", "flux: {namespace: gitops}\nadditionalSecretResources: [{name: vault}]\nadditionalConfigMapResources: [{name: vars}]",
			configMap("vars", "gitops", "my-vars"), secret("vault", "gitops", "my-vault")),
		Entry("a Secret that the source refers to", apart+"additionalSecretResources: [{name: vault, targetName: keys}]", secret("vault", "sources", "keys")),
		Entry("a ConfigMap that the root Kustomization refers to", apart+"additionalSecretResources: [{name: vault, targetName: age}]\nadditionalConfigMapResources: [{name: vars, targetName: vars}]",
			configMap("vars", "apps", "vars"), secret("vault", "apps", "age")),
		Entry("the kubeconfig of the root Kustomization", apart+"additionalSecretResources: [{name: vault, targetName: remote}]", secret("vault", "apps", "remote")),
		Entry("a Secret that source and root Kustomization refer to", apart+"additionalSecretResources: [{name: vault, targetName: proxy}]", secret("vault", "apps", "proxy"), secret("vault", "sources", "proxy")),
		Entry("one resource with two target names", "additionalSecretResources: [{name: vault, targetName: a}, {name: vault, targetName: b}]", secret("vault", "flux-system", "a"), secret("vault", "flux-system", "b")),
		Entry("a Secret and a ConfigMap with the same name", "additionalSecretResources: [{name: vault, targetName: a}]\nadditionalConfigMapResources: [{name: vars, targetName: a}]",
			configMap("vars", "flux-system", "a"), secret("vault", "flux-system", "a")),
		Entry("a Secret with the name of the shoot info ConfigMap", "additionalSecretResources: [{name: vault, targetName: shoot-info}]", secret("vault", "flux-system", "shoot-info")),
		Entry("a Secret with the deploy key's name, in a project without a deploy key", https+"additionalSecretResources: [{name: vault, targetName: flux-system}]", secret("vault", "flux-system", "flux-system")),
	)

	DescribeTable("are removed by an empty name",
		func(in documents, deployKey bool) {
			in.resources = resources
			effective := in.effective()
			Expect(effective.Copies).To(BeEmpty())
			Expect(effective.Source.DeployKey).To(Equal(deployKey))
			Expect(effective.Kustomization.Object.Object["spec"]).NotTo(HaveKey("decryption"))
		},
		Entry("in a Shoot", documents{project: sourceWithToken + "decryption: {secretResourceName: key}", shoot: "source: {secretResourceName: ''}\ndecryption: {secretResourceName: ''}"}, false),
		Entry("in a Shoot, which then uses the deploy key",
			documents{project: `source: {secretResourceName: token, template: {spec: {url: "ssh://git@github.com/o/r"}}}`, shoot: `source: {secretResourceName: ""}`}, true),
		Entry("in a project", documents{operator: `{"source":{"template":{"spec":{"url":"https://o/r"}}},"decryption":{"secretResourceName":"key"}}`, project: https + `decryption: {secretResourceName: ""}`}, false),
	)

	It("are delivered if a later document sets another name", func() {
		effective := documents{operator: `{"source":{"template":{"spec":{"url":"https://o/r"}}},"decryption":{"secretResourceName":"key"}}`, project: https + `decryption: {secretResourceName: ""}`,
			shoot: "decryption: {secretResourceName: vault}", resources: resources}.effective()
		Expect(withoutPaths(effective.Copies)).To(HaveExactElements(secret("vault", "flux-system", "flux-sops")))
	})

	It("record the field that configures them", func() {
		effective := documents{shoot: sourceWithToken + "decryption: {secretResourceName: key}\nadditionalSecretResources: [{name: vault}]\nadditionalConfigMapResources: [{name: vars}]", resources: resources}.effective()
		var paths []string
		for _, c := range effective.Copies {
			paths = append(paths, c.Path.String())
		}
		Expect(paths).To(ConsistOf("source.secretResourceName", "decryption.secretResourceName", "additionalSecretResources[0].name", "additionalConfigMapResources[0].name"))
	})

	It("have the configured labels", func() {
		effective := documents{shoot: "additionalSecretResources: [{name: vault, labels: {team: a}}]", resources: resources}.effective()
		Expect(effective.Copies).To(HaveExactElements(HaveField("Labels", map[string]string{"team": "a"})))
	})

	DescribeTable("must not replace another object:",
		func(shoot, field, text string) {
			_, configErrs := documents{shoot: shoot, resources: resources}.resolve()
			Expect(configErrs).To(HaveLen(1))
			Expect(configErrs[0].Error.Field).To(Equal("spec.providerConfig." + field))
			Expect(configErrs[0].Error.Detail).To(HavePrefix(text))
		},
		Entry("the shoot info in Flux's namespace", "additionalConfigMapResources: [{name: vars, targetName: shoot-info}]", "additionalConfigMapResources[0].name", "would become ConfigMap flux-system/shoot-info in the shoot, which already exists for the shoot info"),
		Entry("a ConfigMap of Kubernetes in the root Kustomization's namespace", apart+"additionalConfigMapResources: [{name: vars, targetName: kube-root-ca.crt}]", "additionalConfigMapResources[0].name", "would become ConfigMap gitops/kube-root-ca.crt in the shoot, which already exists for Kubernetes"),
		Entry("the deploy key", ssh+"additionalSecretResources: [{name: vault, targetName: flux-system}]", "additionalSecretResources[0].name", "would become Secret flux-system/flux-system in the shoot, which already exists for the deploy key"),
		Entry("the decryption key", https+"decryption: {secretResourceName: key}\nadditionalSecretResources: [{name: vault, targetName: flux-sops}]", "additionalSecretResources[0].name", "would become Secret flux-system/flux-sops in the shoot, which already exists for decryption.secretResourceName"),
		Entry("the source's Secret", `source: {secretResourceName: token, template: {spec: {url: "https://github.com/o/r", secretRef: {name: flux-sops}}}}`+"\ndecryption: {secretResourceName: key}", "decryption.secretResourceName", "would become Secret flux-system/flux-sops in the shoot, which already exists for source.secretResourceName"),
		Entry("another copy", "additionalSecretResources: [{name: vault, targetName: a}, {name: key, targetName: a}]", "additionalSecretResources[1].name", "would become Secret flux-system/a in the shoot, which already exists for additionalSecretResources[0].name"),
	)

	It("do not conflict if their names are unknown without a Shoot", func() {
		effective := documents{project: ssh + "additionalSecretResources: [{name: flux-system}, {name: flux-system}]", withoutShoot: true}.effective()
		Expect(effective.Copies).To(BeEmpty())
	})

	It("may be missing without a Shoot", func() {
		effective := documents{project: sourceWithToken, withoutShoot: true}.effective()
		Expect(withoutPaths(effective.Copies)).To(HaveExactElements(secret("token", "flux-system", "flux-system")))
	})

	It("are reported once if they are missing", func() {
		_, configErrs := documents{shoot: apart + "additionalSecretResources: [{name: none, targetName: proxy}, {name: ''}]"}.resolve()
		Expect(configErrs).To(MatchError(`Shoot garden-demo/my-shoot: [spec.providerConfig.additionalSecretResources[0].name: Invalid value: "none": names no entry of Shoot.spec.resources; add one of this name that refers to a Secret, ` +
			`spec.providerConfig.additionalSecretResources[1].name: Required value: name an entry of Shoot.spec.resources]`))
	})
})
