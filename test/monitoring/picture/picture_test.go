// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package picture

import (
	"context"
	"encoding/json"
	"encoding/xml"
	"errors"
	"io"
	"strings"
	"time"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"
	"github.com/prometheus/prometheus/promql"
)

// answers are what the pods of a seed answer at a time, by their names.
type answers map[string]string

// loaded stores the answers of seed alpha, every ten seconds.
func loaded(ctx context.Context, rounds ...answers) *Metrics {
	GinkgoHelper()
	var text strings.Builder
	encoder := json.NewEncoder(&text)
	for i, round := range rounds {
		for pod, metrics := range round {
			Expect(encoder.Encode(scrape{
				Time: time.Unix(1_800_000_000, 0).Add(time.Duration(i) * 10 * time.Second), Seed: "alpha", Metrics: metrics,
				Labels: map[string]string{"job": "gardener-extension-shoot-flux", "namespace": "extension", "pod": pod},
			})).To(Succeed())
		}
	}
	m, err := Load(ctx, strings.NewReader(text.String()), GinkgoT().TempDir())
	Expect(err).NotTo(HaveOccurred())
	DeferCleanup(m.Close)
	return m
}

// shown returns the values of each line of a panel.
func shown(d *Dashboard, title string) map[string][]float64 {
	GinkgoHelper()
	for _, panel := range d.Panels {
		if panel.Title != title {
			continue
		}
		values := map[string][]float64{}
		for _, line := range panel.Lines {
			for _, p := range line.Points {
				values[line.Name] = append(values[line.Name], p.F)
			}
		}
		return values
	}
	Fail("no panel " + title)
	return nil
}

var _ = Describe("The dashboards", func() {
	const (
		leader = "# TYPE shoot_flux_shoots gauge\nshoot_flux_shoots{state=\"Ready\"} 3\nshoot_flux_shoots{state=\"Failed\"} 0\n" +
			"# TYPE shoot_flux_shoots_by_flux_version gauge\nshoot_flux_shoots_by_flux_version{version=\"v2.9.3\"} 3\n"
		other = "# TYPE process_cpu_seconds_total counter\nprocess_cpu_seconds_total 1\n"
	)

	It("count Shoots once after a change of the leader, in the seed and in the garden", func(ctx SpecContext) {
		m := loaded(ctx, answers{"a": leader, "b": other}, answers{"a": "", "b": leader}, answers{"b": leader})
		ofSeed, err := m.OfSeed(ctx, "alpha")
		Expect(err).NotTo(HaveOccurred())
		Expect(shown(ofSeed, "Shoots by state")).To(Equal(map[string][]float64{"Ready": {3, 3, 3}, "Failed": {0, 0, 0}}))
		Expect(shown(ofSeed, "Pods")).To(Equal(map[string][]float64{"": {2, 1, 1}}))
		ofGarden, err := m.OfGarden(ctx)
		Expect(err).NotTo(HaveOccurred())
		Expect(shown(ofGarden, "Version on the seeds")).To(Equal(map[string][]float64{"alpha v2.9.3": {3, 3, 3}}))
		Expect(ofGarden.Variables).To(Equal([]Variable{{"Seed", []string{"alpha"}}, {"Flux version", []string{"v2.9.3"}}, {"Project", nil}}))
		Expect(ofGarden.Empty()).To(And(ContainElement("Shoots with failed conditions by project"), Not(ContainElement("Shoots by state"))))
	})

	It("do not count Shoots of a deleted pod", func(ctx SpecContext) {
		m := loaded(ctx, answers{"a": leader, "b": other}, answers{"b": leader}, answers{"b": other})
		ofSeed, err := m.OfSeed(ctx, "alpha")
		Expect(err).NotTo(HaveOccurred())
		Expect(shown(ofSeed, "Shoots by state")).To(HaveKeyWithValue("Ready", []float64{3, 3}))
		ofGarden, err := m.OfGarden(ctx)
		Expect(err).NotTo(HaveOccurred())
		Expect(shown(ofGarden, "Version on the seeds")).To(Equal(map[string][]float64{"alpha v2.9.3": {3, 3}}))
	})

	It("are drawn with all panels, with and without values", func(ctx SpecContext) {
		m := loaded(ctx, answers{"a": leader, "b": other}, answers{"a": leader, "b": other})
		ofSeed, err := m.OfSeed(ctx, "alpha")
		Expect(err).NotTo(HaveOccurred())
		ofGarden, err := m.OfGarden(ctx)
		Expect(err).NotTo(HaveOccurred())
		for _, d := range []*Dashboard{ofSeed, ofGarden} {
			drawn := d.SVG("a < b")
			decoder := xml.NewDecoder(strings.NewReader(drawn))
			for {
				_, err := decoder.Token()
				if errors.Is(err, io.EOF) {
					break
				}
				Expect(err).NotTo(HaveOccurred())
			}
			for _, panel := range d.Panels {
				Expect(drawn).To(ContainSubstring(">" + panel.Title + "</text>"))
			}
			Expect(strings.Count(drawn, ">No data<")).To(Equal(len(d.Empty())))
			Expect(drawn).NotTo(Or(ContainSubstring("NaN"), ContainSubstring("Inf")))
		}
	})

	It("are not drawn without panels", func(ctx SpecContext) {
		_, err := Load(ctx, strings.NewReader(""), GinkgoT().TempDir())
		Expect(err).To(MatchError("no pod was scraped"))
		_, err = loaded(ctx, answers{"a": leader}).OfSeed(ctx, "beta")
		Expect(err).To(MatchError("no pod of seed beta was scraped"))
	})
})

var _ = Describe("A graph", func() {
	It("stacks areas, even if a series lacks a value", func() {
		Expect(stacked([]Line{
			{"a", []promql.FPoint{{T: 1, F: 1}, {T: 2, F: 2}}}, {"b", []promql.FPoint{{T: 2, F: 3}, {T: 3, F: 4}}},
		})).To(Equal([]Line{
			{"a", []promql.FPoint{{T: 1, F: 1}, {T: 2, F: 2}, {T: 3, F: 0}}}, {"b", []promql.FPoint{{T: 1, F: 1}, {T: 2, F: 5}, {T: 3, F: 4}}},
		}))
	})

	DescribeTable("has ticks at whole multiples of the unit for", func(most float64, unit string, expected float64) {
		Expect(tick(most, unit)).To(Equal(expected))
	},
		Entry("no values", 0.0, "short", 1.0),
		Entry("one Shoot", 1.0, "short", 1.0),
		Entry("Shoots", 14.0, "short", 5.0),
		Entry("rates", 0.04, "ops", 0.01),
		Entry("memory", 100.0*(1<<20), "bytes", 32.0*(1<<20)),
	)

	DescribeTable("formats values", func(value float64, unit, expected string) {
		Expect(format(value, unit)).To(Equal(expected))
	},
		Entry("a number", 7.0, "short", "7"),
		Entry("a large number", 1500.0, "short", "1.5 K"),
		Entry("milliseconds", 0.25, "s", "250 ms"),
		Entry("minutes", 90.0, "s", "1.5 min"),
		Entry("memory", 106.0*(1<<20), "bytes", "106 MiB"),
		Entry("a rate", 0.0123, "reqps", "0.012 req/s"),
	)
})
