// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package simulation

import (
	"fmt"
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
	// handled are what Flux has begun to handle last: it sets observedGeneration only when it has succeeded.
	handled map[string]handled
	// revisions are those that Kustomizations have begun to apply last.
	revisions map[types.NamespacedName]string
	// running are the Kustomizations that are applied now.
	running map[types.NamespacedName]*application
	// seen is the number of the last change in the shoot after which the controllers wait until a time.
	seen  int64
	until time.Time
	// outage is the time until which the Git host cannot be reached from the shoot.
	outage time.Time
	// refused and refusedLast are the times at which the Git host first and last refused a former deploy key.
	refused, refusedLast time.Time
}

// handled is a generation of an object, and the value of its annotation that requests a reconciliation.
type handled struct {
	generation int64
	requested  string
}

// isNew returns whether an object has changed since Flux has begun to handle it, and remembers it.
func (f *fluxState) isNew(o *unstructured.Unstructured) bool {
	id, now := idOf(o)+string(o.GetUID()), handled{o.GetGeneration(), o.GetAnnotations()["reconcile.fluxcd.io/requestedAt"]}
	before, known := f.handled[id]
	f.handled[id] = now
	return !known || before != now
}

// application is a Kustomization that is applied: first its objects and its inventory, and the rest of its status when
// it ends. Flux looks at their health in between.
type application struct {
	applies, ends time.Time
	generation    int64
	revision      string
	commit        *commit
}

func newFluxState() fluxState {
	return fluxState{polls: map[types.NamespacedName]time.Time{}, handled: map[string]handled{}, revisions: map[types.NamespacedName]string{}, runs: map[types.NamespacedName]time.Time{}, running: map[types.NamespacedName]*application{}}
}

const (
	sourceGroup    = "source.toolkit.fluxcd.io"
	kustomizeGroup = "kustomize.toolkit.fluxcd.io"
	// fluxTimeout is the time after which Flux gives up waiting for objects.
	fluxTimeout = 9 * time.Minute
	// mostSteps limits what a swift Flux does at once.
	mostSteps = 8
)

// runFlux lets source-controller and kustomize-controller continue, if they are installed.
func (s *shoot) runFlux() {
	last := s.api.last(nil)
	if s.flux.seen == last && time.Now().Before(s.flux.until) {
		return
	}
	s.continueFlux()
	for step, before := 0, last; s.world.options.Swift && step < mostSteps && s.api.last(nil) != before; step++ {
		before = s.api.last(nil)
		s.continueFlux()
	}
	s.flux.seen = 0
	if s.api.last(nil) == last {
		s.flux.seen, s.flux.until = last, s.flux.next()
	}
}

// next returns the time of the next step that does not follow from a change. A step that was due before waits for a change.
func (f *fluxState) next() time.Time {
	next := time.Now().Add(time.Hour)
	consider := func(due time.Time) {
		if due.After(time.Now()) && due.Before(next) {
			next = due
		}
	}
	for _, due := range f.polls {
		consider(due)
	}
	for _, due := range f.runs {
		consider(due)
	}
	for _, running := range f.running {
		consider(running.applies)
		consider(running.ends)
	}
	return next
}

