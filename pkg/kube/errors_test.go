// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package kube

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"time"

	v1beta1helper "github.com/gardener/gardener/pkg/api/core/v1beta1/helper"
	gardencorev1beta1 "github.com/gardener/gardener/pkg/apis/core/v1beta1"
	reconcilerutils "github.com/gardener/gardener/pkg/controllerutils/reconciler"
	"github.com/gardener/gardener/pkg/utils/flow"
	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"
	"github.com/onsi/gomega/types"
	apierrors "k8s.io/apimachinery/pkg/api/errors"
	"k8s.io/apimachinery/pkg/runtime/schema"
	"sigs.k8s.io/controller-runtime/pkg/reconcile"
)

var _ = Describe("BoundReconciler", func() {
	refused := errors.New("refused")
	result := reconcile.Result{RequeueAfter: time.Minute}
	run := func(ctx context.Context, err error) (reconcile.Result, error) {
		return BoundReconciler(reconcile.Func(func(context.Context, reconcile.Request) (reconcile.Result, error) {
			return result, err
		})).Reconcile(ctx, reconcile.Request{})
	}

	DescribeTable("returns a short error without secrets that wraps the original:",
		func(ctx SpecContext, err error) {
			_, err = run(ctx, err)
			Expect(err).To(MatchError(refused))
			Expect(err.Error()).To(HavePrefix("refused"))
			Expect(len(err.Error())).To(BeNumerically("<=", longestError))
			Expect(err.Error()).NotTo(ContainSubstring("s3cret"))
		},
		Entry("a long error from a shoot's API server", fmt.Errorf("%w: %s", refused, strings.Repeat("x", 1<<20))),
		Entry("a password and a token", fmt.Errorf(`%w: Get "https://user:s3cret@git.example.org/r?sig=s3cret": token ghp_s3cretS3cret`, refused)),
		Entry("joined errors", errors.Join(refused, errors.New("https://user:s3cret@git.example.org"))),
	)

	It("returns the result unchanged if there is no error", func(ctx SpecContext) {
		Expect(run(ctx, nil)).To(Equal(result))
	})

	It("keeps a terminal error terminal", func(ctx SpecContext) {
		_, err := run(ctx, reconcile.TerminalError(refused))
		Expect(errors.Is(err, reconcile.TerminalError(nil))).To(BeTrue())
	})
})

var (
	conflicting = apierrors.NewConflict(schema.GroupResource{Resource: "secrets"}, "flux-source", errors.New("modified"))
	forbidden   = apierrors.NewForbidden(schema.GroupResource{Resource: "secrets"}, "flux-source", nil)
	errTimedOut = fmt.Errorf("Get \"https://garden\": %w", context.DeadlineExceeded)
	// errEnds ends the context of the retry during the attempt that returns it.
	errEnds = fmt.Errorf("wrapped: %w", conflicting)
)

var _ = DescribeTable("RetryOnConflict",
	func(ctx SpecContext, results []error, attempts int, matcher types.GomegaMatcher) {
		within, cancel := context.WithCancel(ctx)
		defer cancel()
		called := 0
		err := RetryOnConflict(within, func() error {
			called++
			if errors.Is(results[called-1], errEnds) {
				cancel()
			}
			return results[called-1]
		})
		Expect(err).To(matcher)
		Expect(called).To(Equal(attempts))
	},
	Entry("returns nil after one call", []error{nil}, 1, BeNil()),
	Entry("returns nil after conflicts", []error{conflicting, conflicting, nil}, 3, BeNil()),
	Entry("returns another error after one call", []error{forbidden}, 1, BeIdenticalTo(forbidden)),
	Entry("returns another error after a conflict", []error{conflicting, forbidden}, 2, BeIdenticalTo(forbidden)),
	Entry("returns the conflict after four calls", []error{conflicting, conflicting, conflicting, conflicting}, 4, BeIdenticalTo(conflicting)),
	Entry("retries a wrapped conflict", []error{fmt.Errorf("failed to write: %w", conflicting), nil}, 2, BeNil()),
	Entry("returns a request timeout", []error{errTimedOut}, 1, BeIdenticalTo(errTimedOut)),
	Entry("returns a request timeout after a conflict", []error{conflicting, errTimedOut}, 2, BeIdenticalTo(errTimedOut)),
	Entry("returns the error of a cancelled request", []error{context.Canceled}, 1, BeIdenticalTo(context.Canceled)),
	Entry("ends with its context and returns both errors", []error{errEnds}, 1, And(MatchError(context.Canceled), MatchError(apierrors.IsConflict, "IsConflict"))),
)

