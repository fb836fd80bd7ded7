// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package simulation

import (
	"context"
	"net/http"
	"strings"

	admissionv1 "k8s.io/api/admission/v1"
	corev1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/apimachinery/pkg/types"
	kubernetesscheme "k8s.io/client-go/kubernetes/scheme"
	"k8s.io/client-go/rest"
	"k8s.io/utils/clock"
	"sigs.k8s.io/controller-runtime/pkg/client"
	controllerruntimeadmission "sigs.k8s.io/controller-runtime/pkg/webhook/admission"

	fluxv1alpha1 "github.com/shoot-flux/gardener-extension-shoot-flux/pkg/apis/flux/v1alpha1"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/cli/operator"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/webhook/admission"
)

// newAdmission returns the webhook for flux-config. It has the configuration of the operator at the begin of the run.
func (w *world) newAdmission() (*admission.ConfigMapHandler, error) {
	read, err := w.landscape.Read(&operator.File{Name: "config.yaml", Content: []byte(initialSettings().yaml())}, "")
	if err != nil {
		return nil, err
	}
	scheme, err := schemeOf(kubernetesscheme.AddToScheme)
	if err != nil {
		return nil, err
	}
	garden, err := client.New(&rest.Config{Host: "http://garden", QPS: -1, Transport: direct{w.garden}}, client.Options{Scheme: scheme, Mapper: w.garden.mapper()})
	if err != nil {
		return nil, err
	}
	return &admission.ConfigMapHandler{
		Decoder: controllerruntimeadmission.NewDecoder(scheme), Resolver: read.Resolver.AnyGitHost(), Garden: garden, Turns: admission.NewTurns(1), Clock: clock.RealClock{},
	}, nil
}

// direct sends requests to an API server, which answers at once.
type direct struct{ cluster *store }

// RoundTrip executes a request.
func (d direct) RoundTrip(from *http.Request) (*http.Response, error) {
	r, discovered, err := d.cluster.parse(from)
	switch {
	case err != nil:
		return (&request{Request: from}).failure(err), nil
	case discovered != nil:
		return discovered, nil
	}
	return d.cluster.answer(r), nil
}

// submit lets people change flux-config of a project, unless the admission denies it. Like an API server, it asks with
// the old and the new object, and stores nothing that is denied.
func (w *world) submit(namespace string, change func(*unstructured.Unstructured)) bool {
	key, configMaps := types.NamespacedName{Namespace: namespace, Name: fluxv1alpha1.ConfigMapName}, w.garden.of("", "configmaps")
	asked := controllerruntimeadmission.Request{AdmissionRequest: admissionv1.AdmissionRequest{
		Operation: admissionv1.Create, Namespace: namespace, Name: key.Name, Kind: metav1.GroupVersionKind(corev1.SchemeGroupVersion.WithKind("ConfigMap")),
	}}
	now := &unstructured.Unstructured{Object: object{"apiVersion": "v1", "kind": "ConfigMap"}}
	now.SetNamespace(namespace)
	now.SetName(key.Name)
	found, err := w.garden.get(configMaps, key)
	if err == nil {
		now = found.object.DeepCopy()
		asked.Operation, asked.OldObject = admissionv1.Update, runtime.RawExtension{Raw: found.encoded}
	}
	change(now)
	content, err := now.MarshalJSON()
	if err != nil {
		panic(err) // It was decoded.
	}
	asked.Object = runtime.RawExtension{Raw: content}
	if answer := w.admission.Handle(context.WithoutCancel(w.context), asked); !answer.Allowed {
		w.act("denied", namespace+": "+answer.Result.Message)
		return false
	}
	if asked.Operation == admissionv1.Create {
		_, err = w.garden.create(configMaps, now, write{manager: "kubectl"})
		return err == nil
	}
	return edit(w.garden, configMaps, key, write{manager: "kubectl"}, change)
}

// mistake changes the configuration of a project as people do by mistake. Some of the results are valid, with some
// settings of the rollout.
func mistake(kind, config string) string {
	replacements := map[string][2]string{
		"field":       {"source:", "sorce:"},
		"soak":        {"soak: ", "soak: -"},
		"unit":        {"soak: ", "soak: 1 day #"},
		"ring":        {"name: staging", "name: canary"},
		"selector":    {"matchLabels: {ring: staging}", "matchLabels: {ring: not a label}"},
		"cron":        {"purposes: [production]", `purposes: [production], windows: [{name: w, cron: "99 * * * *", duration: 20m, timeZone: UTC}]`},
		"zone":        {"purposes: [production]", `purposes: [production], windows: [{name: w, cron: "0 * * * *", duration: 20m, timeZone: Mars/Olympus}]`},
		"purpose":     {"purposes: [production]", "purposes: [productoin]"},
		"prune":       {"prune: true", "prune: maybe"},
		"interval":    {"interval: 10m0s", "interval: often"},
		"concurrent":  {"maxConcurrent: 1", "maxConcurrent: 0"},
		"percentage":  {"maxConcurrent: 1", "maxConcurrent: 1000%"},
		"guard":       {"    rings:", "    guard: {maxRemoved: 120%}\n    rings:"},
		"deadline":    {"progressDeadline: 20m", "progressDeadline: 0s"},
		"scheme":      {"url: https", "url: gopher"},
		"credentials": {"url: https://", "url: https://user:password@"},
		"reference":   {"ref: {branch: main}", "ref: {name: refs/heads/main}"},
		"two":         {"ref: {branch: main}", "ref: {branch: main, tag: v1}"},
		"variable":    {"/fleet", "/${shoot}"},
		"path":        {"path: ./", "path: ../../"},
		"absolute":    {"path: ./", "path: /"},
		"version":     {"kustomization:", "flux: {version: v0.0.1}\nkustomization:"},
		"check":       {"purposes: [production]", "purposes: [production], checks: [{name: a, http: {url: http://gate.example.com, expression: body.x}}]"},
		"expression":  {"purposes: [production]", "purposes: [production], checks: [{name: a, http: {url: https://gate.example.com, expression: body.x ==}}]"},
		"for":         {"purposes: [production]", `purposes: [production], checks: [{name: a, prometheus: {url: https://gate.example.com, query: a, max: "1"}, for: 2h, deadline: 1h}]`},
		"limit":       {"purposes: [production]", "purposes: [production], checks: [{name: a, prometheus: {url: https://gate.example.com, query: a, max: NaN}}]"},
		"yaml":        {"source:", "source: ["},
	}
	replaced := replacements[kind]
	return strings.Replace(config, replaced[0], replaced[1], 1)
}

func mistakes() []string {
	return []string{
		"absolute", "check", "concurrent", "credentials", "cron", "deadline", "expression", "field", "for", "guard", "interval", "limit", "path", "percentage",
		"prune", "purpose", "reference", "ring", "scheme", "selector", "soak", "two", "unit", "variable", "version", "yaml", "zone",
	}
}

// ruleAdmitted is the name of the rule about configurations that the admission has accepted.
const ruleAdmitted = "accepted-is-valid"

// refuse finds Shoots whose configuration is refused although the admission has accepted it.
func (w *world) refuse(namespace, name string, status fluxv1alpha1.ShootStatus) {
	if status.Cause == fluxv1alpha1.CauseConfigurationInvalid {
		w.violate(ruleAdmitted, namespace+"/"+name+" refuses what the admission has accepted: "+status.Message)
	}
}
