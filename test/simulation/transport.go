// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package simulation

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"strings"
	"time"

	apierrors "k8s.io/apimachinery/pkg/api/errors"
)

// transport sends the requests of a process to API servers.
type transport struct {
	*connections

	cluster func(*http.Request) (*store, error)
}

var errEnded = errors.New("connect: connection refused")

// isOfSeries returns whether a request renews a series of Events. It takes no time: client-go holds a mutex meanwhile,
// and simulated time does not go on while another goroutine waits for one.
func isOfSeries(from *http.Request, content []byte) bool {
	return strings.HasPrefix(from.URL.Path, "/apis/events.k8s.io/") && (from.Method == http.MethodPatch || bytes.Contains(content, []byte(`"series":{`)))
}

// RoundTrip takes some time before and after the API server executes a request. The process may end meanwhile.
func (t *transport) RoundTrip(from *http.Request) (*http.Response, error) {
	cluster, err := t.cluster(from)
	if err != nil {
		return nil, err
	}
	subject := t.process.name + " " + from.Method + " " + cluster.name + from.URL.Path
	var content []byte
	if from.Method == http.MethodPost {
		if content, err = io.ReadAll(from.Body); err != nil {
			return nil, err
		}
		from.Body = io.NopCloser(bytes.NewReader(content))
		subject += fmt.Sprint(fingerprint(string(content)))
	}
	random := t.process.world.chance.of(subject)
	if isClosed(t.ended) && from.Method == http.MethodGet && !isClosed(t.started) {
		return t.readAfterEnd(from, cluster)
	}
	wait := func(lasts time.Duration) error { return t.wait(from, lasts) }
	if isOfSeries(from, content) {
		wait = func(time.Duration) error { return t.wait(from, 0) }
	}
	if err := wait(cluster.delay(random, from)); err != nil {
		return nil, err
	}
	if cluster.isDown() {
		if err := wait(time.Minute); err != nil {
			return nil, err
		}
		return nil, &timeoutError{}
	}
	r, discovered, err := cluster.parse(from)
	switch {
	case err != nil:
		return (&request{Request: from}).failure(err), nil
	case discovered != nil:
		return discovered, nil
	case r.isWatch():
		return t.watch(cluster, r), nil
	}
	if r.query.Get("resourceVersion") == "0" {
		r.at = t.process.cachedAt()
	}
	t.process.world.requests.Add(1)
	kind, lateBy := faultKind(""), time.Duration(0)
	switch {
	case !r.isWrite():
		lateBy, kind = t.process.world.perturbRead(t.process, cluster, r)
	case r.resource.Resource != "events":
		if kind = t.process.next(); kind == "" {
			kind = t.process.world.perturb(t.process, r)
		}
	}
	switch kind {
	case refused:
		return r.failure(apierrors.NewInternalError(errors.New("etcdserver: leader changed"))), nil
	case endsBefore:
		t.process.end(t.connections, "before", r)
		return nil, errEnded
	}
	answer := cluster.answer(r)
	if answer.StatusCode == http.StatusConflict {
		t.process.world.chance.jitter(t.process.name + from.URL.Path)
	}
	if kind == endsAfter {
		t.process.end(t.connections, "after", r)
		return nil, errEnded
	}
	if kind == lost {
		return r.failure(apierrors.NewTimeoutError("request did not complete within the allotted timeout", 0)), nil
	}
	if err := wait(lateBy + duration(random, 2*time.Millisecond)); err != nil {
		return nil, err
	}
	return answer, nil
}

// readAfterEnd answers a request of a process that has ended before its caches have synced.
func (t *transport) readAfterEnd(from *http.Request, cluster *store) (*http.Response, error) {
	r, discovered, err := cluster.parse(from)
	switch {
	case err != nil:
		return (&request{Request: from}).failure(err), nil
	case discovered != nil:
		return discovered, nil
	case r.isWatch():
		return t.watch(cluster, r), nil
	}
	return cluster.answer(r), nil
}

// CloseIdleConnections does nothing, because each request has its own connection.
func (*transport) CloseIdleConnections() {}

// end ends the process at a write, and starts it again later.
func (p *process) end(at *connections, when string, r *request) {
	if isClosed(at.ended) {
		return
	}
	p.world.act(fmt.Sprintf("kill %s %s %s", p.name, when, r.Method), r.URL.Path)
	p.world.act("kill", p.name)
	p.mutex.Lock()
	at.end()
	p.mutex.Unlock()
	p.world.group.Go(func() {
		if p.world.sleep(duration(p.world.chance.of("restart "+p.name), 5*time.Second)) {
			p.start()
		}
	})
}

// wait lets time pass. It returns an error if the process or the request has ended.
func (t *transport) wait(from *http.Request, lasts time.Duration) error {
	if lasts > 0 {
		timer := time.NewTimer(lasts)
		defer timer.Stop()
		select {
		case <-timer.C:
		case <-from.Context().Done():
			return from.Context().Err()
		case <-t.ended:
			return errEnded
		}
	}
	if isClosed(t.ended) {
		return errEnded
	}
	return nil
}

func (t *transport) watch(cluster *store, r *request) *http.Response {
	p := t.process
	subject := p.name + " watch " + cluster.name + r.URL.Path + "?" + r.query.Get("fieldSelector")
	p.mutex.Lock()
	defer p.mutex.Unlock()
	behind := p.past.now()
	if behind.age > 0 && r.query.Get("sendInitialEvents") != "" {
		return r.failure(withoutWatchList())
	}
	if p.outdated[""] && !p.outdated[subject] && r.query.Get("resourceVersion") != "" {
		p.outdated[subject] = true
		return r.failure(apierrors.NewResourceExpired("too old resource version"))
	}
	ended := make(chan struct{})
	broken := p.broken
	p.world.group.Go(func() {
		select {
		case <-broken:
			close(ended)
		case <-r.Context().Done(): // also when the process ends
		}
	})
	return cluster.watch(r, ended, func(c change) time.Time {
		due := behind.due(c.at.Add(duration(p.world.chance.nth(subject, uint64(c.number)), 20*time.Millisecond))) //nolint:gosec // versions are positive
		p.mutex.Lock()
		defer p.mutex.Unlock()
		if p.late.After(due) && p.late.After(time.Now()) {
			return p.late
		}
		return due
	})
}

// timeoutError is the error of a request without an answer.
type timeoutError struct{}

func (*timeoutError) Error() string   { return "dial tcp: i/o timeout" }
func (*timeoutError) Timeout() bool   { return true }
func (*timeoutError) Temporary() bool { return true }

// shootTransport sends requests to the API servers of shoots, whose hosts are their technical IDs.
func (p *process) shootTransport(ctx context.Context) http.RoundTripper {
	return &transport{connections: ctx.Value(connectionsKey{}).(*connections), cluster: func(from *http.Request) (*store, error) { //nolint:forcetypeassert // start sets it
		if found := p.world.shootAPI(strings.TrimSuffix(from.URL.Hostname(), ".")); found != nil {
			return found, nil
		}
		return nil, &timeoutError{}
	}}
}
