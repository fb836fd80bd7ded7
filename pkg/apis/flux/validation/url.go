// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package validation

import (
	"cmp"
	"fmt"
	"net/netip"
	"net/url"
	"regexp"
	"strconv"
	"strings"
	"unicode"

	sourcev1 "github.com/fluxcd/source-controller/api/v1"
	"k8s.io/apimachinery/pkg/util/validation/field"

	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/apis/flux/githosts"
	fluxv1alpha1 "github.com/shoot-flux/gardener-extension-shoot-flux/pkg/apis/flux/v1alpha1"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/text"
)

const (
	// hostPattern matches a host name or an IP address in brackets. pathPattern matches a path that is safe to quote in
	// messages.
	hostPattern = `([A-Za-z0-9][A-Za-z0-9.-]{0,252}|\[[0-9A-Fa-f:.]{2,45}\])`
	pathPattern = `([A-Za-z0-9._~-][A-Za-z0-9._~/-]{0,253})`
)

var (
	// shortForm matches Git's short form of an ssh URL, user@host:path, and variants with a scheme or a port. Flux does
	// not accept this form (source-controller: GitRepository.spec.url).
	shortForm = regexp.MustCompile(`^(?:(ssh|https?)://)?(?:([A-Za-z0-9._-]+)@)?` + hostPattern + `:(?:([0-9]+)([:/]))?/?` + pathPattern + `$`)
	// userName matches user names of Git hosts, which are not secret: git, org-1234567 for GitHub, or an SSH key ID for
	// AWS.
	userName = regexp.MustCompile(`^[A-Za-z][A-Za-z0-9.-]{0,39}$`)

	gitURL = regexp.MustCompile(`^(ssh|https?)://[^/]+/+[^/]`)
	// ociURL matches the URL of an OCI repository (google/go-containerregistry: pkg/name), and ociReference a URL that
	// also contains a tag or digest.
	ociURL       = regexp.MustCompile(`^oci://[^/]+/[a-z0-9_.-][a-z0-9_./-]{0,254}$`)
	ociReference = regexp.MustCompile(`^oci://[^/]+/.*(@sha256:[a-f0-9]+|:[^/]+)$`)
	registryURL  = regexp.MustCompile(`^oci://`)
	webURL       = regexp.MustCompile(`^https?://`)
	proxyURL     = regexp.MustCompile(`^https?://[^/]+/*$`)
)

// meantURL returns the URL that a user probably meant by a text in Git's short form, or an empty string.
func meantURL(value string) string {
	m := shortForm.FindStringSubmatch(value)
	if m == nil {
		return ""
	}
	scheme, user, host, port, path := m[1], m[2], m[3], m[4], m[6]
	isURL := scheme != "" && (m[5] == "/" || strings.Trim(path, "0123456789") == "")
	isWord := scheme == "" && user == "" && !(strings.Contains(host, ".") && strings.Contains(path, "/"))
	if isURL || isWord || user != "" && strings.HasPrefix(scheme, "http") {
		return ""
	}
	scheme = cmp.Or(scheme, "ssh")
	if scheme == "ssh" {
		if !userName.MatchString(user) || text.MayHoldSecret(user) {
			user = "git"
		}
		user += "@"
	}
	if port != "" {
		port = ":" + port
	}
	return scheme + "://" + user + host + port + "/" + path
}

// ValidateGitURL validates the URL of a GitRepository.
func ValidateGitURL(path *field.Path, value string) field.ErrorList {
	if meant := meantURL(value); meant != "" {
		return forbidden(path, "is not a URL; write "+meant)
	}
	if strings.HasPrefix(value, "oci://") {
		return forbidden(path, "is the URL of an OCIRepository; set kind: OCIRepository in the source's template, or write a URL that begins with ssh://, https:// or http://")
	}
	return validateURL(path, value, gitURL, "ssh://git@host/owner/repository or https://host/owner/repository",
		"use an ssh:// URL or a Secret for a private repository, and ref for a branch")
}

// GitURLWarnings warns if the valid URL of a GitRepository is an ssh:// URL with an IPv6 address, which Flux does not
// support.
func GitURLWarnings(path *field.Path, value string) []Warning {
	u, err := url.Parse(value)
	if err != nil || u.Scheme != "ssh" || !strings.Contains(u.Hostname(), ":") {
		return nil
	}
	return []Warning{{Path: path, Text: "names an IPv6 address, to which Flux does not connect over ssh (go-git reports \"missing port in address\"); write a host name"}}
}

// ValidateOCIURL validates the URL of an OCIRepository.
func ValidateOCIURL(path *field.Path, value string) field.ErrorList {
	if ociReference.MatchString(value) {
		return forbidden(path, "must not carry a tag or digest; set spec.ref.tag or spec.ref.digest instead")
	}
	return validateURL(path, value, ociURL, "oci://ghcr.io/owner/artifact, in lower case; for a Git repository, set kind: GitRepository in the source's template",
		"name a Secret of type kubernetes.io/dockerconfigjson in source.secretResourceName")
}

