// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package toolkit

import (
	"errors"
	"fmt"
	"strings"

	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/apis/flux/redaction"
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
		n.first = append(n.first, redaction.Cut(name, longestName))
	}
}

// join adds what others have counted.
func (n *names) join(others names) {
	n.first = append(n.first, others.first[:min(len(others.first), mostNamed-len(n.first))]...)
	n.count += others.count
}

// longestName is how many bytes a message has of a name: more than the kind, namespace and name that an API server admits.
const longestName = 400

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

// mostKept bounds what is kept of all objects of a shoot, in bytes: enough for the names and paths of a hundred thousand.
const mostKept = 16 << 20

// kept bounds what is kept of the objects of a shoot.
type kept struct{ bytes int }

// add returns an error if these texts are too much.
func (k *kept) add(texts ...string) error {
	for _, text := range texts {
		const header = 16
		k.bytes += len(text) + header
	}
	if k.bytes > mostKept {
		return fmt.Errorf("the shoot has more objects of Flux, or longer names, than fit into %d MiB", mostKept>>20)
	}
	return nil
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
