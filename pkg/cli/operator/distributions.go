// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package operator

import (
	"fmt"
	"os"
	"sync"

	"github.com/spf13/pflag"

	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/flux"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/flux/distributions"
)

// Distributions are the Flux versions available to a process. The zero value has the embedded ones.
type Distributions struct {
	// Directories are the values of the flag.
	Directories []string
	// Notes describe supplied distributions that are not used.
	Notes []string

	once  sync.Once
	known *flux.Library
}

// AddFlags adds the flag for the directories.
func (o *Distributions) AddFlags(fs *pflag.FlagSet) {
	fs.StringArrayVar(&o.Directories, "distributions", nil,
		"Directory with additional Flux distributions, each in a directory named after its version. Can be repeated.")
}

// Complete reads and verifies all distributions.
func (o *Distributions) Complete() error {
	set := distributions.Embedded()
	for _, directory := range o.Directories {
		var (
			notes []string
			err   error
		)
		if set, notes, err = AddSupplied(set, directory, directory); err != nil {
			return fmt.Errorf("the supplied Flux distributions cannot be used:\n%w", err)
		}
		o.Notes = append(o.Notes, notes...)
	}
	o.once.Do(func() { o.known = flux.NewLibrary(set) })
	return nil
}

// Library returns the library of the process, which decodes each distribution once.
func (o *Distributions) Library() *flux.Library {
	o.once.Do(func() { o.known = flux.NewLibrary(distributions.Embedded()) })
	return o.known
}

// AddSupplied adds the distributions in a directory to a set. It follows no link out of the directory. Notes and
// errors use the given name for it.
func AddSupplied(set *distributions.Set, directory, name string) (with *distributions.Set, notes []string, err error) {
	root, err := os.OpenRoot(directory)
	if err != nil {
		return nil, nil, fmt.Errorf("%s: cannot be opened: %w", name, err)
	}
	defer func() { _ = root.Close() }()
	return set.With(root.FS(), name, flux.CheckDistribution)
}
