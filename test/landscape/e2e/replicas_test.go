// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package e2e_test

import (
	"context"
	"crypto/sha256"
	"fmt"
	"strings"
	"time"

	gardencorev1beta1 "github.com/gardener/gardener/pkg/apis/core/v1beta1"
	extensionsv1alpha1 "github.com/gardener/gardener/pkg/apis/extensions/v1alpha1"
	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"
	appsv1 "k8s.io/api/apps/v1"
	coordinationv1 "k8s.io/api/coordination/v1"
	corev1 "k8s.io/api/core/v1"
	"k8s.io/utils/ptr"
	"sigs.k8s.io/controller-runtime/pkg/client"
)

const (
	// replicaName is the name of the extension's Deployment, and of its pods up to what Kubernetes adds.
	replicaName = "gardener-extension-shoot-flux"
	leaseName   = "gardener-extension-shoot-flux-leader-election"
)

// readyPods returns the pods of a Deployment that are ready, with how often they were restarted. There are two.
func readyPods(ctx context.Context, g Gomega, namespace, name string) map[string]int32 {
	GinkgoHelper()
	pods := &corev1.PodList{}
	g.Expect(seed(seedName).Client.List(ctx, pods, client.InNamespace(namespace), client.MatchingLabels{"app.kubernetes.io/name": name})).To(Succeed())
	ready := map[string]int32{}
	for _, pod := range pods.Items {
		if pod.DeletionTimestamp == nil && isReadyPod(&pod) {
			ready[pod.Name] = pod.Status.ContainerStatuses[0].RestartCount
		}
	}
	g.Expect(ready).To(HaveLen(2))
	return ready
}

// replicas returns the extension's two pods: the one that leads, and the other.
func replicas(ctx context.Context, g Gomega) (leader, follower string) {
	GinkgoHelper()
	ready := readyPods(ctx, g, seed(seedName).ExtensionNamespace, replicaName)
	leader = leads(ctx, g)
	g.Expect(ready).To(HaveKey(leader))
	for name := range ready {
		if name != leader {
			follower = name
		}
	}
	return leader, follower
}

func isReadyPod(pod *corev1.Pod) bool {
	for _, condition := range pod.Status.Conditions {
		if condition.Type == corev1.PodReady {
			return condition.Status == corev1.ConditionTrue
		}
	}
	return false
}

// holder returns the process that holds the Lease; none if it has been released.
func holder(ctx context.Context, g Gomega) string {
	GinkgoHelper()
	s, lease := seed(seedName), &coordinationv1.Lease{}
	g.Expect(s.Client.Get(ctx, client.ObjectKey{Namespace: s.ExtensionNamespace, Name: leaseName}, lease)).To(Succeed())
	return ptr.Deref(lease.Spec.HolderIdentity, "")
}

// leads returns the pod in which that process is.
func leads(ctx context.Context, g Gomega) string {
	GinkgoHelper()
	pod, _, _ := strings.Cut(holder(ctx, g), "_")
	return pod
}

// settledReplicas waits until both replicas are ready and one leads.
func settledReplicas(ctx context.Context) (leader, follower string) {
	GinkgoHelper()
	Eventually(ctx, func(g Gomega) { leader, follower = replicas(ctx, g) }).Should(Succeed())
	return leader, follower
}

// killed ends a pod's process as a crash does: nobody is told.
func killed(_ context.Context, pod string) {
	GinkgoHelper()
	Expect(seed(seedName).Node.Kill(seed(seedName).ExtensionNamespace, pod)).To(Succeed())
}

// evicted ends a pod as a rolling update or a drain does: it is asked to, and another comes in its place.
func evicted(ctx context.Context, pod string) {
	GinkgoHelper()
	object := &corev1.Pod{}
	object.Namespace, object.Name = seed(seedName).ExtensionNamespace, pod
	Expect(seed(seedName).Client.Delete(ctx, object)).To(Succeed())
}

// reconciledFleet is a project with a living shoot and others on paper.
type reconciledFleet struct {
	// ctx is that of the spec that runs.
	ctx    context.Context
	living shoot
	paper  []shoot
}

