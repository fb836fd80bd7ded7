// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package health_test

import (
	"strings"
	"time"
	"unicode"
	"unicode/utf8"

	kustomizev1 "github.com/fluxcd/kustomize-controller/api/v1"
	"github.com/fluxcd/pkg/apis/meta"
	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"
	"k8s.io/apimachinery/pkg/types"

	fluxv1alpha1 "github.com/shoot-flux/gardener-extension-shoot-flux/pkg/apis/flux/v1alpha1"
	. "github.com/shoot-flux/gardener-extension-shoot-flux/pkg/health"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/health/observe"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/text"
)

var _ = Describe("Names in a message", func() {
	source := func(url string) observe.Shoot { return observe.Shoot{Source: &observe.Source{URL: url}} }

	DescribeTable("do not determine the cause of a failed source",
		func(message string, cause fluxv1alpha1.Cause, fix string) {
			Expect(SourceCause("GitOperationFailed", message)).To(Equal(cause))
			Expect(SourceFix(cause, message, observation(observe.Sync{SourceKind: "GitRepository"}, source("ssh://git@h/o/r")))).To(HavePrefix(fix))
		},
		Entry("repository named semver with a missing branch", `unable to clone 'ssh://git@h/o/semver.git': couldn't find remote ref "refs/heads/main"`, fluxv1alpha1.CauseRevisionNotFound, "The branch does not exist in the repository"),
		Entry("branch named semver", `couldn't find remote ref "refs/heads/semver"`, fluxv1alpha1.CauseRevisionNotFound, "The branch does not exist in the repository"),
		Entry("repository with EOF in its name", "unable to clone 'ssh://git@h/o/GEOFENCE.git': no space left on device", fluxv1alpha1.CauseOther, ""),
		Entry("closed connection", "unable to clone 'ssh://git@h/o/r.git': unexpected EOF", fluxv1alpha1.CauseConnection, "h does not respond"),
	)

	DescribeTable("do not determine the fix for a refused object",
		func(message, fix string) {
			Expect(KustomizationCause("ReconciliationFailed", message)).To(Equal(fluxv1alpha1.CauseApply))
			Expect(KustomizationFix(fluxv1alpha1.CauseApply, message, observation(observe.Sync{}, observe.Shoot{Kustomization: &kustomizev1.Kustomization{}}))).To(HavePrefix(fix))
		},
		Entry("object named immutable", `ConfigMap/apps/immutable-config dry-run failed (Invalid): ConfigMap "immutable-config" is invalid: metadata.labels: Invalid value`, "The shoot's API server refuses the object"),
		Entry("message that consists of the word immutable", `ConfigMap/apps/immutable dry-run failed (Invalid): ConfigMap "immutable" is invalid: metadata.labels: Invalid value`, "The shoot's API server refuses the object"),
		Entry("immutable field", `Deployment.apps "x" is invalid: spec.selector: Invalid value: {}: field is immutable`, "A field of the object is immutable"),
		Entry("immutable field of a volume", `PersistentVolumeClaim "x" is invalid: spec: Forbidden: spec is immutable after creation except resources.requests`, "A field of the object is immutable"),
		Entry("rule of a CustomResourceDefinition", `Widget.example.com "x" is invalid: spec.class: Invalid value: "string": Value is immutable`, "A field of the object is immutable"),
	)

	DescribeTable("determine the fix for an object that a prune has just deleted",
		func(message, fix string) {
			at := observation(observe.Sync{Root: types.NamespacedName{Namespace: "flux-system", Name: "root"}}, observe.Shoot{Kustomization: &kustomizev1.Kustomization{}})
			Expect(KustomizationFix(fluxv1alpha1.CauseApply, message, at)).To(And(ContainSubstring(fix), HaveSuffix("'flux reconcile kustomization root -n flux-system' retries at once")))
			Expect(MayPass(fluxv1alpha1.CauseApply, message)).To(Equal(strings.Contains(fix, "describe")))
		},
		Entry("object in a Namespace that is being deleted",
			`ConfigMap/shop/a dry-run failed (Forbidden): configmaps "a" is forbidden: unable to create new content in namespace shop because it is being terminated`,
			"The source needs no correction: Flux applies the object when the deletion has completed. 'kubectl describe namespace shop' shows"),
		Entry("object of a CustomResourceDefinition that is being deleted", `Widget/shop/a dry-run failed (Forbidden): widgets.example.com "a" is forbidden; create not allowed while custom resource definition is terminating`,
			"'kubectl describe crd widgets.example.com' shows"),
		Entry("object in a Namespace that was deleted", `ConfigMap/shop/a dry-run failed (NotFound): namespaces "shop" not found`, "If the source has it, for example because a commit has moved it to another Kustomization, Flux creates it again"),
	)

	DescribeTable("do not determine the fix for a failed pull",
		func(message, fix string) {
			found := OfController(observe.Controller{Namespace: "flux-system", Name: "source-controller", Pods: []observe.Pod{{Name: "p", Containers: []observe.Container{
				{Name: "manager", Image: "registry.example.com/source-controller@sha256:a401e404", Waiting: "ErrImagePull", WaitingMessage: message},
			}}}})
			Expect(found.Reason).To(Equal("ImagePullFailed"))
			Expect(found.Text()).To(ContainSubstring(". " + fix))
		},
		Entry("digest that contains 401", `failed to pull image "registry.example.com/source-controller@sha256:a401e7": dial tcp 192.0.2.1:443: i/o timeout`, "The shoot's nodes cannot reach the registry"),
		Entry("digest that contains 404", `failed to resolve reference "registry.example.com/source-controller@sha256:a404e7": dial tcp: lookup registry.example.com: no such host`, "The shoot's nodes cannot reach the registry"),
		Entry("status 401", "unexpected status from HEAD request to https://registry.example.com/v2/x: 401", "The registry refuses the credentials"),
		Entry("status 404", "unexpected status code [manifests v1] 404", "The registry does not have the image"),
	)
})

