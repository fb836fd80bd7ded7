// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package notification_test

import (
	"bytes"
	"compress/gzip"
	"fmt"
	"time"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"
	corev1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"

	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/notification"
)

var _ = Describe("What is stored", func() {
	zipped := func(text []byte) []byte {
		GinkgoHelper()
		var buffer bytes.Buffer
		writer := gzip.NewWriter(&buffer)
		_, err := writer.Write(text)
		Expect(err).NotTo(HaveOccurred())
		Expect(writer.Close()).To(Succeed())
		return buffer.Bytes()
	}

	It("has room for ten receivers and 5,000 Shoots", func() {
		state := &notification.State{Receivers: map[string]*notification.Receiver{}}
		for i := range 10 {
			r := &notification.Receiver{Shoots: map[string]notification.Report{}}
			for j := range 5000 {
				r.Shoots[fmt.Sprintf("shoot-%d", j)] = notification.Report{UID: fmt.Sprintf("%08x", j*7919*104729), State: failed, At: metav1.NewTime(time.Unix(1e9, 0))}
			}
			state.Receivers[fmt.Sprintf("receiver-%d", i)] = r
		}
		values, err := state.Encode()
		Expect(err).NotTo(HaveOccurred())
		Expect(len(values["state"])).To(BeNumerically("<", 900<<10))
		Expect(stored(state).Receivers["receiver-9"].Shoots).To(HaveLen(5000))
		Expect(state.Status()["receiver-0"].Open).To(Equal(5000))
	})

	It("is an error where there is no room", func() {
		state := &notification.State{Receivers: map[string]*notification.Receiver{"a": {Problem: string(make([]byte, 9<<20))}}}
		_, err := state.Encode()
		Expect(err).To(MatchError(notification.ErrTooLarge))
	})

	It("is empty at first", func() {
		Expect(notification.Decode(&corev1.ConfigMap{})).To(Equal(&notification.State{}))
	})

	DescribeTable("that is damaged is an error",
		func(value func() []byte) {
			_, err := notification.Decode(&corev1.ConfigMap{ObjectMeta: metav1.ObjectMeta{Namespace: "garden-shop", Name: "flux-notifications"}, BinaryData: map[string][]byte{"state": value()}})
			Expect(err).To(MatchError(ContainSubstring("ConfigMap garden-shop/flux-notifications is damaged")))
		},
		Entry("not compressed", func() []byte { return []byte("{}") }),
		Entry("no JSON", func() []byte { return zipped([]byte("{")) }),
		Entry("a bomb", func() []byte { return zipped(make([]byte, 64<<20)) }),
		Entry("cut", func() []byte { return zipped([]byte("{}"))[:12] }),
	)

	It("may name a receiver without anything", func() {
		Expect(notification.Decode(&corev1.ConfigMap{BinaryData: map[string][]byte{"state": zipped([]byte(`{"receivers":{"a":null}}`))}})).
			To(HaveField("Receivers", BeEmpty()))
	})
})
