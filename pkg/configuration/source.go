// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package configuration

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/fluxcd/pkg/apis/meta"
	sourcev1 "github.com/fluxcd/source-controller/api/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/util/validation/field"
	"k8s.io/utils/ptr"

	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/apis/flux/knownhosts"
	fluxv1alpha1 "github.com/shoot-flux/gardener-extension-shoot-flux/pkg/apis/flux/v1alpha1"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/apis/flux/validation"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/configuration/document"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/configuration/resolved"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/configuration/strict"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/configuration/template"
)

const (
	// shortInterval is an interval below which a warning reminds of the load on the host.
	shortInterval = 10 * time.Second
	// sourceController is the controller of all sources.
	sourceController = string(fluxv1alpha1.ComponentSource)
)

// buildSource builds the source from its template.
func (b *builder) buildSource() {
	wanted := ptr.Deref(b.config.Source, fluxv1alpha1.Source{})
	if wanted.Template == nil {
		return
	}

	document.DropEmptyReferences(b.content)
	t, errs := template.New(b.content, b.variables, "source", "template")
	if len(errs) == 0 {
		errs = t.SetType(sourcev1.GroupVersion.String(),
			[]string{sourcev1.GitRepositoryKind, sourcev1.OCIRepositoryKind, sourcev1.BucketKind},
			// The fields are the same in both versions (source-controller: api/v1beta2 before v1.8).
			map[string]string{sourcev1.GroupVersion.Group + "/v1beta2/" + sourcev1.OCIRepositoryKind: sourcev1.GroupVersion.String()})
	}
	if len(errs) > 0 {
		b.refuse(errs...)
		return
	}
	setMetadata(t, *b.config.Flux.Namespace, b.adopted().Source)
	t.SetMissing(b.sourceInterval(), "spec", "interval")

	source := &resolved.Source{Object: t.Unstructured()}
	switch t.Object["kind"] {
	case sourcev1.OCIRepositoryKind:
		errs = b.completeOCIRepository(t, wanted)
	case sourcev1.BucketKind:
		errs = b.completeBucket(t, wanted)
	default:
		errs = b.completeGitRepository(t, wanted, source)
	}
	if !found(errs, t.Path.Child("metadata")) {
		errs = append(errs, b.checks().Metadata(t, source.Object)...)
	}
	b.refuse(errs...)
	b.refuse(b.checks().Validate(t, errs)...)
	b.result.Source = source
}

func (b *builder) completeGitRepository(t *template.Template, wanted fluxv1alpha1.Source, source *resolved.Source) field.ErrorList {
	// Like 'flux bootstrap'; source-controller itself would take master.
	t.SetMissing(map[string]any{"branch": fluxv1alpha1.DefaultBranch}, "spec", "ref")
	git := &sourcev1.GitRepository{}
	url, _ := strict.Lookup(t.Object, "spec", "url")
	text, _ := url.(string)
	_, hasSecret := strict.Lookup(t.Object, "spec", "secretRef")
	source.DeployKey = strings.HasPrefix(text, "ssh://") && !hasSecret && wanted.SecretResourceName == nil
	if source.DeployKey || wanted.SecretResourceName != nil {
		t.SetMissing(b.sourceSecret(t), "spec", "secretRef", "name")
	}
	if errs := b.checks().Decode(t, git); len(errs) > 0 {
		return errs
	}
	source.GitRepository = git
	source.ScanHostKeys = source.DeployKey && b.scans(git.Spec.URL)

	spec := t.Path.Child("spec")
	errs := b.checks().Certain(validation.ValidateGitRepository(t.Path, git))
	errs = append(errs, b.checkLogin(spec.Child("serviceAccountName"), git.Spec.Provider, git.Spec.ServiceAccountName, git.Namespace, sourceController)...)
	b.warnAll(validation.GitReferenceWarnings(spec.Child("ref"), git.Spec.Reference))
	b.warnAll(validation.GitURLWarnings(spec.Child("url"), git.Spec.URL))
	b.warnAll(validation.CredentialWarnings(t.Path, t.Object))
	b.warnAll(validation.SourceWarnings(t.Path, git.Spec.Suspend))
	b.warnSource(spec, git.Spec.Interval, git.Spec.SecretRef, wanted, source.DeployKey)
	if source.DeployKey && !b.placeholders.At(spec.Child("url").String()) {
		b.warnAll(validation.DeployKeyWarnings(deployKeyPath(), spec.Child("url"), &b.result.DeployKey, git.Spec.URL))
	}
	return append(errs, b.checkKnownHosts(git.Spec.URL, wanted, source, len(errs) == 0)...)
}

func (b *builder) checkKnownHosts(url string, wanted fluxv1alpha1.Source, source *resolved.Source, validURL bool) field.ErrorList {
	path := field.NewPath("source", "knownHosts")
	configured := strings.TrimSpace(ptr.Deref(wanted.KnownHosts, ""))
	unknown := url != "" && b.placeholders.At("source.template.spec.url")
	switch {
	case unknown && !strings.Contains(url, "://"):
		// It is not known how the host is reached.
	case unknown && source.DeployKey:
		// The host is not known.
		if source.KnownHosts = configured; configured != "" {
			return validation.ValidateKnownHostsLines(path, configured)
		}
	case !source.DeployKey && configured != "" && b.ignoresKnownHosts(url, wanted):
		b.warn(path, "is ignored: it is used with an ssh:// URL and the project's deploy key only; remove it")
	case !source.DeployKey || !validURL:
	case configured != "":
		source.KnownHosts = configured
		b.warnAll(validation.KnownHostsWarnings(path, configured, url))
		return validation.ValidateKnownHosts(path, configured, url)
	default:
		if _, err := knownhosts.Choose(url, "", nil); err != nil && !source.ScanHostKeys {
			b.warn(path, fmt.Sprintf("%s; they may also be stored in key %s of Secret %s of the project", err, fluxv1alpha1.SecretKeyKnownHosts, fluxv1alpha1.DeployKeySecretName))
		}
	}
	return nil
}

