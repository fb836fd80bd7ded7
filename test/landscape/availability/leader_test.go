// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package availability_test

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"time"

	resourcesv1alpha1 "github.com/gardener/gardener/pkg/apis/resources/v1alpha1"
	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"

	"github.com/shoot-flux/gardener-extension-shoot-flux/test/landscape/simulation"
)

// shootsVariable sets with how many Extensions it is shown.
const shootsVariable = "AVAILABILITY_SHOOTS"

// grace is how long a process may take to end, as in a pod.
const grace = 30 * time.Second

func shootCount() int {
	GinkgoHelper()
	value := os.Getenv(shootsVariable)
	if value == "" {
		return 200
	}
	count, err := strconv.Atoi(value)
	Expect(err).NotTo(HaveOccurred())
	return count
}

// otherConfiguration is that of another version of the extension: with it, Flux's controllers come from another registry.
const otherConfiguration = `
apiVersion: config.flux.extensions.gardener.cloud/v1alpha1
kind: ControllerConfiguration
defaults:
  flux: {registry: registry.example.com/fluxcd}
`

var _ = Describe("Hundreds of Extensions", Ordered, func() {
	var (
		f                *fleet
		leader, follower *simulation.Controller
		delivered        map[string]resourcesv1alpha1.ManagedResource
	)

	BeforeAll(func(ctx SpecContext) { f = newFleet(ctx, shootCount()) }, NodeTimeout(5*time.Minute))

	It("are delivered once each if the leader is killed", func(ctx SpecContext) {
		leader = f.start(ctx, "one")
		leads(ctx, leader)
		follower = f.start(ctx, "two")
		Expect(follower.Leads(ctx)).To(BeFalse())

		asked := time.Now()
		Expect(f.CreateExtensions(ctx, f.Shoots()...)).To(Succeed())
		f.reaches(ctx, asked, len(f.Shoots())/3)
		killed := time.Now()
		leader.Kill()
		succeeded, begun := f.done(ctx, asked)
		By(fmt.Sprintf("killed %.1f s after the Extensions came, with %d of %d delivered and %d begun", killed.Sub(asked).Seconds(), succeeded, len(f.Shoots()), begun))
		Expect(begun).To(BeNumerically(">", 0))
		leads(ctx, follower)
		f.endsWell(ctx, asked, killed, "one", "two")
		f.isCountedOnce(ctx, follower)

		Expect(f.madeOnce()).To(BeNumerically(">=", 6*len(f.Shoots())))
		Expect(f.changes("/"+simulation.DeployKeyName)).To(Equal(map[int]int{0: f.projects()}), "one deploy key for each project, never replaced")
		delivered = f.resources(ctx)
		for name, resource := range delivered {
			Expect(resource.Generation).To(BeEquivalentTo(1), name)
		}
		creates, unanswered := f.count(asked, "create managedresources"), f.unanswered(asked, "create managedresources")
		for _, s := range f.Shoots() {
			created, perhaps := creates[s.TechnicalID+"/"], unanswered[s.TechnicalID+"/"]
			Expect(created).To(And(BeNumerically("<=", 3), BeNumerically(">=", 3-perhaps)), s.TechnicalID)
		}
		Expect(f.count(asked, "patch managedresources", "update managedresources", "delete managedresources", "apply managedresources")).To(BeEmpty())
		// The kubelet starts the container again.
		leader, follower = follower, f.start(ctx, "three")
	}, SpecTimeout(10*time.Minute))

	It("are unchanged by a rolling update", func(ctx SpecContext) {
		f.isRolled(ctx, &leader, &follower, "four", "five", "")
		Expect(f.resources(ctx)).To(Equal(delivered), "not written at all")
	}, SpecTimeout(10*time.Minute))

	It("get the content of another version once each by a rolling update", func(ctx SpecContext) {
		config := filepath.Join(f.dir, "config.yaml")
		Expect(os.WriteFile(config, []byte(otherConfiguration), 0o600)).To(Succeed())
		asked := f.isRolled(ctx, &leader, &follower, "six", "seven", config)
		changed := f.changedOnce(ctx, asked, delivered)
		By(fmt.Sprintf("%d of %d have what the other version brings; gardenlet asks again", changed, len(f.Shoots())))

		before := time.Now()
		Expect(f.Reconcile(ctx, f.Shoots()...)).To(Succeed())
		Expect(f.AwaitOperations(ctx, before, f.Shoots()...)).To(Succeed())
		Expect(f.changedOnce(ctx, asked, delivered)).To(Equal(len(f.Shoots())))
		Expect(f.madeOnce()).To(BeNumerically(">=", 6*len(f.Shoots())))
		Expect(f.changes("/extension-shoot-flux-controllers")).To(Equal(map[int]int{1: len(f.Shoots())}))
		Expect(f.changes("/extension-shoot-flux-crds")).To(Equal(map[int]int{0: len(f.Shoots())}))
		Expect(f.changes("/extension-shoot-flux-config")).To(Equal(map[int]int{0: len(f.Shoots())}))
		Expect(f.changes("/" + simulation.DeployKeyName)).To(Equal(map[int]int{0: f.projects()}))
	}, SpecTimeout(10*time.Minute))
})

