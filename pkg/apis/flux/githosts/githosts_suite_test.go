// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package githosts_test

import (
	"testing"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"
	"k8s.io/utils/ptr"

	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/apis/flux/githosts"
	fluxv1alpha1 "github.com/shoot-flux/gardener-extension-shoot-flux/pkg/apis/flux/v1alpha1"
)

func TestGitHosts(t *testing.T) {
	RegisterFailHandler(Fail)
	RunSpecs(t, "APIs Flux GitHosts Suite")
}

var _ = DescribeTable("Algorithm and KeyRuleFor return the keys that the host accepts:",
	func(url string, want fluxv1alpha1.KeyAlgorithm, takes ...fluxv1alpha1.KeyAlgorithm) {
		Expect(githosts.Algorithm(nil, url)).To(Equal(want), "by default")
		Expect(githosts.Algorithm(ptr.To(fluxv1alpha1.KeyAlgorithmECDSAP521), url)).To(Equal(fluxv1alpha1.KeyAlgorithmECDSAP521), "the configured algorithm is kept")
		rule, has := githosts.KeyRuleFor(url)
		Expect(has).To(Equal(len(takes) > 0))
		var taken []fluxv1alpha1.KeyAlgorithm
		for _, algorithm := range []fluxv1alpha1.KeyAlgorithm{"ed25519", "ecdsa-p256", "rsa-2048", "rsa-3072", "rsa-4096"} {
			if has && rule.Takes(algorithm) {
				taken = append(taken, algorithm)
			}
		}
		Expect(taken).To(HaveExactElements(takes))
	},
	Entry("a host without a rule", "ssh://git@github.com/o/r", fluxv1alpha1.KeyAlgorithmEd25519),
	Entry("an empty URL", "", fluxv1alpha1.KeyAlgorithmEd25519),
	Entry("Azure DevOps", "ssh://git@ssh.dev.azure.com/v3/org/proj/fleet", fluxv1alpha1.KeyAlgorithmRSA3072, fluxv1alpha1.KeyAlgorithm("rsa-2048"), fluxv1alpha1.KeyAlgorithmRSA3072, fluxv1alpha1.KeyAlgorithmRSA4096),
	Entry("the former name of Azure DevOps, with capitals", "ssh://org@VS-SSH.VisualStudio.com:22/v3/org/proj/fleet", fluxv1alpha1.KeyAlgorithmRSA3072, fluxv1alpha1.KeyAlgorithm("rsa-2048"), fluxv1alpha1.KeyAlgorithmRSA3072, fluxv1alpha1.KeyAlgorithmRSA4096),
	Entry("AWS CodeCommit", "ssh://APKA@git-codecommit.us-east-2.amazonaws.com/v1/repos/fleet", fluxv1alpha1.KeyAlgorithmRSA3072, fluxv1alpha1.KeyAlgorithm("rsa-2048"), fluxv1alpha1.KeyAlgorithmRSA3072, fluxv1alpha1.KeyAlgorithmRSA4096),
	Entry("AWS CodeCommit in China", "ssh://APKA@git-codecommit.cn-north-1.amazonaws.com.cn/v1/repos/fleet", fluxv1alpha1.KeyAlgorithmRSA3072, fluxv1alpha1.KeyAlgorithm("rsa-2048"), fluxv1alpha1.KeyAlgorithmRSA3072, fluxv1alpha1.KeyAlgorithmRSA4096),
	Entry("Oracle Cloud DevOps", "ssh://u@devops.scmservice.eu-frankfurt-1.oci.oraclecloud.com/namespaces/n/projects/p/repositories/r", fluxv1alpha1.KeyAlgorithmRSA3072, fluxv1alpha1.KeyAlgorithm("rsa-2048"), fluxv1alpha1.KeyAlgorithmRSA3072, fluxv1alpha1.KeyAlgorithmRSA4096),
	Entry("Acquia, which requires long RSA keys", "ssh://site@svn-1.prod.hosting.acquia.com/site.git", fluxv1alpha1.KeyAlgorithmRSA4096, fluxv1alpha1.KeyAlgorithmRSA4096),
	Entry("Pantheon, which accepts ECDSA", "ssh://codeserver.dev.1@codeserver.dev.1.drush.in:2222/~/repository.git", fluxv1alpha1.KeyAlgorithmRSA3072,
		fluxv1alpha1.KeyAlgorithmECDSAP256, fluxv1alpha1.KeyAlgorithm("rsa-2048"), fluxv1alpha1.KeyAlgorithmRSA3072, fluxv1alpha1.KeyAlgorithmRSA4096),
	Entry("a host whose name contains a known one", "ssh://git@ssh.dev.azure.com.example.com/o/r", fluxv1alpha1.KeyAlgorithmEd25519),
)

var _ = DescribeTable("NeedsKeyID returns whether the URL lacks the key ID:",
	func(url string, needed bool) { Expect(githosts.NeedsKeyID(url)).To(Equal(needed)) },
	Entry("no user", "ssh://git-codecommit.us-east-2.amazonaws.com/v1/repos/fleet", true),
	Entry("user git", "ssh://git@git-codecommit.us-east-2.amazonaws.com/v1/repos/fleet", true),
	Entry("a key ID", "ssh://APKAEIBAERJR2EXAMPLE@git-codecommit.us-east-2.amazonaws.com/v1/repos/fleet", false),
	Entry("another host", "ssh://git@github.com/o/r", false),
)
