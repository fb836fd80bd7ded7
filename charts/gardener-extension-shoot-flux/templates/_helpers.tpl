{{- /*
SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors

SPDX-License-Identifier: Apache-2.0
*/ -}}

{{- /* The webhook's Service, its configuration and its certificate carry this name too: it is fixed. */ -}}
{{- define "name" -}}
gardener-extension-shoot-flux
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

{{- define "image" -}}
{{- $repository := required "image.repository is required" .Values.image.repository -}}
{{- $reference := printf "%s:%s" $repository (.Values.image.tag | default .Chart.AppVersion) -}}
{{- if .Values.image.digest -}}
{{- $reference = printf "%s@%s" $reference .Values.image.digest -}}
{{- end -}}
{{ $reference }}
{{- end -}}

{{- /*
Whether the extension runs in a self-hosted Shoot, which it serves, and not in a seed. gardenadm renders the chart before there is a garden, and deploys
the Shoot's Extensions.
*/ -}}
{{- define "selfHosted" -}}
{{- if .Values.gardener.selfHostedShootCluster -}}
{{- if (.Values.gardener.seed).name -}}
{{- fail "a self-hosted Shoot that is a seed is not supported: extensions have the identity of the Shoot there, with access to one project" -}}
{{- end -}}
{{- if not .Values.gardener.garden.genericKubeconfigSecretName -}}
{{- fail "shoot-flux needs a garden: leave the extension out of the Shoot until gardenadm connect has finished, and set injectGardenKubeconfig to true in the extension's registration" -}}
{{- end -}}
true
{{- end -}}
{{- end -}}

{{- define "gardenKubeconfigSecretName" -}}
{{ required "gardener.garden.genericKubeconfigSecretName is required: set injectGardenKubeconfig to true in the extension's registration" .Values.gardener.garden.genericKubeconfigSecretName }}
{{- end -}}

{{- /*
gardenlet replaces the Secret with the kubeconfig by one of another name when its content changes, and the seed's
garbage collector deletes what no workload names in such an annotation. The key is that of Gardener's package
pkg/resourcemanager/controller/garbagecollector/references.
*/ -}}
{{- define "referenceAnnotations" -}}
{{- $secret := include "gardenKubeconfigSecretName" . -}}
reference.resources.gardener.cloud/secret-{{ sha256sum $secret | trunc 8 }}: {{ $secret }}
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

{{- /* Refuses what the schema cannot: values that exclude each other, each with field, value and fix. */ -}}
{{- define "validate" -}}
{{- $versions := dict -}}
{{- range $name, $_ := .Values.labels -}}
{{- if regexMatch "^(app\\.kubernetes\\.io/(name|instance)|helm\\.sh/chart|([^/]+\\.)?gardener\\.cloud/.*)$" $name -}}
{{- fail (printf "labels: %s: is a label of the chart or of Gardener; remove it" $name) -}}
{{- end -}}
{{- end -}}
{{- $processes := list (dict "webhook.serverPort" .Values.webhook.serverPort "metrics.port" .Values.metrics.port "healthPort" .Values.healthPort) -}}
{{- $health := .Values.controllers.healthcheck -}}
{{- $status := .Values.controllers.status -}}
{{- $periods := dict "controllers.healthcheck.syncPeriod" $health.syncPeriod "controllers.healthcheck.objectsPeriod" $health.objectsPeriod "controllers.status.interval" $status.interval "controllers.status.refresh" $status.refresh -}}
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
{{- range $name, $period := $periods -}}
{{- if regexMatch "^(0+[smh])+$" $period -}}
{{- fail (printf "%s: %s: must be at least 1s" $name $period) -}}
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
