// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

// Package knownhosts chooses the known_hosts lines by which Flux recognizes a Git host. It must not ask the
// host: keys that the host itself presents prove nothing.
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

// builtinKnownHosts contains the published host keys of github.com, gitlab.com, bitbucket.org, codeberg.org and
// ssh.dev.azure.com. They are also valid for the other addresses of these hosts ([githosts.SSH]).
//
//go:embed builtin_known_hosts
var builtinKnownHosts string

// UnknownHostError reports that no key of a host is known.
type UnknownHostError struct {
	// Host is the name of the host in known_hosts lines, with the port unless it is 22.
	Host string
	// Note describes a probable mistake in the given lines, if any.
	Note string
}

// Error names the host and the lines to add.
func (e *UnknownHostError) Error() string {
	message := fmt.Sprintf("no host key is known for %s; add its known_hosts lines (one line per key type, as the host publishes them, beginning with %q)", e.Host, e.Host)
	if e.Note != "" {
		message += "; " + e.Note
	}
	return message
}

// Choose returns the known_hosts content for a repository with an ssh:// URL: the configured lines if there are
// any, else the lines stored with the deploy key if they cover the host, else the built-in lines. It never
// combines them, because a stale line of any key type lets Flux fail sometimes: it offers the key types of the
// file in random order (fluxcd/pkg/ssh/knownhosts). For the same reason it returns only the host's lines, under
// the name that Flux looks up. The error is an *UnknownHostError if no lines cover the host.
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

// builtin returns the built-in lines for a server.
func builtin(s server) string {
	name := s.builtin()
	var lines strings.Builder
	for content := range strings.Lines(builtinKnownHosts) {
		// Each line has one name and one key, so it need not be parsed for each shoot.
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

// SameHost returns whether two ssh:// URLs have the same host and port, or addresses of the same Git host.
func SameHost(repositoryURL, other string) bool {
	a, aErr := serverOf(repositoryURL)
	b, bErr := serverOf(other)
	return aErr == nil && bErr == nil && a.builtin() == b.builtin()
}

// Covers returns whether the lines contain a key of the host of an ssh:// URL.
func Covers(repositoryURL string, lines []byte) bool {
	return LinesFor(repositoryURL, string(lines)) != ""
}

// LinesFor returns the lines for the host of an ssh:// URL in the form for Flux, or an empty string if they have no
// key of it.
func LinesFor(repositoryURL, lines string) string {
	s, err := serverOf(repositoryURL)
	if err != nil {
		return ""
	}
	return choose(s, lines).String()
}

// Fingerprints returns type and SHA256 fingerprint of each accepted key for the host of an ssh://
// URL, sorted.
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

// OnlyAuthorities returns whether only lines of certificate authorities cover the host of an ssh:// URL. Such
// lines are valid, but Flux asks a host for its plain keys (fluxcd/pkg/git/gogit:
// CustomPublicKeys.ClientConfig) and would know none.
func OnlyAuthorities(repositoryURL, lines string) bool {
	return strings.HasPrefix(LinesFor(repositoryURL, lines), markerAuthority)
}

// Damaged returns the numbers, from 1, of at most the given number of lines that Flux cannot parse. One such
// line makes Flux refuse all. It ignores byte order marks. Neither the lines nor the parser's errors must be
// shown: a line may be a private key in the wrong field.
func Damaged(lines []byte, most int) []int {
	lines = withoutMarks(lines)
	if _, _, err := fluxknownhosts.New(lines); err == nil {
		return nil
	}
	var damaged []int
	number := 0
	for content := range bytes.Lines(lines) {
		number++
		// Parsers for a hundred thousand lines would take half a gigabyte.
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

// withoutMarks removes byte order marks from the beginnings of lines.
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

// ForeignTypes returns the sorted types of keys that Flux requests from the host of an ssh:// URL only because
// of lines for other hosts.
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

// recognized returns the keys in the lines by which Flux recognizes the host at the address, one of each type.
// It asks source-controller's verifier with a key that no host has: for a known host, the verifier's error
// lists the expected keys, which may include a revoked one.
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
