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

// MostNamed is the maximum number of objects that a message names.
const MostNamed = 5

// Names counts objects and keeps the first names.
type Names struct {
	// First are the first names.
	First []string
	// Count is the number of all objects.
	Count int
}

// Add counts an object.
func (n *Names) Add(name string) {
	if n.Count++; n.Count <= MostNamed {
		n.First = append(n.First, text.Line(name, LongestName))
	}
}

// Join adds the names and the count of others.
func (n *Names) Join(others Names) {
	n.First = append(n.First, others.First[:min(len(others.First), MostNamed-len(n.First))]...)
	n.Count += others.Count
}

// LongestName is the maximum length of an object's name in a message, in bytes. The kind, namespace and name of a valid
// object are shorter.
const LongestName = 400

// String joins the first names and appends the number of omitted names.
func (n *Names) String() string {
	names := strings.Join(n.First, ", ")
	if n.Count > len(n.First) {
		names = fmt.Sprintf("%s and %d more", names, n.Count-len(n.First))
	}
	return names
}

// Enumerate joins the first names and appends the number of omitted names.
func Enumerate(all []string) string {
	var n Names
	for _, name := range all {
		n.Add(name)
	}
	return n.String()
}

// mostKept limits the memory for the objects of a shoot, in bytes. It suffices for the names and paths of a hundred
// thousand objects.
const mostKept = 16 << 20

// Kept limits the memory for the objects of a shoot.
type Kept struct{ bytes int }

// Add counts the texts. It returns an error if they exceed the limit.
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

// Failures counts errors and keeps the first ones, because hundreds of objects may fail for the same reason.
type Failures struct {
	first []error
	// Count is the number of all errors.
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

// Err joins the first errors and appends the number of omitted errors. It returns nil if there were no errors.
func (f *Failures) Err() error {
	if f.Count > len(f.first) {
		return fmt.Errorf("%w\nand %d more", errors.Join(f.first...), f.Count-len(f.first))
	}
	return errors.Join(f.first...)
}

// DescribeObject returns the kind and name of an object on one line of limited length, because an API of the shoot may
// return anything as a name.
func DescribeObject(object client.Object) string {
	return describe(object.GetObjectKind().GroupVersionKind().Kind, client.ObjectKeyFromObject(object))
}

func describe(kind string, name client.ObjectKey) string {
	return text.Line(kind+" "+strings.TrimPrefix(name.String(), "/"), LongestName)
}
