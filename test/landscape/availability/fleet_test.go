// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package availability_test

import (
	"context"
	"encoding/json"
	"fmt"
	"path/filepath"
	"slices"
	"strings"
	"time"

	gardencorev1beta1 "github.com/gardener/gardener/pkg/apis/core/v1beta1"
	extensionsv1alpha1 "github.com/gardener/gardener/pkg/apis/extensions/v1alpha1"
	resourcesv1alpha1 "github.com/gardener/gardener/pkg/apis/resources/v1alpha1"
	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"
	coordinationv1 "k8s.io/api/coordination/v1"
	corev1 "k8s.io/api/core/v1"
	eventsv1 "k8s.io/api/events/v1"
	"sigs.k8s.io/controller-runtime/pkg/client"

	"github.com/shoot-flux/gardener-extension-shoot-flux/test/landscape/simulation"
)

// fleet is a simulation with everything that is written in it.
type fleet struct {
	*simulation.Environment
	*journal
	*history
	// dir is for configurations.
	dir string
}

// newFleet starts garden and seed, and prepares so many shoots, without Extensions.
func newFleet(ctx context.Context, shoots int) *fleet {
	GinkgoHelper()
	project, err := filepath.Abs(filepath.Join("..", "..", ".."))
	Expect(err).NotTo(HaveOccurred())
	f := &fleet{journal: &journal{}, dir: GinkgoT().TempDir()}
	f.Environment, err = simulation.Start(ctx, simulation.Options{ProjectDir: project, Dir: filepath.Join(f.dir, "simulation"), Progress: GinkgoWriter})
	Expect(err).NotTo(HaveOccurred())
	DeferCleanup(f.Stop)
	f.SeedGateway.Observe(f.noteIn("seed"))
	f.GardenGateway.Observe(f.noteIn("garden"))
	f.history = follow(ctx, f.Environment)
	Expect(f.Populate(ctx, simulation.Spread(shoots))).To(Succeed())
	return f
}

// start starts a process.
func (f *fleet) start(ctx context.Context, name string, arguments ...string) *simulation.Controller {
	GinkgoHelper()
	c, err := f.StartController(ctx, name, arguments...)
	Expect(err).NotTo(HaveOccurred(), "it is ready whether or not it leads")
	return c
}

// leads waits until the process leads, and returns when that was seen.
func leads(ctx context.Context, c *simulation.Controller) time.Time {
	GinkgoHelper()
	Eventually(ctx, func(ctx context.Context) (bool, error) { return c.Leads(ctx) }).Should(BeTrue(), c.Name+" does not lead")
	return time.Now()
}

func (f *fleet) extensions(ctx context.Context) []extensionsv1alpha1.Extension {
	GinkgoHelper()
	all := &extensionsv1alpha1.ExtensionList{}
	Expect(f.SeedClient.List(ctx, all)).To(Succeed())
	return all.Items
}

// done returns how many operations that were asked for then have succeeded, and how many have begun and not ended.
func (f *fleet) done(ctx context.Context, asked time.Time) (succeeded, begun int) {
	GinkgoHelper()
	all := f.extensions(ctx)
	for i := range all {
		if simulation.HasSucceeded(&all[i], asked) {
			succeeded++
		} else if operation := all[i].Status.LastOperation; operation != nil && operation.State == gardencorev1beta1.LastOperationStateProcessing {
			begun++
		}
	}
	return succeeded, begun
}

// unnoted returns on how many Extensions nothing but gardenlet's time says that an operation was asked for then: the annotation is gone, and
// the operation before is the last that was noted.
func (f *fleet) unnoted(ctx context.Context, asked time.Time) int {
	GinkgoHelper()
	count := 0
	for _, ex := range f.extensions(ctx) {
		operation := ex.Status.LastOperation
		if operation != nil && operation.State == gardencorev1beta1.LastOperationStateSucceeded && ex.Annotations["gardener.cloud/operation"] == "" &&
			!simulation.HasSucceeded(&ex, asked) {
			count++
		}
	}
	return count
}

// reaches waits until so many operations have succeeded.
func (f *fleet) reaches(ctx context.Context, asked time.Time, wanted int) {
	GinkgoHelper()
	Eventually(ctx, func(ctx context.Context) int { succeeded, _ := f.done(ctx, asked); return succeeded }).Should(BeNumerically(">=", wanted))
}

// resources returns the ManagedResources by namespace and name. There are three for each shoot, each refers to one Secret, and what else
// there is of Secrets is left to the garbage collector.
func (f *fleet) resources(ctx context.Context) map[string]resourcesv1alpha1.ManagedResource {
	GinkgoHelper()
	found, referenced := map[string]resourcesv1alpha1.ManagedResource{}, map[string]bool{}
	all := &resourcesv1alpha1.ManagedResourceList{}
	Expect(f.SeedClient.List(ctx, all)).To(Succeed())
	for _, resource := range all.Items {
		found[resource.Namespace+"/"+resource.Name] = resource
		Expect(resource.Spec.SecretRefs).To(HaveLen(1))
		referenced[resource.Namespace+"/"+resource.Spec.SecretRefs[0].Name] = true
	}
	for _, s := range f.Shoots() {
		for _, name := range []string{"crds", "controllers", "config"} {
			Expect(found).To(HaveKey(s.TechnicalID + "/extension-shoot-flux-" + name))
		}
	}
	Expect(found).To(HaveLen(3 * len(f.Shoots())))

	secrets := &corev1.SecretList{}
	Expect(f.SeedClient.List(ctx, secrets)).To(Succeed())
	present, spare := 0, 0
	for _, secret := range secrets.Items {
		if _, is := secret.Data[resourcesv1alpha1.CompressedDataKey]; !is {
			continue
		}
		if referenced[secret.Namespace+"/"+secret.Name] {
			present++
			continue
		}
		spare++
		Expect(secret.Labels).To(HaveKeyWithValue("resources.gardener.cloud/garbage-collectable-reference", "true"), secret.Namespace+"/"+secret.Name)
	}
	Expect(present).To(Equal(len(found)))
	By(fmt.Sprintf("%d ManagedResources with a Secret each; %d other Secrets are left to the garbage collector", len(found), spare))
	return found
}

