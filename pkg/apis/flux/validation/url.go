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
	// hostPattern matches a host name, or an address in brackets, and pathPattern a path that is safe to repeat.
	hostPattern = `([A-Za-z0-9][A-Za-z0-9.-]{0,252}|\[[0-9A-Fa-f:.]{2,45}\])`
	pathPattern = `([A-Za-z0-9._~-][A-Za-z0-9._~/-]{0,253})`
)

var (
	// scpStyle is git's short form of an ssh URL, user@host:path, also with the port that other tools take there. Flux accepts URLs only
	// (source-controller: GitRepository.spec.url).
	scpStyle = regexp.MustCompile(`^(?:([A-Za-z0-9._-]+)@)?` + hostPattern + `:(?:([0-9]{1,5})[:/])?/?` + pathPattern + `$`)
	// mixedStyle is a URL with a colon before the path, as in the short form.
	mixedStyle = regexp.MustCompile(`^(ssh|https?)://(?:([A-Za-z0-9._-]+)@)?` + hostPattern + `:(?:([0-9]{1,5}):)?/?` + pathPattern + `$`)
	// portAndPath begins with a port.
	portAndPath = regexp.MustCompile(`^[0-9]+(/|$)`)
	// userName is a user of a Git host that is no token, such as git, org-1234567 of GitHub, and an SSH key ID of AWS.
	userName = regexp.MustCompile(`^[A-Za-z][A-Za-z0-9.-]{0,39}$`)
)

// meantURL returns the URL that an invalid text probably stands for; empty if that is not certain.
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

