// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package monitoring_test

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"
	monitoringv1 "github.com/prometheus-operator/prometheus-operator/pkg/apis/monitoring/v1"
	"github.com/prometheus/common/expfmt"
	"github.com/prometheus/common/model"
	"github.com/prometheus/prometheus/model/labels"
	"github.com/prometheus/prometheus/model/relabel"
	"github.com/prometheus/prometheus/promql/parser"
)

// scrape is one line of a file in testdata/series, which `make alert-series` writes.
type scrape struct {
	Time    time.Time
	Labels  map[string]string
	Metrics string
}

// point is the value of a series in the two scrapes of a situation.
type point struct {
	first, last float64
	counter     bool
}

// situation returns the series of a recorded situation as the Prometheus of seed alpha and that of the garden store them.
func situation(name string) map[string]*point {
	GinkgoHelper()
	file, err := os.Open(filepath.Join("testdata", "series", name+".jsonl"))
	Expect(err).NotTo(HaveOccurred())
	defer func() { Expect(file.Close()).To(Succeed()) }()
	series := map[string]*point{}
	monitors := serviceMonitors()
	var first time.Time
	decoder := json.NewDecoder(file)
	for {
		var s scrape
		err := decoder.Decode(&s)
		if errors.Is(err, io.EOF) {
			Expect(series).NotTo(BeEmpty())
			return series
		}
		Expect(err).NotTo(HaveOccurred())
		if first.IsZero() {
			first = s.Time
		}
		target := labels.NewBuilder(labels.FromMap(s.Labels))
		up := target.Set(metricName, "up").Labels()
		record(series, up, map[bool]float64{true: 1}[s.Metrics != ""], false, true)
		metricParser := expfmt.NewTextParser(model.UTF8Validation)
		families, err := metricParser.TextToMetricFamilies(strings.NewReader(s.Metrics))
		Expect(err).NotTo(HaveOccurred())
		for _, family := range families {
			vector, err := expfmt.ExtractSamples(&expfmt.DecodeOptions{}, family)
			Expect(err).NotTo(HaveOccurred())
			for _, sample := range vector {
				all := labels.NewBuilder(labels.EmptyLabels())
				for name, value := range sample.Metric {
					all.Set(string(name), string(value))
				}
				for name, value := range s.Labels {
					if own := all.Get(name); own != "" {
						all.Set("exported_"+name, own)
					}
					all.Set(name, value)
				}
				if relabel.ProcessBuilder(all, monitors[s.Labels["job"]]...) {
					record(series, all.Labels(), float64(sample.Value), family.GetType().String() != "GAUGE", s.Time.Equal(first))
				}
			}
		}
	}
}

// record adds a sample. A counter that only the second scrape has began at zero between both.
func record(series map[string]*point, name labels.Labels, value float64, counter, first bool) {
	key := name.String()
	if series[key] == nil {
		series[key] = &point{first: value, counter: counter}
		if counter && !first {
			series[key].first = 0
		}
	}
	series[key].last = value
}

// serviceMonitors returns the rules by which each job of the charts drops metrics. gardener-apiserver has none here:
// Gardener's own ServiceMonitor (pkg/component/gardener/apiserver/servicemonitor.go) keeps its metric that an alert reads.
func serviceMonitors() map[string][]*relabel.Config {
	GinkgoHelper()
	monitors := map[string][]*relabel.Config{}
	for _, object := range slices.Concat(chart(), admissionChart()) {
		monitor, ok := object.(*monitoringv1.ServiceMonitor)
		if !ok || strings.HasPrefix(monitor.Name, "aggregate-") {
			continue
		}
		Expect(monitor.Spec.Endpoints).To(HaveLen(1))
		endpoint := monitor.Spec.Endpoints[0]
		Expect(endpoint.RelabelConfigs).To(HaveExactElements(HaveField("TargetLabel", "job")), "other labels of the target would be needed here")
		var configs []*relabel.Config
		for _, config := range endpoint.MetricRelabelConfigs {
			Expect(config.Action).To(Equal("keep"))
			Expect(config.SourceLabels).To(HaveExactElements(monitoringv1.LabelName(metricName)))
			configs = append(configs, &relabel.Config{
				Action: relabel.Keep, SourceLabels: model.LabelNames{metricName}, Regex: relabel.MustNewRegexp(config.Regex), NameValidationScheme: model.UTF8Validation,
			})
		}
		monitors[*endpoint.RelabelConfigs[0].Replacement] = configs
	}
	Expect(monitors).To(HaveLen(3))
	return monitors
}

// lasting continues a situation: gauges keep their last value, and counters grow every minute by their growth between
// both scrapes. A seed has that many times the Shoots.
func lasting(recorded map[string]*point, times float64) map[string]string {
	series := map[string]string{}
	for name, p := range recorded {
		value, growth := p.last, 0.0
		if p.counter {
			value, growth = p.first, p.last-p.first
		}
		if strings.Contains(name, "shoots") || strings.Contains(name, "deploy_keys_by_age") {
			value *= times
		}
		series[promqlName(name)] = fmt.Sprintf("%g+%gx4400", value, growth)
	}
	return series
}

// promqlName returns the name of the series in the notation of Prometheus' rule tests.
func promqlName(name string) string {
	expression, err := parser.NewParser(parser.Options{}).ParseExpr(name)
	Expect(err).NotTo(HaveOccurred())
	selector := expression.(*parser.VectorSelector)
	var matchers []string
	for _, matcher := range selector.LabelMatchers {
		if matcher.Name != metricName {
			matchers = append(matchers, matcher.String())
		}
	}
	metric := selector.Name
	for _, matcher := range selector.LabelMatchers {
		if matcher.Name == metricName {
			metric = matcher.Value
		}
	}
	return metric + "{" + strings.Join(matchers, ", ") + "}"
}

