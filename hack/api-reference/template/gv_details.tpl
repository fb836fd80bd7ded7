{{- define "gvDetails" -}}
<!-- Generated from the Go types by make generate. DO NOT EDIT. -->

# {{ .GroupVersionString }}

{{ with markdownTemplateValue "schema" }}For editors there is a [JSON schema]({{ . }}).

{{ end -}}
{{ range .SortedTypes }}{{ if .GVK }}{{ template "type" . }}{{ end }}{{ end -}}
{{ range .SortedTypes }}{{ if not .GVK }}{{ template "type" . }}{{ end }}{{ end -}}
{{- end -}}
