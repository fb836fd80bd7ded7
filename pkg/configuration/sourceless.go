// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package configuration

import (
	"strings"

	sourcev1 "github.com/fluxcd/source-controller/api/v1"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"k8s.io/apimachinery/pkg/util/validation/field"
	"k8s.io/utils/ptr"

	fluxv1alpha1 "github.com/shoot-flux/gardener-extension-shoot-flux/pkg/apis/flux/v1alpha1"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/apis/flux/validation"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/configuration/additionalsource"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/configuration/document"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/configuration/strict"
)

// buildSourceless checks settings that need a source where none is configured. Operator and project may set them for Shoots that each set
// their own source; nothing is synced into the others.
func (b *builder) buildSourceless() {
	if b.shoot == nil {
		b.checkSourceless()
	}
	for _, path := range [][]string{{"source", "secretResourceName"}, {"source", "knownHosts"}, {"kustomization"}, {"decryption"}, {additionalsource.Field}} {
		last := b.stack.Last(path...)
		value, given := strict.Lookup(b.content, path...)
		if list, isList := value.([]any); !given || value == "" || isList && len(list) == 0 || last < 0 {
			continue
		}
		switch origin := b.stack[last].Origin; {
		case origin == document.OriginShoot:
			b.refuse(field.Forbidden(strict.NewPath(path), "is of no use without a source; set source.template in the Shoot or the project, or remove it"))
		case origin == document.OriginProject && b.shoot == nil:
			b.warn(strict.NewPath(path), "is of no use to Shoots that name no source; set source.template here, unless each Shoot names its own")
		}
	}
}

// checkSourceless refuses what would be wrong with any source.
func (b *builder) checkSourceless() {
	source := ptr.Deref(b.config.Source, fluxv1alpha1.Source{})
	if knownHosts := strings.TrimSpace(ptr.Deref(source.KnownHosts, "")); knownHosts != "" {
		b.refuse(validation.ValidateKnownHostsLines(field.NewPath("source", "knownHosts"), knownHosts)...)
	}
	if b.config.Decryption != nil {
		b.checkResource(field.NewPath("decryption", "secretResourceName"), b.config.Decryption.SecretResourceName, kindSecret)
	}
	if _, given := b.content["kustomization"]; !given {
		return
	}
	some := &unstructured.Unstructured{}
	some.SetAPIVersion(sourcev1.GroupVersion.String())
	some.SetKind(sourcev1.GitRepositoryKind)
	some.SetNamespace(*b.config.Flux.Namespace)
	some.SetName(fluxv1alpha1.SyncName)
	for _, name := range []string{"apiVersion", "kind", "namespace", "name"} {
		b.placeholders.Add(field.NewPath("kustomization", "template", "spec", "sourceRef", name), "")
	}
	b.kustomizationOf(some)
}
