// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package githosts

import (
	"bytes"
	"crypto/hmac"
	"crypto/sha1" //nolint:gosec // the algorithm of hashed names in known_hosts files
	"encoding/base64"
	"fmt"
	"net"
	"slices"
	"strconv"
	"strings"

	"golang.org/x/crypto/ssh"
	"golang.org/x/crypto/ssh/knownhosts"

	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/text"
)

const (
	markerAuthority = "@cert-authority"
	markerRevoked   = "@revoked"
)

// server is the SSH server of a repository.
type server struct {
	// address is the host:port that Flux looks up. It preserves the case of the URL.
	address string
	// names contains the lower-case names that lines may use for the host.
	names []string
	port  string
}

func serverOf(repositoryURL string) server {
	address := Address(repositoryURL)
	host, port, _ := net.SplitHostPort(address)
	return server{address: address, port: port, names: slices.Compact([]string{strings.ToLower(host), Normalize(host)})}
}

// public returns the server with its alternative address replaced by the main one, if it belongs to a public Git host.
func (s server) public() server {
	port, _ := strconv.Atoi(s.port)
	host, port := SSH(s.names[len(s.names)-1], port)
	return server{address: s.address, port: strconv.Itoa(port), names: []string{host}}
}

// name returns the name of the server in known_hosts lines, as ssh-keyscan prints it.
func (s server) name() string {
	return knownhosts.Normalize(net.JoinHostPort(s.names[len(s.names)-1], s.port))
}

// line is a known_hosts line that contains a key.
type line struct {
	number        int
	marker, names string
	key           ssh.PublicKey
	// rest contains the words after the key.
	rest []string
}

// parsed returns the valid lines that keep accepts.
func parsed(value string, keep func(marker, names string) bool) []line {
	var lines []line
	number := 0
	for content := range strings.Lines(value) {
		number++
		content = strings.TrimSpace(strings.TrimLeft(content, string(text.ByteOrderMark)))
		if content == "" || content[0] == '#' {
			continue
		}
		words, marker := strings.Fields(content), ""
		if words[0] == markerAuthority || words[0] == markerRevoked {
			marker, words = words[0], words[1:]
		}
		if len(words) < 3 || !keep(marker, words[0]) {
			continue
		}
		if key := publicKey(words[2]); key != nil {
			lines = append(lines, line{number: number, marker: marker, names: words[0], key: key, rest: words[3:]})
		}
	}
	return lines
}

// publicKey decodes a public key. It returns nil if the key is invalid or a certificate, which Flux does not accept as
// a host key.
func publicKey(encoded string) ssh.PublicKey {
	blob, err := base64.StdEncoding.DecodeString(encoded)
	if err != nil {
		return nil
	}
	key, err := ssh.ParsePublicKey(blob)
	if _, ok := key.(*ssh.Certificate); err != nil || ok {
		return nil
	}
	return key
}

// isNamed returns whether the names of a line match the server, ignoring case. The names may be a hashed name, or a
// list of patterns and negated patterns.
func (s server) isNamed(names string) bool {
	if strings.HasPrefix(names, "|") {
		return s.isHashed(names)
	}
	matched := false
	for pattern := range strings.SplitSeq(strings.ToLower(names), ",") {
		pattern, excepts := strings.CutPrefix(pattern, "!")
		if pattern == "" {
			continue
		}
		host, port, err := net.SplitHostPort(pattern)
		switch {
		case err != nil && pattern[0] == '[':
			return false
		case err != nil:
			host, port = pattern, "22"
		}
		if port != s.port || !slices.ContainsFunc(s.names, func(name string) bool { return matches(host, name) }) {
			continue
		}
		if excepts {
			return false
		}
		matched = true
	}
	return matched
}

// isHashed returns whether a hashed name, in the format |1|salt|hash, matches a name of the server.
func (s server) isHashed(name string) bool {
	parts := strings.Split(name, "|")
	if len(parts) != 4 || parts[1] != "1" {
		return false
	}
	salt, saltErr := base64.StdEncoding.DecodeString(parts[2])
	hash, hashErr := base64.StdEncoding.DecodeString(parts[3])
	if saltErr != nil || hashErr != nil {
		return false
	}
	host, _, _ := net.SplitHostPort(s.address)
	return slices.ContainsFunc(append(slices.Clone(s.names), host), func(name string) bool {
		mac := hmac.New(sha1.New, salt)
		mac.Write([]byte(knownhosts.Normalize(net.JoinHostPort(name, s.port))))
		return hmac.Equal(mac.Sum(nil), hash)
	})
}

// matches returns whether a host matches a pattern, with the same rules as Flux: ? matches one character, and * matches
// any number of characters, but at least one at the end of the pattern.
func matches(pattern, host string) bool {
	for pattern != "" && host != "" {
		switch {
		case pattern == "*":
			return true
		case pattern[0] == '*':
			for i := range len(host) {
				if matches(pattern[1:], host[i:]) {
					return true
				}
			}
			return false
		case pattern[0] != '?' && pattern[0] != host[0]:
			return false
		}
		pattern, host = pattern[1:], host[1:]
	}
	return pattern == "" && host == ""
}

// chosen contains the lines of a known_hosts file that apply to a server.
type chosen struct {
	server server
	// keys contains the first host key of each type. authorities contains the first certificate authority key of each
	// type.
	keys, authorities []line
	// revoked contains the revoked keys of the host.
	revoked []line
	// second contains the other host keys of each type, which Flux would ignore.
	second []line
}

