// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

// Command metricsserver replaces metrics-server in a shoot. It serves the API group metrics.k8s.io without any metrics.
// Without it, the discovery of the shoot's API server is incomplete: the extension keeps Flux's namespace, which may
// contain objects of the group, and kube-controller-manager finishes no deletion of a Namespace (k8s.io/kubernetes:
// pkg/controller/namespace/deletion).
package main

import (
	"encoding/json"
	"fmt"
	"net/http"
	"os"
	"time"

	"github.com/spf13/pflag"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
)

const group, version = "metrics.k8s.io", "v1beta1"

func main() {
	if err := run(os.Args[1:]); err != nil {
		fmt.Fprintln(os.Stderr, "Error:", err)
		os.Exit(1)
	}
}

func run(args []string) error {
	flags := pflag.NewFlagSet("metricsserver", pflag.ContinueOnError)
	flags.ParseErrorsAllowlist.UnknownFlags = true // The flags of metrics-server about authorization and kubelets.
	port := flags.Int("secure-port", 8443, "Port of the API.")
	certificate := flags.String("tls-cert-file", "", "Certificate of the API.")
	key := flags.String("tls-private-key-file", "", "Key of the certificate.")
	if err := flags.Parse(args); err != nil {
		return err
	}
	server := &http.Server{Addr: fmt.Sprintf(":%d", *port), Handler: handler(), ReadHeaderTimeout: 10 * time.Second}
	return server.ListenAndServeTLS(*certificate, *key)
}

func handler() http.Handler {
	groupVersion := metav1.GroupVersionForDiscovery{GroupVersion: group + "/" + version, Version: version}
	apiGroup := metav1.APIGroup{
		TypeMeta: metav1.TypeMeta{Kind: "APIGroup", APIVersion: "v1"}, Name: group,
		Versions: []metav1.GroupVersionForDiscovery{groupVersion}, PreferredVersion: groupVersion,
	}
	resource := func(name, kind string, namespaced bool) metav1.APIResource {
		return metav1.APIResource{Name: name, Kind: kind, Namespaced: namespaced, Verbs: metav1.Verbs{"get", "list"}}
	}
	list := func(kind string) any {
		return map[string]any{"kind": kind, "apiVersion": groupVersion.GroupVersion, "metadata": map[string]any{}, "items": []any{}}
	}
	mux := http.NewServeMux()
	for path, answer := range map[string]any{
		"/apis":          metav1.APIGroupList{TypeMeta: metav1.TypeMeta{Kind: "APIGroupList", APIVersion: "v1"}, Groups: []metav1.APIGroup{apiGroup}},
		"/apis/" + group: apiGroup,
		"/apis/" + groupVersion.GroupVersion: metav1.APIResourceList{
			TypeMeta: metav1.TypeMeta{Kind: "APIResourceList", APIVersion: "v1"}, GroupVersion: groupVersion.GroupVersion,
			APIResources: []metav1.APIResource{resource("nodes", "NodeMetrics", false), resource("pods", "PodMetrics", true)},
		},
		"/apis/" + groupVersion.GroupVersion + "/nodes":                       list("NodeMetricsList"),
		"/apis/" + groupVersion.GroupVersion + "/pods":                        list("PodMetricsList"),
		"/apis/" + groupVersion.GroupVersion + "/namespaces/{namespace}/pods": list("PodMetricsList"),
		"/livez": "ok", "/readyz": "ok", "/healthz": "ok",
	} {
		mux.HandleFunc("GET "+path, func(w http.ResponseWriter, _ *http.Request) {
			w.Header().Set("Content-Type", "application/json")
			_ = json.NewEncoder(w).Encode(answer) // The client may have gone.
		})
	}
	return mux
}