var _ = It("RetryOnConflict does not call the function after its context has ended", func(ctx SpecContext) {
	over, cancel := context.WithCancel(ctx)
	cancel()
	Expect(RetryOnConflict(over, func() error {
		defer GinkgoRecover()
		Fail("called")
		return nil
	})).To(MatchError(context.Canceled))
})

func failingTask(err error) flow.TaskFn {
	return func(context.Context) error { return err }
}

var _ = Describe("BoundResult", func() {
	type code = gardencorev1beta1.ErrorCode
	const (
		configuration = gardencorev1beta1.ErrorRetryableConfigurationProblem
		dependencies  = gardencorev1beta1.ErrorInfraDependencies
		longest       = 1024
	)
	var (
		refused = errors.New("refused")
		huge    = fmt.Errorf("%w: %s", refused, strings.Repeat("denied < ", 1<<20/len("denied < ")))
		leaking = fmt.Errorf(`%w: Get "https://user:s3cret@git.example.org/r?sig=s3cret": token ghp_s3cretS3cret`, refused)
	)
	requeue := func(cause error) error {
		return &reconcilerutils.RequeueAfterError{Cause: cause, RequeueAfter: time.Minute}
	}
	const clean = `refused: Get "https://git.example.org/r": token …`

	DescribeTable("returns a short error without secrets that wraps the original:",
		func(err error, text OmegaMatcher, codes []code, later time.Duration) {
			got := BoundResult(err)
			// The library splits errors with these functions.
			result, failure := reconcilerutils.ReconcileErr(got)
			Expect(result.RequeueAfter).To(Equal(later))
			Expect(failure != nil).To(Equal(later == 0))
			cause := reconcilerutils.ReconcileErrCauseOrErr(got)
			for _, shown := range []string{cause.Error(), fmt.Sprintf("%+v", cause)} {
				Expect(shown).To(text)
				encoded, err := json.Marshal(shown)
				Expect(err).NotTo(HaveOccurred())
				Expect(len(encoded) - len(`""`)).To(BeNumerically("<=", longest))
			}
			Expect(got.Error()).NotTo(ContainSubstring("s3cret"))
			Expect(v1beta1helper.ExtractErrorCodes(cause)).To(ConsistOf(codes))
			Expect(cause).To(MatchError(refused))
		},
		Entry("a short error", refused, Equal("refused"), nil, time.Duration(0)),
		Entry("a long error that begins with the reason", huge, And(HavePrefix("refused: denied"), HaveSuffix("…")), nil, time.Duration(0)),
		Entry("a long error without word boundaries, which may be a secret", fmt.Errorf("%w: %s", refused, strings.Repeat("x", 1<<20)), Equal("refused: …"), nil, time.Duration(0)),
		Entry("credentials in a URL and a token", leaking, Equal(clean), nil, time.Duration(0)),
		Entry("an error code", v1beta1helper.NewErrorWithCodes(leaking, configuration), Equal(clean), []code{configuration}, time.Duration(0)),
		Entry("a wrapped error code", fmt.Errorf("failed: %w", v1beta1helper.NewErrorWithCodes(huge, configuration)), HavePrefix("failed: refused: denied"), []code{configuration}, time.Duration(0)),
		Entry("all codes of joined errors", flow.Parallel(
			failingTask(v1beta1helper.NewErrorWithCodes(refused, configuration)), failingTask(v1beta1helper.NewErrorWithCodes(huge, dependencies)),
		)(context.Background()), //nolint:forbidigo // a table is made before there is a context
			ContainSubstring("2 errors occurred"), []code{configuration, dependencies}, time.Duration(0)),
		Entry("a RequeueAfterError, whose type Gardener's library asserts", requeue(refused), Equal("refused"), nil, time.Minute),
		Entry("a RequeueAfterError with a long cause", requeue(huge), HavePrefix("refused: denied"), nil, time.Minute),
		Entry("a RequeueAfterError with credentials and an error code", requeue(v1beta1helper.NewErrorWithCodes(leaking, configuration)), Equal(clean), []code{configuration}, time.Minute),
	)

	It("returns nil if there is no error", func() {
		Expect(BoundResult(nil)).To(Succeed())
	})

	It("keeps a RequeueAfterError without cause", func() {
		Expect(BoundResult(requeue(nil))).To(Equal(requeue(nil)))
	})
})
