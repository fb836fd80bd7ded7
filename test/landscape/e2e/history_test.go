// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package e2e_test

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"
	appsv1 "k8s.io/api/apps/v1"
	corev1 "k8s.io/api/core/v1"
	apiextensionsv1 "k8s.io/apiextensions-apiserver/pkg/apis/apiextensions/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/client-go/rest"
	"sigs.k8s.io/controller-runtime/pkg/client"

	"github.com/shoot-flux/gardener-extension-shoot-flux/test/landscape"
	"github.com/shoot-flux/gardener-extension-shoot-flux/test/landscape/binaries"
)

// The versions of Flux that a shoot goes through. The first is no longer carried: the operator supplies it.
const (
	oldFlux, middleFlux, newFlux = "v2.7.5", "v2.8.8", "v2.9.5"
)

// manifestsOf are those of a carried or of an older version of Flux.
func manifestsOf(version string) string {
	GinkgoHelper()
	manifests, err := os.ReadFile(filepath.Join("..", "..", "..", "pkg", "flux", "distributions", version, "gotk-components.yaml"))
	if os.IsNotExist(err) {
		manifests, err = os.ReadFile(filepath.Join("..", "..", "distributions", version, "gotk-components.yaml"))
	}
	Expect(err).NotTo(HaveOccurred())
	return string(manifests)
}

// suppliesOldFlux supplies the extension with the old Flux, until the test ends.
func suppliesOldFlux(ctx context.Context) {
	GinkgoHelper()
	sums, err := os.ReadFile(filepath.Join("..", "..", "distributions", oldFlux, "SHA256SUMS"))
	Expect(err).NotTo(HaveOccurred())
	name := "flux-" + oldFlux
	for _, place := range []struct {
		seed      *landscape.Seed
		namespace string
	}{
		{seed(seedName), seed(seedName).ExtensionNamespace}, {seed(otherSeedName), seed(otherSeedName).ExtensionNamespace}, {seed(seedName), "garden"},
	} {
		files := &corev1.ConfigMap{ObjectMeta: metav1.ObjectMeta{Name: name, Namespace: place.namespace},
			Data: map[string]string{"gotk-components.yaml": manifestsOf(oldFlux), "SHA256SUMS": string(sums)}}
		Expect(place.seed.Client.Create(ctx, files)).To(Succeed())
		DeferCleanup(func(ctx context.Context) { Expect(place.seed.Client.Delete(ctx, files)).To(Succeed()) }, NodeTimeout(time.Minute))
	}
	DeferCleanup(func(ctx context.Context) { Expect(world.SupplyDistributions(ctx, map[string]any{})).To(Succeed()) }, NodeTimeout(3*time.Minute))
	Expect(world.SupplyDistributions(ctx, map[string]any{"configMaps": []any{map[string]any{"version": oldFlux, "name": name}}})).To(Succeed())
}

// distribution is what 'flux install' of that version makes.
func distribution(version string) []*unstructured.Unstructured {
	GinkgoHelper()
	manifests := manifestsOf(version)
	components := []string{"", "source-controller", "kustomize-controller", "helm-controller", "notification-controller"}
	return slices.DeleteFunc(parsed(manifests), func(o *unstructured.Unstructured) bool {
		return !slices.Contains(components, o.GetLabels()["app.kubernetes.io/component"])
	})
}

// definitions are the CustomResourceDefinitions of a version of Flux.
func definitions(version string) []*apiextensionsv1.CustomResourceDefinition {
	GinkgoHelper()
	var result []*apiextensionsv1.CustomResourceDefinition
	for _, object := range distribution(version) {
		if object.GetKind() == "CustomResourceDefinition" {
			crd := &apiextensionsv1.CustomResourceDefinition{}
			Expect(runtime.DefaultUnstructuredConverter.FromUnstructured(object.Object, crd)).To(Succeed())
			result = append(result, crd)
		}
	}
	return result
}

