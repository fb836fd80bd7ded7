// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package validation

import (
	"fmt"
	"regexp"
	"slices"
	"strings"
	"time"
	"unicode"

	"github.com/Masterminds/semver/v3"
	"github.com/fluxcd/pkg/apis/meta"
	sourcev1 "github.com/fluxcd/source-controller/api/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	utilvalidation "k8s.io/apimachinery/pkg/util/validation"
	"k8s.io/apimachinery/pkg/util/validation/field"
)

// ValidateGitRepository checks a defaulted GitRepository. The path is that of the object.
func ValidateGitRepository(path *field.Path, source *sourcev1.GitRepository) field.ErrorList {
	spec := path.Child("spec")
	var errs field.ErrorList
	if source.Spec.URL == "" {
		errs = append(errs, field.Required(spec.Child("url"), "name the repository, as in ssh://git@host/owner/repository or https://host/owner/repository"))
	} else {
		errs = append(errs, ValidateGitURL(spec.Child("url"), source.Spec.URL)...)
	}
	errs = append(errs, validateGitProvider(spec, source)...)
	errs = append(errs, validateGitReference(spec.Child("ref"), source.Spec.Reference)...)
	errs = append(errs, validateIntervals(spec, &source.Spec.Interval, source.Spec.Timeout)...)
	errs = append(errs, validateReference(spec.Child("secretRef"), source.Spec.SecretRef)...)
	errs = append(errs, validateReference(spec.Child("proxySecretRef"), source.Spec.ProxySecretRef)...)
	if verify := source.Spec.Verification; verify != nil {
		errs = append(errs, validateReference(spec.Child("verify", "secretRef"), &verify.SecretRef)...)
	}
	return errs
}

// validateGitProvider refuses what source-controller refuses at run time. What a provider may be called is left to the schema.
func validateGitProvider(spec *field.Path, source *sourcev1.GitRepository) field.ErrorList {
	provider := source.Spec.Provider
	switch {
	case !slices.Contains([]string{sourcev1.GitProviderAWS, sourcev1.GitProviderAzure, sourcev1.GitProviderGitHub}, provider):
	case strings.HasPrefix(source.Spec.URL, "ssh://"):
		return field.ErrorList{field.Invalid(spec.Child("provider"), provider, "logs in over https; change the URL to https://host/owner/repository, or remove provider")}
	case provider == sourcev1.GitProviderGitHub && source.Spec.SecretRef == nil:
		return field.ErrorList{field.Invalid(spec.Child("provider"), provider, "needs a Secret with the keys of a GitHub App; set source.secretResourceName, or remove provider")}
	}
	return nil
}

// SourceWarnings names what of a source tends not to be meant.
func SourceWarnings(path *field.Path, suspend bool) []Warning {
	if suspend {
		return []Warning{suspended(path.Child("spec"))}
	}
	return nil
}

// GitReferenceWarnings names what source-controller ignores because something else is set beside it. The order is that of the
// code (fluxcd/pkg/git/gogit: Client.clone), which prefers a tag to a range, although GitRepositoryRef describes it otherwise.
func GitReferenceWarnings(path *field.Path, ref *sourcev1.GitRepositoryRef) []Warning {
	if ref == nil {
		return nil
	}
	return ignoredBeside(path, []setting{
		{name: "commit", value: ref.Commit, with: "branch"},
		{name: "name", value: ref.Name},
		{name: "tag", value: ref.Tag},
		{name: "semver", value: ref.SemVer},
		{name: "branch", value: ref.Branch},
	})
}

// OCIReferenceWarnings names what source-controller ignores because something else is set beside it
// (source-controller: OCIRepositoryRef).
func OCIReferenceWarnings(path *field.Path, ref *sourcev1.OCIRepositoryRef) []Warning {
	if ref == nil {
		return nil
	}
	warnings := ignoredBeside(path, []setting{{name: "digest", value: ref.Digest}, {name: "semver", value: ref.SemVer}, {name: "tag", value: ref.Tag}})
	if ref.SemverFilter != "" && ref.SemVer == "" {
		warnings = append(warnings, Warning{path.Child("semverFilter"), "is ignored without semver; set semver as well, or remove it"})
	}
	return warnings
}

// CredentialWarnings warns of credentials that a source sends to a host without encryption. Buckets are left out: their keys sign requests and are not sent.
func CredentialWarnings(path *field.Path, object map[string]any) []Warning {
	spec := path.Child("spec")
	secret, _, _ := unstructured.NestedString(object, "spec", "secretRef", "name")
	kind, _, _ := unstructured.NestedString(object, "kind")
	url, _, _ := unstructured.NestedString(object, "spec", "url")
	insecure, _, _ := unstructured.NestedBool(object, "spec", "insecure")
	switch {
	case secret == "" || kind == sourcev1.BucketKind:
		return nil
	case strings.HasPrefix(url, "http://"):
		return []Warning{{spec.Child("url"), fmt.Sprintf("sends the credentials in Secret %s unencrypted; use https://, or ssh:// for a GitRepository", secret)}}
	case insecure && strings.HasPrefix(url, "oci://"):
		return []Warning{{spec.Child("insecure"), fmt.Sprintf("sends the credentials in Secret %s unencrypted if the registry does not serve TLS; remove it", secret)}}
	}
	return nil
}

