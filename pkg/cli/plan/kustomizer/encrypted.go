// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package kustomizer

import (
	"cmp"
	"encoding/base64"
	"strings"

	"sigs.k8s.io/kustomize/api/hasher"
	"sigs.k8s.io/kustomize/api/resource"
	"sigs.k8s.io/yaml"

	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/text/ordered"
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
// decrypts before the build.
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

// undecryptable describes a key of a Secret whose value is from an encrypted file that kustomize-controller cannot
// decrypt, or an empty string. A key without a known ending has to contain a binary file, which SOPS stores as field
// data of a document. kustomize-controller recognizes other documents after the build, and has no such field to return.
func undecryptable(built *resource.Resource) (string, error) {
	for key, value := range ordered.Map(built.GetDataMap()) {
		decoded, err := base64.StdEncoding.DecodeString(value)
		if err == nil && !hasEnding(key) && isOtherFormat(string(decoded)) {
			name, err := withoutHash(built)
			return key + " of Secret " + cmp.Or(name, built.GetName()), err
		}
	}
	return "", nil
}

func hasEnding(key string) bool {
	for ending := range sopsMarkers() {
		if ending != "" && strings.HasSuffix(key, ending) {
			return true
		}
	}
	return false
}

// isOtherFormat reports whether a value is an encrypted file in YAML, INI or of environment variables without the field
// data.
func isOtherFormat(value string) bool {
	markers := sopsMarkers()
	switch {
	case !strings.Contains(value, "ENC["), strings.Contains(value, markers[""]):
		return false
	case strings.Contains(value, markers[".yaml"]):
		document := struct {
			Data any `json:"data"`
		}{}
		err := yaml.Unmarshal([]byte(value), &document)
		_, ok := document.Data.(string)
		return err == nil && !ok
	case strings.Contains(value, markers[".env"]):
		return !strings.Contains("\n"+value, "\ndata=")
	}
	return strings.Contains(value, markers[".ini"])
}

// unhashed returns the name of a generated Secret without the hash of its content if kustomize-controller decrypts one
// of its files before the build, because the hash is then not known. It returns an empty string for other Secrets.
func unhashed(built *resource.Resource) (string, error) {
	encrypted := false
	for key, value := range built.GetDataMap() {
		decoded, err := base64.StdEncoding.DecodeString(value)
		encrypted = encrypted || err == nil && IsEncrypted(key, string(decoded))
	}
	if !encrypted {
		return "", nil
	}
	return withoutHash(built)
}

// withoutHash returns the name of a Secret without the hash of its content, or an empty string if it has none.
func withoutHash(built *resource.Resource) (string, error) {
	i := strings.LastIndex(built.GetName(), "-")
	if i < 0 {
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
