// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package landscape_test

import (
	"time"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"

	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/rollout"
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
