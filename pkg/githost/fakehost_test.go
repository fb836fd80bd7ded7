// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package githost_test

import (
	"encoding/json"
	"encoding/pem"
	"fmt"
	"net/http"
	"net/http/httptest"
	"strconv"
	"strings"
	"sync"

	. "github.com/onsi/ginkgo/v2"

	fluxv1alpha1 "github.com/shoot-flux/gardener-extension-shoot-flux/pkg/apis/flux/v1alpha1"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/githost"
)

const (
	fakeToken = "very-secret-token"
	// pageSize is how many keys the hosts list at once.
	pageSize = 30
)

// listedKey is a deploy key as the hosts list it.
type listedKey struct {
	ID       int64  `json:"id"`
	Title    string `json:"title"`
	Key      string `json:"key"`
	ReadOnly bool   `json:"read_only"`
	CanPush  bool   `json:"can_push"`
}

// fakeHost serves the part of a Git host's API that concerns the deploy keys of one repository.
type fakeHost struct {
	*httptest.Server
	provider fluxv1alpha1.GitProvider
	owner    string

	mutex sync.Mutex
	keys  []listedKey
	// requests are those that were made, as method and path.
	requests []string
	// instead is called first, and has answered the request if it returns true.
	instead func(http.ResponseWriter, *http.Request) bool
}

func newFakeHost(provider fluxv1alpha1.GitProvider) *fakeHost {
	host := &fakeHost{provider: provider, owner: "fleet"}
	if provider == fluxv1alpha1.GitProviderGitLab {
		host.owner = "company/platform/fleet"
	}
	host.Server = httptest.NewTLSServer(http.HandlerFunc(host.serve))
	DeferCleanup(host.Server.Close)
	return host
}

// address is the host and port, in the form of the configuration.
func (h *fakeHost) address() string { return strings.TrimPrefix(h.URL, "https://") }

func (h *fakeHost) repository() githost.Repository {
	return githost.Repository{
		Provider: h.provider, Host: h.address(), URL: "ssh://git@127.0.0.1:2222/" + h.owner + "/shoots.git", Token: fakeToken,
		CACert: pem.EncodeToMemory(&pem.Block{Type: "CERTIFICATE", Bytes: h.Certificate().Raw}),
	}
}

// base is the path of the repository in the API, list the path of its deploy keys below.
func (h *fakeHost) base() (base, list string) {
	switch h.provider {
	case fluxv1alpha1.GitProviderGitLab:
		return "/api/v4/projects/" + h.owner + "/shoots", "/deploy_keys"
	case fluxv1alpha1.GitProviderGitea:
		return "/api/v1/repos/fleet/shoots", "/keys"
	}
	return "/api/v3/repos/fleet/shoots", "/keys"
}

func (h *fakeHost) authorized(r *http.Request) bool {
	return r.Header.Get("Authorization") == "Bearer "+fakeToken || r.Header.Get("Authorization") == "token "+fakeToken || r.Header.Get("Private-Token") == fakeToken
}

func (h *fakeHost) serve(w http.ResponseWriter, r *http.Request) {
	h.mutex.Lock()
	defer h.mutex.Unlock()
	h.requests = append(h.requests, r.Method+" "+r.URL.Path)
	if h.instead != nil && h.instead(w, r) {
		return
	}
	base, list := h.base()
	id, one := strings.CutPrefix(r.URL.Path, base+list+"/")
	switch {
	case !h.authorized(r):
		answer(w, http.StatusUnauthorized, map[string]any{"message": "Bad credentials: " + fakeToken})
	case r.URL.Path == "/api/v1/version":
		answer(w, http.StatusOK, map[string]any{"version": "1.24.6"})
	case r.URL.Path == base:
		answer(w, http.StatusOK, map[string]any{"id": 1, "name": "shoots", "full_name": "fleet/shoots", "default_branch": "main", "private": true, "visibility": "private"})
	case r.URL.Path == base+list && r.Method == http.MethodGet:
		h.list(w, r)
	case r.URL.Path == base+list && r.Method == http.MethodPost:
		h.create(w, r)
	case one && r.Method == http.MethodDelete:
		h.delete(w, id)
	default:
		answer(w, http.StatusNotFound, map[string]any{"message": "Not Found"})
	}
}

// list answers with one page and the header with the next one: Gitea sends only the total number.
func (h *fakeHost) list(w http.ResponseWriter, r *http.Request) {
	page, _ := strconv.Atoi(r.URL.Query().Get("page"))
	page = max(page, 1)
	from, to := min((page-1)*pageSize, len(h.keys)), min(page*pageSize, len(h.keys))
	next := to < len(h.keys)
	switch {
	case h.provider == fluxv1alpha1.GitProviderGitea:
		w.Header().Set("X-Total-Count", strconv.Itoa(len(h.keys)))
	case h.provider == fluxv1alpha1.GitProviderGitLab && next:
		w.Header().Set("X-Next-Page", strconv.Itoa(page+1))
	case next:
		w.Header().Set("Link", fmt.Sprintf(`<%s%s?page=%d>; rel="next"`, h.URL, r.URL.Path, page+1))
	}
	answer(w, http.StatusOK, append([]listedKey{}, h.keys[from:to]...))
}

func (h *fakeHost) create(w http.ResponseWriter, r *http.Request) {
	created := listedKey{ID: int64(len(h.keys) + 1)}
	if err := json.NewDecoder(r.Body).Decode(&created); err != nil {
		answer(w, http.StatusBadRequest, map[string]any{"message": err.Error()})
		return
	}
	h.keys = append(h.keys, created)
	answer(w, http.StatusCreated, created)
}

func (h *fakeHost) delete(w http.ResponseWriter, id string) {
	for i, key := range h.keys {
		if strconv.FormatInt(key.ID, 10) == id {
			h.keys = append(h.keys[:i], h.keys[i+1:]...)
			w.WriteHeader(http.StatusNoContent)
			return
		}
	}
	answer(w, http.StatusNotFound, map[string]any{"message": "Not Found"})
}

// titles returns the titles of the registered keys.
func (h *fakeHost) titles() []string {
	h.mutex.Lock()
	defer h.mutex.Unlock()
	titles := []string{}
	for _, key := range h.keys {
		titles = append(titles, key.Title)
	}
	return titles
}

// count returns the number of requests with this method.
func (h *fakeHost) count(method string) int {
	h.mutex.Lock()
	defer h.mutex.Unlock()
	requests := 0
	for _, request := range h.requests {
		if strings.HasPrefix(request, method+" ") {
			requests++
		}
	}
	return requests
}

func answer(w http.ResponseWriter, status int, body any) {
	w.Header().Set("Content-Type", "application/json")
	w.WriteHeader(status)
	if err := json.NewEncoder(w).Encode(body); err != nil {
		GinkgoLogr.Error(err, "Failed to answer")
	}
}
