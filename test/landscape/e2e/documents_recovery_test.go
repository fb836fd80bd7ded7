// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package e2e_test

import (
	"context"
	"maps"
	"slices"
	"strings"
	"time"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"
	appsv1 "k8s.io/api/apps/v1"
	corev1 "k8s.io/api/core/v1"
	apierrors "k8s.io/apimachinery/pkg/api/errors"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/runtime/schema"
	"k8s.io/client-go/discovery"
	"sigs.k8s.io/controller-runtime/pkg/client"

	gardencorev1beta1 "github.com/gardener/gardener/pkg/apis/core/v1beta1"

	"github.com/shoot-flux/gardener-extension-shoot-flux/test/landscape/garden"
)

// recoverable is the state of my-shoot before a loss.
type recoverable struct {
	// key is the Secret with the deploy key in the garden.
	key *corev1.Secret
	// objects are the UIDs of all objects in the shoot that no controller replaces by itself.
	objects map[string]string
}

// recoveryActs are the losses of docs/operations/recovery.md, and what follows from its recipes.
func (r *reader) recoveryActs() map[string]func() {
	const ready = "my-shoot is ready with the same key, workloads and Flux"
	return map[string]func(){
		"my-shoot follows my-fleet with workloads":                                 r.followFleetWithWorkloads,
		"flux-source is deleted":                                                   r.loseKey,
		"the state of the Extension is invalid":                                    r.loseState,
		"the Secrets of the ManagedResources are deleted":                          r.loseContent,
		"the ManagedResources are deleted":                                         r.loseManagedResources,
		"namespace flux-system is deleted in my-shoot":                             r.loseNamespace,
		"the token for the garden is invalid":                                      r.loseToken,
		"the extension has no pods":                                                r.losePods,
		"the gardener-resource-manager of my-shoot is written without the webhook": r.writeResourceManager,
		"the extension has pods, and its webhook is registered":                    r.returnPods,
		ready: func() { r.isRecovered() },
		"a reconciliation of my-shoot keeps key, workloads and Flux": func() {
			r.myShoot().reconcile()
			r.isRecovered()
		},
		"my-shoot is ready with the same key and workloads, and another Flux": func() { r.isRecovered("flux-system") },
		"the extension has another token, and " + ready: func() {
			r.hasToken()
			r.myShoot().reconcile()
			r.isRecovered()
		},
	}
}

// followFleetWithWorkloads creates a Shoot with workloads of many kinds.
func (r *reader) followFleetWithWorkloads() {
	GinkgoHelper()
	_, err := world.GitHost.Commit(r.ctx, r.fleet(), "everything", estateFiles())
	Expect(err).NotTo(HaveOccurred())
	Expect(world.Garden.Client.Create(r.ctx, &corev1.ConfigMap{
		ObjectMeta: metav1.ObjectMeta{Namespace: "garden-" + r.project, Name: "flux-config"},
		Data:       estateConfig(r.fleet(), ""),
	})).To(Succeed())
	Eventually(r.ctx, func() error {
		return world.Garden.Client.Create(r.ctx, garden.NewShoot(r.project, "my-shoot", seedName))
	}).Should(Succeed())
	r.registerKey()
	s := r.myShoot()
	s.succeeds()
	s.runsAgain()
	Eventually(r.ctx, func(g Gomega) { s.estate(g) }).Should(Succeed())
	r.before = recoverable{key: r.keyring().secret(Default), objects: s.objects()}
	Expect(len(r.before.objects)).To(BeNumerically(">", 100))
}

func (r *reader) keyring() keyring { return keyring{inGarden(r.ctx), r.project} }

// replaced are the kinds of objects that controllers delete or replace without a loss.
var replaced = []string{"Event", "Pod", "Lease", "EndpointSlice", "Endpoints", "IPAddress", "ReplicaSet", "ControllerRevision", "CertificateSigningRequest", "APIService"}

