// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package e2e_test

import (
	"encoding/json"
	"fmt"
	"reflect"
	"strings"
	"time"

	gardencorev1beta1 "github.com/gardener/gardener/pkg/apis/core/v1beta1"
	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"
	gomegatypes "github.com/onsi/gomega/types"
	corev1 "k8s.io/api/core/v1"
	eventsv1 "k8s.io/api/events/v1"
	"k8s.io/utils/ptr"
	"sigs.k8s.io/controller-runtime/pkg/client"
	"sigs.k8s.io/yaml"
)

// ringed is a project whose changes go through rings, with a Shoot or more in each.
type ringed struct {
	fleet
	recorded
	rings map[string][]shoot
}

// progress is what flux-rollout says to people.
type progress struct {
	Target, FluxVersion, Phase, Message string
	Rings                               []struct {
		Name, Phase, Revision, Commit, WaitsFor               string
		Shoots, Done, OnTheirWay, Failed, NotCounted, Waiting int
	}
}

// newRinged creates the project, with so many Shoots in each of three rings, in turns on two seeds. All of them read the directory first. An empty
// rollout makes none.
func newRinged(ctx SpecContext, project, rollout string, each int, more ...string) ringed {
	GinkgoHelper()
	return newRingedOf(ctx, project, rollout, []string{"canary", "staging", "production"}, each, more...)
}

// newRingedOf is newRinged with these rings. The history is recorded, and checked at the end.
func newRingedOf(ctx SpecContext, project, rollout string, rings []string, each int, more ...string) ringed {
	GinkgoHelper()
	settings := "project: {rollout: " + rollout + "}\n"
	if rollout == "" {
		settings = ""
	}
	r := ringed{fleet{inGarden(ctx), project, project, settings + strings.Join(more, "\n")}, record(ctx, project), map[string][]shoot{}}
	Expect(world.GitHost.CreateRepository(ctx, project, false)).To(Succeed())
	r.commit("first", "second", "third")
	r.gardenUser.project(project, r.says("first"))
	if rollout != "" { // With a Shoot in its first decision, a rollout does not know that the Shoot has had nothing before.
		Eventually(ctx, func(g Gomega) { g.Expect(r.progress(g).Target).NotTo(BeEmpty()) }).Should(Succeed())
	}
	for i := range each {
		for j, ring := range rings {
			r.rings[ring] = append(r.rings[ring], r.shoot(project, fmt.Sprintf("%s-%d", ring, i), []string{seedName, otherSeedName}[(i+j)%2], false, inRing(ring)))
		}
	}
	r.checked()
	Expect(world.GitHost.AddDeployKey(project, "flux", r.publicKey(project), true)).To(Succeed())
	for _, s := range r.all() {
		if realGardenlet {
			s.isRecorded()
		}
		s.succeeds()
		s.shows("directory", "first")
	}
	if rollout == "" {
		return r
	}
	r.is("Complete")
	Eventually(ctx, func(g Gomega) {
		for _, ring := range r.progress(g).Rings {
			g.Expect(ring.Done).To(Equal(ring.Shoots), "%s: all count, because they were ready", ring.Name)
		}
	}).Should(Succeed())
	return r
}

func inRing(ring string) func(*gardenerShoot) {
	return func(shoot *gardenerShoot) { shoot.Labels = map[string]string{"ring": ring} }
}

// rings in which a change waits for nothing but the Shoots of the ring before.
func ringsWith(canary, production string) string {
	return fmt.Sprintf("{rings: [{name: canary, shoots: {matchLabels: {ring: canary}}, soak: 3s%s}, {name: staging, shoots: {matchLabels: {ring: staging}}, soak: 3s}, {name: production, soak: 0s%s}], progressDeadline: 4m}", canary, production)
}

func (r ringed) all() []shoot {
	var all []shoot
	for _, ring := range []string{"canary", "staging", "production"} {
		all = append(all, r.rings[ring]...)
	}
	return all
}

// commit writes directories with a ConfigMap each.
func (r ringed) commit(directories ...string) string {
	GinkgoHelper()
	files := map[string]string{}
	for _, directory := range directories {
		files[directory+"/directory.yaml"] = manifest("directory", directory)
	}
	revision, err := world.GitHost.Commit(r.ctx, r.repository, "directories", files)
	Expect(err).NotTo(HaveOccurred())
	return revision
}

