// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package health_test

import (
	"time"

	kustomizev1 "github.com/fluxcd/kustomize-controller/api/v1"
	"github.com/fluxcd/pkg/apis/meta"
	resourcesv1alpha1 "github.com/gardener/gardener/pkg/apis/resources/v1alpha1"
	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/types"

	fluxv1alpha1 "github.com/shoot-flux/gardener-extension-shoot-flux/pkg/apis/flux/v1alpha1"
	. "github.com/shoot-flux/gardener-extension-shoot-flux/pkg/health"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/health/observe"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/text"
)

// See pkg/health for causes and fixes.
var _ = Describe("Judge for a status of Flux", func() {
	root := types.NamespacedName{Namespace: "flux-system", Name: "flux-system"}
	healthyResource := managedResource("a", resourceCondition("ResourcesApplied", "True", "x", "x"), resourceCondition("ResourcesHealthy", "True", "x", "x"))
	judge := func(sync observe.Sync, shoot observe.Shoot) []Verdict {
		sync.Source, sync.Root = root, root
		return Judge(Observation{ManagedResources: []*resourcesv1alpha1.ManagedResource{healthyResource}, Sync: &sync, Shoot: shoot})
	}
	git := observe.Sync{SourceKind: "GitRepository"}
	kustomization := func(reason, message string) *kustomizev1.Kustomization {
		k := &kustomizev1.Kustomization{ObjectMeta: metav1.ObjectMeta{Generation: 1}}
		k.Spec.Path, k.Spec.Interval.Duration = "./absent", 10*time.Minute
		k.Spec.SourceRef = kustomizev1.CrossNamespaceSourceReference{Kind: "GitRepository", Name: "flux-system"}
		k.Spec.Decryption = &kustomizev1.Decryption{Provider: "sops", SecretRef: &meta.LocalObjectReference{Name: "flux-sops"}}
		k.Status.Conditions = ready("False", 1, reason, message)
		return k
	}

	It("repeats the message with cause and fix", func() {
		source := observe.Source{URL: "https://git.example.com/o/r.git", Generation: 7, Conditions: ready("False", 7, "GitOperationFailed", "unable to list remote for 'https://git.example.com/o/r.git': repository not found: 404 page not found\n")}
		verdicts := judge(git, observe.Shoot{Source: &source, Kustomization: kustomization("DependencyNotReady", "dependency 'flux-system/infra' is not ready")})
		Expect(reports(verdicts[1], verdicts[2])).To(ConsistOf(
			Verdict{Type: "FluxSourceReady", Status: "False", Reason: "GitOperationFailed", Cause: "RepositoryNotFound",
				Message: "GitRepository flux-system/flux-system: unable to list remote for 'https://git.example.com/o/r.git': repository not found: 404 page not found. " +
					"Check the URL in ConfigMap flux-config of the project namespace or in the Shoot's providerConfig; a repository that is not public needs an ssh:// URL, or credentials in source.secretResourceName"},
			Verdict{Type: "FluxKustomizationReady", Status: "False", Reason: "DependencyNotReady", Cause: "DependencyNotReady",
				Message: "Kustomization flux-system/flux-system: dependency 'flux-system/infra' is not ready. Kustomization flux-system/infra in dependsOn has to become ready first: its status in the shoot shows the cause"},
		))
	})

	It("omits secrets in every condition", func() {
		signed := `failed to confirm existence of 'c' bucket: Get "https://acct.blob.core.windows.net/c?restype=container&sig=s3cret": dial tcp 10.0.0.1:443: i/o timeout`
		token := "kustomize build failed: accumulating 'https://s3cret@h/o/r': exit status 128\nfatal: unable to access 'https://u:s3cret@h/o/r/'"
		applied := managedResource("a", resourceCondition("ResourcesApplied", "False", "ApplyFailed", `Post "https://h/validate?token=s3cret": EOF`))
		observation := Observation{ManagedResources: []*resourcesv1alpha1.ManagedResource{applied}, Sync: &observe.Sync{SourceKind: "Bucket", Source: root, Root: root}, Shoot: observe.Shoot{
			Source: &observe.Source{URL: "https://u:%zs3cret@h/r", Generation: 7, Conditions: ready("False", 7, "BucketOperationFailed", signed)}, Kustomization: kustomization("BuildFailed", token),
		}}
		for _, verdict := range Judge(observation) {
			Expect(verdict.Message).NotTo(ContainSubstring("s3cret"))
			Expect(verdict.Message).To(Or(ContainSubstring(`"https://acct.blob.core.windows.net/c": dial tcp`), ContainSubstring("'https://h/o/r/'"), ContainSubstring(`"https://h/validate"`)))
		}
	})

	It("shortens long messages", func() {
		long := make([]byte, 100_000)
		for i := range long {
			long[i] = 'x'
		}
		verdict := judge(git, observe.Shoot{Kustomization: kustomization("BuildFailed", string(long)+"\n"+string(long))})[2]
		Expect(len(verdict.Message)).To(BeNumerically("<", 4096))
	})

	It("omits durations", func() {
		expired := "x509: certificate has expired or is not yet valid: current time 2026-11-22T02:55:56Z is after 2026-01-01T00:00:00Z"
		verdict := judge(git, observe.Shoot{Source: &observe.Source{URL: "https://h/r", Generation: 7, Conditions: ready("False", 7, "GitOperationFailed", expired)}})[1]
		Expect(verdict.Message).To(ContainSubstring("current time is after 2026-01-01"))
	})
})