// ancient are the CustomResourceDefinitions of the old Flux as its predecessors had them, which stored objects in the oldest version.
func ancient() []*apiextensionsv1.CustomResourceDefinition {
	GinkgoHelper()
	result := definitions(oldFlux)
	for _, crd := range result {
		oldest := ""
		for _, version := range crd.Spec.Versions {
			if oldest == "" || strings.Contains(version.Name, "beta") && (!strings.Contains(oldest, "beta") || version.Name < oldest) {
				oldest = version.Name
			}
		}
		for i := range crd.Spec.Versions {
			crd.Spec.Versions[i].Storage = crd.Spec.Versions[i].Name == oldest
		}
	}
	return result
}

// withDefinitions adds the kind CustomResourceDefinition to a client.
func withDefinitions(c client.Client) client.Client {
	GinkgoHelper()
	Expect(apiextensionsv1.AddToScheme(c.Scheme())).To(Succeed())
	return c
}

// storedVersions are those of Flux's CustomResourceDefinitions in the shoot, by name.
func storedVersions(ctx context.Context, g Gomega, c client.Client) map[string][]string {
	list := &apiextensionsv1.CustomResourceDefinitionList{}
	g.Expect(c.List(ctx, list)).To(Succeed())
	result := map[string][]string{}
	for _, crd := range list.Items {
		if strings.HasSuffix(crd.Name, ".fluxcd.io") {
			result[crd.Name] = crd.Status.StoredVersions
		}
	}
	return result
}

// crdVersions are those that Flux's CustomResourceDefinitions in the shoot have stored, and those that they have, by name.
func (u *upgraded) crdVersions() (stored, served map[string][]string) {
	GinkgoHelper()
	list := &apiextensionsv1.CustomResourceDefinitionList{}
	Expect(u.c.List(u.ctx, list)).To(Succeed())
	stored, served = map[string][]string{}, map[string][]string{}
	for _, crd := range list.Items {
		if !strings.HasSuffix(crd.Name, ".fluxcd.io") {
			continue
		}
		stored[crd.Name] = crd.Status.StoredVersions
		for _, version := range crd.Spec.Versions {
			served[crd.Name] = append(served[crd.Name], version.Name)
		}
	}
	return stored, served
}

// impatient is a client that does not hold back requests.
func (s shoot) impatient() client.Client {
	GinkgoHelper()
	scheme := s.client().Scheme() // It waits until there is a cluster.
	shootCluster, err := world.ShootCluster(s.key().Namespace, s.name)
	Expect(err).NotTo(HaveOccurred())
	config := rest.CopyConfig(shootCluster.Config)
	config.QPS = -1
	c, err := client.New(config, client.Options{Scheme: scheme})
	Expect(err).NotTo(HaveOccurred())
	return withDefinitions(c)
}

// inherits brings CustomResourceDefinitions into the shoot as an older Flux has left them, and objects in those versions.
func (s shoot) inherits(objects ...*unstructured.Unstructured) {
	GinkgoHelper()
	c := withDefinitions(s.client())
	for _, crd := range ancient() {
		Expect(c.Create(s.ctx, crd)).To(Succeed())
	}
	for name := range storedVersions(s.ctx, Default, c) {
		Eventually(s.ctx, func(g Gomega) {
			crd := &apiextensionsv1.CustomResourceDefinition{}
			g.Expect(c.Get(s.ctx, client.ObjectKey{Name: name}, crd)).To(Succeed())
			g.Expect(crd.Status.Conditions).To(ContainElement(And(
				HaveField("Type", BeEquivalentTo("Established")), HaveField("Status", BeEquivalentTo("True")))))
		}).Should(Succeed())
	}
	s.brings(objects...)
}

