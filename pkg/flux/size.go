// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package flux

import (
	"cmp"
	"encoding/json"
	"fmt"
	"slices"

	corev1 "k8s.io/api/core/v1"
	"k8s.io/apimachinery/pkg/util/validation/field"

	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/text"
)

// mostDelivered is the maximum size of the configuration that is delivered to a shoot, in bytes. The seed stores the
// configuration as compressed YAML in two Secrets of at most 1 MiB each. The limit also bounds the work for a shoot.
const mostDelivered = 900 << 10

// mostParts is the maximum number of parts that an error lists.
const mostParts = 5

// part is a delivered part of the configuration with its size in bytes.
type part struct {
	path *field.Path
	text string
	size int
}

// CheckSize returns a configuration error that lists the largest parts if the delivered configuration is too large. It
// only uses the effective configuration, the resources and the deploy keys of the input.
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
	return tooLarge(parts, fmt.Sprintf("has %d bytes, needs %d bytes in a Secret of the seed, and may need at most %d", size, stored, limit))
}

func tooLarge(parts []part, problem string) field.ErrorList {
	var names []string
	for _, p := range parts {
		names = append(names, fmt.Sprintf("%s %d", p.text, p.size))
	}
	return field.ErrorList{field.Invalid(parts[0].path, field.OmitValueType{}, fmt.Sprintf(
		"the delivered configuration %s: %s; deliver less, and let Flux read non-secret content from the source", problem, text.List(names, mostParts)))}
}

// sizes returns the parts in descending order of their size, and the total size.
func sizes(in Input) (parts []part, total int) {
	effective, flux := in.Effective, field.NewPath("flux")
	add := func(path *field.Path, name string, size int) {
		parts = append(parts, part{path, name, size})
		total += size
	}
	for _, wanted := range effective.Copies {
		add(wanted.Path, "resource "+wanted.Resource, sizeOfResource(in.Resources[wanted.Resource])+sizeOfEntries(wanted.Labels))
	}
	if name := effective.Flux.ImagePullSecretResourceName; name != nil {
		add(flux.Child("imagePullSecretResourceName"), "resource "+*name+" (image pull Secret)", sizeOfResource(in.Resources[*name]))
	}
	if proxy := effective.Flux.Proxy; proxy != nil && proxy.SecretResourceName != nil {
		data := in.Resources[*proxy.SecretResourceName].Data
		add(flux.Child("proxy", "secretResourceName"), "resource "+*proxy.SecretResourceName+" (credentials of the proxy)",
			len(data[corev1.BasicAuthUsernameKey])+len(data[corev1.BasicAuthPasswordKey]))
	}
	if key := in.DeployKey; key.Identity != "" {
		add(field.NewPath("source", "knownHosts"), "deploy key with known_hosts", sizeOfKey(key))
	}
	for _, source := range effective.AdditionalSources {
		if key, ok := in.SourceKeys[source.Object.GetName()]; ok && source.DeployKey {
			add(source.Path.Child("knownHosts"), "deploy key of source "+source.Object.GetName(), sizeOfKey(key))
		}
		add(source.Path, "source "+source.Object.GetName(), sizeOf(source.Object.Object))
	}
	if effective.Source != nil {
		add(field.NewPath("source"), "source", sizeOf(effective.Source.Object.Object))
		add(field.NewPath("kustomization"), "root Kustomization", sizeOf(effective.Kustomization.Object.Object))
	}
	if len(parts) == 0 { // CheckSize then never returns an error, but StoredError needs a part.
		add(flux, "flux", sizeOf(effective.Flux))
	}
	slices.SortStableFunc(parts, func(a, b part) int { return cmp.Compare(b.size, a.size) })
	return parts, total
}

// sizeOfKey returns the size of the Secret with a deploy key, in bytes.
func sizeOfKey(c Credentials) int {
	return len(c.Identity) + len(c.PublicKey) + len(c.Passphrase) + len(c.KnownHosts)
}

// sizeOfResource returns the size of a copied object, in bytes.
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

// sizeOf returns the approximate size of the content as YAML, in bytes.
func sizeOf(content any) int {
	data, err := json.Marshal(content)
	if err != nil {
		return 0 // The delivery returns the error.
	}
	return len(data)
}
