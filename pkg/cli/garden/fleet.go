// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package garden

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"reflect"
	"slices"
	"strings"

	corev1 "k8s.io/api/core/v1"
	apierrors "k8s.io/apimachinery/pkg/api/errors"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/types"
	"k8s.io/utils/clock"

	fluxv1alpha1 "github.com/shoot-flux/gardener-extension-shoot-flux/pkg/apis/flux/v1alpha1"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/report/fleet"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/text"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/text/ordered"
)

// Shoot is the displayed status of a Shoot. It defines the schema of the output as JSON and YAML.
type Shoot struct {
	Namespace string `json:"namespace"`
	Name      string `json:"name"`
	fluxv1alpha1.ShootStatus
	// ObservedAt replaces the field of ShootStatus, so that the output omits it for a Shoot without a reported status.
	ObservedAt *metav1.Time `json:"observedAt,omitempty"`
	// Old explains why the status may be outdated. It is empty if it was confirmed recently.
	Old string `json:"old,omitempty"`
}

// rank returns the sort order of the state. Unknown states, which a newer extension may report, follow failures unless
// the Shoot is ready.
func (s *Shoot) rank() int {
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

func compare(a, b *Shoot) int {
	return cmp.Or(cmp.Compare(a.rank(), b.rank()), strings.Compare(a.Namespace, b.Namespace), strings.Compare(a.Name, b.Name))
}

// Fleet contains the displayed status of all Shoots in one project or all projects.
type Fleet struct {
	Shoots []*Shoot
	// Notes describes omitted entries.
	Notes []string
}

// FleetReader combines the entries of flux-status with the Shoots.
type FleetReader struct {
	Garden Client
	Clock  clock.PassiveClock
	// Namespace is the namespace of the project. It is empty for all projects.
	Namespace string

	// Configurations identifies the present configuration of each project. It is nil if the configurations are unknown.
	Configurations map[string]string
	// read caches the decoded entries of the last call of Show, because most entries do not change between two calls.
	read map[types.NamespacedName]*readEntry
}

// readEntry is a decoded entry of flux-status.
type readEntry struct {
	text string
	// uid is the UID of the reported Shoot.
	uid types.UID
	// shown is the displayed status. It is nil if the entry is invalid.
	shown *Shoot
}

// Show returns the status of all Shoots that have an entry or should have one.
func (r *FleetReader) Show(current Data, shoots *KnownShoots) *Fleet {
	r.readEntries(current)
	shown := &Fleet{}
	var gone, foreign []string
	for namespace, entries := range ordered.Map(current) {
		for name := range ordered.Map(entries) {
			shoot, entry := shoots.Get(namespace, name), r.read[types.NamespacedName{Namespace: namespace, Name: name}]
			switch {
			case entry.shown == nil:
				foreign = append(foreign, r.title(namespace, name))
			case shoots.Complete && shoot == nil:
				gone = append(gone, r.title(namespace, name))
			case shoot == nil || shoot.uid == entry.uid:
				shown.Shoots = append(shown.Shoots, r.present(shoot.withHold(entry.shown)))
			}
		}
	}
	for _, shoot := range shoots.all() {
		entry := r.read[types.NamespacedName{Namespace: shoot.namespace, Name: shoot.name}]
		isOne := entry != nil && entry.shown != nil
		if isOne && entry.uid == shoot.uid || !shoot.HasExtension || shoot.deleting {
			continue
		}
		shown.Shoots = append(shown.Shoots, shoot.notReported(isOne))
	}
	slices.SortFunc(shown.Shoots, compare)
	shown.note(shoots.Problem, gone, foreign)
	return shown
}

// readEntries decodes the entries that have changed since the last call.
func (r *FleetReader) readEntries(current Data) {
	next := make(map[types.NamespacedName]*readEntry, len(r.read))
	for namespace, entries := range current {
		for name, content := range entries {
			key := types.NamespacedName{Namespace: namespace, Name: name}
			entry := r.read[key]
			if entry == nil || entry.text != content {
				entry = &readEntry{text: content}
				if status, isOne := fleet.Decode(content); isOne {
					entry.uid, entry.shown = status.UID, shownFrom(namespace, name, status)
				}
			}
			next[key] = entry
		}
	}
	r.read = next
}

func (f *Fleet) note(problem string, gone, foreign []string) {
	if problem != "" {
		f.Notes = append(f.Notes, problem)
	}
	if len(gone) > 0 {
		f.Notes = append(f.Notes, fmt.Sprintf("omitted the entries of ConfigMap %s for Shoots that do not exist any more: %s. Their seeds or the garden controller remove them", fluxv1alpha1.StatusConfigMapName, text.List(gone, 5)))
	}
	if len(foreign) > 0 {
		f.Notes = append(f.Notes, fmt.Sprintf("omitted the entries of ConfigMap %s that are not the status of a Shoot: %s. The extension has not written them", fluxv1alpha1.StatusConfigMapName, text.List(foreign, 5)))
	}
}

func (r *FleetReader) title(namespace, name string) string {
	if r.Namespace == metav1.NamespaceAll {
		return namespace + "/" + name
	}
	return name
}

// shownFrom returns the displayed status for an entry in flux-status. It cleans all texts, because members of the
// project can write them.
func shownFrom(namespace, name string, status fluxv1alpha1.ShootStatus) *Shoot {
	clean(reflect.ValueOf(&status), longestName)
	status.Labels = validLabels(status.Labels)
	shown := &Shoot{Namespace: namespace, Name: name, ShootStatus: status}
	if !status.ObservedAt.IsZero() {
		shown.ObservedAt = &status.ObservedAt
	}
	return shown
}

// ExplainNothing returns a suggested check for an empty result. It returns an error if the namespace does not exist.
func (r *FleetReader) ExplainNothing(ctx context.Context) (string, error) {
	if r.Namespace == metav1.NamespaceAll {
		return "No project has a status of its Shoots, and no Shoot has the extension " + fluxv1alpha1.ExtensionType + " enabled.", nil
	}
	namespace := &metav1.PartialObjectMetadata{TypeMeta: metav1.TypeMeta{APIVersion: corev1.SchemeGroupVersion.String(), Kind: "Namespace"}}
	if err := r.Garden.Get(ctx, types.NamespacedName{Name: r.Namespace}, namespace); apierrors.IsNotFound(err) {
		return "", fmt.Errorf("there is no namespace %s; check that the kubeconfig is for the garden, and the namespace of the project: "+
			"kubectl get project <name> -o jsonpath='{.spec.namespace}'", r.Namespace)
	}
	return fmt.Sprintf("No Shoot in namespace %s has a status: ConfigMap %s has no entry, and no Shoot that could be read has the extension enabled.\n"+
		"Check that it is the namespace of the project, and that a Shoot has type %s in spec.extensions.", r.Namespace, fluxv1alpha1.StatusConfigMapName, fluxv1alpha1.ExtensionType), nil
}

// ErrNoShoot means that the Shoot does not exist.
var ErrNoShoot = errors.New("there is no such Shoot")

// Chosen returns the displayed status of one Shoot from its entry in flux-status. shoot must be nil if the Shoot does
// not exist.
func (r *FleetReader) Chosen(name, entry string, shoot *KnownShoot) *Shoot {
	status, found := fleet.Decode(entry)
	switch {
	case shoot == nil:
		return r.NotReported(name, ErrNoShoot.Error())
	case found && status.UID == shoot.uid:
		return r.present(shoot.withHold(shownFrom(r.Namespace, name, status)))
	case !shoot.HasExtension:
		return r.NotReported(name, "the extension is not enabled for the Shoot: type "+fluxv1alpha1.ExtensionType+" is not in its spec.extensions, or disabled")
	}
	return shoot.notReported(found)
}

// Unchecked returns the displayed status of a Shoot that the user has no permission to read.
func (r *FleetReader) Unchecked(name, entry string) *Shoot {
	status, found := fleet.Decode(entry)
	if !found {
		return r.NotReported(name, "no status yet")
	}
	return r.present(shownFrom(r.Namespace, name, status))
}

// NotReported returns the displayed status of a Shoot that has no reported status.
func (r *FleetReader) NotReported(name, message string) *Shoot {
	return &Shoot{Namespace: r.Namespace, Name: name, ShootStatus: fluxv1alpha1.ShootStatus{State: fluxv1alpha1.ShootNotReported, Message: message}}
}

// UncheckedError returns the error to display for a Shoot that the user has no permission to read.
func UncheckedError(err error) error {
	return fmt.Errorf("cannot check whether the reported status is of an earlier Shoot of the same name: %w", err)
}
