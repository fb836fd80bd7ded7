// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package githosts

import (
	"net/url"
	"regexp"
	"slices"
	"strconv"
	"strings"

	fluxv1alpha1 "github.com/shoot-flux/gardener-extension-shoot-flux/pkg/apis/flux/v1alpha1"
)

// KeyRule defines which deploy keys a Git host accepts.
type KeyRule struct {
	// Default is the algorithm that the extension uses to generate keys for the host.
	Default fluxv1alpha1.KeyAlgorithm
	// Accepts describes the accepted keys in messages.
	Accepts string

	hosts *regexp.Regexp
	// ecdsa is true if the host accepts ECDSA keys in addition to RSA. leastBits is the minimum length of an RSA key, or
	// 0.
	ecdsa     bool
	leastBits int
}

const rsaKeys = "RSA keys only"

// keyRules returns the rules for the hosts that, according to their documentation, do not accept ed25519 keys.
func keyRules() []KeyRule {
	return []KeyRule{
		// https://learn.microsoft.com/azure/devops/repos/git/use-ssh-keys-to-authenticate; requires SHA-2
		// signatures (https://devblogs.microsoft.com/devops/ssh-rsa-deprecation), as Flux uses.
		{Default: fluxv1alpha1.KeyAlgorithmRSA3072, Accepts: rsaKeys, hosts: azureDevOps},
		// https://docs.aws.amazon.com/IAM/latest/APIReference/API_UploadSSHPublicKey.html: keys in ssh-rsa format with at
		// least 2048 bits.
		{Default: fluxv1alpha1.KeyAlgorithmRSA3072, Accepts: rsaKeys, hosts: codeCommit},
		// https://docs.oracle.com/iaas/Content/devops/using/ssh_auth.htm: API signing keys, which are RSA keys.
		{Default: fluxv1alpha1.KeyAlgorithmRSA3072, Accepts: rsaKeys, hosts: oracleDevOps},
		// https://docs.acquia.com/acquia-cloud-platform/manage-apps/command-line/ssh/getting-started/add-key: RSA keys with
		// at least 4096 bits.
		{Default: fluxv1alpha1.KeyAlgorithmRSA4096, Accepts: "RSA keys of at least 4096 bits only", hosts: acquia, leastBits: 4096},
		// https://docs.pantheon.io/ssh-keys: ECDSA and RSA keys.
		{Default: fluxv1alpha1.KeyAlgorithmRSA3072, Accepts: "ECDSA and RSA keys only", hosts: pantheon, ecdsa: true},
	}
}

// These expressions match the hosts that have a rule.
var (
	azureDevOps  = regexp.MustCompile(`^(ssh\.dev\.azure\.com|([a-z0-9-]+\.)?vs-ssh\.visualstudio\.com)$`)
	oracleDevOps = regexp.MustCompile(`^devops\.scmservice\.[a-z0-9-]+\.oci\.oraclecloud\.com$`)
	acquia       = regexp.MustCompile(`\.hosting\.acquia\.com$`)
	pantheon     = regexp.MustCompile(`^codeserver\..+\.drush\.in$`)
	// https://docs.aws.amazon.com/codecommit/latest/userguide/regions.html lists the hosts of all regions.
	codeCommit = regexp.MustCompile(`^git-codecommit(-fips)?\.[a-z0-9-]+\.amazonaws\.com(\.cn)?$`)
)

// KeyRuleFor returns the rule for the host of an ssh:// URL, and whether the host has one. Most hosts accept all keys
// and have no rule.
func KeyRuleFor(repositoryURL string) (rule KeyRule, has bool) {
	u, err := url.Parse(repositoryURL)
	if err != nil {
		return KeyRule{}, false
	}
	rules, host := keyRules(), Normalize(u.Hostname())
	if i := slices.IndexFunc(rules, func(rule KeyRule) bool { return rule.hosts.MatchString(host) }); i >= 0 {
		return rules[i], true
	}
	return KeyRule{}, false
}

// Takes returns whether the host accepts keys of the algorithm. The extension need not be able to generate such keys:
// rsa-2048 is an example.
func (r KeyRule) Takes(algorithm fluxv1alpha1.KeyAlgorithm) bool {
	if length, isRSA := strings.CutPrefix(string(algorithm), "rsa-"); isRSA {
		bits, err := strconv.Atoi(length)
		return err == nil && bits >= r.leastBits
	}
	return r.ecdsa && strings.HasPrefix(string(algorithm), "ecdsa-")
}

// Algorithm returns the algorithm for generating a key: the configured algorithm, or, if none is configured, one that
// the repository's host accepts.
func Algorithm(configured *fluxv1alpha1.KeyAlgorithm, repositoryURL string) fluxv1alpha1.KeyAlgorithm {
	if configured != nil {
		return *configured
	}
	if rule, has := KeyRuleFor(repositoryURL); has {
		return rule.Default
	}
	return fluxv1alpha1.KeyAlgorithmEd25519
}

// NeedsKeyID returns whether the URL is for AWS CodeCommit and lacks the ID of the uploaded key, which CodeCommit
// requires as the user name.
func NeedsKeyID(repositoryURL string) bool {
	u, err := url.Parse(repositoryURL)
	return err == nil && codeCommit.MatchString(Normalize(u.Hostname())) && (u.User.Username() == "" || u.User.Username() == "git")
}
