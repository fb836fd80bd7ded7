// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package e2e_test

import (
	"encoding/json"
	"fmt"
	"maps"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"time"

	kustomizev1 "github.com/fluxcd/kustomize-controller/api/v1"
	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"
)

// plannedTree is a directory of a repository at two commits. Files cannot be deleted, so that the second commit removes
// objects from kustomization.yaml.
type plannedTree struct {
	// spec are further fields of the Kustomization that applies the directory.
	spec          string
	first, second map[string]string
}

func plannedNamespace(name string) string {
	return "apiVersion: v1\nkind: Namespace\nmetadata: {name: " + name + "}\n"
}

func plannedConfigMap(namespace, name, value string) string {
	return "apiVersion: v1\nkind: ConfigMap\nmetadata: {name: " + name + ", namespace: " + namespace + "}\ndata: {value: '" + value + "'}\n"
}

// plannedChild is a Kustomization of the root's source.
func plannedChild(namespace, name, path, spec string) string {
	return fmt.Sprintf("apiVersion: kustomize.toolkit.fluxcd.io/v1\nkind: Kustomization\nmetadata: {name: %s, namespace: %s}\n"+
		"spec:\n  interval: 10m\n  retryInterval: 5s\n  path: %s\n  prune: true\n  sourceRef: {kind: GitRepository, name: flux-system, namespace: flux-system}\n%s", name, namespace, path, spec)
}

func resources(names ...string) string {
	return "apiVersion: kustomize.config.k8s.io/v1beta1\nkind: Kustomization\nresources: [" + strings.Join(names, ", ") + "]\n"
}

