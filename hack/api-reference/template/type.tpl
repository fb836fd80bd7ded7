{{- define "type" -}}
{{- if markdownShouldRenderType . -}}
## {{ .Name }}

{{ .Doc }}
{{ if .References }}
Appears in {{ range $i, $type := .SortedReferences }}{{ if $i }}, {{ end }}{{ markdownRenderTypeLink $type }}{{ end }}.
{{ end }}
{{- if .EnumValues }}
One of {{ range $i, $value := .EnumValues }}{{ if $i }}, {{ end }}`{{ $value.Name }}`{{ end }}.
{{ end }}
{{- if .Members }}
| field | type | description |
| --- | --- | --- |
{{ if .GVK -}}
| `apiVersion` | string | `{{ .GVK.Group }}/{{ .GVK.Version }}`, required |
| `kind` | string | `{{ .GVK.Kind }}`, required |
{{ end -}}
{{ range .Members -}}
| `{{ .Name }}` | {{ if eq .Type.Name "RawExtension" }}object{{ else }}{{ markdownRenderType .Type }}{{ end }} | {{ template "type_members" . }} |
{{ end -}}
{{ end }}
{{ end -}}
{{- end -}}
