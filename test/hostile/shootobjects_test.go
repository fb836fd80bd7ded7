// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package hostile_test

import (
	"fmt"
	"io"
	"math/rand/v2"
	"net/http"
	"strconv"
	"strings"
)

const shootNamespace = "shoot--hostile--one"

// definitionName is the name of a CustomResourceDefinition in Flux's groups.
func definitionName(i int) string {
	if i < 3 {
		return fluxResources[i].resource + "." + fluxResources[i].group
	}
	return fmt.Sprintf("kinds%d.source.toolkit.fluxcd.io", i)
}

func (a *shootAPI) writeDefinitions(w io.Writer) {
	_, _ = io.WriteString(w, `{"kind":"PartialObjectMetadataList","apiVersion":"meta.k8s.io/v1","metadata":{},"items":[`)
	for i := range a.definitions {
		separate(w, i)
		_, _ = fmt.Fprintf(w, `{"kind":"PartialObjectMetadata","apiVersion":"meta.k8s.io/v1","metadata":{"name":%q}}`, definitionName(i))
	}
	_, _ = io.WriteString(w, "]}")
}

func (a *shootAPI) writeDefinition(w io.Writer, name string) {
	resource, group, _ := strings.Cut(name, ".")
	kind, version := resource, "v1"
	for _, of := range fluxResources {
		if of.resource == resource {
			kind, version = of.kind, of.version
		}
	}
	_, _ = fmt.Fprintf(w, `{"apiVersion":"apiextensions.k8s.io/v1","kind":"CustomResourceDefinition","metadata":{"name":%q,"uid":"1","resourceVersion":"1",
		"labels":{"app.kubernetes.io/component":"source-controller"},"annotations":{"resources.gardener.cloud/origin":"seed:%s/extension-shoot-flux-crds"}},
		"spec":{"group":%q,"names":{"kind":%q},"versions":[{"name":%q,"served":true,"storage":true,
		"schema":{"openAPIV3Schema":{"properties":{"spec":{"properties":{"suspend":{"type":"boolean"}}}}}}}`, name, shootNamespace, group, kind, version)
	for i := range a.definitionVersions {
		_, _ = fmt.Fprintf(w, `,{"name":"w%d","served":true}`, i)
	}
	_, _ = fmt.Fprintf(w, `]},"status":{"storedVersions":[%q,"v1beta1"]}}`, version)
}

// typeOf returns the apiVersion and kind of the requested object.
func typeOf(r *http.Request) (apiVersion, kind string) {
	parts := pathOf(r)
	resource := parts[3]
	if len(parts) > 5 && resource == "namespaces" {
		resource = parts[5]
	}
	kind = strings.ToUpper(resource[:1]) + strings.TrimSuffix(resource[1:], "s")
	for _, of := range fluxResources {
		if of.resource == resource {
			kind = of.kind
		}
	}
	return strings.TrimPrefix(parts[1]+"/"+parts[2], "/"), kind
}

func (a *shootAPI) writeObject(w io.Writer, r *http.Request, name string) {
	apiVersion, kind := typeOf(r)
	_, _ = fmt.Fprintf(w, `{"apiVersion":%q,"kind":%q,"metadata":{"name":%q,"namespace":"flux-system","uid":%q,"resourceVersion":"2"`, apiVersion, kind, name, name)
	a.metadata.write(w)
	_, _ = io.WriteString(w, "}")
	a.content.write(w)
	_, _ = io.WriteString(w, "}")
}

func (a *shootAPI) writeList(w io.Writer, r *http.Request) {
	page, _ := strconv.Atoi(r.URL.Query().Get("continue"))
	token := ""
	if a.pages == 0 || page+1 < a.pages {
		token = strconv.Itoa(page + 1)
	}
	_, _ = fmt.Fprintf(w, `{"kind":"List","apiVersion":"v1","metadata":{"continue":%q},"items":[`, token)
	for i := range a.objects {
		separate(w, i)
		a.writeObject(w, r, fmt.Sprintf("object-%d-%d", page, i))
	}
	_, _ = io.WriteString(w, "]}")
}

// most returns the maximum number of copies of a part in a response.
func most(part string) int { return (4 << 20) / len(part) }

