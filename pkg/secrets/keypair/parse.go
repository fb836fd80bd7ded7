// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package keypair

import (
	"bytes"
	"crypto/ecdsa"
	"crypto/ed25519"
	"crypto/rsa"
	"encoding/pem"
	"errors"
	"fmt"

	"golang.org/x/crypto/ssh"

	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/apis/flux/githosts"
	fluxv1alpha1 "github.com/shoot-flux/gardener-extension-shoot-flux/pkg/apis/flux/v1alpha1"
)

const (
	// leastRSABits is the minimum length of RSA keys that Git hosts accept.
	leastRSABits = 2048
	// largestIdentity is the maximum size of a private key in bytes, because checking numbers with millions of bits would
	// take minutes. An RSA key of 16384 bits has 13 KiB.
	largestIdentity = 16 << 10
	// mostRounds is the maximum number of rounds of the passphrase hash, because each round takes 5 ms. ssh-keygen uses 16
	// or 24 rounds by default.
	mostRounds = 128
	// openSSHMagic is the prefix of a private key in OpenSSH format.
	openSSHMagic = "openssh-key-v1\x00"
)

// ParseDeployKey parses and validates the data of a deploy key Secret, which a user may have created. An error names
// the Secret's data key and the problem, and never includes the content.
func ParseDeployKey(data map[string][]byte) (DeployKey, error) {
	key, err := parsePair(data, fluxv1alpha1.SecretKeyIdentity, fluxv1alpha1.SecretKeyPublicKey, data[fluxv1alpha1.SecretKeyPassphrase])
	if err != nil {
		return DeployKey{}, err
	}
	key.KnownHosts = data[fluxv1alpha1.SecretKeyKnownHosts]
	if err := githosts.CheckWildcards(key.KnownHosts); err != nil {
		return DeployKey{}, fmt.Errorf("key %q %w", fluxv1alpha1.SecretKeyKnownHosts, err)
	}
	if damaged := githosts.DamagedLines(key.KnownHosts, 1); len(damaged) > 0 {
		return DeployKey{}, fmt.Errorf("line %d of key %q is not a valid known_hosts line", damaged[0], fluxv1alpha1.SecretKeyKnownHosts)
	}
	return key, nil
}

// ParseNextDeployKey parses the key pair that a rotation has prepared, and returns whether there is a valid one. An
// error is formatted as for ParseDeployKey.
func ParseNextDeployKey(data map[string][]byte) (DeployKey, bool, error) {
	if len(data[fluxv1alpha1.SecretKeyNextIdentity])+len(data[fluxv1alpha1.SecretKeyNextPublicKey]) == 0 {
		return DeployKey{}, false, nil
	}
	key, err := parsePair(data, fluxv1alpha1.SecretKeyNextIdentity, fluxv1alpha1.SecretKeyNextPublicKey, nil)
	return key, err == nil, err
}

func parsePair(data map[string][]byte, privateName, publicName string, passphrase []byte) (DeployKey, error) {
	identity := data[privateName]
	if len(bytes.TrimSpace(identity)) == 0 {
		return DeployKey{}, fmt.Errorf("key %q is missing or empty", privateName)
	}
	if len(identity) > largestIdentity {
		return DeployKey{}, fmt.Errorf("key %q has %d bytes, and a private key has at most %d", privateName, len(identity), largestIdentity)
	}
	private, err := parsePrivate(privateName, identity, passphrase)
	if err != nil {
		return DeployKey{}, err
	}
	algorithm, err := checkAlgorithm(privateName, private)
	if err != nil {
		return DeployKey{}, err
	}
	signer, err := ssh.NewSignerFromKey(private)
	if err != nil {
		return DeployKey{}, unknownAlgorithm(privateName)
	}
	if stored := data[publicName]; len(bytes.TrimSpace(stored)) > 0 {
		public, _, _, _, err := ssh.ParseAuthorizedKey(stored)
		if err != nil {
			return DeployKey{}, fmt.Errorf("key %q is not a public key in authorized_keys format", publicName)
		}
		if !bytes.Equal(public.Marshal(), signer.PublicKey().Marshal()) {
			return DeployKey{}, fmt.Errorf("key %q (%s) does not belong to the private key in %q (%s)",
				publicName, ssh.FingerprintSHA256(public), privateName, ssh.FingerprintSHA256(signer.PublicKey()))
		}
	}
	return DeployKey{
		Identity:    identity,
		PublicKey:   authorizedKey(signer.PublicKey()),
		Fingerprint: ssh.FingerprintSHA256(signer.PublicKey()),
		Algorithm:   algorithm,
		Passphrase:  passphrase,
	}, nil
}

