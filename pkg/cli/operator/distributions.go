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

// Distributions are the Flux versions that a process knows beside those that it carries. The zero value knows none.
type Distributions struct {
	// Directories are those of the flag.
	Directories []string
	// Notes are about what is supplied and not used.
	Notes []string

	once  sync.Once
	known *flux.Library
}

// AddFlags adds the flag that names the directories.
func (o *Distributions) AddFlags(fs *pflag.FlagSet) {
	fs.StringArrayVar(&o.Directories, "distributions", nil,
		"Directory with Flux distributions beside those that the extension carries, each in a directory named as its version. May be given several times.")
}

// Complete reads and verifies all of them.
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

// Library returns the one library of the process, so that each distribution is decoded once.
func (o *Distributions) Library() *flux.Library {
	o.once.Do(func() { o.known = flux.NewLibrary(distributions.Embedded()) })
	return o.known
}

// AddSupplied adds the distributions in a directory to a set. No link leads out of the directory. Notes and errors call it by the name.
func AddSupplied(set *distributions.Set, directory, name string) (with *distributions.Set, notes []string, err error) {
	root, err := os.OpenRoot(directory)
	if err != nil {
		return nil, nil, fmt.Errorf("%s: cannot be opened: %w", name, err)
	}
	defer func() { _ = root.Close() }()
	return set.With(root.FS(), name, flux.CheckDistribution)
}
