// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package cli

import (
	"encoding/json"
	"fmt"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"time"
	"unicode"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"sigs.k8s.io/yaml"

	fluxv1alpha1 "github.com/shoot-flux/gardener-extension-shoot-flux/pkg/apis/flux/v1alpha1"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/cli/printer"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/rollout"
	"github.com/shoot-flux/gardener-extension-shoot-flux/test/support/clitest"
)

// hostile is behind each text in the garden: sequences that change colour and title, or clear the screen, with 7 and
// 8 bits; characters that turn the direction of a text; and those that are not visible.
const hostile = "evil\x1b[31m\x1b]0;title\x07\u009b2J\u202e\u2066\u061c\u200b\u200d\u2060\ufeff\u00ad\u034f\u115f\u3164\ufe0f\U000e0041\u2028\r\x7f\b"

// stays are values that would not be read if they were changed.
var stays = regexp.MustCompile(`^(\d{4}-\d\d-\d\dT.*|)$`)

// poisoned returns a JSON value with something hostile behind each text, but under these keys.
func poisoned(value any, except ...string) any {
	switch value := value.(type) {
	case string:
		if stays.MatchString(value) {
			return value
		}
		return value + hostile
	case []any:
		for i := range value {
			value[i] = poisoned(value[i], except...)
		}
	case map[string]any:
	keys:
		for key, own := range value {
			for _, kept := range except {
				if key == kept {
					continue keys
				}
			}
			value[key] = poisoned(own, except...)
		}
	}
	return value
}

// plain returns an object as a JSON value.
func plain(object any) any {
	GinkgoHelper()
	raw, err := json.Marshal(object)
	Expect(err).NotTo(HaveOccurred())
	var value any
	Expect(json.Unmarshal(raw, &value)).To(Succeed())
	return value
}

// poisonRevision replaces the target with a revision that has something hostile in keys, values and its Flux version.
func poisonRevision(state *rollout.State) {
	GinkgoHelper()
	content, err := json.Marshal(map[string]any{hostile: hostile, "list": []any{hostile}})
	Expect(err).NotTo(HaveOccurred())
	own := rollout.Revision{
		Data: map[string]string{"config.yaml": string(content), hostile: hostile + "\n" + hostile}, BinaryData: map[string][]byte{"binary" + hostile: {1}}, FluxVersion: hostile,
	}
	state.Target, state.Revisions[own.ID()] = own.ID(), own
}

