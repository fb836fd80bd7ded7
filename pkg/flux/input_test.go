// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package flux_test

import (
	"os"
	"path/filepath"
	"slices"

	. "github.com/onsi/gomega"
	corev1 "k8s.io/api/core/v1"
	"k8s.io/apimachinery/pkg/api/resource"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"k8s.io/apimachinery/pkg/types"
	"k8s.io/apimachinery/pkg/util/validation/field"
	"k8s.io/utils/ptr"
	"sigs.k8s.io/yaml"

	fluxv1alpha1 "github.com/shoot-flux/gardener-extension-shoot-flux/pkg/apis/flux/v1alpha1"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/configuration/resolved"
	. "github.com/shoot-flux/gardener-extension-shoot-flux/pkg/flux"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/flux/distributions"
)

// version is the default Flux version.
const version = "v2.9.5"

// Library, catalog and renderer are shared, because they cache their results.
var (
	library  = NewLibrary(withOlder())
	renderer = NewRenderer(library, Images{})
)

// withOlder returns the embedded distributions, and those of versions that were carried before: an operator may supply
// them.
func withOlder() *distributions.Set {
	set, _, err := distributions.Embedded().With(os.DirFS(filepath.Join("..", "..", "test", "distributions")), "test/distributions", CheckDistribution)
	if err != nil {
		panic(err)
	}
	return set
}

// allVersions returns the versions of the library, the oldest first.
func allVersions() []string {
	return []string{"v2.7.5", "v2.8.8", version}
}

// of sets the version.
func of(version string) func(*Input) {
	return func(in *Input) { in.Effective.Version = version }
}

// input returns the default input with the changes.
func input(changes ...func(*Input)) Input {
	in := Input{
		Effective: &resolved.Configuration{Version: version},
		ShootInfo: fluxv1alpha1.ShootInfo{"SHOOT_INFO_NAME": "demo", "SHOOT_INFO_REGION": "eu-1", "SHOOT_INFO_DOMAIN": ""},
		Resources: map[string]Resource{},
	}
	fluxv1alpha1.SetDefaults_FluxInstallation(&in.Effective.Flux)
	for _, change := range changes {
		change(&in)
	}
	in.Effective.Components = slices.Concat(in.Effective.Flux.Components, in.Effective.Flux.ComponentsExtra)
	slices.Sort(in.Effective.Components)
	return in
}

// fluxSettings changes the settings of the installation.
func fluxSettings(change func(*fluxv1alpha1.FluxInstallation)) func(*Input) {
	return func(in *Input) { change(&in.Effective.Flux) }
}

// synced adds a source and a root Kustomization.
func synced(source, kustomization string) func(*Input) {
	return func(in *Input) {
		in.Effective.Source = &resolved.Source{Object: parse(source)}
		in.Effective.Kustomization = &resolved.Kustomization{Object: parse(kustomization)}
	}
}

// withAdditional adds an additional source.
func withAdditional(source string) func(*Input) {
	return func(in *Input) {
		in.Effective.AdditionalSources = append(in.Effective.AdditionalSources, resolved.AdditionalSource{Path: field.NewPath("additionalSources").Index(len(in.Effective.AdditionalSources)), Object: parse(source)})
	}
}

// withSourceKey gives the additional source with the index its own deploy key, which the project may lack.
func withSourceKey(i int, exists bool) func(*Input) {
	return func(in *Input) {
		source := &in.Effective.AdditionalSources[i]
		source.DeployKey = true
		if exists {
			in.SourceKeys = map[string]Credentials{source.Object.GetName(): {Identity: "private\n", PublicKey: "ssh-ed25519 AAAA", KnownHosts: "github.com ssh-ed25519 AAAA\n"}}
		}
	}
}

// withDeployKey makes the source use the project's deploy key.
func withDeployKey(in *Input) {
	in.Effective.Source.DeployKey = true
	in.DeployKey = Credentials{Identity: "private\n", PublicKey: "ssh-ed25519 AAAA", KnownHosts: "github.com ssh-ed25519 AAAA\n"}
}

