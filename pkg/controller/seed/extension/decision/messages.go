// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package decision

import (
	"fmt"
	"slices"
	"strings"

	fluxv1alpha1 "github.com/shoot-flux/gardener-extension-shoot-flux/pkg/apis/flux/v1alpha1"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/flux"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/secrets/keypair"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/seed/extensionstatus"
)

// hibernatedMessage says what waits for a hibernated shoot.
func hibernatedMessage(f Facts, t Target) string {
	switch {
	case t.Upgrade != nil:
		return fmt.Sprintf("the shoot is hibernated, so that its objects cannot be prepared for Flux %s. What is configured is delivered when the shoot has woken up", t.Upgrade.To)
	case f.Seed.Previous.Flux:
		return "the shoot is hibernated, so that it cannot be checked whether anything in it would be replaced by what is to be delivered. That is done when the shoot has woken up"
	}
	return "the shoot is hibernated, so the extension cannot check whether Flux is already installed. Flux is delivered when the shoot has woken up"
}

// configuredMessage describes the delivery.
func configuredMessage(f Facts, t Target, state extensionstatus.State) (reason, message string) {
	version := flux.Spaced(state.Version)
	switch {
	case t.Phase == PhaseBootstrapped:
		reason, message = "Bootstrapped", bootstrappedMessage(f, t, state)
	case t.Effective.Source == nil:
		reason, message = "NoRepository", fmt.Sprintf("Flux%s is configured, and nothing to sync: %s", version, f.noSource())
	default:
		reason = "Configured"
		message = fmt.Sprintf("Flux%s is configured to sync path %s of %s%s", version, t.Effective.Kustomization.Typed.Spec.Path, t.Effective.Source.Description(), f.keyNote())
	}
	if names := t.Effective.Overrides; len(names) > 0 {
		message += ". Overrides of the project for this Shoot: " + strings.Join(names, ", ")
	}
	message += f.missingKeysNote(t)
	if t.Phase == PhaseBootstrapping || t.Phase == PhaseReleasing {
		message += ". With mode BootstrapOnce, that is left alone as soon as it is in the shoot"
	}
	warnings := slices.Concat(t.Effective.Warnings, f.keyWarnings(t))
	if foreign := foreignRoots(t); foreign != "" {
		warnings = append(warnings, foreign)
	}
	if t.Effective.AcceptedDifferences != "" && t.Found == nil {
		warnings = append(warnings, "takeover.acceptedDifferences in the Shoot has no effect any more; remove it")
	}
	if len(warnings) > 0 {
		message += ". Warning: " + strings.Join(warnings, "; ")
	}
	return reason, message
}

// bootstrappedMessage names the objects that still follow the configuration, and the settings without effect.
func bootstrappedMessage(f Facts, t Target, state extensionstatus.State) string {
	message := "Flux, source and root Kustomization are left alone, because they were in the shoot before (mode BootstrapOnce)"
	if t.Base.Bootstrapped {
		message = "Flux, source and root Kustomization were installed in the shoot once and are left alone (mode BootstrapOnce)"
	}
	if !t.Effective.IsOnce() {
		message = "Flux, source and root Kustomization were left alone until now"
	}
	message += ". Credentials, copies and shoot info are kept as configured"
	if state.KeySecret != "" {
		message += f.keyNote()
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
		name, settings := string(component.Name), "flux.components and flux.componentsExtra"
		if component.Shard != "" {
			name, settings = "shard "+component.Shard, "flux.sharding.shards"
		}
		parts = append(parts, fmt.Sprintf("%s is not configured any more in %s, and stays, because %s", name, settings, component.Why))
	}
	return strings.Join(parts, ". ")
}

