// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package githost_test

import (
	"context"
	"crypto"
	"crypto/ecdsa"
	"crypto/ed25519"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/rsa"
	"errors"
	"net"
	"slices"
	"sync/atomic"
	"time"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"
	"golang.org/x/crypto/ssh"

	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/githost"
)

// sshHost is an SSH server on loopback. It counts the attempts to authenticate.
type sshHost struct {
	address string
	logins  atomic.Int32
}

// listen handles each connection to a port of loopback.
func listen(answer func(net.Conn)) string {
	GinkgoHelper()
	listener, err := (&net.ListenConfig{}).Listen(GinkgoT().Context(), "tcp", "127.0.0.1:0")
	Expect(err).NotTo(HaveOccurred())
	DeferCleanup(listener.Close)
	go func() {
		for {
			connection, err := listener.Accept()
			if err != nil {
				return
			}
			go answer(connection)
		}
	}()
	return listener.Addr().String()
}

func newSSHHost(keys ...crypto.Signer) *sshHost {
	GinkgoHelper()
	h := &sshHost{}
	config := &ssh.ServerConfig{PublicKeyCallback: func(ssh.ConnMetadata, ssh.PublicKey) (*ssh.Permissions, error) {
		h.logins.Add(1)
		return nil, errors.New("authentication is not expected")
	}}
	for _, key := range keys {
		signer, err := ssh.NewSignerFromSigner(key)
		Expect(err).NotTo(HaveOccurred())
		config.AddHostKey(signer)
	}
	h.address = listen(func(connection net.Conn) {
		defer connection.Close()
		_, _, _, _ = ssh.NewServerConn(connection, config)
	})
	return h
}

func hostKey[K crypto.Signer](key K, err error) crypto.Signer {
	GinkgoHelper()
	Expect(err).NotTo(HaveOccurred())
	return key
}

func ed25519Key() crypto.Signer {
	_, key, err := ed25519.GenerateKey(rand.Reader)
	return hostKey(key, err)
}

func typesOf(keys []ssh.PublicKey) []string {
	var types []string
	for _, key := range keys {
		types = append(types, key.Type())
	}
	slices.Sort(types)
	return types
}

