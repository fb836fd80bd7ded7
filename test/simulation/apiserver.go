// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package simulation

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"maps"
	"net/http"
	"net/url"
	"slices"
	"strconv"
	"strings"
	"time"

	jsonpatch "github.com/evanphx/json-patch/v5"
	apierrors "k8s.io/apimachinery/pkg/api/errors"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"k8s.io/apimachinery/pkg/fields"
	"k8s.io/apimachinery/pkg/labels"
	"k8s.io/apimachinery/pkg/runtime/schema"
	"k8s.io/apimachinery/pkg/types"
	"sigs.k8s.io/yaml"
)

// request is a request to an API server.
type request struct {
	*http.Request
	body []byte

	resource *resource
	key      types.NamespacedName
	// status is true for the subresource.
	status bool
	query  url.Values
	// at is the time of the state that a list returns; zero for the present state.
	at time.Time
}

// isWrite returns whether the request changes something.
func (r *request) isWrite() bool { return r.Method != http.MethodGet }

func (r *request) isWatch() bool {
	return r.query.Get("watch") == "true" || r.query.Get("watch") == "1"
}

// isMetadata returns whether the client asks for the metadata only.
func (r *request) isMetadata() bool {
	return strings.Contains(r.Header.Get("Accept"), "as=PartialObjectMetadata")
}

func (r *request) manager() string {
	if manager := r.query.Get("fieldManager"); manager != "" {
		return manager
	}
	agent, _, _ := strings.Cut(r.UserAgent(), "/")
	return agent
}

// parse finds what a request is for. It returns the answer to a request for discovery.
func (s *store) parse(from *http.Request) (*request, *http.Response, error) {
	r := &request{Request: from, query: from.URL.Query()}
	if from.Body != nil {
		var err error
		if r.body, err = io.ReadAll(from.Body); err != nil {
			return nil, nil, err
		}
	}
	parts := strings.Split(strings.Trim(from.URL.Path, "/"), "/")
	group, version := "", ""
	switch {
	case parts[0] == "api" && len(parts) > 2:
		version, parts = parts[1], parts[2:]
	case parts[0] == "apis" && len(parts) > 3:
		group, version, parts = parts[1], parts[2], parts[3:]
	default:
		return nil, r.answer(http.StatusOK, s.discovery(parts)), nil
	}
	if parts[0] == "namespaces" && len(parts) > 2 && parts[2] != "finalize" && parts[2] != "status" {
		r.key.Namespace, parts = parts[1], parts[2:]
	}
	r.resource = s.of(group, parts[0])
	if r.resource == nil || r.resource.Version != version {
		return nil, nil, apierrors.NewGenericServerResponse(http.StatusNotFound, from.Method, schema.GroupResource{Group: group, Resource: parts[0]}, "", "404 page not found", 0, true)
	}
	if len(parts) > 1 {
		r.key.Name = parts[1]
	}
	if len(parts) > 2 {
		r.status = parts[2] == "status"
		if !r.status {
			return nil, nil, apierrors.NewNotFound(r.resource.name(), parts[2])
		}
	}
	return r, nil, nil
}

// serve executes a request that is no watch.
func (s *store) answer(r *request) *http.Response {
	status, content, err := s.execute(r)
	if err != nil {
		return r.failure(err)
	}
	return r.answer(status, content)
}

func (s *store) execute(r *request) (int, []byte, error) {
	w := write{manager: r.manager(), status: r.status}
	switch r.Method {
	case http.MethodGet:
		if r.key.Name == "" {
			content, err := s.listed(r)
			return http.StatusOK, content, err
		}
		found, err := s.get(r.resource, r.key)
		return r.one(http.StatusOK, found, err)
	case http.MethodPost:
		created := decode(r.body)
		if r.resource.Namespaced {
			created.SetNamespace(r.key.Namespace)
		}
		if r.resource.Resource == "events" {
			// client-go names Events by their time in nanoseconds, and simulated time stands still while a process computes.
			created.SetName(fmt.Sprintf("%s.%x", created.GetName(), fingerprint(string(r.body))))
		}
		stored, err := s.create(r.resource, created, w)
		return r.one(http.StatusCreated, stored, err)
	case http.MethodPut:
		stored, err := s.update(r.resource, r.key, w, func(*unstructured.Unstructured) (*unstructured.Unstructured, error) { return decode(r.body), nil })
		return r.one(http.StatusOK, stored, err)
	case http.MethodPatch:
		return s.patch(r, w)
	case http.MethodDelete:
		return s.deleteAs(r)
	}
	return 0, nil, apierrors.NewMethodNotSupported(r.resource.name(), r.Method)
}

