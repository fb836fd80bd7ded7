// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package kube

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"time"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"
	"sigs.k8s.io/controller-runtime/pkg/reconcile"
)

var _ = Describe("The error of a reconciler", func() {
	refused := errors.New("refused")
	result := reconcile.Result{RequeueAfter: time.Minute}
	run := func(ctx context.Context, err error) (reconcile.Result, error) {
		return BoundReconciler(reconcile.Func(func(context.Context, reconcile.Request) (reconcile.Result, error) {
			return result, err
		})).Reconcile(ctx, reconcile.Request{})
	}

	DescribeTable("has a text that may be logged, and is what it was",
		func(ctx SpecContext, err error) {
			_, err = run(ctx, err)
			Expect(err).To(MatchError(refused))
			Expect(err.Error()).To(HavePrefix("refused"))
			Expect(len(err.Error())).To(BeNumerically("<=", LongestError))
			Expect(err.Error()).NotTo(ContainSubstring("s3cret"))
		},
		Entry("of a mebibyte, which a shoot's API server has answered", fmt.Errorf("%w: %s", refused, strings.Repeat("x", 1<<20))),
		Entry("with a password and a token", fmt.Errorf(`%w: Get "https://user:s3cret@git.example.org/r?sig=s3cret": token ghp_s3cretS3cret`, refused)),
		Entry("of several", errors.Join(refused, errors.New("https://user:s3cret@git.example.org"))),
	)

	It("is none if there is none, and the result stays", func(ctx SpecContext) {
		Expect(run(ctx, nil)).To(Equal(result))
	})

	It("ends the reconciliation as it would have", func(ctx SpecContext) {
		_, err := run(ctx, reconcile.TerminalError(refused))
		Expect(errors.Is(err, reconcile.TerminalError(nil))).To(BeTrue())
	})
})
