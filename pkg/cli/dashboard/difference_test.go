// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package dashboard

import (
	"encoding/json"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"

	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/cli/garden"
)

// viewOf returns a view with rows and rollouts.
func viewOf(rows, rollouts map[string]json.RawMessage, forbidden bool, notes ...string) *view {
	return &view{rows: rows, rollouts: rollouts, known: &garden.KnownShoots{Forbidden: forbidden}, notes: notes}
}

var _ = DescribeTable("difference has",
	func(last, next *view, want change) { Expect(difference(last, next)).To(Equal(want)) },
	Entry("everything for a new tab, sorted", &view{},
		viewOf(map[string]json.RawMessage{"b/1": []byte("B"), "a/1": []byte("A")}, map[string]json.RawMessage{"a": []byte("R")}, false, "outdated"),
		change{Shoots: []json.RawMessage{[]byte("A"), []byte("B")}, Rollouts: map[string]json.RawMessage{"a": []byte("R")}, Notes: []string{"outdated"}}),
	Entry("nothing for an equal view, with an empty list of notes, which the page reads",
		viewOf(map[string]json.RawMessage{"a/1": []byte("A")}, map[string]json.RawMessage{"a": []byte("R")}, false, "outdated"),
		viewOf(map[string]json.RawMessage{"a/1": []byte("A")}, map[string]json.RawMessage{"a": []byte("R")}, false),
		change{Rollouts: map[string]json.RawMessage{}, Notes: []string{}}),
	Entry("only the changed row", viewOf(map[string]json.RawMessage{"a/1": []byte("A"), "a/2": []byte("B")}, nil, false),
		viewOf(map[string]json.RawMessage{"a/1": []byte("A"), "a/2": []byte("C")}, nil, false),
		change{Shoots: []json.RawMessage{[]byte("C")}, Rollouts: map[string]json.RawMessage{}, Notes: []string{}}),
	Entry("the names of rows that are gone, and null for a rollout that is gone",
		viewOf(map[string]json.RawMessage{"a/2": []byte("B"), "a/1": []byte("A")}, map[string]json.RawMessage{"a": []byte("R"), "b": []byte("S")}, false),
		viewOf(nil, map[string]json.RawMessage{"b": []byte("S")}, false),
		change{Gone: []string{"a/1", "a/2"}, Rollouts: map[string]json.RawMessage{"a": []byte("null")}, Notes: []string{}}),
	Entry("that Shoots may not be listed, so that the page does not call missing rows deleted", viewOf(nil, nil, false), viewOf(nil, nil, true),
		change{Rollouts: map[string]json.RawMessage{}, Notes: []string{}, Forbidden: true}),
)
