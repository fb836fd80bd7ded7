// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package render

import (
	"os"
	"path/filepath"
	"strings"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"
)

// bootstrapped are kustomize-controller's objects of a flux bootstrap, as a cluster with Kubernetes has them, with
// changes that its kustomization.yaml made.
const bootstrapped = `
apiVersion: v1
kind: List
items:
- apiVersion: apps/v1
  kind: Deployment
  metadata:
    name: kustomize-controller
    namespace: flux-system
    uid: 1b2c
    annotations: {deployment.kubernetes.io/revision: "3", team: a}
    labels: {app.kubernetes.io/version: v2.9.5, app.kubernetes.io/part-of: flux, control-plane: controller, kustomize.toolkit.fluxcd.io/name: flux-system}
  spec:
    replicas: 2
    revisionHistoryLimit: 10
    selector: {matchLabels: {app: kustomize-controller}}
    template:
      metadata:
        annotations: {prometheus.io/port: "8080", prometheus.io/scrape: "true", vault.hashicorp.com/agent-inject: "true"}
        labels: {app: kustomize-controller}
      spec:
        containers:
        - name: manager
          image: ghcr.io/fluxcd/kustomize-controller:v1.9.5
          imagePullPolicy: IfNotPresent
          args:
          - --events-addr=http://notification-controller.flux-system.svc.cluster.local./
          - --watch-all-namespaces=true
          - --log-level=debug
          - --log-encoding=json
          - --enable-leader-election
          - --concurrent=20
          - --no-cross-namespace-refs=true
          env:
          - {name: RUNTIME_NAMESPACE, valueFrom: {fieldRef: {apiVersion: v1, fieldPath: metadata.namespace}}}
          - {name: AWS_REGION, value: eu-west-1}
          - {name: HTTPS_PROXY, value: http://hunter2@proxy}
          resources: {limits: {cpu: "2", memory: 2Gi}, requests: {cpu: 100m, memory: 64Mi}}
          volumeMounts:
          - {mountPath: /tmp, name: temp}
          - {mountPath: /etc/ssl/certs/ca.crt, name: ca, subPath: ca.crt, readOnly: true}
          - {mountPath: /sops, name: sops}
          terminationMessagePath: /dev/termination-log
        dnsPolicy: ClusterFirst
        nodeSelector: {kubernetes.io/os: linux, pool: system}
        priorityClassName: system-cluster-critical
        terminationGracePeriodSeconds: 60
        tolerations: [{key: dedicated, operator: Exists}]
        volumes:
        - {emptyDir: {}, name: temp}
        - {name: ca, configMap: {name: ca, defaultMode: 420}}
        - {name: sops, secret: {secretName: sops}}
- apiVersion: v1
  kind: ServiceAccount
  metadata:
    name: kustomize-controller
    namespace: flux-system
    annotations: {eks.amazonaws.com/role-arn: "arn:aws:iam::123456789012:role/flux"}
`