// situations are the files in testdata/series.
func situations() []string {
	GinkgoHelper()
	files, err := filepath.Glob(filepath.Join("testdata", "series", "*.jsonl"))
	Expect(err).NotTo(HaveOccurred())
	Expect(files).NotTo(BeEmpty())
	var names []string
	for _, file := range files {
		names = append(names, strings.TrimSuffix(filepath.Base(file), ".jsonl"))
	}
	return names
}

// exposed returns the names of the labels of each recorded metric, and its jobs ("job <name>"), over all situations.
func exposed() map[string]map[string]bool {
	GinkgoHelper()
	metrics := map[string]map[string]bool{}
	for _, name := range situations() {
		for series := range situation(name) {
			expression, err := parser.NewParser(parser.Options{}).ParseExpr(series)
			Expect(err).NotTo(HaveOccurred())
			selector := expression.(*parser.VectorSelector)
			metric := selector.Name
			for _, matcher := range selector.LabelMatchers {
				if matcher.Name == metricName {
					metric = matcher.Value
				}
			}
			if metrics[metric] == nil {
				// Gardener's scrape configuration of a seed adds the container to the target.
				metrics[metric] = map[string]bool{"container": true}
			}
			for _, matcher := range selector.LabelMatchers {
				metrics[metric][matcher.Name] = true
				if matcher.Name == "job" {
					metrics[metric]["job "+matcher.Value] = true
				}
			}
		}
	}
	return metrics
}

var _ = Describe("Alerts on series of the landscape", func() {
	DescribeTable("fire:",
		func(name string, times float64, at time.Duration, expected ...string) {
			if expected == nil {
				expected = []string{}
			}
			Expect(firing(lasting(situation(name), times), at)).To(ConsistOf(expected))
		},
		Entry("not if all is well", "healthy", 30.0, 3*time.Hour),
		Entry("not for old deploy keys, which their projects are reminded of", "old-deploy-key", 30.0, 3*time.Hour),
		Entry("not for a baseline that fails in a single Shoot", "baseline-failed", 1.0, 3*time.Hour),
		Entry("for a baseline that fails in all Shoots", "baseline-failed", 30.0, time.Hour, "ShootFluxBaselineNotReady"),
		Entry("for a baseline that is suspended in all Shoots", "baseline-suspended", 30.0, 3*time.Hour, "ShootFluxBaselineNotApplied"),
		Entry("for Shoots that are unreachable, all except one", "shoots-unreachable", 1.0, time.Hour, "ShootFluxShootsUnreachable"),
		Entry("for an admission without pods, which API servers cannot reach", "admission-unreachable", 1.0, time.Hour, "ShootFluxAdmissionDown", "ShootFluxAdmissionFailing"),
		Entry("for an admission that answers with errors", "admission-answers-errors", 1.0, time.Hour, "ShootFluxAdmissionFailing"),
		Entry("for a pod that does not answer", "pod-not-reachable", 1.0, time.Hour, "ShootFluxPodNotReachable"),
		Entry("not for a rollout of the baseline that holds, because its ring proves nothing", "rollout-holds", 1.0, 24*time.Hour),
		Entry("for that after three days", "rollout-holds", 1.0, 72*time.Hour+5*time.Minute, "ShootFluxOperatorRolloutHolds"),
		Entry("for a garden controller whose pods run and do not lead", "garden-controller-without-leader", 1.0, time.Hour, "ShootFluxGardenControllerNoLeader"),
	)

	It("fire if the aggregate Prometheus gets nothing from the seed's", func() {
		Expect(firing(lasting(situation("healthy"), 1), time.Hour, "aggregate", "garden")).To(ConsistOf("ShootFluxFederationBroken"))
	})

	It("read metrics and labels that a program exposes and the charts keep", func() {
		metrics := exposed()
		var all []expression
		for _, prometheus := range []string{"seed", "garden"} {
			for _, group := range rulesFor(prometheus).Spec.Groups {
				for _, rule := range group.Rules {
					all = append(all, expression{rule.Record + rule.Alert, rule.Expr.String()})
				}
			}
		}
		for _, e := range all {
			for _, selector := range selectors(e) {
				Expect(metrics).To(HaveKey(selector.Name), e.where)
				for _, matcher := range selector.LabelMatchers {
					Expect(metrics[selector.Name]).To(HaveKey(matcher.Name), "%s: %s", e.where, selector.Name)
					if matcher.Name == "job" {
						Expect(metrics[selector.Name]).To(HaveKey("job "+matcher.Value), "%s: %s", e.where, selector.Name)
					}
				}
			}
		}
	})

	It("have the names and labels of the series that other tests make up", func() {
		metrics := exposed()
		madeUp := healthy()
		for _, series := range []string{rollouts("Stopped"), versionRollout("Stopped"), baselineRollout("Stopped"), holdEnd, endlessHolds, notifications("slack", "sent"), allStopped} {
			madeUp[series] = ""
		}
		for series := range madeUp {
			for _, selector := range selectors(expression{"made up", series}) {
				Expect(metrics).To(HaveKey(selector.Name))
				for _, matcher := range selector.LabelMatchers {
					if matcher.Name != metricName {
						Expect(metrics[selector.Name]).To(HaveKey(matcher.Name), series)
					}
				}
			}
		}
	})
})
