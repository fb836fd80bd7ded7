// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package oracle

import (
	"context"
	"fmt"
	"maps"
	"path/filepath"
	"slices"
	"strings"
	"sync"

	"k8s.io/apimachinery/pkg/api/meta"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"

	fluxmeta "github.com/fluxcd/pkg/apis/meta"
)

// Outcome is what a commit does to the objects of a cluster, or what plan says about it.
type Outcome struct {
	Added, Changed, Removed, Recreated []string
	// Refused are messages of Kustomizations that are not Ready, by namespace and name.
	Refused map[string]string
	// Left and NotKnown are what plan says in addition.
	Left, NotKnown []string
}

// Lines returns a line for each object and message.
func (o *Outcome) Lines() []string {
	var lines []string
	for _, part := range []struct {
		verb  string
		texts []string
	}{{added, o.Added}, {changed, o.Changed}, {removed, o.Removed}, {recreated, o.Recreated}, {left, o.Left}, {notKnown, o.NotKnown}} {
		for _, text := range part.texts {
			lines = append(lines, part.verb+" "+text)
		}
	}
	for _, name := range slices.Sorted(maps.Keys(o.Refused)) {
		lines = append(lines, refused+" "+name+": "+o.Refused[name])
	}
	return lines
}

// String returns the lines.
func (o *Outcome) String() string {
	lines := o.Lines()
	if len(lines) == 0 {
		return "nothing\n"
	}
	return strings.Join(lines, "\n") + "\n"
}

// Try brings the state before the commit and then that after it into a cluster, and returns what the commit has done.
func (w *World) Try(ctx context.Context, c Case) (_ *Outcome, err error) {
	s, err := w.take(ctx, c.Version)
	if err != nil {
		return nil, err
	}
	defer func() {
		if lost := w.giveBack(context.WithoutCancel(ctx), s); lost != nil {
			// The next trial gets another cluster.
			fmt.Fprintln(w.options.Log, lost)
		}
	}()
	w.mutex.Lock()
	w.trials++
	name := fmt.Sprintf("t%d", w.trials)
	w.mutex.Unlock()

	t := &trial{name: name, world: w, shoot: s, pushed: map[string]*repository{}}
	if err := t.push(ctx, "before", c.Before); err != nil {
		return nil, err
	}
	if err := t.deliver(ctx, c); err != nil {
		return nil, err
	}
	before, err := s.start(ctx)
	if err != nil {
		return nil, fmt.Errorf("before the commit: %w", err)
	}
	if err := t.push(ctx, "after", c.After); err != nil {
		return nil, err
	}
	after, state, err := s.settle(ctx)
	if err != nil {
		return nil, fmt.Errorf("after the commit: %w", err)
	}
	return compare(before, after, state), nil
}

// trial is a case in a cluster.
type trial struct {
	name   string
	world  *World
	shoot  *shoot
	pushed map[string]*repository
}

// push commits the files of a state.
func (t *trial) push(ctx context.Context, message string, state State) error {
	all := maps.Clone(state.Others)
	if all == nil {
		all = map[string]Tree{}
	}
	all["fleet"] = state.Fleet
	for _, name := range slices.Sorted(maps.Keys(all)) {
		if t.pushed[name] == nil {
			var err error
			dir := filepath.Join(t.world.options.Dir, "trees", t.name, name)
			if t.pushed[name], err = newRepository(ctx, dir, t.world.hosts, t.name+"/my-org/"+name); err != nil {
				return err
			}
		}
		served := all[name].with(func(text string) string { return t.world.hosts.address(t.name, text) })
		if err := t.pushed[name].commit(ctx, message, served); err != nil {
			return err
		}
	}
	return nil
}

// deliver applies the source and the root Kustomization as the extension does, and what else the cluster has.
func (t *trial) deliver(ctx context.Context, c Case) error {
	more, err := decode([]byte(c.Cluster))
	if err != nil {
		return err
	}
	synced, err := t.world.rendered.synced(ctx, c.Config, c.Version)
	if err != nil {
		return err
	}
	for _, object := range append(more, synced...) {
		object = object.DeepCopy()
		if spec, is := object.Object["spec"].(map[string]any); is {
			if url, is := spec["url"].(string); is {
				spec["url"] = t.world.hosts.address(t.name, url)
			}
		}
		if err := t.shoot.apply(ctx, object); err != nil {
			return fmt.Errorf("delivering %s %s: %w", object.GetKind(), object.GetName(), err)
		}
	}
	return nil
}

func compare(before, after objects, state *flux) *Outcome {
	o := &Outcome{Refused: map[string]string{}}
	for id, object := range after {
		old, existed := before[id]
		switch {
		case !existed:
			o.Added = append(o.Added, id.String())
		case old.uid != object.uid:
			o.Recreated = append(o.Recreated, id.String())
		case old.content != object.content:
			o.Changed = append(o.Changed, id.String())
		}
	}
	for id := range before {
		if _, has := after[id]; !has {
			o.Removed = append(o.Removed, id.String())
		}
	}
	for _, list := range [][]string{o.Added, o.Changed, o.Removed, o.Recreated} {
		slices.Sort(list)
	}
	for _, k := range state.kustomizations {
		condition := meta.FindStatusCondition(k.Status.Conditions, fluxmeta.ReadyCondition)
		if condition != nil && condition.Status == metav1.ConditionFalse && !k.Spec.Suspend {
			o.Refused[k.Namespace+"/"+k.Name] = condition.Reason + ": " + strings.ReplaceAll(condition.Message, "\n", " ")
		}
	}
	return o
}

// Together calls a function for each trial of the rows, in their order, with some calls at a time.
func Together(atATime int, rows []Row, try func(Row)) {
	var running sync.WaitGroup
	slots := make(chan struct{}, atATime)
	for _, row := range rows {
		for range row.Trials {
			slots <- struct{}{}
			running.Go(func() {
				defer func() { <-slots }()
				try(row)
			})
		}
	}
	running.Wait()
}
