// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package tree

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/text"
)

const (
	// mostLines and mostBytes limit the reported tree.
	mostLines = 60
	mostBytes = 4 << 10
	// deepest limits the depth of the tree. Any user of the shoot may write the labels that define the tree.
	deepest = 8
)

// drawing draws the tree.
type drawing struct {
	chain
	lines []string
	// brief is true if ready subtrees are omitted.
	brief bool
	drawn map[ID]bool
	// readyBelow caches whether an object and all objects below it are ready.
	readyBelow map[ID]bool
}

// linesOf draws the objects as a tree, each below the object that applied it. If the tree exceeds the limits, linesOf
// only counts ready objects and omits the last lines.
func linesOf(all []judged) []string {
	lines := draw(all, false)
	if fitting(lines, mostLines, mostBytes) < len(lines) {
		lines = draw(all, true)
	}
	if fitting(lines, mostLines, mostBytes) == len(lines) {
		return lines
	}
	kept := fitting(lines, mostLines-1, mostBytes-100)
	return append(lines[:kept:kept], fmt.Sprintf("… %d more lines", len(lines)-kept))
}

// fitting returns the number of lines that fit within the limits.
func fitting(lines []string, most, bytes int) int {
	for i, line := range lines {
		if bytes -= text.EncodedLength(line) + len(`"",`); i == most || bytes < 0 {
			return i
		}
	}
	return len(lines)
}

func draw(all []judged, brief bool) []string {
	d := &drawing{chain: newChain(all), brief: brief, drawn: map[ID]bool{}, readyBelow: map[ID]bool{}}
	var top, rest []*judged
	for i := range all {
		o := d.byID[all[i].ID]
		if _, ok := d.byID[o.AppliedBy]; !ok {
			top = append(top, o)
		} else if !isWorkload(o.Kind) {
			rest = append(rest, o)
		}
	}
	d.draw(top, 0)
	// Objects that applied each other have no root.
	d.draw(rest, 0)
	return d.lines
}

// draw draws objects and their subtrees at a depth.
func (d *drawing) draw(objects []*judged, depth int) {
	ready := 0
	for _, o := range sorted(objects) {
		if d.drawn[o.ID] {
			continue
		}
		d.drawn[o.ID] = true
		if d.isLeftOut(o) {
			ready += 1 + d.leaveOut(d.applied[o.ID], depth+1)
			continue
		}
		line := o.String() + ": " + string(o.phase)
		if reason := o.Reason; reason != "" && o.phase != phaseReady && o.phase != phaseSuspended {
			line += " (" + reason + ")"
		}
		d.add(depth, line)
		if depth < deepest {
			d.draw(d.applied[o.ID], depth+1)
		}
	}
	if ready > 0 && d.brief {
		d.add(depth, fmt.Sprintf("%d more: %s", ready, phaseReady))
	}
}

// leaveOut omits a subtree and returns its size.
func (d *drawing) leaveOut(objects []*judged, depth int) int {
	count := 0
	for _, o := range objects {
		if !d.drawn[o.ID] && depth <= deepest {
			d.drawn[o.ID] = true
			count += 1 + d.leaveOut(d.applied[o.ID], depth+1)
		}
	}
	return count
}

// isLeftOut reports whether an object gets no line: a ready workload or chart, or the root of a ready subtree in a
// brief tree.
func (d *drawing) isLeftOut(o *judged) bool {
	if o.phase != phaseReady {
		return false
	}
	if isWorkload(o.Kind) || o.Kind == kindHelmChart {
		return true
	}
	return d.brief && d.isReadyBelow(o, 0)
}

// isReadyBelow reports whether the drawn part of an object's subtree is ready.
func (d *drawing) isReadyBelow(o *judged, depth int) bool {
	if known, ok := d.readyBelow[o.ID]; ok {
		return known
	}
	// Assume ready, so that a cycle ends here.
	d.readyBelow[o.ID] = true
	ready := depth > deepest || !slices.ContainsFunc(d.applied[o.ID], func(below *judged) bool {
		return below.phase != phaseReady || !d.isReadyBelow(below, depth+1)
	})
	d.readyBelow[o.ID] = ready
	return ready
}

func (d *drawing) add(depth int, value string) {
	d.lines = append(d.lines, strings.Repeat("  ", depth)+text.Line(value, 400))
}

func sorted(objects []*judged) []*judged {
	objects = slices.Clone(objects)
	slices.SortFunc(objects, func(a, b *judged) int {
		return cmp.Or(cmp.Compare(position(a), position(b)), cmp.Compare(a.Kind, b.Kind), cmp.Compare(a.Namespace, b.Namespace), cmp.Compare(a.Name, b.Name))
	})
	return objects
}

// position sorts sources first, then objects that apply others, then workloads.
func position(o *judged) int {
	if rank := rank(o.Kind); rank != 2 {
		return rank
	}
	return -1
}
