// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package v1alpha1

import (
	"cmp"
	"slices"
	"time"

	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/utils/ptr"

	fluxv1alpha1 "github.com/shoot-flux/gardener-extension-shoot-flux/pkg/apis/flux/v1alpha1"
)

// SetDefaults_ControllerConfiguration sets the default of WhenUnconfigured and the default Git hosts, and creates the
// sections that have defaults of their own.
func SetDefaults_ControllerConfiguration(config *ControllerConfiguration) {
	if config.WhenUnconfigured == "" {
		config.WhenUnconfigured = WhenUnconfiguredInstall
	}
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

// SetDefaults_VersionRollout sets the defaults of the rollout and its rings. If there are rings, it also adds a last
// ring for all seeds that no other ring selects.
func SetDefaults_VersionRollout(rollout *VersionRollout) {
	if rollout.MaxFailures == nil {
		rollout.MaxFailures = ptr.To[int32](0)
	}
	if len(rollout.Rings) > 0 && !slices.ContainsFunc(rollout.Rings, SeedRing.SelectsAll) {
		rollout.Rings = append(slices.Clip(rollout.Rings), SeedRing{Name: SeedRingRest})
	}
	for i := range rollout.Rings {
		if rollout.Rings[i].Soak == nil {
			rollout.Rings[i].Soak = &metav1.Duration{Duration: 24 * time.Hour}
		}
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

// SelectsAll returns whether the ring has no requirements and therefore selects all seeds.
func (r SeedRing) SelectsAll() bool {
	return r.Seeds == nil || len(r.Seeds.MatchLabels)+len(r.Seeds.MatchExpressions) == 0
}

// SetDefaults_Baseline sets the state, the namespace and the deletion policy.
func SetDefaults_Baseline(baseline *Baseline) {
	baseline.State = cmp.Or(baseline.State, BaselinePresent)
	baseline.Namespace = cmp.Or(baseline.Namespace, BaselineNamespace)
	baseline.DeletionPolicy = cmp.Or(baseline.DeletionPolicy, BaselineOrphan)
}

// SetDefaults_BaselineRollout sets the defaults of the rollout, its guard and its rings. If there are rings, it also
// adds a last ring for all seeds that no other ring selects.
func SetDefaults_BaselineRollout(rollout *BaselineRollout) {
	rollout.Source = cmp.Or(rollout.Source, fluxv1alpha1.RolloutSourcePromote)
	if rollout.MaxFailures == nil {
		rollout.MaxFailures = ptr.To[int32](1)
	}
	if rollout.ProgressDeadline == nil {
		rollout.ProgressDeadline = &metav1.Duration{Duration: time.Hour}
	}
	if rollout.Guard == nil {
		rollout.Guard = &fluxv1alpha1.Guard{}
	}
	fluxv1alpha1.SetDefaults_Guard(rollout.Guard)
	if len(rollout.Rings) > 0 && !slices.ContainsFunc(rollout.Rings, BaselineRing.SelectsAll) {
		rollout.Rings = append(slices.Clip(rollout.Rings), BaselineRing{Name: SeedRingRest})
	}
	for i := range rollout.Rings {
		ring := &rollout.Rings[i]
		ring.Approval = cmp.Or(ring.Approval, fluxv1alpha1.ApprovalAutomatic)
		if ring.Soak == nil {
			ring.Soak = &metav1.Duration{Duration: time.Hour}
		}
	}
}

// SelectsAll returns whether the ring has no requirements and therefore selects all seeds.
func (r BaselineRing) SelectsAll() bool { return SeedRing{Seeds: r.Seeds}.SelectsAll() }
