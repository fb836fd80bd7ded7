// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package simulation

import (
	"fmt"
	"maps"
	"slices"
	"strings"
	"time"

	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/apimachinery/pkg/types"
)

// fluxState is what the controllers of Flux in a shoot remember.
type fluxState struct {
	// polls are the times when sources are read next, and runs those of Kustomizations, by namespace and name.
	polls, runs map[types.NamespacedName]time.Time
	// running are the Kustomizations that are applied now.
	running map[types.NamespacedName]*application
	// outage is the time until which the Git host cannot be reached from the shoot.
	outage time.Time
}

// application is a Kustomization that is applied.
type application struct {
	ends     time.Time
	revision string
	commit   *commit
}

func newFluxState() fluxState {
	return fluxState{polls: map[types.NamespacedName]time.Time{}, runs: map[types.NamespacedName]time.Time{}, running: map[types.NamespacedName]*application{}}
}

const (
	sourceGroup    = "source.toolkit.fluxcd.io"
	kustomizeGroup = "kustomize.toolkit.fluxcd.io"
	// fluxTimeout is the time after which Flux gives up waiting for objects.
	fluxTimeout = 9 * time.Minute
)

// runFlux lets source-controller and kustomize-controller continue, if they are installed.
func (s *shoot) runFlux() {
	deployments, _ := s.api.list(s.api.of("apps", "deployments"), "")
	installed := map[string]bool{}
	for _, deployment := range deployments {
		installed[deployment.object.GetName()] = true
	}
	if sources := s.api.of(sourceGroup, "gitrepositories"); sources != nil && installed["source-controller"] {
		all, _ := s.api.list(sources, "")
		for _, each := range all {
			s.fetch(sources, each.object)
		}
	}
	if kustomizations := s.api.of(kustomizeGroup, "kustomizations"); kustomizations != nil && installed["kustomize-controller"] {
		all, _ := s.api.list(kustomizations, "")
		for _, each := range all {
			s.kustomize(kustomizations, each.object)
		}
	}
}

func text(o *unstructured.Unstructured, fields ...string) string {
	value, _, _ := unstructured.NestedString(o.Object, fields...)
	return value
}

func flag(o *unstructured.Unstructured, fields ...string) bool {
	value, _, _ := unstructured.NestedBool(o.Object, fields...)
	return value
}

func interval(o *unstructured.Unstructured, otherwise time.Duration) time.Duration {
	if value, err := time.ParseDuration(text(o, "spec", "interval")); err == nil {
		return value
	}
	return otherwise
}

// fetch reads the source if it is due: at its interval, after a change, and on request.
func (s *shoot) fetch(r *resource, o *unstructured.Unstructured) {
	key := keyOf(o)
	requested := o.GetAnnotations()["reconcile.fluxcd.io/requestedAt"]
	observed, _, _ := unstructured.NestedInt64(o.Object, "status", "observedGeneration")
	isNew := observed != o.GetGeneration() || requested != text(o, "status", "lastHandledReconcileAt")
	if flag(o, "spec", "suspend") || o.GetDeletionTimestamp() != nil || !isNew && time.Now().Before(s.flux.polls[key]) {
		return
	}
	s.flux.polls[key] = time.Now().Add(interval(o, time.Minute))
	found := s.world.git.resolve(text(o, "spec", "url"), text(o, "spec", "ref", "commit"))
	before, _ := o.Object["status"].(object)
	status := copyOf(before)
	status["observedGeneration"] = o.GetGeneration()
	if requested != "" {
		status["lastHandledReconcileAt"] = requested
	}
	if found == nil || time.Now().Before(s.flux.outage) {
		const message = "failed to checkout and determine revision: unable to list remote: dial tcp 192.0.2.10:443: connect: connection refused"
		setConditions(status, o.GetGeneration(), condition{"Ready", "False", "GitOperationFailed", message}, condition{"FetchFailed", "True", "GitOperationFailed", message})
	} else {
		revision := branch + "@sha1:" + found.id
		if text(o, "spec", "ref", "commit") != "" && text(o, "spec", "ref", "branch") == "" {
			revision = "sha1:" + found.id
		}
		message := fmt.Sprintf("stored artifact for revision '%s'", revision)
		if artifact, has := status["artifact"].(object); !has || artifact["revision"] != revision {
			status["artifact"] = object{
				"revision": revision, "digest": "sha256:" + found.id, "path": "gitrepository/" + found.id + ".tar.gz", "url": "http://source-controller/" + found.id,
				"lastUpdateTime": time.Now().UTC().Format(time.RFC3339),
			}
		}
		setConditions(status, o.GetGeneration(), condition{"Ready", "True", "Succeeded", message}, condition{"ArtifactInStorage", "True", "Succeeded", message})
	}
	edit(s.api, r, key, write{status: true}, func(o *unstructured.Unstructured) { o.Object["status"] = status })
}

type condition struct{ kind, status, reason, message string }

// setConditions replaces the conditions. A condition with an unchanged status keeps its time.
func setConditions(status object, generation int64, conditions ...condition) {
	before, _ := status["conditions"].([]any)
	var now []any
	for _, each := range conditions {
		since := time.Now().UTC().Format(time.RFC3339)
		for _, other := range before {
			if known := other.(object); known["type"] == each.kind && known["status"] == each.status { //nolint:forcetypeassert // it is a list of conditions
				since = known["lastTransitionTime"].(string) //nolint:forcetypeassert // it is a time
			}
		}
		now = append(now, object{"type": each.kind, "status": each.status, "reason": each.reason, "message": each.message, "observedGeneration": generation, "lastTransitionTime": since})
	}
	status["conditions"] = now
}

