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
	"k8s.io/apimachinery/pkg/api/resource"
	utilvalidation "k8s.io/apimachinery/pkg/util/validation"
	"k8s.io/apimachinery/pkg/util/validation/field"
	"k8s.io/utils/ptr"

	configv1alpha1 "github.com/shoot-flux/gardener-extension-shoot-flux/pkg/apis/config/v1alpha1"
	fluxv1alpha1 "github.com/shoot-flux/gardener-extension-shoot-flux/pkg/apis/flux/v1alpha1"
)

// highestConcurrency exceeds by far the capacity of a controller within Flux's memory limit.
const highestConcurrency = 1000

// Carried describes a Flux version in the extension. It is empty if the version is unknown; validation then
// skips everything that depends on it.
type Carried struct {
	// Version is the Flux version.
	Version string
	// Components are its controllers.
	Components []fluxv1alpha1.Component
	// Resources returns the default compute resources of a controller.
	Resources func(fluxv1alpha1.Component) corev1.ResourceRequirements
}

// ValidateInstallation validates a defaulted installation.
func ValidateInstallation(path *field.Path, flux *fluxv1alpha1.FluxInstallation, carried Carried, limits configv1alpha1.Limits) field.ErrorList {
	errs := slices.Concat(
		validateRegistry(path.Child("registry"), *flux.Registry, limits.Registries),
		validateNamespace(path.Child("namespace"), *flux.Namespace),
	)
	if carried.Version != "" {
		errs = append(errs, validateComponents(path, flux, carried.Components, limits.Components)...)
	}
	errs = slices.Concat(errs,
		oneOf(path.Child("logLevel"), *flux.LogLevel, fluxv1alpha1.LogLevelDebug, fluxv1alpha1.LogLevelError, fluxv1alpha1.LogLevelInfo),
		refuseIf(!isSubdomain(*flux.ClusterDomain), field.Invalid(path.Child("clusterDomain"), *flux.ClusterDomain, "must be a DNS domain such as cluster.local")),
	)
	for i, toleration := range flux.Tolerations {
		errs = append(errs, ValidateToleration(path.Child("tolerations").Index(i), toleration)...)
	}
	errs = append(errs, ValidateLabels(path.Child("nodeSelector"), flux.NodeSelector)...)
	for _, component := range slices.Sorted(maps.Keys(flux.Resources)) {
		errs = append(errs, ValidateResources(path.Child("resources", string(component)), component, flux.Resources[component], carried)...)
	}
	errs = append(errs, ifSet(path.Child("proxy"), flux.Proxy, validateProxy)...)
	if flux.Multitenancy != nil {
		errs = append(errs, validateServiceAccount(path.Child("multitenancy", "defaultServiceAccount"), *flux.Multitenancy.DefaultServiceAccount)...)
	}
	concurrency := ptr.Deref(flux.Concurrency, 1)
	return slices.Concat(errs,
		ifSet(path.Child("size"), flux.Size, func(path *field.Path, size fluxv1alpha1.Size) field.ErrorList {
			return oneOf(path, size, fluxv1alpha1.SizeLarge, fluxv1alpha1.SizeMedium, fluxv1alpha1.SizeSmall)
		}),
		validateStorage(path.Child("storage"), flux.Storage, limits.StorageSize),
		validateSharding(path.Child("sharding"), flux.Sharding, limits.Shards),
		validatePatches(path.Child("patches"), flux.Patches, carried, limits.Patches),
		validateWorkloadIdentity(path.Child("workloadIdentity"), flux),
		refuseIf(concurrency < 1 || concurrency > highestConcurrency, field.Invalid(path.Child("concurrency"), concurrency, fmt.Sprintf("must be between 1 and %d", highestConcurrency))),
	)
}

// registryName matches a host with or without port, followed by a path of lower-case names.
var registryName = regexp.MustCompile(`^[a-zA-Z0-9]([a-zA-Z0-9.-]*[a-zA-Z0-9])?(:[0-9]{1,5})?(/[a-z0-9]+([._-]+[a-z0-9]+)*)*$`)

// ValidateRegistry validates a registry with or without path.
func ValidateRegistry(path *field.Path, registry string) field.ErrorList {
	_, rest, hasScheme := strings.Cut(registry, "://")
	switch {
	case strings.ContainsAny(registry, "?#"):
		return forbidden(path, "must not carry a query or fragment; remove it, and name a Secret in flux.imagePullSecretResourceName for credentials")
	case strings.Contains(registry, "@"):
		return forbidden(path, "must not carry credentials or a digest; name a Secret in flux.imagePullSecretResourceName for credentials")
	case hasScheme && strings.Trim(rest, "/") != "":
		return invalid(path, registry, "must not carry a scheme; write "+strings.Trim(rest, "/"))
	case !hasScheme && registry != "" && strings.Trim(registry, "/") != registry:
		return invalid(path, registry, "must not begin or end with a slash; write "+strings.Trim(registry, "/"))
	case !registryName.MatchString(registry):
		return invalid(path, registry, "must be a registry with or without path, such as ghcr.io/fluxcd or registry.example.com:5000/mirror/fluxcd")
	}
	return nil
}

func validateRegistry(path *field.Path, registry string, allowed []string) field.ErrorList {
	if errs := ValidateRegistry(path, registry); len(errs) > 0 {
		return errs
	}
	within := func(prefix string) bool { return registry == prefix || strings.HasPrefix(registry, prefix+"/") }
	if len(allowed) > 0 && !slices.ContainsFunc(allowed, within) {
		return forbidden(path, fmt.Sprintf("the operator does not allow %s; the allowed registries are %s", registry, strings.Join(allowed, ", ")))
	}
	return nil
}