func (r ringed) progress(g Gomega) progress {
	configMap := &corev1.ConfigMap{}
	g.Expect(world.Garden.Client.Get(r.ctx, client.ObjectKey{Namespace: "garden-" + r.project, Name: "flux-rollout"}, configMap)).To(Succeed())
	var p progress
	g.Expect(yaml.Unmarshal([]byte(configMap.Data["status.yaml"]), &p)).To(Succeed())
	return p
}

// is waits until the rollout is in the phase.
func (r ringed) is(phase string) {
	GinkgoHelper()
	Eventually(r.ctx, func(g Gomega) {
		p := r.progress(g)
		g.Expect(p.Phase).To(Equal(phase), "%+v", p)
	}).Should(Succeed())
}

// operates sets the annotation, and waits until it is gone again.
func (r ringed) operates(operation string) {
	GinkgoHelper()
	config := &corev1.ConfigMap{ObjectMeta: in("garden-"+r.project, "flux-config")}
	patch := client.RawPatch("application/merge-patch+json", []byte(`{"metadata":{"annotations":{"flux.extensions.gardener.cloud/rollout":"`+operation+`"}}}`))
	Expect(world.Garden.Client.Patch(r.ctx, config, patch)).To(Succeed())
	Eventually(r.ctx, func(g Gomega) {
		g.Expect(world.Garden.Client.Get(r.ctx, client.ObjectKeyFromObject(config), config)).To(Succeed())
		g.Expect(config.Annotations).NotTo(HaveKey("flux.extensions.gardener.cloud/rollout"))
	}).Should(Succeed())
}

// events are the notes of the Events about the rollout since then, by their reasons.
func (r ringed) events(g Gomega, since time.Time) map[string][]string {
	list := &eventsv1.EventList{}
	g.Expect(world.Garden.Client.List(r.ctx, list, client.InNamespace("garden-"+r.project))).To(Succeed())
	notes := map[string][]string{}
	for _, event := range list.Items {
		if event.Regarding.Kind == "ConfigMap" && event.Regarding.Name == "flux-rollout" && strings.HasPrefix(event.Reason, "Rollout") && !event.EventTime.Time.Before(since) {
			notes[event.Reason] = append(notes[event.Reason], event.Note)
		}
	}
	return notes
}

func (r ringed) reports(since time.Time, reason string, note gomegatypes.GomegaMatcher) {
	GinkgoHelper()
	Eventually(r.ctx, func(g Gomega) { g.Expect(r.events(g, since)).To(HaveKeyWithValue(reason, ContainElement(note))) }).Should(Succeed())
}

// delivered is all that the extension hands over to the Shoots of rings, byte for byte.
func (r ringed) delivered(rings ...string) string {
	GinkgoHelper()
	var text strings.Builder
	for _, ring := range rings {
		for _, s := range r.rings[ring] {
			text.WriteString(s.delivered())
		}
	}
	return text.String()
}

// delivered is all that the extension hands over to the Shoot, byte for byte.
func (s shoot) delivered() string {
	GinkgoHelper()
	var text strings.Builder
	for _, resource := range s.managedResources() {
		spec, err := json.Marshal(resource.Spec)
		Expect(err).NotTo(HaveOccurred())
		fmt.Fprintf(&text, "%s %s %d %s\n", s.name, resource.Name, resource.Generation, spec)
		for _, reference := range resource.Spec.SecretRefs {
			secret := &corev1.Secret{}
			Expect(seed(s.seed).Client.Get(s.ctx, client.ObjectKey{Namespace: s.namespace(), Name: reference.Name}, secret)).To(Succeed())
			fmt.Fprintf(&text, "%s %s %x\n", s.name, secret.Name, secret.Data)
		}
	}
	return text.String()
}

// show waits until the Shoots of a ring show the directory.
func (r ringed) show(directory string, rings ...string) {
	GinkgoHelper()
	for _, ring := range rings {
		for _, s := range r.rings[ring] {
			s.shows("directory", directory)
		}
	}
}

// configured waits until the condition of the Shoots of a ring says that.
func (r ringed) configured(ring string, condition gomegatypes.GomegaMatcher) {
	GinkgoHelper()
	for _, s := range r.rings[ring] {
		s.eventually("FluxConfigured", "True", "Configured", condition)
	}
}

// in is the same project in another test.
func (r ringed) in(ctx SpecContext) ringed {
	r.gardenUser = inGarden(ctx)
	for ring, shoots := range r.rings {
		for i := range shoots {
			r.rings[ring][i].ctx = ctx
		}
	}
	return r
}