// kustomize continues or begins to apply a Kustomization.
func (s *shoot) kustomize(r *resource, o *unstructured.Unstructured) {
	key := keyOf(o)
	if o.GetDeletionTimestamp() != nil {
		s.finalize(r, o)
		return
	}
	if flag(o, "spec", "suspend") {
		delete(s.flux.running, key)
		return
	}
	status, _ := o.Object["status"].(object)
	if running := s.flux.running[key]; running != nil {
		observed, _ := status["observedGeneration"].(int64)
		switch {
		case observed != o.GetGeneration():
			delete(s.flux.running, key)
		case time.Now().Before(running.ends):
			return
		default:
			delete(s.flux.running, key)
			s.applied(r, o, copyOf(status), running)
			return
		}
	}
	source := s.sourceOf(o)
	revision := ""
	if source != nil {
		revision = text(source, "status", "artifact", "revision")
	}
	requested := o.GetAnnotations()["reconcile.fluxcd.io/requestedAt"]
	observed, _ := status["observedGeneration"].(int64)
	handled, _ := status["lastHandledReconcileAt"].(string)
	isNew := observed != o.GetGeneration() || requested != handled || revision != status["lastAttemptedRevision"] && revision != ""
	if !isNew && time.Now().Before(s.flux.runs[key]) {
		return
	}
	status = copyOf(status)
	if requested != "" {
		status["lastHandledReconcileAt"] = requested
	}
	status["observedGeneration"] = o.GetGeneration()
	s.flux.runs[key] = time.Now().Add(interval(o, 10*time.Minute))
	if revision == "" {
		s.flux.runs[key] = time.Now().Add(30 * time.Second)
		setConditions(status, o.GetGeneration(), condition{"Ready", "False", "ArtifactFailed", "Source artifact not found, retrying in 30s"})
		s.setStatus(r, key, status)
		return
	}
	c := s.world.git.resolve(text(source, "spec", "url"), revision[strings.LastIndex(revision, ":")+1:])
	lasts := duration(s.world.chance.of("flux "+s.id()+key.String()), 4*time.Second)
	if c != nil && c.outcome == hangs {
		lasts = fluxTimeout
	}
	s.flux.running[key] = &application{ends: time.Now().Add(lasts), revision: revision, commit: c}
	status["lastAttemptedRevision"] = revision
	message := "Fetching manifests for revision " + revision + " with a timeout of 9m0s"
	setConditions(status, o.GetGeneration(), condition{"Reconciling", "True", "Progressing", message}, condition{"Ready", "Unknown", "Progressing", "Reconciliation in progress"})
	s.setStatus(r, key, status)
}

// copyOf returns a copy of a status; an empty one for none.
func copyOf(status object) object {
	if status == nil {
		return object{}
	}
	return runtime.DeepCopyJSON(status)
}

func (s *shoot) setStatus(r *resource, key types.NamespacedName, status object) {
	edit(s.api, r, key, write{status: true}, func(o *unstructured.Unstructured) { o.Object["status"] = status })
}

func (s *shoot) sourceOf(o *unstructured.Unstructured) *unstructured.Unstructured {
	sources := s.api.of(sourceGroup, "gitrepositories")
	if sources == nil {
		return nil
	}
	namespace := text(o, "spec", "sourceRef", "namespace")
	if namespace == "" {
		namespace = o.GetNamespace()
	}
	found, err := s.api.get(sources, types.NamespacedName{Namespace: namespace, Name: text(o, "spec", "sourceRef", "name")})
	if err != nil {
		return nil
	}
	return found.object
}

// childPath is the path of the Kustomization that the root applies.
const childPath = "./child"

// applied ends the application of a Kustomization: it creates, updates and prunes objects, or fails.
func (s *shoot) applied(r *resource, o *unstructured.Unstructured, status object, run *application) {
	key := keyOf(o)
	failed := func(reason, message string) {
		s.flux.runs[key] = time.Now().Add(2 * time.Minute)
		setConditions(status, o.GetGeneration(), condition{"Ready", "False", reason, message})
		s.setStatus(r, key, status)
	}
	path, isChild := text(o, "spec", "path"), text(o, "spec", "path") == childPath
	switch {
	case run.commit == nil:
		failed("ArtifactFailed", "failed to download archive: 404 Not Found")
		return
	case strings.Contains(path, "missing"):
		failed("ArtifactFailed", "kustomization path not found: stat /tmp/"+path+": no such file or directory")
		return
	case run.commit.outcome == fails && !isChild:
		failed("BuildFailed", "kustomize build failed: accumulating resources: 'broken.yaml' doesn't exist")
		return
	}
	names := run.commit.objects
	if isChild {
		names = run.commit.child
	}
	var wanted []*unstructured.Unstructured
	for _, name := range names {
		wanted = append(wanted, s.workload(o, name, run.commit.id))
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
	switch {
	case run.commit.outcome == hangs && !isChild:
		failed("HealthCheckFailed", "health check failed after 9m0s: timeout waiting for: [Deployment/default/app status: 'InProgress']")
		return
	case run.commit.outcome == decays && isChild:
		status["lastAppliedRevision"] = run.revision
		failed("HealthCheckFailed", "health check failed: Deployment/default/app status: 'Failed'")
		return
	}
	status["lastAppliedRevision"] = run.revision
	setConditions(status, o.GetGeneration(), condition{"Ready", "True", "ReconciliationSucceeded", "Applied revision: " + run.revision})
	s.setStatus(r, key, status)
}

// workload returns a ConfigMap of a Kustomization.
func (*shoot) workload(o *unstructured.Unstructured, name, content string) *unstructured.Unstructured {
	made := &unstructured.Unstructured{Object: object{"apiVersion": "v1", "kind": "ConfigMap", "data": object{"commit": content}}}
	made.SetNamespace("default")
	made.SetName(name)
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
