// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package notification

import (
	"context"
	"crypto/x509"
	"fmt"
	"net/url"
	"strconv"
	"strings"

	corev1 "k8s.io/api/core/v1"
	apierrors "k8s.io/apimachinery/pkg/api/errors"
	"sigs.k8s.io/controller-runtime/pkg/client"

	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/apis/flux/githosts"
	fluxv1alpha1 "github.com/shoot-flux/gardener-extension-shoot-flux/pkg/apis/flux/v1alpha1"
)

const (
	// shortestToken is the length of a token that cannot be guessed.
	shortestToken = 16
	// longestAddress bounds a URL.
	longestAddress = 4096
)

// Target is where messages are sent to. It is a secret: a URL is one.
type Target struct {
	url   *url.URL
	token string
	roots *x509.CertPool
}

// String names the host only. Together with GoString, it keeps the rest out of all output.
func (t Target) String() string { return t.host() }

// GoString is as String.
func (t Target) GoString() string { return t.String() }

// host is that of the receiver, with its port if that is not 443.
func (t Target) host() string {
	return strings.TrimSuffix(t.url.Host, ":"+strconv.Itoa(githosts.HTTPSPort))
}

func (t Target) port() int {
	if port, err := strconv.Atoi(t.url.Port()); err == nil {
		return port
	}
	return githosts.HTTPSPort
}

// readTarget reads the Secret of a receiver. A *Failure is one that the project or the operator can fix.
func readTarget(ctx context.Context, garden client.Reader, namespace string, notification fluxv1alpha1.Notification) (Target, *Failure, error) {
	name := client.ObjectKey{Namespace: namespace, Name: *notification.SecretName}
	secret := &corev1.Secret{}
	switch err := garden.Get(ctx, name, secret); {
	case apierrors.IsNotFound(err):
		return Target{}, misconfigured("Secret %s is missing: create it with the key %s, the URL of the receiver", name.Name, fluxv1alpha1.SecretKeyAddress), nil
	case apierrors.IsForbidden(err):
		return Target{}, misconfigured("the operator does not let the extension read Secret %s: name it %s, or ask for its name in notificationSecretNames",
			name.Name, fluxv1alpha1.NotificationSecretName), nil
	case err != nil:
		return Target{}, nil, fmt.Errorf("failed to read Secret %s in the garden: %w", name, err)
	}
	target, failure := targetIn(secret, notification.Type)
	return target, failure, nil
}

// targetIn reads what is in the Secret, without the line ends that editors add.
func targetIn(secret *corev1.Secret, kind fluxv1alpha1.NotificationType) (Target, *Failure) {
	value := func(key string) string { return strings.TrimSpace(string(secret.Data[key])) }
	address := value(fluxv1alpha1.SecretKeyAddress)
	const form = "put the URL of the receiver there, such as https://hooks.example.com/…"
	if address == "" {
		return Target{}, misconfigured("Secret %s has no key %s, or an empty one: %s", secret.Name, fluxv1alpha1.SecretKeyAddress, form)
	}
	// The error of the parser has the URL.
	parsed, err := url.Parse(address)
	if err != nil || parsed.Scheme != "https" || parsed.Hostname() == "" || parsed.User != nil || parsed.Fragment != "" || len(address) > longestAddress {
		return Target{}, misconfigured("key %s of Secret %s is no https URL without user and fragment: %s", fluxv1alpha1.SecretKeyAddress, secret.Name, form)
	}
	target := Target{url: parsed, token: value(fluxv1alpha1.SecretKeyToken)}
	if kind == fluxv1alpha1.NotificationTypeWebhook && len(target.token) < shortestToken {
		return Target{}, misconfigured("key %s of Secret %s has no token of at least %d characters for the signature: put one there, such as what 'openssl rand -hex 20' prints, and the same into the receiver",
			fluxv1alpha1.SecretKeyToken, secret.Name, shortestToken)
	}
	if authority := secret.Data[fluxv1alpha1.SecretKeyCACert]; len(authority) > 0 {
		if target.roots, err = x509.SystemCertPool(); err != nil {
			target.roots = x509.NewCertPool()
		}
		if !target.roots.AppendCertsFromPEM(authority) {
			return Target{}, misconfigured("key %s of Secret %s holds no certificate: put one in PEM format there, or remove it", fluxv1alpha1.SecretKeyCACert, secret.Name)
		}
	}
	return target, nil
}