// promotes waits until all rings have the commit.
func (r ringed) promotes(commit string) {
	GinkgoHelper()
	Eventually(r.ctx, func(g Gomega) {
		p := r.progress(g)
		for _, ring := range p.Rings {
			g.Expect(ring.Phase).To(Equal("Complete"), "%+v", p)
			g.Expect(ring.Commit).To(HaveSuffix(commit), "%+v", p)
		}
	}).Should(Succeed())
}

// target is the revision that the Shoots of the first ring report.
func (r ringed) target() string {
	GinkgoHelper()
	return r.rings["canary"][0].status(Default).Revision
}

// watchConcurrency counts the Shoots of a ring that are on their way at a time, until it is called.
func (r ringed) watchConcurrency(ring string) func() int {
	most, stop, done := 0, make(chan struct{}), make(chan struct{})
	go func() {
		defer GinkgoRecover()
		defer close(done)
		for {
			select {
			case <-stop:
				return
			case <-time.After(200 * time.Millisecond):
			}
			for _, of := range r.progress(Default).Rings {
				if of.Name == ring {
					most = max(most, of.OnTheirWay)
				}
			}
		}
	}()
	return func() int {
		close(stop)
		<-done
		return most
	}
}

var _ = Describe("A change of a project with rings", Serial, func() {
	It("stops at the canary if it is bad, whatever gardenlet does, and reaches all rings in their order when it is corrected", Label("long"), func(ctx SpecContext) {
		r := newRinged(ctx, "ringed", ringsWith("", ""), 1)
		before := r.delivered("staging", "production")
		began := now()

		By("a path that does not exist")
		r.configure(r.project, r.says("missing"))
		r.reports(began, "RolloutStopped", And(ContainSubstring("1 of the Shoots of ring canary have failed"), ContainSubstring("canary-0"), ContainSubstring("path not found")))
		r.is("Stopped")
		for _, s := range append(r.rings["staging"], r.rings["production"]...) {
			s.reconcile()
			s.reconcileExtension()
		}
		Expect(r.delivered("staging", "production")).To(Equal(before))
		r.configured("production", ContainSubstring("is held until ring production begins with it"))
		r.show("first", "staging", "production")
		AddReportEntry("the stopped rollout", r.events(Default, began)["RolloutStopped"][0])

		By("the correction")
		corrected := now()
		r.configure(r.project, r.says("second"))
		r.show("second", "canary", "staging", "production")
		r.is("Complete")
		// Events are sent after the state was written.
		Eventually(ctx, func(g Gomega) []string { return r.events(g, corrected)["RolloutRingPassed"] }).Should(
			ConsistOf(ContainSubstring("ring canary"), ContainSubstring("ring staging"), ContainSubstring("ring production")))
		for _, s := range r.all() {
			Eventually(ctx, func(g Gomega) { g.Expect(s.status(g).Revision).To(Equal(r.progress(g).Target)) }).Should(Succeed())
			Expect(s.status(Default).Ring).To(Equal(strings.Split(s.name, "-")[0]))
		}

		By("an override for Shoots of all rings, with a path that does not exist: it stops at the canary as well")
		settings := r.settings
		override := func(path string) {
			GinkgoHelper()
			r.settings = strings.Replace(settings, "{rollout: ", "{overrides: [{name: all, shoots: {matchExpressions: [{key: ring, operator: Exists}]}, config: {kustomization: {template: {spec: {path: "+path+"}}}}}], rollout: ", 1)
			r.configure(r.project, r.says("second"))
		}
		before, began = r.delivered("staging", "production"), now()
		override("./missing")
		r.reports(began, "RolloutStopped", And(ContainSubstring("1 of the Shoots of ring canary have failed"), ContainSubstring("canary-0"), ContainSubstring("path not found")))
		r.is("Stopped")
		r.configured("canary", ContainSubstring("Overrides of the project for this Shoot: all"))
		for _, s := range append(r.rings["staging"], r.rings["production"]...) {
			s.reconcile()
		}
		Expect(r.delivered("staging", "production")).To(Equal(before))
		r.configured("production", Not(ContainSubstring("Overrides of the project for this Shoot")))
		r.show("second", "staging", "production")

		By("the override is corrected, and reaches all rings")
		override("./third")
		r.show("third", "canary", "staging", "production")
		r.is("Complete")
		r.configured("production", ContainSubstring("Overrides of the project for this Shoot: all"))
	}, SpecTimeout(12*time.Minute))
})

