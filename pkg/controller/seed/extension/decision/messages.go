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

const hibernatedMessage = "the shoot is hibernated, so the extension cannot inspect it before the delivery. The configuration is delivered when the shoot has woken up"

// configuredMessage returns reason and message of the condition for a delivery.
func configuredMessage(f Facts, t Target, state extensionstatus.State) (reason, message string) {
	version := flux.Spaced(state.Version)
	switch {
	case t.Phase == PhaseBootstrapped:
		reason, message = "Bootstrapped", bootstrappedMessage(f, t, state)
	case t.Effective.Source == nil:
		reason, message = "NoRepository", fmt.Sprintf("Flux%s is configured, and nothing to sync: neither %s nor the Shoot's providerConfig configures a source", version, f.configMapName())
	default:
		reason = "Configured"
		message = fmt.Sprintf("Flux%s is configured to sync path %s of %s%s", version, t.Effective.Kustomization.Typed.Spec.Path, t.Effective.Source.Description(), f.keyNote())
	}
	if names := t.Effective.Overrides; len(names) > 0 {
		message += ". Overrides of the project for this Shoot: " + strings.Join(names, ", ")
	}
	message += f.missingKeysNote(t)
	if t.Phase == PhaseBootstrapping || t.Phase == PhaseReleasing {
		message += ". With mode BootstrapOnce, the extension stops managing them after their installation"
	}
	warnings := slices.Concat(t.Effective.Warnings, f.keyWarnings(t))
	if t.Base.Foreign != "" {
		warnings = append(warnings, fmt.Sprintf("the takeover of Flux left other root Kustomizations in the shoot unmanaged: %s. Make sure that they do not apply objects of the configured source", t.Base.Foreign))
	}
	if t.Effective.AcceptedDifferences != "" && t.Found == nil {
		warnings = append(warnings, "takeover.acceptedDifferences in the Shoot no longer has an effect; remove it")
	}
	if len(warnings) > 0 {
		message += ". Warning: " + strings.Join(warnings, "; ")
	}
	return reason, message
}

// bootstrappedMessage describes which objects still follow the configuration, and which settings have no effect.
func bootstrappedMessage(f Facts, t Target, state extensionstatus.State) string {
	message := "Flux, source and root Kustomization are not managed, because they existed in the shoot before (mode BootstrapOnce)"
	if t.Base.Bootstrapped {
		message = "Flux, source and root Kustomization were installed once and are no longer managed (mode BootstrapOnce)"
	}
	if !t.Effective.IsOnce() {
		message = "Flux, source and root Kustomization were not managed until now"
	}
	message += ". Credentials, copies and shoot info variables are still delivered"
	if state.KeySecret != "" {
		message += f.keyNote()
	}
	switch source := t.Effective.Source; {
	case source == nil || !t.Effective.IsOnce():
	case !state.Sync:
		message += fmt.Sprintf(". The configured source %s is not created, because Flux was installed without a source; create source and root Kustomization in the shoot, or set mode Managed", source.Description())
	case state.SourceURL != "" && state.SourceURL != source.URL():
		message += fmt.Sprintf(". The configured source %s has no effect, because the shoot was bootstrapped with %s; change the source in the shoot, or set mode Managed", source.URL(), state.SourceURL)
	}
	return message
}

// keptMessage names the controllers and shards that stay, with the reason and a fix.
func keptMessage(kept []KeptComponent) string {
	var parts []string
	for _, component := range kept {
		name, settings := string(component.Name), "flux.components and flux.componentsExtra"
		if component.Shard != "" {
			name, settings = "shard "+component.Shard, "flux.sharding.shards"
		}
		parts = append(parts, fmt.Sprintf("%s is no longer configured in %s, but stays because %s", name, settings, component.Why))
	}
	return strings.Join(parts, ". ")
}

// whyKept returns the reason why a controller or shard must stay; empty if it can be removed.
func whyKept(dropped Component, use Use, hibernated bool) string {
	switch {
	case hibernated:
		return "the shoot is hibernated and cannot be checked for objects that no other controller handles. The check follows when the shoot wakes up"
	case use.Unknown != "":
		return fmt.Sprintf("the shoot cannot be checked for objects that no other controller handles: %s. The next reconciliation of the Shoot repeats the check", use.Unknown)
	case use.Objects == "":
		return ""
	case dropped.Shard != "":
		return fmt.Sprintf("the shoot has objects with label %s=%s, which no other controller reconciles: %s. In the source, remove the label from them or set it to another shard, "+
			"so that the next reconciliation of the Shoot removes the shard; or add the shard again", fluxv1alpha1.LabelShard, dropped.Shard, use.Objects)
	}
	return fmt.Sprintf("the shoot has objects that only this controller handles: %s; delete them, so that the next reconciliation of the Shoot removes the controller; or add the controller again", use.Objects)
}

// stayingMessage names the parts of Flux that stay unchanged.
func stayingMessage(t Target) string {
	switch {
	case !t.OnlyConfig:
		return "the rest is delivered with " + t.Effective.Version
	case t.Base.Bootstrapped:
		return "Flux, source and root Kustomization stay unchanged"
	}
	return "Flux itself stays unchanged, and the rest is delivered"
}

// keyNote names the deploy key and the Secret with its public key.
func (f Facts) keyNote() string {
	key := f.Keys.Deploy
	if key == nil || key.Fingerprint == "" {
		return ""
	}
	return fmt.Sprintf(" with deploy key %s, whose public key is in Secret %s/%s", key.Fingerprint, f.Seed.Project, fluxv1alpha1.DeployKeySecretName)
}

// keyWarnings returns warnings of probable errors in the deploy keys.
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

// missingKeysNote names the additional sources whose deploy key does not exist yet.
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
	return fmt.Sprintf(". Secret %s/%s does not contain the deploy keys of these additional sources yet: %s. The garden controller, if installed, generates them soon; Flux does not read the sources until then",
		f.Seed.Project, fluxv1alpha1.SourceKeysSecretName, strings.Join(names, ", "))
}
