// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package hostile_test

import (
	"compress/gzip"
	"fmt"
	"io"
	"net/http"
	"strconv"
	"strings"
	"sync/atomic"
)

// shootAPI describes the responses of a shoot's API server. It is small, because the search keeps many. The server
// generates large responses.
type shootAPI struct {
	// operation is the operation of the extension.
	operation int
	// groups, versions and resources are the numbers of additional ones in the discovery, and padding is the additional
	// length of their names.
	groups, versions, resources, padding int
	// aggregated is true if one response has all of them.
	aggregated bool
	// definitions is the number of Flux's kinds, and the number of versions of each.
	definitions, definitionVersions int
	// objects is the number of objects on a page, and pages is the number of pages; 0 is infinite.
	objects, pages int
	// metadata and content are additional members of an object's metadata and of the object.
	metadata, content filler
	// odd are the responses to all requests of a kind.
	odd map[request]oddAnswer
}

// request is a kind of request.
type request string

const (
	requestGroups      request = "groups"
	requestResources   request = "resources"
	requestDefinitions request = "definitions"
	requestDefinition  request = "definition"
	requestList        request = "list"
	requestObject      request = "object"
	requestWrite       request = "write"
)

var requests = []request{requestGroups, requestResources, requestDefinitions, requestDefinition, requestList, requestObject, requestWrite}

// oddAnswer replaces a response, or a part of it.
type oddAnswer struct {
	status                        int
	contentType, location, expiry string
	// zip is true for a compressed response.
	zip bool
	// part is repeated between before and after. If all are empty, the response is the usual one.
	before, part, after string
	repeat              int
}

// filler is a text with a repeated part that contains a number.
type filler struct {
	before, part, after string
	repeat              int
}

func (f filler) write(w io.Writer) {
	_, _ = io.WriteString(w, f.before)
	if part := f.part; part != "" && !strings.Contains(part, "%") {
		chunk := strings.Repeat(part, min(f.repeat, 1+(64<<10)/len(part)))
		for left := f.repeat * len(part); left > 0; left -= len(chunk) {
			if _, err := io.WriteString(w, chunk[:min(left, len(chunk))]); err != nil {
				return
			}
		}
		_, _ = io.WriteString(w, f.after)
		return
	}
	for i := range f.repeat {
		if _, err := io.WriteString(w, strings.ReplaceAll(f.part, "%", strconv.Itoa(i))); err != nil {
			return
		}
	}
	_, _ = io.WriteString(w, f.after)
}

// shootServer serves a shootAPI.
type shootServer struct {
	api   atomic.Pointer[shootAPI]
	asked atomic.Int64
}

// fluxResources are the requested kinds.
var fluxResources = []struct{ group, version, resource, kind string }{
	{"source.toolkit.fluxcd.io", "v1", "gitrepositories", "GitRepository"}, {"kustomize.toolkit.fluxcd.io", "v1", "kustomizations", "Kustomization"},
	{"helm.toolkit.fluxcd.io", "v2", "helmreleases", "HelmRelease"}, {"apps", "v1", "deployments", "Deployment"},
	{"networking.k8s.io", "v1", "networkpolicies", "NetworkPolicy"}, {"rbac.authorization.k8s.io", "v1", "clusterroles", "ClusterRole"},
	{"rbac.authorization.k8s.io", "v1", "clusterrolebindings", "ClusterRoleBinding"}, {"", "v1", "serviceaccounts", "ServiceAccount"},
	{"", "v1", "services", "Service"}, {"", "v1", "resourcequotas", "ResourceQuota"}, {"", "v1", "secrets", "Secret"}, {"", "v1", "configmaps", "ConfigMap"},
}

// ServeHTTP responds to a request.
func (s *shootServer) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	s.asked.Add(1)
	a := s.api.Load()
	kind := kindOf(r)
	odd, isOdd := a.odd[kind]
	var out io.Writer = w
	contentType := "application/json"
	if kind == requestGroups && a.aggregated {
		contentType = "application/json;g=apidiscovery.k8s.io;v=v2;as=APIGroupDiscoveryList"
	}
	if odd.contentType != "" {
		contentType = odd.contentType
	}
	w.Header().Set("Content-Type", contentType)
	if odd.location != "" {
		w.Header().Set("Location", odd.location)
	}
	if odd.expiry != "" {
		w.Header().Set("Retry-After", odd.expiry)
	}
	if odd.zip {
		w.Header().Set("Content-Encoding", "gzip")
		compressed := gzip.NewWriter(w)
		defer compressed.Close()
		out = compressed
	}
	if odd.status != 0 {
		w.WriteHeader(odd.status)
	}
	if isOdd && odd.before+odd.part+odd.after != "" {
		filler{odd.before, odd.part, odd.after, odd.repeat}.write(out)
		return
	}
	a.answer(out, r, kind)
}

// pathOf returns the segments of the path: apis, group, version, resource and so on.
func pathOf(r *http.Request) []string {
	parts := strings.Split(strings.Trim(r.URL.Path, "/"), "/")
	if parts[0] == "api" {
		parts = append([]string{"apis", ""}, parts[1:]...)
	}
	return parts
}

