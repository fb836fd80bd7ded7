// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package githosts

import (
	"bytes"
	_ "embed"
	"errors"
	"fmt"
	"net"
	"net/url"
	"slices"
	"strconv"
	"strings"

	fluxknownhosts "github.com/fluxcd/pkg/ssh/knownhosts"
	"golang.org/x/crypto/ssh"

	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/text"
)

// builtinKnownHosts contains the published host keys of github.com, gitlab.com, bitbucket.org, codeberg.org and
// ssh.dev.azure.com. They are also valid for the alternative addresses of these hosts ([SSH]).
//
//go:embed builtin_known_hosts
var builtinKnownHosts string

// ChooseLines returns the known_hosts content for a repository with an ssh:// URL. It uses the configured lines if
// there are any, otherwise the lines that are stored with the deploy key if they contain a key of the host, and
// otherwise the built-in lines. It never combines them, and returns only lines for the host, because Flux requests the
// key types of the file in random order (fluxcd/pkg/ssh/knownhosts): with a stale or unrelated line, Flux would fail
// intermittently. If no line contains a key of the host, ChooseLines returns an error that describes the lines to add.
func ChooseLines(repositoryURL, configured string, stored []byte) (string, error) {
	s, given, isConfigured := serverOf(repositoryURL), configured, strings.TrimSpace(configured) != ""
	if !isConfigured {
		given = string(stored)
	}
	c := choose(s, given)
	lines := c.String()
	if lines == "" && !isConfigured {
		lines = choose(s.public(), builtinKnownHosts).String()
	}
	if lines == "" {
		missing := fmt.Sprintf("no host key is known for %s; add its known_hosts lines (one line per key type, as the host publishes them, beginning with %q)", s.name(), s.name())
		return "", errors.New(strings.Join(append([]string{missing}, notes(c, given)...), "; "))
	}
	return lines, nil
}

// Address returns the host:port of a repository with an ssh:// URL; empty if the URL is invalid.
func Address(repositoryURL string) string {
	u, err := url.Parse(repositoryURL)
	if err != nil {
		return ""
	}
	return net.JoinHostPort(u.Hostname(), strconv.Itoa(Port(u)))
}

// SameHost returns whether two ssh:// URLs have the same host and port, or alternative addresses of the same public Git
// host.
func SameHost(repositoryURL, other string) bool {
	return serverOf(repositoryURL).public().name() == serverOf(other).public().name()
}

// Covers returns whether the lines contain a key for the host of an ssh:// URL.
func Covers(repositoryURL string, lines []byte) bool {
	return LinesFor(repositoryURL, string(lines)) != ""
}

// LinesFor returns the lines for the host of an ssh:// URL in the form that Flux needs, or an empty string if the lines
// contain no key for the host.
func LinesFor(repositoryURL, lines string) string {
	return choose(serverOf(repositoryURL), lines).String()
}

// Fingerprints returns the type and SHA256 fingerprint of each accepted key for the host of an ssh:// URL, in sorted
// order. It returns nil if a line is damaged.
func Fingerprints(repositoryURL string, lines []byte) []string {
	if CheckWildcards(lines) != nil || len(DamagedLines(lines, 1)) > 0 {
		return nil
	}
	var fingerprints []string
	for _, l := range choose(serverOf(repositoryURL), string(lines)).keys {
		fingerprints = append(fingerprints, Fingerprint(l.key))
	}
	slices.Sort(fingerprints)
	return fingerprints
}

// Fingerprint returns the type and SHA256 fingerprint of a key.
func Fingerprint(key ssh.PublicKey) string { return key.Type() + " " + ssh.FingerprintSHA256(key) }

// OnlyAuthorities returns whether the lines contain keys of certificate authorities for the host of an ssh:// URL, but
// no host keys. Such lines are valid, but Flux does not request certificates (fluxcd/pkg/git/gogit:
// CustomPublicKeys.ClientConfig).
func OnlyAuthorities(repositoryURL, lines string) bool {
	return strings.HasPrefix(LinesFor(repositoryURL, lines), markerAuthority)
}

// DamagedLines returns the line numbers, beginning with 1, of the lines that Flux cannot parse, up to the given
// maximum. A single such line makes Flux reject the whole file. Byte order marks are ignored. Callers must not show
// the lines, and DamagedLines does not return the parser's errors, because a line may be a private key in the wrong
// field.
func DamagedLines(lines []byte, most int) []int {
	lines = withoutMarks(lines)
	if _, _, err := fluxknownhosts.New(lines); err == nil {
		return nil
	}
	var damaged []int
	number := 0
	for content := range bytes.Lines(lines) {
		number++
		// Skip empty lines and comments: a parser for each of a hundred thousand lines would need half a gigabyte.
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

// withoutMarks removes byte order marks from the beginning of each line.
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

// ForeignTypes returns the key types, in sorted order, that Flux would request from the host of an ssh:// URL only
// because of lines for other hosts.
func ForeignTypes(repositoryURL string, lines []byte) []string {
	if CheckWildcards(lines) != nil {
		return nil
	}
	_, requested, err := fluxknownhosts.New(lines)
	if err != nil {
		return nil
	}
	own := choose(serverOf(repositoryURL), string(lines)).keys
	requested = slices.DeleteFunc(requested, func(keyType string) bool {
		return slices.ContainsFunc(own, func(l line) bool { return l.key.Type() == keyType })
	})
	slices.Sort(requested)
	return requested
}
