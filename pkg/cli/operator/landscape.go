// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

// Package operator reads the operator's ControllerConfiguration, image vector and supplied Flux distributions, for
// the server program and for commands that render like it. It connects to no cluster and no registry, and writes
// nothing.
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

// Options are the flags for the operator's configuration. The zero value has the embedded distributions and the
// defaults.
type Options struct {
	// Config is the path of a file with a ControllerConfiguration.
	Config string
	// Directories contain supplied distributions.
	Directories []string
	// Notes describe supplied distributions that are not used. Read sets it.
	Notes []string

	library *flux.Library
}

// AddFlags adds the flags.
func (o *Options) AddFlags(fs *pflag.FlagSet) {
	fs.StringVar(&o.Config, "config", o.Config, "File with a ControllerConfiguration, the operator's defaults and limits for all projects. Defaults to no defaults and limits.")
	fs.StringArrayVar(&o.Directories, "distributions", nil, "Directory with additional Flux distributions, each in a directory named after its version. Can be repeated.")
}

// Landscape is the operator's configuration of a landscape.
type Landscape struct {
	// Library and Catalog have the embedded and supplied Flux versions.
	Library *flux.Library
	Catalog *flux.Catalog
	// Resolver has the operator's defaults and limits.
	Resolver *configuration.Resolver
	// Images has the operator's image vector and registry.
	Images flux.Images
	// Config is the operator's configuration with its defaults.
	Config configv1alpha1.ControllerConfiguration
	// Notes describe settings of the operator without effect.
	Notes []string
}

// File is a ControllerConfiguration that was read already.
type File struct {
	// Name is the file name for messages.
	Name string
	// Content is YAML or JSON.
	Content []byte
}

// Read reads the landscape, with the operator's configuration from the flags or from the given file. A version takes
// precedence over the version in documents. It reads the distributions only once.
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
	if version != "" {
		if resolver, err = resolver.ForFluxVersion(version); err != nil {
			return Landscape{}, fmt.Errorf("--flux-version %s: %w", version, err)
		}
	}
	return Landscape{Library: o.library, Catalog: catalog, Resolver: resolver, Images: images, Notes: resolver.Notes(), Config: config}, nil
}

// Default returns the configuration of a Shoot without documents.
func (l Landscape) Default(ctx context.Context) (*resolved.Configuration, error) {
	effective, mistakes, err := l.Resolver.Resolve(ctx, nil, nil)
	if err == nil && len(mistakes) > 0 {
		err = errors.New(mistakes.Lines())
	}
	return effective, err
}

// NoteOtherVersion returns a note if the used version is another patch than the requested one, or an empty text.
func NoteOtherVersion(wanted, used string) string {
	if strings.HasPrefix(used, "v"+strings.TrimPrefix(wanted, "v")) {
		return ""
	}
	return fmt.Sprintf("--flux-version %s uses %s, the available patch of this minor version", wanted, used)
}

// configuration reads the operator's configuration strictly, with defaults. It returns the file name too.
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

// unusableError names the file, and has a line for each configuration error.
func unusableError(path string, err error) error {
	if mistakes := (document.Errors)(nil); errors.As(err, &mistakes) {
		return fmt.Errorf("the operator's configuration %s cannot be used: %s", path, mistakes.Lines())
	}
	return fmt.Errorf("the operator's configuration %s cannot be used: %w", path, err)
}

// readDistributions reads and verifies all distributions.
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
