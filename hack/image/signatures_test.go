// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package image

import (
	"context"
	"os"
	"os/exec"
	"path/filepath"
	"strings"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"
)

// expectSignatures signs a release with a key of its own and verifies image, charts and files. A release is signed with
// the identity of the workflow, which needs Sigstore's services.
func expectSignatures(ctx context.Context, release string) {
	GinkgoHelper()
	keys, others := keyPair(ctx), keyPair(ctx)
	execute(ctx, root(), []string{"COSIGN_PASSWORD="}, "make", "sign", "OUT="+release,
		"COSIGN_FLAGS=--key "+filepath.Join(keys, "cosign.key")+" --tlog-upload=false --use-signing-config=false")

	charts, err := os.ReadFile(filepath.Join(release, "charts.txt"))
	Expect(err).NotTo(HaveOccurred())
	images, err := os.ReadFile(filepath.Join(release, "images.txt"))
	Expect(err).NotTo(HaveOccurred())
	image, _, _ := strings.Cut(string(images), "\n")
	for _, reference := range append(strings.Fields(string(charts)), image) {
		Expect(verify(ctx, release, keys, "verify", reference)).To(Succeed())
		Expect(verify(ctx, release, others, "verify", reference)).NotTo(Succeed(), "with another key")
	}

	blob := []string{"verify-blob", "--bundle", "SHA256SUMS.sigstore.json", "SHA256SUMS"}
	Expect(verify(ctx, release, keys, blob...)).To(Succeed())
	Expect(verify(ctx, release, others, blob...)).NotTo(Succeed(), "with another key")
	sums := filepath.Join(release, "SHA256SUMS")
	content, err := os.ReadFile(sums)
	Expect(err).NotTo(HaveOccurred())
	Expect(os.WriteFile(sums, append(content, '\n'), 0o600)).To(Succeed())
	Expect(verify(ctx, release, keys, blob...)).NotTo(Succeed(), "of changed checksums")
}

// keyPair returns a directory with a new key, which has no password.
func keyPair(ctx context.Context) string {
	GinkgoHelper()
	directory := GinkgoT().TempDir()
	execute(ctx, directory, []string{"COSIGN_PASSWORD="}, os.Getenv("COSIGN"), "generate-key-pair")
	return directory
}

func verify(ctx context.Context, directory, keys string, arguments ...string) error {
	command := exec.CommandContext(ctx, os.Getenv("COSIGN"), append(arguments, "--key", filepath.Join(keys, "cosign.pub"), "--insecure-ignore-tlog")...)
	command.Dir, command.Stdout, command.Stderr = directory, GinkgoWriter, GinkgoWriter
	return command.Run()
}
