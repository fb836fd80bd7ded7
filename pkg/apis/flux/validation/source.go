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

	"github.com/Masterminds/semver/v3"
	sourcev1 "github.com/fluxcd/source-controller/api/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"k8s.io/apimachinery/pkg/util/validation/field"
)

// ValidateGitRepository validates a defaulted GitRepository. path is the path of the GitRepository object.
func ValidateGitRepository(path *field.Path, source *sourcev1.GitRepository) field.ErrorList {
	spec := path.Child("spec")
	return slices.Concat(
		ValidateGitURL(spec.Child("url"), source.Spec.URL),
		validateGitProvider(spec, source),
		ifSet(spec.Child("ref"), source.Spec.Reference, validateGitReference),
	)
}

// ValidateSource validates the intervals and Secret references that the kinds of sources have in common. The object
// must have the correct field types.
func ValidateSource(path *field.Path, object map[string]any) field.ErrorList {
	var errs field.ErrorList
	spec := path.Child("spec")
	for _, name := range []string{"interval", "timeout"} {
		if text, has, _ := unstructured.NestedString(object, "spec", name); has {
			duration, _ := time.ParseDuration(text)
			errs = append(errs, validateInterval(spec.Child(name), metav1.Duration{Duration: duration})...)
		}
	}
	for _, at := range [][]string{{"secretRef"}, {"certSecretRef"}, {"proxySecretRef"}, {"verify", "secretRef"}, {"sts", "secretRef"}, {"sts", "certSecretRef"}} {
		value, _, _ := unstructured.NestedFieldNoCopy(object, append([]string{"spec"}, at...)...)
		if ref, ok := value.(map[string]any); ok {
			name, _ := ref["name"].(string)
			errs = append(errs, ValidateObjectName(path.Child("spec", at...).Child("name"), name, "Secret")...)
		}
	}
	return errs
}

// validateGitProvider rejects combinations of spec.provider and other fields that source-controller rejects at run
// time. The schema of the CustomResourceDefinition validates the name of the provider.
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

// GitReferenceWarnings warns of fields that source-controller ignores because a field with higher precedence is set.
// The precedence follows the code (fluxcd/pkg/git/gogit: Client.clone), where tag takes precedence over semver,
// contrary to the documentation of GitRepositoryRef.
func GitReferenceWarnings(path *field.Path, ref *sourcev1.GitRepositoryRef) []Warning {
	if ref == nil {
		return nil
	}
	return ignoredBeside(path, []setting{
		{"commit", ref.Commit, "branch"},
		{"name", ref.Name, ""},
		{"tag", ref.Tag, ""},
		{"semver", ref.SemVer, ""},
		{"branch", ref.Branch, ""},
	})
}

// OCIReferenceWarnings warns of fields that source-controller ignores because a field with higher precedence is set, or
// because semver is not set (source-controller: OCIRepositoryRef).
func OCIReferenceWarnings(path *field.Path, ref *sourcev1.OCIRepositoryRef) []Warning {
	if ref == nil {
		return nil
	}
	warnings := ignoredBeside(path, []setting{{"digest", ref.Digest, ""}, {"semver", ref.SemVer, ""}, {"tag", ref.Tag, ""}})
	if ref.SemverFilter != "" && ref.SemVer == "" {
		warnings = append(warnings, Warning{path.Child("semverFilter"), "is ignored without semver; set semver as well, or remove it"})
	}
	return warnings
}

// CredentialWarnings warns of credentials that Flux sends unencrypted to the host of a source. It does not warn about
// Buckets, because requests to them are only signed with the credentials.
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

// setting is a field that selects a revision. with is the name of a field that can be combined with it, or empty if no
// such field exists.
type setting struct{ name, value, with string }

// ignoredBeside returns a warning for each setting that is ignored because an earlier setting has a value. settings
// must be in the order of precedence.
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

// commitHash matches the full SHA-1 hash of a commit, and the empty string. sha256Hash matches a SHA-256 hash.
var (
	commitHash = regexp.MustCompile(`^([0-9a-f]{40})?$`)
	sha256Hash = regexp.MustCompile(`^[0-9a-f]{64}$`)
)

