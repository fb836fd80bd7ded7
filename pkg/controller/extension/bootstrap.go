// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package extension

import (
	"context"
	"errors"
	"fmt"
	"slices"

	extensionscontroller "github.com/gardener/gardener/extensions/pkg/controller"
	reconcilerutils "github.com/gardener/gardener/pkg/controllerutils/reconciler"

	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/apis/flux/redaction"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/configuration"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/extensionstatus"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/flux"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/managedresource"
)

// phase is what becomes of Flux, source and root Kustomization.
type phase int

const (
	// phaseManaged: they are kept as they are configured.
	phaseManaged phase = iota
	// phaseBootstrapping: they are brought into a shoot without Flux, and left alone when they are there. Until then, mistakes in the
	// configuration can be corrected.
	phaseBootstrapping
	// phaseReleasing: they were managed until now. They stay as they are and are left alone when that has been prepared.
	phaseReleasing
	// phaseBootstrapped: they are left alone.
	phaseBootstrapped
)

// stage is what is rendered for it.
func (p phase) stage() flux.Stage {
	switch p {
	case phaseBootstrapping, phaseReleasing:
		return flux.StageBootstrap
	case phaseBootstrapped:
		return flux.StageBootstrapped
	}
	return flux.StageManaged
}

// needsLook tells whether a shoot to which something was delivered is looked at before the configuration is delivered: before it gets its
// first source, and before what was left alone is managed again, which somebody may have changed meanwhile.
func needsLook(delivered extensionstatus.State, effective *configuration.Effective) bool {
	if delivered.Bootstrapped {
		return !effective.IsOnce()
	}
	return delivered.Flux && !delivered.Sync && effective.Source != nil
}

// gatherPhase finds out what becomes of Flux in the shoot.
//
// That nothing of Flux is delivered any more on this seed, although it was handed over and nobody has noted that it is left alone, is so
// where the state is lost, and where the control plane has moved and the mode has changed meanwhile. Only a look tells then.
func (a *Actuator) gatherPhase(ctx context.Context, namespace string, cluster *extensionscontroller.Cluster, f *facts) error {
	switch delivered := f.delivered; {
	case !f.effective.IsOnce():
		f.phase = phaseManaged
		return nil
	case delivered.Bootstrapped:
		f.phase = phaseBootstrapped
		return nil
	case delivered.Bootstrapping == extensionstatus.BootstrappingNew:
		f.phase = phaseBootstrapping
		return nil
	case delivered.Flux:
		resources, err := a.Deliverer.State(ctx, namespace)
		if err != nil {
			return err
		}
		if resources.CRDs != nil || resources.Controllers != nil {
			f.phase = phaseReleasing
			return nil
		}
		// The survey that there may be was made before it was known that this matters.
		if err := a.look(ctx, namespace, cluster, f); err != nil || f.asleep {
			return err
		}
	}
	f.phase = phaseBootstrapping
	if f.survey != nil && len(f.survey.Controllers) > 0 {
		f.phase = phaseBootstrapped
	}
	return nil
}

// after is what is noted before the delivery.
func (f facts) after() extensionstatus.State {
	after := f.afterPhase()
	if f.onlyConfig {
		after.Version, after.Components = f.delivered.Version, f.delivered.Components
	}
	if after.KeySecret != "" && f.credentials.KnownHosts != "" {
		after.KnownHosts = f.credentials.KnownHosts
	}
	return after
}

func (f facts) afterPhase() extensionstatus.State {
	after := f.delivered.After(f.effective)
	after.Bootstrapped, after.Bootstrap = false, extensionstatus.Bootstrap{}
	switch {
	case f.phase == phaseManaged:
		return after
	case f.phase == phaseBootstrapping:
		after.Bootstrap = extensionstatus.BootstrapOf(f.effective, extensionstatus.BootstrappingNew)
		return after
	case f.phase == phaseReleasing:
		after.Bootstrap = extensionstatus.BootstrapOf(f.effective, extensionstatus.BootstrappingManaged)
		after.Version, after.Components = f.delivered.Version, f.delivered.Components
		return after
	case f.delivered.Bootstrapped:
		return f.delivered.AfterBootstrap(f.effective)
	}
	// It was found, and nobody has brought it since.
	after.Bootstrapped, after.Bootstrap, after.Version = true, extensionstatus.BootstrapOf(f.effective, ""), f.delivered.Version
	if len(f.survey.Controllers) > 0 {
		after.Version = f.survey.Controllers[0].Version
	}
	if source := f.effective.Source; source != nil {
		for _, found := range f.survey.Sources {
			if found.Kind == source.Object.GetKind() && found.String() == f.effective.Identity().Source {
				after.SourceURL = redaction.URLs(found.URL)
			}
		}
	}
	return after
}

// keyUse is what the project's deploy key is used for in the shoot.
type keyUse struct {
	url, knownHosts string
	scan            bool
	// before are the known_hosts lines that were delivered last, for a source that the configuration may say nothing of any more.
	before string
}

