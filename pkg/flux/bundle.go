// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package flux

import (
	"fmt"

	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"sigs.k8s.io/yaml"
)

// Input is everything that decides what a shoot gets. It is comparable, so that equal inputs can share their output.
type Input struct {
	// Version is the version of an embedded Flux distribution, with leading 'v'.
	Version string
	// Sync says what Flux reconciles the shoot from; without URL, Flux is installed and nothing is synced.
	Sync Sync
}

// Sync describes the source and the root Kustomization.
type Sync struct {
	// URL is the URL of the Git repository.
	URL string
	// Branch is the branch to follow.
	Branch string
	// Credentials are used for an ssh:// URL; without Identity, the repository is read anonymously.
	Credentials Credentials
}

// Credentials are the content of the Secret that the source refers to.
type Credentials struct {
	// Identity is the private key as PEM.
	Identity string
	// PublicKey is the public key as a line of an authorized_keys file.
	PublicKey string
	// Passphrase decrypts Identity; may be empty.
	Passphrase string
	// KnownHosts are the lines of a known_hosts file for the host of the URL.
	KnownHosts string
}

// Bundle is what a shoot gets, as YAML documents, in the order in which it has to be there.
type Bundle struct {
	// CRDs are Flux's namespace and CustomResourceDefinitions.
	CRDs []byte
	// Controllers are Flux's controllers with everything they need.
	Controllers []byte
	// Config are the source, its Secret and the root Kustomization; nil if nothing is synced.
	Config []byte
}

// marshal writes the objects as YAML documents with sorted keys.
func marshal(objects []*unstructured.Unstructured) ([]byte, error) {
	var out []byte
	for _, object := range objects {
		document, err := yaml.Marshal(object.Object)
		if err != nil {
			return nil, fmt.Errorf("failed to write %s %s: %w", object.GetKind(), object.GetName(), err)
		}
		out = append(out, "---\n"...)
		out = append(out, document...)
	}
	return out, nil
}
