// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package documents_test

import (
	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"

	"github.com/shoot-flux/gardener-extension-shoot-flux/test/landscape/documents"
)

var _ = Describe("Compare", func() {
	DescribeTable("accepts",
		func(shown, output string) { Expect(documents.Compare(shown, output)).To(Succeed()) },
		Entry("the same output", "one\ntwo\n", "one\ntwo\n"),
		Entry("some lines of the output", "two\n", "one\ntwo\nthree\n"),
		Entry("omitted lines", "a … d\n…\n", "a b c d\n"),
		Entry("other white space", "NAME  AGE\n", "NAME         AGE\n"),
		Entry("another age", "my-shoot  Ready  26h\n", "my-shoot Ready 5s\n"),
		Entry("an age of two units", "a  3h10m  b\n", "a  42s  b\n"),
		Entry("another digest", "main@sha1:4f1d2c3\n", "main@sha1:0123456789012345678901234567890123456789\n"),
		Entry("another key", "ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIOMqqnkVzrm0SdG6UOoqKLsabgH5C9okWi0dh2l9GKJl x\n",
			"ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIKbTkkVzrm0SdG6UOoqKLsabgH5C9okWi0dh2l9GKJl x\n"),
		Entry("another fingerprint", "SHA256:Vt1rMsNVfJh5IfCSZ8zDQDHgyFqmVyXiqlk1yCqPBeU\n", "SHA256:At1rMsNVfJh5IfCSZ8zDQDHgyFqmVyXiqlk1yCqPBeU\n"),
		Entry("another version of Flux", "flux-system v2.9.3 1s\n", "flux-system v2.10.0 1s\n"),
		Entry("another pod", "pod/helm-controller-7d846df99-48p2k 1/1\n", "pod/helm-controller-5d765769b5-j4sfn 1/1\n"),
		Entry("a pod that was restarted", "source-controller 1/1 Running 0 3m\n", "source-controller   1/1   Running   5 (61s ago)   14m\n"),
		Entry("another time", "since 2026-11-21T12:00:00Z\n", "since 2026-11-22T13:01:07Z\n"),
	)

	DescribeTable("reports the line that does not match:",
		func(shown, output, message string) {
			Expect(documents.Compare(shown, output)).To(MatchError(ContainSubstring(message)))
		},
		Entry("another line", "one\n", "two\n", `no line like "one"`),
		Entry("a part of a line without an ellipsis", "one\n", "one two\n", `no line like "one"`),
		Entry("text that looks like a pattern", "a.c\n", "abc\n", `no line like "a.c"`),
		Entry("words that are not a pod name", "gardener-extension-shoot-flux\n", "gardener-somewhere-other-flux\n", "gardener-extension-shoot-flux"),
		Entry("another state", "my-shoot Ready 26h\n", "my-shoot Failed 5s\n", "my-shoot Ready <age>"),
	)
})

var _ = Describe("Substitutions", func() {
	substitutions := documents.Substitutions{
		{Written: "ssh-keyscan git.example.com", Real: "ssh-keyscan -p 2222 127.0.0.1"},
		{Written: "https://git.example.com/", Real: "http://127.0.0.1:8080/"},
		{Written: "git.example.com", Real: "127.0.0.1:2222"},
	}

	It("use the first match in both directions", func() {
		written := "ssh-keyscan git.example.com; git clone https://git.example.com/a ssh://git@git.example.com/b"
		run := substitutions.Apply(written)
		Expect(run).To(Equal("ssh-keyscan -p 2222 127.0.0.1; git clone http://127.0.0.1:8080/a ssh://git@127.0.0.1:2222/b"))
		Expect(substitutions.Undo(run)).To(Equal(written))
	})
})
