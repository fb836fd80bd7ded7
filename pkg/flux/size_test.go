// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package flux_test

import (
	"strings"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"k8s.io/apimachinery/pkg/types"
	"k8s.io/apimachinery/pkg/util/validation/field"
	"k8s.io/utils/ptr"
	"sigs.k8s.io/yaml"

	fluxv1alpha1 "github.com/shoot-flux/gardener-extension-shoot-flux/pkg/apis/flux/v1alpha1"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/configuration/resolved"
	. "github.com/shoot-flux/gardener-extension-shoot-flux/pkg/flux"
)

// input returns the default input with the changes.
func inputSize(changes ...func(*Input)) Input {
	in := Input{Effective: &resolved.Configuration{}, Resources: map[string]Resource{}}
	fluxv1alpha1.SetDefaults_FluxInstallation(&in.Effective.Flux)
	for _, change := range changes {
		change(&in)
	}
	return in
}

// synced adds a root Kustomization and a source with the project's deploy key and known_hosts of the size.
func syncedSize(knownHosts int) func(*Input) {
	return func(in *Input) {
		in.Effective.Source = &resolved.Source{DeployKey: true, Object: parseSize(`
apiVersion: source.toolkit.fluxcd.io/v1
kind: GitRepository
metadata: {name: flux-system, namespace: flux-system}
spec: {interval: 1m, ref: {branch: main}, url: "ssh://git@github.com/o/r", secretRef: {name: deploy-key}}`)}
		in.Effective.Kustomization = &resolved.Kustomization{Object: parseSize(`
apiVersion: kustomize.toolkit.fluxcd.io/v1
kind: Kustomization
metadata: {name: flux-system, namespace: flux-system}
spec: {interval: 10m, path: ./, prune: true, sourceRef: {kind: GitRepository, name: flux-system}}`)}
		in.DeployKey = Credentials{Identity: "private\n", PublicKey: "ssh-ed25519 AAAA", KnownHosts: strings.Repeat("k", knownHosts)}
	}
}

// withAdditional adds a source with a label of the size.
func withAdditionalSize(size int) func(*Input) {
	return func(in *Input) {
		object := parseSize(`{apiVersion: source.toolkit.fluxcd.io/v1, kind: HelmRepository, metadata: {name: charts, namespace: flux-system}}`)
		object.SetLabels(map[string]string{"a": strings.Repeat("b", size)})
		in.Effective.AdditionalSources = append(in.Effective.AdditionalSources, resolved.AdditionalSource{Path: field.NewPath("additionalSources").Index(0), Object: object})
	}
}

// withCopy adds a Secret or ConfigMap of the project that is copied into the shoot.
func withCopySize(name, kind string, content Resource) func(*Input) {
	return func(in *Input) {
		in.Effective.Copies = append(in.Effective.Copies, resolved.Copy{
			Resource: name, Kind: kind, Target: types.NamespacedName{Namespace: "flux-system", Name: name}, Path: field.NewPath("test", name),
		})
		in.Resources[name] = content
	}
}

func parseSize(document string) *unstructured.Unstructured {
	object := &unstructured.Unstructured{}
	ExpectWithOffset(1, yaml.Unmarshal([]byte(document), &object)).To(Succeed())
	return object
}

var _ = Describe("CheckSize", func() {
	const most = 900 << 10
	withPullSecret := func(size int) func(*Input) {
		return func(in *Input) {
			in.Effective.Flux.ImagePullSecretResourceName = ptr.To("pull")
			in.Resources["pull"] = Resource{Data: map[string][]byte{"": make([]byte, size)}}
		}
	}
	secret := func(name string, size int) func(*Input) {
		return withCopySize(name, "Secret", Resource{Data: map[string][]byte{"": make([]byte, size)}})
	}

	DescribeTable("accepts",
		func(changes ...func(*Input)) { Expect(CheckSize(inputSize(changes...))).To(BeEmpty()) },
		Entry("no copies"),
		Entry("a copy below the limit", secret("a", most)),
		Entry("an image pull Secret below the limit", withPullSecret(most)),
		Entry("two copies below the limit together", secret("a", most/2), secret("b", most/2)),
	)

	DescribeTable("names the largest parts and their sizes",
		func(message string, changes ...func(*Input)) {
			Expect(CheckSize(inputSize(changes...)).ToAggregate()).To(MatchError(And(HavePrefix(message), HaveSuffix("; deliver less, and let Flux read non-secret content from the source"))))
		},
		Entry("two copies", `test.b: Invalid value: the delivered configuration has 921601 bytes, and may have at most 921600: resource b 921600, resource a 1;`,
			secret("a", 1), secret("b", most)),
		Entry("a ConfigMap", `test.a: Invalid value: the delivered configuration has 921601 bytes, and may have at most 921600: resource a 921601;`,
			withCopySize("a", "ConfigMap", Resource{Text: map[string]string{"key": strings.Repeat("x", most-2)}})),
		Entry("an image pull Secret", `flux.imagePullSecretResourceName: Invalid value: the delivered configuration has 921601 bytes, and may have at most 921600: resource pull (image pull Secret) 921600, resource a 1;`,
			withPullSecret(most), secret("a", 1)),
		Entry("known_hosts", `source.knownHosts: Invalid value: the delivered configuration has 922106 bytes, and may have at most 921600: deploy key with known_hosts 921624, source 243, root Kustomization 239;`,
			syncedSize(most)),
		Entry("an additional source", `additionalSources[0]: Invalid value: the delivered configuration has `, withAdditionalSize(most)),
		Entry("more parts than the limit of the message", `test.a: Invalid value: the delivered configuration has 921606 bytes, and may have at most 921600: resource a 921600, resource b 1, resource c 1, resource d 1, resource e 1 and 2 more;`,
			secret("a", most), secret("b", 1), secret("c", 1), secret("d", 1), secret("e", 1), secret("f", 1), secret("g", 1)),
		Entry("labels", `test.a: Invalid value: the delivered configuration has 921601 bytes,`, func(in *Input) {
			secret("a", most-2)(in)
			in.Effective.Copies[0].Labels = map[string]string{"l": "vv"}
		}),
	)

	It("counts only the credentials in the Secret of a proxy", func() {
		in := inputSize(func(in *Input) { in.Effective.Flux.Proxy = &fluxv1alpha1.Proxy{SecretResourceName: ptr.To("proxy")} })
		in.Resources["proxy"] = Resource{Data: map[string][]byte{"username": make([]byte, most), "password": nil, "other": make([]byte, most)}}
		Expect(CheckSize(in)).To(BeEmpty())
		in.Resources["proxy"].Data["password"] = []byte("p")
		Expect(CheckSize(in).ToAggregate()).To(MatchError(HavePrefix(`flux.proxy.secretResourceName: Invalid value: `)))
	})
})