// legacy are objects that a user has written once, in versions of which Flux v2.8 has dropped some, and v2.9 the others.
func legacy(bucket, oci string) []*unstructured.Unstructured {
	GinkgoHelper()
	return parsed(fmt.Sprintf(`apiVersion: v1
kind: Namespace
metadata: {name: tenants}
---
apiVersion: v1
kind: Namespace
metadata: {name: flux-system}
---
apiVersion: v1
kind: Secret
metadata: {name: token, namespace: tenants}
stringData: {token: legacy-token}
---
apiVersion: v1
kind: Secret
metadata: {name: bucket, namespace: tenants}
stringData: {accesskey: %q, secretkey: %q}
---
apiVersion: source.toolkit.fluxcd.io/v1beta2
kind: OCIRepository
metadata: {name: legacy, namespace: tenants}
spec: {interval: 10m, url: %q, insecure: true, ref: {tag: latest}}
---
apiVersion: kustomize.toolkit.fluxcd.io/v1beta2
kind: Kustomization
metadata: {name: from-oci, namespace: tenants}
spec: {interval: 10m, prune: true, sourceRef: {kind: OCIRepository, name: legacy}}
---
apiVersion: source.toolkit.fluxcd.io/v1beta2
kind: Bucket
metadata: {name: legacy, namespace: tenants}
spec: {interval: 10m, bucketName: %q, endpoint: %q, insecure: true, secretRef: {name: bucket}}
---
apiVersion: kustomize.toolkit.fluxcd.io/v1beta2
kind: Kustomization
metadata: {name: from-bucket, namespace: tenants}
spec: {interval: 10m, prune: true, sourceRef: {kind: Bucket, name: legacy}}
---
apiVersion: helm.toolkit.fluxcd.io/v2beta2
kind: HelmRelease
metadata: {name: legacy, namespace: tenants}
spec:
  interval: 10m
  chart: {spec: {chart: ./chart, sourceRef: {kind: GitRepository, name: flux-system, namespace: flux-system}}}
---
apiVersion: source.toolkit.fluxcd.io/v1beta2
kind: HelmRepository
metadata: {name: legacy, namespace: tenants}
spec: {interval: 10m, url: "https://charts.example.com", suspend: true}
---
apiVersion: notification.toolkit.fluxcd.io/v1beta2
kind: Provider
metadata: {name: legacy, namespace: tenants}
spec: {type: generic, address: "http://127.0.0.1:1/"}
---
apiVersion: notification.toolkit.fluxcd.io/v1beta2
kind: Alert
metadata: {name: legacy, namespace: tenants}
spec: {providerRef: {name: legacy}, eventSources: [{kind: Bucket, name: legacy}], suspend: true}
---
apiVersion: notification.toolkit.fluxcd.io/v1beta2
kind: Receiver
metadata: {name: legacy, namespace: tenants}
spec: {type: generic, resources: [{kind: Bucket, name: legacy}], secretRef: {name: token}}
`, world.BucketHost.AccessKey, world.BucketHost.SecretKey, oci, bucket, world.BucketHost.Endpoint()))
}

// asleep are suspended objects of each of two kinds, which no controller writes: they stay stored as they were written.
func asleep(n int) []*unstructured.Unstructured {
	GinkgoHelper()
	var text strings.Builder
	for i := range n {
		fmt.Fprintf(&text, "---\napiVersion: kustomize.toolkit.fluxcd.io/v1beta2\nkind: Kustomization\nmetadata: {name: asleep-%03d, namespace: tenants}\n"+
			"spec: {interval: 10m, prune: true, suspend: true, sourceRef: {kind: GitRepository, name: flux-system, namespace: flux-system}}\n", i)
		fmt.Fprintf(&text, "---\napiVersion: notification.toolkit.fluxcd.io/v1beta2\nkind: Alert\nmetadata: {name: asleep-%03d, namespace: tenants}\n"+
			"spec: {providerRef: {name: absent}, eventSources: [{kind: Kustomization, name: absent}], suspend: true}\n", i)
	}
	return parsed(text.String())
}

// runningWorkload is a Deployment whose pod runs on the shoot's node.
func runningWorkload(metadata string) string {
	return "apiVersion: apps/v1\nkind: Deployment\nmetadata: " + metadata + "\nspec:\n  selector: {matchLabels: {app: workload}}\n  template:\n" +
		"    metadata: {labels: {app: workload}}\n    spec: {containers: [{name: workload, image: example.org/workload}]}\n"
}

