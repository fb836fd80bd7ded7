{{- /*
SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors

SPDX-License-Identifier: Apache-2.0
*/ -}}

{{- /* The webhook configuration and the certificate carry this name too: it is fixed. */ -}}
{{- define "name" -}}
gardener-extension-admission-shoot-flux
{{- end -}}

{{- define "selectorLabels" -}}
app.kubernetes.io/name: {{ include "name" . }}
app.kubernetes.io/instance: {{ .Release.Name }}
{{- end -}}

{{- define "labels" -}}
{{ include "selectorLabels" . }}
helm.sh/chart: {{ .Chart.Name }}
{{- end -}}

{{- define "leaderElectionID" -}}
{{ include "name" . }}-leader-election
{{- end -}}

{{- /* The garden controller, beside the admission. */ -}}
{{- define "gardenController.name" -}}
gardener-extension-shoot-flux-garden-controller
{{- end -}}

{{- define "gardenController.selectorLabels" -}}
app.kubernetes.io/name: {{ include "gardenController.name" . }}
app.kubernetes.io/instance: {{ .Release.Name }}
{{- end -}}

{{- define "gardenController.labels" -}}
{{ include "gardenController.selectorLabels" . }}
helm.sh/chart: {{ .Chart.Name }}
{{- end -}}

{{- define "gardenController.leaderElectionID" -}}
{{ include "gardenController.name" . }}-leader-election
{{- end -}}

{{- /* Webhooks of projects are offered where the operator has set a host for them. */ -}}
{{- define "push.enabled" -}}
{{- if and .Values.gardenController.enabled ((.Values.config).push).host }}true{{ end -}}
{{- end -}}

{{- define "push.hostname" -}}
{{- regexReplaceAll ":[0-9]+$" .Values.config.push.host "" -}}
{{- end -}}

{{- define "push.certificatePath" -}}
/etc/{{ include "gardenController.name" . }}/push
{{- end -}}

{{- define "image" -}}
{{- $repository := required "image.repository is required" .Values.image.repository -}}
{{- $reference := printf "%s:%s" $repository (.Values.image.tag | default .Chart.AppVersion) -}}
{{- if .Values.image.digest -}}
{{- $reference = printf "%s@%s" $reference .Values.image.digest -}}
{{- end -}}
{{ $reference }}
{{- end -}}

{{- define "webhookURL" -}}
{{- $service := printf "%s.%s" (include "name" .) .Release.Namespace -}}
{{- if ne (int .Values.webhook.servicePort) 443 -}}
{{- $service = printf "%s:%d" $service (int .Values.webhook.servicePort) -}}
{{- end -}}
{{ .Values.webhook.url | default $service }}
{{- end -}}

{{- define "config" -}}
apiVersion: config.flux.extensions.gardener.cloud/v1alpha1
kind: ControllerConfiguration
{{- with omit (.Values.config | default dict) "apiVersion" "kind" }}
{{ toYaml . }}
{{- end }}
{{- end -}}

{{- /* Where the pods have the Flux distributions that the operator supplies. */ -}}
{{- define "distributionsPath" -}}
/var/lib/{{ include "name" . }}/distributions
{{- end -}}

{{- /* A directory each with all that stand in the values, that come from ConfigMaps, and that come from a registry. */ -}}
{{- define "distributionArgs" -}}
{{- if (.Values.distributions).inline }}
- --distributions={{ include "distributionsPath" . }}/inline
{{- end }}
{{- if (.Values.distributions).configMaps }}
- --distributions={{ include "distributionsPath" . }}/configmaps
{{- end }}
{{- if (.Values.distributions).oci }}
- --distributions={{ include "distributionsPath" . }}/oci
{{- end }}
{{- end -}}

{{- /* The ConfigMap with one that stands in the values. */ -}}
{{- define "distributionConfigMapName" -}}
{{ include "name" .root }}-distribution-{{ .version }}
{{- end -}}

{{- define "distributionMounts" -}}
{{- range (.Values.distributions).inline }}
- name: distribution-inline-{{ .version | replace "." "-" }}
  mountPath: {{ include "distributionsPath" $ }}/inline/{{ .version }}
  readOnly: true
{{- end }}
{{- range (.Values.distributions).configMaps }}
- name: distribution-{{ .version | replace "." "-" }}
  mountPath: {{ include "distributionsPath" $ }}/configmaps/{{ .version }}
  readOnly: true
{{- end }}
{{- if (.Values.distributions).oci }}
- name: distributions-oci
  mountPath: {{ include "distributionsPath" . }}/oci
  readOnly: true
{{- end }}
{{- end -}}

{{- define "distributionVolumes" -}}
{{- range (.Values.distributions).inline }}
- name: distribution-inline-{{ .version | replace "." "-" }}
  configMap:
    name: {{ include "distributionConfigMapName" (dict "root" $ "version" .version) }}
{{- end }}
{{- range (.Values.distributions).configMaps }}
- name: distribution-{{ .version | replace "." "-" }}
  configMap:
    name: {{ .name }}
{{- end }}
{{- if (.Values.distributions).oci }}
- name: distributions-oci
  emptyDir:
    sizeLimit: 64Mi
{{- end }}
{{- range (.Values.distributions).oci }}
{{- if .pullSecretName }}
- name: registry-{{ .version | replace "." "-" }}
  secret:
    secretName: {{ .pullSecretName }}
    items:
    - key: .dockerconfigjson
      path: config.json
{{- end }}
{{- if .caConfigMapName }}
- name: registry-ca-{{ .version | replace "." "-" }}
  configMap:
    name: {{ .caConfigMapName }}
    items:
    - key: ca.crt
      path: ca.crt
{{- end }}
{{- end }}
{{- end -}}

