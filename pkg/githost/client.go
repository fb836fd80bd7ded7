// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package githost

import (
	"fmt"
	"net"
	"net/http"
	"net/url"
	"strconv"
	"strings"

	"github.com/fluxcd/go-git-providers/gitea"
	"github.com/fluxcd/go-git-providers/github"
	"github.com/fluxcd/go-git-providers/gitlab"
	"github.com/fluxcd/go-git-providers/gitprovider"

	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/apis/flux/githosts"
	fluxv1alpha1 "github.com/shoot-flux/gardener-extension-shoot-flux/pkg/apis/flux/v1alpha1"
)

// place is where a repository is found.
type place struct {
	provider fluxv1alpha1.GitProvider
	// host is that of the API as people know it, with its port if that is not 443.
	host string
	// address is the host and port that the API is asked at.
	address struct {
		host string
		port int
	}
	// owner and name are those of the repository. At GitLab, the owner is a path of groups.
	owner, name string
}

// findPlace reads the URL of a repository, and where its API is if that is said.
func findPlace(repository Repository) (place, error) {
	u, err := url.Parse(repository.URL)
	if err != nil || u.Hostname() == "" {
		return place{}, &Error{Reason: ReasonInvalid, Text: "the URL of the repository is not one of a Git host"}
	}
	p := place{provider: repository.Provider}
	path := strings.TrimSuffix(strings.Trim(u.Path, "/"), ".git")
	if slash := strings.LastIndex(path, "/"); slash > 0 {
		p.owner, p.name = path[:slash], path[slash+1:]
	}
	if p.owner == "" || p.name == "" || p.provider != fluxv1alpha1.GitProviderGitLab && strings.Contains(p.owner, "/") {
		return place{}, &Error{Reason: ReasonInvalid, Text: fmt.Sprintf("the path %s of the repository's URL does not consist of owner and repository", u.Path)}
	}
	host := repository.Host
	if host == "" {
		host = u.Hostname()
	}
	name, port, err := githosts.Split(host, githosts.HTTPSPort)
	if err != nil {
		return place{}, &Error{Reason: ReasonInvalid, Text: err.Error()}
	}
	name = githosts.Web(name)
	p.address.host, p.address.port = name, port
	p.host = strings.TrimSuffix(net.JoinHostPort(name, strconv.Itoa(port)), ":"+strconv.Itoa(githosts.HTTPSPort))
	return p, nil
}

// apiHost is the host of the API as it stands in a URL.
func (p place) apiHost() string {
	if p.provider == fluxv1alpha1.GitProviderGitHub && p.host == github.DefaultDomain {
		return githosts.GitHubAPI
	}
	return p.host
}

// newClient returns the library's client. For Gitea, making it asks the host already. The library takes its domain with the scheme
// for two of the three kinds.
func newClient(p place, token string, transport http.RoundTripper) (gitprovider.Client, error) {
	options := []gitprovider.ClientOption{
		gitprovider.WithPostChainTransportHook(func(http.RoundTripper) http.RoundTripper { return transport }),
	}
	switch p.provider {
	case fluxv1alpha1.GitProviderGitHub:
		return github.NewClient(append(options, gitprovider.WithDomain(p.host), gitprovider.WithOAuth2Token(token))...)
	case fluxv1alpha1.GitProviderGitLab:
		if p.host != gitlab.DefaultDomain {
			options = append(options, gitprovider.WithDomain("https://"+p.host))
		}
		return gitlab.NewClient(token, "", options...)
	case fluxv1alpha1.GitProviderGitea:
		return gitea.NewClient(token, append(options, gitprovider.WithDomain("https://"+p.host))...)
	}
	return nil, fmt.Errorf("unknown kind of Git host %q", p.provider)
}
