// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package validation

import (
	"fmt"
	"net/netip"
	"net/url"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"unicode"

	sourcev1 "github.com/fluxcd/source-controller/api/v1"
	"k8s.io/apimachinery/pkg/util/validation/field"

	fluxv1alpha1 "github.com/shoot-flux/gardener-extension-shoot-flux/pkg/apis/flux/v1alpha1"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/text"
)

const (
	// hostPattern matches a host name or an address in brackets. pathPattern matches a path that is safe to
	// repeat.
	hostPattern = `([A-Za-z0-9][A-Za-z0-9.-]{0,252}|\[[0-9A-Fa-f:.]{2,45}\])`
	pathPattern = `([A-Za-z0-9._~-][A-Za-z0-9._~/-]{0,253})`
)

var (
	// scpStyle matches git's short form of an ssh URL, user@host:path, also with a port as in other tools. Flux
	// accepts URLs only (source-controller: GitRepository.spec.url).
	scpStyle = regexp.MustCompile(`^(?:([A-Za-z0-9._-]+)@)?` + hostPattern + `:(?:([0-9]{1,5})[:/])?/?` + pathPattern + `$`)
	// mixedStyle matches a URL with a colon before the path, as in the short form.
	mixedStyle = regexp.MustCompile(`^(ssh|https?)://(?:([A-Za-z0-9._-]+)@)?` + hostPattern + `:(?:([0-9]{1,5}):)?/?` + pathPattern + `$`)
	// portAndPath matches a port at the beginning.
	portAndPath = regexp.MustCompile(`^[0-9]+(/|$)`)
	// userName matches users of Git hosts that are not tokens: git, org-1234567 of GitHub, or an SSH key ID of
	// AWS.
	userName = regexp.MustCompile(`^[A-Za-z][A-Za-z0-9.-]{0,39}$`)
)

