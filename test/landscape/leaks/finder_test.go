// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package leaks_test

import (
	"crypto/ecdsa"
	"crypto/ed25519"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/rsa"
	"crypto/x509"
	"encoding/base64"
	"encoding/json"
	"encoding/pem"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"
	"golang.org/x/crypto/ssh"

	"github.com/shoot-flux/gardener-extension-shoot-flux/test/landscape/leaks"
)

func TestLeaks(t *testing.T) {
	RegisterFailHandler(Fail)
	RunSpecs(t, "Leaks Suite")
}

// privateKey returns a key and its public half, as they are stored.
func privateKey(algorithm string) (identity, public string) {
	GinkgoHelper()
	var (
		private any
		err     error
	)
	switch algorithm {
	case "rsa":
		private, err = rsa.GenerateKey(rand.Reader, 3072)
	case "ecdsa":
		private, err = ecdsa.GenerateKey(elliptic.P384(), rand.Reader)
	default:
		_, private, err = ed25519.GenerateKey(rand.Reader)
	}
	Expect(err).NotTo(HaveOccurred())
	signer, err := ssh.NewSignerFromKey(private)
	Expect(err).NotTo(HaveOccurred())
	block := &pem.Block{Type: "PRIVATE KEY"}
	if algorithm == "openssh" {
		block, err = ssh.MarshalPrivateKey(private, "")
	} else {
		block.Bytes, err = x509.MarshalPKCS8PrivateKey(private)
	}
	Expect(err).NotTo(HaveOccurred())
	return string(pem.EncodeToMemory(block)), string(ssh.MarshalAuthorizedKey(signer.PublicKey()))
}

var _ = Describe("Finder", func() {
	quoted := func(text string) string {
		encoded, err := json.Marshal(map[string]string{"msg": text})
		Expect(err).NotTo(HaveOccurred())
		return string(encoded)
	}
	longestLine := func(text string) string {
		longest := ""
		for line := range strings.Lines(text) {
			if len(line) > len(longest) {
				longest = strings.TrimSpace(line)
			}
		}
		return longest
	}

	for _, algorithm := range []string{"ed25519", "ecdsa", "rsa", "openssh"} {
		DescribeTable("finds a planted "+algorithm+" key",
			func(plant func(string) string) {
				identity, public := privateKey(algorithm)
				finder := leaks.NewFinder()
				finder.Add("Secret a/b", []byte(identity))
				finder.Except([]byte(public))
				text := "one\ntwo " + plant(identity) + " three\n"
				found := finder.Search("x.log", []byte(text))
				Expect(found).NotTo(BeEmpty(), "%s", text)
				Expect(found[0].String()).To(MatchRegexp(`^x\.log:[0-9]+ holds Secret a/b$`))
			},
			Entry("unchanged", func(s string) string { return s }),
			Entry("in a line of JSON", quoted),
			Entry("as Go prints bytes", func(s string) string { return fmt.Sprintf("%q", s) }),
			Entry("as one line", longestLine),
			Entry("in base64", func(s string) string { return base64.StdEncoding.EncodeToString([]byte(s)) }),
			Entry("in base64 for URLs", func(s string) string { return base64.RawURLEncoding.EncodeToString([]byte(s)) }),
			Entry("in base64 after other text", func(s string) string { return base64.StdEncoding.EncodeToString([]byte("x" + s)) }),
			Entry("in base64 after longer text", func(s string) string { return base64.StdEncoding.EncodeToString([]byte("identity: |\n  " + s)) }),
			Entry("in its object", func(s string) string {
				encoded, err := json.Marshal(map[string]any{"data": map[string][]byte{"identity": []byte(s)}})
				Expect(err).NotTo(HaveOccurred())
				return string(encoded)
			}),
		)

		It("does not take a public "+algorithm+" key or another one's fingerprint for a leak", func() {
			identity, public := privateKey(algorithm)
			_, other := privateKey(algorithm)
			finder := leaks.NewFinder()
			finder.Add("Secret a/b", []byte(identity))
			finder.Except([]byte(public))
			Expect(finder.Search("x.log", []byte(identity))).NotTo(BeEmpty())
			key, _, _, _, err := ssh.ParseAuthorizedKey([]byte(public))
			Expect(err).NotTo(HaveOccurred())
			text := public + other + ssh.FingerprintSHA256(key) + base64.StdEncoding.EncodeToString([]byte(public)) + "-----BEGIN PRIVATE KEY----- was expected"
			Expect(finder.Search("x.log", []byte(text))).To(BeEmpty())
		})
	}

	DescribeTable("finds a secret of one line:",
		func(secret string) {
			finder := leaks.NewFinder()
			finder.Add("Secret a/b", []byte(secret+"\n"))
			for _, text := range []string{secret, quoted(secret), base64.StdEncoding.EncodeToString([]byte(secret)), base64.StdEncoding.EncodeToString([]byte("a:" + secret + "\n"))} {
				Expect(finder.Search("x.log", []byte("before\n"+text+"\nafter"))).To(ConsistOf(HaveField("Line", 2)), "%s", text)
			}
		},
		Entry("a token", "glpat-Xy7_kQ2mPzR4sT6u"),
		Entry("a passphrase", "correct horse battery"),
		Entry("a key of SOPS", "AGE-SECRET-KEY-1QQPQXQZ3RPP9Y7XQZ3RPP9Y7XQZ3RPP9Y7XQZ3RPP9Y7XQZ3RPP9Y7"),
	)

	It("finds a key of SOPS below a comment", func() {
		finder := leaks.NewFinder()
		finder.Add("Secret a/b", []byte("# created: now\nAGE-SECRET-KEY-1QQPQXQZ3RPP9Y7XQZ3RPP9Y7XQZ3RPP9Y7XQZ3RPP9Y7XQZ3RPP9Y7\n"))
		Expect(finder.Search("x.log", []byte("AGE-SECRET-KEY-1QQPQXQZ3RPP9Y7XQZ3RPP9Y7XQZ3RPP9Y7XQZ3RPP9Y7XQZ3RPP9Y7"))).To(HaveLen(1))
	})

	It("ignores common words", func() {
		finder := leaks.NewFinder()
		finder.Add("Secret a/b", []byte("git"))
		finder.Add("Secret a/b", nil)
		Expect(finder.Count()).To(BeZero())
	})

	It("searches logs and core dumps, and ignores data", func() {
		dir := GinkgoT().TempDir()
		identity, _ := privateKey("ed25519")
		finder := leaks.NewFinder()
		finder.Add("Secret a/b", []byte(identity))
		for _, name := range []string{"kube-apiserver.log", "node/logs/ns_pod/manager/0", "node/core", "core.4711", "etcd/member/db", "node/volumes/identity"} {
			path := filepath.Join(dir, name)
			Expect(os.MkdirAll(filepath.Dir(path), 0o755)).To(Succeed())
			Expect(os.WriteFile(path, []byte("x\n"+identity), 0o600)).To(Succeed())
		}
		found, files, err := finder.SearchFiles(dir)
		Expect(err).NotTo(HaveOccurred())
		Expect(files).To(Equal(4))
		places := map[string]bool{}
		for _, leak := range found {
			name, err := filepath.Rel(dir, leak.Where)
			Expect(err).NotTo(HaveOccurred())
			places[name] = true
		}
		Expect(places).To(Equal(map[string]bool{"kube-apiserver.log": true, "node/logs/ns_pod/manager/0": true, "node/core": true, "core.4711": true}))
	})
})
