// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package v1alpha1

import (
	"maps"
	"slices"
	"strings"

	"k8s.io/apimachinery/pkg/util/validation/field"
)

// RepositoryType says whether the project's repository can be read without credentials.
type RepositoryType string

const (
	// RepositoryTypePublic is a repository that anybody can read over http or https.
	RepositoryTypePublic RepositoryType = "public"
	// RepositoryTypePrivate is a repository that is read over ssh with the project's deploy key.
	RepositoryTypePrivate RepositoryType = "private"

	// DefaultRepositoryBranch is the branch that is followed when none is given, as 'flux bootstrap git' has it.
	DefaultRepositoryBranch = "main"
)

// Keys of the ConfigMap flux-config. The first four keep the meaning that the archived 23technologies extension
// documented for them.
const (
	keyFluxVersion      = "fluxVersion"
	keyRepositoryURL    = "repositoryUrl"
	keyRepositoryBranch = "repositoryBranch"
	keyRepositoryType   = "repositoryType"
	keyKnownHosts       = "knownHosts"
)

// ProjectConfig is the configuration that a project keeps in the flat keys of its ConfigMap flux-config.
type ProjectConfig struct {
	// FluxVersion is the wanted Flux version, with or without leading 'v'; empty means the newest that is embedded.
	FluxVersion string
	// RepositoryURL is the URL of the Git repository; empty means that Flux is installed and nothing is synced.
	RepositoryURL string
	// RepositoryBranch is the branch to follow.
	RepositoryBranch string
	// RepositoryType says whether the repository is read with the project's deploy key.
	RepositoryType RepositoryType
	// KnownHosts are the lines of a known_hosts file for the repository's host; empty means those of the deploy key
	// Secret or the built-in ones.
	KnownHosts string
}

// DecodeProjectConfig reads the flat keys of the ConfigMap flux-config. Surrounding white space of a value does not
// count, an empty value counts as not given. Every unknown key is an error that names it and the known ones.
func DecodeProjectConfig(data map[string]string, binaryData map[string][]byte) (ProjectConfig, field.ErrorList) {
	var (
		config ProjectConfig
		errs   field.ErrorList
	)

	targets := map[string]func(string){
		keyFluxVersion:      func(v string) { config.FluxVersion = v },
		keyRepositoryURL:    func(v string) { config.RepositoryURL = v },
		keyRepositoryBranch: func(v string) { config.RepositoryBranch = v },
		keyRepositoryType:   func(v string) { config.RepositoryType = RepositoryType(v) },
		keyKnownHosts:       func(v string) { config.KnownHosts = v },
	}
	known := slices.Sorted(maps.Keys(targets))

	for _, key := range slices.Sorted(maps.Keys(data)) {
		set, ok := targets[key]
		if !ok {
			errs = append(errs, unknownKey(key, known))
			continue
		}
		set(strings.TrimSpace(data[key]))
	}
	for _, key := range slices.Sorted(maps.Keys(binaryData)) {
		errs = append(errs, unknownKey(key, known))
	}

	return config, errs
}

func unknownKey(key string, known []string) *field.Error {
	return field.Forbidden(field.NewPath(key), "unknown key; the known keys are "+strings.Join(known, ", "))
}

// Default fills in what was not given. It changes nothing as long as no repository is named.
func (c *ProjectConfig) Default() {
	if c.RepositoryURL == "" {
		return
	}
	if c.RepositoryBranch == "" {
		c.RepositoryBranch = DefaultRepositoryBranch
	}
	if c.RepositoryType == "" {
		c.RepositoryType = RepositoryTypePublic
		if strings.HasPrefix(c.RepositoryURL, "ssh://") {
			c.RepositoryType = RepositoryTypePrivate
		}
	}
}
