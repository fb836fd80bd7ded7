// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package health

import (
	"context"
	"maps"
	"slices"

	"k8s.io/apimachinery/pkg/runtime/schema"
	"sigs.k8s.io/controller-runtime/pkg/client"

	fluxv1alpha1 "github.com/shoot-flux/gardener-extension-shoot-flux/pkg/apis/flux/v1alpha1"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/health/guard"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/health/observe"
)

const (
	// mostLookedUp is the maximum number of objects that are looked up in the shoot. Further removed objects count as
	// removed, and whether further moved objects were deleted is unknown.
	mostLookedUp = 50
	// mostUIDs limits the protected objects with a recorded UID. mostUIDKinds limits their kinds.
	mostUIDs     = 500
	mostUIDKinds = 10
)

// identities returns the Kustomizations of the applied protected objects. Their UIDs are unknown.
func (c comparison) identities() guard.Identities {
	by := c.inventories.AppliedBy(c.root, func(entry string) bool {
		id, valid := guard.ParseID(entry)
		return valid && slices.Contains(c.guard.Protect, id.Kind) && id.HasAddress()
	})
	identities := make(guard.Identities, len(by))
	for entry, kustomizations := range by {
		identities[entry] = guard.Identity{By: kustomizations}
	}
	return identities
}

// identify returns the identities of the applied protected objects of a ready shoot, with their UIDs. Identities that
// differ from the recorded ones are returned only if Flux has begun nothing since the inventories were read: the UID of
// an object that the next commit has recreated must not be recorded for this one. Otherwise, isSettled is false. UIDs
// that cannot be read stay as recorded.
func (r *Reconciler) identify(ctx context.Context, namespace string, c comparison, present guard.Snapshot, recorded guard.Identities) (identities guard.Identities, isSettled bool) {
	uids := recorded.UIDs()
	err := r.Shoots.Ask(ctx, namespace, func(ctx context.Context, shoot client.Reader) error {
		return readUIDs(ctx, shoot, present, uids)
	})
	identities = present.Identities.WithUIDs(uids)
	if err == nil && identities.Equal(recorded) {
		return identities, true
	}
	err = r.Shoots.Ask(ctx, namespace, func(ctx context.Context, shoot client.Reader) error {
		later, err := c.again(ctx, shoot)
		isSettled = err == nil && c.inventories.IsUnchanged(c.root, later)
		return err
	})
	return identities, err == nil && isSettled
}

// readUIDs replaces the UIDs of the protected objects of a snapshot, with a few requests for each kind. It leaves the
// UIDs of a kind that cannot be read.
func readUIDs(ctx context.Context, shoot client.Reader, present guard.Snapshot, uids map[string]string) error {
	kinds := map[schema.GroupVersionKind]map[client.ObjectKey]string{}
	for _, entry := range slices.Sorted(maps.Keys(present.Identities))[:min(len(present.Identities), mostUIDs)] {
		id, _ := guard.ParseID(entry)
		kind := kindOf(id, present)
		if kinds[kind] == nil && len(kinds) < mostUIDKinds && kind.Version != "" {
			kinds[kind] = map[client.ObjectKey]string{}
		}
		if kinds[kind] != nil {
			kinds[kind][client.ObjectKey{Namespace: id.Namespace, Name: id.Name}] = entry
		}
	}
	var failed error
	for kind, names := range kinds {
		read, err := observe.ReadUIDs(ctx, shoot, kind, names)
		if err != nil {
			failed = err
			continue
		}
		for _, entry := range names {
			delete(uids, entry)
		}
		maps.Copy(uids, read)
	}
	return failed
}

func kindOf(id guard.ID, of guard.Snapshot) schema.GroupVersionKind {
	return schema.GroupVersionKind{Group: id.Group, Version: of.Versions[id.Group+"_"+id.Kind], Kind: id.Kind}
}

// summarize returns the summary of the objects in the snapshot that Flux no longer applies and that do not exist in the
// shoot, and of the protected ones that it deleted and created again because they moved. Without a snapshot, it counts
// the applied objects.
func (r *Reconciler) summarize(ctx context.Context, namespace string, base, present guard.Snapshot, protected []string) (*fluxv1alpha1.RemovedObjects, error) {
	if base.Goal == (guard.Goal{}) {
		base.Objects = present.Objects
	}
	var losses guard.Losses
	unread := map[string]bool{}
	for _, entry := range base.Moved(present) {
		if was, is := base.Identities[entry], present.Identities[entry]; was.UID == "" || is.UID != "" {
			losses.Compare(entry, was, is.UID)
		} else {
			unread[entry] = true
		}
	}
	candidates := guard.InOrder(slices.Concat(slices.Sorted(maps.Keys(unread)), base.Removed(present.Objects)), protected)
	looked := min(len(candidates), mostLookedUp)
	for _, entry := range candidates[looked:] {
		if unread[entry] {
			losses.Unknown = append(losses.Unknown, entry)
		} else {
			losses.Gone = append(losses.Gone, entry)
		}
	}
	if looked == 0 {
		return guard.Summarize(base, losses, protected), nil
	}
	found := losses
	err := r.Shoots.Ask(ctx, namespace, func(ctx context.Context, shoot client.Reader) error {
		found = losses
		for _, entry := range candidates[:looked] {
			id, valid := guard.ParseID(entry)
			kind := kindOf(id, base)
			if !valid || !id.HasAddress() || kind.Version == "" {
				found.Gone = append(found.Gone, entry)
				continue
			}
			uid, exists, err := observe.UIDOf(ctx, shoot, kind, client.ObjectKey{Namespace: id.Namespace, Name: id.Name})
			switch {
			case err != nil:
				return err
			case !exists:
				found.Gone = append(found.Gone, entry)
			case slices.Contains(protected, id.Kind):
				found.Compare(entry, base.Identities[entry], uid)
			}
		}
		return nil
	})
	return guard.Summarize(base, found, protected), err
}
