// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package rehearsal_test

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"
)

// signs signs a release like the workflow, but with a key of its own, and verifies checksums, image and charts. The
// signature of the checksums stays out of the files of the release, which are compared with those of other builds.
func (s *stage) signs(ctx SpecContext, r release) {
	GinkgoHelper()
	cosign, keys, files := os.Getenv("COSIGN"), s.path("keys", "any"), string(r.files)
	keys = filepath.Dir(keys)
	run := func(dir, program string, arguments ...string) error {
		command := exec.CommandContext(ctx, program, arguments...)
		command.Dir, command.Stdout, command.Stderr = dir, GinkgoWriter, GinkgoWriter
		command.Env = append(os.Environ(), "COSIGN_PASSWORD=")
		return command.Run()
	}
	Expect(run(keys, cosign, "generate-key-pair")).To(Succeed())
	checkout := filepath.Join(files, "..", "..")
	Expect(run(checkout, "make", "sign", "OUT="+files,
		"COSIGN_FLAGS=--key "+filepath.Join(keys, "cosign.key")+" --tlog-upload=false --use-signing-config=false")).To(Succeed())
	bundle := filepath.Join(keys, "SHA256SUMS.sigstore.json")
	Expect(os.Rename(filepath.Join(files, filepath.Base(bundle)), bundle)).To(Succeed())

	verify := func(arguments ...string) {
		GinkgoHelper()
		arguments = append(arguments, "--key", filepath.Join(keys, "cosign.pub"), "--insecure-ignore-tlog")
		Expect(run(files, cosign, arguments...)).To(Succeed())
	}
	verify("verify-blob", "--bundle", bundle, "SHA256SUMS")
	contents := r.contents()
	image, _, _ := strings.Cut(contents["images.txt"], "\n")
	for _, reference := range append(strings.Fields(contents["charts.txt"]), image) {
		verify("verify", reference)
	}
	Expect(run(files, cosign, "verify", s.base(), "--key", filepath.Join(keys, "cosign.pub"), "--insecure-ignore-tlog")).NotTo(Succeed(), "an image that is not signed")
	s.say("image, charts and checksums of %s are signed and verified", r.version)
}
