// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package responses

import (
	"context"
	"errors"
	"fmt"
	"strings"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"
)

var _ = Describe("Brief", func() {
	It("cuts a long text at a whole character, and wraps the original error", func() {
		err := Brief(fmt.Errorf("%s: %w", strings.Repeat("é", LongestError), context.DeadlineExceeded))
		Expect(len(err.Error())).To(BeNumerically("<=", LongestError+len("…")))
		Expect(err).To(MatchError(HaveSuffix("é…")))
		Expect(IsTimeout(err)).To(BeTrue())
	})

	It("returns short errors and nil unchanged", func() {
		short := errors.New(strings.Repeat("e", LongestError))
		Expect(Brief(short)).To(BeIdenticalTo(short))
		Expect(Brief(nil)).To(Succeed())
	})
})
