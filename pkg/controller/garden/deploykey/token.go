// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package deploykey

import (
	"context"
	"fmt"
	"strings"

	corev1 "k8s.io/api/core/v1"
	apierrors "k8s.io/apimachinery/pkg/api/errors"
	"sigs.k8s.io/controller-runtime/pkg/client"

	fluxv1alpha1 "github.com/shoot-flux/gardener-extension-shoot-flux/pkg/apis/flux/v1alpha1"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/secrets/githost"
)

// readToken reads the Secret with the token for the Git host. A *githost.Error is one that the project or the operator can fix.
func readToken(ctx context.Context, garden client.Reader, name client.ObjectKey) (*corev1.Secret, *githost.Error, error) {
	secret := &corev1.Secret{}
	err := garden.Get(ctx, name, secret)
	switch {
	case apierrors.IsNotFound(err):
		return secret, &githost.Error{Reason: githost.ReasonUnauthorized, Text: fmt.Sprintf(
			"Secret %s is missing: create it with the key %s, a token of the Git host", name, fluxv1alpha1.SecretKeyToken)}, nil
	case apierrors.IsForbidden(err):
		return secret, &githost.Error{Reason: githost.ReasonNotAllowed, Text: fmt.Sprintf(
			"the operator does not let the extension read Secret %s: name it %s, or ask for its name in gitHostSecretNames", name, fluxv1alpha1.GitHostSecretName)}, nil
	case err != nil:
		return nil, nil, fmt.Errorf("failed to read Secret %s in the garden: %w", name, err)
	case tokenIn(secret) == "":
		return secret, &githost.Error{Reason: githost.ReasonUnauthorized, Text: fmt.Sprintf(
			"Secret %s has no key %s, or an empty one: put a token of the Git host there", name, fluxv1alpha1.SecretKeyToken)}, nil
	}
	return secret, nil, nil
}

// authorize adds the token and the certificate authority in the Secret to the repository.
func authorize(repository *githost.Repository, secret *corev1.Secret) {
	repository.Token, repository.CACert = tokenIn(secret), secret.Data[fluxv1alpha1.SecretKeyCACert]
}

// tokenIn returns the token without the line end that editors add.
func tokenIn(secret *corev1.Secret) string {
	return strings.TrimSpace(string(secret.Data[fluxv1alpha1.SecretKeyToken]))
}
