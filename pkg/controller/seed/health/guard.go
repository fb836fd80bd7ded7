// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package health

import (
	"bytes"
	"context"
	"fmt"
	"maps"
	"slices"

	kustomizev1 "github.com/fluxcd/kustomize-controller/api/v1"
	extensionscontroller "github.com/gardener/gardener/extensions/pkg/controller"
	gardencorev1beta1 "github.com/gardener/gardener/pkg/apis/core/v1beta1"
	extensionsv1alpha1 "github.com/gardener/gardener/pkg/apis/extensions/v1alpha1"
	corev1 "k8s.io/api/core/v1"
	apiequality "k8s.io/apimachinery/pkg/api/equality"
	apierrors "k8s.io/apimachinery/pkg/api/errors"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/runtime/schema"
	"sigs.k8s.io/controller-runtime/pkg/client"

	fluxv1alpha1 "github.com/shoot-flux/gardener-extension-shoot-flux/pkg/apis/flux/v1alpha1"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/garden"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/health"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/health/guard"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/health/observe"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/health/tree"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/kube"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/rollout"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/seed"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/seed/extensionstatus"
)

const (
	// historySecret is the name of the Secret in the namespace of the shoot's control plane with the objects that Flux has
	// applied, and historyKey its key. The Extension owns the Secret.
	historySecret = "extension-shoot-flux-applied"
	historyKey    = "history"
	// baselineKey is the key of the history of the operator's baseline.
	baselineKey = "baseline"
	// largestHistory is the maximum size of the compressed history, in bytes.
	largestHistory = 128 << 10
)

// storedHistory is a copy of the stored histories by key. It is unknown until the Secret was read.
type storedHistory struct {
	known, exists bool
	content       map[string][]byte
}

// historyChange is a new content of a stored history.
type historyChange struct {
	key     string
	content []byte
	// recorded is true if the content includes the objects of the last read.
	recorded bool
}

// comparison is the input of a comparison between the applied objects and those of the last passed target of the ring.
type comparison struct {
	// key is the key of the history.
	key string
	// passed is the target that the ring has passed, and goal the one that the shoot has.
	passed guard.Passed
	goal   guard.Goal
	// isFirst is true if nothing was applied before passed.
	isFirst bool
	// guard defines the protected kinds.
	guard *fluxv1alpha1.Guard
	// root is the Kustomization whose objects are compared.
	root        tree.ID
	inventories tree.Inventories
	// again reads the inventories another time.
	again func(context.Context, client.Reader) (tree.Inventories, error)
	// ready is true if the shoot is ready with the goal.
	ready bool
}

// removedObjects returns what Flux no longer applies in the shoot since its ring has last passed a change, and the
// history with the applied objects of a ready shoot. The summary is nil if no rollout guards the project. If the
// project or its rollout is not known yet, it is the earlier one, and the objects are read again soon.
//
// Before the garden controller has stored the rollout, shoots have the configuration without a revision. Their objects
// are recorded for the comparison with the first revision.
//
// The history must be written after the summary. If an operation has recorded another delivery during the health check,
// the write of the summary fails with a conflict, and writeHistory refuses the snapshot, which may have a wrong goal.
func (r *Reconciler) removedObjects(ctx context.Context, ex *extensionsv1alpha1.Extension, cluster *extensionscontroller.Cluster, sync observe.Sync, goal guard.Goal, objects objectsReport, verdicts []health.Verdict, before *fluxv1alpha1.RemovedObjects) (*fluxv1alpha1.RemovedObjects, *historyChange, error) {
	if cluster.Shoot == nil {
		return before, nil, nil
	}
	state, known, err := r.Projects.State(ctx, cluster.Shoot.Namespace)
	if err != nil {
		return nil, nil, err
	}
	// The Shoot has a revision of a rollout that is not in the cache yet.
	isUnknown := !known || state.Rollout == nil && goal.Revision != ""
	r.memory.Update(ex.Namespace, func(remembered shootMemory, found bool) (shootMemory, bool) {
		remembered.objects.unrecorded = isUnknown
		return remembered, found
	})
	if isUnknown {
		return before, nil, nil
	}
	configured, passed := guardedRollout(state), rollout.Target{}
	if configured == nil || configured.Guard.IsOff() {
		return nil, nil, nil
	}
	if state.Rollout != nil {
		passed = state.Rollout.PassedBy(rollout.IdentityOf(cluster.Shoot))
	}
	summary, history, err := r.compare(ctx, ex, comparison{
		key: historyKey, passed: guard.Passed{Goal: guard.GoalOf(passed.Revision, passed.Commit), Promotes: *configured.Source == fluxv1alpha1.RolloutSourcePromote}, goal: goal, guard: configured.Guard, root: tree.RootID(sync), inventories: objects.inventories, again: r.readInventories,
		ready: areTrue(verdicts) && seed.LastOperationSucceeded(ex) && health.IsTrue(ex.Status.Conditions, fluxv1alpha1.ConditionConfigured),
	})
	r.memory.Update(ex.Namespace, func(remembered shootMemory, found bool) (shootMemory, bool) {
		remembered.objects.early = history != nil && !history.recorded
		return remembered, found
	})
	if state.Rollout == nil {
		summary = nil
	}
	return summary, history, err
}

