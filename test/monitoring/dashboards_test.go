// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package monitoring_test

import (
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"
	monitoringv1 "github.com/prometheus-operator/prometheus-operator/pkg/apis/monitoring/v1"
	"github.com/prometheus/prometheus/model/labels"
)

// foreignInGarden are the metrics of others on the garden's dashboard, with the used labels: of libraries, of Prometheus, and, as
// Gardener's own dashboards use them, of gardener-metrics-exporter.
var foreignInGarden = map[string][]string{
	"up": {"job"},
	"controller_runtime_webhook_requests_total": {"job", "code"},
	"controller_runtime_reconcile_errors_total": {"job", "controller"},
	"workqueue_queue_duration_seconds_bucket":   {"job", "name", "le"},
	"garden_shoot_condition":                    {"condition", "project", "name"},
	"garden_shoot_info":                         {"seed", "project", "name"},
}

// isVariable reports whether those who read a dashboard choose the value.
func isVariable(m *labels.Matcher) bool {
	return m.Type == labels.MatchRegexp && strings.HasPrefix(m.Value, "$")
}

// labelValues is the query of a variable.
var labelValues = regexp.MustCompile(`^label_values\(([a-z_:]+), ([a-z]+)\)$`)

var _ = Describe("Variables of dashboards", func() {
	DescribeTable("are used for the label that they list, outside of the list", func(get func() dashboard, datasource string, names ...string) {
		d := get()
		listed := map[string]string{}
		for _, v := range d.Templating.List {
			Expect(v.Type).To(Equal("query"))
			Expect(v.Datasource).To(Equal(datasource))
			query := labelValues.FindStringSubmatch(v.Query.Query)
			Expect(query).To(HaveLen(3), v.Query.Query)
			Expect(query[2]).To(Equal(v.Name), "it lists the values of the label of its name")
			listed[v.Name] = query[1]
		}
		Expect(listed).To(HaveLen(len(names)))
		used, selected := map[string]bool{}, map[string]bool{}
		for _, e := range panels(d) {
			for _, selector := range selectors(e) {
				selected[selector.Name] = true
				for _, matcher := range selector.LabelMatchers {
					if isVariable(matcher) {
						Expect(matcher.Value).To(Equal("$"+matcher.Name), e.where)
						Expect(listed).To(HaveKey(matcher.Name), e.where)
						used[matcher.Name] = true
					}
				}
			}
		}
		for _, name := range names {
			Expect(used).To(HaveKey(name))
			Expect(selected).To(HaveKey(listed[name]), "values of a metric that no panel has: %s", name)
		}
	},
		Entry("dashboard of a seed", theDashboard, "prometheus-seed", "version"),
		Entry("dashboard of the garden", theGardensDashboard, "prometheus-garden", "seed", "version", "project"),
	)
})

var _ = Describe("The garden's dashboard", func() {
	It("selects federated recordings of seeds, and metrics that the garden's Prometheus scrapes", func() {
		there := gatheredInGarden()
		ofSeeds := map[string]map[string][]string{}
		for _, recording := range recordings() {
			values := map[string][]string{}
			for _, selector := range selectors(recording) {
				for label, all := range gathered()[selector.Name] {
					values[label] = all
				}
			}
			ofSeeds[recording.where] = values
		}
		shown := map[string]bool{}
		for _, e := range panels(theGardensDashboard()) {
			for _, selector := range selectors(e) {
				shown[selector.Name] = true
				selector.LabelMatchers = slices.DeleteFunc(selector.LabelMatchers, isVariable)
				job := jobOf(selector.LabelMatchers)
				switch values, own := there[selector.Name]; {
				case strings.HasPrefix(selector.Name, "seed:"):
					Expect(ofSeeds).To(HaveKey(selector.Name), e.where)
					Expect(selector.Name).To(HaveSuffix(":sum"), "the garden's Prometheus federates it")
					Expect(unknown(selector, ofSeeds[selector.Name])).To(BeEmpty(), e.where)
				case own:
					Expect(job).To(Equal("gardener-extension-shoot-flux-garden-controller"), e.where)
					Expect(kept(job).MatchString(selector.Name)).To(BeTrue(), e.where)
					selector.LabelMatchers = slices.DeleteFunc(selector.LabelMatchers, func(m *labels.Matcher) bool { return m.Name == "job" })
					Expect(unknown(selector, values)).To(BeEmpty(), e.where)
				default:
					Expect(foreignInGarden).To(HaveKey(selector.Name), e.where)
					for _, matcher := range selector.LabelMatchers {
						Expect(append(foreignInGarden[selector.Name], metricName)).To(ContainElement(matcher.Name), e.where)
					}
					if job != "" && selector.Name != "up" {
						Expect(kept(job).MatchString(selector.Name)).To(BeTrue(), "%s: its ServiceMonitor drops it", e.where)
					}
				}
			}
		}
		for name := range there {
			Expect(shown).To(HaveKey(name), "no panel shows it")
		}
		for name := range foreignInGarden {
			Expect(shown).To(HaveKey(name), "no panel shows it")
		}
	})
})

