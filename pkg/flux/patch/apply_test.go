// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package patch_test

import (
	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"k8s.io/apimachinery/pkg/util/validation/field"
	"sigs.k8s.io/yaml"

	fluxv1alpha1 "github.com/shoot-flux/gardener-extension-shoot-flux/pkg/apis/flux/v1alpha1"
	. "github.com/shoot-flux/gardener-extension-shoot-flux/pkg/flux/patch"
)

// fluxVersion is the Flux version of the objects.
const fluxVersion = "v2.9.3"

const shippedDeployment = `
apiVersion: apps/v1
kind: Deployment
metadata:
  name: kustomize-controller
  namespace: flux-system
  labels: {app.kubernetes.io/part-of: flux}
spec:
  replicas: 1
  selector: {matchLabels: {app: kustomize-controller}}
  template:
    metadata:
      labels: {app: kustomize-controller}
      annotations: {prometheus.io/port: "8080"}
    spec:
      serviceAccountName: kustomize-controller
      priorityClassName: system-cluster-critical
      nodeSelector: {kubernetes.io/os: linux}
      securityContext: {fsGroup: 1337}
      terminationGracePeriodSeconds: 60
      containers:
      - name: manager
        image: ghcr.io/fluxcd/kustomize-controller:v1.9.4
        args:
        - --events-addr=http://notification-controller.flux-system.svc.cluster.local./
        - --watch-all-namespaces=true
        - --log-level=info
        - --enable-leader-election
        - --no-cross-namespace-refs=true
        env:
        - name: RUNTIME_NAMESPACE
          valueFrom: {fieldRef: {fieldPath: metadata.namespace}}
        resources:
          limits: {cpu: "1", memory: 1Gi}
          requests: {cpu: 100m, memory: 64Mi}
        securityContext: {allowPrivilegeEscalation: false, readOnlyRootFilesystem: true}
        volumeMounts:
        - {mountPath: /tmp, name: temp}
      volumes:
      - emptyDir: {}
        name: temp
`

const shippedServiceAccount = `
apiVersion: v1
kind: ServiceAccount
metadata:
  name: kustomize-controller
  namespace: flux-system
  labels: {app.kubernetes.io/part-of: flux}
`

func shipped(document string) *unstructured.Unstructured {
	GinkgoHelper()
	object := &unstructured.Unstructured{}
	Expect(yaml.Unmarshal([]byte(document), &object.Object)).To(Succeed())
	return object
}

func patchOf(kind fluxv1alpha1.PatchKind, text string) fluxv1alpha1.Patch {
	return fluxv1alpha1.Patch{Target: fluxv1alpha1.PatchTarget{Kind: kind, Name: fluxv1alpha1.ComponentKustomize}, Patch: text}
}

func apply(kind fluxv1alpha1.PatchKind, texts ...string) (*unstructured.Unstructured, *field.Error) {
	GinkgoHelper()
	document := shippedDeployment
	if kind == fluxv1alpha1.PatchKindServiceAccount {
		document = shippedServiceAccount
	}
	object := shipped(document)
	var patches []fluxv1alpha1.Patch
	for _, text := range texts {
		patches = append(patches, patchOf(kind, text))
	}
	result, err := Apply(field.NewPath("flux", "patches"), fluxVersion, object, patches)
	Expect(object).To(Equal(shipped(document)), "the object itself is not changed")
	return result, err
}

// container is the path of the controller's container.
const container = "/spec/template/spec/containers/0"

