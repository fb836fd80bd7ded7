// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package test

import (
	"regexp"
	"strings"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"
	yaml "go.yaml.in/yaml/v3"
)

// renovation is the part of Renovate's configuration that is tested.
type renovation struct {
	CustomManagers []struct {
		Files      []string `yaml:"managerFilePatterns"`
		Strings    []string `yaml:"matchStrings"`
		Datasource string   `yaml:"datasourceTemplate"`
	} `yaml:"customManagers"`
	PackageRules []struct {
		Names              []string `yaml:"matchDepNames"`
		UpdateTypes        []string `yaml:"matchUpdateTypes"`
		SeparateMinorPatch bool     `yaml:"separateMinorPatch"`
		Tasks              struct {
			Commands []string `yaml:"commands"`
		} `yaml:"postUpgradeTasks"`
	} `yaml:"packageRules"`
}

var _ = Describe("Renovate", func() {
	var parsed renovation

	BeforeEach(func() {
		// Without its comments, this JSON5 is YAML too.
		content := regexp.MustCompile(`(?m)^\s*//.*$`).ReplaceAllString(readRoot("renovate.json5"), "")
		parsed = renovation{}
		Expect(yaml.Unmarshal([]byte(content), &parsed)).To(Succeed())
	})

	It("finds a version in each file of a custom manager", func() {
		var found []string
		for _, manager := range parsed.CustomManagers {
			Expect(manager.Files).NotTo(BeEmpty())
			Expect(manager.Strings).NotTo(BeEmpty())
			for _, pattern := range manager.Files {
				file := strings.NewReplacer("/^", "", "$/", "", `\`, "").Replace(pattern)
				content := readRoot(file)
				Expect(file).To(MatchRegexp(strings.Trim(pattern, "/")))
				for _, wanted := range manager.Strings {
					Expect(content).To(MatchRegexp(wanted), file)
				}
				found = append(found, file+": "+manager.Datasource)
			}
		}
		Expect(found).To(ConsistOf(
			"hack/distributions/versions: go", // the patches of a minor
			"hack/distributions/versions: go", // newer minors
			"hack/distributions/modules.sum: go",
			"Makefile: go", // cosign
			"Makefile: go", // krew
			"hack/axe: npm",
			".ko.yaml: docker",
		))
	})

	It("finds patches of a Flux version and newer minors", func() {
		var separate bool
		for _, rule := range parsed.PackageRules {
			if len(rule.Names) == 1 && rule.Names[0] == "flux" && len(rule.UpdateTypes) == 0 {
				separate = separate || rule.SeparateMinorPatch
			}
		}
		Expect(separate).To(BeTrue(), "the newest minor would hide the patches of the others")
	})

	It("runs the commands for a new version, which its configuration allows", func() {
		allowed := regexp.MustCompile(`allowedCommands: \["(.+)", "(.+)"\]`).FindStringSubmatch(readRoot("renovate.json5"))
		Expect(allowed).NotTo(BeNil())
		var commands []string
		for _, rule := range parsed.PackageRules {
			for _, command := range rule.Tasks.Commands {
				rendered := regexp.MustCompile(`\{\{\{\w+\}\}\}`).ReplaceAllString(command, "v1.2.3")
				Expect(rendered).To(Or(MatchRegexp(allowed[1]), MatchRegexp(allowed[2])))
				commands = append(commands, rendered)
			}
		}
		Expect(commands).To(ConsistOf("hack/bump-flux --quick replace v1.2.3 v1.2.3", "hack/bump-flux --quick add v1.2.3", "hack/bump-flux copies v1.2.3", "make generate", "make generate"))
	})
})