var _ = Describe("Hostile messages and objects", func() {
	const secret = "s3cret"
	hostile := "\x1b[31m\u202e" + strings.Repeat("ä", 1<<15)
	messages := []string{
		hostile, "secrets \"" + hostile + "\" not found", `variable not set (strict mode): "` + hostile + `"`, "substitute from 'Secret/" + hostile + "' error: not found", "dependency '" + hostile + "'",
		"health check failed: timeout waiting for: [Deployment/" + strings.Repeat("a", 1<<15) + "/b status: 'InProgress']", `namespaces "` + hostile + `" not found`, "knownhosts: key mismatch " + hostile,
		"Get \"https://u:" + secret + "@h/r?token=" + secret + "\": connection refused", "x509: " + hostile, "failed to get secret " + hostile, "failed to verify the signature " + hostile, "refs/tags/" + hostile,
	}
	causes := []fluxv1alpha1.Cause{
		fluxv1alpha1.CauseAuthentication, fluxv1alpha1.CauseHostKey, fluxv1alpha1.CauseRepositoryNotFound, fluxv1alpha1.CauseRevisionNotFound, fluxv1alpha1.CauseConnection, fluxv1alpha1.CauseVerification,
		fluxv1alpha1.CauseBuild, fluxv1alpha1.CauseVariable, fluxv1alpha1.CauseDecryption, fluxv1alpha1.CauseHealthCheck, fluxv1alpha1.CauseDependency, fluxv1alpha1.CauseApply, fluxv1alpha1.CauseOther,
	}
	fits := func(fix string) {
		GinkgoHelper()
		Expect(len(fix)).To(BeNumerically("<=", 2048))
		Expect(utf8.ValidString(fix)).To(BeTrue())
		Expect(strings.IndexFunc(fix, func(r rune) bool { return !unicode.IsPrint(r) })).To(Equal(-1), "%q", fix)
		Expect(fix).NotTo(ContainSubstring(secret))
	}

	DescribeTable("lead to short and printable fixes without secrets",
		func(url string) {
			sync := observe.Sync{SourceKind: "Bucket"}
			sync.Source.Namespace, sync.Root.Name, sync.Root.Namespace = hostile, hostile, hostile
			shoot := observe.Shoot{Source: &observe.Source{URL: url, SecretName: hostile}, Key: observe.Key{PublicKey: hostile, HostKeys: []string{hostile}}}
			root := &kustomizev1.Kustomization{}
			root.Spec.Path, root.Spec.ServiceAccountName, root.Spec.SourceRef.Name, root.Spec.SourceRef.Kind = hostile, hostile, hostile, hostile
			root.Spec.Decryption = &kustomizev1.Decryption{SecretRef: &meta.LocalObjectReference{Name: hostile}}
			for _, message := range messages {
				message = text.Normalize(message)
				for _, cause := range causes {
					for _, deployKey := range []bool{true, false} {
						sync.DeployKey, sync.ProjectSecret, sync.Commit = deployKey, hostile, ""
						fits(SourceFix(cause, message, observation(sync, shoot)))
						sync.ProjectSecret, sync.Commit = "", hostile
						fits(SourceFix(cause, message, observation(sync, shoot)))
					}
					fits(KustomizationFix(cause, message, observation(sync, observe.Shoot{Kustomization: root})))
					fits(ComponentFix(cause, message, Observation{Bootstrapped: true, Sync: &sync}))
				}
			}
			fits(HangingFix(time.Now(), shoot.Source))
		},
		Entry("URL with a password", "https://u:"+secret+"@h/r"),
		Entry("invalid URL with a password", "https://u:%zz"+secret+"@h/r"),
		Entry("endpoint with a password", "u:"+secret+"@h:9000"),
		Entry("invalid endpoint with a password", "u%zz:"+secret+"@h:9000"),
		Entry("long host", "https://"+hostile),
	)

	It("never add unsafe values to a suggested shell command", func() {
		for _, url := range []string{"ssh://git@h;reboot/o/r", "ssh://git@$(reboot)/o/r", "ssh://git@-oProxyCommand=x/o/r", "%"} {
			fix := SourceFix(fluxv1alpha1.CauseHostKey, "knownhosts: key mismatch", observation(observe.Sync{}, observe.Shoot{Source: &observe.Source{URL: url}}))
			Expect(fix).To(ContainSubstring("the offered key; ssh-keyscan does. "))
		}
		root := &kustomizev1.Kustomization{}
		root.Spec.Path = "./x; reboot"
		Expect(KustomizationFix(fluxv1alpha1.CauseBuild, "x", observation(observe.Sync{}, observe.Shoot{Kustomization: root}))).To(ContainSubstring(" --path .' shows"))
	})
})

