// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package validation

import (
	"fmt"
	"maps"
	"regexp"
	"slices"
	"strings"

	corev1 "k8s.io/api/core/v1"
	utilvalidation "k8s.io/apimachinery/pkg/util/validation"
	"k8s.io/apimachinery/pkg/util/validation/field"
	"k8s.io/utils/ptr"

	configv1alpha1 "github.com/shoot-flux/gardener-extension-shoot-flux/pkg/apis/config/v1alpha1"
	fluxv1alpha1 "github.com/shoot-flux/gardener-extension-shoot-flux/pkg/apis/flux/v1alpha1"
)

// highestConcurrency is far above what a controller with Flux's memory limit can do.
const highestConcurrency = 1000

// Carried is what the extension carries of a Flux version. It is empty if the version is not known, and then whatever depends
// on it is not checked.
type Carried struct {
	// Version is the version.
	Version string
	// Components are the controllers that it has.
	Components []fluxv1alpha1.Component
	// Resources returns the compute resources that a controller has if nothing sets others.
	Resources func(fluxv1alpha1.Component) corev1.ResourceRequirements
}

// ValidateInstallation checks a defaulted installation.
func ValidateInstallation(path *field.Path, flux *fluxv1alpha1.FluxInstallation, carried Carried, limits configv1alpha1.Limits) field.ErrorList {
	errs := validateRegistry(path.Child("registry"), *flux.Registry, limits.Registries)
	errs = append(errs, validateNamespace(path.Child("namespace"), *flux.Namespace)...)
	if carried.Version != "" {
		errs = append(errs, validateComponents(path, flux, carried.Components, limits.Components)...)
	}
	if levels := []fluxv1alpha1.LogLevel{fluxv1alpha1.LogLevelDebug, fluxv1alpha1.LogLevelError, fluxv1alpha1.LogLevelInfo}; !slices.Contains(levels, *flux.LogLevel) {
		errs = append(errs, field.NotSupported(path.Child("logLevel"), *flux.LogLevel, levels))
	}
	if problems := utilvalidation.IsDNS1123Subdomain(*flux.ClusterDomain); len(problems) > 0 {
		errs = append(errs, field.Invalid(path.Child("clusterDomain"), *flux.ClusterDomain, "must be a DNS domain such as cluster.local"))
	}
	for i, toleration := range flux.Tolerations {
		errs = append(errs, ValidateToleration(path.Child("tolerations").Index(i), toleration)...)
	}
	errs = append(errs, ValidateLabels(path.Child("nodeSelector"), flux.NodeSelector)...)
	for _, component := range slices.Sorted(maps.Keys(flux.Resources)) {
		errs = append(errs, validateResources(path.Child("resources", string(component)), component, flux.Resources[component], carried)...)
	}
	errs = append(errs, validateProxy(path.Child("proxy"), flux.Proxy)...)
	if flux.Multitenancy != nil {
		errs = append(errs, validateServiceAccount(path.Child("multitenancy", "defaultServiceAccount"), *flux.Multitenancy.DefaultServiceAccount)...)
	}
	if sizes := []fluxv1alpha1.Size{fluxv1alpha1.SizeLarge, fluxv1alpha1.SizeMedium, fluxv1alpha1.SizeSmall}; flux.Size != nil && !slices.Contains(sizes, *flux.Size) {
		errs = append(errs, field.NotSupported(path.Child("size"), *flux.Size, sizes))
	}
	errs = append(errs, validateStorage(path.Child("storage"), flux.Storage, limits.StorageSize)...)
	errs = append(errs, validateSharding(path.Child("sharding"), flux.Sharding, limits.Shards)...)
	errs = append(errs, validatePatches(path.Child("patches"), flux.Patches, carried, limits.Patches)...)
	errs = append(errs, validateWorkloadIdentity(path.Child("workloadIdentity"), flux)...)
	if n := ptr.Deref(flux.Concurrency, 1); n < 1 || n > highestConcurrency {
		errs = append(errs, field.Invalid(path.Child("concurrency"), n, fmt.Sprintf("must be between 1 and %d", highestConcurrency)))
	}
	return errs
}

// registryName is a host with or without port, and a path of lower-case names.
var registryName = regexp.MustCompile(`^[a-zA-Z0-9]([a-zA-Z0-9.-]*[a-zA-Z0-9])?(:[0-9]{1,5})?(/[a-z0-9]+([._-]+[a-z0-9]+)*)*$`)

