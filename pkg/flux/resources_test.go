// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package flux_test

import (
	"strings"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"
	"k8s.io/utils/ptr"

	fluxv1alpha1 "github.com/shoot-flux/gardener-extension-shoot-flux/pkg/apis/flux/v1alpha1"
	. "github.com/shoot-flux/gardener-extension-shoot-flux/pkg/flux"
)

var _ = Describe("CheckResources", func() {
	withProxy := fluxSettings(func(f *fluxv1alpha1.FluxInstallation) {
		f.Proxy = &fluxv1alpha1.Proxy{HTTPSProxy: ptr.To("http://proxy.example.org"), SecretResourceName: ptr.To("proxy")}
	})
	withPullSecret := fluxSettings(func(f *fluxv1alpha1.FluxInstallation) { f.ImagePullSecretResourceName = ptr.To("pull") })
	holding := func(name string, resource Resource) func(*Input) {
		return func(in *Input) { in.Resources[name] = resource }
	}

	DescribeTable("accepts",
		func(changes ...func(*Input)) {
			in := input(changes...)
			Expect(CheckResources(in.Effective, in.Resources)).To(BeEmpty())
		},
		Entry("no resources"),
		Entry("credentials of a proxy", withProxy, holding("proxy", Resource{Data: map[string][]byte{"username": []byte("u"), "password": []byte("p")}})),
		Entry("an image pull Secret", withPullSecret, holding("pull", Resource{Type: "kubernetes.io/dockerconfigjson"})),
		Entry("an identity for ssh", synced(privateGitRepository, kustomization),
			withCopy("key", "Secret", "flux-system", "deploy-key", Resource{Data: map[string][]byte{"identity": []byte("i"), "known_hosts": []byte("k")}})),
		Entry("an identity for an additional source", synced(gitRepository, kustomization), withAdditional(additionalGit),
			withCopy("key", "Secret", "flux-system", "infra", Resource{Data: map[string][]byte{"identity": []byte("i"), "known_hosts": []byte("k")}})),
		Entry("a password for https", synced(strings.ReplaceAll(privateGitRepository, "ssh://git@", "https://"), kustomization),
			withCopy("key", "Secret", "flux-system", "deploy-key", Resource{Data: map[string][]byte{"password": []byte("p")}})),
		Entry("the deploy key", synced(privateGitRepository, kustomization), withDeployKey),
		Entry("an unused Secret", synced(privateGitRepository, kustomization), withCopy("other", "Secret", "flux-system", "other", Resource{})),
		Entry("a Secret of any type for an OCIRepository", synced(ociRepository+"\n", ociKustomization), withCopy("pull", "Secret", "flux-system", "podinfo", Resource{Type: "Opaque"})),
		Entry("an age key", synced(ociRepository, ociKustomization), withCopy("sops", "Secret", "flux-system", "flux-sops", Resource{Data: map[string][]byte{"README": nil, "my.agekey": []byte("a")}})),
		Entry("an OpenPGP key", synced(ociRepository, ociKustomization), withCopy("sops", "Secret", "flux-system", "flux-sops", Resource{Data: map[string][]byte{"identity.asc": []byte("a")}})),
		Entry("a Vault token", synced(ociRepository, ociKustomization), withCopy("sops", "Secret", "flux-system", "flux-sops", Resource{Data: map[string][]byte{"sops.vault-token": []byte("a")}})),
		Entry("AWS credentials", synced(ociRepository, ociKustomization), withCopy("sops", "Secret", "flux-system", "flux-sops", Resource{Data: map[string][]byte{"sops.aws-kms": []byte("a")}})),
		Entry("Azure credentials", synced(ociRepository, ociKustomization), withCopy("sops", "Secret", "flux-system", "flux-sops", Resource{Data: map[string][]byte{"sops.azure-kv": []byte("a")}})),
		Entry("Google credentials", synced(ociRepository, ociKustomization), withCopy("sops", "Secret", "flux-system", "flux-sops", Resource{Data: map[string][]byte{"sops.gcp-kms": []byte("a")}})),
	)

	DescribeTable("rejects unsuitable content without repeating it",
		func(message string, changes ...func(*Input)) {
			in := input(changes...)
			Expect(CheckResources(in.Effective, in.Resources).ToAggregate()).To(MatchError(message))
		},
		Entry("proxy credentials without a password",
			`flux.proxy.secretResourceName: Invalid value: "proxy": refers to a Secret without password, which Flux needs for the proxy; add it`,
			withProxy, holding("proxy", Resource{Data: map[string][]byte{"username": []byte("s3cret"), "password": []byte("\n")}})),
		Entry("an image pull Secret of the wrong type",
			`flux.imagePullSecretResourceName: Invalid value: "pull": refers to a Secret whose type is not kubernetes.io/dockerconfigjson, which image pulls require; recreate it with this type`,
			withPullSecret, holding("pull", Resource{Type: "Opaque", Data: map[string][]byte{".dockerconfigjson": []byte("s3cret")}})),
		Entry("a Secret without identity and known_hosts",
			`test.key: Invalid value: "key": refers to a Secret without identity and known_hosts, which Flux needs for ssh; add it`,
			synced(privateGitRepository, kustomization), withCopy("key", "Secret", "flux-system", "deploy-key", Resource{Data: map[string][]byte{"password": []byte("s3cret")}})),
		Entry("an additional source's Secret without identity",
			`test.key: Invalid value: "key": refers to a Secret without identity, which Flux needs for ssh; add it`,
			synced(gitRepository, kustomization), withAdditional(additionalGit),
			withCopy("key", "Secret", "flux-system", "infra", Resource{Data: map[string][]byte{"known_hosts": []byte("s3cret")}})),
		Entry("a Secret without known_hosts",
			`test.key: Invalid value: "key": refers to a Secret without known_hosts, which Flux needs for ssh; add it`,
			synced(privateGitRepository, kustomization),
			withCopy("key", "Secret", "flux-system", "deploy-key", Resource{Data: map[string][]byte{"identity": []byte("s3cret"), "known_hosts": nil}})),
		Entry("a decryption key with an unknown name",
			`test.sops: Invalid value: "sops": refers to a Secret without a decryption key; rename its key to end in .agekey for age or in .asc for OpenPGP, or to sops.aws-kms, sops.azure-kv, sops.gcp-kms, sops.vault-token`,
			synced(ociRepository, ociKustomization),
			withCopy("sops", "Secret", "flux-system", "flux-sops", Resource{Data: map[string][]byte{"age.key": []byte("s3cret"), "my.vault-token": []byte("s3cret"), "agekey": []byte("s3cret")}})),
	)

	DescribeTable("accepts the placeholder for",
		func(name string, keys []string, changes ...func(*Input)) {
			in := input(changes...)
			in.Resources[name] = Placeholder(in.Effective, name, "none")
			Expect(CheckResources(in.Effective, in.Resources)).To(BeEmpty())
			for _, key := range keys {
				Expect(in.Resources[name].Data).To(HaveKeyWithValue(key, []byte("none")))
			}
			Expect(in.Resources[name].Data).To(HaveLen(len(keys)))
		},
		Entry("a copied Secret", "a", []string{"none"}, withCopy("a", "Secret", "flux-system", "a", Resource{})),
		Entry("proxy credentials", "proxy", []string{"username", "password"}, withProxy),
		Entry("an image pull Secret", "pull", []string{"none"}, withPullSecret),
		Entry("ssh credentials", "key", []string{"identity", "known_hosts"}, synced(privateGitRepository, kustomization), withCopy("key", "Secret", "flux-system", "deploy-key", Resource{})),
		Entry("ssh credentials of an additional source", "key", []string{"identity", "known_hosts"}, synced(gitRepository, kustomization), withAdditional(additionalGit), withCopy("key", "Secret", "flux-system", "infra", Resource{})),
		Entry("a decryption key", "sops", []string{"none.agekey"}, synced(ociRepository, ociKustomization), withCopy("sops", "Secret", "flux-system", "flux-sops", Resource{})),
	)
})