var _ = DescribeTable("MayPass",
	func(cause fluxv1alpha1.Cause, message string, passes bool) {
		Expect(MayPass(cause, message)).To(Equal(passes))
	},
	Entry("connection failure", fluxv1alpha1.CauseConnection, "", true),
	Entry("dependency", fluxv1alpha1.CauseDependency, "", true),
	Entry("API server that does not respond", fluxv1alpha1.CauseApply, "etcdserver: leader changed", true),
	Entry("refused object", fluxv1alpha1.CauseApply, "is invalid", false),
	Entry("failure that a user has to correct", fluxv1alpha1.CauseAuthentication, "connection refused", false),
)

var _ = DescribeTable("Fix for a rejected deploy key",
	func(url, publicKey, fix string) {
		shoot := observe.Shoot{Source: &observe.Source{URL: url}, Key: observe.Key{PublicKey: publicKey}}
		Expect(SourceFix(fluxv1alpha1.CauseAuthentication, "ssh: unable to authenticate", observation(observe.Sync{SourceKind: "GitRepository", DeployKey: true}, shoot))).To(HavePrefix(fix))
	},
	Entry("unregistered key", "ssh://git@github.com/o/r", "ssh-ed25519 AAAA", "The Git host does not accept the project's deploy key; register this public key at github.com"),
	Entry("key of an algorithm that the host refuses", "ssh://git@ssh.dev.azure.com/v3/o/p/r", "ssh-ed25519 AAAA",
		"ssh.dev.azure.com accepts RSA keys only, but the project's deploy key is ed25519: in ConfigMap flux-config, remove project.deployKey.algorithm or set it to rsa-3072, then rotate the key"),
	Entry("key of an algorithm that the host accepts", "ssh://git@ssh.dev.azure.com/v3/o/p/r", "ssh-rsa AAAA", "The Git host does not accept the project's deploy key; register this public key at ssh.dev.azure.com"),
)

