// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package dashboard

import (
	"embed"
	"io"
	"io/fs"
	"net/http"

	"k8s.io/utils/clock"

	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/cli/garden"
)

//go:embed assets
var embedded embed.FS

// server serves the page.
type server struct {
	garden garden.Client
	// namespace is that of the project; empty for all.
	namespace string
	live      *live
	sessions  *sessions
	clock     clock.PassiveClock
	// log gets a line for each operation that the page requests.
	log io.Writer
}

// handler returns the handler for the address on which is listened.
func (s *server) handler(address string) (http.Handler, error) {
	assets, err := fs.Sub(embedded, "assets")
	if err != nil {
		return nil, err
	}
	mux := http.NewServeMux()
	// The page has no data, and needs no session.
	mux.Handle("GET /", http.FileServerFS(assets))
	mux.HandleFunc("POST /api/session", s.beginSession)
	for pattern, handle := range map[string]http.HandlerFunc{
		"GET /api/fleet":                     s.stream,
		"GET /api/shoots/{namespace}/{name}": s.showShoot,
		"GET /api/rollouts/{namespace}":      s.showRollout,
		"POST /api/rollouts/{namespace}":     s.requestOperation,
	} {
		mux.Handle(pattern, s.withSession(handle))
	}
	return guard(address, mux), nil
}

func (s *server) withSession(next http.HandlerFunc) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if !s.sessions.holds(r) {
			refuse(w, http.StatusUnauthorized, "this tab has no session: open the address that the command prints; Enter in its terminal prints another one")
			return
		}
		next(w, r)
	})
}

func (s *server) beginSession(w http.ResponseWriter, r *http.Request) {
	var request struct {
		Token string `json:"token"`
	}
	if !decode(w, r, &request) {
		return
	}
	session, begun := s.sessions.begin(request.Token)
	if !begun {
		refuse(w, http.StatusUnauthorized, "this address was used before, or is not the last one that the command has printed: Enter in its terminal prints another one")
		return
	}
	answer(w, map[string]string{"session": session})
}
