// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package e2e_test

import (
	"context"
	"crypto/sha256"
	"fmt"
	"time"

	extensionsv1alpha1 "github.com/gardener/gardener/pkg/apis/extensions/v1alpha1"
	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"
	appsv1 "k8s.io/api/apps/v1"
	corev1 "k8s.io/api/core/v1"
	eventsv1 "k8s.io/api/events/v1"
	apiextensionsv1 "k8s.io/apiextensions-apiserver/pkg/apis/apiextensions/v1"
	apierrors "k8s.io/apimachinery/pkg/api/errors"
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
	It("keeps everything when the extension is removed from a living shoot, and says so", func(ctx SpecContext) {
		s := synced(ctx, "removal", seedName)
		before := contents(ctx, s.client())

		object := s.get(Default)
		object.Spec.Extensions = nil
		Expect(world.Garden.Client.Update(ctx, object)).To(Succeed())
		Eventually(ctx, func(g Gomega) {
			err := seed(seedName).Client.Get(ctx, client.ObjectKey{Namespace: s.namespace(), Name: "shoot-flux"}, &extensionsv1alpha1.Extension{})
			g.Expect(apierrors.IsNotFound(err)).To(BeTrue(), "%v", err)
		}).Should(Succeed())
		s.succeeds()

		Expect(s.managedResources()).To(BeEmpty())
		Expect(contents(ctx, s.client())).To(Equal(before))
		Eventually(ctx, func(g Gomega) {
			events := &eventsv1.EventList{}
			g.Expect(seed(seedName).Client.List(ctx, events, client.InNamespace(s.namespace()))).To(Succeed())
			g.Expect(events.Items).To(ContainElement(And(HaveField("Reason", "FluxKept"), HaveField("Note", ContainSubstring("all workloads stay in the shoot")))))
		}).Should(Succeed())

		By("Flux goes on syncing")
		commit(ctx, "removal", "from-git", "second")
		s.pull()
		s.shows("from-git", "second")
	}, SpecTimeout(4*time.Minute))

	It("deletes a shoot with the garden down, and leaves the project's key", func(ctx SpecContext) {
		s := synced(ctx, "deletion", seedName)
		key := inGarden(ctx).publicKey("deletion")
		s.delete()
		Eventually(ctx, func(g Gomega) {
			cluster := &extensionsv1alpha1.Cluster{}
			g.Expect(seed(seedName).Client.Get(ctx, client.ObjectKey{Name: s.namespace()}, cluster)).To(Succeed())
			g.Expect(string(cluster.Spec.Shoot.Raw)).To(ContainSubstring("deletionTimestamp"))
		}).Should(Succeed())

		withoutGarden(ctx, s.isGone)

		Eventually(ctx, func(g Gomega) {
			g.Expect(apierrors.IsNotFound(world.Garden.Client.Get(ctx, s.key(), s.empty()))).To(BeTrue())
		}).Should(Succeed())
		Expect(inGarden(ctx).publicKey("deletion")).To(Equal(key))
	}, SpecTimeout(5*time.Minute))

	It("force-deletes without shoot, resource manager and garden, and abandons what it cannot release", func(ctx SpecContext) {
		s := synced(ctx, "force", seedName)
		shootCluster, err := world.ShootCluster(s.key().Namespace, s.name)
		Expect(err).NotTo(HaveOccurred())
		shootCluster.StopAPIServer()

		withoutGarden(ctx, func() {
			By("gardenlet's part of a force deletion: the Shoot in the Cluster asks for it, and the Extension is deleted")
			s.markForForceDeletion()
			Eventually(ctx, func(g Gomega) {
				err := seed(seedName).Client.Get(ctx, client.ObjectKey{Namespace: s.namespace(), Name: "shoot-flux"}, &extensionsv1alpha1.Extension{})
				g.Expect(apierrors.IsNotFound(err)).To(BeTrue(), "%v", err)
			}).Should(Succeed())
			for _, resource := range s.managedResources() {
				Expect(resource.DeletionTimestamp).NotTo(BeNil(), resource.Name)
				Expect(resource.Spec.KeepObjects).To(HaveValue(BeTrue()), resource.Name)
			}
		})
	}, SpecTimeout(5*time.Minute))

	It("migrates to another seed without touching an object in the shoot, and goes on with the same key", func(ctx SpecContext) {
		s := synced(ctx, "migration", seedName)
		before := contents(ctx, s.client())
		key := inGarden(ctx).publicKey("migration")
		version := s.workload(Default).ResourceVersion

		s.migrate(otherSeedName)
		old := s
		s.seed = otherSeedName
		s.succeeds()
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
	}, SpecTimeout(5*time.Minute))
})
