// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package flux

import (
	"cmp"
	"encoding/json"
	"fmt"
	"slices"
	"strings"

	corev1 "k8s.io/api/core/v1"
	"k8s.io/apimachinery/pkg/util/validation/field"
)

// mostDelivered bounds the bytes that the configuration delivers to a shoot. They are stored in two Secrets of
// the seed with at most 1 MiB each, as compressed YAML. The bound also limits the work for a shoot.
const mostDelivered = 900 << 10

// mostParts limits the parts in an error.
const mostParts = 5

// part is a delivered part of the configuration with its size in bytes.
type part struct {
	path *field.Path
	// value is the value of the field, or omitted.
	value any
	text  string
	size  int
}

// CheckSize returns a configuration error with the largest parts if the configuration delivers too much. Of the
// input, it uses the effective configuration, the resources and the deploy keys.
func CheckSize(in Input) field.ErrorList {
	parts, size := sizes(in)
	if size <= mostDelivered {
		return nil
	}
	return tooLarge(parts, fmt.Sprintf("has %d bytes, and may have at most %d", size, mostDelivered))
}

// StoredError returns the configuration error for manifests that exceed the limit of a ManagedResource's Secret.
func StoredError(in Input, stored, limit int) field.ErrorList {
	parts, size := sizes(in)
	return tooLarge(parts, fmt.Sprintf("has %d bytes, which are %d in a Secret of the seed, and may have at most %d there", size, stored, limit))
}

func tooLarge(parts []part, text string) field.ErrorList {
	var largest []string
	for _, p := range parts[:min(len(parts), mostParts)] {
		largest = append(largest, fmt.Sprintf("%s %d", p.text, p.size))
	}
	if len(parts) > mostParts {
		largest = append(largest, fmt.Sprintf("and %d more", len(parts)-mostParts))
	}
	return field.ErrorList{field.Invalid(parts[0].path, parts[0].value, fmt.Sprintf(
		"the delivered configuration %s: %s; deliver less, and let Flux read non-secret content from the source", text, strings.Join(largest, ", ")))}
}

// sizes returns the parts, the largest first, and their sum.
func sizes(in Input) ([]part, int) {
	var (
		parts     []part
		effective = in.Effective
		path      = field.NewPath("flux")
	)
	resource := func(path *field.Path, name, purpose string) {
		parts = append(parts, part{path: path, value: name, text: "resource " + name + purpose, size: sizeOfResource(in.Resources[name])})
	}
	for _, wanted := range effective.Copies {
		resource(wanted.Path, wanted.Resource, "")
		parts[len(parts)-1].size += sizeOfEntries(wanted.Labels)
	}
	if name := effective.Flux.ImagePullSecretResourceName; name != nil {
		resource(path.Child("imagePullSecretResourceName"), *name, " (image pull Secret)")
	}
	if proxy := effective.Flux.Proxy; proxy != nil && proxy.SecretResourceName != nil {
		resource(path.Child("proxy", "secretResourceName"), *proxy.SecretResourceName, " (credentials of the proxy)")
		parts[len(parts)-1].size = len(in.Resources[*proxy.SecretResourceName].Data[corev1.BasicAuthUsernameKey]) + len(in.Resources[*proxy.SecretResourceName].Data[corev1.BasicAuthPasswordKey])
	}
	if key := in.DeployKey; key.Identity != "" {
		parts = append(parts, part{path: field.NewPath("source", "knownHosts"), value: field.OmitValueType{}, text: "deploy key with known_hosts",
			size: sizeOfKey(key)})
	}
	for _, source := range effective.AdditionalSources {
		if key, has := in.SourceKeys[source.Object.GetName()]; has && source.DeployKey {
			parts = append(parts, part{path: source.Path.Child("knownHosts"), value: field.OmitValueType{}, text: "deploy key of source " + source.Object.GetName(), size: sizeOfKey(key)})
		}
	}
	if effective.Source != nil {
		parts = append(parts, part{path: field.NewPath("source"), value: field.OmitValueType{}, text: "source", size: sizeOf(effective.Source.Object.Object)})
	}
	for _, source := range effective.AdditionalSources {
		parts = append(parts, part{path: source.Path, value: field.OmitValueType{}, text: "source " + source.Object.GetName(), size: sizeOf(source.Object.Object)})
	}
	if effective.Kustomization != nil {
		parts = append(parts, part{path: field.NewPath("kustomization"), value: field.OmitValueType{}, text: "root Kustomization", size: sizeOf(effective.Kustomization.Object.Object)})
	}
	if len(parts) == 0 { // An error is never expected then.
		parts = append(parts, part{path: path, value: field.OmitValueType{}, text: "flux", size: sizeOf(effective.Flux)})
	}
	slices.SortStableFunc(parts, func(a, b part) int { return cmp.Compare(b.size, a.size) })
	total := 0
	for _, p := range parts {
		total += p.size
	}
	return parts, total
}

// sizeOfKey returns the bytes of a deploy key's Secret.
func sizeOfKey(c Credentials) int {
	return len(c.Identity) + len(c.PublicKey) + len(c.Passphrase) + len(c.KnownHosts)
}

// sizeOfResource returns the bytes of a copy.
func sizeOfResource(r Resource) int {
	size := sizeOfEntries(r.Data) + sizeOfEntries(r.Text)
	if r.Annotations != nil {
		size += sizeOfEntries(r.Labels)
	}
	return size
}

func sizeOfEntries[V string | []byte](entries map[string]V) int {
	size := 0
	for key, value := range entries {
		size += len(key) + len(value)
	}
	return size
}

// sizeOf returns the approximate bytes of the content as YAML.
func sizeOf(content any) int {
	data, err := json.Marshal(content)
	if err != nil {
		return 0 // Writing it fails as well.
	}
	return len(data)
}
