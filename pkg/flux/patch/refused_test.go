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

// argument is a JSON patch with one more argument.
func argument(value string) string {
	return `[{op: add, path: ` + container + `/args/-, value: "` + value + `"}]`
}

// mounted is a strategic merge patch with a ConfigMap that is mounted there.
func mounted(mount, volume string) string {
	return pod("volumes: [{name: files, " + volume + "}], containers: [{name: manager, volumeMounts: [{name: files, " + mount + "}]}]")
}

const plainConfigMap = "configMap: {name: files}"

var _ = Describe("Forbidden patches", func() {
	refused := func(kind fluxv1alpha1.PatchKind) func(text, expected string) {
		return func(text, expected string) {
			_, err := apply(kind, text)
			Expect(err).To(HaveOccurred(), "it is accepted")
			Expect(err.Field).To(Equal("flux.patches[0].patch"))
			Expect(err.Detail).To(ContainSubstring(expected))
			Expect(err.Error()).NotTo(ContainSubstring("hunter2"), "a value is not repeated")
		}
	}

	DescribeTable("run another program, which", refused(fluxv1alpha1.PatchKindDeployment),
		Entry("is another image", manager("image: evil"), "spec.template.spec.containers[0].image of Deployment kustomize-controller must not be changed by a patch; remove it, and set flux.registry"),
		Entry("is another command", manager("command: [sh]"), "containers[0].command of Deployment"),
		Entry("is another working directory", manager("workingDir: /mnt"), "containers[0].workingDir of Deployment"),
		Entry("is another container", pod("containers: [{name: side, image: evil}]"), "the controllers run alone in their pods"),
		Entry("is another container in the place of this one", `[{op: replace, path: /spec/template/spec/containers, value: [{name: manager, image: evil}]}]`, "must keep --events-addr"),
		Entry("runs before", pod("initContainers: [{name: side, image: evil}]"), "spec.template.spec.initContainers of Deployment"),
		Entry("runs beside for a while", pod("ephemeralContainers: [{name: side, image: evil}]"), "ontainers of Deployment"),
		Entry("runs at the start", manager("lifecycle: {postStart: {exec: {command: [sh]}}}"), "containers[0].lifecycle of Deployment"),
		Entry("runs as a probe", manager("livenessProbe: {exec: {command: [sh]}}"), "containers[0].livenessProbe of Deployment"),
		Entry("is found in the search path", manager("env: [{name: PATH, value: /mnt}]"), "env[PATH] of Deployment kustomize-controller must not be set by a patch"),
		Entry("a cloud's library runs", manager("env: [{name: AWS_CONFIG_FILE, value: /mnt/config}]"), "env[AWS_CONFIG_FILE]"),
		Entry("is linked in", manager("env: [{name: LD_PRELOAD, value: /mnt/evil.so}]"), "env[LD_PRELOAD]"),
		Entry("is mounted over the controller", mounted("mountPath: /usr/local/bin", plainConfigMap), "must be below /mnt or /etc/ssl/certs"),
		Entry("is mounted over the controller by a detour", mounted("mountPath: /mnt/../usr/local/bin", plainConfigMap), "must be below /mnt or /etc/ssl/certs"),
		Entry("is mounted over the home directory", mounted("mountPath: /home/nonroot", plainConfigMap), "must be below /mnt or /etc/ssl/certs"),
		Entry("can be executed", mounted("mountPath: /mnt/files", "configMap: {name: files, defaultMode: 0755}"), "must not have files that can be executed"),
		Entry("can be executed as an item", mounted("mountPath: /mnt/files", "configMap: {name: files, items: [{key: a, path: a, mode: 0555}]}"), "must not have files that can be executed"),
		Entry("lies outside its volume", mounted("mountPath: /mnt/files", "configMap: {name: files, items: [{key: a, path: ../a}]}"), "must have a path without .."),
		Entry("is in a subdirectory outside its volume", mounted("mountPath: /mnt/files, subPath: ../a", plainConfigMap), "must have a subPath without .."),
		Entry("is in a subdirectory that a variable names", mounted("mountPath: /mnt/files, subPathExpr: $(A)", plainConfigMap), "must have no other fields than name"),
		Entry("sees mounts of the node", mounted("mountPath: /mnt/files, mountPropagation: HostToContainer", plainConfigMap), "must have no other fields than name"),
		Entry("an injector adds", "spec: {template: {metadata: {annotations: {vault.hashicorp.com/agent-inject: 'true'}}}}", "annotations[vault.hashicorp.com/agent-inject] of Deployment kustomize-controller must not be set"),
		Entry("a mesh adds", "spec: {template: {metadata: {labels: {sidecar.istio.io/inject: 'true'}}}}", "must be false"),
		Entry("another mesh adds", "spec: {template: {metadata: {annotations: {linkerd.io/inject: enabled}}}}", "must be disabled"),
		Entry("a controller updates", "metadata: {annotations: {keel.sh/policy: all}}", "annotations[keel.sh/policy]"),
	)

	DescribeTable("extend permissions, by", refused(fluxv1alpha1.PatchKindDeployment),
		Entry("the security context of the container", manager("securityContext: {privileged: true}"), "containers[0].securityContext.privileged of Deployment"),
		Entry("the security context of the pod", pod("securityContext: {runAsUser: 0}"), "spec.template.spec.securityContext.runAsUser of Deployment"),
		Entry("the security context, removed", `[{op: remove, path: `+container+`/securityContext}]`, "securityContext"),
		Entry("the security context, by a directive", manager("securityContext: {$patch: delete}"), "securityContext"),
		Entry("an annotation for AppArmor", "spec: {template: {metadata: {annotations: {container.apparmor.security.beta.kubernetes.io/manager: unconfined}}}}", "must not be set by a patch"),
		Entry("another identity", pod("serviceAccountName: admin"), "spec.template.spec.serviceAccountName of Deployment"),
		Entry("another identity by its old name", pod("serviceAccount: admin"), "spec.template.spec.serviceAccount of Deployment"),
		Entry("a token", pod("automountServiceAccountToken: true"), "automountServiceAccountToken"),
		Entry("the network of the node", pod("hostNetwork: true"), "spec.template.spec.hostNetwork of Deployment"),
		Entry("the processes of the node", pod("hostPID: true"), "hostPID"),
		Entry("the memory of the node", pod("hostIPC: true"), "hostIPC"),
		Entry("the users of the node", pod("hostUsers: true"), "hostUsers"),
		Entry("the processes of others", pod("shareProcessNamespace: true"), "shareProcessNamespace"),
		Entry("a port of the node", manager("ports: [{containerPort: 1, hostPort: 1}]"), "ports"),
		Entry("a runtime", pod("runtimeClassName: runc"), "runtimeClassName"),
		Entry("a node of its choice", pod("nodeName: node"), "nodeName"),
		Entry("a scheduler of its choice", pod("schedulerName: mine"), "schedulerName"),
		Entry("another priority", pod("priorityClassName: system-node-critical"), "spec.template.spec.priorityClassName of Deployment"),
		Entry("a directory of the node", pod("volumes: [{name: host, hostPath: {path: /}}]"), "volumes[host] of Deployment kustomize-controller must be of type configMap"),
		Entry("a directory of the node in the place of one that is there", pod("volumes: [{name: temp, hostPath: {path: /}, emptyDir: null}]"), "volumes[temp] of Deployment kustomize-controller must stay what it is"),
		Entry("a Secret", pod("volumes: [{name: key, secret: {secretName: key}}]"), "must be of type configMap"),
		Entry("a token for others", pod("volumes: [{name: token, projected: {sources: [{serviceAccountToken: {path: token}}]}}]"), "must be of type configMap"),
		Entry("a driver", pod("volumes: [{name: csi, csi: {driver: evil}}]"), "must be of type configMap"),
		Entry("two sources of a volume", pod("volumes: [{name: two, configMap: {name: a}, secret: {secretName: b}}]"), "must be of type configMap"),
		Entry("a device", manager("volumeDevices: [{name: temp, devicePath: /dev/x}]"), "volumeDevices"),
		Entry("a Secret in a variable", manager("env: [{name: TZ, valueFrom: {secretKeyRef: {name: key, key: identity}}}]"), "must have a value of its own"),
		Entry("Secrets as variables", manager("envFrom: [{secretRef: {name: key}}]"), "envFrom"),
		Entry("another variable in a variable", manager("env: [{name: TZ, value: $(HTTPS_PROXY)}]"), "without $"),
		Entry("a proxy that reads along", manager("env: [{name: https_proxy, value: 'http://hunter2@evil'}]"), "set flux.proxy"),
		Entry("an API server of its own", manager("env: [{name: KUBERNETES_SERVICE_HOST, value: evil}]"), "env[KUBERNETES_SERVICE_HOST]"),
		Entry("claims for devices", manager("resources: {claims: [{name: gpu}]}"), "resources.claims"),
	)

	DescribeTable("undo settings, by", refused(fluxv1alpha1.PatchKindDeployment),
		Entry("references to other namespaces", argument("--no-cross-namespace-refs=false"), "must not have --no-cross-namespace-refs; remove the change, and set flux.multitenancy"),
		Entry("references to other namespaces, changed in place", `[{op: replace, path: `+container+`/args/4, value: --concurrent=1}]`, "must keep --no-cross-namespace-refs"),
		Entry("a default ServiceAccount", argument("--default-service-account=admin"), "set flux.multitenancy"),
		Entry("a program in a kubeconfig", argument("--insecure-kubeconfig-exec=true"), "must not have --insecure-kubeconfig-exec"),
		Entry("another level of the log", argument("--log-level=debug"), "set flux.logLevel"),
		Entry("another address for events", argument("--events-addr=http://evil/"), "must not have --events-addr"),
		Entry("another kubeconfig", argument("--kubeconfig=/mnt/config"), "must not have --kubeconfig"),
		Entry("an end of the flags", argument("--"), "must be one string of the form --flag=value"),
		Entry("a flag with one dash", argument("-concurrent=1"), "must be one string of the form --flag=value"),
		Entry("a flag and its value apart", `[{op: add, path: `+container+`/args/-, value: --concurrent}, {op: add, path: `+container+`/args/-, value: "5"}]`, "must have --concurrent with a value"),
		Entry("a flag with a value from a variable", argument("--concurrent=$(A)"), "must have a whole number between 1 and 1000 as --concurrent"),
		Entry("a flag of another controller", argument("--helm-cache-ttl=1m"), "must not have --helm-cache-ttl; remove it, the flags of kustomize-controller that may be set are --concurrent, "),
		Entry("a duration that is none", argument("--requeue-dependency=5"), "must have a duration such as 30s"),
		Entry("a gate that the extension sets", argument("--feature-gates=ExternalArtifact=false"), "must have only gates of kustomize-controller of this version"),
		Entry("no arguments", manager("args: []"), "must keep --events-addr"),
		Entry("too many arguments", `[`+strings.Repeat(`{op: add, path: `+container+`/args/-, value: --concurrent=1},`, 61)+`]`, "must have at most 64 entries"),
		Entry("no variables", `[{op: remove, path: `+container+`/env}]`, "env[RUNTIME_NAMESPACE] of Deployment kustomize-controller must not be removed"),
		Entry("another value of a variable that is there", manager("env: [{name: RUNTIME_NAMESPACE, value: a, valueFrom: null}]"), "env[RUNTIME_NAMESPACE]"),
		Entry("a variable twice", `[{op: add, path: `+container+`/env/-, value: {name: RUNTIME_NAMESPACE, value: a}}]`, "env[RUNTIME_NAMESPACE] of Deployment kustomize-controller must occur once"),
		Entry("another selector", "spec: {selector: {matchLabels: {app: other}}}", "spec.selector.matchLabels.app of Deployment"),
		Entry("another label of Flux", "spec: {template: {metadata: {labels: {app: other}}}}", "labels[app] of Deployment kustomize-controller must not be changed"),
		Entry("a label of Gardener", "metadata: {labels: {resources.gardener.cloud/mode: Ignore}}", "labels[resources.gardener.cloud/mode]"),
		Entry("an annotation for Flux itself", "metadata: {annotations: {kustomize.toolkit.fluxcd.io/reconcile: enabled}}", "annotations[kustomize.toolkit.fluxcd.io/reconcile]"),
		Entry("a label in the node selector that is there", pod("nodeSelector: {kubernetes.io/os: windows}"), "nodeSelector[kubernetes.io/os] of Deployment kustomize-controller must not be changed"),
		Entry("another namespace", "metadata: {namespace: kube-system}", "metadata.namespace of Deployment"),
		Entry("a finalizer", "metadata: {finalizers: [a/b]}", "metadata.finalizers of Deployment"),
		Entry("an owner", "metadata: {ownerReferences: [{apiVersion: v1, kind: Node, name: a, uid: b}]}", "metadata.ownerReferences of Deployment"),
		Entry("no pod", "spec: {replicas: 0}", "only one pod of a controller works"),
		Entry("a pause", "spec: {paused: true}", "spec.paused of Deployment"),
		Entry("another strategy", "spec: {strategy: {type: Recreate}}", "spec.strategy.type of Deployment"),
		Entry("a status", "status: {replicas: 1}", "status.replicas of Deployment"),
		Entry("no directory", `[{op: remove, path: /spec/template/spec/volumes/0}]`, "volumes[temp] of Deployment kustomize-controller must not be removed"),
		Entry("a directory elsewhere", manager("volumeMounts: [{name: temp, mountPath: /mnt/a}]"), "must mount a volume that a patch adds"),
		Entry("a volume that is not there", manager("volumeMounts: [{name: none, mountPath: /mnt/a}]"), "must mount a volume that a patch adds"),
		Entry("a directory not mounted", `[{op: remove, path: `+container+`/volumeMounts/0}]`, "volumeMounts[/tmp] of Deployment kustomize-controller must not be removed"),
		Entry("a very long time to end", pod("terminationGracePeriodSeconds: 100000"), "must be between 0 and 3600"),
		Entry("an affinity", pod("affinity: {nodeAffinity: {}}"), "change nodeSelector or tolerations"),
	)

	DescribeTable("are rejected by an API server:", refused(fluxv1alpha1.PatchKindDeployment),
		Entry("an unknown field", "spec: {template: {spec: {containers: [{name: manager, ressources: {}}]}}}", "spec.template.spec.containers[0].ressources of Deployment kustomize-controller is an unknown field; correct its name, or remove it"),
		Entry("a value of the wrong type", "spec: {template: {spec: {terminationGracePeriodSeconds: soon}}}", "a field of Deployment kustomize-controller has a value of the wrong type; correct it"),
		Entry("a quantity that is none", manager("resources: {limits: {memory: much}}"), "a field of Deployment kustomize-controller has a value of the wrong type; correct it"),
		Entry("a negative quantity", manager("resources: {limits: {memory: -1}}"), "resources.limits.memory of Deployment kustomize-controller must not be negative"),
		Entry("a request above the limit", manager("resources: {requests: {memory: 2Gi}}"), "resources.requests.memory of Deployment kustomize-controller must not be more than the limit 1Gi"),
		Entry("another resource", manager("resources: {limits: {nvidia.com/gpu: 1}}"), "is not supported"),
		Entry("a toleration without key", pod("tolerations: [{value: a}]"), "name the taint"),
		Entry("a label that is none", "metadata: {labels: {team: 'a b'}}", "must be letters, digits"),
		Entry("the key of a label that is none", "metadata: {labels: {'te am': a}}", "must be a name such as team"),
		Entry("a ConfigMap without name", mounted("mountPath: /mnt/files", "configMap: {}"), "must name a ConfigMap"),
		Entry("a volume with a name that is none", pod("volumes: [{name: A_B, configMap: {name: a}}]"), "must have a name of lower-case letters"),
		Entry("a medium that is none", pod("volumes: [{name: temp, emptyDir: {medium: Gold}}]"), "must have Memory or nothing"),
		Entry("a negative size", pod("volumes: [{name: temp, emptyDir: {sizeLimit: -1}}]"), "must not have a negative"),
		Entry("one mount twice", `[{op: copy, from: `+container+`/volumeMounts/0, path: `+container+`/volumeMounts/-}]`, "volumeMounts[/tmp] of Deployment kustomize-controller must occur once"),
	)

	DescribeTable("are malformed:", refused(fluxv1alpha1.PatchKindDeployment),
		Entry("a text", "more memory", "must be a strategic merge patch"),
		Entry("no YAML", "{", "is not YAML"),
		Entry("an alias", "metadata: {labels: &a {b: c}, annotations: *a}", "has an alias"),
		Entry("several documents", "metadata: {}\n---\nmetadata: {}", "holds several YAML documents"),
		Entry("a key twice", "metadata: {}\nmetadata: {}", "has the key metadata twice"),
		Entry("another kind", "kind: ServiceAccount\nmetadata: {labels: {a: b}}", "has another kind than its target; write Deployment, or leave it out"),
		Entry("another apiVersion", "apiVersion: apps/v2", "has another apiVersion than its target; write apps/v1"),
		Entry("a directive that is none", "spec: {$patch: hunter2}", "cannot be applied as a strategic merge patch to Deployment kustomize-controller"),
		Entry("nothing left", "$patch: delete", "must not be changed by a patch"),
		Entry("an operation that is none", "[remove]", "operation 0 must be an object with op, path and"),
		Entry("an unknown operation", "[{op: delete, path: /spec}]", "op is add, remove, replace, move, copy or test"),
		Entry("an operation without path", "[{op: remove}]", "paths begin with /"),
		Entry("a path without slash", "[{op: remove, path: spec}]", "paths begin with /"),
		Entry("an operation without value", "[{op: add, path: /metadata/labels/a}]", "operation 0 must be an object with op, path and, as op requires, value or from"),
		Entry("an operation with another field", "[{op: add, path: /metadata/labels/a, value: b, old: hunter2}]", "operation 0 must be an object with op, path and, as op requires, value or from"),
		Entry("a path that is a number", "[{op: remove, path: 1}]", "operation 0 must be an object with op, path and"),
		Entry("a copy without source", "[{op: copy, path: /metadata/labels/a}]", "operation 0 must be an object with op, path and, as op requires, value or from"),
		Entry("a path that does not exist", "[{op: test, path: /spec/replicas, value: 1}, {op: remove, path: /spec/nothing}]", "operation 1 cannot be applied: its path does not exist in this version of Flux"),
		Entry("an index that does not exist", "[{op: remove, path: "+container+"/args/99}]", "operation 0 cannot be applied: its path does not exist in this version of Flux"),
		Entry("a test that fails", "[{op: test, path: /spec/replicas, value: 2}]", "operation 0 cannot be applied: its test fails"),
		Entry("copies without end", "["+strings.Repeat("{op: copy, from: /spec, path: /spec/template/metadata/annotations},", 200)+"]", "cannot be applied"),
	)

	DescribeTable("change a ServiceAccount:", refused(fluxv1alpha1.PatchKindServiceAccount),
		Entry("a pull Secret", "imagePullSecrets: [{name: a}]", "imagePullSecrets of ServiceAccount kustomize-controller must not be changed by a patch; remove it, and set flux.imagePullSecretResourceName"),
		Entry("Secrets", "secrets: [{name: a}]", "secrets of ServiceAccount"),
		Entry("a token", "automountServiceAccountToken: false", "automountServiceAccountToken of ServiceAccount"),
		Entry("an annotation of an unknown domain", "metadata: {annotations: {example.com/a: b}}", "annotations[example.com/a] of ServiceAccount kustomize-controller must not be set"),
		Entry("another label of Flux", "metadata: {labels: {app.kubernetes.io/part-of: other}}", "labels[app.kubernetes.io/part-of] of ServiceAccount"),
		Entry("another kind", "kind: Secret", "has another kind than its target"),
		Entry("a field of another kind", "spec: {}", "spec of ServiceAccount kustomize-controller is an unknown field"),
	)
})
