// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package e2e_test

import (
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/x509"
	"encoding/pem"
	"slices"
	"strings"
	"time"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"sigs.k8s.io/controller-runtime/pkg/client"

	sourcev1 "github.com/fluxcd/source-controller/api/v1"

	"github.com/shoot-flux/gardener-extension-shoot-flux/test/landscape/ocihost"
)

// strangeKey is a host key that no host has.
const strangeKey = "ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIOMqqnkVzrm0SdG6UOoqKLsabgH5C9okWi0dh2l9GKJl"

var _ = Describe("What keeps a source from being read", Ordered, ContinueOnFailure, Label("long"), func() {
	var (
		s         shoot
		git       syncing
		dead      *line
		processes map[string]int32
	)

	BeforeAll(func(ctx SpecContext) {
		user := inGarden(ctx)
		holds(ctx, "unread", nil)
		Expect(world.GitHost.CreateRepository(ctx, "closed", false)).To(Succeed())
		Expect(world.GitHost.CreateRepository(ctx, "empty", true)).To(Succeed())
		dead = lineTo(ctx, world.GitHost.SSHURL("unread"))
		git = syncingGit("unread")
		user.project("unread", git.data())
		s = user.shoot("unread", "only", seedName, false)
		Expect(world.GitHost.AddDeployKey("unread", "flux", user.publicKey("unread"), true)).To(Succeed())
		s.succeeds()
		s.pullUntilShown("from-git", "first")
		_, public := newKey()
		s.hasSecret("signers", map[string]string{"somebody.sshpub": public + "\n"})
		s.hasSecret("robot", map[string]string{"ca.crt": string(world.GitHost.CA()), "username": "robot", "password": "wrong"})
		s.hasSecret("forger", map[string]string{"accesskey": world.BucketHost.AccessKey, "secretkey": "wrong"})
		s.hasSecret("bucket", map[string]string{"accesskey": world.BucketHost.AccessKey, "secretkey": world.BucketHost.SecretKey})
		s.hasSecret("cosign", map[string]string{"cosign.pub": newVerificationKey()})

		Expect(world.BucketHost.Put(ctx, "unread", map[string]string{"good/bucket.yaml": manifest("from-bucket", "object")})).To(Succeed())
		world.OCIHost.Protect("unread/closed", ocihost.Credentials{Username: "reader", Password: "oci-s3cret"})
		for _, repository := range []string{"unread/open", "unread/closed"} {
			_, err := world.OCIHost.Push(ctx, repository, "latest", map[string]string{"good/oci.yaml": manifest("from-oci", "artifact")})
			Expect(err).NotTo(HaveOccurred())
		}
		processes = s.processes()
	}, NodeTimeout(3*time.Minute))

	// What is there to be read before the mistake, and the mistake.
	readable := map[string]func() syncing{
		"GitRepository": func() syncing { return git },
		"OCIRepository": func() syncing {
			return syncing{kind: "OCIRepository", root: spec{"path": "./good"}, source: spec{
				"url": world.OCIHost.URL("unread/open"), "insecure": true, "ref": spec{"tag": "latest"},
			}}
		},
		"Bucket": func() syncing {
			return syncing{kind: "Bucket", root: spec{"path": "./good"}, source: spec{
				"bucketName": "unread", "endpoint": world.BucketHost.Endpoint(), "insecure": true, "secretRef": spec{"name": "bucket"},
			}}
		},
	}

	It("is not ready with known_hosts that Flux has not used, and an error of the former ones does not count", func(ctx SpecContext) {
		s.ctx = ctx
		// states configures known_hosts, and returns the reported states with it until the expected one.
		states := func(c syncing, until string) []string {
			GinkgoHelper()
			before := s.status(Default).Configuration
			inGarden(ctx).configure("unread", c.data())
			var seen []string
			Eventually(ctx, func(g Gomega) {
				status := s.status(g)
				g.Expect(status.Configuration).NotTo(Equal(before))
				state := strings.TrimSpace(status.State + " " + status.Cause)
				if !slices.Contains(seen, state) {
					seen = append(seen, state)
				}
				g.Expect(state).To(Equal(until))
			}).WithPolling(100 * time.Millisecond).Should(Succeed())
			return seen
		}
		wrong := git
		wrong.knownHosts = "[127.0.0.1]:" + port(world.GitHost.SSHURL("unread")) + " " + strangeKey
		Expect(states(wrong, "Failed HostKeyMismatch")).NotTo(ContainElement(HavePrefix("Ready")))
		Expect(states(git, "Ready")).NotTo(ContainElement(HavePrefix("Failed")))
	}, SpecTimeout(2*time.Minute))

	DescribeTable("is told with cause and remedy, and heals",
		func(ctx SpecContext, kind string, mistake func(syncing) syncing, expected told) {
			s.ctx = ctx
			right := readable[kind]()
			began := now()
			inGarden(ctx).configure("unread", mistake(right).data())
			s.tells(CurrentSpecReport().LeafNodeText, began, expected)
			inGarden(ctx).configure("unread", right.data())
			s.isWell(began, true)
		},
		Entry("host key mismatch", SpecTimeout(2*time.Minute), "GitRepository", func(c syncing) syncing {
			c.knownHosts = "[127.0.0.1]:" + port(world.GitHost.SSHURL("unread")) + " " + strangeKey
			return c
		}, sourceFails("GitOperationFailed", "HostKeyMismatch", ContainSubstring("knownhosts: key mismatch"), ContainSubstring("as knownHosts in ConfigMap flux-config"))),
		Entry("repository not found, over SSH", SpecTimeout(2*time.Minute), "GitRepository", func(c syncing) syncing {
			return c.reading(spec{"url": world.GitHost.SSHURL("absent")})
		}, sourceFails("GitOperationFailed", "RepositoryNotFound", ContainSubstring("repository not found"), ContainSubstring("ConfigMap flux-config"))),
		Entry("repository not found, over HTTP", SpecTimeout(2*time.Minute), "GitRepository", func(c syncing) syncing {
			return c.anonymously(spec{"url": world.GitHost.HTTPURL("absent")})
		}, sourceFails("GitOperationFailed", "RepositoryNotFound", ContainSubstring("repository not found"), ContainSubstring("ConfigMap flux-config"))),
		Entry("authentication failed, over HTTPS", SpecTimeout(2*time.Minute), "GitRepository", func(c syncing) syncing {
			return c.anonymously(spec{"url": world.GitHost.HTTPSURL("closed"), "secretRef": spec{"name": "robot"}})
		}, sourceFails("GitOperationFailed", "AuthenticationFailed", ContainSubstring("authentication required"))),
		Entry("the Secret of the source does not exist", SpecTimeout(2*time.Minute), "GitRepository", func(c syncing) syncing {
			return c.anonymously(spec{"url": world.GitHost.HTTPURL("unread"), "secretRef": spec{"name": "absent"}})
		}, sourceFails("AuthenticationFailed", "AuthenticationFailed", ContainSubstring(`secrets "absent" not found`))),
		Entry("branch not found", SpecTimeout(2*time.Minute), "GitRepository", func(c syncing) syncing {
			return c.reading(spec{"ref": spec{"branch": "absent"}})
		}, sourceFails("GitOperationFailed", "RevisionNotFound", ContainSubstring(`couldn't find remote ref "refs/heads/absent"`), ContainSubstring("ConfigMap flux-config"))),
		Entry("tag not found", SpecTimeout(2*time.Minute), "GitRepository", func(c syncing) syncing {
			return c.reading(spec{"ref": spec{"tag": "absent"}})
		}, sourceFails("GitOperationFailed", "RevisionNotFound", ContainSubstring(`couldn't find remote ref "refs/tags/absent"`), ContainSubstring("ConfigMap flux-config"))),
		Entry("no tag in the range of versions", SpecTimeout(2*time.Minute), "GitRepository", func(c syncing) syncing {
			return c.reading(spec{"ref": spec{"semver": ">=1.0.0"}})
		}, sourceFails("GitOperationFailed", "RevisionNotFound", ContainSubstring("no match found for semver: >=1.0.0"))),
		Entry("commit not found", SpecTimeout(2*time.Minute), "GitRepository", func(c syncing) syncing {
			return c.reading(spec{"ref": spec{"branch": "main", "commit": strings.Repeat("01", 20)}})
		}, sourceFails("GitOperationFailed", "RevisionNotFound", ContainSubstring("unable to resolve commit object"))),
		Entry("repository without a commit", SpecTimeout(2*time.Minute), "GitRepository", func(c syncing) syncing {
			return c.anonymously(spec{"url": world.GitHost.HTTPURL("empty")})
		}, sourceFails("GitOperationFailed", "RevisionNotFound", ContainSubstring("remote repository is empty"))),
		Entry("connection refused, over SSH", SpecTimeout(2*time.Minute), "GitRepository", func(c syncing) syncing {
			c.knownHosts = dead.through(c.knownHosts)
			return c.reading(spec{"url": dead.through(world.GitHost.SSHURL("unread"))})
		}, sourceFails("GitOperationFailed", "ConnectionFailed", ContainSubstring("connection refused"))),
		Entry("no such host", SpecTimeout(2*time.Minute), "GitRepository", func(c syncing) syncing {
			return c.anonymously(spec{"url": "http://git.invalid/unread.git"})
		}, sourceFails("GitOperationFailed", "ConnectionFailed", ContainSubstring("git.invalid"))),
		Entry("TLS not trusted", SpecTimeout(2*time.Minute), "GitRepository", func(c syncing) syncing {
			return c.anonymously(spec{"url": world.GitHost.HTTPSURL("unread")})
		}, sourceFails("GitOperationFailed", "ConnectionFailed", ContainSubstring("x509: certificate signed by unknown authority"))),
		Entry("commit without a signature", SpecTimeout(2*time.Minute), "GitRepository", func(c syncing) syncing {
			return c.reading(spec{"verify": spec{"mode": "HEAD", "secretRef": spec{"name": "signers"}}})
		}, sourceFails("InvalidCommitSignature", "VerificationFailed", ContainSubstring("signature verification of commit"))),

		Entry("OCI: authentication failed", SpecTimeout(2*time.Minute), "OCIRepository", func(c syncing) syncing {
			return c.reading(spec{"url": world.OCIHost.URL("unread/closed")})
		}, sourceFails("OCIArtifactPullFailed", "AuthenticationFailed", ContainSubstring("401 Unauthorized"))),
		Entry("OCI: repository not found", SpecTimeout(2*time.Minute), "OCIRepository", func(c syncing) syncing {
			return c.reading(spec{"url": world.OCIHost.URL("unread/absent")})
		}, sourceFails("OCIArtifactPullFailed", "RepositoryNotFound", ContainSubstring("NAME_UNKNOWN"))),
		Entry("OCI: tag not found", SpecTimeout(2*time.Minute), "OCIRepository", func(c syncing) syncing {
			return c.reading(spec{"ref": spec{"tag": "absent"}})
		}, sourceFails("OCIArtifactPullFailed", "RevisionNotFound", ContainSubstring("MANIFEST_UNKNOWN"))),
		Entry("OCI: digest not found", SpecTimeout(2*time.Minute), "OCIRepository", func(c syncing) syncing {
			return c.reading(spec{"ref": spec{"digest": "sha256:" + strings.Repeat("0", 64)}})
		}, sourceFails("OCIArtifactPullFailed", "RevisionNotFound", ContainSubstring("MANIFEST_UNKNOWN"))),
		Entry("OCI: connection refused", SpecTimeout(2*time.Minute), "OCIRepository", func(c syncing) syncing {
			return c.reading(spec{"url": "oci://" + dead.address + "/unread/open"})
		}, sourceFails("OCIArtifactPullFailed", "ConnectionFailed", ContainSubstring("connection refused"))),
		Entry("OCI: artifact without a signature", SpecTimeout(2*time.Minute), "OCIRepository", func(c syncing) syncing {
			return c.reading(spec{"verify": spec{"provider": "cosign", "secretRef": spec{"name": "cosign"}}})
		}, sourceFails("VerificationError", "VerificationFailed", ContainSubstring("failed to verify the signature"))),

		Entry("bucket not found", SpecTimeout(2*time.Minute), "Bucket", func(c syncing) syncing {
			return c.reading(spec{"bucketName": "absent"})
		}, sourceFails("BucketOperationFailed", "RepositoryNotFound", ContainSubstring("bucket 'absent' not found"))),
		Entry("bucket: authentication failed", SpecTimeout(2*time.Minute), "Bucket", func(c syncing) syncing {
			return c.reading(spec{"secretRef": spec{"name": "forger"}})
		}, sourceFails("BucketOperationFailed", "AuthenticationFailed", ContainSubstring("The request signature we calculated does not match"))),
		Entry("bucket: connection refused", SpecTimeout(2*time.Minute), "Bucket", func(c syncing) syncing {
			return c.reading(spec{"endpoint": dead.address})
		}, sourceFails("BucketOperationFailed", "ConnectionFailed", ContainSubstring("connection refused"))),
	)

	It("is told of a host that goes away, or does not answer, and all is well when it is back", func(ctx SpecContext) {
		s.ctx = ctx
		way := lineTo(ctx, world.GitHost.HTTPURL("unread"))
		DeferCleanup(way.refuses)
		way.works()
		began := now()
		inGarden(ctx).configure("unread", git.anonymously(spec{"url": way.through(world.GitHost.HTTPURL("unread"))}).data())
		s.isWell(began, false)

		way.refuses()
		s.tells("connection refused, over HTTP", began, sourceFails("GitOperationFailed", "ConnectionFailed", ContainSubstring("connection refused")))
		way.works()
		s.pull()
		s.isWell(began, true)

		way.refuses()
		began = now()
		way.isSilent()
		s.tells("no answer, over HTTP", began, sourceFails("GitOperationFailed", "ConnectionFailed", ContainSubstring("context deadline exceeded")))
		way.refuses()
		way.works()
		s.pull()
		s.isWell(began, true)
	}, SpecTimeout(4*time.Minute))

	It("is told of a Git host that accepts a connection over SSH and never answers, for which Flux calls the source ready", func(ctx SpecContext) {
		s.ctx = ctx
		way := lineTo(ctx, world.GitHost.SSHURL("unread"))
		DeferCleanup(way.refuses)
		way.works()
		began := now()
		through := git.reading(spec{"url": way.through(world.GitHost.SSHURL("unread"))})
		through.knownHosts = way.through(through.knownHosts)
		inGarden(ctx).configure("unread", through.data())
		source := &sourcev1.GitRepository{}
		Eventually(ctx, func(g Gomega) {
			g.Expect(s.client().Get(ctx, client.ObjectKey{Namespace: "flux-system", Name: "flux-system"}, source)).To(Succeed())
			g.Expect(source.Spec.URL).To(Equal(through.source["url"]))
			g.Expect(source.Status.Conditions).To(ContainElement(And(
				HaveField("Type", "Ready"), HaveField("Status", metav1.ConditionTrue), HaveField("ObservedGeneration", source.Generation))))
		}).Should(Succeed())
		s.isWell(began, false)

		way.refuses()
		way.isSilent()
		s.pull()
		s.tells("no answer, over SSH", began, sourceFails("NoAnswer", "ConnectionFailed", ContainSubstring(way.address)))
		Expect(s.client().Get(ctx, client.ObjectKey{Namespace: "flux-system", Name: "flux-system"}, source)).To(Succeed())
		Expect(source.Status.Conditions).To(ContainElement(And(HaveField("Type", "Ready"), HaveField("Status", metav1.ConditionTrue))))

		By("the connection breaks, and the host answers again")
		way.refuses()
		way.works()
		s.pull()
		s.isWell(began, true)
	}, SpecTimeout(4*time.Minute))

	It("needs no restart to heal", func(ctx SpecContext) {
		s.ctx = ctx
		Expect(s.processes()).To(Equal(processes))
	}, NodeTimeout(time.Minute))
})

// newVerificationKey is the public half of a key that has signed nothing, as 'cosign generate-key-pair' writes it.
func newVerificationKey() string {
	GinkgoHelper()
	key, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	Expect(err).NotTo(HaveOccurred())
	der, err := x509.MarshalPKIXPublicKey(key.Public())
	Expect(err).NotTo(HaveOccurred())
	return string(pem.EncodeToMemory(&pem.Block{Type: "PUBLIC KEY", Bytes: der}))
}
