// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package takeover_test

import (
	"fmt"
	"reflect"
	"strings"

	kustomizev1 "github.com/fluxcd/kustomize-controller/api/v1"
	sourcev1 "github.com/fluxcd/source-controller/api/v1"
	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"sigs.k8s.io/yaml"

	. "github.com/shoot-flux/gardener-extension-shoot-flux/pkg/flux/takeover"
)

// object returns an object in flux-system with the spec in YAML.
func object(kind, spec string) *unstructured.Unstructured {
	GinkgoHelper()
	content := map[string]any{}
	for line := range strings.Lines(spec) {
		Expect(yaml.Unmarshal([]byte(line), &content)).To(Succeed())
	}
	o := &unstructured.Unstructured{Object: map[string]any{"kind": kind, "spec": content}}
	o.SetNamespace("flux-system")
	o.SetName("flux-system")
	return o
}

const (
	gitURL  = "url: https://git.example.com/o/r\n"
	rootRef = "sourceRef: {kind: GitRepository, name: flux-system}\n"
)

// refused returns why the configuration must not replace an object with the given part of its spec.
func refused(kind, found, configured string) string {
	GinkgoHelper()
	objects := func(spec string) Objects {
		if kind == "Kustomization" {
			return Objects{Root: object(kind, spec)}
		}
		return Objects{Source: object(kind, spec)}
	}
	differences := Compare(objects(found), objects(configured))
	reason, err := differences.Refuse("")
	Expect(err).NotTo(HaveOccurred())
	if differences.IsEmpty() {
		Expect(reason).To(BeEmpty())
	} else {
		Expect(reason).NotTo(BeEmpty())
	}
	_, list, _ := strings.Cut(reason, "takeover.acceptedDifferences to ")
	_, list, _ = strings.Cut(list, ": ")
	return list
}

