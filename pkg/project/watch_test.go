// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package project

import (
	"errors"
	"fmt"
	"io"
	"time"

	"github.com/go-logr/logr/funcr"
	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"
	corev1 "k8s.io/api/core/v1"
	apierrors "k8s.io/apimachinery/pkg/api/errors"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	toolscache "k8s.io/client-go/tools/cache"
	testclock "k8s.io/utils/clock/testing"
)

var _ = Describe("Watcher", func() {
	It("speaks of an outage once in ten minutes, and never of a watch that ends as watches do", func(ctx SpecContext) {
		var said []string
		clock := testclock.NewFakeClock(time.Date(2026, 1, 1, 0, 0, 0, 0, time.UTC))
		t := &trouble{clock: clock, log: funcr.New(func(_, args string) { said = append(said, args) }, funcr.Options{})}

		for _, normal := range []error{io.EOF, io.ErrUnexpectedEOF, fmt.Errorf("watch: %w", io.EOF), apierrors.NewResourceExpired("too old")} {
			t.report(ctx, nil, normal)
		}
		Expect(said).To(BeEmpty())

		for range 100 {
			t.report(ctx, nil, errors.New("connection refused"))
			clock.Step(time.Second)
		}
		Expect(said).To(ConsistOf(ContainSubstring("connection refused")))
		clock.Step(10 * time.Minute)
		t.report(ctx, nil, errors.New("no such host"))
		Expect(said).To(HaveLen(2))
	})

	It("keeps nothing of what is applied to the deploy key's Secret, which is all of it", func() {
		kept, err := ownAnnotations(&metav1.PartialObjectMetadata{ObjectMeta: metav1.ObjectMeta{
			Name: "flux-source", ManagedFields: []metav1.ManagedFieldsEntry{{Manager: "kubectl"}}, Annotations: map[string]string{
				"kubectl.kubernetes.io/last-applied-configuration": `{"data":{"identity":"c2VjcmV0"}}`,
				"flux.extensions.gardener.cloud/fingerprint":       "SHA256:x",
			},
		}})
		Expect(err).NotTo(HaveOccurred())
		Expect(kept).To(Equal(&metav1.PartialObjectMetadata{ObjectMeta: metav1.ObjectMeta{
			Name: "flux-source", Annotations: map[string]string{"flux.extensions.gardener.cloud/fingerprint": "SHA256:x"},
		}}))
	})

	Describe("tells which project has changed", func() {
		var (
			told    []string
			handler toolscache.ResourceEventHandler
		)
		object := func(version string) *corev1.ConfigMap {
			return &corev1.ConfigMap{ObjectMeta: metav1.ObjectMeta{Namespace: "garden-demo", Name: "flux-config", ResourceVersion: version}}
		}
		BeforeEach(func() {
			told = []string{}
			handler = changes(func(namespace string) { told = append(told, namespace) })
		})

		DescribeTable("of an event",
			func(happens func(), want ...string) {
				happens()
				Expect(told).To(Equal(want))
			},
			Entry("made", func() { handler.OnAdd(object("1"), false) }, "garden-demo"),
			Entry("changed", func() { handler.OnUpdate(object("1"), object("2")) }, "garden-demo"),
			Entry("deleted", func() { handler.OnDelete(object("2")) }, "garden-demo"),
			Entry("deleted while the garden could not be reached", func() {
				handler.OnDelete(toolscache.DeletedFinalStateUnknown{Key: "garden-demo/flux-config", Obj: object("2")})
			}, "garden-demo"),
			Entry("seen for the first time with all others, of which it is told together", func() { handler.OnAdd(object("1"), true) }),
			Entry("listed anew after an outage, unchanged", func() { handler.OnUpdate(object("1"), object("1")) }),
		)
	})
})
