// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package e2e_test

import (
	"time"

	"filippo.io/age"
	"github.com/getsops/sops/v3"
	"github.com/getsops/sops/v3/aes"
	sopsage "github.com/getsops/sops/v3/age"
	"github.com/getsops/sops/v3/config"
	"github.com/getsops/sops/v3/stores/yaml"
	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"
)

// encryptionKey encrypts manifests as 'sops --encrypt --age' does.
type encryptionKey struct{ key *age.X25519Identity }

func newEncryptionKey() encryptionKey {
	GinkgoHelper()
	key, err := age.GenerateX25519Identity()
	Expect(err).NotTo(HaveOccurred())
	return encryptionKey{key: key}
}

// identity is what decrypts.
func (k encryptionKey) identity() string { return k.key.String() }

func (k encryptionKey) encrypt(manifest string) string {
	GinkgoHelper()
	masterKey, err := sopsage.MasterKeyFromRecipient(k.key.Recipient().String())
	Expect(err).NotTo(HaveOccurred())
	store := yaml.NewStore(&config.YAMLStoreConfig{})
	branches, err := store.LoadPlainFile([]byte(manifest))
	Expect(err).NotTo(HaveOccurred())
	tree := sops.Tree{Branches: branches, Metadata: sops.Metadata{
		KeyGroups: []sops.KeyGroup{{masterKey}}, EncryptedRegex: "^(data|stringData)$", Version: "3.13.2", LastModified: time.Now().UTC(),
	}}
	dataKey, errs := tree.GenerateDataKey()
	Expect(errs).To(BeEmpty())

	cipher := aes.NewCipher()
	mac, err := tree.Encrypt(dataKey, cipher)
	Expect(err).NotTo(HaveOccurred())
	tree.Metadata.MessageAuthenticationCode, err = cipher.Encrypt(mac, dataKey, tree.Metadata.LastModified.Format(time.RFC3339))
	Expect(err).NotTo(HaveOccurred())
	encrypted, err := store.EmitEncryptedFile(tree)
	Expect(err).NotTo(HaveOccurred())
	Expect(string(encrypted)).NotTo(ContainSubstring("s3cret"))
	return string(encrypted)
}
