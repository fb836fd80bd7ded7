{{- /*
SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors

SPDX-License-Identifier: Apache-2.0
*/ -}}

{{- /* Whether the seeds have access to all projects. */ -}}
{{- define "clusterWide" -}}
{{- if eq .Values.access "ClusterWide" -}}
true
{{- else if not (include "gardenController.enabled" .) -}}
{{- fail "access PerProject needs the garden controller, which gives seeds their access: set admission.enabled and gardenController.enabled to true" -}}
{{- end -}}
{{- end -}}

{{- define "projectAccess" -}}
extensions.gardener.cloud:extension-shoot-flux:project-access
{{- end -}}

{{- define "noticeBoard" -}}
extensions.gardener.cloud:extension-shoot-flux:notice-board
{{- end -}}

{{- /* The garden controller comes with the admission, from the same chart. Its values are those of that chart. */ -}}
{{- define "gardenController.enabled" -}}
{{- if and .Values.admission.enabled (dig "enabled" true (.Values.gardenController | default dict)) -}}
true
{{- end -}}
{{- end -}}

{{- /*
The names of the Secrets that may be read, as JSON: those of the value, or the usual ones if the configuration, which gardener-operator gives this chart
too, offers what they are for.
*/ -}}
{{- define "secretNames" -}}
{{- $config := .Values.config | default dict -}}
{{- $usual := dict -}}
{{- if $config.gitHosts -}}
{{- $usual = dict "gitHostSecretNames" (list "flux-git-host") "commitStatusSecretNames" (list "flux-commit-status") -}}
{{- end -}}
{{- if ($config.push).host -}}
{{- $_ := set $usual "pushSecretNames" (list "flux-push") -}}
{{- end -}}
{{- if ($config.notifications).hosts -}}
{{- $_ := set $usual "notificationSecretNames" (list "flux-notifications" "flux-notifications-msteams" "flux-notifications-slack" "flux-notifications-webhook") -}}
{{- end -}}
{{- if ($config.checks).hosts -}}
{{- $_ := set $usual "checkSecretNames" (list "flux-checks") -}}
{{- end -}}
{{- $names := dict -}}
{{- range $value := list "gitHostSecretNames" "pushSecretNames" "notificationSecretNames" "checkSecretNames" "commitStatusSecretNames" -}}
{{- $_ := set $names $value (get $.Values $value | default (get $usual $value | default list)) -}}
{{- end -}}
{{ toJson $names }}
{{- end -}}
