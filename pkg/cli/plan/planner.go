// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package plan

import (
	"cmp"
	"context"
	"fmt"
	"io"
	"runtime"
	"slices"
	"strings"
	"sync"
	"sync/atomic"

	"golang.org/x/sync/errgroup"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"

	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/cli/operator"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/cli/plan/kustomizer"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/cli/plan/refusal"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/cli/printer"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/cli/render"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/text"
)

// planner plans a revision for a fleet.
type planner struct {
	fleet          *render.Fleet
	landscape      operator.Landscape
	gardenIdentity string
	diff           bool
	kustomizer     kustomizer.Kustomizer
	// temporary is the directory for the trees.
	temporary string
	notes     io.Writer

	checkout *checkout
	// from and to are commits. from is empty without a revision to compare with. to is empty for the work tree.
	from, to         string
	fromName, toName string

	judge  *judge
	mutex  sync.Mutex
	builds map[string]*builders
	noted  map[string]bool
}

// builders contains the builders of both revisions, for all Shoots whose sources select the same files.
type builders struct{ before, after *builder }

// resolve resolves the revisions to commits.
func (p *planner) resolve(ctx context.Context, from, to string) error {
	p.builds, p.noted = map[string]*builders{}, map[string]bool{}
	var err error
	if from != "" {
		if p.from, err = p.checkout.commit(ctx, "--from", from); err != nil {
			return err
		}
		p.fromName = named(from, p.from)
	}
	if to != "" {
		p.toName = to
		if p.to, err = p.checkout.commit(ctx, "--to", to); err != nil {
			return err
		}
		p.toName = named(to, p.to)
		return nil
	}
	p.toName = workTree
	return nil
}

// named returns a revision with its abbreviated commit.
func named(revision, commit string) string {
	const abbreviated = 12
	short := commit[:min(abbreviated, len(commit))]
	if strings.HasPrefix(commit, revision) {
		return short
	}
	return fmt.Sprintf("%s (%s)", text.OneLine(revision), short)
}

// mostNames is the maximum number of names in a message.
const mostNames = 20

func (p *planner) note(format string, args ...any) {
	note := text.OneLine(fmt.Sprintf(format, args...))
	if !p.noted[note] {
		p.noted[note] = true
		fmt.Fprintln(p.notes, "Note: "+note)
	}
}

// progressFrom is the minimum number of Shoots of a plan that prints its progress.
const progressFrom = 100

// plan plans all Shoots.
func (p *planner) plan(ctx context.Context) (*document, error) {
	folds, done := newFolder(), atomic.Int64{}
	whole := ctx
	p.judge = newJudge(ctx, refusal.NewJudge(p.landscape.Catalog), p.kustomizer)
	group, ctx := errgroup.WithContext(ctx)
	// The number of concurrent builds is limited elsewhere. While some Shoots wait for a build, the configurations of
	// others are resolved.
	const perProcessor = 4
	group.SetLimit(perProcessor * runtime.GOMAXPROCS(0))
	for i := range p.fleet.Len() {
		group.Go(func() error {
			if err := ctx.Err(); err != nil {
				return err
			}
			name, own, err := p.planShoot(ctx, i)
			if err != nil {
				return err
			}
			if err := folds.add(name, own); err != nil {
				return err
			}
			p.progress(int(done.Add(1)))
			return nil
		})
	}
	if err := cmp.Or(group.Wait(), whole.Err()); err != nil {
		// The error may contain a file name with line breaks, which must not begin new lines of the output.
		return nil, printer.OneLineError(err)
	}
	return &document{From: p.fromName, To: p.toName, Shoots: p.fleet.Len(), Results: folds.sorted()}, nil
}

func (p *planner) progress(done int) {
	const steps = 10
	total := p.fleet.Len()
	if total >= progressFrom && done%(total/steps) == 0 {
		p.mutex.Lock()
		defer p.mutex.Unlock()
		fmt.Fprintf(p.notes, "%d of %d Shoots planned\n", done, total)
	}
}

// planShoot plans one Shoot, and returns its name. What a Shoot with an invalid configuration gets is not known,
// because the extension keeps its last delivery.
func (p *planner) planShoot(ctx context.Context, i int) (string, *result, error) {
	delivered, err := p.fleet.Sync(ctx, i, p.landscape, p.gardenIdentity)
	name := delivered.Shoot.String()
	switch {
	case ctx.Err() != nil:
		return "", nil, ctx.Err()
	case err != nil:
		return name, &result{NotKnown: []string{"the configuration of the Shoot is invalid: " + text.OneLine(err.Error())}}, nil
	case delivered.Effective.Source == nil || delivered.Effective.Kustomization == nil:
		// Flux is installed, and applies nothing.
		return name, &result{}, nil
	}
	source := delivered.Effective.Source.Object
	if suspend, _, _ := unstructured.NestedBool(source.Object, "spec", "suspend"); suspend {
		return name, &result{NotKnown: []string{"the source is suspended: Flux fetches no revision until it is resumed"}}, nil
	}
	shared, err := p.buildersFor(ctx, source)
	if err != nil {
		return "", nil, err
	}
	if reason := shared.after.tree.refusal(); reason != "" {
		if shared.before != nil && sameReason(shared.before.tree.refusal(), shared.before.tree, reason, shared.after.tree) {
			return name, &result{FailuresBefore: []string{reason}}, nil
		}
		return name, &result{Failures: []string{reason}}, nil
	}
	own := compare(shared.before, shared.after, delivered, p.diff) //nolint:contextcheck // the judge that all Shoots share has the context of the plan
	if shared.before != nil && shared.before.tree.refusal() != "" {
		own = &result{Failures: slices.Concat(own.Failures, own.FailuresBefore), NotKnown: append(own.NotKnown, "before: "+shared.before.tree.refusal()+" (what it applied from an earlier revision is not known)")}
	}
	own.NotKnown = append(own.NotKnown, limits(source, shared.after.tree)...)
	slices.Sort(own.NotKnown)
	return name, own, nil
}

// buildersFor returns the builders for a source, which may leave out files.
func (p *planner) buildersFor(ctx context.Context, source *unstructured.Unstructured) (*builders, error) {
	p.mutex.Lock()
	defer p.mutex.Unlock()
	selected := selectionOf(source)
	key := selected.key()
	if known, ok := p.builds[key]; ok {
		return known, nil
	}
	own := &builders{}
	var old *tree
	if p.from != "" {
		var err error
		if old, err = p.checkout.extract(ctx, p.fromName, p.from, p.temporary, selected, nil); err != nil {
			return nil, err
		}
		own.before = newBuilder(old, nil, p.judge)
		own.before.earlier = true
	}
	t, err := p.checkout.extract(ctx, p.toName, p.to, p.temporary, selected, old)
	if err != nil {
		return nil, err
	}
	own.after = newBuilder(t, own.before, p.judge)
	if t.uncommitted > 0 {
		p.note("the work tree has %s, which are part of the plan", plural(t.uncommitted, "uncommitted change"))
	}
	if len(t.submodules) > 0 {
		p.note("%s has submodules, whose files are not part of the plan: %s", p.toName, text.List(t.submodules, mostNames))
	}
	if len(t.links) > 0 {
		p.note("the artifacts of Flux contain no symlinks, so these are left out: %s", text.List(t.links, mostNames))
	}
	p.builds[key] = own
	return own, nil
}
