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

// sign is how a cause shows in what Flux reports.
type sign struct {
	cause fluxv1alpha1.Cause
	// reasons are those of Flux's condition.
	reasons []string
	// texts are parts of its message.
	texts []string
	// pattern matches its message; nil if parts are enough.
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

// SourceCause returns why a source is not ready. The texts are those of source-controller, and of the libraries whose errors it
// passes on. A connection comes late, because an authentication fails in a handshake too.
func SourceCause(reason, message string) fluxv1alpha1.Cause {
	if bucketNotFound.MatchString(message) {
		return fluxv1alpha1.CauseRepositoryNotFound
	}
	if reason == sourcev1.VerificationError && containsAny(message, unansweredTexts()) {
		return fluxv1alpha1.CauseConnection
	}
	return firstCause([]sign{
		{
			cause: fluxv1alpha1.CauseHostKey,
			// golang.org/x/crypto/ssh, and its package knownhosts
			texts: []string{"knownhosts: key", "ssh: host key mismatch", "ssh: no common algorithm for host key"},
		},
		{
			cause:   fluxv1alpha1.CauseVerification,
			reasons: []string{sourcev1.VerificationError, "InvalidCommitSignature", "InvalidTagSignature", "InvalidGitObject", "InvalidVerificationMode"},
			texts:   []string{"signature verification of", "failed to verify the signature", "public keys secret error", "computed checksum", "computed digest"},
		},
		{
			cause: fluxv1alpha1.CauseAuthentication,
			texts: slices.Concat(keyPairTexts(), gitHubAppTexts(), []string{
				"ssh: unable to authenticate", "authentication required", "authorization failed", "invalid auth method",
				"UNAUTHORIZED: ", "DENIED: ", "401 Unauthorized", "403 Forbidden", "unsupported status code 401", "unsupported status code 403",
				// S3, in the words of minio and others
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
				// the OCI distribution specification; an answer to HEAD has no body
				"MANIFEST_UNKNOWN", "TAG_INVALID", "404 Not Found",
			},
		},
		{cause: fluxv1alpha1.CauseConnection, texts: connectionTexts(), pattern: endOfFile},
		{cause: fluxv1alpha1.CauseAuthentication, reasons: []string{sourcev1.AuthenticationFailedReason}},
	}, reason, message)
}

// bucketNotFound is how source-controller reports a bucket that does not exist.
var bucketNotFound = regexp.MustCompile(`^bucket '.*' not found$`)

// connectionTexts are those of net, net/http and crypto/tls, and how go-git and the client for registries report that a host answers with
// a fault of its own.
func connectionTexts() []string {
	return slices.Concat(unansweredTexts(), certificateTexts(), []string{"broken pipe", "proxyconnect"})
}

// endOfFile is how Go reports a connection that was closed. A name may contain the letters.
var endOfFile = regexp.MustCompile(`\bEOF\b`)

// unansweredTexts are those about a host that does not answer now, whatever the request.
func unansweredTexts() []string {
	return slices.Concat(refusedTexts(), timeoutTexts(), nameTexts(), faultTexts(), []string{
		"connection reset", "no route to host", "network is unreachable",
	})
}

func refusedTexts() []string { return []string{"connection refused"} }
func timeoutTexts() []string {
	return []string{"i/o timeout", "context deadline exceeded", "Client.Timeout exceeded", "TLS handshake timeout", "timeout exceeded", "connection timed out"}
}
func nameTexts() []string {
	return []string{"no such host", "server misbehaving", "Temporary failure in name resolution"}
}
func certificateTexts() []string {
	return []string{"x509: ", "tls: ", "server gave HTTP response to HTTPS client"}
}

// keyPairTexts are those of crypto/tls about a certificate and a key that are the user's own, and how Flux begins them.
func keyPairTexts() []string {
	return []string{
		"failed to parse TLS certificate and key", "invalid TLS certificate and key pair",
		"tls: failed to find ", "tls: found a certificate rather than a key", "tls: private key ", "tls: failed to parse private key",
	}
}

func faultTexts() []string {
	return []string{
		"status code: 5", "status code: 429", "status code 5", "status code 429", "TOOMANYREQUESTS", "UNAVAILABLE: ",
		"503 Service Unavailable", "502 Bad Gateway", "Please reduce your request rate", "SlowDown",
	}
}

func containsAny(message string, texts []string) bool {
	return sign{texts: texts}.shows("", message)
}

// KustomizationCause returns why a Kustomization is not ready. The texts are those of kustomize-controller, and of Flux's libraries for
// builds, variables and artifacts.
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
				"Source artifact not found", "Source is not ready", "unable to get source", ".source.toolkit.fluxcd.io \"", "failed to download archive", "artifact not found",
			}},
		}, "", message)
	case meta.BuildFailedReason:
		return firstCause([]sign{
			{cause: fluxv1alpha1.CauseVariable, texts: []string{"variable not set (strict mode)", "substitute from '"}},
			// A Secret that is missing is the key's, which Flux reads before anything else while it builds.
			{cause: fluxv1alpha1.CauseDecryption, texts: decryptionTexts(), pattern: missingSecret},
			{cause: fluxv1alpha1.CauseBuild, reasons: []string{reason}},
		}, reason, message)
	case meta.ReconciliationFailedReason, meta.PruneFailedReason:
		return firstCause([]sign{
			// Other messages about a Secret are about one that Flux applies.
			{cause: fluxv1alpha1.CauseDecryption, texts: []string{notConfigured}},
			{cause: fluxv1alpha1.CauseApply, reasons: []string{reason}},
		}, reason, message)
	}
	return fluxv1alpha1.CauseOther
}

func decryptionTexts() []string {
	return []string{notConfigured, "error decrypting sources", "decryption failed for '", "sops data key", "decryption Secret '"}
}

// notConfigured is how Flux reports an encrypted Secret for which no decryption is configured.
const notConfigured = "is SOPS encrypted, configuring decryption is required"

// MayPass reports whether a failure may pass by itself, so that it must not raise an alert at once.
func MayPass(cause fluxv1alpha1.Cause, message string) bool {
	switch cause {
	case fluxv1alpha1.CauseConnection, fluxv1alpha1.CauseDependency:
		return true
	case fluxv1alpha1.CauseApply:
		return containsAny(message, overburdenedTexts())
	}
	return false
}

// overburdenedTexts are those of an API server that gives no answer now, or whose webhooks or etcd give none.
func overburdenedTexts() []string {
	return slices.Concat(refusedTexts(), timeoutTexts(), []string{
		"connection reset", "no endpoints available for service", "etcdserver: request timed out", "etcdserver: leader changed",
		"the server is currently unable to handle the request", "request did not complete within",
	})
}