// validateNamespace refuses namespaces of Kubernetes and Gardener.
func validateNamespace(path *field.Path, namespace string) field.ErrorList {
	if errs := validateNamespaceName(path, namespace); len(errs) > 0 {
		return errs
	}
	if namespace == "default" || namespace == "kubernetes-dashboard" || strings.HasPrefix(namespace, "kube-") {
		return invalid(path, namespace, "belongs to Kubernetes or Gardener; choose a namespace of its own, such as "+fluxv1alpha1.FluxNamespace)
	}
	return nil
}

func validateNamespaceName(path *field.Path, namespace string) field.ErrorList {
	return refuseIf(len(utilvalidation.IsDNS1123Label(namespace)) > 0,
		field.Invalid(path, namespace, "must be the name of a namespace: lower-case letters, digits and '-', at most 63 characters"))
}

func validateComponents(path *field.Path, flux *fluxv1alpha1.FluxInstallation, known []fluxv1alpha1.Component, allowed []string) field.ErrorList {
	chosen := slices.Concat(flux.Components, flux.ComponentsExtra)
	missing := slices.DeleteFunc([]string{string(fluxv1alpha1.ComponentSource), string(fluxv1alpha1.ComponentKustomize)},
		func(name string) bool { return slices.Contains(chosen, fluxv1alpha1.Component(name)) })
	lacksReflector := slices.Contains(chosen, fluxv1alpha1.ComponentImageAutomation) && !slices.Contains(chosen, fluxv1alpha1.ComponentImageReflector)
	return slices.Concat(
		validateComponentList(path.Child("components"), flux.Components, known, allowed),
		validateComponentList(path.Child("componentsExtra"), flux.ComponentsExtra, known, allowed),
		refuseIf(len(missing) > 0, field.Required(path.Child("components"), fmt.Sprintf("add %s, without which nothing is reconciled", strings.Join(missing, " and ")))),
		refuseIf(lacksReflector, field.Required(path.Child("componentsExtra"), fmt.Sprintf("%s needs %s; add it", fluxv1alpha1.ComponentImageAutomation, fluxv1alpha1.ComponentImageReflector))),
	)
}

func validateComponentList(path *field.Path, components, known []fluxv1alpha1.Component, allowed []string) field.ErrorList {
	var errs field.ErrorList
	for i, component := range components {
		switch {
		case !slices.Contains(known, component):
			errs = append(errs, field.NotSupported(path.Index(i), component, known))
		case slices.Index(components, component) < i:
			errs = append(errs, field.Invalid(path.Index(i), component, "is listed twice; remove one"))
		case len(allowed) > 0 && !slices.Contains(allowed, string(component)):
			errs = append(errs, field.Forbidden(path.Index(i), fmt.Sprintf("the operator does not allow %s; the allowed components are %s", component, strings.Join(allowed, ", "))))
		}
	}
	return errs
}

func validateProxy(path *field.Path, proxy fluxv1alpha1.Proxy) field.ErrorList {
	errs := slices.Concat(
		refuseIf(proxy.HTTPProxy == nil && proxy.HTTPSProxy == nil, field.Required(path, "has no proxy; set httpsProxy or httpProxy, or remove proxy")),
		ifSet(path.Child("httpProxy"), proxy.HTTPProxy, validateProxyURL),
		ifSet(path.Child("httpsProxy"), proxy.HTTPSProxy, validateProxyURL),
	)
	for i, entry := range proxy.NoProxy {
		if strings.ContainsAny(entry, "?#@") {
			errs = append(errs, field.Forbidden(path.Child("noProxy").Index(i), "must be one host, domain or network, without credentials, query and fragment, such as git.example.com, .example.com or 10.0.0.0/8"))
		} else if entry == "" || hasSpace(entry) || strings.Contains(entry, ",") || strings.Contains(entry, "://") {
			errs = append(errs, field.Invalid(path.Child("noProxy").Index(i), entry, "must be one host, domain or network, such as git.example.com, .example.com or 10.0.0.0/8"))
		}
	}
	return errs
}

// SmallestStorage returns the minimum size. Hardly any infrastructure has smaller volumes.
func SmallestStorage() resource.Quantity { return resource.MustParse("1Gi") }

// LargestStorage returns the maximum size, far more than manifests need. The operator may set a lower one.
func LargestStorage() resource.Quantity { return resource.MustParse("1Ti") }

func validateStorage(path *field.Path, storage *fluxv1alpha1.Storage, allowed *resource.Quantity) field.ErrorList {
	if storage == nil {
		return nil
	}
	var errs field.ErrorList
	smallest, largest, text := SmallestStorage(), LargestStorage(), ""
	if allowed != nil && allowed.Cmp(largest) < 0 {
		largest, text = *allowed, ", which the operator allows"
	}
	switch size := storage.Size; {
	case size == nil:
		errs = append(errs, field.Required(path.Child("size"), "write the size of the volume, such as 10Gi, or remove storage"))
	case size.Cmp(smallest) < 0 || size.Cmp(largest) > 0:
		errs = append(errs, field.Invalid(path.Child("size"), size.String(), fmt.Sprintf("must be between %s and %s%s", smallest.String(), largest.String(), text)))
	}
	if storage.Class != nil && !isSubdomain(*storage.Class) {
		errs = append(errs, field.Invalid(path.Child("class"), *storage.Class, "must be the name of a StorageClass of the shoot: lower-case letters, digits, '-' and '.'; remove class for the default one"))
	}
	return errs
}