// objects returns the UIDs of all objects in the shoot, by kind, namespace and name.
func (s shoot) objects() map[string]string {
	GinkgoHelper()
	config, err := world.ShootConfig(s.ctx, s.key().Namespace, s.name)
	Expect(err).NotTo(HaveOccurred())
	lists, err := discovery.NewDiscoveryClientForConfigOrDie(config).ServerPreferredResources()
	Expect(err).NotTo(HaveOccurred())
	uids := map[string]string{}
	c := s.client()
	for _, list := range lists {
		version, err := schema.ParseGroupVersion(list.GroupVersion)
		Expect(err).NotTo(HaveOccurred())
		for _, resource := range list.APIResources {
			if !slices.Contains(resource.Verbs, "list") || !slices.Contains(resource.Verbs, "delete") || slices.Contains(replaced, resource.Kind) {
				continue
			}
			objects := &metav1.PartialObjectMetadataList{}
			objects.SetGroupVersionKind(version.WithKind(resource.Kind + "List"))
			Expect(c.List(s.ctx, objects)).To(Succeed(), resource.Kind)
			for _, object := range objects.Items {
				uids[strings.Join([]string{resource.Kind, object.Namespace, object.Name}, "/")] = string(object.UID)
			}
		}
	}
	return uids
}

// isRecovered waits until my-shoot is ready, and expects the former deploy key and objects, except those in the given
// namespaces and the objects of Flux without a namespace, which gardener-resource-manager has recreated with them.
func (r *reader) isRecovered(recreated ...string) {
	GinkgoHelper()
	s := r.myShoot()
	s.succeeds()
	s.runsAgain()
	Eventually(r.ctx, func(g Gomega) {
		g.Expect(s.extension(g).Status.LastError).To(BeNil())
		g.Expect(s.extension(g).Status.Conditions).To(And(Not(BeEmpty()), HaveEach(HaveField("Status", gardencorev1beta1.ConditionTrue))))
	}).Should(Succeed())
	r.ready("my-shoot")

	key := r.keyring().secret(Default)
	Expect(key.Data).To(HaveLen(len(r.before.key.Data)))
	for name, content := range r.before.key.Data {
		Expect(strings.TrimSpace(string(key.Data[name]))).To(Equal(strings.TrimSpace(string(content))), name)
	}
	for _, name := range []string{"public-key", "fingerprint"} {
		Expect(key.Annotations).To(HaveKeyWithValue(keyAnnotation+name, r.before.key.Annotations[keyAnnotation+name]))
	}
	Expect(s.sourceSecret().Data["identity"]).To(Equal(r.before.key.Data["identity"]))
	Expect(s.deliveredKey()).To(Equal(string(r.before.key.Data["identity"])))

	ofFlux := func(name, _ string) bool {
		parts := strings.Split(name, "/")
		return slices.Contains(recreated, parts[1]) || len(recreated) > 0 && (name == "Namespace//flux-system" || strings.HasPrefix(parts[0], "ClusterRole"))
	}
	Eventually(r.ctx, func(g Gomega) {
		after := s.objects()
		for name := range r.before.objects {
			g.Expect(after).To(HaveKey(name))
		}
		expected := maps.Clone(r.before.objects)
		maps.DeleteFunc(expected, ofFlux)
		for name, uid := range expected {
			g.Expect(after).To(HaveKeyWithValue(name, uid))
		}
	}).Should(Succeed())
	// A later loss may recreate Flux again.
	r.before.objects = s.objects()
}

func (r *reader) loseKey() {
	GinkgoHelper()
	Expect(world.Garden.Client.Delete(r.ctx, r.keyring().secret(Default))).To(Succeed())
}

func (r *reader) loseState() {
	GinkgoHelper()
	s := r.myShoot()
	s.noteInstead(`{"flux":"x"}`)
	s.reconcileExtension()
	Eventually(r.ctx, func(g Gomega) {
		g.Expect(s.extension(g).Status.LastError).To(HaveValue(HaveField("Description", ContainSubstring("is not a state of this extension"))))
	}).Should(Succeed())
}

