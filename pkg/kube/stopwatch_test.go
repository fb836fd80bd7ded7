// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package kube

import (
	"time"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"
)

var _ = Describe("The stopwatch for CPU time", func() {
	It("does not count the time in which a goroutine waits for another one", func() {
		const work = 200 * time.Millisecond
		done := make(chan time.Duration)
		stop := CPUTime()()
		go func() {
			stop, began := CPUTime()(), threadTime()
			for threadTime()-began < work {
			}
			done <- stop()
		}()
		worked := <-done
		Expect(worked).To(BeNumerically(">=", work))
		Expect(stop()).To(BeNumerically("<", worked))
	})
})
