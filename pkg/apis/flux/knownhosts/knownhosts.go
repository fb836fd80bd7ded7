// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

// Package knownhosts chooses the known_hosts lines with which Flux recognizes a Git host. It never asks the host: keys that
// a host presents itself prove nothing.
package knownhosts

import (
	"bytes"
	"cmp"
	"crypto/ed25519"
	_ "embed"
	"errors"
	"fmt"
	"net"
	"net/url"
	"slices"
	"strings"

	fluxknownhosts "github.com/fluxcd/pkg/ssh/knownhosts"
	"golang.org/x/crypto/ssh"
	"golang.org/x/crypto/ssh/knownhosts"

	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/text"
)

// builtinKnownHosts are the host keys of github.com, gitlab.com, bitbucket.org, codeberg.org and ssh.dev.azure.com as these hosts
// publish them. They also hold for the other addresses of these hosts ([githosts.SSH]).
//
//go:embed builtin_known_hosts
var builtinKnownHosts string

// UnknownHostError is returned if no host key is known for a host.
type UnknownHostError struct {
	// Host is the host as known_hosts lines name it: with its port if that is not 22.
	Host string
	// Note describes a probable mistake in lines that have no key of the host; may be empty.
	Note string
}

// Error names the host and what to add.
func (e *UnknownHostError) Error() string {
	text := fmt.Sprintf("no host key is known for %s; add its known_hosts lines (one line per key type, as the host publishes them, beginning with %q)", e.Host, e.Host)
	if e.Note != "" {
		text += "; " + e.Note
	}
	return text
}

// Choose returns the known_hosts content for a repository with an ssh:// URL: the configured lines if there
// are any, else those stored beside the deploy key if they cover the host, else the built-in ones of the host. The
// choice is one of the three as a whole, because a stale line of any key type makes Flux fail now and then: it offers
// the key types of the file in random order (fluxcd/pkg/ssh/knownhosts). For the same reason only lines that are about the host are
// returned, with the name by which Flux looks it up, whatever else there is. The error is an *UnknownHostError if none covers the host.
func Choose(repositoryURL, configured string, stored []byte) (string, error) {
	s, err := serverOf(repositoryURL)
	if err != nil {
		return "", err
	}
	missing := &UnknownHostError{Host: s.name()}

	if strings.TrimSpace(configured) != "" {
		c := choose(s, configured)
		lines := c.String()
		if lines == "" {
			missing.Note = strings.Join(notes(c, configured), "; ")
			return "", missing
		}
		return lines, nil
	}
	c := choose(s, string(stored))
	if lines := c.String(); lines != "" {
		return lines, nil
	}
	if lines := builtin(s); lines != "" {
		return lines, nil
	}
	missing.Note = strings.Join(notes(c, string(stored)), "; ")
	return "", missing
}

// builtin returns the built-in lines of a server.
func builtin(s server) string {
	name := s.builtin()
	var lines strings.Builder
	for content := range strings.Lines(builtinKnownHosts) {
		// They are one name and one key in a line each: nothing of them has to be parsed for each shoot.
		if key, found := strings.CutPrefix(content, name+" "); found {
			lines.WriteString(knownhosts.Normalize(s.address) + " " + key)
		}
	}
	return lines.String()
}

// Address returns host and port of a repository with an ssh:// URL.
func Address(repositoryURL string) (string, error) {
	u, err := url.Parse(repositoryURL)
	if err != nil {
		return "", fmt.Errorf("repository URL: %w", err)
	}
	return net.JoinHostPort(u.Hostname(), cmp.Or(u.Port(), "22")), nil
}

// SameHost returns whether two ssh:// URLs lead to the same host and port, or to addresses of the same Git host.
func SameHost(repositoryURL, other string) bool {
	a, aErr := serverOf(repositoryURL)
	b, bErr := serverOf(other)
	return aErr == nil && bErr == nil && a.builtin() == b.builtin()
}

// Cover returns whether the lines hold a key of the host of a repository with an ssh:// URL.
func Cover(repositoryURL string, lines []byte) bool { return Of(repositoryURL, string(lines)) != "" }

// Of returns what Flux is given of known_hosts lines for the host of a repository with an ssh:// URL; nothing if they have no key of it.
func Of(repositoryURL, lines string) string {
	s, err := serverOf(repositoryURL)
	if err != nil {
		return ""
	}
	return choose(s, lines).String()
}

