// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package configuration

import (
	"context"
	"fmt"
	"slices"
	"strings"

	sourcev1 "github.com/fluxcd/source-controller/api/v1"
	utilvalidation "k8s.io/apimachinery/pkg/util/validation"
	"k8s.io/apimachinery/pkg/util/validation/field"
	"k8s.io/utils/ptr"

	fluxv1alpha1 "github.com/shoot-flux/gardener-extension-shoot-flux/pkg/apis/flux/v1alpha1"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/apis/flux/validation"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/configuration/resolved"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/configuration/strict"
)

const (
	// mostAdditionalSources limits the number of additional sources, because Flux polls each source in each Shoot.
	mostAdditionalSources = 20
	// mostSourceKeys limits the number of sources with a deploy key, because the status of each Shoot reports each key.
	mostSourceKeys = 10
)

// buildAdditionalSources builds the additional sources. A Shoot gets none if its root Kustomization has no source,
// because nothing is synced. The additional sources of a project are checked even if the project has no source.
func (b *builder) buildAdditionalSources(ctx context.Context) {
	root := b.result.Source
	if root == nil && b.shoot != nil {
		return
	}
	namespaces, rootName := b.result.Namespaces(), ""
	if root != nil {
		own := root.Object.GetNamespace()
		namespaces = slices.Insert(slices.DeleteFunc(namespaces, func(namespace string) bool { return namespace == own }), 0, own)
		if !b.placeholders.at("source.template.metadata.name") {
			rootName = root.Object.GetName()
		}
	}
	entries := b.config.AdditionalSources
	if errs := checkAdditionalSourceCounts(entries); len(errs) > 0 {
		b.refuse(errs...)
		return
	}
	list, _ := b.content[resolved.AdditionalSourcesField].([]any)
	names := map[string]bool{}
	for i, entry := range entries {
		path := field.NewPath(resolved.AdditionalSourcesField).Index(i)
		b.refuse(checkSourceName(path.Child("name"), entry.Name, rootName, names)...)
		names[entry.Name] = true
		if name := entry.SecretResourceName; name != nil && *name == "" {
			b.refuse(field.Required(path.Child("secretResourceName"), "name an entry of Shoot.spec.resources, or remove it"))
		}
		content, _ := withoutNulls(list[i]).(map[string]any)
		if errs := b.checkSourceKey(path, content, entry); len(errs) > 0 {
			b.refuse(errs...)
			continue
		}
		source, errs := b.additionalSource(ctx, path, content["template"], entry, namespaces)
		b.refuse(errs...)
		if source == nil {
			continue
		}
		b.refuse(b.checkSourceLogin(path.Child("template"), source.Object)...)
		if source.DeployKey {
			b.result.KeySources = append(b.result.KeySources, *source)
		}
		if root != nil {
			b.result.AdditionalSources = append(b.result.AdditionalSources, *source)
		}
	}
}

func checkAdditionalSourceCounts(entries []fluxv1alpha1.AdditionalSource) field.ErrorList {
	path := field.NewPath(resolved.AdditionalSourcesField)
	if len(entries) > mostAdditionalSources {
		return field.ErrorList{field.TooMany(path, len(entries), mostAdditionalSources)}
	}
	keys := 0
	for i, entry := range entries {
		if ptr.Deref(entry.DeployKey, false) {
			keys++
		}
		if keys > mostSourceKeys {
			return field.ErrorList{field.Forbidden(path.Index(i).Child("deployKey"), fmt.Sprintf(
				"is one of more than %d; set secretResourceName for the others, or read several directories of one repository", mostSourceKeys))}
		}
	}
	return nil
}

func checkSourceName(path *field.Path, name, root string, taken map[string]bool) field.ErrorList {
	switch {
	case name == "":
		return field.ErrorList{field.Required(path, "name the source")}
	case len(utilvalidation.IsDNS1123Label(name)) > 0:
		return field.ErrorList{field.Invalid(path, name, "must be lower-case letters, digits and '-', at most 63 characters")}
	case taken[name]:
		return field.ErrorList{&field.Error{Type: field.ErrorTypeDuplicate, Field: path.String(), BadValue: name, Detail: "is the name of another entry; choose another one"}}
	case name == root:
		return field.ErrorList{field.Invalid(path, name, "is the name of the source of the root Kustomization; choose another one")}
	}
	return nil
}

