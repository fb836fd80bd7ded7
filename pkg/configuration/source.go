// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package configuration

import (
	"cmp"
	"context"
	"slices"
	"strings"
	"time"

	"github.com/fluxcd/pkg/apis/meta"
	sourcev1 "github.com/fluxcd/source-controller/api/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"k8s.io/apimachinery/pkg/util/validation/field"
	"k8s.io/utils/ptr"

	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/apis/flux/knownhosts"
	fluxv1alpha1 "github.com/shoot-flux/gardener-extension-shoot-flux/pkg/apis/flux/v1alpha1"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/apis/flux/validation"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/configuration/document"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/configuration/resolved"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/configuration/strict"
)

const (
	// defaultSourceInterval is the default of 'flux bootstrap' and 'flux create source'.
	defaultSourceInterval = "1m"
	// pushedSourceInterval is the interval of a source that a webhook also triggers.
	pushedSourceInterval = "30m"
	// shortInterval is the interval below which a warning mentions the load on the host.
	shortInterval = 10 * time.Second
)

// buildSource builds the source from its template.
func (b *builder) buildSource(ctx context.Context) {
	configured := ptr.Deref(b.config.Source, fluxv1alpha1.Source{})
	if configured.Template == nil {
		return
	}
	document.DropEmptyReferences(b.content)
	t, errs := b.template("source", "template")
	if len(errs) == 0 {
		errs = t.setType(sourcev1.GroupVersion.String(), sourcev1.GitRepositoryKind, sourcev1.OCIRepositoryKind, sourcev1.BucketKind)
	}
	if len(errs) > 0 {
		b.refuse(errs...)
		return
	}
	t.setMetadata(*b.config.Flux.Namespace, b.adopted.Source)
	t.setMissing(b.sourceInterval(), "spec", "interval")

	source := &resolved.Source{Object: t.unstructured()}
	_, hasSecret := strict.Lookup(t.object, "spec", "secretRef")
	source.DeployKey = t.object["kind"] == sourcev1.GitRepositoryKind && strings.HasPrefix(strict.LookupString(t.object, "spec", "url"), "ssh://") &&
		!hasSecret && configured.SecretResourceName == nil
	if source.DeployKey || configured.SecretResourceName != nil {
		t.setMissing(b.sourceSecret(t), "spec", "secretRef", "name")
	}
	typed, errs := b.completeSource(t)
	if typed != nil {
		if typed.secretRef != nil && configured.SecretResourceName == nil && !source.DeployKey && !b.delivers(kindSecret, typed.secretRef.Name) {
			b.warn(t.path.Child("spec", "secretRef"), "the configuration delivers no Secret %s to the shoot; set source.secretResourceName, or create it in the shoot", typed.secretRef.Name)
		}
		errs = append(errs, b.checkSourceLogin(t.path, source.Object)...)
		errs = append(errs, b.completeHost(source, configured, typed, errs)...)
	}
	if !found(errs, t.path.Child("metadata")) {
		errs = append(errs, b.checkMetadata(t)...)
	}
	b.refuse(errs...)
	b.refuse(b.checkSchema(ctx, t, errs)...)
	b.result.Source = source
}

// sourceInterval returns the default interval. The webhook may not know the source of a Shoot that reads
// another repository than its project, by its providerConfig or an override.
func (b *builder) sourceInterval() string {
	if b.result.Push != nil && !b.stack.OfSomeShoots("source", "template", "spec", "url") {
		return pushedSourceInterval
	}
	return defaultSourceInterval
}

// sourceSecret returns the name of the Secret with the source's credentials, if the configuration delivers
// the Secret without naming it.
func (b *builder) sourceSecret(t *template) string {
	if b.adopted.Source == resolved.Key(t.unstructured()) {
		return cmp.Or(b.adopted.Secret, fluxv1alpha1.SyncName)
	}
	return fluxv1alpha1.SyncName
}

// typedSource holds the common fields of the kinds of sources.
type typedSource struct {
	interval  metav1.Duration
	suspend   bool
	secretRef *meta.LocalObjectReference
	// git is nil for other kinds.
	git *sourcev1.GitRepository
}

// completeSource completes and checks the template of any source. It returns nil if the template cannot be
// decoded.
func (b *builder) completeSource(t *template) (*typedSource, field.ErrorList) {
	spec := t.path.Child("spec")
	switch t.object["kind"] {
	case sourcev1.OCIRepositoryKind:
		return checkSource(b, t, validation.ValidateOCIRepository, func(oci *sourcev1.OCIRepository) *typedSource {
			b.warnAll(validation.OCIReferenceWarnings(spec.Child("ref"), oci.Spec.Reference))
			return &typedSource{interval: oci.Spec.Interval, suspend: oci.Spec.Suspend, secretRef: oci.Spec.SecretRef}
		})
	case sourcev1.BucketKind:
		return checkSource(b, t, validation.ValidateBucket, func(bucket *sourcev1.Bucket) *typedSource {
			if b.placeholders.at(spec.Child("provider").String()) {
				// The valid endpoints depend on the provider.
				b.placeholders.add(spec.Child("endpoint"), bucket.Spec.Endpoint)
			}
			return &typedSource{interval: bucket.Spec.Interval, suspend: bucket.Spec.Suspend, secretRef: bucket.Spec.SecretRef}
		})
	case sourcev1.HelmRepositoryKind:
		return checkSource(b, t, validation.ValidateHelmRepository, func(helm *sourcev1.HelmRepository) *typedSource {
			if b.placeholders.at(spec.Child("type").String()) {
				// The valid URLs depend on the type.
				b.placeholders.add(spec.Child("url"), helm.Spec.URL)
			}
			return &typedSource{interval: helm.Spec.Interval, suspend: helm.Spec.Suspend, secretRef: helm.Spec.SecretRef}
		})
	}
	// As 'flux bootstrap' does; source-controller itself would use master.
	t.setMissing(map[string]any{"branch": fluxv1alpha1.DefaultBranch}, "spec", "ref")
	return checkSource(b, t, validation.ValidateGitRepository, func(git *sourcev1.GitRepository) *typedSource {
		b.warnAll(validation.GitReferenceWarnings(spec.Child("ref"), git.Spec.Reference))
		b.warnAll(validation.GitURLWarnings(spec.Child("url"), git.Spec.URL))
		return &typedSource{interval: git.Spec.Interval, suspend: git.Spec.Suspend, secretRef: git.Spec.SecretRef, git: git}
	})
}