// hostileGarden serves a project whose objects have something hostile in each text, and returns a kubeconfig.
func hostileGarden(namespace string) string {
	GinkgoHelper()
	now := metav1.NewTime(time.Now().Add(-time.Hour).UTC().Truncate(time.Second))
	status := fluxv1alpha1.ShootStatus{
		UID: "1", Seed: "alpha", State: "Failed", Cause: "InstallationFailed", Reason: "Reason", Message: "message", FluxVersion: "v2.9.3", AppliedRevision: "main@sha1:1", AttemptedRevision: "main@sha1:2",
		Ring: "canary", Revision: "1234", DeployKeyFingerprint: "SHA256:x", DeployKeyRotation: "x", DeployKeyPhase: "InUse", SourceKeys: map[string]string{"a": "SHA256:y"}, LastEventReason: "x",
		Since: now, ObservedAt: now, Objects: &fluxv1alpha1.ObservedObjects{
			Counts:  []fluxv1alpha1.ObjectCounts{{Kind: "Kustomization", Failing: 1}},
			Failing: []fluxv1alpha1.FailingObject{{Kind: "Kustomization", Namespace: "a", Name: "b", Reason: "c", Message: "d", Revision: "e", Since: now}}, Tree: []string{"Kustomization a/b"},
		},
	}
	entry, err := json.Marshal(poisoned(plain(status), "uid"))
	Expect(err).NotTo(HaveOccurred())
	const head, rings = "apiVersion: flux.extensions.gardener.cloud/v1alpha1\nkind: FluxConfig\n", "project: {rollout: {rings: [{name: canary, shoots: {matchLabels: {ring: canary}}}, {name: production, soak: 0s}]}}\n"
	stored := clitest.StoppedRollout(namespace, head, rings, now.Time)
	var progress any
	Expect(yaml.Unmarshal([]byte(stored.Data[rollout.KeyStatus]), &progress)).To(Succeed())
	text, err := json.Marshal(poisoned(progress))
	Expect(err).NotTo(HaveOccurred())
	// The status is YAML, which has no pairs of escapes.
	stored.Data[rollout.KeyStatus] = printer.EscapeJSON(strings.ReplaceAll(string(text), "\U000e0041", ""))
	state, err := rollout.Decode(stored)
	Expect(err).NotTo(HaveOccurred())
	for i := range state.History {
		state.History[i].Revision, state.History[i].FluxVersion, state.History[i].Outcome = hostile, hostile, hostile
	}
	poisonRevision(state)
	stored.BinaryData, err = state.Encode()
	Expect(err).NotTo(HaveOccurred())

	object := func(kind, name string, more map[string]any) map[string]any {
		metadata := map[string]any{"namespace": namespace, "name": name, "uid": "1", "resourceVersion": "1", "creationTimestamp": now}
		if annotations, ok := more["annotations"]; ok {
			metadata["annotations"] = annotations
			delete(more, "annotations")
		}
		made := map[string]any{"apiVersion": "v1", "kind": kind, "metadata": metadata}
		for key, value := range more {
			made[key] = value
		}
		return made
	}
	annotations := func(prefix string) map[string]any {
		all := map[string]any{}
		for _, name := range []string{
			"public-key", "fingerprint", "next-public-key", "next-fingerprint", "previous-public-key", "previous-fingerprint", "operation", "operation-error", "host-key-scan-error", "lagging-shoots",
			"push-url", "push-error", "rollout",
		} {
			all[prefix+"flux.extensions.gardener.cloud/"+name] = hostile
		}
		record, err := json.Marshal(map[string]any{"host": hostile, "keys": []any{map[string]any{"fingerprint": hostile, "state": hostile, "title": hostile, "message": hostile}}})
		Expect(err).NotTo(HaveOccurred())
		all[prefix+"flux.extensions.gardener.cloud/registration"] = string(record)
		return all
	}
	objects := map[string][]map[string]any{
		"configmaps": {
			plain(clitest.StatusConfigMap(namespace, map[string]string{"my-shoot": string(entry), "other\x1b[31m": string(entry)})).(map[string]any),
			object("ConfigMap", "flux-config", map[string]any{"data": map[string]any{"config.yaml": head + rings}, "annotations": annotations("")}),
			object("ConfigMap", "flux-rollout", map[string]any{"data": stored.Data, "binaryData": stored.BinaryData}),
			object("ConfigMap", "flux-push", map[string]any{"data": map[string]any{"pushed-at": hostile}}),
		},
		"secrets": {
			object("Secret", "flux-source", map[string]any{"annotations": annotations("")}),
			object("Secret", "flux-source-keys", map[string]any{"annotations": annotations("a.")}),
		},
		"shoots": {object("Shoot", "my-shoot", map[string]any{
			"apiVersion": "core.gardener.cloud/v1beta1", "spec": map[string]any{"purpose": hostile, "extensions": []any{map[string]any{"type": "shoot-flux"}}},
			"status": map[string]any{"technicalID": hostile, "lastOperation": map[string]any{"description": hostile, "state": hostile, "type": hostile}},
		})},
		"events": {object("Event", "one", map[string]any{"reason": hostile, "message": hostile, "type": hostile, "involvedObject": map[string]any{"kind": "Shoot", "name": "my-shoot"}})},
	}
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.URL.Query().Get("watch") != "" {
			<-r.Context().Done()
			return
		}
		parts := strings.Split(strings.Trim(r.URL.Path, "/"), "/")
		found := []map[string]any{}
		kind := map[string]string{"configmaps": "ConfigMap", "secrets": "Secret", "shoots": "Shoot", "events": "Event"}
		version, resource, name := "v1", "", ""
		for i, part := range parts {
			if _, ok := kind[part]; ok {
				resource, name = part, strings.Join(parts[i+1:], "/")
			}
		}
		if resource == "shoots" {
			version = "core.gardener.cloud/v1beta1"
		}
		selected, _ := strings.CutPrefix(r.URL.Query().Get("fieldSelector"), "metadata.name=")
		for _, object := range objects[resource] {
			own := object["metadata"].(map[string]any)["name"]
			if (name == "" || own == name) && (selected == "" || resource == "events" || own == selected) {
				found = append(found, object)
			}
		}
		own, list := kind[resource], kind[resource]+"List"
		if strings.Contains(r.Header.Get("Accept"), "PartialObjectMetadata") {
			own, list, version = "PartialObjectMetadata", "PartialObjectMetadataList", "meta.k8s.io/v1"
		}
		w.Header().Set("Content-Type", "application/json")
		for i := range found {
			copied := map[string]any{}
			for key, value := range found[i] {
				copied[key] = value
			}
			copied["kind"], copied["apiVersion"] = own, version
			found[i] = copied
		}
		switch {
		case name == "":
			_ = json.NewEncoder(w).Encode(map[string]any{"kind": list, "apiVersion": version, "metadata": map[string]any{"resourceVersion": "1"}, "items": found})
		case len(found) == 0:
			w.WriteHeader(http.StatusNotFound)
			_ = json.NewEncoder(w).Encode(metav1.Status{TypeMeta: metav1.TypeMeta{Kind: "Status", APIVersion: "v1"}, Status: "Failure", Reason: metav1.StatusReasonNotFound, Code: 404, Message: hostile})
		default:
			_ = json.NewEncoder(w).Encode(found[0])
		}
	}))
	DeferCleanup(func() {
		server.CloseClientConnections()
		server.Close()
	})
	kubeconfig := filepath.Join(GinkgoT().TempDir(), "kubeconfig")
	Expect(os.WriteFile(kubeconfig, fmt.Appendf(nil, `{apiVersion: v1, kind: Config, current-context: c, contexts: [{name: c, context: {cluster: c, user: u}}], clusters: [{name: c, cluster: {server: %q}}], users: [{name: u, user: {token: x}}]}`, server.URL), 0o600)).To(Succeed())
	return kubeconfig
}

