// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package validation

import (
	"fmt"
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
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/text/ordered"
)

// highestConcurrency is the maximum concurrency. It is far above the capacity of a controller with Flux's default
// memory limit.
const highestConcurrency = 1000

// Carried describes the Flux version to install, which the extension carries. If the version is unknown, Carried is
// empty, and the validation skips all checks that depend on the version.
type Carried struct {
	// Version is the Flux version.
	Version string
	// Components lists the controllers of this version.
	Components []fluxv1alpha1.Component
	// Resources returns the default compute resources of a controller in this version.
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
		OneOf(path.Child("logLevel"), *flux.LogLevel, fluxv1alpha1.LogLevelDebug, fluxv1alpha1.LogLevelError, fluxv1alpha1.LogLevelInfo),
		validateName(path.Child("clusterDomain"), *flux.ClusterDomain, utilvalidation.IsDNS1123Subdomain),
	)
	for i, toleration := range flux.Tolerations {
		errs = append(errs, ValidateToleration(path.Child("tolerations").Index(i), toleration)...)
	}
	errs = append(errs, ValidateLabels(path.Child("nodeSelector"), flux.NodeSelector)...)
	for component, resources := range ordered.Map(flux.Resources) {
		errs = append(errs, ValidateResources(path.Child("resources", string(component)), component, resources, carried)...)
	}
	errs = append(errs, ifSet(path.Child("proxy"), flux.Proxy, validateProxy)...)
	if flux.Multitenancy != nil {
		errs = append(errs, ValidateObjectName(path.Child("multitenancy", "defaultServiceAccount"), *flux.Multitenancy.DefaultServiceAccount, "ServiceAccount")...)
	}
	concurrency := ptr.Deref(flux.Concurrency, 1)
	return slices.Concat(errs,
		oneOfIfSet(path.Child("size"), flux.Size, fluxv1alpha1.SizeLarge, fluxv1alpha1.SizeMedium, fluxv1alpha1.SizeSmall),
		validateStorage(path.Child("storage"), flux.Storage, limits.StorageSize),
		validateSharding(path.Child("sharding"), flux.Sharding, limits.Shards),
		validatePatches(path.Child("patches"), flux.Patches, carried, limits.Patches),
		validateWorkloadIdentity(path.Child("workloadIdentity"), flux, carried.Version),
		invalidIf(concurrency < 1 || concurrency > highestConcurrency, path.Child("concurrency"), concurrency, fmt.Sprintf("must be between 1 and %d", highestConcurrency)),
	)
}

// registryName matches a host with or without a port, optionally followed by a path of lower-case names.
var registryName = regexp.MustCompile(`^[a-zA-Z0-9]([a-zA-Z0-9.-]*[a-zA-Z0-9])?(:[0-9]{1,5})?(/[a-z0-9]+([._-]+[a-z0-9]+)*)*$`)

// ValidateRegistry validates a registry with or without a path.
func ValidateRegistry(path *field.Path, registry string) field.ErrorList {
	return invalidIf(!registryName.MatchString(registry), path, registry, "must be a registry with or without path, such as ghcr.io/fluxcd or registry.example.com:5000/mirror/fluxcd, "+
		"without scheme, tag, digest and credentials; name a Secret in flux.imagePullSecretResourceName for credentials")
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

// validateNamespace validates the name of a namespace, and rejects namespaces of Kubernetes and Gardener.
func validateNamespace(path *field.Path, namespace string) field.ErrorList {
	if namespace == "default" || namespace == "kubernetes-dashboard" || strings.HasPrefix(namespace, "kube-") {
		return invalid(path, namespace, "belongs to Kubernetes or Gardener; choose a namespace of its own, such as "+fluxv1alpha1.FluxNamespace)
	}
	return validateName(path, namespace, utilvalidation.IsDNS1123Label)
}

func validateComponents(path *field.Path, flux *fluxv1alpha1.FluxInstallation, known []fluxv1alpha1.Component, allowed []string) field.ErrorList {
	chosen := slices.Concat(flux.Components, flux.ComponentsExtra)
	missing := slices.DeleteFunc([]string{string(fluxv1alpha1.ComponentSource), string(fluxv1alpha1.ComponentKustomize)},
		func(name string) bool { return slices.Contains(chosen, fluxv1alpha1.Component(name)) })
	lacksReflector := slices.Contains(chosen, fluxv1alpha1.ComponentImageAutomation) && !slices.Contains(chosen, fluxv1alpha1.ComponentImageReflector)
	return slices.Concat(
		validateComponentList(path.Child("components"), flux.Components, known, allowed),
		validateComponentList(path.Child("componentsExtra"), flux.ComponentsExtra, known, allowed),
		refuseIf(len(missing) > 0, field.Required(path.Child("components"), fmt.Sprintf("add %s, which Flux requires", strings.Join(missing, " and ")))),
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
	validateURL := func(path *field.Path, value string) field.ErrorList {
		return validateProxyURL(path, value, "name a Secret with username and password in flux.proxy.secretResourceName")
	}
	errs := slices.Concat(
		refuseIf(proxy.HTTPProxy == nil && proxy.HTTPSProxy == nil, field.Required(path, "has no proxy; set httpsProxy or httpProxy, or remove proxy")),
		ifSet(path.Child("httpProxy"), proxy.HTTPProxy, validateURL),
		ifSet(path.Child("httpsProxy"), proxy.HTTPSProxy, validateURL),
	)
	for i, entry := range proxy.NoProxy {
		errs = append(errs, invalidIf(entry == "" || hasSpace(entry) || strings.ContainsAny(entry, "?#@,") || strings.Contains(entry, "://"), path.Child("noProxy").Index(i), entry,
			"must be one host, domain or network, such as git.example.com, .example.com or 10.0.0.0/8, without credentials")...)
	}
	return errs
}

// SmallestStorage returns the minimum volume size. Few infrastructures offer smaller volumes.
func SmallestStorage() resource.Quantity { return resource.MustParse("1Gi") }

func validateStorage(path *field.Path, storage *fluxv1alpha1.Storage, allowed *resource.Quantity) field.ErrorList {
	if storage == nil {
		return nil
	}
	var errs field.ErrorList
	// The maximum is far more than manifests need. The operator can configure a lower one.
	smallest, largest, text := SmallestStorage(), resource.MustParse("1Ti"), ""
	if allowed != nil && allowed.Cmp(largest) < 0 {
		largest, text = *allowed, ", which the operator allows"
	}
	switch size := storage.Size; {
	case size == nil:
		errs = append(errs, field.Required(path.Child("size"), "write the size of the volume, such as 10Gi, or remove storage"))
	case size.Cmp(smallest) < 0 || size.Cmp(largest) > 0:
		errs = append(errs, field.Invalid(path.Child("size"), size.String(), fmt.Sprintf("must be between %s and %s%s", smallest.String(), largest.String(), text)))
	}
	return append(errs, ifSet(path.Child("class"), storage.Class, func(path *field.Path, class string) field.ErrorList {
		return ValidateObjectName(path, class, "StorageClass, or remove class for the default one")
	})...)
}
