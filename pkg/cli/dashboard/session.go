// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package dashboard

import (
	"crypto/rand"
	"crypto/subtle"
	"net/http"
	"strings"
	"sync"
)

// sessions are the tabs that may use the server. A tab begins with a token from the address that the command prints, which works once; what it gets for it stays in
// the tab. No cookie is set: a browser would send it to every other server on the loopback interface too.
type sessions struct {
	mutex sync.Mutex
	// token is the one that was printed last and not used; empty if there is none.
	token string
	open  []string
}

// issue returns a new token; the one before does not work any more.
func (s *sessions) issue() string {
	s.mutex.Lock()
	defer s.mutex.Unlock()
	s.token = rand.Text()
	return s.token
}

// begin returns a session for a token, which does not work any more then, and false if it is not the one that was issued.
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

// holds returns whether a request is that of a tab with a session.
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
