// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package validation_test

import (
	"strings"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"
	"k8s.io/apimachinery/pkg/util/validation/field"
	"k8s.io/utils/ptr"

	configv1alpha1 "github.com/shoot-flux/gardener-extension-shoot-flux/pkg/apis/config/v1alpha1"
	fluxv1alpha1 "github.com/shoot-flux/gardener-extension-shoot-flux/pkg/apis/flux/v1alpha1"
	. "github.com/shoot-flux/gardener-extension-shoot-flux/pkg/apis/flux/validation"
)

const hostKey = "ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIOMqqnkVzrm0SdG6UOoqKLsabgH5C9okWi0dh2l9GKJl"

// expect expects errors exactly if something is not valid.
func expect(errs field.ErrorList, valid bool) {
	GinkgoHelper()
	if valid {
		Expect(errs).To(BeEmpty())
		return
	}
	Expect(errs).NotTo(BeEmpty())
}

var _ = Describe("Workload identity", func() {
	DescribeTable("is disabled only in versions with its feature gate:",
		func(version string, identity *fluxv1alpha1.WorkloadIdentity, message string) {
			flux := &fluxv1alpha1.FluxInstallation{WorkloadIdentity: identity}
			fluxv1alpha1.SetDefaults_FluxInstallation(flux)
			if identity != nil {
				fluxv1alpha1.SetDefaults_WorkloadIdentity(identity)
			}
			carried := Carried{Version: version, Components: fluxv1alpha1.AllComponents()}
			errs := ValidateInstallation(field.NewPath("flux"), flux, carried, configv1alpha1.Limits{})
			if message == "" {
				Expect(errs).To(BeEmpty())
				return
			}
			Expect(errs.ToAggregate()).To(MatchError(message))
		},
		Entry("disabled in v2.9", "v2.9.5", &fluxv1alpha1.WorkloadIdentity{Enabled: ptr.To(false)}, ""),
		Entry("disabled in v2.10", "v2.10.0", &fluxv1alpha1.WorkloadIdentity{Enabled: ptr.To(false)},
			"flux.workloadIdentity.enabled: Invalid value: false: cannot be kept with Flux v2.10.0, in which Kustomizations and HelmReleases can always specify a ServiceAccount for their login; "+
				"remove workloadIdentity, or set enabled to true"),
		Entry("disabled in a version that is not resolved", "", &fluxv1alpha1.WorkloadIdentity{Enabled: ptr.To(false)}, ""),
		Entry("enabled in v2.10", "v2.10.0", &fluxv1alpha1.WorkloadIdentity{}, ""),
		Entry("not set in v2.10", "v2.10.0", nil, ""),
	)
})

