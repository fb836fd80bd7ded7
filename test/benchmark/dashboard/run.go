// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package dashboard

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"path/filepath"
	"slices"
	"time"

	"github.com/go-logr/logr"

	"github.com/shoot-flux/gardener-extension-shoot-flux/test/landscape"
	"github.com/shoot-flux/gardener-extension-shoot-flux/test/landscape/browser"
)

// Options configure a measurement.
type Options struct {
	// ProjectDir is the root of the extension's repository, Dir an empty directory for all data.
	ProjectDir, Dir string
	// Pictures is the directory for a screenshot. If it is empty, no screenshot is taken.
	Pictures string
	// Shoots and Projects are the numbers of objects. Times is the number of measurements.
	Shoots, Projects, Times int
	// Out receives the result, and Progress the steps.
	Out, Progress io.Writer
}

// Figures summarize several measurements in milliseconds.
type Figures struct {
	Median int64 `json:"median"`
	Most   int64 `json:"most"`
}

// Result is the result of the measurements.
type Result struct {
	Shoots   int `json:"shoots"`
	Projects int `json:"projects"`
	// Start is the time from the start of the command until the command prints its address.
	Start Figures `json:"start_ms"`
	// View is the time from opening the page until all Shoots are painted. FirstView is this time for the first tab after
	// the start.
	FirstView Figures `json:"first_view_ms"`
	View      Figures `json:"view_ms"`
	// Change is the time from a request that changes the status of a Shoot until the browser has painted the change.
	Change Figures `json:"change_ms"`
}

// patience is the timeout of a step.
const patience = 2 * time.Minute

// painted returns a JavaScript promise that resolves after the condition is met and the page is painted. Its value is
// the time in milliseconds since 1970.
func painted(condition string) string {
	return fmt.Sprintf(`new Promise((end) => {
		const check = () => { if (%s) { requestAnimationFrame(() => setTimeout(() => end(Date.now()), 0)); } else { setTimeout(check, 5); } };
		check();
	})`, condition)
}

// Run performs the measurements and prints the result as a line of JSON.
func Run(ctx context.Context, options Options) error {
	executables, err := landscape.Build(ctx, options.ProjectDir, filepath.Join(options.Dir, "bin"), options.Progress)
	if err != nil {
		return err
	}
	l, err := landscape.Start(ctx, landscape.Options{
		Dir: filepath.Join(options.Dir, "landscape"), ProjectDir: options.ProjectDir, Executables: executables, Log: logr.Discard(),
		Progress: func(step string) { fmt.Fprintln(options.Progress, step) },
	})
	if err != nil {
		return err
	}
	defer l.Stop()
	if err := populate(ctx, l.Garden, options); err != nil {
		return fmt.Errorf("populating the garden: %w", err)
	}
	m := &measurement{options: options, landscape: l}
	for i := range options.Times {
		if err := m.once(ctx, i); err != nil {
			return err
		}
	}
	return json.NewEncoder(options.Out).Encode(Result{
		Shoots: options.Shoots, Projects: options.Projects,
		Start: figures(m.starts), FirstView: figures(m.firstViews), View: figures(m.views), Change: figures(m.changes),
	})
}

// measurement contains the results so far, in milliseconds.
type measurement struct {
	options   Options
	landscape *landscape.Landscape

	starts, firstViews, views, changes []int64
}

// once starts the command and the browser, opens two tabs, and changes a Shoot.
func (m *measurement) once(ctx context.Context, number int) error {
	ctx, cancel := context.WithTimeout(ctx, patience)
	defer cancel()
	tab, end, err := browser.New(ctx, filepath.Join(m.options.Dir, fmt.Sprintf("browser-%d", number)))
	if err != nil {
		return err
	}
	defer end()
	began := time.Now()
	command, err := browser.Serve(ctx, m.landscape.Plugin, m.landscape.Garden.Cluster.Kubeconfig, "-A")
	if err != nil {
		return err
	}
	err = m.observe(ctx, tab, command, began, number)
	if stopErr := command.Stop(); err == nil {
		err = stopErr
	}
	return err
}

func (m *measurement) observe(ctx, tab context.Context, command *browser.Dashboard, began time.Time, number int) error {
	address, err := command.Address(ctx)
	if err != nil {
		return err
	}
	m.starts = append(m.starts, time.Since(began).Milliseconds())
	first, err := m.view(tab, address)
	if err != nil {
		return err
	}
	m.firstViews = append(m.firstViews, first)
	if address, err = command.Another(ctx); err != nil {
		return err
	}
	second, closeSecond, err := browser.NewTab(tab)
	if err != nil {
		return err
	}
	defer closeSecond()
	again, err := m.view(second, address)
	if err != nil {
		return err
	}
	m.views = append(m.views, again)
	message := fmt.Sprintf("kustomization path not found: stat clusters/%d: no such file or directory", number)
	changed, err := change(ctx, m.landscape.Garden, message)
	if err != nil {
		return err
	}
	seen, err := browser.Eval[int64](second, painted(fmt.Sprintf("document.getElementById('shoots').textContent.includes(%q)", message)))
	if err != nil {
		return err
	}
	m.changes = append(m.changes, seen-changed.UnixMilli())
	fmt.Fprintf(m.options.Progress, "%d: start %d ms, first view %d ms, view %d ms, change %d ms\n", number+1, m.starts[number], first, again, m.changes[number])
	if number == 0 && m.options.Pictures != "" {
		return m.picture(second)
	}
	return nil
}

// view opens an address, and returns the time until all Shoots are painted.
func (m *measurement) view(tab context.Context, address string) (int64, error) {
	began := time.Now()
	if err := browser.Open(tab, address); err != nil {
		return 0, err
	}
	seen, err := browser.Eval[int64](tab, painted(fmt.Sprintf("document.getElementById('count')?.textContent === '%d Shoots'", m.options.Shoots)))
	return seen - began.UnixMilli(), err
}

// picture takes a screenshot after all data have been read.
func (m *measurement) picture(tab context.Context) error {
	if _, err := browser.Eval[int64](tab, painted("document.querySelectorAll('#notes li').length === 0")); err != nil {
		return err
	}
	return browser.Picture(tab, filepath.Join(m.options.Pictures, "dashboard-5000.png"), 1280, 800)
}

func figures(measured []int64) Figures {
	sorted := slices.Sorted(slices.Values(measured))
	return Figures{Median: sorted[len(sorted)/2], Most: sorted[len(sorted)-1]}
}
