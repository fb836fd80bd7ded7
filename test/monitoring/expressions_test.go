// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package monitoring_test

import (
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"
	"github.com/prometheus/prometheus/model/labels"
	"github.com/prometheus/prometheus/promql/parser"
)

// foreign are the used metrics of libraries, with the used labels: those of controller-runtime, client-go and the Go runtime, which an
// end-to-end test compares with the running extension, and up, which is Prometheus' own.
var foreign = map[string][]string{
	"up":                            {"job"},
	"leader_election_master_status": {"job", "name"},
	"controller_runtime_reconcile_errors_total": {"job", "controller"},
	"workqueue_depth":                             {"job", "name"},
	"workqueue_queue_duration_seconds_bucket":     {"job", "name", "le"},
	"workqueue_longest_running_processor_seconds": {"job", "name"},
	"process_resident_memory_bytes":               {"job"},
	"process_cpu_seconds_total":                   {"job"},
}

// expression is one of the chart's.
type expression struct{ where, text string }

func recordings() []expression {
	GinkgoHelper()
	var all []expression
	for _, group := range rulesFor("seed").Spec.Groups {
		for _, rule := range group.Rules {
			Expect(rule.Alert).To(BeEmpty(), "the seed's Prometheus has no alerts")
			all = append(all, expression{rule.Record, rule.Expr.String()})
		}
	}
	return all
}

func alerts() []expression {
	GinkgoHelper()
	var all []expression
	for _, group := range rulesFor("aggregate").Spec.Groups {
		for _, rule := range group.Rules {
			all = append(all, expression{"alert " + rule.Alert, rule.Expr.String()})
		}
	}
	return all
}

func panels(d dashboard) []expression {
	GinkgoHelper()
	var all []expression
	for _, panel := range d.Panels {
		for _, target := range panel.Targets {
			all = append(all, expression{"panel " + panel.Title, target.Expr})
		}
	}
	return all
}

// selectors returns what an expression selects.
func selectors(e expression) []*parser.VectorSelector {
	GinkgoHelper()
	parsed, err := parser.NewParser(parser.Options{}).ParseExpr(e.text)
	Expect(err).NotTo(HaveOccurred(), "%s: %s", e.where, e.text)
	var found []*parser.VectorSelector
	parser.Inspect(parsed, func(node parser.Node, _ []parser.Node) error {
		if selector, ok := node.(*parser.VectorSelector); ok {
			found = append(found, selector)
		}
		return nil
	})
	return found
}

// metricName is the label with the name of a series.
const metricName = "__name__"

