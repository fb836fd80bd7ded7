// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package flux

import (
	"fmt"
	"slices"

	kustomizev1 "github.com/fluxcd/kustomize-controller/api/v1"
	sourcev1 "github.com/fluxcd/source-controller/api/v1"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"k8s.io/apimachinery/pkg/types"
)

// Stage defines how much of Flux itself a shoot gets.
type Stage int

const (
	// StageManaged is Flux with source and root Kustomization, which stay as they are configured.
	StageManaged Stage = iota
	// StageBootstrap is the same, such that all of it can be left alone when it is in the shoot: nothing of it goes when it is not
	// delivered any more, and Flux may manage itself from a source.
	StageBootstrap
	// StageBootstrapped is what is kept as it is configured in a shoot in which Flux, source and root Kustomization are left alone:
	// credentials, copies and the shoot info.
	StageBootstrapped
)

// protect keeps an object from Flux itself, which may find it in a source.
func (s Stage) protect(object *unstructured.Unstructured) {
	switch {
	case s == StageManaged:
		setUnreconciled(object)
	case isKept(object):
		// What everything else hangs on may be changed from a source, and stays if it is in none any more.
		setKeepObject(object)
		setUnpruned(object)
	}
}

// isKept returns whether deleting the object would delete others, or end the sync.
func isKept(object *unstructured.Unstructured) bool {
	return object.GetKind() == kindCRD || isSync(object)
}

// isSync returns whether the object is a source or a Kustomization.
func isSync(object *unstructured.Unstructured) bool {
	group := object.GroupVersionKind().Group
	return group == sourcev1.GroupVersion.Group || group == kustomizev1.GroupVersion.Group
}

// keptNamespaces renders the namespaces of what is kept in a shoot in which Flux is left alone. They are plain: who labels Flux's namespace
// there is not known.
func keptNamespaces(names []string, keySecret types.NamespacedName) []*unstructured.Unstructured {
	if keySecret.Namespace != "" && !slices.Contains(names, keySecret.Namespace) {
		names = append(names, keySecret.Namespace)
	}
	var result []*unstructured.Unstructured
	for _, name := range names {
		namespace := &unstructured.Unstructured{}
		namespace.SetAPIVersion("v1")
		namespace.SetKind(kindNamespace)
		namespace.SetName(name)
		setUnpruned(namespace)
		setKeepObject(namespace)
		result = append(result, namespace)
	}
	return result
}

// Leave returns manifests of StageManaged, whichever they are and of whichever version, such that what they hold can be left alone as with
// StageBootstrap.
func Leave(rendered []byte) ([]byte, error) {
	objects, err := DecodeManifests(rendered)
	if err != nil {
		return nil, fmt.Errorf("failed to read what was rendered: %w", err)
	}
	for _, object := range objects {
		annotations := object.GetAnnotations()
		delete(annotations, annotationReconcile)
		object.SetAnnotations(annotations)
		StageBootstrap.protect(object)
	}
	return MarshalManifests(objects)
}

// WithoutSync returns the Config of a bundle of StageBootstrap without the source and the root Kustomization, and everything else as it is.
func WithoutSync(config []byte) ([]byte, error) {
	objects, err := DecodeManifests(config)
	if err != nil {
		return nil, fmt.Errorf("failed to read what was rendered: %w", err)
	}
	return MarshalManifests(slices.DeleteFunc(objects, isSync))
}
