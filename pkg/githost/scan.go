// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package githost

import (
	"context"
	"errors"
	"fmt"
	"net"
	"time"

	"golang.org/x/crypto/ssh"

	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/text"
)

// HostKeyScanner reads the SSH host keys of hosts.
type HostKeyScanner struct {
	// Dial connects to a host. It must refuse hosts that the operator does not allow, as [Hosts.DialContext] does.
	Dial func(ctx context.Context, network, address string) (net.Conn, error)
	// Timeout is the timeout for reading one type of key.
	Timeout time.Duration
}

// hostKeyKinds returns the host key types to scan, each with its signature algorithms. Each type needs its own
// connection, because a host presents one key per connection. DSA keys and SHA-1 signatures are excluded.
func hostKeyKinds() [][]string {
	return [][]string{
		{ssh.KeyAlgoED25519},
		{ssh.KeyAlgoECDSA256},
		{ssh.KeyAlgoECDSA384},
		{ssh.KeyAlgoECDSA521},
		{ssh.KeyAlgoRSASHA512, ssh.KeyAlgoRSASHA256},
	}
}

// Scan returns the host keys of the server at the address, one of each type that the server has. If reading one type
// fails, Scan returns no keys: with an incomplete known_hosts, Flux would never request the missing type. A scan proves
// that the server has the private keys, but not that it is the intended host.
func (s *HostKeyScanner) Scan(ctx context.Context, address string) ([]ssh.PublicKey, error) {
	var keys []ssh.PublicKey
	for _, algorithms := range hostKeyKinds() {
		key, err := s.scanKind(ctx, address, algorithms)
		if _, lacks := errors.AsType[*ssh.AlgorithmNegotiationError](err); lacks {
			continue
		}
		if err != nil {
			return nil, err
		}
		keys = append(keys, key)
	}
	if len(keys) == 0 {
		return nil, fmt.Errorf("%s offers no host key of a kind that Flux supports: ed25519, ecdsa, or rsa with SHA-2", address)
	}
	return keys, nil
}

// errKeyReceived aborts the handshake after the host has presented its key and before any authentication.
var errKeyReceived = errors.New("the host key is received")

func (s *HostKeyScanner) scanKind(ctx context.Context, address string, algorithms []string) (ssh.PublicKey, error) {
	ctx, cancel := context.WithTimeout(ctx, s.Timeout)
	defer cancel()
	connection, err := s.Dial(ctx, "tcp", address)
	if err != nil {
		return nil, fmt.Errorf("failed to connect to %s: %w", address, err)
	}
	defer func() { _ = connection.Close() }()
	defer context.AfterFunc(ctx, func() { _ = connection.Close() })()

	var received ssh.PublicKey
	_, _, _, err = ssh.NewClientConn(connection, address, &ssh.ClientConfig{
		HostKeyAlgorithms: algorithms,
		HostKeyCallback: func(_ string, _ net.Addr, key ssh.PublicKey) error {
			received = key
			return errKeyReceived
		},
	})
	lacks := &ssh.AlgorithmNegotiationError{}
	switch {
	case received != nil:
		return received, nil
	case ctx.Err() != nil:
		return nil, fmt.Errorf("%s did not present its host key in time: %w", address, ctx.Err())
	case errors.As(err, &lacks):
		return nil, err
	}
	return nil, fmt.Errorf("failed to get the host key of %s: %s", address, text.Line(err.Error(), excerptLength))
}
