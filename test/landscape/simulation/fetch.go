// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package simulation

import (
	"encoding/json"
	"fmt"
	"io"
	"maps"
	"net/http"
	"time"

	apierrors "k8s.io/apimachinery/pkg/api/errors"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"k8s.io/apimachinery/pkg/runtime/schema"
)

// requestAnnotation makes Flux reconcile an object. The others are what the extension notes with a request.
const (
	requestAnnotation  = "reconcile.fluxcd.io/requestedAt"
	pushedAtAnnotation = "flux.extensions.gardener.cloud/pushed-at"
	readWithAnnotation = "flux.extensions.gardener.cloud/read-with"
)

// Repository is the repository that Flux reads in the shoots when its source is annotated or gets another commit.
type Repository struct {
	// Head returns the revision of the branch.
	Head func() string
	// Fetch is the time until the source has a new revision, and Apply the time until that is applied and healthy.
	Fetch, Apply time.Duration
}

// Fetch is a read of the repository.
type Fetch struct {
	// Revision is what Flux found.
	Revision string
	// Began is the time of the annotation, or of the delivery of another commit.
	Began time.Time
	// Fetched is the time when the source has the revision, and Applied the time when the root Kustomization is ready with
	// it.
	Fetched, Applied time.Time

	// request is the value of the annotation; empty after a delivery.
	request string
}

// Follow makes Flux in the shoot read a repository. The root Kustomization then has an inventory, without which no
// rollout promotes a commit.
func (s *Shoot) Follow(repository *Repository) {
	s.mutex.Lock()
	defer s.mutex.Unlock()
	s.repository = repository
	for _, k := range treeKinds() {
		for n := range k.count {
			id := fmt.Sprintf("apps_app-%d_%s_%s", n, k.group, k.kind)
			s.flux.inventory = append(s.flux.inventory, map[string]any{"id": id, "v": k.version})
		}
	}
}

// Fetched returns the last read of the repository. It is the zero value if there was none.
func (s *Shoot) Fetched() Fetch {
	s.mutex.Lock()
	defer s.mutex.Unlock()
	return s.flux.fetch
}

// fetchAfter makes Flux read the repository if a source differs from the one before. The caller holds the mutex.
func (s *Shoot) fetchAfter(before, source *unstructured.Unstructured) {
	if s.repository == nil || before == nil || source.GetKind() != "GitRepository" {
		return
	}
	request := source.GetAnnotations()[requestAnnotation]
	if source.GetGeneration() == before.GetGeneration() && request == before.GetAnnotations()[requestAnnotation] {
		return
	}
	now := time.Now()
	s.flux = s.flux.at(now)
	s.flux.fetch = Fetch{
		Revision: s.repository.revisionFor(source), Began: now, request: request,
		Fetched: now.Add(s.repository.Fetch), Applied: now.Add(s.repository.Fetch + s.repository.Apply),
	}
}

// revisionFor returns the revision that Flux finds for a source.
func (r *Repository) revisionFor(source *unstructured.Unstructured) string {
	branch, _, _ := unstructured.NestedString(source.Object, "spec", "ref", "branch")
	commit, _, _ := unstructured.NestedString(source.Object, "spec", "ref", "commit")
	switch {
	case commit == "":
		return r.Head()
	case branch == "":
		return "sha1:" + commit
	}
	return branch + "@sha1:" + commit
}

// at returns the state at the given time, in which a read that is complete is not underway any more.
func (f fluxState) at(now time.Time) fluxState {
	if f.fetch.Revision != "" && f.fetch.Revision != f.revision && !now.Before(f.fetch.Applied) {
		f.revision, f.since = f.fetch.Revision, f.fetch.Applied
	}
	return f
}

// isFetching reports whether Flux has not read the source yet, and isApplying whether it applies a new revision.
func (f fluxState) isFetching(now time.Time) bool {
	return f.fetch.Revision != "" && now.Before(f.fetch.Fetched)
}

func (f fluxState) isApplying(now time.Time) bool {
	return f.fetch.Revision != "" && f.fetch.Revision != f.revision && !f.isFetching(now) && now.Before(f.fetch.Applied)
}

// annotate handles a merge patch of annotations, the only change that the extension makes in a shoot here.
func (s *Shoot) annotate(r *http.Request) (int, any) {
	var patch struct {
		Metadata struct {
			Annotations map[string]string `json:"annotations"`
		} `json:"metadata"`
	}
	body, err := io.ReadAll(r.Body)
	if err == nil {
		err = json.Unmarshal(body, &patch)
	}
	if err != nil {
		refusal := apierrors.NewBadRequest(err.Error())
		return int(refusal.ErrStatus.Code), refusal.ErrStatus
	}
	s.mutex.Lock()
	defer s.mutex.Unlock()
	before, found := s.objects[r.URL.Path]
	if !found {
		missing := apierrors.NewNotFound(schema.GroupResource{Resource: r.URL.Path}, "")
		return http.StatusNotFound, missing.ErrStatus
	}
	object := before.DeepCopy()
	withAnnotations(object, patch.Metadata.Annotations)
	s.objects[r.URL.Path] = object
	s.fetchAfter(before, object)
	return http.StatusOK, s.flux.withStatus(object)
}

// withAnnotations adds annotations to an object.
func withAnnotations(object *unstructured.Unstructured, added map[string]string) {
	if len(added) == 0 {
		return
	}
	annotations := object.GetAnnotations()
	if annotations == nil {
		annotations = map[string]string{}
	}
	maps.Copy(annotations, added)
	object.SetAnnotations(annotations)
}

// keepRequests copies the annotations that the extension has set in the shoot to a delivered object.
// gardener-resource-manager keeps annotations that its manifests do not contain.
func keepRequests(before, object *unstructured.Unstructured) {
	kept := map[string]string{}
	for _, name := range []string{requestAnnotation, pushedAtAnnotation, readWithAnnotation} {
		if value, ok := before.GetAnnotations()[name]; ok {
			kept[name] = value
		}
	}
	withAnnotations(object, kept)
}
