// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package main

import (
	"os"
	"path/filepath"
	"strings"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"

	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/flux"
)

// parts are the manifests and the other files of a small release.
const (
	bucketCRD = `---
apiVersion: apiextensions.k8s.io/v1
kind: CustomResourceDefinition
metadata:
  name: buckets.example.fluxcd.io
  labels: {app.kubernetes.io/version: v2.8.8}
spec:
  group: example.fluxcd.io
  scope: Namespaced
  names: {kind: Bucket, plural: buckets}
  versions:
  - name: v1
    served: true
    storage: true
    schema:
      openAPIV3Schema:
        type: object
        properties:
          spec:
            type: object
            required: [name]
            properties:
              name: {type: string}
              size: {type: integer, default: 1, description: A size.}
              refs:
                type: array
                items:
                  type: object
                  properties:
                    branch: {type: string, enum: [main, next]}
  - name: v1beta2
    served: true
    storage: false
    schema: {openAPIV3Schema: {type: object}}
`
	role = `---
apiVersion: rbac.authorization.k8s.io/v1
kind: ClusterRole
metadata: {name: crd-controller, labels: {app.kubernetes.io/version: v2.8.8}}
rules:
- {apiGroups: [""], resources: [secrets], verbs: [get, list]}
- {apiGroups: [source.toolkit.fluxcd.io], resources: ["*"], verbs: ["*"]}
`
	controller = `---
apiVersion: apps/v1
kind: Deployment
metadata: {name: source-controller, namespace: flux-system, labels: {app.kubernetes.io/version: v2.8.8}}
spec:
  template:
    spec:
      containers:
      - name: manager
        image: ghcr.io/fluxcd/source-controller:v1.8.5
        args: [--log-level=info, --storage-path=/data]
        env:
        - {name: RUNTIME_NAMESPACE, value: flux-system}
`
	policy = `---
apiVersion: networking.k8s.io/v1
kind: NetworkPolicy
metadata: {name: allow-egress, namespace: flux-system}
spec:
  podSelector: {}
  egress: [{}]
`
)

// releaseOf returns a release with the manifests.
func releaseOf(version, manifests string) *release {
	GinkgoHelper()
	r := &release{version: version}
	Expect(r.takeManifests([]byte(manifests))).To(Succeed())
	return r
}

