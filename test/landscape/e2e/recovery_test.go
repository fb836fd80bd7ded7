// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package e2e_test

import (
	"errors"
	"time"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"
	gomegatypes "github.com/onsi/gomega/types"
	admissionregistrationv1 "k8s.io/api/admissionregistration/v1"
	appsv1 "k8s.io/api/apps/v1"
	corev1 "k8s.io/api/core/v1"
	apierrors "k8s.io/apimachinery/pkg/api/errors"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"sigs.k8s.io/controller-runtime/pkg/client"

	resourcesv1alpha1 "github.com/gardener/gardener/pkg/apis/resources/v1alpha1"
)

// noteInstead replaces the state of the Extension; null takes it away.
func (s shoot) noteInstead(state string) {
	GinkgoHelper()
	patch := client.RawPatch("application/merge-patch+json", []byte(`{"status":{"state":null}}`))
	Expect(seed(s.seed).Client.Status().Patch(s.ctx, s.extension(Default), patch)).To(Succeed())
	patch = client.RawPatch("application/merge-patch+json", []byte(`{"status":{"state":`+state+`}}`))
	Expect(seed(s.seed).Client.Status().Patch(s.ctx, s.extension(Default), patch)).To(Succeed())
}

// notes waits until the state of the Extension is as expected.
func (s shoot) notes(matcher gomegatypes.GomegaMatcher) {
	GinkgoHelper()
	Eventually(s.ctx, func(g Gomega) {
		state := s.extension(g).Status.State
		g.Expect(state).NotTo(BeNil())
		g.Expect(string(state.Raw)).To(matcher)
	}).Should(Succeed())
}

// runsAgain waits until Flux runs in the shoot and its source was read.
func (s shoot) runsAgain() {
	GinkgoHelper()
	Eventually(s.ctx, func(g Gomega) {
		deployments := &appsv1.DeploymentList{}
		g.Expect(s.client().List(s.ctx, deployments, client.InNamespace("flux-system"))).To(Succeed())
		g.Expect(deployments.Items).To(And(HaveLen(4), HaveEach(HaveField("Status.AvailableReplicas", BeEquivalentTo(1)))))
	}).Should(Succeed())
	s.eventually("FluxInstalled", "True", "FluxRunning", Not(BeEmpty()))
	s.pull()
	s.eventually("FluxSourceReady", "True", "Succeeded", Not(BeEmpty()))
	s.eventually("FluxKustomizationReady", "True", "ReconciliationSucceeded", Not(BeEmpty()))
}

// sync has gardener-resource-manager look at what the extension has delivered, which it does by itself once an hour.
func (s shoot) sync() {
	GinkgoHelper()
	reconcile := client.RawPatch("application/merge-patch+json", []byte(`{"metadata":{"annotations":{"gardener.cloud/operation":"reconcile"}}}`))
	for _, resource := range s.managedResources() {
		Expect(seed(s.seed).Client.Patch(s.ctx, &resource, reconcile)).To(Succeed())
	}
}

