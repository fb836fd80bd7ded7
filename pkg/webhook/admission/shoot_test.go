// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package admission

import (
	"context"
	"errors"

	gardencorev1beta1 "github.com/gardener/gardener/pkg/apis/core/v1beta1"
	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"
	autoscalingv1 "k8s.io/api/autoscaling/v1"
	corev1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/runtime"
	"sigs.k8s.io/controller-runtime/pkg/client"
	fakeclient "sigs.k8s.io/controller-runtime/pkg/client/fake"
	"sigs.k8s.io/controller-runtime/pkg/webhook/admission"
	"sigs.k8s.io/yaml"

	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/garden"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/text"
)

const (
	noConfig   = ""
	goodConfig = `{"apiVersion":"flux.extensions.gardener.cloud/v1alpha1","kind":"FluxConfig","source":{"template":{"kind":"GitRepository","apiVersion":"source.toolkit.fluxcd.io/v1","spec":{"url":"https://git.example.com/a.git","ref":{"branch":"main"}}}}}`
	// reordered is goodConfig with another order of keys.
	reordered = `{"kind":"FluxConfig", "apiVersion":"flux.extensions.gardener.cloud/v1alpha1", "source":{"template":{"apiVersion":"source.toolkit.fluxcd.io/v1","kind":"GitRepository","spec":{"ref":{"branch":"main"},"url":"https://git.example.com/a.git"}}}}`
	badConfig = `{"apiVersion":"flux.extensions.gardener.cloud/v1alpha1","kind":"FluxConfig","flux":{"version":"v9.9.9"}}`
	labelled  = `{"apiVersion":"flux.extensions.gardener.cloud/v1alpha1","kind":"FluxConfig","kustomization":{"template":{"apiVersion":"kustomize.toolkit.fluxcd.io/v1","kind":"Kustomization","spec":{"path":"./${SHOOT_INFO_LABEL_STAGE}"}}},"source":{"template":{"kind":"GitRepository","apiVersion":"source.toolkit.fluxcd.io/v1","spec":{"url":"https://git.example.com/a.git"}}}}`
	secret    = `{"apiVersion":"flux.extensions.gardener.cloud/v1alpha1","kind":"FluxConfig","source":{"secretResourceName":"token","template":{"kind":"GitRepository","apiVersion":"source.toolkit.fluxcd.io/v1","spec":{"url":"https://git.example.com/a.git"}}}}`
	elsewhere = `{"apiVersion":"flux.extensions.gardener.cloud/v1alpha1","kind":"FluxConfig","flux":{"namespace":"my-flux"}}`
)

// Documents of several tests, as YAML.
const (
	domain  = "source: {template: {spec: {url: 'https://git.example.com/a.git'}}}\nkustomization: {template: {spec: {path: './${SHOOT_INFO_DOMAIN}'}}}\n"
	head    = "apiVersion: flux.extensions.gardener.cloud/v1alpha1\nkind: FluxConfig\n"
	beside  = "source: {template: {spec: {url: 'https://git.example.com/a.git'}}}\nadditionalSources: [{name: infra, template: {spec: {url: 'https://git.example.com/infra.git'}}}]\n"
	alone   = "source: {template: {spec: {url: 'https://git.example.com/a.git'}}}\n"
	hostKey = "ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIOMqqnkVzrm0SdG6UOoqKLsabgH5C9okWi0dh2l9GKJl"
)

// Warnings about removed configuration.
const (
	withoutProviderConfig = "Shoot garden-demo/a: the providerConfig was removed: the shoot stays unchanged; to apply the project's configuration, set a providerConfig with only apiVersion and kind of a FluxConfig"
	withoutSource         = "the source is no longer configured: shoots that already sync stay unchanged; configure a source again to resume updates"
	withoutAdditional     = "additionalSources no longer lists GitRepository infra: the next reconciliation of a shoot deletes it there, and Kustomizations and HelmReleases that refer to it keep their objects without further updates"
)

// inJSON returns a providerConfig in the form in which the garden stores it.
func inJSON(fluxConfig string) string {
	GinkgoHelper()
	converted, err := yaml.YAMLToJSON([]byte(head + fluxConfig))
	Expect(err).NotTo(HaveOccurred())
	return string(converted)
}

