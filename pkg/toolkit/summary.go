// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package toolkit

import (
	"errors"
	"fmt"
	"strings"
)

// mostNamed is how many objects a message names.
const mostNamed = 5

// names counts objects, and keeps the names of the first.
type names struct {
	first []string
	count int
}

func (n *names) add(name string) {
	if n.count++; n.count <= mostNamed {
		n.first = append(n.first, name)
	}
}

// String names the first few.
func (n *names) String() string {
	text := strings.Join(n.first, ", ")
	if n.count > len(n.first) {
		text = fmt.Sprintf("%s and %d more", text, n.count-len(n.first))
	}
	return text
}

// enumerate names the first few.
func enumerate(all []string) string {
	var n names
	for _, name := range all {
		n.add(name)
	}
	return n.String()
}

// failures counts errors, and keeps the first: hundreds of objects may fail for one reason.
type failures struct {
	first []error
	count int
}

func (f *failures) add(err error) {
	if err == nil {
		return
	}
	if f.count++; f.count <= mostNamed {
		f.first = append(f.first, err)
	}
}

// err returns the first few; nil if there are none.
func (f *failures) err() error {
	if f.count > len(f.first) {
		return fmt.Errorf("%w\nand %d more", errors.Join(f.first...), f.count-len(f.first))
	}
	return errors.Join(f.first...)
}
