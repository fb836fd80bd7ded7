// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package keys

import (
	"crypto/rsa"
	"errors"
	"fmt"
	"strings"
	"time"

	"golang.org/x/crypto/ssh"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"

	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/apis/flux/deploykey"
	fluxv1alpha1 "github.com/shoot-flux/gardener-extension-shoot-flux/pkg/apis/flux/v1alpha1"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/report/fleet"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/text"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/text/ordered"
)

// Phases of a deploy key. The extension uses the same names.
const (
	keyInUse      = "InUse"
	keyPrepared   = "RotationPrepared"
	keyCompleting = "RotationCompleting"
	keyUnknown    = "Unknown"
)

// Key is the public part of a project's deploy key.
type Key struct {
	Namespace string `json:"namespace"`
	Source    string `json:"source,omitempty"`
	Unused    bool   `json:"unused,omitempty"`
	Phase     string `json:"phase"`
	publicKey
	CreatedAt        metav1.Time    `json:"secretCreatedAt"`
	RotatedAt        *metav1.Time   `json:"rotatedAt,omitempty"`
	Next             *publicKey     `json:"next,omitempty"`
	Previous         *publicKey     `json:"previous,omitempty"`
	PendingOperation string         `json:"pendingOperation,omitempty"`
	OperationError   string         `json:"operationError,omitempty"`
	Shoots           []shootWithKey `json:"shoots"`
	shootsUnknown    bool
	resourceVersion  string
}

// publicKey is the public part of the current, next or previous key.
type publicKey struct {
	PublicKey    string       `json:"publicKey,omitempty"`
	Fingerprint  string       `json:"fingerprint,omitempty"`
	Algorithm    string       `json:"algorithm,omitempty"`
	GeneratedAt  *metav1.Time `json:"generatedAt,omitempty"`
	Registration *registered  `json:"registration,omitempty"`
}

// registered is the registration of a key at the Git host.
type registered struct {
	State   string       `json:"state"`
	Host    string       `json:"host,omitempty"`
	Title   string       `json:"title,omitempty"`
	Message string       `json:"message,omitempty"`
	Since   *metav1.Time `json:"since,omitempty"`
}

// shootWithKey is a Shoot of the project with the key that it last reported.
type shootWithKey struct {
	Name        string `json:"name"`
	Key         string `json:"key"`
	Fingerprint string `json:"fingerprint"`
	Hibernated  bool   `json:"hibernated,omitempty"`
	// AwaitsPresentKey is true if the Shoot is hibernated and has not received the current key yet. It is false if no
	// previous key is kept.
	AwaitsPresentKey bool        `json:"awaitsPresentKey,omitempty"`
	ObservedAt       metav1.Time `json:"observedAt"`
}

// Values of shootWithKey.Key.
const (
	currentKey  = "current"
	previousKey = "previous"
	anotherKey  = "another"
	unseenKey   = "unknown"
)

// addShoots adds the Shoots that have reported a key. rotation is the time of the last rotation. It ignores invalid
// entries of the ConfigMap.
func (k *Key) addShoots(statuses map[string]string, rotation string) {
	for name, entry := range ordered.Map(statuses) {
		status, is := fleet.Decode(entry)
		if !is {
			continue
		}
		fingerprint, awaits := status.DeployKeyFingerprint, status.Hibernated && status.DeployKeyRotation != rotation
		if k.Source != "" {
			fingerprint = status.SourceKeys[k.Source]
			awaits = status.Hibernated && fingerprint != k.Fingerprint
		}
		if fingerprint == "" {
			continue
		}
		has := anotherKey
		switch {
		case fingerprint == fluxv1alpha1.DeployKeyUnknown:
			has = unseenKey
		case fingerprint == k.Fingerprint:
			has = currentKey
		case k.Previous != nil && fingerprint == k.Previous.Fingerprint:
			has = previousKey
		}
		k.Shoots = append(k.Shoots, shootWithKey{
			Name: name, Key: has, Fingerprint: text.OneLine(fingerprint), Hibernated: status.Hibernated, ObservedAt: status.ObservedAt,
			AwaitsPresentKey: k.Previous != nil && awaits,
		})
	}
}

// publicKeyFrom parses a line of authorized_keys without its comment and options. If the line is invalid, the result
// contains only the given fingerprint.
func publicKeyFrom(line, fingerprint string, generatedAt *metav1.Time, record deploykey.Registration) publicKey {
	key := publicKey{Fingerprint: text.OneLine(fingerprint), GeneratedAt: generatedAt}
	if public, _, _, _, err := ssh.ParseAuthorizedKey([]byte(line)); err == nil {
		key.PublicKey, key.Fingerprint, key.Algorithm = strings.TrimSpace(string(ssh.MarshalAuthorizedKey(public))), ssh.FingerprintSHA256(public), algorithmOf(public)
	}
	if entry, ok := record.Keys[key.Fingerprint]; ok {
		key.Registration = &registered{
			State: text.OneLine(string(entry.State)), Host: text.OneLine(record.Host), Title: text.OneLine(entry.Title), Message: text.OneLine(entry.Message), Since: &entry.Since,
		}
	}
	return key
}

func timeIn(annotations map[string]string, name string) *metav1.Time {
	parsed, err := time.Parse(time.RFC3339, annotations[name])
	if err != nil {
		return nil
	}
	return &metav1.Time{Time: parsed.UTC()}
}

var errNoPublicKey = errors.New("neither the annotations of Secret " + fluxv1alpha1.DeployKeySecretName + " nor its key " + fluxv1alpha1.SecretKeyPublicKey +
	" contain the public key. Derive it from the private one: ssh-keygen -y -f <file with the private key>")

// algorithmOf returns the name of the algorithm in the configuration, or its SSH name if the configuration has none.
func algorithmOf(public ssh.PublicKey) string {
	switch public.Type() {
	case ssh.KeyAlgoED25519:
		return string(fluxv1alpha1.KeyAlgorithmEd25519)
	case ssh.KeyAlgoECDSA256:
		return string(fluxv1alpha1.KeyAlgorithmECDSAP256)
	case ssh.KeyAlgoECDSA384:
		return string(fluxv1alpha1.KeyAlgorithmECDSAP384)
	case ssh.KeyAlgoECDSA521:
		return string(fluxv1alpha1.KeyAlgorithmECDSAP521)
	}
	if crypto, ok := public.(ssh.CryptoPublicKey); ok {
		if key, ok := crypto.CryptoPublicKey().(*rsa.PublicKey); ok {
			return fmt.Sprintf("rsa-%d", key.N.BitLen())
		}
	}
	return public.Type()
}
