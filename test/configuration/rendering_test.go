// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package configuration_test

import (
	"bytes"
	"context"
	"errors"
	"io"
	"strings"

	"k8s.io/apimachinery/pkg/api/validate/content"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	utilyaml "k8s.io/apimachinery/pkg/util/yaml"

	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/configuration/resolved"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/flux"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/flux/distributions"
)

// failer is a test of package testing or of Ginkgo.
type failer interface {
	Helper()
	Fatalf(format string, args ...any)
	Context() context.Context
}

// rendering checks rendered objects. It caches parsed manifests: shoots share most of them.
type rendering struct {
	renderer *flux.Renderer
	read     map[string][]*unstructured.Unstructured
}

func newRendering() *rendering {
	return &rendering{renderer: flux.NewRenderer(flux.NewLibrary(distributions.Embedded()), flux.Images{}), read: map[string][]*unstructured.Unstructured{}}
}

// check checks that a valid configuration can be rendered, that every object has a valid unique name and an existing namespace, and that
// Flux's own objects match their schemas.
func (r *rendering) check(t failer, effective *resolved.Configuration) {
	t.Helper()
	bundle, err := r.renderer.Render(renderInput(effective))
	if err != nil {
		t.Fatalf("is valid and cannot be rendered: %v", err)
	}
	seen, namespaces := map[string]bool{}, map[string]bool{"": true}
	if len(bundle.CRDs) == 0 || len(bundle.Controllers) == 0 || effective.Source != nil && len(bundle.Config) == 0 {
		t.Fatalf("is valid, and not all of it is rendered")
	}
	for _, manifests := range [][]byte{bundle.CRDs, bundle.Controllers, bundle.Config} {
		for _, object := range r.parse(t, manifests) {
			name := object.GetAPIVersion() + " " + object.GetKind() + " " + object.GetNamespace() + "/" + object.GetName()
			if object.GetName() == "" || seen[name] || len(content.IsPathSegmentName(object.GetName())) > 0 {
				t.Fatalf("%s is there twice, or has no proper name", name)
			}
			seen[name] = true
			if object.GetKind() == "Namespace" {
				namespaces[object.GetName()] = true
			}
			if !namespaces[object.GetNamespace()] {
				t.Fatalf("%s is in a namespace that is not there", name)
			}
			if strings.Contains(object.GetAPIVersion(), ".toolkit.fluxcd.io/") {
				if errs := catalog.Validate(t.Context(), effective.Version, object); len(errs) > 0 {
					t.Fatalf("%s: %v", name, errs.ToAggregate())
				}
			}
		}
	}
}

// renderInput has content for everything that the configuration refers to.
func renderInput(effective *resolved.Configuration) flux.Input {
	content := flux.Resource{Type: "Opaque", Data: map[string][]byte{"username": []byte("user"), "password": []byte("p@ss")}}
	in := flux.Input{
		Effective: effective,
		ShootInfo: facts(),
		DeployKey: flux.Credentials{Identity: "identity", PublicKey: "ssh-ed25519 AAAA", KnownHosts: "host ssh-ed25519 AAAA"},
		Resources: map[string]flux.Resource{}, SourceKeys: map[string]flux.Credentials{},
	}
	for _, source := range effective.AdditionalSources {
		if source.DeployKey {
			in.SourceKeys[source.Object.GetName()] = in.DeployKey
		}
	}
	for _, wanted := range effective.Copies {
		in.Resources[wanted.Resource] = content
	}
	if name := effective.Flux.ImagePullSecretResourceName; name != nil {
		in.Resources[*name] = content
	}
	if proxy := effective.Flux.Proxy; proxy != nil && proxy.SecretResourceName != nil {
		in.Resources[*proxy.SecretResourceName] = content
	}
	return in
}

func (r *rendering) parse(t failer, manifests []byte) []*unstructured.Unstructured {
	t.Helper()
	if known, ok := r.read[string(manifests)]; ok {
		return known
	}
	if len(r.read) > mostRemembered {
		clear(r.read)
	}
	r.read[string(manifests)] = parse(t, manifests)
	return r.read[string(manifests)]
}

// mostRemembered limits the memory of a long run of the fuzz test.
const mostRemembered = 200

func parse(t failer, manifests []byte) []*unstructured.Unstructured {
	t.Helper()
	var objects []*unstructured.Unstructured
	decoder := utilyaml.NewYAMLOrJSONDecoder(bytes.NewReader(manifests), 4096)
	for {
		object := &unstructured.Unstructured{}
		if err := decoder.Decode(&object.Object); errors.Is(err, io.EOF) {
			return objects
		} else if err != nil {
			t.Fatalf("what is rendered cannot be read: %v", err)
		}
		if len(object.Object) > 0 {
			objects = append(objects, object)
		}
	}
}
