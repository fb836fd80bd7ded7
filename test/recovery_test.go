// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package test

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"
)

// fakeKubectl records its calls, and fails in the call whose number is in FAIL.
const fakeKubectl = `#!/usr/bin/env bash
echo "$*" >>"$STATE/calls"
[[ $(wc -l <"$STATE/calls") -ne $FAIL ]] || exit 1
case "$*" in
*data.identity\\.pub*) base64 <"$STATE/key.pub" ;;
*data.identity*) base64 <"$STATE/key" ;;
*api-resources*) echo gitrepositories.source.toolkit.fluxcd.io ;;
*"-o name"*) echo gitrepository.source.toolkit.fluxcd.io/flux-system ;;
esac
`

var _ = Describe("The recipes of recovery.md", func() {
	page, err := os.ReadFile("../docs/operations/recovery.md")
	if err != nil {
		panic(err)
	}
	var recipes []string
	for _, block := range regexp.MustCompile("(?s)\n```sh\n(.*?)```").FindAllStringSubmatch(string(page), -1) {
		recipes = append(recipes, block[1])
	}

	// paste runs the recipe in an interactive shell, which does not stop at an error by itself, and returns the calls of
	// kubectl and the files that are left. The call with the given number fails.
	paste := func(ctx SpecContext, recipe string, fail int) (calls, left []string) {
		GinkgoHelper()
		state, work := GinkgoT().TempDir(), GinkgoT().TempDir()
		Expect(os.WriteFile(filepath.Join(state, "kubectl"), []byte(fakeKubectl), 0o700)).To(Succeed())
		if output, err := exec.CommandContext(ctx, "ssh-keygen", "-q", "-t", "ed25519", "-N", "", "-C", "test", "-f", filepath.Join(state, "key")).CombinedOutput(); err != nil {
			Skip(fmt.Sprintf("ssh-keygen: %v: %s", err, output))
		}
		shell := exec.CommandContext(ctx, "bash", "-c", recipe+"\ntrue")
		shell.Dir = work
		shell.Env = append(os.Environ(), "PATH="+state+":"+os.Getenv("PATH"), "STATE="+state, fmt.Sprintf("FAIL=%d", fail))
		output, err := shell.CombinedOutput()
		Expect(err).NotTo(HaveOccurred(), "%s", output)
		recorded, err := os.ReadFile(filepath.Join(state, "calls"))
		Expect(err).NotTo(HaveOccurred())
		files, err := filepath.Glob(filepath.Join(work, "*"))
		Expect(err).NotTo(HaveOccurred())
		public, err := os.ReadFile(filepath.Join(state, "key.pub"))
		Expect(err).NotTo(HaveOccurred())
		text := strings.ReplaceAll(string(recorded), strings.TrimSpace(string(public)), "PUBLIC")
		return strings.Split(strings.TrimSpace(regexp.MustCompile(`SHA256:\S+`).ReplaceAllString(text, "FINGERPRINT")), "\n"), files
	}

	It("stop at the first error", func(ctx SpecContext) {
		Expect(recipes).To(HaveLen(4))
		for _, recipe := range recipes {
			all, _ := paste(ctx, recipe, 0)
			for i, call := range all {
				if strings.Contains(call, "wait --for=delete") {
					continue // The recipe goes on if the namespace is created again at once.
				}
				calls, left := paste(ctx, recipe, i+1)
				Expect(calls).To(Equal(all[:i+1]), "%s", recipe)
				Expect(left).To(BeEmpty(), "a private key is left")
			}
		}
	})

	It("restore a deploy key with its public key and both annotations", func(ctx SpecContext) {
		calls, left := paste(ctx, recipes[0], 0)
		Expect(left).To(BeEmpty(), "a private key is left")
		Expect(calls).To(HaveExactElements(
			ContainSubstring("get secret flux-system"),
			ContainSubstring("get secret flux-system"),
			"-n garden-my-project delete secret flux-source --ignore-not-found",
			"-n garden-my-project create secret generic flux-source --from-file=identity --from-file=identity.pub",
			"-n garden-my-project annotate secret flux-source flux.extensions.gardener.cloud/public-key=PUBLIC flux.extensions.gardener.cloud/fingerprint=FINGERPRINT",
		))
	})
})
