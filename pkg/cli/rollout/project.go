// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package rollout

import (
	"context"
	"errors"
	"fmt"
	"slices"

	corev1 "k8s.io/api/core/v1"
	apierrors "k8s.io/apimachinery/pkg/api/errors"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/types"

	fluxv1alpha1 "github.com/shoot-flux/gardener-extension-shoot-flux/pkg/apis/flux/v1alpha1"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/cli/garden"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/cli/printer"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/configuration/document"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/configuration/strict"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/rollout"
)

// Project contains the configuration and the rollout of a project.
type Project struct {
	config, stored *corev1.ConfigMap
	state          *rollout.State
}

// Progress returns the progress that the garden controller has written.
func (p *Project) Progress() (rollout.Progress, error) {
	r, err := ProgressIn(p.stored.Data)
	if err != nil {
		return r, fmt.Errorf("invalid ConfigMap %s/%s, which the garden controller writes again with the next change of the rollout: %w", p.stored.Namespace, p.stored.Name, err)
	}
	return r, nil
}

// ProgressIn returns the progress in the data of the ConfigMap flux-rollout. Members of the project can write the
// ConfigMap, so ProgressIn returns an error unless the progress has a target and each ring has a name.
func ProgressIn(data map[string]string) (rollout.Progress, error) {
	r, err := progressOf(data[rollout.KeyStatus])
	if err != nil {
		return rollout.Progress{}, fmt.Errorf("key %s of ConfigMap %s is damaged: %w", rollout.KeyStatus, fluxv1alpha1.RolloutConfigMapName, err)
	}
	return r, nil
}

func progressOf(text string) (rollout.Progress, error) {
	var r rollout.Progress
	value, invalid := strict.ReadValue([]byte(text))
	if invalid != nil {
		return r, errors.New("it " + invalid.Detail)
	}
	if content, is := value.(map[string]any); is {
		if err := strict.Convert(content, &r); err != nil {
			return r, errors.New("it has a value of the wrong type: " + printer.Truncate(printer.OneLine(err.Error()), longestError))
		}
	}
	if r.Target == "" || len(r.Rings) == 0 || slices.ContainsFunc(r.Rings, func(ring rollout.RingProgress) bool { return ring.Name == "" }) {
		return r, errors.New("it has no target, no rings, or a ring without a name")
	}
	return r, nil
}

// longestError limits the text of an error, because it may repeat a value of any length.
const longestError = 200

// Pending returns the requested operation that the garden controller has not completed, or an empty string.
func (p *Project) Pending() string { return p.config.Annotations[fluxv1alpha1.AnnotationRollout] }

var (
	errNoRollout  = errors.New("the project has no rollout")
	errNotStarted = errors.New("the garden controller has not started the rollout yet")
)

// Read reads the configuration and the rollout of the project. It returns an error if the project has no rollout.
func Read(ctx context.Context, from garden.Client, namespace string) (*Project, error) {
	p := &Project{config: &corev1.ConfigMap{}, stored: &corev1.ConfigMap{}}
	if err := get(ctx, from, namespace, fluxv1alpha1.ConfigMapName, p.config); err != nil {
		return nil, err
	}
	if !(&document.ConfigMap{Namespace: namespace, Data: p.config.Data, BinaryData: p.config.BinaryData}).MayHaveRollout() {
		return nil, fmt.Errorf("%w: ConfigMap %s/%s has no project.rollout in key %s, and all Shoots get a change at once", errNoRollout, namespace, fluxv1alpha1.ConfigMapName, fluxv1alpha1.KeyConfig)
	}
	if err := get(ctx, from, namespace, fluxv1alpha1.RolloutConfigMapName, p.stored); err != nil {
		if apierrors.IsNotFound(err) {
			return nil, fmt.Errorf("%w; if this lasts longer than a minute, ask the operator of Gardener whether it is running: %w", errNotStarted, err)
		}
		return nil, err
	}
	var err error
	if p.state, err = rollout.Decode(p.stored); err != nil {
		return nil, err
	}
	return p, nil
}