// withCopy adds a Secret or ConfigMap of the project that is copied into the shoot.
func withCopy(name, kind, namespace, target string, content Resource) func(*Input) {
	return func(in *Input) {
		in.Effective.Copies = append(in.Effective.Copies, resolved.Copy{
			Resource: name, Kind: kind, Target: types.NamespacedName{Namespace: namespace, Name: target},
			Path: field.NewPath("test", name),
		})
		in.Resources[name] = content
	}
}

// withEverything sets all settings of the installation.
func withEverything(in *Input) {
	in.Effective.Flux = fluxv1alpha1.FluxInstallation{
		Registry:  ptr.To("mirror.example.org:5000/flux"),
		Namespace: ptr.To("gitops"),
		Components: []fluxv1alpha1.Component{
			fluxv1alpha1.ComponentSource, fluxv1alpha1.ComponentKustomize, fluxv1alpha1.ComponentHelm, fluxv1alpha1.ComponentNotification,
		},
		ComponentsExtra: []fluxv1alpha1.Component{
			fluxv1alpha1.ComponentImageReflector, fluxv1alpha1.ComponentImageAutomation, fluxv1alpha1.ComponentSourceWatcher,
		},
		ImagePullSecretResourceName: ptr.To("pull"),
		NetworkPolicy:               ptr.To(false),
		LogLevel:                    ptr.To(fluxv1alpha1.LogLevelDebug),
		ClusterDomain:               ptr.To("shoot.example.org"),
		Tolerations:                 []corev1.Toleration{{Key: "dedicated", Operator: corev1.TolerationOpEqual, Value: "flux", Effect: corev1.TaintEffectNoSchedule}},
		NodeSelector:                map[string]string{"pool": "system"},
		Resources: map[fluxv1alpha1.Component]corev1.ResourceRequirements{
			fluxv1alpha1.ComponentSource: {
				Requests: corev1.ResourceList{corev1.ResourceMemory: resource.MustParse("256Mi")},
				Limits:   corev1.ResourceList{corev1.ResourceEphemeralStorage: resource.MustParse("2Gi")},
			},
		},
		Proxy: &fluxv1alpha1.Proxy{
			HTTPProxy:          ptr.To("http://proxy.example.org:3128"),
			HTTPSProxy:         ptr.To("https://proxy.example.org:3129"),
			NoProxy:            []string{".example.org", "10.0.0.0/8"},
			SecretResourceName: ptr.To("proxy"),
		},
		Multitenancy: &fluxv1alpha1.Multitenancy{Enabled: ptr.To(true), DefaultServiceAccount: ptr.To("tenant")},
		Concurrency:  ptr.To[int32](7),
		WorkloadIdentity: &fluxv1alpha1.WorkloadIdentity{Enabled: ptr.To(true), ServiceAccounts: []fluxv1alpha1.CloudServiceAccount{
			{Name: "source-controller", Namespace: ptr.To("gitops"), AWS: &fluxv1alpha1.AWSIdentity{RoleARN: "arn:aws:iam::123456789012:role/flux"}},
			{Name: "reader", Namespace: ptr.To("gitops"), AWS: &fluxv1alpha1.AWSIdentity{RoleARN: "arn:aws:iam::123456789012:role/reader"},
				Azure: &fluxv1alpha1.AzureIdentity{ClientID: "11111111-1111-1111-1111-111111111111", TenantID: "22222222-2222-2222-2222-222222222222"},
				GCP:   &fluxv1alpha1.GCPIdentity{Provider: "projects/1/locations/global/workloadIdentityPools/p/providers/p", ServiceAccount: ptr.To("flux@p.iam.gserviceaccount.com")}},
		}},
	}
	in.ClusterNetworks = []string{"10.0.0.0/8", "api.demo.example.org"}
	in.Resources["pull"] = Resource{Type: corev1.SecretTypeDockerConfigJson, Data: map[string][]byte{".dockerconfigjson": []byte(`{"auths":{}}`)}}
	in.Resources["proxy"] = Resource{Data: map[string][]byte{"username": []byte("us:er"), "password": []byte("p@ss/word\n")}}
}

