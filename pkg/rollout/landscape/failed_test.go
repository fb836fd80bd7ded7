// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package landscape_test

import (
	"fmt"
	"time"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/types"

	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/rollout"
	. "github.com/shoot-flux/gardener-extension-shoot-flux/pkg/rollout/landscape"
)

var _ = Describe("Failures with a Flux version", func() {
	sleeps := func(f *fleet, i int) { f.shoots[i].Hibernated = true }
	isDeleted := func(f *fleet, i int) { f.shoots = append(f.shoots[:i:i], f.shoots[i+1:]...) }
	isSilent := func(f *fleet, i int) { f.silent[f.shoots[i].seed] = true }

	DescribeTable("are remembered although other Shoots of the seed are ready, if the Shoot",
		func(happens func(*fleet, int)) {
			f := updating()
			f.pass(3)
			f.fails(1)
			f.pass(2)
			Expect(f.phase()).To(Equal(rollout.PhaseStopped))
			happens(f, 1)
			f.pass(60)
			Expect(f.phase()).To(Equal(rollout.PhaseStopped), f.last.Progress.Message)
			Expect(f.on("two")).To(HaveEach("v2.8.6"))
		},
		Entry("is hibernated", sleeps),
		Entry("is deleted", isDeleted),
		Entry("is not reported", isSilent),
	)

	DescribeTable("within maxFailures are remembered if no Shoot of the seed is left, because each",
		func(happens func(*fleet, int)) {
			f := updating()
			*f.Rollouts.FluxVersion.MaxFailures = 3
			f.pass(1)
			f.fails(0, 1, 2)
			f.pass(2)
			Expect(f.phase()).To(Equal(rollout.PhaseHolding))
			for i := range 3 {
				happens(f, 2-i)
			}
			f.pass(2)
			Expect(f.on("two")).To(HaveEach("v2.8.6"), "a ring whose Shoots are all asleep passes without a soak")
		},
		Entry("is hibernated", sleeps),
		Entry("is deleted", isDeleted),
	)

	It("are forgotten when the Shoot runs with the version", func() {
		f := updating()
		f.pass(3)
		f.fails(1)
		f.pass(2)
		f.shoots[1].Hibernated = true
		f.pass(2)
		Expect(f.Memory.Failed).To(HaveLen(1))
		f.shoots[1].Hibernated = false
		f.runs(1)
		f.pass(20)
		Expect(f.Memory.Failed).To(BeEmpty())
		Expect(f.on("two")).To(HaveEach("v2.9.1"))
	})

	It("are stored for a limited number of Shoots of each project, so that no project hides another one", func() {
		f := updating()
		for range 1100 {
			f.add("garden", "one")
		}
		f.pass(1)
		f.fails(1)
		for i := range 1100 {
			f.fails(10 + i)
		}
		f.decide(time.Minute)
		Expect(f.Memory.Failed).To(HaveLen(21))
		Expect(f.Memory.Failed).To(ContainElement(HaveField("Project", "garden-1")))
	})

	It("are forgotten when their ring has passed", func() {
		f := updating()
		f.pass(30)
		Expect(f.phase()).To(Equal(rollout.PhaseComplete))
		f.fails(1)
		f.pass(2)
		isDeleted(f, 1)
		f.pass(2)
		Expect(f.failing).To(BeEmpty())
		Expect(f.Memory.Failed).To(BeEmpty())
	})

	It("are forgotten when the operator skips the seed", func() {
		f := updating()
		f.pass(3)
		f.fails(1)
		f.pass(2)
		isDeleted(f, 1)
		f.pass(2)
		f.operation = "skip=one"
		f.pass(20)
		Expect(f.Memory.Failed).To(BeEmpty())
		Expect(f.on("two")).To(HaveEach("v2.9.1"))
	})

	It("can be stored with all other things, whatever their number", func() {
		m := Memory{Observed: metav1.NewTime(time.Now()), Version: "v2.9.1"}
		for i := range 1000 {
			ring, project, held := fmt.Sprintf("%063d", i%20), fmt.Sprintf("garden-%056d", i), metav1.Duration{Duration: 170*time.Hour + time.Second}
			m.Unready = append(m.Unready, UnreadyProject{Ring: ring, Project: project, Unready: held, Late: true, Reported: true})
			m.Lone = append(m.Lone, LoneProject{Ring: ring, Project: project, Held: held, Stops: true})
			m.Failed = append(m.Failed, FailedShoot{Seed: ring, Project: project, Name: ring, UID: types.UID(fmt.Sprintf("%036d", i)), Revision: VersionRevision("v2.9.1").ID()})
		}
		for i := range 2000 {
			m.FailedBefore = append(m.FailedBefore, types.UID(fmt.Sprintf("%036d", i)))
		}
		value, err := m.Encode()
		Expect(err).NotTo(HaveOccurred())
		Expect(DecodeMemory(value).Failed).To(HaveLen(1000))
	})

	It("with a version that is replaced before it is complete count, although gardenlet gives the next version later", func() {
		f := updating()
		f.pass(1)
		f.fails(0, 1, 2)
		f.pass(5)
		f.version = "v2.9.2"
		for range 3 { // gardenlet reconciles in the maintenance time window.
			f.decide(time.Minute)
		}
		f.pass(100)
		Expect(f.on("one")).To(HaveEach("v2.9.2"))
		Expect(f.phase()).To(Equal(rollout.PhaseStopped))
		Expect(f.on("two")).To(HaveEach("v2.8.6"))
	})
})
