// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package extension

import (
	"context"
	"errors"
	"fmt"

	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/apis/flux/redaction"
	fluxv1alpha1 "github.com/shoot-flux/gardener-extension-shoot-flux/pkg/apis/flux/v1alpha1"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/configuration"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/configuration/document"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/project"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/rollout"
)

// gated is what the gate of the project's rollout has decided for the shoot; all of it is empty without a rollout.
type gated struct {
	// keeps is why the shoot keeps what it has, and message says so to users; empty if it does not.
	keeps, message string
	// commit is what the source is pinned to; empty if it is followed.
	commit string
	// staying says why Flux itself stays as it is; empty if it does not.
	staying string
	// note says which revision the shoot may not have yet; empty if there is none.
	note string
}

// passGate finds out which revision of the project's configuration the shoot may have. Each operation passes it, also those of gardenlet. A
// project without a rollout costs no further request.
func (o *observer) passGate(ctx context.Context) error {
	o.resolver = o.Resolver
	if _, configured := rollout.Read(o.configMap); configured == rollout.None {
		return nil
	}
	read, err := o.Projects.ReadRollout(ctx, o.project)
	if err != nil {
		return o.awaitAccess(o.project, err)
	}
	if !rollout.Governs(o.configMap, read.Exists) {
		return nil
	}
	passage := o.gate(read.State).Pass()
	o.observed = o.observed.Follow(passage)
	o.gated = gatedBy(o.project, passage, read)
	if passage.Keeps != "" {
		o.observed = o.observed.Keep(o.previous.Observed)
		return nil
	}
	if passage.Content != nil {
		o.configMap = passage.Content.ConfigMap(o.project)
	}
	if passage.Version != "" {
		o.resolver = o.Resolver.WithDefaultVersion(passage.Version)
	}
	return nil
}

func (o *observer) gate(state *rollout.State) rollout.Gate {
	versions := o.Resolver.Versions()
	return rollout.Gate{
		State: state, Shoot: rollout.MemberOf(o.cluster.Shoot), Delivered: o.previous.Flux, NamesVersion: document.NamesFluxVersion(o.shoot.ProviderConfig),
		Carries: o.Resolver.Carries, Newest: versions[len(versions)-1],
	}
}

// longestDamage is the length of what is repeated of why ConfigMap flux-rollout is damaged.
const longestDamage = 200

// gatedBy puts the decision into words.
func gatedBy(namespace string, passage rollout.Passage, read project.Rollout) gated {
	configMap := fmt.Sprintf("ConfigMap %s/%s", namespace, fluxv1alpha1.RolloutConfigMapName)
	switch {
	case passage.Keeps == rollout.ReasonHeld:
		return gated{keeps: passage.Keeps, message: fmt.Sprintf(
			"waits for the extension on this seed to be updated: revision %s of %s needs Flux %s. What was delivered to the shoot before stays as it is", passage.Revision, fluxv1alpha1.ConfigMapName, passage.Content.FluxVersion)}
	case passage.Keeps != "":
		problem := errors.New(configMap + " is missing")
		switch {
		case read.Damaged != nil:
			problem = read.Damaged
		case read.State != nil:
			problem = fmt.Errorf("%s has no content of revision %s", configMap, passage.Revision)
		}
		return gated{keeps: passage.Keeps, message: fmt.Sprintf("%s, so that it is not known which revision of %s this shoot is to have. The garden controller of this extension writes it. "+
			"What was delivered to the shoot before stays as it is. If this lasts, an operator of Gardener has to check the garden controller; to do without a rollout, remove project.rollout from %s",
			redaction.Cut(problem.Error(), longestDamage), fluxv1alpha1.ConfigMapName, fluxv1alpha1.ConfigMapName)}
	}
	g := gated{commit: passage.Commit}
	if passage.Stays {
		g.staying = fmt.Sprintf("revision %s of %s needs Flux %s, which the extension on this seed does not have any more", passage.Revision, fluxv1alpha1.ConfigMapName, passage.Content.FluxVersion)
	}
	switch {
	case passage.RolledBack:
		g.note = fmt.Sprintf("Revision %s of %s is rolled back", passage.Held, fluxv1alpha1.ConfigMapName)
	case passage.Held != "":
		g.note = fmt.Sprintf("Revision %s of %s is held until ring %s begins with it", passage.Held, fluxv1alpha1.ConfigMapName, passage.Ring)
	}
	return g
}

// pin has the source read the commit or digest that the rollout has promoted. What a source of the shoot is compared with before it is replaced is
// not pinned: the commit says when Flux applies, and not what it applies.
func (o *observer) pin(effective *configuration.Effective) {
	if o.gated.commit != "" {
		effective.Pin(o.gated.commit)
	}
}

// pinSource pins the source of the target.
func (o *observer) pinSource(context.Context) error {
	o.pin(o.target.effective)
	return nil
}

// withNote adds to a message which revision the shoot may not have yet.
func (g gated) withNote(message string) string {
	if g.note == "" {
		return message
	}
	return message + ". " + g.note
}
