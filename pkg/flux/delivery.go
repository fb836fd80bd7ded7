// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package flux

import (
	"encoding/hex"
	"maps"
	"slices"

	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"

	fluxv1alpha1 "github.com/shoot-flux/gardener-extension-shoot-flux/pkg/apis/flux/v1alpha1"
)

// deliveryLength is the length of the hash in the identifier of a delivery, in bytes.
const deliveryLength = 8

// identify annotates the given objects with an identifier of the delivery, and returns it. It is a hash of the versions
// and of all objects of the delivery. It omits the data of Secrets, because users who must not read Secrets may read
// the annotation and could verify guesses; the shoot info, which names the seed, because two seeds may deliver the same
// in a live control plane migration; and spec.suspend of the annotated objects, which users change in the shoot.
func identify(versions []string, all, annotated []*unstructured.Unstructured) (string, error) {
	contents := make([]any, 0, len(all))
	for _, object := range all {
		contents = append(contents, identified(object, slices.Contains(annotated, object)))
	}
	hash, err := fingerprint([]any{versions, contents})
	if err != nil {
		return "", err
	}
	delivery := hex.EncodeToString([]byte(hash)[:deliveryLength])
	for _, object := range annotated {
		object.SetAnnotations(withEntry(object.GetAnnotations(), fluxv1alpha1.AnnotationDelivery, delivery))
	}
	return delivery, nil
}

// identified returns the part of an object that identifies a delivery. It does not change the object.
func identified(object *unstructured.Unstructured, isAnnotated bool) map[string]any {
	part := maps.Clone(object.Object)
	switch {
	case object.GetKind() == kindSecret, object.GetName() == fluxv1alpha1.ShootInfoConfigMapName:
		delete(part, "data")
		delete(part, "stringData")
	case isAnnotated:
		if spec, ok := part["spec"].(map[string]any); ok {
			spec = maps.Clone(spec)
			delete(spec, "suspend")
			part["spec"] = spec
		}
	}
	return part
}
