// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package push

import (
	"crypto/hmac"
	"crypto/sha256"
	"crypto/sha512"
	"encoding/hex"
	"hash"
	"net/http"
	"slices"
	"strings"

	fluxv1alpha1 "github.com/shoot-flux/gardener-extension-shoot-flux/pkg/apis/flux/v1alpha1"
)

// check verifies that the sender of a request knows the token of a webhook. The body is written to its hash in parts,
// so that it is never completely in memory. A check runs the same steps for valid and invalid requests.
type check struct {
	hash.Hash
	kind   fluxv1alpha1.PushType
	token  string
	header http.Header
}

// newCheck returns the check for a request with these headers.
func newCheck(kind fluxv1alpha1.PushType, token string, header http.Header) check {
	algorithm, _, _ := strings.Cut(header.Get(signatureHeader(kind)), "=")
	return check{hmac.New(hashOf(algorithm), []byte(token)), kind, token, header}
}

// passed returns whether the sender of the request knows the token. The whole body must be written to the check first.
func (c check) passed() bool {
	sum := c.Sum(nil)
	switch c.kind {
	case fluxv1alpha1.PushTypeGeneric:
		return true
	case fluxv1alpha1.PushTypeGitLab:
		given, known := sha256.Sum256([]byte(c.header.Get("X-Gitlab-Token"))), sha256.Sum256([]byte(c.token))
		return hmac.Equal(given[:], known[:])
	}
	_, digits, _ := strings.Cut(c.header.Get(signatureHeader(c.kind)), "=")
	signed, err := hex.DecodeString(digits)
	return err == nil && hmac.Equal(sum, signed)
}

// signatureHeader returns the name of the header with the signature of the body. Its value has the form
// algorithm=digits.
func signatureHeader(kind fluxv1alpha1.PushType) string {
	switch kind {
	case fluxv1alpha1.PushTypeGenericHMAC:
		return "X-Signature"
	case fluxv1alpha1.PushTypeBitbucket:
		return "X-Hub-Signature"
	}
	return "X-Hub-Signature-256"
}

// hashOf returns the hash function of a signature. For all other algorithms it returns SHA-256, so that a signature
// with a weaker algorithm does not match.
func hashOf(algorithm string) func() hash.Hash {
	switch algorithm {
	case "sha384":
		return sha512.New384
	case "sha512":
		return sha512.New
	}
	return sha256.New
}

// isPing returns whether the request is the "Test connection" request of Bitbucket Data Center: a POST with this event
// and the body {"test": true}. Bitbucket does not sign it, even if the webhook has a secret.
func isPing(request *http.Request) bool {
	return request.Method == http.MethodPost && request.Header.Get("X-Event-Key") == "diagnostics:ping"
}

// isPush returns whether the headers announce a change of the source. Hosts may be configured to send other events,
// too.
func isPush(kind fluxv1alpha1.PushType, header http.Header) bool {
	name, pushes := "", []string(nil)
	switch kind {
	case fluxv1alpha1.PushTypeGitHub:
		name, pushes = "X-Github-Event", []string{"push", "create", "release", "package", "registry_package"}
	case fluxv1alpha1.PushTypeGitea:
		name, pushes = "X-Gitea-Event", []string{"push", "create", "release", "package"}
	case fluxv1alpha1.PushTypeGitLab:
		name, pushes = "X-Gitlab-Event", []string{"Push Hook", "Tag Push Hook", "Release Hook"}
	case fluxv1alpha1.PushTypeBitbucket:
		name, pushes = "X-Event-Key", []string{"repo:push", "repo:refs_changed"}
	default:
		return true
	}
	return slices.Contains(pushes, header.Get(name))
}
