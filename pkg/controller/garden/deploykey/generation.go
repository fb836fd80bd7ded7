// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package deploykey

import (
	"context"
	"errors"
	"fmt"
	"time"

	corev1 "k8s.io/api/core/v1"
	apierrors "k8s.io/apimachinery/pkg/api/errors"
	"k8s.io/client-go/tools/events"
	"sigs.k8s.io/controller-runtime/pkg/client"

	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/apis/flux/githosts"
	fluxv1alpha1 "github.com/shoot-flux/gardener-extension-shoot-flux/pkg/apis/flux/v1alpha1"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/secrets"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/secrets/keypair"
)

// generation generates the deploy keys of additional sources that are listed and have none. It removes none: a key that is not listed any more is marked
// as unused, and may be listed again. The seeds generate the first key of a project.
type generation struct {
	store  *secrets.Store
	keys   *sourceKeySecret
	garden client.Writer
	events events.EventRecorder
}

func (g generation) run(ctx context.Context, key projectKey) (time.Duration, error) {
	if key.name == "" || len(key.configurationErrors) > 0 {
		return 0, nil
	}
	secret, err := g.keys.get(ctx)
	if err != nil {
		return 0, err
	}
	_, err = g.store.In(secret)
	damaged := &keypair.DamagedKeyError{}
	switch {
	case errors.As(err, &damaged):
		// The reconciliation of the Shoots reports it.
		return 0, nil
	case apierrors.IsNotFound(err) && key.source != nil:
		return 0, g.generate(ctx, key)
	case err != nil:
		return 0, client.IgnoreNotFound(err)
	}
	return 0, g.mark(ctx, key)
}

// mark annotates whether the key is listed.
func (g generation) mark(ctx context.Context, key projectKey) error {
	annotations := map[string]*string{fluxv1alpha1.AnnotationUnused: nil}
	if key.source == nil {
		unused := "true"
		annotations[fluxv1alpha1.AnnotationUnused] = &unused
	}
	_, err := annotateSecret(ctx, g.garden, key, annotations)
	return err
}

func (g generation) generate(ctx context.Context, key projectKey) error {
	generated, err := g.store.Generate(githosts.Algorithm(key.settings.Algorithm, key.source.GitRepository.Spec.URL))
	if err != nil {
		return err
	}
	added, err := g.store.Add(ctx, key.namespace, generated)
	if errors.Is(err, secrets.ErrTooManyKeys) || errors.Is(err, secrets.ErrKeysImmutable) {
		key.recordEvent(g.events, corev1.EventTypeWarning, "DeployKeyNotGenerated", actionGenerate, err.Error())
		return nil
	}
	if err != nil || !added {
		return err
	}
	todo := "Register it as a read-only deploy key of the repository"
	if key.isRegistered() {
		todo = "The extension registers it, as the project has configured"
	}
	key.recordEvent(g.events, corev1.EventTypeNormal, "DeployKeyGenerated", actionGenerate, fmt.Sprintf(
		"its new deploy key is %s: %s. %s: %s", generated.Fingerprint, generated.PublicKey, todo, key.source.GitRepository.Spec.URL))
	return nil
}

const actionGenerate = "GenerateDeployKey"