var _ = Describe("Differences", func() {
	DescribeTable("are empty for",
		func(kind, found, configured string) {
			if kind == "Kustomization" {
				found, configured = rootRef+found, rootRef+configured
			}
			Expect(refused(kind, found, configured)).To(BeEmpty())
		},
		Entry("a root Kustomization of the archived extension", "Kustomization", "{interval: 5m0s, path: ./, prune: true, targetNamespace: default, force: false}", "{interval: 10m, path: ./, prune: true, targetNamespace: default}"),
		Entry("a root Kustomization of the fork", "Kustomization", "{interval: 1m0s, path: ./clusters/a, prune: false, force: false}", "{interval: 10m, path: ./clusters/a, prune: true}"),
		Entry("a root Kustomization of 'flux bootstrap'", "Kustomization", "{force: false, interval: 10m0s, path: ./clusters/a, prune: true}", "{interval: 10m, path: clusters/a/, prune: true}"),
		Entry("different notations of the source's root directory", "Kustomization", "{path: ''}", "{path: ./}"),
		Entry("a missing path", "Kustomization", "{}", "{path: /}"),
		Entry("settings of the reconciliation", "Kustomization", "{interval: 1m, retryInterval: 1m, timeout: 1m, suspend: true, prune: false, wait: true, force: true, dependsOn: [{name: a}], healthChecks: [{kind: A, name: a}], "+
			"healthCheckExprs: [{kind: A}], deletionPolicy: Orphan, buildMetadata: [originAnnotations], validation: client}", "{interval: 2m}"),
		Entry("an explicit namespace of the source", "Kustomization", "{sourceRef: {kind: GitRepository, name: flux-system, namespace: flux-system}}", "{}"),
		Entry("another API version of the source", "Kustomization", "{sourceRef: {apiVersion: source.toolkit.fluxcd.io/v1, kind: GitRepository, name: flux-system}}", "{}"),
		Entry("the default ServiceAccount", "Kustomization", "{}", "{serviceAccountName: kustomize-controller}"),
		Entry("another decryption Secret", "Kustomization", "{decryption: {provider: sops, secretRef: {name: sops-age}}}", "{decryption: {provider: sops, secretRef: {name: flux-sops}}}"),
		Entry("defaults of the API server", "Kustomization", "{postBuild: {substituteFrom: [{kind: ConfigMap, name: a, optional: false}]}}", "{postBuild: {substituteFrom: [{kind: ConfigMap, name: a}]}}"),
		Entry("empty fields", "Kustomization", "{patches: [], components: [], postBuild: {substitute: {}}, namePrefix: '', targetNamespace: '', ignoreMissingComponents: false}", "{}"),

		Entry("a source of the archived extension", "GitRepository", gitURL+"{interval: 30s, ref: {branch: main}, secretRef: {name: flux-source}, gitImplementation: go-git, timeout: 60s}",
			gitURL+"{interval: 1m, ref: {branch: main}, secretRef: {name: flux-source}}"),
		Entry("settings of the download", "GitRepository", gitURL+"{interval: 30s, timeout: 20s, suspend: true, provider: generic, serviceAccountName: a, proxySecretRef: {name: a}, accessFrom: {}}", gitURL+"{secretRef: {name: b}}"),
		Entry("a .git suffix of the URL", "GitRepository", "url: https://git.example.com/o/r.git", "url: https://git.example.com/o/r"),
		Entry("a trailing slash of the URL", "GitRepository", "url: https://git.example.com/o/r/", "url: https://git.example.com/o/r"),
		Entry("the case of the host and the default port", "GitRepository", "url: https://Git.Example.com:443/o/r", "url: https://git.example.com/o/r"),
		Entry("credentials in the URL", "GitRepository", "url: https://u:p@git.example.com/o/r", "url: https://git.example.com/o/r"),
		Entry("the default user and port for ssh", "GitRepository", "url: ssh://git.example.com:22/o/r", "url: ssh://git@git.example.com/o/r"),
		Entry("a branch and its full reference", "GitRepository", gitURL+"ref: {name: refs/heads/main}", gitURL+"ref: {branch: main}"),
		Entry("a branch besides a tag", "GitRepository", gitURL+"ref: {branch: old, tag: v1}", gitURL+"ref: {tag: v1}"),
		Entry("the default branch master", "GitRepository", gitURL+"{}", gitURL+"ref: {branch: master}"),
		Entry("the default verification mode", "GitRepository", gitURL+"verify: {mode: head, secretRef: {name: a}}", gitURL+"verify: {secretRef: {name: a}}"),
		Entry("the default tag latest", "OCIRepository", "{url: 'oci://ghcr.io/o/r', provider: generic, timeout: 60s}", "{url: 'oci://ghcr.io/o/r', ref: {tag: latest}, layerSelector: {}}"),
		Entry("defaults of an OCIRepository", "OCIRepository", "{url: 'oci://ghcr.io/o/r', verify: {provider: cosign, secretRef: {name: a}}, layerSelector: {mediaType: a, operation: extract}}",
			"{url: 'oci://ghcr.io/o/r', verify: {secretRef: {name: a}}, layerSelector: {mediaType: a}}"),
		Entry("the case of a Bucket's endpoint", "Bucket", "{bucketName: a, endpoint: S3.example.com, provider: generic, timeout: 60s, region: a, insecure: true}", "{bucketName: a, endpoint: s3.example.com}"),
	)

	DescribeTable("include",
		func(kind, found, configured, want string) {
			Expect(refused(kind, found, configured)).To(Equal(want))
		},
		Entry("the source's name", "Kustomization", "sourceRef: {kind: GitRepository, name: fleet}", rootRef,
			`kustomization.template.spec.sourceRef is "GitRepository flux-system/fleet" in the shoot and configured as "GitRepository flux-system/flux-system"`),
		Entry("the source's kind", "Kustomization", "sourceRef: {kind: OCIRepository, name: flux-system}", rootRef,
			`kustomization.template.spec.sourceRef is "OCIRepository flux-system/flux-system" in the shoot and configured as "GitRepository flux-system/flux-system"`),
		Entry("the source's namespace", "Kustomization", "sourceRef: {kind: GitRepository, name: flux-system, namespace: a}", rootRef,
			`kustomization.template.spec.sourceRef is "GitRepository a/flux-system" in the shoot and configured as "GitRepository flux-system/flux-system"`),
		Entry("the path", "Kustomization", rootRef+"path: ./clusters/a", rootRef+"path: ./", `kustomization.template.spec.path is "./clusters/a" in the shoot and configured as "./"`),
		Entry("a path that is set in the shoot only", "Kustomization", rootRef, rootRef+"path: ./a", `kustomization.template.spec.path is "" in the shoot and configured as "./a"`),
		Entry("a prefix", "Kustomization", rootRef+"namePrefix: a-", rootRef, `kustomization.template.spec.namePrefix is "a-" in the shoot and not configured`),
		Entry("a suffix that is configured only", "Kustomization", rootRef, rootRef+"nameSuffix: -a", `kustomization.template.spec.nameSuffix is not set in the shoot and configured as "-a"`),
		Entry("a namespace", "Kustomization", rootRef+"targetNamespace: default", rootRef, `kustomization.template.spec.targetNamespace is "default" in the shoot and not configured`),
		Entry("another cluster", "Kustomization", rootRef+"kubeConfig: {secretRef: {name: a}}", rootRef, "kustomization.template.spec.kubeConfig is set in the shoot and not configured"),
		Entry("components", "Kustomization", rootRef+"components: [a, b]", rootRef+"components: [b, a]", "kustomization.template.spec.components is set in the shoot and configured differently"),
		Entry("ignoreMissingComponents", "Kustomization", rootRef+"ignoreMissingComponents: true", rootRef, "kustomization.template.spec.ignoreMissingComponents is set in the shoot and not configured"),
		Entry("patches", "Kustomization", rootRef+"patches: [{patch: a}]", rootRef, "kustomization.template.spec.patches is set in the shoot and not configured"),
		Entry("patches of earlier API versions", "Kustomization", rootRef+"patchesStrategicMerge: [{kind: A}]", rootRef, "kustomization.template.spec.patchesStrategicMerge is set in the shoot and not configured"),
		Entry("images", "Kustomization", rootRef, rootRef+"images: [{name: a, newTag: b}]", "kustomization.template.spec.images is not set in the shoot and configured"),
		Entry("variables", "Kustomization", rootRef+"postBuild: {substitute: {a: ''}}", rootRef, "kustomization.template.spec.postBuild is set in the shoot and not configured"),
		Entry("optional variables", "Kustomization", rootRef+"postBuild: {substituteFrom: [{kind: Secret, name: a, optional: true}]}", rootRef+"postBuild: {substituteFrom: [{kind: Secret, name: a}]}",
			"kustomization.template.spec.postBuild is set in the shoot and configured differently"),
		Entry("metadata", "Kustomization", rootRef+"commonMetadata: {labels: {a: b}}", rootRef, "kustomization.template.spec.commonMetadata is set in the shoot and not configured"),
		Entry("decryption", "Kustomization", rootRef+"decryption: {provider: sops, secretRef: {name: a}}", rootRef, `kustomization.template.spec.decryption is "sops" in the shoot and not configured`),
		Entry("the ServiceAccount", "Kustomization", rootRef+"serviceAccountName: tenant", rootRef, `kustomization.template.spec.serviceAccountName is "tenant" in the shoot and not configured`),
		Entry("a field of a later Flux version", "Kustomization", rootRef+"tomorrow: {a: b}", rootRef, "kustomization.template.spec.tomorrow is set in the shoot and not configured"),

		Entry("the URL without credentials", "GitRepository", "url: https://user:hunter2@git.example.com/a?token=hunter2", gitURL,
			`source.template.spec.url is "https://git.example.com/a" in the shoot and configured as "https://git.example.com/o/r"`),
		Entry("a URL that may contain a token", "GitRepository", "url: https://git.example.com/"+"ghp_"+"0123456789abcdefABCDEF0123456789abcd", gitURL,
			`source.template.spec.url is set in the shoot and configured as "https://git.example.com/o/r"`),
		Entry("the scheme", "GitRepository", "url: ssh://git@git.example.com/o/r", gitURL, `source.template.spec.url is "ssh://git@git.example.com/o/r" in the shoot and configured as "https://git.example.com/o/r"`),
		Entry("the user for ssh", "GitRepository", "url: ssh://a@git.example.com/o/r", "url: ssh://git@git.example.com/o/r", `source.template.spec.url is set in the shoot and configured as "ssh://git@git.example.com/o/r"`),
		Entry("the port", "GitRepository", "url: https://git.example.com:8443/o/r", gitURL, `source.template.spec.url is "https://git.example.com:8443/o/r" in the shoot and configured as "https://git.example.com/o/r"`),
		Entry("the branch", "GitRepository", gitURL+"ref: {branch: a}", gitURL+"ref: {branch: b}", `source.template.spec.ref is "branch a" in the shoot and configured as "branch b"`),
		Entry("a missing branch", "GitRepository", gitURL, gitURL+"ref: {branch: main}", `source.template.spec.ref is "branch master" in the shoot and configured as "branch main"`),
		Entry("a commit besides the branch", "GitRepository", gitURL+"ref: {branch: a, commit: 5394cb7f48332b2de7c17dd8b8384bbc84b7e738}", gitURL+"ref: {branch: a}",
			`source.template.spec.ref is "commit 5394cb7f48332b2de7c17dd8b8384bbc84b7e738" in the shoot and configured as "branch a"`),
		Entry("ignore", "GitRepository", gitURL+"ignore: /deploy", gitURL, `source.template.spec.ignore is "/deploy" in the shoot and not configured`),
		Entry("include", "GitRepository", gitURL+"include: [{repository: {name: a}}]", gitURL, "source.template.spec.include is set in the shoot and not configured"),
		Entry("sparseCheckout", "GitRepository", gitURL+"sparseCheckout: [a]", gitURL, "source.template.spec.sparseCheckout is set in the shoot and not configured"),
		Entry("recurseSubmodules", "GitRepository", gitURL+"recurseSubmodules: true", gitURL, "source.template.spec.recurseSubmodules is set in the shoot and not configured"),
		Entry("verify", "GitRepository", gitURL+"verify: {mode: HEAD, secretRef: {name: a}}", gitURL, "source.template.spec.verify is set in the shoot and not configured"),
		Entry("layerSelector", "OCIRepository", "{url: 'oci://a/b', layerSelector: {operation: copy}}", "{url: 'oci://a/b'}", "source.template.spec.layerSelector is set in the shoot and not configured"),
		Entry("the digest instead of the tag", "OCIRepository", "{url: 'oci://a/b', ref: {digest: 'sha256:1', tag: a}}", "{url: 'oci://a/b', ref: {tag: a}}",
			`source.template.spec.ref is "digest sha256:1" in the shoot and configured as "tag a"`),
		Entry("semverFilter", "OCIRepository", "{url: 'oci://a/b', ref: {semver: 1.x, semverFilter: a}}", "{url: 'oci://a/b', ref: {semver: 1.x}}",
			`source.template.spec.ref is "semver 1.x of tags a" in the shoot and configured as "semver 1.x"`),
		Entry("the bucket", "Bucket", "{bucketName: a, endpoint: b, prefix: c}", "{bucketName: d, endpoint: e}",
			`source.template.spec.bucketName is "a" in the shoot and configured as "d"; source.template.spec.endpoint is "b" in the shoot and configured as "e"; source.template.spec.prefix is "c" in the shoot and not configured`),
	)

	DescribeTable("cover all fields except those listed for",
		func(kind string, spec reflect.Type, ignored ...string) {
			var compared []string
			for i := range spec.NumField() {
				name, _, _ := strings.Cut(spec.Field(i).Tag.Get("json"), ",")
				if refused(kind, name+": {x: {y: z}}", "{}") != "" {
					compared = append(compared, name)
				} else {
					Expect(ignored).To(ContainElement(name))
				}
			}
			Expect(len(compared) + len(ignored)).To(Equal(spec.NumField()))
		},
		// The test's object is ignored in a field of type string.
		Entry("a GitRepository", "GitRepository", reflect.TypeFor[sourcev1.GitRepositorySpec](), "url", "ref", "ignore",
			"secretRef", "provider", "serviceAccountName", "interval", "timeout", "proxySecretRef", "suspend"),
		Entry("an OCIRepository", "OCIRepository", reflect.TypeFor[sourcev1.OCIRepositorySpec](), "url", "ref", "ignore",
			"provider", "secretRef", "serviceAccountName", "certSecretRef", "proxySecretRef", "interval", "timeout", "insecure", "suspend"),
		Entry("a Bucket", "Bucket", reflect.TypeFor[sourcev1.BucketSpec](), "endpoint", "ignore",
			"provider", "sts", "insecure", "region", "secretRef", "serviceAccountName", "certSecretRef", "proxySecretRef", "interval", "timeout", "suspend"),
		Entry("a HelmRepository", "HelmRepository", reflect.TypeFor[sourcev1.HelmRepositorySpec](), "url", "type",
			"secretRef", "certSecretRef", "passCredentials", "interval", "insecure", "timeout", "suspend", "accessFrom", "provider"),
		Entry("a Kustomization", "Kustomization", reflect.TypeFor[kustomizev1.KustomizationSpec](), "path", "sourceRef", "decryption",
			"dependsOn", "interval", "retryInterval", "prune", "deletionPolicy", "healthChecks", "suspend", "timeout", "force", "wait", "buildMetadata", "healthCheckExprs"),
	)

	It("omit objects that the shoot lacks", func() {
		configured := Objects{Source: object("GitRepository", gitURL), Root: object("Kustomization", rootRef+"namePrefix: a")}
		differences := Compare(Objects{}, configured)
		Expect(differences.IsEmpty()).To(BeTrue())
	})

	It("include a deleted source if the root Kustomization has applied objects", func() {
		configured := Objects{Source: object("GitRepository", gitURL), Root: object("Kustomization", rootRef)}
		found := Objects{Root: object("Kustomization", rootRef)}
		differences := Compare(found, configured)
		Expect(differences.IsEmpty()).To(BeTrue())
		Expect(unstructured.SetNestedSlice(found.Root.Object, []any{map[string]any{"id": "default_data__PersistentVolumeClaim"}}, "status", "inventory", "entries")).To(Succeed())
		differences = Compare(found, configured)
		Expect(differences.Refuse("")).To(ContainSubstring(`source.template.spec.url is not set in the shoot and configured as "https://git.example.com/o/r"`))
	})

	It("leave the compared objects unchanged", func() {
		found, configured := object("Kustomization", "{path: a, patches: [], sourceRef: {kind: A}}"), object("Kustomization", "{path: b, suspend: true}")
		before := []any{found.DeepCopy(), configured.DeepCopy()}
		Expect(Compare(Objects{Root: found}, Objects{Root: configured}).IsEmpty()).To(BeFalse())
		Expect([]any{found, configured}).To(Equal(before))
	})

	It("have a message of bounded length", func() {
		spec := map[string]any{"path": strings.Repeat("ä\n", 1<<16), "sourceRef": "no object", "postBuild": []any{"no object"}, "decryption": int64(5), "namePrefix": strings.Repeat("x", 1<<16)}
		for i := range 10_000 {
			spec[fmt.Sprintf("%d%s", i, strings.Repeat("x", 300))] = "value"
		}
		found := object("Kustomization", "{}")
		found.Object["spec"] = spec
		differences := Compare(Objects{Root: found}, Objects{Root: object("Kustomization", rootRef)})
		reason, err := differences.Refuse("")
		Expect(err).NotTo(HaveOccurred())
		Expect(len(reason)).To(BeNumerically("<", 2048))
		Expect(reason).To(HaveSuffix(" and 9997 more"))
		Expect(reason).NotTo(ContainSubstring("\n"))
	})
})

