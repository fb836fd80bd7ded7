// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

// Package patch applies a user's patches to the Deployments and ServiceAccounts of Flux, and rejects forbidden changes.
// It uses an allowlist of changes: everything else in an object must be unchanged, so that changes of future Kubernetes
// fields are rejected as well. The package is pure, and must not depend on restrictions that an operator configures.
//
// A patch must not turn a controller into a different program or extend its permissions: containers, images, commands,
// identities, security settings, and the arguments and variables of Flux and the extension are fixed. Only known
// environment variables, mount paths and annotation domains are allowed, because controllers run helper programs from
// their search path, and cloud libraries run programs that are specified in their configuration files.
package patch

import (
	"encoding/json"
	"errors"
	"fmt"
	"strings"

	jsonpatch "github.com/evanphx/json-patch/v5"
	appsv1 "k8s.io/api/apps/v1"
	corev1 "k8s.io/api/core/v1"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/apimachinery/pkg/util/strategicpatch"
	"k8s.io/apimachinery/pkg/util/validation/field"
	"sigs.k8s.io/yaml"

	fluxv1alpha1 "github.com/shoot-flux/gardener-extension-shoot-flux/pkg/apis/flux/v1alpha1"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/configuration/strict"
)

// largestPatched is the maximum size of an object after each operation of a JSON patch, in bytes. Copy operations can
// multiply the size of an object.
const largestPatched = 128 << 10

// Apply returns a copy of the object with all patches that target it. It returns an error for the first patch that
// cannot be applied or makes a forbidden change. version is the Flux version of the object.
func Apply(path *field.Path, version string, object *unstructured.Unstructured, patches []fluxv1alpha1.Patch) (*unstructured.Unstructured, *field.Error) {
	current, last := object, path
	for i, patch := range patches {
		if string(patch.Target.Kind) != object.GetKind() || string(patch.Target.Name) != object.GetName() {
			continue
		}
		path := path.Index(i).Child("patch")
		changed, err := applyOne(path, current, patch)
		if err != nil {
			return nil, err
		}
		if refused := check(version, object, changed, patch.Target.Name); refused != nil {
			return nil, field.Forbidden(path, refused.describe(object))
		}
		current, last = changed, path
	}
	if refused := checkTogether(current); refused != nil {
		return nil, field.Forbidden(last, refused.describe(object))
	}
	return current, nil
}

// applyOne applies a patch without checking whether its changes are allowed.
func applyOne(path *field.Path, object *unstructured.Unstructured, patch fluxv1alpha1.Patch) (*unstructured.Unstructured, *field.Error) {
	content, invalid := strict.ReadValue([]byte(patch.Patch))
	if invalid != nil {
		return nil, field.Invalid(path, field.OmitValueType{}, invalid.Detail)
	}
	original, err := json.Marshal(object.Object)
	if err != nil {
		return nil, field.InternalError(path, err)
	}
	changed, problem := merged(original, content, object)
	if problem != "" {
		return nil, field.Invalid(path, field.OmitValueType{}, problem)
	}
	result := &unstructured.Unstructured{}
	if err := json.Unmarshal(changed, &result.Object); err != nil || result.Object == nil {
		return nil, field.Invalid(path, field.OmitValueType{}, fmt.Sprintf("deletes %s %s; remove it", object.GetKind(), object.GetName()))
	}
	return result, nil
}

// merged returns the patched original, or a description of the problem with the patch.
func merged(original []byte, content any, object *unstructured.Unstructured) (changed []byte, problem string) {
	switch content := content.(type) {
	case []any:
		return operated(original, content)
	case map[string]any:
		if problem := identifies(content, object); problem != "" {
			return nil, problem
		}
		data, err := json.Marshal(content)
		if err != nil {
			return nil, "is not JSON; correct it"
		}
		changed, err = strategicpatch.StrategicMergePatch(original, data, typed(object.GetKind()))
		if err != nil {
			return nil, fmt.Sprintf("cannot be applied as a strategic merge patch to %s %s: its structure or a directive such as $patch does not fit; correct it", object.GetKind(), object.GetName())
		}
		return changed, ""
	}
	return nil, "must be a strategic merge patch, which is an object, or a JSON patch, which is a list of operations"
}

// identifies returns a problem if apiVersion or kind in a strategic merge patch differ from the object. It removes
// apiVersion, kind and metadata.name from the patch. As in a kustomization.yaml, the target selects the object, and the
// name in the patch has no effect.
func identifies(content map[string]any, object *unstructured.Unstructured) string {
	for _, identity := range []struct{ key, is string }{{"apiVersion", object.GetAPIVersion()}, {"kind", object.GetKind()}} {
		if given, ok := content[identity.key]; ok && given != identity.is {
			return fmt.Sprintf("has a different %s than its target; set it to %s, or remove it", identity.key, identity.is)
		}
		delete(content, identity.key)
	}
	if metadata, ok := content["metadata"].(map[string]any); ok {
		delete(metadata, "name")
		if len(metadata) == 0 {
			delete(content, "metadata")
		}
	}
	return ""
}

// operated applies the operations of a JSON patch to a document. It returns the changed document, or a description of
// the problem.
func operated(document []byte, operations []any) (changed []byte, problem string) {
	for i, one := range operations {
		data, err := json.Marshal([]any{one})
		var form []operation
		if err != nil || yaml.UnmarshalStrict(data, &form) != nil || !form[0].isComplete() {
			return nil, fmt.Sprintf("operation %d must be an object with op, path and, as op requires, value or from; op is add, remove, replace, move, copy or test, and paths begin with /", i)
		}
		patch, err := jsonpatch.DecodePatch(data)
		if err == nil {
			document, err = patch.Apply(document)
		}
		if err == nil && len(document) > largestPatched {
			err = fmt.Errorf("the object has more than %d bytes", largestPatched)
		}
		if err != nil {
			return nil, fmt.Sprintf("operation %d cannot be applied: %s", i, reasonOf(err))
		}
	}
	return document, ""
}

// operation is an operation of a JSON patch (RFC 6902).
type operation struct {
	Op    string          `json:"op"`
	Path  string          `json:"path"`
	From  string          `json:"from"`
	Value json.RawMessage `json:"value"`
}

func (o operation) isComplete() bool {
	if !strings.HasPrefix(o.Path, "/") {
		return false
	}
	switch o.Op {
	case "add", "replace", "test":
		return o.Value != nil
	case "move", "copy":
		return strings.HasPrefix(o.From, "/")
	}
	return o.Op == "remove"
}

// reasonOf describes why an operation has failed, without the values in the patch.
func reasonOf(err error) string {
	switch {
	case errors.Is(err, jsonpatch.ErrTestFailed):
		return "its test fails; correct path or value, or remove it"
	case errors.Is(err, jsonpatch.ErrMissing), errors.Is(err, jsonpatch.ErrInvalidIndex):
		return "its path does not exist in this Flux version; correct it, or add its parent first"
	}
	return "its path or value does not fit; correct it"
}

// typed returns an object of the Go type for the kind. The struct tags of the type define the merge keys of lists.
func typed(kind string) runtime.Object {
	if kind == string(fluxv1alpha1.PatchKindServiceAccount) {
		return &corev1.ServiceAccount{}
	}
	return &appsv1.Deployment{}
}
