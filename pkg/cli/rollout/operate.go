// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package rollout

import (
	"context"
	"encoding/json"
	"fmt"
	"io"

	corev1 "k8s.io/api/core/v1"
	apierrors "k8s.io/apimachinery/pkg/api/errors"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/types"
	"sigs.k8s.io/controller-runtime/pkg/client"

	fluxv1alpha1 "github.com/shoot-flux/gardener-extension-shoot-flux/pkg/apis/flux/v1alpha1"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/cli/usage"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/rollout"
)

// commandName is how a user writes the command.
const commandName = usage.Program + " rollout"

// operation is what can be requested.
type operation struct {
	name, argument, short, example string
	// next says what happens then.
	next string
}

func operations() []operation {
	return []operation{
		{fluxv1alpha1.RolloutPause, "", "Begins with no further Shoot until resume", "pause", "No further Shoot gets another revision until: " + commandName + " resume"},
		{fluxv1alpha1.RolloutResume, "", "Continues a rollout that is paused, and tries again one that was rolled back", "resume", "The rollout continues; Shoots that have failed are given the time until their deadline again."},
		{fluxv1alpha1.RolloutApprove, "RING", "Lets a ring begin with the present change", "approve production", "The ring begins as soon as the one before it has passed the present change."},
		{fluxv1alpha1.RolloutRollback, "", "Gives all Shoots the revision that their ring had before", "rollback", "All Shoots that have the present revision get the former one, all at once. A Flux version is not taken back: then nothing happens, and an Event says so."},
		{fluxv1alpha1.RolloutSkip, "SHOOT", "Neither waits for a Shoot nor stops because of it", "skip my-shoot", "The Shoot does not count for the present change unless it is ready, and gets it when its ring has passed."},
	}
}

// request sets the annotation of flux-config, on the condition that it has not changed since it was read.
func (p *project) request(ctx context.Context, garden client.Writer, out io.Writer, o operation, name string) error {
	value := o.name
	if o.argument != "" {
		value += "=" + name
	}
	if before := p.config.Annotations[fluxv1alpha1.AnnotationRollout]; before != "" {
		return fmt.Errorf("%s was requested before and is not done yet; the garden controller does it within seconds. To withdraw it: kubectl -n %s annotate configmap %s %s-",
			before, p.config.Namespace, p.config.Name, fluxv1alpha1.AnnotationRollout)
	}
	if problem := rollout.CheckOperation(&p.state.Rollout, value); problem != "" {
		return fmt.Errorf("%s cannot be requested: it %s", value, problem)
	}
	if _, known := p.state.Shoots[name]; o.name == fluxv1alpha1.RolloutSkip && !known {
		return fmt.Errorf("the project has no Shoot %s that uses Flux; check the name with: kubectl -n %s get shoots", name, p.config.Namespace)
	}
	patch, err := json.Marshal(map[string]any{"metadata": map[string]any{
		"resourceVersion": p.config.ResourceVersion, "annotations": map[string]string{fluxv1alpha1.AnnotationRollout: value},
	}})
	if err != nil {
		return fmt.Errorf("failed to encode the request: %w", err)
	}
	configMap := &corev1.ConfigMap{ObjectMeta: metav1.ObjectMeta{Namespace: p.config.Namespace, Name: p.config.Name}}
	switch err := garden.Patch(ctx, configMap, client.RawPatch(types.MergePatchType, patch)); {
	case apierrors.IsConflict(err):
		return fmt.Errorf("ConfigMap %s/%s was changed at the same time; check it and try again", configMap.Namespace, configMap.Name)
	case apierrors.IsForbidden(err):
		return fmt.Errorf("you may not request an operation in namespace %s, which requires the permission to patch ConfigMaps: %w", configMap.Namespace, err)
	case err != nil:
		return fmt.Errorf("failed to request %s: %w", value, err)
	}
	_, err = fmt.Fprintf(out, "Requested %s in namespace %s.\n%s\n", value, configMap.Namespace, o.next)
	return err
}