// wellConditions are those of a shoot on which all is well, with their reasons.
func wellConditions() map[gardencorev1beta1.ConditionType]string {
	return map[gardencorev1beta1.ConditionType]string{
		"FluxConfigured": "Configured", "FluxDeployKey": "InUse", "FluxInstalled": "FluxRunning", "FluxSourceReady": "Succeeded", "FluxKustomizationReady": "ReconciliationSucceeded",
	}
}

// isWell waits until all is said of each shoot that is to be said, in the seed and to its project.
func (f *fleet) isWell(ctx context.Context, asked time.Time) {
	GinkgoHelper()
	Eventually(ctx, func(g Gomega) {
		g.Expect(f.FailedBecause()).To(Succeed())
		for _, ex := range f.extensions(ctx) {
			g.Expect(simulation.HasSucceeded(&ex, asked)).To(BeTrue(), ex.Namespace)
			g.Expect(ex.Status.ObservedGeneration).To(Equal(ex.Generation), ex.Namespace)
			g.Expect(ex.Status.LastError).To(BeNil(), ex.Namespace)
			g.Expect(ex.Annotations).NotTo(HaveKey("gardener.cloud/operation"), ex.Namespace)
			g.Expect(ex.Finalizers).To(ConsistOf("extensions.gardener.cloud/shoot-flux"), ex.Namespace)
			reasons := map[gardencorev1beta1.ConditionType]string{}
			for _, condition := range ex.Status.Conditions {
				g.Expect(condition.Status).To(Equal(gardencorev1beta1.ConditionTrue), "%s %v", ex.Namespace, condition)
				reasons[condition.Type] = condition.Reason
			}
			g.Expect(reasons).To(Equal(wellConditions()), ex.Namespace)
		}
		told := f.told(ctx, g)
		for _, s := range f.Shoots() {
			g.Expect(told).To(HaveKeyWithValue(simulation.ProjectNamespace(s.Project)+"/"+s.Name, s.Expectation().State))
		}
		g.Expect(told).To(HaveLen(len(f.Shoots())))
	}).WithPolling(time.Second).Should(Succeed())
}

// told returns what the projects are told: the state of each Shoot.
func (f *fleet) told(ctx context.Context, g Gomega) map[string]string {
	GinkgoHelper()
	told := map[string]string{}
	all := &corev1.ConfigMapList{}
	g.Expect(f.GardenClient.List(ctx, all)).To(Succeed())
	for _, configMap := range all.Items {
		if configMap.Name != simulation.StatusName {
			continue
		}
		for name, value := range configMap.Data {
			var entry struct {
				State string `json:"state"`
			}
			g.Expect(json.Unmarshal([]byte(value), &entry)).To(Succeed())
			told[configMap.Namespace+"/"+name] = entry.State
		}
	}
	return told
}

// isTold expects that nothing was said twice to a project in Events.
func (f *fleet) isToldOnce(ctx context.Context) {
	GinkgoHelper()
	all := &eventsv1.EventList{}
	Expect(f.GardenClient.List(ctx, all)).To(Succeed())
	said, reasons := map[string]int{}, map[string]int{}
	for _, e := range all.Items {
		if !strings.HasPrefix(e.Namespace, "garden-") {
			continue
		}
		times := 1
		if e.Series != nil {
			times = int(e.Series.Count)
		}
		said[strings.Join([]string{e.Namespace, e.Regarding.Kind, e.Regarding.Name, e.Reason, e.Note}, " ")] += times
		reasons[e.Reason] += times
	}
	By(fmt.Sprintf("Events in the projects: %v", reasons))
	for what, times := range said {
		Expect(times).To(Equal(1), what)
	}
}

// isCountedOnce expects that the process that leads tells of the shoots in its metrics, and the other does not.
func (f *fleet) isCountedOnce(ctx context.Context, leader *simulation.Controller, others ...*simulation.Controller) {
	GinkgoHelper()
	told, err := leader.Metrics(ctx)
	Expect(err).NotTo(HaveOccurred())
	sum := 0.0
	for _, metric := range told["shoot_flux_shoots"].GetMetric() {
		sum += metric.GetGauge().GetValue()
	}
	Expect(sum).To(BeNumerically("==", len(f.Shoots())))
	for _, other := range others {
		told, err := other.Metrics(ctx)
		Expect(err).NotTo(HaveOccurred())
		Expect(told).NotTo(HaveKey("shoot_flux_shoots"))
	}
}

// beats expects that gardenlet is told, since then, that the extension lives.
func (f *fleet) beats(ctx context.Context, since time.Time) {
	GinkgoHelper()
	lease := &coordinationv1.Lease{}
	Expect(f.SeedClient.Get(ctx, client.ObjectKey{Namespace: simulation.ExtensionNamespace, Name: "gardener-extension-heartbeat"}, lease)).To(Succeed())
	Expect(lease.Spec.HolderIdentity).To(HaveValue(Equal("gardener-extension-shoot-flux")))
	Expect(lease.Spec.RenewTime.Time).To(BeTemporally(">", since))
}

// names returns those of the processes.
func names(reigns []reign) []string {
	var all []string
	for _, r := range reigns {
		all = append(all, r.controller)
	}
	return slices.Clip(all)
}
