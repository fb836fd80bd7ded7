// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package simulation

import (
	"maps"
	"slices"
	"strings"
	"time"

	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"k8s.io/apimachinery/pkg/types"
)

// childPath is the path of the Kustomization that the root applies.
const childPath = "./child"

// failed reports a failure of a Kustomization, and tries again later.
func (s *shoot) failed(r *resource, o *unstructured.Unstructured, status object, reason, message string, again time.Duration) {
	key := keyOf(o)
	delete(s.flux.running, key)
	s.flux.runs[key] = time.Now().Add(again)
	if requested := o.GetAnnotations()["reconcile.fluxcd.io/requestedAt"]; requested != "" {
		status["lastHandledReconcileAt"] = requested
	}
	setConditions(status, o.GetGeneration(), condition{"Reconciling", "True", "ProgressingWithRetry", message}, condition{"Ready", "False", reason, message})
	s.setStatus(r, key, s.shown(o, status))
}

// retryInterval is the time after which Flux tries again.
const retryInterval = 2 * time.Minute

// apply creates, updates and prunes the objects of a Kustomization, or fails.
func (s *shoot) apply(r *resource, o *unstructured.Unstructured, status object, run *application) {
	key, path := keyOf(o), text(o, "spec", "path")
	isChild := path == childPath
	switch {
	case run.commit == nil:
		s.failed(r, o, status, "ArtifactFailed", "failed to download archive: 404 Not Found", retryInterval)
		return
	case strings.Contains(path, "missing"):
		s.failed(r, o, status, "ArtifactFailed", "kustomization path not found: stat /tmp/"+path+": no such file or directory", retryInterval)
		return
	}
	status["lastAttemptedRevision"] = run.revision
	if run.commit.outcome == fails && !isChild {
		s.failed(r, o, status, "BuildFailed", "kustomize build failed: accumulating resources: 'broken.yaml' doesn't exist", retryInterval)
		return
	}
	names := run.commit.objects
	if isChild {
		names = run.commit.child
	}
	if !isChild && o.GetNamespace() == "flux-system" {
		s.deeds.begins(run.commit.id)
	}
	var wanted []*unstructured.Unstructured
	for _, name := range names {
		wanted = append(wanted, ownedBy(o, name, run.commit.id))
	}
	if !isChild && o.GetNamespace() == "flux-system" {
		wanted = append(wanted, s.child(o))
	}
	entries := map[string]bool{}
	for _, each := range wanted {
		s.applyOfFlux(each)
		entries[entryOf(each)] = true
	}
	if flag(o, "spec", "prune") {
		for _, before := range inventoryOf(o) {
			if !entries[before] {
				s.prune(before, key)
			}
		}
	}
	var inventory []any
	for _, id := range slices.Sorted(maps.Keys(entries)) {
		inventory = append(inventory, object{"id": id, "v": "v1"})
	}
	status["inventory"] = object{"entries": inventory}
	message := "Running health checks for revision " + run.revision + " with a timeout of 9m0s"
	setConditions(status, o.GetGeneration(), condition{"Reconciling", "True", "Progressing", message}, condition{"Ready", "Unknown", "Progressing", "Reconciliation in progress"})
	s.setStatus(r, key, status)
}

// conclude ends the application of a Kustomization, whose objects are healthy or not.
func (s *shoot) conclude(r *resource, o *unstructured.Unstructured, status object, run *application) {
	isChild := text(o, "spec", "path") == childPath
	switch {
	case run.commit.outcome == hangs && !isChild:
		s.failed(r, o, status, "HealthCheckFailed", "health check failed after 9m0s: timeout waiting for: [Deployment/default/app status: 'InProgress']", retryInterval)
		return
	case run.commit.outcome == decays && isChild:
		s.failed(r, o, status, "HealthCheckFailed", "health check failed: Deployment/default/app status: 'Failed'", retryInterval)
		return
	}
	if requested := o.GetAnnotations()["reconcile.fluxcd.io/requestedAt"]; requested != "" {
		status["lastHandledReconcileAt"] = requested
	}
	status["observedGeneration"], status["lastAppliedRevision"] = o.GetGeneration(), run.revision
	setConditions(status, o.GetGeneration(), condition{"Ready", "True", "ReconciliationSucceeded", "Applied revision: " + run.revision})
	if o.GetNamespace() == "flux-system" {
		s.deeds.applies(isChild, run.commit.id)
	}
	s.setStatus(r, keyOf(o), s.shown(o, status))
}

