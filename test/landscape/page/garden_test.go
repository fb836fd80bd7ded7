// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package page

import (
	"bytes"
	"compress/gzip"
	"crypto/sha256"
	"encoding/base64"
	"encoding/hex"
	"encoding/json"
	"io"
	"net/http"
	"os"
	"slices"
	"strings"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"sigs.k8s.io/yaml"
)

// recorded is a garden whose answers are recorded. It never changes.
type recorded struct {
	objects []*unstructured.Unstructured
	// refused contains what the user may not do, as "verb resource".
	refused []string
	// reviewed receives the permissions that the user asks about, patched the patches.
	reviewed, patched chan string
}

// record returns the garden with the recorded objects, changed by pairs of old and new texts.
func record(changes ...string) *recorded {
	GinkgoHelper()
	content, err := os.ReadFile("testdata/garden.yaml")
	Expect(err).NotTo(HaveOccurred())
	for pair := range slices.Chunk(changes, 2) {
		Expect(string(content)).To(ContainSubstring(pair[0]))
	}
	g := &recorded{reviewed: make(chan string, 10), patched: make(chan string, 10)}
	return g.add([]byte(strings.NewReplacer(changes...).Replace(string(content))))
}

// withOperator returns the garden with a rollout of the operator, whose names and texts are hostile.
func (g *recorded) withOperator() *recorded {
	GinkgoHelper()
	content, err := os.ReadFile("testdata/operator.yaml")
	Expect(err).NotTo(HaveOccurred())
	return g.add(content)
}

func (g *recorded) add(content []byte) *recorded {
	GinkgoHelper()
	for _, document := range bytes.Split(content, []byte("\n---\n")) {
		object := &unstructured.Unstructured{}
		Expect(yaml.Unmarshal(document, &object.Object)).To(Succeed())
		g.objects = append(g.objects, object)
	}
	return g
}

// without returns the garden without objects of these kinds.
func (g *recorded) without(kinds ...string) *recorded {
	g.objects = slices.DeleteFunc(g.objects, func(o *unstructured.Unstructured) bool {
		return slices.Contains(kinds, o.GetKind()) || slices.Contains(kinds, o.GetName())
	})
	return g
}

// withTarget replaces the target of the rollout with a revision that has this config.yaml.
func (g *recorded) withTarget(config string) *recorded {
	GinkgoHelper()
	const target = "ca11b222776bcc21"
	revision, err := json.Marshal(map[string]any{"data": map[string]string{"config.yaml": config}})
	Expect(err).NotTo(HaveOccurred())
	sum := sha256.Sum256(revision)
	id := hex.EncodeToString(sum[:8])
	for _, o := range g.objects {
		if o.GetName() != "flux-rollout" {
			continue
		}
		values := o.Object["binaryData"].(map[string]any)
		state := decompress(values["state"].(string))
		Expect(string(state)).To(ContainSubstring(target))
		values["state"], values["revision."+id] = compress(bytes.ReplaceAll(state, []byte(target), []byte(id))), compress(revision)
	}
	return g
}

// withHolds gives the rollout a window that opens each day, a freeze without a near end and the permission for Shoots to
// hold changes. The window and the freeze have the name.
func (g *recorded) withHolds(name string) *recorded {
	GinkgoHelper()
	for _, o := range g.objects {
		if o.GetName() != "flux-rollout" {
			continue
		}
		values := o.Object["binaryData"].(map[string]any)
		state := map[string]any{}
		Expect(json.Unmarshal(decompress(values["state"].(string)), &state)).To(Succeed())
		rollout := state["rollout"].(map[string]any)
		rollout["freezes"] = []any{map[string]any{"name": name, "from": "2000-01-01T00:00", "to": "2999-01-01T00:00", "timeZone": "UTC", "rings": []any{"production"}}}
		rollout["shootHold"] = map[string]any{"max": "72h"}
		rollout["rings"].([]any)[0].(map[string]any)["windows"] = []any{map[string]any{"name": name, "cron": "0 9 * * *", "duration": "7h", "timeZone": "Europe/Berlin"}}
		changed, err := json.Marshal(state)
		Expect(err).NotTo(HaveOccurred())
		values["state"] = compress(changed)
	}
	return g
}

func decompress(value string) []byte {
	GinkgoHelper()
	compressed, err := base64.StdEncoding.DecodeString(value)
	Expect(err).NotTo(HaveOccurred())
	reader, err := gzip.NewReader(bytes.NewReader(compressed))
	Expect(err).NotTo(HaveOccurred())
	content, err := io.ReadAll(reader)
	Expect(err).NotTo(HaveOccurred())
	return content
}

func compress(content []byte) string {
	GinkgoHelper()
	var compressed bytes.Buffer
	writer := gzip.NewWriter(&compressed)
	_, err := writer.Write(content)
	Expect(err).NotTo(HaveOccurred())
	Expect(writer.Close()).To(Succeed())
	return base64.StdEncoding.EncodeToString(compressed.Bytes())
}

