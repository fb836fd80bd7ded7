// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package configuration_test

import (
	"maps"
	"slices"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"
)

const (
	hostKey    = "ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIOMqqnkVzrm0SdG6UOoqKLsabgH5C9okWi0dh2l9GKJl"
	revokedKey = "ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIIazEu89wgQZ4bqs3d63QSMzYVa0MuJ2e2gKTKqu+UUO"
)

// predecessors are configurations in the format of the two predecessors of this extension.
func predecessors() map[string]documents {
	return map[string]documents{
		"the flat keys of the archived extension": flat(
			"fluxVersion", "2.9.5", "repositoryUrl", "ssh://git@github.com/my-org/my-repository", "repositoryBranch", "main", "repositoryType", "private"),
		"the flat keys, with the version as its README has it": flat(
			"fluxVersion", "v2.9.5", "repositoryUrl", "ssh://git@github.com/my-org/my-repository", "repositoryBranch", "main", "repositoryType", "private"),
		"the flat keys without version": flat("repositoryUrl", "https://github.com/my-org/my-repository", "repositoryType", "public"),
		"a Shoot of the active extension": shoot(`
flux:
  version: v2.9.5
  registry: ghcr.io/fluxcd
  namespace: flux-system
  componentsExtra:
  - source-watcher
source:
  template:
    apiVersion: source.toolkit.fluxcd.io/v1
    kind: GitRepository
    spec:
      ref:
        branch: main
      url: https://github.com/my-org/my-repository
kustomization:
  template:
    apiVersion: kustomize.toolkit.fluxcd.io/v1
    kind: Kustomization
    spec:
      path: clusters/production/flux-system
`),
		"its OCIRepository of the old version": shoot(`
source:
  template:
    apiVersion: source.toolkit.fluxcd.io/v1beta2
    kind: OCIRepository
    spec:
      url: oci://registry.example.com/my-org/manifests
      ref:
        tag: latest
  secretResourceName: registry-credentials
`).with("registry-credentials", "Secret", "my-registry-credentials"),
		"its additional Secrets": shoot(`
additionalSecretResources:
- name: vault-token
  targetName: vault
source:
  template:
    apiVersion: source.toolkit.fluxcd.io/v1
    kind: GitRepository
    spec:
      url: ssh://git@git.example.com/my-org/my-repository
      secretRef:
        name: credentials
  secretResourceName: git-token
`).with("vault-token", "Secret", "my-vault-token").with("git-token", "Secret", "my-git-token"),
	}
}

// installations are configurations of the installation of Flux.
func installations() map[string]documents {
	return map[string]documents{
		"nothing at all":          {},
		"an empty ConfigMap":      {data: map[string]string{}},
		"an empty FluxConfig":     project(""),
		"a version without patch": project("flux: {version: '2.9'}"),
		"everything about the installation": shoot(`
flux:
  version: v2.9.5
  registry: registry.example.com:5000/mirror/fluxcd
  namespace: gitops
  components: [source-controller, kustomize-controller]
  componentsExtra: [helm-controller, notification-controller, image-reflector-controller, image-automation-controller, source-watcher]
  imagePullSecretResourceName: registry-credentials
  networkPolicy: false
  logLevel: debug
  clusterDomain: shoot.local
  tolerations: [{operator: Exists}, {key: a, value: b, effect: NoExecute, tolerationSeconds: 5}]
  nodeSelector: {worker.gardener.cloud/pool: system}
  resources: {source-controller: {requests: {cpu: 100m, memory: 2Gi}, limits: {memory: 4Gi, ephemeral-storage: 1e9}}}
  proxy: {httpProxy: 'http://proxy:3128', httpsProxy: 'https://proxy.example.com', noProxy: [10.0.0.0/8, .example.com], secretResourceName: proxy-credentials}
  multitenancy: {enabled: true, defaultServiceAccount: tenant}
  concurrency: 20
  storage: {size: 50Gi, class: fast}
`).with("registry-credentials", "Secret", "my-registry-credentials").with("proxy-credentials", "Secret", "my-proxy-credentials"),
		"workload identity": project(`
flux:
  componentsExtra: [source-watcher]
  multitenancy: {enabled: true}
  workloadIdentity:
    serviceAccounts:
    - name: reader
      aws: {roleARN: 'arn:aws:iam::123456789012:role/flux/reader'}
      azure: {clientID: 11111111-1111-1111-1111-111111111111, tenantID: 22222222-2222-2222-2222-222222222222}
      gcp: {provider: projects/1/locations/global/workloadIdentityPools/p/providers/p, serviceAccount: flux@project.iam.gserviceaccount.com}
    - {name: source-watcher, namespace: flux-system, gcp: {provider: projects/1/locations/global/workloadIdentityPools/p/providers/p}}
source: {template: {kind: Bucket, spec: {bucketName: b, endpoint: s3.amazonaws.com, region: eu-central-1, provider: aws, serviceAccountName: reader}}}
`).withIssuer(),
		"a volume of the project's class and the Shoot's size": operator("limits: {storageSize: 100Gi}").and(project("flux: {storage: {size: 10Gi, class: fast}}")).and(shoot("flux: {storage: {size: 1e11}}")),
		"shards with volumes, and an additional source of one": operator("limits: {shards: 7}").and(project(`
flux: {size: medium, storage: {size: 10Gi}, sharding: {shards: [shard1, shard2]}}
source: {template: {spec: {url: 'https://github.com/o/r'}}}
additionalSources: [{name: infra, template: {kind: GitRepository, metadata: {labels: {sharding.fluxcd.io/key: shard2}}, spec: {url: 'https://github.com/o/infra'}}}]
`)),
		"resources of a component that the Shoot does without": project("flux: {resources: {helm-controller: {requests: {cpu: 100m}}}}").
			and(shoot("flux: {components: [source-controller, kustomize-controller]}")),
		"the operator's resources of a component that is not selected": operator("defaults: {flux: {resources: {source-watcher: {requests: {cpu: 100m}}}}}"),
	}
}

