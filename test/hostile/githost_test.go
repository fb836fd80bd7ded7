// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package hostile_test

import (
	"context"
	"encoding/json"
	"encoding/pem"
	"fmt"
	"io"
	"math/rand/v2"
	"net/http"
	"net/http/httptest"
	"runtime"
	"strings"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"
	"k8s.io/utils/clock"

	fluxv1alpha1 "github.com/shoot-flux/gardener-extension-shoot-flux/pkg/apis/flux/v1alpha1"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/githost"
)

// answer is the response of a Git host to each request, or only to the requests for the list of deploy keys.
type answer struct {
	onlyList bool
	provider fluxv1alpha1.GitProvider
	status   int
	headers  map[string]string
	body     string
	// repeat is the number of copies of the body, and pages is the announced number of pages.
	repeat, pages int
}

// repository is a valid response to all requests before the one for the list of deploy keys.
const repository = `{"version": "1.24.6", "id": 1, "name": "r", "full_name": "o/r", "default_branch": "main", "private": true, "visibility": "private"}`

// longestBody is the maximum length of a body in bytes: more than the client reads of one response.
const longestBody = 8 << 20

func changeAnswer(random *rand.Rand, a answer) answer {
	for range 1 + random.IntN(3) {
		switch random.IntN(7) {
		case 0:
			providers := []fluxv1alpha1.GitProvider{fluxv1alpha1.GitProviderGitHub, fluxv1alpha1.GitProviderGitLab, fluxv1alpha1.GitProviderGitea}
			a.provider = providers[random.IntN(len(providers))]
		case 1:
			statuses := []int{200, 200, 200, 201, 204, 301, 307, 401, 403, 404, 422, 429, 500, 503}
			a.status = statuses[random.IntN(len(statuses))]
		case 2:
			raw, err := json.Marshal(randomValue(random, 3000))
			Expect(err).NotTo(HaveOccurred())
			a.body = string(raw[:min(len(raw), longestBody)])
		case 3:
			var keys []map[string]any
			for i := range random.IntN(3000) {
				keys = append(keys, map[string]any{"id": i, "title": texts[random.IntN(len(texts))], "key": texts[random.IntN(len(texts))], "read_only": i%2 == 0})
			}
			raw, err := json.Marshal(keys)
			Expect(err).NotTo(HaveOccurred())
			a.body = string(raw)
		case 4:
			a.repeat = []int{1, 1, 2, 1000}[random.IntN(4)]
		case 5:
			a.pages = []int{0, 1, 1000}[random.IntN(3)]
			a.headers = map[string]string{"X-Total-Count": "1000000", "X-Fill": strings.Repeat("x", random.IntN(100<<10)), "Retry-After": "86400"}
		case 6:
			a.onlyList = !a.onlyList
		}
	}
	return a
}

// register registers a key at the host, and returns the cost.
func register(ctx context.Context, a answer) cost {
	requests := 0
	server := httptest.NewTLSServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		requests++
		if a.onlyList && !strings.HasSuffix(r.URL.Path, "keys") {
			_, _ = io.WriteString(w, repository)
			return
		}
		for name, value := range a.headers {
			w.Header().Set(name, value)
		}
		if a.pages > 0 {
			next := fmt.Sprintf("https://%s%s?page=%d", r.Host, r.URL.Path, requests+1)
			w.Header().Set("Link", fmt.Sprintf(`<%s>; rel="next", <%s>; rel="last"`, next, next))
			w.Header().Set("X-Next-Page", fmt.Sprint(requests+1))
		}
		w.WriteHeader(a.status)
		for range a.repeat {
			// A copy of the body would count as allocated by the client.
			if _, err := io.WriteString(w, a.body); err != nil {
				return
			}
		}
	}))
	defer server.Close()
	address := strings.TrimPrefix(server.URL, "https://")
	registrar := githost.NewRegistrar(githost.NewHosts([]string{address}), clock.RealClock{})
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	_, err := registrar.Ensure(ctx, githost.Repository{
		Provider: a.provider, Host: address, URL: "ssh://git@127.0.0.1/o/r.git", Token: "token",
		CACert: pem.EncodeToMemory(&pem.Block{Type: "CERTIFICATE", Bytes: server.Certificate().Raw}),
	}, githost.Key{Title: "t", PublicKey: "ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIOMqqnkVzrm0SdG6UOoqKLsabgH5C9okWi0dh2l9GKJl"})
	runtime.ReadMemStats(&after)
	c := cost{allocated: after.TotalAlloc - before.TotalAlloc, requests: requests}
	if err != nil {
		c.written = uint64(len(err.Error()))
	}
	return c
}

var _ = Describe("API of a Git host", func() {
	It("is read within the budget of time and memory", func(ctx SpecContext) {
		door[answer]{
			budget: cost{allocated: 512 << 20, requests: 201, written: 4 << 10},
			start: []answer{
				{provider: fluxv1alpha1.GitProviderGitHub, status: http.StatusOK, body: "[]", repeat: 1, onlyList: true},
				{provider: fluxv1alpha1.GitProviderGitLab, status: http.StatusOK, body: `[{"id": 1, "title": "t", "key": "k"}]`, repeat: 1, pages: 1000, onlyList: true},
				{provider: fluxv1alpha1.GitProviderGitea, status: http.StatusOK, body: `{"version":"1.23"}`, repeat: 1},
			},
			change: changeAnswer,
			work:   func(a answer) cost { return register(ctx, a) },
			describe: func(a answer) string {
				return fmt.Sprintf("%s %d, only the list: %t, %d times, %d pages, headers of %d bytes: %s", a.provider, a.status, a.onlyList, a.repeat, a.pages, len(a.headers["X-Fill"]), a.body)
			},
		}.search(searchSeed())
	})
})
