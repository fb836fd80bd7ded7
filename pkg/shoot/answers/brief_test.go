// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package answers

import (
	"context"
	"errors"
	"fmt"
	"strings"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"
)

var _ = Describe("Brief errors", func() {
	It("are cut at a whole character, and are still what they were", func() {
		err := Brief(fmt.Errorf("%s: %w", strings.Repeat("é", LongestError), context.DeadlineExceeded))
		Expect(len(err.Error())).To(BeNumerically("<=", LongestError+len("…")))
		Expect(err).To(MatchError(HaveSuffix("é…")))
		Expect(IsTimeout(err)).To(BeTrue())
	})

	It("stay as they are if they are short, and none stays none", func() {
		short := errors.New(strings.Repeat("e", LongestError))
		Expect(Brief(short)).To(BeIdenticalTo(short))
		Expect(Brief(nil)).To(Succeed())
	})
})
