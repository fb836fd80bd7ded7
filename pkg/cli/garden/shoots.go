// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package garden

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"
	"time"

	gardencorev1beta1 "github.com/gardener/gardener/pkg/apis/core/v1beta1"
	apierrors "k8s.io/apimachinery/pkg/api/errors"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/apimachinery/pkg/types"
	"k8s.io/client-go/tools/pager"
	"k8s.io/utils/ptr"

	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/apis/flux/hold"
	fluxv1alpha1 "github.com/shoot-flux/gardener-extension-shoot-flux/pkg/apis/flux/v1alpha1"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/report/fleet"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/text"
)

// KnownShoot contains the fields of a Shoot that the CLI uses.
type KnownShoot struct {
	namespace, name string
	uid             types.UID
	seed            string
	// HasExtension is true if the extension is enabled for the Shoot. deleting is true if Gardener deletes the Shoot.
	HasExtension, deleting bool
	// operation describes Gardener's last operation on the Shoot.
	operation string
	// Labels contains the labels of the Shoot.
	Labels map[string]string
	// hold is the request in the annotations of the Shoot not to get a change now; nil if there is none.
	hold *fluxv1alpha1.HoldRequest
}

// KnownShoots contains the Shoots of one project or all projects.
type KnownShoots struct {
	byName map[types.NamespacedName]*KnownShoot
	// Complete is true if no other Shoots exist. Otherwise, Problem contains the reason.
	Complete bool
	Problem  string
	// Forbidden is true if the user has no permission to list Shoots. In this case, byName is empty.
	Forbidden bool
}

// Get returns the Shoot with the given name, or nil if it is unknown.
func (k *KnownShoots) Get(namespace, name string) *KnownShoot {
	return k.byName[types.NamespacedName{Namespace: namespace, Name: name}]
}

// LabelsOf returns the labels of a Shoot. If the user has no permission to list Shoots, it returns the labels in the
// status. It returns false if the labels are unknown.
func (k *KnownShoots) LabelsOf(shown *Shoot) (map[string]string, bool) {
	if known := k.Get(shown.Namespace, shown.Name); known != nil {
		return known.Labels, true
	}
	return shown.Labels, k.Forbidden && shown.Labels != nil
}

func (k *KnownShoots) all() []*KnownShoot {
	return slices.SortedFunc(maps.Values(k.byName), func(a, b *KnownShoot) int {
		return cmp.Or(strings.Compare(a.namespace, b.namespace), strings.Compare(a.name, b.name))
	})
}

// unknown returns the entries that belong to no known Shoot. Their Shoots may be new.
func (k *KnownShoots) unknown(current Data) string {
	var names []string
	for namespace, statuses := range current {
		for name, value := range statuses {
			status, isOne := fleet.Decode(value)
			if shoot := k.Get(namespace, name); isOne && (shoot == nil || shoot.uid != status.UID) {
				names = append(names, namespace+"/"+name+"/"+string(status.UID))
			}
		}
	}
	slices.Sort(names)
	return strings.Join(names, "\n")
}

// shootsAge is how long Recent uses a list of Shoots before it lists them again. It is long because a list of Shoots is
// large.
const shootsAge = time.Minute

// Recent caches the last list of Shoots.
type Recent struct {
	Reader *FleetReader

	// Shoots is nil before the first list.
	Shoots *KnownShoots
	readAt time.Time
	// unknown contains the entries that belong to no Shoot of the last list.
	unknown string
}

// Refresh lists the Shoots again after shootsAge, or if the set of entries without a known Shoot has changed.
func (r *Recent) Refresh(ctx context.Context, current Data) error {
	if r.Shoots != nil && r.Reader.Clock.Since(r.readAt) < shootsAge && r.Shoots.unknown(current) == r.unknown {
		return nil
	}
	shoots, err := r.Reader.List(ctx)
	if err != nil {
		return err
	}
	r.Shoots, r.readAt, r.unknown = shoots, r.Reader.Clock.Now(), shoots.unknown(current)
	return nil
}

// noShoots is the error message for a cluster that does not serve Shoots.
const noShoots = "this cluster does not serve Shoots; check that the kubeconfig is for the garden"

// List lists the Shoots in pages, because they are large. If the user has no permission to list them or the request
// fails, it does not return an error but sets Problem, because most of the output does not depend on the Shoots.
func (r *FleetReader) List(ctx context.Context) (*KnownShoots, error) {
	known := &KnownShoots{byName: map[types.NamespacedName]*KnownShoot{}}
	err := EachShoot(ctx, r.Garden, r.Namespace, func(shoot *gardencorev1beta1.Shoot) {
		known.byName[types.NamespacedName{Namespace: shoot.Namespace, Name: shoot.Name}] = knownFrom(shoot)
	})
	switch {
	case ctx.Err() != nil:
		return nil, ctx.Err()
	case apierrors.IsForbidden(err):
		known.Forbidden, known.Problem = true, "you may not list Shoots: Shoots without a status are missing, and some may no longer exist"
	case notServed(err):
		known.Problem = noShoots
	case err != nil:
		known.Problem = fmt.Sprintf("failed to list the Shoots; Shoots without a status are missing: %s", text.OneLine(err.Error()))
	}
	if known.Problem != "" {
		known.byName = nil
	}
	known.Complete = known.Problem == ""
	return known, nil
}

