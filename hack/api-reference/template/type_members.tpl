{{- define "type_members" -}}
{{- $optional := false -}}
{{- range .Validation }}{{ if hasPrefix "Optional" . }}{{ $optional = true }}{{ end }}{{ end -}}
{{- if not $optional }}Required. {{ end -}}
{{ .Doc | trim | replace "|" "\\|" | replace "\n" " " }}
{{- end -}}