func (f *reconciledFleet) all() []shoot {
	all := append([]shoot{f.living}, f.paper...)
	for i := range all {
		all[i].ctx = f.ctx
	}
	return all
}

func (f *reconciledFleet) add(name string) {
	GinkgoHelper()
	f.paper = append(f.paper, inGarden(f.ctx).shoot(f.living.project, name, seedName, true))
}

// standing is what must be the same after any loss of a leader: each ManagedResource and Secret by UID and generation, the deploy key
// by its fingerprint, and the shoot's Flux with its pods.
func (f *reconciledFleet) standing() map[string]string {
	GinkgoHelper()
	living := f.all()[0]
	result := contents(f.ctx, living.client())
	for _, s := range f.all() {
		for _, resource := range s.managedResources() {
			result[s.name+" ManagedResource "+resource.Name] = fmt.Sprint(resource.UID, " ", resource.Generation, " ", resource.Spec.SecretRefs)
		}
		for _, secret := range secretsOf(s) {
			result[s.name+" Secret "+secret.Name] = string(secret.UID)
		}
		Expect(s.managedResources()).To(HaveLen(3), s.name)
		Expect(secretsOf(s)).To(HaveLen(3), s.name)
	}
	keys := inGarden(f.ctx).deployKeys(living.project)
	Expect(keys).To(HaveLen(1))
	result["deploy key"] = fmt.Sprintf("%s %x", keys[0].UID, sha256.Sum256(keys[0].Data["identity"]))
	pods := &corev1.PodList{}
	Expect(living.client().List(f.ctx, pods, client.InNamespace("flux-system"))).To(Succeed())
	Expect(pods.Items).To(HaveLen(4))
	for _, pod := range pods.Items {
		result["pod "+pod.Name] = fmt.Sprint(pod.UID, " ", pod.Status.ContainerStatuses[0].RestartCount)
	}
	return result
}

// states returns the Extensions' last operations by their states.
func (f *reconciledFleet) states() map[gardencorev1beta1.LastOperationState]int {
	GinkgoHelper()
	states := map[gardencorev1beta1.LastOperationState]int{}
	all := &extensionsv1alpha1.ExtensionList{}
	Expect(seed(seedName).Client.List(f.ctx, all)).To(Succeed())
	for _, ex := range all.Items {
		if !strings.HasPrefix(ex.Namespace, "shoot--"+f.living.project+"--") {
			continue
		}
		if ex.Status.LastOperation == nil {
			states[""]++
		} else {
			states[ex.Status.LastOperation.State]++
		}
	}
	return states
}

// losesLeader ends the leader in the middle of operations, and returns when another has taken over and all operations have ended.
func (f *reconciledFleet) losesLeader(end func(context.Context, string)) {
	GinkgoHelper()
	leader, _ := settledReplicas(f.ctx)
	before := holder(f.ctx, Default)
	Eventually(f.ctx, func() int { return f.states()[gardencorev1beta1.LastOperationStateProcessing] }).WithPolling(time.Millisecond).Should(BeNumerically(">", 0))
	end(f.ctx, leader)
	ended := time.Now()
	By(fmt.Sprintf("operations when the leader is gone: %v", f.states()))
	// What has come in the place of the one that has ended may be the first to find that the Lease has been given up.
	Eventually(f.ctx, func(g Gomega) { g.Expect(holder(f.ctx, g)).NotTo(Or(BeEmpty(), Equal(before))) }).WithPolling(20 * time.Millisecond).Should(Succeed())
	By(fmt.Sprintf("%s led, and %s does after %.1f s", leader, leads(f.ctx, Default), time.Since(ended).Seconds()))
	for _, s := range f.all() {
		s.succeeds()
		ex := s.extension(Default)
		Expect(ex.Annotations).NotTo(HaveKey("gardener.cloud/operation"), s.name)
		Expect(ex.Status.ObservedGeneration).To(Equal(ex.Generation), s.name)
	}
	By(fmt.Sprintf("all operations have succeeded after %.1f s", time.Since(ended).Seconds()))
	settledReplicas(f.ctx)
	By(fmt.Sprintf("both replicas are ready after %.1f s", time.Since(ended).Seconds()))
}

