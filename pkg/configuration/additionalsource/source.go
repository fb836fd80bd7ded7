// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package additionalsource

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"slices"
	"strings"
	"time"

	sourcev1 "github.com/fluxcd/source-controller/api/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"k8s.io/apimachinery/pkg/types"
	utilvalidation "k8s.io/apimachinery/pkg/util/validation"
	"k8s.io/apimachinery/pkg/util/validation/field"
	"k8s.io/utils/ptr"

	fluxv1alpha1 "github.com/shoot-flux/gardener-extension-shoot-flux/pkg/apis/flux/v1alpha1"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/apis/flux/validation"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/configuration/strict"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/configuration/template"
)

// Field is the field of a FluxConfig that lists them.
const Field = "additionalSources"

const (
	// most is the number of entries: each is an object that Flux polls in each Shoot, and a Secret that is copied.
	most = 20
	// defaultInterval is that of 'flux create source'. A push does not reach these sources, so that it is not longer with one.
	defaultInterval = "1m"
	// shortInterval is an interval below which a warning reminds of the load on the host.
	shortInterval = 10 * time.Second
)

// Source is a source to create in the shoot.
type Source struct {
	// Path is the path of its entry in the FluxConfig.
	Path *field.Path
	// Object is the GitRepository, OCIRepository, Bucket or HelmRepository.
	Object *unstructured.Unstructured
	// SecretResource is the name of the entry in Shoot.spec.resources with its credentials; empty if it has none.
	SecretResource string
	// DeployKey is whether it is read with a deploy key of its own, in the Secret that spec.secretRef of the object names. The rest is set then only.
	DeployKey bool
	// URL is that of the repository.
	URL string
	// KnownHosts are the configured known_hosts lines; empty if none are.
	KnownHosts string
	// OwnHost is whether the host is that of the repository that all Shoots of the project read: there, deploy keys are registered.
	OwnHost bool
	// ScanHostKeys is whether the host keys are scanned in case they are not known.
	ScanHostKeys bool
}

// Name is the namespace and name of the source, and of the Secret with its deploy key.
func (s Source) Name() types.NamespacedName {
	return types.NamespacedName{Namespace: s.Object.GetNamespace(), Name: s.Object.GetName()}
}

// Names is a checksum of the kinds and names of sources; empty if there are none.
func Names(sources []Source) string {
	var names []string
	for _, s := range sources {
		names = append(names, s.Object.GetKind()+" "+s.Object.GetNamespace()+"/"+s.Object.GetName())
	}
	if len(names) == 0 {
		return ""
	}
	slices.Sort(names)
	sum := sha256.Sum256([]byte(strings.Join(names, "\n")))
	return hex.EncodeToString(sum[:8])
}

// Builder builds the sources of a configuration.
type Builder struct {
	template.Checks
	// Variables are those in templates.
	Variables template.Substituter
	// Namespaces are those that a source may be in, that of the root Kustomization's source first: gardener-resource-manager writes into no other.
	Namespaces []string
	// Root is the name of the root Kustomization's source; empty if it is not known.
	Root string
	// Keys are the deploy keys of the project.
	Keys Keys
	// OwnHost returns whether the host of a URL is that of the repository that all Shoots of the project read. ScanHostKeys is whether its keys are scanned.
	OwnHost      func(url string) bool
	ScanHostKeys bool
	// KeyWarnings returns the warnings about a deploy key for the URL at the path.
	KeyWarnings func(path *field.Path, url string) []validation.Warning
	// Warn records what is allowed and yet probably not what was meant.
	Warn func(path *field.Path, text string)
}

// Build builds the sources of the entries, of which the content is given as well, and returns what is wrong with them.
func (b Builder) Build(content any, entries []fluxv1alpha1.AdditionalSource) ([]Source, field.ErrorList) {
	if len(entries) > most {
		return nil, field.ErrorList{field.TooMany(field.NewPath(Field), len(entries), most)}
	}
	if errs := checkKeys(entries); len(errs) > 0 {
		return nil, errs
	}
	var (
		sources []Source
		errs    field.ErrorList
		list, _ = content.([]any)
		names   = map[string]bool{}
	)
	for i, entry := range entries {
		path := field.NewPath(Field).Index(i)
		own := b.checkName(path.Child("name"), entry.Name, names)
		names[entry.Name] = true
		if name := entry.SecretResourceName; name != nil && *name == "" {
			own = append(own, field.Required(path.Child("secretResourceName"), "name an entry of Shoot.spec.resources, or remove it"))
		}
		object, _ := list[i].(map[string]any)
		object, _ = withoutNulls(object).(map[string]any)
		if found := b.checkKey(path, object, entry); len(found) > 0 {
			errs = append(errs, append(own, found...)...)
			continue
		}
		source, found := b.build(path, object["template"], entry)
		if errs = append(errs, append(own, found...)...); source != nil {
			sources = append(sources, *source)
		}
	}
	return sources, errs
}

