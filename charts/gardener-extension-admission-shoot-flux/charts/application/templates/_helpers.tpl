{{- /*
SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors

SPDX-License-Identifier: Apache-2.0
*/ -}}

{{- /* The garden controller comes with the admission, from the same chart. Its values are those of that chart. */ -}}
{{- define "gardenController.enabled" -}}
{{- if and .Values.admission.enabled (dig "enabled" true (.Values.gardenController | default dict)) -}}
true
{{- end -}}
{{- end -}}