// whyKept returns why a controller or shard has to stay; empty if it has not.
func whyKept(dropped Component, use Use, hibernated bool) string {
	switch {
	case hibernated:
		return "the shoot is hibernated, so that it cannot be checked for objects that nothing else handles. That is done when the shoot has woken up"
	case use.Unknown != "":
		return fmt.Sprintf("the shoot cannot be checked for objects that nothing else handles: %s. It is checked again with the next reconciliation of the Shoot", use.Unknown)
	case use.Objects == "":
		return ""
	case dropped.Shard != "":
		return fmt.Sprintf("the shoot has objects with label %s=%s, which no other controller would reconcile: %s. Remove the label from them in the source, give it the name of another shard, "+
			"or add the shard again; it is removed with the first reconciliation of the Shoot after that", fluxv1alpha1.LabelShard, dropped.Shard, use.Objects)
	}
	return fmt.Sprintf("the shoot has objects that only it handles: %s. Delete them, or add the controller again; it is removed with the first reconciliation of the Shoot after that", use.Objects)
}

// stayingMessage says which part of Flux stays unchanged.
func stayingMessage(f Facts, t Target) string {
	switch {
	case !t.OnlyConfig:
		return "everything else is delivered with " + t.Effective.Version
	case t.Base.Bootstrapped:
		return "Flux, source and root Kustomization stay as they are"
	case !f.Seed.ManagesFlux:
		return "Flux itself stays as it is in the shoot and is not managed, because nothing of it was delivered from this seed; everything else is delivered"
	}
	return "Flux itself stays as it is, and everything else is delivered"
}

// foreignRoots says which Kustomizations go on beside the configured one.
func foreignRoots(t Target) string {
	var names []string
	for name := range strings.SplitSeq(t.Base.Foreign, ", ") {
		if name != "" && name != t.Effective.Identity().Root {
			names = append(names, name)
		}
	}
	if len(names) == 0 {
		return ""
	}
	return fmt.Sprintf("when Flux was taken over, the shoot had Kustomizations that are not the extension's and were left alone: %s. Make sure that they do not apply what the configured source contains", strings.Join(names, ", "))
}

// noSource says why there is nothing to sync.
func (f Facts) noSource() string {
	configMap := f.configMapName()
	switch documents := f.Documents; {
	case !documents.Project && !documents.ProviderConfig:
		return configMap + " is missing or empty, and the Shoot has no providerConfig"
	case !documents.Project:
		return "the Shoot's providerConfig names no source, and " + configMap + " is missing or empty"
	case !documents.ProviderConfig:
		return configMap + " names no source"
	}
	return "neither " + configMap + " nor the Shoot's providerConfig names a source"
}

// keyNote says which deploy key is used, and where its public half is.
func (f Facts) keyNote() string {
	key := f.Keys.Deploy
	if key == nil || key.Fingerprint == "" {
		return ""
	}
	return fmt.Sprintf(" with deploy key %s, whose public key is in Secret %s/%s", key.Fingerprint, f.Seed.Project, fluxv1alpha1.DeployKeySecretName)
}

// keyWarnings warns of probable mistakes in the deploy keys.
func (f Facts) keyWarnings(t Target) []string {
	var warnings []string
	if use, key := t.KeyUse(), f.Keys.Deploy; use != nil && key != nil && key.Damaged == nil {
		for _, warning := range keypair.Warnings(use.URL, use.KnownHosts, key.DeployKey) {
			warnings = append(warnings, fmt.Sprintf("Secret %s/%s: %s", f.Seed.Project, fluxv1alpha1.DeployKeySecretName, warning))
		}
	}
	for _, warning := range keypair.SourceWarnings(t.Effective, f.Keys.Sources) {
		warnings = append(warnings, fmt.Sprintf("Secret %s/%s: %s", f.Seed.Project, fluxv1alpha1.SourceKeysSecretName, warning))
	}
	return warnings
}

// missingKeysNote says which additional sources have no deploy key yet.
func (f Facts) missingKeysNote(t Target) string {
	var names []string
	for _, key := range f.Keys.sourceKeysOf(t.Effective).All() {
		if key.Fingerprint == "" {
			names = append(names, key.Source.Name)
		}
	}
	if len(names) == 0 {
		return ""
	}
	return fmt.Sprintf(". The deploy keys of these additional sources are not in Secret %s/%s yet: %s. The garden controller generates them, which takes a moment where it is installed; the sources are not read until then",
		f.Seed.Project, fluxv1alpha1.SourceKeysSecretName, strings.Join(names, ", "))
}