func newShoot(providerConfig string, mutate ...func(*gardencorev1beta1.Shoot)) *gardencorev1beta1.Shoot {
	extension := gardencorev1beta1.Extension{Type: "shoot-flux"}
	if providerConfig != noConfig {
		extension.ProviderConfig = &runtime.RawExtension{Raw: []byte(providerConfig)}
	}
	shoot := &gardencorev1beta1.Shoot{
		ObjectMeta: metav1.ObjectMeta{Name: "a", Namespace: "garden-demo", Labels: map[string]string{
			"extensions.extensions.gardener.cloud/shoot-flux": "true", "info.example.com/stage": "test",
		}},
		Spec: gardencorev1beta1.ShootSpec{
			Extensions: []gardencorev1beta1.Extension{{Type: "other"}, extension},
			Provider:   gardencorev1beta1.Provider{Type: "local", Workers: []gardencorev1beta1.Worker{{Name: "worker"}}},
			Resources: []gardencorev1beta1.NamedResourceReference{{
				Name: "token", ResourceRef: autoscalingv1.CrossVersionObjectReference{APIVersion: "v1", Kind: "Secret", Name: "git-token"},
			}},
		},
		Status: gardencorev1beta1.ShootStatus{TechnicalID: "shoot--demo--a"},
	}
	for _, m := range mutate {
		m(shoot)
	}
	return shoot
}

// notCreated is a Shoot for which Gardener has not created anything yet.
func notCreated(shoot *gardencorev1beta1.Shoot) { shoot.Status.TechnicalID = "" }

// fails sets the error of gardenlet for a failed Extension.
func fails(extension string, codes ...gardencorev1beta1.ErrorCode) func(*gardencorev1beta1.Shoot) {
	return func(shoot *gardencorev1beta1.Shoot) {
		shoot.Status.LastErrors = []gardencorev1beta1.LastError{{Description: "another"}, {Codes: codes, Description: "Error while waiting for Extension " +
			shoot.Status.TechnicalID + "/" + extension + " to become ready: error during reconciliation: flux.namespace: Invalid value"}}
	}
}

func withDomain(shoot *gardencorev1beta1.Shoot) {
	shoot.Spec.DNS = &gardencorev1beta1.DNS{Domain: new("a.demo.example.com")}
}

// withResource adds an entry to spec.resources that another extension uses.
func withResource(shoot *gardencorev1beta1.Shoot) {
	shoot.Spec.Resources = append(shoot.Spec.Resources, gardencorev1beta1.NamedResourceReference{
		Name: "other", ResourceRef: autoscalingv1.CrossVersionObjectReference{APIVersion: "v1", Kind: "Secret", Name: "other"},
	})
}

func hibernated(shoot *gardencorev1beta1.Shoot) {
	shoot.Spec.Hibernation = &gardencorev1beta1.Hibernation{Enabled: new(true)}
}

func beingDeleted(shoot *gardencorev1beta1.Shoot) {
	shoot.DeletionTimestamp = &metav1.Time{Time: metav1.Now().Time}
}

func workerless(shoot *gardencorev1beta1.Shoot) { shoot.Spec.Provider.Workers = nil }

func disabled(shoot *gardencorev1beta1.Shoot) { shoot.Spec.Extensions[1].Disabled = new(true) }

func withoutEntry(shoot *gardencorev1beta1.Shoot) { shoot.Spec.Extensions = shoot.Spec.Extensions[:1] }

func withoutLabels(shoot *gardencorev1beta1.Shoot) { shoot.Labels = nil }

func withoutStage(shoot *gardencorev1beta1.Shoot) { delete(shoot.Labels, "info.example.com/stage") }

func withoutResources(shoot *gardencorev1beta1.Shoot) { shoot.Spec.Resources = nil }

func projectConfigMap(data map[string]string) *corev1.ConfigMap {
	return &corev1.ConfigMap{ObjectMeta: metav1.ObjectMeta{Name: "flux-config", Namespace: "garden-demo"}, Data: data}
}

func handle(ctx context.Context, reader client.Reader, old, shoot *gardencorev1beta1.Shoot) admission.Response {
	handler := &ShootHandler{Projects: garden.NewReader(reader), Decoder: admission.NewDecoder(newScheme()), Resolver: newResolver(), Turns: NewTurns(1)}
	return handler.Handle(ctx, shootRequest(old, shoot))
}

func inGarden(objects ...client.Object) client.Reader {
	return fakeclient.NewClientBuilder().WithScheme(newScheme()).WithObjects(objects...).Build()
}