var _ = Describe("Differences.Refuse", func() {
	root := func(change func(*unstructured.Unstructured)) Objects {
		o := object("Kustomization", rootRef+"{namePrefix: a-, patches: [{patch: a}]}")
		o.SetUID("one")
		if change != nil {
			change(o)
		}
		return Objects{Root: o}
	}
	configured := Objects{Root: object("Kustomization", rootRef)}
	checksum := func(found, configured Objects) string {
		GinkgoHelper()
		differences := Compare(found, configured)
		sum, err := differences.Checksum()
		Expect(err).NotTo(HaveOccurred())
		Expect(sum).To(MatchRegexp("^[0-9a-f]{16}$"))
		return sum
	}
	set := func(value any, path ...string) func(*unstructured.Unstructured) {
		return func(o *unstructured.Unstructured) {
			GinkgoHelper()
			Expect(unstructured.SetNestedField(o.Object, value, path...)).To(Succeed())
		}
	}

	It("returns the checksum to accept", func() {
		differences := Compare(root(nil), configured)
		sum := checksum(root(nil), configured)
		Expect(differences.Refuse("")).To(And(HavePrefix("the takeover would replace Kustomization flux-system/flux-system of the shoot, "), ContainSubstring("set takeover.acceptedDifferences to "+sum+": ")))
		Expect(differences.Refuse(sum)).To(BeEmpty())
		Expect(differences.Refuse("0123456789abcdef")).To(And(HavePrefix("accepts differences that have changed: the takeover would replace"), ContainSubstring(sum)))
	})

	DescribeTable("accepts the same checksum",
		func(change func(*unstructured.Unstructured)) {
			Expect(checksum(root(change), configured)).To(Equal(checksum(root(nil), configured)))
		},
		Entry("at the next attempt", nil),
		Entry("after a status update", set("x", "status", "lastAppliedRevision")),
		Entry("after a suspension of the root Kustomization", set(true, "spec", "suspend")),
		Entry("with another interval", set("1h", "spec", "interval")),
	)

	DescribeTable("rejects the checksum after a change of",
		func(change func(*unstructured.Unstructured)) {
			Expect(checksum(root(change), configured)).NotTo(Equal(checksum(root(nil), configured)))
		},
		Entry("a value", set("b-", "spec", "namePrefix")),
		Entry("a hidden value", set([]any{map[string]any{"patch": "b"}}, "spec", "patches")),
		Entry("a field", set("-a", "spec", "nameSuffix")),
		Entry("an object's UID", func(o *unstructured.Unstructured) { o.SetUID("two") }),
	)

	It("rejects the checksum for another configuration", func() {
		Expect(checksum(root(nil), Objects{Root: object("Kustomization", rootRef+"namePrefix: b-")})).NotTo(Equal(checksum(root(nil), configured)))
	})
})

