// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package test

import (
	"fmt"
	"path/filepath"
	"regexp"
	"strings"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"
	"github.com/santhosh-tekuri/jsonschema/v6"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"sigs.k8s.io/yaml"
)

var _ = Describe("docs/operations/limits.md", func() {
	It("tells for each limit which setting changes it, and names existing settings", func() {
		schema := map[string]any{}
		Expect(yaml.Unmarshal([]byte(readRoot("charts/gardener-extension-shoot-flux/values.schema.json")), &schema)).To(Succeed())
		rows, settings := 0, 0
		// The table of the last section has no limits.
		limits, _, found := strings.Cut(readRoot("docs/operations/limits.md"), "\n## What an idle Shoot costs\n")
		Expect(found).To(BeTrue())
		for line := range strings.Lines(limits) {
			line = strings.TrimSpace(line)
			if !strings.HasPrefix(line, "| ") || strings.HasPrefix(line, "| what |") || strings.HasPrefix(line, "| --- |") {
				continue
			}
			cells := strings.Split(line, " | ")
			Expect(cells).To(HaveLen(4), line)
			if rows++; cells[3] == "no |" {
				continue
			}
			setting := regexp.MustCompile("^`([a-zA-Z.]+)`").FindStringSubmatch(cells[3])
			Expect(setting).NotTo(BeNil(), line)
			path := strings.Split("properties."+strings.ReplaceAll(setting[1], ".", ".properties."), ".")
			_, found, err := unstructured.NestedFieldNoCopy(schema, path...)
			Expect(err).NotTo(HaveOccurred())
			Expect(found).To(BeTrue(), "the chart has no value %s", setting[1])
			settings++
		}
		Expect(rows).To(BeNumerically(">", 30))
		Expect(settings).To(BeNumerically(">", 3))
	})
})

var _ = Describe("docs/operations/configuration.md", func() {
	It("names the chart's defaults of all settings", func() {
		var values map[string]any
		Expect(yaml.Unmarshal([]byte(readRoot("charts/gardener-extension-shoot-flux/values.yaml")), &values)).To(Succeed())
		page := readRoot("docs/operations/configuration.md")
		_, table, found := strings.Cut(page, "\n| value | default | change it when |\n")
		Expect(found).To(BeTrue())
		table, _, _ = strings.Cut(table, "\n\n")
		rows := regexp.MustCompile("(?m)^\\| (`[^|]+`) \\| ([^|]+) \\|").FindAllStringSubmatch(table, -1)
		Expect(len(rows)).To(BeNumerically(">", 5))
		for _, cells := range rows {
			var defaults []string
			for name := range strings.SplitSeq(cells[1], ", ") {
				value, found, err := unstructured.NestedFieldNoCopy(values, strings.Split(strings.Trim(name, "`"), ".")...)
				Expect(err).NotTo(HaveOccurred(), name)
				Expect(found).To(BeTrue(), "the chart has no value %s", name)
				defaults = append(defaults, fmt.Sprint(value))
			}
			Expect(cells[2]).To(Equal(strings.Join(defaults, ", ")), cells[1])
		}
	})

	It("has the measured requests of a reconciliation", func() {
		measured := regexp.MustCompile(`(?m)^\| 1,000 (?:\| [0-9.]+ ){3}\| ([0-9]+)\.0 \| ([0-9]+)\.0 \|`).FindStringSubmatch(readRoot("test/benchmark/results/README.md"))
		Expect(measured).To(HaveLen(3))
		Expect(readRoot("docs/operations/configuration.md")).To(ContainSubstring(
			"A first reconciliation takes %s requests to the seed in three API groups, one without changes %s.", measured[1], measured[2]))
	})
})

var _ = DescribeTable("values.schema.json of both charts",
	func(config, message string) {
		for _, chart := range []string{"gardener-extension-shoot-flux", "gardener-extension-admission-shoot-flux/charts/runtime"} {
			schema, err := jsonschema.NewCompiler().Compile(filepath.Join(root, "charts", chart, "values.schema.json"))
			Expect(err).NotTo(HaveOccurred())
			err = validate(schema, "config: {"+config+"}")
			if message == "" {
				Expect(err).NotTo(HaveOccurred(), chart)
				continue
			}
			Expect(err).To(MatchError(ContainSubstring(message)), chart)
		}
	},
	Entry("accept all fields of rollouts", `rollouts: {rings: [{name: a, seeds: {matchLabels: {a: b}}, soak: 1h, approval: Manual}],
		fluxVersion: {shootsPerHour: 1, maxFailures: 0, soaks: {a: 1h}},
		baseline: {source: Follow, maxFailures: 0, progressDeadline: 1h, guard: {maxRemoved: 20%, protect: [Namespace]}, soaks: {a: 1h}}}`, ""),
	Entry("refuse an unknown field", "rollouts: {rings: [], version: {}}", "'version' not allowed"),
	Entry("refuse a soak that is a number", "rollouts: {rings: [], baseline: {soaks: {a: 1}}}", "/config/rollouts/baseline/soaks/a"),
	// Helm prints these messages before a process can refuse the configuration.
	Entry("refuse the former field of the Flux version with the new form", "versionRollout: {rings: [{name: a}]}",
		"at '/config/versionRollout': value must be 'written as rollouts: {rings: [{name: canary, seeds: {matchLabels: {stage: canary}}}], fluxVersion: {}}'"),
	Entry("refuse the former field of the baseline with the new form", "baseline: {rollout: {rings: [{name: a}]}}",
		"at '/config/baseline/rollout': value must be 'written as rollouts: {rings: [{name: canary, seeds: {matchLabels: {stage: canary}}}], baseline: {}}'"),
)