// additionalSource builds an additional source. It returns nil if the template is missing, or contains an invalid
// variable or type. namespaces contains the allowed namespaces, because gardener-resource-manager writes only to these.
// The first one, the namespace of the root Kustomization's source, is the default.
func (b *builder) additionalSource(ctx context.Context, path *field.Path, content any, entry fluxv1alpha1.AdditionalSource, namespaces []string) (*resolved.AdditionalSource, field.ErrorList) {
	if content == nil {
		return nil, field.ErrorList{field.Required(path.Child("template"), "set kind and spec of the source")}
	}
	t, errs := b.newTemplate(content, path.Child("template"))
	if len(errs) == 0 {
		errs = t.setType(sourcev1.GroupVersion.String(), sourcev1.GitRepositoryKind, sourcev1.OCIRepositoryKind, sourcev1.BucketKind, sourcev1.HelmRepositoryKind)
	}
	if len(errs) > 0 {
		return nil, errs
	}
	t.setMissing(entry.Name, "metadata", "name")
	t.setMissing(namespaces[0], "metadata", "namespace")
	t.setMissing(map[string]any{}, "spec")
	// A push does not trigger these sources, so their interval remains short.
	t.setMissing(defaultSourceInterval, "spec", "interval")
	hasKey := ptr.Deref(entry.DeployKey, false)
	if hasKey || entry.SecretResourceName != nil {
		t.setMissing(entry.Name, "spec", "secretRef", "name")
	}
	source := &resolved.AdditionalSource{Path: path, Object: t.unstructured(), SecretResource: ptr.Deref(entry.SecretResourceName, "")}
	git, _, errs := b.completeSource(t)
	if len(errs) == 0 && git != nil {
		switch url := git.Spec.URL; {
		case hasKey:
			errs = b.addSourceKey(source, url, entry)
		case strings.HasPrefix(url, "ssh://") && git.Spec.SecretRef == nil:
			errs = field.ErrorList{field.Required(t.path.Child("spec", "secretRef"),
				"an ssh:// URL needs a Secret with a key, and the project's deploy key is only for the repository of the root Kustomization; set source.deployKey: true or source.secretResourceName, or use https")}
		}
	}
	if !found(errs, t.path.Child("metadata")) {
		errs = append(errs, b.checkSourceMetadata(t, entry.Name, namespaces)...)
	}
	errs = ofEntry(path, errs)
	return source, append(errs, b.checkSchema(ctx, t, errs)...)
}

// checkSourceMetadata checks the metadata of an additional source. The object must have the name of its entry, because
// a condition refers to the object by this name.
func (b *builder) checkSourceMetadata(t *template, name string, namespaces []string) field.ErrorList {
	path := t.path.Child("metadata")
	errs := b.checkMetadata(t)
	if own := t.unstructured().GetName(); own == name {
		// checkSourceName has already reported an invalid name.
		errs = slices.DeleteFunc(errs, func(err *field.Error) bool { return err.Field == path.Child("name").String() })
	} else if len(errs) == 0 {
		errs = append(errs, field.Invalid(path.Child("name"), own, fmt.Sprintf("must be the name of the entry, %s; remove it", name)))
	}
	errs = append(errs, validation.OneOf(path.Child("namespace"), t.unstructured().GetNamespace(), namespaces...)...)
	return b.certain(errs)
}

// ofEntry replaces the fields of source in suggested fixes with the fields of the additional source.
func ofEntry(path *field.Path, errs field.ErrorList) field.ErrorList {
	fields := strings.NewReplacer("source.secretResourceName", path.Child("secretResourceName").String(), "source.deployKey", path.Child("deployKey").String(), "the source's template", "the template")
	for _, err := range errs {
		err.Detail = fields.Replace(err.Detail)
	}
	return errs
}

// withoutNulls returns a copy of the value without null fields. Stack.Merge does not remove null fields in lists.
func withoutNulls(value any) any {
	object, ok := value.(map[string]any)
	if !ok {
		return value
	}
	kept := make(map[string]any, len(object))
	for key, content := range object {
		if content != nil {
			kept[key] = withoutNulls(content)
		}
	}
	return kept
}