// checkSource decodes and checks the template of a source of kind T. inspect also completes the placeholders.
func checkSource[T any](b *builder, t *template, validate func(*field.Path, *T) field.ErrorList, inspect func(*T) *typedSource) (*typedSource, field.ErrorList) {
	object := new(T)
	if errs := b.decode(t, object); len(errs) > 0 {
		return nil, errs
	}
	typed := inspect(object)
	b.warnAll(validation.CredentialWarnings(t.path, t.object))
	b.warnAll(validation.SourceWarnings(t.path, typed.suspend))
	if typed.interval.Duration < shortInterval {
		b.warn(t.path.Child("spec", "interval"), "is very short, and each shoot polls the host; 1m is usual")
	}
	return typed, b.certain(append(validate(t.path, object), validation.ValidateSource(t.path, t.object)...))
}

// checkSourceLogin checks the ServiceAccount that a source at the path uses for the login to a cloud. With a
// Secret, an OCIRepository uses its ServiceAccount for pull secrets instead.
func (b *builder) checkSourceLogin(path *field.Path, source *unstructured.Unstructured) field.ErrorList {
	if secretRef, _ := strict.Lookup(source.Object, "spec", "secretRef"); secretRef != nil && source.GetKind() == sourcev1.OCIRepositoryKind {
		return nil
	}
	return b.checkLogin(path.Child("spec", "serviceAccountName"), strict.LookupString(source.Object, "spec", "provider"), strict.LookupString(source.Object, "spec", "serviceAccountName"),
		source.GetNamespace(), string(fluxv1alpha1.ComponentSource))
}

// completeHost determines the source's host keys, and checks them. sourceErrs are the errors about the source.
func (b *builder) completeHost(source *resolved.Source, configured fluxv1alpha1.Source, typed *typedSource, sourceErrs field.ErrorList) field.ErrorList {
	path, knownHosts := field.NewPath("source", "knownHosts"), strings.TrimSpace(ptr.Deref(configured.KnownHosts, ""))
	url, unknown := "", false
	if source.GitRepository = typed.git; typed.git != nil {
		urlPath := field.NewPath("source", "template", "spec", "url")
		url = typed.git.Spec.URL
		unknown = url != "" && b.placeholders.at(urlPath.String())
		source.ScanHostKeys = source.DeployKey && *b.result.DeployKey.ScanHostKeys && b.hasOwnHost(url)
		if source.DeployKey && !b.placeholders.at(urlPath.String()) {
			b.warnAll(validation.DeployKeyWarnings(deployKeyPath(), urlPath, &b.result.DeployKey, url))
		}
	}
	switch {
	case unknown && !strings.Contains(url, "://"):
		// The protocol is unknown.
	case unknown && source.DeployKey:
		// The host is unknown.
		if source.KnownHosts = knownHosts; knownHosts != "" {
			return validation.ValidateKnownHostsLines(path, knownHosts)
		}
	case !source.DeployKey && knownHosts != "" && b.ignoresKnownHosts(url, configured):
		b.warn(path, "is ignored: it is used only with an ssh:// URL and the project's deploy key; remove it")
	case !source.DeployKey || len(sourceErrs) > 0:
	case knownHosts != "":
		source.KnownHosts = knownHosts
		b.warnAll(validation.KnownHostsWarnings(path, knownHosts, url))
		return validation.ValidateKnownHosts(path, knownHosts, url)
	default:
		b.warnUnknownHost(path, url, source.ScanHostKeys, fluxv1alpha1.SecretKeyKnownHosts, fluxv1alpha1.DeployKeySecretName)
	}
	return nil
}

// warnUnknownHost warns of a host without known keys. The path may configure them, or a key in a Secret of
// the project.
func (b *builder) warnUnknownHost(path *field.Path, url string, scans bool, key, secret string) {
	if _, err := knownhosts.Choose(url, "", nil); err != nil && !scans {
		b.warn(path, "%s; they may also be stored in key %s of Secret %s of the project", err, key, secret)
	}
}

// ignoresKnownHosts returns whether the document that sets the known hosts, or one below it, also makes them
// useless. If only the Shoot makes them useless, they need not be removed from the project.
func (b *builder) ignoresKnownHosts(url string, configured fluxv1alpha1.Source) bool {
	var reasons []int
	because := func(path ...string) { reasons = append(reasons, b.stack.Last(path...)) }
	if url == "" {
		because("source", "template", "kind")
	} else if !strings.HasPrefix(url, "ssh://") {
		because("source", "template", "spec", "url")
	}
	if configured.SecretResourceName != nil {
		because("source", "secretResourceName")
	}
	if secretRef := b.stack.Last("source", "template", "spec", "secretRef"); secretRef >= 0 {
		reasons = append(reasons, secretRef)
	}
	return len(reasons) > 0 && slices.Min(reasons) <= b.stack.Last("source", "knownHosts")
}