// upgradedFiles are the content of the Git repository: a root with a child, and a release of a chart, each with a value and a Deployment.
func upgradedFiles(value, chartVersion string) map[string]string {
	return map[string]string{
		"cluster/namespaces.yaml": "apiVersion: v1\nkind: Namespace\nmetadata: {name: tenants}\n---\napiVersion: v1\nkind: Namespace\nmetadata: {name: charts}\n",
		"cluster/workload.yaml":   runningWorkload("{name: workload, namespace: default}"),
		"cluster/from-git.yaml":   manifest("from-git", value),
		"cluster/child.yaml": `apiVersion: kustomize.toolkit.fluxcd.io/v1
kind: Kustomization
metadata: {name: child, namespace: tenants}
spec: {interval: 10m, path: ./child, prune: true, sourceRef: {kind: GitRepository, name: flux-system, namespace: flux-system}}
`,
		"child/from-child.yaml": manifest("from-child", value),
		"cluster/release.yaml": `apiVersion: helm.toolkit.fluxcd.io/v2
kind: HelmRelease
metadata: {name: release, namespace: charts}
spec:
  interval: 10m
  chart: {spec: {chart: ./chart, sourceRef: {kind: GitRepository, name: flux-system, namespace: flux-system}}}
`,
		"chart/Chart.yaml":              "apiVersion: v2\nname: release\nversion: " + chartVersion + "\n",
		"chart/templates/workload.yaml": runningWorkload("{name: chart-{{ .Release.Name }}}"),
		"chart/templates/value.yaml":    "apiVersion: v1\nkind: ConfigMap\nmetadata: {name: chart-{{ .Release.Name }}}\ndata: {value: " + value + "}\n",
	}
}

// upgraded is a shoot that has a past, and what is seen of it through all upgrades.
type upgraded struct {
	shoot
	c        client.Client
	bucket   string
	artifact string
	// changes counts what was changed in Git, registry and bucket.
	changes int
}

// inherited creates a Shoot in which an older Flux has left its definitions and objects, and lets the extension install the old Flux.
func inherited(ctx context.Context, project string, more ...*unstructured.Unstructured) *upgraded {
	GinkgoHelper()
	older := world.OlderFlux()
	for _, controller := range binaries.FluxControllers() {
		Expect(older).To(HaveKey(controller.Name+":"+controller.Tags[0]), "'make test-upgrades' builds it")
	}
	suppliesOldFlux(ctx)
	user := inGarden(ctx)
	Expect(world.GitHost.CreateRepository(ctx, project, true)).To(Succeed())
	u := &upgraded{bucket: project, artifact: project + "/manifests"}
	u.commits(ctx, project)
	user.project(project, u.configuration(project, oldFlux))
	u.shoot = user.without(project, seedName)
	u.c = u.impatient()
	u.inherits(append(legacy(u.bucket, world.OCIHost.URL(u.artifact)), more...)...)
	u.enables("")
	u.succeeds()
	return u
}

func (u *upgraded) configuration(project, version string) map[string]string {
	return map[string]string{"config.yaml": fluxConfig(fmt.Sprintf(
		"flux: {version: %s}\nsource: {template: {spec: {url: %q}}}\nkustomization: {template: {spec: {path: ./cluster}}}\n", version, world.GitHost.HTTPURL(project)))}
}

// commits puts another value into all sources.
func (u *upgraded) commits(ctx context.Context, project string) string {
	GinkgoHelper()
	u.changes++
	value := fmt.Sprintf("value-%d", u.changes)
	_, err := world.GitHost.Commit(ctx, project, value, upgradedFiles(value, fmt.Sprintf("1.0.%d", u.changes)))
	Expect(err).NotTo(HaveOccurred())
	_, err = world.OCIHost.Push(ctx, u.artifact, "latest", map[string]string{"oci.yaml": manifest("from-oci", value)})
	Expect(err).NotTo(HaveOccurred())
	Expect(world.BucketHost.Put(ctx, u.bucket, map[string]string{"bucket.yaml": manifest("from-bucket", value)})).To(Succeed())
	return value
}

// asks for a new version of Flux in the project's flux-config, and has the Shoot reconciled.
func (u *upgraded) asks(version string) {
	GinkgoHelper()
	inGarden(u.ctx).configure(u.project, u.configuration(u.project, version))
	u.annotate("gardener.cloud/operation", "reconcile")
}

