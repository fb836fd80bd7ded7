// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package health

import (
	"regexp"
	"slices"
	"strings"

	"github.com/fluxcd/pkg/apis/meta"
	sourcev1 "github.com/fluxcd/source-controller/api/v1"

	fluxv1alpha1 "github.com/shoot-flux/gardener-extension-shoot-flux/pkg/apis/flux/v1alpha1"
)

// sign maps the reasons and messages of one failure to its cause.
type sign struct {
	cause fluxv1alpha1.Cause
	// reasons are the reasons of Flux's condition.
	reasons []string
	// texts are substrings of the message.
	texts []string
	// pattern matches the message. It is nil if substrings are enough.
	pattern *regexp.Regexp
}

func (s sign) shows(reason, message string) bool {
	if slices.Contains(s.reasons, reason) || s.pattern != nil && s.pattern.MatchString(message) {
		return true
	}
	return slices.ContainsFunc(s.texts, func(text string) bool { return strings.Contains(message, text) })
}

func firstCause(signs []sign, reason, message string) fluxv1alpha1.Cause {
	for _, sign := range signs {
		if sign.shows(reason, message) {
			return sign.cause
		}
	}
	return fluxv1alpha1.CauseOther
}

// SourceCause classifies the failure of a source. The matched texts come from source-controller and from the libraries
// whose errors it wraps.
func SourceCause(reason, message string) fluxv1alpha1.Cause {
	if bucketNotFound.MatchString(message) {
		return fluxv1alpha1.CauseRepositoryNotFound
	}
	if reason == sourcev1.VerificationError && containsAny(message, unansweredTexts) {
		return fluxv1alpha1.CauseConnection
	}
	return firstCause(sourceSigns, reason, message)
}

// sourceSigns are in order of precedence. CauseConnection comes late, because authentication failures also occur during
// a handshake.
var sourceSigns = []sign{
	{
		cause: fluxv1alpha1.CauseHostKey,
		// golang.org/x/crypto/ssh and its package knownhosts
		texts: []string{"knownhosts: key", "ssh: host key mismatch", "ssh: no common algorithm for host key"},
	},
	{
		cause:   fluxv1alpha1.CauseVerification,
		reasons: []string{sourcev1.VerificationError, "InvalidCommitSignature", "InvalidTagSignature", "InvalidGitObject", "InvalidVerificationMode"},
		texts:   []string{"signature verification of", "failed to verify the signature", "public keys secret error", "computed checksum", "computed digest"},
	},
	{
		cause: fluxv1alpha1.CauseAuthentication,
		texts: slices.Concat(keyPairTexts, gitHubAppTexts, []string{
			"ssh: unable to authenticate", "authentication required", "authorization failed", "invalid auth method",
			"UNAUTHORIZED: ", "DENIED: ", "401 Unauthorized", "403 Forbidden", "unsupported status code 401", "unsupported status code 403",
			// S3 errors, as reported by minio and other servers
			"Access Denied", "AccessDenied", "Access Key Id you provided does not exist", "access key ID you provided does not exist", "request signature we calculated does not match",
		}),
	},
	{
		cause: fluxv1alpha1.CauseRepositoryNotFound,
		texts: []string{
			"repository not found", "Repository not found", "does not appear to be a git repository", "NAME_UNKNOWN", "NAME_INVALID",
			"bucket does not exist", "NoSuchBucket",
		},
	},
	{
		cause: fluxv1alpha1.CauseRevisionNotFound,
		texts: []string{
			"couldn't find remote ref", "reference not found", "unable to resolve ref '", "unable to find reference for tag", "no match found for semver",
			"unable to resolve commit object", "git repository is empty", "remote repository is empty",
			// The OCI distribution specification defines the codes. The response to a HEAD request has no body and only a
			// status.
			"MANIFEST_UNKNOWN", "TAG_INVALID", "404 Not Found",
		},
	},
	{cause: fluxv1alpha1.CauseConnection, texts: connectionTexts, pattern: endOfFile},
	{cause: fluxv1alpha1.CauseAuthentication, reasons: []string{sourcev1.AuthenticationFailedReason}},
}

// bucketNotFound matches source-controller's message about a missing bucket.
var bucketNotFound = regexp.MustCompile(`^bucket '.*' not found$`)

// connectionTexts come from net, net/http and crypto/tls. go-git and the registry client report server errors of the
// host.
var connectionTexts = slices.Concat(unansweredTexts, certificateTexts, []string{"broken pipe", "proxyconnect"})

