// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package plan

import (
	"cmp"
	"crypto/sha256"
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"sync"

	plain "github.com/shoot-flux/gardener-extension-shoot-flux/pkg/text"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/text/ordered"
)

// folded is a result that several Shoots share.
type folded struct {
	// Shoots contains the namespaces and names of the Shoots.
	Shoots []string `json:"shoots"`
	// Example is the Shoot whose diffs are shown, if the diffs of the others have other values of variables.
	Example string `json:"example,omitempty"`
	*result

	// of is the first Shoot with the result. sum is the checksum by which equal results are found. varies is true if
	// the results of other Shoots differ in values of variables.
	of     string
	sum    [sha256.Size]byte
	varies bool
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

// folder folds the results of Shoots, so that the output does not grow with the number of Shoots. Diffs that differ
// only in the values of variables are folded too, because fleets pass the name of the Shoot to their objects. It is
// safe for concurrent use.
type folder struct {
	mutex   sync.Mutex
	results map[[sha256.Size]byte]*folded
	// room is the number of bytes that further results may have.
	room int
}

// maxResults limits the size of all results as JSON in bytes. They stay in memory, and a commit may have another large
// one for each Shoot.
const maxResults = 512 << 20

func newFolder() *folder {
	return &folder{results: map[[sha256.Size]byte]*folded{}, room: maxResults}
}

func (f *folder) add(shoot string, r *result) error {
	text, err := json.Marshal(r)
	if err != nil {
		return err
	}
	key, err := r.key()
	if err != nil {
		return err
	}
	sum := sha256.Sum256(text)
	f.mutex.Lock()
	defer f.mutex.Unlock()
	known, ok := f.results[key]
	if !ok {
		if f.room -= len(text); f.room < 0 {
			return fmt.Errorf("the results of all Shoots have more than %d bytes; plan fewer Shoots with --selector, or without --diff", maxResults)
		}
		f.results[key] = &folded{Shoots: []string{shoot}, result: r, of: shoot, sum: sum}
		return nil
	}
	known.Shoots = append(known.Shoots, shoot)
	known.varies = known.varies || known.sum != sum
	if shoot < known.of {
		// Shoots arrive in any order, and the output is always the same.
		known.of, known.sum, known.result = shoot, sum, r
	}
	return nil
}

// key identifies the results that are folded: it contains the patterns of the diffs instead of the diffs.
func (r *result) key() ([sha256.Size]byte, error) {
	alike := *r
	for _, changes := range []*[]change{&alike.Added, &alike.Changed, &alike.Removed, &alike.Recreated, &alike.Left} {
		*changes = slices.Clone(*changes)
		for i := range *changes {
			(*changes)[i].Diff = (*changes)[i].pattern
		}
	}
	text, err := json.Marshal(alike)
	return sha256.Sum256(text), err
}

// sorted returns the results, those with failures and removed objects first.
func (f *folder) sorted() []*folded {
	results := make([]*folded, 0, len(f.results))
	for _, r := range f.results {
		slices.Sort(r.Shoots)
		if r.varies {
			r.Example = r.of
		}
		results = append(results, r)
	}
	slices.SortFunc(results, func(a, b *folded) int {
		return cmp.Or(
			len(b.Failures)-len(a.Failures), len(b.Removed)-len(a.Removed), len(b.Recreated)-len(a.Recreated), len(b.FailuresBefore)-len(a.FailuresBefore),
			len(b.Changed)-len(a.Changed), len(b.Added)-len(a.Added), len(b.Shoots)-len(a.Shoots), strings.Compare(a.Shoots[0], b.Shoots[0]),
		)
	})
	return results
}

// isEmpty reports whether the revision changes nothing.
func (r *result) isEmpty() bool { return r.objects()+len(r.Failures)+len(r.FailuresBefore) == 0 }

// already is the prefix of failures that the previous revision has too.
const already = "already at --from: "

// allFailures returns the failures, those first that come with the revision.
func (r *result) allFailures() []string {
	all := slices.Clone(r.Failures)
	for _, text := range r.FailuresBefore {
		all = append(all, already+text)
	}
	return all
}

// objects returns the number of objects that the result lists.
func (r *result) objects() int {
	return len(r.Added) + len(r.Changed) + len(r.Removed) + len(r.Recreated) + len(r.Left)
}

func (r *result) hasDiffs() bool {
	return slices.ContainsFunc(r.sections(), func(s section) bool {
		return slices.ContainsFunc(s.changes, func(c change) bool { return c.Diff != "" })
	})
}

// firstKinds are the kinds to name first, because all that they contain or define is deleted with them.
func firstKinds() []string {
	return []string{"Namespace", "CustomResourceDefinition", "PersistentVolumeClaim", "Kustomization", "HelmRelease"}
}

// tally contains numbers of objects by their kind.
type tally map[string]int

func (t tally) add(changes []change, shoots int) {
	for _, c := range changes {
		t[c.Kind] += shoots
	}
}

// String describes objects by their most important kind: "1 Namespace and 12 others".
func (t tally) String() string {
	named, all := "", 0
	for _, kind := range firstKinds() {
		if t[kind] > 0 {
			named = kind
			break
		}
	}
	for kind, number := range ordered.Map(t) {
		all += number
		if !slices.Contains(firstKinds(), named) && number > t[named] {
			named = kind
		}
	}
	text := plural(t[named], named)
	if others := all - t[named]; others == 1 {
		text += " and 1 other"
	} else if others > 1 {
		text += fmt.Sprintf(" and %d others", others)
	}
	return text
}

func count(changes []change) string {
	t := tally{}
	t.add(changes, 1)
	return t.String()
}

func plural(number int, word string) string {
	switch {
	case number == 1:
		return "1 " + word
	case strings.HasSuffix(word, "y") && !strings.HasSuffix(word, "ey"):
		return fmt.Sprintf("%d %sies", number, strings.TrimSuffix(word, "y"))
	case strings.HasSuffix(word, "s"):
		return fmt.Sprintf("%d %ses", number, word)
	}
	return fmt.Sprintf("%d %ss", number, word)
}

// summary describes a result in one line.
func (r *result) summary() string {
	return summaryOf([]*folded{{Shoots: make([]string, 1), result: r}})
}

// summaryOf describes results in one line. Each object counts once for each Shoot.
func summaryOf(results []*folded) string {
	var parts []string
	failing, before := 0, 0
	for _, r := range results {
		if len(r.Failures) > 0 {
			failing += len(r.Shoots)
		} else if len(r.FailuresBefore) > 0 {
			before += len(r.Shoots)
		}
	}
	for _, part := range []struct {
		shoots int
		verb   string
	}{{failing, "fails"}, {before, "fails already at --from"}} {
		switch {
		case part.shoots > 0 && len(results) > 1:
			parts = append(parts, part.verb+" in "+plural(part.shoots, "Shoot"))
		case part.shoots > 0:
			parts = append(parts, part.verb)
		}
	}
	for i, verb := range []string{"removed", "recreated", "changed", "added", "left in place"} {
		all := tally{}
		for _, r := range results {
			all.add(r.sections()[i].changes, len(r.Shoots))
		}
		if len(all) > 0 {
			parts = append(parts, all.String()+" "+verb)
		}
	}
	if len(parts) == 0 {
		if slices.ContainsFunc(results, func(r *folded) bool { return len(r.NotKnown) > 0 }) {
			return "no known change"
		}
		return "no change"
	}
	return strings.Join(parts, ", ")
}

// shownShoots is the number of names in a summary of Shoots.
const shownShoots = 5

// names lists the first Shoots.
func (f *folded) names() string {
	return plain.List(f.Shoots, shownShoots)
}

// example returns a sentence that names the Shoot whose diffs are shown, or an empty string.
func (f *folded) example() string {
	if f.Example == "" {
		return ""
	}
	return fmt.Sprintf("The diffs are those of %s. The other Shoots have other values of variables.", f.Example)
}
