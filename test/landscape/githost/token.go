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

// token opens one repository over HTTPS, for reading. The zero value opens nothing.
type token struct {
	username, password string
}

// admits reports whether a request carries the token as its password or, without a user name, as its bearer token.
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

// SetToken makes a repository readable over HTTPS with a user name and a token, or with the token alone as bearer token, in
// place of those set before.
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