const (
	unreachableGit = "failed to checkout and determine revision: unable to list remote for "
	clone          = "failed to checkout and determine revision: unable to clone 'ssh://git@127.0.0.1:41289/explore.git': "
	digestOf       = "failed to determine artifact digest: GET http://127.0.0.1:38651/v2/explore/"
	publicKey      = "ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIIazEu89wgQZ4bqs3d63QSMzYVa0MuJ2e2gKTKqu+UUO"
	inConfig       = "in ConfigMap flux-config of the project namespace or in the Shoot's providerConfig"
	noDataKey      = "decryption failed for 'Secret.v1.[noGrp]/encrypted': failed to decrypt and format 'default/encrypted' Secret data: cannot get sops data key: " +
		"Failed to get the data key required to decrypt the SOPS file.\n\nGroup 0: FAILED\n  age1rvhau0pw8zlv4u4qdeaq54jx8fgdty5qy9l2hqe732l3t0jgngqqkkkuae: FAILED\n    - | "
)

// The messages are those of Flux v2.9.3, as it was seen to give them. Where one was not provoked, it is put together from the code
// that gives it.
var _ = Describe("Cause and fix", func() {
	root := types.NamespacedName{Namespace: "flux-system", Name: "flux-system"}
	deployKey := observe.Sync{SourceKind: "GitRepository", DeployKey: true}
	git, oci, bucket := observe.Sync{SourceKind: "GitRepository"}, observe.Sync{SourceKind: "OCIRepository"}, observe.Sync{SourceKind: "Bucket"}
	ssh, https := observe.Source{URL: "ssh://git@127.0.0.1:41289/explore.git", SecretName: "flux-system"}, observe.Source{URL: "https://127.0.0.1:41983/explore2.git"}
	registry, storage := observe.Source{URL: "oci://127.0.0.1:38651/explore/open"}, observe.Source{URL: "127.0.0.1:42091"}
	delivers := func(sync observe.Sync) observe.Sync { sync.ProjectSecret = "ci-token"; return sync }
	promoted := func(sync observe.Sync) observe.Sync {
		sync.Commit = "sha1:0123456789012345678901234567890123456789"
		return sync
	}
	with := func(source observe.Source, secret string) observe.Source { source.SecretName = secret; return source }

	DescribeTable("match the message of a source",
		func(sync observe.Sync, source observe.Source, reason, reported string, cause fluxv1alpha1.Cause, part string) {
			message := text.Normalize(reported)
			Expect(SourceCause(reason, message)).To(Equal(cause))
			sync.Source, sync.Root = root, root
			fix := SourceFix(cause, message, observation(sync, observe.Shoot{Source: &source, Key: observe.Key{PublicKey: publicKey}}))
			Expect(text.Format("source", message, fix)).To(ContainSubstring(part))
		},
		Entry("deploy key that is not registered", deployKey, ssh, "GitOperationFailed", clone+"ssh: handshake failed: ssh: unable to authenticate, attempted methods [none publickey], no supported methods remain",
			fluxv1alpha1.CauseAuthentication, "no supported methods remain. The Git host does not accept the project's deploy key; register this public key at 127.0.0.1:41289 as a read-only deploy key of the repository: "+publicKey),
		Entry("user's key that is not registered", git, ssh, "GitOperationFailed", clone+"ssh: handshake failed: ssh: unable to authenticate, attempted methods [none publickey], no supported methods remain",
			fluxv1alpha1.CauseAuthentication, "does not accept the key in Secret flux-system/flux-system of the shoot, which source.secretResourceName delivers; register its public key at 127.0.0.1:41289"),
		Entry("HTTPS without credentials", git, https, "GitOperationFailed", unreachableGit+"'https://127.0.0.1:41983/explore2.git': authentication required: access denied\n",
			fluxv1alpha1.CauseAuthentication, "access denied. Check the URL "+inConfig+"; a repository that is not public needs an ssh:// URL, or credentials in source.secretResourceName"),
		Entry("HTTPS with a wrong token", git, with(https, "git-token"), "GitOperationFailed", unreachableGit+"'https://127.0.0.1:41983/explore2.git': authentication required: access denied\n",
			fluxv1alpha1.CauseAuthentication, "127.0.0.1:41983 does not accept username and password, or bearerToken, in Secret flux-system/git-token of the shoot, which source.secretResourceName delivers"),
		Entry("HTTPS with an expired token from a known project Secret", delivers(git), with(https, "flux-system"), "GitOperationFailed", unreachableGit+"'https://127.0.0.1:41983/explore2.git': authentication required: access denied\n",
			fluxv1alpha1.CauseAuthentication, "127.0.0.1:41983 does not accept username and password, or bearerToken, in Secret ci-token of the project namespace, which source.secretResourceName delivers to the shoot as flux-system/flux-system; "+
				"correct them in the project's Secret; a token may have expired"),
		Entry("user's key from a known project Secret", delivers(git), ssh, "GitOperationFailed", clone+"ssh: handshake failed: ssh: unable to authenticate, attempted methods [none publickey], no supported methods remain",
			fluxv1alpha1.CauseAuthentication, "does not accept the key in Secret ci-token of the project namespace"),
		Entry("HTTPS with a token without permission", git, with(https, "git-token"), "GitOperationFailed", unreachableGit+"'https://127.0.0.1:41983/explore2.git': authorization failed: <html>403 Forbidden</html>",
			fluxv1alpha1.CauseAuthentication, "or may lack read access"),
		Entry("missing Secret", git, with(https, "absent"), "AuthenticationFailed", `failed to get secret 'flux-system/absent': failed to get secret 'flux-system/absent': secrets "absent" not found`,
			fluxv1alpha1.CauseAuthentication, "Secret flux-system/absent is missing in the shoot; set source.secretResourceName "+inConfig),
		Entry("OCIRepository without credentials", oci, registry, "OCIArtifactPullFailed", digestOf+"closed/manifests/latest: unexpected status code 401 Unauthorized",
			fluxv1alpha1.CauseAuthentication, "an artifact that is not public needs credentials in source.secretResourceName"),
		Entry("OCIRepository with credentials without permission", oci, with(registry, "pull"), "OCIArtifactPullFailed", digestOf+"closed/manifests/latest: DENIED: requested access to the resource is denied",
			fluxv1alpha1.CauseAuthentication, "type kubernetes.io/dockerconfigjson, and an entry for 127.0.0.1:38651"),
		Entry("Bucket with a wrong key", bucket, with(storage, "s3"), "BucketOperationFailed", "failed to confirm existence of 'explore' bucket: The request signature we calculated does not match the signature you provided. Check your key and signing method.",
			fluxv1alpha1.CauseAuthentication, "127.0.0.1:42091 does not accept accesskey and secretkey in Secret flux-system/s3 of the shoot"),
		Entry("Bucket with a ServiceAccount that the cloud does not trust", bucket, storage, "AuthenticationFailed", "AWS authentication failed: failed to create provider access token for service account 'flux-system/reader': AccessDenied",
			fluxv1alpha1.CauseAuthentication, "Check the ServiceAccount of source.template.spec.serviceAccountName in flux.workloadIdentity.serviceAccounts "+inConfig+", and that the cloud trusts issuer, subject and audience"),
		Entry("GitHub App that is not installed", git, with(https, "app"), "AuthenticationFailed", "failed to configure authentication options: POST https://127.0.0.1:1/api/v3/app/installations/1/access_tokens: 404 Not Found []",
			fluxv1alpha1.CauseAuthentication, "GitHub does not accept the App in Secret flux-system/app of the shoot, which source.secretResourceName delivers; correct githubAppID or githubAppClientID, githubAppInstallationID or githubAppInstallationOwner"),
		Entry("GitHub App without provider github", git, with(https, "app"), "InvalidProviderConfiguration", "secretRef 'flux-system/app' has github app data but provider is not set to github",
			fluxv1alpha1.CauseAuthentication, "set source.template.spec.provider to github"),
		Entry("Bucket that is not public", bucket, storage, "BucketOperationFailed", "failed to confirm existence of 'explore' bucket: Access Denied.",
			fluxv1alpha1.CauseAuthentication, "a bucket that is not public needs credentials"),
		Entry("changed host key", deployKey, ssh, "GitOperationFailed", unreachableGit+"'ssh://git@127.0.0.1:37135/explore.git': ssh: handshake failed: knownhosts: key mismatch",
			fluxv1alpha1.CauseHostKey, "as knownHosts in ConfigMap flux-config"),
		Entry("host key of an unknown type", deployKey, ssh, "GitOperationFailed", clone+`ssh: handshake failed: ssh: no common algorithm for host key; we offered: ["ssh-ed25519"], peer offered: ["rsa-sha2-512"]`,
			fluxv1alpha1.CauseHostKey, "127.0.0.1:41289 has no host key of a known type"),
		Entry("SSH with a missing repository, or a key for another repository", deployKey, ssh, "GitOperationFailed", unreachableGit+"'ssh://git@127.0.0.1:41289/absent.git': repository not found",
			fluxv1alpha1.CauseRepositoryNotFound, "does not accept the project's deploy key for this repository; register this public key as a read-only deploy key of the repository: "+publicKey),
		Entry("HTTP status 404", git, https, "GitOperationFailed", unreachableGit+"'http://127.0.0.1:39003/absent.git': repository not found: 404 page not found\n",
			fluxv1alpha1.CauseRepositoryNotFound, "Check the URL "+inConfig),
		Entry("missing OCI repository", oci, with(registry, "pull"), "OCIArtifactPullFailed", digestOf+"absent/manifests/latest: NAME_UNKNOWN: Unknown name",
			fluxv1alpha1.CauseRepositoryNotFound, "the credentials in Secret flux-system/pull of the shoot"),
		Entry("missing bucket", bucket, storage, "BucketOperationFailed", "bucket 'absent' not found", fluxv1alpha1.CauseRepositoryNotFound, "Check endpoint and bucketName "+inConfig),
		Entry("missing branch", deployKey, ssh, "GitOperationFailed", clone+`couldn't find remote ref "refs/heads/absent"`,
			fluxv1alpha1.CauseRevisionNotFound, "The branch does not exist in the repository; correct source.template.spec.ref "+inConfig+", or push the branch"),
		Entry("missing tag", deployKey, ssh, "GitOperationFailed", clone+`couldn't find remote ref "refs/tags/absent"`, fluxv1alpha1.CauseRevisionNotFound, "The tag does not exist"),
		Entry("missing commit", deployKey, ssh, "GitOperationFailed", "failed to checkout and determine revision: unable to resolve commit object for '0123456789012345678901234567890123456789': object not found",
			fluxv1alpha1.CauseRevisionNotFound, "The commit does not exist"),
		Entry("commit of a rollout that was removed by a force-push", promoted(deployKey), ssh, "GitOperationFailed", "failed to checkout and determine revision: unable to resolve commit object for '0123456789012345678901234567890123456789': object not found",
			fluxv1alpha1.CauseRevisionNotFound, "object not found. The rollout has set commit sha1:0123456789012345678901234567890123456789, which was ready in the first ring and is not on a branch of the repository, for example because only a tag references it, or after a force-push. "+
				"flux-config does not contain it: push a commit that becomes ready in the first ring and replaces it in all rings, or put the commit on a branch"),
		Entry("deleted branch of a commit that a rollout has set", promoted(deployKey), ssh, "GitOperationFailed", clone+`couldn't find remote ref "refs/heads/main"`, fluxv1alpha1.CauseRevisionNotFound, "or put the commit on a branch"),
		Entry("deleted digest that a rollout has set", promoted(oci), registry, "OCIArtifactPullFailed", digestOf+"open/manifests/sha256:0123: MANIFEST_UNKNOWN: Unknown manifest", fluxv1alpha1.CauseRevisionNotFound,
			"The rollout has set digest sha1:0123456789012345678901234567890123456789, which was ready in the first ring and is not in the registry"),
		Entry("semver range without a match", deployKey, ssh, "GitOperationFailed", "failed to checkout and determine revision: no match found for semver: >=1.0.0", fluxv1alpha1.CauseRevisionNotFound, "source.template.spec.ref.semver"),
		Entry("reference that cannot be resolved", deployKey, ssh, "GitOperationFailed", "failed to checkout and determine revision: unable to resolve ref 'refs/heads/absent' to a specific commit", fluxv1alpha1.CauseRevisionNotFound, "The branch does not exist"),
		Entry("empty repository", git, https, "GitOperationFailed", unreachableGit+"'http://127.0.0.1:39003/empty.git': remote repository is empty", fluxv1alpha1.CauseRevisionNotFound, "no commit yet"),
		Entry("missing OCI tag", oci, registry, "OCIArtifactPullFailed", digestOf+"open/manifests/absent: MANIFEST_UNKNOWN: Unknown manifest", fluxv1alpha1.CauseRevisionNotFound, "no artifact with this tag or digest"),
		Entry("missing OCI digest", oci, registry, "OCIArtifactPullFailed", "failed to pull artifact from 'oci://127.0.0.1:38651/explore/open': GET http://127.0.0.1:38651/v2/explore/open/manifests/sha256:0000: MANIFEST_UNKNOWN: Unknown manifest",
			fluxv1alpha1.CauseRevisionNotFound, "no artifact with this tag or digest"),
		Entry("OCI semver range without a match", oci, registry, "ReadOperationFailed", "failed to determine the artifact tag for 'oci://127.0.0.1:38651/explore/open': no match found for semver: >=1.0.0", fluxv1alpha1.CauseRevisionNotFound, "no artifact with this tag"),
		Entry("refused connection", deployKey, ssh, "GitOperationFailed", unreachableGit+"'ssh://git@127.0.0.1:37975/explore.git': dial tcp 127.0.0.1:37975: connect: connection refused",
			fluxv1alpha1.CauseConnection, "127.0.0.1:41289 refuses connections; check host and port of the URL "+inConfig),
		Entry("timeout", git, https, "GitOperationFailed", unreachableGit+`'http://127.0.0.1:40325/explore.git': Get "http://127.0.0.1:40325/explore.git/info/refs?service=git-upload-pack": context deadline exceeded`,
			fluxv1alpha1.CauseConnection, "whether the shoot's nodes can reach it"),
		Entry("unknown host name", deployKey, ssh, "GitOperationFailed", unreachableGit+"'ssh://git@nowhere.invalid/explore.git': dial tcp: lookup nowhere.invalid on 10.255.255.53:53: no such host",
			fluxv1alpha1.CauseConnection, "The shoot's DNS cannot resolve the host"),
		Entry("untrusted certificate", git, https, "GitOperationFailed", unreachableGit+`'https://127.0.0.1:41983/x.git': Get "https://127.0.0.1:41983/x.git/info/refs?service=git-upload-pack": tls: failed to verify certificate: x509: certificate signed by unknown authority`,
			fluxv1alpha1.CauseConnection, "as ca.crt to the Secret"),
		Entry("server error", git, https, "GitOperationFailed", unreachableGit+`'https://127.0.0.1:41983/x.git': unexpected client error: unexpected requesting "https://127.0.0.1:41983/x.git" status code: 503`,
			fluxv1alpha1.CauseConnection, "returns a server error"),
		Entry("OCI registry that refuses connections", oci, registry, "OCIArtifactPullFailed", `failed to determine artifact digest: Get "https://127.0.0.1:33239/v2/": dial tcp 127.0.0.1:33239: connect: connection refused; Get "http://127.0.0.1:33239/v2/": dial tcp 127.0.0.1:33239: connect: connection refused`,
			fluxv1alpha1.CauseConnection, "127.0.0.1:38651 refuses connections"),
		Entry("Bucket with a timeout", bucket, storage, "BucketOperationFailed", `failed to confirm existence of 'explore' bucket: Get "http://127.0.0.1:46385/explore/?location=": context deadline exceeded`,
			fluxv1alpha1.CauseConnection, "check the endpoint "+inConfig),
		Entry("connection closed during the handshake, without the changing port", deployKey, ssh, "GitOperationFailed",
			unreachableGit+"'ssh://git@127.0.0.1:37249/explore.git': ssh: handshake failed: read tcp 127.0.0.1:59418->127.0.0.1:37249: read: connection reset by peer",
			fluxv1alpha1.CauseConnection, "read tcp 127.0.0.1:37249: read: connection reset by peer. 127.0.0.1:41289 does not respond"),
		Entry("unsigned commit", deployKey, ssh, "InvalidCommitSignature", "signature verification of commit '569678a9b18a10b60c752773ca73bdbd77f912c0' failed: unsupported signature type: empty",
			fluxv1alpha1.CauseVerification, "No key in source.template.spec.verify has signed the content"),
		Entry("missing Secret with verification keys", deployKey, ssh, "VerificationError", `public keys secret error: secrets "absent" not found`, fluxv1alpha1.CauseVerification, "Secret flux-system/absent of source.template.spec.verify.secretRef is missing in the shoot"),
		Entry("unsigned artifact", oci, registry, "VerificationError", "failed to verify the signature using provider 'cosign': P256 point not on curve", fluxv1alpha1.CauseVerification, "verify.secretRef"),
		Entry("unreachable signature service", oci, registry, "VerificationError", `failed to verify the signature using provider 'cosign keyless': Get "https://tuf-repo-cdn.sigstore.dev/root.json": dial tcp 10.0.0.1:443: i/o timeout`,
			fluxv1alpha1.CauseConnection, "The host of the signature does not respond; Flux retries"),
		Entry("untrusted certificate of a signature", oci, registry, "VerificationError", "failed to verify the signature using provider 'cosign keyless': x509: certificate signed by unknown authority", fluxv1alpha1.CauseVerification, "has signed the content"),
		Entry("invalid client certificate", git, with(https, "tls"), "AuthenticationFailed", "failed to parse TLS certificate and key: tls: failed to find any PEM data in certificate input",
			fluxv1alpha1.CauseAuthentication, "correct tls.crt and tls.key in the project's Secret"),
		Entry("client certificate with the key of another one", bucket, with(storage, "tls"), "AuthenticationFailed", "tls: private key does not match public key", fluxv1alpha1.CauseAuthentication, "must be in PEM format and match"),
		Entry("unknown message", deployKey, ssh, "StorageOperationFailed", "no space left on device", fluxv1alpha1.CauseOther, "no space left on device"),
	)

	kustomization := func() *kustomizev1.Kustomization {
		k := &kustomizev1.Kustomization{}
		k.Spec.Path, k.Spec.Interval.Duration = "./absent", 10*time.Minute
		k.Spec.SourceRef = kustomizev1.CrossNamespaceSourceReference{Kind: "GitRepository", Name: "flux-system"}
		k.Spec.Decryption = &kustomizev1.Decryption{Provider: "sops", SecretRef: &meta.LocalObjectReference{Name: "flux-sops"}}
		return k
	}

	DescribeTable("match the message of the root Kustomization",
		func(reason, reported string, cause fluxv1alpha1.Cause, part string) {
			message := text.Normalize(reported)
			Expect(message).NotTo(ContainSubstring("/tmp/"))
			Expect(KustomizationCause(reason, message)).To(Equal(cause))
			sync := observe.Sync{SourceKind: "GitRepository", Source: root, Root: root}
			Expect(text.Format("root", message, KustomizationFix(cause, message, observation(sync, observe.Shoot{Kustomization: kustomization()})))).To(ContainSubstring(part))
		},
		Entry("invalid YAML, without the changing directory", "BuildFailed", "failed to decode Kubernetes YAML from /tmp/kustomization-733010452/broken/a.yaml: MalformedYAMLError: yaml: line 3: did not find expected ',' or ']'",
			fluxv1alpha1.CauseBuild, "failed to decode Kubernetes YAML from broken/a.yaml: MalformedYAMLError: yaml: line 3: did not find expected ',' or ']'. Correct the source"),
		Entry("missing path", "ArtifactFailed", "kustomization path not found: stat /tmp/kustomization-1590643273/absent: no such file or directory",
			fluxv1alpha1.CauseBuild, "stat absent: no such file or directory. The source has no directory ./absent; correct kustomization.template.spec.path "+inConfig),
		Entry("object without a kind", "BuildFailed", "failed to decode Kubernetes YAML from /tmp/kustomization-684434271/nokind/a.yaml: missing Resource metadata", fluxv1alpha1.CauseBuild, "nokind/a.yaml: missing Resource metadata. Correct the source"),
		Entry("missing file", "BuildFailed", "kustomize build failed: accumulating resources: accumulation err='accumulating resources from 'absent.yaml': open /tmp/kustomization-268175340/nores/absent.yaml: no such file or directory': must build at directory: not a valid directory: evalsymlink failure on '/tmp/kustomization-268175340/nores/absent.yaml' : lstat /tmp/kustomization-268175340/nores/absent.yaml: no such file or directory",
			fluxv1alpha1.CauseBuild, "open nores/absent.yaml: no such file or directory"),
		Entry("duplicate object", "BuildFailed", "kustomize build failed: accumulating resources: accumulation err='merging resources from './b.yaml': may not add resource with an already registered id: ConfigMap.v1.[noGrp]/twice.default': must build at directory: '/tmp/kustomization-2178914503/twice/b.yaml': file is not directory",
			fluxv1alpha1.CauseBuild, "'twice/b.yaml': file is not directory. Correct the source"),
		Entry("missing variable", "BuildFailed", `post build failed for 'ConfigMap.v1.[noGrp]/from-git': envsubst error: variable substitution failed: variable not set (strict mode): "ABSENT"`,
			fluxv1alpha1.CauseVariable, "Variable ABSENT is not set; set it in kustomization.template.spec.postBuild.substitute, or in a ConfigMap or Secret of substituteFrom, "+inConfig),
		Entry("missing shoot info variable", "BuildFailed", `post build failed for 'ConfigMap.v1.[noGrp]/from-git': envsubst error: variable substitution failed: variable not set (strict mode): "SHOOT_INFO_NAME"`,
			fluxv1alpha1.CauseVariable, "Shoot info variables are in ConfigMap shoot-info; add it to kustomization.template.spec.postBuild.substituteFrom"),
		Entry("missing ConfigMap with variables", "BuildFailed", `post build failed for 'ConfigMap.v1.[noGrp]/from-git': substitute from 'ConfigMap/absent' error: configmaps "absent" not found`,
			fluxv1alpha1.CauseVariable, "ConfigMap flux-system/absent of kustomization.template.spec.postBuild.substituteFrom is missing in the shoot"),
		Entry("missing age identity", "BuildFailed", noDataKey+"failed to load age identities. Did not find keys in\n      | locations 'SOPS_AGE_KEY'.\n\nRecovery failed", fluxv1alpha1.CauseDecryption,
			"required to decrypt the SOPS file. No key in Secret flux-system/flux-sops of the shoot decrypts the file. The Secret is a copy of the project's Secret that decryption.secretResourceName names "+inConfig),
		Entry("wrong decryption key", "BuildFailed", noDataKey+"failed to create reader for decrypting sops data key with\n      | age: identity did not match any of the recipients: incorrect\n      | identity for recipient block", fluxv1alpha1.CauseDecryption,
			"Further message of Flux: Group 0: FAILED age1rvhau0pw8zlv4u4qdeaq54jx8fgdty5qy9l2hqe732l3t0jgngqqkkkuae: FAILED - | failed to create reader"),
		Entry("missing Secret with the decryption key", "BuildFailed", `secrets "absent-sops" not found`, fluxv1alpha1.CauseDecryption, "Secret flux-system/absent-sops with the decryption key is missing in the shoot"),
		Entry("invalid decryption key", "BuildFailed", "failed to import 'age.agekey' data from sops decryption Secret 'flux-system/bad-sops': failed to parse and add to age identities: unknown identity type",
			fluxv1alpha1.CauseDecryption, "is not a key; correct the project's Secret that decryption.secretResourceName names"),
		Entry("encrypted file without decryption", "ReconciliationFailed", "Secret/default/x is SOPS encrypted, configuring decryption is required for this secret to be reconciled", fluxv1alpha1.CauseDecryption, "decryption.secretResourceName"),
		Entry("Secret without permission to apply it", "ReconciliationFailed", "Secret/default/x dry-run failed (Forbidden): secrets \"x\" is forbidden: User \"system:serviceaccount:flux-system:default\" cannot patch resource \"secrets\"\n", fluxv1alpha1.CauseApply, "lacks the permission to apply it"),
		Entry("Secret without permission to delete it", "PruneFailed", "Secret/default/x delete failed: secrets \"x\" is forbidden: x", fluxv1alpha1.CauseApply, "lacks the permission to apply it"),
		Entry("Secret that an admission webhook does not find", "ReconciliationFailed", "Pod/default/x dry-run failed (NotFound): secrets \"pull\" not found", fluxv1alpha1.CauseApply, "The shoot's API server refuses the object"),
		Entry("Secret without permission to read it in a build", "BuildFailed", "accumulating: secrets \"x\" is forbidden", fluxv1alpha1.CauseBuild, "Correct the source"),
		Entry("missing Secret with variables", "BuildFailed", "post build failed for 'ConfigMap.v1.[noGrp]/from-git': substitute from 'Secret/absent' error: secrets \"absent\" not found",
			fluxv1alpha1.CauseVariable, "Secret flux-system/absent of kustomization.template.spec.postBuild.substituteFrom is missing in the shoot"),
		Entry("refused object", "ReconciliationFailed", "ConfigMap/default/Not_A_Name dry-run failed (Invalid): ConfigMap \"Not_A_Name\" is invalid: metadata.name\n", fluxv1alpha1.CauseApply, "is invalid: metadata.name. The shoot's API server refuses the object"),
		Entry("variable with a boolean value", "ReconciliationFailed", "ConfigMap/default/where dry-run failed: failed to create typed patch object (default/where; /v1, Kind=ConfigMap): .data.quoted: expected string, got &value.valueUnstructured{Value:false}\n",
			fluxv1alpha1.CauseApply, `write the variable in the source as '${q:="}${NAME}${q:="}', because Flux drops quotes around variables`),
		Entry("name that is a number", "ReconciliationFailed", "ConfigMap in version \"v1\" cannot be handled as a ConfigMap: json: cannot unmarshal number into Go struct field ObjectMeta.metadata.labels of type string\n",
			fluxv1alpha1.CauseApply, `as '${q:="}${NAME}${q:="}'`),
		Entry("missing namespace", "ReconciliationFailed", "ConfigMap/absent/x not found: namespaces \"absent\" not found\n", fluxv1alpha1.CauseApply, "Namespace absent is missing in the shoot"),
		Entry("unknown kind", "ReconciliationFailed", "Absent/default/x dry-run failed: no matches for kind \"Absent\" in version \"example.com/v1\"\n", fluxv1alpha1.CauseApply, "The shoot does not serve this kind"),
		Entry("missing permission", "ReconciliationFailed", "ConfigMap/default/from-git dry-run failed (Forbidden): configmaps \"from-git\" is forbidden: User \"system:serviceaccount:flux-system:default\" cannot patch resource \"configmaps\"\n", fluxv1alpha1.CauseApply, "lacks the permission to apply it"),
		Entry("immutable field", "ReconciliationFailed", "Deployment/default/x dry-run failed (Invalid): Deployment.apps \"x\" is invalid: spec.selector: Invalid value: field is immutable\n\nNamespace/x created\n", fluxv1alpha1.CauseApply,
			"kustomize.toolkit.fluxcd.io/force: enabled in the source. A replaced PersistentVolumeClaim loses its data. Further message of Flux: Namespace/x created"),
		Entry("unhealthy object, without the changing duration", "HealthCheckFailed", "health check failed after 30.100528427s: timeout waiting for: [Deployment/default/ill status: 'InProgress']",
			fluxv1alpha1.CauseHealthCheck, "health check failed: timeout waiting for: [Deployment/default/ill status: 'InProgress']. Flux has applied the objects and waited up to 9m30s; check Deployment/default/ill in the shoot"),
		Entry("unhealthy objects in random order", "HealthCheckFailed", "health check failed after 37.09712ms: failed early due to stalled resources: [Deployment/b/b status: 'Failed', Deployment/a/a status: 'Failed']",
			fluxv1alpha1.CauseHealthCheck, "[Deployment/a/a status: 'Failed', Deployment/b/b status: 'Failed']"),
		Entry("source without an artifact", "ArtifactFailed", "Source artifact not found, retrying in 30s", fluxv1alpha1.CauseDependency, "It waits for the source. Condition FluxSourceReady shows the cause"),
		Entry("missing source", "ArtifactFailed", `OCIRepository.source.toolkit.fluxcd.io "flux-system" not found`, fluxv1alpha1.CauseDependency, "It waits for the source"),
		Entry("missing dependency", "DependencyNotReady", `dependency 'flux-system/absent' not found: kustomizations.kustomize.toolkit.fluxcd.io "absent" not found`, fluxv1alpha1.CauseDependency, "Kustomization flux-system/absent of dependsOn is missing in the shoot"),
		Entry("unready dependency", "DependencyNotReady", "dependency 'flux-system/infra' is not ready", fluxv1alpha1.CauseDependency, "Kustomization flux-system/infra in dependsOn has to become ready first"),
		Entry("artifact with another digest", "ArtifactFailed", "failed to verify archive: computed digest doesn't match provided 'sha256:0000000000000000000000000000000000000000000000000000000000000000' (check whether file size exceeds max download size)",
			fluxv1alpha1.CauseVerification, "restart source-controller"),
		Entry("unknown message", "InvalidCELExpression", "Reconciliation failed terminally due to configuration error: x", fluxv1alpha1.CauseOther, "terminally"),
	)
})
