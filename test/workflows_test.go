// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package test

import (
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"
	yaml "go.yaml.in/yaml/v3"
)

// workflow is the part of a GitHub workflow that is tested.
type workflow struct {
	On          yaml.Node          `yaml:"on"`
	Permissions map[string]string  `yaml:"permissions"`
	Concurrency map[string]string  `yaml:"concurrency"`
	Jobs        map[string]flowJob `yaml:"jobs"`
}

type flowJob struct {
	Permissions map[string]string `yaml:"permissions"`
	Timeout     int               `yaml:"timeout-minutes"`
	Needs       string            `yaml:"needs"`
	Strategy    struct {
		Matrix struct {
			Target []string `yaml:"target"`
		} `yaml:"matrix"`
	} `yaml:"strategy"`
	Steps []flowStep `yaml:"steps"`
}

type flowStep struct {
	Uses yaml.Node         `yaml:"uses"`
	Run  string            `yaml:"run"`
	With map[string]string `yaml:"with"`
}

var _ = Describe("Workflows", func() {
	var (
		pinned   = regexp.MustCompile(`^[\w.-]+/[\w./-]+@[0-9a-f]{40}$`)
		versions = regexp.MustCompile(`^# v\d+\.\d+\.\d+$`)
		making   = regexp.MustCompile(`\bmake (\S+)`)
	)

	workflows := func() map[string]workflow {
		GinkgoHelper()
		files, err := filepath.Glob(filepath.Join(root, ".github", "workflows", "*"))
		Expect(err).NotTo(HaveOccurred())
		all := map[string]workflow{}
		for _, file := range files {
			content, err := os.ReadFile(file)
			Expect(err).NotTo(HaveOccurred())
			var parsed workflow
			Expect(yaml.Unmarshal(content, &parsed)).To(Succeed(), file)
			all[filepath.Base(file)] = parsed
		}
		return all
	}

	// made returns the targets that the workflows make, including those of a matrix.
	made := func() []string {
		var targets []string
		for _, w := range workflows() {
			for _, job := range w.Jobs {
				for _, step := range job.Steps {
					run := strings.ReplaceAll(step.Run, "${{ matrix.target }}", "MATRIX")
					for _, match := range making.FindAllStringSubmatch(run, -1) {
						if match[1] == "MATRIX" {
							targets = append(targets, job.Strategy.Matrix.Target...)
							continue
						}
						targets = append(targets, match[1])
					}
				}
			}
		}
		return targets
	}

	It("consist of verification, tests, long tests, scans and releases", func() {
		Expect(workflows()).To(And(HaveLen(5), HaveKey("verify.yaml"), HaveKey("test.yaml"), HaveKey("long.yaml"), HaveKey("security.yaml"), HaveKey("release.yaml")))
		var scans []string
		for _, job := range workflows()["security.yaml"].Jobs {
			for _, step := range job.Steps {
				scans = append(scans, step.Run+step.Uses.Value)
			}
		}
		Expect(scans).To(ContainElements(HavePrefix("github/codeql-action/analyze@"), HavePrefix("go run golang.org/x/vuln/cmd/govulncheck@v")))
	})

	It("run every kind of test", func() {
		makefile, err := os.ReadFile(filepath.Join(root, "Makefile"))
		Expect(err).NotTo(HaveOccurred())
		var kinds []string
		for _, match := range regexp.MustCompile(`(?m)^(test-[a-z-]+):`).FindAllSubmatch(makefile, -1) {
			kinds = append(kinds, string(match[1]))
		}
		Expect(len(kinds)).To(BeNumerically(">", 8))
		targets := made()
		for _, recipe := range regexp.MustCompile(`(?m)^([a-z0-9-]+):.*\n(?:\t.*\n)+`).FindAllSubmatch(makefile, -1) {
			if slices.Contains(targets, string(recipe[1])) {
				for _, called := range regexp.MustCompile(`\$\(call timed,(test-[a-z-]+)\)`).FindAllSubmatch(recipe[0], -1) {
					targets = append(targets, string(called[1]))
				}
			}
		}
		Expect(targets).To(ContainElements(kinds))
	})

	It("release only commits whose workflows have succeeded", func() {
		all := workflows()
		var released strings.Builder
		for _, step := range all["release.yaml"].Jobs["build"].Steps {
			released.WriteString(step.Run)
		}
		Expect(released.String()).To(ContainSubstring("for workflow in verify.yaml test.yaml; do"))
	})

	It("sign a release in a job that builds nothing of it, and build it in one that cannot sign", func() {
		jobs := workflows()["release.yaml"].Jobs
		Expect(jobs).To(And(HaveLen(2), HaveKey("build"), HaveKey("sign")))
		Expect(jobs["build"].Permissions).NotTo(Or(HaveKey("id-token"), HaveKey("attestations")))
		Expect(jobs["sign"].Needs).To(Equal("build"))
		var targets []string
		for _, step := range jobs["sign"].Steps {
			for _, match := range making.FindAllStringSubmatch(step.Run, -1) {
				targets = append(targets, match[1])
			}
		}
		Expect(targets).To(Equal([]string{"sign"}))
		for _, step := range jobs["build"].Steps {
			Expect(step.Uses.Value).NotTo(ContainSubstring("attest"))
			Expect(step.Run).NotTo(ContainSubstring("make sign"))
		}
	})

	It("pin every action by commit, with the same version comment everywhere", func() {
		pins := map[string]string{}
		for name, w := range workflows() {
			for _, job := range w.Jobs {
				for _, step := range job.Steps {
					if step.Uses.Value == "" {
						continue
					}
					Expect(step.Uses.Value).To(MatchRegexp(pinned.String()), name)
					Expect(step.Uses.LineComment).To(MatchRegexp(versions.String()), "%s: %s", name, step.Uses.Value)
					action, commit, _ := strings.Cut(step.Uses.Value, "@")
					pin := commit + " " + step.Uses.LineComment
					Expect(pins).To(Or(Not(HaveKey(action)), HaveKeyWithValue(action, pin)), "%s: %s", name, action)
					pins[action] = pin
				}
			}
		}
		Expect(pins).NotTo(BeEmpty())
	})

	It("set permissions for each job only", func() {
		for name, w := range workflows() {
			Expect(w.Permissions).To(BeEmpty(), name)
			Expect(w.Permissions).NotTo(BeNil(), "%s: without permissions, the repository's default holds", name)
			Expect(w.Concurrency).To(HaveKey("group"), name)
			Expect(w.Jobs).NotTo(BeEmpty(), name)
			checkouts := 0
			for job, j := range w.Jobs {
				Expect(j.Permissions).NotTo(BeEmpty(), "%s: job %s", name, job)
				Expect(j.Timeout).To(BeNumerically(">", 0), "%s: job %s", name, job)
				if name != "release.yaml" {
					expected := map[string]string{"contents": "read"}
					if job == "codeql" {
						expected["security-events"] = "write"
					}
					Expect(j.Permissions).To(Equal(expected), "%s: job %s", name, job)
				}
				for _, step := range j.Steps {
					if strings.HasPrefix(step.Uses.Value, "actions/checkout@") {
						Expect(step.With).To(HaveKeyWithValue("persist-credentials", "false"), "%s: job %s: the token would be readable by the steps", name, job)
						checkouts++
					}
				}
			}
			Expect(checkouts).To(BeNumerically(">", 0), name)
		}
	})

	It("do not run code of pull requests with the permissions of the repository", func() {
		for name, w := range workflows() {
			var events []string
			for _, event := range w.On.Content {
				events = append(events, event.Value)
			}
			Expect(events).NotTo(BeEmpty(), name)
			Expect(events).NotTo(ContainElement(BeElementOf("pull_request_target", "workflow_run", "issue_comment")), name)
			for job, j := range w.Jobs {
				Expect(j.Steps).NotTo(BeEmpty(), "%s: job %s", name, job)
				for _, step := range j.Steps {
					scripted := strings.ReplaceAll(step.Run, "${{ matrix.", "")
					Expect(scripted).NotTo(ContainSubstring("${{"), "%s: job %s: a value in a script is executed; set it by env", name, job)
				}
			}
		}
	})

	It("call only existing targets of the Makefile", func() {
		makefile, err := os.ReadFile(filepath.Join(root, "Makefile"))
		Expect(err).NotTo(HaveOccurred())
		targets := made()
		Expect(targets).NotTo(BeEmpty())
		for _, target := range targets {
			Expect(string(makefile)).To(MatchRegexp(`(?m)^%s:`, regexp.QuoteMeta(target)))
		}
	})

	It("call all targets of .ci/run and make test", func() {
		script, err := os.ReadFile(filepath.Join(root, ".ci", "run"))
		Expect(err).NotTo(HaveOccurred())
		makefile, err := os.ReadFile(filepath.Join(root, "Makefile"))
		Expect(err).NotTo(HaveOccurred())
		// make test only calls other targets.
		parts := regexp.MustCompile(`(?m)^test: .*\n((?:\t.*\n)+)`).FindSubmatch(makefile)
		Expect(parts).NotTo(BeNil())
		var wanted []string
		for _, match := range regexp.MustCompile(`call timed,(\S+)\)`).FindAllSubmatch(parts[1], -1) {
			wanted = append(wanted, string(match[1]))
		}
		Expect(wanted).NotTo(BeEmpty())
		run := regexp.MustCompile(`(?m)^ *make (\S+)$`).FindAllSubmatch(script, -1)
		Expect(run).NotTo(BeEmpty())
		for _, match := range run {
			if target := string(match[1]); target != "test" {
				wanted = append(wanted, target)
			}
		}
		Expect(made()).To(ContainElements(wanted))
	})
})
