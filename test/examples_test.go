// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package test

import (
	"os"
	"path/filepath"
	"strings"

	gardencorev1beta1 "github.com/gardener/gardener/pkg/apis/core/v1beta1"
	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"
	corev1 "k8s.io/api/core/v1"
	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/apimachinery/pkg/runtime/serializer"

	configv1alpha1 "github.com/shoot-flux/gardener-extension-shoot-flux/pkg/apis/config/v1alpha1"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/configuration"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/configuration/document"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/flux"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/flux/distributions"
)

var _ = Describe("Examples", func() {
	const (
		project = "10-flux-config-private.yaml"
		shoot   = "20-shoot.yaml"
	)

	combinations := []struct {
		what, project, shoot string
		contents             []string
	}{
		{"nothing to sync", "10-flux-config-flux-only.yaml", shoot, []string{"name: source-controller"}},
		{"a public repository", "10-flux-config-public.yaml", shoot, []string{"url: https://github.com/my-org/my-repository.git"}},
		{"a private repository", project, shoot, []string{"url: ssh://git@github.com/my-org/my-repository.git", "identity: "}},
		{"overrides that Shoots may set", "10-flux-config-overrides.yaml", shoot, []string{"path: ./clusters/default"}},
		{"a Shoot that sets what it may", "10-flux-config-overrides.yaml", "20-shoot-override-path.yaml", []string{"path: ./clusters/my-shoot"}},
		{"a path per Shoot", "10-flux-config-path-per-shoot.yaml", shoot, []string{"path: ./clusters/my-shoot"}},
		{"environments, for a Shoot of none", "10-flux-config-environments.yaml", shoot, []string{"path: ./clusters/default"}},
		{"rings", "10-flux-config-rollout.yaml", shoot, []string{"path: ./clusters/default"}},
		{"a webhook", "10-flux-config-push.yaml", shoot, []string{"interval: 30m"}},
		{"patches", "10-flux-config-patches.yaml", shoot, []string{"--concurrent-ssa=8", "eks.amazonaws.com/role-arn", "mountPath: /etc/ssl/certs/authority.crt"}},
		{"receivers of messages", "10-flux-config-notifications.yaml", shoot, []string{"path: ./clusters/default"}},
		{"commit statuses", "10-flux-config-commit-status.yaml", shoot, []string{"path: ./clusters/default"}},
		{"another path", project, "20-shoot-override-path.yaml", []string{"path: ./clusters/my-shoot", "url: ssh://git@github.com/my-org/my-repository.git"}},
		{"an OCI artifact", project, "20-shoot-ocirepository.yaml", []string{"kind: OCIRepository", "semver: '>= 1.0.0'"}},
		{"a bucket", project, "20-shoot-bucket.yaml", []string{"kind: Bucket", "accesskey: "}},
		{"a deploy key for an additional source", "10-flux-config-source-keys.yaml", shoot, []string{"url: ssh://git@github.com/my-org/my-app", "name: my-app"}},
		{"additional sources", project, "20-shoot-additional-sources.yaml", []string{"name: infra", "kind: HelmRepository", "identity: ", "password: "}},
		{"a bucket without a stored key", project, "20-shoot-workload-identity.yaml", []string{"serviceAccountName: flux-reader", "eks.amazonaws.com/role-arn: ", "--feature-gates=ObjectLevelWorkloadIdentity=true"}},
		{"a GitHub App", project, "20-shoot-github-app.yaml", []string{"provider: github", "githubAppPrivateKey: "}},
		{"a token", project, "20-shoot-https-token.yaml", []string{"url: https://git.example.com/my-org/my-repository.git", "password: "}},
		{"a SOPS key", project, "20-shoot-sops.yaml", []string{"provider: sops", "age.agekey: "}},
		{"variables", project, "20-shoot-variables.yaml", []string{"DOMAIN_OF_TEAM: team.example.com", "name: vault"}},
		{"several tenants", project, "20-shoot-multitenancy.yaml", []string{"--default-service-account=flux-tenant", "serviceAccountName: kustomize-controller"}},
		{"a private registry behind a proxy", project, "20-shoot-private-registry.yaml", []string{"image: registry.example.com/fluxcd/source-controller", "name: HTTPS_PROXY"}},
		{"Flux installed once, and then managed by users or Git", project, "20-shoot-bootstrap-once.yaml", []string{"url: ssh://git@github.com/my-org/my-repository.git", "identity: "}},
		{"the commit of a pull request", "10-flux-config-public.yaml", "ci/shoot.yaml", []string{"branch: main", "wait: true"}},
		{"shards", project, "20-shoot-sharding.yaml", []string{"name: kustomize-controller-shard2", "--watch-label-selector=sharding.fluxcd.io/key=shard1", "sharding.fluxcd.io/key: shard1", "claimName: source-controller-shard2-"}},
		{"another installation", project, "20-shoot-installation.yaml", []string{"name: source-watcher", "worker.gardener.cloud/pool: system"}},
	}

	for _, c := range combinations {
		It("are rendered for a shoot without a warning:"+c.what, func() {
			rendered, warnings := render(readExample(c.project), readExample(c.shoot))
			Expect(warnings).To(BeEmpty())
			for _, content := range c.contents {
				Expect(rendered).To(ContainSubstring(content))
			}
		})
	}

	It("are all rendered in a test", func() {
		rendered := map[string]bool{}
		for _, c := range combinations {
			rendered[c.project], rendered[filepath.Base(c.shoot)] = true, true
		}
		for _, pattern := range []string{"10-*.yaml", "20-*.yaml", "ci/shoot.yaml"} {
			files, err := filepath.Glob(filepath.Join(root, "example", pattern))
			Expect(err).NotTo(HaveOccurred())
			Expect(files).NotTo(BeEmpty())
			for _, file := range files {
				Expect(rendered).To(HaveKey(filepath.Base(file)))
			}
		}
	})

	It("show overrides that the project does not allow", func() {
		files := readExample("10-flux-config-overrides.yaml")
		_, errs, err := newResolver(configv1alpha1.ControllerConfiguration{}).Resolve(GinkgoT().Context(), files.project(), readExample("20-shoot-sops.yaml").configured(nil))
		Expect(err).NotTo(HaveOccurred())
		Expect(errs).To(MatchError(ContainSubstring("decryption.secretResourceName: Forbidden")))
	})

	It("have an operator configuration that is valid with a project configuration", func() {
		content, err := os.ReadFile(filepath.Join(root, "example", "operator", "controllerconfiguration.yaml"))
		Expect(err).NotTo(HaveOccurred())
		scheme := runtime.NewScheme()
		Expect(configv1alpha1.AddToScheme(scheme)).To(Succeed())
		operator := configv1alpha1.ControllerConfiguration{}
		decoder := serializer.NewCodecFactory(scheme, serializer.EnableStrict).UniversalDecoder()
		Expect(runtime.DecodeInto(decoder, content, &operator)).To(Succeed())

		effective, errs, err := newResolver(operator).Resolve(GinkgoT().Context(), readExample(project).project(), readExample(shoot).configured(nil))
		Expect(err).NotTo(HaveOccurred())
		Expect(errs).To(BeEmpty())
		Expect(effective.Flux.Registry).To(HaveValue(Equal("registry.example.com/fluxcd")))
		Expect(effective.Flux.Proxy.HTTPSProxy).To(HaveValue(Equal("http://proxy.example.com:3128")))
	})
})

