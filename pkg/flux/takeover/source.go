// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package takeover

import (
	"cmp"
	"net/url"
	"slices"
	"strings"

	sourcev1 "github.com/fluxcd/source-controller/api/v1"
)

// location makes URLs of one repository or registry equal that differ only in what does not matter: credentials for https, the user git
// for ssh, the default port, case of the host, a slash at the end, and .git at the end of a Git repository's. Flux knows no
// scp-like URLs. Another scheme is another location: what a host has under a path by ssh need not be what it has there by https.
func location(kind, raw string) string {
	u, err := url.Parse(raw)
	if err != nil || u.Host == "" {
		return raw
	}
	u.Scheme = strings.ToLower(u.Scheme)
	user := ""
	if u.Scheme == "ssh" {
		user = cmp.Or(u.User.Username(), "git") + "@"
	}
	host := strings.ToLower(u.Hostname())
	if strings.Contains(host, ":") {
		host = "[" + host + "]"
	}
	if port := u.Port(); port != "" && port != defaultPort(u.Scheme) {
		host += ":" + port
	}
	path := strings.TrimRight(u.Path, "/")
	if kind == sourcev1.GitRepositoryKind {
		path = strings.TrimRight(strings.TrimSuffix(path, ".git"), "/")
	}
	if u.RawQuery != "" {
		path += "?" + u.RawQuery
	}
	return u.Scheme + "://" + user + host + path
}

func defaultPort(scheme string) string {
	return map[string]string{"http": "80", "https": "443", "oci": "443", "ssh": "22"}[scheme]
}

// reference says what a source selects, by the precedence of source-controller (GitRepositoryRef and OCIRepositoryRef in its API).
func reference(kind string, ref map[string]any) string {
	text := func(key string) string {
		value, _ := ref[key].(string)
		return value
	}
	keys, fallback := []string{"commit", "name", "semver", "tag", "branch"}, "branch master"
	if kind == sourcev1.OCIRepositoryKind {
		keys, fallback = []string{"digest", "semver", "tag"}, "tag latest"
	}
	i := slices.IndexFunc(keys, func(key string) bool { return text(key) != "" })
	if i < 0 {
		return fallback
	}
	key, value := keys[i], text(keys[i])
	if key == "name" {
		if branch, is := strings.CutPrefix(value, "refs/heads/"); is {
			key, value = "branch", branch
		} else if tag, is := strings.CutPrefix(value, "refs/tags/"); is {
			key, value = "tag", tag
		}
	}
	if filter := text("semverFilter"); key == "semver" && filter != "" {
		value += " of tags " + filter
	}
	return key + " " + value
}