func (s *shoot) continueFlux() {
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
	if s.isUnhandled(o) {
		return
	}
	key := keyOf(o)
	requested := o.GetAnnotations()["reconcile.fluxcd.io/requestedAt"]
	if flag(o, "spec", "suspend") || o.GetDeletionTimestamp() != nil || !s.flux.isNew(o) && time.Now().Before(s.flux.polls[key]) {
		return
	}
	s.flux.polls[key] = time.Now().Add(interval(o, time.Minute))
	found := s.world.git.resolve(text(o, "spec", "url"), text(o, "spec", "ref", "commit"))
	before, _ := o.Object["status"].(object)
	status := copyOf(before)
	if requested != "" {
		status["lastHandledReconcileAt"] = requested
	}
	message := ""
	switch {
	case found == nil || time.Now().Before(s.flux.outage):
		message = "failed to checkout and determine revision: unable to list remote: dial tcp 192.0.2.10:443: connect: connection refused"
	case !s.isAccepted(o):
		message = "failed to checkout and determine revision: unable to list remote: ssh: handshake failed: ssh: unable to authenticate, attempted methods [none publickey], no supported methods remain"
	}
	if message != "" {
		setConditions(status, o.GetGeneration(), condition{"Ready", "False", "GitOperationFailed", message}, condition{"FetchFailed", "True", "GitOperationFailed", message})
	} else {
		revision := branch + "@sha1:" + found.id
		if text(o, "spec", "ref", "commit") != "" && text(o, "spec", "ref", "branch") == "" {
			revision = "sha1:" + found.id
		}
		message = fmt.Sprintf("stored artifact for revision '%s'", revision)
		if artifact, has := status["artifact"].(object); !has || artifact["revision"] != revision {
			status["artifact"] = object{
				"revision": revision, "digest": "sha256:" + found.id, "path": "gitrepository/" + found.id + ".tar.gz", "url": "http://source-controller/" + found.id,
				"lastUpdateTime": time.Now().UTC().Format(time.RFC3339),
			}
		}
		status["observedGeneration"] = o.GetGeneration()
		setConditions(status, o.GetGeneration(), condition{"Ready", "True", "Succeeded", message}, condition{"ArtifactInStorage", "True", "Succeeded", message})
	}
	s.setStatus(r, key, s.shown(o, status))
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
	if s.isUnhandled(o) {
		return
	}
	key, isRoot := keyOf(o), o.GetNamespace() == "flux-system" && o.GetName() == "flux-system"
	if isRoot {
		s.deeds.sees(o)
	}
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
		switch {
		case running.generation != o.GetGeneration():
			delete(s.flux.running, key)
		case !running.applies.IsZero() && !time.Now().Before(running.applies):
			running.applies = time.Time{}
			s.apply(r, o, copyOf(status), running)
			return
		case time.Now().Before(running.ends):
			return
		default:
			delete(s.flux.running, key)
			s.conclude(r, o, copyOf(status), running)
			return
		}
	}
	source := s.sourceOf(o)
	revision := ""
	if source != nil {
		revision = text(source, "status", "artifact", "revision")
	}
	if !s.flux.isNew(o) && (revision == s.flux.revisions[key] || revision == "") && time.Now().Before(s.flux.runs[key]) {
		return
	}
	s.flux.runs[key], s.flux.revisions[key] = time.Now().Add(interval(o, 10*time.Minute)), revision
	status = copyOf(status)
	if revision == "" {
		s.failed(r, o, status, "ArtifactFailed", "Source artifact not found, retrying in 30s", 30*time.Second)
		return
	}
	c := s.world.git.resolve(text(source, "spec", "url"), revision[strings.LastIndex(revision, ":")+1:])
	applies := time.Now().Add(s.takes("flux " + s.id() + key.String()))
	ends := applies.Add(s.takes("health " + s.id() + key.String()))
	if c != nil && c.outcome == hangs {
		ends = applies.Add(fluxTimeout)
	}
	s.flux.running[key] = &application{applies: applies, ends: ends, generation: o.GetGeneration(), revision: revision, commit: c}
	message := "Fetching manifests for revision " + revision + " with a timeout of 9m0s"
	setConditions(status, o.GetGeneration(), condition{"Reconciling", "True", "Progressing", message}, condition{"Ready", "Unknown", "Progressing", "Reconciliation in progress"})
	s.setStatus(r, key, status)
}

// takes returns the time that Flux takes for a part of an application.
func (s *shoot) takes(subject string) time.Duration {
	if s.world.options.Swift {
		return 0
	}
	return duration(s.world.chance.of(subject), 2*time.Second)
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
