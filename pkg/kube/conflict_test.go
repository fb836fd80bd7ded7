// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package kube_test

import (
	"context"
	"errors"
	"fmt"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"
	"github.com/onsi/gomega/types"
	apierrors "k8s.io/apimachinery/pkg/api/errors"
	"k8s.io/apimachinery/pkg/runtime/schema"

	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/kube"
)

var (
	conflicting = apierrors.NewConflict(schema.GroupResource{Resource: "secrets"}, "flux-source", errors.New("modified"))
	forbidden   = apierrors.NewForbidden(schema.GroupResource{Resource: "secrets"}, "flux-source", nil)
	errTimedOut = fmt.Errorf("Get \"https://garden\": %w", context.DeadlineExceeded)
	// errEnds ends the context of the retry during the attempt that returns it.
	errEnds = fmt.Errorf("wrapped: %w", conflicting)
)

var _ = DescribeTable("Retry",
	func(ctx SpecContext, results []error, attempts int, matcher types.GomegaMatcher) {
		within, cancel := context.WithCancel(ctx)
		defer cancel()
		called := 0
		err := kube.RetryOnConflict(within, func() error {
			called++
			if errors.Is(results[called-1], errEnds) {
				cancel()
			}
			return results[called-1]
		})
		Expect(err).To(matcher)
		Expect(called).To(Equal(attempts))
	},
	Entry("returns nil at once", []error{nil}, 1, BeNil()),
	Entry("returns nil after conflicts", []error{conflicting, conflicting, nil}, 3, BeNil()),
	Entry("returns an error that is no conflict at once", []error{forbidden}, 1, BeIdenticalTo(forbidden)),
	Entry("returns an error that is no conflict after one", []error{conflicting, forbidden}, 2, BeIdenticalTo(forbidden)),
	Entry("returns the last of four conflicts", []error{conflicting, conflicting, conflicting, conflicting}, 4, BeIdenticalTo(conflicting)),
	Entry("takes a wrapped conflict for one", []error{fmt.Errorf("failed to write: %w", conflicting), nil}, 2, BeNil()),
	Entry("returns the error of a request that has timed out", []error{errTimedOut}, 1, BeIdenticalTo(errTimedOut)),
	Entry("returns the error of a request that has timed out after a conflict", []error{conflicting, errTimedOut}, 2, BeIdenticalTo(errTimedOut)),
	Entry("returns the error of a request that was cancelled", []error{context.Canceled}, 1, BeIdenticalTo(context.Canceled)),
	Entry("ends with its context, and returns both errors", []error{errEnds}, 1, And(MatchError(context.Canceled), MatchError(apierrors.IsConflict, "IsConflict"))),
)

var _ = It("Retry does not begin if its context has ended", func(ctx SpecContext) {
	over, cancel := context.WithCancel(ctx)
	cancel()
	Expect(kube.RetryOnConflict(over, func() error {
		defer GinkgoRecover()
		Fail("called")
		return nil
	})).To(MatchError(context.Canceled))
})
