// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package notification_test

import (
	"bytes"
	"compress/gzip"
	"fmt"
	"runtime"
	"strings"
	"time"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"
	corev1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"

	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/report/notification"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/text/boundedjson"
)

// manyKeys returns the given number of different members of a JSON object.
func manyKeys(count int) string {
	keys := make([]string, count)
	for i := range keys {
		keys[i] = fmt.Sprintf(`"%d":{}`, i)
	}
	return strings.Join(keys, ",")
}

var _ = Describe("Encode and Decode", func() {
	zipped := func(text []byte) []byte {
		GinkgoHelper()
		var buffer bytes.Buffer
		writer := gzip.NewWriter(&buffer)
		_, err := writer.Write(text)
		Expect(err).NotTo(HaveOccurred())
		Expect(writer.Close()).To(Succeed())
		return buffer.Bytes()
	}

	It("have room for ten receivers and 5,000 Shoots", func() {
		state := &notification.State{Receivers: map[string]*notification.Receiver{}}
		for i := range 10 {
			r := &notification.Receiver{Shoots: map[string]notification.Report{}}
			for j := range 5000 {
				r.Shoots[fmt.Sprintf("shoot-%d", j)] = notification.Report{UID: fmt.Sprintf("%08x", j*7919*104729), State: failed, At: metav1.NewTime(time.Unix(1e9, 0))}
			}
			state.Receivers[fmt.Sprintf("receiver-%d", i)] = r
		}
		_, values, err := state.Encode()
		Expect(err).NotTo(HaveOccurred())
		Expect(len(values["state"])).To(BeNumerically("<", 900<<10))
		Expect(stored(state).Receivers["receiver-9"].Shoots).To(HaveLen(5000))
		Expect(state.Status()["receiver-0"].Open).To(Equal(5000))
	})

	It("return an error for a state that is too large to decode", func() {
		state := &notification.State{Receivers: map[string]*notification.Receiver{"a": {Problem: string(make([]byte, 9<<20))}}}
		_, _, err := state.Encode()
		Expect(boundedjson.IsExceeded(err)).To(BeTrue())
	})

	It("return an empty state for a new ConfigMap", func() {
		Expect(notification.Decode(&corev1.ConfigMap{})).To(Equal(&notification.State{}))
	})

	DescribeTable("return an error for a damaged state",
		func(value func() []byte) {
			state, err := notification.Decode(&corev1.ConfigMap{BinaryData: map[string][]byte{"state": value()}})
			Expect(err).To(HaveOccurred())
			Expect(state).To(Equal(&notification.State{}), "nothing of it applies")
		},
		Entry("content that expands too much", func() []byte { return zipped(make([]byte, 64<<20)) }),
		Entry("a message with too many names", func() []byte {
			return zipped([]byte(`{"receivers":{"a":{"outbox":[{"id":"a","shoots":["a"` + strings.Repeat(`,"a"`, 9_000) + `]}]}}}`))
		}),
		Entry("a message with a text that is too long", func() []byte {
			return zipped([]byte(`{"receivers":{"a":{"outbox":[{"id":"a","text":"` + strings.Repeat("a", 801) + `"}]}}}`))
		}),
		Entry("a message with a name that is too long", func() []byte {
			return zipped([]byte(`{"receivers":{"a":{"outbox":[{"id":"a","ring":"` + strings.Repeat("a", 4<<10) + `"}]}}}`))
		}),
	)

	DescribeTable("allocate little memory for content that expands a lot",
		func(state string) {
			value := zipped([]byte(state))
			AddReportEntry("bytes", len(value))
			var before, after runtime.MemStats
			runtime.ReadMemStats(&before)
			_, err := notification.Decode(&corev1.ConfigMap{BinaryData: map[string][]byte{"state": value}})
			runtime.ReadMemStats(&after)
			AddReportEntry("allocated", after.TotalAlloc-before.TotalAlloc)
			Expect(err).To(HaveOccurred())
			Expect(after.TotalAlloc - before.TotalAlloc).To(BeNumerically("<", 48<<20))
		},
		Entry("an outbox of 2.8 million empty messages", `{"receivers":{"a":{"outbox":[`+strings.Repeat("{},", 2_790_000)+`{}]}}}`),
		Entry("an outbox of null messages", `{"receivers":{"a":{"outbox":[`+strings.Repeat("null,", 1_500_000)+`{}]}}}`),
		Entry("an outbox with too many messages", `{"receivers":{"a":{"outbox":[`+strings.Repeat("{},", 9_000)+`{}]}}}`),
		Entry("empty reports", `{"receivers":{"a":{"shoots":{`+strings.Repeat(`"a":{},`, 1_000_000)+`"a":{}}}}}`),
		Entry("empty receivers", `{"receivers":{`+manyKeys(9_000)+`}}`),
	)

	It("accept an empty receiver", func() {
		Expect(notification.Decode(&corev1.ConfigMap{BinaryData: map[string][]byte{"state": zipped([]byte(`{"receivers":{"a":null}}`))}})).
			To(HaveField("Receivers", BeEmpty()))
	})
})