var _ = Describe("render --from-bootstrap", func() {
	It("prints patches that preserve a bootstrap, and notes the settings that they cannot preserve", func() {
		out, notes, err := runRender(bootstrapped, "--from-bootstrap", "-")
		Expect(err).NotTo(HaveOccurred())
		golden, err := os.ReadFile(filepath.Join("testdata", "from-bootstrap.yaml"))
		Expect(err).NotTo(HaveOccurred())
		Expect(out).To(Equal(string(golden)))
		Expect(strings.Split(strings.TrimSpace(notes), "\n")).To(Equal([]string{
			"Note: not kept: Deployment kustomize-controller: spec.template.metadata.annotations[vault.hashicorp.com/agent-inject] must not be set by a patch; remove it, or use a name without a domain",
			"Note: not kept: Deployment kustomize-controller: spec.template.spec.volumes[sops] must be of type configMap, as are all volumes that a patch adds; remove it",
			"Note: not kept: Deployment kustomize-controller: spec.template.spec.containers[0].args[6] must not have --log-level; remove the change, and set flux.logLevel",
			"Note: not kept: Deployment kustomize-controller: spec.template.spec.containers[0].args[7] must not have --no-cross-namespace-refs; remove the change, and set flux.multitenancy",
			"Note: not kept: Deployment kustomize-controller: spec.template.spec.containers[0].env[HTTPS_PROXY] must not be set by a patch; remove it, and set flux.proxy",
			"Note: not kept: Deployment kustomize-controller: spec.template.spec.containers[0].volumeMounts[/sops] must mount a volume that a patch adds; correct its name, or remove it",
			"Note: not kept: Deployment kustomize-controller: spec.replicas must not be changed by a patch, because each controller has one active pod; remove it",
		}))
	})

	It("prints valid patches that leave no differences", func() {
		out, _, err := runRender(bootstrapped, "--from-bootstrap", "-")
		Expect(err).NotTo(HaveOccurred())
		directory := GinkgoT().TempDir()
		write := func(name, content string) string {
			file := filepath.Join(directory, name)
			Expect(os.WriteFile(file, []byte(content), 0o600)).To(Succeed())
			return file
		}
		project := write("flux-config.yaml", "apiVersion: v1\nkind: ConfigMap\nmetadata: {name: flux-config, namespace: garden-my-project}\ndata:\n  config.yaml: |\n    "+strings.ReplaceAll(out, "\n", "\n    "))
		allowed := write("operator.yaml", "apiVersion: config.flux.extensions.gardener.cloud/v1alpha1\nkind: ControllerConfiguration\nlimits: {patches: [Deployment, ServiceAccount]}\n")
		rendered, _, err := runRender("", "--config", allowed, "-f", project, "-f", example("20-shoot.yaml"))
		Expect(err).NotTo(HaveOccurred())
		Expect(rendered).To(ContainSubstring("- --concurrent=20\n"))

		out, notes, err := runRender(bootstrapped, "--config", allowed, "-f", project, "-f", example("20-shoot.yaml"), "--from-bootstrap", "-")
		Expect(err).NotTo(HaveOccurred())
		Expect(out).To(HaveSuffix("flux: {}\nkind: FluxConfig\n"))
		Expect(notes).To(ContainSubstring("Note: no patch is needed"))
	})

	It("preserves no difference for unmodified manifests of each version", func() {
		for _, version := range []string{"v2.8.8", "v2.9.5"} {
			out, notes, err := runRender("", "--from-bootstrap", filepath.Join("..", "..", "flux", "distributions", version, "gotk-components.yaml"))
			Expect(err).NotTo(HaveOccurred())
			Expect(notes).To(Equal("Note: no patch is needed\n"), version)
			Expect(out).To(HaveSuffix("flux: {}\nkind: FluxConfig\n"))
		}
	})

	It("prints the shards of sharded controllers", func() {
		shard := func(controller, name string) string {
			return "- {apiVersion: apps/v1, kind: Deployment, metadata: {name: " + controller + "-" + name + ", namespace: flux-system, labels: {app.kubernetes.io/component: " + controller + "}}}\n"
		}
		sharded := strings.Replace(bootstrapped, "- --concurrent=20\n", "- --concurrent=20\n          - --watch-label-selector=!sharding.fluxcd.io/key\n", 1) +
			shard("kustomize-controller", "shard2") + shard("source-controller", "shard1") + shard("kustomize-controller", "shard1") +
			strings.ReplaceAll(shard("source-controller", "exporter"), "component: source-controller", "component: exporter")
		out, notes, err := runRender(sharded, "--from-bootstrap", "-")
		Expect(err).NotTo(HaveOccurred())
		Expect(out).To(ContainSubstring("  sharding:\n    shards:\n    - shard1\n    - shard2\n"))
		Expect(notes).To(And(ContainSubstring("Note: Deployment kustomize-controller-shard2 is a controller of shard shard2; with flux.sharding, it gets the same patches as the controller without a shard, and no others\n"),
			Not(ContainSubstring("--watch-label-selector")), Not(ContainSubstring("exporter"))))
	})

	It("compares an unavailable version with the default version", func() {
		_, notes, err := runRender(strings.ReplaceAll(bootstrapped, "v2.9.5", "v0.41.0"), "--from-bootstrap", "-")
		Expect(err).NotTo(HaveOccurred())
		Expect(notes).To(HavePrefix("Note: Flux v0.41.0 of the bootstrap is not carried; it is compared with the default version\n"))
	})

	DescribeTable("refuses the input",
		func(stdin, message string, args ...string) {
			_, _, err := runRender(stdin, append([]string{"--from-bootstrap", "-"}, args...)...)
			Expect(err).To(MatchError(ContainSubstring(message)))
		},
		Entry("a kustomization.yaml", "apiVersion: kustomize.config.k8s.io/v1beta1\nkind: Kustomization\n", "standard input is a kustomization.yaml; build it first: kubectl kustomize DIRECTORY"),
		Entry("manifests without Flux", "apiVersion: v1\nkind: ConfigMap\n", "- has no Deployment kustomize-controller, which every Flux installation has"),
		Entry("another output format", bootstrapped, "--from-bootstrap prints a FluxConfig; remove --output and --against", "-o", "summary"),
		Entry("an unavailable version", bootstrapped, "unknown Flux version", "--flux-version", "v1.0.0"),
		Entry("files without a Shoot", bootstrapped, "--from-bootstrap needs a Shoot in the files of -f, or no -f", "-f", example("10-flux-config-public.yaml")),
	)
})
