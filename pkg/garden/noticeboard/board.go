// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package noticeboard

import (
	"maps"

	fluxv1alpha1 "github.com/shoot-flux/gardener-extension-shoot-flux/pkg/apis/flux/v1alpha1"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/garden/push"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/rollout/versionrollout"
)

const (
	// keyProjects is the key of the ConfigMap with a line for each project: its namespace, and name=version for each object that it has.
	keyProjects = "projects"
	// keyRelease is the key with the default Flux version that is released for the seed's Shoots, as versionrollout.Release writes it.
	keyRelease = "flux-version"
	// keyOthers is the key with a checksum of the lines for which there is no room.
	keyOthers = "others"
	// maxBytes bounds the lines. An API server accepts 1 MiB in a ConfigMap; a project has 250 bytes at most with versions of 20 digits and a push.
	maxBytes = 768 << 10
	// maxVersionLength bounds a version in a line. Versions of Kubernetes are numbers of up to 20 digits.
	maxVersionLength = 64
)

// Versions are the resourceVersions of the objects of a project; empty for an object that does not exist. They are compared for equality only.
type Versions struct {
	// Config is that of the ConfigMap flux-config.
	Config string
	// DeployKey is that of the Secret flux-source.
	DeployKey string
	// Rollout is that of the ConfigMap flux-rollout.
	Rollout string
	// SourceKeys is that of the Secret flux-source-keys.
	SourceKeys string
}

// fieldPush is the name of the last push of a project in a line. It has no version of its own: a seed that does not know it reads nothing.
const fieldPush = "push"

// fields are the names in a line, in their order. A reader ignores those that it does not know.
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

// Notice is what a board has about a project. A seed compares it with that which it has read last: if they differ, objects of the project may have changed.
type Notice struct {
	// Listed is whether there is a line for the project.
	Listed bool
	// Versions are those of the line.
	Versions Versions
	// Others is the checksum of all projects for which there was no room, if the project has no line.
	Others string
}

// Board is a decoded board. Nil is a board that does not exist.
type Board struct {
	projects map[string]Versions
	pushes   map[string]push.Notice
	others   string
	release  versionrollout.Release
}

// Release returns the default Flux version that is released for the seed's Shoots; nothing if the board does not exist, or has none.
func (b *Board) Release() versionrollout.Release {
	if b == nil {
		return versionrollout.Release{}
	}
	return b.release
}

// Pushes returns the last pushes, by the namespaces of their projects.
func (b *Board) Pushes() map[string]push.Notice {
	if b == nil {
		return nil
	}
	return maps.Clone(b.pushes)
}

// Of returns what the board has about the project whose namespace is given.
func (b *Board) Of(project string) Notice {
	if b == nil {
		return Notice{}
	}
	if versions, listed := b.projects[project]; listed {
		return Notice{Listed: true, Versions: versions}
	}
	return Notice{Others: b.others}
}
