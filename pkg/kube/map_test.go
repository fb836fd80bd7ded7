// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package kube

import (
	"sync"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"
)

var _ = Describe("ConcurrentMap", func() {
	var m *ConcurrentMap[string, int]

	BeforeEach(func() { m = &ConcurrentMap[string, int]{} })

	load := func(key string) []any {
		value, found := m.Load(key)
		return []any{value, found}
	}

	It("starts empty", func() {
		Expect(load("a")).To(Equal([]any{0, false}))
		value, found := m.Delete("a")
		Expect(value).To(BeZero())
		Expect(found).To(BeFalse())
	})

	It("returns the last stored value until it is deleted", func() {
		m.Store("a", 1)
		m.Store("b", 2)
		m.Store("a", 3)
		Expect(load("a")).To(Equal([]any{3, true}))
		value, found := m.Delete("a")
		Expect(value).To(Equal(3))
		Expect(found).To(BeTrue())
		Expect(load("a")).To(Equal([]any{0, false}))
		Expect(load("b")).To(Equal([]any{2, true}))
	})

	It("updates existing and missing entries", func() {
		for want := range 3 {
			value, kept := m.Update("a", func(value int, found bool) (int, bool) {
				Expect(found).To(Equal(want > 0))
				return value + 1, true
			})
			Expect(value).To(Equal(want + 1))
			Expect(kept).To(BeTrue())
		}
		Expect(load("a")).To(Equal([]any{3, true}))
	})

	It("removes an entry on update and returns its last value", func() {
		m.Store("a", 1)
		value, kept := m.Update("a", func(value int, _ bool) (int, bool) { return value + 1, false })
		Expect(value).To(Equal(2))
		Expect(kept).To(BeFalse())
		Expect(load("a")).To(Equal([]any{0, false}))
		_, kept = m.Update("absent", func(int, bool) (int, bool) { return 0, false })
		Expect(kept).To(BeFalse())
		Expect(load("absent")).To(Equal([]any{0, false}))
	})

	It("loses no concurrent update", func() {
		const goroutines, updates = 8, 1000
		var group sync.WaitGroup
		for range goroutines {
			group.Go(func() {
				for range updates {
					m.Update("a", func(value int, _ bool) (int, bool) { return value + 1, true })
					m.Load("a")
					m.Store("b", 1)
					m.Delete("b")
				}
			})
		}
		group.Wait()
		Expect(load("a")).To(Equal([]any{goroutines * updates, true}))
	})
})
