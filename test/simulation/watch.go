// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package simulation

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"strconv"
	"time"

	apierrors "k8s.io/apimachinery/pkg/api/errors"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"k8s.io/apimachinery/pkg/watch"
)

// stream is the response to a watch. It delivers the changes of a kind in their order, each one late.
type stream struct {
	store   *store
	request *request
	selects func(*unstructured.Unstructured) bool
	// due returns when a change is delivered.
	due func(change) time.Time
	// ended is closed when the process or the connection ends.
	ended <-chan struct{}
	// closed is closed by the client.
	closed  context.Context
	close   context.CancelFunc
	number  int64
	pending bytes.Buffer
}

// watch begins a watch.
func (s *store) watch(r *request, ended <-chan struct{}, due func(change) time.Time) *http.Response {
	selects, err := r.selects()
	if err != nil {
		return r.failure(err)
	}
	w := &stream{store: s, request: r, selects: selects, due: due, ended: ended}
	version := r.query.Get("resourceVersion")
	if version != "" && version != "0" {
		if w.number, err = strconv.ParseInt(version, 10, 64); err != nil {
			return r.failure(apierrors.NewBadRequest("invalid resourceVersion"))
		}
	}
	if r.query.Get("sendInitialEvents") == "true" || w.number == 0 {
		selected, number, err := s.selected(r)
		if err != nil {
			return r.failure(err)
		}
		for _, each := range selected {
			w.add(watch.Added, each)
		}
		w.number = number
		if r.query.Get("sendInitialEvents") == "true" {
			w.bookmark()
		}
	} else if _, _, err := s.since(r.resource, w.number); err != nil {
		return r.failure(err)
	}
	w.closed, w.close = context.WithCancel(r.Context())
	response := r.answer(http.StatusOK, nil)
	response.Body, response.ContentLength = w, -1
	return response
}

func (w *stream) add(kind watch.EventType, of *version) {
	fmt.Fprintf(&w.pending, `{"type":%q,"object":%s}`+"\n", kind, w.request.encode(of))
}

// bookmark ends the initial list.
func (w *stream) bookmark() {
	end := w.request.resource.empty()
	end.SetResourceVersion(strconv.FormatInt(w.number, 10))
	end.SetAnnotations(map[string]string{metav1.InitialEventsAnnotationKey: "true"})
	text, err := json.Marshal(end.Object)
	if err != nil {
		panic(err) // It has texts only.
	}
	w.add(watch.Bookmark, &version{object: end, encoded: text})
}

// Read returns the next events. It blocks until there are some.
func (w *stream) Read(into []byte) (int, error) {
	for w.pending.Len() == 0 {
		if err := w.next(); err != nil {
			return 0, err
		}
	}
	return w.pending.Read(into)
}

// next waits for the next change and until it is due.
func (w *stream) next() error {
	changes, changed, err := w.store.since(w.request.resource, w.number)
	if err != nil {
		status := w.request.failure(err)      //nolint:bodyclose // it is in memory
		content, _ := io.ReadAll(status.Body) // It is in memory.
		fmt.Fprintf(&w.pending, `{"type":"ERROR","object":%s}`+"\n", content)
		return nil
	}
	var wait <-chan time.Time
	if len(changes) > 0 {
		left := time.Until(w.due(changes[0]))
		if left <= 0 {
			w.deliver(changes[0])
			return nil
		}
		timer := time.NewTimer(left)
		defer timer.Stop()
		wait, changed = timer.C, nil
	}
	select {
	case <-wait:
	case <-changed:
	case <-w.ended:
		return io.EOF
	case <-w.closed.Done():
		return io.EOF // With another error, client-go leaves a goroutine behind.
	}
	return nil
}

// deliver adds a change to what the client reads.
func (w *stream) deliver(c change) {
	w.number = c.number
	if !w.selects(c.object) {
		return
	}
	w.add(c.kind, c.version)
}

// Close ends the watch.
func (w *stream) Close() error {
	w.close()
	return nil
}
