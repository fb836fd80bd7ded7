// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package flux

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	resourcesv1alpha1 "github.com/gardener/gardener/pkg/apis/resources/v1alpha1"
	"golang.org/x/mod/semver"
	appsv1 "k8s.io/api/apps/v1"
	corev1 "k8s.io/api/core/v1"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/utils/ptr"

	fluxv1alpha1 "github.com/shoot-flux/gardener-extension-shoot-flux/pkg/apis/flux/v1alpha1"
)

// Flags of Flux's controllers.
const (
	flagEventsAddr            = "--events-addr"
	flagLogLevel              = "--log-level"
	flagStorageAdvAddr        = "--storage-adv-addr"
	flagFeatureGates          = "--feature-gates"
	flagConcurrent            = "--concurrent"
	flagRequeueDependency     = "--requeue-dependency"
	flagNoCrossNamespaceRefs  = "--no-cross-namespace-refs"
	flagNoRemoteBases         = "--no-remote-bases"
	flagDefaultServiceAccount = "--default-service-account"
)

// gateWorkloadIdentity allows Flux objects to specify the ServiceAccount that authenticates to a cloud provider.
const gateWorkloadIdentity = "ObjectLevelWorkloadIdentity=true"

// containerName is the name of the only container of each controller.
const containerName = "manager"

// deployment applies the settings to a Deployment of the distribution.
func (s *settings) deployment(object *unstructured.Unstructured) (*unstructured.Unstructured, error) {
	deployment := &appsv1.Deployment{}
	if err := runtime.DefaultUnstructuredConverter.FromUnstructuredWithValidation(object.Object, deployment, true); err != nil {
		return nil, err
	}
	template := &deployment.Spec.Template
	containers := template.Spec.Containers
	i := slices.IndexFunc(containers, func(c corev1.Container) bool { return c.Name == containerName })
	if i < 0 {
		return nil, fmt.Errorf("has no container %s", containerName)
	}
	if err := s.container(&containers[i], component(object)); err != nil {
		return nil, err
	}

	if err := s.store(deployment, component(object)); err != nil {
		return nil, err
	}
	template.Labels = withEntry(template.Labels, labelInstance, s.namespace())
	for key, value := range s.Flux.NodeSelector {
		template.Spec.NodeSelector = withEntry(template.Spec.NodeSelector, key, value)
	}
	template.Spec.Tolerations = slices.Concat(template.Spec.Tolerations, s.Flux.Tolerations)
	if s.ImagePullSecret != nil {
		template.Spec.ImagePullSecrets = []corev1.LocalObjectReference{{Name: fluxv1alpha1.ImagePullSecretName}}
	}
	if s.Flux.Proxy != nil {
		// By default, Gardener injects the domain of the API server, which NO_PROXY does not include before the shoot is up.
		// Without the injection, the controllers use the ClusterIP, which is in one of the shoot's networks.
		template.Labels = withEntry(template.Labels, resourcesv1alpha1.KubernetesServiceHostInject, "disable")
	}
	if err := s.rollWithProxy(template); err != nil {
		return nil, err
	}
	return toUnstructured(deployment)
}

func (s *settings) container(container *corev1.Container, of fluxv1alpha1.Component) error {
	image, err := s.images.Image(s.Version, of, container.Image, *s.Flux.Registry)
	if err != nil {
		return err
	}
	container.Image = image
	// With this policy, the pod status contains the last log lines of a failed container, so that users do not need access
	// to the logs.
	container.TerminationMessagePolicy = corev1.TerminationMessageFallbackToLogsOnError
	profile := ptr.Deref(s.Flux.Size, "").Profile(of)
	if profile != nil {
		container.Resources = fluxv1alpha1.MergeResources(container.Resources, profile.ResourceRequirements)
	}
	container.Resources = fluxv1alpha1.MergeResources(container.Resources, s.Flux.Resources[of])
	container.Env = slices.Concat(container.Env, s.proxyEnv())

	args, err := s.shippedArgs(container.Args, of)
	if err != nil {
		return err
	}
	container.Args = append(args, s.furtherArgs(of, profile)...)
	return nil
}

