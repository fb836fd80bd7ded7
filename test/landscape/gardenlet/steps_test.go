// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package gardenlet

import (
	"context"
	"errors"
	"sync"

	"github.com/go-logr/logr"
	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"

	v1beta1helper "github.com/gardener/gardener/pkg/api/core/v1beta1/helper"
	gardencorev1beta1 "github.com/gardener/gardener/pkg/apis/core/v1beta1"
	"github.com/gardener/gardener/pkg/utils/flow"
)

var _ = Describe("steps", func() {
	var (
		lock sync.Mutex
		done []string
	)

	BeforeEach(func() { done = nil })

	does := func(name string, err error) flow.TaskFn {
		return func(context.Context) error {
			lock.Lock()
			defer lock.Unlock()
			done = append(done, name)
			return err
		}
	}

	It("should run tasks in their order and leave out what does not apply", func(ctx SpecContext) {
		s := newSteps("flow").then("a", does("a", nil)).thenIf(false, "b", does("b", nil)).then("c", does("c", nil))
		Expect(s.run(ctx, logr.Discard(), nil)).To(BeNil())
		Expect(done).To(Equal([]string{"a", "c"}))
	})

	It("should let a task wait for the branch that is joined, even if its last task does not apply", func(ctx SpecContext) {
		released := make(chan struct{})
		s := newSteps("flow").then("a", does("a", nil))
		branch := s.branch().then("b", func(ctx context.Context) error {
			<-released
			return does("b", nil)(ctx)
		}).thenIf(false, "c", does("c", nil))
		s.then("d", func(ctx context.Context) error {
			defer close(released)
			return does("d", nil)(ctx)
		}).join(branch).then("e", does("e", nil))
		Expect(s.run(ctx, logr.Discard(), nil)).To(BeNil())
		Expect(done).To(Equal([]string{"a", "d", "b", "e"}))
	})

	It("should go on in one branch when the other fails, and report the failure with its code", func(ctx SpecContext) {
		failure := v1beta1helper.NewErrorWithCodes(errors.New("broken"), gardencorev1beta1.ErrorRetryableConfigurationProblem)
		s := newSteps("flow").then("a", does("a", nil))
		s.branch().then("b", does("b", failure)).then("c", does("c", nil))
		s.then("d", does("d", nil)).then("e", does("e", nil))

		flowErr := s.run(ctx, logr.Discard(), nil)
		Expect(done).To(ConsistOf("a", "b", "d", "e"))
		Expect(flowErr.LastErrors).To(HaveLen(1))
		Expect(*flowErr.LastErrors[0].TaskID).To(Equal("b"))
		Expect(flowErr.LastErrors[0].Description).To(ContainSubstring("broken"))
		Expect(flowErr.LastErrors[0].Codes).To(Equal([]gardencorev1beta1.ErrorCode{"ERR_RETRYABLE_CONFIGURATION_PROBLEM"}))
	})
})