func kindOf(r *http.Request) request {
	parts := pathOf(r)
	switch n := len(parts); {
	case r.Method != http.MethodGet:
		return requestWrite
	case n < 3:
		return requestGroups
	case n == 3:
		return requestResources
	case parts[3] == "customresourcedefinitions" && n == 4:
		return requestDefinitions
	case parts[3] == "customresourcedefinitions":
		return requestDefinition
	case n == 4 || n == 6 && parts[3] == "namespaces":
		return requestList
	}
	return requestObject
}

func (a *shootAPI) answer(w io.Writer, r *http.Request, kind request) {
	last := r.URL.Path[strings.LastIndex(r.URL.Path, "/")+1:]
	switch kind {
	case requestGroups:
		a.writeGroups(w, r.URL.Path == "/api")
	case requestResources:
		a.writeResources(w, strings.TrimPrefix(strings.TrimPrefix(r.URL.Path, "/apis/"), "/api/"))
	case requestDefinitions:
		a.writeDefinitions(w)
	case requestDefinition:
		a.writeDefinition(w, last)
	case requestList:
		a.writeList(w, r)
	default:
		a.writeObject(w, r, last)
	}
}

// eachGroup calls do for each group and version, beginning with Flux's.
func (a *shootAPI) eachGroup(do func(i int, group, version string)) {
	seen, i := map[string]bool{}, 0
	for _, of := range fluxResources {
		if of.group != "" && !seen[of.group] {
			seen[of.group] = true
			do(i, of.group, of.version)
			i++
		}
	}
	for n := range a.groups {
		do(i, fmt.Sprintf("g%d%s.example.com", n, strings.Repeat("x", a.padding)), "v1")
		i++
	}
}

func (a *shootAPI) writeGroups(w io.Writer, core bool) {
	if core && !a.aggregated {
		_, _ = io.WriteString(w, `{"kind":"APIVersions","versions":["v1"]}`)
		return
	}
	if !a.aggregated {
		_, _ = io.WriteString(w, `{"kind":"APIGroupList","apiVersion":"v1","groups":[`)
		a.eachGroup(func(i int, group, version string) {
			separate(w, i)
			_, _ = fmt.Fprintf(w, `{"name":%q,"preferredVersion":{"groupVersion":"%s/%s","version":%q},"versions":[{"groupVersion":"%s/%s","version":%q}`, group, group, version, version, group, version, version)
			for n := range a.versions {
				_, _ = fmt.Fprintf(w, `,{"groupVersion":"%s/w%d","version":"w%d"}`, group, n, n)
			}
			_, _ = io.WriteString(w, "]}")
		})
		_, _ = io.WriteString(w, "]}")
		return
	}
	_, _ = io.WriteString(w, `{"kind":"APIGroupDiscoveryList","apiVersion":"apidiscovery.k8s.io/v2","items":[`)
	if core {
		a.writeAggregated(w, 0, "", "v1")
	} else {
		a.eachGroup(func(i int, group, version string) { a.writeAggregated(w, i, group, version) })
	}
	_, _ = io.WriteString(w, "]}")
}

func (a *shootAPI) writeAggregated(w io.Writer, i int, group, version string) {
	separate(w, i)
	_, _ = fmt.Fprintf(w, `{"metadata":{"name":%q},"versions":[{"version":%q,"resources":[`, group, version)
	a.eachResource(group, func(i int, resource, kind string) {
		separate(w, i)
		_, _ = fmt.Fprintf(w, `{"resource":%q,"responseKind":{"group":%q,"version":%q,"kind":%q},"scope":"Namespaced","verbs":["list","create"]}`, resource, group, version, kind)
	})
	_, _ = io.WriteString(w, "]}")
	for n := range a.versions {
		_, _ = fmt.Fprintf(w, `,{"version":"w%d","resources":[{"resource":"r","responseKind":{"kind":"R"},"scope":"Namespaced","verbs":["list","create"]}]}`, n)
	}
	_, _ = io.WriteString(w, "]}")
}

func (a *shootAPI) eachResource(group string, do func(i int, resource, kind string)) {
	i := 0
	for _, of := range fluxResources {
		if of.group == group {
			do(i, of.resource, of.kind)
			i++
		}
	}
	for n := range a.resources {
		do(i, fmt.Sprintf("r%d%s", n, strings.Repeat("x", a.padding)), fmt.Sprintf("R%d%s", n, strings.Repeat("x", a.padding)))
		i++
	}
}

func (a *shootAPI) writeResources(w io.Writer, groupVersion string) {
	_, _ = fmt.Fprintf(w, `{"kind":"APIResourceList","apiVersion":"v1","groupVersion":%q,"resources":[`, groupVersion)
	group, _, named := strings.Cut(groupVersion, "/")
	if !named {
		group = ""
	}
	a.eachResource(group, func(i int, resource, kind string) {
		separate(w, i)
		_, _ = fmt.Fprintf(w, `{"name":%q,"kind":%q,"namespaced":true,"verbs":["list","create"]}`, resource, kind)
	})
	_, _ = io.WriteString(w, "]}")
}

func separate(w io.Writer, i int) {
	if i > 0 {
		_, _ = io.WriteString(w, ",")
	}
}
