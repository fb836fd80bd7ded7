// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package hostile_test

import (
	"bytes"
	"crypto/ed25519"
	"crypto/rand"
	"crypto/rsa"
	"crypto/x509"
	"encoding/asn1"
	"encoding/binary"
	"encoding/pem"
	"fmt"
	"math/big"
	mathrand "math/rand/v2"
	"strings"
	"sync"

	. "github.com/onsi/gomega"
	"golang.org/x/crypto/ssh"
)

const passphrase = "passphrase"

// longHost is a host that is slow to match against a pattern with many wildcards.
const longHost = "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa.example.com"

const publicKey = "ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIOMqqnkVzrm0SdG6UOoqKLsabgH5C9okWi0dh2l9GKJl"

func hostLine(host string) string { return host + " " + publicKey + "\n" }

func hostOf(url string) string {
	host, _, _ := strings.Cut(strings.TrimPrefix(url, "ssh://git@"), "/")
	return host
}

func randomHost(random *mathrand.Rand) string {
	switch random.IntN(3) {
	case 0:
		return longHost
	case 1:
		return "github.com"
	}
	return strings.Repeat("a", 1+random.IntN(500)) + ".example.com"
}

// fillers are lines of a known_hosts file to repeat.
func fillers(host string) []string {
	return []string{
		"\n", " \n", "#\n", hostLine(host), hostLine("b"), "@cert-authority " + hostLine("*"), "@revoked " + hostLine("*"), "*,!a," + hostLine("b"),
		"|1|AAAA|AAAA " + publicKey + "\n", hostLine(strings.Repeat("*a", 20) + "b"), hostLine(strings.Repeat("*,", 20_000)), hostLine("*a*a*b"),
		hostLine("?*?*b"), hostLine("[*a*]:22"), "\r\n", "\xff\n",
	}
}

func randomKnownHosts(random *mathrand.Rand, host string) []byte {
	lines := fillers(host)
	var all strings.Builder
	for range 1 + random.IntN(4) {
		line := lines[random.IntN(len(lines))]
		if random.IntN(4) == 0 {
			line = hostLine(strings.Repeat([]string{"*", "?", "*a", "*?", "a*", "*.", "!*a,", "[*]:1,"}[random.IntN(8)], 1+random.IntN(100)))
		}
		if random.IntN(3) == 0 {
			all.WriteString(hostLine(host))
		}
		all.WriteString(strings.Repeat(line, 1+random.IntN(largestSecret/2/len(line)+1)))
	}
	return []byte(all.String()[:min(all.Len(), largestSecret)])
}

// identities are private keys, valid and invalid.
var identities = sync.OnceValue(func() [][]byte {
	_, private, err := ed25519.GenerateKey(rand.Reader)
	Expect(err).NotTo(HaveOccurred())
	der, err := x509.MarshalPKCS8PrivateKey(private)
	Expect(err).NotTo(HaveOccurred())
	long, err := rsa.GenerateKey(rand.Reader, 2048)
	Expect(err).NotTo(HaveOccurred())
	block, err := ssh.MarshalPrivateKey(private, "")
	Expect(err).NotTo(HaveOccurred())
	found := [][]byte{
		pem.EncodeToMemory(&pem.Block{Type: "PRIVATE KEY", Bytes: der}),
		pem.EncodeToMemory(&pem.Block{Type: "RSA PRIVATE KEY", Bytes: x509.MarshalPKCS1PrivateKey(long)}),
		pem.EncodeToMemory(block),
		[]byte(strings.Repeat("-----BEGIN A-----\n", 50_000)),
		[]byte("-----BEGIN RSA PRIVATE KEY-----\n" + strings.Repeat("a: b\n", 180_000)),
		[]byte(strings.Repeat(publicKey[:40]+"\n", 20_000)),
		[]byte(strings.Repeat(`"a",`, 200_000) + " " + publicKey),
	}
	for _, rounds := range []uint32{16, 129, 2048, 1 << 31} {
		found = append(found, encrypted(private, rounds))
	}
	for _, bits := range []int{4096, 16_384, 40_000, 1_000_000} {
		found = append(found, hugeRSA(bits, bits/2), hugeRSA(bits, 64))
	}
	return found
})

// encrypted returns a private key that claims the number of rounds for its passphrase.
func encrypted(private ed25519.PrivateKey, rounds uint32) []byte {
	block, err := ssh.MarshalPrivateKeyWithPassphrase(private, "", []byte(passphrase))
	Expect(err).NotTo(HaveOccurred())
	// The name of the function is followed by the length of its options, the length of the salt, the salt, and the
	// rounds.
	name := append([]byte{0, 0, 0, 6}, "bcrypt"...)
	at := bytes.Index(block.Bytes, name) + len(name) + 4
	at += 4 + int(binary.BigEndian.Uint32(block.Bytes[at:]))
	binary.BigEndian.PutUint32(block.Bytes[at:], rounds)
	return pem.EncodeToMemory(block)
}

// hugeRSA returns an invalid RSA key with a modulus of the given number of bits.
func hugeRSA(bits, first int) []byte {
	number := func(bits int) *big.Int {
		n := new(big.Int).Lsh(big.NewInt(1), uint(bits-1))
		return n.Add(n, big.NewInt(12345))
	}
	p, q := number(first), number(bits-first)
	der, err := asn1.Marshal(struct {
		Version              int
		N                    *big.Int
		E                    int
		D, P, Q, Dp, Dq, Inv *big.Int
	}{0, new(big.Int).Mul(p, q), 65537, number(bits / 2), p, q, number(64), number(64), number(64)})
	Expect(err).NotTo(HaveOccurred())
	return pem.EncodeToMemory(&pem.Block{Type: "RSA PRIVATE KEY", Bytes: der})
}

func randomIdentity(random *mathrand.Rand) []byte {
	all := identities()
	switch random.IntN(6) {
	case 0:
		return hugeRSA(100+random.IntN(60_000), 10+random.IntN(80))
	case 1:
		return append([]byte(randomText(random)+"\n"), all[random.IntN(len(all))]...)
	case 2:
		return damaged(random, all[random.IntN(len(all))])
	case 3:
		return fmt.Appendf(nil, "-----BEGIN %s-----\n%s\n-----END %s-----\n", randomText(random), randomText(random), randomText(random))
	}
	return all[random.IntN(len(all))]
}
