// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package toolkit

import (
	"errors"
	"fmt"
	"strings"

	"sigs.k8s.io/controller-runtime/pkg/client"

	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/text"
)

// MostNamed bounds the objects that a message names.
const MostNamed = 5

// Names counts objects, and keeps the first names.
type Names struct {
	// First are the first names.
	First []string
	// Count of all.
	Count int
}

// Add counts an object.
func (n *Names) Add(name string) {
	if n.Count++; n.Count <= MostNamed {
		n.First = append(n.First, text.Line(name, LongestName))
	}
}

// Join adds the objects of another count.
func (n *Names) Join(others Names) {
	n.First = append(n.First, others.First[:min(len(others.First), MostNamed-len(n.First))]...)
	n.Count += others.Count
}

// LongestName bounds a name in a message, in bytes: more than kind, namespace and name of any valid object.
const LongestName = 400

// String joins the first names and counts the rest.
func (n *Names) String() string {
	names := strings.Join(n.First, ", ")
	if n.Count > len(n.First) {
		names = fmt.Sprintf("%s and %d more", names, n.Count-len(n.First))
	}
	return names
}

// Enumerate joins the first names and counts the rest.
func Enumerate(all []string) string {
	var n Names
	for _, name := range all {
		n.Add(name)
	}
	return n.String()
}

// mostKept bounds the memory for the objects of a shoot, in bytes: enough for the names and paths of a
// hundred thousand.
const mostKept = 16 << 20

// Kept bounds the memory for the objects of a shoot.
type Kept struct{ bytes int }

// Add returns an error beyond the limit.
func (k *Kept) Add(texts ...string) error {
	for _, one := range texts {
		const header = 16
		k.bytes += len(one) + header
	}
	if k.bytes > mostKept {
		return fmt.Errorf("the shoot has more objects of Flux, or longer names, than fit into %d MiB", mostKept>>20)
	}
	return nil
}

// Failures counts errors, and keeps the first ones: hundreds of objects may fail for one reason.
type Failures struct {
	first []error
	// Count of all.
	Count int
}

// Add counts an error unless it is nil.
func (f *Failures) Add(err error) {
	if err == nil {
		return
	}
	if f.Count++; f.Count <= MostNamed {
		f.first = append(f.first, err)
	}
}

// Err joins the first errors; nil without any.
func (f *Failures) Err() error {
	if f.Count > len(f.first) {
		return fmt.Errorf("%w\nand %d more", errors.Join(f.first...), f.Count-len(f.first))
	}
	return errors.Join(f.first...)
}

// DescribeObject names an object on one line: an API of the shoot may return anything as a name.
func DescribeObject(object client.Object) string {
	return describe(object.GetObjectKind().GroupVersionKind().Kind, client.ObjectKeyFromObject(object))
}

func describe(kind string, name client.ObjectKey) string {
	return text.Line(kind+" "+strings.TrimPrefix(name.String(), "/"), LongestName)
}