// metadataFillers and contentFillers enlarge an object in ways that may be slow to handle.
var metadataFillers = []filler{
	{}, {before: `,"deletionTimestamp":"2026-01-01T00:00:00Z"`},
	{`,"labels":{"app.kubernetes.io/part-of":"flux","kustomize.toolkit.fluxcd.io/name":"a"`, `,"l%":"v"`, "}", 0},
	{`,"annotations":{"resources.gardener.cloud/origin":"seed:` + shootNamespace + `/extension-shoot-flux-controllers"`, `,"a%":"v"`, "}", 0},
	{`,"deletionTimestamp":"2026-01-01T00:00:00Z","finalizers":["finalizers.fluxcd.io"`, `,"f%"`, "]", 0},
	{`,"finalizers":["finalizers.fluxcd.io"`, `,"finalizers.fluxcd.io"`, "]", 0},
	{`,"ownerReferences":[{}`, ",{}", "]", 0},
	{`,"managedFields":[{}`, `,{"manager":"m%","operation":"Update","apiVersion":"g/v1beta1","fieldsV1":{}}`, "]", 0},
	{`,"managedFields":[{"manager":"m","fieldsV1":{}}`, `,{"manager":"m","fieldsV1":{"f:%":{}}}`, "]", 0},
	{`,"managedFields":[{"manager":"m","fieldsV1":{`, `"a":{`, `}`, 0},
	{`,"x":"`, "xxxxxxxxxxxxxxxx", `"`, 0}, {`,"namespace":"`, "xxxxxxxxxxxxxxxx", `"`, 0}, {`,"name":"`, "<<<<<<<<<<<<<<<<", `"`, 0},
	{`,"generation":1`, "0", "", 0}, {`,"labels":[`, "[", "", 0},
}

var contentFillers = []filler{
	{}, {before: `,"spec":{"suspend":true}`}, {`,"spec":`, `{"a":`, "", 10_000}, {`,"spec":`, `[`, "", 100_000},
	{`,"spec":{"ignore":"`, "xxxxxxxxxxxxxxxx", `"}`, 0}, {`,"spec":{"path":"`, "/././././././././", `"}`, 0},
	{`,"spec":{"interval":1`, "0", "}", 0}, {`,"spec":{"url":"ssh://git@`, "a", `/o/r","secretRef":{"name":"a"}}`, 0},
	{`,"data":{"known_hosts":"`, "Cg==", `"}`, 0}, {`,"data":{"a":"b"`, `,"k%":""`, "}", 0},
	{`,"status":{"conditions":[{"type":"Ready"}`, `,{"type":"Ready"}`, `]}`, 0}, {`,"status":{"conditions":[{}`, ",{}", `]}`, 0},
	{`,"status":{"inventory":{"entries":[{}`, `,{"id":"n_o%_source.toolkit.fluxcd.io_GitRepository","v":"v1"}`, "]}}", 0},
	{`,"status":{"inventory":{"entries":[{"id":"`, "_", `"}]}}`, 0}, {`,"x":1e`, "9", "", 0},
	{`,"status":{"lastAppliedRevision":"`, "main@sha1:%/", `"}`, 0},
}

func randomFiller(random *rand.Rand, fillers []filler) filler {
	f := fillers[random.IntN(len(fillers))]
	if f.part != "" && f.repeat == 0 {
		f.repeat = scaled(random, most(f.part))
	}
	return f
}

// scaled returns a number up to the maximum, of any order of magnitude.
func scaled(random *rand.Rand, most int) int {
	return random.IntN(1 + most>>random.IntN(12))
}

func randomOdd(random *rand.Rand) oddAnswer {
	var odd oddAnswer
	switch random.IntN(7) {
	case 0:
		odd.status = []int{200, 201, 204, 400, 401, 403, 404, 409, 410, 429, 500, 503}[random.IntN(12)]
		odd.expiry = []string{"", "1", "86400", "x"}[random.IntN(4)]
		if random.IntN(2) == 0 {
			odd.before, odd.after = `{"kind":"Status","apiVersion":"v1","status":"Failure","reason":"Expired","code":410,"metadata":{"continue":"c"},"message":"`, `"}`
			odd.part, odd.repeat = "<x>", random.IntN(20_000)
		}
	case 1:
		odd.contentType = []string{"application/vnd.kubernetes.protobuf", "text/html", "application/yaml", "application/cbor", ";", "application/json;as=Table"}[random.IntN(6)]
	case 2:
		odd.zip = true
	case 3:
		odd.status, odd.location = 307, "/apis"
	case 4:
		f := contentFillers[random.IntN(len(contentFillers))]
		odd.before, odd.part, odd.after, odd.repeat = "{"+strings.TrimPrefix(f.before, ","), f.part, f.after+"}", most(f.part+" ")
	default:
		part := []string{"[", "{", `{"a":`, "[[],", "null,", " ", "\x00", "9", `"`, `{"items":[`}[random.IntN(10)]
		odd.part, odd.repeat = part, scaled(random, 2*most(part))
		odd.before = []string{"", "[", "{", `{"kind":"List","apiVersion":"v1","items":`, `{"groups":`, `{"metadata":{"continue":"`}[random.IntN(6)]
	}
	return odd
}
