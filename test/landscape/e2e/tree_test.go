// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package e2e_test

import (
	"encoding/json"
	"maps"
	"strings"
	"time"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"
	gomegatypes "github.com/onsi/gomega/types"
)

// treeFiles are a repository as real ones are built: the root applies an ArtifactGenerator and Kustomizations, these apply HelmReleases with
// charts from an OCI registry, and what the one brings the next waits for.
func treeFiles(charts string) map[string]string {
	files := map[string]string{
		"good/generator.yaml": `apiVersion: source.extensions.fluxcd.io/v1beta1
kind: ArtifactGenerator
metadata: {name: tree, namespace: flux-system}
spec:
  sources: [{alias: repo, kind: GitRepository, name: flux-system}]
  artifacts:
  - {name: infrastructure, copy: [{from: '@repo/infrastructure/**', to: '@artifact/'}]}
  - {name: apps, copy: [{from: '@repo/apps/**', to: '@artifact/'}]}
`,
		"good/controllers.yaml": treeKustomization("controllers", "infrastructure", "./controllers", "  wait: true\n  timeout: 20s\n"),
		"good/configs.yaml":     treeKustomization("configs", "infrastructure", "./configs", "  dependsOn: [{name: controllers}]\n"),
		"good/apps.yaml":        treeKustomization("apps", "apps", "./", "  dependsOn: [{name: configs}]\n"),

		"infrastructure/controllers/release.yaml": `apiVersion: v1
kind: Namespace
metadata: {name: infra}
---
apiVersion: source.toolkit.fluxcd.io/v1
kind: OCIRepository
metadata: {name: shop, namespace: infra}
spec:
  interval: 10s
  url: CHARTS/shop
  insecure: true
  ref: {tag: 1.0.0}
  layerSelector: {mediaType: application/vnd.cncf.helm.chart.content.v1.tar+gzip, operation: copy}
---
apiVersion: helm.toolkit.fluxcd.io/v2
kind: HelmRelease
metadata: {name: controller, namespace: infra}
spec:
  interval: 10m
  timeout: 20s
  install: {remediation: {retries: 5}}
  chartRef: {kind: OCIRepository, name: shop}
`,
		"infrastructure/configs/config.yaml": manifest("config", "first"),
		"apps/namespace.yaml":                "apiVersion: v1\nkind: Namespace\nmetadata: {name: apps}\n---\napiVersion: v1\nkind: Namespace\nmetadata: {name: tenant}\n",
		"apps/release.yaml":                  treeRelease("1.0.0", 0),
		"apps/web.yaml":                      strings.ReplaceAll(deployment("web", "  replicas: 0\n"), "default", "apps"),
	}
	for path, content := range files {
		files[path] = strings.ReplaceAll(content, "CHARTS", charts)
	}
	return files
}

func treeKustomization(name, artifact, path, rest string) string {
	return `apiVersion: kustomize.toolkit.fluxcd.io/v1
kind: Kustomization
metadata: {name: ` + name + `, namespace: flux-system}
spec:
  interval: 10m
  retryInterval: 5s
  path: ` + path + `
  prune: true
  sourceRef: {kind: ExternalArtifact, name: ` + artifact + `}
` + rest
}

// treeRelease is a HelmRelease that is rolled back if the upgrade fails.
func treeRelease(version string, replicas int) string {
	return `apiVersion: source.toolkit.fluxcd.io/v1
kind: HelmRepository
metadata: {name: charts, namespace: apps}
spec: {type: oci, url: CHARTS, insecure: true, interval: 10m}
---
apiVersion: helm.toolkit.fluxcd.io/v2
kind: HelmRelease
metadata: {name: shop, namespace: apps}
spec:
  interval: 10m
  timeout: 20s
  install: {remediation: {retries: 5}}
  chart: {spec: {chart: shop, version: ` + version + `, interval: 10s, sourceRef: {kind: HelmRepository, name: charts}}}
  upgrade: {remediation: {strategy: rollback, remediateLastFailure: true}}
  values: {replicas: ` + string(rune('0'+replicas)) + `}
`
}