// guardedRollout returns the stored rollout of a project or, before the garden controller has stored it, the configured
// one; nil without one.
func guardedRollout(state garden.State) *fluxv1alpha1.Rollout {
	if state.Rollout != nil {
		return &state.Rollout.Rollout
	}
	return state.Configured
}

// hadNothing returns whether Flux had applied nothing in the shoot before the delivered revision, and the revision was
// not reported before. Later, a missing history is no sign that there was nothing.
func hadNothing(ex *extensionsv1alpha1.Extension, recorded extensionstatus.State, delivered deliveredConfiguration, before *fluxv1alpha1.ObservedShoot) bool {
	first := recorded.First
	return first.Revision != "" && first.Revision == delivered.Revision && first.Extension == ex.UID && (before == nil || before.Revision != first.Revision)
}

// mayKnow returns whether a stored history has a snapshot, or cannot be read.
func mayKnow(stored []byte) bool {
	known, err := guard.Decode(stored)
	return err != nil || len(known) > 0
}

// recordNothing stores that Flux had applied nothing in the shoot. It changes no history with a snapshot, and none that
// it cannot read. Health checks before the first revision was reported have stored one without a snapshot.
func (r *Reconciler) recordNothing(ctx context.Context, ex *extensionsv1alpha1.Extension) error {
	stored, err := r.readHistory(ctx, ex)
	if err != nil {
		return err
	}
	if mayKnow(stored.content[historyKey]) {
		return nil
	}
	content, _ := guard.History{{}}.Encode(largestHistory)
	return r.writeHistory(ctx, ex, &historyChange{key: historyKey, content: content})
}

// readInventories reads the inventories of all Kustomizations.
func (r *Reconciler) readInventories(ctx context.Context, shoot client.Reader) (tree.Inventories, error) {
	read, err := tree.Read(ctx, shoot, []schema.GroupVersionKind{kustomizev1.GroupVersion.WithKind(kustomizev1.KustomizationKind)}, r.Objects.Limit)
	return read.Inventories, err
}

// compare returns what Flux no longer applies, and the history with the applied objects of a ready shoot.
func (r *Reconciler) compare(ctx context.Context, ex *extensionsv1alpha1.Extension, c comparison) (*fluxv1alpha1.RemovedObjects, *historyChange, error) {
	applied, problem := c.inventories.Applied(c.root)
	if problem != "" && problem != tree.TooManyInventoried {
		return guard.Unknown(problem), nil, nil
	}
	stored, err := r.readHistory(ctx, ex)
	if err != nil {
		return nil, nil, err
	}
	// An unreadable history is like a missing one: the removed objects are unknown until the ring passes a change.
	history, _ := guard.Decode(stored.content[c.key])
	// Without a settled tree, the inventories may be of another goal: removed objects are reported, but nothing else is
	// known.
	isSettled := c.inventories.AreSettled(c.root)
	present := guard.Snapshot{Goal: c.goal, Objects: applied, Versions: c.inventories.Versions(), Identities: c.identities()}
	if c.ready = c.ready && isSettled; c.ready {
		present.Identities, isSettled = r.identify(ctx, ex.Namespace, c, present, history.At(c.goal).Identities)
		c.ready = isSettled
	}
	isNew := len(history) == 0
	history, base, isKnown := history.Since(c.passed, c.goal, c.ready)
	isKnown = isKnown || c.isFirst && isNew
	if problem != "" {
		return guard.Unknown(problem), unrecorded(c.key, history), nil
	}
	summary := guard.Unknown("the objects from before the change are not recorded")
	if isKnown {
		if summary, err = r.summarize(ctx, ex.Namespace, base, present, c.guard.Protect); err != nil {
			summary = guard.Unknown(fmt.Sprintf("failed to look up removed objects in the shoot: %v", err))
		} else if !isSettled {
			summary.Unknown = fluxv1alpha1.RemovedUnsettled
		}
	}
	// Objects from before the first revision of a rollout need no comparison.
	present.Gap = !isKnown && !(isNew && c.goal.Revision == "")
	next := history.WithApplied(present)
	if c.ready {
		next = history.With(present)
	}
	content, fits := next.Encode(largestHistory)
	if !fits {
		content, fits = next.WithoutIdentities().Encode(largestHistory)
	}
	if !fits {
		return guard.Unknown(tree.TooManyInventoried), unrecorded(c.key, history), nil
	}
	return summary, &historyChange{key: c.key, content: content, recorded: c.ready}, nil
}

