// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

// Package knownhosts chooses the known_hosts lines with which Flux recognizes a Git host. It never asks the host: what a host
// says of itself proves nothing.
package knownhosts

import (
	"crypto/ed25519"
	_ "embed"
	"errors"
	"fmt"
	"net"
	"net/url"
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

// Choose returns the known_hosts content for a repository with an ssh:// URL: the configured lines if there
// are any, else those stored beside the deploy key if they cover the host, else the built-in ones of the host. The
// choice is one of the three as a whole, because a stale line of any key type makes Flux fail now and then: it offers
// the key types of the file in random order (fluxcd/pkg/ssh/knownhosts).
func Choose(repositoryURL, configured string, stored []byte) (string, error) {
	u, err := url.Parse(repositoryURL)
	if err != nil {
		return "", fmt.Errorf("repository URL: %w", err)
	}
	port := u.Port()
	if port == "" {
		port = "22"
	}
	address := net.JoinHostPort(u.Hostname(), port)
	host := knownhosts.Normalize(address)
	missing := fmt.Errorf("no host key is known for %s; add its known_hosts lines (one line per key type, as the host publishes them, beginning with %q)", host, host)

	if strings.TrimSpace(configured) != "" {
		if !coversHost([]byte(configured), address) {
			return "", missing
		}
		return withFinalNewline(configured), nil
	}
	if coversHost(stored, address) {
		return withFinalNewline(string(stored)), nil
	}

	var lines []string
	for line := range strings.Lines(builtinKnownHosts) {
		if coversHost([]byte(line), address) {
			lines = append(lines, line)
		}
	}
	if len(lines) == 0 {
		return "", missing
	}
	return strings.Join(lines, ""), nil
}

// coversHost tells whether the lines hold a key for the address. It asks the verifier that source-controller uses, with
// a key that no host has: for a known host the verifier lists the keys it wants instead.
func coversHost(lines []byte, address string) bool {
	verify, _, err := fluxknownhosts.New(lines)
	if err != nil {
		return false
	}
	probe, err := ssh.NewPublicKey(ed25519.NewKeyFromSeed(make([]byte, ed25519.SeedSize)).Public())
	if err != nil {
		return false
	}
	var mismatch *knownhosts.KeyError
	err = verify(address, &net.TCPAddr{}, probe)
	return err == nil || (errors.As(err, &mismatch) && len(mismatch.Want) > 0)
}

func withFinalNewline(s string) string {
	return strings.TrimRight(s, "\n") + "\n"
}