// setting is a field that chooses a revision; with names another that can be combined with it.
type setting struct{ name, value, with string }

// ignoredBeside expects the settings in the order in which the first that is set wins.
func ignoredBeside(path *field.Path, settings []setting) []Warning {
	var (
		winner   *setting
		warnings []Warning
	)
	for i, s := range settings {
		switch {
		case s.value == "":
		case winner == nil:
			winner = &settings[i]
		case s.name != winner.with:
			warnings = append(warnings, Warning{path.Child(s.name), fmt.Sprintf("is ignored because %s is set beside it; remove one of them, or set it to \"\"", winner.name)})
		}
	}
	return warnings
}

// commitHash matches the full hash of a commit, SHA-1 or SHA-256.
var commitHash = regexp.MustCompile(`^([0-9a-f]{40}|[0-9a-f]{64})$`)

func validateGitReference(path *field.Path, ref *sourcev1.GitRepositoryRef) field.ErrorList {
	if ref == nil {
		return nil
	}
	var errs field.ErrorList
	switch {
	case *ref == sourcev1.GitRepositoryRef{}:
		errs = append(errs, field.Required(path, "names no branch, tag, semver, commit or reference; set one, or remove ref for the branch main"))
	case ref.Branch != "":
		errs = append(errs, validateBranch(path.Child("branch"), ref.Branch)...)
	}
	if ref.Tag != "" && !validRefName(ref.Tag) {
		errs = append(errs, field.Invalid(path.Child("tag"), ref.Tag, "is not the name of a git tag; write it as in 'git tag', such as v1.2.3"))
	}
	if strings.HasPrefix(ref.Tag, "refs/") {
		errs = append(errs, field.Invalid(path.Child("tag"), ref.Tag, "must be the short name of a tag, without refs/tags/"))
	}
	if ref.Name != "" && (!strings.HasPrefix(ref.Name, "refs/") || !validRefName(ref.Name)) {
		errs = append(errs, field.Invalid(path.Child("name"), ref.Name, "must be a full reference such as refs/heads/main or refs/pull/420/head; use branch or tag for a short name"))
	}
	if ref.Commit != "" && !commitHash.MatchString(ref.Commit) {
		errs = append(errs, field.Invalid(path.Child("commit"), ref.Commit, "must be the full hash of a commit, as 'git rev-parse' prints it"))
	}
	return append(errs, validateSemver(path.Child("semver"), ref.SemVer)...)
}

// validRefName refuses what 'git check-ref-format' refuses, as far as that depends on the name alone.
func validRefName(name string) bool {
	return !strings.HasPrefix(name, "-") && !strings.HasPrefix(name, "/") && !strings.HasSuffix(name, "/") &&
		!strings.HasSuffix(name, ".") && !strings.HasSuffix(name, ".lock") && !strings.Contains(name, "..") &&
		!strings.Contains(name, "//") && !strings.Contains(name, "@{") && !strings.ContainsAny(name, " ~^:?*[\\\x7f") &&
		!strings.ContainsFunc(name, unicode.IsControl) && !strings.Contains(name, "/.") && !strings.HasPrefix(name, ".")
}

func validateBranch(path *field.Path, branch string) field.ErrorList {
	if !validRefName(branch) {
		return field.ErrorList{field.Invalid(path, branch, "is not the name of a git branch; write it as in 'git branch', such as main or release/1.2")}
	}
	if strings.HasPrefix(branch, "refs/") {
		return field.ErrorList{field.Invalid(path, branch, "must be the short name of a branch, without refs/heads/")}
	}
	return nil
}

func validateSemver(path *field.Path, constraint string) field.ErrorList {
	if constraint == "" {
		return nil
	}
	if _, err := semver.NewConstraint(constraint); err != nil {
		return field.ErrorList{field.Invalid(path, constraint, "is not a range of semantic versions; write one such as >=1.0.0 <2.0.0 or 1.x")}
	}
	return nil
}

var (
	ociTag    = regexp.MustCompile(`^[A-Za-z0-9_][A-Za-z0-9_.-]{0,127}$`)
	ociDigest = regexp.MustCompile(`^sha256:[a-f0-9]{64}$`)
)

