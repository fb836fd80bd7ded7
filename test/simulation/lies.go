// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package simulation

import (
	"cmp"
	"maps"
	"slices"
	"strings"
	"time"

	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"k8s.io/apimachinery/pkg/types"
	"k8s.io/apimachinery/pkg/watch"
)

// lie is a way in which the objects of Flux in a shoot do not show what Flux has done. Each is possible with the real
// controllers.
type lie string

// Kinds of lies.
const (
	// asleep controllers handle nothing: objects with a new generation are Ready=True of the former one.
	lieAsleep lie = "asleep"
	// behind is a kustomize-controller that handles nothing, while source-controller stores newer artifacts.
	lieBehind lie = "behind"
	// child is a Kustomization below the root that is not handled, while the root becomes ready.
	lieChild lie = "child"
	// half is a controller that ends after it has written the conditions, and before it writes the rest of the status.
	lieHalf lie = "half"
	// flip is a root Kustomization whose condition Ready changes every few seconds.
	lieFlip lie = "flip"
	// unhandled requests for a reconciliation are executed, but lastHandledReconcileAt does not show it.
	lieUnhandled lie = "unhandled"
	// restored is a cluster whose etcd was restored from a backup: all objects are those of that time.
	lieRestored lie = "restored"
)

func lies() []string {
	return []string{string(lieAsleep), string(lieBehind), string(lieChild), string(lieHalf), string(lieFlip), string(lieUnhandled), string(lieRestored)}
}

// lieState is the present lie of a shoot.
type lieState struct {
	kind  lie
	until time.Time
	// halves are the objects of which only the conditions are written. The controller does not handle them meanwhile.
	halves map[string]bool
	// backups are the objects of the cluster, the oldest first.
	backups []backup
	// returns is when the API server answers again after its etcd was restored, and applies is when
	// gardener-resource-manager then compares all objects.
	returns, applies time.Time
}

// backup contains the objects of a cluster at a time.
type backup struct {
	at      time.Time
	done    done
	objects map[string]map[types.NamespacedName]*version
}

const (
	backupPeriod = 5 * time.Minute
	mostBackups  = 12
)

// tell begins a lie, such as "behind 10m". With restored, the time is the age of the backup.
func (s *shoot) tell(with string) {
	kind, lasts, _ := strings.Cut(with, " ")
	if lie(kind) == lieRestored {
		s.restore(durationOf(lasts))
		return
	}
	s.lie.kind, s.lie.until, s.lie.halves = lie(kind), time.Now().Add(durationOf(lasts)), map[string]bool{}
	s.flux.seen = 0
}

// tells returns whether a lie is told now.
func (s *shoot) tells(kind lie) bool { return s.lie.kind == kind && time.Now().Before(s.lie.until) }

// isUnhandled returns whether the controller of an object of Flux does not handle it now.
func (s *shoot) isUnhandled(o *unstructured.Unstructured) bool {
	isKustomization := o.GetKind() == "Kustomization"
	return s.tells(lieAsleep) || s.tells(lieBehind) && isKustomization || s.tells(lieChild) && isKustomization && text(o, "spec", "path") == childPath ||
		s.tells(lieHalf) && s.lie.halves[idOf(o)]
}

// shown returns what a controller writes of the status of an object that it has handled.
func (s *shoot) shown(o *unstructured.Unstructured, status object) object {
	before, _ := o.Object["status"].(object)
	switch {
	case s.tells(lieHalf):
		s.lie.halves[idOf(o)] = true
		half := copyOf(before)
		half["conditions"] = status["conditions"]
		return half
	case s.tells(lieUnhandled):
		if delete(status, "lastHandledReconcileAt"); before["lastHandledReconcileAt"] != nil {
			status["lastHandledReconcileAt"] = before["lastHandledReconcileAt"]
		}
	}
	return status
}

// continueLies continues what is not part of a reconciliation of Flux.
func (s *shoot) continueLies() {
	if last := len(s.lie.backups) - 1; last < 0 || time.Since(s.lie.backups[last].at) >= backupPeriod {
		taken := s.api.backup()
		taken.done = s.deeds.backup()
		s.lie.backups = append(s.lie.backups, taken)
		s.lie.backups = s.lie.backups[max(0, len(s.lie.backups)-mostBackups):]
	}
	if s.lie.kind != "" && !time.Now().Before(s.lie.until) {
		if s.lie.kind == lieHalf || s.lie.kind == lieAsleep {
			s.flux = s.flux.restarted()
		}
		s.lie.kind, s.flux.seen = "", 0
	}
	if s.tells(lieFlip) {
		s.flip()
	}
}

