// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package check

import (
	"context"
	"crypto/x509"
	"encoding/base64"
	"fmt"
	"strings"
	"unicode"

	corev1 "k8s.io/api/core/v1"
	"sigs.k8s.io/controller-runtime/pkg/client"

	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/apis/flux/githosts"
	fluxv1alpha1 "github.com/shoot-flux/gardener-extension-shoot-flux/pkg/apis/flux/v1alpha1"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/configuration/strict"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/garden"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/text"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/text/ordered"
)

const (
	// mostCredentials limits the keys of the Secret, largestSecret its content in bytes, and longestCredential a token, a
	// user name and a password.
	mostCredentials, largestSecret, longestCredential = 20, 256 << 10, 8 << 10
	// longestKey limits the name of a key of the Secret in a note.
	longestKey = 40
)

// credential is what the Secret has for a host.
type credential struct {
	// key is the key of the Secret; "" if it has none for the host.
	key string
	// problem is the reason why there is none: the Secret is missing, or may not be read, or has none for the host.
	problem string
	host    string
	port    int
	// authorization is the value of the header, and words are the parts of it that must not be shown.
	authorization string
	words         []string
	// authorities are certificates in PEM format that are trusted in addition to those of the system.
	authorities []byte
}

// isSent returns whether the request has a credential.
func (c *credential) isSent() bool { return c.authorization != "" }

// String contains nothing confidential.
func (c *credential) String() string { return "key " + text.Cut(c.key, longestKey) }

// GoString returns the same as String.
func (c *credential) GoString() string { return c.String() }

// entry is the document of a key of the Secret.
type entry struct {
	Host     string `json:"host"`
	Token    string `json:"token"`
	Username string `json:"username"`
	Password string `json:"password"`
	CACert   string `json:"caCert"`
}

// credentialFor returns what Secret flux-checks in the namespace has for the host. A Secret that is missing or must not
// be read has nothing. The problem is not empty if the Secret has a mistake, or cannot be read.
func (a *Asker) credentialFor(ctx context.Context, namespace, host string, port int) (credential, string) {
	own := githosts.WebEntry(host, port)
	secret, absent, err := garden.ReadCredentials(ctx, a.secrets, client.ObjectKey{Namespace: namespace, Name: fluxv1alpha1.ChecksSecretName},
		"metrics, such as {host: "+own+", token: …}", "checkSecretNames")
	switch {
	case err != nil:
		return credential{}, "Secret " + fluxv1alpha1.ChecksSecretName + " cannot be read: the API server of the garden does not answer as expected"
	case absent != "":
		return credential{problem: absent}, ""
	}
	found, problem := find(secret, host, port)
	if problem == "" && found.key == "" {
		found.problem = "Secret " + fluxv1alpha1.ChecksSecretName + " has no key with host: " + own
	}
	return found, problem
}

// find returns the credential for a host in the Secret. It reads all keys: a mistake is reported even if the key is not
// for this host, because what is wrong may be the host.
func find(secret *corev1.Secret, host string, port int) (credential, string) {
	size := 0
	for _, content := range secret.Data {
		size += len(content)
	}
	switch {
	case len(secret.Data) > mostCredentials:
		return credential{}, fmt.Sprintf("Secret %s has %d keys, and must have at most %d", fluxv1alpha1.ChecksSecretName, len(secret.Data), mostCredentials)
	case size > largestSecret:
		return credential{}, fmt.Sprintf("Secret %s has %d bytes, and must have at most %d", fluxv1alpha1.ChecksSecretName, size, largestSecret)
	}
	type place struct {
		host string
		port int
	}
	keys := map[place]string{}
	var found credential
	for key, content := range ordered.Map(secret.Data) {
		name := fmt.Sprintf("key %s of Secret %s", text.Cut(key, longestKey), fluxv1alpha1.ChecksSecretName)
		own, problem := read(content)
		if problem != "" {
			return credential{}, name + " " + problem
		}
		at := place{own.host, own.port}
		if other, twice := keys[at]; twice {
			return credential{}, fmt.Sprintf("the keys %s and %s of Secret %s are for the same host; remove one", text.Cut(other, longestKey), text.Cut(key, longestKey), fluxv1alpha1.ChecksSecretName)
		}
		if keys[at] = key; own.host == githosts.Normalize(host) && own.port == port {
			found, found.key = own, key
		}
	}
	return found, ""
}

// read reads the document of a key. The problem contains nothing of the document.
func read(content []byte) (credential, string) {
	value, invalid := strict.ReadValue(content)
	if invalid != nil {
		return credential{}, "cannot be read: " + invalid.Detail
	}
	fields, _ := value.(map[string]any)
	var e entry
	if fields == nil || len(strict.Decode(fields, &e, nil)) > 0 {
		return credential{}, "must have the fields host, and token, or username and password, or caCert, as texts, and no others"
	}
	c := credential{authorities: []byte(e.CACert)}
	var err error
	if c.host, c.port, err = githosts.Split(e.Host, githosts.HTTPSPort); err != nil || strings.Contains(c.host, "*") {
		return credential{}, "must have a host such as metrics.example.com or metrics.example.com:8443, without scheme and path"
	}
	token, username, password := strings.TrimSpace(e.Token), strings.TrimSpace(e.Username), strings.TrimRight(e.Password, "\r\n")
	switch {
	case token != "" && (username != "" || password != ""):
		return credential{}, "has a token and a username or password; remove one of them"
	case (username == "") != (password == ""):
		return credential{}, "must have both username and password"
	case token == "" && username == "" && e.CACert == "":
		return credential{}, "has no credential; add token, username and password, or caCert"
	case max(len(token), len(username), len(password)) > longestCredential:
		return credential{}, fmt.Sprintf("has a credential of more than %d bytes", longestCredential)
	case strings.ContainsFunc(token, isNotOfHeader):
		return credential{}, "has a token with white space, control or other characters that a header cannot have"
	case strings.Contains(username, ":"), strings.ContainsFunc(username+password, unicode.IsControl):
		return credential{}, "has a username with a colon, or a control character in username or password"
	case e.CACert != "" && !x509.NewCertPool().AppendCertsFromPEM(c.authorities):
		return credential{}, "has no certificate in caCert; store one in PEM format, or remove the field"
	}
	switch {
	case token != "":
		c.authorization, c.words = "Bearer "+token, []string{token}
	case username != "":
		encoded := base64.StdEncoding.EncodeToString([]byte(username + ":" + password))
		c.authorization, c.words = "Basic "+encoded, []string{encoded, password}
	}
	return c, ""
}

func isNotOfHeader(r rune) bool { return r <= ' ' || r > '~' }
