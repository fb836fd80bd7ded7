// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package e2e_test

import (
	"context"
	"fmt"
	"strings"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"
	corev1 "k8s.io/api/core/v1"
	apiextensionsv1 "k8s.io/apiextensions-apiserver/pkg/apis/apiextensions/v1"
	apierrors "k8s.io/apimachinery/pkg/api/errors"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"k8s.io/apimachinery/pkg/runtime/schema"
	"sigs.k8s.io/controller-runtime/pkg/client"
)

// estateFiles are what a Git repository holds of all that users are afraid for: a Deployment, a volume, a load balancer, a
// Helm release, a Kustomization of its own in a second namespace, and an object that is never to be pruned.
func estateFiles() map[string]string {
	object := func(apiVersion, kind, namespace, name, rest string) string {
		return fmt.Sprintf("apiVersion: %s\nkind: %s\nmetadata:\n  name: %s\n  namespace: %s\n%s", apiVersion, kind, name, namespace, rest)
	}
	return map[string]string{
		"cluster/namespaces.yaml": "apiVersion: v1\nkind: Namespace\nmetadata: {name: tenants}\n---\napiVersion: v1\nkind: Namespace\nmetadata: {name: charts}\n",
		"cluster/deployment.yaml": object("apps/v1", "Deployment", "default", "app", `spec:
  replicas: 0
  selector: {matchLabels: {app: app}}
  template:
    metadata: {labels: {app: app}}
    spec: {containers: [{name: app, image: example.org/app}]}
`),
		"cluster/volume.yaml":    object("v1", "PersistentVolumeClaim", "default", "data", "spec:\n  accessModes: [ReadWriteOnce]\n  resources: {requests: {storage: 1Gi}}\n"),
		"cluster/service.yaml":   object("v1", "Service", "default", "balancer", "spec:\n  type: LoadBalancer\n  ports: [{port: 80}]\n"),
		"cluster/protected.yaml": object("v1", "ConfigMap", "default", "protected", "  annotations: {kustomize.toolkit.fluxcd.io/prune: disabled}\ndata: {value: first}\n"),
		"cluster/from-git.yaml":  manifest("from-git", "first"),
		"cluster/nested.yaml": object("kustomize.toolkit.fluxcd.io/v1", "Kustomization", "tenants", "nested", `spec:
  interval: 10m
  path: ./nested
  prune: true
  sourceRef: {kind: GitRepository, name: flux-system, namespace: flux-system}
`),
		"nested/tenant.yaml": object("v1", "ConfigMap", "tenants", "tenant", "data: {value: first}\n"),
		"cluster/release.yaml": object("helm.toolkit.fluxcd.io/v2", "HelmRelease", "charts", "release", `spec:
  interval: 10m
  chart:
    spec:
      chart: ./chart
      sourceRef: {kind: GitRepository, name: flux-system, namespace: flux-system}
`),
		"chart/Chart.yaml":                "apiVersion: v2\nname: release\nversion: 1.0.0\n",
		"chart/templates/from-chart.yaml": "apiVersion: v1\nkind: ConfigMap\nmetadata: {name: from-chart, namespace: charts}\ndata: {value: first}\n",
	}
}

// estateObjects are the workloads that come of it.
func estateObjects() []client.Object {
	objects := []client.Object{}
	for _, o := range []struct{ apiVersion, kind, namespace, name string }{
		{"apps/v1", "Deployment", "default", "app"},
		{"v1", "PersistentVolumeClaim", "default", "data"},
		{"v1", "Service", "default", "balancer"},
		{"v1", "ConfigMap", "default", "protected"},
		{"v1", "ConfigMap", "default", "from-git"},
		{"v1", "ConfigMap", "tenants", "tenant"},
		{"v1", "ConfigMap", "charts", "from-chart"},
	} {
		object := &unstructured.Unstructured{}
		object.SetAPIVersion(o.apiVersion)
		object.SetKind(o.kind)
		object.SetNamespace(o.namespace)
		object.SetName(o.name)
		objects = append(objects, object)
	}
	return objects
}

// estateConfig returns the configuration for a repository with all of it, which is read with the project's deploy key.
func estateConfig(repository, more string) map[string]string {
	return map[string]string{"config.yaml": fluxConfig(fmt.Sprintf(`
source:
  template: {spec: {url: %q}}
  knownHosts: |
    %s
kustomization: {template: {spec: {path: ./cluster}}}
%s
`, world.GitHost.SSHURL(repository), strings.ReplaceAll(strings.TrimSpace(world.GitHost.KnownHosts()), "\n", "\n    "), more))}
}