// ValidateGitURL checks the URL of a GitRepository. The value is repeated in an error only once it is certain that it holds
// no password or token.
func ValidateGitURL(path *field.Path, value string) field.ErrorList {
	if meant := meantURL(value); meant != "" {
		return field.ErrorList{field.Forbidden(path, "is not a URL; write "+meant)}
	}
	u, err := url.Parse(value)
	if address, has := bareAddress(value); has {
		return field.ErrorList{field.Forbidden(path, bareAddressProblem(address, strings.HasPrefix(value, "ssh://")))}
	}
	if err != nil {
		return field.ErrorList{field.Forbidden(path, "is not a URL; write ssh://git@host/owner/repository or https://host/owner/repository")}
	}
	if _, hasPassword := u.User.Password(); hasPassword || (u.User != nil && u.Scheme != "ssh") {
		return field.ErrorList{field.Forbidden(path, "must not carry credentials; remove them, and use an ssh:// URL or a Secret for a private repository")}
	}
	if strings.HasPrefix(value, "oci://") {
		return field.ErrorList{field.Forbidden(path, "is the URL of an OCIRepository; set kind: OCIRepository in the source's template, or write a URL that begins with ssh://, https:// or http://")}
	}
	if !slices.ContainsFunc([]string{"ssh://", "https://", "http://"}, func(scheme string) bool { return strings.HasPrefix(value, scheme) }) {
		return field.ErrorList{field.Forbidden(path, "must begin with ssh://, https:// or http://, in lower case")}
	}
	if strings.ContainsAny(value, "?#") {
		return field.ErrorList{field.Forbidden(path, "must not carry a query or fragment; the branch is chosen beside the URL")}
	}

	switch {
	case u.Hostname() == "":
		return field.ErrorList{field.Invalid(path, value, "names no host; write "+u.Scheme+"://host/owner/repository")}
	case strings.Trim(u.Path, "/") == "":
		return field.ErrorList{field.Invalid(path, value, "names no repository; write "+u.Scheme+"://host/owner/repository")}
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

// bareAddress returns the IPv6 address in a URL that is not in brackets, so that its end is taken for a port.
func bareAddress(value string) (address string, has bool) {
	_, rest, hasScheme := strings.Cut(value, "://")
	if !hasScheme {
		rest = value
	}
	host, _, _ := strings.Cut(rest, "/")
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

// ValidateOCIURL checks the URL of an OCIRepository.
func ValidateOCIURL(path *field.Path, value string) field.ErrorList {
	if !strings.HasPrefix(value, "oci://") {
		return field.ErrorList{field.Forbidden(path, "must begin with oci://, in lower case, as in oci://ghcr.io/owner/artifact; for a Git repository, set kind: GitRepository in the source's template")}
	}
	if ociReference.MatchString(value) {
		return field.ErrorList{field.Forbidden(path, "must not carry a tag or digest; set spec.ref.tag or spec.ref.digest instead")}
	}
	u, err := url.Parse(value)
	switch {
	case err != nil:
		return field.ErrorList{field.Forbidden(path, "is not a URL; write oci://host/owner/artifact")}
	case u.User != nil:
		return field.ErrorList{field.Forbidden(path, "must not carry credentials; remove them, and name a Secret of type kubernetes.io/dockerconfigjson in source.secretResourceName")}
	case strings.ContainsAny(value, "?#"):
		return field.ErrorList{field.Forbidden(path, "must not carry a query or fragment; write oci://host/owner/artifact")}
	case u.Hostname() == "" || strings.Trim(u.Path, "/") == "":
		return field.ErrorList{field.Invalid(path, value, "must name a registry and an artifact; write oci://host/owner/artifact")}
	case !artifactName.MatchString(u.Path):
		return field.ErrorList{field.Invalid(path, value, "must name the artifact in lower-case letters, digits, '.', '_', '-' and '/', at most 255 characters")}
	}
	return reachable(path, value, u)
}

// artifactName matches the path that names an artifact (google/go-containerregistry: pkg/name).
var artifactName = regexp.MustCompile(`^/[a-z0-9_.-][a-z0-9_./-]{0,254}$`)

// ValidateEndpoint checks the endpoint of a Bucket: a host with or without port (source-controller: Bucket.spec.endpoint),
// but the URL of the storage account with provider azure (source-controller: internal/bucket/azure).
func ValidateEndpoint(path *field.Path, value, provider string) field.ErrorList {
	if strings.ContainsAny(value, "?#") {
		return field.ErrorList{field.Forbidden(path, "must not carry a query or fragment; remove it, and name a Secret with the credentials in source.secretResourceName")}
	}
	if strings.Contains(value, "@") {
		return field.ErrorList{field.Forbidden(path, "must not carry credentials; remove them, and name a Secret in source.secretResourceName")}
	}
	if provider == sourcev1.BucketProviderAzure {
		return validateAzureEndpoint(path, value)
	}
	if _, host, hasScheme := strings.Cut(value, "://"); hasScheme {
		return field.ErrorList{field.Invalid(path, value, "must be a host without scheme; write "+strings.TrimRight(host, "/"))}
	}
	u, err := url.Parse("s3://" + value)
	if err != nil || u.Hostname() == "" || u.Path != "" {
		return field.ErrorList{field.Invalid(path, value, "must be a host with or without port, such as s3.example.com or minio.example.com:9000")}
	}
	return reachable(path, value, u)
}

func validateAzureEndpoint(path *field.Path, value string) field.ErrorList {
	u, err := url.Parse(value)
	switch {
	case err == nil && (u.Scheme == "https" || u.Scheme == "http") && u.Hostname() != "":
		return reachable(path, value, u)
	case err == nil && u.Scheme == "" && u.Host == "" && strings.Trim(value, "/") != "":
		return field.ErrorList{field.Invalid(path, value, "must be a URL with provider azure; write https://"+strings.Trim(value, "/"))}
	default:
		return field.ErrorList{field.Invalid(path, value, "must be the URL of a storage account with provider azure, such as https://account.blob.core.windows.net")}
	}
}

func validateProxyURL(path *field.Path, value string) field.ErrorList {
	const secret = ", and name a Secret with username and password in flux.proxy.secretResourceName"
	return validateProxyAddress(path, value, secret, secret+" for credentials")
}

// validateProxyAddress also takes the suggested fix for credentials, and for a query instead of credentials.
func validateProxyAddress(path *field.Path, value, credentials, query string) field.ErrorList {
	u, err := url.Parse(value)
	switch {
	case err != nil:
		return field.ErrorList{field.Forbidden(path, "is not a URL; write http://host:port")}
	case u.User != nil:
		return field.ErrorList{field.Forbidden(path, "must not carry credentials; remove them"+credentials)}
	case strings.ContainsAny(value, "?#"):
		return field.ErrorList{field.Forbidden(path, "must not carry a query or fragment; remove it"+query)}
	case u.Scheme != "http" && u.Scheme != "https":
		return field.ErrorList{field.Forbidden(path, "must begin with http:// or https://")}
	case u.Hostname() == "" || strings.Trim(u.Path, "/") != "":
		return field.ErrorList{field.Invalid(path, value, "must be the address of a proxy; write "+u.Scheme+"://host:port")}
	}
	return reachable(path, value, u)
}

// reachable refuses what url.Parse lets through: white space in a path, addresses without brackets, and ports that there cannot be.
func reachable(path *field.Path, value string, u *url.URL) field.ErrorList {
	if address, has := bareAddress(u.Host); has {
		return field.ErrorList{field.Forbidden(path, bareAddressProblem(address, false))}
	}
	if text.EncodedLength(value) > longestURL {
		return field.ErrorList{field.Invalid(path, field.OmitValueType{}, fmt.Sprintf("has %d characters, and must have at most %d; shorten it", len(value), longestURL))}
	}
	if hasSpace(value) {
		return field.ErrorList{field.Invalid(path, value, "must not contain white space or control characters; remove them")}
	}
	port, err := strconv.Atoi(u.Port())
	if u.Port() == "" && strings.HasSuffix(u.Host, ":") || u.Port() != "" && (err != nil || port < 1 || port > 65535) {
		return field.ErrorList{field.Invalid(path, value, "has a port that is none; write a number from 1 to 65535, or remove it with its colon")}
	}
	return nil
}

// longestURL is longer than any repository's URL, and fits into the status of every Shoot.
const longestURL = 512

func hasSpace(value string) bool {
	return strings.ContainsFunc(value, func(r rune) bool { return unicode.IsSpace(r) || unicode.IsControl(r) })
}

// ValidateRepositoryType checks the flat key repositoryType against the URL. An empty type is not checked.
func ValidateRepositoryType(path *field.Path, repositoryType, repositoryURL string) field.ErrorList {
	scheme, _, _ := strings.Cut(repositoryURL, "://")
	switch {
	case repositoryType == "":
		return nil
	case repositoryType != fluxv1alpha1.RepositoryTypePrivate && repositoryType != fluxv1alpha1.RepositoryTypePublic:
		return field.ErrorList{field.NotSupported(path, repositoryType, []string{fluxv1alpha1.RepositoryTypePrivate, fluxv1alpha1.RepositoryTypePublic})}
	case repositoryType == fluxv1alpha1.RepositoryTypePrivate && (scheme == "https" || scheme == "http"):
		return field.ErrorList{field.Invalid(path, repositoryType, fmt.Sprintf(
			"a private repository is read over ssh with the project's deploy key, but repositoryUrl begins with %s://; change repositoryUrl to ssh://git@host/owner/repository, or repositoryType to public", scheme))}
	case repositoryType == fluxv1alpha1.RepositoryTypePublic && scheme == "ssh":
		return field.ErrorList{field.Invalid(path, repositoryType,
			"a public repository is read without a key, but repositoryUrl begins with ssh://; change repositoryUrl to https://host/owner/repository, or repositoryType to private")}
	}
	return nil
}
