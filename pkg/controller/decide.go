// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package controller

import (
	"fmt"
	"strings"

	gardencorev1beta1 "github.com/gardener/gardener/pkg/apis/core/v1beta1"

	fluxv1alpha1 "github.com/shoot-flux/gardener-extension-shoot-flux/pkg/apis/flux/v1alpha1"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/flux"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/health"
)

// decision is what a reconciliation does and says.
type decision struct {
	// deliver is what is rendered and delivered; nil means that nothing delivered before is rewritten.
	deliver *flux.Input
	// verdict is the condition FluxConfigured.
	verdict health.Verdict
	// mistake fails the operation; it is set only as long as nothing was delivered.
	mistake error
}

// decide is pure. A mistake fails the operation only while the shoot has nothing of Flux yet. Later it becomes a
// condition, so that one typo in a project does not turn all its shoots red; what was delivered stays as it is. So does
// it when the repository is named no longer: configuration that goes missing is no reason to take anything away.
func decide(f facts) decision {
	verdict := health.Verdict{Type: fluxv1alpha1.ConditionConfigured}
	configMap := f.project + "/" + fluxv1alpha1.ConfigMapName

	switch {
	case f.mistake != nil:
		verdict.Status, verdict.Reason, verdict.Message = gardencorev1beta1.ConditionFalse, "InvalidConfiguration", f.mistake.Error()
		if f.delivered.Flux {
			verdict.Message += ". What was delivered to the shoot before stays as it is"
			return decision{verdict: verdict}
		}
		return decision{verdict: verdict, mistake: f.mistake}

	case f.config.RepositoryURL == "" && f.delivered.Sync:
		verdict.Status, verdict.Reason = gardencorev1beta1.ConditionFalse, "ConfigurationMissing"
		verdict.Message = fmt.Sprintf("ConfigMap %s %s, but Flux reconciles this shoot from a repository that was configured before. Everything stays as it is; name the repository again to go on",
			configMap, missing(f))
		return decision{verdict: verdict}
	}

	verdict.Status = gardencorev1beta1.ConditionTrue
	in := &flux.Input{Version: f.config.EmbeddedVersion}
	if f.config.RepositoryURL == "" {
		verdict.Reason = "NoRepository"
		verdict.Message = fmt.Sprintf("ConfigMap %s %s: Flux %s is installed and nothing is synced%s", configMap, missing(f), f.config.EmbeddedVersion, versionNote(f))
		return decision{deliver: in, verdict: verdict}
	}

	in.Sync = flux.Sync{URL: f.config.RepositoryURL, Branch: f.config.RepositoryBranch, Credentials: f.credentials}
	verdict.Reason = "Configured"
	verdict.Message = fmt.Sprintf("Flux %s syncs branch %s of %s%s%s", f.config.EmbeddedVersion, f.config.RepositoryBranch, f.config.RepositoryURL, keyNote(f), versionNote(f))
	return decision{deliver: in, verdict: verdict}
}

func missing(f facts) string {
	if !f.config.Exists {
		return "does not exist"
	}
	return "names no repository"
}

func keyNote(f facts) string {
	if f.fingerprint == "" {
		return ""
	}
	return fmt.Sprintf(" with deploy key %s, whose public key stands in Secret %s/%s", f.fingerprint, f.project, fluxv1alpha1.DeployKeySecretName)
}

func versionNote(f facts) string {
	if f.config.FluxVersion == "" || strings.TrimPrefix(f.config.FluxVersion, "v") == strings.TrimPrefix(f.config.EmbeddedVersion, "v") {
		return ""
	}
	return fmt.Sprintf("; fluxVersion %s is answered with %s, the patch of this minor version that the extension carries", f.config.FluxVersion, f.config.EmbeddedVersion)
}
