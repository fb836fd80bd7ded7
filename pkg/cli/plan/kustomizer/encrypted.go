// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package kustomizer

import (
	"encoding/base64"
	"strings"

	"sigs.k8s.io/kustomize/api/hasher"
	"sigs.k8s.io/kustomize/api/resource"
)

// sopsMarkers contains the text by which kustomize-controller recognizes encrypted content, for each ending of a file
// or key. The empty ending stands for all others (kustomize-controller: internal/decryptor).
func sopsMarkers() map[string]string {
	return map[string]string{
		".yaml": "mac: ENC[", ".yml": "mac: ENC[", ".json": `"mac": "ENC[`, ".dockerconfigjson": `"mac": "ENC[`, ".env": "sops_mac=ENC[", ".ini": "[sops]",
		"": `"mac": "ENC[`,
	}
}

// IsEncrypted reports whether a value of a generated Secret is from an encrypted file that kustomize-controller
// decrypts before.
func IsEncrypted(key, value string) bool {
	marker := sopsMarkers()[""]
	for ending, own := range sopsMarkers() {
		if ending != "" && strings.HasSuffix(key, ending) {
			marker = own
		}
	}
	// An encrypted file of environment variables has a line sops_mac=ENC[…], which becomes a key.
	return strings.Contains(value, marker) || key == "sops_mac" && strings.HasPrefix(value, "ENC[")
}

// unhashed returns the name of a generated Secret without the hash of its content if kustomize-controller decrypts
// one of its files before, so that the hash is not known. It returns an empty string for other objects.
func unhashed(built *resource.Resource) (string, error) {
	if built.GetKind() != "Secret" || built.GetGvk().Group != "" {
		return "", nil
	}
	encrypted := false
	for key, value := range built.GetDataMap() {
		decoded, err := base64.StdEncoding.DecodeString(value)
		encrypted = encrypted || err == nil && IsEncrypted(key, string(decoded))
	}
	i := strings.LastIndex(built.GetName(), "-")
	if !encrypted || i < 0 {
		return "", nil
	}
	// The hash covers the name.
	named := built.DeepCopy()
	if err := named.SetName(built.GetName()[:i]); err != nil {
		return "", err
	}
	hash, err := named.Hash(&hasher.Hasher{})
	if err != nil || built.GetName()[i+1:] != hash {
		return "", err
	}
	return named.GetName(), nil
}
