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

	"github.com/gardener/gardener/extensions/pkg/controller/extension"
	v1beta1helper "github.com/gardener/gardener/pkg/api/core/v1beta1/helper"
	gardencorev1beta1 "github.com/gardener/gardener/pkg/apis/core/v1beta1"
	extensionsv1alpha1 "github.com/gardener/gardener/pkg/apis/extensions/v1alpha1"
	reconcilerutils "github.com/gardener/gardener/pkg/controllerutils/reconciler"
	"github.com/gardener/gardener/pkg/utils/flow"
	"github.com/go-logr/logr"
	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"
)

// failing is an actuator whose operations all return the same error.
type failing struct{ err error }

func (f failing) Reconcile(context.Context, logr.Logger, *extensionsv1alpha1.Extension) error {
	return f.err
}
func (f failing) Delete(context.Context, logr.Logger, *extensionsv1alpha1.Extension) error {
	return f.err
}
func (f failing) ForceDelete(context.Context, logr.Logger, *extensionsv1alpha1.Extension) error {
	return f.err
}
func (f failing) Restore(context.Context, logr.Logger, *extensionsv1alpha1.Extension) error {
	return f.err
}
func (f failing) Migrate(context.Context, logr.Logger, *extensionsv1alpha1.Extension) error {
	return f.err
}

func failingTask(err error) flow.TaskFn {
	return func(context.Context) error { return err }
}

var _ = Describe("The errors that Gardener's library gets", func() {
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

	DescribeTable("are short and without secrets, and stay what they are",
		func(ctx SpecContext, err error, text OmegaMatcher, codes []code, later time.Duration) {
			actuator := BoundActuator(failing{err})
			for operation, act := range map[string]func(extension.Actuator) error{
				"Reconcile":   func(a extension.Actuator) error { return a.Reconcile(ctx, logr.Discard(), nil) },
				"Restore":     func(a extension.Actuator) error { return a.Restore(ctx, logr.Discard(), nil) },
				"Migrate":     func(a extension.Actuator) error { return a.Migrate(ctx, logr.Discard(), nil) },
				"Delete":      func(a extension.Actuator) error { return a.Delete(ctx, logr.Discard(), nil) },
				"ForceDelete": func(a extension.Actuator) error { return a.ForceDelete(ctx, logr.Discard(), nil) },
			} {
				got := act(actuator)
				// The functions with which the library takes them apart.
				result, failure := reconcilerutils.ReconcileErr(got)
				Expect(result.RequeueAfter).To(Equal(later), operation)
				Expect(failure != nil).To(Equal(later == 0), operation)
				cause := reconcilerutils.ReconcileErrCauseOrErr(got)
				for _, shown := range []string{cause.Error(), fmt.Sprintf("%+v", cause)} {
					Expect(shown).To(text, operation)
					encoded, err := json.Marshal(shown)
					Expect(err).NotTo(HaveOccurred())
					Expect(len(encoded)-len(`""`)).To(BeNumerically("<=", longest), operation)
				}
				Expect(got.Error()).NotTo(ContainSubstring("s3cret"), operation)
				Expect(v1beta1helper.ExtractErrorCodes(cause)).To(ConsistOf(codes), operation)
				Expect(cause).To(MatchError(refused), operation)
			}
		},
		Entry("a short one", refused, Equal("refused"), nil, time.Duration(0)),
		Entry("one of a megabyte, of which the beginning says the reason", huge, And(HavePrefix("refused: denied"), HaveSuffix("…")), nil, time.Duration(0)),
		Entry("one of a megabyte without an end of a word, of which any part may be one of a secret", fmt.Errorf("%w: %s", refused, strings.Repeat("x", 1<<20)), Equal("refused: …"), nil, time.Duration(0)),
		Entry("credentials in a URL, and a token", leaking, Equal(clean), nil, time.Duration(0)),
		Entry("a code", v1beta1helper.NewErrorWithCodes(leaking, configuration), Equal(clean), []code{configuration}, time.Duration(0)),
		Entry("a code below another error", fmt.Errorf("failed: %w", v1beta1helper.NewErrorWithCodes(huge, configuration)), HavePrefix("failed: refused: denied"), []code{configuration}, time.Duration(0)),
		Entry("the codes of several errors, all of which the library reports", flow.Parallel(
			failingTask(v1beta1helper.NewErrorWithCodes(refused, configuration)), failingTask(v1beta1helper.NewErrorWithCodes(huge, dependencies)),
		)(context.Background()), //nolint:forbidigo // a table is made before there is a context
			ContainSubstring("2 errors occurred"), []code{configuration, dependencies}, time.Duration(0)),
		Entry("a requeue, which the library asserts the type of", requeue(refused), Equal("refused"), nil, time.Minute),
		Entry("a requeue with a megabyte for a cause", requeue(huge), HavePrefix("refused: denied"), nil, time.Minute),
		Entry("a requeue with credentials and a code", requeue(v1beta1helper.NewErrorWithCodes(leaking, configuration)), Equal(clean), []code{configuration}, time.Minute),
	)

	It("are none where there was none", func(ctx SpecContext) {
		Expect(BoundActuator(failing{}).Reconcile(ctx, logr.Discard(), nil)).To(Succeed())
	})

	It("are a requeue without a cause where it had none", func(ctx SpecContext) {
		Expect(BoundActuator(failing{requeue(nil)}).Delete(ctx, logr.Discard(), nil)).To(Equal(requeue(nil)))
	})
})
