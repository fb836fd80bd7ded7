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

	sourcev1 "github.com/fluxcd/source-controller/api/v1"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"k8s.io/apimachinery/pkg/util/validation/field"
	"k8s.io/utils/ptr"

	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/apis/flux/githosts"
	fluxv1alpha1 "github.com/shoot-flux/gardener-extension-shoot-flux/pkg/apis/flux/v1alpha1"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/apis/flux/validation"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/configuration/document"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/configuration/resolved"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/configuration/strict"
)

const (
	// defaultSourceInterval is the default interval of 'flux bootstrap' and 'flux create source'.
	defaultSourceInterval = "1m"
	// pushedSourceInterval is the default interval of a source with a webhook.
	pushedSourceInterval = "30m"
	// shortInterval is the minimum interval that causes no warning about the load on the host.
	shortInterval = 10 * time.Second
)

// buildSource builds the source of the root Kustomization from its template.
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
	git, decoded, errs := b.completeSource(t)
	if source.GitRepository = git; decoded {
		if hasSecret && configured.SecretResourceName == nil && !b.delivers(kindSecret, source.SecretName()) {
			b.warn(t.path.Child("spec", "secretRef"), "the configuration delivers no Secret %s to the shoot; set source.secretResourceName, or create it in the shoot", source.SecretName())
		}
		errs = append(errs, b.checkSourceLogin(t.path, source.Object)...)
		errs = append(errs, b.completeHost(source, configured, errs)...)
	}
	if !found(errs, t.path.Child("metadata")) {
		errs = append(errs, b.checkMetadata(t)...)
	}
	b.refuse(errs...)
	b.refuse(b.checkSchema(ctx, t, errs)...)
	b.result.Source = source
}

// sourceInterval returns the default interval of the source. If the Shoot or an override sets the repository, the
// default does not rely on the webhook, because the webhook is for the project's repository.
func (b *builder) sourceInterval() string {
	if b.result.Push != nil && !b.stack.OfSomeShoots("source", "template", "spec", "url") {
		return pushedSourceInterval
	}
	return defaultSourceInterval
}

// sourceSecret returns the default name of the Secret with the credentials of the source.
func (b *builder) sourceSecret(t *template) string {
	if b.adopted.Source == resolved.Key(t.unstructured()) {
		return cmp.Or(b.adopted.Secret, fluxv1alpha1.SyncName)
	}
	return fluxv1alpha1.SyncName
}

// completeSource sets defaults in the template of a source and validates it. It returns the typed GitRepository if the
// source is a GitRepository, and false if the template cannot be decoded.
func (b *builder) completeSource(t *template) (*sourcev1.GitRepository, bool, field.ErrorList) {
	var (
		spec   = t.path.Child("spec")
		git    *sourcev1.GitRepository
		object any
		check  func() field.ErrorList
	)
	switch t.object["kind"] {
	case sourcev1.OCIRepositoryKind:
		oci := &sourcev1.OCIRepository{}
		object, check = oci, func() field.ErrorList {
			b.warnAll(validation.OCIReferenceWarnings(spec.Child("ref"), oci.Spec.Reference))
			return validation.ValidateOCIRepository(t.path, oci)
		}
	case sourcev1.BucketKind:
		bucket := &sourcev1.Bucket{}
		object, check = bucket, func() field.ErrorList {
			if b.placeholders.at(spec.Child("provider").String()) {
				// Which endpoints are valid depends on the provider.
				b.placeholders.add(spec.Child("endpoint"), bucket.Spec.Endpoint)
			}
			return validation.ValidateBucket(t.path, bucket)
		}
	case sourcev1.HelmRepositoryKind:
		helm := &sourcev1.HelmRepository{}
		object, check = helm, func() field.ErrorList {
			if b.placeholders.at(spec.Child("type").String()) {
				// Which URLs are valid depends on the type.
				b.placeholders.add(spec.Child("url"), helm.Spec.URL)
			}
			return validation.ValidateHelmRepository(t.path, helm)
		}
	default:
		// 'flux bootstrap' has the same default. The default of source-controller is master.
		t.setMissing(map[string]any{"branch": fluxv1alpha1.DefaultBranch}, "spec", "ref")
		git = &sourcev1.GitRepository{}
		object, check = git, func() field.ErrorList {
			b.warnAll(validation.GitReferenceWarnings(spec.Child("ref"), git.Spec.Reference))
			b.warnAll(validation.GitURLWarnings(spec.Child("url"), git.Spec.URL))
			return validation.ValidateGitRepository(t.path, git)
		}
	}
	if errs := b.decode(t, object); len(errs) > 0 {
		return nil, false, errs
	}
	errs := b.certain(append(check(), validation.ValidateSource(t.path, t.object)...))
	b.warnAll(validation.CredentialWarnings(t.path, t.object))
	suspend, _ := strict.Lookup(t.object, "spec", "suspend")
	b.warnAll(validation.SourceWarnings(t.path, suspend == true))
	if interval, err := time.ParseDuration(strict.LookupString(t.object, "spec", "interval")); err == nil && interval < shortInterval {
		b.warn(spec.Child("interval"), "is very short, and each shoot polls the host; 1m is usual")
	}
	return git, true, errs
}

