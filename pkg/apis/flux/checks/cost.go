// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package checks

import (
	"github.com/google/cel-go/common/operators"
	"github.com/google/cel-go/common/types"
	"github.com/google/cel-go/common/types/ref"
	"github.com/google/cel-go/common/types/traits"
)

// bytesPerCost is the number of bytes of a text that are handled for one unit of cost, as in CEL.
const bytesPerCost = 10

// weigher charges calls by all that is in their arguments. CEL charges calls with a part of the document, whose type it
// does not know when it compiles the expression, as if they took no time, and comparisons only by the elements of the
// outermost list or object.
type weigher struct{}

// CallCost returns the cost of a call.
func (weigher) CallCost(function, _ string, args []ref.Val, result ref.Val) *uint64 {
	cost := uint64(1)
	switch isComparison := function == operators.Equals || function == operators.NotEquals; {
	case function == operators.In && len(args) == 2 && isList(args[1]), isComparison && len(args) == 2 && isContainer(args[0]) && isContainer(args[1]):
		for _, arg := range args {
			cost += weight(arg, mostCost)
		}
	default:
		for _, arg := range args {
			cost += length(arg)
		}
		cost += length(result)
	}
	return &cost
}

func isContainer(value ref.Val) bool {
	_, isObject := value.(traits.Mapper)
	return isObject || isList(value)
}

func isList(value ref.Val) bool {
	_, is := value.(traits.Lister)
	return is
}

// length returns the cost of a text, and 0 for other values.
func length(value ref.Val) uint64 {
	switch value := value.(type) {
	case types.String:
		return uint64(len(value)) / bytesPerCost
	case types.Bytes:
		return uint64(len(value)) / bytesPerCost
	}
	return 0
}

// weight returns the number of values in a value, with texts weighted by their length. It stops above the given weight.
func weight(value ref.Val, most uint64) uint64 {
	total := 1 + length(value)
	add := func(part ref.Val) { total += weight(part, most-total) }
	switch value := value.(type) {
	case traits.Mapper:
		for i := value.Iterator(); total < most && i.HasNext() == types.True; {
			if key := i.Next(); total < most {
				add(key)
				if total < most {
					add(value.Get(key))
				}
			}
		}
	case traits.Lister:
		for i := value.Iterator(); total < most && i.HasNext() == types.True; {
			add(i.Next())
		}
	}
	return total
}