var _ = Describe("Expressions", func() {
	It("of panels and recordings select existing metrics, labels and values", func() {
		ours := gathered()
		all := slices.Concat(panels(theDashboard()), recordings())
		Expect(len(all)).To(BeNumerically(">", 20))
		used := map[string]bool{}
		for _, e := range all {
			for _, selector := range selectors(e) {
				used[selector.Name] = true
				isNoInitContainer := func(m *labels.Matcher) bool { return m.String() == `container!~"distribution-.+"` }
				Expect(selector.LabelMatchers).To(ContainElement(Satisfy(isNoInitContainer)), "it counts pods with init containers twice: %s", e.where)
				selector.LabelMatchers = slices.DeleteFunc(selector.LabelMatchers, isNoInitContainer)
				selector.LabelMatchers = slices.DeleteFunc(selector.LabelMatchers, isVariable)
				if known, is := foreign[selector.Name]; is {
					for _, matcher := range selector.LabelMatchers {
						Expect(append(known, metricName)).To(ContainElement(matcher.Name), e.where)
					}
					continue
				}
				Expect(ours).To(HaveKey(selector.Name), "%s: %s", e.where, e.text)
				Expect(unknown(selector, ours[selector.Name])).To(BeEmpty(), "%s: %s", e.where, e.text)
			}
		}
		for name := range foreign {
			Expect(used).To(HaveKey(name), "no expression uses it")
		}
	})

	It("of alerts select recorded metrics, labels and values", func() {
		ours := gathered()
		recorded := map[string]map[string][]string{}
		for _, e := range recordings() {
			Expect(e.where).To(MatchRegexp("^seed:shoot_flux_[a-z_]+:[a-z0-9]+$"), "the aggregate Prometheus scrapes no others")
			recorded[e.where] = map[string][]string{}
			for _, selector := range selectors(e) {
				maps.Copy(recorded[e.where], ours[selector.Name])
			}
		}
		used := map[string]bool{}
		for _, e := range alerts() {
			for _, selector := range selectors(e) {
				used[selector.Name] = true
				Expect(recorded).To(HaveKey(selector.Name), "%s: %s", e.where, e.text)
				Expect(unknown(selector, recorded[selector.Name])).To(BeEmpty(), "%s: %s", e.where, e.text)
			}
		}
		// These are recorded for people: how old keys are, and how far a version is on all seeds.
		delete(recorded, "seed:shoot_flux_deploy_key_oldest_seconds:max")
		delete(recorded, "seed:shoot_flux_deploy_keys_by_age:sum")
		delete(recorded, "seed:shoot_flux_shoots_by_flux_version:sum")
		for name := range recorded {
			Expect(used).To(HaveKey(name), "no alert uses it")
		}
	})

	It("of the garden's alerts select existing metrics, labels and values", func() {
		there := gatheredInGarden()
		maps.Copy(there, map[string]map[string][]string{
			"up": {}, "leader_election_master_status": {},
			// The API servers of the garden have it, and Gardener's ServiceMonitors keep it. The labels are those of k8s.io/apiserver.
			"apiserver_admission_webhook_rejection_count": {
				"name":       {"shoots.admission-shoot-flux.extensions.gardener.cloud"},
				"error_type": {"calling_webhook_error", "apiserver_internal_error", "no_error"}, "rejection_code": {"0", "422", "500", "503"},
			},
		})
		used := map[string]bool{}
		for _, group := range rulesFor("garden").Spec.Groups {
			for _, rule := range group.Rules {
				for _, selector := range selectors(expression{"alert " + rule.Alert, rule.Expr.String()}) {
					used[selector.Name] = true
					Expect(there).To(HaveKey(selector.Name), rule.Alert)
					selector.LabelMatchers = slices.DeleteFunc(selector.LabelMatchers, func(m *labels.Matcher) bool {
						return m.Name == "job" && strings.HasPrefix(m.Value, "gardener-extension-")
					})
					Expect(unknown(selector, there[selector.Name])).To(BeEmpty(), rule.Alert)
				}
			}
		}
		// These are for people: what others ask for, and what hosts and the systems of checks answer.
		delete(there, "shoot_flux_rollout_checks_total")
		delete(there, "shoot_flux_pushes_total")
		delete(there, "shoot_flux_deploy_key_registrations_total")
		for name := range there {
			Expect(used).To(HaveKey(name), "no alert uses it")
		}
	})

	It("of objectives on the page select recorded or existing metrics, labels and values, and an alert guards each", func() {
		page, err := os.ReadFile(filepath.Join("..", "..", "docs", "operations", "monitoring.md"))
		Expect(err).NotTo(HaveOccurred())
		_, section, _ := strings.Cut(string(page), "\n## Objectives\n")
		rows := regexp.MustCompile("(?m)^\\| ([^|`]+) \\| `((?:[^`|]|\\\\\\|)+)` \\| [0-9.]+ % \\| \\[`ShootFlux").FindAllStringSubmatch(strings.Split(section, "\n## ")[0], -1)
		Expect(len(rows)).To(BeNumerically(">", 10))
		ofSeed := gathered()
		recorded := map[string]map[string][]string{}
		for _, e := range recordings() {
			recorded[e.where] = map[string][]string{}
			for _, selector := range selectors(e) {
				maps.Copy(recorded[e.where], ofSeed[selector.Name])
			}
			maps.Copy(recorded[e.where], map[string][]string{"name": {"shoot-flux"}})
		}
		inGarden := gatheredInGarden()
		maps.Copy(inGarden, map[string]map[string][]string{"up": {"job": {"gardener-extension-admission-shoot-flux", "gardener-extension-shoot-flux-garden-controller"}}})
		for _, found := range rows {
			known := recorded
			if strings.HasPrefix(found[1], "*garden*") {
				known = inGarden
			}
			for _, selector := range selectors(expression{found[1], strings.ReplaceAll(found[2], `\|`, "|")}) {
				Expect(known).To(HaveKey(selector.Name), found[1])
				Expect(unknown(selector, known[selector.Name])).To(BeEmpty(), found[1])
			}
		}
	})

	It("show each metric of the extension", func() {
		shown := map[string]bool{}
		for _, e := range panels(theDashboard()) {
			for _, selector := range selectors(e) {
				shown[strings.TrimSuffix(strings.TrimSuffix(selector.Name, "_bucket"), "_count")] = true
			}
		}
		for name := range gathered() {
			for _, suffix := range []string{"_bucket", "_count", "_sum"} {
				name = strings.TrimSuffix(name, suffix)
			}
			Expect(shown).To(HaveKey(name))
		}
	})

	It("cover all causes in the four kinds of failures", func() {
		counted := map[string]int{}
		for _, panel := range theDashboard().Panels {
			if panel.Type != "stat" {
				continue
			}
			for _, target := range panel.Targets {
				for _, selector := range selectors(expression{panel.Title, target.Expr}) {
					if selector.Name != "shoot_flux_failed_shoots" {
						continue
					}
					for _, cause := range gathered()[selector.Name]["cause"] {
						if matches(selector, "cause", cause) {
							counted[cause]++
						}
					}
				}
			}
		}
		causes := gathered()["shoot_flux_failed_shoots"]["cause"]
		Expect(causes).NotTo(BeEmpty())
		for _, cause := range causes {
			Expect(counted[cause]).To(Equal(1), cause)
		}
	})
})

// unknown returns the matchers of a selector that match none of the values there are.
func unknown(selector *parser.VectorSelector, there map[string][]string) []string {
	var wrong []string
	for _, matcher := range selector.LabelMatchers {
		if matcher.Name == metricName {
			continue
		}
		values := strings.Split(matcher.Value, "|")
		for _, value := range values {
			if !slices.Contains(there[matcher.Name], value) {
				wrong = append(wrong, fmt.Sprintf("%s has no value %q", matcher.Name, value))
			}
		}
	}
	return wrong
}

func matches(selector *parser.VectorSelector, label, value string) bool {
	for _, matcher := range selector.LabelMatchers {
		if matcher.Name == label {
			return matcher.Matches(value)
		}
	}
	return true
}
