// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package validation

import (
	"fmt"
	"net/url"
	"regexp"
	"slices"
	"strings"
	"time"

	"github.com/Masterminds/semver/v3"
	"github.com/fluxcd/pkg/apis/meta"
	sourcev1 "github.com/fluxcd/source-controller/api/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"k8s.io/apimachinery/pkg/util/validation/field"
)

// ValidateGitRepository validates a defaulted GitRepository. path is the path of the object.
func ValidateGitRepository(path *field.Path, source *sourcev1.GitRepository) field.ErrorList {
	spec := path.Child("spec")
	errs := slices.Concat(
		validateAddress(spec.Child("url"), source.Spec.URL, "name the repository, as in ssh://git@host/owner/repository or https://host/owner/repository", ValidateGitURL),
		validateGitProvider(spec, source),
		ifSet(spec.Child("ref"), source.Spec.Reference, validateGitReference),
		validateIntervals(spec, &source.Spec.Interval, source.Spec.Timeout),
		validateReference(spec.Child("secretRef"), source.Spec.SecretRef),
		validateReference(spec.Child("proxySecretRef"), source.Spec.ProxySecretRef),
	)
	if verify := source.Spec.Verification; verify != nil {
		errs = append(errs, validateReference(spec.Child("verify", "secretRef"), &verify.SecretRef)...)
	}
	return errs
}

// validateAddress validates a URL or endpoint. Missing is the error of an empty one.
func validateAddress(path *field.Path, value, missing string, validate func(*field.Path, string) field.ErrorList) field.ErrorList {
	if value == "" {
		return required(path, missing)
	}
	return validate(path, value)
}

// validateGitProvider refuses combinations that source-controller refuses at run time. The schema validates the
// name.
func validateGitProvider(spec *field.Path, source *sourcev1.GitRepository) field.ErrorList {
	provider := source.Spec.Provider
	switch {
	case !slices.Contains([]string{sourcev1.GitProviderAWS, sourcev1.GitProviderAzure, sourcev1.GitProviderGitHub}, provider):
	case strings.HasPrefix(source.Spec.URL, "ssh://"):
		return invalid(spec.Child("provider"), provider, "logs in over https; change the URL to https://host/owner/repository, or remove provider")
	case provider == sourcev1.GitProviderGitHub && source.Spec.SecretRef == nil:
		return invalid(spec.Child("provider"), provider, "needs a Secret with the keys of a GitHub App; set source.secretResourceName, or remove provider")
	}
	return nil
}

// SourceWarnings warns of a suspended source.
func SourceWarnings(path *field.Path, suspend bool) []Warning {
	if suspend {
		return []Warning{suspended(path.Child("spec"))}
	}
	return nil
}

// GitReferenceWarnings warns of fields that source-controller ignores because another one is set. The
// precedence follows the code (fluxcd/pkg/git/gogit: Client.clone), which prefers a tag to a range, contrary
// to the documentation of GitRepositoryRef.
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

// OCIReferenceWarnings warns of fields that source-controller ignores because another one is set
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

// CredentialWarnings warns of credentials that a source sends unencrypted. Buckets only sign their requests
// with keys.
func CredentialWarnings(path *field.Path, object map[string]any) []Warning {
	spec := path.Child("spec")
	secret, _, _ := unstructured.NestedString(object, "spec", "secretRef", "name")
	kind, _, _ := unstructured.NestedString(object, "kind")
	address, _, _ := unstructured.NestedString(object, "spec", "url")
	insecure, _, _ := unstructured.NestedBool(object, "spec", "insecure")
	switch {
	case secret == "" || kind == sourcev1.BucketKind:
		return nil
	case strings.HasPrefix(address, "http://"):
		return []Warning{{spec.Child("url"), fmt.Sprintf("sends the credentials in Secret %s unencrypted; use https://, or ssh:// for a GitRepository", secret)}}
	case insecure && strings.HasPrefix(address, "oci://"):
		return []Warning{{spec.Child("insecure"), fmt.Sprintf("sends the credentials in Secret %s unencrypted if the registry does not serve TLS; remove it", secret)}}
	}
	return nil
}

// setting is a field that selects a revision. with is the name of a field that can be combined with it.
type setting struct{ name, value, with string }

// ignoredBeside returns warnings for ignored settings. The first setting with a value takes precedence.
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
			warnings = append(warnings, Warning{path.Child(s.name), fmt.Sprintf("is ignored because %s is set; remove one of them, or set it to \"\"", winner.name)})
		}
	}
	return warnings
}

// commitHash matches the full SHA-1 or SHA-256 hash of a commit.
var commitHash = regexp.MustCompile(`^([0-9a-f]{40}|[0-9a-f]{64})$`)

