// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package test

import (
	"crypto/ed25519"
	"crypto/rand"
	"crypto/sha256"
	"crypto/x509"
	"encoding/pem"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"
	"golang.org/x/crypto/ssh"
)

// fakeKubectl records its calls, with the files of which it makes a Secret, and fails in the call whose number is in FAIL.
const fakeKubectl = `#!/usr/bin/env bash
call="$*"
case "$call" in *--from-file=*) call="${call%--from-file=*}$(cd "${call##*--from-file=}" && sha256sum * | cut -c 1-4,65- | tr -s "\n" " ")" ;; esac
echo "$call" >>"$STATE/calls"
[[ $(wc -l <"$STATE/calls") -ne $FAIL ]] || exit 1
case "$*" in
*'"identity.pub"'*) base64 <"$STATE/identity.pub" ;;
*'"identity"'*) base64 <"$STATE/identity" ;;
*'"password"'*) base64 <"$STATE/password" ;;
*api-resources*) echo gitrepositories.source.toolkit.fluxcd.io ;;
*"-o name"*) echo gitrepository.source.toolkit.fluxcd.io/flux-system ;;
esac
`

// deployKeyData is the Secret of a source in a shoot, with a key in one of the formats that Flux reads.
type deployKeyData struct{ identity, public, password string }

func newDeployKeyData(format, password string) deployKeyData {
	GinkgoHelper()
	public, private, err := ed25519.GenerateKey(rand.Reader)
	Expect(err).NotTo(HaveOccurred())
	var block *pem.Block
	switch {
	case format == "PKCS#8":
		der, err := x509.MarshalPKCS8PrivateKey(private)
		Expect(err).NotTo(HaveOccurred())
		block = &pem.Block{Type: "PRIVATE KEY", Bytes: der}
	case password != "":
		block, err = ssh.MarshalPrivateKeyWithPassphrase(private, "", []byte(password))
	default:
		block, err = ssh.MarshalPrivateKey(private, "")
	}
	Expect(err).NotTo(HaveOccurred())
	signer, err := ssh.NewPublicKey(public)
	Expect(err).NotTo(HaveOccurred())
	return deployKeyData{string(pem.EncodeToMemory(block)), strings.TrimSpace(string(ssh.MarshalAuthorizedKey(signer))), password}
}

var _ = Describe("The recipes of recovery.md", func() {
	page, err := os.ReadFile("../docs/operations/recovery.md")
	if err != nil {
		panic(err)
	}
	var recipes []string
	for _, block := range regexp.MustCompile("(?s)\n```sh\n(.*?)```").FindAllStringSubmatch(string(page), -1) {
		recipes = append(recipes, block[1])
	}

	BeforeEach(func() {
		if _, err := exec.LookPath("ssh-keygen"); err != nil {
			Skip("ssh-keygen: " + err.Error())
		}
	})

	// paste runs the recipe in an interactive shell, which does not stop at an error by itself, and returns the calls of
	// kubectl and the files that are left. The call with the given number fails.
	paste := func(ctx SpecContext, recipe string, key deployKeyData, fail int) (calls, left []string) {
		GinkgoHelper()
		state, work := GinkgoT().TempDir(), GinkgoT().TempDir()
		for name, content := range map[string]string{"kubectl": fakeKubectl, "identity": key.identity, "identity.pub": key.public, "password": key.password} {
			Expect(os.WriteFile(filepath.Join(state, name), []byte(content), 0o700)).To(Succeed())
		}
		shell := exec.CommandContext(ctx, "bash", "-c", recipe+"\ntrue")
		shell.Dir = work
		shell.Env = append(os.Environ(), "PATH="+state+":"+os.Getenv("PATH"), "STATE="+state, "TMPDIR="+work, fmt.Sprintf("FAIL=%d", fail))
		output, err := shell.CombinedOutput()
		Expect(err).NotTo(HaveOccurred(), "%s", output)
		recorded, err := os.ReadFile(filepath.Join(state, "calls"))
		Expect(err).NotTo(HaveOccurred())
		files, err := filepath.Glob(filepath.Join(work, "*"))
		Expect(err).NotTo(HaveOccurred())
		lines := strings.Split(strings.TrimSpace(string(recorded)), "\n")
		for i, line := range lines {
			lines[i] = strings.TrimSpace(line)
		}
		return lines, files
	}

	It("stop at the first error", func(ctx SpecContext) {
		Expect(recipes).To(HaveLen(8))
		key := newDeployKeyData("OpenSSH", "")
		for _, recipe := range recipes {
			all, _ := paste(ctx, recipe, key, 0)
			for i, call := range all {
				if strings.Contains(call, "wait --for=delete") {
					continue // The recipe goes on if the namespace is created again at once.
				}
				calls, left := paste(ctx, recipe, key, i+1)
				Expect(calls).To(Equal(all[:i+1]), "%s", recipe)
				Expect(left).To(BeEmpty(), "a private key is left")
			}
		}
	})

	It("keep the Secret in the garden if the one in the shoot has no private key", func(ctx SpecContext) {
		key := newDeployKeyData("OpenSSH", "")
		key.identity = ""
		i := slices.IndexFunc(recipes, func(recipe string) bool { return strings.Contains(recipe, "create secret generic flux-source") })
		calls, left := paste(ctx, recipes[i], key, 0)
		Expect(calls).To(HaveEach(ContainSubstring("get secret flux-system")))
		Expect(left).To(BeEmpty())
	})

	DescribeTable("restore a deploy key with its public key and both annotations",
		func(ctx SpecContext, format, password string) {
			key := newDeployKeyData(format, password)
			i := slices.IndexFunc(recipes, func(recipe string) bool { return strings.Contains(recipe, "create secret generic flux-source") })
			Expect(i).To(BeNumerically(">=", 0))
			calls, left := paste(ctx, recipes[i], key, 0)
			Expect(left).To(BeEmpty(), "a private key is left")
			public, _, _, _, err := ssh.ParseAuthorizedKey([]byte(key.public))
			Expect(err).NotTo(HaveOccurred())
			file := func(name, content string) string {
				return fmt.Sprintf("%x", sha256.Sum256([]byte(content)))[:4] + "  " + name
			}
			files := []string{file("identity", key.identity), file("identity.pub", key.public)}
			if password != "" {
				files = append(files, file("password", password))
			}
			Expect(calls).To(HaveExactElements(
				ContainSubstring("get secret flux-system"),
				ContainSubstring("get secret flux-system"),
				ContainSubstring("get secret flux-system"),
				"-n garden-my-project delete secret flux-source --ignore-not-found",
				"-n garden-my-project create secret generic flux-source "+strings.ReplaceAll(strings.Join(files, " "), "  ", " "),
				"-n garden-my-project annotate secret flux-source flux.extensions.gardener.cloud/public-key="+key.public+
					" flux.extensions.gardener.cloud/fingerprint="+ssh.FingerprintSHA256(public),
			))
		},
		Entry("in OpenSSH's format, as the extension generates them", "OpenSSH", ""),
		Entry("in PKCS#8, as earlier versions generated them", "PKCS#8", ""),
		Entry("of a user's own, with a passphrase", "OpenSSH", "secret"),
	)
})
