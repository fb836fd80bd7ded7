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
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/cli/printer"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/fleet"
)

// stateNotReported is that of a Shoot that asks for the extension and of which no status yet. It stands in no ConfigMap.
const stateNotReported fluxv1alpha1.ShootState = "NotReported"

// shownStates are all states in the order in which they are shown.
func shownStates() []fluxv1alpha1.ShootState {
	states := fluxv1alpha1.ShootStates()
	return slices.Insert(states, slices.Index(states, fluxv1alpha1.ShootProgressing)+1, stateNotReported)
}

// shownShoot is what is shown of a Shoot, and the schema of the output for programs.
type shownShoot struct {
	Namespace string `json:"namespace"`
	Name      string `json:"name"`
	fluxv1alpha1.ShootStatus
	// ObservedAt takes the place of that of the status, because there is none of a Shoot of which nothing is told.
	ObservedAt *metav1.Time `json:"observedAt,omitempty"`
}

// rank says where among the states a Shoot is shown. A state that a newer extension may tell comes after what has failed.
func (s *shownShoot) rank() int {
	states := shownStates()
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

// fleetReader puts together what projects are told, and what the Shoots say themselves.
type fleetReader struct {
	garden    client.Reader
	namespace string
}

// show returns all Shoots of which something is told, and those of which something should be.
func (r *fleetReader) show(stands told, shoots *knownShoots) *shownFleet {
	shown := &shownFleet{}
	var gone, foreign []string
	for _, namespace := range slices.Sorted(maps.Keys(stands)) {
		for _, name := range slices.Sorted(maps.Keys(stands[namespace])) {
			shoot := shoots.get(namespace, name)
			status, isOne := fleet.Decode(stands[namespace][name])
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
		status, isOne := fleet.Decode(stands[shoot.namespace][shoot.name])
		if isOne && status.UID == shoot.uid || !shoot.asks || shoot.deleting {
			continue
		}
		shown.shoots = append(shown.shoots, shoot.notReported(isOne))
	}
	slices.SortFunc(shown.shoots, compareShown)
	shown.note(shoots.trouble, gone, foreign)
	return shown
}

func (f *shownFleet) note(trouble string, gone, foreign []string) {
	if trouble != "" {
		f.notes = append(f.notes, trouble)
	}
	if len(gone) > 0 {
		f.notes = append(f.notes, fmt.Sprintf("omitted the entries of ConfigMap %s for Shoots that do not exist any more: %s. Their seeds remove them", fluxv1alpha1.StatusConfigMapName, some(gone)))
	}
	if len(foreign) > 0 {
		f.notes = append(f.notes, fmt.Sprintf("omitted the entries of ConfigMap %s that are not the status of a Shoot: %s. The extension has not written them", fluxv1alpha1.StatusConfigMapName, some(foreign)))
	}
}

func (r *fleetReader) title(namespace, name string) string {
	if r.namespace == metav1.NamespaceAll {
		return namespace + "/" + name
	}
	return name
}

// some names the first few.
func some(names []string) string {
	const few = 5
	if len(names) <= few+1 {
		return strings.Join(names, ", ")
	}
	return fmt.Sprintf("%s and %d more", strings.Join(names[:few], ", "), len(names)-few)
}

// shownFrom takes over what the project is told. Its members may have written it.
func shownFrom(namespace, name string, status fluxv1alpha1.ShootStatus) *shownShoot {
	const word, sentence = 128, 8192
	clean := func(text string, length int) string { return printer.Truncate(printer.OneLine(text), length) }
	for _, text := range []*string{
		(*string)(&status.UID), &status.Seed, (*string)(&status.State), (*string)(&status.Cause), &status.Reason,
		&status.FluxVersion, &status.DeployKeyFingerprint, (*string)(&status.DeployKeyPhase),
	} {
		*text = clean(*text, word)
	}
	for _, text := range []*string{&status.Message, &status.AppliedRevision, &status.AttemptedRevision} {
		*text = clean(*text, sentence)
	}
	shown := &shownShoot{Namespace: namespace, Name: name, ShootStatus: status}
	if !status.ObservedAt.IsZero() {
		shown.ObservedAt = &status.ObservedAt
	}
	return shown
}

// explainNothing says what to look at where there is nothing to show. It is an error if the namespace cannot be that of a project.
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
