// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package secrets_test

import (
	"context"
	"crypto/rand"
	"net/http"
	"net/http/httptest"
	"time"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"
	corev1 "k8s.io/api/core/v1"
	"k8s.io/apimachinery/pkg/api/meta"
	"k8s.io/client-go/rest"
	testclock "k8s.io/utils/clock/testing"
	"sigs.k8s.io/controller-runtime/pkg/client"

	. "github.com/shoot-flux/gardener-extension-shoot-flux/pkg/secrets"
)

// The error of a request that has timed out is one of those that k8s.io/client-go/util/retry takes for its own.
var _ = DescribeTable("A garden that does not answer in time returns an error",
	func(ctx SpecContext, do func(context.Context, *Store) (any, error)) {
		server := httptest.NewServer(http.HandlerFunc(func(_ http.ResponseWriter, request *http.Request) { <-request.Context().Done() }))
		DeferCleanup(server.Close)
		mapper := meta.NewDefaultRESTMapper(nil)
		mapper.Add(corev1.SchemeGroupVersion.WithKind("Secret"), meta.RESTScopeNamespace)
		garden, err := client.New(&rest.Config{Host: server.URL, Timeout: 100 * time.Millisecond}, client.Options{Mapper: mapper})
		Expect(err).NotTo(HaveOccurred())
		done, err := do(ctx, NewStore(garden, rand.Reader, testclock.NewFakePassiveClock(time.Now())))
		Expect(err).To(MatchError(context.DeadlineExceeded))
		Expect(done).To(BeZero())
	},
	Entry("of a rotation", func(ctx context.Context, s *Store) (any, error) { return s.Rotate(ctx, "garden-demo", RotationTerms{}) }),
	Entry("of the end of a key", func(ctx context.Context, s *Store) (any, error) { return s.Retire(ctx, "garden-demo", "SHA256:x") }),
	Entry("of host keys to pin", func(ctx context.Context, s *Store) (any, error) {
		return s.PinHostKeys(ctx, "garden-demo", "ssh://git@h/o/r", nil)
	}),
)