// ValidateRegistry checks a registry with or without path.
func ValidateRegistry(path *field.Path, registry string) field.ErrorList {
	_, rest, hasScheme := strings.Cut(registry, "://")
	switch {
	case strings.ContainsAny(registry, "?#"):
		return field.ErrorList{field.Forbidden(path, "must not carry a query or fragment; remove it, and name a Secret in flux.imagePullSecretResourceName for credentials")}
	case strings.Contains(registry, "@"):
		return field.ErrorList{field.Forbidden(path, "must not carry credentials or a digest; name a Secret in flux.imagePullSecretResourceName for credentials")}
	case hasScheme && strings.Trim(rest, "/") != "":
		return field.ErrorList{field.Invalid(path, registry, "must not carry a scheme; write "+strings.Trim(rest, "/"))}
	case !hasScheme && registry != "" && strings.Trim(registry, "/") != registry:
		return field.ErrorList{field.Invalid(path, registry, "must not begin or end with a slash; write "+strings.Trim(registry, "/"))}
	case !registryName.MatchString(registry):
		return field.ErrorList{field.Invalid(path, registry, "must be a registry with or without path, such as ghcr.io/fluxcd or registry.example.com:5000/mirror/fluxcd")}
	}
	return nil
}

func validateRegistry(path *field.Path, registry string, allowed []string) field.ErrorList {
	if errs := ValidateRegistry(path, registry); len(errs) > 0 {
		return errs
	}
	within := func(prefix string) bool { return registry == prefix || strings.HasPrefix(registry, prefix+"/") }
	if len(allowed) > 0 && !slices.ContainsFunc(allowed, within) {
		return field.ErrorList{field.Forbidden(path, fmt.Sprintf("the operator does not allow %s; the allowed registries are %s", registry, strings.Join(allowed, ", ")))}
	}
	return nil
}

// validateNamespace refuses namespaces that belong to Kubernetes and Gardener: what is kept in them is not Flux's.
func validateNamespace(path *field.Path, namespace string) field.ErrorList {
	if errs := validateNamespaceName(path, namespace); len(errs) > 0 {
		return errs
	}
	if namespace == "default" || namespace == "kubernetes-dashboard" || strings.HasPrefix(namespace, "kube-") {
		return field.ErrorList{field.Invalid(path, namespace, "belongs to Kubernetes or Gardener; choose a namespace of its own, such as "+fluxv1alpha1.FluxNamespace)}
	}
	return nil
}

func validateNamespaceName(path *field.Path, namespace string) field.ErrorList {
	if problems := utilvalidation.IsDNS1123Label(namespace); len(problems) > 0 {
		return field.ErrorList{field.Invalid(path, namespace, "must be the name of a namespace: lower-case letters, digits and '-', at most 63 characters")}
	}
	return nil
}

func validateComponents(path *field.Path, flux *fluxv1alpha1.FluxInstallation, known []fluxv1alpha1.Component, allowed []string) field.ErrorList {
	var errs field.ErrorList
	chosen := slices.Concat(flux.Components, flux.ComponentsExtra)
	for _, list := range []struct {
		path       *field.Path
		components []fluxv1alpha1.Component
	}{
		{path.Child("components"), flux.Components},
		{path.Child("componentsExtra"), flux.ComponentsExtra},
	} {
		for i, component := range list.components {
			switch {
			case !slices.Contains(known, component):
				errs = append(errs, field.NotSupported(list.path.Index(i), component, known))
			case slices.Index(list.components, component) < i:
				errs = append(errs, field.Invalid(list.path.Index(i), component, "is there twice; remove one"))
			case len(allowed) > 0 && !slices.Contains(allowed, string(component)):
				errs = append(errs, field.Forbidden(list.path.Index(i), fmt.Sprintf("the operator does not allow %s; the allowed components are %s", component, strings.Join(allowed, ", "))))
			}
		}
	}
	var missing []string
	for _, needed := range []fluxv1alpha1.Component{fluxv1alpha1.ComponentSource, fluxv1alpha1.ComponentKustomize} {
		if !slices.Contains(chosen, needed) {
			missing = append(missing, string(needed))
		}
	}
	if len(missing) > 0 {
		errs = append(errs, field.Required(path.Child("components"), fmt.Sprintf("add %s, without which nothing is reconciled", strings.Join(missing, " and "))))
	}
	if slices.Contains(chosen, fluxv1alpha1.ComponentImageAutomation) && !slices.Contains(chosen, fluxv1alpha1.ComponentImageReflector) {
		errs = append(errs, field.Required(path.Child("componentsExtra"), fmt.Sprintf("%s needs %s; add it", fluxv1alpha1.ComponentImageAutomation, fluxv1alpha1.ComponentImageReflector)))
	}
	return errs
}

func validateServiceAccount(path *field.Path, name string) field.ErrorList {
	if problems := utilvalidation.IsDNS1123Subdomain(name); len(problems) > 0 {
		return field.ErrorList{field.Invalid(path, name, "must be the name of a ServiceAccount: lower-case letters, digits, '-' and '.'")}
	}
	return nil
}