// restarted returns the memory of controllers that have started again.
func (f fluxState) restarted() fluxState {
	again := newFluxState()
	again.outage = f.outage
	return again
}

// flip lets the root Kustomization be tried again, and ready again, without a change.
func (s *shoot) flip() {
	r := s.api.of(kustomizeGroup, "kustomizations")
	key := types.NamespacedName{Namespace: "flux-system", Name: "flux-system"}
	if r == nil || s.flux.running[key] != nil {
		return
	}
	found, err := s.api.get(r, key)
	if err != nil {
		return
	}
	status, _ := found.object.Object["status"].(object)
	applied, _ := status["lastAppliedRevision"].(string)
	if status = copyOf(status); applied == "" || status["observedGeneration"] != found.object.GetGeneration() {
		return
	}
	const message = "failed to download archive: GET http://source-controller.flux-system.svc.cluster.local.: dial tcp: connection refused"
	now := condition{"Ready", "False", "ArtifactFailed", message}
	if conditions, _ := status["conditions"].([]any); len(conditions) > 0 && conditions[0].(object)["status"] == "False" { //nolint:forcetypeassert // it is a list of conditions
		now = condition{"Ready", "True", "ReconciliationSucceeded", "Applied revision: " + applied}
	}
	setConditions(status, found.object.GetGeneration(), now)
	s.setStatus(r, key, status)
}

// backup returns the present objects, which are never changed.
func (s *store) backup() backup {
	s.mutex.Lock()
	defer s.mutex.Unlock()
	taken := backup{at: time.Now(), objects: map[string]map[types.NamespacedName]*version{}}
	for name, r := range s.resources {
		taken.objects[name] = maps.Clone(r.objects)
	}
	return taken
}

// restore lets the API server be down for two minutes, and then have the objects of the latest backup of an age.
func (s *shoot) restore(age time.Duration) {
	kept := slices.DeleteFunc(slices.Clone(s.lie.backups), func(b backup) bool { return time.Since(b.at) < age })
	if len(kept) == 0 || s.api.isDown() {
		return
	}
	s.api.setDown(true)
	from := kept[len(kept)-1]
	s.deeds.restore(from.done)
	s.api.restore(from)
	s.lie.backups, s.lie.returns = kept, time.Now().Add(2*time.Minute)
}

// restore replaces all objects. Those who watch have to list again.
func (s *store) restore(from backup) {
	s.mutex.Lock()
	defer s.mutex.Unlock()
	for _, name := range slices.Sorted(maps.Keys(s.resources)) {
		r := s.resources[name]
		present := r.objects
		r.objects, r.sorted = maps.Clone(from.objects[name]), nil
		if r.objects == nil {
			r.objects = map[types.NamespacedName]*version{}
		}
		s.number++
		r.changes, r.dropped = nil, s.number
		close(r.changed)
		r.changed = make(chan struct{})
		for _, key := range slices.SortedFunc(maps.Keys(present), compareKeys) {
			if r.objects[key] == nil {
				s.observed(r.kind, change{watch.Deleted, present[key], time.Now(), nil})
			}
		}
		for _, key := range slices.SortedFunc(maps.Keys(r.objects), compareKeys) {
			if r.objects[key] != present[key] {
				s.observed(r.kind, change{watch.Modified, r.objects[key], time.Now(), nil})
			}
		}
	}
}

func compareKeys(a, b types.NamespacedName) int {
	return cmp.Or(strings.Compare(a.Namespace, b.Namespace), strings.Compare(a.Name, b.Name))
}

// resourceManagerPeriod is the time between two comparisons of all objects by gardener-resource-manager in a shoot.
const resourceManagerPeriod = time.Hour

// continueRestore lets the API server answer again after its etcd was restored. Flux lists all objects anew, and
// gardener-resource-manager compares them within its period.
func (s *shoot) continueRestore(isHibernated bool) {
	if !s.lie.returns.IsZero() && !time.Now().Before(s.lie.returns) {
		s.api.setDown(isHibernated)
		s.lie.returns, s.lie.applies = time.Time{}, time.Now().Add(time.Duration(s.world.chance.of("sync "+s.id()).Int64N(int64(resourceManagerPeriod))))
		s.flux = s.flux.restarted()
	}
}

// isToCompare returns whether gardener-resource-manager has to compare all objects. It is due once after a restore.
func (s *shoot) isToCompare() bool {
	if s.lie.applies.IsZero() || time.Now().Before(s.lie.applies) {
		return false
	}
	s.lie.applies = time.Time{}
	return true
}
