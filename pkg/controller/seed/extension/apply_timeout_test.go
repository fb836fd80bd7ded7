// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package extension_test

import (
	"context"
	"io"
	"net/http"
	"net/http/httptest"
	"time"

	gardencorev1beta1 "github.com/gardener/gardener/pkg/apis/core/v1beta1"
	extensionsv1alpha1 "github.com/gardener/gardener/pkg/apis/extensions/v1alpha1"
	"github.com/gardener/gardener/pkg/client/kubernetes"
	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"
	"k8s.io/apimachinery/pkg/api/meta"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/client-go/rest"
	"k8s.io/utils/clock"
	"sigs.k8s.io/controller-runtime/pkg/client"

	fluxv1alpha1 "github.com/shoot-flux/gardener-extension-shoot-flux/pkg/apis/flux/v1alpha1"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/health"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/seed/statuswriter"
)

var _ = Describe("Write of the conditions", func() {
	// client-go's retry package could mistake the error of a timed-out request for its own.
	It("fails if the seed does not respond in time", func(ctx SpecContext) {
		server := httptest.NewServer(http.HandlerFunc(func(_ http.ResponseWriter, request *http.Request) {
			_, _ = io.Copy(io.Discard, request.Body) // Only then the server notices that nobody waits any more.
			<-request.Context().Done()
		}))
		DeferCleanup(server.Close)
		mapper := meta.NewDefaultRESTMapper(nil)
		mapper.Add(extensionsv1alpha1.SchemeGroupVersion.WithKind("Extension"), meta.RESTScopeNamespace)
		seed, err := client.New(&rest.Config{Host: server.URL, Timeout: 100 * time.Millisecond}, client.Options{Scheme: kubernetes.SeedScheme, Mapper: mapper})
		Expect(err).NotTo(HaveOccurred())
		ex := &extensionsv1alpha1.Extension{ObjectMeta: metav1.ObjectMeta{Namespace: "shoot--demo--only", Name: "shoot-flux", ResourceVersion: "1"}}
		verdict := health.Verdict{Type: fluxv1alpha1.ConditionConfigured, Status: gardencorev1beta1.ConditionTrue, Reason: "Configured", Message: "It is."}
		err = statuswriter.NewWriter(seed, seed, clock.RealClock{}).Apply(ctx, ex, statuswriter.Update{Verdicts: []health.Verdict{verdict}})
		Expect(err).To(MatchError(context.DeadlineExceeded))
		Expect(err).To(MatchError(HavePrefix("failed to write the status of Extension shoot--demo--only/shoot-flux: ")))
	})
})
