// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package extension

import (
	"fmt"
	"slices"
	"strings"

	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/extensionstatus"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/upgrade"
)

// hibernatedMessage says what waits for a hibernated shoot.
func hibernatedMessage(o observation) string {
	switch {
	case o.target != nil && o.target.upgrade != nil:
		return fmt.Sprintf("the shoot is hibernated, so that its objects cannot be prepared for Flux %s. What is configured is delivered when the shoot has woken up", o.target.upgrade.to)
	case o.previous.Flux:
		return "the shoot is hibernated, so that it cannot be checked whether anything in it would be replaced by what is to be delivered. That is done when the shoot has woken up"
	}
	return "the shoot is hibernated, so that it cannot be checked whether Flux is in it already. Flux is delivered when the shoot has woken up"
}

// configuredMessage says what the shoot is to get.
func configuredMessage(o observation, t target, state extensionstatus.State) (reason, message string) {
	version := upgrade.Spaced(state.Version)
	switch {
	case t.phase == phaseBootstrapped:
		reason, message = "Bootstrapped", bootstrappedMessage(o, t, state)
	case t.effective.Source == nil:
		reason, message = "NoRepository", fmt.Sprintf("Flux%s is configured, and nothing to sync: %s", version, o.noSource())
	default:
		reason = "Configured"
		message = fmt.Sprintf("Flux%s is configured to sync path %s of %s%s", version, t.effective.Kustomization.Typed.Spec.Path, t.effective.Source.Description(), o.keyNote())
	}
	if names := t.effective.Overrides; len(names) > 0 {
		message += ". Overrides of the project for this Shoot: " + strings.Join(names, ", ")
	}
	message += o.missingKeysNote(t)
	if t.phase == phaseBootstrapping || t.phase == phaseReleasing {
		message += ". With mode BootstrapOnce, that is left alone as soon as it is in the shoot"
	}
	warnings := t.effective.Warnings
	if foreign := foreignRoots(t); foreign != "" {
		warnings = slices.Concat(warnings, []string{foreign})
	}
	if t.effective.AcceptedDifferences != "" && o.found == nil {
		warnings = slices.Concat(warnings, []string{"takeover.acceptedDifferences in the Shoot has no effect any more; remove it"})
	}
	if len(warnings) > 0 {
		message += ". Warning: " + strings.Join(warnings, "; ")
	}
	return reason, message
}

// bootstrappedMessage says what still follows the configuration, and what of the configuration has no effect.
func bootstrappedMessage(o observation, t target, state extensionstatus.State) string {
	message := "Flux, source and root Kustomization are left alone, because they were in the shoot before (mode BootstrapOnce)"
	if t.base.Bootstrapped {
		message = "Flux, source and root Kustomization were installed in the shoot once and are left alone (mode BootstrapOnce)"
	}
	if !t.effective.IsOnce() {
		message = "Flux, source and root Kustomization were left alone until now"
	}
	message += ". Credentials, copies and shoot info are kept as configured"
	if state.KeySecret != "" {
		message += o.keyNote()
	}
	switch source := t.effective.Source; {
	case source == nil || !t.effective.IsOnce():
	case !state.Sync:
		message += fmt.Sprintf(". The configured source %s is not created any more: Flux was installed without one. Create source and root Kustomization in the shoot, or set mode Managed", source.Description())
	case state.SourceURL != "" && state.SourceURL != source.URL():
		message += fmt.Sprintf(". The configured source %s has no effect, because the shoot was bootstrapped with %s: change it in the shoot, or set mode Managed", source.URL(), state.SourceURL)
	}
	return message
}

// keptMessage says which controllers and shards stay, why, and what to do.
func keptMessage(kept []keptComponent) string {
	var parts []string
	for _, component := range kept {
		if component.shard != "" {
			parts = append(parts, fmt.Sprintf("shard %s is not configured any more in flux.sharding.shards, and stays, because %s", component.shard, component.why))
			continue
		}
		parts = append(parts, fmt.Sprintf("%s is not configured any more in flux.components and flux.componentsExtra, and stays, because %s", component.name, component.why))
	}
	return strings.Join(parts, ". ")
}

// stayingMessage says what of Flux stays as it is.
func stayingMessage(o observation, t target) string {
	switch {
	case !t.onlyConfig:
		return "everything else is delivered with " + t.effective.Version
	case t.base.Bootstrapped:
		return "Flux, source and root Kustomization stay as they are"
	case !o.managesFlux:
		return "Flux itself stays as it is in the shoot and is not managed, because nothing of it was delivered from this seed; everything else is delivered"
	}
	return "Flux itself stays as it is, and everything else is delivered"
}
