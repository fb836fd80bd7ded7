// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package checks

import (
	"github.com/google/cel-go/common/overloads"
	"github.com/google/cel-go/common/types"
	"github.com/google/cel-go/common/types/ref"
	"github.com/google/cel-go/common/types/traits"
)

// bytesPerCost is the number of bytes of a text that CEL compares for one unit of cost.
const bytesPerCost = 10

// weigher charges comparisons of lists and objects by all elements in them. CEL itself charges only the elements of the
// outermost list or object, so that an expression could compare a nested document very often.
type weigher struct{}

// CallCost returns the cost of a comparison of lists and objects, and nil for all other calls, to which the costs of CEL
// apply.
func (weigher) CallCost(_, overload string, args []ref.Val, _ ref.Val) *uint64 {
	var cost uint64
	switch {
	case overload == overloads.InList && len(args) == 2:
		cost = 1 + weight(args[1])
	case (overload == overloads.Equals || overload == overloads.NotEquals) && len(args) == 2 && isContainer(args[0]) && isContainer(args[1]):
		cost = weight(args[0]) + weight(args[1])
	default:
		return nil
	}
	return &cost
}

func isContainer(value ref.Val) bool {
	switch value.(type) {
	case traits.Lister, traits.Mapper:
		return true
	}
	return false
}

// weight returns the number of values in a value, with long texts weighted by their length.
func weight(value ref.Val) uint64 {
	switch value := value.(type) {
	case types.String:
		return 1 + uint64(len(value))/bytesPerCost
	case traits.Mapper:
		total := uint64(1)
		for i := value.Iterator(); i.HasNext() == types.True; {
			key := i.Next()
			total += weight(key) + weight(value.Get(key))
		}
		return total
	case traits.Lister:
		total := uint64(1)
		for i := value.Iterator(); i.HasNext() == types.True; {
			total += weight(i.Next())
		}
		return total
	}
	return 1
}