func get(ctx context.Context, from garden.Client, namespace, name string, configMap *corev1.ConfigMap) error {
	switch err := from.Get(ctx, types.NamespacedName{Namespace: namespace, Name: name}, configMap); {
	case apierrors.IsForbidden(err):
		return fmt.Errorf("you may not read ConfigMap %s in namespace %s, which requires the permission to get ConfigMaps: %w", name, namespace, err)
	case err != nil:
		return fmt.Errorf("failed to read ConfigMap %s/%s: %w", namespace, name, err)
	}
	return nil
}

// commandName is the command as the user enters it.
const commandName = printer.Program + " rollout"

// Operation is an operation on a rollout.
type Operation struct {
	// Name is the value of the annotation. Argument is the placeholder of the argument in the usage: RING or SHOOT. It is
	// empty if the operation applies to the whole rollout.
	Name, Argument string
	// Short describes the operation. Next describes its effect.
	Short, Next string

	example string
}

// Operations returns all operations on a rollout.
func Operations() []Operation {
	return []Operation{
		{Name: fluxv1alpha1.RolloutPause, Short: "Pauses the rollout until resume", example: "pause", Next: "No further Shoot gets a new revision until: " + commandName + " resume"},
		{Name: fluxv1alpha1.RolloutResume, Short: "Continues a paused rollout, and retries a rollout that was rolled back", example: "resume", Next: "The rollout continues. The deadline for failed Shoots is reset."},
		{Name: fluxv1alpha1.RolloutApprove, Argument: "RING", Short: "Starts a ring with the current change, or completes it despite failed or absent Shoots", example: "approve production", Next: "The ring starts when the previous ring has completed the current change, or the commit that the previous rings are proving; another commit needs another approval. A ring in phase Stopped, Holding or Empty completes its change."},
		{Name: fluxv1alpha1.RolloutRollback, Short: "Returns all Shoots to the previous revision of their ring", example: "rollback", Next: "All Shoots with the current revision get the previous one at once. A Flux version is not rolled back: nothing happens, and an Event reports this."},
		{Name: fluxv1alpha1.RolloutSkip, Argument: "SHOOT", Short: "Excludes a Shoot from the current change", example: "skip my-shoot", Next: "The Shoot does not count for the current change unless it is ready. It gets the change after its ring has completed."},
	}
}

// Request requests an operation in an annotation of flux-config and returns the value of the annotation. It fails if
// flux-config has changed since it was read. If the operation requires an argument, name is the name of the ring or
// Shoot.
func (p *Project) Request(ctx context.Context, project garden.Client, o Operation, name string) (string, error) {
	value := o.Name
	if o.Argument != "" {
		value += "=" + name
	}
	if before := p.Pending(); before != "" {
		return "", fmt.Errorf("%s was requested before and is not done yet; the garden controller does it within seconds. To withdraw it: kubectl -n %s annotate configmap %s %s-",
			before, p.config.Namespace, p.config.Name, fluxv1alpha1.AnnotationRollout)
	}
	if problem := rollout.CheckOperation(rollout.Shoots(), &p.state.Rollout, value); problem != "" {
		return "", fmt.Errorf("%s cannot be requested: it %s", value, problem)
	}
	if o.Name == fluxv1alpha1.RolloutSkip && !p.state.Knows(name) {
		return "", fmt.Errorf("the project has no Shoot %s that uses Flux; check the name with: kubectl -n %s get shoots", name, p.config.Namespace)
	}
	configMap := &corev1.ConfigMap{
		TypeMeta:   metav1.TypeMeta{Kind: "ConfigMap"},
		ObjectMeta: metav1.ObjectMeta{Namespace: p.config.Namespace, Name: p.config.Name, ResourceVersion: p.config.ResourceVersion},
	}
	if err := garden.Annotate(ctx, project, configMap, fluxv1alpha1.AnnotationRollout, value, metav1.PatchOptions{}); err != nil {
		return "", err
	}
	return value, nil
}
