// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package githost

import (
	"fmt"
	"slices"
	"strings"

	gossh "golang.org/x/crypto/ssh"
)

// deployKey is a public key with access to one repository.
type deployKey struct {
	title string
	// key is the type and base64 form of the key, as in an authorized_keys file, without a comment.
	key string
	// readOnly is true if the key must not push.
	readOnly bool
}

// AddDeployKey registers a public key (a line of an authorized_keys file) for a repository. As at public Git hosts,
// title and key must be unique in the repository.
func (h *Host) AddDeployKey(repository, title, authorizedKey string, readOnly bool) error {
	key, _, _, _, err := gossh.ParseAuthorizedKey([]byte(authorizedKey))
	if err != nil {
		return fmt.Errorf("failed to parse deploy key %q: %w", title, err)
	}
	repo, err := h.repository(repository)
	if err != nil {
		return err
	}

	added := deployKey{title: title, key: keyLine(key), readOnly: readOnly}
	h.lock.Lock()
	defer h.lock.Unlock()
	if slices.ContainsFunc(repo.keys, func(k deployKey) bool { return k.title == added.title || k.key == added.key }) {
		return fmt.Errorf("repository %q already has a deploy key with this title or content", repository)
	}
	repo.keys = append(repo.keys, added)
	return nil
}

// RemoveDeployKey removes a public key from a repository.
func (h *Host) RemoveDeployKey(repository, authorizedKey string) error {
	key, _, _, _, err := gossh.ParseAuthorizedKey([]byte(authorizedKey))
	if err != nil {
		return fmt.Errorf("failed to parse the deploy key: %w", err)
	}
	repo, err := h.repository(repository)
	if err != nil {
		return err
	}
	line := keyLine(key)
	h.lock.Lock()
	defer h.lock.Unlock()
	if !slices.ContainsFunc(repo.keys, func(k deployKey) bool { return k.key == line }) {
		return fmt.Errorf("repository %q has no such deploy key", repository)
	}
	repo.keys = slices.DeleteFunc(repo.keys, func(k deployKey) bool { return k.key == line })
	return nil
}

// knows returns whether the key has access to any repository. The host refuses other keys before a session starts.
func (h *Host) knows(key gossh.PublicKey) bool {
	line := keyLine(key)
	h.lock.RLock()
	defer h.lock.RUnlock()
	for _, repo := range h.repositories {
		if slices.ContainsFunc(repo.keys, func(k deployKey) bool { return k.key == line }) {
			return true
		}
	}
	return false
}

// authorize returns the directory of a repository if the key may read the repository or, with write, push to it.
func (h *Host) authorize(path string, key gossh.PublicKey, write bool) (string, bool) {
	line := keyLine(key)
	h.lock.RLock()
	defer h.lock.RUnlock()
	repo, ok := h.repositories[canonicalName(path)]
	if !ok || !slices.ContainsFunc(repo.keys, func(k deployKey) bool { return k.key == line && !(write && k.readOnly) }) {
		return "", false
	}
	return repo.dir, true
}

func keyLine(key gossh.PublicKey) string {
	return strings.TrimSpace(string(gossh.MarshalAuthorizedKey(key)))
}
