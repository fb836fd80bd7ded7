// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package githost

import (
	"cmp"
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

// location identifies a repository and the API of its Git host.
type location struct {
	provider fluxv1alpha1.GitProvider
	// host is the configured host of the API. It includes the port unless the port is 443.
	host string
	// address is the host and port of the API.
	address struct {
		host string
		port int
	}
	// owner and name identify the repository. On GitLab, the owner may be a path of nested groups.
	owner, name string
}

// locate derives the location of a repository from its URL and the configured host of its API.
func locate(repository Repository) (location, error) {
	u, err := url.Parse(repository.URL)
	if err != nil || u.Hostname() == "" {
		return location{}, invalid("the URL of the repository names no host")
	}
	l := location{provider: repository.Provider}
	path := strings.TrimSuffix(strings.Trim(u.Path, "/"), ".git")
	if slash := strings.LastIndex(path, "/"); slash > 0 {
		l.owner, l.name = path[:slash], path[slash+1:]
	}
	if l.owner == "" || l.name == "" || l.provider != fluxv1alpha1.GitProviderGitLab && strings.Contains(l.owner, "/") {
		return location{}, invalid(fmt.Sprintf("the path %s of the repository's URL does not consist of owner and repository", u.Path))
	}
	name, port, err := githosts.Split(cmp.Or(repository.Host, u.Hostname()), githosts.HTTPSPort)
	if err != nil {
		return location{}, invalid(err.Error())
	}
	name = githosts.Web(name)
	l.address.host, l.address.port = name, port
	l.host = strings.TrimSuffix(net.JoinHostPort(name, strconv.Itoa(port)), ":"+strconv.Itoa(githosts.HTTPSPort))
	return l, nil
}

// apiHost returns the host in the URLs of the API, which for github.com differs from the configured host.
func (l location) apiHost() string {
	if l.provider == fluxv1alpha1.GitProviderGitHub && l.host == github.DefaultDomain {
		return githosts.GitHubAPI
	}
	return l.host
}

// newClient returns the library's client for the provider. The constructor for Gitea sends a request. For GitLab and
// Gitea, the library expects a domain with a scheme.
func newClient(l location, token string, transport http.RoundTripper) (gitprovider.Client, error) {
	options := []gitprovider.ClientOption{
		gitprovider.WithPostChainTransportHook(func(http.RoundTripper) http.RoundTripper { return transport }),
	}
	switch l.provider {
	case fluxv1alpha1.GitProviderGitHub:
		return github.NewClient(append(options, gitprovider.WithDomain(l.host), gitprovider.WithOAuth2Token(token))...)
	case fluxv1alpha1.GitProviderGitLab:
		if l.host != gitlab.DefaultDomain {
			options = append(options, gitprovider.WithDomain("https://"+l.host))
		}
		return gitlab.NewClient(token, "", options...)
	case fluxv1alpha1.GitProviderGitea:
		return gitea.NewClient(token, append(options, gitprovider.WithDomain("https://"+l.host))...)
	}
	return nil, fmt.Errorf("unknown kind of Git host %q", l.provider)
}
