// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package content

import (
	"bytes"
	"math/rand/v2"
	"sync"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"
)

var _ = Describe("Compressor", func() {
	manifests := func(text string) Manifests { return Manifests{Name: "crds", YAML: []byte(text), Shared: true} }
	compress := func(c *Compressor, m Manifests) []byte {
		GinkgoHelper()
		compressed, err := c.Compress(m)
		Expect(err).NotTo(HaveOccurred())
		Expect(Decompress(compressed)).To(BeEquivalentTo(m.YAML))
		return compressed
	}
	kept := func(c *Compressor) []string {
		var texts []string
		for _, s := range c.shared {
			texts = append(texts, string(s.yaml))
		}
		return texts
	}

	It("compresses equal shared manifests once", func() {
		c := &Compressor{limit: 1000}
		first := compress(c, manifests("first"))
		other := compress(c, manifests("other"))
		Expect(&compress(c, manifests("first"))[0]).To(BeIdenticalTo(&first[0]))
		Expect(&compress(c, manifests("other"))[0]).To(BeIdenticalTo(&other[0]))
		Expect(c.size).To(Equal(10))
	})

	It("keeps the slice that the renderer returned last", func() {
		c := &Compressor{limit: 1000}
		compress(c, manifests("same"))
		again := manifests("same")
		compress(c, again)
		Expect(c.shared).To(HaveLen(1))
		Expect(&c.shared[0].yaml[0]).To(BeIdenticalTo(&again.YAML[0]))
	})

	It("drops the least recently used manifests", func() {
		c := &Compressor{limit: 10}
		compress(c, manifests("aaaa"))
		compress(c, manifests("bbbb"))
		compress(c, manifests("aaaa"))
		compress(c, manifests("cccc"))
		Expect(kept(c)).To(Equal([]string{"cccc", "aaaa"}))
		compress(c, manifests("larger than the limit"))
		Expect(kept(c)).To(Equal([]string{"larger than the limit"}))
		compress(c, manifests("dddd"))
		Expect(kept(c)).To(Equal([]string{"dddd"}))
		Expect(c.size).To(Equal(4))
	})

	It("does not keep manifests of a single shoot", func() {
		c := &Compressor{limit: 1000}
		m := manifests("own")
		m.Shared = false
		compress(c, m)
		Expect(c.shared).To(BeEmpty())
	})

	It("returns the same bytes after any previous input", func() {
		reused := NewCompressor()
		random := rand.New(rand.NewPCG(1, 2))
		for _, size := range []int{100_000, 10, 3000, 0, 1<<20 - 1, 1<<20 + 10, 64_000, 700, 2 << 20, 5000} {
			text := make([]byte, size)
			for i := range text {
				text[i] = byte('a' + random.IntN(4)*i%7)
			}
			m := Manifests{Name: "config", YAML: text}
			for range 3 {
				Expect(compress(reused, m)).To(Equal(compress(NewCompressor(), m)), "%d bytes", size)
			}
		}
		Expect(reused.idle).To(HaveLen(1), "it was used again")
	})

	It("blocks only callers with the same shared manifests", func() {
		c := &Compressor{limit: 1 << 30}
		slow, begun, goOn := manifests("slow"), make(chan struct{}), make(chan struct{})
		c.shared = []compressedManifests{{yaml: slow.YAML, compress: sync.OnceValues(func() ([]byte, error) {
			close(begun)
			<-goOn
			return []byte("compressed"), nil
		})}}
		results := make(chan []byte, 2)
		for range 2 {
			go func() {
				defer GinkgoRecover()
				compressed, err := c.Compress(slow)
				Expect(err).NotTo(HaveOccurred())
				results <- compressed
			}()
		}
		<-begun
		compress(c, manifests("other"))
		Expect(results).To(BeEmpty())
		close(goOn)
		Eventually(results).Should(Receive(BeEquivalentTo("compressed")))
		Eventually(results).Should(Receive(BeEquivalentTo("compressed")))
	})

	It("compresses shared manifests with a higher quality", func() {
		c := &Compressor{limit: 1 << 20}
		var text bytes.Buffer
		for i := range 2000 {
			text.WriteString([]string{"description: the source\n", "type: object\n", "properties:\n", "required: true\n"}[i*i%7%4])
		}
		shared := manifests(text.String())
		own := shared
		own.Shared = false
		Expect(len(compress(c, shared))).To(BeNumerically("<", len(compress(c, own))))
	})
})
