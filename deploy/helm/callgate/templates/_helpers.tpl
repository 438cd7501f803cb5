{{- define "callgate.selector" -}}
app.kubernetes.io/name: callgate
app.kubernetes.io/instance: {{ .Release.Name }}
{{- end }}
{{- define "callgate.labels" -}}
{{ include "callgate.selector" . }}
app.kubernetes.io/version: {{ .Chart.AppVersion | quote }}
{{- end }}
