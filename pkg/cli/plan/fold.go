// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package plan

import (
	"crypto/sha256"
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"sync"
)

// folded is a result that several Shoots share.
type folded struct {
	// Shoots contains the namespaces and names of the Shoots.
	Shoots []string `json:"shoots"`
	*result
}

// document is the output of the command.
type document struct {
	// From and To are the compared revisions. From is empty if only the objects of one revision are listed.
	From string `json:"from,omitempty"`
	To   string `json:"to"`
	// Shoots is the number of Shoots.
	Shoots  int       `json:"shoots"`
	Results []*folded `json:"results"`
	// FailedConditions contains the conditions of --fail-on that hold.
	FailedConditions []string `json:"failedConditions,omitempty"`
}

// folder folds the results of Shoots, so that the output does not grow with the number of Shoots. It is safe for
// concurrent use.
type folder struct {
	mutex   sync.Mutex
	results map[[sha256.Size]byte]*folded
}

func newFolder() *folder { return &folder{results: map[[sha256.Size]byte]*folded{}} }

func (f *folder) add(shoot string, r *result) error {
	text, err := json.Marshal(r)
	if err != nil {
		return err
	}
	key := sha256.Sum256(text)
	f.mutex.Lock()
	defer f.mutex.Unlock()
	if known, has := f.results[key]; has {
		known.Shoots = append(known.Shoots, shoot)
		return nil
	}
	f.results[key] = &folded{Shoots: []string{shoot}, result: r}
	return nil
}

// sorted returns the results, those with failures and removed objects first.
func (f *folder) sorted() []*folded {
	results := make([]*folded, 0, len(f.results))
	for _, r := range f.results {
		slices.Sort(r.Shoots)
		results = append(results, r)
	}
	slices.SortFunc(results, func(a, b *folded) int {
		for _, by := range []func(*folded) int{
			func(r *folded) int { return len(r.Failures) }, func(r *folded) int { return len(r.Removed) },
			func(r *folded) int { return len(r.Recreated) },
			func(r *folded) int { return len(r.Changed) }, func(r *folded) int { return len(r.Added) },
			func(r *folded) int { return len(r.Shoots) },
		} {
			if by(a) != by(b) {
				return by(b) - by(a)
			}
		}
		return strings.Compare(a.Shoots[0], b.Shoots[0])
	})
	return results
}

// isEmpty reports whether the revision changes nothing.
func (r *result) isEmpty() bool {
	return len(r.Added)+len(r.Changed)+len(r.Removed)+len(r.Recreated)+len(r.Left)+len(r.Failures) == 0
}

// firstKinds are the kinds to name first, because all that they contain or define is deleted with them.
func firstKinds() []string {
	return []string{"Namespace", "CustomResourceDefinition", "PersistentVolumeClaim", "Kustomization", "HelmRelease"}
}

// count describes objects by their most important kind: "1 Namespace and 12 others".
func count(changes []change) string {
	byKind := map[string]int{}
	for _, c := range changes {
		byKind[c.Kind]++
	}
	named := ""
	for _, kind := range firstKinds() {
		if byKind[kind] > 0 {
			named = kind
			break
		}
	}
	if named == "" {
		for _, c := range changes {
			if byKind[c.Kind] > byKind[named] {
				named = c.Kind
			}
		}
	}
	text := plural(byKind[named], named)
	if others := len(changes) - byKind[named]; others == 1 {
		text += " and 1 other"
	} else if others > 1 {
		text += fmt.Sprintf(" and %d others", others)
	}
	return text
}

func plural(number int, word string) string {
	switch {
	case number == 1:
		return "1 " + word
	case strings.HasSuffix(word, "y") && !strings.HasSuffix(word, "ey"):
		return fmt.Sprintf("%d %sies", number, strings.TrimSuffix(word, "y"))
	case strings.HasSuffix(word, "ss"), strings.HasSuffix(word, "s"):
		return fmt.Sprintf("%d %ses", number, word)
	}
	return fmt.Sprintf("%d %ss", number, word)
}

// summary describes a result in one line.
func (r *result) summary() string {
	var parts []string
	for _, part := range []struct {
		changes []change
		verb    string
	}{{r.Removed, "removed"}, {r.Recreated, "recreated"}, {r.Changed, "changed"}, {r.Added, "added"}, {r.Left, "left in place"}} {
		if len(part.changes) > 0 {
			parts = append(parts, count(part.changes)+" "+part.verb)
		}
	}
	if len(r.Failures) > 0 {
		parts = append([]string{"fails"}, parts...)
	}
	if len(parts) == 0 {
		return "no change"
	}
	return strings.Join(parts, ", ")
}

// shownShoots is the number of names in a summary of Shoots.
const shownShoots = 5

// names lists the first Shoots.
func (f *folded) names() string {
	if more := len(f.Shoots) - shownShoots; more > 1 {
		return fmt.Sprintf("%s and %d others", strings.Join(f.Shoots[:shownShoots], ", "), more)
	}
	return strings.Join(f.Shoots, ", ")
}
