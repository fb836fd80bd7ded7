// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package configuration_test

import (
	"fmt"
	"strings"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"
)

// patchable are limits with which everything of Flux may be patched that can be.
const patchable = "limits: {patches: [Deployment, ServiceAccount]}"

// patched is a configuration of a project with one patch of kustomize-controller's Deployment, where the operator allows patches.
func patched(patch string) documents {
	return operator(patchable).and(project(fmt.Sprintf("flux: {patches: [{target: {kind: Deployment, name: kustomize-controller}, patch: %q}]}", patch)))
}

var _ = Describe("Patches and sizes", func() {
	const argument = "[{op: add, path: /spec/template/spec/containers/0/args/-, value: --concurrent-ssa=8}]"

	DescribeTable("are refused:", expectMistake,
		Entry("a patch if the operator allows none",
			project(`flux: {patches: [{target: {kind: Deployment, name: kustomize-controller}, patch: 'metadata: {labels: {a: b}}'}]}`),
			inConfig+"flux.patches[0].target.kind: Forbidden: the operator does not allow patches of a Deployment; remove the patch, or ask the operator to add Deployment to limits.patches"),
		Entry("a patch of a kind that the operator does not allow",
			operator("limits: {patches: [Deployment]}").and(shoot(`flux: {patches: [{target: {kind: ServiceAccount, name: kustomize-controller}, patch: 'metadata: {labels: {a: b}}'}]}`)),
			inProviderConfig+"flux.patches[0].target.kind: Forbidden: the operator does not allow patches of a ServiceAccount; remove the patch, or ask the operator to add ServiceAccount to limits.patches"),
		Entry("a patch of another kind",
			operator(patchable).and(project(`flux: {patches: [{target: {kind: Secret, name: kustomize-controller}, patch: 'metadata: {labels: {a: b}}'}]}`)),
			inConfig+`flux.patches[0].target.kind: Unsupported value: "Secret": supported values: "Deployment", "ServiceAccount"`),
		Entry("a patch of an unknown controller",
			operator(patchable).and(project(`flux: {patches: [{target: {kind: Deployment, name: sauce-controller}, patch: 'metadata: {labels: {a: b}}'}]}`)),
			inConfig+`flux.patches[0].target.name: Unsupported value: "sauce-controller": supported values: "source-controller", "kustomize-controller", "helm-controller", "notification-controller", "image-reflector-controller", "image-automation-controller", "source-watcher"`),
		Entry("a patch without a target",
			operator(patchable).and(project(`flux: {patches: [{target: {name: kustomize-controller}, patch: 'metadata: {labels: {a: b}}'}]}`)),
			inConfig+"flux.patches[0].target.kind: Required value: write Deployment or ServiceAccount"),
		Entry("a patch without a controller's name",
			operator(patchable).and(project(`flux: {patches: [{target: {kind: Deployment}, patch: 'metadata: {labels: {a: b}}'}]}`)),
			inConfig+"flux.patches[0].target.name: Required value: write the name of a controller, such as kustomize-controller"),
		Entry("a target with a selector",
			operator(patchable).and(project(`flux: {patches: [{target: {kind: Deployment, labelSelector: a=b}, patch: 'metadata: {labels: {a: b}}'}]}`)),
			inConfig+"flux.patches[0].target.labelSelector: Forbidden: unknown field; the known fields are kind, name"),
		Entry("an empty patch", patched(" "),
			inConfig+"flux.patches[0].patch: Required value: write a strategic merge patch or a JSON patch, or remove the entry"),
		Entry("a patch as an object",
			operator(patchable).and(project(`flux: {patches: [{target: {kind: Deployment, name: kustomize-controller}, patch: {metadata: {labels: {a: b}}}}]}`)),
			inConfig+"flux.patches[0].patch: Invalid value: must be a string, not an object"),
		Entry("a patch that is not a YAML", patched("{"),
			inConfig+"flux.patches[0].patch: Invalid value: is not YAML near line 1; check the indentation, the colons, the braces and the quotes there"),
		Entry("a patch that is plain text", patched("more memory"),
			inConfig+"flux.patches[0].patch: Invalid value: must be a strategic merge patch, which is an object, or a JSON patch, which is a list of operations"),
		Entry("too many patches",
			operator(patchable).and(project("flux: {patches: ["+strings.Repeat("{target: {kind: Deployment, name: kustomize-controller}, patch: '{}'},", 33)+"]}")),
			inConfig+"flux.patches: Invalid value: has 33 patches, and may have at most 32; put several changes of an object into one"),
		Entry("patches that are too long", patched("# "+strings.Repeat("a", 16<<10)),
			inConfig+"flux.patches: Invalid value: has 16386 bytes, and may have at most 16384; shorten the patches"),
		Entry("a patch with another image", patched("spec: {template: {spec: {containers: [{name: manager, image: evil}]}}}"),
			inConfig+"flux.patches[0].patch: Forbidden: spec.template.spec.containers[0].image of Deployment kustomize-controller must not be changed by a patch; remove it, and set flux.registry to use another registry"),
		Entry("a patch with the rights of the node", patched("spec: {template: {spec: {hostNetwork: true}}}"),
			inConfig+"flux.patches[0].patch: Forbidden: spec.template.spec.hostNetwork of Deployment kustomize-controller must not be changed by a patch; remove it"),
		Entry("a patch that relaxes multitenancy",
			operator(patchable).and(project(`
flux:
  multitenancy: {enabled: true}
  patches:
  - target: {kind: Deployment, name: kustomize-controller}
    patch: '[{op: add, path: /spec/template/spec/containers/0/args/-, value: --no-cross-namespace-refs=false}]'`)),
			inConfig+"flux.patches[0].patch: Forbidden: spec.template.spec.containers[0].args[8] of Deployment kustomize-controller must not have --no-cross-namespace-refs; remove the change, and set flux.multitenancy"),
		Entry("a patch with a label selector for watched objects",
			operator(patchable).and(project(`
flux:
  patches:
  - target: {kind: Deployment, name: notification-controller}
    patch: '[{op: add, path: /spec/template/spec/containers/0/args/-, value: "--watch-label-selector=!sharding.fluxcd.io/key"}]'`)),
			inConfig+"flux.patches[0].patch: Forbidden: spec.template.spec.containers[0].args[4] of Deployment notification-controller must not have --watch-label-selector; remove it, or use one of the allowed flags: --concurrent, --kube-api-burst, --kube-api-qps, --leader-election-lease-duration, --leader-election-release-on-cancel, "+
				"--leader-election-renew-deadline, --leader-election-retry-period, --log-encoding, --max-retry-delay, --min-retry-delay, --rate-limit-interval and --feature-gates"),
		Entry("a patch with an unknown feature gate",
			operator(patchable).and(project(`
flux:
  version: v2.8
  patches:
  - target: {kind: Deployment, name: helm-controller}
    patch: '[{op: add, path: /spec/template/spec/containers/0/args/-, value: --feature-gates=GitSparseCheckout=true}]'`)),
			inConfig+"flux.patches[0].patch: Forbidden: spec.template.spec.containers[0].args[5] of Deployment helm-controller must set only feature gates of helm-controller of this Flux version to true or false: "+
				"AdditiveCELDependencyCheck, AdoptLegacyReleases, CacheSecretsAndConfigMaps, CancelHealthCheckOnNewRevision, CorrectDrift, DefaultToRetryOnFailure, DetectDrift, DirectSourceFetch, "+
				"DisableChartDigestTracking, DisableConfigWatchers, OOMWatch, UseHelm3Defaults"),
		Entry("an operator's limit with an unsupported kind",
			operator("limits: {patches: [Namespace]}"),
			ofOperator+`limits.patches[0]: Unsupported value: "Namespace": supported values: "Deployment", "ServiceAccount"`),
		Entry("an operator's patch that the limits exclude",
			operator("defaults: {flux: {patches: [{target: {kind: Deployment, name: kustomize-controller}, patch: 'metadata: {labels: {a: b}}'}]}}"),
			ofOperator+"defaults.flux.patches[0].target.kind: Forbidden: the operator does not allow patches of a Deployment; remove the patch, or ask the operator to add Deployment to limits.patches"),
		Entry("an unknown size",
			project(`flux: {size: huge}`),
			inConfig+`flux.size: Unsupported value: "huge": supported values: "large", "medium", "small"`),
		Entry("a number as size",
			project(`flux: {size: 3}`),
			inConfig+"flux.size: Invalid value: 3: must be a string, not a number; write it in quotes"),
		Entry("a limit below the request of a size",
			project(`flux: {size: large, resources: {kustomize-controller: {limits: {memory: 256Mi}}}}`),
			inConfig+`flux.resources.kustomize-controller.requests.memory: Invalid value: "512Mi": must not be more than limits.memory, which is 256Mi; set both, because Flux or flux.size sets a missing one`),
	)

	DescribeTable("are accepted:",
		func(in documents, matcher OmegaMatcher) {
			effective, err := in.resolve()
			Expect(err).NotTo(HaveOccurred())
			newRendering().check(GinkgoT(), effective)
			Expect(effective.Flux).To(matcher)
			Expect(effective.Warnings).To(BeEmpty())
		},
		Entry("a patch that the operator allows", patched(argument), HaveField("Patches", HaveLen(1))),
		Entry("a project's patches in place of the operator's",
			operator("limits: {patches: [Deployment]}\ndefaults: {flux: {patches: [{target: {kind: Deployment, name: source-controller}, patch: 'metadata: {labels: {a: b}}'}]}}").and(
				project(`flux: {patches: [{target: {kind: Deployment, name: kustomize-controller}, patch: 'metadata: {labels: {a: b}}'}, {target: {kind: Deployment, name: source-controller}, patch: 'metadata: {labels: {a: c}}'}]}`)),
			HaveField("Patches", HaveLen(2))),
		Entry("a size", project(`flux: {size: small}`), HaveField("Size", HaveValue(BeEquivalentTo("small")))),
	)

	It("cause a warning if the patched controller is not installed", func() {
		effective, err := operator(patchable).and(project(`flux: {patches: [{target: {kind: Deployment, name: source-watcher}, patch: 'metadata: {labels: {a: b}}'}]}`)).resolve()
		Expect(err).NotTo(HaveOccurred())
		Expect(effective.Warnings).To(ConsistOf(inConfig + "flux.patches[0]: has no effect, because source-watcher is not installed; add it to flux.componentsExtra, or remove the patch"))
	})
})