var _ = Describe("ShootHandler", func() {
	unreachable := brokenReader{err: errors.New("connection refused")}

	DescribeTable("does not read the project's configuration if the request does not concern Flux:",
		func(ctx SpecContext, old, shoot *gardencorev1beta1.Shoot) {
			response := handle(ctx, unreachable, old, shoot)
			Expect(response.Allowed).To(BeTrue())
			Expect(response.Warnings).To(BeEmpty())
		},
		Entry("a Shoot that is being deleted", newShoot(goodConfig), newShoot(badConfig, beingDeleted)),
		Entry("a workerless Shoot", nil, newShoot(badConfig, workerless)),
		Entry("a Shoot with a disabled extension", nil, newShoot(badConfig, disabled)),
		Entry("a Shoot from which the extension is removed", newShoot(badConfig), newShoot(noConfig, withoutEntry, withoutLabels)),
		Entry("a change of another field, even if the configuration is invalid", newShoot(badConfig), newShoot(badConfig, hibernated)),
		Entry("reordered keys", newShoot(goodConfig), newShoot(reordered)),
		Entry("the extension label on a Shoot of a globally enabled extension", newShoot(noConfig, withoutEntry, withoutLabels), newShoot(noConfig, withoutEntry, func(shoot *gardencorev1beta1.Shoot) {
			shoot.Labels = map[string]string{"extensions.extensions.gardener.cloud/shoot-flux": "true"}
		})),
	)

	DescribeTable("allows a valid configuration:",
		func(ctx SpecContext, old, shoot *gardencorev1beta1.Shoot, project ...client.Object) {
			response := handle(ctx, inGarden(project...), old, shoot)
			Expect(response.Allowed).To(BeTrue(), "%v", response.Result)
			Expect(response.Warnings).To(BeEmpty())
		},
		Entry("no configuration", nil, newShoot(noConfig)),
		Entry("a source", nil, newShoot(goodConfig)),
		Entry("unknown shoot info variables and a label", nil, newShoot(labelled)),
		Entry("an unknown shoot info variable in a commit", nil, newShoot(inJSON(`source: {template: {spec: {url: "https://git.example.com/a.git", ref: {commit: "${SHOOT_INFO_CLUSTER_IDENTITY}"}}}}`), notCreated)),
		Entry("the domain of a Shoot with a domain", nil, newShoot(inJSON(domain), withDomain)),
		Entry("a corrected configuration", newShoot(badConfig), newShoot(goodConfig)),
		Entry("a Secret in spec.resources", nil, newShoot(secret)),
		Entry("a project's configuration with a globally enabled extension", nil, newShoot(noConfig, withoutEntry),
			projectConfigMap(map[string]string{"repositoryUrl": "https://git.example.com/a.git"})),
	)

	DescribeTable("denies the Shoot's own configuration errors with document, path and suggested fix:",
		func(ctx SpecContext, old, shoot *gardencorev1beta1.Shoot, message string) {
			response := handle(ctx, inGarden(), old, shoot)
			Expect(response.Allowed).To(BeFalse())
			Expect(response.Result.Code).To(BeEquivalentTo(422))
			Expect(response.Result.Reason).To(Equal(metav1.StatusReasonInvalid))
			Expect(response.Result.Message).To(HavePrefix(message))
		},
		Entry("an invalid value in a new Shoot", nil, newShoot(badConfig),
			`Shoot garden-demo/a: spec.extensions[1].providerConfig.flux.version: Invalid value: "v9.9.9": `),
		Entry("an invalid value in a changed Shoot", newShoot(goodConfig), newShoot(badConfig),
			`Shoot garden-demo/a: spec.extensions[1].providerConfig.flux.version: `),
		Entry("the domain of a Shoot without a domain", nil, newShoot(inJSON(domain), notCreated),
			`Shoot garden-demo/a: spec.extensions[1].providerConfig.kustomization.template.spec.path: Invalid value: "${SHOOT_INFO_DOMAIN}": is empty for this shoot; write a value instead, or use another variable`),
		Entry("an invalid value in an enabled extension", newShoot(badConfig, disabled), newShoot(badConfig),
			`Shoot garden-demo/a: spec.extensions[1].providerConfig.flux.version: `),
		Entry("a removed resource", newShoot(secret), newShoot(secret, withoutResources),
			`Shoot garden-demo/a: spec.extensions[1].providerConfig.source.secretResourceName: Invalid value: "token": `),
		Entry("a removed label", newShoot(labelled), newShoot(labelled, withoutStage),
			`Shoot garden-demo/a: spec.extensions[1].providerConfig.kustomization.template.spec.path: `),
	)

	It("returns each error on its own line, and as a cause for kubectl", func(ctx SpecContext) {
		response := handle(ctx, inGarden(), nil, newShoot(`{"apiVersion":"flux.extensions.gardener.cloud/v1alpha1","kind":"FluxConfig","flux":{"version":"v9.9.9","registry":"https://example.com"}}`))
		Expect(response.Result.Message).To(MatchRegexp(`^2 configuration errors:\nShoot garden-demo/a: spec\.[^\n]+\nShoot garden-demo/a: spec\.[^\n]+$`))
		Expect(response.Result.Details.Kind).To(Equal("Shoot"))
		Expect(response.Result.Details.Name).To(Equal("a"))
		Expect(response.Result.Details.Causes).To(ConsistOf(
			HaveField("Field", "spec.extensions[1].providerConfig.flux.version"),
			HaveField("Field", "spec.extensions[1].providerConfig.flux.registry"),
		))
	})

	It("warns of errors in the project's configuration", func(ctx SpecContext) {
		response := handle(ctx, inGarden(projectConfigMap(map[string]string{"fluxVersion": "v9.9.9"})), nil, newShoot(inJSON("")))
		Expect(response.Allowed).To(BeTrue())
		Expect(response.Warnings).To(ConsistOf(HavePrefix("ConfigMap garden-demo/flux-config: fluxVersion: ")))
	})

	DescribeTable("denies an error because of the Shoot's configuration, even if the project sets the invalid value:",
		func(ctx SpecContext, fluxConfig, providerConfig, message string) {
			below := inGarden(projectConfigMap(map[string]string{"config.yaml": head + fluxConfig}))
			Expect(handle(ctx, below, nil, newShoot(inJSON(""))).Allowed).To(BeTrue())

			response := handle(ctx, below, newShoot(noConfig), newShoot(inJSON(providerConfig)))
			Expect(response.Allowed).To(BeFalse())
			Expect(response.Result.Message).To(HavePrefix(message))
			Expect(response.Warnings).To(BeEmpty())
		},
		Entry("a host that the project's known_hosts lack",
			"source:\n  knownHosts: git.example.com "+hostKey+"\n  template: {spec: {url: 'ssh://git@git.example.com/a'}}\n",
			"source: {template: {spec: {url: 'ssh://git@other.example.com/a'}}}\n",
			"ConfigMap garden-demo/flux-config: config.yaml.source.knownHosts: "),
		Entry("another name of the project's root Kustomization",
			"source: {template: {metadata: {name: fleet}, spec: {url: 'https://git.example.com/a'}}}\nkustomization: {template: {spec: {sourceRef: {kind: GitRepository, name: fleet}}}}\n",
			"source: {template: {metadata: {name: other}}}\n",
			"ConfigMap garden-demo/flux-config: config.yaml.kustomization.template.spec.sourceRef"),
	)

	It("denies only the Shoot's errors beside the project's errors", func(ctx SpecContext) {
		below := inGarden(projectConfigMap(map[string]string{
			"config.yaml": head + "flux: {registry: 'https://example.com'}\nsource:\n  knownHosts: git.example.com " + hostKey + "\n  template: {spec: {url: 'ssh://git@git.example.com/a'}}\n",
		}))
		response := handle(ctx, below, nil, newShoot(inJSON("")))
		Expect(response.Allowed).To(BeTrue())
		Expect(response.Warnings).To(ConsistOf(HavePrefix("ConfigMap garden-demo/flux-config: config.yaml.flux.registry: ")))

		response = handle(ctx, below, nil, newShoot(inJSON("source: {template: {spec: {url: 'ssh://git@other.example.com/a'}}}\n")))
		Expect(response.Allowed).To(BeFalse())
		Expect(response.Result.Message).To(HavePrefix("ConfigMap garden-demo/flux-config: config.yaml.source.knownHosts: "))
		Expect(response.Warnings).To(ConsistOf(HavePrefix("ConfigMap garden-demo/flux-config: config.yaml.flux.registry: ")))
	})

	It("returns each warning in one line", func(ctx SpecContext) {
		response := handle(ctx, inGarden(), nil, newShoot(`{"apiVersion":"flux.extensions.gardener.cloud/v1alpha1","kind":"FluxConfig","flux":{"version":"v2.9.0"}}`))
		Expect(response.Allowed).To(BeTrue())
		Expect(response.Warnings).To(ConsistOf(ContainSubstring("v2.9.0")))
		Expect(text.OneLine("two\nlines\r\n, of text\x00")).To(Equal("two lines , of text"))
	})

	It("returns a retriable response if the project's configuration cannot be read", func(ctx SpecContext) {
		response := handle(ctx, unreachable, nil, newShoot(goodConfig))
		Expect(response.Allowed).To(BeFalse())
		Expect(response.Result.Code).To(BeEquivalentTo(503))
		Expect(response.Result.Message).To(Equal("the configuration of Flux cannot be checked at the moment, try again: failed to read ConfigMap garden-demo/flux-config in the garden: connection refused"))
	})
})