// plannedTrees are trees of different shapes, by their directory.
func plannedTrees(key encryptionKey) map[string]plannedTree {
	release := func(name string) string {
		return "apiVersion: source.toolkit.fluxcd.io/v1\nkind: HelmRepository\nmetadata: {name: " + name + ", namespace: infra-controllers}\nspec: {interval: 24h, url: 'https://charts.example.invalid'}\n---\n" +
			"apiVersion: helm.toolkit.fluxcd.io/v2\nkind: HelmRelease\nmetadata: {name: " + name + ", namespace: infra-controllers}\n" +
			"spec: {interval: 30m, chart: {spec: {chart: " + name + ", version: 1.x, sourceRef: {kind: HelmRepository, name: " + name + "}}}}\n"
	}
	podinfo := strings.ReplaceAll(deployment("podinfo", "  replicas: 0\n"), "namespace: default", "namespace: podinfo")
	service := "apiVersion: v1\nkind: Service\nmetadata: {name: podinfo, namespace: podinfo}\nspec: {selector: {app: podinfo}, ports: [{port: 9898}]}\n"
	scaler := "apiVersion: autoscaling/v2\nkind: HorizontalPodAutoscaler\nmetadata: {name: podinfo, namespace: podinfo}\n" +
		"spec: {scaleTargetRef: {apiVersion: apps/v1, kind: Deployment, name: podinfo}, minReplicas: 2, maxReplicas: 4}\n"
	component := "apiVersion: kustomize.config.k8s.io/v1alpha1\nkind: Component\nresources: [feature.yaml]\n"
	return map[string]plannedTree{
		"components": {
			spec: "  components: [../feature]\n  namePrefix: p-\n  commonMetadata: {labels: {team: red}}\n",
			first: map[string]string{
				"components/kustomization.yaml": resources("a.yaml", "b.yaml"), "components/a.yaml": plannedConfigMap("default", "component-a", "1"), "components/b.yaml": plannedConfigMap("default", "component-b", "1"),
				"feature/kustomization.yaml": component, "feature/feature.yaml": plannedConfigMap("default", "feature", "1"),
			},
			second: map[string]string{"components/kustomization.yaml": resources("a.yaml"), "feature/feature.yaml": plannedConfigMap("default", "other-feature", "1")},
		},
		"substitutions": {
			spec: "  postBuild:\n    substitute: {size: small}\n    substituteFrom: [{kind: ConfigMap, name: shoot-info}, {kind: ConfigMap, name: planned-variables}]\n",
			first: map[string]string{
				"substitutions/kustomization.yaml": resources("named.yaml", "gone.yaml"),
				"substitutions/named.yaml":         plannedConfigMap("default", "'${SHOOT_INFO_NAME}-${size}-${team}'", "$${HOME} ${absent:=none}"),
				"substitutions/gone.yaml":          plannedConfigMap("default", "'gone-${team}'", "1"),
			},
			second: map[string]string{"substitutions/kustomization.yaml": resources("named.yaml"), "substitutions/named.yaml": plannedConfigMap("default", "'${SHOOT_INFO_NAME}-${size}-${team}-next'", "$${HOME}")},
		},
		"variables": {
			first:  map[string]string{"variables/kustomization.yaml": resources("v.yaml"), "variables/v.yaml": "apiVersion: v1\nkind: ConfigMap\nmetadata: {name: planned-variables, namespace: flux-system}\ndata: {team: blue}\n"},
			second: map[string]string{},
		},
		"encrypted": {
			spec: "  decryption: {provider: sops, secretRef: {name: planned-age}}\n",
			first: map[string]string{
				"encrypted/kustomization.yaml": resources("a.yaml", "b.yaml"),
				"encrypted/a.yaml":             key.encrypt("apiVersion: v1\nkind: Secret\nmetadata:\n  name: planned-a\n  namespace: default\nstringData:\n  token: s3cret\n"),
				"encrypted/b.yaml":             key.encrypt("apiVersion: v1\nkind: Secret\nmetadata:\n  name: planned-b\n  namespace: default\nstringData:\n  token: s3cret\n"),
			},
			second: map[string]string{"encrypted/kustomization.yaml": resources("b.yaml")},
		},
		"tenants": {
			first: map[string]string{
				"tenants/kustomization.yaml": resources("namespaces.yaml", "red.yaml", "blue.yaml"),
				"tenants/namespaces.yaml":    plannedNamespace("tenant-red") + "---\n" + plannedNamespace("tenant-blue"),
				"tenants/red.yaml":           plannedChild("tenant-red", "apps", "./tenant-apps", "  targetNamespace: tenant-red\n"),
				"tenants/blue.yaml":          plannedChild("tenant-blue", "apps", "./tenant-apps", "  targetNamespace: tenant-blue\n"),
				"tenant-apps/app.yaml":       plannedConfigMap("default", "tenant-app", "1"),
			},
			second: map[string]string{"tenants/kustomization.yaml": resources("namespaces.yaml", "blue.yaml")},
		},
		// The shape of flux2-kustomize-helm-example: apps depend on infrastructure, and an overlay patches a base.
		"infrastructure": {
			first: map[string]string{
				"infrastructure/kustomization.yaml": resources("controllers.yaml", "apps.yaml"),
				"infrastructure/controllers.yaml":   plannedChild("flux-system", "infra-controllers", "./infra-controllers", ""),
				"infrastructure/apps.yaml":          plannedChild("flux-system", "apps", "./apps/production", "  dependsOn: [{name: infra-controllers}]\n"),
				"infra-controllers/ns.yaml":         plannedNamespace("infra-controllers"),
				"infra-controllers/cert.yaml":       release("cert-manager"),
				"apps/base/kustomization.yaml":      resources("ns.yaml", "settings.yaml"),
				"apps/base/ns.yaml":                 plannedNamespace("production-apps"),
				"apps/base/settings.yaml":           plannedConfigMap("production-apps", "settings", "base"),
				"apps/production/kustomization.yaml": resources("../base") + "patches: [{patch: '[{\"op\": \"replace\", \"path\": \"/data/value\", \"value\": \"production\"}]', target: {kind: ConfigMap}}]\n" +
					"configMapGenerator: [{name: generated, namespace: production-apps, literals: [a=b]}]\n",
			},
			second: map[string]string{
				"apps/production/kustomization.yaml": resources("../base") + "configMapGenerator: [{name: generated, namespace: production-apps, literals: [a=c]}]\n",
				"infra-controllers/cert.yaml":        release("ingress"),
			},
		},
		// The shape of podinfo: a directory with kustomization.yaml and one file for each object.
		"podinfo": {
			spec: "  images: [{name: example.org/not/there, newTag: v2}]\n",
			first: map[string]string{
				"podinfo/kustomization.yaml": resources("ns.yaml", "deployment.yaml", "service.yaml", "hpa.yaml"),
				"podinfo/ns.yaml":            plannedNamespace("podinfo"), "podinfo/deployment.yaml": podinfo, "podinfo/service.yaml": service, "podinfo/hpa.yaml": scaler,
			},
			second: map[string]string{"podinfo/kustomization.yaml": resources("ns.yaml", "deployment.yaml", "service.yaml")},
		},
	}
}

// planned is the output of the command plan for one Shoot.
type planned struct {
	Results []struct {
		Added, Changed, Removed, Recreated, Left []struct{ APIVersion, Kind, Namespace, Name string }
		NotKnown, Failures                       []string
	}
}

// identities returns the objects as in an inventory.
func identities(changes []struct{ APIVersion, Kind, Namespace, Name string }) []string {
	var all []string
	for _, c := range changes {
		group, _, found := strings.Cut(c.APIVersion, "/")
		if !found {
			group = ""
		}
		all = append(all, strings.Join([]string{c.Namespace, c.Name, group, c.Kind}, "_"))
	}
	slices.Sort(all)
	return all
}

