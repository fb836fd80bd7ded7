// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package v1alpha1

import (
	"slices"
	"time"

	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/utils/ptr"
)

// DefaultLabelPrefix is the prefix of labels of Shoots that become variables in shoot-info.
const DefaultLabelPrefix = "shoot-info.flux.extensions.gardener.cloud/"

// SetDefaults_ControllerConfiguration sets all fields that are read.
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

// SetDefaults_Images names images with digests where Flux publishes them.
func SetDefaults_Images(images *Images) {
	if images.Digests == "" {
		images.Digests = ImageDigestsUpstreamOnly
	}
}

// SetDefaults_ShootInfo sets the prefix of labels that become shoot info variables. An empty list stays empty.
func SetDefaults_ShootInfo(info *ShootInfo) {
	if info.LabelPrefixes == nil {
		info.LabelPrefixes = []string{DefaultLabelPrefix}
	}
}

// SetDefaults_VersionRollout adds the ring of all other seeds. A rollout without rings stays without.
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

// SetDefaults_Push stays below the 15 reads a second for a repository that GitHub recommends at most
// (docs.github.com/en/repositories/creating-and-managing-repositories/repository-limits).
func SetDefaults_Push(push *Push) {
	if push.ReadsPerSecond == nil {
		push.ReadsPerSecond = ptr.To[int32](10)
	}
}

// SelectsAll returns whether the ring has all seeds that no ring before has.
func (r SeedRing) SelectsAll() bool {
	return r.Seeds == nil || len(r.Seeds.MatchLabels)+len(r.Seeds.MatchExpressions) == 0
}