func (s *store) deleteAs(r *request) (int, []byte, error) {
	options := metav1.DeleteOptions{}
	if len(r.body) > 0 {
		if err := json.Unmarshal(r.body, &options); err != nil {
			return 0, nil, apierrors.NewBadRequest(err.Error())
		}
	}
	if r.key.Name != "" {
		deleted, err := s.delete(r.resource, r.key, options.Preconditions)
		return r.one(http.StatusOK, deleted, err)
	}
	selected, _, err := s.selected(r)
	if err != nil {
		return 0, nil, err
	}
	for _, each := range selected {
		if _, err := s.delete(r.resource, keyOf(each.object), options.Preconditions); err != nil && !apierrors.IsNotFound(err) {
			return 0, nil, err
		}
	}
	return http.StatusOK, []byte(`{"kind":"Status","apiVersion":"v1","status":"Success"}`), nil
}

func (s *store) patch(r *request, w write) (int, []byte, error) {
	kind := types.PatchType(r.Header.Get("Content-Type"))
	if kind == types.ApplyYAMLPatchType || kind == types.ApplyCBORPatchType {
		text, err := yaml.YAMLToJSON(r.body)
		if err != nil {
			return 0, nil, apierrors.NewBadRequest(err.Error())
		}
		applied := decode(text)
		applied.SetNamespace(r.key.Namespace)
		applied.SetName(r.key.Name)
		stored, isNew, err := s.apply(r.resource, applied, w.manager, r.query.Get("force") == "true")
		if isNew {
			return r.one(http.StatusCreated, stored, err)
		}
		return r.one(http.StatusOK, stored, err)
	}
	stored, err := s.update(r.resource, r.key, w, func(before *unstructured.Unstructured) (*unstructured.Unstructured, error) {
		text, err := json.Marshal(before.Object)
		if err != nil {
			return nil, err
		}
		switch kind {
		case types.MergePatchType, types.StrategicMergePatchType:
			// Of the objects here, a strategic merge patch is sent for lists of strings only, which both replace.
			text, err = jsonpatch.MergePatch(text, r.body)
		case types.JSONPatchType:
			var patch jsonpatch.Patch
			if patch, err = jsonpatch.DecodePatch(r.body); err == nil {
				text, err = patch.Apply(text)
			}
		default:
			err = fmt.Errorf("patches of type %s are not supported", kind)
		}
		if err != nil {
			return nil, apierrors.NewBadRequest(err.Error())
		}
		patched := decode(text)
		if !strings.Contains(string(r.body), `"resourceVersion"`) {
			patched.SetResourceVersion("")
		}
		return patched, nil
	})
	return r.one(http.StatusOK, stored, err)
}

// one returns the answer with an object.
func (r *request) one(status int, found *version, err error) (int, []byte, error) {
	if err != nil {
		return 0, nil, err
	}
	return status, r.encode(found), nil
}

// encode returns an object as the client accepts it.
func (r *request) encode(found *version) []byte {
	if !r.isMetadata() {
		return found.encoded
	}
	text, err := json.Marshal(object{"apiVersion": "meta.k8s.io/v1", "kind": "PartialObjectMetadata", "metadata": found.object.Object["metadata"]})
	if err != nil {
		panic(err) // It was decoded.
	}
	return text
}

// selects returns whether the request selects an object.
func (r *request) selects() (func(*unstructured.Unstructured) bool, error) {
	byLabel, err := labels.Parse(r.query.Get("labelSelector"))
	if err != nil {
		return nil, apierrors.NewBadRequest(err.Error())
	}
	byField, err := fields.ParseSelector(r.query.Get("fieldSelector"))
	if err != nil {
		return nil, apierrors.NewBadRequest(err.Error())
	}
	for _, required := range byField.Requirements() {
		if required.Field != metav1.ObjectNameField && required.Field != "metadata.namespace" {
			return nil, apierrors.NewBadRequest("field label not supported: " + required.Field)
		}
	}
	return func(o *unstructured.Unstructured) bool {
		return (r.key.Namespace == "" || o.GetNamespace() == r.key.Namespace) && byLabel.Matches(labels.Set(o.GetLabels())) &&
			byField.Matches(fields.Set{metav1.ObjectNameField: o.GetName(), "metadata.namespace": o.GetNamespace()})
	}, nil
}

func (s *store) selected(r *request) ([]*version, int64, error) {
	selects, err := r.selects()
	if err != nil {
		return nil, 0, err
	}
	all, number := s.list(r.resource, r.key.Namespace)
	if !r.at.IsZero() {
		all, number = s.listAt(r.resource, r.key.Namespace, r.at)
	}
	return slices.DeleteFunc(all, func(each *version) bool { return !selects(each.object) }), number, nil
}

