// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package simulation

import (
	"fmt"
	"hash/fnv"
	"strings"
	"time"

	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"

	gardencorev1beta1 "github.com/gardener/gardener/pkg/apis/core/v1beta1"
)

// fluxState is the simulated state of Flux in a shoot.
type fluxState struct {
	// revision is the revision of the source. The root Kustomization has already applied it.
	revision string
	// failure is the failure of the source. It is empty if the source is ready.
	failure FetchFailure
	// since is the time when the failure or the new revision occurred.
	since time.Time
	// fetch is the last read of the repository on request, and inventory the entries of the root Kustomization.
	fetch     Fetch
	inventory []any
}

// FetchFailure is the failure of a source. It is empty if the source is ready.
type FetchFailure struct {
	// Reason and Message are the fields of condition Ready.
	Reason, Message string
}

// Outage returns the failure for an unreachable Git host.
func Outage() FetchFailure {
	return FetchFailure{"GitOperationFailed", "failed to checkout and determine revision: unable to list remote for " +
		"'ssh://git@github.com/example/fleet': dial tcp 192.0.2.10:22: connect: connection refused"}
}

// RefusedKey returns the failure for a Git host that refuses the deploy key.
func RefusedKey() FetchFailure {
	return FetchFailure{"AuthenticationFailed", "failed to checkout and determine revision: unable to list remote for " +
		"'ssh://git@github.com/example/fleet': ssh: handshake failed: ssh: unable to authenticate, attempted methods [none publickey], no supported methods remain"}
}

// kustomize-controller briefly reports progress at each interval. The start of the interval differs between shoots.
const (
	applyInterval = 10 * time.Minute
	applyDuration = 3 * time.Second
)

// withStatus returns a Flux object with its simulated status. It returns other objects unchanged.
func (f fluxState) withStatus(object *unstructured.Unstructured) *unstructured.Unstructured {
	return f.withStatusAt(object, time.Now())
}

func (f fluxState) withStatusAt(object *unstructured.Unstructured, now time.Time) *unstructured.Unstructured {
	f = f.at(now)
	observed := object.GetGeneration()
	var status map[string]any
	switch object.GetKind() {
	case "GitRepository":
		status = f.source(now)
		if f.isFetching(now) && observed > 1 {
			observed--
		}
	case "Kustomization":
		status = f.kustomization(string(object.GetUID()), now)
	default:
		return object
	}
	status["observedGeneration"] = observed
	for _, condition := range status["conditions"].([]any) {
		condition.(map[string]any)["observedGeneration"] = observed
	}
	answer := object.DeepCopy()
	answer.Object["status"] = status
	return answer
}

func (f fluxState) source(now time.Time) map[string]any {
	if f.isApplying(now) {
		f.revision, f.since = f.fetch.Revision, f.fetch.Fetched
	}
	ready := condition("Ready", metav1.ConditionTrue, "Succeeded", fmt.Sprintf("stored artifact for revision '%s'", f.revision), f.since)
	conditions := []any{ready, condition("ArtifactInStorage", metav1.ConditionTrue, "Succeeded", fmt.Sprintf("stored artifact for revision '%s'", f.revision), f.since)}
	if f.failure != (FetchFailure{}) {
		conditions[0] = condition("Ready", metav1.ConditionFalse, f.failure.Reason, f.failure.Message, f.since)
		conditions = append(conditions,
			condition("FetchFailed", metav1.ConditionTrue, f.failure.Reason, f.failure.Message, f.since),
			condition("Reconciling", metav1.ConditionTrue, "ProgressingWithRetry", "reconciliation in progress", f.since))
	}
	status := map[string]any{
		"conditions": conditions,
		"artifact": map[string]any{
			"revision": f.revision, "lastUpdateTime": f.since.UTC().Format(time.RFC3339), "digest": "sha256:" + f.revision,
			"path": "gitrepository/flux-system/flux-system/latest.tar.gz", "url": "http://source-controller.flux-system.svc.cluster.local./latest.tar.gz",
		},
	}
	if f.fetch.request != "" && !f.isFetching(now) {
		status["lastHandledReconcileAt"] = f.fetch.request
	}
	return status
}

// kustomization returns the status of a Kustomization. The Kustomization keeps its revision while the source fails.
func (f fluxState) kustomization(seed string, now time.Time) map[string]any {
	hash := fnv.New32a()
	_, _ = hash.Write([]byte(seed))
	offset := time.Duration(hash.Sum32()) * time.Millisecond % applyInterval
	began := now.Add(offset).Truncate(applyInterval).Add(-offset)
	status := map[string]any{"lastAppliedRevision": f.revision, "lastAttemptedRevision": f.revision}
	if f.inventory != nil {
		status["inventory"] = map[string]any{"entries": f.inventory}
	}
	message := "Applied revision: " + f.revision
	attempted, ended := f.revision, began.Add(applyDuration)
	if f.isApplying(now) {
		attempted, began, ended = f.fetch.Revision, f.fetch.Fetched, f.fetch.Applied
		status["lastAttemptedRevision"] = attempted
	}
	switch {
	case now.Before(ended):
		status["conditions"] = []any{
			condition("Reconciling", metav1.ConditionTrue, "Progressing", "Fetching manifests for revision "+attempted+" with a timeout of 9m0s", began),
			condition("Ready", metav1.ConditionUnknown, "Progressing", "Reconciliation in progress", began),
		}
	default:
		if ended.Before(f.since) && f.failure == (FetchFailure{}) {
			ended = f.since
		}
		status["conditions"] = []any{
			condition("Ready", metav1.ConditionTrue, "ReconciliationSucceeded", message, ended),
			condition("Healthy", metav1.ConditionTrue, "Succeeded", "Health check passed in 1.2s", ended),
		}
	}
	return status
}

func condition(kind string, status metav1.ConditionStatus, reason, message string, since time.Time) map[string]any {
	return map[string]any{
		"type": kind, "status": string(status), "reason": reason, "message": message, "observedGeneration": int64(1),
		"lastTransitionTime": since.UTC().Format(time.RFC3339),
	}
}

// SetFlux sets the state of Flux in the shoot.
func (s *Shoot) SetFlux(revision string, failure FetchFailure) {
	s.mutex.Lock()
	defer s.mutex.Unlock()
	s.flux = fluxState{revision: revision, failure: failure, since: time.Now(), fetch: Fetch{request: s.flux.fetch.request}, inventory: s.flux.inventory}
}

// Expectation is the expected report of a shoot.
type Expectation struct {
	// Source is the status of condition FluxSourceReady, and State is the state in flux-status.
	Source gardencorev1beta1.ConditionStatus
	State  string
	// Revision is the applied revision.
	Revision string
}

// Expectation returns the expected report of the shoot.
func (s *Shoot) Expectation() Expectation {
	s.mutex.Lock()
	defer s.mutex.Unlock()
	revision := s.flux.at(time.Now()).revision
	switch {
	case s.hung != nil:
		return Expectation{gardencorev1beta1.ConditionUnknown, "Unreachable", revision}
	case s.flux.failure != FetchFailure{}:
		return Expectation{gardencorev1beta1.ConditionFalse, "Failed", revision}
	case s.failing != nil:
		return Expectation{gardencorev1beta1.ConditionTrue, "Degraded", revision}
	}
	return Expectation{gardencorev1beta1.ConditionTrue, "Ready", revision}
}

// Revision returns a revision in Flux's format.
func Revision(n int) string {
	return "main@sha1:" + strings.Repeat(fmt.Sprintf("%08x", n), 5)
}