// treeChart is a chart with a Deployment.
func treeChart() map[string]string {
	return map[string]string{
		"Chart.yaml":                "apiVersion: v2\nname: shop\nversion: 1.0.0\n",
		"values.yaml":               "replicas: 0\n",
		"templates/deployment.yaml": strings.ReplaceAll(strings.ReplaceAll(deployment("shop", "  replicas: {{ .Values.replicas }}\n"), ", namespace: default", ""), "name: shop", "name: {{ .Release.Name }}-shop"),
	}
}

// treeStatus is what flux-status has of the objects of a Shoot.
type treeStatus struct {
	Counts  []treeCounts
	Failing []struct{ Kind, Namespace, Name, Message string }
	Tree    []string
}

type treeCounts struct {
	Kind                                            string
	Ready, Failing, Waiting, Progressing, Suspended int
}

// tree reads what flux-status has of the objects of the Shoot.
func (s shoot) tree(g Gomega) treeStatus {
	var status struct{ Objects *treeStatus }
	g.Expect(json.Unmarshal([]byte(keyring{inGarden(s.ctx), s.project}.statuses(g)[s.name]), &status)).To(Succeed())
	g.Expect(status.Objects).NotTo(BeNil())
	return *status.Objects
}

// degraded is what is said of a shoot whose root Kustomization is applied, and in which something below it is not ready.
func degraded(reason, cause string, message ...gomegatypes.GomegaMatcher) told {
	return told{"FluxObjectsReady", "False", reason, And(message...), "Degraded", cause, "FluxDegraded"}
}