// runs waits until the controllers of a version of Flux are at work.
func (u *upgraded) runs(version string) {
	GinkgoHelper()
	started := time.Now()
	older := world.OlderFlux()
	Eventually(u.ctx, func(g Gomega) {
		deployments := &appsv1.DeploymentList{}
		g.Expect(u.c.List(u.ctx, deployments, client.InNamespace("flux-system"), client.MatchingLabels{"app.kubernetes.io/part-of": "flux"})).To(Succeed())
		g.Expect(deployments.Items).To(HaveLen(4))
		for _, deployment := range deployments.Items {
			g.Expect(deployment.Labels).To(HaveKeyWithValue("app.kubernetes.io/version", version), deployment.Name)
			g.Expect(deployment.Status.ObservedGeneration).To(Equal(deployment.Generation), deployment.Name)
			g.Expect(deployment.Status.UpdatedReplicas).To(BeEquivalentTo(1), deployment.Name)
			g.Expect(deployment.Status.AvailableReplicas).To(BeEquivalentTo(1), deployment.Name)
			g.Expect(deployment.Status.Replicas).To(BeEquivalentTo(1), deployment.Name)
			image, _ := binaries.FluxImage(deployment.Spec.Template.Spec.Containers[0].Image)
			if executable, isOlder := older[image]; isOlder {
				g.Expect(isRunning(executable)).To(BeTrue(), "no process runs %s for %s", executable, image)
			}
		}
	}).WithTimeout(3 * time.Minute).Should(Succeed())
	u.eventually("FluxInstalled", "True", "FluxRunning", Not(BeEmpty()))
	u.tells(version, started)
}

// isRunning reports whether a process on this machine runs the executable, whatever it is called there.
func isRunning(executable string) bool {
	wanted, err := os.Stat(executable)
	Expect(err).NotTo(HaveOccurred())
	processes, err := filepath.Glob("/proc/[0-9]*/exe")
	Expect(err).NotTo(HaveOccurred())
	return slices.ContainsFunc(processes, func(process string) bool {
		found, err := os.Stat(process)
		return err == nil && os.SameFile(found, wanted)
	})
}

// tells prints the conditions, for people to read.
func (u *upgraded) tells(version string, started time.Time) {
	GinkgoHelper()
	By(fmt.Sprintf("Flux %s runs, waited for %.1f s", version, time.Since(started).Seconds()))
	for _, condition := range u.extension(Default).Status.Conditions {
		GinkgoWriter.Printf("  %s=%s %s: %s\n", condition.Type, condition.Status, condition.Reason, condition.Message)
	}
	stored := storedVersions(u.ctx, Default, u.c)
	for name, versions := range stored {
		if len(versions) > 1 {
			GinkgoWriter.Printf("  %s: stored in %v\n", name, versions)
		}
	}
}

// follows changes all sources and waits until the shoot shows it, and the workloads are ready.
func (u *upgraded) follows() {
	GinkgoHelper()
	value := u.commits(u.ctx, u.project)
	u.pull()
	u.requests("source.toolkit.fluxcd.io/v1", "OCIRepository", "legacy")
	u.requests("source.toolkit.fluxcd.io/v1", "Bucket", "legacy")
	Eventually(u.ctx, func(g Gomega) {
		for _, key := range []client.ObjectKey{
			{Namespace: "default", Name: "from-git"}, {Namespace: "default", Name: "from-child"}, {Namespace: "charts", Name: "chart-release"},
			{Namespace: "default", Name: "from-oci"}, {Namespace: "default", Name: "from-bucket"}, {Namespace: "tenants", Name: "chart-legacy"},
		} {
			configMap := &corev1.ConfigMap{}
			g.Expect(u.c.Get(u.ctx, key, configMap)).To(Succeed(), key.String())
			g.Expect(configMap.Data).To(HaveKeyWithValue("value", value), key.String())
		}
		pods := &corev1.PodList{}
		g.Expect(u.c.List(u.ctx, pods, client.MatchingLabels{"app": "workload"})).To(Succeed())
		g.Expect(pods.Items).To(HaveEach(HaveField("Status.ContainerStatuses", ConsistOf(HaveField("Ready", true)))))
	}).WithTimeout(2 * time.Minute).Should(Succeed())
}

