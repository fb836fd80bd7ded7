// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package push

import (
	"context"
	"fmt"
	"net/url"
	"strings"

	sourcev1 "github.com/fluxcd/source-controller/api/v1"
	corev1 "k8s.io/api/core/v1"
	apierrors "k8s.io/apimachinery/pkg/api/errors"
	"sigs.k8s.io/controller-runtime/pkg/client"

	fluxv1alpha1 "github.com/shoot-flux/gardener-extension-shoot-flux/pkg/apis/flux/v1alpha1"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/configuration/resolved"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/garden"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/rollout"
)

// resolve returns the webhook that a project wants, and its source; nil if it wants none. With an invalid configuration, it returns false.
func (r *Reconciler) resolve(ctx context.Context, state garden.State) (*fluxv1alpha1.Push, *resolved.Source, bool, error) {
	if state.ConfigMap.IsEmpty() || !strings.Contains(state.ConfigMap.Data[fluxv1alpha1.KeyConfig], "push") {
		return nil, nil, true, nil
	}
	effective, configErrs, err := r.Resolver.AnyGitHost().Resolve(ctx, state.ConfigMap, nil)
	if err != nil || len(configErrs) > 0 {
		return nil, nil, false, err
	}
	return effective.Push, effective.Source, true, nil
}

// repositoryOf returns what is the same for all URLs of a repository; empty if there is no source.
func repositoryOf(source *resolved.Source) string {
	if source == nil {
		return ""
	}
	parsed, err := url.Parse(source.URL())
	if err != nil || source.Object.GetKind() != sourcev1.GitRepositoryKind {
		return source.Object.GetKind() + " " + source.URL()
	}
	return strings.ToLower(parsed.Hostname()) + "/" + strings.TrimSuffix(strings.Trim(parsed.Path, "/"), ".git")
}

// followers returns which Shoots follow the branch; nil if all do. If a project's rollout promotes commits, it is its first ring.
func followers(state garden.State) func(rollout.Member) bool {
	configured, is := rollout.Read(state.ConfigMap)
	if is != rollout.Valid || *configured.Source != fluxv1alpha1.RolloutSourcePromote {
		return nil
	}
	ringOf := rollout.RingOf(*configured)
	return func(shoot rollout.Member) bool { return ringOf(shoot) == configured.Rings[0].Name }
}

// problemOf returns what a project has to do after an error of reading the Secret with its token; empty if it is no matter of the project.
func problemOf(name client.ObjectKey, err error) string {
	switch {
	case apierrors.IsNotFound(err):
		return fmt.Sprintf("Secret %s is missing: create it with the key %s, such as what 'openssl rand -hex 20' prints, and put the same into the webhook", name.Name, fluxv1alpha1.SecretKeyToken)
	case apierrors.IsForbidden(err):
		return fmt.Sprintf("the operator does not let the extension read Secret %s: name it %s, or ask for its name in pushSecretNames", name.Name, fluxv1alpha1.PushSecretName)
	}
	return ""
}

// tokenIn returns the token without the line end that editors add.
func tokenIn(secret *corev1.Secret) string {
	return strings.TrimSpace(string(secret.Data[fluxv1alpha1.SecretKeyToken]))
}