// listed returns the answer to a list, or a page of it. Pages are of the present objects, not of those of the first page.
func (s *store) listed(r *request) ([]byte, error) {
	selected, number, err := s.selected(r)
	if err != nil {
		return nil, err
	}
	from, more := 0, ""
	if token := r.query.Get("continue"); token != "" {
		if from, err = strconv.Atoi(token); err != nil {
			return nil, apierrors.NewBadRequest("invalid continue token")
		}
	}
	selected = selected[min(from, len(selected)):]
	if limit, err := strconv.Atoi(r.query.Get("limit")); err == nil && limit > 0 && len(selected) > limit {
		selected, more = selected[:limit], strconv.Itoa(from+limit)
	}
	apiVersion, kind := r.resource.GroupVersion().String(), r.resource.Kind+"List"
	if r.isMetadata() {
		apiVersion, kind = "meta.k8s.io/v1", "PartialObjectMetadataList"
	}
	list := &bytes.Buffer{}
	fmt.Fprintf(list, `{"apiVersion":%q,"kind":%q,"metadata":{"resourceVersion":"%d","continue":%q},"items":[`, apiVersion, kind, number, more)
	for i, each := range selected {
		if i > 0 {
			list.WriteByte(',')
		}
		list.Write(r.encode(each))
	}
	list.WriteString("]}")
	return list.Bytes(), nil
}

// answer returns the response with a content.
func (r *request) answer(status int, content []byte) *http.Response {
	return &http.Response{
		Status: http.StatusText(status), StatusCode: status, Proto: "HTTP/1.1", ProtoMajor: 1, ProtoMinor: 1, Request: r.Request,
		Header: http.Header{"Content-Type": {"application/json"}}, Body: io.NopCloser(bytes.NewReader(content)), ContentLength: int64(len(content)),
	}
}

// failure returns the response with an error.
func (r *request) failure(err error) *http.Response {
	status := apierrors.NewInternalError(err).ErrStatus
	if known := apierrors.APIStatus(nil); errors.As(err, &known) {
		status = known.Status()
	}
	status.TypeMeta = metav1.TypeMeta{APIVersion: "v1", Kind: "Status"}
	content, err := json.Marshal(status)
	if err != nil {
		panic(err) // A Status can always be encoded.
	}
	return r.answer(int(status.Code), content)
}

// discovery returns the kinds that the API server serves.
func (s *store) discovery(parts []string) []byte {
	groups := map[string]map[string][]metav1.APIResource{}
	for _, k := range s.served() {
		if groups[k.Group] == nil {
			groups[k.Group] = map[string][]metav1.APIResource{}
		}
		groups[k.Group][k.Version] = append(groups[k.Group][k.Version], metav1.APIResource{
			Name: k.Resource, SingularName: strings.ToLower(k.Kind), Kind: k.Kind, Namespaced: k.Namespaced, Verbs: metav1.Verbs{"get", "list", "watch", "create", "update", "patch", "delete", "deletecollection"},
		})
	}
	var found any
	switch {
	case parts[0] == "api" && len(parts) == 1:
		found = metav1.APIVersions{TypeMeta: metav1.TypeMeta{APIVersion: "v1", Kind: "APIVersions"}, Versions: []string{"v1"}}
	case parts[0] == "apis" && len(parts) == 1:
		list := metav1.APIGroupList{TypeMeta: metav1.TypeMeta{APIVersion: "v1", Kind: "APIGroupList"}}
		for _, name := range slices.Sorted(maps.Keys(groups)) {
			if name == "" {
				continue
			}
			group := metav1.APIGroup{Name: name}
			for _, version := range slices.Sorted(maps.Keys(groups[name])) {
				group.Versions = append(group.Versions, metav1.GroupVersionForDiscovery{GroupVersion: name + "/" + version, Version: version})
			}
			group.PreferredVersion = group.Versions[0]
			list.Groups = append(list.Groups, group)
		}
		found = list
	default:
		group, version := "", parts[len(parts)-1]
		if parts[0] == "apis" {
			group = parts[1]
		}
		found = metav1.APIResourceList{
			TypeMeta: metav1.TypeMeta{APIVersion: "v1", Kind: "APIResourceList"}, GroupVersion: strings.TrimPrefix(group+"/"+version, "/"), APIResources: groups[group][version],
		}
	}
	content, err := json.Marshal(found)
	if err != nil {
		panic(err) // These types can always be encoded.
	}
	return content
}
