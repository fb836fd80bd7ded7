// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package recorder

import (
	"encoding/json"
	"fmt"
	"io"
	"maps"
	"slices"
	"sync"
	"time"

	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"k8s.io/apimachinery/pkg/types"

	"github.com/shoot-flux/gardener-extension-shoot-flux/test/history"
)

// mostBytes limits a history. A story of six minutes with nine Shoots has less than a tenth of it.
const mostBytes = 200 << 20

// sink writes the observations of all observers in the order of their times.
type sink struct {
	now   func() time.Time
	lock  sync.Mutex
	to    *history.Writer
	bytes *countingWriter
	// failed is the first error. A history with a gap that is not known proves nothing, so the recording ends with it.
	failed error
}

func newSink(to io.Writer, now func() time.Time) *sink {
	counting := &countingWriter{to: to}
	return &sink{now: now, to: history.NewWriter(counting), bytes: counting}
}

// write sets the time of an observation and writes it.
func (s *sink) write(observation history.Observation) {
	s.lock.Lock()
	defer s.lock.Unlock()
	if s.failed != nil {
		return
	}
	observation.At = s.now()
	if err := s.to.Write(observation); err != nil {
		s.failed = fmt.Errorf("failed to write an observation of %s: %w", observation.Observer, err)
	}
}

// fail ends the recording.
func (s *sink) fail(err error) {
	s.lock.Lock()
	defer s.lock.Unlock()
	if s.failed == nil {
		s.failed = err
	}
}

func (s *sink) err() error {
	s.lock.Lock()
	defer s.lock.Unlock()
	return s.failed
}

// countingWriter refuses to write more than mostBytes.
type countingWriter struct {
	to    io.Writer
	count int
}

func (w *countingWriter) Write(content []byte) (int, error) {
	if w.count+len(content) > mostBytes {
		return 0, fmt.Errorf("the history has more than %d bytes: record fewer projects", mostBytes)
	}
	written, err := w.to.Write(content)
	w.count += written
	return written, err
}

// facts writes what the objects of a stream say. An object says several facts if it is about several Shoots.
type facts struct {
	sink     *sink
	observer string
	// decode returns the facts in an object. It must not keep the object.
	decode func(*unstructured.Unstructured) []history.Fact
	// seen is called with each object that has changed, and gone with each one that was deleted; both may be nil.
	seen, gone func(*unstructured.Unstructured)

	written map[types.UID]map[string]string
}

func (f *facts) changed(object *unstructured.Unstructured) {
	if f.seen != nil {
		f.seen(object)
	}
	f.take(object, false)
}

// unchanged decodes the object again, because a fact may depend on other objects as well.
func (f *facts) unchanged(object *unstructured.Unstructured) {
	f.take(object, true)
}

// take writes the facts that have changed, and confirms the others.
func (f *facts) take(object *unstructured.Unstructured, confirm bool) {
	before, after := f.written[object.GetUID()], map[string]string{}
	for _, fact := range f.decode(object) {
		content, err := json.Marshal(fact)
		if err != nil {
			f.sink.fail(fmt.Errorf("failed to encode %s: %w", fact.Key(), err))
			return
		}
		after[fact.Key()] = string(content)
		switch {
		case before[fact.Key()] != string(content):
			f.sink.write(history.Observation{Observer: f.observer, Facts: factsOf(fact)})
		case confirm:
			f.sink.write(history.Observation{Observer: f.observer, Same: fact.Key()})
		}
	}
	for _, key := range slices.Sorted(maps.Keys(before)) {
		if _, has := after[key]; !has {
			f.sink.write(history.Observation{Observer: f.observer, Gone: key})
		}
	}
	if f.written == nil {
		f.written = map[types.UID]map[string]string{}
	}
	f.written[object.GetUID()] = after
}

func (f *facts) deleted(object *unstructured.Unstructured) {
	if f.gone != nil {
		f.gone(object)
	}
	for _, key := range slices.Sorted(maps.Keys(f.written[object.GetUID()])) {
		f.sink.write(history.Observation{Observer: f.observer, Gone: key})
	}
	delete(f.written, object.GetUID())
}

// unreachable writes nothing: in a history, the time without an observation is a time that nobody has observed.
func (*facts) unreachable(error) {}
