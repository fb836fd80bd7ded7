// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package rollout

import (
	"context"
	"encoding/json"
	"fmt"

	corev1 "k8s.io/api/core/v1"
	apierrors "k8s.io/apimachinery/pkg/api/errors"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"

	fluxv1alpha1 "github.com/shoot-flux/gardener-extension-shoot-flux/pkg/apis/flux/v1alpha1"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/cli/garden"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/cli/printer"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/rollout"
)

// commandName is how a user writes the command.
const commandName = printer.Program + " rollout"

// Operation is what can be requested.
type Operation struct {
	// Name is that in the annotation. Argument names what it is about; empty if it is about the rollout.
	Name, Argument string
	// Short says what it does, and Next what happens then.
	Short, Next string

	example string
}

// Operations returns all operations.
func Operations() []Operation {
	return []Operation{
		{Name: fluxv1alpha1.RolloutPause, Short: "Begins with no further Shoot until resume", example: "pause", Next: "No further Shoot gets another revision until: " + commandName + " resume"},
		{Name: fluxv1alpha1.RolloutResume, Short: "Continues a rollout that is paused, and tries again one that was rolled back", example: "resume", Next: "The rollout continues; Shoots that have failed are given the time until their deadline again."},
		{Name: fluxv1alpha1.RolloutApprove, Argument: "RING", Short: "Lets a ring begin with the present change, or pass it although Shoots have failed or are away", example: "approve production", Next: "The ring begins as soon as the one before it has passed the present change, or with the next commit if it has that change. A ring that is Stopped or Holding passes what it has."},
		{Name: fluxv1alpha1.RolloutRollback, Short: "Gives all Shoots the revision that their ring had before", example: "rollback", Next: "All Shoots that have the present revision get the former one, all at once. A Flux version is not taken back: then nothing happens, and an Event says so."},
		{Name: fluxv1alpha1.RolloutSkip, Argument: "SHOOT", Short: "Neither waits for a Shoot nor stops because of it", example: "skip my-shoot", Next: "The Shoot does not count for the present change unless it is ready, and gets it when its ring has passed."},
	}
}

// Request sets the annotation of flux-config, on the condition that it has not changed since it was read, and returns its value. The name is what the
// operation is about, if it is about something. The error says why the operation cannot be requested.
func (p *Project) Request(ctx context.Context, project garden.Patcher, o Operation, name string) (string, error) {
	value := o.Name
	if o.Argument != "" {
		value += "=" + name
	}
	if before := p.Pending(); before != "" {
		return "", fmt.Errorf("%s was requested before and is not done yet; the garden controller does it within seconds. To withdraw it: kubectl -n %s annotate configmap %s %s-",
			before, p.config.Namespace, p.config.Name, fluxv1alpha1.AnnotationRollout)
	}
	if problem := rollout.CheckOperation(&p.state.Rollout, value); problem != "" {
		return "", fmt.Errorf("%s cannot be requested: it %s", value, problem)
	}
	if o.Name == fluxv1alpha1.RolloutSkip && !p.state.Knows(name) {
		return "", fmt.Errorf("the project has no Shoot %s that uses Flux; check the name with: kubectl -n %s get shoots", name, p.config.Namespace)
	}
	patch, err := json.Marshal(map[string]any{"metadata": map[string]any{
		"resourceVersion": p.config.ResourceVersion, "annotations": map[string]string{fluxv1alpha1.AnnotationRollout: value},
	}})
	if err != nil {
		return "", fmt.Errorf("failed to encode the request: %w", err)
	}
	configMap := &corev1.ConfigMap{ObjectMeta: metav1.ObjectMeta{Namespace: p.config.Namespace, Name: p.config.Name}}
	switch err := project.Patch(ctx, configMap, patch, metav1.PatchOptions{}); {
	case apierrors.IsConflict(err):
		return "", fmt.Errorf("ConfigMap %s/%s was changed at the same time; check it and try again", configMap.Namespace, configMap.Name)
	case apierrors.IsForbidden(err):
		return "", fmt.Errorf("you may not request an operation in namespace %s, which requires the permission to patch ConfigMaps: %w", configMap.Namespace, err)
	case err != nil:
		return "", fmt.Errorf("failed to request %s: %w", value, err)
	}
	return value, nil
}
