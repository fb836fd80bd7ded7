// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

// Package noticeboard is the format of the notice boards. Each seed has a notice board: a ConfigMap in the garden. The
// garden controller writes the versions of the objects of the seed's projects, and the seed reads the objects of each
// project whose versions have changed. A board must not contain the content of these objects, so that a damaged board
// only causes additional reads. It also contains the released Flux version and baseline for the seed.
package noticeboard

import (
	fluxv1alpha1 "github.com/shoot-flux/gardener-extension-shoot-flux/pkg/apis/flux/v1alpha1"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/garden/push"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/rollout/landscape"
)

const (
	// keyProjects is the key of the lines. Each line describes a project: its namespace, and name=version for each of its
	// objects.
	keyProjects = "projects"
	// keyRelease is the key of the release of the default Flux version for the seed's Shoots. landscape.VersionRelease
	// defines its format.
	keyRelease = "flux-version"
	// keyBaseline is the key of the release of the operator's baseline for the seed's Shoots, as JSON.
	keyBaseline = "baseline"
	// fieldPush is the name of the field with a project's last push in a line. It is separate from the versions, because a
	// push must not cause a read.
	fieldPush = "push"
	// maxBytes limits the total length of the lines. An API server accepts 1 MiB in a ConfigMap, and the releases need up
	// to 257 KiB of it. A project needs at most 250 bytes if it has versions of 20 digits and a push.
	maxBytes = 760 << 10
)

// Versions are the resourceVersions of a project's objects. The version of an object that does not exist is empty.
// Versions may only be compared for equality: if they differ from the versions of a seed's last read, objects of the
// project may have changed.
type Versions struct {
	// Config is the version of ConfigMap flux-config.
	Config string
	// DeployKey is the version of Secret flux-source.
	DeployKey string
	// Rollout is the version of ConfigMap flux-rollout.
	Rollout string
	// SourceKeys is the version of Secret flux-source-keys.
	SourceKeys string
}

// field is a version in a line.
type field struct {
	name    string
	version *string
}

// fields returns the fields of a line in order. Readers ignore unknown fields.
func (v *Versions) fields() []field {
	return []field{
		{fluxv1alpha1.ConfigMapName, &v.Config},
		{fluxv1alpha1.DeployKeySecretName, &v.DeployKey},
		{fluxv1alpha1.RolloutConfigMapName, &v.Rollout},
		{fluxv1alpha1.SourceKeysSecretName, &v.SourceKeys},
	}
}

// Board is a decoded board. A nil Board means that the board does not exist.
type Board struct {
	projects map[string]Versions
	pushes   map[string]push.Notice
	release  landscape.VersionRelease
	baseline *landscape.BaselineRelease
	// unread and unreadBaseline are the errors of releases that cannot be read; nil otherwise.
	unread, unreadBaseline error
}

// Baseline returns the release of the operator's baseline for the seed, or nil if the board has none. It returns an
// error if this version of the extension cannot read the release. The last one then stays in effect.
func (b *Board) Baseline() (*landscape.BaselineRelease, error) {
	if b == nil {
		return nil, nil //nolint:nilnil // nothing is released
	}
	return b.baseline, b.unreadBaseline
}

// Release returns the release of the default Flux version for the seed's Shoots, or the zero value if there is no
// release. It returns an error if this version of the extension cannot read the release. The last one then stays in
// effect.
func (b *Board) Release() (landscape.VersionRelease, error) {
	if b == nil {
		return landscape.VersionRelease{}, nil
	}
	return b.release, b.unread
}

// Pushes returns the last pushes by project namespace.
func (b *Board) Pushes() map[string]push.Notice {
	if b == nil {
		return nil
	}
	return b.pushes
}

// Of returns the versions of the project's objects. They are empty if the board does not list the project.
func (b *Board) Of(project string) Versions {
	if b == nil {
		return Versions{}
	}
	return b.projects[project]
}
