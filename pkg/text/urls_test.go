// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package text_test

import (
	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"

	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/text"
)

var _ = DescribeTable("URLs in a text", func(value, want string) {
	Expect(text.RedactURLs(value)).To(Equal(want))
},
	Entry("lose the signature that a shared container is read with",
		`Get "https://acct.blob.core.windows.net/c?comp=list&restype=container&sig=s3cret%3D": dial tcp 10.0.0.1:443: i/o timeout`,
		`Get "https://acct.blob.core.windows.net/c": dial tcp 10.0.0.1:443: i/o timeout`),
	Entry("each, also where the query follows the host", "'http://a?x=s3cret': refused; 'HTTPS://b:8443?y=s3cret': refused", "'http://a': refused; 'HTTPS://b:8443': refused"),
	Entry("lose a token", "accumulating 'git::https://s3cret@h/o/r//base?ref=v1': exit status 128", "accumulating 'git::https://h/o/r//base': exit status 128"),
	Entry("lose user and password, of which the latter has an @", "https://u:s3@cret@h/o", "https://h/o"),
	Entry("are hidden where a password has a question mark", "https://u:s3?cret@h/o", "https://…"),
	Entry("are hidden where a query may be a password", "https://h?mail=a@b&sig=s3cret", "https://…"),
	Entry("are hidden where a password has a slash, which cannot be parsed", `parse "https://u:s3/cret@h/o": invalid port`, `parse "https://…": invalid port`),
	Entry("keep a user of ssh", "unable to clone 'ssh://git@h:22/o/r.git': refused", "unable to clone 'ssh://git@h:22/o/r.git': refused"),
	Entry("keep an @ of the path", "https://h:443/v2/x@sha256:0a: not found", "https://h:443/v2/x@sha256:0a: not found"),
	Entry("keep host and port, whatever follows", "https://h:443: refused, https://[::1]:443, http://[::1]/x, https://h.", "https://h:443: refused, https://[::1]:443, http://[::1]/x, https://h."),
	Entry("keep what has no URL", "is it so? yes, a@b", "is it so? yes, a@b"),
)