var _ = Describe("review", func() {
	It("shows what changes between the two newest carried versions", func() {
		versions, err := readVersions(tree().read)
		Expect(err).NotTo(HaveOccurred())
		var carried []*release
		for _, version := range versions {
			r, err := load(tree().read, version)
			Expect(err).NotTo(HaveOccurred())
			carried = append(carried, r)
		}
		text, err := review(carried[len(carried)-2], carried[len(carried)-1], nil, carried)
		Expect(err).NotTo(HaveOccurred())

		golden := filepath.Join("testdata", "newest.md")
		if *updateGolden {
			Expect(os.WriteFile(golden, []byte(text), 0o600)).To(Succeed())
		}
		want, err := os.ReadFile(golden)
		Expect(err).NotTo(HaveOccurred())
		Expect(text).To(Equal(string(want)))
	})

	It("lists each section without a change, so that it is seen that it was compared", func() {
		r := releaseOf("v2.9.3", controller)
		r.kubernetes = "v1.33"
		text, err := review(r, r, nil, nil)
		Expect(err).NotTo(HaveOccurred())
		_, unchanged, found := strings.Cut(text, "## Nothing to look at\n")
		Expect(found).To(BeTrue())
		for _, title := range []string{"CustomResourceDefinitions", "Upgrades that are refused", "RBAC", "Arguments, environment and other settings of containers",
			"Flags and feature gates", "Network policies", "Other objects", "Finalizers", "Oldest Kubernetes", "Images"} {
			Expect(unchanged).To(ContainSubstring("- " + title + "\n"))
		}
		Expect(text).To(ContainSubstring("## Checks of the distribution\n"), "it is no complete distribution")
	})

	DescribeTable("compares CustomResourceDefinitions",
		func(replacements []string, want ...string) {
			Expect(crdChanges(releaseOf("v2.8.8", bucketCRD), releaseOf("v2.9.3", strings.NewReplacer(replacements...).Replace(bucketCRD)))).To(HaveExactElements(want))
		},
		Entry("another Flux version and description only", []string{"v2.8.8", "v2.9.3", "A size.", "The size."}),
		Entry("another order of values is no change", []string{"[main, next]", "[next, main]"}),
		Entry("a version that is removed", []string{"name: v1beta2", "name: v1beta1"},
			"buckets.example.fluxcd.io: removes version v1beta2 (served before: objects in Git that use it hold the upgrade back)",
			"buckets.example.fluxcd.io: adds version v1beta1"),
		Entry("a version that stays, but is no longer served", []string{"name: v1beta2\n    served: true", "name: v1beta2\n    served: false"},
			"buckets.example.fluxcd.io: no longer serves version v1beta2: objects in Git that use it hold the upgrade back"),
		Entry("another storage version with the same versions", []string{"storage: true", "storage: false", "storage: false", "storage: true"},
			"buckets.example.fluxcd.io: storage version v1 → v1beta2: an upgrade migrates the stored objects"),
		Entry("a field that is removed", []string{"              size: {type: integer, default: 1, description: A size.}\n", ""},
			"buckets.example.fluxcd.io: v1: removes field spec.size"),
		Entry("an object that is removed, once and not for each of its fields", []string{"refs:", "branches:"},
			"buckets.example.fluxcd.io: v1: removes field spec.refs", "buckets.example.fluxcd.io: v1: adds optional fields spec.branches"),
		Entry("an existing field that becomes required", []string{"[name]", "[name, size]"},
			"buckets.example.fluxcd.io: v1: requires field spec.size"),
		Entry("a new field that is required", []string{"required: [name]", "required: [name, url]", "              name: {type: string}", "              name: {type: string}\n              url: {type: string}"},
			"buckets.example.fluxcd.io: v1: requires new field spec.url"),
		Entry("a field that is no longer required", []string{"required: [name]", "required: []"}),
		Entry("a type and a default", []string{"type: integer, default: 1", "type: string"},
			"buckets.example.fluxcd.io: v1: spec.size: removed: default: 1", "buckets.example.fluxcd.io: v1: spec.size: type: integer → string"),
		Entry("a value that is no longer allowed, in an element of a list", []string{"[main, next]", "[main]"},
			"buckets.example.fluxcd.io: v1: spec.refs[].branch: removed: enum: next"),
		Entry("names", []string{"plural: buckets", "plural: buckets, shortNames: [b]"},
			"buckets.example.fluxcd.io: added: spec.names.shortNames: b"),
		Entry("another kind", []string{"name: buckets.example.fluxcd.io", "name: pails.example.fluxcd.io"},
			"buckets.example.fluxcd.io: is removed", "pails.example.fluxcd.io: is new"),
	)

	It("shows a change of all objects once", func() {
		two := bucketCRD + strings.ReplaceAll(bucketCRD, "buckets.example", "pails.example")
		lines, err := crdChanges(releaseOf("v2.8.8", two), releaseOf("v2.9.3", strings.ReplaceAll(two, "[name]", "[name, size]")))
		Expect(err).NotTo(HaveOccurred())
		Expect(lines).To(HaveExactElements("all 2: v1: requires field spec.size"))
	})

	DescribeTable("refuses upgrades as in a shoot",
		func(from, to string, want ...string) {
			old, skipped := releaseOf("v2.7.5", from), releaseOf("v2.8.8", bucketCRD)
			Expect(upgradesTo(releaseOf("v2.9.3", to), []*release{old, skipped})).To(HaveExactElements(want))
		},
		Entry("a version that still has all storage versions", bucketCRD, bucketCRD),
		Entry("a removed version that was not the storage version", bucketCRD, strings.ReplaceAll(bucketCRD, "v1beta2", "v1beta1")),
		Entry("a removed storage version, with the way over another version",
			strings.NewReplacer("storage: true", "storage: false", "storage: false", "storage: true").Replace(bucketCRD), strings.ReplaceAll(bucketCRD, "v1beta2", "v1beta1"),
			"v2.7.5: the shoot stores objects in API versions that Flux v2.9.3 no longer has: buckets.example.fluxcd.io in version v1beta2; "+
				"set it to v2.8.8, and to v2.9.3 when that runs in the shoot"),
	)

	only := func(kinds ...string) func(string) bool {
		return func(kind string) bool { return strings.Contains(strings.Join(kinds, " "), kind) }
	}
	DescribeTable("compares other objects",
		func(before string, replacements []string, want ...string) {
			changes := objectChanges(releaseOf("v2.8.8", before), releaseOf("v2.9.3", strings.NewReplacer(replacements...).Replace(before)),
				only("ClusterRole", "Deployment", "NetworkPolicy"), dropImages)
			Expect(changes).To(HaveExactElements(want))
		},
		Entry("another Flux version only", role+controller+policy, []string{"v2.8.8", "v2.9.3"}),
		Entry("another image, which has its own section", controller, []string{"v1.8.5", "v1.9.3"}),
		Entry("rules in another order", role, []string{
			`- {apiGroups: [""], resources: [secrets], verbs: [get, list]}` + "\n", "",
			`verbs: ["*"]}` + "\n", `verbs: ["*"]}` + "\n" + `- {apiGroups: [""], resources: [secrets], verbs: [get, list]}` + "\n"}),
		Entry("a rule with one more verb", role, []string{"[get, list]", "[get, list, watch]"},
			`ClusterRole crd-controller: added: rules: {"apiGroups":[""],"resources":["secrets"],"verbs":["get","list","watch"]}`,
			`ClusterRole crd-controller: removed: rules: {"apiGroups":[""],"resources":["secrets"],"verbs":["get","list"]}`),
		Entry("an argument", controller, []string{"--log-level=info", "--log-level=debug"},
			"Deployment flux-system/source-controller: added: spec.template.spec.containers[manager].args: --log-level=debug",
			"Deployment flux-system/source-controller: removed: spec.template.spec.containers[manager].args: --log-level=info"),
		Entry("the value of a variable", controller, []string{"value: flux-system", "value: other"},
			"Deployment flux-system/source-controller: spec.template.spec.containers[manager].env[RUNTIME_NAMESPACE].value: flux-system → other"),
		Entry("a policy that allows less", policy, []string{"egress: [{}]", "egress: []"},
			"NetworkPolicy flux-system/allow-egress: added: spec.egress: []", "NetworkPolicy flux-system/allow-egress: removed: spec.egress: {}"),
		Entry("a policy for fewer pods", policy, []string{"podSelector: {}", "podSelector: {matchLabels: {app: a}}"},
			"NetworkPolicy flux-system/allow-egress: removed: spec.podSelector: {}", "NetworkPolicy flux-system/allow-egress: added: spec.podSelector.matchLabels.app: a"),
		Entry("a new object with its content", policy, []string{"name: allow-egress", "name: deny"},
			"NetworkPolicy flux-system/allow-egress: is removed", "NetworkPolicy flux-system/deny: is new",
			"NetworkPolicy flux-system/deny: added: apiVersion: networking.k8s.io/v1", "NetworkPolicy flux-system/deny: added: kind: NetworkPolicy",
			"NetworkPolicy flux-system/deny: added: metadata.name: deny", "NetworkPolicy flux-system/deny: added: metadata.namespace: flux-system",
			"NetworkPolicy flux-system/deny: added: spec.egress: {}", "NetworkPolicy flux-system/deny: added: spec.podSelector: {}"),
	)

	It("compares flags, feature gates and workload identity where both versions have a record", func() {
		from := &release{version: "v2.8.8", identity: map[string]string{"helm-controller": "m@v1", "notification-controller": "m@v1"}}
		to := &release{version: "v2.9.3", identity: map[string]string{"source-controller": "m@v1", "notification-controller": ""}}
		Expect(from.takePrograms([]byte("# head\nv2.8.8 source-controller v1.8.0\n  flags --a --b\n  gates A\nv2.9.3 source-controller v1.9.3\n  flags --x\n"))).To(Succeed())
		Expect(to.takePrograms([]byte("v2.8.8 source-controller v1.8.0\n  flags --y\nv2.9.3 source-controller v1.9.3\n  flags --b --c\n  gates A B\nv2.9.3 helm-controller v1.6.3\n  flags --a\n"))).To(Succeed())
		Expect(gateChanges(from, to)).To(HaveExactElements(
			"helm-controller: no longer supports workload identity of objects", "source-controller: supports workload identity of objects",
			"source-controller v1.8.0 → v1.9.3: new flag --c", "source-controller v1.8.0 → v1.9.3: flag removed --a",
			"source-controller v1.8.0 → v1.9.3: new feature gate B"))
	})

	DescribeTable("compares finalizers, Kubernetes and images",
		func(changed func(*release), section func(from, to *release) []string, want ...string) {
			made := func() *release {
				return &release{version: "v2.9.3", kubernetes: "v1.33", images: map[string]image{"source-controller": {"ghcr.io/fluxcd/source-controller", "v1", "sha256:a"}},
					finalizers: map[string]finalizers{"source-controller": {"finalizers.fluxcd.io", "m@v1"}}}
			}
			to := made()
			changed(to)
			Expect(section(made(), to)).To(HaveExactElements(want))
		},
		Entry("the same finalizer in another module", func(r *release) { r.finalizers["source-controller"] = finalizers{"finalizers.fluxcd.io", "m@v2"} }, finalizerChanges),
		Entry("another finalizer", func(r *release) { r.finalizers["source-controller"] = finalizers{"a,b", "m@v1"} }, finalizerChanges,
			"source-controller: finalizers.fluxcd.io → a,b"),
		Entry("a finalizer that is not known, because no module is available", func(r *release) { r.finalizers["source-controller"] = finalizers{unknown, "m"} }, finalizerChanges),
		Entry("a newer Kubernetes", func(r *release) { r.kubernetes = "v1.34" }, kubernetesChange, "v1.33 → v1.34"),
		Entry("no entry for Kubernetes", func(r *release) { r.kubernetes = "" }, kubernetesChange, "pkg/flux/distributions/kubernetes.yaml has no entry for v2.9"),
		Entry("another digest of the same tag", func(r *release) {
			r.images["source-controller"] = image{"ghcr.io/fluxcd/source-controller", "v1", "sha256:b"}
		}, imageChanges, "source-controller: v1 → v1 sha256:b"),
		Entry("another repository", func(r *release) {
			r.images["source-controller"] = image{"ghcr.io/other/source-controller", "v1", "sha256:a"}
		}, imageChanges, "source-controller: repository ghcr.io/fluxcd/source-controller → ghcr.io/other/source-controller", "source-controller: v1 → v1 sha256:a"),
	)

	It("lists what was not built from modules, and what other versions stand for", func() {
		to := releaseOf("v2.9.3", controller+strings.ReplaceAll(controller, "source-controller", "new-controller"))
		to.images = map[string]image{"source-controller": {tag: "v1.9.3"}, "new-controller": {tag: "v2.0.0"}}
		to.finalizers = map[string]finalizers{"source-controller": {module: "github.com/fluxcd/source-controller/api@v1.9.2"}, "new-controller": {module: "m@v2.0.0"}}
		to.programs = map[string]program{"source-controller": {release: "v1.9.2"}}
		Expect(to.takeFeatureGates([]byte("v2.9.3 source-controller v1.9.3 v1.6.0 github.com/fluxcd/source-controller@v1.9.2\nv2.9.3 new-controller v2.0.0 unknown\n"))).To(Succeed())
		Expect(to.takeSums([]byte("github.com/fluxcd/source-controller v1.9.2 h1:a\ngithub.com/fluxcd/new-controller/v2 v2.0.0 h1:b\n"))).To(Succeed())
		Expect(to.compared).To(HaveExactElements("new-controller"), "source-controller is recorded in another version")
		Expect(notProven(&release{version: "v2.8.8"}, to)).To(HaveExactElements(
			"not built from Flux's modules, which are not available: RBAC, network policies, source-controller",
			"finalizers of source-controller v1.9.3: from github.com/fluxcd/source-controller/api@v1.9.2",
			"workload identity of source-controller v1.9.3: from github.com/fluxcd/source-controller@v1.9.2",
			"flags and feature gates of source-controller v1.9.3: recorded of v1.9.2",
			"workload identity of new-controller v2.0.0: from no module",
			"flags and feature gates of new-controller v2.0.0: not recorded",
			"flags and feature gates not compared, because v2.8.8 has no record of: source-controller, new-controller",
			"new-controller: the extension does not know this controller"))
	})

	It("has the refusal of the extension for a distribution that it would not install", func() {
		Expect(checked(releaseOf("v2.9.3", policy))).To(HaveExactElements(ContainSubstring("it has 0 namespaces instead of only flux-system")))
		Expect(flux.CheckDistribution("v2.9.3", []byte(policy))).NotTo(Succeed())
	})
})