var _ = Describe("Fix for a host key", func() {
	shoot := observe.Shoot{Source: &observe.Source{URL: "ssh://git@git.example.com:2222/o/r"}, Key: observe.Key{HostKeys: []string{"ssh-ed25519 SHA256:a", "ssh-rsa SHA256:b"}}}
	fix := func(message string, deployKey bool) string {
		return SourceFix(fluxv1alpha1.CauseHostKey, message, observation(observe.Sync{SourceKind: "GitRepository", DeployKey: deployKey}, shoot))
	}

	It("names the offered key if Flux reports it", func() {
		Expect(fix("knownhosts: key mismatch: ssh-ed25519 SHA256:+DiY3wvvV6TuJJhbpZisF/zLDA0zPMSvHdkr4UvCOqU", true)).To(And(
			HavePrefix("The host key that git.example.com:2222 offers, SHA256:+DiY3wvvV6TuJJhbpZisF/zLDA0zPMSvHdkr4UvCOqU, is not a known host key. Known host keys in the shoot"), Not(ContainSubstring("ssh-keyscan"))))
	})

	It("reports a line that revokes the key", func() {
		Expect(fix("knownhosts: key is revoked", true)).To(HavePrefix("The host key that git.example.com:2222 offers is revoked by a line @revoked in known_hosts. Known host keys in the shoot"))
	})

	It("reports lines for other hosts, because Flux requests keys of their types", func() {
		shoot := observe.Shoot{Source: &observe.Source{URL: "ssh://git@git.example.com:2222/o/r", SecretName: "git"}, Key: observe.Key{HostKeys: []string{"ecdsa-sha2-nistp256 SHA256:a"}, ForeignTypes: []string{"ssh-ed25519"}}}
		for _, message := range []string{"knownhosts: key mismatch", "ssh: no common algorithm for host key; we offered: [ssh-rsa ssh-ed25519]"} {
			for deployKey, where := range map[bool]string{false: "from known_hosts in the source's own Secret, which source.secretResourceName names", true: ": the next reconciliation of the Shoot does"} {
				fix := SourceFix(fluxv1alpha1.CauseHostKey, message, observation(observe.Sync{SourceKind: "GitRepository", Source: types.NamespacedName{Namespace: "flux-system", Name: "a"}, DeployKey: deployKey}, shoot))
				Expect(fix).To(And(
					HavePrefix("Flux requests a key of a random type among all known_hosts lines, and Secret flux-system/git of the shoot has lines for other hosts than git.example.com:2222"),
					ContainSubstring("with types for which it has no key: ssh-ed25519."), ContainSubstring("remove these lines"), ContainSubstring(where), Not(ContainSubstring("not among the known ones"))))
			}
		}
	})

	It("names the source's own Secret if it contains the host keys", func() {
		Expect(fix("knownhosts: key mismatch", false)).To(And(
			ContainSubstring("set them in key known_hosts of the source's own Secret, see source.secretResourceName"), Not(ContainSubstring("flux-source"))))
	})
})

var _ = It("Fix for an unmanaged Flux names the object in the shoot", func() {
	o := observation(observe.Sync{}, observe.Shoot{Source: &observe.Source{URL: "ssh://git@h/o/r", SecretName: "x"}})
	Expect(SourceFix(fluxv1alpha1.CauseRepositoryNotFound, "", o)).To(HavePrefix("Check the URL " + inConfig + "."))
	o.Bootstrapped = true
	Expect(SourceFix(fluxv1alpha1.CauseRepositoryNotFound, "", o)).To(HavePrefix("Check the URL in the object in the shoot, which has not been managed since its bootstrap."))
})

var _ = Describe("OfControllers", func() {
	controller := func(name string, containers ...observe.Container) observe.Controller {
		return observe.Controller{Namespace: "flux-system", Name: name, Pods: []observe.Pod{{Name: name + "-1", Containers: containers}}}
	}
	crashing := observe.Container{Name: "manager", Image: "i", Ended: "OOMKilled", ExitCode: 137}

	It("returns nil without an explanation", func() {
		Expect(OfControllers(nil)).To(BeNil())
		Expect(OfControllers([]observe.Controller{controller("a"), controller("b", observe.Container{Waiting: "ContainerCreating"})})).To(BeNil())
	})

	It("names a bounded number of other controllers", func() {
		all := []observe.Controller{controller("first"), controller("crashing", crashing)}
		for range 60 {
			all = append(all, controller("kustomize-controller-"+strings.Repeat("s", 32)))
		}
		found := OfControllers(all)
		Expect(found.Reason).To(Equal("ContainerCrashes"))
		Expect(found.Text()).To(And(ContainSubstring(". Also unavailable: first, kustomize-controller-"), HaveSuffix(" and 51 more"), Not(ContainSubstring("either: crashing"))))
		Expect(all[0].Name).To(Equal("first"), "the list is not changed")
		Expect(all[1].Name).To(Equal("crashing"))
	})
})

func observation(sync observe.Sync, shoot observe.Shoot) Observation {
	return Observation{Sync: &sync, Shoot: shoot}
}
