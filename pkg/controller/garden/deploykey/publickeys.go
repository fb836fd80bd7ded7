// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package deploykey

import (
	"context"
	"fmt"

	corev1 "k8s.io/api/core/v1"
	apierrors "k8s.io/apimachinery/pkg/api/errors"
	"sigs.k8s.io/controller-runtime/pkg/client"

	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/apis/flux/deploykey"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/kube"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/secrets/keypair"
)

// publicKey is the public half of a deploy key.
type publicKey struct {
	fingerprint string
	// line is the key as in authorized_keys.
	line string
	// next is the key of a rotation that is not completed.
	next bool
}

// publicKeys reads the public halves of the present keys of projects. It reads each version of a Secret once. It is safe for concurrent
// use.
type publicKeys struct {
	garden client.Reader
	read   kube.ConcurrentMap[string, versionedKey]
}

// versionedKey is the key in one version of the Secret.
type versionedKey struct {
	version string
	key     publicKey
}

// present returns the public half of the key in the Secret, whatever its annotations are: the project may have created or replaced the key
// itself. It returns nil if the key is damaged or has just been deleted.
func (p *publicKeys) present(ctx context.Context, key projectKey) (*publicKey, error) {
	if known, _ := p.read.Load(key.id()); known.version == key.state.KeyVersion {
		return &known.key, nil
	}
	secret := &corev1.Secret{}
	if err := p.garden.Get(ctx, client.ObjectKey{Namespace: key.namespace, Name: key.secretName()}, secret); err != nil {
		if apierrors.IsNotFound(err) {
			return nil, nil //nolint:nilnil // neither key nor error: the deletion triggers a reconciliation
		}
		return nil, fmt.Errorf("failed to read the deploy key Secret %s/%s in the garden: %w", key.namespace, key.secretName(), err)
	}
	data := secret.Data
	if key.name != "" {
		data = deploykey.Data(data, key.name)
	}
	parsed, err := keypair.ParseDeployKey(data)
	if err != nil {
		return nil, nil //nolint:nilnil,nilerr // a damaged key is reported with the Shoots to which it cannot be delivered
	}
	present := publicKey{fingerprint: parsed.Fingerprint, line: parsed.PublicKey}
	p.read.Store(key.id(), versionedKey{version: secret.ResourceVersion, key: present})
	return &present, nil
}

func (p *publicKeys) forget(key string) { p.read.Delete(key) }
