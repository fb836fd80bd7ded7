// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package keypair

import (
	"bytes"
	"crypto/dsa" //nolint:staticcheck // only to refuse such keys
	"crypto/ecdsa"
	"crypto/ed25519"
	"crypto/rsa"
	"encoding/pem"
	"errors"
	"fmt"

	"golang.org/x/crypto/ssh"

	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/apis/flux/knownhosts"
	fluxv1alpha1 "github.com/shoot-flux/gardener-extension-shoot-flux/pkg/apis/flux/v1alpha1"
)

const (
	// leastRSABits is what Git hosts still accept of an RSA key.
	leastRSABits = 2048
	// largestIdentity bounds a private key, in bytes: numbers of millions of bits take minutes to check. An RSA key of 16384 bits has 13 KiB.
	largestIdentity = 16 << 10
	// mostRounds bounds how often a passphrase is hashed, which takes 5 ms each time. ssh-keygen does so 16 or 24 times by default.
	mostRounds = 128
	// openSSHMagic begins a private key in OpenSSH's own format.
	openSSHMagic = "openssh-key-v1\x00"
)

// ParseDeployKey reads the data of a deploy key Secret, also of one that was written elsewhere. An error names the key of the Secret and what
// is wrong with it, and never repeats its content.
func ParseDeployKey(data map[string][]byte) (DeployKey, error) {
	key, err := parsePair(data, fluxv1alpha1.SecretKeyIdentity, fluxv1alpha1.SecretKeyPublicKey, data[fluxv1alpha1.SecretKeyPassphrase])
	if err != nil {
		return DeployKey{}, err
	}
	key.KnownHosts = data[fluxv1alpha1.SecretKeyKnownHosts]
	if err := knownhosts.CheckWildcards(key.KnownHosts); err != nil {
		return DeployKey{}, fmt.Errorf("key %q %w", fluxv1alpha1.SecretKeyKnownHosts, err)
	}
	if damaged := knownhosts.Damaged(key.KnownHosts, 1); len(damaged) > 0 {
		return DeployKey{}, fmt.Errorf("line %d of key %q is not one of a known_hosts file", damaged[0], fluxv1alpha1.SecretKeyKnownHosts)
	}
	return key, nil
}

// ParseNextDeployKey reads the key pair that a rotation has prepared from the data of a deploy key Secret, and reports whether there
// is one. Errors are as those of ParseDeployKey.
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

// parsePrivate tries without the passphrase first, as Flux does: a passphrase beside a plain key does no harm. The parser's own
// errors could repeat parts of what it could not parse.
func parsePrivate(name string, identity, passphrase []byte) (any, error) {
	block, _ := pem.Decode(identity)
	if block == nil {
		if _, _, _, _, err := ssh.ParseAuthorizedKey(identity); err == nil {
			return nil, fmt.Errorf("key %q is a public key; the private one belongs there", name)
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
	if missing := (&ssh.PassphraseMissingError{}); !errors.As(err, &missing) {
		return nil, fmt.Errorf("key %q is not a private key in PEM format, or one that is cut off or of an unknown kind", name)
	}
	if len(passphrase) == 0 {
		return nil, fmt.Errorf("key %q is an encrypted private key, but its passphrase is missing in key %q", name, fluxv1alpha1.SecretKeyPassphrase)
	}
	if rounds := roundsOf(block.Bytes); rounds > mostRounds {
		return nil, fmt.Errorf("key %q is an encrypted private key whose passphrase takes %d rounds to derive, and at most %d are allowed; encrypt it again with ssh-keygen -p -a 16, or store it unencrypted",
			name, rounds, mostRounds)
	}
	if private, err = ssh.ParseRawPrivateKeyWithPassphrase(identity, passphrase); err != nil {
		return nil, fmt.Errorf("key %q is not a private key that the passphrase in %q decrypts", name, fluxv1alpha1.SecretKeyPassphrase)
	}
	return private, nil
}

// checkAlgorithm refuses keys that are read, and then not accepted by Git hosts, and names the algorithm of the others.
func checkAlgorithm(name string, private any) (fluxv1alpha1.KeyAlgorithm, error) {
	switch private := private.(type) {
	case ed25519.PrivateKey, *ed25519.PrivateKey:
		return fluxv1alpha1.KeyAlgorithmEd25519, nil
	case *ecdsa.PrivateKey:
		return fluxv1alpha1.KeyAlgorithm(fmt.Sprintf("ecdsa-p%d", private.Curve.Params().BitSize)), nil
	case *rsa.PrivateKey:
		if bits := private.N.BitLen(); bits < leastRSABits {
			return "", fmt.Errorf("key %q is an RSA key of %d bits, which Git hosts do not accept any more; it must have at least %d", name, bits, leastRSABits)
		}
		return fluxv1alpha1.KeyAlgorithm(fmt.Sprintf("rsa-%d", private.N.BitLen())), nil
	case *dsa.PrivateKey:
		return "", fmt.Errorf("key %q is a DSA key, which Git hosts do not accept any more", name)
	}
	return "", unknownAlgorithm(name)
}

func unknownAlgorithm(name string) error {
	return fmt.Errorf("key %q is a private key that is of no use for ssh; it must be of algorithm ed25519, ecdsa with curve P-256, P-384 or P-521, or rsa", name)
}

// roundsOf returns how many rounds of its function a private key in OpenSSH's format asks for, and 0 if it is none or asks for none.
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
