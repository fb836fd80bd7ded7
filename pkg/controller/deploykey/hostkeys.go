// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package deploykey

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"time"

	"golang.org/x/crypto/ssh"
	sshknownhosts "golang.org/x/crypto/ssh/knownhosts"
	corev1 "k8s.io/api/core/v1"
	apierrors "k8s.io/apimachinery/pkg/api/errors"

	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/apis/flux/knownhosts"
	fluxv1alpha1 "github.com/shoot-flux/gardener-extension-shoot-flux/pkg/apis/flux/v1alpha1"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/secrets"
)

// HostKeyScanner asks a host for its keys.
type HostKeyScanner interface {
	// Scan returns the keys of the host at the address, one of each kind that it has.
	Scan(ctx context.Context, address string) ([]ssh.PublicKey, error)
}

// scan asks the host of the project's repository for its keys and pins them beside the deploy key, if the project wants that and
// nobody knows a key of the host. The host is not asked before there is a deploy key, nor ever again.
func (d *DeployKeys) scan(ctx context.Context, key projectKey) (time.Duration, error) {
	if key.source == nil || !key.source.ScanHostKeys || key.state.KeyVersion == "" {
		d.Scans.Note(key.namespace, nil)
		return 0, nil
	}
	url := key.source.GitRepository.Spec.URL
	if _, err := knownhosts.Choose(url, key.source.KnownHosts, nil); err == nil || key.source.KnownHosts != "" {
		d.Scans.Note(key.namespace, nil)
		return 0, nil
	}
	lacks, err := d.Store.LacksHostKeys(ctx, key.namespace, url)
	damaged := &secrets.DamagedKeyError{}
	switch {
	case errors.As(err, &damaged), apierrors.IsNotFound(err):
		// The reconciliation of the Shoots tells of the one, and makes good the other.
		return 0, nil
	case errors.Is(err, secrets.ErrImmutable):
		d.scanFailed(key, err)
		return 0, nil
	case err != nil:
		return 0, err
	case lacks:
		err = d.pin(ctx, key, url)
	}
	if err != nil {
		d.scanFailed(key, err)
		return 0, err
	}
	d.Scans.Note(key.namespace, nil)
	return 0, nil
}

func (d *DeployKeys) scanFailed(key projectKey, failure error) {
	d.Scans.Note(key.namespace, failure)
	d.tell(key, corev1.EventTypeWarning, "HostKeyScanFailed", "ScanHostKeys",
		fmt.Sprintf("%v. To go on without, set source.knownHosts in ConfigMap %s to the host's keys", failure, fluxv1alpha1.ConfigMapName))
}

// pin asks the host and writes down what it says.
func (d *DeployKeys) pin(ctx context.Context, key projectKey, url string) error {
	address, err := knownhosts.Address(url)
	if err != nil {
		return err
	}
	keys, err := d.Scanner.Scan(ctx, address)
	if err != nil {
		return err
	}
	var (
		lines        strings.Builder
		fingerprints []string
	)
	for _, hostKey := range keys {
		lines.WriteString(sshknownhosts.Line([]string{address}, hostKey) + "\n")
		fingerprints = append(fingerprints, knownhosts.Fingerprint(hostKey))
	}
	pinned, err := d.Store.PinHostKeys(ctx, key.namespace, url, []byte(lines.String()))
	if err != nil || !pinned {
		return err
	}
	d.tell(key, corev1.EventTypeNormal, "HostKeysPinned", "ScanHostKeys", fmt.Sprintf(
		"Nobody knew the keys of %s, so that it was asked for them itself, and they are pinned in key %s of this Secret. Compare them with those that its operator publishes: %s",
		sshknownhosts.Normalize(address), fluxv1alpha1.SecretKeyKnownHosts, strings.Join(fingerprints, ", ")))
	return nil
}