// plan runs the command for the Shoot in a checkout.
func (s shoot) plan(checkout string, args ...string) planned {
	GinkgoHelper()
	objects, err := kubectl(s.ctx, "", "-n", "garden-"+s.project, "get", "shoot/"+s.name, "configmap/flux-config", "-o", "yaml")
	Expect(err).NotTo(HaveOccurred())
	command := exec.CommandContext(s.ctx, world.Plugin, append([]string{"plan", "-C", checkout, "-f", "-", "-o", "json"}, args...)...)
	command.Stdin = strings.NewReader(objects)
	out, err := command.Output()
	Expect(err).NotTo(HaveOccurred(), string(out))
	var result planned
	Expect(json.Unmarshal(out, &result)).To(Succeed())
	Expect(result.Results).To(HaveLen(1))
	Expect(result.Results[0].Failures).To(BeEmpty())
	return result
}

// inventories returns the objects in the inventories of all Kustomizations, when all have applied the commit.
func (s shoot) inventories(commit string) []string {
	GinkgoHelper()
	c := s.client()
	var all []string
	Eventually(s.ctx, func(g Gomega) {
		all = nil
		list := &kustomizev1.KustomizationList{}
		g.Expect(c.List(s.ctx, list)).To(Succeed())
		for _, k := range list.Items {
			g.Expect(k.DeletionTimestamp).To(BeNil(), k.Name)
			g.Expect(k.Status.LastAppliedRevision).To(HaveSuffix(commit), "%s: %v", k.Name, k.Status.Conditions)
			for _, entry := range k.Status.Inventory.Entries {
				all = append(all, entry.ID)
			}
		}
		g.Expect(all).NotTo(BeEmpty())
	}).WithPolling(2 * time.Second).WithTimeout(3 * time.Minute).Should(Succeed())
	slices.Sort(all)
	return all
}

var _ = Describe("The command plan", Label("long"), func() {
	It("equals the truth: it lists the objects in the inventories, and removes what kustomize-controller prunes", func(ctx SpecContext) {
		const project = "planned"
		key := newEncryptionKey()
		first, second := map[string]string{}, map[string]string{}
		for name, tree := range plannedTrees(key) {
			first["cluster/"+name+".yaml"] = plannedChild("flux-system", name, "./"+name, tree.spec)
			maps.Copy(first, tree.first)
			maps.Copy(second, tree.second)
		}
		Expect(world.GitHost.CreateRepository(ctx, project, true)).To(Succeed())
		before, err := world.GitHost.Commit(ctx, project, "first", first)
		Expect(err).NotTo(HaveOccurred())

		user := inGarden(ctx)
		user.project(project, map[string]string{"config.yaml": fluxConfig(fmt.Sprintf(
			"source: {template: {spec: {url: %q, interval: 10s}}}\nkustomization: {template: {spec: {path: ./cluster}}}\n", world.GitHost.HTTPURL(project)))})
		s := user.shoot(project, "only", seedName, false)
		s.succeeds()
		s.eventually("FluxInstalled", "True", "FluxRunning", Not(BeEmpty()))
		s.hasSecret("planned-age", map[string]string{"age.agekey": key.identity()})

		By("the objects of the first commit are those in the inventories")
		s.pull()
		applied := s.inventories(before)
		checkout := filepath.Join(GinkgoT().TempDir(), "checkout")
		clone := func(args ...string) {
			output, err := exec.CommandContext(ctx, "git", args...).CombinedOutput()
			Expect(err).NotTo(HaveOccurred(), string(output))
		}
		clone("clone", "--quiet", world.GitHost.HTTPURL(project), checkout)
		state := s.plan(checkout, "--to", before)
		Expect(state.Results[0].NotKnown).To(BeEmpty())
		Expect(identities(state.Results[0].Added)).To(Equal(applied))

		By("the plan for the second commit: added and removed objects are the difference of the inventories")
		after, err := world.GitHost.Commit(ctx, project, "second", second)
		Expect(err).NotTo(HaveOccurred())
		clone("-C", checkout, "fetch", "--quiet", "origin")
		foreseen := s.plan(checkout, "--from", before, "--to", after)
		Expect(foreseen.Results[0].NotKnown).To(BeEmpty())
		Expect(foreseen.Results[0].Left).To(BeEmpty())
		s.pull()
		Eventually(ctx, func() []string { return s.inventories(after) }).WithPolling(5 * time.Second).WithTimeout(3 * time.Minute).
			Should(Equal(identities(s.plan(checkout, "--to", after).Results[0].Added)))
		next := s.inventories(after)
		without := func(all, others []string) []string {
			return slices.DeleteFunc(slices.Clone(all), func(id string) bool { return slices.Contains(others, id) })
		}
		Expect(identities(foreseen.Results[0].Added)).To(Equal(without(next, applied)))
		Expect(identities(foreseen.Results[0].Removed)).To(Equal(without(applied, next)))
		AddReportEntry("removed", strings.Join(identities(foreseen.Results[0].Removed), "\n"))
	}, SpecTimeout(10*time.Minute))
})