func validateGitReference(path *field.Path, ref sourcev1.GitRepositoryRef) field.ErrorList {
	return slices.Concat(
		refuseIf(ref == sourcev1.GitRepositoryRef{}, field.Required(path, "names no branch, tag, semver, commit or reference; set one, or remove ref for the branch main")),
		invalidIf(refusedRefName.MatchString(ref.Branch) || isFullName(ref.Branch), path.Child("branch"), ref.Branch, "must be the short name of a git branch, such as main or release/1.2"),
		invalidIf(refusedRefName.MatchString(ref.Tag) || isFullName(ref.Tag), path.Child("tag"), ref.Tag, "must be the short name of a git tag, such as v1.2.3"),
		invalidIf(refusedRefName.MatchString(ref.Name) || ref.Name != "" && !isFullName(ref.Name),
			path.Child("name"), ref.Name, "must be a full reference such as refs/heads/main or refs/pull/420/head; use branch or tag for a short name"),
		invalidIf(sha256Hash.MatchString(ref.Commit), path.Child("commit"), ref.Commit, "must be the hash of a commit in a repository with object format sha1, because Flux cannot read those with object format sha256"),
		invalidIf(!commitHash.MatchString(ref.Commit) && !sha256Hash.MatchString(ref.Commit), path.Child("commit"), ref.Commit, "must be the full hash of a commit, as 'git rev-parse' prints it"),
		validateSemver(path.Child("semver"), ref.SemVer),
	)
}

// refusedRefName matches names that are invalid as Git references (git check-ref-format).
var refusedRefName = regexp.MustCompile(`^[-/.]|[/.]$|\.lock$|\.\.|//|/\.|@\{|[ ~^:?*\[\\\p{Cc}]`)

func isFullName(name string) bool { return strings.HasPrefix(name, "refs/") }

func validateSemver(path *field.Path, constraint string) field.ErrorList {
	_, err := semver.NewConstraint(constraint)
	return invalidIf(constraint != "" && err != nil, path, constraint, "is not a range of semantic versions; write one such as >=1.0.0 <2.0.0 or 1.x")
}

var (
	ociTag    = regexp.MustCompile(`^([A-Za-z0-9_][A-Za-z0-9_.-]{0,127})?$`)
	ociDigest = regexp.MustCompile(`^(sha256:[a-f0-9]{64})?$`)
)

// ValidateOCIRepository validates a defaulted OCIRepository.
func ValidateOCIRepository(path *field.Path, source *sourcev1.OCIRepository) field.ErrorList {
	spec := path.Child("spec")
	errs := ValidateOCIURL(spec.Child("url"), source.Spec.URL)
	if ref, path := source.Spec.Reference, spec.Child("ref"); ref != nil {
		_, err := regexp.Compile(ref.SemverFilter)
		errs = slices.Concat(errs,
			invalidIf(!ociTag.MatchString(ref.Tag), path.Child("tag"), ref.Tag, "is not the tag of an OCI artifact; write one such as latest or v1.2.3"),
			invalidIf(!ociDigest.MatchString(ref.Digest), path.Child("digest"), ref.Digest, "must be sha256: followed by 64 hexadecimal digits"),
			validateSemver(path.Child("semver"), ref.SemVer),
			invalidIf(err != nil, path.Child("semverFilter"), ref.SemverFilter, "is not a regular expression"),
		)
	}
	if verify := source.Spec.Verify; verify != nil {
		errs = append(errs, refuseIf(verify.Provider == "notation" && verify.SecretRef == nil,
			field.Required(spec.Child("verify", "secretRef"), "name the Secret with trustpolicy.json and certificates, which provider notation needs"))...)
	}
	if name := source.Spec.ServiceAccountName; name != "" {
		errs = append(errs, ValidateObjectName(spec.Child("serviceAccountName"), name, "ServiceAccount")...)
	}
	return errs
}

// ValidateBucket validates a defaulted Bucket.
func ValidateBucket(path *field.Path, source *sourcev1.Bucket) field.ErrorList {
	spec, name := path.Child("spec"), source.Spec.BucketName
	return append(
		invalidIf(name == "" || strings.ContainsAny(name, "/?#@") || hasSpace(name), spec.Child("bucketName"), name,
			"must be the name of a bucket alone; write a path below it into spec.prefix, and name a Secret with the credentials in source.secretResourceName"),
		ValidateEndpoint(spec.Child("endpoint"), source.Spec.Endpoint, source.Spec.Provider)...,
	)
}

// ValidateHelmRepository validates a defaulted HelmRepository.
func ValidateHelmRepository(path *field.Path, source *sourcev1.HelmRepository) field.ErrorList {
	form := webURL
	if source.Spec.Type == sourcev1.HelmRepositoryTypeOCI {
		form = registryURL
	}
	return validateURL(path.Child("spec", "url"), source.Spec.URL, form, "https://charts.example.com or, with type oci, oci://ghcr.io/owner/charts", instead)
}

// shortestInterval is the minimum interval. It catches typos such as 1ms, which would make every shoot flood the Git
// host with requests.
const shortestInterval = time.Second

func validateInterval(path *field.Path, interval metav1.Duration) field.ErrorList {
	return invalidIf(interval.Duration < shortestInterval, path, interval.Duration.String(), "must be at least 1s, such as 1m")
}