// keyUse returns what the deploy key is used for; nil if it is not. What a source is read with that is left alone does not
// depend on what is configured now.
func (f facts) keyUse() *keyUse {
	source, use := f.effective.Source, &keyUse{}
	if source != nil {
		use.knownHosts, use.scan = source.KnownHosts, source.ScanHostKeys
	}
	switch {
	case f.delivered.Bootstrapped && f.phase == phaseBootstrapped:
		if !f.delivered.DeployKey {
			return nil
		}
		use.url, use.before = f.delivered.SourceURL, f.delivered.KnownHosts
	case source == nil || !source.DeployKey:
		return nil
	default:
		use.url = source.GitRepository.Spec.URL
	}
	return use
}

// input is what is rendered.
func (f facts) input() *flux.Input {
	in := &flux.Input{Effective: f.effective, ShootInfo: f.info, DeployKey: f.credentials, Resources: f.resources, ClusterNetworks: f.networks, Stage: f.phase.stage()}
	if f.phase == phaseBootstrapped {
		in.KeySecret = extensionstatus.Named(f.after().KeySecret)
	}
	return in
}

// awaitRelease reports that gardener-resource-manager has not let go yet of what is to be delivered: Flux was left alone just now, or
// gardener-resource-manager was not there since. It comes before anything is noted, so that the next attempt looks at the shoot again. Where
// nothing was delivered yet, or nothing new is noted, what the watch tells is enough.
func (a *Actuator) awaitRelease(ctx context.Context, namespace string, f facts, manifests []managedresource.Manifests) error {
	if !f.delivered.Flux || f.toNote() == f.noted {
		return a.orLater(a.Deliverer.AreKnownReleased(ctx, namespace, manifests))
	}
	return a.orLater(a.Deliverer.AreReleased(ctx, namespace, manifests))
}

// toNote is what is noted before the delivery, with what was read of the project.
func (f facts) toNote() extensionstatus.State {
	delivered := f.after()
	delivered.Observed = f.seen
	return delivered
}

// orLater makes a requeue of an error that only says that gardener-resource-manager has not let go yet. The requeue is the outermost
// error, because the extension library recognizes it by a type assertion.
func (a *Actuator) orLater(err error) error {
	if still := (*managedresource.StillThereError)(nil); errors.As(err, &still) {
		return &reconcilerutils.RequeueAfterError{Cause: err, RequeueAfter: a.Timeouts.ReleaseRetry}
	}
	return err
}

// handOut has gardener-resource-manager apply the manifests, as far as the phase asks for it.
func (a *Actuator) handOut(ctx context.Context, namespace string, f facts, manifests []managedresource.Manifests) error {
	return a.orLater(a.handOutNow(ctx, namespace, f, manifests))
}

func (a *Actuator) handOutNow(ctx context.Context, namespace string, f facts, manifests []managedresource.Manifests) error {
	if f.phase == phaseReleasing {
		for _, name := range managedresource.Installation() {
			if err := a.Deliverer.Edit(ctx, namespace, name, flux.Leave); err != nil {
				return err
			}
		}
		manifests = slices.DeleteFunc(manifests, func(m managedresource.Manifests) bool { return slices.Contains(managedresource.Installation(), m.Name) })
	}
	if err := a.Deliverer.Deploy(ctx, namespace, manifests); err != nil || f.phase != phaseBootstrapped {
		return err
	}
	// The look at the shoot's health does it again, should the watch not have told of them.
	return a.Deliverer.ReleaseKnown(ctx, namespace, managedresource.Installation()...)
}

// bootstrappedMessage says what still follows the configuration, and what of the configuration has no effect.
func bootstrappedMessage(f facts) string {
	after := f.after()
	message := "Flux, source and root Kustomization are left alone, because they were in the shoot before (mode BootstrapOnce)"
	if f.delivered.Bootstrapped {
		message = "Flux, source and root Kustomization were brought into the shoot once and are left alone (mode BootstrapOnce)"
	}
	if !f.effective.IsOnce() {
		message = "Flux, source and root Kustomization were left alone until now"
	}
	message += ". Credentials, copies and the facts about the shoot are kept as configured"
	if key := after.KeySecret; key != "" && f.fingerprint != "" {
		message += keyNote(f)
	}
	switch source := f.effective.Source; {
	case source == nil || !f.effective.IsOnce():
	case !after.Sync:
		message += fmt.Sprintf(". The configured source %s is not created any more: Flux was brought without one. Create source and root Kustomization in the shoot, or set mode Managed", source.Description())
	case after.SourceURL != "" && after.SourceURL != source.URL():
		message += fmt.Sprintf(". The configured source %s has no effect, because the shoot was bootstrapped with %s: change it in the shoot, or set mode Managed", source.URL(), after.SourceURL)
	}
	return message
}
