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
	"k8s.io/utils/clock"
	"sigs.k8s.io/controller-runtime/pkg/client"

	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/apis/flux/deploykey"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/apis/flux/knownhosts"
	fluxv1alpha1 "github.com/shoot-flux/gardener-extension-shoot-flux/pkg/apis/flux/v1alpha1"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/kube"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/secrets"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/secrets/keypair"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/text"
)

// HostKeyScanner gets the keys of a host.
type HostKeyScanner interface {
	// Scan returns the keys of the host at the address, one of each type that it has.
	Scan(ctx context.Context, address string) ([]ssh.PublicKey, error)
}

// longestScanError bounds an annotation.
const longestScanError = 512

// hostKeyScan gets the host keys of the project's repository and pins them beside the deploy key, if the project has set that and no host
// key is known. A host is not scanned before there is a deploy key, nor after its keys are pinned.
type hostKeyScan struct {
	store   *secrets.Store
	scanner HostKeyScanner
	garden  client.Writer
	// failed is when the scan of the host of a key has failed last. The failure is an annotation, whose change leads to a reconciliation.
	failed *kube.ConcurrentMap[string, time.Time]
	events events.EventRecorder
	clock  clock.PassiveClock
	retry  time.Duration
}

func (s hostKeyScan) run(ctx context.Context, key projectKey) (time.Duration, error) {
	if !needsScan(key) {
		return 0, s.succeeded(ctx, key)
	}
	if failed, has := s.failed.Load(key.id()); has {
		if wait := failed.Add(s.retry).Sub(s.clock.Now()); wait > 0 {
			return wait, nil
		}
	}
	url := key.source.GitRepository.Spec.URL
	lacks, err := s.store.LacksHostKeys(ctx, key.namespace, url)
	damaged := &keypair.DamagedKeyError{}
	switch {
	case errors.As(err, &damaged), apierrors.IsNotFound(err):
		// The reconciliation of the Shoots reports a damaged key, and creates a missing one.
		return 0, nil
	case errors.Is(err, secrets.ErrImmutable):
		return s.retry, s.fail(ctx, key, err)
	case err != nil:
		return 0, err
	case !lacks:
		return 0, s.succeeded(ctx, key)
	}
	address, keys, err := s.scan(ctx, url)
	if err != nil {
		return s.retry, s.fail(ctx, key, err)
	}
	switch err := s.pin(ctx, key, url, address, keys); {
	case errors.Is(err, secrets.ErrRevoked):
		return s.retry, s.fail(ctx, key, err)
	case err != nil:
		return 0, err
	}
	return 0, s.succeeded(ctx, key)
}

// needsScan returns whether there is a deploy key, the project wants a scan, and no key of the host is known otherwise.
func needsScan(key projectKey) bool {
	if key.source == nil || !key.source.ScanHostKeys || key.state.KeyVersion == "" || key.source.KnownHosts != "" {
		return false
	}
	_, err := knownhosts.Choose(key.source.GitRepository.Spec.URL, "", nil)
	return err != nil
}

func (s hostKeyScan) succeeded(ctx context.Context, key projectKey) error {
	s.failed.Delete(key.id())
	_, err := annotateSecret(ctx, s.garden, key, map[string]*string{fluxv1alpha1.AnnotationHostKeyScanError: nil})
	return err
}

// fail records the failure in an annotation, from which the reconciliation of the Shoots takes it.
func (s hostKeyScan) fail(ctx context.Context, key projectKey, failure error) error {
	s.failed.Store(key.id(), s.clock.Now())
	text := text.Cut(text.RedactURLs(failure.Error()), longestScanError)
	written, err := annotateSecret(ctx, s.garden, key, map[string]*string{fluxv1alpha1.AnnotationHostKeyScanError: &text})
	if err != nil || !written {
		return err
	}
	setting := "source.knownHosts"
	if key.name != "" {
		setting = "knownHosts of the source"
	}
	key.recordEvent(s.events, corev1.EventTypeWarning, "HostKeyScanFailed", "ScanHostKeys",
		fmt.Sprintf("%s. To go on without, set %s in ConfigMap %s to the host's keys", text, setting, fluxv1alpha1.ConfigMapName))
	return nil
}

// scan returns the address of the host and its keys.
func (s hostKeyScan) scan(ctx context.Context, url string) (string, []ssh.PublicKey, error) {
	address, err := knownhosts.Address(url)
	if err != nil {
		return "", nil, err
	}
	keys, err := s.scanner.Scan(ctx, address)
	return address, keys, err
}

// pin stores the keys of the host.
func (s hostKeyScan) pin(ctx context.Context, key projectKey, url, address string, keys []ssh.PublicKey) error {
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
		sshknownhosts.Normalize(address), deploykey.Named(key.name, fluxv1alpha1.SecretKeyKnownHosts), strings.Join(fingerprints, ", ")))
	return nil
}
