// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

// Package operator reads the operator's ControllerConfiguration, image vector and supplied Flux distributions. The
// server program uses it, and the commands that must render like the server program. It connects to no cluster and no
// registry, and writes nothing.
package operator

import (
	"context"
	"errors"
	"fmt"
	"os"
	"strings"

	"github.com/spf13/pflag"

	configv1alpha1 "github.com/shoot-flux/gardener-extension-shoot-flux/pkg/apis/config/v1alpha1"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/configuration"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/configuration/document"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/configuration/resolved"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/flux"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/flux/distributions"
)

// Options contains the flags for the operator's configuration. The zero value selects the embedded distributions and
// the defaults.
type Options struct {
	// Config is the path of a file with a ControllerConfiguration.
	Config string
	// Directories contains the paths of directories with supplied distributions.
	Directories []string
	// Notes describes supplied distributions that are not used. Read sets it.
	Notes []string

	library *flux.Library
}

// AddFlags adds the flags for the operator's configuration.
func (o *Options) AddFlags(fs *pflag.FlagSet) {
	fs.StringVar(&o.Config, "config", o.Config, "File with a ControllerConfiguration, the operator's defaults and limits for all projects. Defaults to no defaults and limits.")
	fs.StringArrayVar(&o.Directories, "distributions", nil, "Directory with additional Flux distributions, each in a directory named after its version. Can be repeated.")
}

// Landscape contains the operator's configuration of a landscape.
type Landscape struct {
	// Library and Catalog contain the embedded and supplied Flux versions.
	Library *flux.Library
	Catalog *flux.Catalog
	// Resolver applies the operator's defaults and limits.
	Resolver *configuration.Resolver
	// Images contains the images with the operator's image vector and registry applied.
	Images flux.Images
	// Config is the operator's configuration after defaulting.
	Config configv1alpha1.ControllerConfiguration
	// Notes describes settings of the operator that have no effect.
	Notes []string
	// Unpinned describes supplied versions with images that shoots pull without the digests that the operator wants.
	// Only processes that render for shoots have the operator's image vector.
	Unpinned []string
}

// File is the content of a ControllerConfiguration.
type File struct {
	// Name is the file name in messages.
	Name string
	// Content is YAML or JSON.
	Content []byte
}

// Read returns the landscape with the operator's configuration from the flags or from the given file. A non-empty
// version overrides the Flux version in all documents. Repeated calls read the distributions only once.
func (o *Options) Read(given *File, version string) (Landscape, error) {
	if o.library == nil {
		if err := o.readDistributions(); err != nil {
			return Landscape{}, err
		}
	}
	config, name, err := o.configuration(given)
	if err != nil {
		return Landscape{}, err
	}
	catalog := flux.NewCatalog(o.library)
	resolver, err := configuration.NewResolver(catalog, config)
	if err != nil {
		return Landscape{}, unusableError(name, err)
	}
	images, err := readImages(o.library, config, resolver)
	if err != nil {
		return Landscape{}, err
	}
	unpinned, err := noteUnpinned(catalog, images, resolver.Versions(), config.Images.Digests)
	if err != nil {
		return Landscape{}, err
	}
	if version != "" {
		if resolver, err = resolver.ForFluxVersion(version); err != nil {
			return Landscape{}, fmt.Errorf("--flux-version %s: %w", version, err)
		}
	}
	return Landscape{
		Library: o.library, Catalog: catalog, Resolver: resolver, Images: images, Notes: resolver.Notes(), Unpinned: unpinned, Config: config,
	}, nil
}

// Default returns the effective configuration of a Shoot without documents of the project or Shoot.
func (l Landscape) Default(ctx context.Context) (*resolved.Configuration, error) {
	effective, mistakes, err := l.Resolver.Resolve(ctx, nil, nil)
	if err == nil && len(mistakes) > 0 {
		err = errors.New(mistakes.Lines())
	}
	return effective, err
}

// NoteOtherVersion returns a note if the used version has a different patch version than requested. Otherwise, it
// returns an empty string.
func NoteOtherVersion(wanted, used string) string {
	if strings.HasPrefix(used, "v"+strings.TrimPrefix(wanted, "v")) {
		return ""
	}
	return fmt.Sprintf("--flux-version %s uses %s, the available patch of this minor version", wanted, used)
}

// configuration reads the operator's configuration strictly and applies defaults. It also returns the file name.
func (o *Options) configuration(given *File) (config configv1alpha1.ControllerConfiguration, name string, err error) {
	switch {
	case given == nil && o.Config == "":
		configv1alpha1.SetObjectDefaults_ControllerConfiguration(&config)
		return config, "", nil
	case given == nil:
		content, err := os.ReadFile(o.Config)
		if err != nil {
			return config, "", fmt.Errorf("failed to read the operator's configuration: %w", err)
		}
		given = &File{Name: o.Config, Content: content}
	case o.Config != "":
		return config, "", fmt.Errorf("%s: there is a ControllerConfiguration in %s already; remove one of them", o.Config, given.Name)
	}
	config, mistakes := document.ReadOperator(given.Content)
	if len(mistakes) > 0 {
		return config, "", unusableError(given.Name, mistakes)
	}
	return config, given.Name, nil
}

// unusableError returns an error that names the file and contains a line for each configuration error.
func unusableError(path string, err error) error {
	if mistakes, is := errors.AsType[document.Errors](err); is {
		return fmt.Errorf("the operator's configuration %s cannot be used: %s", path, mistakes.Lines())
	}
	return fmt.Errorf("the operator's configuration %s cannot be used: %w", path, err)
}

// readDistributions reads the embedded and supplied distributions, and verifies the supplied ones.
func (o *Options) readDistributions() error {
	set := distributions.Embedded()
	for _, directory := range o.Directories {
		with, notes, err := AddSupplied(set, directory, directory)
		if err != nil {
			return fmt.Errorf("the supplied Flux distributions cannot be used:\n%w", err)
		}
		set, o.Notes = with, append(o.Notes, notes...)
	}
	o.library = flux.NewLibrary(set)
	return nil
}

// AddSupplied returns the set with the distributions in a directory added. It follows no links out of the directory.
// Notes and errors refer to the directory by the given name.
func AddSupplied(set *distributions.Set, directory, name string) (with *distributions.Set, notes []string, err error) {
	root, err := os.OpenRoot(directory)
	if err != nil {
		return nil, nil, fmt.Errorf("%s: cannot be opened: %w", name, err)
	}
	defer func() { _ = root.Close() }()
	return set.With(root.FS(), name, flux.CheckDistribution)
}