var _ = Describe("Differences of controllers", func() {
	own := func(names ...string) []Controller {
		return []Controller{{Name: "kustomize-controller", UID: "one", Lost: names}}
	}
	const keep = "'kubectl shoot-flux render --from-bootstrap' prints the patches and shards that keep it, and notes which fields do"

	It("are rejected until their checksum is accepted", func() {
		differences := Differences{}.And(own("argument --concurrent", "volume ca"))
		sum, err := differences.Checksum()
		Expect(err).NotTo(HaveOccurred())
		Expect(differences.Refuse("")).To(Equal("the takeover would replace Flux's controllers of the shoot with others without their customizations; add these to the configuration: " + keep +
			". Or, to lose them, set takeover.acceptedDifferences to " + sum + ": kustomize-controller has argument --concurrent, volume ca"))
		Expect(differences.Refuse(sum)).To(BeEmpty())
		Expect(Differences{}.And(own("argument --concurrent")).Refuse(sum)).To(HavePrefix("accepts differences that have changed: "))
		again := own("argument --concurrent", "volume ca")
		again[0].UID = "two"
		Expect(Differences{}.And(again).Refuse(sum)).NotTo(BeEmpty(), "it was created again")
	})

	It("share one checksum with source and root Kustomization", func() {
		found, configured := Objects{Root: object("Kustomization", rootRef+"namePrefix: a-")}, Objects{Root: object("Kustomization", rootRef)}
		both := Compare(found, configured).And(own("argument --concurrent"))
		sum, err := both.Checksum()
		Expect(err).NotTo(HaveOccurred())
		Expect(both.Refuse("")).To(And(HavePrefix("the takeover would replace Kustomization flux-system/flux-system of the shoot, "), ContainSubstring("takeover.acceptedDifferences to "+sum+": "),
			HaveSuffix("; and the controllers would lose their customizations, "+keep+": kustomize-controller has argument --concurrent")))
		Expect(both.Refuse(sum)).To(BeEmpty())
		Expect(Compare(found, configured).Refuse(sum)).NotTo(BeEmpty())
	})

	It("have a message of bounded length", func() {
		var controllers []Controller
		for i := range 7 {
			controller := Controller{Name: strings.Repeat("n", 200)}
			for j := range 1000 {
				controller.Lost = append(controller.Lost, fmt.Sprintf("variable %d\n%d%s", i, j, strings.Repeat("x", 300)))
			}
			controllers = append(controllers, controller)
		}
		reason, err := Differences{}.And(controllers).Refuse("")
		Expect(err).NotTo(HaveOccurred())
		Expect(len(reason)).To(BeNumerically("<", 2048))
		Expect(reason).To(HaveSuffix("…"))
		Expect(reason).NotTo(ContainSubstring("\n"))
	})

	It("list unconfigured shards first", func() {
		controllers := own("argument --concurrent")
		for i := range 12 {
			for _, name := range []string{"kustomize", "source"} {
				controllers = append(controllers, Controller{Name: fmt.Sprintf("%s-controller-s%02d", name, i), Shard: fmt.Sprintf("s%02d", i)})
			}
		}
		Expect(Differences{}.And(controllers).Refuse("")).To(HaveSuffix(
			": flux.sharding.shards does not name s00, s01, s02, s03, s04, s05, s06, s07 and 4 more, whose controllers would go on unmanaged; kustomize-controller has argument --concurrent"))
		sum, err := Differences{}.And(controllers[:3]).Checksum()
		Expect(err).NotTo(HaveOccurred())
		Expect(Differences{}.And(controllers[:5]).Refuse(sum)).To(HavePrefix("accepts differences that have changed: "), "one shard more")
	})

	It("are empty without customizations", func() {
		Expect(Differences{}.And(nil).IsEmpty()).To(BeTrue())
	})
})

