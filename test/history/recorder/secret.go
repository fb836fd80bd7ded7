// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package recorder

import (
	"encoding/json"
	"errors"
	"maps"
	"slices"
	"strings"

	"golang.org/x/crypto/ssh"
	corev1 "k8s.io/api/core/v1"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"

	fluxv1alpha1 "github.com/shoot-flux/gardener-extension-shoot-flux/pkg/apis/flux/v1alpha1"
	"github.com/shoot-flux/gardener-extension-shoot-flux/test/history"
)

// fieldFingerprints is the field of a stripped Secret with the fingerprints of the public parts of its deploy keys by
// the keys of its data.
const fieldFingerprints = "fingerprints"

// stripSecret replaces the content of a Secret with the fingerprints of its deploy keys, so that nothing of it is kept
// or written.
func stripSecret(object *unstructured.Unstructured) {
	secret, err := read[corev1.Secret](object)
	delete(object.Object, "data")
	delete(object.Object, "stringData")
	annotations := object.GetAnnotations()
	delete(annotations, corev1.LastAppliedConfigAnnotation)
	object.SetAnnotations(annotations)
	fingerprints := map[string]any{}
	if err == nil {
		for key, content := range secret.Data {
			if key == fluxv1alpha1.SecretKeyIdentity || strings.HasSuffix(key, "."+fluxv1alpha1.SecretKeyIdentity) {
				fingerprints[key] = fingerprintOf(content, secret.Data[fluxv1alpha1.SecretKeyPassphrase])
			}
		}
	}
	object.Object[fieldFingerprints] = fingerprints
}

// fingerprintOf returns the fingerprint of the public part of a private key.
func fingerprintOf(key, passphrase []byte) string {
	signer, err := ssh.ParsePrivateKey(key)
	if missing := (&ssh.PassphraseMissingError{}); errors.As(err, &missing) {
		signer, err = ssh.ParsePrivateKeyWithPassphrase(key, passphrase)
	}
	if err != nil {
		return "unreadable"
	}
	return ssh.FingerprintSHA256(signer.PublicKey())
}

// fingerprintIn returns the fingerprint of the key in a stripped Secret; empty without one.
func fingerprintIn(object *unstructured.Unstructured, key string) string {
	fingerprints, _ := object.Object[fieldFingerprints].(map[string]any)
	fingerprint, _ := fingerprints[key].(string)
	return fingerprint
}

// deployKeyFacts returns the facts about the deploy keys in a stripped Secret of a project.
func (s scope) deployKeyFacts(object *unstructured.Unstructured) []history.Fact {
	if !s.has(object.GetNamespace()) {
		return nil
	}
	fingerprints, _ := object.Object[fieldFingerprints].(map[string]any)
	sources := map[string]bool{}
	for key := range fingerprints {
		key = strings.TrimSuffix(key, fluxv1alpha1.SecretKeyIdentity)
		sources[strings.TrimSuffix(strings.TrimSuffix(key, "next."), ".")] = true
	}
	var found []history.Fact
	for _, source := range slices.Sorted(maps.Keys(sources)) {
		prefix := ""
		if source != "" {
			prefix = source + "."
		}
		found = append(found, &history.DeployKey{
			Namespace: object.GetNamespace(), Secret: object.GetName(), Source: source, UID: object.GetUID(),
			Fingerprint: fingerprintIn(object, prefix+fluxv1alpha1.SecretKeyIdentity), Next: fingerprintIn(object, prefix+fluxv1alpha1.SecretKeyNextIdentity),
			Manager: managerOf(object, prefix+fluxv1alpha1.SecretKeyIdentity), Annotations: ownAnnotations(object.GetAnnotations(), prefix),
		})
	}
	return found
}

// managerOf returns the field manager of the last write of a key of the data.
func managerOf(object *unstructured.Unstructured, key string) string {
	name := ""
	for _, entry := range object.GetManagedFields() {
		var owned struct {
			Data map[string]any `json:"f:data"`
		}
		if entry.FieldsV1 == nil || json.Unmarshal(entry.FieldsV1.GetRawBytes(), &owned) != nil {
			continue
		}
		if _, is := owned.Data["f:"+key]; is {
			name = entry.Manager
		}
	}
	return name
}

// ownAnnotations returns the annotations of the extension with the prefix of a source, without the prefixes and without
// public keys.
func ownAnnotations(all map[string]string, prefix string) map[string]string {
	var own map[string]string
	for key, value := range all {
		name, is := strings.CutPrefix(key, prefix+fluxv1alpha1.GroupName+"/")
		if !is || strings.HasSuffix(name, "public-key") {
			continue
		}
		if own == nil {
			own = map[string]string{}
		}
		own[name] = short(value)
	}
	return own
}
