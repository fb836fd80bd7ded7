// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package githost

import (
	"crypto/subtle"
	"errors"
)

// token opens one repository over HTTPS, for reading. The zero value opens nothing.
type token struct {
	username, password string
}

func (t token) matches(given token) bool {
	return t != token{} && subtle.ConstantTimeCompare([]byte(t.username+":"+t.password), []byte(given.username+":"+given.password)) == 1
}

// SetToken makes a repository readable over HTTPS with a user name and a token, in place of those set before.
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
