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

// Requests are the requests of one kind.
type Requests struct {
	// Count is the number of requests.
	Count int `json:"count"`
	// Sent and Received are the bytes of request and response bodies.
	Sent     int64 `json:"sent,omitempty"`
	Received int64 `json:"received,omitempty"`
}

// Traffic is the traffic between the controllers and the seed, the garden or the shoots.
type Traffic struct {
	// Total is the number of requests, PerMinute the average per minute, and BusiestSecond the maximum per second.
	Total         int     `json:"total"`
	PerMinute     float64 `json:"perMinute"`
	BusiestSecond int     `json:"busiestSecond"`
	// Handshakes is the number of TLS handshakes.
	Handshakes int `json:"handshakes"`
	// Requests contains the requests by verb and resource. Well-known objects are counted separately by name.
	Requests map[string]Requests `json:"requests"`
	// Failed contains the number of failed requests by status, verb and resource.
	Failed map[string]int `json:"failed,omitempty"`
	// Objects contains the number of requests for each object, by verb, resource, namespace and name.
	Objects map[string]int `json:"-"`
}

// MostOfOneObject returns the maximum number of requests for one object with the same verb.
func (t Traffic) MostOfOneObject() int { return largest(t.Objects) }

// Counter counts the requests to the seed, the garden or the shoots.
type Counter struct {
	resolver *request.RequestInfoFactory
	// named contains the names of objects that are counted separately.
	named sets.Set[string]

	mutex sync.Mutex
	// requests contains the requests since the start, because the bodies of watches grow for a long time. taken contains
	// the part that Take has already returned.
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

// describe returns the kind of a request and the requested object.
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

// count counts a request on arrival. Its bodies are counted later, when they are read.
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

// body wraps a body to count the bytes that are read from it.
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

// Take returns the traffic since the last call. passed is the time since then.
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

// Objects returns the number of objects that were requested with this verb and resource since the last Take.
func (c *Counter) Objects(kind string) int {
	c.mutex.Lock()
	defer c.mutex.Unlock()
	count := 0
	for object := range c.objects {
		if strings.HasPrefix(object, kind+" ") {
			count++
		}
	}
	return count
}

func largest[K comparable](counts map[K]int) int {
	return slices.Max(append(slices.Collect(maps.Values(counts)), 0))
}

// PerMinute returns the average number per minute.
func PerMinute(count int, passed time.Duration) float64 {
	if passed == 0 {
		return 0
	}
	return math.Round(float64(count)/passed.Minutes()*100) / 100
}