// EachShoot calls see for each Shoot of a project, or of all projects.
func EachShoot(ctx context.Context, garden Client, namespace string, see func(*gardencorev1beta1.Shoot)) error {
	list := func(ctx context.Context, options metav1.ListOptions) (runtime.Object, error) {
		part := &gardencorev1beta1.ShootList{}
		return part, garden.List(ctx, namespace, part, options)
	}
	return pager.New(list).EachListItem(ctx, metav1.ListOptions{}, func(object runtime.Object) error {
		shoot, ok := object.(*gardencorev1beta1.Shoot)
		if !ok {
			return fmt.Errorf("expected a Shoot and got %T", object)
		}
		see(shoot)
		return nil
	})
}

// Get reads one Shoot. It returns nil if the Shoot does not exist.
func (r *FleetReader) Get(ctx context.Context, name string) (*KnownShoot, error) {
	shoot := &gardencorev1beta1.Shoot{}
	err := r.Garden.Get(ctx, types.NamespacedName{Namespace: r.Namespace, Name: name}, shoot)
	switch {
	case err == nil:
		return knownFrom(shoot), nil
	case notServed(err):
		return nil, fmt.Errorf("%s: %w", noShoots, err)
	case apierrors.IsNotFound(err):
		return nil, nil //nolint:nilnil // absence is not an error
	}
	return nil, fmt.Errorf("failed to read Shoot %s/%s: %w", r.Namespace, name, err)
}

// notServed reports whether the error means that the server does not serve the resource.
func notServed(err error) bool {
	status := apierrors.APIStatus(nil)
	if !errors.As(err, &status) || status.Status().Reason != metav1.StatusReasonNotFound {
		return false
	}
	return status.Status().Details == nil || status.Status().Details.Name == "" || apierrors.HasStatusCause(err, metav1.CauseTypeUnexpectedServerResponse)
}

func knownFrom(shoot *gardencorev1beta1.Shoot) *KnownShoot {
	return &KnownShoot{
		namespace: shoot.Namespace, name: shoot.Name, uid: shoot.UID, seed: ptr.Deref(shoot.Spec.SeedName, ""),
		deleting: shoot.DeletionTimestamp != nil, Labels: shoot.Labels, hold: hold.FromAnnotations(shoot.Annotations),
		HasExtension: slices.ContainsFunc(shoot.Spec.Extensions, func(extension gardencorev1beta1.Extension) bool {
			return extension.Type == fluxv1alpha1.ExtensionType && !ptr.Deref(extension.Disabled, false)
		}),
		operation: operationOf(shoot),
	}
}

func operationOf(shoot *gardencorev1beta1.Shoot) string {
	operation := shoot.Status.LastOperation
	switch {
	case shoot.Spec.SeedName == nil:
		return "Gardener has not assigned a seed to the Shoot yet"
	case operation == nil:
		return "Gardener has not started to create the Shoot yet"
	case operation.State == gardencorev1beta1.LastOperationStateSucceeded:
		return fmt.Sprintf("Gardener's last operation, %s, has succeeded; if the Shoot has not been reconciled since the extension was enabled, "+
			"it will be in its maintenance window, or with the annotation gardener.cloud/operation=reconcile", operation.Type)
	}
	return fmt.Sprintf("Gardener's operation %s is in state %s at %d %%: %s", operation.Type, operation.State, operation.Progress, operation.Description)
}

// withHold returns the status for display. It contains the later hold: the reported one or the one in the annotation. k
// may be nil.
func (k *KnownShoot) withHold(shown *Shoot) *Shoot {
	if k == nil || k.hold == nil {
		return shown
	}
	held := *shown
	held.Hold = hold.Later(shown.Hold, k.hold)
	return &held
}

// notReported returns the displayed status of a Shoot that has no reported status. ofAnother is true if an earlier
// Shoot with this name has a reported status.
func (k *KnownShoot) notReported(ofAnother bool) *Shoot {
	message := "no status yet. " + k.operation
	if ofAnother {
		message = "the reported status is of an earlier Shoot of this name. " + k.operation
	}
	return shownFrom(k.namespace, k.name, fluxv1alpha1.ShootStatus{UID: k.uid, Seed: k.seed, State: fluxv1alpha1.ShootNotReported, Message: message})
}
