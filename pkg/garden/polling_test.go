// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package garden

import (
	"fmt"
	"time"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"
)

var _ = Describe("Polling", func() {
	var polling *Polling[int]
	BeforeEach(func() {
		polling = &Polling[int]{Interval: 30 * time.Second, Pace: time.Second, Random: func(time.Duration) time.Duration { return 0 }}
	})

	It("keeps the value of a project until the project is forgotten", func() {
		*polling.Of("garden-a") = 1
		Expect(*polling.Of("garden-a")).To(Equal(1))
		Expect(*polling.Of("garden-b")).To(BeZero())
		polling.Forget("garden-a")
		Expect(*polling.Of("garden-a")).To(BeZero())
	})

	It("reads many projects less often", func() {
		for i := range 30 {
			polling.Of(fmt.Sprint(i))
		}
		Expect(polling.Next()).To(Equal(30 * time.Second))
		for i := range 100 {
			polling.Of(fmt.Sprint(i))
		}
		Expect(polling.Next()).To(Equal(100 * time.Second))
		for i := range 90 {
			polling.Forget(fmt.Sprint(i))
		}
		Expect(polling.Next()).To(Equal(30 * time.Second))
	})

	It("spreads reads over a fifth of the time", func() {
		polling.Random = func(below time.Duration) time.Duration { return below - 1 }
		Expect(polling.Next()).To(Equal(24*time.Second + 1))
	})
})
