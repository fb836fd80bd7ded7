// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package status

import (
	"cmp"
	"context"
	"fmt"
	"maps"
	"slices"
	"strings"

	corev1 "k8s.io/api/core/v1"
	apierrors "k8s.io/apimachinery/pkg/api/errors"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"sigs.k8s.io/controller-runtime/pkg/client"

	fluxv1alpha1 "github.com/shoot-flux/gardener-extension-shoot-flux/pkg/apis/flux/v1alpha1"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/fleet"
)

// shownShoot is what is shown of a Shoot, and the schema of the output for programs.
type shownShoot struct {
	Namespace string `json:"namespace"`
	Name      string `json:"name"`
	fluxv1alpha1.ShootStatus
	// ObservedAt replaces that of the status, which a Shoot that is not reported does not have.
	ObservedAt *metav1.Time `json:"observedAt,omitempty"`
}

// rank is the position of a Shoot's state in the output. A state of a newer extension comes after what has failed.
func (s *shownShoot) rank() int {
	states := fluxv1alpha1.ShootStates()
	known := slices.Index(states, s.State)
	switch {
	case known >= 0:
		return 2 * known
	case s.Ready:
		return 2 * len(states)
	}
	return 1
}

func compareShown(a, b *shownShoot) int {
	return cmp.Or(cmp.Compare(a.rank(), b.rank()), strings.Compare(a.Namespace, b.Namespace), strings.Compare(a.Name, b.Name))
}

// shownFleet is what is shown of one project, or of all.
type shownFleet struct {
	shoots []*shownShoot
	// notes are about what is not shown.
	notes []string
}

// fleetReader combines the entries of flux-status with the Shoots.
type fleetReader struct {
	garden    client.Reader
	namespace string
}

// show returns all Shoots with a status, and those that should have one.
func (r *fleetReader) show(current statusData, shoots *knownShoots) *shownFleet {
	shown := &shownFleet{}
	var gone, foreign []string
	for _, namespace := range slices.Sorted(maps.Keys(current)) {
		for _, name := range slices.Sorted(maps.Keys(current[namespace])) {
			shoot := shoots.get(namespace, name)
			status, isOne := fleet.Decode(current[namespace][name])
			switch {
			case !isOne:
				foreign = append(foreign, r.title(namespace, name))
			case shoots.complete && shoot == nil:
				gone = append(gone, r.title(namespace, name))
			case shoot == nil || shoot.uid == status.UID:
				shown.shoots = append(shown.shoots, shownFrom(namespace, name, status))
			}
		}
	}
	for _, shoot := range shoots.all() {
		status, isOne := fleet.Decode(current[shoot.namespace][shoot.name])
		if isOne && status.UID == shoot.uid || !shoot.enabled || shoot.deleting {
			continue
		}
		shown.shoots = append(shown.shoots, shoot.notReported(isOne))
	}
	slices.SortFunc(shown.shoots, compareShown)
	shown.note(shoots.problem, gone, foreign)
	return shown
}

func (f *shownFleet) note(problem string, gone, foreign []string) {
	if problem != "" {
		f.notes = append(f.notes, problem)
	}
	if len(gone) > 0 {
		f.notes = append(f.notes, fmt.Sprintf("omitted the entries of ConfigMap %s for Shoots that do not exist any more: %s. Their seeds or the garden controller remove them", fluxv1alpha1.StatusConfigMapName, firstNames(gone)))
	}
	if len(foreign) > 0 {
		f.notes = append(f.notes, fmt.Sprintf("omitted the entries of ConfigMap %s that are not the status of a Shoot: %s. The extension has not written them", fluxv1alpha1.StatusConfigMapName, firstNames(foreign)))
	}
}

func (r *fleetReader) title(namespace, name string) string {
	if r.namespace == metav1.NamespaceAll {
		return namespace + "/" + name
	}
	return name
}

// firstNames names the first few.
func firstNames(names []string) string {
	const few = 5
	if len(names) <= few+1 {
		return strings.Join(names, ", ")
	}
	return fmt.Sprintf("%s and %d more", strings.Join(names[:few], ", "), len(names)-few)
}

// shownFrom returns an entry of flux-status. Members of the project may have written it.
func shownFrom(namespace, name string, status fluxv1alpha1.ShootStatus) *shownShoot {
	const word, sentence = 128, 8192
	for _, text := range []*string{
		(*string)(&status.UID), &status.Seed, (*string)(&status.State), (*string)(&status.Cause), &status.Reason,
		&status.FluxVersion, &status.DeployKeyFingerprint, &status.DeployKeyRotation, (*string)(&status.DeployKeyPhase), &status.LastEventReason,
	} {
		*text = clean(*text, word)
	}
	for _, text := range []*string{&status.Message, &status.AppliedRevision, &status.AttemptedRevision} {
		*text = clean(*text, sentence)
	}
	status.Objects = cleanObjects(status.Objects)
	shown := &shownShoot{Namespace: namespace, Name: name, ShootStatus: status}
	if !status.ObservedAt.IsZero() {
		shown.ObservedAt = &status.ObservedAt
	}
	return shown
}

// explainNothing returns what to check if there is nothing to show. It is an error if the namespace cannot be that of a project.
func (r *fleetReader) explainNothing(ctx context.Context) (string, error) {
	if r.namespace == metav1.NamespaceAll {
		return "No project has a status of its Shoots, and no Shoot has the extension " + fluxv1alpha1.ExtensionType + " enabled.", nil
	}
	namespace := &metav1.PartialObjectMetadata{TypeMeta: metav1.TypeMeta{APIVersion: corev1.SchemeGroupVersion.String(), Kind: "Namespace"}}
	if err := r.garden.Get(ctx, client.ObjectKey{Name: r.namespace}, namespace); apierrors.IsNotFound(err) {
		return "", fmt.Errorf("there is no namespace %s; check that the kubeconfig is for the garden, and the namespace of the project: "+
			"kubectl get project <name> -o jsonpath='{.spec.namespace}'", r.namespace)
	}
	return fmt.Sprintf("No Shoot in namespace %s has a status: ConfigMap %s has no entry, and no Shoot that could be read has the extension enabled.\n"+
		"Check that it is the namespace of the project, and that a Shoot has type %s in spec.extensions.", r.namespace, fluxv1alpha1.StatusConfigMapName, fluxv1alpha1.ExtensionType), nil
}
