// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package gitea

import (
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"net/http/httptest"
	"strconv"
	"sync"
	"time"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"
)

var _ = Describe("The statuses of commits", func() {
	It("are followed in order, each once, in several pages, and after the host was down", func(ctx SpecContext) {
		var (
			lock    sync.Mutex
			count   = 60
			down    bool
			refused int
			seen    []string
		)
		mux := http.NewServeMux()
		mux.HandleFunc("GET /repos/fleet/my-fleet/commits", func(w http.ResponseWriter, _ *http.Request) {
			_, _ = fmt.Fprint(w, `[{"sha":"b"},{"sha":"a"}]`)
		})
		mux.HandleFunc("GET /repos/fleet/my-fleet/commits/{commit}/statuses", func(w http.ResponseWriter, r *http.Request) {
			lock.Lock()
			defer lock.Unlock()
			if down {
				refused++
				w.WriteHeader(http.StatusBadGateway)
				return
			}
			page, err := strconv.Atoi(r.FormValue("page"))
			if err != nil || r.FormValue("sort") != "oldest" || r.FormValue("limit") != "50" {
				w.WriteHeader(http.StatusBadRequest)
				return
			}
			statuses := []CommitStatus{}
			for i := 50 * (page - 1); r.PathValue("commit") == "a" && i < min(count, 50*page); i++ {
				statuses = append(statuses, CommitStatus{ID: int64(i), Context: "landscape/garden-a", State: "pending", Description: strconv.Itoa(i)})
			}
			_ = json.NewEncoder(w).Encode(statuses)
		})
		server := httptest.NewServer(mux)
		DeferCleanup(server.Close)
		ctx2, end := context.WithCancel(ctx)
		ended := make(chan struct{})
		go func() {
			defer close(ended)
			(&api{url: server.URL, token: "t", client: server.Client()}).followCommitStatuses(ctx2, "my-fleet", time.Millisecond, func(commit string, status CommitStatus) {
				lock.Lock()
				defer lock.Unlock()
				seen = append(seen, commit+" "+status.Description)
			})
		}()
		expect := func(number int) {
			GinkgoHelper()
			var expected []string
			for i := range number {
				expected = append(expected, "a "+strconv.Itoa(i))
			}
			Eventually(ctx, func() []string {
				lock.Lock()
				defer lock.Unlock()
				return append([]string{}, seen...)
			}).WithTimeout(10 * time.Second).Should(Equal(expected))
		}
		change := func(number int, isDown bool) {
			lock.Lock()
			defer lock.Unlock()
			count, down = number, isDown
		}
		expect(60)
		change(100, true)
		Eventually(ctx, func() int {
			lock.Lock()
			defer lock.Unlock()
			return refused
		}).WithTimeout(10 * time.Second).Should(BeNumerically(">", 1))
		change(100, false)
		expect(100)
		change(101, false)
		expect(101)
		end()
		Eventually(ended).Should(BeClosed())
	})
})