var _ = Describe("HostKeyScanner", func() {
	scan := func(ctx context.Context, address string) ([]ssh.PublicKey, error) {
		return (&githost.HostKeyScanner{Dial: githost.NewHosts([]string{address}).DialContext, Timeout: 10 * time.Second}).Scan(ctx, address)
	}

	It("returns one host key of each type without authentication", func(ctx SpecContext) {
		own := []crypto.Signer{
			ed25519Key(), hostKey(ecdsa.GenerateKey(elliptic.P256(), rand.Reader)), hostKey(ecdsa.GenerateKey(elliptic.P521(), rand.Reader)),
			hostKey(rsa.GenerateKey(rand.Reader, 2048)),
		}
		host := newSSHHost(own...)
		keys, err := scan(ctx, host.address)
		Expect(err).NotTo(HaveOccurred())
		Expect(typesOf(keys)).To(Equal([]string{"ecdsa-sha2-nistp256", "ecdsa-sha2-nistp521", "ssh-ed25519", "ssh-rsa"}))
		for _, key := range own {
			public, err := ssh.NewPublicKey(key.Public())
			Expect(err).NotTo(HaveOccurred())
			Expect(keys).To(ContainElement(public))
		}
		Expect(host.logins.Load()).To(BeZero())
	})

	It("returns the key of a host with one key", func(ctx SpecContext) {
		keys, err := scan(ctx, newSSHHost(ed25519Key()).address)
		Expect(err).NotTo(HaveOccurred())
		Expect(typesOf(keys)).To(Equal([]string{"ssh-ed25519"}))
	})

	It("returns an error for a host without a key that Flux supports", func(ctx SpecContext) {
		authority, err := ssh.NewSignerFromSigner(ed25519Key())
		Expect(err).NotTo(HaveOccurred())
		own, err := ssh.NewSignerFromSigner(ed25519Key())
		Expect(err).NotTo(HaveOccurred())
		certificate := &ssh.Certificate{Key: own.PublicKey(), CertType: ssh.HostCert, ValidBefore: ssh.CertTimeInfinity}
		Expect(certificate.SignCert(rand.Reader, authority)).To(Succeed())
		signer, err := ssh.NewCertSigner(certificate, own)
		Expect(err).NotTo(HaveOccurred())
		config := &ssh.ServerConfig{NoClientAuth: true}
		config.AddHostKey(signer)
		address := listen(func(connection net.Conn) { _, _, _, _ = ssh.NewServerConn(connection, config) })

		_, err = scan(ctx, address)
		Expect(err).To(MatchError(address + " offers no host key of a kind that Flux supports: ed25519, ecdsa, or rsa with SHA-2"))
	})

	It("limits the time until a host presents its key", func(ctx SpecContext) {
		address := listen(func(net.Conn) {})
		scanner := &githost.HostKeyScanner{Dial: githost.NewHosts([]string{address}).DialContext, Timeout: 50 * time.Millisecond}
		_, err := scanner.Scan(ctx, address)
		Expect(err).To(MatchError(context.DeadlineExceeded))
		Expect(err).To(MatchError(HavePrefix(address + " did not present its host key in time")))
	})

	It("ends with the context of the caller", func(ctx SpecContext) {
		connected := make(chan struct{})
		address := listen(func(net.Conn) { close(connected) })
		cancelled, cancel := context.WithCancel(ctx)
		go func() {
			<-connected
			cancel()
		}()
		_, err := scan(cancelled, address)
		Expect(err).To(MatchError(context.Canceled))
	})

	It("truncates the response of a server without SSH and removes control characters", func(ctx SpecContext) {
		address := listen(func(connection net.Conn) {
			defer connection.Close()
			_, _ = connection.Write([]byte("SSH-1.0-\x1b[31mred\u202e" + string(slices.Repeat([]byte("x"), 240)) + "\r\n"))
		})
		_, err := scan(ctx, address)
		Expect(err).To(MatchError(HavePrefix("failed to get the host key of " + address)))
		Expect(len(err.Error())).To(BeNumerically("<", 300))
		Expect(err.Error()).NotTo(MatchRegexp(`[\x00-\x1f\x{202e}]`))
	})

	It("does not connect to a host that the operator does not allow", func(ctx SpecContext) {
		host := newSSHHost(ed25519Key())
		_, err := (&githost.HostKeyScanner{Dial: githost.NewHosts([]string{"git.example.com"}).DialContext, Timeout: time.Second}).Scan(ctx, host.address)
		refused := &githost.NotAllowedError{}
		Expect(errors.As(err, &refused)).To(BeTrue())
	})

	It("does not connect to the seed's node by an allowed name", func(ctx SpecContext) {
		host := newSSHHost(ed25519Key())
		_, port, err := net.SplitHostPort(host.address)
		Expect(err).NotTo(HaveOccurred())
		// The name resolves to loopback, which any owner of a name can arrange.
		hosts := githost.NewHosts([]string{net.JoinHostPort("git.example.com", port)})
		dial := func(ctx context.Context, network, _ string) (net.Conn, error) {
			dialer := &net.Dialer{ControlContext: hosts.ControlContext("git.example.com", host.port())}
			return dialer.DialContext(ctx, network, host.address)
		}
		_, err = (&githost.HostKeyScanner{Dial: dial, Timeout: time.Second}).Scan(ctx, net.JoinHostPort("git.example.com", port))
		refused := &githost.NotAllowedError{}
		Expect(errors.As(err, &refused)).To(BeTrue())
		Expect(refused.Address).To(Equal("127.0.0.1"))
	})
})

func (h *sshHost) port() int {
	GinkgoHelper()
	address, err := net.ResolveTCPAddr("tcp", h.address)
	Expect(err).NotTo(HaveOccurred())
	return address.Port
}