var _ = Describe("URLs", func() {
	path := field.NewPath("url")

	DescribeTable("of Git repositories are accepted:",
		func(url string) { Expect(ValidateGitURL(path, url)).To(BeEmpty()) },
		Entry("ssh", "ssh://git@github.com/o/r"),
		Entry("ssh without user", "ssh://github.com/o/r"),
		Entry("ssh with a port", "ssh://git@git.example.com:2222/o/r.git"),
		Entry("ssh with the highest port", "ssh://git@git.example.com:65535/o/r.git"),
		Entry("ssh of Azure DevOps", "ssh://git@ssh.dev.azure.com/v3/org/project/repository"),
		Entry("https", "https://github.com/o/r"),
		Entry("http", "http://git.internal/o/r"),
		Entry("an IPv6 address in brackets", "ssh://git@[2001:db8::1]:22/o/r"),
		Entry("an escaped space", "https://dev.azure.com/org/my%20project/_git/r"),
		Entry("a home directory", "ssh://git@host/~user/r"),
	)

	DescribeTable("of Git repositories are refused:",
		func(url, message string) {
			Expect(ValidateGitURL(path, url).ToAggregate()).To(MatchError("url: " + message))
		},
		Entry("an scp-style URL", "git@github.com:o/r.git", "Forbidden: is not a URL; write ssh://git@github.com/o/r.git"),
		Entry("an scp-style URL with a home directory", "git@host:~user/r", "Forbidden: is not a URL; write ssh://git@host/~user/r"),
		Entry("an scp-style URL with another user than git", "org-1234567@github.com:my-org/fleet.git", "Forbidden: is not a URL; write ssh://org-1234567@github.com/my-org/fleet.git"),
		Entry("an scp-style URL with a key ID as user", "APKAEIBAERJR2EXAMPLE@git-codecommit.us-east-2.amazonaws.com:v1/repos/fleet", "Forbidden: is not a URL; write ssh://APKAEIBAERJR2EXAMPLE@git-codecommit.us-east-2.amazonaws.com/v1/repos/fleet"),
		Entry("an scp-style URL with an absolute path", "git@host:/srv/git/r.git", "Forbidden: is not a URL; write ssh://git@host/srv/git/r.git"),
		Entry("an scp-style URL with a port", "git@git.example.com:2222/o/r", "Forbidden: is not a URL; write ssh://git@git.example.com:2222/o/r"),
		Entry("an scp-style URL with a port and a colon", "git@git.example.com:2222:o/r", "Forbidden: is not a URL; write ssh://git@git.example.com:2222/o/r"),
		Entry("an scp-style URL without user", "git.example.com:group/repo", "Forbidden: is not a URL; write ssh://git@git.example.com/group/repo"),
		Entry("ssh with a colon before the path", "ssh://git@git.example.com:group/sub/repo.git", "Forbidden: is not a URL; write ssh://git@git.example.com/group/sub/repo.git"),
		Entry("ssh with a colon before a home directory", "ssh://me@host:~me/r", "Forbidden: is not a URL; write ssh://me@host/~me/r"),
		Entry("ssh with a port and a colon before the path", "ssh://git@host:2222:group/repo", "Forbidden: is not a URL; write ssh://git@host:2222/group/repo"),
		Entry("ssh with a colon before the path, without user", "ssh://host:group/repo", "Forbidden: is not a URL; write ssh://git@host/group/repo"),
		Entry("ssh with a colon before the path and a token as user, which is not repeated", "ssh://glpat-0123456789abcdefABCD@gitlab.com:group/repo", "Forbidden: is not a URL; write ssh://git@gitlab.com/group/repo"),
		Entry("https with a colon before the path", "https://github.com:o/r", "Forbidden: is not a URL; write https://github.com/o/r"),
		Entry("https with a colon before the path and a token, which is not repeated", "https://ghp_s3cret@github.com:o/r", "Forbidden: must be a URL such as ssh://git@host/owner/repository or https://host/owner/repository"),
		Entry("an IPv6 address without brackets that ends like a port", "ssh://git@2001:db8::1/my-org/fleet.git",
			"Forbidden: has an IPv6 address without brackets; write [2001:db8::1]"),
		Entry("an IPv6 address without brackets that does not end like a port", "ssh://git@2001:db8::abc/my-org/fleet.git",
			"Forbidden: has an IPv6 address without brackets; write [2001:db8::abc]"),
		Entry("an IPv6 address without brackets over https", "https://2001:db8::1/my-org/fleet.git", "Forbidden: has an IPv6 address without brackets; write [2001:db8::1]"),
		Entry("a token in an scp-style URL, which is not repeated", "ghp_s3cret@github.com:o/r", "Forbidden: is not a URL; write ssh://git@github.com/o/r"),
		Entry("a token in a URL without scheme, which is not repeated", "ghp_s3cret@github.com/o/r", "Forbidden: must be a URL such as ssh://git@host/owner/repository or https://host/owner/repository"),
		Entry("a scheme alone", "https://", "Forbidden: must be a URL such as ssh://git@host/owner/repository or https://host/owner/repository"),
		Entry("a host without repository", "https://github.com", "Forbidden: must be a URL such as ssh://git@host/owner/repository or https://host/owner/repository"),
		Entry("port zero", "https://github.com:0/o/r", `Invalid value: "https://github.com:0/o/r": has an invalid port; write a number from 1 to 65535, or remove the port with its colon`),
		Entry("a password without user, which is not repeated", "ssh://:s3cret@github.com/o/r", "Forbidden: must not carry credentials, a query or a fragment; use an ssh:// URL or a Secret for a private repository, and ref for a branch"),
	)

	DescribeTable("of artifacts are validated:",
		func(url string, valid bool) {
			expect(ValidateOCIURL(path, url), valid)
		},
		Entry("a registry", "oci://ghcr.io/owner/artifact", true),
		Entry("a port", "oci://localhost:5000/artifact", true),
		Entry("a chart", "oci://registry.example.com/a/b/c-d.e_f", true),
		Entry("a tag", "oci://ghcr.io/o/r:v1", false),
		Entry("a tag after a port", "oci://localhost:5000/o/r:v1", false),
		Entry("a host without artifact", "oci://ghcr.io/", false),
		Entry("capitals", "oci://ghcr.io/O/r", false),
		Entry("a name that is too long", "oci://ghcr.io/"+strings.Repeat("a", 256), false),
	)

	DescribeTable("of object stores are validated:",
		func(endpoint, provider string, valid bool) {
			expect(ValidateEndpoint(path, endpoint, provider), valid)
		},
		Entry("a host", "s3.amazonaws.com", "aws", true),
		Entry("a port", "minio.example.com:9000", "", true),
		Entry("a URL", "https://minio.example.com:9000", "generic", false),
		Entry("a URL of Azure", "https://account.blob.core.windows.net", "azure", true),
		Entry("a URL of Azure with a slash", "https://account.blob.core.windows.net/", "azure", true),
		Entry("an http URL of Azure with a path, as in its emulator", "http://azurite:10000/devstoreaccount1", "azure", true),
		Entry("a host of Azure without scheme", "account.blob.core.windows.net", "azure", false),
		Entry("a host and port of Azure without scheme", "account.blob.core.windows.net:443", "azure", false),
		Entry("a URL of Azure without host", "https:///", "azure", false),
		Entry("a URL of Azure with an invalid port", "https://account.blob.core.windows.net:0", "azure", false),
		Entry("a query", "s3.example.com?a=b", "generic", false),
		Entry("a fragment", "https://account.blob.core.windows.net/#a", "azure", false),
		Entry("a slash at the end", "s3.example.com/", "generic", false),
		Entry("credentials", "a:b@s3.example.com", "generic", false),
		Entry("an empty port", "s3.example.com:", "generic", false),
		Entry("an IPv6 address without brackets", "2001:db8::1", "generic", false),
		Entry("an IPv6 address in brackets", "[2001:db8::1]:9000", "generic", true),
		Entry("an empty endpoint", "", "generic", false),
	)

	DescribeTable("and the repository type are validated together:",
		func(repositoryType, url string, valid bool) {
			expect(ValidateRepositoryType(path, repositoryType, url), valid)
		},
		Entry("no type", "", "ssh://h/r", true),
		Entry("private over ssh", "private", "ssh://h/r", true),
		Entry("public over https", "public", "https://h/r", true),
		Entry("public over http", "public", "http://h/r", true),
		Entry("private over https", "private", "https://h/r", false),
		Entry("private over http", "private", "http://h/r", false),
		Entry("public over ssh", "public", "ssh://h/r", false),
		Entry("an unknown type", "Private", "ssh://h/r", false),
		Entry("an invalid URL, which is reported elsewhere", "private", "h/r", true),
	)
})