var _ = Describe("Nine Shoots in three rings on two seeds", Ordered, Serial, Label("long"), func() {
	var r ringed

	BeforeAll(func(ctx SpecContext) {
		r = newRinged(ctx, "rings", ringsWith("", ", maxConcurrent: 1"), 3)
	}, NodeTimeout(15*time.Minute))

	It("get a change ring by ring, and in the last ring one after the other", func(ctx SpecContext) {
		r := r.in(ctx)
		began := time.Now()
		most := r.watchConcurrency("production")
		r.configure(r.project, r.says("second"))
		r.show("second", "canary", "staging", "production")
		r.is("Complete")
		Expect(most()).To(Equal(1))
		AddReportEntry("time", time.Since(began).Round(time.Second).String())
	}, SpecTimeout(5*time.Minute))

	It("stop at the canary with a commit that breaks the build, and get its correction, if commits are promoted", func(ctx SpecContext) {
		r := r.in(ctx)
		r.settings = strings.Replace(r.settings, "progressDeadline", "source: Promote, progressDeadline", 1)
		r.configure(r.project, r.says("second"))
		good := r.commit("second")
		for _, s := range r.all() {
			Eventually(ctx, func(g Gomega) { g.Expect(s.status(g).AppliedRevision).To(HaveSuffix(good)) }).Should(Succeed(), s.name)
		}
		r.promotes(good)
		before, began := r.delivered("staging", "production"), now()
		bad, err := world.GitHost.Commit(ctx, r.repository, "break it", map[string]string{"second/directory.yaml": "kind: {"})
		Expect(err).NotTo(HaveOccurred())
		for _, s := range r.rings["canary"] {
			s.pull()
		}
		r.reports(began, "RolloutStopped", And(ContainSubstring("of the Shoots of ring canary have failed"), ContainSubstring("canary-")))
		Expect(r.delivered("staging", "production")).To(Equal(before))
		for _, s := range append(r.rings["staging"], r.rings["production"]...) {
			s.pull()
			Consistently(ctx, func(g Gomega) { g.Expect(s.status(g).AppliedRevision).To(HaveSuffix(good)) }, "1s").Should(Succeed())
		}
		corrected := r.commit("second", "third")
		Expect(corrected).NotTo(Equal(bad))
		for _, s := range r.rings["canary"] {
			s.pull()
		}
		for _, s := range r.all() {
			Eventually(ctx, func(g Gomega) { g.Expect(s.status(g).AppliedRevision).To(HaveSuffix(corrected)) }).Should(Succeed(), s.name)
		}
		r.settings = strings.Replace(r.settings, "source: Promote, ", "", 1)
		r.configure(r.project, r.says("second"))
		r.is("Complete")
	}, SpecTimeout(8*time.Minute))

	It("have the former revision again by themselves if that is configured", func(ctx SpecContext) {
		r := r.in(ctx)
		r.settings = strings.Replace(r.settings, "progressDeadline", "onFailure: Rollback, progressDeadline", 1)
		r.configure(r.project, r.says("second"))
		r.is("Complete")
		began := now()
		r.configure(r.project, r.says("missing"))
		r.reports(began, "RolloutRolledBack", ContainSubstring("canary-"))
		for _, s := range r.rings["canary"] {
			s.reads("second")
			s.isWell(began, true)
		}
		r.is("RolledBack")
		r.configure(r.project, r.says("third"))
		r.show("third", "canary", "staging", "production")
		r.is("Complete")
	}, SpecTimeout(5*time.Minute))

	It("end as without, when the garden controller and the controllers of the seeds are killed again and again", func(ctx SpecContext) {
		r := r.in(ctx)
		began := now()
		r.configure(r.project, r.says("second"))
		kills := 0
		for r.progress(Default).Phase != "Complete" || kills < 5 || r.progress(Default).Target != r.target() {
			killGardenController(ctx)
			r.acts("kill", "garden-controller")
			killExtension(ctx, []string{seedName, otherSeedName}[kills%2])
			r.acts("kill", "seed "+[]string{seedName, otherSeedName}[kills%2])
			kills++
			Expect(world.StartGardenController(ctx)).To(Succeed())
			before := r.progress(Default)
			Eventually(ctx, func(g Gomega) {
				p := r.progress(g)
				g.Expect(p.Phase == "Complete" || !reflect.DeepEqual(p, before)).To(BeTrue(), "between two kills, something has to be done: %+v", p)
			}).Should(Succeed())
		}
		r.show("second", "canary", "staging", "production")
		Expect(r.events(Default, began)).NotTo(HaveKey("RolloutStopped"))
		AddReportEntry("kills", fmt.Sprint(kills))
	}, SpecTimeout(10*time.Minute))

	It("stop at the canary with a Flux whose controllers do not start", func(ctx SpecContext) {
		r := r.in(ctx)
		r.is("Complete")
		before, began := r.delivered("staging", "production"), now()
		settings := r.settings
		r.settings += "\nflux: {componentsExtra: [image-reflector-controller]}"
		r.configure(r.project, r.says("second"))
		r.reports(began, "RolloutStopped", And(ContainSubstring("ring canary"), ContainSubstring("image-reflector-controller")))
		Expect(r.delivered("staging", "production")).To(Equal(before))
		r.settings = settings
		r.configure(r.project, r.says("second"))
		r.is("Complete")
		Expect(r.delivered("staging", "production")).To(Equal(before), "a change that was taken back has never reached them")
	}, SpecTimeout(5*time.Minute))

	It("end as without, when the garden is down, a seed's controllers are, and a control plane moves in the middle", func(ctx SpecContext) {
		r := r.in(ctx)
		began := now()
		r.configure(r.project, r.says("third"))
		r.show("third", "canary")
		world.Garden.StopAPIServer()
		r.acts("stop", "garden")
		Consistently(ctx, func() error { return nil }, "20s").Should(Succeed(), "time in which the garden is down")
		Expect(world.Garden.StartAPIServer(ctx)).To(Succeed())
		r.show("third", "staging")
		scaleExtension(ctx, otherSeedName, 0)
		moved := &r.rings["production"][0]
		from, to := seedName, otherSeedName
		if moved.seed == otherSeedName {
			from, to = to, from
		}
		Consistently(ctx, func() error { return nil }, "20s").Should(Succeed(), "time in which nothing is delivered on seed "+otherSeedName)
		scaleExtension(ctx, otherSeedName, 2)
		Expect(moved.seed).To(Equal(from))
		moved.migrate(to)
		moved.seed = to
		moved.succeeds()
		r.show("third", "canary", "staging", "production")
		r.is("Complete")
		Expect(r.events(Default, began)).NotTo(HaveKey("RolloutStopped"))
	}, SpecTimeout(10*time.Minute))

	It("wait for an approval, and while the rollout is paused", func(ctx SpecContext) {
		r := r.in(ctx)
		began := now()
		r.settings = strings.Replace(r.settings, "name: staging,", "name: staging, approval: Manual,", 1)
		r.operates("pause")
		r.configure(r.project, r.says("first"))
		r.is("Paused")
		r.operates("resume")
		r.show("first", "canary")
		r.reports(began, "RolloutWaitsForApproval", ContainSubstring("rollout=approve=staging"))
		r.is("WaitingForApproval")
		r.show("third", "staging", "production")
		r.operates("approve=staging")
		r.show("first", "staging", "production")
		r.is("Complete")
	}, SpecTimeout(6*time.Minute))

	It("have what their ring has when they are created, moved to another ring, hibernated or deleted in the middle", func(ctx SpecContext) {
		r := r.in(ctx)
		r.operates("pause")
		r.configure(r.project, r.says("third"))
		added := r.shoot(r.project, "added", seedName, false, inRing("production"))
		added.succeeds()
		added.shows("directory", "first")
		moved, sleeping, gone := r.rings["staging"][0], r.rings["staging"][1], r.rings["production"][0]
		moved.change(func(shoot *gardenerShoot) { shoot.Labels["ring"] = "production" })
		sleeping.change(func(shoot *gardenerShoot) {
			shoot.Spec.Hibernation = &gardencorev1beta1.Hibernation{Enabled: ptr.To(true)}
		})
		gone.delete()
		r.operates("resume")
		r.rings["production"][0] = added
		r.rings["staging"][1] = r.rings["staging"][2]
		r.show("third", "canary", "staging", "production")
		gone.isDeleted()
		r.is("Complete")
		sleeping.change(func(shoot *gardenerShoot) { shoot.Spec.Hibernation = nil })
		sleeping.shows("directory", "third")
	}, SpecTimeout(8*time.Minute))
})