// workload returns an object of the project.
func workload(name string) *unstructured.Unstructured {
	made := &unstructured.Unstructured{Object: object{"apiVersion": "v1", "kind": "Namespace"}}
	if !strings.HasPrefix(name, spacePrefix) {
		made.Object = object{"apiVersion": "v1", "kind": "ConfigMap"}
		made.SetNamespace("default")
	}
	made.SetName(name)
	return made
}

// ownedBy returns an object of a Kustomization.
func ownedBy(o *unstructured.Unstructured, name, content string) *unstructured.Unstructured {
	made := workload(name)
	if made.GetKind() == "ConfigMap" {
		made.Object["data"] = object{"commit": content}
	}
	if o.GetNamespace() != "flux-system" {
		made.SetName("baseline-" + name)
	}
	made.SetLabels(map[string]string{kustomizeGroup + "/name": o.GetName(), kustomizeGroup + "/namespace": o.GetNamespace()})
	return made
}

// child returns the Kustomization that the root applies.
func (s *shoot) child(o *unstructured.Unstructured) *unstructured.Unstructured {
	made := &unstructured.Unstructured{Object: object{"apiVersion": kustomizeGroup + "/v1", "kind": "Kustomization", "spec": object{
		"interval": "10m0s", "path": childPath, "prune": true, "sourceRef": unstructuredOf(o.Object["spec"]).Object["sourceRef"],
	}}}
	made.SetNamespace(o.GetNamespace())
	made.SetName("child")
	made.SetLabels(map[string]string{kustomizeGroup + "/name": o.GetName(), kustomizeGroup + "/namespace": o.GetNamespace()})
	made.SetFinalizers([]string{"finalizers.fluxcd.io"})
	return made
}

func (s *shoot) applyOfFlux(wanted *unstructured.Unstructured) {
	r := s.resourceOf(wanted)
	if r == nil {
		return
	}
	s.deeds.sets(entryOf(wanted), true)
	if _, err := s.api.create(r, wanted.DeepCopy(), write{}); err == nil {
		return
	}
	edit(s.api, r, keyOf(wanted), write{}, func(o *unstructured.Unstructured) {
		o.SetLabels(wanted.GetLabels())
		for field, value := range wanted.Object {
			if field != "metadata" {
				o.Object[field] = value
			}
		}
	})
}

// entryOf returns the ID of an object in an inventory.
func entryOf(o *unstructured.Unstructured) string {
	return strings.Join([]string{o.GetNamespace(), o.GetName(), o.GroupVersionKind().Group, o.GetKind()}, "_")
}

func inventoryOf(o *unstructured.Unstructured) []string {
	entries, _, _ := unstructured.NestedSlice(o.Object, "status", "inventory", "entries")
	var found []string
	for _, each := range entries {
		found = append(found, each.(object)["id"].(string)) //nolint:forcetypeassert // runFlux writes it
	}
	return found
}

// prune deletes an object unless another Kustomization has applied it meanwhile.
func (s *shoot) prune(entry string, by types.NamespacedName) {
	parts := strings.Split(entry, "_")
	pruned := &unstructured.Unstructured{Object: object{"apiVersion": strings.TrimPrefix(parts[2]+"/v1", "/"), "kind": parts[3]}}
	pruned.SetNamespace(parts[0])
	pruned.SetName(parts[1])
	r := s.resourceOf(pruned)
	if r == nil {
		return
	}
	found, err := s.api.get(r, keyOf(pruned))
	if err != nil || found.object.GetLabels()[kustomizeGroup+"/name"] != by.Name || found.object.GetLabels()[kustomizeGroup+"/namespace"] != by.Namespace {
		return
	}
	s.deeds.sets(entry, false)
	_, _ = s.api.delete(r, keyOf(pruned), nil) // It may be gone.
}

// finalize prunes what a deleted Kustomization has applied, unless it is suspended, and lets it go.
func (s *shoot) finalize(r *resource, o *unstructured.Unstructured) {
	if flag(o, "spec", "prune") && !flag(o, "spec", "suspend") {
		for _, entry := range inventoryOf(o) {
			s.prune(entry, keyOf(o))
		}
	}
	edit(s.api, r, keyOf(o), write{}, func(o *unstructured.Unstructured) {
		o.SetFinalizers(slices.DeleteFunc(o.GetFinalizers(), func(name string) bool { return strings.HasSuffix(name, "fluxcd.io") }))
	})
}
