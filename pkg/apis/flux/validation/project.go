// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

// Package validation checks the extension's configuration. It is pure: it reads no cluster and changes nothing, so that
// every caller comes to the same verdict.
package validation

import (
	"fmt"
	"net/url"
	"regexp"
	"strings"

	"github.com/fluxcd/pkg/ssh/knownhosts"
	"k8s.io/apimachinery/pkg/util/validation/field"

	fluxv1alpha1 "github.com/shoot-flux/gardener-extension-shoot-flux/pkg/apis/flux/v1alpha1"
)

// scpStyle is git's short form of an ssh URL, user@host:path. Flux accepts URLs only
// (source-controller: GitRepository.spec.url).
var scpStyle = regexp.MustCompile(`^([A-Za-z0-9._-]+)@([A-Za-z0-9.-]+):([^/].*)$`)

// ValidateProjectConfig checks a defaulted configuration. The versions are those of the embedded Flux distributions.
// Every error names the key, what is wrong and what to do.
func ValidateProjectConfig(config fluxv1alpha1.ProjectConfig, versions []string) field.ErrorList {
	var errs field.ErrorList

	if _, err := fluxv1alpha1.ResolveFluxVersion(config.FluxVersion, versions); err != nil {
		errs = append(errs, field.Invalid(field.NewPath("fluxVersion"), config.FluxVersion, err.Error()))
	}

	if config.RepositoryURL == "" {
		return append(errs, validateNothingWithoutURL(config)...)
	}

	scheme, urlErrs := validateURL(field.NewPath("repositoryUrl"), config.RepositoryURL)
	errs = append(errs, urlErrs...)
	errs = append(errs, validateBranch(field.NewPath("repositoryBranch"), config.RepositoryBranch)...)
	if len(urlErrs) == 0 {
		errs = append(errs, validateType(config.RepositoryType, scheme)...)
		errs = append(errs, validateKnownHosts(field.NewPath("knownHosts"), config.KnownHosts, scheme)...)
	}
	return errs
}

func validateNothingWithoutURL(config fluxv1alpha1.ProjectConfig) field.ErrorList {
	var errs field.ErrorList
	for _, other := range []struct{ key, value string }{
		{"repositoryBranch", config.RepositoryBranch},
		{"repositoryType", string(config.RepositoryType)},
		{"knownHosts", config.KnownHosts},
	} {
		if other.value != "" {
			errs = append(errs, field.Required(field.NewPath("repositoryUrl"),
				fmt.Sprintf("%s is set; set repositoryUrl as well, or remove %s to install Flux only", other.key, other.key)))
		}
	}
	return errs
}

// supportedURL is what the schema of GitRepository demands, which an API server would refuse otherwise.
var supportedURL = regexp.MustCompile(`^(http|https|ssh)://`)

// validateURL returns the scheme of a valid URL. The value is repeated in an error only once it is certain that it holds
// no password or token.
func validateURL(path *field.Path, value string) (string, field.ErrorList) {
	if m := scpStyle.FindStringSubmatch(value); m != nil {
		return "", field.ErrorList{field.Forbidden(path, fmt.Sprintf("is not a URL; write ssh://git@%s/%s", m[2], m[3]))}
	}

	u, err := url.Parse(value)
	if err != nil {
		return "", field.ErrorList{field.Forbidden(path, "is not a URL; write ssh://git@host/owner/repository or https://host/owner/repository")}
	}
	if _, hasPassword := u.User.Password(); hasPassword || (u.User != nil && u.Scheme != "ssh") {
		return "", field.ErrorList{field.Forbidden(path, "must not carry credentials; remove them, and use an ssh:// URL for a private repository")}
	}

	if !supportedURL.MatchString(value) {
		return "", field.ErrorList{field.Forbidden(path, "must begin with ssh://, https:// or http://, in lower case")}
	}
	if u.RawQuery != "" || u.Fragment != "" {
		return "", field.ErrorList{field.Forbidden(path, "must not carry a query or fragment; choose the branch with repositoryBranch")}
	}

	var errs field.ErrorList
	if u.Hostname() == "" {
		errs = append(errs, field.Invalid(path, value, "names no host; write "+u.Scheme+"://host/owner/repository"))
	}
	if strings.Trim(u.Path, "/") == "" {
		errs = append(errs, field.Invalid(path, value, "names no repository; write "+u.Scheme+"://host/owner/repository"))
	}
	return u.Scheme, errs
}

// validateBranch refuses what 'git check-ref-format --branch' refuses, as far as it can be told from the name.
func validateBranch(path *field.Path, branch string) field.ErrorList {
	bad := strings.HasPrefix(branch, "-") || strings.HasPrefix(branch, "/") || strings.HasSuffix(branch, "/") ||
		strings.HasSuffix(branch, ".") || strings.HasSuffix(branch, ".lock") || strings.Contains(branch, "..") ||
		strings.Contains(branch, "//") || strings.Contains(branch, "@{") || strings.ContainsAny(branch, " ~^:?*[\\\x7f") ||
		strings.ContainsFunc(branch, func(r rune) bool { return r < ' ' })
	if bad {
		return field.ErrorList{field.Invalid(path, branch, "is not the name of a git branch; write it as in 'git branch', such as main or release/1.2")}
	}
	if strings.HasPrefix(branch, "refs/") {
		return field.ErrorList{field.Invalid(path, branch, "must be the short name of a branch, without refs/heads/")}
	}
	return nil
}

func validateType(repositoryType fluxv1alpha1.RepositoryType, scheme string) field.ErrorList {
	path := field.NewPath("repositoryType")
	switch {
	case repositoryType != fluxv1alpha1.RepositoryTypePrivate && repositoryType != fluxv1alpha1.RepositoryTypePublic:
		return field.ErrorList{field.NotSupported(path, repositoryType,
			[]fluxv1alpha1.RepositoryType{fluxv1alpha1.RepositoryTypePrivate, fluxv1alpha1.RepositoryTypePublic})}
	case repositoryType == fluxv1alpha1.RepositoryTypePrivate && scheme != "ssh":
		return field.ErrorList{field.Invalid(path, repositoryType, fmt.Sprintf(
			"a private repository is read over ssh with the project's deploy key, but repositoryUrl begins with %s://; change repositoryUrl to ssh://git@host/owner/repository, or repositoryType to public", scheme))}
	case repositoryType == fluxv1alpha1.RepositoryTypePublic && scheme == "ssh":
		return field.ErrorList{field.Invalid(path, repositoryType,
			"a public repository is read without a key, but repositoryUrl begins with ssh://; change repositoryUrl to https://host/owner/repository, or repositoryType to private")}
	}
	return nil
}

// validateKnownHosts repeats neither a line nor what the parser says of it: what is no known_hosts line may be a private
// key that was pasted into the wrong place.
func validateKnownHosts(path *field.Path, value, scheme string) field.ErrorList {
	if value == "" {
		return nil
	}
	if scheme != "ssh" {
		return field.ErrorList{field.Forbidden(path, "is used with an ssh:// repositoryUrl only; remove it")}
	}
	var errs field.ErrorList
	for i, line := range strings.Split(value, "\n") {
		if _, _, err := knownhosts.New([]byte(line)); err != nil {
			errs = append(errs, field.Forbidden(path.Index(i),
				"is not a line of a known_hosts file; write 'host keytype base64key', or '[host]:port keytype base64key' for a port other than 22, as ssh-keyscan prints it"))
		}
	}
	return errs
}