// choose selects the lines for a server from a known_hosts file. It selects none if matching them would take too long.
func choose(s server, value string) chosen {
	c := chosen{server: s}
	if s.address == "" || len(s.address) > longestAddress || CheckWildcards([]byte(value)) != nil {
		return c
	}
	lines := parsed(value, func(marker, names string) bool { return marker == markerRevoked || s.isNamed(names) })
	// Flux applies a revocation to all hosts. The keys are in a map, because a tenant may write thousands of such lines.
	revoked, taken := map[string]bool{}, map[string]bool{}
	for _, l := range lines {
		if l.marker == markerRevoked {
			revoked[string(l.key.Marshal())] = true
		}
	}
	for _, l := range lines {
		key := string(l.key.Marshal())
		isRevoked := revoked[key]
		switch {
		case l.marker == markerRevoked && s.isNamed(l.names), l.marker == "" && isRevoked:
			if !taken[key] {
				taken[key], c.revoked = true, append(c.revoked, l)
			}
		case l.marker == markerRevoked, isRevoked:
		case l.marker == markerAuthority:
			c.authorities, _ = addType(c.authorities, l)
		default:
			var before *line
			if c.keys, before = addType(c.keys, l); before != nil && !bytes.Equal(before.key.Marshal(), l.key.Marshal()) {
				c.second = append(c.second, l)
			}
		}
	}
	return c
}

// addType adds a line unless lines already contain a key of the same type. In that case, it also returns the existing
// line.
func addType(lines []line, l line) ([]line, *line) {
	if i := slices.IndexFunc(lines, func(other line) bool { return other.key.Type() == l.key.Type() }); i >= 0 {
		return lines, &lines[i]
	}
	return append(lines, l), nil
}

// String returns the known_hosts content for Flux, or an empty string if there is no key for the server. Flux requests
// the key types of all lines, regardless of their host, and never requests certificates (fluxcd/pkg/git/gogit:
// CustomPublicKeys.ClientConfig). With a line for a different server or a certificate authority, Flux could request a
// key type that the file lacks for this server. Therefore String omits such lines, and returns lines of certificate
// authorities only if there is no host key. All lines contain the address of the server as Flux looks it up, because
// Flux compares names case-sensitively.
func (c chosen) String() string {
	marker, keys := "", c.keys
	if len(keys) == 0 {
		marker, keys = markerAuthority+" ", c.authorities
	}
	if len(keys) == 0 {
		return ""
	}
	var content strings.Builder
	for _, l := range keys {
		content.WriteString(marker + knownhosts.Line([]string{c.server.address}, l.key) + "\n")
	}
	for _, l := range c.revoked {
		content.WriteString(markerRevoked + " " + knownhosts.Line([]string{c.server.address}, l.key) + "\n")
	}
	return content.String()
}

// mostNotes is the maximum number of notes.
const mostNotes = 5

// Notes describes parts of known_hosts lines that are ignored and probably unintended, for the host of an ssh:// URL.
// The notes do not quote lines, because the lines may be secrets.
func Notes(repositoryURL, lines string) []string {
	return notes(choose(serverOf(repositoryURL), lines), lines)
}

func notes(c chosen, value string) []string {
	var found []string
	for _, l := range parsed(value, func(string, string) bool { return true }) {
		if r, has := text.Invisible(l.names); has {
			found = append(found, fmt.Sprintf("line %d is not used, because its host name contains the invisible character %s; remove the character", l.number, text.CodePoint(r)))
		}
		if slices.ContainsFunc(l.rest, isKey) {
			found = append(found, fmt.Sprintf("line %d has several keys, and only the first is used; write one line per key", l.number))
		}
	}
	for _, l := range c.second {
		found = append(found, fmt.Sprintf("line %d has a second key of type %s for %s, and Flux uses only the first; remove the key that the host no longer has", l.number, l.key.Type(), c.server.name()))
	}
	return found[:min(len(found), mostNotes)]
}

// isKey returns whether a word is an encoded public key.
func isKey(word string) bool { return strings.HasPrefix(word, "AAAA") && publicKey(word) != nil }

const (
	// mostWildcards is the maximum number of wildcards in all known_hosts lines, and mostWildcardsInPattern in one
	// pattern. The time to match a name grows exponentially with the number of wildcards in a pattern.
	mostWildcards          = 100
	mostWildcardsInPattern = 2
	// longestAddress is the maximum length of a host with its port. A DNS name has at most 253 characters.
	longestAddress = 253 + len(":65535")
)

// CheckWildcards returns an error if matching a host against known_hosts lines would take too long because of
// wildcards. The message is the predicate of a sentence about the lines, and does not quote them.
func CheckWildcards(lines []byte) error {
	all := 0
	for line := range bytes.Lines(lines) {
		line = bytes.TrimSpace(line)
		if bytes.HasPrefix(line, []byte("#")) {
			continue
		}
		// Check the first two words, because a marker may precede the names.
		for range 2 {
			end := bytes.IndexAny(line, " \t")
			if end < 0 {
				end = len(line)
			}
			for pattern := range strings.SplitSeq(string(line[:end]), ",") {
				wildcards := strings.Count(pattern, "*")
				if all += wildcards; wildcards > mostWildcardsInPattern || all > mostWildcards {
					return fmt.Errorf("has too many wildcards: at most %d * are allowed in a name, and %d in all lines", mostWildcardsInPattern, mostWildcards)
				}
			}
			line = bytes.TrimSpace(line[end:])
		}
	}
	return nil
}
