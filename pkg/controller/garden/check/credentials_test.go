// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package check

import (
	"fmt"
	"net/http"
	"strings"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"
	corev1 "k8s.io/api/core/v1"
)

var _ = Describe("Secret flux-checks", func() {
	const host = "host: metrics.example.com\n"

	DescribeTable("has the credential of a host",
		func(document, authorization string) {
			found, problem := find(&corev1.Secret{Data: map[string][]byte{"metrics": []byte(document)}}, "Metrics.example.com.", 443)
			Expect(problem).To(BeEmpty())
			Expect(found.authorization).To(Equal(authorization))
			Expect(fmt.Sprintf("%v %+v %#v", &found, &found, &found)).NotTo(ContainSubstring("secret"), "what is printed is the key")
		},
		Entry("a token, with the line break of an editor", host+"token: |\n  secret\n", "Bearer secret"),
		Entry("a token in JSON", `{"host":"metrics.example.com:443","token":"secret"}`, "Bearer secret"),
		Entry("a username and a password with a colon", host+"username: demo\npassword: 'a:b'", "Basic ZGVtbzphOmI="),
		Entry("for another host", "host: example.com\ntoken: secret", ""),
		Entry("for a subdomain", "host: a.metrics.example.com\ntoken: secret", ""),
		Entry("for another port", "host: metrics.example.com:8443\ntoken: secret", ""),
	)

	DescribeTable("with a mistake is refused, by the name of the key and without its content",
		func(ctx SpecContext, data map[string]string, note string) {
			s := start(func(http.ResponseWriter, *http.Request) { Fail("it was asked") })
			for key, content := range data {
				s.withKey(key, content)
			}
			Expect(s.ask(ctx, s.http("/", "body == 1"))).To(Equal(Answer{Note: note}))
		},
		Entry("two keys for one host, of which either could be meant", map[string]string{"a": host + "token: secret", "b": "host: METRICS.example.com:443\ntoken: secret"},
			"the keys a and b of Secret flux-checks are for the same host; remove one"),
		Entry("a text that is no document", map[string]string{"a": "secret"}, "key a of Secret flux-checks must have the fields host, and token, or username and password, or caCert, as texts, and no others"),
		Entry("an unknown field", map[string]string{"a": host + "tokn: secret"}, "key a of Secret flux-checks must have the fields host, and token, or username and password, or caCert, as texts, and no others"),
		Entry("a number", map[string]string{"a": host + "token: 1"}, "key a of Secret flux-checks must have the fields host, and token, or username and password, or caCert, as texts, and no others"),
		Entry("a key twice", map[string]string{"a": host + "token: secret\ntoken: secret"}, "key a of Secret flux-checks cannot be read: has the key token twice near line 3; remove one"),
		Entry("no YAML", map[string]string{"a": host + "token: 'secret"}, "key a of Secret flux-checks cannot be read: is not YAML near line 2: a quote is not closed"),
		Entry("an alias, which may expand to very much", map[string]string{"a": "host: &a secret\ntoken: *a"}, "key a of Secret flux-checks cannot be read: line 2 has an alias (*) or a merge key (<<), which are not supported; write the value out, or put it in quotes if it is text"),
		Entry("two documents, of which one would be ignored", map[string]string{"a": host + "token: secret\n---\n" + host}, "key a of Secret flux-checks cannot be read: holds several YAML documents, but only the first would be read; remove the line --- above line 3"),
		Entry("no host, so that it could be sent anywhere", map[string]string{"a": "token: secret"}, "key a of Secret flux-checks must have a host such as metrics.example.com or metrics.example.com:8443, without scheme and path"),
		Entry("a URL", map[string]string{"a": "host: https://metrics.example.com/\ntoken: secret"}, "key a of Secret flux-checks must have a host such as metrics.example.com or metrics.example.com:8443, without scheme and path"),
		Entry("a wildcard, with hosts that the project does not know", map[string]string{"a": "host: '*.metrics.example.com'\ntoken: secret"}, "key a of Secret flux-checks must have a host such as metrics.example.com or metrics.example.com:8443, without scheme and path"),
		Entry("no credential", map[string]string{"a": host}, "key a of Secret flux-checks has no credential; add token, username and password, or caCert"),
		Entry("a credential of null", map[string]string{"a": host + "token: null"}, "key a of Secret flux-checks has no credential; add token, username and password, or caCert"),
		Entry("two credentials", map[string]string{"a": host + "token: secret\nusername: u\npassword: p"}, "key a of Secret flux-checks has a token and a username or password; remove one of them"),
		Entry("a username alone", map[string]string{"a": host + "username: u"}, "key a of Secret flux-checks must have both username and password"),
		Entry("a username with a colon, which ends it", map[string]string{"a": host + "username: 'a:b'\npassword: secret"}, "key a of Secret flux-checks has a username with a colon, or a control character in username or password"),
		Entry("a token of two lines, of which the second would be a header", map[string]string{"a": host + "token: \"secret\\r\\nHost: x\""}, "key a of Secret flux-checks has a token with white space, control or other characters that a header cannot have"),
		Entry("a long token", map[string]string{"a": host + "token: " + strings.Repeat("x", 9000)}, "key a of Secret flux-checks has a credential of more than 8192 bytes"),
		Entry("no certificate", map[string]string{"a": host + "caCert: secret"}, "key a of Secret flux-checks has no certificate in caCert; store one in PEM format, or remove the field"),
		Entry("a document that is too large", map[string]string{"a": strings.Repeat("#", 300<<10)}, "Secret flux-checks has 307200 bytes, and must have at most 262144"),
		Entry("too many keys", many(21), "Secret flux-checks has 21 keys, and must have at most 20"),
	)
})

func many(keys int) map[string]string {
	data := map[string]string{}
	for i := range keys {
		data[fmt.Sprint("key-", i)] = fmt.Sprintf("host: h%d.example.com\ntoken: secret", i)
	}
	return data
}
