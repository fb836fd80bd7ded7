// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package text_test

import (
	"strings"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"

	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/text"
)

var _ = Describe("Clean", func() {
	const token = "ghp_0123456789abcdefABCDEF0123456789abcd"

	DescribeTable("removes",
		func(value string, want string) { Expect(text.Clean(value, 100)).To(Equal(want)) },
		Entry("line breaks", "one\n\ttwo", "one two"),
		Entry("the local port, which differs with each attempt", "dial tcp 10.0.0.1:3343->192.0.2.1:22: refused", "dial tcp 192.0.2.1:22: refused"),
		Entry("an AWS request ID, which differs with each attempt", "StatusCode: 403, RequestID: 0f9c-1, api error AccessDenied: no", "StatusCode: 403, api error AccessDenied: no"),
		Entry("the end of a long text", strings.Repeat("ä", 100), strings.Repeat("ä", 48)+"…"),
	)

	It("shows no part of a token that is cut", func() {
		for before := range 60 {
			Expect(text.Clean(strings.Repeat("x ", 2020)+strings.Repeat("y", before)+" "+token+strings.Repeat(" z", 9000), 8000)).NotTo(ContainSubstring("ghp_012"))
		}
	})
})
