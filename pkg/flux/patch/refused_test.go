// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package patch_test

import (
	"strings"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"

	fluxv1alpha1 "github.com/shoot-flux/gardener-extension-shoot-flux/pkg/apis/flux/v1alpha1"
)

// pod is a strategic merge patch of a pod.
func pod(spec string) string { return "spec: {template: {spec: {" + spec + "}}}" }

// manager is a strategic merge patch of the controller's container.
func manager(spec string) string { return pod("containers: [{name: manager, " + spec + "}]") }

// argument is a JSON patch that adds an argument.
func argument(value string) string {
	return `[{op: add, path: ` + container + `/args/-, value: "` + value + `"}]`
}

// mounted is a strategic merge patch with a mounted ConfigMap.
func mounted(mount, volume string) string {
	return pod("volumes: [{name: files, " + volume + "}], containers: [{name: manager, volumeMounts: [{name: files, " + mount + "}]}]")
}

const plainConfigMap = "configMap: {name: files}"

var _ = Describe("Apply", func() {
	refused := func(kind fluxv1alpha1.PatchKind) func(text, expected string) {
		return func(text, expected string) {
			_, err := apply(kind, text)
			Expect(err).To(HaveOccurred(), "it is accepted")
			Expect(err.Field).To(Equal("flux.patches[0].patch"))
			Expect(err.Detail).To(ContainSubstring(expected))
			Expect(err.Error()).NotTo(ContainSubstring("hunter2"), "a value is not repeated")
		}
	}

	DescribeTable("rejects a patch that could run another program:", refused(fluxv1alpha1.PatchKindDeployment),
		Entry("image", manager("image: evil"), "spec.template.spec.containers[0].image of Deployment kustomize-controller must not be changed by a patch; remove it, and set flux.registry"),
		Entry("command", manager("command: [sh]"), "containers[0].command of Deployment"),
		Entry("working directory", manager("workingDir: /mnt"), "containers[0].workingDir of Deployment"),
		Entry("additional container", pod("containers: [{name: side, image: evil}]"), "the controllers run alone in their pods"),
		Entry("replaced container", `[{op: replace, path: /spec/template/spec/containers, value: [{name: manager, image: evil}]}]`, "must keep --events-addr"),
		Entry("init container", pod("initContainers: [{name: side, image: evil}]"), "spec.template.spec.initContainers of Deployment"),
		Entry("ephemeral container", pod("ephemeralContainers: [{name: side, image: evil}]"), "ontainers of Deployment"),
		Entry("lifecycle hook", manager("lifecycle: {postStart: {exec: {command: [sh]}}}"), "containers[0].lifecycle of Deployment"),
		Entry("exec probe", manager("livenessProbe: {exec: {command: [sh]}}"), "containers[0].livenessProbe of Deployment"),
		Entry("PATH", manager("env: [{name: PATH, value: /mnt}]"), "env[PATH] of Deployment kustomize-controller must not be set by a patch"),
		Entry("configuration file of AWS", manager("env: [{name: AWS_CONFIG_FILE, value: /mnt/config}]"), "env[AWS_CONFIG_FILE]"),
		Entry("LD_PRELOAD", manager("env: [{name: LD_PRELOAD, value: /mnt/evil.so}]"), "env[LD_PRELOAD]"),
		Entry("mount over the controller's binary", mounted("mountPath: /usr/local/bin", plainConfigMap), "must be below /mnt or /etc/ssl/certs"),
		Entry("mount path with ..", mounted("mountPath: /mnt/../usr/local/bin", plainConfigMap), "must be below /mnt or /etc/ssl/certs"),
		Entry("mount over the home directory", mounted("mountPath: /home/nonroot", plainConfigMap), "must be below /mnt or /etc/ssl/certs"),
		Entry("executable ConfigMap", mounted("mountPath: /mnt/files", "configMap: {name: files, defaultMode: 0755}"), "must not have executable files"),
		Entry("executable item of a ConfigMap", mounted("mountPath: /mnt/files", "configMap: {name: files, items: [{key: a, path: a, mode: 0555}]}"), "must not have executable files"),
		Entry("item path outside the volume", mounted("mountPath: /mnt/files", "configMap: {name: files, items: [{key: a, path: ../a}]}"), "must have relative paths without .."),
		Entry("subPath outside the volume", mounted("mountPath: /mnt/files, subPath: ../a", plainConfigMap), "must have a relative subPath without .."),
		Entry("subPathExpr", mounted("mountPath: /mnt/files, subPathExpr: $(A)", plainConfigMap), "must not have fields other than name"),
		Entry("mount propagation", mounted("mountPath: /mnt/files, mountPropagation: HostToContainer", plainConfigMap), "must not have fields other than name"),
		Entry("annotation of an injector", "spec: {template: {metadata: {annotations: {vault.hashicorp.com/agent-inject: 'true'}}}}", "annotations[vault.hashicorp.com/agent-inject] of Deployment kustomize-controller must not be set"),
		Entry("label that enables an Istio sidecar", "spec: {template: {metadata: {labels: {sidecar.istio.io/inject: 'true'}}}}", "must be false"),
		Entry("annotation that enables a Linkerd sidecar", "spec: {template: {metadata: {annotations: {linkerd.io/inject: enabled}}}}", "must be disabled"),
		Entry("annotation for another controller", "metadata: {annotations: {keel.sh/policy: all}}", "annotations[keel.sh/policy]"),
	)

	DescribeTable("rejects a patch that could extend permissions:", refused(fluxv1alpha1.PatchKindDeployment),
		Entry("container security context", manager("securityContext: {privileged: true}"), "containers[0].securityContext.privileged of Deployment"),
		Entry("pod security context", pod("securityContext: {runAsUser: 0}"), "spec.template.spec.securityContext.runAsUser of Deployment"),
		Entry("removed security context", `[{op: remove, path: `+container+`/securityContext}]`, "securityContext"),
		Entry("security context with $patch: delete", manager("securityContext: {$patch: delete}"), "securityContext"),
		Entry("AppArmor annotation", "spec: {template: {metadata: {annotations: {container.apparmor.security.beta.kubernetes.io/manager: unconfined}}}}", "must not be set by a patch"),
		Entry("serviceAccountName", pod("serviceAccountName: admin"), "spec.template.spec.serviceAccountName of Deployment"),
		Entry("serviceAccount", pod("serviceAccount: admin"), "spec.template.spec.serviceAccount of Deployment"),
		Entry("automountServiceAccountToken", pod("automountServiceAccountToken: true"), "automountServiceAccountToken"),
		Entry("hostNetwork", pod("hostNetwork: true"), "spec.template.spec.hostNetwork of Deployment"),
		Entry("hostPID", pod("hostPID: true"), "hostPID"),
		Entry("hostIPC", pod("hostIPC: true"), "hostIPC"),
		Entry("hostUsers", pod("hostUsers: true"), "hostUsers"),
		Entry("shareProcessNamespace", pod("shareProcessNamespace: true"), "shareProcessNamespace"),
		Entry("hostPort", manager("ports: [{containerPort: 1, hostPort: 1}]"), "ports"),
		Entry("runtimeClassName", pod("runtimeClassName: runc"), "runtimeClassName"),
		Entry("nodeName", pod("nodeName: node"), "nodeName"),
		Entry("schedulerName", pod("schedulerName: mine"), "schedulerName"),
		Entry("priorityClassName", pod("priorityClassName: system-node-critical"), "spec.template.spec.priorityClassName of Deployment"),
		Entry("hostPath volume", pod("volumes: [{name: host, hostPath: {path: /}}]"), "volumes[host] of Deployment kustomize-controller must be of type configMap"),
		Entry("existing volume changed to hostPath", pod("volumes: [{name: temp, hostPath: {path: /}, emptyDir: null}]"), "volumes[temp] of Deployment kustomize-controller must not be changed except for emptyDir"),
		Entry("Secret volume", pod("volumes: [{name: key, secret: {secretName: key}}]"), "must be of type configMap"),
		Entry("projected token volume", pod("volumes: [{name: token, projected: {sources: [{serviceAccountToken: {path: token}}]}}]"), "must be of type configMap"),
		Entry("CSI volume", pod("volumes: [{name: csi, csi: {driver: evil}}]"), "must be of type configMap"),
		Entry("volume with two sources", pod("volumes: [{name: two, configMap: {name: a}, secret: {secretName: b}}]"), "must be of type configMap"),
		Entry("volumeDevices", manager("volumeDevices: [{name: temp, devicePath: /dev/x}]"), "volumeDevices"),
		Entry("variable from a Secret", manager("env: [{name: TZ, valueFrom: {secretKeyRef: {name: key, key: identity}}}]"), "must have a literal value"),
		Entry("envFrom", manager("envFrom: [{secretRef: {name: key}}]"), "envFrom"),
		Entry("variable that expands another variable", manager("env: [{name: TZ, value: $(HTTPS_PROXY)}]"), "without $"),
		Entry("proxy variable", manager("env: [{name: https_proxy, value: 'http://hunter2@evil'}]"), "set flux.proxy"),
		Entry("KUBERNETES_SERVICE_HOST", manager("env: [{name: KUBERNETES_SERVICE_HOST, value: evil}]"), "env[KUBERNETES_SERVICE_HOST]"),
		Entry("resource claims", manager("resources: {claims: [{name: gpu}]}"), "resources.claims"),
	)

	DescribeTable("rejects a patch that overrides a setting:", refused(fluxv1alpha1.PatchKindDeployment),
		Entry("--no-cross-namespace-refs=false", argument("--no-cross-namespace-refs=false"), "must not have --no-cross-namespace-refs; remove the change, and set flux.multitenancy"),
		Entry("replaced --no-cross-namespace-refs", `[{op: replace, path: `+container+`/args/4, value: --concurrent=1}]`, "must keep --no-cross-namespace-refs"),
		Entry("--default-service-account", argument("--default-service-account=admin"), "set flux.multitenancy"),
		Entry("--insecure-kubeconfig-exec", argument("--insecure-kubeconfig-exec=true"), "must not have --insecure-kubeconfig-exec"),
		Entry("--log-level", argument("--log-level=debug"), "set flux.logLevel"),
		Entry("--events-addr", argument("--events-addr=http://evil/"), "must not have --events-addr"),
		Entry("--kubeconfig", argument("--kubeconfig=/mnt/config"), "must not have --kubeconfig"),
		Entry("end of the flags", argument("--"), "must be one string of the form --flag=value"),
		Entry("flag with one dash", argument("-concurrent=1"), "must be one string of the form --flag=value"),
		Entry("flag and value as two arguments", `[{op: add, path: `+container+`/args/-, value: --concurrent}, {op: add, path: `+container+`/args/-, value: "5"}]`, "must have a value for --concurrent"),
		Entry("flag with a variable", argument("--concurrent=$(A)"), "must have a whole number between 1 and 1000 as --concurrent"),
		Entry("flag of another controller", argument("--helm-cache-ttl=1m"), "must not have --helm-cache-ttl; remove it, or use one of the allowed flags: --concurrent, "),
		Entry("invalid duration", argument("--requeue-dependency=5"), "must have a duration such as 30s"),
		Entry("feature gate that the extension sets", argument("--feature-gates=ExternalArtifact=false"), "must set only feature gates of kustomize-controller of this Flux version"),
		Entry("removed arguments", manager("args: []"), "must keep --events-addr"),
		Entry("too many arguments", `[`+strings.Repeat(`{op: add, path: `+container+`/args/-, value: --concurrent=1},`, 61)+`]`, "must have at most 64 entries"),
		Entry("removed variables", `[{op: remove, path: `+container+`/env}]`, "env[RUNTIME_NAMESPACE] of Deployment kustomize-controller must not be removed"),
		Entry("changed variable", manager("env: [{name: RUNTIME_NAMESPACE, value: a, valueFrom: null}]"), "env[RUNTIME_NAMESPACE]"),
		Entry("duplicate variable", `[{op: add, path: `+container+`/env/-, value: {name: RUNTIME_NAMESPACE, value: a}}]`, "env[RUNTIME_NAMESPACE] of Deployment kustomize-controller must occur once"),
		Entry("selector", "spec: {selector: {matchLabels: {app: other}}}", "spec.selector.matchLabels.app of Deployment"),
		Entry("changed label of Flux", "spec: {template: {metadata: {labels: {app: other}}}}", "labels[app] of Deployment kustomize-controller must not be changed"),
		Entry("label of Gardener", "metadata: {labels: {resources.gardener.cloud/mode: Ignore}}", "labels[resources.gardener.cloud/mode]"),
		Entry("annotation of Flux", "metadata: {annotations: {kustomize.toolkit.fluxcd.io/reconcile: enabled}}", "annotations[kustomize.toolkit.fluxcd.io/reconcile]"),
		Entry("changed node selector", pod("nodeSelector: {kubernetes.io/os: windows}"), "nodeSelector[kubernetes.io/os] of Deployment kustomize-controller must not be changed"),
		Entry("namespace", "metadata: {namespace: kube-system}", "metadata.namespace of Deployment"),
		Entry("finalizer", "metadata: {finalizers: [a/b]}", "metadata.finalizers of Deployment"),
		Entry("owner reference", "metadata: {ownerReferences: [{apiVersion: v1, kind: Node, name: a, uid: b}]}", "metadata.ownerReferences of Deployment"),
		Entry("replicas", "spec: {replicas: 0}", "each controller has one active pod"),
		Entry("paused", "spec: {paused: true}", "spec.paused of Deployment"),
		Entry("strategy", "spec: {strategy: {type: Recreate}}", "spec.strategy.type of Deployment"),
		Entry("status", "status: {replicas: 1}", "status.replicas of Deployment"),
		Entry("removed volume", `[{op: remove, path: /spec/template/spec/volumes/0}]`, "volumes[temp] of Deployment kustomize-controller must not be removed"),
		Entry("second mount of an existing volume", manager("volumeMounts: [{name: temp, mountPath: /mnt/a}]"), "must mount a volume that a patch adds"),
		Entry("mount of an unknown volume", manager("volumeMounts: [{name: none, mountPath: /mnt/a}]"), "must mount a volume that a patch adds"),
		Entry("removed mount", `[{op: remove, path: `+container+`/volumeMounts/0}]`, "volumeMounts[/tmp] of Deployment kustomize-controller must not be removed"),
		Entry("terminationGracePeriodSeconds above the limit", pod("terminationGracePeriodSeconds: 100000"), "must be between 0 and 3600"),
		Entry("affinity", pod("affinity: {nodeAffinity: {}}"), "change nodeSelector or tolerations"),
	)

	DescribeTable("rejects a patch that an API server would reject:", refused(fluxv1alpha1.PatchKindDeployment),
		Entry("unknown field", "spec: {template: {spec: {containers: [{name: manager, ressources: {}}]}}}", "spec.template.spec.containers[0].ressources of Deployment kustomize-controller is an unknown field; correct its name, or remove it"),
		Entry("value of the wrong type", "spec: {template: {spec: {terminationGracePeriodSeconds: soon}}}", "a field of Deployment kustomize-controller has a value of the wrong type; correct it"),
		Entry("invalid quantity", manager("resources: {limits: {memory: much}}"), "a field of Deployment kustomize-controller has a value of the wrong type; correct it"),
		Entry("negative quantity", manager("resources: {limits: {memory: -1}}"), "resources.limits.memory of Deployment kustomize-controller must not be negative"),
		Entry("request above the limit", manager("resources: {requests: {memory: 2Gi}}"), "resources.requests.memory of Deployment kustomize-controller must not be more than limits.memory, which is 1Gi"),
		Entry("unsupported resource", manager("resources: {limits: {nvidia.com/gpu: 1}}"), "is not supported"),
		Entry("toleration without a key", pod("tolerations: [{value: a}]"), "name the taint"),
		Entry("invalid label value", "metadata: {labels: {team: 'a b'}}", "labels[team] of Deployment kustomize-controller is invalid: a valid label must"),
		Entry("invalid label key", "metadata: {labels: {'te am': a}}", "labels[te am] of Deployment kustomize-controller is invalid: name part must"),
		Entry("ConfigMap without a name", mounted("mountPath: /mnt/files", "configMap: {}"), "must name a ConfigMap"),
		Entry("invalid volume name", pod("volumes: [{name: A_B, configMap: {name: a}}]"), "must have a name of lower-case letters"),
		Entry("unknown medium", pod("volumes: [{name: temp, emptyDir: {medium: Gold}}]"), "must have Memory or no value"),
		Entry("negative size limit", pod("volumes: [{name: temp, emptyDir: {sizeLimit: -1}}]"), "must not have a negative"),
		Entry("duplicate mount", `[{op: copy, from: `+container+`/volumeMounts/0, path: `+container+`/volumeMounts/-}]`, "volumeMounts[/tmp] of Deployment kustomize-controller must occur once"),
	)

	DescribeTable("rejects a malformed patch:", refused(fluxv1alpha1.PatchKindDeployment),
		Entry("text", "more memory", "must be a strategic merge patch"),
		Entry("invalid YAML", "{", "is not YAML"),
		Entry("alias", "metadata: {labels: &a {b: c}, annotations: *a}", "has an alias"),
		Entry("several documents", "metadata: {}\n---\nmetadata: {}", "holds several YAML documents"),
		Entry("duplicate key", "metadata: {}\nmetadata: {}", "has the key metadata twice"),
		Entry("another kind", "kind: ServiceAccount\nmetadata: {labels: {a: b}}", "has a different kind than its target; set it to Deployment, or remove it"),
		Entry("another apiVersion", "apiVersion: apps/v2", "has a different apiVersion than its target; set it to apps/v1"),
		Entry("unknown directive", "spec: {$patch: hunter2}", "cannot be applied as a strategic merge patch to Deployment kustomize-controller"),
		Entry("deletion of the object", "$patch: delete", "must not be changed by a patch"),
		Entry("operation that is not an object", "[remove]", "operation 0 must be an object with op, path and"),
		Entry("unknown operation", "[{op: delete, path: /spec}]", "op is add, remove, replace, move, copy or test"),
		Entry("operation without a path", "[{op: remove}]", "paths begin with /"),
		Entry("path without a leading slash", "[{op: remove, path: spec}]", "paths begin with /"),
		Entry("add without a value", "[{op: add, path: /metadata/labels/a}]", "operation 0 must be an object with op, path and, as op requires, value or from"),
		Entry("operation with an unknown field", "[{op: add, path: /metadata/labels/a, value: b, old: hunter2}]", "operation 0 must be an object with op, path and, as op requires, value or from"),
		Entry("path that is a number", "[{op: remove, path: 1}]", "operation 0 must be an object with op, path and"),
		Entry("copy without from", "[{op: copy, path: /metadata/labels/a}]", "operation 0 must be an object with op, path and, as op requires, value or from"),
		Entry("missing path", "[{op: test, path: /spec/replicas, value: 1}, {op: remove, path: /spec/nothing}]", "operation 1 cannot be applied: its path does not exist in this Flux version"),
		Entry("missing index", "[{op: remove, path: "+container+"/args/99}]", "operation 0 cannot be applied: its path does not exist in this Flux version"),
		Entry("failing test", "[{op: test, path: /spec/replicas, value: 2}]", "operation 0 cannot be applied: its test fails"),
		Entry("copies that exceed the size limit", "["+strings.Repeat("{op: copy, from: /spec, path: /spec/template/metadata/annotations},", 200)+"]", "cannot be applied"),
	)

	DescribeTable("rejects a patch of a ServiceAccount:", refused(fluxv1alpha1.PatchKindServiceAccount),
		Entry("imagePullSecrets", "imagePullSecrets: [{name: a}]", "imagePullSecrets of ServiceAccount kustomize-controller must not be changed by a patch; remove it, and set flux.imagePullSecretResourceName"),
		Entry("secrets", "secrets: [{name: a}]", "secrets of ServiceAccount"),
		Entry("automountServiceAccountToken", "automountServiceAccountToken: false", "automountServiceAccountToken of ServiceAccount"),
		Entry("annotation of an unknown domain", "metadata: {annotations: {example.com/a: b}}", "annotations[example.com/a] of ServiceAccount kustomize-controller must not be set"),
		Entry("changed label of Flux", "metadata: {labels: {app.kubernetes.io/part-of: other}}", "labels[app.kubernetes.io/part-of] of ServiceAccount"),
		Entry("another kind", "kind: Secret", "has a different kind than its target"),
		Entry("field of another kind", "spec: {}", "spec of ServiceAccount kustomize-controller is an unknown field"),
	)
})
