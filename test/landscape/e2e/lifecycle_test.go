// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package e2e_test

import (
	"context"
	"crypto/sha256"
	"fmt"
	"time"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"
	appsv1 "k8s.io/api/apps/v1"
	corev1 "k8s.io/api/core/v1"
	apiextensionsv1 "k8s.io/apiextensions-apiserver/pkg/apis/apiextensions/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"sigs.k8s.io/controller-runtime/pkg/client"

	kustomizev1 "github.com/fluxcd/kustomize-controller/api/v1"
	sourcev1 "github.com/fluxcd/source-controller/api/v1"
)

// contents are the objects of a shoot that an end must not touch: the workload from Git by resourceVersion, and Flux
// with its objects by UID, because Flux itself goes on writing their status, and another seed's resource manager notes
// on what it delivers where it comes from.
func contents(ctx context.Context, c client.Client) map[string]string {
	GinkgoHelper()
	result := map[string]string{}
	add := func(object client.Object, key client.ObjectKey, version func(client.Object) string) {
		Expect(c.Get(ctx, key, object)).To(Succeed())
		result[key.String()+" "+objectKind(object)] = version(object)
	}
	uid := func(o client.Object) string { return string(o.GetUID()) }
	resourceVersion := func(o client.Object) string { return o.GetResourceVersion() }

	add(&corev1.ConfigMap{}, client.ObjectKey{Namespace: "default", Name: "from-git"}, resourceVersion)
	add(&corev1.Secret{}, client.ObjectKey{Namespace: "flux-system", Name: "flux-system"}, func(o client.Object) string {
		return fmt.Sprint(o.GetUID(), sha256.Sum256(fmt.Append(nil, o.(*corev1.Secret).Data)))
	})
	add(&corev1.Namespace{}, client.ObjectKey{Name: "flux-system"}, uid)
	add(&sourcev1.GitRepository{}, client.ObjectKey{Namespace: "flux-system", Name: "flux-system"}, uid)
	add(&kustomizev1.Kustomization{}, client.ObjectKey{Namespace: "flux-system", Name: "flux-system"}, uid)
	deployments := &appsv1.DeploymentList{}
	Expect(c.List(ctx, deployments, client.InNamespace("flux-system"))).To(Succeed())
	Expect(deployments.Items).To(HaveLen(4))
	for _, deployment := range deployments.Items {
		result[deployment.Name] = string(deployment.UID)
	}
	crd := &metav1.PartialObjectMetadata{}
	crd.SetGroupVersionKind(apiextensionsv1.SchemeGroupVersion.WithKind("CustomResourceDefinition"))
	add(crd, client.ObjectKey{Name: "kustomizations.kustomize.toolkit.fluxcd.io"}, uid)
	return result
}

func objectKind(object client.Object) string {
	switch object.(type) {
	case *corev1.Secret:
		return "Secret"
	case *sourcev1.GitRepository:
		return "GitRepository"
	case *kustomizev1.Kustomization:
		return "Kustomization"
	default:
		return ""
	}
}

// synced creates a project with a registered key and a Shoot that shows what is in Git.
func synced(ctx context.Context, project, seedName string) shoot {
	GinkgoHelper()
	user := inGarden(ctx)
	user.project(project, repository(ctx, project, false))
	s := user.shoot(project, "only", seedName, false)
	Expect(world.GitHost.AddDeployKey(project, "flux", user.publicKey(project), true)).To(Succeed())
	s.succeeds()
	s.pullUntilShown("from-git", "first")
	return s
}

// pullUntilShown pulls as soon as there is something to pull with.
func (s shoot) pullUntilShown(name, value string) {
	GinkgoHelper()
	s.eventually("FluxInstalled", "True", "FluxRunning", Not(BeEmpty()))
	s.pull()
	s.shows(name, value)
}