func validateGitReference(path *field.Path, ref sourcev1.GitRepositoryRef) field.ErrorList {
	return slices.Concat(
		refuseIf(ref == sourcev1.GitRepositoryRef{}, field.Required(path, "names no branch, tag, semver, commit or reference; set one, or remove ref for the branch main")),
		validateBranch(path.Child("branch"), ref.Branch),
		refuseIf(ref.Tag != "" && !validRefName(ref.Tag), field.Invalid(path.Child("tag"), ref.Tag, "is not the name of a git tag; write it as in 'git tag', such as v1.2.3")),
		refuseIf(strings.HasPrefix(ref.Tag, "refs/"), field.Invalid(path.Child("tag"), ref.Tag, "must be the short name of a tag, without refs/tags/")),
		refuseIf(ref.Name != "" && (!strings.HasPrefix(ref.Name, "refs/") || !validRefName(ref.Name)),
			field.Invalid(path.Child("name"), ref.Name, "must be a full reference such as refs/heads/main or refs/pull/420/head; use branch or tag for a short name")),
		refuseIf(ref.Commit != "" && !commitHash.MatchString(ref.Commit), field.Invalid(path.Child("commit"), ref.Commit, "must be the full hash of a commit, as 'git rev-parse' prints it")),
		validateSemver(path.Child("semver"), ref.SemVer),
	)
}

// refusedRefName matches the names that 'git check-ref-format' refuses, as far as that depends on the name
// alone.
var refusedRefName = regexp.MustCompile(`^[-/.]|[/.]$|\.lock$|\.\.|//|/\.|@\{|[ ~^:?*\[\\\p{Cc}]`)

func validRefName(name string) bool { return !refusedRefName.MatchString(name) }

func validateBranch(path *field.Path, branch string) field.ErrorList {
	if branch != "" && !validRefName(branch) {
		return invalid(path, branch, "is not the name of a git branch; write it as in 'git branch', such as main or release/1.2")
	}
	return refuseIf(strings.HasPrefix(branch, "refs/"), field.Invalid(path, branch, "must be the short name of a branch, without refs/heads/"))
}

func validateSemver(path *field.Path, constraint string) field.ErrorList {
	_, err := semver.NewConstraint(constraint)
	return refuseIf(constraint != "" && err != nil, field.Invalid(path, constraint, "is not a range of semantic versions; write one such as >=1.0.0 <2.0.0 or 1.x"))
}

var (
	ociTag    = regexp.MustCompile(`^[A-Za-z0-9_][A-Za-z0-9_.-]{0,127}$`)
	ociDigest = regexp.MustCompile(`^sha256:[a-f0-9]{64}$`)
)

// ValidateOCIRepository validates a defaulted OCIRepository.
func ValidateOCIRepository(path *field.Path, source *sourcev1.OCIRepository) field.ErrorList {
	spec := path.Child("spec")
	errs := validateAddress(spec.Child("url"), source.Spec.URL, "name the artifact, as in oci://ghcr.io/owner/artifact", ValidateOCIURL)
	if ref := source.Spec.Reference; ref != nil {
		_, err := regexp.Compile(ref.SemverFilter)
		errs = slices.Concat(errs,
			refuseIf(ref.Tag != "" && !ociTag.MatchString(ref.Tag), field.Invalid(spec.Child("ref", "tag"), ref.Tag, "is not the tag of an OCI artifact; write one such as latest or v1.2.3")),
			refuseIf(ref.Digest != "" && !ociDigest.MatchString(ref.Digest), field.Invalid(spec.Child("ref", "digest"), ref.Digest, "must be sha256: followed by 64 hexadecimal digits")),
			validateSemver(spec.Child("ref", "semver"), ref.SemVer),
			refuseIf(err != nil, field.Invalid(spec.Child("ref", "semverFilter"), ref.SemverFilter, "is not a regular expression")),
		)
	}
	errs = slices.Concat(errs,
		validateIntervals(spec, &source.Spec.Interval, source.Spec.Timeout),
		validateReference(spec.Child("secretRef"), source.Spec.SecretRef),
		validateReference(spec.Child("certSecretRef"), source.Spec.CertSecretRef),
		validateReference(spec.Child("proxySecretRef"), source.Spec.ProxySecretRef),
	)
	if verify, secret := source.Spec.Verify, spec.Child("verify", "secretRef"); verify != nil {
		errs = slices.Concat(errs,
			refuseIf(verify.Provider == "notation" && verify.SecretRef == nil, field.Required(secret, "name the Secret with trustpolicy.json and certificates, which provider notation needs")),
			validateReference(secret, verify.SecretRef),
		)
	}
	if name := source.Spec.ServiceAccountName; name != "" {
		errs = append(errs, validateServiceAccount(spec.Child("serviceAccountName"), name)...)
	}
	return errs
}

