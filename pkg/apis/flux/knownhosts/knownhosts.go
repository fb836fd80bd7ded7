// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

// Package knownhosts chooses the known_hosts lines with which Flux recognizes a Git host. It never asks the host: keys that
// a host presents itself prove nothing.
package knownhosts

import (
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
)

// builtinKnownHosts are the host keys of github.com, gitlab.com, bitbucket.org and ssh.dev.azure.com as these hosts
// publish them.
//
//go:embed builtin_known_hosts
var builtinKnownHosts string

// UnknownHostError is returned if no host key is known for a host.
type UnknownHostError struct {
	// Host is the host as known_hosts lines name it: with its port if that is not 22.
	Host string
}

// Error names the host and what to add.
func (e *UnknownHostError) Error() string {
	return fmt.Sprintf("no host key is known for %s; add its known_hosts lines (one line per key type, as the host publishes them, beginning with %q)", e.Host, e.Host)
}

// Choose returns the known_hosts content for a repository with an ssh:// URL: the configured lines if there
// are any, else those stored beside the deploy key if they cover the host, else the built-in ones of the host. The
// choice is one of the three as a whole, because a stale line of any key type makes Flux fail now and then: it offers
// the key types of the file in random order (fluxcd/pkg/ssh/knownhosts). The error is an *UnknownHostError if none covers the host.
func Choose(repositoryURL, configured string, stored []byte) (string, error) {
	address, err := Address(repositoryURL)
	if err != nil {
		return "", err
	}
	missing := &UnknownHostError{Host: knownhosts.Normalize(address)}

	if strings.TrimSpace(configured) != "" {
		if !covers([]byte(configured), address) {
			return "", missing
		}
		return authoritiesLast(configured), nil
	}
	if covers(stored, address) {
		return authoritiesLast(string(stored)), nil
	}

	var lines []string
	for line := range strings.Lines(builtinKnownHosts) {
		// They are one name and one key in a line each: nothing of them has to be parsed for each shoot.
		if strings.HasPrefix(line, missing.Host+" ") {
			lines = append(lines, line)
		}
	}
	if len(lines) == 0 {
		return "", missing
	}
	return strings.Join(lines, ""), nil
}

// Address returns host and port of a repository with an ssh:// URL.
func Address(repositoryURL string) (string, error) {
	u, err := url.Parse(repositoryURL)
	if err != nil {
		return "", fmt.Errorf("repository URL: %w", err)
	}
	return net.JoinHostPort(u.Hostname(), cmp.Or(u.Port(), "22")), nil
}

// Cover returns whether the lines hold a key of the host of a repository with an ssh:// URL.
func Cover(repositoryURL string, lines []byte) bool {
	address, err := Address(repositoryURL)
	return err == nil && covers(lines, address)
}

// Of returns those of the lines that have a key of the host of a repository with an ssh:// URL.
func Of(repositoryURL, lines string) string {
	var own strings.Builder
	for line := range strings.Lines(lines) {
		if text := strings.TrimSpace(line); text != "" && text[0] != '#' && Cover(repositoryURL, []byte(line)) {
			own.WriteString(line)
		}
	}
	return own.String()
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
	plain, _ := splitAuthorities(lines)
	return Cover(repositoryURL, []byte(lines)) && !Cover(repositoryURL, []byte(plain))
}

// authoritiesLast moves the lines of certificate authorities behind the others. Flux compares a key with the first one of its type
// only.
func authoritiesLast(lines string) string {
	plain, authorities := splitAuthorities(strings.TrimRight(lines, "\n") + "\n")
	return plain + authorities
}

func splitAuthorities(lines string) (plain, authorities string) {
	var plainLines, authorityLines strings.Builder
	for line := range strings.Lines(lines) {
		if strings.HasPrefix(strings.TrimSpace(line), "@cert-authority") {
			authorityLines.WriteString(line)
		} else {
			plainLines.WriteString(line)
		}
	}
	return plainLines.String(), authorityLines.String()
}

// covers returns whether the lines hold a key for the address.
func covers(lines []byte, address string) bool { return len(recognized(lines, address)) > 0 }

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
