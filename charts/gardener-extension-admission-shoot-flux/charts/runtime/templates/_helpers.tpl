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
