// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package boundedjson

import (
	"bytes"
	"compress/gzip"
	"strings"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
)

var _ = Describe("A document", func() {
	limits := Limits{Bytes: 10_000, Elements: 100, Entries: 20, Text: 50}

	DescribeTable("is counted in parts of any size:",
		func(document string, elements, widest, longest, deep int) {
			for _, size := range []int{1, 3, len(document)} {
				c := &Counter{}
				for rest := document; rest != ""; {
					n := min(size, len(rest))
					c.Count([]byte(rest[:n]))
					rest = rest[n:]
				}
				Expect([]int{c.Elements, c.widest, c.longest, c.deep}).To(Equal([]int{elements, widest, longest, deep}), "in parts of %d bytes", size)
			}
		},
		Entry("objects, lists and further entries", `{"a":[1,2,{}],"b":{}}`, 7, 3, 1, 3),
		Entry("strings with brackets and commas", `{"a":"[{,\"[,\\","b":""}`, 2, 2, 9, 1),
		Entry("an invalid document", `}]],{"`, 2, 1, 0, 1),
	)

	zip := func(texts ...string) []byte {
		var buffer bytes.Buffer
		for _, text := range texts {
			writer := gzip.NewWriter(&buffer)
			_, err := writer.Write([]byte(text))
			Expect(err).NotTo(HaveOccurred())
			Expect(writer.Close()).To(Succeed())
		}
		return buffer.Bytes()
	}

	DescribeTable("is refused before it is decoded if it has",
		func(document, text string) {
			decoded := map[string]any{}
			Expect(limits.Unmarshal([]byte(document), &decoded)).To(MatchError(text))
			_, err := limits.Decompress(zip(document), &decoded)
			Expect(err).To(MatchError(text))
			Expect(IsExceeded(err)).To(BeTrue())
			Expect(decoded).To(BeEmpty())
		},
		Entry("too many bytes", `{"a":`+strings.Repeat(" ", 10_000)+`1}`, "it has more than 10000 bytes"),
		Entry("too many elements", `{"a":[`+strings.Repeat("[[]],", 40)+`1]}`, "it has more than 100 elements"),
		Entry("a list with too many entries", `{"a":[`+strings.Repeat("1,", 20)+`1]}`, "it has an object or a list with more than 20 entries"),
		Entry("a text that is too long", `{"`+strings.Repeat("a", 51)+`":1}`, "it has a text of more than 50 bytes"),
		Entry("lists that are nested too deeply", `{"a":`+strings.Repeat("[", 32)+strings.Repeat("]", 32)+`}`, "it has objects and lists that are more than 32 levels deep"),
	)

	It("is decoded within the limits", func() {
		var decoded map[string][]string
		Expect(limits.Unmarshal([]byte(`{"a":["b"]}`), &decoded)).To(Succeed())
		value, size, err := limits.Compress(decoded)
		Expect(err).NotTo(HaveOccurred())
		Expect(size).To(Equal(len(`{"a":["b"]}`)))
		var again map[string][]string
		Expect(limits.Decompress(value, &again)).To(Equal(size))
		Expect(again).To(Equal(map[string][]string{"a": {"b"}}))
	})

	It("is not compressed beyond the limits of Decompress", func() {
		_, _, err := limits.Compress(make([]int, 21))
		Expect(IsExceeded(err)).To(BeTrue())
	})

	It("ends with the first of several gzip streams", func() {
		var decoded []int
		Expect(limits.Decompress(zip("[1]", "[2]"), &decoded)).To(Equal(3))
		Expect(decoded).To(Equal([]int{1}))
	})

	It("is not decoded if the limit is 0 bytes", func() {
		_, err := Limits{}.Decompress(zip("1"), new(int))
		Expect(err).To(MatchError("it has more than 0 bytes"))
	})

	It("is not repeated in an error of the decoder", func() {
		wide := Limits{Bytes: 1 << 20}
		err := wide.Unmarshal([]byte(`"`+strings.Repeat("1", 1<<19)+`"`), &metav1.Time{})
		Expect(err).To(HaveOccurred())
		Expect(len(err.Error())).To(BeNumerically("<=", longestError))
		Expect(IsExceeded(err)).To(BeFalse())
	})
})
