// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package simulation

import (
	"encoding/json"
	"fmt"
	"strings"
	"time"

	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
)

// treeKind is a kind of objects below the root Kustomization of a simulated shoot. count is the number of objects.
type treeKind struct {
	group, version, kind, plural string
	count                        int
}

// The root Kustomization has 50 Flux objects and ownWorkloads workloads. The shoot has otherWorkloads workloads that
// Flux does not manage.
const (
	ownWorkloads   = 12
	otherWorkloads = 10
)

func treeKinds() []treeKind {
	return []treeKind{
		{"kustomize.toolkit.fluxcd.io", "v1", "Kustomization", "kustomizations", 8},
		{"helm.toolkit.fluxcd.io", "v2", "HelmRelease", "helmreleases", 15},
		{"source.toolkit.fluxcd.io", "v1", "HelmChart", "helmcharts", 15},
		{"source.toolkit.fluxcd.io", "v1", "HelmRepository", "helmrepositories", 6},
		{"source.toolkit.fluxcd.io", "v1", "OCIRepository", "ocirepositories", 4},
		{"notification.toolkit.fluxcd.io", "v1beta3", "Alert", "alerts", 1},
		{"notification.toolkit.fluxcd.io", "v1beta3", "Provider", "providers", 1},
		{"apps", "v1", "Deployment", "deployments", ownWorkloads + otherWorkloads},
	}
}

// tree contains the encoded objects below the root Kustomization of a shoot by API path of their list.
type tree map[string][]json.RawMessage

// newTree returns a tree of objects that are ready since the given time. If fails is true, a HelmRelease and its
// dependents are not ready.
func newTree(since time.Time, fails bool) tree {
	t := tree{}
	for _, k := range treeKinds() {
		path := fmt.Sprintf("/apis/%s/%s/%s", k.group, k.version, k.plural)
		for n := range k.count {
			raw, err := json.Marshal(k.object(n, since, fails))
			if err != nil {
				panic(err) // A map of strings can be encoded.
			}
			t[path] = append(t[path], raw)
		}
	}
	return t
}

// object returns an object that has about the size of a real one, including managed fields.
func (k treeKind) object(n int, since time.Time, fails bool) map[string]any {
	name := fmt.Sprintf("app-%d", n)
	labels := map[string]any{"kustomize.toolkit.fluxcd.io/name": "flux-system", "kustomize.toolkit.fluxcd.io/namespace": "flux-system"}
	if k.kind == "Deployment" && n >= ownWorkloads {
		labels = map[string]any{"gardener.cloud/role": "system-component"}
	}
	condition := condition("Ready", metav1.ConditionTrue, "Succeeded", "applied revision "+Revision(n), since)
	if fails && k.kind == "HelmRelease" && n == 0 {
		condition["status"], condition["reason"], condition["message"] = "False", "UpgradeFailed", "Helm upgrade failed for release apps/app-0: timed out waiting for the condition"
	}
	status := map[string]any{"observedGeneration": 1, "conditions": []any{condition}}
	switch k.kind {
	case "Alert", "Provider":
		status = nil
	case "Kustomization":
		var entries []any
		for i := range 20 {
			entries = append(entries, map[string]any{"id": fmt.Sprintf("apps_app-%d-%d_apps_Deployment", n, i), "v": "v1"})
		}
		status["inventory"] = map[string]any{"entries": entries}
		status["lastAppliedRevision"], status["lastAttemptedRevision"] = Revision(1), Revision(1)
	case "Deployment":
		status = map[string]any{"observedGeneration": 1, "replicas": 2, "updatedReplicas": 2, "readyReplicas": 2, "availableReplicas": 2, "conditions": []any{
			map[string]any{"type": "Available", "status": "True"}, map[string]any{"type": "Progressing", "status": "True", "reason": "NewReplicaSetAvailable"},
		}}
	}
	return map[string]any{
		"apiVersion": k.group + "/" + k.version, "kind": k.kind,
		"metadata": map[string]any{
			"namespace": "apps", "name": name, "generation": 1, "resourceVersion": "1", "uid": "00000000-0000-0000-0000-000000000000", "labels": labels,
			"creationTimestamp": since.UTC().Format(time.RFC3339),
			"managedFields":     []any{map[string]any{"manager": "kustomize-controller", "operation": "Apply", "fieldsType": "FieldsV1", "fieldsV1": map[string]any{"f:spec": strings.Repeat("f:field,", 150)}}},
		},
		"spec":   map[string]any{"interval": "10m0s", "replicas": 2, "selector": map[string]any{"matchLabels": map[string]any{"app": name}}, "values": strings.Repeat("value,", 100)},
		"status": status,
	}
}

// SetObjectsFail sets whether a HelmRelease below the root Kustomization fails.
func (s *Shoot) SetObjectsFail(fail bool) {
	s.mutex.Lock()
	defer s.mutex.Unlock()
	s.failing = nil
	if fail {
		s.failing = newTree(time.Now(), true)
	}
}

// isList reports whether a path is a list of a Flux kind or workload in all namespaces.
func (s *Shoot) isList(path string) bool {
	parts := strings.Split(strings.TrimPrefix(path, "/apis/"), "/")
	return s.healthy != nil && strings.HasPrefix(path, "/apis/") && len(parts) == 3 && parts[0] != "apiextensions.k8s.io"
}

// list returns the response for a list.
func (s *Shoot) list(path string) any {
	parts := strings.Split(strings.TrimPrefix(path, "/apis/"), "/")
	items := s.healthy[path]
	if s.failing != nil {
		items = s.failing[path]
	}
	all := append([]json.RawMessage{}, items...)
	for at, object := range s.objects {
		if strings.HasPrefix(at, "/apis/"+parts[0]+"/"+parts[1]+"/namespaces/") && strings.Contains(at, "/"+parts[2]+"/") {
			raw, err := json.Marshal(s.flux.withStatus(object))
			if err != nil {
				panic(err) // A decoded object can always be encoded.
			}
			all = append(all, raw)
		}
	}
	return map[string]any{"apiVersion": parts[0] + "/" + parts[1], "kind": "List", "metadata": map[string]any{"resourceVersion": "1"}, "items": all}
}
