// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package githost

import (
	"fmt"

	"github.com/fluxcd/go-git-providers/gitea"
	"github.com/fluxcd/go-git-providers/github"
	"github.com/fluxcd/go-git-providers/gitlab"
	"github.com/fluxcd/go-git-providers/gitprovider"

	fluxv1alpha1 "github.com/shoot-flux/gardener-extension-shoot-flux/pkg/apis/flux/v1alpha1"
)

// newClient returns the library's client for a kind of Git host.
func newClient(provider fluxv1alpha1.GitProvider, token string, options ...gitprovider.ClientOption) (gitprovider.Client, error) {
	switch provider {
	case fluxv1alpha1.GitProviderGitHub:
		return github.NewClient(append(options, gitprovider.WithOAuth2Token(token))...)
	case fluxv1alpha1.GitProviderGitLab:
		return gitlab.NewClient(token, "", options...)
	case fluxv1alpha1.GitProviderGitea:
		return gitea.NewClient(token, options...)
	}
	return nil, fmt.Errorf("unknown kind of Git host %q", provider)
}