// sources are configurations with sources and Kustomizations of all kinds.
func sources() map[string]documents {
	return map[string]documents{
		"a Git repository with known hosts": flat("repositoryUrl", "ssh://git@git.example.com:2222/o/r.git",
			"knownHosts", "# keys\n\n[git.example.com]:2222 "+hostKey+"\n@revoked * "+revokedKey),
		"a Git repository over http":                               flat("repositoryUrl", "http://git.internal/o/r"),
		"texts of several lines, with tabs, comments and pictures": project("source: {template: {metadata: {annotations: {a: \"\\u26A0\\uFE0F careful\"}}, spec: {url: 'https://github.com/o/r', ignore: \"# caf\\u00e9\\u200b\\n/*\\t\\r\\n!/a\\n\"}}}"),
		"known hosts with marks and invisible comments":            flat("repositoryUrl", "ssh://git@git.example.com/o/r.git", "knownHosts", "\uFEFF# keys\u200b\n\uFEFFgit.example.com "+hostKey),
		"a branch with slashes":                                    flat("repositoryUrl", "https://github.com/o/r", "repositoryBranch", "release/1.2\n"),
		"a commit on a branch":                                     project(`source: {template: {spec: {url: "https://github.com/o/r", ref: {branch: main, commit: 0123456789abcdef0123456789abcdef01234567}}}}`),
		"a reference":                                              project(`source: {template: {spec: {url: "https://github.com/o/r", ref: {name: refs/pull/420/head}}}}`),
		"a GitHub App":                                             shoot(`source: {secretResourceName: git-token, template: {spec: {url: "https://github.com/o/r", provider: github}}}`).with("git-token", "Secret", "app"),
		"an artifact by digest":                                    shoot(`source: {template: {kind: OCIRepository, spec: {url: "oci://localhost:5000/o/r", insecure: true, ref: {digest: "sha256:0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef"}}}}`),
		"an artifact that is signed without keys":                  shoot(`source: {template: {kind: OCIRepository, spec: {url: "oci://ghcr.io/o/r", verify: {provider: cosign}}}}`),
		"a bucket in another account":                              shoot(`source: {secretResourceName: bucket-credentials, template: {kind: Bucket, spec: {provider: azure, endpoint: "https://account.blob.core.windows.net/", bucketName: b, prefix: a/b}}}`).with("bucket-credentials", "Secret", "my-bucket-credentials"),
		"namespaces of their own": shoot(`
flux: {namespace: gitops}
source: {secretResourceName: git-token, template: {metadata: {name: fleet, namespace: sources}, spec: {url: "https://github.com/o/r"}}}
kustomization: {template: {metadata: {name: root, namespace: apps}, spec: {postBuild: {substituteFrom: [{kind: Secret, name: vault}, {kind: ConfigMap, name: shoot-info}]}}}}
decryption: {secretResourceName: sops-key}
additionalSecretResources: [{name: vault-token, targetName: vault, labels: {team: a}}]
additionalConfigMapResources: [{name: variables}]
`).with("git-token", "Secret", "a").with("sops-key", "Secret", "b").with("vault-token", "Secret", "c").with("variables", "ConfigMap", "d"),
		"much of a Kustomization": shoot(someSource + `
kustomization:
  template:
    metadata: {labels: {team: a}, annotations: {note: "what it is"}}
    spec:
      interval: 1h30m
      retryInterval: 2m
      timeout: 5m
      path: ./clusters/${SHOOT_INFO_REGION}/${SHOOT_INFO_NAME}-${SHOOT_INFO_LABEL_STAGE}
      prune: false
      wait: true
      dependsOn: [{name: other}]
      commonMetadata: {labels: {shoot: "${SHOOT_INFO_NAME}"}}
      postBuild: {substitute: {REGION: "${SHOOT_INFO_REGION}", VERBATIM: "$${SHOOT_INFO_NAME} ${OTHER:=x}"}}
      patches: [{target: {kind: Deployment}, patch: "- {op: add, path: /spec/replicas, value: 2}"}]
      images: [{name: a, newTag: v1}]
`),
		"Secrets that are created by other means": shoot(`
source:
  secretResourceName: token
  template: {spec: {url: "https://github.com/o/r", secretRef: {name: both}, proxySecretRef: {name: both}, verify: {mode: HEAD, secretRef: {name: keys}}}}
kustomization: {template: {spec: {kubeConfig: {secretRef: {name: my-remote}}}}}
additionalSecretResources: [{name: keys, targetName: keys}, {name: remote}]
`).with("token", "Secret", "my-token").with("keys", "Secret", "my-keys").with("remote", "Secret", "my-remote"),
		"the deploy key, for something else too": shoot(`source: {template: {spec: {url: "ssh://git@github.com/o/r", proxySecretRef: {name: flux-system}}}}`),
		"a Shoot over its project": project(`
source: {template: {spec: {url: "ssh://git@github.com/o/r", ref: {branch: main}}}}
project: {allowShootOverrides: [kustomization.template.spec.path, source.template.spec.ref]}
`).and(shoot(`
source: {template: {spec: {ref: {branch: "", tag: v1}}}}
kustomization: {template: {spec: {path: ./mine}}}
`)),
		"a Shoot that removes its project's Secrets": project(sourceWithSecret + "decryption: {secretResourceName: sops-key}").
			and(shoot("source: {secretResourceName: ''}\ndecryption: {secretResourceName: ''}")),
		"an artifact over the project's repository": project(`source: {secretResourceName: git-token, template: {spec: {url: "https://github.com/o/r"}}}`).
			and(shoot(`source: {template: {kind: OCIRepository, spec: {url: "oci://ghcr.io/o/r"}}}`)),
		"Flux only, without the operator's source": operator("defaults: {source: {template: {spec: {url: 'https://github.com/o/r'}}}, kustomization: {template: {spec: {path: ./a}}}}").
			and(project("source: null\nkustomization: null")),
		"Flux only, by the source alone": operator("defaults: {source: {template: {spec: {url: 'https://github.com/o/r'}}}, kustomization: {template: {spec: {path: ./a}}}}").
			and(project("source: null")),
		"settings of the project for any source, with a Shoot that has one": project("decryption: {secretResourceName: sops-key}\nkustomization: {template: {spec: {path: './${SHOOT_INFO_NAME}'}}}\n"+
			"source: {secretResourceName: git-token, knownHosts: 'git.example.com "+hostKey+"'}").
			and(shoot(`source: {secretResourceName: "", template: {spec: {url: "ssh://git@git.example.com/o/r"}}}`)).with("sops-key", "Secret", "my-sops-key"),
		"settings of the project for any source, with a Shoot that has none": project("decryption: {secretResourceName: sops-key}\nkustomization: {template: {spec: {path: ./a}}}\n" +
			"source: {secretResourceName: git-token, knownHosts: 'git.example.com " + hostKey + "'}").and(shoot("flux: {concurrency: 2}")),
		"settings of the operator for any source":      operator("defaults: {kustomization: {template: {spec: {interval: 1h, sourceRef: {kind: Bucket}}}}}").withoutShoot(),
		"a typed object, marshalled with empty fields": project(`source: {template: {metadata: {creationTimestamp: null}, spec: {url: "https://github.com/o/r", interval: 1m}, status: {}}}`),
		"the operator's defaults":                      operator("defaults: {flux: {registry: registry.example.com, components: [source-controller, kustomize-controller]}}\nlimits: {registries: [registry.example.com], fluxVersions: ['2.9']}"),
	}
}

