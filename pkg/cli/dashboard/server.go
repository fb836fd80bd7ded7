// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package dashboard

import (
	"crypto/rand"
	"crypto/subtle"
	"embed"
	"encoding/json"
	"io"
	"io/fs"
	"net"
	"net/http"
	"strings"
	"sync"

	"k8s.io/utils/clock"

	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/cli/garden"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/cli/operator"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/text"
)

//go:embed assets
var embedded embed.FS

// server serves the page and its API.
type server struct {
	garden garden.Client
	// namespace is the namespace of the project. It is empty for all projects.
	namespace string
	live      *live
	sessions  *sessions
	clock     clock.PassiveClock
	// landscape reads the carried Flux versions, and resolves configurations without the operator's defaults.
	landscape func() (operator.Landscape, error)
	// log receives a line for each operation that the page requests.
	log io.Writer
}

// handler returns the handler for requests to the listener's address.
func (s *server) handler(address string) (http.Handler, error) {
	assets, err := fs.Sub(embedded, "assets")
	if err != nil {
		return nil, err
	}
	mux := http.NewServeMux()
	// The page itself contains no data and needs no session.
	mux.Handle("GET /", http.FileServerFS(assets))
	mux.HandleFunc("POST /api/session", s.beginSession)
	for pattern, handle := range map[string]http.HandlerFunc{
		"GET /api/fleet":                      s.stream,
		"GET /api/shoots/{namespace}/{name}":  s.showShoot,
		"POST /api/shoots/{namespace}/{name}": s.requestReconcile,
		"GET /api/rollouts/{rollout}":         s.showRollout,
		"POST /api/rollouts/{rollout}":        s.requestOperation,
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

// sessions contains the sessions of the browser tabs that may use the server. The printed address contains a token that
// works once. A tab exchanges the token for a session and keeps the session to itself: the server sets no cookie,
// because a browser would send the cookie to every other server on the loopback interface.
type sessions struct {
	mutex sync.Mutex
	// token is the last printed token if it is unused. Otherwise, it is empty.
	token string
	open  []string
}

// issue returns a new token and invalidates the previous one.
func (s *sessions) issue() string {
	s.mutex.Lock()
	defer s.mutex.Unlock()
	s.token = rand.Text()
	return s.token
}

// begin exchanges the issued token for a session. It returns false if the token is not the issued one.
func (s *sessions) begin(token string) (string, bool) {
	s.mutex.Lock()
	defer s.mutex.Unlock()
	if s.token == "" || !equal(token, s.token) {
		return "", false
	}
	session := rand.Text()
	s.token, s.open = "", append(s.open, session)
	return session, true
}

// holds reports whether a request has a valid session.
func (s *sessions) holds(r *http.Request) bool {
	given, found := strings.CutPrefix(r.Header.Get("Authorization"), "Bearer ")
	if !found {
		return false
	}
	s.mutex.Lock()
	defer s.mutex.Unlock()
	holds := false
	for _, session := range s.open {
		holds = equal(given, session) || holds
	}
	return holds
}

func equal(a, b string) bool { return subtle.ConstantTimeCompare([]byte(a), []byte(b)) == 1 }

// largestRequest limits the body of a request, in bytes.
const largestRequest = 4 << 10

// decode reads the JSON body of a request. If the body is invalid or too large, decode writes an error response and
// returns false.
func decode(w http.ResponseWriter, r *http.Request, into any) bool {
	decoder := json.NewDecoder(http.MaxBytesReader(w, r.Body, largestRequest))
	decoder.DisallowUnknownFields()
	if r.Header.Get("Content-Type") != "application/json" || decoder.Decode(into) != nil {
		refuse(w, http.StatusBadRequest, "the request is not the JSON that the page sends")
		return false
	}
	return true
}

func answer(w http.ResponseWriter, content any) {
	w.Header().Set("Content-Type", "application/json")
	// An error means that the tab is closed.
	_ = json.NewEncoder(w).Encode(content)
}

func refuse(w http.ResponseWriter, status int, reason string) {
	w.Header().Set("Content-Type", "application/json")
	w.WriteHeader(status)
	_ = json.NewEncoder(w).Encode(map[string]string{"error": text.OneLine(reason)})
}

// headers returns the headers of each response. They allow only scripts of this server, and forbid embedding the page
// in other pages and storing it.
func headers() map[string]string {
	return map[string]string{
		"Content-Security-Policy": "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; img-src 'self'; base-uri 'none'; " +
			"form-action 'none'; frame-ancestors 'none'; require-trusted-types-for 'script'",
		"Cross-Origin-Opener-Policy":   "same-origin",
		"Cross-Origin-Resource-Policy": "same-origin",
		"X-Content-Type-Options":       "nosniff",
		"Referrer-Policy":              "no-referrer",
		"Cache-Control":                "no-store",
	}
}

// guard rejects requests for other host names and requests of other pages. A page of a foreign domain could otherwise
// resolve its own host name to the loopback interface and send requests to this server.
func guard(address string, next http.Handler) http.Handler {
	_, port, err := net.SplitHostPort(address)
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		for name, value := range headers() {
			w.Header().Set(name, value)
		}
		origin, site := r.Header.Get("Origin"), r.Header.Get("Sec-Fetch-Site")
		switch {
		case err != nil || r.Host != net.JoinHostPort("127.0.0.1", port) && r.Host != net.JoinHostPort("localhost", port):
			refuse(w, http.StatusMisdirectedRequest, "this server accepts only requests for the address that the command prints")
		case origin != "" && origin != "http://"+r.Host, site != "" && site != "same-origin" && site != "none":
			refuse(w, http.StatusForbidden, "this server accepts only requests from its own page")
		default:
			next.ServeHTTP(w, r)
		}
	})
}
