// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package text_test

import (
	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"

	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/text"
)

var _ = DescribeTable("RedactURLs", func(value, want string) {
	Expect(text.RedactURLs(value)).To(Equal(want))
},
	Entry("removes the signature of a shared container",
		`Get "https://acct.blob.core.windows.net/c?comp=list&restype=container&sig=s3cret%3D": dial tcp 10.0.0.1:443: i/o timeout`,
		`Get "https://acct.blob.core.windows.net/c": dial tcp 10.0.0.1:443: i/o timeout`),
	Entry("redacts each URL, even with a query after the host", "'http://a?x=s3cret': refused; 'HTTPS://b:8443?y=s3cret': refused", "'http://a': refused; 'HTTPS://b:8443': refused"),
	Entry("removes a token", "accumulating 'git::https://s3cret@h/o/r//base?ref=v1': exit status 128", "accumulating 'git::https://h/o/r//base': exit status 128"),
	Entry("removes a user and a password with an @", "https://u:s3@cret@h/o", "https://h/o"),
	Entry("hides a URL with a question mark in the password", "https://u:s3?cret@h/o", "https://…"),
	Entry("hides a URL whose query may be a password", "https://h?mail=a@b&sig=s3cret", "https://…"),
	Entry("hides a URL with a slash in the password", `parse "https://u:s3/cret@h/o": invalid port`, `parse "https://…": invalid port`),
	Entry("keeps an ssh user", "unable to clone 'ssh://git@h:22/o/r.git': refused", "unable to clone 'ssh://git@h:22/o/r.git': refused"),
	Entry("keeps an @ in the path", "https://h:443/v2/x@sha256:0a: not found", "https://h:443/v2/x@sha256:0a: not found"),
	Entry("keeps host and port before punctuation", "https://h:443: refused, https://[::1]:443, http://[::1]/x, https://h.", "https://h:443: refused, https://[::1]:443, http://[::1]/x, https://h."),
	Entry("keeps a text without URL", "is it so? yes, a@b", "is it so? yes, a@b"),
)

var _ = DescribeTable("RedactSecrets", func(value, want string) {
	Expect(text.RedactSecrets(value)).To(Equal(want))
},
	Entry("removes credentials of URLs", "url: https://u:s3cret@h/o?sig=x", "url: https://h/o"),
	Entry("removes a token", "token: ghp_0123456789abcdefABCDEF", "token: …"),
	Entry("removes a private key, with its lines", "-----BEGIN PRIVATE KEY-----\nMC4CAQAwBQYDK2VwBCIEIKk5Lr9B\n-----END PRIVATE KEY-----\n", "… …-----\n…\n-----END …-----\n"),
	Entry("keeps a host key, which is long and random", "h ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIIazEu89wgQZ4bqs3d63QSMzYVa0MuJ2e2gKTKqu+UUO", "h ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIIazEu89wgQZ4bqs3d63QSMzYVa0MuJ2e2gKTKqu+UUO"),
	Entry("keeps a digest", "sha256:9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08", "sha256:9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08"),
)
