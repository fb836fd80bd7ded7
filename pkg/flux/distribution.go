// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package flux

import (
	"bytes"
	"errors"
	"fmt"
	"io"

	resourcesv1alpha1 "github.com/gardener/gardener/pkg/apis/resources/v1alpha1"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"k8s.io/apimachinery/pkg/util/yaml"

	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/flux/distributions"
)

// renderDistribution splits an embedded distribution into what must stay in the shoot whatever happens to a
// ManagedResource, and the controllers. With its namespace or a CustomResourceDefinition, Flux's objects would go, and
// with those, through pruning, the workloads.
func renderDistribution(version string) (crds, controllers []byte, err error) {
	manifests, err := distributions.Manifests(version)
	if err != nil {
		return nil, nil, err
	}
	objects, err := decode(manifests)
	if err != nil {
		return nil, nil, fmt.Errorf("embedded Flux distribution %s: %w", version, err)
	}

	var keep, rest []*unstructured.Unstructured
	for _, object := range objects {
		switch object.GetKind() {
		case "Namespace", "CustomResourceDefinition":
			setKeepObject(object)
			keep = append(keep, object)
		default:
			rest = append(rest, object)
		}
	}

	if crds, err = marshal(keep); err != nil {
		return nil, nil, err
	}
	if controllers, err = marshal(rest); err != nil {
		return nil, nil, err
	}
	return crds, controllers, nil
}

// setKeepObject makes gardener-resource-manager leave the object in the shoot when it drops out of its ManagedResource
// or the ManagedResource is deleted (gardener/docs/concepts/resource-manager.md).
func setKeepObject(object *unstructured.Unstructured) {
	annotations := object.GetAnnotations()
	if annotations == nil {
		annotations = map[string]string{}
	}
	annotations[resourcesv1alpha1.KeepObject] = "true"
	object.SetAnnotations(annotations)
}

func decode(manifests []byte) ([]*unstructured.Unstructured, error) {
	var objects []*unstructured.Unstructured
	decoder := yaml.NewYAMLOrJSONDecoder(bytes.NewReader(manifests), 4096)
	for {
		object := &unstructured.Unstructured{}
		if err := decoder.Decode(&object.Object); err != nil {
			if errors.Is(err, io.EOF) {
				return objects, nil
			}
			return nil, err
		}
		if len(object.Object) > 0 {
			objects = append(objects, object)
		}
	}
}