func jobOf(matchers []*labels.Matcher) string {
	for _, matcher := range matchers {
		if matcher.Name == "job" {
			return matcher.Value
		}
	}
	return ""
}

// kept is what the ServiceMonitor with that job keeps.
func kept(job string) *regexp.Regexp {
	GinkgoHelper()
	for _, object := range admissionChart() {
		monitor, ok := object.(*monitoringv1.ServiceMonitor)
		if !ok {
			continue
		}
		for _, endpoint := range monitor.Spec.Endpoints {
			for _, relabeling := range endpoint.RelabelConfigs {
				if relabeling.TargetLabel == "job" && relabeling.Replacement != nil && *relabeling.Replacement == job {
					Expect(endpoint.MetricRelabelConfigs).To(HaveLen(1))
					return regexp.MustCompile(endpoint.MetricRelabelConfigs[0].Regex)
				}
			}
		}
	}
	Fail("no ServiceMonitor has job " + job)
	return nil
}

var _ = Describe("Questions of the page for troubleshooting", func() {
	const page = "docs/operations/troubleshooting.md"
	content, err := os.ReadFile(filepath.Join("..", "..", page))
	heading := regexp.MustCompile(`(?m)^## (.+)$`)
	noAnchor := regexp.MustCompile(`[^a-z0-9 -]`)

	It("have one panel each, and panels name no others", func() {
		Expect(err).NotTo(HaveOccurred())
		open := map[string]bool{}
		for _, found := range heading.FindAllStringSubmatch(string(content), -1) {
			open[strings.ReplaceAll(noAnchor.ReplaceAllString(strings.ToLower(found[1]), ""), " ", "-")] = true
		}
		Expect(open).To(HaveKey("inspect"))
		// It has the commands that the others use.
		delete(open, "inspect")
		Expect(len(open)).To(BeNumerically(">", 8))

		answered := map[string]bool{}
		for _, d := range []dashboard{theDashboard(), theGardensDashboard()} {
			for _, panel := range d.Panels {
				if _, anchor, found := strings.Cut(panel.Description, page+"#"); found {
					Expect(open).To(HaveKey(anchor), panel.Title)
					Expect(panel.Targets).NotTo(BeEmpty(), panel.Title)
					answered[anchor] = true
				}
			}
		}
		Expect(answered).To(Equal(open))
	})
})

var _ = Describe("A dashboard", func() {
	DescribeTable("is valid for Plutono", func(get func() dashboard, title, datasource string) {
		d := get()
		Expect(d.Title).To(Equal(title))
		Expect(len(d.UID)).To(And(BeNumerically(">", 0), BeNumerically("<=", 40)))
		Expect(d.Panels).NotTo(BeEmpty())
		seen := map[int]bool{}
		taken := map[[2]int]string{}
		for _, panel := range d.Panels {
			Expect(seen[panel.ID]).To(BeFalse(), "%s has the number of another panel", panel.Title)
			seen[panel.ID] = true
			Expect(panel.Type).To(BeElementOf("row", "stat", "graph"), "what Gardener's own dashboards use")
			Expect(panel.GridPos.X+panel.GridPos.W).To(BeNumerically("<=", 24), panel.Title)
			if panel.Type != "row" {
				Expect(panel.Datasource).To(Equal(datasource), panel.Title)
				Expect(panel.Targets).NotTo(BeEmpty(), panel.Title)
			}
			for x := panel.GridPos.X; x < panel.GridPos.X+panel.GridPos.W; x++ {
				for y := panel.GridPos.Y; y < panel.GridPos.Y+panel.GridPos.H; y++ {
					Expect(taken).NotTo(HaveKey([2]int{x, y}), "%s overlaps %s", panel.Title, taken[[2]int{x, y}])
					taken[[2]int{x, y}] = panel.Title
				}
			}
		}
	},
		Entry("dashboard of a seed", theDashboard, "Extension shoot-flux", "prometheus-seed"),
		Entry("dashboard of the garden", theGardensDashboard, "Extension shoot-flux, all seeds", "prometheus-garden"),
	)
})