// parsePrivate parses a private key. Like Flux, it first tries without the passphrase, so that it ignores a passphrase
// for an unencrypted key. It replaces the errors of the parser, which could quote a part of the key.
func parsePrivate(name string, identity, passphrase []byte) (any, error) {
	block, _ := pem.Decode(identity)
	if block == nil {
		if _, _, _, _, err := ssh.ParseAuthorizedKey(identity); err == nil {
			return nil, fmt.Errorf("key %q is a public key; store the private key there", name)
		}
		return nil, fmt.Errorf("key %q is not a private key in PEM format", name)
	}
	if block.Type == "ENCRYPTED PRIVATE KEY" {
		return nil, fmt.Errorf("key %q is an encrypted private key in PKCS#8 format, which Flux cannot decrypt; convert it with ssh-keygen -p, or store it unencrypted", name)
	}
	private, err := ssh.ParseRawPrivateKey(identity)
	if err == nil {
		return private, nil
	}
	if _, missing := errors.AsType[*ssh.PassphraseMissingError](err); !missing {
		return nil, fmt.Errorf("key %q is not a private key in PEM format, or is truncated or of an unknown type", name)
	}
	if len(passphrase) == 0 {
		return nil, fmt.Errorf("key %q is an encrypted private key, but its passphrase is missing in key %q", name, fluxv1alpha1.SecretKeyPassphrase)
	}
	if rounds := roundsOf(block.Bytes); rounds > mostRounds {
		return nil, fmt.Errorf("key %q is an encrypted private key with %d rounds of the passphrase hash, and at most %d are allowed; encrypt it again with ssh-keygen -p -a 16, or store it unencrypted",
			name, rounds, mostRounds)
	}
	if private, err = ssh.ParseRawPrivateKeyWithPassphrase(identity, passphrase); err != nil {
		return nil, fmt.Errorf("key %q is not a private key that the passphrase in %q decrypts", name, fluxv1alpha1.SecretKeyPassphrase)
	}
	return private, nil
}

// checkAlgorithm returns the algorithm of a private key. It returns an error for an unknown algorithm, and for an RSA
// key that is too short for Git hosts.
func checkAlgorithm(name string, private any) (fluxv1alpha1.KeyAlgorithm, error) {
	switch private := private.(type) {
	case ed25519.PrivateKey, *ed25519.PrivateKey:
		return fluxv1alpha1.KeyAlgorithmEd25519, nil
	case *ecdsa.PrivateKey:
		return fluxv1alpha1.KeyAlgorithm(fmt.Sprintf("ecdsa-p%d", private.Curve.Params().BitSize)), nil
	case *rsa.PrivateKey:
		if bits := private.N.BitLen(); bits < leastRSABits {
			return "", fmt.Errorf("key %q is an RSA key of %d bits, which Git hosts do not accept; it must have at least %d", name, bits, leastRSABits)
		}
		return fluxv1alpha1.KeyAlgorithm(fmt.Sprintf("rsa-%d", private.N.BitLen())), nil
	}
	return "", unknownAlgorithm(name)
}

func unknownAlgorithm(name string) error {
	return fmt.Errorf("key %q is not a private key for SSH; it must be of algorithm ed25519, ecdsa with curve P-256, P-384 or P-521, or rsa", name)
}

// roundsOf returns the number of rounds of the passphrase hash of a private key in OpenSSH format; 0 for other keys.
func roundsOf(der []byte) uint32 {
	content, found := bytes.CutPrefix(der, []byte(openSSHMagic))
	if !found {
		return 0
	}
	var (
		key struct {
			Cipher, Function, Options string
			Rest                      []byte `ssh:"rest"`
		}
		options struct {
			Salt   string
			Rounds uint32
		}
	)
	if ssh.Unmarshal(content, &key) != nil || ssh.Unmarshal([]byte(key.Options), &options) != nil {
		return 0
	}
	return options.Rounds
}
