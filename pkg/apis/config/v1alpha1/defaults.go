// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package v1alpha1

import (
	"cmp"
	"slices"

	"k8s.io/utils/ptr"
)

// SetDefaults_ControllerConfiguration sets the default Git hosts, and creates the sections that have defaults of their
// own.
func SetDefaults_ControllerConfiguration(config *ControllerConfiguration) {
	if config.Limits == nil {
		config.Limits = &Limits{}
	}
	if config.GitHosts == nil {
		config.GitHosts = []string{"github.com", "gitlab.com", "bitbucket.org", "codeberg.org", "ssh.dev.azure.com"}
	}
	if config.ShootInfo == nil {
		config.ShootInfo = &ShootInfo{}
	}
	if config.Images == nil {
		config.Images = &Images{}
	}
}

// SetDefaults_Images sets the default of Digests, which uses digests only for images from Flux's own registry.
func SetDefaults_Images(images *Images) {
	if images.Digests == "" {
		images.Digests = ImageDigestsUpstreamOnly
	}
}

// SetDefaults_ShootInfo sets the default label prefix. It does not change an empty list, which disables variables for
// labels.
func SetDefaults_ShootInfo(info *ShootInfo) {
	if info.LabelPrefixes == nil {
		info.LabelPrefixes = []string{"shoot-info.flux.extensions.gardener.cloud/"}
	}
}

// SetDefaults_Push sets a default rate below 15 reads per second, GitHub's recommended maximum for a repository
// (docs.github.com/en/repositories/creating-and-managing-repositories/repository-limits). Registries and buckets have
// no such limit: a read is one request for a manifest or for a list of objects.
func SetDefaults_Push(push *Push) {
	if push.ReadsPerSecond == nil {
		push.ReadsPerSecond = ptr.To[int32](10)
	}
	if push.Rates == nil {
		push.Rates = []PushRate{{Kinds: []string{"OCIRepository", "Bucket"}, ReadsPerSecond: 100}}
	}
}

// ReadsPerSecondOf returns the maximum rate of reads of a source with this kind, and host in lower case.
func (p *Push) ReadsPerSecondOf(kind, host string) int {
	for _, rate := range p.Rates {
		if (len(rate.Kinds) == 0 || slices.Contains(rate.Kinds, kind)) && (len(rate.Hosts) == 0 || slices.Contains(rate.Hosts, host)) {
			return int(rate.ReadsPerSecond)
		}
	}
	return int(*p.ReadsPerSecond)
}

// SetDefaults_Baseline sets the state, the namespace and the deletion policy. It leaves FluxDeletionPolicy empty: the
// defaulted baseline identifies a revision of the rollout, and an update of the extension must not begin a rollout.
func SetDefaults_Baseline(baseline *Baseline) {
	baseline.State = cmp.Or(baseline.State, BaselinePresent)
	baseline.Namespace = cmp.Or(baseline.Namespace, BaselineNamespace)
	baseline.DeletionPolicy = cmp.Or(baseline.DeletionPolicy, BaselineOrphan)
}
