// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package additionalsource

import (
	"fmt"
	"strings"

	sourcev1 "github.com/fluxcd/source-controller/api/v1"
	"k8s.io/apimachinery/pkg/util/validation/field"
	"k8s.io/utils/ptr"

	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/apis/flux/knownhosts"
	fluxv1alpha1 "github.com/shoot-flux/gardener-extension-shoot-flux/pkg/apis/flux/v1alpha1"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/apis/flux/validation"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/configuration/strict"
)

// mostKeys is the number of sources with a deploy key of their own: each is reported with each Shoot.
const mostKeys = 10

// Keys are the URLs of the repositories with a deploy key of their own, by the names of their sources: each key is for one repository, whichever
// Shoots read it.
type Keys map[string]string

// KeysOf returns those of a list of entries, as it is written.
func KeysOf(content any) Keys {
	keys := Keys{}
	list, _ := content.([]any)
	for _, entry := range list {
		own, _ := entry.(map[string]any)
		name, _ := own["name"].(string)
		if wanted, _ := own["deployKey"].(bool); wanted && name != "" {
			keys[name] = urlIn(own)
		}
	}
	return keys
}

func urlIn(entry map[string]any) string {
	value, _ := strict.Lookup(entry, "template", "spec", "url")
	url, _ := value.(string)
	return url
}

// checkKeys checks how many sources have a deploy key of their own.
func checkKeys(entries []fluxv1alpha1.AdditionalSource) field.ErrorList {
	count := 0
	for i, entry := range entries {
		if ptr.Deref(entry.DeployKey, false) {
			count++
		}
		if count > mostKeys {
			return field.ErrorList{field.Forbidden(field.NewPath(Field).Index(i).Child("deployKey"), fmt.Sprintf(
				"is one of more than %d; set secretResourceName for what is left, or read several directories of one repository", mostKeys))}
		}
	}
	return nil
}

// checkKey checks what is written of the deploy key of an entry.
func (b Builder) checkKey(path *field.Path, content map[string]any, entry fluxv1alpha1.AdditionalSource) field.ErrorList {
	if !ptr.Deref(entry.DeployKey, false) {
		if entry.KnownHosts != nil {
			return field.ErrorList{field.Forbidden(path.Child("knownHosts"), "is used with deployKey: true only; remove it")}
		}
		return nil
	}
	own, template, spec := path.Child("deployKey"), path.Child("template"), path.Child("template", "spec")
	kind, _ := strict.Lookup(content, "template", "kind")
	_, hasSecret := strict.Lookup(content, "template", "spec", "secretRef")
	url := urlIn(content)
	known, listed := b.Keys[entry.Name]
	switch {
	case kind != nil && kind != sourcev1.GitRepositoryKind:
		return field.ErrorList{field.Forbidden(own, fmt.Sprintf("is for a GitRepository; set secretResourceName instead, or remove %s", template.Child("kind")))}
	case entry.SecretResourceName != nil:
		return field.ErrorList{field.Forbidden(own, "would replace the Secret in secretResourceName; remove one of them")}
	case hasSecret:
		return field.ErrorList{field.Forbidden(spec.Child("secretRef"), "is set by deployKey; remove it")}
	case strings.Contains(url, "${"+fluxv1alpha1.ShootInfoPrefix):
		return field.ErrorList{field.Forbidden(spec.Child("url"), fmt.Sprintf("has a shoot info variable (${%s…}), but a deploy key is for one repository; write it out, or set secretResourceName instead of deployKey",
			fluxv1alpha1.ShootInfoPrefix))}
	case url != "" && !strings.HasPrefix(url, "ssh://"):
		return field.ErrorList{field.Forbidden(own, fmt.Sprintf("is for an ssh:// URL; write one in %s, or remove deployKey", spec.Child("url")))}
	case !listed && entry.Name != "":
		return field.ErrorList{field.Forbidden(own, fmt.Sprintf("is for sources that ConfigMap %s lists with it, beside its overrides: a deploy key is kept for one repository of the project; list the source there, or set secretResourceName",
			fluxv1alpha1.ConfigMapName))}
	case listed && known != url:
		return field.ErrorList{field.Forbidden(spec.Child("url"), fmt.Sprintf("is another repository than ConfigMap %s has for the deploy key of %s; write the same, or choose another name for the source",
			fluxv1alpha1.ConfigMapName, entry.Name))}
	}
	return nil
}

// addKey has a source read with the deploy key of its entry, once the URL is known to be valid.
func (b Builder) addKey(source *Source, url string, entry fluxv1alpha1.AdditionalSource) field.ErrorList {
	source.DeployKey, source.URL, source.KnownHosts = true, url, strings.TrimSpace(ptr.Deref(entry.KnownHosts, ""))
	source.OwnHost = b.OwnHost(url)
	source.ScanHostKeys = source.OwnHost && b.ScanHostKeys
	b.warnAll(b.KeyWarnings(source.Path.Child("template", "spec", "url"), url))
	path := source.Path.Child("knownHosts")
	if source.KnownHosts != "" {
		b.warnAll(validation.KnownHostsWarnings(path, source.KnownHosts, url))
		return validation.ValidateKnownHosts(path, source.KnownHosts, url)
	}
	if _, err := knownhosts.Choose(url, "", nil); err != nil && !source.ScanHostKeys {
		b.Warn(path, fmt.Sprintf("%s; they may also be stored in key %s.%s of Secret %s of the project", err, entry.Name, fluxv1alpha1.SecretKeyKnownHosts, fluxv1alpha1.SourceKeysSecretName))
	}
	return nil
}