// endOfFile matches Go's error for a closed connection, but not a name that contains "EOF".
var endOfFile = regexp.MustCompile(`\bEOF\b`)

// unansweredTexts show that a host does not respond, whatever the request.
var unansweredTexts = slices.Concat(refusedTexts, timeoutTexts, nameTexts, faultTexts, []string{
	"connection reset", "no route to host", "network is unreachable",
})

var refusedTexts = []string{"connection refused"}
var timeoutTexts = []string{"i/o timeout", "context deadline exceeded", "Client.Timeout exceeded", "TLS handshake timeout", "timeout exceeded", "connection timed out"}
var nameTexts = []string{"no such host", "server misbehaving", "Temporary failure in name resolution"}
var certificateTexts = []string{"x509: ", "tls: ", "server gave HTTP response to HTTPS client"}

// keyPairTexts show that the user's client certificate and key are invalid. They are errors of crypto/tls, and the
// prefixes that Flux adds to them.
var keyPairTexts = []string{
	"failed to parse TLS certificate and key", "invalid TLS certificate and key pair",
	"tls: failed to find ", "tls: found a certificate rather than a key", "tls: private key ", "tls: failed to parse private key",
}

var faultTexts = []string{
	"status code: 5", "status code: 429", "status code 5", "status code 429", "TOOMANYREQUESTS", "UNAVAILABLE: ",
	"503 Service Unavailable", "502 Bad Gateway", "Please reduce your request rate", "SlowDown",
}

func containsAny(message string, texts []string) bool {
	return sign{texts: texts}.shows("", message)
}

// KustomizationCause classifies the failure of a Kustomization. The matched texts come from kustomize-controller and
// from Flux's libraries for builds, variables and artifacts.
func KustomizationCause(reason, message string) fluxv1alpha1.Cause {
	switch reason {
	case meta.DependencyNotReadyReason:
		return fluxv1alpha1.CauseDependency
	case meta.HealthCheckFailedReason:
		return fluxv1alpha1.CauseHealthCheck
	case meta.ArtifactFailedReason:
		return firstCause([]sign{
			{cause: fluxv1alpha1.CauseVerification, texts: []string{"failed to verify archive", "computed digest doesn't match"}},
			{cause: fluxv1alpha1.CauseBuild, texts: []string{"kustomization path not found"}},
			{cause: fluxv1alpha1.CauseDependency, texts: []string{
				noArtifact, "Source is not ready", "unable to get source", ".source.toolkit.fluxcd.io \"", "failed to download archive", "artifact not found",
			}},
		}, "", message)
	case meta.BuildFailedReason:
		return firstCause([]sign{
			{cause: fluxv1alpha1.CauseVariable, texts: []string{"variable not set (strict mode)", "substitute from '"}},
			// A missing Secret is the Secret with the decryption key, because a build reads this Secret first.
			{cause: fluxv1alpha1.CauseDecryption, texts: decryptionTexts, pattern: missingSecret},
			{cause: fluxv1alpha1.CauseBuild, reasons: []string{reason}},
		}, reason, message)
	case meta.ReconciliationFailedReason, meta.PruneFailedReason:
		return firstCause([]sign{
			// Other messages about a Secret concern a Secret that Flux applies.
			{cause: fluxv1alpha1.CauseDecryption, texts: []string{notConfigured}},
			{cause: fluxv1alpha1.CauseApply, reasons: []string{reason}},
		}, reason, message)
	}
	return fluxv1alpha1.CauseOther
}

var decryptionTexts = []string{notConfigured, "error decrypting sources", "decryption failed for '", "sops data key", "decryption Secret '"}

// notConfigured is part of Flux's message about an encrypted Secret if decryption is not configured.
const notConfigured = "is SOPS encrypted, configuring decryption is required"

// MayPass reports whether a failure may be temporary and therefore must not raise an alert immediately.
func MayPass(cause fluxv1alpha1.Cause, message string) bool {
	switch cause {
	case fluxv1alpha1.CauseConnection, fluxv1alpha1.CauseDependency:
		return true
	case fluxv1alpha1.CauseApply:
		return containsAny(message, overburdenedTexts) || terminating.MatchString(message)
	}
	return false
}

// overburdenedTexts show that an API server, its webhooks or its etcd do not respond.
var overburdenedTexts = slices.Concat(refusedTexts, timeoutTexts, []string{
	"connection reset", "no endpoints available for service", "etcdserver: request timed out", "etcdserver: leader changed",
	"the server is currently unable to handle the request", "request did not complete within",
})
