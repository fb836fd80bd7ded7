// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package test

import (
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"
	yaml "go.yaml.in/yaml/v3"
)

// ownScripts are the additional scripts of a project beside example/ci.
var ownScripts = []string{"test.sh"}

var _ = Describe("Pipelines of example/ci", func() {
	directory := filepath.Join(root, "example", "ci")
	called := regexp.MustCompile(`\bci/([a-z-]+\.sh)`)

	scripts := func() map[string]string {
		GinkgoHelper()
		files, err := filepath.Glob(filepath.Join(directory, "*.sh"))
		Expect(err).NotTo(HaveOccurred())
		all := map[string]string{}
		for _, file := range files {
			content, err := os.ReadFile(file)
			Expect(err).NotTo(HaveOccurred())
			all[filepath.Base(file)] = string(content)
		}
		return all
	}

	It("have bash scripts that are executable and stop at the first failure", func(ctx SpecContext) {
		Expect(scripts()).To(HaveLen(7))
		Expect(scripts()["settings.sh"]).To(ContainSubstring("\nset -euo pipefail\n"))
		for name, content := range scripts() {
			output, err := exec.CommandContext(ctx, "bash", "-n", filepath.Join(directory, name)).CombinedOutput()
			Expect(err).NotTo(HaveOccurred(), "%s: %s", name, output)
			if name == "settings.sh" {
				continue
			}
			Expect(content).To(And(HavePrefix("#!/usr/bin/env bash\n"), ContainSubstring("/settings.sh\"\n")), name)
			info, err := os.Stat(filepath.Join(directory, name))
			Expect(err).NotTo(HaveOccurred())
			Expect(info.Mode().Perm()&0o111).NotTo(BeZero(), name)
		}
	})

	It("call existing scripts for each pull request and on a schedule, and always delete the Shoot", func() {
		there := scripts()
		for _, file := range []string{"github-actions.yaml", "gitlab-ci.yaml"} {
			content, err := os.ReadFile(filepath.Join(directory, file))
			Expect(err).NotTo(HaveOccurred())
			var parsed map[string]any
			Expect(yaml.Unmarshal(content, &parsed)).To(Succeed(), file)

			var order []string
			for _, call := range called.FindAllStringSubmatch(string(content), -1) {
				order = append(order, call[1])
				Expect(append(keys(there), ownScripts...)).To(ContainElement(call[1]), file)
			}
			Expect(order).To(Equal([]string{"create.sh", "wait.sh", "credentials.sh", "test.sh", "delete.sh", "delete-expired.sh"}), file)
			for _, variable := range []string{"PROJECT", "REPOSITORY", "NUMBER", "BRANCH", "COMMIT", "RUN"} {
				Expect(string(content)).To(MatchRegexp(`(?m)^ +SHOOT_`+variable+`: \S`), file)
				Expect(there["settings.sh"]).To(ContainSubstring("#   SHOOT_" + variable + " "))
			}
		}
		github, err := os.ReadFile(filepath.Join(directory, "github-actions.yaml"))
		Expect(err).NotTo(HaveOccurred())
		var parsed workflow
		Expect(yaml.Unmarshal(github, &parsed)).To(Succeed())
		Expect(parsed.Permissions).To(Equal(map[string]string{"contents": "read"}))
		Expect(parsed.Jobs).To(HaveLen(2))
		Expect(string(github)).To(ContainSubstring("- if: always()\n      run: ci/delete.sh\n"))
		for _, step := range parsed.Jobs["test"].Steps {
			Expect(step.Run).NotTo(ContainSubstring("${{"), "what others write into a pull request is no part of a script")
		}
	})

	It("post the plan of a pull request as a comment, and fail with its exit code", func() {
		for file, contents := range map[string][]string{
			"plan-github-actions.yaml": {"fetch-depth: 0", "persist-credentials: false", "--from HEAD^1 --to HEAD -o markdown", "gh pr comment", `exit "$CODE"`},
			"plan-gitlab-ci.yaml":      {"GIT_DEPTH: 0", `--from "$CI_MERGE_REQUEST_DIFF_BASE_SHA" --to HEAD -o markdown`, "--data-urlencode body@plan.md", `exit "$code"`},
		} {
			content, err := os.ReadFile(filepath.Join(directory, file))
			Expect(err).NotTo(HaveOccurred())
			var parsed map[string]any
			Expect(yaml.Unmarshal(content, &parsed)).To(Succeed(), file)
			for _, part := range append(contents, "kubectl shoot-flux plan ", "--fail-on 'removed>20%' --fail-on removed=Namespace,PersistentVolumeClaim,CustomResourceDefinition") {
				Expect(string(content)).To(ContainSubstring(part), file)
			}
			Expect(string(content)).NotTo(ContainSubstring("--allow-remote-bases"), "%s: the commit is a stranger's", file)
		}
		github, err := os.ReadFile(filepath.Join(directory, "plan-github-actions.yaml"))
		Expect(err).NotTo(HaveOccurred())
		var parsed workflow
		Expect(yaml.Unmarshal(github, &parsed)).To(Succeed())
		Expect(parsed.Permissions).To(Equal(map[string]string{"contents": "read", "pull-requests": "write"}))
		for _, step := range parsed.Jobs["plan"].Steps {
			Expect(step.Run).NotTo(ContainSubstring("${{"), "what others write into a pull request is no part of a script")
		}
	})

	DescribeTable("do not create a Shoot from invalid settings", func(ctx SpecContext, setting, message string) {
		command := exec.CommandContext(ctx, filepath.Join(root, "example", "ci", "create.sh"))
		// Without a kubeconfig, and without kubectl in the PATH, the script must refuse the setting before its first
		// request.
		command.Env = []string{"PATH=/usr/bin:/bin", "KUBECONFIG=/dev/null", "SHOOT_PROJECT=my-project", "SHOOT_REPOSITORY=my-org/my-fleet", "SHOOT_NUMBER=7", "SHOOT_RUN=1",
			"SHOOT_BRANCH=feature", "SHOOT_COMMIT=" + strings.Repeat("a", 40), setting}
		output, err := command.CombinedOutput()
		Expect(err).To(HaveOccurred())
		Expect(string(output)).To(HavePrefix("create.sh: "))
		Expect(string(output)).To(ContainSubstring(message))
	},
		Entry("project in another namespace", "SHOOT_PROJECT=../garden", "SHOOT_PROJECT is '../garden', and must match"),
		Entry("missing project", "SHOOT_PROJECT=", "SHOOT_PROJECT is '', and must match"),
		Entry("name that is too long", "SHOOT_NUMBER=123456789", "have 22 characters, and Gardener allows 21: shorten SHOOT_PREFIX"),
		Entry("prefix with a hyphen", "SHOOT_PREFIX=my-pr", "SHOOT_PREFIX is 'my-pr', and must be lower-case letters and digits"),
		Entry("number with a suffix", "SHOOT_NUMBER=7\",\"x\":\"y", "SHOOT_NUMBER is"),
		Entry("branch with a quote", `SHOOT_BRANCH=x","url":"https://evil.example.com`, "SHOOT_BRANCH is"),
		Entry("branch that looks like an option", "SHOOT_BRANCH=--x", "SHOOT_BRANCH is"),
		Entry("commit with several lines", "SHOOT_COMMIT="+strings.Repeat("a", 40)+"\n", "SHOOT_COMMIT is"),
		Entry("abbreviated commit", "SHOOT_COMMIT=abcdef0", "SHOOT_COMMIT is 'abcdef0', and must match [0-9a-f]{40}"),
		Entry("missing run", "SHOOT_RUN=", "SHOOT_RUN is"),
		Entry("lifetime of zero hours", "SHOOT_HOURS=0", "SHOOT_HOURS is '0', and must be a number from 1 to 99"),
	)
})

func keys(scripts map[string]string) []string {
	var names []string
	for name := range scripts {
		names = append(names, name)
	}
	return names
}