// checkSourceLogin checks the ServiceAccount that source-controller uses to log in to a cloud for a source. It ignores
// an OCIRepository with a Secret, because its ServiceAccount is used only for image pull secrets.
func (b *builder) checkSourceLogin(path *field.Path, source *unstructured.Unstructured) field.ErrorList {
	if secretRef, _ := strict.Lookup(source.Object, "spec", "secretRef"); secretRef != nil && source.GetKind() == sourcev1.OCIRepositoryKind {
		return nil
	}
	return b.checkLogin(path.Child("spec", "serviceAccountName"), strict.LookupString(source.Object, "spec", "provider"), strict.LookupString(source.Object, "spec", "serviceAccountName"),
		source.GetNamespace(), string(fluxv1alpha1.ComponentSource))
}

// completeHost determines and checks the host keys of the source. sourceErrs contains the errors about the source.
func (b *builder) completeHost(source *resolved.Source, configured fluxv1alpha1.Source, sourceErrs field.ErrorList) field.ErrorList {
	path, knownHosts := field.NewPath("source", "knownHosts"), strings.TrimSpace(ptr.Deref(configured.KnownHosts, ""))
	url, unknown := "", false
	if git := source.GitRepository; git != nil {
		urlPath := field.NewPath("source", "template", "spec", "url")
		url = git.Spec.URL
		unknown = url != "" && b.placeholders.at(urlPath.String())
		source.ScanHostKeys = source.DeployKey && *b.result.DeployKey.ScanHostKeys && b.hasOwnHost(url)
		if source.DeployKey && !b.placeholders.at(urlPath.String()) {
			b.warnAll(validation.DeployKeyWarnings(deployKeyPath(), urlPath, &b.result.DeployKey, url))
		}
	}
	switch {
	case unknown && !strings.Contains(url, "://"):
		// The protocol is unknown, so the known hosts cannot be checked.
	case unknown && source.DeployKey:
		// The host is unknown, so only the format of the known hosts can be checked.
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

// warnUnknownHost warns about a host without known keys. Users can set the keys in the field at the path, or in a key
// of a Secret of the project.
func (b *builder) warnUnknownHost(path *field.Path, url string, scans bool, key, secret string) {
	if _, err := githosts.ChooseLines(url, "", nil); err != nil && !scans {
		b.warn(path, "%s; they may also be stored in key %s of Secret %s of the project", err, key, secret)
	}
}

// ignoresKnownHosts reports whether the configured known hosts have no effect on the source. It returns true only if
// the cause is in the document that sets the known hosts or in an earlier one. If a later document is the cause, other
// Shoots may still use the known hosts.
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
