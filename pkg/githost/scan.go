// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package githost

import (
	"context"
	"errors"
	"fmt"
	"net"
	"strings"
	"time"
	"unicode"

	"golang.org/x/crypto/ssh"
)

// HostKeyScanner asks hosts for their keys.
type HostKeyScanner struct {
	dial    func(ctx context.Context, network, address string) (net.Conn, error)
	timeout time.Duration
}

// NewHostKeyScanner returns a scanner that connects with the given function, which has to refuse what the operator does not allow
// ([Hosts.DialContext]), and gives a host the given time for each kind of key.
func NewHostKeyScanner(dial func(ctx context.Context, network, address string) (net.Conn, error), timeout time.Duration) *HostKeyScanner {
	return &HostKeyScanner{dial: dial, timeout: timeout}
}

// hostKeyKinds are the kinds of host keys, each as the algorithms that lead to it: a host shows one key for each connection. DSA
// and signatures with SHA-1 are not asked for.
func hostKeyKinds() [][]string {
	return [][]string{
		{ssh.KeyAlgoED25519},
		{ssh.KeyAlgoECDSA256},
		{ssh.KeyAlgoECDSA384},
		{ssh.KeyAlgoECDSA521},
		{ssh.KeyAlgoRSASHA512, ssh.KeyAlgoRSASHA256},
	}
}

// Scan returns the keys of the host at the address, one of each kind that it has. It takes all or nothing: Flux asks a host for
// whatever kinds it knows keys of. Nothing proves that the keys are those of the host, but that it holds their private halves.
func (s *HostKeyScanner) Scan(ctx context.Context, address string) ([]ssh.PublicKey, error) {
	var keys []ssh.PublicKey
	for _, algorithms := range hostKeyKinds() {
		key, err := s.ask(ctx, address, algorithms)
		if lacks := (&ssh.AlgorithmNegotiationError{}); errors.As(err, &lacks) {
			continue
		}
		if err != nil {
			return nil, err
		}
		keys = append(keys, key)
	}
	if len(keys) == 0 {
		return nil, fmt.Errorf("%s offers no host key of a kind that Flux knows: ed25519, ecdsa, or rsa with SHA-2", address)
	}
	return keys, nil
}

// errSeen ends a connection as soon as the host has shown its key, before anybody logs in.
var errSeen = errors.New("the host key is seen")

func (s *HostKeyScanner) ask(ctx context.Context, address string, algorithms []string) (ssh.PublicKey, error) {
	ctx, cancel := context.WithTimeout(ctx, s.timeout)
	defer cancel()
	connection, err := s.dial(ctx, "tcp", address)
	if err != nil {
		return nil, fmt.Errorf("failed to connect to %s: %w", address, err)
	}
	defer func() { _ = connection.Close() }()
	defer context.AfterFunc(ctx, func() { _ = connection.Close() })()

	var seen ssh.PublicKey
	_, _, _, err = ssh.NewClientConn(connection, address, &ssh.ClientConfig{
		HostKeyAlgorithms: algorithms,
		HostKeyCallback: func(_ string, _ net.Addr, key ssh.PublicKey) error {
			seen = key
			return errSeen
		},
	})
	lacks := &ssh.AlgorithmNegotiationError{}
	switch {
	case seen != nil:
		return seen, nil
	case ctx.Err() != nil:
		return nil, fmt.Errorf("%s did not show its host key in time: %w", address, ctx.Err())
	case errors.As(err, &lacks):
		return nil, err
	}
	return nil, fmt.Errorf("failed to get the host key of %s: %s", address, plain(err.Error()))
}

// longestText is how much of a host's words is repeated.
const longestText = 200

// plain makes what a host may have said fit for a message.
func plain(text string) string {
	text = strings.Map(func(r rune) rune {
		if unicode.IsPrint(r) {
			return r
		}
		return '.'
	}, text)
	if len(text) > longestText {
		return strings.ToValidUTF8(text[:longestText], "") + "…"
	}
	return text
}