func (r *reader) loseContent() {
	GinkgoHelper()
	secrets := secretsOf(r.myShoot())
	Expect(secrets).To(HaveLen(3))
	for _, secret := range secrets {
		Expect(seed(seedName).Client.Delete(r.ctx, &secret)).To(Succeed())
	}
}

func (r *reader) loseManagedResources() {
	GinkgoHelper()
	s := r.myShoot()
	for _, resource := range s.managedResources() {
		Expect(seed(seedName).Client.Delete(r.ctx, &resource)).To(Succeed())
	}
	// With the controllers gone, the finalizer of the source may keep the ManagedResource that contains it.
	Eventually(r.ctx, s.managedResources).ShouldNot(ContainElement(HaveField("Name", "extension-shoot-flux-controllers")))
	s.estate(Default)
}

func (r *reader) loseNamespace() {
	GinkgoHelper()
	s := r.myShoot()
	Expect(s.client().Delete(r.ctx, &corev1.Namespace{ObjectMeta: metav1.ObjectMeta{Name: "flux-system"}})).To(Succeed())
	s.eventually("FluxInstalled", "False", "ApplyFailed", ContainSubstring("because it is being terminated"))
}

const tokenSecret = "garden-access-shoot-flux"

func (r *reader) token(g Gomega) *corev1.Secret {
	secret := &corev1.Secret{}
	g.Expect(seed(seedName).Client.Get(r.ctx, client.ObjectKey{Namespace: seed(seedName).ExtensionNamespace, Name: tokenSecret}, secret)).To(Succeed())
	return secret
}

func (r *reader) loseToken() {
	GinkgoHelper()
	patch := client.RawPatch("application/merge-patch+json", []byte(`{"stringData":{"token":"invalid"}}`))
	Expect(seed(seedName).Client.Patch(r.ctx, r.token(Default), patch)).To(Succeed())
}

func (r *reader) hasToken() {
	GinkgoHelper()
	Eventually(r.ctx, func(g Gomega) {
		g.Expect(string(r.token(g).Data["token"])).To(HavePrefix("ey"))
	}).Should(Succeed())
}

func (r *reader) losePods() {
	GinkgoHelper()
	deployment := &appsv1.Deployment{ObjectMeta: metav1.ObjectMeta{Namespace: seed(seedName).ExtensionNamespace, Name: replicaName}}
	Expect(seed(seedName).Client.Patch(r.ctx, deployment, client.RawPatch("application/merge-patch+json", []byte(`{"spec":{"replicas":0}}`)))).To(Succeed())
	DeferCleanup(r.startPods, NodeTimeout(3*time.Minute))
	s := r.myShoot()
	Eventually(r.ctx, func() error {
		return seed(seedName).Client.Create(r.ctx, s.resourceManagerOnPaper(), client.DryRunAll)
	}).Should(MatchError(ContainSubstring("failed calling webhook")))
}

// writeResourceManager writes the Deployment as gardenlet does in a reconciliation, without the namespace that the webhook adds.
func (r *reader) writeResourceManager() {
	GinkgoHelper()
	Eventually(r.ctx, func() error {
		err := seed(seedName).Client.Update(r.ctx, r.myShoot().resourceManagerAsWritten())
		if err != nil && !apierrors.IsConflict(err) {
			return StopTrying("the seed refuses the Deployment").Wrap(err)
		}
		return err
	}).Should(Succeed())
}

func (r *reader) startPods(ctx context.Context) {
	GinkgoHelper()
	deployment := &appsv1.Deployment{ObjectMeta: metav1.ObjectMeta{Namespace: seed(seedName).ExtensionNamespace, Name: replicaName}}
	Expect(seed(seedName).Client.Patch(ctx, deployment, client.RawPatch("application/merge-patch+json", []byte(`{"spec":{"replicas":2}}`)))).To(Succeed())
	settledReplicas(ctx)
	bringWebhookBack(ctx)
}

func (r *reader) returnPods() {
	GinkgoHelper()
	r.startPods(r.ctx)
	r.myShoot().eventually("FluxInstalled", "False", "NamespaceNotManaged", Not(BeEmpty()))
}