var _ = Describe("The end of a shoot or of the extension", func() {
	It("keeps everything when the extension is removed from a living shoot with deletionPolicy Keep, and says so", Label("long", "either"), func(ctx SpecContext) {
		s := estate(ctx, "removal", seedName, "deletionPolicy: Keep")
		before, workloads := contents(ctx, s.client()), s.estate(Default)
		s.removeExtension()

		Expect(s.managedResources()).To(BeEmpty())
		Expect(contents(ctx, s.client())).To(Equal(before))
		Expect(s.estate(Default)).To(Equal(workloads))
		s.says("FluxKept", "all workloads stay in the shoot")

		By("Flux goes on syncing")
		_, err := world.GitHost.Commit(ctx, "removal", "change", map[string]string{"cluster/from-git.yaml": manifest("from-git", "second")})
		Expect(err).NotTo(HaveOccurred())
		s.pull()
		s.shows("from-git", "second")
	}, within(10*time.Minute))

	It("deletes a shoot with the garden down, and leaves the project's key", Label("long"), func(ctx SpecContext) {
		s := synced(ctx, "deletion", seedName)
		key := inGarden(ctx).publicKey("deletion")
		before := contents(ctx, s.client())

		By("gardenlet's part of a deletion, while the garden cannot be reached")
		down := beginOutage()
		s.deleteExtension(nil)
		s.hasNoExtension()
		Eventually(ctx, s.managedResources).Should(BeEmpty())
		Expect(contents(ctx, s.client())).To(Equal(before), "the cluster is deleted as a whole, not object by object")

		By("the whole deletion, when it is back")
		down.end(ctx)
		s.delete()
		s.isGone()
		s.isDeleted()
		Expect(inGarden(ctx).publicKey("deletion")).To(Equal(key))
	}, SpecTimeout(5*time.Minute))

	It("force-deletes without shoot, resource manager and garden, and abandons what it cannot release", Label("long"), func(ctx SpecContext) {
		s := synced(ctx, "force", seedName)
		shootCluster, err := world.ShootCluster(s.key().Namespace, s.name)
		Expect(err).NotTo(HaveOccurred())
		shootCluster.StopAPIServer()
		s.stopResourceManager()
		down := beginOutage()

		By("gardenlet's part of a force deletion: the Shoot in the Cluster asks for it, and the Extension is deleted")
		s.deleteExtension(map[string]string{"confirmation.gardener.cloud/force-deletion": "true"})
		s.hasNoExtension()
		resources := s.managedResources()
		Expect(resources).To(HaveLen(3), "nobody is there to take off the finalizers")
		for _, resource := range resources {
			Expect(resource.DeletionTimestamp).NotTo(BeNil(), resource.Name)
			Expect(resource.Spec.KeepObjects).To(HaveValue(BeTrue()), resource.Name)
		}

		By("the whole force deletion, which a gardenlet finds as soon as the garden is back")
		seed(seedName).StopGardenlet()
		down.bringGardenBack(ctx)
		s.deleteByForce()
		down.end(ctx)
		s.isGone()
		s.isDeleted()
	}, SpecTimeout(5*time.Minute))

	It("migrates to another seed without touching an object in the shoot, and goes on with the same key", Label("long", "either"), func(ctx SpecContext) {
		needsOtherSeed(ctx)
		s := synced(ctx, "migration", seedName)
		before := contents(ctx, s.client())
		key := inGarden(ctx).publicKey("migration")
		version := s.workload(Default).ResourceVersion

		s.migrate(otherSeedName)
		old := s
		s.seed = otherSeedName
		s.isRestored()
		old.isGone()
		s.eventually("FluxSourceReady", "True", "Succeeded", Not(BeEmpty()))
		s.eventually("FluxKustomizationReady", "True", "ReconciliationSucceeded", Not(BeEmpty()))
		s.eventually("FluxInstalled", "True", "FluxRunning", Not(BeEmpty()))

		after := contents(ctx, s.client())
		Expect(after).To(Equal(before))
		Expect(s.workload(Default).ResourceVersion).To(Equal(version))
		Expect(inGarden(ctx).publicKey("migration")).To(Equal(key))

		By("the other seed is in charge")
		commit(ctx, "migration", "from-git", "second")
		s.pull()
		s.shows("from-git", "second")

		By("a typo in flux-config does not stand in the way of a migration, and nothing in the shoot is touched")
		configMap := configMapOf("migration")
		Expect(world.Garden.Client.Get(ctx, client.ObjectKeyFromObject(configMap), configMap)).To(Succeed())
		withoutAdmission(ctx, func() { inGarden(ctx).configure("migration", with(configMap.Data, "repositoryURL", "x")) })
		before = contents(ctx, s.client())
		old = s
		s.migrate(seedName)
		s.seed = seedName
		s.isRestored()
		old.isGone()
		s.eventually("FluxConfigured", "False", "InvalidConfiguration", ContainSubstring("repositoryURL: Forbidden"))
		Expect(contents(ctx, s.client())).To(Equal(before))
		commit(ctx, "migration", "from-git", "third")
		s.pull()
		s.shows("from-git", "third")

		By("correcting it puts the seed in charge")
		inGarden(ctx).configure("migration", configMap.Data)
		s.reconcile()
		s.eventually("FluxConfigured", "True", "Configured", Not(BeEmpty()))
		Expect(s.managedResources()).To(HaveLen(3))
	}, within(20*time.Minute))
})