// ValidateBucket validates a defaulted Bucket.
func ValidateBucket(path *field.Path, source *sourcev1.Bucket) field.ErrorList {
	spec := path.Child("spec")
	errs := slices.Concat(
		validateAddress(spec.Child("bucketName"), source.Spec.BucketName, "name the bucket", validateBucketName),
		validateAddress(spec.Child("endpoint"), source.Spec.Endpoint, "name the host of the bucket, such as s3.amazonaws.com or minio.example.com:9000",
			func(path *field.Path, value string) field.ErrorList {
				return ValidateEndpoint(path, value, source.Spec.Provider)
			}),
		validateIntervals(spec, &source.Spec.Interval, source.Spec.Timeout),
		validateReference(spec.Child("secretRef"), source.Spec.SecretRef),
		validateReference(spec.Child("certSecretRef"), source.Spec.CertSecretRef),
		validateReference(spec.Child("proxySecretRef"), source.Spec.ProxySecretRef),
	)
	if sts := source.Spec.STS; sts != nil {
		errs = slices.Concat(errs,
			validateReference(spec.Child("sts", "secretRef"), sts.SecretRef),
			validateReference(spec.Child("sts", "certSecretRef"), sts.CertSecretRef),
		)
	}
	return errs
}

func validateBucketName(path *field.Path, name string) field.ErrorList {
	if strings.ContainsAny(name, "?#@") {
		return forbidden(path, "must be the name of a bucket alone, without credentials, query and fragment; name a Secret with the credentials in source.secretResourceName")
	}
	return refuseIf(strings.Contains(name, "/") || hasSpace(name), field.Invalid(path, name, "must be the name of a bucket alone; write a path below it into spec.prefix"))
}

// shortestInterval catches typos such as 1ms, which would flood the Git host with requests of every shoot.
const shortestInterval = time.Second

func validateIntervals(spec *field.Path, interval, timeout *metav1.Duration) field.ErrorList {
	validate := func(path *field.Path, d metav1.Duration) field.ErrorList {
		return refuseIf(d.Duration < shortestInterval, field.Invalid(path, d.Duration.String(), "must be at least 1s, such as 1m"))
	}
	return append(ifSet(spec.Child("interval"), interval, validate), ifSet(spec.Child("timeout"), timeout, validate)...)
}

func validateReference(path *field.Path, ref *meta.LocalObjectReference) field.ErrorList {
	if ref == nil {
		return nil
	}
	return ValidateObjectName(path.Child("name"), ref.Name, "Secret")
}

// ValidateHelmRepository validates a defaulted HelmRepository.
func ValidateHelmRepository(path *field.Path, source *sourcev1.HelmRepository) field.ErrorList {
	spec := path.Child("spec")
	return slices.Concat(
		validateAddress(spec.Child("url"), source.Spec.URL, "name the repository, as in https://charts.example.com or, with type oci, oci://ghcr.io/owner/charts",
			func(path *field.Path, value string) field.ErrorList {
				return validateHelmURL(path, value, source.Spec.Type)
			}),
		validateIntervals(spec, &source.Spec.Interval, source.Spec.Timeout),
		validateReference(spec.Child("secretRef"), source.Spec.SecretRef),
		validateReference(spec.Child("certSecretRef"), source.Spec.CertSecretRef),
	)
}

// validateHelmURL repeats the value only if it holds no password or token.
func validateHelmURL(path *field.Path, value, repositoryType string) field.ErrorList {
	u, err := url.Parse(value)
	isOCI := strings.HasPrefix(value, "oci://")
	switch {
	case err != nil:
		return forbidden(path, "is not a URL; write https://host/path, or oci://host/path with type oci")
	case u.User != nil:
		return forbidden(path, "must not carry credentials; remove them, and name a Secret in source.secretResourceName")
	case strings.ContainsAny(value, "?#"):
		return forbidden(path, "must not carry a query or fragment; remove it, and name a Secret with the credentials in source.secretResourceName")
	case repositoryType == sourcev1.HelmRepositoryTypeOCI && !isOCI:
		return forbidden(path, "must begin with oci://, in lower case, with type oci; correct it, or remove type")
	case repositoryType != sourcev1.HelmRepositoryTypeOCI && isOCI:
		return forbidden(path, "is the URL of a registry; set type: oci, or write a URL that begins with https://")
	case !isOCI && !strings.HasPrefix(value, "https://") && !strings.HasPrefix(value, "http://"):
		return forbidden(path, "must begin with https://, http:// or, with type oci, oci://, in lower case")
	case u.Hostname() == "":
		return invalid(path, value, "must name a host; write https://host/path, or oci://host/path with type oci")
	}
	return reachable(path, value, u)
}
