// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package picture

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"math"
	"slices"
	"strings"
	"time"

	"github.com/prometheus/common/expfmt"
	"github.com/prometheus/common/model"
	"github.com/prometheus/prometheus/model/labels"
	"github.com/prometheus/prometheus/model/value"
	"github.com/prometheus/prometheus/promql"
	"github.com/prometheus/prometheus/tsdb"
)

// prometheus stores scraped metrics and evaluates queries.
type prometheus struct {
	db     *tsdb.DB
	engine *promql.Engine
	// present contains the series of each target in its last scrape, by hash.
	present map[string]map[uint64]labels.Labels
	// scraped contains the targets of the current round.
	scraped map[string]bool
}

// sample is a value of a series.
type sample struct {
	labels labels.Labels
	value  float64
}

func newPrometheus(dir string) (*prometheus, error) {
	options := tsdb.DefaultOptions()
	options.MinBlockDuration = (24 * time.Hour).Milliseconds()
	options.MaxBlockDuration = options.MinBlockDuration
	db, err := tsdb.Open(dir, nil, nil, options, tsdb.NewDBStats())
	if err != nil {
		return nil, fmt.Errorf("opening the storage: %w", err)
	}
	return &prometheus{
		db: db, engine: promql.NewEngine(promql.EngineOpts{MaxSamples: 50_000_000, Timeout: time.Minute}),
		present: map[string]map[uint64]labels.Labels{}, scraped: map[string]bool{},
	}, nil
}

// parse returns the samples of a text, with the labels of the target. As in Prometheus, conflicting labels are
// prefixed.
func parse(text string, target map[string]string) ([]sample, error) {
	parser := expfmt.NewTextParser(model.UTF8Validation)
	parsed, err := parser.TextToMetricFamilies(strings.NewReader(text))
	if err != nil {
		return nil, fmt.Errorf("parsing metrics: %w", err)
	}
	vector, err := expfmt.ExtractSamples(&expfmt.DecodeOptions{}, slices.Collect(maps.Values(parsed))...)
	if err != nil {
		return nil, fmt.Errorf("parsing metrics: %w", err)
	}
	samples := make([]sample, 0, len(vector))
	for _, one := range vector {
		all := labels.NewBuilder(labels.EmptyLabels())
		for name, own := range one.Metric {
			if _, taken := target[string(name)]; taken {
				name = "exported_" + name
			}
			all.Set(string(name), string(own))
		}
		for name, of := range target {
			all.Set(name, of)
		}
		samples = append(samples, sample{all.Labels(), float64(one.Value)})
	}
	return samples, nil
}

// store stores the current samples of a target, and marks series without a current sample as stale.
func (p *prometheus) store(ctx context.Context, target string, now time.Time, samples []sample) error {
	p.scraped[target] = true
	appender, at := p.db.Appender(ctx), now.UnixMilli()
	before, present := p.present[target], map[uint64]labels.Labels{}
	for _, s := range samples {
		if _, err := appender.Append(0, s.labels, at, s.value); err != nil {
			return errors.Join(fmt.Errorf("storing %s: %w", s.labels, err), appender.Rollback())
		}
		present[s.labels.Hash()] = s.labels
	}
	for hash, series := range before {
		if _, is := present[hash]; is {
			continue
		}
		if _, err := appender.Append(0, series, at, math.Float64frombits(value.StaleNaN)); err != nil {
			return errors.Join(fmt.Errorf("ending %s: %w", series, err), appender.Rollback())
		}
	}
	p.present[target] = present
	return appender.Commit()
}

// end ends a round, and marks the series of targets that were not scraped as stale.
func (p *prometheus) end(ctx context.Context, now time.Time) error {
	for target := range p.present {
		if p.scraped[target] {
			continue
		}
		if err := p.store(ctx, target, now, nil); err != nil {
			return err
		}
		delete(p.present, target)
	}
	clear(p.scraped)
	return nil
}

// values evaluates a query over a time range.
func (p *prometheus) values(ctx context.Context, expression string, from, to time.Time, step time.Duration) (promql.Matrix, error) {
	query, err := p.engine.NewRangeQuery(ctx, p.db, nil, expression, from, to, step)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", expression, err)
	}
	defer query.Close()
	result := query.Exec(ctx)
	matrix, err := result.Matrix()
	if err != nil {
		return nil, fmt.Errorf("%s: %w", expression, err)
	}
	// Copy the points, because the engine reuses them.
	copied := make(promql.Matrix, len(matrix))
	for i, series := range matrix {
		copied[i] = promql.Series{Metric: series.Metric, Floats: append([]promql.FPoint(nil), series.Floats...)}
	}
	return copied, nil
}