func (b Builder) checkName(path *field.Path, name string, taken map[string]bool) field.ErrorList {
	switch {
	case name == "":
		return field.ErrorList{field.Required(path, "name the source")}
	case len(utilvalidation.IsDNS1123Label(name)) > 0:
		return field.ErrorList{field.Invalid(path, name, "must be lower-case letters, digits and '-', at most 63 characters")}
	case taken[name]:
		return field.ErrorList{&field.Error{Type: field.ErrorTypeDuplicate, Field: path.String(), BadValue: name, Detail: "is the name of another entry; choose another one"}}
	case name == b.Root:
		return field.ErrorList{field.Invalid(path, name, "is the name of the source of the root Kustomization; choose another one")}
	}
	return nil
}

// build builds one source; nil if it cannot be built.
func (b Builder) build(path *field.Path, content any, entry fluxv1alpha1.AdditionalSource) (*Source, field.ErrorList) {
	if content == nil {
		return nil, field.ErrorList{field.Required(path.Child("template"), "describe the source: kind and spec")}
	}
	t, errs := template.Of(content, b.Variables, path.Child("template"))
	if len(errs) == 0 {
		errs = t.SetType(sourcev1.GroupVersion.String(), kinds(),
			// The fields are the same in both versions (source-controller: api/v1beta2 before v1.8).
			map[string]string{sourcev1.GroupVersion.Group + "/v1beta2/" + sourcev1.OCIRepositoryKind: sourcev1.GroupVersion.String()})
	}
	if len(errs) > 0 {
		return nil, errs
	}
	t.SetMissing(entry.Name, "metadata", "name")
	t.SetMissing(b.Namespaces[0], "metadata", "namespace")
	t.SetMissing(map[string]any{}, "spec")
	t.SetMissing(defaultInterval, "spec", "interval")
	source := &Source{Path: path, Object: t.Unstructured()}
	if entry.SecretResourceName != nil {
		source.SecretResource = *entry.SecretResourceName
	}
	if hasKey := ptr.Deref(entry.DeployKey, false); hasKey || entry.SecretResourceName != nil {
		t.SetMissing(entry.Name, "spec", "secretRef", "name")
	}
	errs = b.complete(t)
	if url, _ := strict.Lookup(t.Object, "spec", "url"); len(errs) == 0 && ptr.Deref(entry.DeployKey, false) {
		text, _ := url.(string)
		errs = b.addKey(source, text, entry)
	}
	if !slices.ContainsFunc(errs, func(err *field.Error) bool { return strict.Within(err.Field, t.Path.Child("metadata").String()) }) {
		errs = append(errs, b.checkMetadata(t, source.Object, entry.Name)...)
	}
	errs = ofEntry(path, errs)
	return source, append(errs, b.Validate(t, errs)...)
}

func kinds() []string {
	return []string{sourcev1.GitRepositoryKind, sourcev1.OCIRepositoryKind, sourcev1.BucketKind, sourcev1.HelmRepositoryKind}
}

