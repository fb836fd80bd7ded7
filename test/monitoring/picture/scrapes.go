// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package picture

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"path/filepath"
	"strings"
	"time"

	"github.com/prometheus/common/model"
	"github.com/prometheus/prometheus/model/labels"
	"github.com/prometheus/prometheus/rules"
	"sigs.k8s.io/yaml"

	"github.com/shoot-flux/gardener-extension-shoot-flux/charts"
)

// scrape is one line of the output of landscape.Scrape.
type scrape struct {
	Time    time.Time         `json:"time"`
	Seed    string            `json:"seed"`
	Labels  map[string]string `json:"labels"`
	Metrics string            `json:"metrics"`
}

// Metrics contains the metrics of the seeds and the garden, including the results of the chart's recording rules.
type Metrics struct {
	seeds      map[string]*prometheus
	garden     *prometheus
	recordings []recording
	dir        string
	// From and To are the times of the first and the last scrape.
	From, To time.Time
}

// recording is a recording rule.
type recording struct{ Record, Expr string }

// Load stores scrapes in an empty directory. After each round, it evaluates the rules of the seeds, and federates the
// results into the garden.
func Load(ctx context.Context, scrapes io.Reader, dir string) (_ *Metrics, err error) {
	m := &Metrics{seeds: map[string]*prometheus{}, dir: dir}
	defer func() {
		if err != nil {
			err = errors.Join(err, m.Close())
		}
	}()
	if m.recordings, err = recordings(); err != nil {
		return nil, err
	}
	if m.garden, err = newPrometheus(filepath.Join(dir, "garden")); err != nil {
		return nil, err
	}
	decoder := json.NewDecoder(scrapes)
	for {
		var s scrape
		switch err := decoder.Decode(&s); {
		case errors.Is(err, io.EOF):
			if m.To.IsZero() {
				return nil, errors.New("no pod was scraped")
			}
			return m, m.endRound(ctx)
		case err != nil:
			return nil, fmt.Errorf("reading scrapes: %w", err)
		}
		if !m.To.IsZero() && !s.Time.Equal(m.To) {
			if err := m.endRound(ctx); err != nil {
				return nil, err
			}
		}
		if m.From.IsZero() {
			m.From = s.Time
		}
		m.To = s.Time
		if err := m.store(ctx, s); err != nil {
			return nil, err
		}
	}
}

// Close closes the storage of each Prometheus.
func (m *Metrics) Close() error {
	var errs []error
	for _, p := range m.seeds {
		errs = append(errs, p.db.Close())
	}
	if m.garden != nil {
		errs = append(errs, m.garden.db.Close())
	}
	return errors.Join(errs...)
}

func recordings() ([]recording, error) {
	content, err := charts.Files().ReadFile(charts.Seed + "/monitoring/recordings.yaml")
	if err != nil {
		return nil, err
	}
	var file struct{ Groups []struct{ Rules []recording } }
	if err := yaml.Unmarshal(content, &file); err != nil {
		return nil, fmt.Errorf("reading recordings: %w", err)
	}
	var all []recording
	for _, group := range file.Groups {
		all = append(all, group.Rules...)
	}
	return all, nil
}

func (m *Metrics) store(ctx context.Context, s scrape) error {
	p := m.garden
	if s.Seed != "" {
		if m.seeds[s.Seed] == nil {
			created, err := newPrometheus(filepath.Join(m.dir, "seed-"+s.Seed))
			if err != nil {
				return err
			}
			m.seeds[s.Seed] = created
		}
		p = m.seeds[s.Seed]
	}
	samples, err := parse(s.Metrics, s.Labels)
	if err != nil {
		return fmt.Errorf("%s: %w", s.Labels["pod"], err)
	}
	up := sample{labels: labels.NewBuilder(labels.FromMap(s.Labels)).Set(model.MetricNameLabel, "up").Labels()}
	if s.Metrics != "" {
		up.value = 1
	}
	return p.store(ctx, s.Labels["pod"], s.Time, append(samples, up))
}

// endRound evaluates the rules of each seed, and federates the results into the garden.
func (m *Metrics) endRound(ctx context.Context) error {
	for seed, p := range m.seeds {
		if err := p.end(ctx, m.To); err != nil {
			return err
		}
		var recorded, federated []sample
		query := rules.EngineQueryFunc(p.engine, p.db)
		for _, r := range m.recordings {
			vector, err := query(ctx, r.Expr, m.To)
			if err != nil {
				return fmt.Errorf("%s: %w", r.Record, err)
			}
			for _, one := range vector {
				own := labels.NewBuilder(one.Metric).Set(model.MetricNameLabel, r.Record)
				recorded = append(recorded, sample{own.Labels(), one.F})
				if strings.HasSuffix(r.Record, ":sum") {
					federated = append(federated, sample{own.Set("seed", seed).Labels(), one.F})
				}
			}
		}
		if err := errors.Join(p.store(ctx, "recordings", m.To, recorded), m.garden.store(ctx, "seed "+seed, m.To, federated)); err != nil {
			return err
		}
	}
	return m.garden.end(ctx, m.To)
}
