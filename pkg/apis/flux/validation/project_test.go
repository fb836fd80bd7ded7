// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package validation_test

import (
	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"

	fluxv1alpha1 "github.com/shoot-flux/gardener-extension-shoot-flux/pkg/apis/flux/v1alpha1"
	. "github.com/shoot-flux/gardener-extension-shoot-flux/pkg/apis/flux/validation"
)

const hostKey = "ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIOMqqnkVzrm0SdG6UOoqKLsabgH5C9okWi0dh2l9GKJl"

var _ = Describe("ValidateProjectConfig", func() {
	versions := []string{"v2.9.3"}

	validate := func(config fluxv1alpha1.ProjectConfig) error {
		config.Default()
		return ValidateProjectConfig(config, versions).ToAggregate()
	}

	DescribeTable("accepts",
		func(config fluxv1alpha1.ProjectConfig) {
			Expect(validate(config)).To(Succeed())
		},
		Entry("nothing: Flux only", fluxv1alpha1.ProjectConfig{}),
		Entry("a version only", fluxv1alpha1.ProjectConfig{FluxVersion: "2.9.3"}),
		Entry("a private repository", fluxv1alpha1.ProjectConfig{RepositoryURL: "ssh://git@github.com/o/r", RepositoryType: "private"}),
		Entry("a port", fluxv1alpha1.ProjectConfig{RepositoryURL: "ssh://git@git.example.com:2222/o/r.git", KnownHosts: "[git.example.com]:2222 " + hostKey}),
		Entry("several known_hosts lines with comment and blank line", fluxv1alpha1.ProjectConfig{RepositoryURL: "ssh://git@git.example.com/o/r", KnownHosts: "# keys\n\ngit.example.com " + hostKey + "\n@revoked * " + hostKey}),
		Entry("a public repository over https", fluxv1alpha1.ProjectConfig{RepositoryURL: "https://github.com/o/r", RepositoryType: "public"}),
		Entry("a public repository over http", fluxv1alpha1.ProjectConfig{RepositoryURL: "http://git.internal/o/r"}),
		Entry("a branch with slashes", fluxv1alpha1.ProjectConfig{RepositoryURL: "https://github.com/o/r", RepositoryBranch: "release/1.2"}),
	)

	DescribeTable("refuses, and says what to do",
		func(config fluxv1alpha1.ProjectConfig, message string) {
			Expect(validate(config)).To(MatchError(message))
		},
		Entry("an unknown version", fluxv1alpha1.ProjectConfig{FluxVersion: "v0.29.5"},
			`fluxVersion: Invalid value: "v0.29.5": unknown Flux version; the known versions are v2.9.3 (or leave it out for the newest)`),
		Entry("a branch without repository", fluxv1alpha1.ProjectConfig{RepositoryBranch: "main"},
			`repositoryUrl: Required value: repositoryBranch is set; set repositoryUrl as well, or remove repositoryBranch to install Flux only`),
		Entry("an scp-style URL", fluxv1alpha1.ProjectConfig{RepositoryURL: "git@github.com:o/r.git"},
			`repositoryUrl: Forbidden: is not a URL; write ssh://git@github.com/o/r.git`),
		Entry("a token in an scp-style URL, unseen", fluxv1alpha1.ProjectConfig{RepositoryURL: "ghp_s3cret@github.com:o/r"},
			`repositoryUrl: Forbidden: is not a URL; write ssh://git@github.com/o/r`),
		Entry("a token in a URL without scheme, unseen", fluxv1alpha1.ProjectConfig{RepositoryURL: "x-access-token:ghs_s3cret@github.com/o/r"},
			`repositoryUrl: Forbidden: must begin with ssh://, https:// or http://, in lower case`),
		Entry("a token as user without scheme, unseen", fluxv1alpha1.ProjectConfig{RepositoryURL: "ghp_s3cret@github.com/o/r"},
			`repositoryUrl: Forbidden: must begin with ssh://, https:// or http://, in lower case`),
		Entry("a token in the query, unseen", fluxv1alpha1.ProjectConfig{RepositoryURL: "https://gitlab.com/o/r?private_token=glpat-s3cret"},
			`repositoryUrl: Forbidden: must not carry a query or fragment; choose the branch with repositoryBranch`),
		Entry("a scheme in capitals, which the shoot's API server would refuse", fluxv1alpha1.ProjectConfig{RepositoryURL: "HTTPS://github.com/o/r"},
			`repositoryUrl: Forbidden: must begin with ssh://, https:// or http://, in lower case`),
		Entry("a path", fluxv1alpha1.ProjectConfig{RepositoryURL: "github.com/o/r"},
			`repositoryUrl: Forbidden: must begin with ssh://, https:// or http://, in lower case`),
		Entry("another scheme", fluxv1alpha1.ProjectConfig{RepositoryURL: "git://github.com/o/r"},
			`repositoryUrl: Forbidden: must begin with ssh://, https:// or http://, in lower case`),
		Entry("a file of the source-controller's pod", fluxv1alpha1.ProjectConfig{RepositoryURL: "file:///etc"},
			`repositoryUrl: Forbidden: must begin with ssh://, https:// or http://, in lower case`),
		Entry("what cannot be parsed, unseen because it may hold a password", fluxv1alpha1.ProjectConfig{RepositoryURL: "https://user:s3cret@h:port/o"},
			`repositoryUrl: Forbidden: is not a URL; write ssh://git@host/owner/repository or https://host/owner/repository`),
		Entry("a password, unseen", fluxv1alpha1.ProjectConfig{RepositoryURL: "https://user:s3cret@github.com/o/r"},
			`repositoryUrl: Forbidden: must not carry credentials; remove them, and use an ssh:// URL for a private repository`),
		Entry("a token as user name, unseen", fluxv1alpha1.ProjectConfig{RepositoryURL: "https://ghp_s3cret@github.com/o/r"},
			`repositoryUrl: Forbidden: must not carry credentials; remove them, and use an ssh:// URL for a private repository`),
		Entry("no host", fluxv1alpha1.ProjectConfig{RepositoryURL: "https:///o/r"},
			`repositoryUrl: Invalid value: "https:///o/r": names no host; write https://host/owner/repository`),
		Entry("no repository", fluxv1alpha1.ProjectConfig{RepositoryURL: "ssh://git@github.com/"},
			`repositoryUrl: Invalid value: "ssh://git@github.com/": names no repository; write ssh://host/owner/repository`),
		Entry("a branch in the URL", fluxv1alpha1.ProjectConfig{RepositoryURL: "https://github.com/o/r?ref=main"},
			`repositoryUrl: Forbidden: must not carry a query or fragment; choose the branch with repositoryBranch`),
		Entry("a branch that git would take for an option", fluxv1alpha1.ProjectConfig{RepositoryURL: "https://github.com/o/r", RepositoryBranch: "--upload-pack=x"},
			`repositoryBranch: Invalid value: "--upload-pack=x": is not the name of a git branch; write it as in 'git branch', such as main or release/1.2`),
		Entry("a branch with a space", fluxv1alpha1.ProjectConfig{RepositoryURL: "https://github.com/o/r", RepositoryBranch: "my branch"},
			`repositoryBranch: Invalid value: "my branch": is not the name of a git branch; write it as in 'git branch', such as main or release/1.2`),
		Entry("a full reference", fluxv1alpha1.ProjectConfig{RepositoryURL: "https://github.com/o/r", RepositoryBranch: "refs/heads/main"},
			`repositoryBranch: Invalid value: "refs/heads/main": must be the short name of a branch, without refs/heads/`),
		Entry("an unknown type", fluxv1alpha1.ProjectConfig{RepositoryURL: "https://github.com/o/r", RepositoryType: "Private"},
			`repositoryType: Unsupported value: "Private": supported values: "private", "public"`),
		Entry("private over https", fluxv1alpha1.ProjectConfig{RepositoryURL: "https://github.com/o/r", RepositoryType: "private"},
			`repositoryType: Invalid value: "private": a private repository is read over ssh with the project's deploy key, but repositoryUrl begins with https://; change repositoryUrl to ssh://git@host/owner/repository, or repositoryType to public`),
		Entry("public over ssh", fluxv1alpha1.ProjectConfig{RepositoryURL: "ssh://git@github.com/o/r", RepositoryType: "public"},
			`repositoryType: Invalid value: "public": a public repository is read without a key, but repositoryUrl begins with ssh://; change repositoryUrl to https://host/owner/repository, or repositoryType to private`),
		Entry("known hosts that nobody would use", fluxv1alpha1.ProjectConfig{RepositoryURL: "https://github.com/o/r", KnownHosts: "github.com " + hostKey},
			`knownHosts: Forbidden: is used with an ssh:// repositoryUrl only; remove it`),
		Entry("a known_hosts line without key", fluxv1alpha1.ProjectConfig{RepositoryURL: "ssh://git@h/o/r", KnownHosts: "h ssh-ed25519"},
			`knownHosts[0]: Forbidden: is not a line of a known_hosts file; write 'host keytype base64key', or '[host]:port keytype base64key' for a port other than 22, as ssh-keyscan prints it`),
	)

	It("does not repeat a private key that was pasted into knownHosts", func() {
		err := validate(fluxv1alpha1.ProjectConfig{RepositoryURL: "ssh://git@h/o/r",
			KnownHosts: "-----BEGIN OPENSSH PRIVATE KEY-----\nczNjcmV0\nh ssh-ed25519 AAAACXMzY3JldGtleQ==\n-----END OPENSSH PRIVATE KEY-----"})
		Expect(err).To(MatchError(And(ContainSubstring("knownHosts[1]: Forbidden"), ContainSubstring("knownHosts[2]: Forbidden"))))
		Expect(err.Error()).NotTo(Or(ContainSubstring("czNjcmV0"), ContainSubstring("s3cret"), ContainSubstring("PRIVATE")))
	})

	It("names all mistakes at once", func() {
		Expect(validate(fluxv1alpha1.ProjectConfig{FluxVersion: "x", RepositoryURL: "x", RepositoryBranch: " "})).To(MatchError(And(
			ContainSubstring("fluxVersion"), ContainSubstring("repositoryUrl"), ContainSubstring("repositoryBranch"))))
	})
})