// additionalSources are configurations of sources beside that of the root Kustomization.
func additionalSources() map[string]documents {
	return map[string]documents{
		"sources of all kinds": shoot(someSource+`
additionalSources:
- {name: infra, secretResourceName: git-token, template: {spec: {url: "https://github.com/o/infra", include: [{repository: {name: flux-system}}]}}}
- {name: apps, secretResourceName: key, template: {kind: GitRepository, metadata: {name: apps, labels: {team: a}}, spec: {url: "ssh://git@github.com/o/apps", ref: {tag: v1}, interval: 5m, secretRef: {name: apps-key}}}}
- {name: manifests, template: {apiVersion: source.toolkit.fluxcd.io/v1beta2, kind: OCIRepository, spec: {url: "oci://ghcr.io/o/manifests", ref: {semver: 1.x}}}}
- {name: bucket, secretResourceName: bucket-credentials, template: {kind: Bucket, spec: {endpoint: s3.example.com, bucketName: "${SHOOT_INFO_NAME}"}}}
- {name: charts, template: {kind: HelmRepository, spec: {url: "https://charts.example.com"}}}
- {name: oci-charts, secretResourceName: registry-credentials, template: {kind: HelmRepository, spec: {type: oci, url: "oci://ghcr.io/o/charts", interval: 10m}}}
`).with("git-token", "Secret", "a").with("key", "Secret", "b").with("bucket-credentials", "Secret", "c").with("registry-credentials", "Secret", "d"),
		"an additional source with the project's deploy key": project(`
source: {template: {spec: {url: "ssh://git@github.com/o/r"}}}
additionalSources: [{name: other, template: {spec: {url: "ssh://git@github.com/o/other", ref: null, verify: null, secretRef: {name: flux-system}}}}]`),
		"an additional source in the namespace of the root Kustomization": shoot(`
source: {template: {metadata: {namespace: sources}, spec: {url: "https://github.com/o/r"}}}
kustomization: {template: {metadata: {namespace: apps}}}
additionalSecretResources: [{name: token, targetName: credentials}]
additionalSources:
- {name: infra, template: {spec: {url: "https://github.com/o/infra"}}}
- {name: apps, template: {metadata: {namespace: apps}, spec: {url: "https://github.com/o/apps", secretRef: {name: credentials}}}}
`).with("token", "Secret", "t"),
		"additional sources with deploy keys of their own, in a project, its override and a Shoot": project(sshSource + `project: {deployKey: {scanHostKeys: false}, overrides: [{name: all, shoots: {matchLabels: {env: test}}, config: {additionalSources: [{name: b, deployKey: true, template: {spec: {url: "ssh://git@gitlab.com/o/b"}}}]}}]}
additionalSources:
- {name: a, deployKey: true, template: {kind: GitRepository, spec: {url: "ssh://git@github.com/o/a", ref: {tag: v1}}}}
- {name: b, deployKey: true, template: {spec: {url: "ssh://git@gitlab.com/o/b"}}}
- {name: c, deployKey: true, knownHosts: "[git.example.com]:2222 ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIIazEu89wgQZ4bqs3d63QSMzYVa0MuJ2e2gKTKqu+UUO", template: {spec: {url: "ssh://git@git.example.com:2222/o/c"}}}
- {name: d, deployKey: false, template: {spec: {url: "https://github.com/o/d"}}}`).
			and(shoot(`additionalSources: [{name: a, deployKey: true, template: {spec: {url: "ssh://git@github.com/o/a"}}}]`)),
		"a Shoot that replaces the project's additional sources": project(someSource + `
additionalSources: [{name: a, template: {spec: {url: "https://github.com/o/a"}}}, {name: b, template: {spec: {url: "https://github.com/o/b"}}}]`).
			and(shoot(`additionalSources: [{name: b, template: {kind: HelmRepository, spec: {url: "https://charts.example.com"}}}]`)),
		"a Shoot that removes the project's additional sources": project(someSource + `
additionalSources: [{name: a, template: {spec: {url: "https://github.com/o/a"}}}]`).and(shoot("additionalSources: []")),
		"additional sources of a project, and a Shoot without a source": project(`additionalSources: [{name: a, template: {spec: {url: "https://github.com/o/a"}}}]`).and(shoot("flux: {concurrency: 2}")),
	}
}

