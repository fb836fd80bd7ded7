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
	"k8s.io/client-go/tools/events"

	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/apis/flux/knownhosts"
	fluxv1alpha1 "github.com/shoot-flux/gardener-extension-shoot-flux/pkg/apis/flux/v1alpha1"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/project"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/secrets"
)

// HostKeyScanner gets the keys of a host.
type HostKeyScanner interface {
	// Scan returns the keys of the host at the address, one of each type that it has.
	Scan(ctx context.Context, address string) ([]ssh.PublicKey, error)
}

// hostKeyScan gets the host keys of the project's repository and pins them beside the deploy key, if the project has set that and no host
// key is known. A host is not scanned before there is a deploy key, nor after its keys are pinned.
type hostKeyScan struct {
	store    *secrets.Store
	scanner  HostKeyScanner
	failures *project.HostKeyScans
	events   events.EventRecorder
}

func (s hostKeyScan) run(ctx context.Context, key projectKey) (time.Duration, error) {
	if key.source == nil || !key.source.ScanHostKeys || key.state.KeyVersion == "" {
		s.failures.Set(key.namespace, nil)
		return 0, nil
	}
	url := key.source.GitRepository.Spec.URL
	if _, err := knownhosts.Choose(url, key.source.KnownHosts, nil); err == nil || key.source.KnownHosts != "" {
		s.failures.Set(key.namespace, nil)
		return 0, nil
	}
	lacks, err := s.store.LacksHostKeys(ctx, key.namespace, url)
	damaged := &secrets.DamagedKeyError{}
	switch {
	case errors.As(err, &damaged), apierrors.IsNotFound(err):
		// The reconciliation of the Shoots reports a damaged key, and creates a missing one.
		return 0, nil
	case errors.Is(err, secrets.ErrImmutable):
		s.failed(key, err)
		return 0, nil
	case err != nil:
		return 0, err
	case lacks:
		err = s.pin(ctx, key, url)
	}
	if err != nil {
		s.failed(key, err)
		return 0, err
	}
	s.failures.Set(key.namespace, nil)
	return 0, nil
}

func (s hostKeyScan) failed(key projectKey, failure error) {
	s.failures.Set(key.namespace, failure)
	key.recordEvent(s.events, corev1.EventTypeWarning, "HostKeyScanFailed", "ScanHostKeys",
		fmt.Sprintf("%v. To go on without, set source.knownHosts in ConfigMap %s to the host's keys", failure, fluxv1alpha1.ConfigMapName))
}

// pin scans the host and stores its keys.
func (s hostKeyScan) pin(ctx context.Context, key projectKey, url string) error {
	address, err := knownhosts.Address(url)
	if err != nil {
		return err
	}
	keys, err := s.scanner.Scan(ctx, address)
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
	pinned, err := s.store.PinHostKeys(ctx, key.namespace, url, []byte(lines.String()))
	if err != nil || !pinned {
		return err
	}
	key.recordEvent(s.events, corev1.EventTypeNormal, "HostKeysPinned", "ScanHostKeys", fmt.Sprintf(
		"No key of the host %s was known, so that the keys that it presents are pinned in key %s of this Secret. Compare them with those that its operator publishes: %s",
		sshknownhosts.Normalize(address), fluxv1alpha1.SecretKeyKnownHosts, strings.Join(fingerprints, ", ")))
	return nil
}