var _ = Describe("No command prints control sequences or invisible characters", func() {
	DescribeTable("for a garden with such texts:",
		func(ctx SpecContext, args ...string) {
			const namespace = "garden-hostile"
			out, notes, err := run(ctx, NewCommand(), append(args, "--kubeconfig", hostileGarden(namespace), "-n", namespace)...)
			text := out + notes
			if err != nil {
				text += err.Error()
			}
			Expect(text).To(ContainSubstring("evil"), "it shows what it has read")
			for _, r := range text {
				Expect(r == '\n' || unicode.IsPrint(r)).To(BeTrue(), "%U in %q", r, text)
				Expect(strings.ContainsRune("\u034f\u115f\u3164\ufe0f\u2028", r)).To(BeFalse(), "%U in %q", r, text)
			}
		},
		Entry("status", "status"),
		Entry("status -o wide", "status", "-o", "wide"),
		Entry("status -o json", "status", "-o", "json"),
		Entry("status -o yaml", "status", "-o", "yaml"),
		Entry("status --shoot", "status", "--shoot", "my-shoot"),
		Entry("status --shoot -o yaml", "status", "--shoot", "my-shoot", "-o", "yaml"),
		Entry("wait", "wait", "my-shoot", "--fail-fast", "--timeout", "1s"),
		Entry("wait for several", "wait", "--all", "--fail-fast", "--timeout", "1s"),
		Entry("wait -o junit", "wait", "--all", "--timeout", "1s", "-o", "junit"),
		Entry("wait -o json", "wait", "--all", "--timeout", "1s", "-o", "json"),
		Entry("rollout status", "rollout", "status"),
		Entry("rollout status -o json", "rollout", "status", "-o", "json"),
		Entry("rollout status -o yaml", "rollout", "status", "-o", "yaml"),
		Entry("rollout diff", "rollout", "diff"),
		Entry("rollout diff of an unknown ring", "rollout", "diff", hostile),
		Entry("rollout diff -o json", "rollout", "diff", "-o", "json"),
		Entry("rollout diff -o yaml", "rollout", "diff", "-o", "yaml"),
		Entry("rollout history", "rollout", "history"),
		Entry("an operation on a rollout", "rollout", "pause"),
		Entry("keys list", "keys", "list"),
		Entry("keys list -o json", "keys", "list", "-o", "json"),
		Entry("keys show", "keys", "show", "-o", "wide"),
		Entry("keys show -o yaml", "keys", "show", "-o", "yaml"),
		Entry("keys show --source", "keys", "show", "--source", "a", "-o", "wide"),
		Entry("push show", "push", "show"),
		Entry("push show -o json", "push", "show", "-o", "json"),
	)
})
