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