// Fingerprints returns type and SHA256 fingerprint of each key by which Flux recognizes the host of a repository with an ssh:// URL,
// sorted. They are public.
func Fingerprints(repositoryURL string, lines []byte) []string {
	address, err := Address(repositoryURL)
	if err != nil {
		return nil
	}
	var fingerprints []string
	for _, key := range recognized(lines, address) {
		fingerprints = append(fingerprints, Fingerprint(key))
	}
	slices.Sort(fingerprints)
	return fingerprints
}

// Fingerprint returns the type and SHA256 fingerprint of a key.
func Fingerprint(key ssh.PublicKey) string { return key.Type() + " " + ssh.FingerprintSHA256(key) }

// OnlyAuthorities returns whether the host of a repository with an ssh:// URL is covered by lines of certificate authorities alone.
// That is no error in the lines, but Flux asks a host for its plain keys (fluxcd/pkg/git/gogit: CustomPublicKeys.ClientConfig), of
// which it then knows none.
func OnlyAuthorities(repositoryURL, lines string) bool {
	return strings.HasPrefix(Of(repositoryURL, lines), markerAuthority)
}

// Damaged returns the numbers of lines that Flux does not take for lines of a known_hosts file, which makes it refuse all of them, from 1 on, at most as
// many as given. A byte order mark does not count. Neither the lines nor the errors of the parser must be repeated: they may be a private key under a
// wrong name.
func Damaged(lines []byte, most int) []int {
	lines = withoutMarks(lines)
	if _, _, err := fluxknownhosts.New(lines); err == nil {
		return nil
	}
	var (
		damaged []int
		number  int
	)
	for content := range bytes.Lines(lines) {
		number++
		// A parser for each of a hundred thousand lines takes half a gigabyte.
		if content = bytes.TrimSpace(content); len(content) == 0 || content[0] == '#' {
			continue
		}
		if _, _, err := fluxknownhosts.New(content); err != nil {
			damaged = append(damaged, number)
		}
		if len(damaged) == most {
			break
		}
	}
	return damaged
}

// withoutMarks returns the lines without byte order marks before them.
func withoutMarks(lines []byte) []byte {
	mark := []byte(string(text.ByteOrderMark))
	if !bytes.Contains(lines, mark) {
		return lines
	}
	var without bytes.Buffer
	for content := range bytes.Lines(lines) {
		for bytes.HasPrefix(content, mark) {
			content = content[len(mark):]
		}
		without.Write(content)
	}
	return without.Bytes()
}

// ForeignTypes returns the types of keys that Flux requests from the host of a repository with an ssh:// URL because of lines that are not about it,
// sorted: those of which the lines have no key of the host itself.
func ForeignTypes(repositoryURL string, lines []byte) []string {
	s, err := serverOf(repositoryURL)
	if err != nil || CheckWildcards(lines) != nil {
		return nil
	}
	_, requested, err := fluxknownhosts.New(lines)
	if err != nil {
		return nil
	}
	own := choose(s, string(lines)).keys
	requested = slices.DeleteFunc(requested, func(keyType string) bool {
		return slices.ContainsFunc(own, func(l line) bool { return l.key.Type() == keyType })
	})
	slices.Sort(requested)
	return requested
}

// recognized returns the keys in the lines by which the host at the address is recognized, one of each type. It asks the verifier
// that source-controller uses, with a key that no host has: for a known host the verifier lists the keys it wants instead. Of these,
// it may have one revoked.
func recognized(lines []byte, address string) []ssh.PublicKey {
	if len(address) > longestAddress || CheckWildcards(lines) != nil {
		return nil
	}
	verify, _, err := fluxknownhosts.New(lines)
	if err != nil {
		return nil
	}
	probe, err := ssh.NewPublicKey(make(ed25519.PublicKey, ed25519.PublicKeySize))
	if err != nil {
		return nil
	}
	var (
		mismatch *knownhosts.KeyError
		keys     []ssh.PublicKey
	)
	if !errors.As(verify(address, &net.TCPAddr{}, probe), &mismatch) {
		return nil
	}
	for _, wanted := range mismatch.Want {
		if verify(address, &net.TCPAddr{}, wanted.Key) == nil {
			keys = append(keys, wanted.Key)
		}
	}
	return keys
}