var _ = Describe("What the root Kustomization applies", Ordered, ContinueOnFailure, func() {
	var (
		s         shoot
		files     map[string]string
		processes map[string]int32
	)

	// holdsTree brings the repository into that state, and has Flux take it up.
	holdsTree := func(change map[string]string) {
		GinkgoHelper()
		all := maps.Clone(files)
		maps.Copy(all, change)
		_, err := world.GitHost.Commit(s.ctx, "tree", "change", all)
		Expect(err).NotTo(HaveOccurred())
		s.pull()
	}

	BeforeAll(func(ctx SpecContext) {
		_, err := world.OCIHost.PushChart(ctx, "tree", treeChart())
		Expect(err).NotTo(HaveOccurred())
		files = treeFiles(world.OCIHost.URL("tree"))
		holds(ctx, "tree", files)
		user := inGarden(ctx)
		git := syncingGit("tree")
		git.flux = spec{"componentsExtra": []string{"source-watcher"}}
		user.project("tree", git.data())
		s = user.shoot("tree", "only", seedName, false)
		Expect(world.GitHost.AddDeployKey("tree", "flux", user.publicKey("tree"), true)).To(Succeed())
		s.succeeds()
		s.pullUntilShown("from-git", "first")
		s.isWell(now(), false)
		processes = s.processes()
	}, NodeTimeout(4*time.Minute))

	It("is all ready, counted and drawn", func(ctx SpecContext) {
		s.ctx = ctx
		Eventually(ctx, func(g Gomega) {
			of := s.tree(g)
			g.Expect(of.Failing).To(BeEmpty())
			g.Expect(of.Counts).To(ContainElements(
				treeCounts{Kind: "Kustomization", Ready: 4}, treeCounts{Kind: "HelmRelease", Ready: 2},
				treeCounts{Kind: "ExternalArtifact", Ready: 2}, treeCounts{Kind: "Deployment", Ready: 3}))
			g.Expect(of.Tree).To(ContainElements(
				"Kustomization flux-system/flux-system: Ready", "  Kustomization flux-system/controllers: Ready", "    HelmRelease infra/controller: Ready",
				"  Kustomization flux-system/apps: Ready", "    HelmRelease apps/shop: Ready"))
		}).Should(Succeed())
		AddReportEntry("tree", strings.Join(s.tree(Default).Tree, "\n"))
	}, SpecTimeout(2*time.Minute))

	DescribeTable("is reported with cause and object when it is not ready, and heals",
		func(ctx SpecContext, change map[string]string, failing string, expected told) {
			s.ctx = ctx
			began := now()
			for path, content := range change {
				change[path] = strings.ReplaceAll(content, "CHARTS", world.OCIHost.URL("tree"))
			}
			removed := map[string]string{}
			for path := range change {
				if _, stays := files[path]; !stays {
					removed[path] = manifest("in-place-of-"+strings.NewReplacer("/", "-", ".", "-").Replace(path), "x")
				}
			}
			DeferCleanup(func(ctx SpecContext) {
				s.ctx = ctx
				holdsTree(removed)
			}, NodeTimeout(time.Minute))
			holdsTree(change)
			s.tells(CurrentSpecReport().LeafNodeText, began, expected)
			Eventually(ctx, func(g Gomega) {
				of := s.tree(g)
				g.Expect(of.Failing).NotTo(BeEmpty())
				g.Expect(of.Failing[0].Kind + " " + of.Failing[0].Namespace + "/" + of.Failing[0].Name).To(Equal(failing))
			}).Should(Succeed())
			AddReportEntry("tree", strings.Join(s.tree(Default).Tree, "\n"))
			holdsTree(removed)
			s.isWell(began, true)
		},
		Entry("a manifest of a child that is not applied", Label("long"), SpecTimeout(3*time.Minute),
			map[string]string{"infrastructure/configs/config.yaml": strings.ReplaceAll(manifest("x", "x"), "default", "absent")},
			"Kustomization flux-system/configs",
			degraded("ReconciliationFailed", "ApplyFailed", ContainSubstring(`Kustomization flux-system/configs: `), ContainSubstring(`namespaces "absent" not found`))),
		Entry("a chart that is not there", Label("long"), SpecTimeout(4*time.Minute),
			map[string]string{"apps/release.yaml": treeRelease("9.9.9", 0)},
			"HelmChart apps/apps-shop",
			degraded("ChartPullError", "RevisionNotFound", ContainSubstring("HelmChart apps/apps-shop: "), ContainSubstring("wait"))),
		Entry("a HelmRelease that was rolled back", Label("long"), SpecTimeout(5*time.Minute),
			map[string]string{"apps/release.yaml": treeRelease("1.0.0", 1)},
			"HelmRelease apps/shop",
			degraded("UpgradeFailed", "ReleaseFailed", ContainSubstring("HelmRelease apps/shop: "))),
		Entry("a Kustomization in a tenant's namespace whose account may not", Label("long"), SpecTimeout(4*time.Minute),
			map[string]string{"apps/tenant.yaml": strings.NewReplacer("namespace: flux-system", "namespace: tenant", "name: infrastructure", "name: infrastructure, namespace: flux-system").Replace(
				treeKustomization("team", "infrastructure", "./configs", "  serviceAccountName: default\n"))},
			"Kustomization tenant/team",
			degraded("ReconciliationFailed", "ApplyFailed", ContainSubstring("Kustomization tenant/team: "), ContainSubstring("forbidden"), ContainSubstring("Grant the missing permission to its ServiceAccount"))),
		Entry("an image that cannot be pulled, below a Kustomization that does not wait", SpecTimeout(3*time.Minute),
			map[string]string{"apps/web.yaml": strings.ReplaceAll(deployment("web", "  replicas: 1\n"), "default", "apps")},
			"Deployment apps/web",
			degraded("ImagePullFailed", "HealthCheckFailed", ContainSubstring("Deployment apps/web: Pod apps/web-"), ContainSubstring("image example.org/not/there:v1 cannot be pulled"))),
		Entry("an image that cannot be pulled, below a Kustomization that waits", Label("long"), SpecTimeout(4*time.Minute),
			map[string]string{"infrastructure/controllers/web.yaml": strings.ReplaceAll(deployment("web", "  replicas: 1\n"), "default", "infra")},
			"Deployment infra/web",
			degraded("ImagePullFailed", "HealthCheckFailed", ContainSubstring("Deployment infra/web: Pod infra/web-"), ContainSubstring("wait"))),
	)

	It("names what is suspended, and is ready all the same", Label("long"), func(ctx SpecContext) {
		s.ctx = ctx
		holdsTree(map[string]string{"good/apps.yaml": files["good/apps.yaml"] + "  suspend: true\n"})
		s.eventually("FluxObjectsReady", "True", "ObjectsReady", ContainSubstring("which are suspended: Kustomization flux-system/apps"))
		s.isWell(now(), false)
		holdsTree(nil)
		s.eventually("FluxObjectsReady", "True", "ObjectsReady", HavePrefix("All "))
	}, SpecTimeout(3*time.Minute))

	It("needs no restart to heal", func(ctx SpecContext) {
		s.ctx = ctx
		Expect(s.processes()).To(Equal(processes))
	}, NodeTimeout(time.Minute))
})
