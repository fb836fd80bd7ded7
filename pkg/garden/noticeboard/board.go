// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

// Package noticeboard is the format of the notice board, a ConfigMap in the garden for each seed. The garden controller
// writes the versions of the objects of the seed's projects, and the seed reads the projects whose versions have
// changed. A notice must never have content, so that it only leads to a read: a damaged board costs reads, and nothing
// else.
package noticeboard

import (
	"maps"

	fluxv1alpha1 "github.com/shoot-flux/gardener-extension-shoot-flux/pkg/apis/flux/v1alpha1"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/garden/push"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/rollout/versionrollout"
)

const (
	// keyProjects is the key of the lines, one per project: its namespace, and name=version for each of its
	// objects.
	keyProjects = "projects"
	// keyRelease is the key of the release of the default Flux version for the seed's Shoots, as
	// versionrollout.Release writes it.
	keyRelease = "flux-version"
	// keyOthers is the key of a checksum of the lines that do not fit.
	keyOthers = "others"
	// maxBytes bounds the lines. An API server accepts 1 MiB in a ConfigMap; a project needs at most 250 bytes
	// with versions of 20 digits and a push.
	maxBytes = 768 << 10
	// maxVersionLength bounds a version in a line. Kubernetes uses numbers of up to 20 digits.
	maxVersionLength = 64
)

// Versions are the resourceVersions of a project's objects; empty for an object that does not exist. They may only
// be compared for equality.
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

// fieldPush is the name of a project's last push in a line. A push does not change the versions, so that it causes
// no read.
const fieldPush = "push"

// fields returns the fields of a line in their order. A reader ignores unknown ones.
func (v *Versions) fields() []field {
	return []field{
		{fluxv1alpha1.ConfigMapName, &v.Config},
		{fluxv1alpha1.DeployKeySecretName, &v.DeployKey},
		{fluxv1alpha1.RolloutConfigMapName, &v.Rollout},
		{fluxv1alpha1.SourceKeysSecretName, &v.SourceKeys},
	}
}

// field is one version in a line.
type field struct {
	name    string
	version *string
}

// Notice is the notice about a project on a board. A seed compares it with the notice of its last read: if they
// differ, objects of the project may have changed.
type Notice struct {
	// Listed is whether the project has a line.
	Listed bool
	// Versions are the versions in the line.
	Versions Versions
	// Others is the checksum of all projects that do not fit, if the project has no line.
	Others string
}

// Board is a decoded board. A nil Board does not exist.
type Board struct {
	projects map[string]Versions
	pushes   map[string]push.Notice
	others   string
	release  versionrollout.Release
}

// Release returns the release of the default Flux version for the seed's Shoots; the zero value without one.
func (b *Board) Release() versionrollout.Release {
	if b == nil {
		return versionrollout.Release{}
	}
	return b.release
}

// Pushes returns the last pushes by project namespace.
func (b *Board) Pushes() map[string]push.Notice {
	if b == nil {
		return nil
	}
	return maps.Clone(b.pushes)
}

// Of returns the notice about the project in the given namespace.
func (b *Board) Of(project string) Notice {
	if b == nil {
		return Notice{}
	}
	if versions, listed := b.projects[project]; listed {
		return Notice{Listed: true, Versions: versions}
	}
	return Notice{Others: b.others}
}
