// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package githosts_test

import (
	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"

	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/apis/flux/githosts"
)

var _ = Describe("A list of web hosts", func() {
	DescribeTable("allow only configured hosts",
		func(entries []string, host string, port int, allowed bool) {
			Expect(githosts.NewWebList(entries).Allows(host, port)).To(Equal(allowed))
		},
		Entry("a host with port 443", []string{"hooks.slack.com"}, "Hooks.Slack.com.", 443, true),
		Entry("a host with another port", []string{"hooks.slack.com"}, "hooks.slack.com", 22, false),
		Entry("a host with the configured port", []string{"chat.example.com:8443"}, "chat.example.com", 8443, true),
		Entry("a host without the configured port", []string{"chat.example.com:8443"}, "chat.example.com", 443, false),
		Entry("an empty list", nil, "hooks.slack.com", 443, false),
		Entry("a wildcard with one label", []string{"*.api.powerplatform.com"}, "abc.api.powerplatform.com", 443, true),
		Entry("a wildcard with two labels", []string{"*.api.powerplatform.com"}, "a.b.api.powerplatform.com", 443, false),
		Entry("a wildcard without a label", []string{"*.api.powerplatform.com"}, "api.powerplatform.com", 443, false),
		Entry("a wildcard with another domain", []string{"*.api.powerplatform.com"}, "a.api.powerplatform.com.evil.example", 443, false),
		Entry("a wildcard with a name that has the same suffix", []string{"*.api.powerplatform.com"}, "evilapi.powerplatform.com", 443, false),
	)
})
