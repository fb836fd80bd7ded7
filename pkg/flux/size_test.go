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

var _ = Describe("CheckSize", func() {
	const most = 900 << 10
	withPullSecret := func(size int) func(*Input) {
		return func(in *Input) {
			in.Effective.Flux.ImagePullSecretResourceName = ptr.To("pull")
			in.Resources["pull"] = Resource{Data: map[string][]byte{"": make([]byte, size)}}
		}
	}
	secret := func(name string, size int) func(*Input) {
		return withCopy(name, "Secret", "flux-system", name, Resource{Data: map[string][]byte{"": make([]byte, size)}})
	}
	knownHosts := func(size int) func(*Input) {
		return func(in *Input) { withDeployKey(in); in.DeployKey.KnownHosts = strings.Repeat("k", size) }
	}

	DescribeTable("finds nothing wrong with",
		func(changes ...func(*Input)) { Expect(CheckSize(input(changes...))).To(BeEmpty()) },
		Entry("nothing at all"),
		Entry("a copy that has room alone", secret("a", most)),
		Entry("an image pull Secret that has room alone", withPullSecret(most)),
		Entry("two copies that have room together", secret("a", most/2), secret("b", most/2)),
	)

	DescribeTable("names what is largest, and the sizes",
		func(message string, changes ...func(*Input)) {
			Expect(CheckSize(input(changes...)).ToAggregate()).To(MatchError(And(HavePrefix(message), HaveSuffix("; deliver less, and let Flux read what is not secret from the source"))))
		},
		Entry("two copies", `test.b: Invalid value: "b": all that the configuration has delivered to the shoot has 921601 bytes, and may have at most 921600: resource b 921600, resource a 1;`,
			secret("a", 1), secret("b", most)),
		Entry("a ConfigMap", `test.a: Invalid value: "a": all that the configuration has delivered to the shoot has 921601 bytes, and may have at most 921600: resource a 921601;`,
			withCopy("a", "ConfigMap", "flux-system", "a", Resource{Text: map[string]string{"key": strings.Repeat("x", most-2)}})),
		Entry("an image pull Secret, which is in another Secret of the seed", `flux.imagePullSecretResourceName: Invalid value: "pull": all that the configuration has delivered to the shoot has 921601 bytes, and may have at most 921600: resource pull (image pull Secret) 921600, resource a 1;`,
			withPullSecret(most), secret("a", 1)),
		Entry("known_hosts", `source.knownHosts: Invalid value: all that the configuration has delivered to the shoot has 922106 bytes, and may have at most 921600: deploy key with known_hosts 921624, source 243, root Kustomization 239;`,
			synced(privateGitRepository, kustomization), knownHosts(most)),
		Entry("an additional source", `additionalSources[0]: Invalid value: all that the configuration has delivered to the shoot has `, synced(gitRepository, kustomization), withAdditional(helmRepository), func(in *Input) {
			in.Effective.AdditionalSources[0].Object.SetLabels(map[string]string{"a": strings.Repeat("b", most)})
		}),
		Entry("more parts than are named", `test.a: Invalid value: "a": all that the configuration has delivered to the shoot has 921606 bytes, and may have at most 921600: resource a 921600, resource b 1, resource c 1, resource d 1, resource e 1, and 2 more;`,
			secret("a", most), secret("b", 1), secret("c", 1), secret("d", 1), secret("e", 1), secret("f", 1), secret("g", 1)),
		Entry("labels", `test.a: Invalid value: "a": all that the configuration has delivered to the shoot has 921601 bytes,`, func(in *Input) {
			secret("a", most-2)(in)
			in.Effective.Copies[0].Labels = map[string]string{"l": "vv"}
		}),
	)

	It("counts the credentials of a proxy, and not what else is beside them", func() {
		in := input(flux(func(f *fluxv1alpha1.FluxInstallation) {
			f.Proxy = &fluxv1alpha1.Proxy{SecretResourceName: ptr.To("proxy")}
		}))
		in.Resources["proxy"] = Resource{Data: map[string][]byte{"username": make([]byte, most), "password": nil, "other": make([]byte, most)}}
		Expect(CheckSize(in)).To(BeEmpty())
		in.Resources["proxy"].Data["password"] = []byte("p")
		Expect(CheckSize(in).ToAggregate()).To(MatchError(HavePrefix(`flux.proxy.secretResourceName: Invalid value: "proxy": `)))
	})
})