// meantURL returns the URL that an invalid text probably means, or an empty string.
func meantURL(value string) string {
	scheme, user, host, port, path := "", "", "", "", ""
	if m := mixedStyle.FindStringSubmatch(value); m != nil && !portAndPath.MatchString(m[5]) && (m[2] == "" || m[1] == "ssh") {
		scheme, user, host, port, path = m[1], m[2], m[3], m[4], m[5]
	} else if m := scpStyle.FindStringSubmatch(value); m != nil && (m[1] != "" || strings.Contains(m[2], ".") && strings.Contains(m[4], "/")) {
		scheme, user, host, port, path = "ssh", m[1], m[2], m[3], m[4]
	} else {
		return ""
	}
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

// ValidateGitURL validates the URL of a GitRepository. Errors repeat the value only if it holds no password or
// token.
func ValidateGitURL(path *field.Path, value string) field.ErrorList {
	if meant := meantURL(value); meant != "" {
		return forbidden(path, "is not a URL; write "+meant)
	}
	u, err := url.Parse(value)
	address, isBare := bareAddress(value)
	switch {
	case isBare:
		return forbidden(path, bareAddressProblem(address, strings.HasPrefix(value, "ssh://")))
	case err != nil:
		return forbidden(path, "is not a URL; write ssh://git@host/owner/repository or https://host/owner/repository")
	}
	_, hasPassword := u.User.Password()
	switch {
	case hasPassword || (u.User != nil && u.Scheme != "ssh"):
		return forbidden(path, "must not carry credentials; remove them, and use an ssh:// URL or a Secret for a private repository")
	case strings.HasPrefix(value, "oci://"):
		return forbidden(path, "is the URL of an OCIRepository; set kind: OCIRepository in the source's template, or write a URL that begins with ssh://, https:// or http://")
	case !slices.ContainsFunc([]string{"ssh://", "https://", "http://"}, func(scheme string) bool { return strings.HasPrefix(value, scheme) }):
		return forbidden(path, "must begin with ssh://, https:// or http://, in lower case")
	case strings.ContainsAny(value, "?#"):
		return forbidden(path, "must not have a query or fragment; set the branch in its own field, not in the URL")
	case u.Hostname() == "":
		return invalid(path, value, "names no host; write "+u.Scheme+"://host/owner/repository")
	case strings.Trim(u.Path, "/") == "":
		return invalid(path, value, "names no repository; write "+u.Scheme+"://host/owner/repository")
	}
	return reachable(path, value, u)
}

// GitURLWarnings warns of probable mistakes in the valid URL of a GitRepository.
func GitURLWarnings(path *field.Path, value string) []Warning {
	u, err := url.Parse(value)
	if err != nil || u.Scheme != "ssh" || !strings.Contains(u.Hostname(), ":") {
		return nil
	}
	return []Warning{{Path: path, Text: "names an IPv6 address, to which Flux does not connect over ssh (go-git reports \"missing port in address\"); write a host name"}}
}

// bareAddress returns an IPv6 address without brackets in a URL. Its end looks like a port.
func bareAddress(value string) (address string, has bool) {
	if _, rest, hasScheme := strings.Cut(value, "://"); hasScheme {
		value = rest
	}
	host, _, _ := strings.Cut(value, "/")
	host = host[strings.LastIndex(host, "@")+1:]
	ip, err := netip.ParseAddr(host)
	return host, err == nil && ip.Is6()
}

func bareAddressProblem(address string, ssh bool) string {
	if ssh {
		return "has an IPv6 address without brackets, and Flux does not connect over ssh to an IPv6 address at all; write a host name"
	}
	return "has an IPv6 address without brackets; write [" + address + "]"
}

// ociReference matches a tag or digest at the end of an OCI URL.
var ociReference = regexp.MustCompile(`^oci://[^/]+/.*(@sha256:[a-f0-9]+|:[^/]+)$`)

// ValidateOCIURL validates the URL of an OCIRepository.
func ValidateOCIURL(path *field.Path, value string) field.ErrorList {
	u, err := url.Parse(value)
	switch {
	case !strings.HasPrefix(value, "oci://"):
		return forbidden(path, "must begin with oci://, in lower case, as in oci://ghcr.io/owner/artifact; for a Git repository, set kind: GitRepository in the source's template")
	case ociReference.MatchString(value):
		return forbidden(path, "must not carry a tag or digest; set spec.ref.tag or spec.ref.digest instead")
	case err != nil:
		return forbidden(path, "is not a URL; write oci://host/owner/artifact")
	case u.User != nil:
		return forbidden(path, "must not carry credentials; remove them, and name a Secret of type kubernetes.io/dockerconfigjson in source.secretResourceName")
	case strings.ContainsAny(value, "?#"):
		return forbidden(path, "must not carry a query or fragment; write oci://host/owner/artifact")
	case u.Hostname() == "" || strings.Trim(u.Path, "/") == "":
		return invalid(path, value, "must name a registry and an artifact; write oci://host/owner/artifact")
	case !artifactName.MatchString(u.Path):
		return invalid(path, value, "must name the artifact in lower-case letters, digits, '.', '_', '-' and '/', at most 255 characters")
	}
	return reachable(path, value, u)
}

// artifactName matches the path of an artifact (google/go-containerregistry: pkg/name).
var artifactName = regexp.MustCompile(`^/[a-z0-9_.-][a-z0-9_./-]{0,254}$`)

// ValidateEndpoint validates the endpoint of a Bucket: the URL of the storage account with provider azure
// (source-controller: internal/bucket/azure), else a host with or without port (source-controller:
// Bucket.spec.endpoint).
func ValidateEndpoint(path *field.Path, value, provider string) field.ErrorList {
	_, rest, hasScheme := strings.Cut(value, "://")
	switch {
	case strings.ContainsAny(value, "?#"):
		return forbidden(path, "must not carry a query or fragment; remove it, and name a Secret with the credentials in source.secretResourceName")
	case strings.Contains(value, "@"):
		return forbidden(path, "must not carry credentials; remove them, and name a Secret in source.secretResourceName")
	case provider == sourcev1.BucketProviderAzure:
		return validateAzureEndpoint(path, value)
	case hasScheme:
		return invalid(path, value, "must be a host without scheme; write "+strings.TrimRight(rest, "/"))
	}
	u, err := url.Parse("s3://" + value)
	if err != nil || u.Hostname() == "" || u.Path != "" {
		return invalid(path, value, "must be a host with or without port, such as s3.example.com or minio.example.com:9000")
	}
	return reachable(path, value, u)
}

func validateAzureEndpoint(path *field.Path, value string) field.ErrorList {
	u, err := url.Parse(value)
	switch {
	case err == nil && (u.Scheme == "https" || u.Scheme == "http") && u.Hostname() != "":
		return reachable(path, value, u)
	case err == nil && u.Scheme == "" && u.Host == "" && strings.Trim(value, "/") != "":
		return invalid(path, value, "must be a URL with provider azure; write https://"+strings.Trim(value, "/"))
	default:
		return invalid(path, value, "must be the URL of a storage account with provider azure, such as https://account.blob.core.windows.net")
	}
}

func validateProxyURL(path *field.Path, value string) field.ErrorList {
	const secret = ", and name a Secret with username and password in flux.proxy.secretResourceName"
	return validateProxyAddress(path, value, secret, secret+" for credentials")
}

// validateProxyAddress validates the URL of a proxy. credentials and query end the suggested fixes for them.
func validateProxyAddress(path *field.Path, value, credentials, query string) field.ErrorList {
	u, err := url.Parse(value)
	switch {
	case err != nil:
		return forbidden(path, "is not a URL; write http://host:port")
	case u.User != nil:
		return forbidden(path, "must not carry credentials; remove them"+credentials)
	case strings.ContainsAny(value, "?#"):
		return forbidden(path, "must not carry a query or fragment; remove it"+query)
	case u.Scheme != "http" && u.Scheme != "https":
		return forbidden(path, "must begin with http:// or https://")
	case u.Hostname() == "" || strings.Trim(u.Path, "/") != "":
		return invalid(path, value, "must be the address of a proxy; write "+u.Scheme+"://host:port")
	}
	return reachable(path, value, u)
}

// reachable refuses white space in a path, addresses without brackets, and invalid ports, which url.Parse
// accepts.
func reachable(path *field.Path, value string, u *url.URL) field.ErrorList {
	address, isBare := bareAddress(u.Host)
	port, err := strconv.Atoi(u.Port())
	switch {
	case isBare:
		return forbidden(path, bareAddressProblem(address, false))
	case text.EncodedLength(value) > longestURL:
		return invalid(path, field.OmitValueType{}, fmt.Sprintf("has %d characters, and must have at most %d; shorten it", len(value), longestURL))
	case hasSpace(value):
		return invalid(path, value, "must not contain white space or control characters; remove them")
	case u.Port() == "" && strings.HasSuffix(u.Host, ":"), u.Port() != "" && (err != nil || port < 1 || port > 65535):
		return invalid(path, value, "has an invalid port; write a number from 1 to 65535, or remove the port with its colon")
	}
	return nil
}

// longestURL exceeds every real URL and fits into the status of each Shoot.
const longestURL = 512

func hasSpace(value string) bool {
	return strings.ContainsFunc(value, func(r rune) bool { return unicode.IsSpace(r) || unicode.IsControl(r) })
}

// ValidateRepositoryType validates the flat key repositoryType against the URL. An empty type is valid.
func ValidateRepositoryType(path *field.Path, repositoryType, repositoryURL string) field.ErrorList {
	scheme, _, _ := strings.Cut(repositoryURL, "://")
	switch {
	case repositoryType == "":
		return nil
	case repositoryType == fluxv1alpha1.RepositoryTypePrivate && (scheme == "https" || scheme == "http"):
		return invalid(path, repositoryType, fmt.Sprintf(
			"a private repository is read over ssh with the project's deploy key, but repositoryUrl begins with %s://; change repositoryUrl to ssh://git@host/owner/repository, or repositoryType to public", scheme))
	case repositoryType == fluxv1alpha1.RepositoryTypePublic && scheme == "ssh":
		return invalid(path, repositoryType,
			"a public repository is read without a key, but repositoryUrl begins with ssh://; change repositoryUrl to https://host/owner/repository, or repositoryType to private")
	}
	return oneOf(path, repositoryType, fluxv1alpha1.RepositoryTypePrivate, fluxv1alpha1.RepositoryTypePublic)
}
