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