// ValidateOCIRepository checks a defaulted OCIRepository.
func ValidateOCIRepository(path *field.Path, source *sourcev1.OCIRepository) field.ErrorList {
	spec := path.Child("spec")
	var errs field.ErrorList
	if source.Spec.URL == "" {
		errs = append(errs, field.Required(spec.Child("url"), "name the artifact, as in oci://ghcr.io/owner/artifact"))
	} else {
		errs = append(errs, ValidateOCIURL(spec.Child("url"), source.Spec.URL)...)
	}
	if ref := source.Spec.Reference; ref != nil {
		if ref.Tag != "" && !ociTag.MatchString(ref.Tag) {
			errs = append(errs, field.Invalid(spec.Child("ref", "tag"), ref.Tag, "is not the tag of an OCI artifact; write one such as latest or v1.2.3"))
		}
		if ref.Digest != "" && !ociDigest.MatchString(ref.Digest) {
			errs = append(errs, field.Invalid(spec.Child("ref", "digest"), ref.Digest, "must be sha256: followed by 64 hexadecimal digits"))
		}
		errs = append(errs, validateSemver(spec.Child("ref", "semver"), ref.SemVer)...)
		if ref.SemverFilter != "" {
			if _, err := regexp.Compile(ref.SemverFilter); err != nil {
				errs = append(errs, field.Invalid(spec.Child("ref", "semverFilter"), ref.SemverFilter, "is not a regular expression"))
			}
		}
	}
	errs = append(errs, validateIntervals(spec, &source.Spec.Interval, source.Spec.Timeout)...)
	errs = append(errs, validateReference(spec.Child("secretRef"), source.Spec.SecretRef)...)
	errs = append(errs, validateReference(spec.Child("certSecretRef"), source.Spec.CertSecretRef)...)
	errs = append(errs, validateReference(spec.Child("proxySecretRef"), source.Spec.ProxySecretRef)...)
	if verify := source.Spec.Verify; verify != nil {
		if verify.Provider == "notation" && verify.SecretRef == nil {
			errs = append(errs, field.Required(spec.Child("verify", "secretRef"), "name the Secret with trustpolicy.json and certificates, which provider notation needs"))
		}
		errs = append(errs, validateReference(spec.Child("verify", "secretRef"), verify.SecretRef)...)
	}
	if source.Spec.ServiceAccountName != "" {
		errs = append(errs, validateServiceAccount(spec.Child("serviceAccountName"), source.Spec.ServiceAccountName)...)
	}
	return errs
}

// ValidateBucket checks a defaulted Bucket.
func ValidateBucket(path *field.Path, source *sourcev1.Bucket) field.ErrorList {
	spec := path.Child("spec")
	var errs field.ErrorList
	if source.Spec.BucketName == "" {
		errs = append(errs, field.Required(spec.Child("bucketName"), "name the bucket"))
	} else if strings.ContainsAny(source.Spec.BucketName, "?#@") {
		errs = append(errs, field.Forbidden(spec.Child("bucketName"), "must be the name of a bucket alone, without credentials, query and fragment; name a Secret with the credentials in source.secretResourceName"))
	} else if strings.Contains(source.Spec.BucketName, "/") || hasSpace(source.Spec.BucketName) {
		errs = append(errs, field.Invalid(spec.Child("bucketName"), source.Spec.BucketName, "must be the name of a bucket alone; write a path below it into spec.prefix"))
	}
	if source.Spec.Endpoint == "" {
		errs = append(errs, field.Required(spec.Child("endpoint"), "name the host that keeps the bucket, such as s3.amazonaws.com or minio.example.com:9000"))
	} else {
		errs = append(errs, ValidateEndpoint(spec.Child("endpoint"), source.Spec.Endpoint, source.Spec.Provider)...)
	}
	errs = append(errs, validateIntervals(spec, &source.Spec.Interval, source.Spec.Timeout)...)
	errs = append(errs, validateReference(spec.Child("secretRef"), source.Spec.SecretRef)...)
	errs = append(errs, validateReference(spec.Child("certSecretRef"), source.Spec.CertSecretRef)...)
	errs = append(errs, validateReference(spec.Child("proxySecretRef"), source.Spec.ProxySecretRef)...)
	if sts := source.Spec.STS; sts != nil {
		errs = append(errs, validateReference(spec.Child("sts", "secretRef"), sts.SecretRef)...)
		errs = append(errs, validateReference(spec.Child("sts", "certSecretRef"), sts.CertSecretRef)...)
	}
	return errs
}

// shortestInterval keeps a typo such as 1ms from turning every shoot against the Git host.
const shortestInterval = time.Second

func validateIntervals(spec *field.Path, interval, timeout *metav1.Duration) field.ErrorList {
	var errs field.ErrorList
	for _, d := range []struct {
		name     string
		duration *metav1.Duration
	}{{"interval", interval}, {"timeout", timeout}} {
		if d.duration != nil && d.duration.Duration < shortestInterval {
			errs = append(errs, field.Invalid(spec.Child(d.name), d.duration.Duration.String(), "must be at least 1s, such as 1m"))
		}
	}
	return errs
}

func validateReference(path *field.Path, ref *meta.LocalObjectReference) field.ErrorList {
	if ref == nil {
		return nil
	}
	return ValidateObjectName(path.Child("name"), ref.Name, "Secret")
}

// ValidateObjectName checks the name of an object of the given kind.
func ValidateObjectName(path *field.Path, name, kind string) field.ErrorList {
	if name == "" {
		return field.ErrorList{field.Required(path, "name the "+kind)}
	}
	if problems := utilvalidation.IsDNS1123Subdomain(name); len(problems) > 0 {
		return field.ErrorList{field.Invalid(path, name, fmt.Sprintf("must be the name of a %s: lower-case letters, digits, '-' and '.', at most 253 characters", kind))}
	}
	return nil
}
