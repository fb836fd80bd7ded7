// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package health

import (
	"bytes"
	"compress/gzip"
	"context"
	"io"
	"net/http"
	"strings"
	"time"

	v1beta1helper "github.com/gardener/gardener/pkg/api/core/v1beta1/helper"
	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"

	fluxv1alpha1 "github.com/shoot-flux/gardener-extension-shoot-flux/pkg/apis/flux/v1alpha1"
	"github.com/shoot-flux/gardener-extension-shoot-flux/test/support/controllertest"
)

// writeObject writes an object whose status has that many MiB.
func writeObject(w io.Writer, middle string, repeat int) {
	_, _ = io.WriteString(w, `{"apiVersion":"kustomize.toolkit.fluxcd.io/v1","kind":"Kustomization","metadata":{"name":"flux-system","namespace":"flux-system"},"status":`)
	part := []byte(strings.Repeat(middle, max(1, controllertest.Mebibyte/len(middle))))
	for range repeat {
		if _, err := w.Write(part); err != nil {
			return
		}
	}
	_, _ = io.WriteString(w, `}`)
}

func compressed(middle string, mebibytes int) []byte {
	bomb := &bytes.Buffer{}
	w := gzip.NewWriter(bomb)
	writeObject(w, middle, mebibytes)
	_ = w.Close()
	return bomb.Bytes()
}

var _ = Describe("Health check of a shoot with a hostile APIService for a Flux group", func() {
	var s *simulated

	BeforeEach(func(ctx SpecContext) {
		s = newSimulated(ctx)
		s.check(ctx)
	})

	// reported is the message of the condition once the shoot has been like that for longer.
	reported := func(ctx context.Context) string {
		GinkgoHelper()
		for range 2 {
			s.check(ctx)
			s.clock.Step(10 * time.Minute)
		}
		s.check(ctx)
		condition := v1beta1helper.GetCondition(s.extension(ctx).Status.Conditions, fluxv1alpha1.ConditionKustomizationReady)
		Expect(condition).NotTo(BeNil())
		Expect(string(condition.Status)+" "+condition.Reason).To(Equal("Unknown ShootUnreachable"), condition.Message)
		return condition.Message
	}

	json := func(w http.ResponseWriter) { w.Header().Set("Content-Type", "application/json") }
	bomb := compressed(" ", 256)

	DescribeTable("reports the shoot as unreachable because of the exceeded limit, within bounded memory",
		func(ctx SpecContext, answer http.HandlerFunc, message string) {
			s.server.change(func() { s.server.instead = answer })
			var was string
			peak := controllertest.PeakHeap(func() { was = reported(ctx) })
			AddReportEntry("peak heap, MiB", peak/controllertest.Mebibyte)
			Expect(was).To(ContainSubstring("failed to read from the shoot's API server: "))
			Expect(was).To(ContainSubstring(message))
			Expect(len(was)).To(BeNumerically("<", 2300))
			Expect(peak).To(BeNumerically("<", 96*controllertest.Mebibyte), "of the extension and of the server in this process")
		},
		Entry("compressed response of 256 MiB", http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
			json(w)
			w.Header().Set("Content-Encoding", "gzip")
			_, _ = w.Write(bomb)
		}), `GET "/apis/source.toolkit.fluxcd.io/v1/namespaces/flux-system/gitrepositories/flux-system": the response is compressed, which was not accepted`),
		Entry("uncompressed response of 256 MiB", http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
			json(w)
			writeObject(w, " ", 256)
		}), `gitrepositories/flux-system": the response is larger than 4096 KiB`),
		Entry("endless response", http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			json(w)
			for r.Context().Err() == nil {
				writeObject(w, "[", 1)
			}
		}), `the response has more than 200000 elements`),
		Entry("array of empty conditions", http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
			json(w)
			_, _ = io.WriteString(w, `{"apiVersion":"source.toolkit.fluxcd.io/v1","kind":"GitRepository","status":{"conditions":[{}`+strings.Repeat(",{}", controllertest.Mebibyte)+`]}}`)
		}), `the response has more than 200000 elements`),
		Entry("response that is not JSON", http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
			w.Header().Set("Content-Type", "application/vnd.kubernetes.protobuf")
			_, _ = w.Write([]byte("k8s\x00"))
		}), `the response is not in JSON`),
		Entry("redirect to another address", http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			http.Redirect(w, r, "https://169.254.169.254/latest", http.StatusFound)
		}), `the response redirects to another address (302), which is not followed`),
		Entry("endless headers", http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
			for _, name := range []string{"a", "b", "c", "d"} {
				w.Header().Set(name, strings.Repeat("x", controllertest.Mebibyte))
			}
		}), `server response headers exceeded 65536 bytes`),
		Entry("informational responses before an endless response", http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			for r.Context().Err() == nil {
				w.WriteHeader(http.StatusEarlyHints)
			}
		}), `server response headers exceeded 65536 bytes`),
		Entry("large error response", http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
			json(w)
			w.WriteHeader(http.StatusInternalServerError)
			_, _ = io.WriteString(w, `{"kind":"Status","apiVersion":"v1","status":"Failure","code":500,"message":"`+strings.Repeat("x", controllertest.Mebibyte)+`"}`)
		}), `the response is larger than 32 KiB`),
		Entry("error response with control characters", http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
			json(w)
			w.WriteHeader(http.StatusInternalServerError)
			_, _ = io.WriteString(w, `{"kind":"Status","apiVersion":"v1","status":"Failure","code":500,"message":"all is well\n\u001b[2J`+strings.Repeat("x ", 4000)+`"}`)
		}), `all is well [2Jx`),
	)

	It("occupies a worker only for the duration of a few requests if the shoot responds slowly", func(ctx SpecContext) {
		s.server.change(func() {
			s.server.instead = func(w http.ResponseWriter, r *http.Request) {
				json(w)
				drip := time.NewTicker(10 * time.Millisecond)
				defer drip.Stop()
				for r.Context().Err() == nil {
					_, _ = io.WriteString(w, " ")
					_ = http.NewResponseController(w).Flush()
					<-drip.C
				}
			}
		})
		s.check(ctx)
		Expect(s.conditions(ctx)).NotTo(BeEmpty())
	}, SpecTimeout(30*time.Second))
})