// example is the content of one file.
type example struct {
	shoot      *gardencorev1beta1.Shoot
	configMaps map[string]*corev1.ConfigMap
	secrets    map[string]*corev1.Secret
}

func readExample(name string) example {
	GinkgoHelper()
	content, err := os.ReadFile(filepath.Join(root, "example", name))
	Expect(err).NotTo(HaveOccurred())
	scheme := runtime.NewScheme()
	Expect(corev1.AddToScheme(scheme)).To(Succeed())
	Expect(gardencorev1beta1.AddToScheme(scheme)).To(Succeed())
	decoder := serializer.NewCodecFactory(scheme, serializer.EnableStrict).UniversalDeserializer()

	read := example{configMaps: map[string]*corev1.ConfigMap{}, secrets: map[string]*corev1.Secret{}}
	for _, document := range strings.Split(string(content), "\n---\n") {
		object, _, err := decoder.Decode([]byte(document), nil, nil)
		Expect(err).NotTo(HaveOccurred(), name)
		switch object := object.(type) {
		case *gardencorev1beta1.Shoot:
			read.shoot = object
		case *corev1.ConfigMap:
			read.configMaps[object.Name] = object
		case *corev1.Secret:
			read.secrets[object.Name] = object
		}
	}
	return read
}

func (e example) project() *document.ConfigMap {
	GinkgoHelper()
	configMap := e.configMaps["flux-config"]
	Expect(configMap).NotTo(BeNil())
	return &document.ConfigMap{Namespace: configMap.Namespace, Data: configMap.Data, BinaryData: configMap.BinaryData}
}