// sourceKeys returns the URLs of the entries with a deploy key by the name of the entry. The entries are not validated
// yet.
func sourceKeys(entries any) map[string]string {
	keys := map[string]string{}
	list, _ := entries.([]any)
	for _, entry := range list {
		own, _ := entry.(map[string]any)
		name, _ := own["name"].(string)
		if hasKey, _ := own["deployKey"].(bool); hasKey && name != "" {
			keys[name] = strict.LookupString(own, "template", "spec", "url")
		}
	}
	return keys
}

// checkSourceKey checks the deploy key of an entry before its template is completed.
func (b *builder) checkSourceKey(path *field.Path, content map[string]any, entry fluxv1alpha1.AdditionalSource) field.ErrorList {
	if !ptr.Deref(entry.DeployKey, false) {
		if entry.KnownHosts != nil {
			return field.ErrorList{field.Forbidden(path.Child("knownHosts"), "is used only with deployKey: true; remove it")}
		}
		return nil
	}
	own, spec := path.Child("deployKey"), path.Child("template", "spec")
	kind, _ := strict.Lookup(content, "template", "kind")
	_, hasSecret := strict.Lookup(content, "template", "spec", "secretRef")
	url := strict.LookupString(content, "template", "spec", "url")
	known, ok := b.sourceKeys[entry.Name]
	var err *field.Error
	switch {
	case kind != nil && kind != sourcev1.GitRepositoryKind:
		err = field.Forbidden(own, fmt.Sprintf("is for a GitRepository; set secretResourceName instead, or remove %s", path.Child("template", "kind")))
	case entry.SecretResourceName != nil:
		err = field.Forbidden(own, "would replace the Secret in secretResourceName; remove one of them")
	case hasSecret:
		err = field.Forbidden(spec.Child("secretRef"), "is set by deployKey; remove it")
	case strings.Contains(url, "${"+fluxv1alpha1.ShootInfoPrefix):
		err = field.Forbidden(spec.Child("url"), fmt.Sprintf("has a shoot info variable (${%s…}), but a deploy key is for one repository; write it out, or set secretResourceName instead of deployKey", fluxv1alpha1.ShootInfoPrefix))
	case url != "" && !strings.HasPrefix(url, "ssh://"):
		err = field.Forbidden(own, fmt.Sprintf("is for an ssh:// URL; write one in %s, or remove deployKey", spec.Child("url")))
	case !ok && entry.Name != "":
		err = field.Forbidden(own, fmt.Sprintf("is for sources that ConfigMap %s lists with deployKey outside of overrides, because a key is for one repository of the project; list the source there, or set secretResourceName", fluxv1alpha1.ConfigMapName))
	case ok && known != url:
		err = field.Forbidden(spec.Child("url"), fmt.Sprintf("differs from the repository in ConfigMap %s for the deploy key of %s; write the same, or choose another name for the source", fluxv1alpha1.ConfigMapName, entry.Name))
	default:
		return nil
	}
	return field.ErrorList{err}
}

// addSourceKey configures a source with a valid URL to use the deploy key of its entry.
func (b *builder) addSourceKey(source *resolved.AdditionalSource, url string, entry fluxv1alpha1.AdditionalSource) field.ErrorList {
	source.DeployKey, source.URL, source.KnownHosts = true, url, strings.TrimSpace(ptr.Deref(entry.KnownHosts, ""))
	source.OwnHost = b.hasOwnHost(url)
	source.ScanHostKeys = source.OwnHost && *b.result.DeployKey.ScanHostKeys
	b.warnAll(validation.DeployKeyWarnings(deployKeyPath(), source.Path.Child("template", "spec", "url"), &b.result.DeployKey, url))
	path := source.Path.Child("knownHosts")
	if source.KnownHosts != "" {
		b.warnAll(validation.KnownHostsWarnings(path, source.KnownHosts, url))
		return validation.ValidateKnownHosts(path, source.KnownHosts, url)
	}
	b.warnUnknownHost(path, url, source.ScanHostKeys, entry.Name+"."+fluxv1alpha1.SecretKeyKnownHosts, fluxv1alpha1.SourceKeysSecretName)
	return nil
}