// requests makes Flux look at a source of a user now.
func (u *upgraded) requests(apiVersion, kind, name string) {
	GinkgoHelper()
	object := parsed(fmt.Sprintf("apiVersion: %s\nkind: %s\nmetadata: {name: %s, namespace: tenants}\n", apiVersion, kind, name))[0]
	patch := fmt.Sprintf(`{"metadata":{"annotations":{"reconcile.fluxcd.io/requestedAt":%q}}}`, metav1.NowMicro().String())
	Expect(u.c.Patch(u.ctx, object, client.RawPatch("application/merge-patch+json", []byte(patch)))).To(Succeed())
}

// identities are the UIDs of all that must outlive an upgrade, with the generations of what nobody has asked to change: definitions,
// Flux's objects, Deployments, and the workloads' pods with their restarts.
func (u *upgraded) identities() map[string]string {
	GinkgoHelper()
	result := map[string]string{}
	add := func(object client.Object, kind, rest string) {
		result[kind+" "+client.ObjectKeyFromObject(object).String()] = string(object.GetUID()) + rest
	}
	crds := &apiextensionsv1.CustomResourceDefinitionList{}
	Expect(u.c.List(u.ctx, crds)).To(Succeed())
	for i := range crds.Items {
		crd := &crds.Items[i]
		if !strings.HasSuffix(crd.Spec.Group, ".toolkit.fluxcd.io") || crd.Spec.Names.Kind == "ExternalArtifact" {
			continue // The one that comes with an upgrade.
		}
		add(crd, "CustomResourceDefinition", "")
		for _, version := range crd.Spec.Versions {
			if !version.Storage {
				continue
			}
			list := &unstructured.UnstructuredList{}
			list.SetAPIVersion(crd.Spec.Group + "/" + version.Name)
			list.SetKind(crd.Spec.Names.ListKind)
			Expect(u.c.List(u.ctx, list)).To(Succeed())
			for j := range list.Items {
				generation := fmt.Sprintf(" generation %d", list.Items[j].GetGeneration())
				if kind := crd.Spec.Names.Kind; kind == "HelmRepository" || kind == "Receiver" {
					generation = "" // The first write in a newer version gives them defaults that the oldest did not have.
				}
				add(&list.Items[j], crd.Spec.Names.Kind, generation)
			}
		}
	}
	deployments := &appsv1.DeploymentList{}
	Expect(u.c.List(u.ctx, deployments)).To(Succeed())
	for i := range deployments.Items {
		generation := fmt.Sprintf(" generation %d", deployments.Items[i].Generation)
		if deployments.Items[i].Namespace == "flux-system" {
			generation = ""
		}
		add(&deployments.Items[i], "Deployment", generation)
	}
	configMaps := &corev1.ConfigMapList{}
	Expect(u.c.List(u.ctx, configMaps)).To(Succeed())
	for i := range configMaps.Items {
		if _, ours := configMaps.Items[i].Data["value"]; ours {
			add(&configMaps.Items[i], "ConfigMap", "")
		}
	}
	pods := &corev1.PodList{}
	Expect(u.c.List(u.ctx, pods, client.MatchingLabels{"app": "workload"})).To(Succeed())
	for i := range pods.Items {
		for _, status := range pods.Items[i].Status.ContainerStatuses {
			add(&pods.Items[i], "Pod", fmt.Sprintf(" restarts %d ready %t", status.RestartCount, status.Ready))
		}
	}
	return result
}

// refusal is what the API server of the shoot says to the definitions of a version of Flux as they are, without changing anything.
func (u *upgraded) refusals(version string) []string {
	GinkgoHelper()
	var result []string
	for _, crd := range definitions(version) {
		there := &apiextensionsv1.CustomResourceDefinition{}
		if err := u.c.Get(u.ctx, client.ObjectKeyFromObject(crd), there); err != nil {
			Expect(client.IgnoreNotFound(err)).To(Succeed())
			continue
		}
		there.Spec.Versions = crd.Spec.Versions
		if err := u.c.Update(u.ctx, there, client.DryRunAll); err != nil {
			GinkgoWriter.Println(err.Error())
			result = append(result, crd.Name)
			Expect(err).To(MatchError(And(ContainSubstring("status.storedVersions"), ContainSubstring("must remain in spec.versions until a storage migration"))))
		}
	}
	return result
}
