// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package health

import (
	"fmt"
	"net/url"
	"regexp"
	"strings"

	fluxv1alpha1 "github.com/shoot-flux/gardener-extension-shoot-flux/pkg/apis/flux/v1alpha1"
)

// fingerprint matches the SHA256 fingerprint of a key.
var fingerprint = regexp.MustCompile(`SHA256:[A-Za-z0-9+/]{43}`)

// hostKeyFix returns what to do about a host that Flux does not recognize: golang.org/x/crypto/ssh/knownhosts reports that the key is
// unknown, that it mismatches, or that it is revoked, and not which key the host has offered.
func (s failedSource) hostKeyFix() string {
	message, host, shoot, deployKey := s.message, s.host, s.shoot, s.sync.DeployKey
	var parts []string
	add := func(format string, args ...any) { parts = append(parts, fmt.Sprintf(format, args...)) }
	offered := "The host key that " + host + " offers"
	if reported := fingerprint.FindString(message); reported != "" {
		offered += ", " + reported + ","
	}
	switch {
	case strings.Contains(message, "knownhosts: key is revoked"):
		add("%s is one that a line @revoked of the known_hosts forbids", offered)
	case len(shoot.ForeignTypes) > 0:
		add("Flux requests keys of the types of all known_hosts lines, at random, and those in Secret %s/%s of the shoot have lines that are not about %s, with types of which they have no key of it: %s. "+
			"It fails whenever %s has such a key too. Remove these lines%s", s.sync.Source.Namespace, shoot.Source.SecretName, host, strings.Join(shoot.ForeignTypes, ", "), host, foreignLines(deployKey))
	case strings.Contains(message, "no common algorithm for host key"):
		add("%s has no host key of a type that is known of it", host)
	default:
		add("%s is none of the known ones", offered)
	}
	if len(shoot.HostKeys) > 0 {
		add("These are pinned in the shoot: %s", strings.Join(shoot.HostKeys, ", "))
	}
	if fingerprint.FindString(message) == "" {
		add("Flux does not report which key was offered: %s does", keyscan(shoot.Source.URL))
	}
	where := fmt.Sprintf("as known_hosts in the source's own Secret, which source.secretResourceName names in ConfigMap %s or in the Shoot's providerConfig", fluxv1alpha1.ConfigMapName)
	if deployKey {
		where = fmt.Sprintf("as knownHosts in ConfigMap %s of the project namespace; if none are set there or in the Shoot's providerConfig, they may be in key %s of Secret %s of the project namespace",
			fluxv1alpha1.ConfigMapName, fluxv1alpha1.SecretKeyKnownHosts, fluxv1alpha1.DeployKeySecretName)
	}
	add("Ask the host's operator for its present keys, and set them %s; do not take them from the connection that failed", where)
	return strings.Join(parts, ". ")
}

// foreignLines is where lines of other hosts are removed.
func foreignLines(deployKey bool) string {
	if deployKey {
		return ": the next reconciliation of the Shoot does, unless they were written in the shoot"
	}
	return " from known_hosts in the source's own Secret, which source.secretResourceName names"
}

// plainHost matches what can be put into a command that a user copies into a shell.
var plainHost = regexp.MustCompile(`^[A-Za-z0-9][A-Za-z0-9.:-]*$`)

// keyscan is the command that prints the fingerprints of a host's keys.
func keyscan(repositoryURL string) string {
	u, err := url.Parse(repositoryURL)
	if err != nil || !plainHost.MatchString(u.Hostname()) {
		return "ssh-keyscan"
	}
	port := ""
	if u.Port() != "" {
		port = "-p " + u.Port() + " "
	}
	return fmt.Sprintf("'ssh-keyscan %s%s | ssh-keygen -lf -'", port, u.Hostname())
}
