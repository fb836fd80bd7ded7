// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package toolkit

import (
	"slices"
	"strings"
	"sync"

	kustomizev1 "github.com/fluxcd/kustomize-controller/api/v1"
	sourcev1 "github.com/fluxcd/source-controller/api/v1"
	appsv1 "k8s.io/api/apps/v1"
	batchv1 "k8s.io/api/batch/v1"
	corev1 "k8s.io/api/core/v1"
	apiextensionsv1 "k8s.io/apiextensions-apiserver/pkg/apis/apiextensions/v1"
	"k8s.io/apimachinery/pkg/api/meta"
	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/apimachinery/pkg/runtime/schema"
	utilruntime "k8s.io/apimachinery/pkg/util/runtime"
	"sigs.k8s.io/controller-runtime/pkg/client"
)

// ClientOptions returns the options for clients of all shoots. The mapper knows Flux's kinds and the used kinds of
// Kubernetes without discovery, and guesses others.
var ClientOptions = sync.OnceValue(func() client.Options {
	scheme := runtime.NewScheme()
	for _, add := range []func(*runtime.Scheme) error{corev1.AddToScheme, appsv1.AddToScheme, apiextensionsv1.AddToScheme, sourcev1.AddToScheme, kustomizev1.AddToScheme} {
		utilruntime.Must(add(scheme))
	}
	return client.Options{Scheme: scheme, Mapper: fluxMapper{RESTMapper: knownKinds()}}
})

// knownKinds returns the mapper for the kinds that 'flux install' brings, and for the used kinds of Kubernetes.
var knownKinds = sync.OnceValue(func() meta.RESTMapper {
	known := meta.NewDefaultRESTMapper(nil)
	for _, kind := range shippedKinds() {
		scope := meta.RESTScopeNamespace
		if slices.Contains([]string{"Namespace", "ClusterRole", "ClusterRoleBinding", kindDefinitionKind}, kind.Kind) {
			scope = meta.RESTScopeRoot
		}
		known.Add(kind, scope)
	}
	for version, names := range map[schema.GroupVersion][]string{
		corev1.SchemeGroupVersion: {"Secret", "ConfigMap", "PersistentVolumeClaim", "Pod"}, appsv1.SchemeGroupVersion: {"StatefulSet", "DaemonSet"}, batchv1.SchemeGroupVersion: {"Job"},
	} {
		for _, name := range names {
			known.Add(version.WithKind(name), meta.RESTScopeNamespace)
		}
	}
	return known
})

// fluxMapper maps Flux's kinds of any version without discovery: all are namespaced and have regular plurals. Other
// kinds need discovery, which keeps up to a hundred times more data than needed in memory for the life of the mapper.
type fluxMapper struct {
	meta.RESTMapper
	// discovered maps other kinds. If it is nil, their plurals are guessed. A wrong guess leads to a NotFound error.
	discovered meta.RESTMapper
}

// RESTMapping returns the mapping of a kind.
func (m fluxMapper) RESTMapping(kind schema.GroupKind, versions ...string) (*meta.RESTMapping, error) {
	mapping, err := m.RESTMapper.RESTMapping(kind, versions...)
	switch {
	case err == nil, len(versions) == 0:
		return mapping, err
	case strings.HasSuffix(kind.Group, ".fluxcd.io"), m.discovered == nil:
		// In the namespaced scope, an object without a namespace is requested as a cluster-scoped one.
		plural, _ := meta.UnsafeGuessKindToResource(kind.WithVersion(versions[0]))
		return &meta.RESTMapping{Resource: plural, GroupVersionKind: kind.WithVersion(versions[0]), Scope: meta.RESTScopeNamespace}, nil
	}
	return m.discovered.RESTMapping(kind, versions...)
}