var _ = Describe("Two replicas of the extension", Ordered, Serial, Label("long"), func() {
	f := &reconciledFleet{}

	BeforeAll(func(ctx SpecContext) {
		f.ctx = ctx
		f.living = synced(ctx, "replicas", seedName)
		for i := range 6 {
			f.add(fmt.Sprintf("p%d", i))
		}
		for _, s := range f.all() {
			s.succeeds()
		}
		f.all()[0].eventually("FluxKustomizationReady", "True", "ReconciliationSucceeded", Not(BeEmpty()))
	}, NodeTimeout(4*time.Minute))

	It("come from the chart: both are ready, one leads, and each answers for gardener-resource-manager", func(ctx SpecContext) {
		f.ctx = ctx
		deployment := &appsv1.Deployment{}
		Expect(seed(seedName).Client.Get(ctx, client.ObjectKey{Namespace: seed(seedName).ExtensionNamespace, Name: replicaName}, deployment)).To(Succeed())
		Expect(deployment.Spec.Replicas).To(HaveValue(BeEquivalentTo(2)))
		leader, follower := settledReplicas(ctx)
		manager := f.all()[0].resourceManagerAsWritten()
		for _, pod := range []string{leader, follower} {
			Expect(askWebhook(ctx, pod, manager)).To(Equal([]string{namespaceArgument}), pod)
		}
	}, SpecTimeout(2*time.Minute))

	for _, loss := range []struct {
		name string
		end  func(context.Context, string)
	}{
		{"is killed, and the Lease has to expire", killed},
		{"is asked to end, and gives up the Lease", evicted},
	} {
		It("go on when the one that leads "+loss.name+": what was begun ends, and nothing is made anew", func(ctx SpecContext) {
			f.ctx = ctx
			before := f.standing()
			for _, s := range f.all() {
				s.annotate("gardener.cloud/operation", "reconcile")
			}
			f.losesLeader(loss.end)
			Expect(f.standing()).To(Equal(before))

			By("during first deliveries")
			for range 6 {
				f.add(fmt.Sprintf("p%d", len(f.paper)))
			}
			f.losesLeader(loss.end)
			after := f.standing()
			for what, value := range before {
				Expect(after).To(HaveKeyWithValue(what, value))
			}
			commit(ctx, "replicas", "from-git", loss.name)
			f.all()[0].pull()
			f.all()[0].shows("from-git", loss.name)
		}, SpecTimeout(6*time.Minute))
	}

	for _, loss := range []struct {
		name string
		// ends ends one of the two.
		ends func(ctx context.Context, leader, follower string)
	}{
		{"the one that leads is killed", func(ctx context.Context, leader, _ string) { killed(ctx, leader) }},
		{"the other is killed", func(ctx context.Context, _, follower string) { killed(ctx, follower) }},
		{"the one that leads is asked to end", func(ctx context.Context, leader, _ string) { evicted(ctx, leader) }},
		{"the other is asked to end", func(ctx context.Context, _, follower string) { evicted(ctx, follower) }},
	} {
		It("serve the webhook: when "+loss.name+", gardener-resource-manager can be written, and never without the argument", func(ctx SpecContext) {
			f.ctx = ctx
			w := &writer{client: seed(seedName).Client, deployment: f.all()[1].resourceManagerOnPaper()}
			w.goesOnWhile(ctx, func() {
				leader, follower := settledReplicas(ctx)
				before := readyPods(ctx, Default, seed(seedName).ExtensionNamespace, replicaName)
				w.mark()
				loss.ends(ctx, leader, follower)
				Eventually(ctx, func(g Gomega) {
					g.Expect(readyPods(ctx, g, seed(seedName).ExtensionNamespace, replicaName)).NotTo(Equal(before))
				}).Should(Succeed())
			})
		}, SpecTimeout(2*time.Minute))
	}
})