// ValidateEndpoint validates the endpoint of a Bucket. With provider azure, it must be the URL of the storage account
// (source-controller: internal/bucket/azure). With any other provider, it must be a host with or without a port
// (source-controller: Bucket.spec.endpoint).
func ValidateEndpoint(path *field.Path, value, provider string) field.ErrorList {
	if provider == sourcev1.BucketProviderAzure {
		return validateURL(path, value, webURL, "https://account.blob.core.windows.net, with provider azure", instead)
	}
	if address, isBare := bareAddress("s3://" + value); isBare {
		return forbidden(path, "has an IPv6 address without brackets; write ["+address+"]")
	}
	return validateHost(path, value, "s3.amazonaws.com or minio.example.com:9000")
}

// instead is the suggested fix if the URL of a source contains credentials.
const instead = "name a Secret with the credentials in source.secretResourceName"

// validateProxyURL validates the URL of a proxy. instead is the suggested fix if it contains credentials.
func validateProxyURL(path *field.Path, value, instead string) field.ErrorList {
	return validateURL(path, value, proxyURL, "http://proxy.example.com:3128", instead)
}

// validateURL validates a URL, which must match form. example is an example of a valid URL, and instead the suggested
// fix if the URL contains credentials. Errors quote the value only if it contains no password or token.
func validateURL(path *field.Path, value string, form *regexp.Regexp, example, instead string) field.ErrorList {
	if value == "" {
		return required(path, "write a URL such as "+example)
	}
	address, isBare := bareAddress(value)
	u, err := url.Parse(value)
	if err != nil {
		u = &url.URL{}
	}
	_, hasPassword := u.User.Password()
	port, portErr := strconv.Atoi(u.Port())
	switch {
	case isBare:
		return forbidden(path, "has an IPv6 address without brackets; write ["+address+"]")
	case hasPassword, u.User != nil && u.Scheme != "ssh", strings.ContainsAny(value, "?#"):
		return forbidden(path, "must not carry credentials, a query or a fragment; "+instead)
	case u.Hostname() == "" || !form.MatchString(value):
		return forbidden(path, "must be a URL such as "+example)
	case text.EncodedLength(value) > longestURL:
		return invalid(path, field.OmitValueType{}, fmt.Sprintf("has %d characters, and must have at most %d; shorten it", len(value), longestURL))
	case hasSpace(value):
		return invalid(path, value, "must not contain white space or control characters; remove them")
	case strings.HasSuffix(u.Host, ":"), u.Port() != "" && (portErr != nil || port < 1 || port > 65535):
		return invalid(path, value, "has an invalid port; write a number from 1 to 65535, or remove the port with its colon")
	}
	return nil
}

// bareAddress returns the host of a URL, and whether it is an IPv6 address without brackets. Such an address is
// rejected, because its end could be mistaken for a port.
func bareAddress(value string) (address string, has bool) {
	_, rest, _ := strings.Cut(value, "://")
	host, _, _ := strings.Cut(rest, "/")
	host = host[strings.LastIndex(host, "@")+1:]
	ip, err := netip.ParseAddr(host)
	return host, err == nil && ip.Is6()
}

// longestURL is the maximum length of a URL, in bytes of its JSON encoding. It is longer than any URL in practice, and
// short enough for the status of each Shoot.
const longestURL = 512

func hasSpace(value string) bool {
	return strings.ContainsFunc(value, func(r rune) bool { return unicode.IsSpace(r) || unicode.IsControl(r) })
}

// validateHost validates a host with or without a port. example is an example of a valid host.
func validateHost(path *field.Path, value, example string) field.ErrorList {
	host, _, err := githosts.Split(value, githosts.HTTPSPort)
	_, notAddress := netip.ParseAddr(host)
	return invalidIf(err != nil || notAddress != nil && !isSubdomain(host), path, value,
		"must be a host with or without port, such as "+example+", without scheme, path and credentials")
}

// ValidateRepositoryType validates the value of the flat key repositoryType, which must match the scheme of the URL. An
// empty type is valid.
func ValidateRepositoryType(path *field.Path, repositoryType, repositoryURL string) field.ErrorList {
	scheme, _, _ := strings.Cut(repositoryURL, "://")
	if repositoryType == "" {
		return nil
	}
	if repositoryType == fluxv1alpha1.RepositoryTypePrivate && strings.HasPrefix(scheme, "http") || repositoryType == fluxv1alpha1.RepositoryTypePublic && scheme == "ssh" {
		return invalid(path, repositoryType, fmt.Sprintf(
			"does not fit repositoryUrl, which begins with %s://: a private repository is read over ssh with the project's deploy key, a public one over https without a key; change one of them", scheme))
	}
	return OneOf(path, repositoryType, fluxv1alpha1.RepositoryTypePrivate, fluxv1alpha1.RepositoryTypePublic)
}
