// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package gardencontroller

import (
	"context"
	"crypto/hmac"
	"crypto/sha256"
	"crypto/tls"
	"encoding/hex"
	"io"
	"maps"
	"net/http"
	"sync"
	"sync/atomic"
	"time"
)

// flood describes a flood of invalid requests.
type flood struct {
	// connections is the number of clients. perSecond is the maximum total rate of requests.
	connections, perSecond int
	// path is the path of a request.
	path func(int) string
	// body is the length of the body, in bytes.
	body int64
	// alone is true if each request uses a new connection.
	alone bool
	// slow is true if each body is sent at one byte per second.
	slow bool
}

// run sends the requests for a while. It returns the number of responses by status. Status 0 counts requests without a
// response.
func (f flood) run(ctx context.Context, address string, length time.Duration) (map[int]int, error) {
	ctx, cancel := context.WithTimeout(ctx, length)
	defer cancel()
	var (
		clients  sync.WaitGroup
		mutex    sync.Mutex
		number   atomic.Int64
		answered = map[int]int{}
	)
	each := time.Duration(f.connections) * time.Second / time.Duration(f.perSecond)
	for range f.connections {
		clients.Go(func() {
			sender, mine := newClient(f.alone), map[int]int{}
			next := time.Now()
			for pause(ctx, time.Until(next)) == nil {
				next = next.Add(each)
				if late := time.Now(); next.Before(late) {
					next = late // Delayed requests are not sent later.
				}
				mine[f.send(ctx, sender, address, f.path(int(number.Add(1))))]++
			}
			sender.CloseIdleConnections()
			mutex.Lock()
			defer mutex.Unlock()
			for status, count := range maps.All(mine) {
				answered[status] += count
			}
		})
	}
	clients.Wait()
	return answered, nil
}

func (f flood) send(ctx context.Context, sender *http.Client, address, path string) int {
	body := io.LimitReader(spaces{}, f.body)
	if f.slow {
		body = &trickle{ctx: ctx, left: f.body}
	}
	request, err := newRequest(ctx, address, path, body)
	if err != nil {
		return 0
	}
	request.Header.Set("X-Hub-Signature-256", "sha256=757107ea0eb2509fc211221cce984b8a37570b6d7586c22c46f4379c8b043e17")
	response, err := sender.Do(request)
	if err != nil {
		return 0
	}
	_, _ = io.Copy(io.Discard, response.Body) // Read the body, so that the connection can be reused.
	_ = response.Body.Close()
	return response.StatusCode
}

// spaces is an endless body of spaces.
type spaces struct{}

func (spaces) Read(part []byte) (int, error) {
	for i := range part {
		part[i] = ' '
	}
	return len(part), nil
}

// trickle is a body that is sent at one byte per second.
type trickle struct {
	ctx  context.Context //nolint:containedctx // of the request
	left int64
}

func (t *trickle) Read(part []byte) (int, error) {
	if t.left == 0 {
		return 0, io.EOF
	}
	if err := pause(t.ctx, time.Second); err != nil {
		return 0, err
	}
	t.left--
	part[0] = ' '
	return 1, nil
}

func newRequest(ctx context.Context, address, path string, body io.Reader) (*http.Request, error) {
	request, err := http.NewRequestWithContext(ctx, http.MethodPost, "https://"+address+path, body)
	if err != nil {
		return nil, err
	}
	request.Header.Set("X-GitHub-Event", "push")
	return request, nil
}

func sign(request *http.Request, body string) {
	mac := hmac.New(sha256.New, []byte(pushToken))
	mac.Write([]byte(body))
	request.Header.Set("X-Hub-Signature-256", "sha256="+hex.EncodeToString(mac.Sum(nil)))
}

// newClient returns a client with one persistent connection, or with a new connection for each request if alone is
// true.
func newClient(alone bool) *http.Client {
	return &http.Client{Timeout: 30 * time.Second, Transport: &http.Transport{
		TLSClientConfig:   &tls.Config{InsecureSkipVerify: true}, //nolint:gosec // the certificate is self-signed
		DisableKeepAlives: alone, MaxIdleConnsPerHost: 1, MaxConnsPerHost: 1,
	}}
}