// The commands of docs/operations/recovery.md are followed with the page; these stories show its other statements.
var _ = Describe("What was lost comes back", Label("long"), func() {
	It("the deploy key: from a shoot, as another one, or from a backup", func(ctx SpecContext) {
		s := estate(ctx, "lostkey", seedName, "")
		user := inGarden(ctx)
		k := keyring{user, "lostkey"}
		workloads, old := s.estate(Default), k.secret(Default)
		remove := func() {
			Expect(world.Garden.Client.Delete(ctx, &corev1.Secret{ObjectMeta: metav1.ObjectMeta{Namespace: "garden-lostkey", Name: "flux-source"}})).To(Succeed())
		}

		By("it is in every shoot that reads with it")
		remove()
		inShoot := s.sourceSecret()
		Expect(inShoot.Data["identity"]).To(Equal(old.Data["identity"]))
		user.secret("lostkey", "flux-source", corev1.SecretTypeOpaque, map[string]string{"identity": string(inShoot.Data["identity"])})
		s.reconcile()
		Expect(s.deliveredKey()).To(Equal(string(old.Data["identity"])))

		By("what is no key is neither used nor overwritten")
		user.secret("lostkey", "flux-source", corev1.SecretTypeOpaque, map[string]string{"identity": "no key"})
		s.reconcile()
		s.eventually("FluxConfigured", "False", "InvalidConfiguration", ContainSubstring(
			`Secret garden-lostkey/flux-source: key "identity" is not a private key in PEM format; correct it, or delete the Secret to have a new deploy key generated`))
		Expect(s.deliveredKey()).To(Equal(string(old.Data["identity"])))

		By("with the next reconciliation there is another one, which has to be registered")
		remove()
		s.reconcile()
		Expect(s.deliveredKey()).NotTo(Equal(string(old.Data["identity"])))
		s.pull()
		s.eventually("FluxSourceReady", "False", "GitOperationFailed", And(
			ContainSubstring("register this public key"), ContainSubstring(user.publicKey("lostkey"))))
		Expect(world.GitHost.AddDeployKey("lostkey", "new", user.publicKey("lostkey"), true)).To(Succeed())
		s.runsAgain()

		By("an older one, as from a backup of the garden, is told of, and used from the next reconciliation on")
		remove()
		restored := old.DeepCopy()
		restored.ResourceVersion, restored.UID = "", ""
		Expect(world.Garden.Client.Create(ctx, restored)).To(Succeed())
		s.eventually("FluxDeployKey", "True", "InUse", ContainSubstring(
			"The fingerprint in Secret garden-lostkey/flux-source is "+old.Annotations[keyAnnotation+"fingerprint"]+": the Secret was changed manually, or this Shoot does not have that key yet"))
		s.reconcile()
		Expect(s.deliveredKey()).To(Equal(string(old.Data["identity"])))
		s.runsAgain()
		Expect(s.estate(Default)).To(Equal(workloads))
	}, SpecTimeout(6*time.Minute))

	It("what stands in garden and seed about a shoot: status, state, ManagedResources and their content", func(ctx SpecContext) {
		s := estate(ctx, "loststate", seedName, "deletionPolicy: Prune")
		workloads := s.estate(Default)
		c := seed(s.seed).Client
		fluxStatus := &corev1.ConfigMap{ObjectMeta: metav1.ObjectMeta{Namespace: "garden-loststate", Name: "flux-status"}}

		By("flux-status is written again")
		Expect(world.Garden.Client.Delete(ctx, fluxStatus.DeepCopy())).To(Succeed())
		Eventually(ctx, func(g Gomega) {
			g.Expect(world.Garden.Client.Get(ctx, client.ObjectKeyFromObject(fluxStatus), fluxStatus)).To(Succeed())
			g.Expect(fluxStatus.Data).To(HaveKey("only"))
		}).Should(Succeed())

		By("the state, with the next reconciliation")
		s.noteInstead("null")
		s.reconcile()
		s.notes(And(ContainSubstring(`"deletionPolicy":"Prune"`), ContainSubstring(`"root":"flux-system/flux-system"`)))

		By("a state that cannot be read changes nothing, until somebody takes it away")
		s.noteInstead(`{"flux":"x"}`)
		s.reconcileExtension()
		Eventually(ctx, func(g Gomega) {
			g.Expect(s.extension(g).Status.LastError).To(HaveValue(HaveField("Description", ContainSubstring("is not a state of this extension"))))
		}).Should(Succeed())
		s.noteInstead("null")
		s.reconcileExtension()
		s.notes(ContainSubstring(`"deletionPolicy":"Prune"`))

		By("fields of a newer version are left out")
		s.noteInstead(`{"flux":true,"sync":true,"fieldOfTheFuture":"x"}`)
		s.reconcileExtension()
		s.notes(And(ContainSubstring(`"deletionPolicy":"Prune"`), Not(ContainSubstring("fieldOfTheFuture"))))

		By("what the ManagedResources hold: a reconciliation with nothing changed does not look, gardener-resource-manager does when it syncs")
		before := secretsOf(s)
		Expect(before).To(HaveLen(3))
		for _, secret := range before {
			Expect(c.Delete(ctx, &secret)).To(Succeed())
		}
		s.reconcile()
		Expect(secretsOf(s)).To(BeEmpty())
		s.sync()
		s.eventually("FluxInstalled", "False", "CannotReadSecret", ContainSubstring("not found"))
		for _, resource := range s.managedResources() {
			Eventually(ctx, func(g Gomega) {
				g.Expect(c.Get(ctx, client.ObjectKeyFromObject(&resource), &resource)).To(Succeed())
				g.Expect(resource.Status.Conditions).To(ContainElement(And(
					HaveField("Type", resourcesv1alpha1.ResourcesApplied), HaveField("Reason", "CannotReadSecret"))))
			}).Should(Succeed())
		}
		s.reconcile()
		after := secretsOf(s)
		Expect(after).To(HaveLen(3))
		for _, secret := range before {
			Expect(after).NotTo(ContainElement(HaveField("UID", secret.UID)))
			Expect(after).To(ContainElement(And(HaveField("Name", secret.Name), HaveField("Data", secret.Data))))
		}
		s.eventually("FluxInstalled", "True", "FluxRunning", Not(BeEmpty()))
		Expect(s.estate(Default)).To(Equal(workloads))

		By("ManagedResources: Flux goes, the workloads stay, and Flux comes back with the next reconciliation")
		for _, resource := range s.managedResources() {
			Expect(c.Delete(ctx, &resource)).To(Succeed())
		}
		Eventually(ctx, s.managedResources).Should(BeEmpty())
		Expect(s.estate(Default)).To(Equal(workloads))
		s.reconcile()
		s.runsAgain()
		Expect(s.estate(Default)).To(Equal(workloads))

		By("state and ManagedResources, as in a backup of the seed from before Flux: what is in the shoot goes on")
		for _, resource := range s.managedResources() {
			Expect(c.Patch(ctx, &resource, client.RawPatch("application/merge-patch+json", []byte(`{"spec":{"keepObjects":true}}`)))).To(Succeed())
			Expect(c.Delete(ctx, &resource)).To(Succeed())
		}
		s.noteInstead("null")
		Eventually(ctx, s.managedResources).Should(BeEmpty())
		s.reconcile()
		s.notes(ContainSubstring(`"deletionPolicy":"Prune"`))
		s.runsAgain()
		Expect(s.estate(Default)).To(Equal(workloads))
	}, SpecTimeout(8*time.Minute))

	It("the extension in a seed: its pods, its certificates, its namespace", Serial, func(ctx SpecContext) {
		user := inGarden(ctx)
		user.project("lostext", map[string]string{"repositoryUrl": "https://github.com/o/r"})
		s := user.shoot("lostext", "only", otherSeedName, true)
		s.succeeds()
		beta := seed(otherSeedName)
		key := client.ObjectKey{Namespace: beta.ExtensionNamespace, Name: "gardener-extension-shoot-flux"}
		scale := func(replicas string) {
			deployment := &appsv1.Deployment{ObjectMeta: metav1.ObjectMeta{Namespace: key.Namespace, Name: key.Name}}
			Expect(beta.Client.Patch(ctx, deployment, client.RawPatch("application/merge-patch+json", []byte(`{"spec":{"replicas":`+replicas+`}}`)))).To(Succeed())
		}
		// It tries to write the Deployment, as gardenlet does, and returns what it would be.
		write := func() (*appsv1.Deployment, error) {
			labels := map[string]string{"app": "gardener-resource-manager"}
			deployment := &appsv1.Deployment{ObjectMeta: metav1.ObjectMeta{Namespace: s.namespace(), Name: "gardener-resource-manager", Labels: labels}}
			deployment.Spec.Selector = &metav1.LabelSelector{MatchLabels: labels}
			deployment.Spec.Template.Labels = labels
			deployment.Spec.Template.Spec.Containers = []corev1.Container{{Name: "gardener-resource-manager", Image: "example.org/image"}}
			return deployment, beta.Client.Create(ctx, deployment, client.DryRunAll)
		}
		asked := func() error {
			deployment, err := write()
			if err == nil && len(deployment.Spec.Template.Spec.Containers[0].Args) != 1 {
				err = errors.New("nobody has asked the webhook")
			}
			return err
		}
		const refusal = `failed calling webhook "resource-manager.gardener-extension-shoot-flux.extensions.gardener.cloud"`

		By("without pods, the Deployment cannot be written")
		Expect(asked()).To(Succeed())
		scale("0")
		Eventually(ctx, asked).Should(MatchError(ContainSubstring(refusal)))
		scale("2")
		Eventually(ctx, asked).Should(Succeed())

		By("certificates: what runs goes on with those it has; who starts makes others, and the next leader has them trusted")
		secrets := &corev1.SecretList{}
		Expect(beta.Client.List(ctx, secrets, client.InNamespace(key.Namespace), client.MatchingLabels{"managed-by": "secrets-manager"})).To(Succeed())
		Expect(secrets.Items).NotTo(BeEmpty())
		for _, secret := range secrets.Items {
			Expect(beta.Client.Delete(ctx, &secret)).To(Succeed())
		}
		Consistently(ctx, asked).WithTimeout(3 * time.Second).Should(Succeed())
		Expect(beta.Node.Kill(key.Namespace, key.Name)).To(Succeed())
		Eventually(ctx, asked).Should(HaveOccurred())
		began := time.Now()
		Eventually(ctx, asked).Should(Succeed())
		GinkgoWriter.Printf("the webhook was refused for %s\n", time.Since(began))

		By("the namespace: the webhook configuration goes with it")
		Expect(beta.Client.Delete(ctx, &corev1.Namespace{ObjectMeta: metav1.ObjectMeta{Name: key.Namespace}})).To(Succeed())
		Eventually(ctx, func(g Gomega) {
			err := beta.Client.Get(ctx, client.ObjectKey{Name: key.Namespace}, &corev1.Namespace{})
			g.Expect(apierrors.IsNotFound(err)).To(BeTrue(), "%v", err)
			err = beta.Client.Get(ctx, client.ObjectKey{Name: key.Name}, &admissionregistrationv1.MutatingWebhookConfiguration{})
			g.Expect(apierrors.IsNotFound(err)).To(BeTrue(), "%v", err)
		}).Should(Succeed())
		deployment, err := write()
		Expect(err).NotTo(HaveOccurred())
		Expect(deployment.Spec.Template.Spec.Containers[0].Args).To(BeEmpty())
		Expect(s.managedResources()).To(HaveLen(3))

		By("installed again")
		Expect(world.SupplyDistributions(ctx, nil)).To(Succeed())
		Eventually(ctx, asked).Should(Succeed())
		s.reconcile()
	}, SpecTimeout(8*time.Minute))
})