func (g *recorded) refusing(refused ...string) *recorded {
	g.refused = refused
	return g
}

func (g *recorded) handler() http.Handler {
	mux := http.NewServeMux()
	for _, api := range []string{"/api/v1", "/apis/core.gardener.cloud/v1beta1"} {
		mux.HandleFunc("GET "+api+"/{resource}", g.list)
		mux.HandleFunc("GET "+api+"/namespaces/{namespace}/{resource}", g.list)
		mux.HandleFunc("GET "+api+"/namespaces/{namespace}/{resource}/{name}", g.get)
		mux.HandleFunc("PATCH "+api+"/namespaces/{namespace}/{resource}/{name}", g.patch)
	}
	mux.HandleFunc("POST /apis/authorization.k8s.io/v1/selfsubjectaccessreviews", g.review)
	return mux
}

func (g *recorded) find(r *http.Request) []*unstructured.Unstructured {
	var found []*unstructured.Unstructured
	selector := r.URL.Query().Get("fieldSelector")
	for _, o := range g.objects {
		about, _, _ := unstructured.NestedString(o.Object, "involvedObject", "name")
		isSelected := selector == "" || selector == "metadata.name="+o.GetName() || about != "" && strings.Contains(selector, "involvedObject.name="+about)
		if strings.ToLower(o.GetKind())+"s" == r.PathValue("resource") && isSelected && (r.PathValue("name") == "" || r.PathValue("name") == o.GetName()) {
			if strings.Contains(r.Header.Get("Accept"), "PartialObjectMetadata") {
				o = &unstructured.Unstructured{Object: map[string]any{"apiVersion": "meta.k8s.io/v1", "kind": "PartialObjectMetadata", "metadata": o.Object["metadata"]}}
			}
			found = append(found, o)
		}
	}
	return found
}

func (g *recorded) list(w http.ResponseWriter, r *http.Request) {
	switch {
	case g.refuses(w, "list "+r.PathValue("resource")):
	case r.URL.Query().Get("watch") != "":
		w.Header().Set("Content-Type", "application/json")
		_ = http.NewResponseController(w).Flush()
		<-r.Context().Done()
	default:
		found := g.find(r)
		list := map[string]any{"apiVersion": "v1", "kind": "List", "metadata": map[string]any{"resourceVersion": "820"}, "items": found}
		if len(found) == 0 {
			list["items"] = []any{}
		}
		switch accepted := r.Header.Get("Accept"); {
		case strings.Contains(accepted, "PartialObjectMetadata"):
			list["apiVersion"], list["kind"] = "meta.k8s.io/v1", "PartialObjectMetadataList"
		case r.PathValue("resource") == "shoots":
			list["apiVersion"], list["kind"] = "core.gardener.cloud/v1beta1", "ShootList"
		case r.PathValue("resource") == "events":
			list["kind"] = "EventList"
		default:
			list["kind"] = "ConfigMapList"
		}
		answer(w, http.StatusOK, list)
	}
}

func (g *recorded) get(w http.ResponseWriter, r *http.Request) {
	found := g.find(r)
	switch {
	case g.refuses(w, "get "+r.PathValue("resource")):
	case len(found) == 0:
		answer(w, http.StatusNotFound, status("NotFound", http.StatusNotFound))
	default:
		answer(w, http.StatusOK, found[0])
	}
}

func (g *recorded) patch(w http.ResponseWriter, r *http.Request) {
	var body bytes.Buffer
	_, _ = body.ReadFrom(r.Body)
	g.patched <- body.String()
	answer(w, http.StatusOK, g.find(r)[0])
}

func (g *recorded) review(w http.ResponseWriter, r *http.Request) {
	var asked map[string]any
	_ = json.NewDecoder(r.Body).Decode(&asked)
	attributes, _, _ := unstructured.NestedStringMap(asked, "spec", "resourceAttributes")
	g.reviewed <- attributes["verb"] + " " + attributes["resource"] + " " + attributes["namespace"] + "/" + attributes["name"]
	asked["status"] = map[string]any{"allowed": !slices.Contains(g.refused, attributes["verb"]+" "+attributes["resource"])}
	answer(w, http.StatusCreated, asked)
}

func (g *recorded) refuses(w http.ResponseWriter, request string) bool {
	if !slices.Contains(g.refused, request) {
		return false
	}
	answer(w, http.StatusForbidden, status("Forbidden", http.StatusForbidden))
	return true
}

func status(reason string, code int) map[string]any {
	return map[string]any{"apiVersion": "v1", "kind": "Status", "status": "Failure", "reason": reason, "code": code, "message": "recorded: " + reason, "details": map[string]any{"name": "x"}}
}

func answer(w http.ResponseWriter, code int, content any) {
	w.Header().Set("Content-Type", "application/json")
	w.WriteHeader(code)
	_ = json.NewEncoder(w).Encode(content)
}