var _ = Describe("Apply", func() {
	DescribeTable("applies to a Deployment",
		func(text string, expected string, at ...string) {
			result, err := apply(fluxv1alpha1.PatchKindDeployment, text)
			Expect(err).NotTo(HaveOccurred())
			found, _, _ := unstructured.NestedFieldNoCopy(result.Object, "spec", "template", "spec")
			if len(at) > 0 {
				found, _, _ = unstructured.NestedFieldNoCopy(result.Object, at...)
			}
			content, marshalErr := yaml.Marshal(found)
			Expect(marshalErr).NotTo(HaveOccurred())
			Expect(string(content)).To(ContainSubstring(expected))
		},
		Entry("an argument at the end", `[{op: add, path: `+container+`/args/-, value: --concurrent-ssa=8}]`, "- --concurrent-ssa=8\n"),
		Entry("an argument at the beginning", `[{op: add, path: `+container+`/args/0, value: --requeue-dependency=5s}]`, "- args:\n  - --requeue-dependency=5s\n"),
		Entry("a feature gate", `[{op: add, path: `+container+`/args/-, value: '--feature-gates=GroupChangeLog=true,DisableStatusPollerCache=false'}]`, "- --feature-gates=GroupChangeLog"),
		Entry("a strategic merge patch of resources with apiVersion, kind and name",
			"apiVersion: apps/v1\nkind: Deployment\nmetadata: {name: all}\nspec: {template: {spec: {containers: [{name: manager, resources: {limits: {memory: 2Gi}}}]}}}", "memory: 2Gi"),
		Entry("the removal of a limit", `[{op: remove, path: `+container+`/resources/limits/cpu}]`, "limits:\n      memory: 1Gi\n"),
		Entry("an environment variable", "spec: {template: {spec: {containers: [{name: manager, env: [{name: AWS_REGION, value: eu-west-1}]}]}}}", "- name: AWS_REGION\n    value: eu-west-1\n"),
		Entry("certificates from a ConfigMap",
			"spec: {template: {spec: {volumes: [{name: ca, configMap: {name: ca, items: [{key: ca.crt, path: ca.crt}]}}], containers: [{name: manager, volumeMounts: [{name: ca, mountPath: /etc/ssl/certs/own.crt, subPath: ca.crt, readOnly: true}]}]}}}",
			"mountPath: /etc/ssl/certs/own.crt"),
		Entry("medium and size limit of an emptyDir", "spec: {template: {spec: {volumes: [{name: temp, emptyDir: {medium: Memory, sizeLimit: 1Gi}}]}}}", "medium: Memory"),
		Entry("a toleration", "spec: {template: {spec: {tolerations: [{key: dedicated, operator: Exists}]}}}", "- key: dedicated"),
		Entry("a node selector", "spec: {template: {spec: {nodeSelector: {pool: system}}}}", "pool: system"),
		Entry("terminationGracePeriodSeconds", "spec: {template: {spec: {terminationGracePeriodSeconds: 120}}}", "terminationGracePeriodSeconds: 120"),
		Entry("pod labels", "spec: {template: {metadata: {labels: {team: a, azure.workload.identity/use: 'true'}}}}", "azure.workload.identity/use: \"true\"", "spec", "template", "metadata", "labels"),
		Entry("an annotation that disables a sidecar", "spec: {template: {metadata: {annotations: {linkerd.io/inject: disabled}}}}", "linkerd.io/inject: disabled", "spec", "template", "metadata", "annotations"),
		Entry("a label of the Deployment", `[{op: add, path: /metadata/labels/team, value: a}]`, "team: a", "metadata", "labels"),
		Entry("a test operation", `[{op: test, path: /spec/replicas, value: 1}, {op: add, path: /metadata/labels/team, value: a}]`, "team: a", "metadata", "labels"),
	)

	It("changes the annotations of a ServiceAccount", func() {
		result, err := apply(fluxv1alpha1.PatchKindServiceAccount, "metadata: {annotations: {eks.amazonaws.com/role-arn: 'arn:aws:iam::1:role/flux', azure.workload.identity/client-id: a, iam.gke.io/gcp-service-account: b}}")
		Expect(err).NotTo(HaveOccurred())
		Expect(result.GetAnnotations()).To(HaveKeyWithValue("eks.amazonaws.com/role-arn", "arn:aws:iam::1:role/flux"))
	})

	It("applies the patches of the object in order", func() {
		other := patchOf(fluxv1alpha1.PatchKindDeployment, `[{op: replace, path: /spec/replicas, value: 3}]`)
		other.Target.Name = fluxv1alpha1.ComponentSource
		result, err := Apply(field.NewPath("flux", "patches"), fluxVersion, shipped(shippedDeployment), []fluxv1alpha1.Patch{
			patchOf(fluxv1alpha1.PatchKindServiceAccount, "metadata: {namespace: other}"), other,
			patchOf(fluxv1alpha1.PatchKindDeployment, `[{op: add, path: `+container+`/args/-, value: --concurrent=5}]`),
			patchOf(fluxv1alpha1.PatchKindDeployment, `[{op: replace, path: `+container+`/args/5, value: --concurrent=6}]`),
		})
		Expect(err).NotTo(HaveOccurred())
		containers, _, _ := unstructured.NestedSlice(result.Object, "spec", "template", "spec", "containers")
		Expect(containers[0]).To(HaveKeyWithValue("args", ContainElement("--concurrent=6")))
		Expect(containers[0]).NotTo(HaveKeyWithValue("args", ContainElement("--concurrent=5")))
	})

	It("names the rejected patch", func() {
		_, err := apply(fluxv1alpha1.PatchKindDeployment, "metadata: {labels: {team: a}}", "spec: {replicas: 2}")
		Expect(err).To(MatchError("flux.patches[1].patch: Forbidden: spec.replicas of Deployment kustomize-controller must not be changed by a patch, because each controller has one active pod; remove it"))
	})

	It("returns an object without patches unchanged", func() {
		result, err := apply(fluxv1alpha1.PatchKindDeployment)
		Expect(err).NotTo(HaveOccurred())
		Expect(result).To(Equal(shipped(shippedDeployment)))
	})
})
