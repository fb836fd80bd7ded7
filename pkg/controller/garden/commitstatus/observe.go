// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package commitstatus

import (
	"context"
	"strings"

	"k8s.io/utils/ptr"

	fluxv1alpha1 "github.com/shoot-flux/gardener-extension-shoot-flux/pkg/apis/flux/v1alpha1"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/configuration"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/configuration/document"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/garden"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/garden/record"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/githost"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/report/commitstatus"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/rollout"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/text"
)

// longestRepository is the maximum length of the recorded identity of a repository, in bytes.
const longestRepository = 1 << 10

// observation is the current state of a project.
type observation struct {
	// complete is true if the project has one repository for all Shoots, and the state of its rollout is known.
	complete bool
	// repository is the repository without the token.
	repository githost.Repository
	input      commitstatus.Input
}

// connection identifies the settings of the connection to the Git host.
func (o observation) connection() string {
	return strings.Join([]string{string(o.repository.Provider), o.repository.URL, o.repository.Host, o.repository.ProxyURL}, "\n")
}

// observe reads the reports of the project.
func (r *Reconciler) observe(ctx context.Context, config *document.ConfigMap, settings *fluxv1alpha1.CommitStatus) (observation, error) {
	template := r.Resolver.ProjectSource(config)
	url, _ := configuration.CommitRepository(template)
	if url == "" {
		return observation{}, nil // The admission and the Shoots report the error.
	}
	o := observation{
		repository: githost.Repository{Provider: settings.Provider, URL: url, Host: ptr.Deref(settings.Host, ""), ProxyURL: ptr.Deref(settings.ProxyURL, "")},
		input:      commitstatus.Input{Project: config.Namespace, Provider: settings.Provider, Prefix: ptr.Deref(settings.Prefix, r.Identity)},
	}
	o.input.Repository = text.Cut(strings.Join([]string{string(settings.Provider), o.repository.Host, text.RedactURLs(url), o.input.Prefix}, " "), longestRepository)
	state, known, err := r.rollout(ctx, config)
	if err != nil || !known {
		return observation{}, err
	}
	o.input.Source = rollout.SourceOf(template)
	if o.input.Shoots, err = r.shoots(ctx, config); err != nil {
		return observation{}, err
	}
	o.input.Now = r.Clock.Now()
	if state != nil {
		o.input.Rollout, o.input.Progress = state, rollout.ProgressOf(state, rollout.Input{Source: o.input.Source, Members: o.input.Shoots, Now: o.input.Now})
	}
	o.complete = true
	return o, nil
}

// rollout returns the state of the project's rollout if the rollout promotes commits, otherwise nil. It returns false
// if it is not known whether the project has such a rollout, or if the state of the rollout is missing, damaged or
// outdated: the garden controller restores it.
func (r *Reconciler) rollout(ctx context.Context, config *document.ConfigMap) (*rollout.State, bool, error) {
	configured, kind := config.Rollout()
	if kind == document.None || kind == document.Valid && *configured.Source != fluxv1alpha1.RolloutSourcePromote {
		return nil, true, nil
	}
	stored, err := record.Kind[*rollout.State]{Reader: r.Garden, Name: fluxv1alpha1.RolloutConfigMapName, Decode: rollout.Decode}.Load(ctx, config.Namespace)
	if err != nil || stored.Value == nil {
		return nil, false, err
	}
	state := stored.Value
	if kind == document.Unreadable && !state.Promotes() {
		return nil, true, nil // The last valid rollout applies.
	}
	return state, state.Promotes(), nil
}

// shoots returns the Shoots of the project that use Flux and read its repository.
func (r *Reconciler) shoots(ctx context.Context, config *document.ConfigMap) ([]rollout.Member, error) {
	reported, err := garden.ReadShoots(ctx, r.Garden, r.Shoots, config.Namespace)
	overrides := config.Overrides()
	var shoots []rollout.Member
	for _, shoot := range reported {
		member := shoot.Member(r.Clock.Now())
		if !garden.NamesSource(shoot.Shoot) && !overrides.Of(member.Labels, member.Purpose).NameSource() {
			shoots = append(shoots, member)
		}
	}
	return shoots, err
}
