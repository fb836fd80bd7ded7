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

	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/apis/flux/deploykey"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/apis/flux/githosts"
	fluxv1alpha1 "github.com/shoot-flux/gardener-extension-shoot-flux/pkg/apis/flux/v1alpha1"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/secrets"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/secrets/keypair"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/text"
)

// HostKeyScanner reads the public keys of SSH hosts.
type HostKeyScanner interface {
	// Scan returns the keys of the host at the address, one of each type.
	Scan(ctx context.Context, address string) ([]ssh.PublicKey, error)
}

// longestScanError is the maximum length of the annotation with a scan error.
const longestScanError = 512

// scanHostKeys pins the host keys of the repository in the Secret of the deploy key, if the project configures a scan
// and no host key is known. It does not scan before the deploy key exists or after host keys are pinned.
func (s steps) scanHostKeys(ctx context.Context, key projectKey) (time.Duration, error) {
	if !needsScan(key) {
		return 0, s.scanSucceeded(ctx, key)
	}
	if failed, has := s.scanned.Load(key.id()); has {
		if wait := failed.Add(s.ScanRetry).Sub(s.Clock.Now()); wait > 0 {
			return wait, nil
		}
	}
	url := key.source.GitRepository.Spec.URL
	lacks, err := s.store.LacksHostKeys(ctx, key.namespace, url)
	damaged := &keypair.DamagedKeyError{}
	switch {
	case errors.As(err, &damaged), apierrors.IsNotFound(err):
		// The reconciliation of the Shoots reports a damaged key and creates a missing one.
		return 0, nil
	case errors.Is(err, secrets.ErrImmutable):
		return s.ScanRetry, s.scanFailed(ctx, key, err)
	case err != nil:
		return 0, err
	case !lacks:
		return 0, s.scanSucceeded(ctx, key)
	}
	address := githosts.Address(url)
	keys, err := s.Scanner.Scan(ctx, address)
	if err != nil {
		return s.ScanRetry, s.scanFailed(ctx, key, err)
	}
	switch err := s.pin(ctx, key, url, address, keys); {
	case errors.Is(err, secrets.ErrRevoked):
		return s.ScanRetry, s.scanFailed(ctx, key, secrets.ErrRevoked)
	case err != nil:
		return 0, err
	}
	return 0, s.scanSucceeded(ctx, key)
}

// needsScan returns whether the deploy key exists, the project configures a scan, and no other host key is known.
func needsScan(key projectKey) bool {
	if key.source == nil || !key.source.ScanHostKeys || key.state.KeyVersion == "" || key.source.KnownHosts != "" {
		return false
	}
	_, err := githosts.ChooseLines(key.source.GitRepository.Spec.URL, "", nil)
	return err != nil
}

func (s steps) scanSucceeded(ctx context.Context, key projectKey) error {
	s.scanned.Delete(key.id())
	_, err := s.annotate(ctx, key, map[string]string{fluxv1alpha1.AnnotationHostKeyScanError: ""})
	return err
}

// scanFailed records the failure in an annotation. The reconciliation of the Shoots reports it.
func (s steps) scanFailed(ctx context.Context, key projectKey, failure error) error {
	s.scanned.Store(key.id(), s.Clock.Now())
	message := text.Cut(text.RedactURLs(failure.Error()), longestScanError)
	written, err := s.annotate(ctx, key, map[string]string{fluxv1alpha1.AnnotationHostKeyScanError: message})
	if err != nil || !written {
		return err
	}
	setting := "source.knownHosts"
	if key.name != "" {
		setting = "knownHosts of the source"
	}
	key.recordEvent(s.Events, corev1.EventTypeWarning, "HostKeyScanFailed", "ScanHostKeys",
		fmt.Sprintf("%s. To continue without a scan, set %s in ConfigMap %s to the host's keys", message, setting, fluxv1alpha1.ConfigMapName))
	return nil
}

// pin stores the host keys in the Secret, and records an Event with their fingerprints.
func (s steps) pin(ctx context.Context, key projectKey, url, address string, keys []ssh.PublicKey) error {
	var (
		lines        strings.Builder
		fingerprints []string
	)
	for _, hostKey := range keys {
		lines.WriteString(sshknownhosts.Line([]string{address}, hostKey) + "\n")
		fingerprints = append(fingerprints, githosts.Fingerprint(hostKey))
	}
	pinned, err := s.store.PinHostKeys(ctx, key.namespace, url, []byte(lines.String()))
	if err != nil || !pinned {
		return err
	}
	key.recordEvent(s.Events, corev1.EventTypeNormal, "HostKeysPinned", "ScanHostKeys", fmt.Sprintf(
		"Pinned the keys that host %s presents in key %s of this Secret, because no key of the host was known. Compare them with the keys that its operator publishes: %s",
		sshknownhosts.Normalize(address), deploykey.SourceKeyName(key.name, fluxv1alpha1.SecretKeyKnownHosts), strings.Join(fingerprints, ", ")))
	return nil
}