var _ = Describe("RefuseSource", func() {
	DescribeTable("accepts sources with the same content",
		func(kind, found, configured string) {
			Expect(RefuseSource(object(kind, found), object(kind, configured))).To(BeEmpty())
		},
		Entry("a GitRepository with other credentials and interval", "GitRepository", gitURL+"{interval: 1h, ref: {branch: main}, secretRef: {name: a}}", gitURL+"{interval: 1m, ref: {branch: main}, secretRef: {name: b}}"),
		Entry("a HelmRepository with defaults of the API server", "HelmRepository", "{url: 'https://charts.example.com/', type: default, provider: generic, timeout: 60s}", "{url: 'https://charts.example.com', interval: 1m}"),
		Entry("a HelmRepository of type oci", "HelmRepository", "{url: 'oci://ghcr.io/o', type: oci, insecure: false}", "{url: 'oci://ghcr.io/o', type: oci, passCredentials: true, certSecretRef: {name: a}}"),
	)

	DescribeTable("rejects sources with other content",
		func(kind, found, configured, want string) {
			Expect(RefuseSource(object(kind, found), object(kind, configured))).To(Equal("would replace " + kind + " flux-system/flux-system of the shoot, which the extension has not created, and Flux would then apply other objects: " + want +
				". Choose another name for the entry, copy the shoot's spec into its template, or delete the object in the shoot"))
		},
		Entry("another repository", "GitRepository", "url: https://u:hunter2@git.example.com/o/a", gitURL, `spec.url is "https://git.example.com/o/a" in the shoot and configured as "https://git.example.com/o/r"`),
		Entry("another branch", "GitRepository", gitURL+"ref: {branch: dev}", gitURL+"ref: {branch: main}", `spec.ref is "branch dev" in the shoot and configured as "branch main"`),
		Entry("include", "GitRepository", gitURL+"include: [{repository: {name: a}}]", gitURL, "spec.include is set in the shoot and not configured"),
		Entry("another Helm repository", "HelmRepository", "url: https://charts.example.com/a", "url: https://charts.example.com/b", `spec.url is "https://charts.example.com/a" in the shoot and configured as "https://charts.example.com/b"`),
		Entry("another type of Helm repository", "HelmRepository", "{url: 'oci://ghcr.io/o'}", "{url: 'oci://ghcr.io/o', type: oci}", `spec.type is not set in the shoot and configured as "oci"`),
	)
})
