// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package flux

import (
	"errors"
	"sync/atomic"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"
)

var _ = Describe("Cache of the renderer", func() {
	It("renders an output once for concurrent calls without blocking others", func() {
		s := newShared(2)
		var rendered atomic.Int32
		begun, goOn := make(chan struct{}), make(chan struct{})
		slow := func() ([]byte, error) {
			if rendered.Add(1) == 1 {
				close(begun)
			}
			<-goOn
			return []byte("slow"), nil
		}
		results := make(chan []byte, 20)
		for range cap(results) {
			go func() {
				defer GinkgoRecover()
				output, err := s.remember("slow", slow)
				Expect(err).NotTo(HaveOccurred())
				results <- output
			}()
		}
		<-begun

		By("rendering something else meanwhile")
		Expect(s.remember("other", func() ([]byte, error) { return []byte("other"), nil })).To(BeEquivalentTo("other"))
		Expect(results).To(BeEmpty())

		close(goOn)
		first := <-results
		for range cap(results) - 1 {
			var output []byte
			Eventually(results).Should(Receive(&output))
			Expect(&output[0]).To(BeIdenticalTo(&first[0]), "the compressor finds shared manifests by their memory")
		}
		Expect(rendered.Load()).To(BeEquivalentTo(1))
	})

	It("does not keep errors", func() {
		s := newShared(2)
		_, err := s.remember("key", func() ([]byte, error) { return nil, errors.New("broken") })
		Expect(err).To(MatchError("broken"))
		Expect(s.remember("key", func() ([]byte, error) { return []byte("whole"), nil })).To(BeEquivalentTo("whole"))
	})
})
