// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package guard

import (
	"cmp"
	"fmt"
	"maps"
	"slices"
	"strings"

	"k8s.io/apimachinery/pkg/api/validate/content"

	fluxv1alpha1 "github.com/shoot-flux/gardener-extension-shoot-flux/pkg/apis/flux/v1alpha1"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/text"
)

const (
	// mostKinds is the maximum number of unprotected kinds in a summary, mostNames of named objects.
	mostKinds = 8
	mostNames = 3
	// longestKind and longestName are the maximum lengths of a kind and a named object, in bytes.
	longestKind = 63
	longestName = 160
)

// Recreated follows the name of an object that Flux has deleted and created again.
const Recreated = "(deleted and created again)"

// ID is a parsed entry of an inventory.
type ID struct{ Namespace, Name, Group, Kind string }

// ParseID parses an entry of the form namespace_name_group_kind. In the entry, "__" represents a colon of the name
// (fluxcd/cli-utils: pkg/object/objmetadata.go). It returns false if the text has another form.
func ParseID(id string) (ID, bool) {
	parts := strings.Split(id, "_")
	n := len(parts)
	if n < 4 {
		return ID{}, false
	}
	return ID{Namespace: parts[0], Name: strings.ReplaceAll(strings.Join(parts[1:n-2], "_"), "__", ":"), Group: parts[n-2], Kind: parts[n-1]}, true
}

// String returns the object for messages.
func (id ID) String() string {
	if id.Namespace == "" {
		return id.Kind + " " + id.Name
	}
	return id.Kind + " " + id.Namespace + "/" + id.Name
}

// HasAddress returns whether the object can be requested from the shoot. It is false for an object in another cluster,
// and for an ID with characters that have a meaning in URLs: an administrator of a shoot can write any inventory.
func (id ID) HasAddress() bool {
	return !slices.ContainsFunc([]string{id.Namespace, id.Name, id.Group, id.Kind}, func(part string) bool {
		return len(content.IsPathSegmentName(part)) > 0
	})
}

// InOrder returns the IDs with the protected kinds first.
func InOrder(ids, protected []string) []string {
	isProtected := func(entry string) bool {
		id, _ := ParseID(entry)
		return slices.Contains(protected, id.Kind)
	}
	first := slices.DeleteFunc(slices.Clone(ids), func(id string) bool { return !isProtected(id) })
	return append(first, slices.DeleteFunc(slices.Clone(ids), isProtected)...)
}

// Summarize returns the summary of the losses since a snapshot. Protected kinds are listed first, and recreated objects
// are named first, because a commit does not show that it deletes them.
func Summarize(since Snapshot, losses Losses, protected []string) *fluxv1alpha1.RemovedObjects {
	lost := slices.Concat(losses.Recreated, losses.Gone)
	summary := &fluxv1alpha1.RemovedObjects{Before: int32(len(since.Objects)), Count: int32(len(lost)), Unknown: unknownFate(losses.Unknown)} //nolint:gosec // The limit of an inventory is lower.
	if len(lost) == 0 {
		return Bound(summary)
	}
	summary.Since = since.String()
	counts := map[string]int32{}
	var recreated, gone []string
	for i, entry := range lost {
		id, _ := ParseID(entry)
		counts[id.Kind]++
		switch {
		case i < len(losses.Recreated):
			recreated = append(recreated, id.String()+" "+Recreated)
		case slices.Contains(protected, id.Kind):
			gone = append(gone, id.String())
		}
	}
	slices.Sort(recreated)
	slices.Sort(gone)
	summary.Names = slices.Concat(recreated, gone)
	isOpen := func(kind string) int {
		if slices.Contains(protected, kind) {
			return 0
		}
		return 1
	}
	kinds := slices.SortedFunc(maps.Keys(counts), func(a, b string) int {
		return cmp.Or(isOpen(a)-isOpen(b), int(counts[b]-counts[a]), strings.Compare(a, b))
	})
	unprotected := 0
	for _, kind := range kinds {
		if unprotected += isOpen(kind); unprotected <= mostKinds {
			summary.Kinds = append(summary.Kinds, fluxv1alpha1.RemovedKind{Kind: kind, Count: counts[kind]})
		}
	}
	return Bound(summary)
}

// unknownFate lists the protected objects that Flux may have deleted and created again. It returns an empty string for
// no objects.
func unknownFate(ids []string) string {
	if len(ids) == 0 {
		return ""
	}
	first, _ := ParseID(slices.Min(ids))
	if more := len(ids) - 1; more > 0 {
		return fmt.Sprintf("whether %s and %d more were deleted and created again when they moved", first, more)
	}
	return fmt.Sprintf("whether %s was deleted and created again when it moved", first)
}

// Unknown returns the summary for removed objects that are unknown for this reason.
func Unknown(reason string) *fluxv1alpha1.RemovedObjects {
	return Bound(&fluxv1alpha1.RemovedObjects{Unknown: reason})
}

// Bound limits a summary: an administrator of a shoot can write any inventory.
func Bound(summary *fluxv1alpha1.RemovedObjects) *fluxv1alpha1.RemovedObjects {
	if summary == nil {
		return nil
	}
	bounded := *summary
	bounded.Since, bounded.Unknown = text.Line(summary.Since, longestName), text.Line(summary.Unknown, longestName)
	bounded.Kinds, bounded.Names = nil, nil
	for _, kind := range summary.Kinds[:min(len(summary.Kinds), mostKinds+20)] {
		bounded.Kinds = append(bounded.Kinds, fluxv1alpha1.RemovedKind{Kind: text.Line(kind.Kind, longestKind), Count: kind.Count})
	}
	for _, name := range summary.Names[:min(len(summary.Names), mostNames)] {
		bounded.Names = append(bounded.Names, text.Line(name, longestName))
	}
	return &bounded
}
