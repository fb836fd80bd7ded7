{{- /* From this, "glk generate" writes extension.yaml with the charts and the image of components.yaml. */ -}}
{{- $image := splitList "@" .resources.gardenerExtensionShootFlux.ociImage.ref -}}
apiVersion: operator.gardener.cloud/v1alpha1
kind: Extension
metadata:
  name: shoot-flux
spec:
  deployment:
    extension:
      helm:
        ociRepository:
          ref: {{ .resources.gardenerExtensionShootFlux.helmChart.ref }}
      values:
        image:
          repository: {{ regexReplaceAll ":[^:/]*$" (first $image) "" }}
        {{- if gt (len $image) 1 }}
          tag: {{ .version }}
          digest: {{ last $image }}
        {{- end }}
        {{- if .imageVectorOverwrite }}
        imageVectorOverwrite: |
{{ indent 10 .imageVectorOverwrite }}
        {{- end }}
    admission:
      virtualCluster:
        helm:
          ociRepository:
            ref: {{ .resources.gardenerExtensionAdmissionShootFluxApplication.helmChart.ref }}
      runtimeCluster:
        helm:
          ociRepository:
            ref: {{ .resources.gardenerExtensionAdmissionShootFluxRuntime.helmChart.ref }}
      values:
        image:
          repository: {{ regexReplaceAll ":[^:/]*$" (first $image) "" }}
        {{- if gt (len $image) 1 }}
          tag: {{ .version }}
          digest: {{ last $image }}
        {{- end }}
