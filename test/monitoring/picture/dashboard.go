// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package picture

import (
	"context"
	"encoding/json"
	"fmt"
	"regexp"
	"slices"
	"strings"
	"time"

	"github.com/prometheus/prometheus/promql"

	"github.com/shoot-flux/gardener-extension-shoot-flux/charts"
)

// Dashboard is a dashboard with the values of its panels.
type Dashboard struct {
	Title     string
	Variables []Variable
	Panels    []Panel
	From, To  time.Time
}

// Variable is a variable of a dashboard. All its values are selected.
type Variable struct {
	Label  string
	Values []string
}

// Panel is a row, stat or graph.
type Panel struct {
	definition
	Lines []Line
}

// Line is a time series.
type Line struct {
	Name   string
	Points []promql.FPoint
}

// definition contains the fields of a panel that affect the picture.
type definition struct {
	Title, Type string
	GridPos     struct{ H, W, X, Y int }
	Stack       bool
	Fill        int
	YAxes       []struct{ Format string }
	Targets     []struct{ Expr, LegendFormat string }
	FieldConfig struct {
		Defaults struct {
			Unit       string
			Thresholds struct{ Steps []threshold }
		}
	}
}

type threshold struct {
	Color string
	Value *float64
}

// points is the maximum number of values per line.
const points = 120

var (
	labelValues = regexp.MustCompile(`^label_values\(([a-z_:]+), ([a-z]+)\)$`)
	placeholder = regexp.MustCompile(`{{ *([a-z_]+) *}}`)
)

// OfSeed returns the dashboard of a seed with the values of its panels.
func (m *Metrics) OfSeed(ctx context.Context, seed string) (*Dashboard, error) {
	p := m.seeds[seed]
	if p == nil {
		return nil, fmt.Errorf("no pod of seed %s was scraped", seed)
	}
	return m.evaluate(ctx, p, charts.Seed+"/dashboards/shoot-flux.json")
}

// OfGarden returns the dashboard of the garden with the values of its panels.
func (m *Metrics) OfGarden(ctx context.Context) (*Dashboard, error) {
	return m.evaluate(ctx, m.garden, charts.AdmissionRuntime+"/dashboards/shoot-flux-garden.json")
}

func (m *Metrics) evaluate(ctx context.Context, p *prometheus, path string) (*Dashboard, error) {
	content, err := charts.Files().ReadFile(path)
	if err != nil {
		return nil, err
	}
	var file struct {
		Title      string
		Templating struct {
			List []struct {
				Name, Label string
				Query       struct{ Query string }
			}
		}
		Panels []definition
	}
	if err := json.Unmarshal(content, &file); err != nil {
		return nil, fmt.Errorf("%s: %w", path, err)
	}
	d := &Dashboard{Title: file.Title, From: m.From, To: m.To}
	step := max(10*time.Second, (m.To.Sub(m.From) / points).Round(time.Second))
	chosen := map[string]string{}
	for _, v := range file.Templating.List {
		query := labelValues.FindStringSubmatch(v.Query.Query)
		if query == nil {
			return nil, fmt.Errorf("variable %s: %q is not a list of values", v.Name, v.Query.Query)
		}
		found, err := p.values(ctx, fmt.Sprintf("group by (%s) (%s)", query[2], query[1]), m.From, m.To, step)
		if err != nil {
			return nil, err
		}
		all := Variable{Label: v.Label}
		quoted := []string{}
		for _, series := range found {
			value := series.Metric.Get(query[2])
			all.Values, quoted = append(all.Values, value), append(quoted, strings.ReplaceAll(regexp.QuoteMeta(value), `\`, `\\`))
		}
		slices.Sort(all.Values)
		d.Variables = append(d.Variables, all)
		chosen["$"+v.Name] = "(" + strings.Join(quoted, "|") + ")"
	}
	for _, definition := range file.Panels {
		panel := Panel{definition: definition}
		for _, target := range definition.Targets {
			expression := target.Expr
			for variable, values := range chosen {
				expression = strings.ReplaceAll(expression, variable, values)
			}
			found, err := p.values(ctx, expression, m.From, m.To, step)
			if err != nil {
				return nil, fmt.Errorf("panel %s: %w", panel.Title, err)
			}
			for _, series := range found {
				name := placeholder.ReplaceAllStringFunc(target.LegendFormat, func(label string) string {
					return series.Metric.Get(placeholder.FindStringSubmatch(label)[1])
				})
				panel.Lines = append(panel.Lines, Line{Name: name, Points: series.Floats})
			}
		}
		d.Panels = append(d.Panels, panel)
	}
	return d, nil
}

// Empty returns the titles of the panels that have no values.
func (b *Dashboard) Empty() []string {
	var titles []string
	for _, panel := range b.Panels {
		if panel.Type != "row" && len(panel.Lines) == 0 {
			titles = append(titles, panel.Title)
		}
	}
	return titles
}