// unrecorded returns a change of the history for a shoot with more objects than the history has room for. The ring may
// pass its goal, and the next commit may remove objects that no snapshot contains. The change counts as recorded,
// because another read would not find fewer objects.
func unrecorded(key string, history guard.History) *historyChange {
	content, fits := history.WithUnrecorded().Encode(largestHistory)
	if !fits {
		content, _ = guard.History{}.WithUnrecorded().Encode(largestHistory)
	}
	return &historyChange{key: key, content: content, recorded: true}
}

// areTrue reports whether all verdicts are True.
func areTrue(verdicts []health.Verdict) bool {
	return !slices.ContainsFunc(verdicts, func(v health.Verdict) bool { return v.Status != gardencorev1beta1.ConditionTrue })
}

// readHistory returns the stored history of a shoot. After the first read, it returns a copy from memory.
func (r *Reconciler) readHistory(ctx context.Context, ex *extensionsv1alpha1.Extension) (storedHistory, error) {
	if remembered, _ := r.memory.Load(ex.Namespace); remembered.history.known {
		return remembered.history, nil
	}
	secret := &corev1.Secret{}
	err := r.Live.Get(ctx, client.ObjectKey{Namespace: ex.Namespace, Name: historySecret}, secret)
	if client.IgnoreNotFound(err) != nil {
		return storedHistory{}, fmt.Errorf("failed to read the applied objects: %w", err)
	}
	stored := storedHistory{known: true, exists: err == nil, content: secret.Data}
	r.remember(ex.Namespace, stored)
	return stored, nil
}

// writeHistory stores a changed history; nil changes nothing. It stores nothing if another delivery was recorded since
// the start of the health check: an operation records a delivery before it changes anything in the shoot.
func (r *Reconciler) writeHistory(ctx context.Context, ex *extensionsv1alpha1.Extension, change *historyChange) error {
	if change == nil {
		return nil
	}
	stored, err := r.readHistory(ctx, ex)
	if err != nil || stored.exists && bytes.Equal(stored.content[change.key], change.content) {
		return err
	}
	current := &extensionsv1alpha1.Extension{}
	if err := r.Live.Get(ctx, client.ObjectKeyFromObject(ex), current); err != nil {
		return client.IgnoreNotFound(err)
	}
	if current.UID != ex.UID || !apiequality.Semantic.DeepEqual(current.Status.State, ex.Status.State) {
		return nil
	}
	secret := &corev1.Secret{ObjectMeta: metav1.ObjectMeta{
		Namespace: ex.Namespace, Name: historySecret, OwnerReferences: []metav1.OwnerReference{*metav1.NewControllerRef(ex, extensionsv1alpha1.SchemeGroupVersion.WithKind(extensionsv1alpha1.ExtensionResource))},
	}, Type: corev1.SecretTypeOpaque, Data: map[string][]byte{change.key: change.content}}
	secret.OwnerReferences[0].BlockOwnerDeletion = nil // This needs the permission to update the Extension's finalizers.
	if stored.exists {
		err = r.Seed.Patch(ctx, secret, kube.MergePatch{"metadata": map[string]any{"ownerReferences": secret.OwnerReferences}, "data": secret.Data})
	} else {
		err = r.Seed.Create(ctx, secret)
	}
	if apierrors.IsAlreadyExists(err) || apierrors.IsNotFound(err) {
		r.remember(ex.Namespace, storedHistory{}) // The next health check reads the Secret again.
		r.recordAgain(ex.Namespace)
		return nil
	}
	if err != nil {
		r.recordAgain(ex.Namespace)
		return fmt.Errorf("failed to store the applied objects: %w", err)
	}
	content := maps.Clone(stored.content)
	if content == nil {
		content = map[string][]byte{}
	}
	content[change.key] = change.content
	r.remember(ex.Namespace, storedHistory{known: true, exists: true, content: content})
	return nil
}

// recordAgain has the objects read again soon, because the record of the last read was not stored.
func (r *Reconciler) recordAgain(namespace string) {
	r.memory.Update(namespace, func(remembered shootMemory, found bool) (shootMemory, bool) {
		remembered.objects.unrecorded, remembered.objects.early = true, true
		return remembered, found
	})
}

func (r *Reconciler) remember(namespace string, history storedHistory) {
	remembered, _ := r.memory.Load(namespace)
	remembered.history = history
	r.memory.Store(namespace, remembered)
}
