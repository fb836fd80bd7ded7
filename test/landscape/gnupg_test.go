// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package landscape

import (
	"os/exec"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"
)

var _ = Describe("GnuPG", func() {
	It("includes its libraries and its loader", func() {
		Expect(libraries(`	linux-vdso.so.1 (0x00007fe727141000)
	libz.so.1 => /lib/x86_64-linux-gnu/libz.so.1 (0x00007fe726fff000)
	libc.so.6 => /lib/x86_64-linux-gnu/libc.so.6 (0x00007fe726acc000)
	/lib64/ld-linux-x86-64.so.2 (0x00007fe727143000)
`)).To(HaveExactElements("/lib/x86_64-linux-gnu/libz.so.1", "/lib/x86_64-linux-gnu/libc.so.6", "/lib64/ld-linux-x86-64.so.2"))
	})

	It("has the path that containers use, if the host has it", func(ctx SpecContext) {
		files := gnupgFiles(ctx)
		if _, err := exec.LookPath("gpg"); err != nil {
			Expect(files).To(BeEmpty())
			return
		}
		Expect(files).To(And(HaveKey("/usr/bin/gpg"), HaveKey("/usr/bin/gpg-agent"), HaveKey(ContainSubstring("libgcrypt"))))
	})
})
