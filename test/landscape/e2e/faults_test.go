// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package e2e_test

import (
	"context"
	"fmt"
	"math/rand/v2"
	"os"
	"strconv"
	"time"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"
	"sigs.k8s.io/controller-runtime/pkg/client"
	"sigs.k8s.io/controller-runtime/pkg/controller/controllerutil"

	kustomizev1 "github.com/fluxcd/kustomize-controller/api/v1"
)

const (
	// faultRunsVariable sets how many runs there are; without it there are few.
	faultRunsVariable = "FAULT_RUNS"
	fewFaultRuns      = 1
	// latestFault is the longest time after the beginning of an event at which a fault begins, and longestFault the longest
	// time that it lasts. The events take about ten seconds.
	latestFault, longestFault = 9 * time.Second, 6 * time.Second
)

// fault is something that breaks for a while.
type fault struct {
	name string
	// begin breaks it in a shoot, and returns how it is mended.
	begin func(context.Context, shoot) (end func())
}

func faults() []fault {
	return append([]fault{
		{"the extension is killed", func(_ context.Context, s shoot) func() {
			// It may not be there at the moment, because the fault before has ended it.
			_ = seed(s.seed).Node.Kill(seed(s.seed).ExtensionNamespace, "gardener-extension-shoot-flux")
			return func() {}
		}},
		{"gardener-resource-manager is away", func(_ context.Context, s shoot) func() {
			s.scaleResourceManager(0)
			return func() { s.scaleResourceManager(1) }
		}},
		{"the shoot's API server is away", func(ctx context.Context, s shoot) func() {
			c, err := world.ShootCluster(s.key().Namespace, s.name)
			if err != nil {
				return func() {}
			}
			c.StopAPIServer()
			return func() { Expect(c.StartAPIServer(ctx)).To(Succeed()) }
		}},
		{"the garden's API server is away", func(ctx context.Context, _ shoot) func() {
			world.Garden.StopAPIServer()
			return func() {
				Expect(world.Garden.StartAPIServer(ctx)).To(Succeed())
				for _, name := range []string{seedName, otherSeedName} {
					Expect(seed(name).RestartGardenlet(ctx)).To(Succeed())
				}
			}
		}},
		{"a finalizer that nobody answers", func(_ context.Context, s shoot) func() {
			s.foreignFinalizer(true)
			return func() { s.foreignFinalizer(false) }
		}},
	}, hostileDoors()...)
}

// scaleResourceManager starts or stops the shoot's gardener-resource-manager, if there is one at the moment.
func (s shoot) scaleResourceManager(replicas int) {
	GinkgoHelper()
	deployment := s.resourceManagerDeployment()
	patch := client.RawPatch("application/merge-patch+json", fmt.Appendf(nil, `{"spec":{"replicas":%d}}`, replicas))
	Expect(client.IgnoreNotFound(seed(s.seed).Client.Patch(s.ctx, deployment, patch))).To(Succeed())
}

// foreignFinalizer puts a finalizer of somebody else on the nested Kustomization, if it is there, or takes it off.
func (s shoot) foreignFinalizer(on bool) {
	GinkgoHelper()
	c, nested := s.client(), &kustomizev1.Kustomization{}
	Eventually(s.ctx, func(g Gomega) {
		err := c.Get(s.ctx, client.ObjectKey{Namespace: "tenants", Name: "nested"}, nested)
		if err != nil || on && nested.DeletionTimestamp != nil {
			return // There is nothing that could be held up.
		}
		if on {
			controllerutil.AddFinalizer(nested, nobodysFinalizer)
		} else {
			controllerutil.RemoveFinalizer(nested, nobodysFinalizer)
		}
		g.Expect(client.IgnoreNotFound(c.Update(s.ctx, nested))).To(Succeed())
	}).Should(Succeed())
}

// calamity is something that happens to a shoot. It begins, and later has come to its end.
type calamity struct {
	name string
	// begin sets it off, and ends what has to be waited for before.
	begin func(*faultRun)
	// end waits until it is over, and checks what must be.
	end func(*faultRun)
}

// faultRun is the shoot that goes through one calamity after the other.
type faultRun struct {
	shoot
	// before are the UIDs of the workloads, none of which may change unless they are asked to go.
	before map[string]string
	// publicKey is that of the deploy key, which stays the same.
	publicKey string
}

// untouched expects that no workload has changed, nor the deploy key.
func (r *faultRun) untouched() {
	GinkgoHelper()
	Eventually(r.ctx, func(g Gomega) { g.Expect(r.estate(g)).To(Equal(r.before)) }).Should(Succeed())
	Expect(inGarden(r.ctx).publicKey(r.project)).To(Equal(r.publicKey))
}

func (r *faultRun) setPolicy(policy string) {
	GinkgoHelper()
	r.change(configured("deletionPolicy: " + policy))
}

// edit changes the Shoot and waits for nothing.
func (s shoot) edit(change func(*gardenerShoot)) {
	GinkgoHelper()
	Eventually(s.ctx, func(g Gomega) {
		object := s.get(g)
		change(object)
		g.Expect(world.Garden.Client.Update(s.ctx, object)).To(Succeed())
	}).Should(Succeed())
}