// configured returns the configuration of Flux in the Shoot, for a new cluster.
func (e example) configured(labelPrefixes []string) *configuration.Shoot {
	info := configuration.ShootInfo(e.shoot, "my-seed", "my-garden", labelPrefixes)
	return configuration.ShootFrom(e.shoot, configuration.WithPlaceholders(info))
}

// resources returns the contents of the Shoot's spec.resources. Another tool creates Secrets that are missing in the
// file.
func (e example) resources() map[string]flux.Resource {
	resources := map[string]flux.Resource{}
	for _, reference := range e.shoot.Spec.Resources {
		content := flux.Resource{Data: map[string][]byte{}}
		if secret, ok := e.secrets[reference.ResourceRef.Name]; ok {
			content.Type = secret.Type
			for key, value := range secret.StringData {
				content.Data[key] = []byte(value)
			}
		}
		if configMap, ok := e.configMaps[reference.ResourceRef.Name]; ok {
			content.Text = configMap.Data
		}
		resources[reference.Name] = content
	}
	return resources
}

func newResolver(operator configv1alpha1.ControllerConfiguration) *configuration.Resolver {
	GinkgoHelper()
	configv1alpha1.SetObjectDefaults_ControllerConfiguration(&operator)
	resolver, err := configuration.NewResolver(flux.NewCatalog(flux.NewLibrary(distributions.Embedded())), operator)
	Expect(err).NotTo(HaveOccurred())
	return resolver
}

func render(project, shoot example) (string, []string) {
	GinkgoHelper()
	resolver := newResolver(configv1alpha1.ControllerConfiguration{
		Push: &configv1alpha1.Push{Host: "push.garden.example.com"}, Limits: &configv1alpha1.Limits{Patches: []string{"Deployment", "ServiceAccount"}},
		Notifications: &configv1alpha1.Notifications{Hosts: []string{"hooks.slack.com"}},
	})
	configured := shoot.configured(resolver.LabelPrefixes())
	effective, errs, err := resolver.Resolve(GinkgoT().Context(), project.project(), configured)
	Expect(err).NotTo(HaveOccurred())
	Expect(errs).To(BeEmpty())
	bundle, err := flux.NewRenderer(flux.NewLibrary(distributions.Embedded()), flux.Images{}).Render(flux.Input{
		Effective: effective,
		ShootInfo: configured.Info,
		DeployKey: flux.Credentials{Identity: "private", PublicKey: "ssh-ed25519 AAAA", KnownHosts: "github.com ssh-ed25519 AAAA"},
		Resources: shoot.resources(),
	})
	Expect(err).NotTo(HaveOccurred())
	return string(bundle.Controllers) + "\n" + string(bundle.Config), effective.Warnings
}
