// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package simulation

import (
	"context"
	"net/http"
	"strings"

	gardencorev1beta1 "github.com/gardener/gardener/pkg/apis/core/v1beta1"
	admissionv1 "k8s.io/api/admission/v1"
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
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/garden"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/webhook/admission"
)

// webhooks contains the handlers of the admission.
type webhooks struct {
	configMaps *admission.ConfigMapHandler
	shoots     *admission.ShootHandler
}

// newAdmission returns the handlers. They use the configuration that the operator has at the beginning of the run.
func (w *world) newAdmission() (*webhooks, error) {
	read, err := w.landscape.Read(&operator.File{Name: "config.yaml", Content: []byte(initialSettings().yaml())}, "")
	if err != nil {
		return nil, err
	}
	scheme, err := schemeOf(kubernetesscheme.AddToScheme, gardencorev1beta1.AddToScheme)
	if err != nil {
		return nil, err
	}
	reader, err := client.New(&rest.Config{Host: "http://garden", QPS: -1, Transport: direct{w.garden}}, client.Options{Scheme: scheme, Mapper: w.garden.mapper()})
	if err != nil {
		return nil, err
	}
	decoder, resolver, turns := controllerruntimeadmission.NewDecoder(scheme), read.Resolver.AnyGitHost(), admission.NewTurns(1)
	return &webhooks{
		configMaps: &admission.ConfigMapHandler{Decoder: decoder, Resolver: resolver, Garden: reader, Turns: turns, Clock: clock.RealClock{}},
		shoots:     &admission.ShootHandler{Projects: garden.NewReader(reader), Decoder: decoder, Resolver: resolver, Turns: turns},
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

// submit lets people change flux-config of a project, unless the admission denies it.
func (w *world) submit(namespace string, change func(*unstructured.Unstructured)) bool {
	key := types.NamespacedName{Namespace: namespace, Name: fluxv1alpha1.ConfigMapName}
	return w.submitTo(w.admission.configMaps, w.garden.of("", "configmaps"), key, change)
}

// submitTo lets people change an object, or create it. Like an API server, it asks a webhook with the old and the new
// object, and stores nothing that is denied.
func (w *world) submitTo(webhook controllerruntimeadmission.Handler, r *resource, key types.NamespacedName, change func(*unstructured.Unstructured)) bool {
	asked := controllerruntimeadmission.Request{AdmissionRequest: admissionv1.AdmissionRequest{
		Operation: admissionv1.Create, Namespace: key.Namespace, Name: key.Name, Kind: metav1.GroupVersionKind(r.GroupVersionKind),
	}}
	now := r.empty()
	now.SetNamespace(key.Namespace)
	now.SetName(key.Name)
	found, err := w.garden.get(r, key)
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
	if answer := webhook.Handle(context.WithoutCancel(w.context), asked); !answer.Allowed {
		w.act("denied", key.String()+": "+answer.Result.Message)
		return false
	}
	if asked.Operation == admissionv1.Create {
		_, err = w.garden.create(r, now, write{manager: "kubectl"})
		return err == nil
	}
	return edit(w.garden, r, key, write{manager: "kubectl"}, change)
}

// overrides returns fields that people set in the providerConfig of a Shoot, some of them by mistake. None of them is the
// path, because the simulation reads the path from flux-config only.
func overrides() []string {
	return []string{"", "", "interval: 7m0s", "interval: 13m0s", "timeout: 4m0s", "interval: often", "intervall: 7m0s", "path: ../..", "prune: maybe", "suspend: [true]"}
}

// override sets the providerConfig of a Shoot, or removes it.
func override(o *unstructured.Unstructured, with string) {
	extension := object{"type": fluxv1alpha1.ExtensionType}
	if with != "" {
		field, value, _ := strings.Cut(with, ": ")
		extension["providerConfig"] = object{
			"apiVersion": fluxv1alpha1.SchemeGroupVersion.String(), "kind": "FluxConfig",
			"kustomization": object{"template": object{"spec": object{field: value}}},
		}
	}
	set(o, []any{extension}, "spec", "extensions")
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