var _ = Describe("ValidateKnownHosts", func() {
	path := field.NewPath("knownHosts")

	DescribeTable("accepts:",
		func(lines, url string) { Expect(ValidateKnownHosts(path, lines, url)).To(BeEmpty()) },
		Entry("a line", "git.example.com "+hostKey, "ssh://git@git.example.com/o/r"),
		Entry("a line for a port", "[git.example.com]:2222 "+hostKey, "ssh://git@git.example.com:2222/o/r"),
		Entry("a comment, an empty line and a line for another host", "# keys\n\ngit.example.com "+hostKey+"\nother "+hostKey, "ssh://git@git.example.com/o/r"),
		Entry("a revoked key of another host", "git.example.com "+hostKey+"\n@revoked * ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIAfuCHKVTjquxvt6CM6tdG4SLp1Btn/nOeHHE5UOzRdf", "ssh://git@git.example.com/o/r"),
	)

	It("reports each invalid line by number without its content", func() {
		errs := ValidateKnownHosts(path, "-----BEGIN X-----\nczNjcmV0\nh ssh-ed25519 AAAACXMzY3JldGtleQ==\ngit.example.com "+hostKey, "ssh://git@git.example.com/o/r")
		Expect(errs).To(HaveExactElements(HaveField("Field", "knownHosts[0]"), HaveField("Field", "knownHosts[1]"), HaveField("Field", "knownHosts[2]")))
		Expect(errs.ToAggregate().Error()).NotTo(Or(ContainSubstring("czNjcmV0"), ContainSubstring("AAAAC"), ContainSubstring("BEGIN")))
	})

	It("returns an error if no line is for the host", func() {
		Expect(ValidateKnownHosts(path, "other "+hostKey, "ssh://git@git.example.com/o/r").ToAggregate()).To(MatchError(
			`knownHosts: Invalid value: no host key is known for git.example.com; add its known_hosts lines (one line per key type, as the host publishes them, beginning with "git.example.com")`))
	})
})

var _ = Describe("Names", func() {
	path := field.NewPath("name")

	DescribeTable("of registries are validated:",
		func(registry string, valid bool) { expect(ValidateRegistry(path, registry), valid) },
		Entry("Flux's own", "ghcr.io/fluxcd", true),
		Entry("a host", "registry.example.com", true),
		Entry("a port and a long path", "localhost:5000/a/b-c/d_e.f", true),
		Entry("a scheme", "https://ghcr.io/fluxcd", false),
		Entry("a slash at the end", "ghcr.io/", false),
		Entry("a slash at the beginning", "/fluxcd", false),
		Entry("two slashes", "ghcr.io//fluxcd", false),
		Entry("capitals in the path", "ghcr.io/Flux", false),
		Entry("a tag", "ghcr.io/flux:v1", false),
		Entry("an empty name", "", false),
	)

	DescribeTable("of objects are validated:",
		func(name string, valid bool) {
			expect(ValidateObjectName(path, name, "Secret"), valid)
		},
		Entry("a name", "my-secret.v1", true),
		Entry("a name of the maximum length", strings.Repeat("a", 253), true),
		Entry("a name that is too long", strings.Repeat("a", 254), false),
		Entry("capitals", "A", false),
		Entry("an empty name", "", false),
	)

	DescribeTable("of labels are validated:",
		func(key, value string, valid bool) {
			expect(ValidateLabels(path, map[string]string{key: value}), valid)
		},
		Entry("a label", "team", "a", true),
		Entry("a prefix", "example.com/team", "A.b_c-1", true),
		Entry("an empty value", "team", "", true),
		Entry("a space in the key", "my team", "a", false),
		Entry("two slashes", "a/b/c", "a", false),
		Entry("an empty key", "", "a", false),
		Entry("a space in the value", "team", "a b", false),
		Entry("a value that is too long", "team", strings.Repeat("a", 64), false),
	)
})