// deployKeys are configurations of the project's deploy key.
func deployKeys() map[string]documents {
	return map[string]documents{
		"an algorithm and an age":                deployKey("{algorithm: ecdsa-p521, reminderAge: 2160h}"),
		"empty settings of the deploy key":       deployKey("{}"),
		"an algorithm without repository":        project("project: {deployKey: {algorithm: rsa-4096, scanHostKeys: false}}"),
		"a registration where the repository is": deployKey("{registration: {provider: github}}"),
		"a registration at a host that answers ssh under another name": project(`source: {template: {spec: {url: "ssh://git@ssh.github.com:443/o/r"}}, knownHosts: '[ssh.github.com]:443 ` + hostKey + `'}
project: {deployKey: {registration: {provider: github}}}`),
		"a host that answers ssh on the port of https, with built-in keys": project(`source: {template: {spec: {url: "ssh://git@altssh.bitbucket.org:443/o/r"}}}`),
		"a host with capitals, with built-in keys":                         flat("repositoryUrl", "ssh://git@GitHub.com/my-org/fleet.git"),
		"everything of a registration": operator("gitHosts: ['git.example.com:3000', '[2001:db8::1]:3128', git.example.com]").
			and(project(`source: {template: {spec: {url: "ssh://git@git.example.com/o/r"}}, knownHosts: 'git.example.com ` + hostKey + `'}
project: {deployKey: {registration: {provider: gitea, host: "Git.Example.com:3000", secretName: git-host, proxyURL: "http://[2001:db8::1]:3128"}}}`)),
		"commit statuses":                    commitStatus("{provider: github}"),
		"commit statuses without deploy key": project(`source: {template: {spec: {url: "https://github.com/o/r"}}}` + "\nproject: {commitStatus: {provider: github}}"),
		"everything of commit statuses": operator("gitHosts: ['git.example.com:3000', 'proxy.example.com:3128']").
			and(project(`source: {template: {spec: {url: "https://git.example.com/o/r"}}}
project: {commitStatus: {provider: gitea, host: "Git.Example.com:3000", prefix: My_Gardener-1.0/live, proxyURL: "http://proxy.example.com:3128"}}`)),
		"commit statuses, for a Shoot with a repository of its own": commitStatus("{provider: github}").
			and(shoot(`source: {template: {kind: OCIRepository, spec: {url: "oci://ghcr.io/o/r"}}}`)),
		"a registration, for a Shoot with a repository of its own": deployKey("{registration: {provider: github}}").
			and(shoot(`source: {template: {kind: OCIRepository, spec: {url: "oci://ghcr.io/o/r"}}}`)),
		"a scan of a host on another port, for a Shoot with a repository of its own": operator("gitHosts: ['localhost:2222']").
			and(project(`source: {template: {spec: {url: "ssh://git@localhost:2222/o/r"}}}` + "\nproject: {deployKey: {scanHostKeys: true}}")).
			and(shoot(`source: {template: {spec: {url: "https://${SHOOT_INFO_REGION}.example.com/o/r"}}}`)),
	}
}

// accepted are all valid configurations.
func accepted() (map[string]documents, error) {
	all, err := examples()
	if err != nil {
		return nil, err
	}
	maps.Copy(all, predecessors())
	maps.Copy(all, installations())
	maps.Copy(all, sources())
	maps.Copy(all, additionalSources())
	maps.Copy(all, deployKeys())
	maps.Copy(all, overrides())
	return all, nil
}

var _ = Describe("Valid configuration", func() {
	all, err := accepted()
	names := slices.Sorted(maps.Keys(all))

	It("includes the repository's examples", func() {
		Expect(err).NotTo(HaveOccurred())
		Expect(names).To(ContainElements("10-flux-config-private.yaml", "20-shoot-sops.yaml", "controllerconfiguration.yaml"))
	})

	renderings := newRendering()
	for _, name := range names {
		It("is accepted and rendered without a warning: "+name, func() {
			effective, err := all[name].resolve()
			Expect(err).NotTo(HaveOccurred())
			Expect(effective.Warnings).To(BeEmpty())
			renderings.check(GinkgoT(), effective)
		})
	}
})