// shippedArgs returns the arguments of the distribution with the values that 'flux install' would set.
func (s *settings) shippedArgs(shipped []string, of fluxv1alpha1.Component) ([]string, error) {
	args := slices.Clone(shipped)
	set := func(flag, value string) error {
		i := slices.IndexFunc(args, func(arg string) bool { return strings.HasPrefix(arg, flag+"=") })
		if i < 0 {
			return fmt.Errorf("has no argument %s", flag)
		}
		args[i] = flag + "=" + value
		return nil
	}

	if err := set(flagLogLevel, string(*s.Flux.LogLevel)); err != nil {
		return nil, err
	}
	if of != fluxv1alpha1.ComponentNotification {
		address := ""
		if slices.Contains(s.Components, fluxv1alpha1.ComponentNotification) {
			address = "http://" + s.service(fluxv1alpha1.ComponentNotification) + "/"
		}
		if err := set(flagEventsAddr, address); err != nil {
			return nil, err
		}
	}
	if of == fluxv1alpha1.ComponentSource || of == fluxv1alpha1.ComponentSourceWatcher {
		if err := set(flagStorageAdvAddr, s.service(of)); err != nil {
			return nil, err
		}
	}
	// The distribution includes source-watcher, and therefore enables its artifacts in the other controllers.
	if !slices.Contains(s.Components, fluxv1alpha1.ComponentSourceWatcher) {
		args = slices.DeleteFunc(args, func(arg string) bool { return arg == flagFeatureGates+"=ExternalArtifact=true" })
	}
	if s.Flux.HasWorkloadIdentity() && fluxv1alpha1.HasWorkloadIdentity(of) && fluxv1alpha1.HasWorkloadIdentityGate(s.Version) {
		args = withFeatureGate(args, gateWorkloadIdentity)
	}
	return args, nil
}

// withFeatureGate adds a feature gate to the existing flag, or adds the flag if it is missing.
func withFeatureGate(args []string, gate string) []string {
	i := slices.IndexFunc(args, func(arg string) bool { return strings.HasPrefix(arg, flagFeatureGates+"=") })
	if i < 0 {
		return append(args, flagFeatureGates+"="+gate)
	}
	args[i] += "," + gate
	return args
}

// service returns the domain name of a controller's Service. With the trailing dot, DNS lookups skip the search
// domains.
func (s *settings) service(of fluxv1alpha1.Component) string {
	return fmt.Sprintf("%s.$(RUNTIME_NAMESPACE).svc.%s.", of, *s.Flux.ClusterDomain)
}

// tuningArgs returns the arguments for concurrency and for the requeue interval of dependencies.
func tuningArgs(concurrency *int32, profile *fluxv1alpha1.Profile) []string {
	var args []string
	if concurrency == nil && profile != nil {
		concurrency = &profile.Concurrency
	}
	if concurrency != nil {
		args = append(args, flagConcurrent+"="+strconv.Itoa(int(*concurrency)))
	}
	if profile != nil && profile.RequeueDependency != "" {
		args = append(args, flagRequeueDependency+"="+profile.RequeueDependency)
	}
	return args
}

// furtherArgs returns the arguments that a distribution does not set. All controllers support --concurrent. All
// controllers support --no-cross-namespace-refs, except source-controller: its objects cannot have cross-namespace
// references.
func (s *settings) furtherArgs(of fluxv1alpha1.Component, profile *fluxv1alpha1.Profile) []string {
	args := tuningArgs(s.Flux.Concurrency, profile)
	if !s.Flux.HasMultitenancy() {
		return args
	}
	account := *s.Flux.Multitenancy.DefaultServiceAccount
	if of != fluxv1alpha1.ComponentSource {
		args = append(args, flagNoCrossNamespaceRefs+"=true")
	}
	if of == fluxv1alpha1.ComponentKustomize {
		args = append(args, flagNoRemoteBases+"=true")
	}
	if of == fluxv1alpha1.ComponentKustomize || of == fluxv1alpha1.ComponentHelm || of == fluxv1alpha1.ComponentSourceWatcher && s.writesEverywhere() {
		args = append(args, flagDefaultServiceAccount+"="+account)
	}
	return append(args, s.tenantLogins(of, account)...)
}

// writesEverywhere returns whether ArtifactGenerators can create ExternalArtifacts in other namespaces. Without
// --default-service-account, source-watcher could create them with its own permissions, for all namespaces. This is so
// since source-watcher v2.3 of Flux v2.10, which has the flag (source-watcher/api: spec.serviceAccountName).
func (s *settings) writesEverywhere() bool {
	return semver.Compare(semver.MajorMinor(s.Version), "v2.10") >= 0
}
