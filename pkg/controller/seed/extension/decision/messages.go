// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package decision

import (
	"fmt"
	"slices"
	"strings"

	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/flux"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/seed/extensionstatus"
)

// hibernatedMessage says what waits for a hibernated shoot.
func hibernatedMessage(o Observation) string {
	switch {
	case o.Target != nil && o.Target.Upgrade != nil:
		return fmt.Sprintf("the shoot is hibernated, so that its objects cannot be prepared for Flux %s. What is configured is delivered when the shoot has woken up", o.Target.Upgrade.To)
	case o.Previous.Flux:
		return "the shoot is hibernated, so that it cannot be checked whether anything in it would be replaced by what is to be delivered. That is done when the shoot has woken up"
	}
	return "the shoot is hibernated, so that it cannot be checked whether Flux is in it already. Flux is delivered when the shoot has woken up"
}

// configuredMessage says what the shoot is to get.
func configuredMessage(o Observation, t Target, state extensionstatus.State) (reason, message string) {
	version := flux.Spaced(state.Version)
	switch {
	case t.Phase == PhaseBootstrapped:
		reason, message = "Bootstrapped", bootstrappedMessage(o, t, state)
	case t.Effective.Source == nil:
		reason, message = "NoRepository", fmt.Sprintf("Flux%s is configured, and nothing to sync: %s", version, o.noSource())
	default:
		reason = "Configured"
		message = fmt.Sprintf("Flux%s is configured to sync path %s of %s%s", version, t.Effective.Kustomization.Typed.Spec.Path, t.Effective.Source.Description(), o.keyNote())
	}
	if names := t.Effective.Overrides; len(names) > 0 {
		message += ". Overrides of the project for this Shoot: " + strings.Join(names, ", ")
	}
	message += o.missingKeysNote(t)
	if t.Phase == PhaseBootstrapping || t.Phase == PhaseReleasing {
		message += ". With mode BootstrapOnce, that is left alone as soon as it is in the shoot"
	}
	warnings := slices.Concat(t.Effective.Warnings, o.keyWarnings(t))
	if foreign := foreignRoots(t); foreign != "" {
		warnings = slices.Concat(warnings, []string{foreign})
	}
	if t.Effective.AcceptedDifferences != "" && o.Found == nil {
		warnings = slices.Concat(warnings, []string{"takeover.acceptedDifferences in the Shoot has no effect any more; remove it"})
	}
	if len(warnings) > 0 {
		message += ". Warning: " + strings.Join(warnings, "; ")
	}
	return reason, message
}

// bootstrappedMessage says what still follows the configuration, and what of the configuration has no effect.
func bootstrappedMessage(o Observation, t Target, state extensionstatus.State) string {
	message := "Flux, source and root Kustomization are left alone, because they were in the shoot before (mode BootstrapOnce)"
	if t.Base.Bootstrapped {
		message = "Flux, source and root Kustomization were installed in the shoot once and are left alone (mode BootstrapOnce)"
	}
	if !t.Effective.IsOnce() {
		message = "Flux, source and root Kustomization were left alone until now"
	}
	message += ". Credentials, copies and shoot info are kept as configured"
	if state.KeySecret != "" {
		message += o.keyNote()
	}
	switch source := t.Effective.Source; {
	case source == nil || !t.Effective.IsOnce():
	case !state.Sync:
		message += fmt.Sprintf(". The configured source %s is not created any more: Flux was installed without one. Create source and root Kustomization in the shoot, or set mode Managed", source.Description())
	case state.SourceURL != "" && state.SourceURL != source.URL():
		message += fmt.Sprintf(". The configured source %s has no effect, because the shoot was bootstrapped with %s: change it in the shoot, or set mode Managed", source.URL(), state.SourceURL)
	}
	return message
}

// keptMessage says which controllers and shards stay, why, and what to do.
func keptMessage(kept []KeptComponent) string {
	var parts []string
	for _, component := range kept {
		if component.Shard != "" {
			parts = append(parts, fmt.Sprintf("shard %s is not configured any more in flux.sharding.shards, and stays, because %s", component.Shard, component.Why))
			continue
		}
		parts = append(parts, fmt.Sprintf("%s is not configured any more in flux.components and flux.componentsExtra, and stays, because %s", component.Name, component.Why))
	}
	return strings.Join(parts, ". ")
}

// stayingMessage says what of Flux stays as it is.
func stayingMessage(o Observation, t Target) string {
	switch {
	case !t.OnlyConfig:
		return "everything else is delivered with " + t.Effective.Version
	case t.Base.Bootstrapped:
		return "Flux, source and root Kustomization stay as they are"
	case !o.ManagesFlux:
		return "Flux itself stays as it is in the shoot and is not managed, because nothing of it was delivered from this seed; everything else is delivered"
	}
	return "Flux itself stays as it is, and everything else is delivered"
}
