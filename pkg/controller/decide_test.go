// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package controller

import (
	"errors"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"

	fluxv1alpha1 "github.com/shoot-flux/gardener-extension-shoot-flux/pkg/apis/flux/v1alpha1"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/flux"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/health"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/project"
)

var _ = Describe("decide", func() {
	var (
		mistake     = errors.New("ConfigMap garden-demo/flux-config: typo")
		fluxOnly    = delivered{Flux: true}
		synced      = delivered{Flux: true, Sync: true}
		credentials = flux.Credentials{Identity: "i", PublicKey: "p", KnownHosts: "k"}
		private     = fluxv1alpha1.ProjectConfig{RepositoryURL: "ssh://git@h/r", RepositoryBranch: "main", RepositoryType: "private"}
	)

	DescribeTable("decides",
		func(f facts, want decision) {
			f.project, f.config.EmbeddedVersion = "garden-demo", "v2.9.3"
			want.verdict.Type = "FluxConfigured"
			Expect(decide(f)).To(Equal(want))
		},
		Entry("a mistake fails the operation while the shoot has nothing", facts{mistake: mistake},
			decision{mistake: mistake, verdict: health.Verdict{Status: "False", Reason: "InvalidConfiguration", Message: mistake.Error()}}),
		Entry("a mistake is a condition once something is delivered, and nothing is rewritten", facts{mistake: mistake, delivered: fluxOnly},
			decision{verdict: health.Verdict{Status: "False", Reason: "InvalidConfiguration", Message: mistake.Error() + ". What was delivered to the shoot before stays as it is"}}),
		Entry("no ConfigMap: Flux only", facts{},
			decision{deliver: &flux.Input{Version: "v2.9.3"}, verdict: health.Verdict{Status: "True", Reason: "NoRepository",
				Message: "ConfigMap garden-demo/flux-config does not exist: Flux v2.9.3 is installed and nothing is synced"}}),
		Entry("no repository: Flux only, and it can be updated", facts{config: project.Configuration{Exists: true}, delivered: fluxOnly},
			decision{deliver: &flux.Input{Version: "v2.9.3"}, verdict: health.Verdict{Status: "True", Reason: "NoRepository",
				Message: "ConfigMap garden-demo/flux-config names no repository: Flux v2.9.3 is installed and nothing is synced"}}),
		Entry("a ConfigMap that is gone after a sync was delivered rewrites nothing", facts{delivered: synced},
			decision{verdict: health.Verdict{Status: "False", Reason: "ConfigurationMissing",
				Message: "ConfigMap garden-demo/flux-config does not exist, but Flux reconciles this shoot from a repository that was configured before. Everything stays as it is; name the repository again to go on"}}),
		Entry("an emptied ConfigMap rewrites nothing either", facts{config: project.Configuration{Exists: true}, delivered: synced},
			decision{verdict: health.Verdict{Status: "False", Reason: "ConfigurationMissing",
				Message: "ConfigMap garden-demo/flux-config names no repository, but Flux reconciles this shoot from a repository that was configured before. Everything stays as it is; name the repository again to go on"}}),
		Entry("a private repository", facts{config: project.Configuration{Exists: true, ProjectConfig: private}, credentials: credentials, fingerprint: "SHA256:x", delivered: synced},
			decision{deliver: &flux.Input{Version: "v2.9.3", Sync: flux.Sync{URL: "ssh://git@h/r", Branch: "main", Credentials: credentials}},
				verdict: health.Verdict{Status: "True", Reason: "Configured",
					Message: "Flux v2.9.3 syncs branch main of ssh://git@h/r with deploy key SHA256:x, whose public key stands in Secret garden-demo/flux-source"}}),
		Entry("an older patch is answered with the embedded one, and that is said", facts{config: project.Configuration{Exists: true, ProjectConfig: fluxv1alpha1.ProjectConfig{FluxVersion: "2.9.2"}}},
			decision{deliver: &flux.Input{Version: "v2.9.3"}, verdict: health.Verdict{Status: "True", Reason: "NoRepository",
				Message: "ConfigMap garden-demo/flux-config names no repository: Flux v2.9.3 is installed and nothing is synced; fluxVersion 2.9.2 is answered with v2.9.3, the patch of this minor version that the extension carries"}}),
	)
})