{{- define "proxyEnv" -}}
{{- with .Values.proxy }}
{{- with .httpProxy }}
- name: HTTP_PROXY
  value: {{ . | quote }}
{{- end }}
{{- with .httpsProxy }}
- name: HTTPS_PROXY
  value: {{ . | quote }}
{{- end }}
{{- with .noProxy }}
- name: NO_PROXY
  value: {{ join "," . | quote }}
{{- end }}
{{- end }}
{{- end -}}

{{- /* Each artifact is fetched before the process starts: it asks no registry itself. */ -}}
{{- define "distributionInitContainers" -}}
{{- range (.Values.distributions).oci }}
- name: distribution-{{ .version | replace "." "-" }}
  image: {{ include "image" $ }}
  imagePullPolicy: {{ $.Values.image.pullPolicy }}
  args:
  - distributions
  - pull
  - {{ .artifact }}
  - --version={{ .version }}
  - --out={{ include "distributionsPath" $ }}/oci
  {{- if .pullSecretName }}
  - --registry-config=/var/run/registry/config.json
  {{- end }}
  {{- if .caConfigMapName }}
  - --ca-file=/var/run/registry-ca/ca.crt
  {{- end }}
  {{- with include "proxyEnv" $ | trim }}
  env:
  {{- . | nindent 2 }}
  {{- end }}
  resources:
    requests:
      cpu: 10m
      memory: 64Mi
  securityContext:
    allowPrivilegeEscalation: false
    readOnlyRootFilesystem: true
    capabilities:
      drop:
      - ALL
  volumeMounts:
  - name: distributions-oci
    mountPath: {{ include "distributionsPath" $ }}/oci
  {{- if .pullSecretName }}
  - name: registry-{{ .version | replace "." "-" }}
    mountPath: /var/run/registry
    readOnly: true
  {{- end }}
  {{- if .caConfigMapName }}
  - name: registry-ca-{{ .version | replace "." "-" }}
    mountPath: /var/run/registry-ca
    readOnly: true
  {{- end }}
{{- end }}
{{- end -}}

{{- define "gardenKubeconfigPath" -}}
/var/run/secrets/gardener.cloud/garden/generic-kubeconfig
{{- end -}}

{{- define "env" -}}
# Without a limit, this is the memory of the node.
- name: MEMORY_LIMIT
  valueFrom:
    resourceFieldRef:
      resource: limits.memory
{{- if (.Values.gardenKubeconfig).secretName }}
- name: GARDEN_KUBECONFIG
  value: {{ include "gardenKubeconfigPath" . }}/kubeconfig
{{- end }}
{{ include "proxyEnv" . | trim }}
{{- end -}}

{{- /* Refuses what the schema cannot: values that exclude each other, each with field, value and fix. */ -}}
{{- define "validate" -}}
{{- $versions := dict -}}
{{- range $name, $_ := .Values.labels -}}
{{- if regexMatch "^(app\\.kubernetes\\.io/(name|instance)|helm\\.sh/chart|([^/]+\\.)?gardener\\.cloud/.*)$" $name -}}
{{- fail (printf "labels: %s: is a label of the chart or of Gardener; remove it" $name) -}}
{{- end -}}
{{- end -}}
{{- $processes := list (dict "webhook.serverPort" .Values.webhook.serverPort "metrics.port" .Values.metrics.port "healthPort" .Values.healthPort) -}}
{{- if include "push.enabled" . -}}
{{- $processes = append $processes (dict "gardenController.push.port" .Values.gardenController.push.port "metrics.port" .Values.metrics.port "healthPort" .Values.healthPort) -}}
{{- end -}}
{{- range $kind, $list := .Values.distributions -}}
{{- range $i, $distribution := $list -}}
{{- if hasKey $versions $distribution.version -}}
{{- fail (printf "distributions.%s[%d].version: %s: is supplied twice; remove it here or from distributions.%s" $kind $i $distribution.version (get $versions $distribution.version)) -}}
{{- end -}}
{{- $_ := set $versions $distribution.version $kind -}}
{{- end -}}
{{- end -}}
{{- with .Values.proxy -}}
{{- if and (or .httpProxy .httpsProxy) (not .noProxy) -}}
{{- fail "proxy.noProxy: is empty beside a proxy, so that requests to all API servers would go there; name those that are reached without it, at least the cluster's own (a pod's KUBERNETES_SERVICE_HOST)" -}}
{{- end -}}
{{- end -}}
{{- range $ports := $processes -}}
{{- range $name, $port := $ports -}}
{{- range $other, $same := $ports -}}
{{- if and (lt $name $other) (eq (int $port) (int $same)) -}}
{{- fail (printf "%s: %d: is the value of %s too; set different ports" $name (int $port) $other) -}}
{{- end -}}
{{- end -}}
{{- end -}}
{{- end -}}
{{- end -}}

{{- define "podSettings" -}}
{{- range $name := list "imagePullSecrets" "nodeSelector" "tolerations" }}
{{- with get $.Values $name }}
{{ $name }}:
  {{- toYaml . | nindent 2 }}
{{- end }}
{{- end }}
{{- end -}}