func (f *fleet) projects() int {
	projects := map[string]bool{}
	for _, s := range f.Shoots() {
		projects[s.Project] = true
	}
	return len(projects)
}

// endsWell waits until all operations have ended, and all that is to be said of the shoots is said, and says how long it took since the
// leader was lost. Expected are those who have led since the operations were asked for, one after the other.
func (f *fleet) endsWell(ctx context.Context, asked, lost time.Time, expected ...string) {
	GinkgoHelper()
	f.reaches(ctx, asked, len(f.Shoots()))
	ended := time.Now()
	f.isWell(ctx, asked)
	well := time.Now()
	reigns := f.reigns(asked)
	Expect(names(reigns)).To(Equal(expected))
	for i, r := range reigns {
		if i == 0 {
			By(fmt.Sprintf("%s has made %d writes, the last began %+.3f s from when it was ended", r.controller, r.writes, r.last.Began.Sub(lost).Seconds()))
			continue
		}
		By(fmt.Sprintf("%s has got the Lease after %.1f s, written first after %.1f s, and made %d writes", r.controller,
			r.acquired.Sub(lost).Seconds(), r.first.Began.Sub(lost).Seconds(), r.writes))
	}
	By(fmt.Sprintf("all operations have succeeded after %.1f s (%.1f s after they were asked for); all is said after %.1f s", ended.Sub(lost).Seconds(),
		ended.Sub(asked).Seconds(), well.Sub(lost).Seconds()))
	f.beats(ctx, reigns[len(reigns)-1].acquired)
	f.isToldOnce(ctx)
	for what, times := range f.kinds(asked) {
		GinkgoWriter.Printf("%6d %s\n", times, what)
	}
}

// isRolled replaces both processes as a Deployment does, the one that leads first, while all Extensions are reconciled. It returns when
// that was asked for.
func (f *fleet) isRolled(ctx context.Context, leader, follower **simulation.Controller, first, second, config string) time.Time {
	GinkgoHelper()
	var arguments []string
	if config != "" {
		arguments = append(arguments, "--config="+config)
	}
	newer := f.start(ctx, first, arguments...)
	asked := time.Now()
	Expect(f.Reconcile(ctx, f.Shoots()...)).To(Succeed())
	f.reaches(ctx, asked, len(f.Shoots())/5)
	succeeded, begun := f.done(ctx, asked)
	lost := time.Now()
	By(fmt.Sprintf("the leader is asked to end with %d of %d reconciled and %d begun", succeeded, len(f.Shoots()), begun))
	(*leader).Stop(grace)
	By(fmt.Sprintf("it has ended after %.1f s, with %d operations begun that nobody has noted", time.Since(lost).Seconds(), f.unnoted(ctx, asked)))
	newest := f.start(ctx, second, arguments...)
	(*follower).Stop(grace)
	Eventually(ctx, func(g Gomega) {
		for _, c := range []*simulation.Controller{newer, newest} {
			if is, err := c.Leads(ctx); err == nil && is {
				*leader = c
				return
			}
		}
		g.Expect(false).To(BeTrue(), "neither leads")
	}).Should(Succeed())
	if *follower = newer; *leader == newer {
		*follower = newest
	}
	f.reaches(ctx, asked, len(f.Shoots()))
	f.endsWell(ctx, asked, lost, names(f.reigns(asked))...)
	f.isCountedOnce(ctx, *leader, *follower)
	return asked
}

// changedOnce expects that each shoot has what it had before, or what the other version brings, and that nothing was written more often
// than once. It returns how many have the latter.
func (f *fleet) changedOnce(ctx context.Context, asked time.Time, before map[string]resourcesv1alpha1.ManagedResource) int {
	GinkgoHelper()
	changed := 0
	for name, now := range f.resources(ctx) {
		then := before[name]
		Expect(now.UID).To(Equal(then.UID), name)
		if now.Generation == then.Generation {
			Expect(now).To(Equal(then), name)
			continue
		}
		Expect(now.Name).To(Equal("extension-shoot-flux-controllers"))
		Expect(now.Generation).To(Equal(then.Generation+1), name)
		changed++
	}
	writes := f.count(asked, "patch managedresources", "update managedresources")
	Expect(writes).To(HaveLen(changed))
	Expect(writes).To(HaveEach(1))
	return changed
}
