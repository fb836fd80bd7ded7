// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package validation

import (
	"net/url"
	"strings"

	sourcev1 "github.com/fluxcd/source-controller/api/v1"
	"k8s.io/apimachinery/pkg/util/validation/field"
)

// ValidateHelmRepository checks a defaulted HelmRepository.
func ValidateHelmRepository(path *field.Path, source *sourcev1.HelmRepository) field.ErrorList {
	spec := path.Child("spec")
	var errs field.ErrorList
	if source.Spec.URL == "" {
		errs = append(errs, field.Required(spec.Child("url"), "name the repository, as in https://charts.example.com or, with type oci, oci://ghcr.io/owner/charts"))
	} else {
		errs = append(errs, validateHelmURL(spec.Child("url"), source.Spec.URL, source.Spec.Type)...)
	}
	errs = append(errs, validateIntervals(spec, &source.Spec.Interval, source.Spec.Timeout)...)
	errs = append(errs, validateReference(spec.Child("secretRef"), source.Spec.SecretRef)...)
	return append(errs, validateReference(spec.Child("certSecretRef"), source.Spec.CertSecretRef)...)
}

// validateHelmURL repeats the value only once it is certain that it holds no password or token.
func validateHelmURL(path *field.Path, value, repositoryType string) field.ErrorList {
	u, err := url.Parse(value)
	isOCI := strings.HasPrefix(value, "oci://")
	switch {
	case err != nil:
		return field.ErrorList{field.Forbidden(path, "is not a URL; write https://host/path, or oci://host/path with type oci")}
	case u.User != nil:
		return field.ErrorList{field.Forbidden(path, "must not carry credentials; remove them, and name a Secret in source.secretResourceName")}
	case strings.ContainsAny(value, "?#"):
		return field.ErrorList{field.Forbidden(path, "must not carry a query or fragment; remove it, and name a Secret with the credentials in source.secretResourceName")}
	case repositoryType == sourcev1.HelmRepositoryTypeOCI && !isOCI:
		return field.ErrorList{field.Forbidden(path, "must begin with oci://, in lower case, with type oci; correct it, or remove type")}
	case repositoryType != sourcev1.HelmRepositoryTypeOCI && isOCI:
		return field.ErrorList{field.Forbidden(path, "is that of a registry; set type: oci, or write a URL that begins with https://")}
	case !isOCI && !strings.HasPrefix(value, "https://") && !strings.HasPrefix(value, "http://"):
		return field.ErrorList{field.Forbidden(path, "must begin with https://, http:// or, with type oci, oci://, in lower case")}
	case u.Hostname() == "":
		return field.ErrorList{field.Invalid(path, value, "must name a host; write https://host/path, or oci://host/path with type oci")}
	}
	return reachable(path, value, u)
}