// comesBack enables the extension again, and waits until Flux is at work.
func (r *faultRun) comesBack() {
	GinkgoHelper()
	r.change(func(object *gardenerShoot) { object.Spec.Extensions = []gardenerExtension{{Type: "shoot-flux"}} })
	r.eventually("FluxKustomizationReady", "True", "ReconciliationSucceeded", Not(BeEmpty()))
}

func calamities() []calamity {
	removeWith := func(policy string) func(*faultRun) {
		return func(r *faultRun) {
			r.setPolicy(policy)
			r.edit(func(object *gardenerShoot) { object.Spec.Extensions = nil })
		}
	}
	return []calamity{
		{"removal with Orphan", removeWith("Orphan"), func(r *faultRun) {
			r.hasNoExtension()
			r.hasNoFlux()
			r.untouched()
			r.comesBack()
		}},
		{"removal with Keep", removeWith("Keep"), func(r *faultRun) {
			r.hasNoExtension()
			r.untouched()
			r.comesBack()
		}},
		{"removal with Prune", removeWith("Prune"), func(r *faultRun) {
			r.hasNoExtension()
			r.lacks("app", "data", "balancer", "from-git", "tenant", "from-chart")
			r.hasNoFlux()
			r.shows("protected", "first")
			r.comesBack()
			var after map[string]string
			Eventually(r.ctx, func(g Gomega) { after = r.estate(g) }).Should(Succeed())
			Expect(after["ConfigMap protected"]).To(Equal(r.before["ConfigMap protected"]))
			r.before = after
		}},
		{"migration", func(r *faultRun) {
			target := otherSeedName
			if r.seed == otherSeedName {
				target = seedName
			}
			r.migrate(target)
		}, func(r *faultRun) {
			old := r.shoot
			if r.seed = otherSeedName; old.seed == otherSeedName {
				r.seed = seedName
			}
			r.succeeds()
			old.isGone()
			r.eventually("FluxKustomizationReady", "True", "ReconciliationSucceeded", Not(BeEmpty()))
		}},
		{"a configuration that goes missing and comes back", func(r *faultRun) {
			configMap := configMapOf(r.project)
			Expect(world.Garden.Client.Get(r.ctx, client.ObjectKeyFromObject(configMap), configMap)).To(Succeed())
			data := configMap.Data
			inGarden(r.ctx).configure(r.project, nil)
			r.annotate("gardener.cloud/operation", "reconcile")
			r.succeeds()
			r.eventually("FluxConfigured", "False", "ConfigurationMissing", Not(BeEmpty()))
			inGarden(r.ctx).configure(r.project, data)
			r.annotate("gardener.cloud/operation", "reconcile")
		}, func(r *faultRun) {
			r.succeeds()
			r.eventually("FluxConfigured", "True", "Configured", Not(BeEmpty()))
		}},
	}
}

// longestBackOff is the kubelet's.
const longestBackOff = 5 * time.Minute

var _ = Describe("Faults", Label("faults", "long"), Serial, func() {
	It("at any moment of any event end well, and no workload is lost", func(ctx SpecContext) {
		// Without it they are always the same: a contributor is not to look for what others have not broken.
		runs, randomSeed := fewFaultRuns, uint64(1)
		if text, set := os.LookupEnv(faultRunsVariable); set {
			var err error
			runs, err = strconv.Atoi(text)
			Expect(err).NotTo(HaveOccurred())
			randomSeed = uint64(GinkgoRandomSeed())
		}
		random := rand.New(rand.NewPCG(randomSeed, 0))
		By(fmt.Sprintf("%d runs with the seed %d", runs, randomSeed))

		// A kubelet waits for up to five minutes before it starts again what was killed as often as here.
		SetDefaultEventuallyTimeout(longestBackOff + patience)
		DeferCleanup(func() { SetDefaultEventuallyTimeout(patience) })

		r := &faultRun{shoot: estate(ctx, "faults", seedName, "")}
		r.before, r.publicKey = r.estate(Default), inGarden(ctx).publicKey("faults")
		events, breaks := calamities(), faults()
		for i := range runs {
			event, broken := events[random.IntN(len(events))], breaks[random.IntN(len(breaks))]
			moment, length := time.Duration(random.Int64N(int64(latestFault))), time.Duration(random.Int64N(int64(longestFault)))
			By(fmt.Sprintf("run %d: %s; after %s %s, for %s", i+1, event.name, moment.Round(time.Millisecond), broken.name, length.Round(time.Millisecond)))
			r.bear(ctx, event, broken, moment, length)
		}
	}, SpecTimeout(3*time.Hour))
})

// bear lets the event happen and the fault with it.
func (r *faultRun) bear(ctx context.Context, event calamity, broken fault, moment, length time.Duration) {
	GinkgoHelper()
	event.begin(r)
	pass(ctx, moment)
	where := r.shoot
	mend := broken.begin(ctx, where)
	pass(ctx, length)
	mend()
	event.end(r)
	r.untouched()
}

// pass lets time pass: what matters is that nothing is waited for.
func pass(ctx context.Context, d time.Duration) {
	select {
	case <-time.After(d):
	case <-ctx.Done():
	}
}
