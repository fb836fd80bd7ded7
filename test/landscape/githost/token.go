// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package githost

import (
	"crypto/subtle"
	"errors"
	"net/http"
	"strings"
)

// token gives read access to one repository over HTTPS. The zero value gives no access.
type token struct {
	username, password string
}

// admits returns whether a request has the user name and token as basic authentication, or the token alone as bearer
// token.
func (t token) admits(r *http.Request) bool {
	if t == (token{}) {
		return false
	}
	if bearer, ok := strings.CutPrefix(r.Header.Get("Authorization"), "Bearer "); ok {
		return subtle.ConstantTimeCompare([]byte(bearer), []byte(t.password)) == 1
	}
	username, password, _ := r.BasicAuth()
	return subtle.ConstantTimeCompare([]byte(username+":"+password), []byte(t.username+":"+t.password)) == 1
}

// SetToken sets the user name and token for reads of a repository over HTTPS. The host also accepts the token alone as
// bearer token.
func (h *Host) SetToken(repository, username, value string) error {
	if username == "" || value == "" {
		return errors.New("user name and token must not be empty")
	}
	repo, err := h.repository(repository)
	if err != nil {
		return err
	}
	h.lock.Lock()
	defer h.lock.Unlock()
	repo.token = token{username: username, password: value}
	return nil
}
