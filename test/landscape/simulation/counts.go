// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package simulation

import (
	"io"
	"maps"
	"math"
	"net/http"
	"slices"
	"strings"
	"sync"
	"time"

	"k8s.io/apimachinery/pkg/util/sets"
	"k8s.io/apiserver/pkg/endpoints/request"
)

// Requests are those of one kind.
type Requests struct {
	// Count is how many there were.
	Count int `json:"count"`
	// Sent and Received are the bytes of their bodies as the controller sees them: what it sends, and what it gets back.
	Sent     int64 `json:"sent,omitempty"`
	Received int64 `json:"received,omitempty"`
}

// Traffic is what the controller has asked of one side.
type Traffic struct {
	// Total is the number of requests, PerMinute that of a minute on average, and BusiestSecond that of the busiest second.
	Total         int     `json:"total"`
	PerMinute     float64 `json:"perMinute"`
	BusiestSecond int     `json:"busiestSecond"`
	// Handshakes is the number of TLS handshakes.
	Handshakes int `json:"handshakes"`
	// Requests are those by verb and resource; where objects of one name have a meaning of their own, by the name too.
	Requests map[string]Requests `json:"requests"`
	// Failed are those that got no success, by status, verb and resource.
	Failed map[string]int `json:"failed,omitempty"`
	// Objects says how often each object was asked for or written, by verb, resource, namespace and name.
	Objects map[string]int `json:"-"`
}

// MostOfOneObject is how often the object that was asked for most often was, with one verb.
func (t Traffic) MostOfOneObject() int { return largest(t.Objects) }

// Counter counts the requests of one side.
type Counter struct {
	resolver *request.RequestInfoFactory
	// named are the names that count apart.
	named sets.Set[string]

	mutex sync.Mutex
	// requests are those since the start, because a watch goes on for long, and taken what was told of them already.
	requests   map[string]*Requests
	taken      map[string]Requests
	failed     map[string]int
	objects    map[string]int
	handshakes int
	seconds    map[int64]int
}

func newCounter(named ...string) *Counter {
	c := &Counter{
		resolver: &request.RequestInfoFactory{APIPrefixes: sets.NewString("api", "apis"), GrouplessAPIPrefixes: sets.NewString("api")},
		named:    sets.New(named...),
		requests: map[string]*Requests{}, taken: map[string]Requests{},
	}
	c.Take(0)
	return c
}

// describe says what is asked for, and of which object.
func (c *Counter) describe(r *http.Request) (kind, object string) {
	info, err := c.resolver.NewRequestInfo(r)
	if err != nil {
		return "invalid", ""
	}
	if !info.IsResourceRequest {
		return info.Verb + " (discovery)", ""
	}
	verb := info.Verb
	if strings.HasPrefix(r.Header.Get("Content-Type"), "application/apply-patch") {
		verb = "apply"
	}
	kind = verb + " " + info.Resource
	if info.Subresource != "" {
		kind += "/" + info.Subresource
	}
	if c.named.Has(info.Name) {
		kind += " " + info.Name
	}
	return kind, info.Namespace + "/" + info.Name
}

// count counts a request as it comes in. Its bodies are counted as they are read.
func (c *Counter) count(kind, object string) *Requests {
	c.mutex.Lock()
	defer c.mutex.Unlock()
	if c.requests[kind] == nil {
		c.requests[kind] = &Requests{}
	}
	c.requests[kind].Count++
	if object != "" {
		c.objects[kind+" "+object]++
	}
	c.seconds[time.Now().Unix()]++
	return c.requests[kind]
}

func (c *Counter) countFailure(kind string, status int) {
	c.mutex.Lock()
	defer c.mutex.Unlock()
	c.failed[http.StatusText(status)+": "+kind]++
}

func (c *Counter) countHandshake() {
	c.mutex.Lock()
	defer c.mutex.Unlock()
	c.handshakes++
}

// body returns a body whose bytes are added up as they are read.
func (c *Counter) body(body io.ReadCloser, sum *int64) io.ReadCloser {
	return &countedBody{ReadCloser: body, add: func(n int) {
		c.mutex.Lock()
		defer c.mutex.Unlock()
		*sum += int64(n)
	}}
}

type countedBody struct {
	io.ReadCloser

	add func(n int)
}

func (b *countedBody) Read(p []byte) (int, error) {
	n, err := b.ReadCloser.Read(p)
	b.add(n)
	return n, err
}

// Take returns what was counted in the time that has passed, and begins anew.
func (c *Counter) Take(passed time.Duration) Traffic {
	c.mutex.Lock()
	defer c.mutex.Unlock()
	traffic := Traffic{
		Handshakes: c.handshakes, Failed: c.failed, Requests: map[string]Requests{}, BusiestSecond: largest(c.seconds), Objects: c.objects,
	}
	for kind, requests := range c.requests {
		before := c.taken[kind]
		since := Requests{Count: requests.Count - before.Count, Sent: requests.Sent - before.Sent, Received: requests.Received - before.Received}
		if since != (Requests{}) {
			traffic.Requests[kind] = since
		}
		traffic.Total += since.Count
		c.taken[kind] = *requests
	}
	traffic.PerMinute = PerMinute(traffic.Total, passed)
	c.failed, c.objects, c.seconds, c.handshakes = map[string]int{}, map[string]int{}, map[int64]int{}, 0
	return traffic
}

func largest[K comparable](counts map[K]int) int {
	return slices.Max(append(slices.Collect(maps.Values(counts)), 0))
}

// PerMinute is how many of them there are in a minute on average.
func PerMinute(count int, passed time.Duration) float64 {
	if passed == 0 {
		return 0
	}
	return math.Round(float64(count)/passed.Minutes()*100) / 100
}