// scans returns whether the keys of the URL's host are scanned.
func (b *builder) scans(url string) bool {
	return *b.result.DeployKey.ScanHostKeys && b.hasOwnHost(url)
}

// ignoresKnownHosts returns whether the document with the known hosts, or one below it, sets what makes them useless. If a Shoot sets that
// over its project, nothing is to be removed from the project.
func (b *builder) ignoresKnownHosts(url string, wanted fluxv1alpha1.Source) bool {
	var reasons []int
	because := func(path ...string) { reasons = append(reasons, b.stack.Last(path...)) }
	if url == "" {
		because("source", "template", "kind")
	} else if !strings.HasPrefix(url, "ssh://") {
		because("source", "template", "spec", "url")
	}
	if wanted.SecretResourceName != nil {
		because("source", "secretResourceName")
	}
	if secretRef := b.stack.Last("source", "template", "spec", "secretRef"); secretRef >= 0 {
		reasons = append(reasons, secretRef)
	}
	return len(reasons) > 0 && slices.Min(reasons) <= b.stack.Last("source", "knownHosts")
}

func (b *builder) completeOCIRepository(t *template.Template, wanted fluxv1alpha1.Source) field.ErrorList {
	oci := &sourcev1.OCIRepository{}
	if wanted.SecretResourceName != nil {
		t.SetMissing(b.sourceSecret(t), "spec", "secretRef", "name")
	}
	if errs := b.checks().Decode(t, oci); len(errs) > 0 {
		return errs
	}
	spec := t.Path.Child("spec")
	b.warnAll(validation.OCIReferenceWarnings(spec.Child("ref"), oci.Spec.Reference))
	b.warnAll(validation.CredentialWarnings(t.Path, t.Object))
	b.warnAll(validation.SourceWarnings(t.Path, oci.Spec.Suspend))
	b.warnSource(spec, oci.Spec.Interval, oci.Spec.SecretRef, wanted, false)
	errs := b.checks().Certain(validation.ValidateOCIRepository(t.Path, oci))
	if oci.Spec.SecretRef == nil {
		errs = append(errs, b.checkLogin(spec.Child("serviceAccountName"), oci.Spec.Provider, oci.Spec.ServiceAccountName, oci.Namespace, sourceController)...)
	}
	return append(errs, b.checkKnownHosts("", wanted, &resolved.Source{}, true)...)
}

func (b *builder) completeBucket(t *template.Template, wanted fluxv1alpha1.Source) field.ErrorList {
	bucket := &sourcev1.Bucket{}
	if wanted.SecretResourceName != nil {
		t.SetMissing(b.sourceSecret(t), "spec", "secretRef", "name")
	}
	if errs := b.checks().Decode(t, bucket); len(errs) > 0 {
		return errs
	}
	spec := t.Path.Child("spec")
	if b.placeholders.At(spec.Child("provider").String()) {
		// What the endpoint has to be depends on it.
		b.placeholders.Add(spec.Child("endpoint"), bucket.Spec.Endpoint)
	}
	b.warnAll(validation.SourceWarnings(t.Path, bucket.Spec.Suspend))
	b.warnSource(spec, bucket.Spec.Interval, bucket.Spec.SecretRef, wanted, false)
	errs := b.checks().Certain(validation.ValidateBucket(t.Path, bucket))
	errs = append(errs, b.checkLogin(spec.Child("serviceAccountName"), bucket.Spec.Provider, bucket.Spec.ServiceAccountName, bucket.Namespace, sourceController)...)
	return append(errs, b.checkKnownHosts("", wanted, &resolved.Source{}, true)...)
}

func (b *builder) warnSource(spec *field.Path, interval metav1.Duration, secretRef *meta.LocalObjectReference, wanted fluxv1alpha1.Source, deployKey bool) {
	if interval.Duration < shortInterval {
		b.warn(spec.Child("interval"), "is very short: each shoot asks the host that often; 1m is usual")
	}
	if secretRef != nil && wanted.SecretResourceName == nil && !deployKey && !b.delivers(kindSecret, secretRef.Name) {
		b.warn(spec.Child("secretRef"), fmt.Sprintf("the configuration delivers no Secret %s to the shoot; set source.secretResourceName, or create it in the shoot", secretRef.Name))
	}
}

// sourceSecret is the name of the Secret for the source's credentials, if the configuration delivers them but does not name it.
func (b *builder) sourceSecret(t *template.Template) string {
	if adopted := b.adopted(); adopted.Source == resolved.Key(t.Unstructured()) {
		return cmp.Or(adopted.Secret, fluxv1alpha1.SyncName)
	}
	return fluxv1alpha1.SyncName
}
