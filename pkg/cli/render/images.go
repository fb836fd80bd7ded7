// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package render

import (
	"context"
	"errors"
	"fmt"
	"io"
	"maps"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	fluxv1alpha1 "github.com/shoot-flux/gardener-extension-shoot-flux/pkg/apis/flux/v1alpha1"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/cli/operator"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/cli/printer"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/configuration/resolved"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/flux"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/text/ordered"
)

const imagesLong = `List the images of Flux's controllers that shoots pull, sorted, one per line: of the default version, another version, all
versions, or for a Shoot. It does not connect to a cluster or registry.

Without -f, it lists the images of all components that the version has and the operator allows. They come from the operator's
registry, or else from the Flux project. Like the controllers, it reads an image vector from the file in environment variable
IMAGEVECTOR_OVERWRITE.

The files of -f are the same as for the command render.`

const imagesExample = `  # The images of the newest version, to copy them to another registry.
  kubectl shoot-flux images

  # The images of every available version.
  kubectl shoot-flux images --all-versions

  # The images for the landscape's shoots.
  kubectl shoot-flux images --all-versions --config controllerconfiguration.yaml

  # The images for one Shoot.
  kubectl shoot-flux images -f shoot.yaml -f flux-config.yaml`

type imagesOptions struct {
	files       []string
	version     string
	allVersions bool
	components  []string
	operator    operator.Options
}

// NewImagesCommand returns the command images.
func NewImagesCommand() *cobra.Command {
	o := &imagesOptions{}
	command := &cobra.Command{
		Use:     "images",
		Short:   "List the images of Flux's controllers",
		Long:    imagesLong,
		Example: imagesExample,
		Args:    printer.NoArguments("set a version with --flux-version, or files with -f"),
		RunE: func(command *cobra.Command, _ []string) error {
			if err := o.validate(); err != nil {
				return err
			}
			return o.run(command.Context(), command.InOrStdin(), command.OutOrStdout(), command.ErrOrStderr())
		},
	}
	fs := command.Flags()
	fs.StringArrayVarP(&o.files, "filename", "f", nil, "File with the Shoot and its configuration, a directory of such files, or - for standard input. Can be repeated.")
	fs.StringVar(&o.version, "flux-version", "", "Flux version to list instead of the configured one. Without files, it defaults to the default version.")
	fs.BoolVar(&o.allVersions, "all-versions", false, "Every available Flux version that the operator allows.")
	fs.StringSliceVar(&o.components, "components", nil, "Only these components, such as source-controller,kustomize-controller. Without files, it defaults to all components.")
	o.operator.AddFlags(fs)
	printer.Silence(command)
	return command
}

func (o *imagesOptions) validate() error {
	switch {
	case o.allVersions && o.version != "":
		return errors.New("--all-versions and --flux-version cannot be used together")
	case o.allVersions && len(o.files) > 0:
		return errors.New("a Shoot has one version; remove -f or --all-versions")
	case len(o.components) > 0 && len(o.files) > 0:
		return errors.New("the files configure the components; remove -f or --components")
	}
	return nil
}

func (o *imagesOptions) run(ctx context.Context, stdin io.Reader, out, notes io.Writer) error {
	list := &imageList{references: map[string]bool{}}
	var err error
	if len(o.files) > 0 {
		err = o.addFiles(ctx, list, stdin, notes)
	} else {
		err = o.addVersions(ctx, list, notes)
	}
	if err != nil {
		return err
	}
	if note := operator.NoteOtherVersion(o.version, list.version); note != "" {
		fmt.Fprintln(notes, "Note: "+note)
	}
	for reference := range ordered.Map(list.references) {
		if _, err := fmt.Fprintln(out, reference); err != nil {
			return err
		}
	}
	return nil
}

// addFiles adds the images of the Shoot in the files of -f.
func (o *imagesOptions) addFiles(ctx context.Context, list *imageList, stdin io.Reader, notes io.Writer) error {
	in, err := (&fileReader{stdin: stdin}).read(o.files)
	if err != nil {
		return err
	}
	landscape, err := o.operator.Read(in.operator, o.version)
	if err != nil {
		return err
	}
	printer.PrintWarnings(notes, slices.Concat(o.operator.Notes, landscape.Notes, landscape.Unpinned))
	result, err := (&previewer{landscape: landscape}).preview(ctx, in)
	if err != nil {
		return err
	}
	printer.PrintWarnings(notes, result.effective.Warnings)
	return list.add(landscape, result.effective, result.effective.Version, result.effective.Components)
}

// addVersions adds the images of Flux versions, for the operator's configuration without a Shoot.
func (o *imagesOptions) addVersions(ctx context.Context, list *imageList, notes io.Writer) error {
	landscape, err := o.operator.Read(nil, o.version)
	if err != nil {
		return err
	}
	printer.PrintWarnings(notes, slices.Concat(o.operator.Notes, landscape.Notes, landscape.Unpinned))
	effective, err := landscape.Default(ctx)
	if err != nil {
		return err
	}
	versions := []string{effective.Version}
	if o.allVersions {
		versions = landscape.Resolver.Versions()
	}
	if err := o.checkComponents(landscape.Catalog, versions); err != nil {
		return err
	}
	for _, version := range versions {
		components := slices.DeleteFunc(landscape.Catalog.Components(version), func(component fluxv1alpha1.Component) bool {
			return leftOut(o.components, component) || leftOut(landscape.Config.Limits.Components, component)
		})
		if err := list.add(landscape, effective, version, components); err != nil {
			return err
		}
	}
	return nil
}

// leftOut reports whether a list of selected components excludes a component. An empty list selects all components.
func leftOut(wanted []string, component fluxv1alpha1.Component) bool {
	return len(wanted) > 0 && !slices.Contains(wanted, string(component))
}

// checkComponents rejects components that none of the versions has.
func (o *imagesOptions) checkComponents(catalog *flux.Catalog, versions []string) error {
	known := map[string]bool{}
	for _, version := range versions {
		for _, component := range catalog.Components(version) {
			known[string(component)] = true
		}
	}
	for _, component := range o.components {
		if !known[component] {
			return fmt.Errorf("--components: Flux %[2]s has no component %[1]s; its components are %[3]s",
				component, strings.Join(versions, ", "), strings.Join(slices.Sorted(maps.Keys(known)), ", "))
		}
	}
	return nil
}

type imageList struct {
	references map[string]bool
	// version is the Flux version that was added last.
	version string
}

func (l *imageList) add(landscape operator.Landscape, effective *resolved.Configuration, version string, components []fluxv1alpha1.Component) error {
	l.version = version
	for _, component := range components {
		reference, err := landscape.Images.Image(version, component, landscape.Catalog.Image(version, component), *effective.Flux.Registry)
		if err != nil {
			return err
		}
		l.references[reference] = true
	}
	return nil
}