// estate creates a project and a Shoot that has all of it, read with the project's deploy key.
func estate(ctx context.Context, project, seedName, config string, change ...func(*gardenerShoot)) shoot {
	GinkgoHelper()
	Expect(world.GitHost.CreateRepository(ctx, project, false)).To(Succeed())
	_, err := world.GitHost.Commit(ctx, project, "everything", estateFiles())
	Expect(err).NotTo(HaveOccurred())
	user := inGarden(ctx)
	user.project(project, estateConfig(project, config))
	s := user.shoot(project, "only", seedName, false, change...)
	Expect(world.GitHost.AddDeployKey(project, "flux", user.publicKey(project), true)).To(Succeed())
	s.succeeds()
	s.eventually("FluxInstalled", "True", "FluxRunning", Not(BeEmpty()))
	s.pull()
	Eventually(ctx, func(g Gomega) { s.estate(g) }).Should(Succeed())
	return s
}

// estate returns the UIDs of the workloads, which are all there.
func (s shoot) estate(g Gomega) map[string]string {
	GinkgoHelper()
	uids := map[string]string{}
	c := s.client()
	for _, object := range estateObjects() {
		g.Expect(c.Get(s.ctx, client.ObjectKeyFromObject(object), object)).To(Succeed())
		g.Expect(object.GetDeletionTimestamp()).To(BeNil(), object.GetName())
		uids[object.GetObjectKind().GroupVersionKind().Kind+" "+object.GetName()] = string(object.GetUID())
	}
	return uids
}

// lacks waits until none of the named workloads is there.
func (s shoot) lacks(names ...string) {
	GinkgoHelper()
	c := s.client()
	Eventually(s.ctx, func(g Gomega) {
		for _, object := range estateObjects() {
			err := c.Get(s.ctx, client.ObjectKeyFromObject(object), object)
			for _, name := range names {
				if name == object.GetName() {
					g.Expect(apierrors.IsNotFound(err)).To(BeTrue(), "%s: %v", name, err)
				}
			}
		}
	}).Should(Succeed())
}

// hasNoFlux expects that Flux has left nothing in the shoot: no kind, no namespace, no credentials and no process.
func (s shoot) hasNoFlux() {
	GinkgoHelper()
	c := s.client()
	crds := &metav1.PartialObjectMetadataList{}
	crds.SetGroupVersionKind(apiextensionsv1.SchemeGroupVersion.WithKind("CustomResourceDefinitionList"))
	Expect(c.List(s.ctx, crds)).To(Succeed())
	for _, crd := range crds.Items {
		Expect(crd.Name).NotTo(HaveSuffix(".fluxcd.io"))
	}
	for _, kind := range []string{"ClusterRoleList", "ClusterRoleBindingList"} {
		list := &metav1.PartialObjectMetadataList{}
		list.SetGroupVersionKind(schema.GroupVersionKind{Group: "rbac.authorization.k8s.io", Version: "v1", Kind: kind})
		Expect(c.List(s.ctx, list, client.MatchingLabels{"app.kubernetes.io/part-of": "flux"})).To(Succeed())
		Expect(list.Items).To(BeEmpty())
	}
	isAbsent(s.ctx, c, &corev1.Namespace{ObjectMeta: metav1.ObjectMeta{Name: "flux-system"}})
	Expect(s.managedResources()).To(BeEmpty())
}

// removeExtension takes the extension out of the Shoot, and waits until Gardener has done it.
func (s shoot) removeExtension() {
	GinkgoHelper()
	s.change(func(object *gardenerShoot) { object.Spec.Extensions = nil })
	s.hasNoExtension()
}

// comesBackTo gives the extension to the Shoot again, and expects what it finds in the shoot to be taken up as it is.
func (s shoot) comesBackTo(before map[string]string) {
	GinkgoHelper()
	By("and it can come back: what is there is taken up")
	s.change(func(object *gardenerShoot) { object.Spec.Extensions = []gardenerExtension{{Type: "shoot-flux"}} })
	s.eventually("FluxKustomizationReady", "True", "ReconciliationSucceeded", Not(BeEmpty()))
	Expect(s.estate(Default)).To(Equal(before))
}
