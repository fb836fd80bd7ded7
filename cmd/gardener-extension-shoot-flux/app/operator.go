// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package app

import (
	"slices"

	"github.com/go-logr/logr"

	configv1alpha1 "github.com/shoot-flux/gardener-extension-shoot-flux/pkg/apis/config/v1alpha1"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/cli/operator"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/configuration"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/flux"
)

// operatorOptions contains the operator's configuration, which all components read from a file, and the Flux versions
// that the configuration may reference.
type operatorOptions struct {
	operator.Options

	config   configv1alpha1.ControllerConfiguration
	resolver *configuration.Resolver
	library  *flux.Library
	images   flux.Images
	unpinned []string
	unused   []string
}

// Complete reads and validates the distributions and the configuration file.
func (o *operatorOptions) Complete() error {
	landscape, err := o.Read(nil, "")
	if err != nil {
		return err
	}
	o.config, o.resolver, o.library, o.images, o.unpinned = landscape.Config, landscape.Resolver, landscape.Library, landscape.Images, landscape.Unpinned
	return nil
}

// notes returns descriptions of the operator's settings that have no effect.
func (o *operatorOptions) notes() []string {
	return slices.Concat(o.Notes, o.resolver.Notes(), o.unused)
}

// renders adds the notes on images, for a process that renders for shoots.
func (o *operatorOptions) renders() {
	o.unused = append(o.unused, o.unpinned...)
}

// acceptAnyGitHost disables the check of Git hosts, for a process that connects to no Git host, sends no messages and
// asks no systems for checks. If the operator sets gitHosts, notifications or checks for such a process, notes describe
// them as unused.
func (o *operatorOptions) acceptAnyGitHost() {
	o.resolver = o.resolver.AnyGitHost()
	defaults := configv1alpha1.ControllerConfiguration{}
	configv1alpha1.SetDefaults_ControllerConfiguration(&defaults)
	if !slices.Equal(o.config.GitHosts, defaults.GitHosts) {
		o.unused = append(o.unused, "gitHosts: the controllers in the seeds connect to no Git host; set it in the configuration of admission and garden controller only")
	}
	if o.config.Notifications != nil {
		o.unused = append(o.unused, "notifications: the controllers in the seeds send no messages; set it in the configuration of admission and garden controller only")
	}
	if o.config.Checks != nil {
		o.unused = append(o.unused, "checks: the controllers in the seeds ask no other systems; set it in the configuration of admission and garden controller only")
	}
}

// logNotes logs the operator's settings that have no effect, once at the start.
func (o *operatorOptions) logNotes(log logr.Logger) {
	for _, note := range o.notes() {
		log.Info("WARNING: a setting of the operator has no effect", "reason", note)
	}
}
