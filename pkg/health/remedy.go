// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package health

import (
	"fmt"
	"net/url"
	"strings"

	fluxv1alpha1 "github.com/shoot-flux/gardener-extension-shoot-flux/pkg/apis/flux/v1alpha1"
)

// sourceRemedy says what to do about a failed fetch; empty if only Flux's own message helps. The texts it looks for are
// those of golang.org/x/crypto/ssh and go-git, which source-controller passes on.
func sourceRemedy(message, repositoryURL, publicKey string) string {
	host := repositoryURL
	if u, err := url.Parse(repositoryURL); err == nil && u.Host != "" {
		host = u.Host
	}
	switch {
	case strings.Contains(message, "unable to authenticate") && publicKey != "":
		return fmt.Sprintf("The Git host does not accept the project's deploy key. Register this public key at %s as a read-only deploy key of the repository: %s", host, publicKey)
	case strings.Contains(message, "unable to authenticate"):
		return fmt.Sprintf("The Git host does not accept the key in the source's Secret: register its public half at %s, or correct the Secret", host)
	case strings.Contains(message, "knownhosts: key mismatch"), strings.Contains(message, "knownhosts: key is unknown"):
		return fmt.Sprintf("The host key that %s offers is none of the known ones. Ask the host's operator for its present keys, and set them as knownHosts in ConfigMap %s of the project namespace, or as known_hosts in the source's own Secret; do not take them from the connection that failed", host, fluxv1alpha1.ConfigMapName)
	case strings.Contains(message, "couldn't find remote ref"):
		return fmt.Sprintf("The branch does not exist in the repository: correct it in ConfigMap %s of the project namespace or in the Shoot's providerConfig, or push the branch", fluxv1alpha1.ConfigMapName)
	case strings.Contains(message, "repository not found"), strings.Contains(message, "authentication required"):
		return fmt.Sprintf("Check the URL in ConfigMap %s of the project namespace or in the Shoot's providerConfig; a repository that is not public needs an ssh:// URL, or credentials in source.secretResourceName", fluxv1alpha1.ConfigMapName)
	}
	return ""
}