func (b Builder) complete(t *template.Template) field.ErrorList {
	switch t.Object["kind"] {
	case sourcev1.OCIRepositoryKind:
		return complete(b, t, validation.ValidateOCIRepository, func(oci *sourcev1.OCIRepository) (metav1.Duration, bool) {
			b.warnAll(validation.OCIReferenceWarnings(t.Path.Child("spec", "ref"), oci.Spec.Reference))
			return oci.Spec.Interval, oci.Spec.Suspend
		})
	case sourcev1.BucketKind:
		return complete(b, t, validation.ValidateBucket, func(bucket *sourcev1.Bucket) (metav1.Duration, bool) {
			if b.Placeholders.At(t.Path.Child("spec", "provider").String()) {
				// What the endpoint has to be depends on it.
				b.Placeholders.Add(t.Path.Child("spec", "endpoint"), bucket.Spec.Endpoint)
			}
			return bucket.Spec.Interval, bucket.Spec.Suspend
		})
	case sourcev1.HelmRepositoryKind:
		return complete(b, t, validation.ValidateHelmRepository, func(helm *sourcev1.HelmRepository) (metav1.Duration, bool) {
			if b.Placeholders.At(t.Path.Child("spec", "type").String()) {
				// What the URL has to be depends on it.
				b.Placeholders.Add(t.Path.Child("spec", "url"), helm.Spec.URL)
			}
			return helm.Spec.Interval, helm.Spec.Suspend
		})
	}
	// As with the source of the root Kustomization; source-controller itself would take master.
	t.SetMissing(map[string]any{"branch": fluxv1alpha1.DefaultBranch}, "spec", "ref")
	return complete(b, t, b.validateGitRepository, func(git *sourcev1.GitRepository) (metav1.Duration, bool) {
		b.warnAll(validation.GitReferenceWarnings(t.Path.Child("spec", "ref"), git.Spec.Reference))
		b.warnAll(validation.GitURLWarnings(t.Path.Child("spec", "url"), git.Spec.URL))
		return git.Spec.Interval, git.Spec.Suspend
	})
}

// complete decodes and checks a template; inspect also returns interval and suspend of what it became.
func complete[T any](b Builder, t *template.Template, validate func(*field.Path, *T) field.ErrorList, inspect func(*T) (metav1.Duration, bool)) field.ErrorList {
	object := new(T)
	if errs := b.Decode(t, object); len(errs) > 0 {
		return errs
	}
	interval, suspend := inspect(object)
	b.warnAll(validation.SourceWarnings(t.Path, suspend))
	b.warnAll(validation.CredentialWarnings(t.Path, t.Object))
	if interval.Duration < shortInterval {
		b.Warn(t.Path.Child("spec", "interval"), "is very short: each shoot asks the host that often; 1m is usual")
	}
	return b.Certain(validate(t.Path, object))
}

// validateGitRepository also refuses what Flux could never read over ssh. The deploy key of the project is for one repository.
func (b Builder) validateGitRepository(path *field.Path, git *sourcev1.GitRepository) field.ErrorList {
	errs := validation.ValidateGitRepository(path, git)
	if len(errs) == 0 && strings.HasPrefix(git.Spec.URL, "ssh://") && git.Spec.SecretRef == nil {
		errs = append(errs, field.Required(path.Child("spec", "secretRef"),
			"names no Secret with a key, without which Flux reads nothing over ssh: the project's deploy key is for the repository of the root Kustomization; set source.deployKey: true or source.secretResourceName, or use https"))
	}
	return errs
}

// checkMetadata checks the metadata of a template, which must not give the object another name than the entry has: a condition names the object.
func (b Builder) checkMetadata(t *template.Template, object *unstructured.Unstructured, name string) field.ErrorList {
	path := t.Path.Child("metadata")
	errs := b.Metadata(t, object)
	if own := object.GetName(); own == name {
		// What is wrong with it is reported of the entry.
		errs = slices.DeleteFunc(errs, func(err *field.Error) bool { return err.Field == path.Child("name").String() })
	} else if len(errs) == 0 {
		errs = append(errs, field.Invalid(path.Child("name"), own, fmt.Sprintf("must be the name of the entry, %s; remove it", name)))
	}
	if namespace := object.GetNamespace(); !slices.Contains(b.Namespaces, namespace) {
		errs = append(errs, field.NotSupported(path.Child("namespace"), namespace, b.Namespaces))
	}
	return b.Certain(errs)
}

func (b Builder) warnAll(warnings []validation.Warning) {
	for _, warning := range warnings {
		b.Warn(warning.Path, warning.Text)
	}
}

// ofEntry has the errors suggest the fields of the entry, where those about the source of the root Kustomization suggest its own.
func ofEntry(path *field.Path, errs field.ErrorList) field.ErrorList {
	fields := strings.NewReplacer("source.secretResourceName", path.Child("secretResourceName").String(), "source.deployKey", path.Child("deployKey").String(), "the source's template", "the template")
	var located field.ErrorList
	for _, err := range errs {
		own := *err
		own.Detail = fields.Replace(err.Detail)
		located = append(located, &own)
	}
	return located
}

// withoutNulls returns the value without the fields that are null, as a merge has it: in a list, nothing is merged.
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