func parse(document string) *unstructured.Unstructured {
	object := &unstructured.Unstructured{}
	ExpectWithOffset(1, yaml.Unmarshal([]byte(document), &object)).To(Succeed())
	return object
}

const (
	gitRepository = `
apiVersion: source.toolkit.fluxcd.io/v1
kind: GitRepository
metadata: {name: flux-system, namespace: flux-system}
spec: {interval: 1m, ref: {branch: main}, url: "https://github.com/o/r"}`

	privateGitRepository = `
apiVersion: source.toolkit.fluxcd.io/v1
kind: GitRepository
metadata: {name: flux-system, namespace: flux-system}
spec: {interval: 1m, ref: {branch: main}, url: "ssh://git@github.com/o/r", secretRef: {name: deploy-key}}`

	ociRepository = `
apiVersion: source.toolkit.fluxcd.io/v1
kind: OCIRepository
metadata:
  name: podinfo
  namespace: flux-system
  labels: {team: a}
  annotations: {note: kept}
  uid: dropped
  creationTimestamp: "2026-01-01T00:00:00Z"
spec: {interval: 10m, ref: {semver: 6.x}, url: "oci://ghcr.io/stefanprodan/manifests/podinfo"}
status: {observedGeneration: 1}`

	bucket = `
apiVersion: source.toolkit.fluxcd.io/v1
kind: Bucket
metadata: {name: flux-system, namespace: flux-system}
spec: {interval: 5m, bucketName: b, endpoint: s3.example.org, secretRef: {name: bucket-credentials}}`

	kustomization = `
apiVersion: kustomize.toolkit.fluxcd.io/v1
kind: Kustomization
metadata: {name: flux-system, namespace: flux-system}
spec: {interval: 10m, path: ./, prune: true, sourceRef: {kind: GitRepository, name: flux-system}}`

	ociKustomization = `
apiVersion: kustomize.toolkit.fluxcd.io/v1
kind: Kustomization
metadata: {name: podinfo, namespace: flux-system}
spec:
  interval: 10m
  path: ./
  prune: true
  sourceRef: {kind: OCIRepository, name: podinfo}
  decryption: {provider: sops, secretRef: {name: flux-sops}}
  postBuild: {substituteFrom: [{kind: ConfigMap, name: shoot-info}]}`

	additionalGit = `
apiVersion: source.toolkit.fluxcd.io/v1
kind: GitRepository
metadata: {name: infra, namespace: flux-system, labels: {team: a}}
spec: {interval: 1m, ref: {branch: main}, url: "ssh://git@github.com/o/infra", secretRef: {name: infra}}`

	helmRepository = `
apiVersion: source.toolkit.fluxcd.io/v1
kind: HelmRepository
metadata: {name: charts, namespace: flux-system}
spec: {interval: 1m, url: "https://charts.example.org"}`

	bucketKustomization = `
apiVersion: kustomize.toolkit.fluxcd.io/v1
kind: Kustomization
metadata: {name: flux-system, namespace: flux-system}
spec: {interval: 10m, path: ./, prune: true, sourceRef: {kind: Bucket, name: flux-system}}`

	tenantSource = `
apiVersion: source.toolkit.fluxcd.io/v1
kind: GitRepository
metadata: {name: flux-system, namespace: gitops}
spec: {interval: 1m, ref: {tag: v1}, url: "ssh://git@github.com/o/r", secretRef: {name: flux-system}}`

	tenantKustomization = `
apiVersion: kustomize.toolkit.fluxcd.io/v1
kind: Kustomization
metadata: {name: root, namespace: apps}
spec: {interval: 10m, path: ./, prune: true, serviceAccountName: deployer, sourceRef: {kind: GitRepository, name: flux-system, namespace: gitops}}`
)
