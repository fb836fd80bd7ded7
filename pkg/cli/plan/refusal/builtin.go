// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package refusal

import (
	"encoding/base64"
	"errors"
	"fmt"
	"slices"
	"strings"

	"golang.org/x/mod/semver"
	apivalidation "k8s.io/apimachinery/pkg/api/validation"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/apimachinery/pkg/runtime/schema"
	"k8s.io/apimachinery/pkg/util/validation/field"
	apiversion "k8s.io/apimachinery/pkg/version"
	"k8s.io/client-go/kubernetes/scheme"
	"sigs.k8s.io/structured-merge-diff/v6/typed"

	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/text/ordered"
)

// newestKubernetes is the Kubernetes version of the schemas of built-in kinds. It is not known what newer versions
// serve.
const newestKubernetes = "v1.36"

// isBuiltIn reports whether kube-apiserver serves an API group without a CustomResourceDefinition.
func isBuiltIn(group string) bool {
	return scheme.Scheme.IsGroupRegistered(group) || group == groupCRD
}

// minor returns the minor version of Kubernetes, or an empty string if it is not known.
func minor(kubernetes string) string {
	minor := semver.MajorMinor("v" + strings.TrimPrefix(kubernetes, "v"))
	if semver.Compare(minor, newestKubernetes) > 0 {
		return ""
	}
	return minor
}

// served returns an error if a Kubernetes version does not serve a built-in kind.
func served(kubernetes string, kind schema.GroupVersionKind) error {
	version := minor(kubernetes)
	if version == "" || servedIn(version, kind) {
		return nil
	}
	best := ""
	for _, other := range scheme.Scheme.PrioritizedVersionsForGroup(kind.Group) {
		if servedIn(version, other.WithKind(kind.Kind)) && (best == "" || apiversion.CompareKubeAwareVersionStrings(other.Version, best) > 0) {
			best = other.Version
		}
	}
	text := fmt.Sprintf("Kubernetes %s does not serve %s of %s", strings.TrimPrefix(version, "v"), kind.Kind, kind.GroupVersion())
	if best == "" {
		return errors.New(text + "; remove the object, or correct apiVersion and kind")
	}
	return fmt.Errorf("%s; change apiVersion to %s", text, schema.GroupVersion{Group: kind.Group, Version: best})
}

// servedIn reports whether a minor version of Kubernetes serves a built-in kind.
func servedIn(version string, kind schema.GroupVersionKind) bool {
	if kind.Group == groupCRD {
		return kind.Version == "v1"
	}
	object, err := scheme.Scheme.New(kind)
	if err != nil {
		return false
	}
	if removed, ok := object.(interface{ APILifecycleRemoved() (int, int) }); ok {
		if major, minor := removed.APILifecycleRemoved(); semver.Compare(version, fmt.Sprintf("v%d.%d", major, minor)) >= 0 {
			return false
		}
	}
	if introduced, ok := object.(interface{ APILifecycleIntroduced() (int, int) }); ok {
		if major, minor := introduced.APILifecycleIntroduced(); semver.Compare(version, fmt.Sprintf("v%d.%d", major, minor)) < 0 {
			return false
		}
	}
	return true
}

// builtIn returns an error if an API server refuses an object of a built-in kind, as far as this follows from the
// schema.
func (j *Judge) builtIn(object *unstructured.Unstructured) error {
	kind := object.GroupVersionKind()
	if !scheme.Scheme.Recognizes(kind) {
		return nil
	}
	object = object.DeepCopy()
	converted, err := Normalize(object)
	if err != nil {
		return err
	}
	_, err = j.types.ObjectToTyped(object)
	if invalid, is := errors.AsType[typed.ValidationErrors](err); is {
		return describeTyped(invalid)
	}
	if err := decodes(object); err != nil {
		return err
	}
	if !converted {
		// The error of the library contains the value, and no field.
		return errors.New("a field has a value that Kubernetes cannot decode, such as a quantity, a time or an integer; correct it")
	}
	namespaced := !isClusterScoped(kind.GroupKind())
	if !namespaced {
		object.SetNamespace("") // as an API server does
	}
	errs := apivalidation.ValidateObjectMetaAccessor(object, namespaced, validName(kind.Group), field.NewPath("metadata"))
	return describe(errs)
}

// Normalize changes an object like kustomize-controller before it is applied (github.com/fluxcd/pkg/ssa/normalize): the
// fields that Kubernetes does not know are removed from an object whose other fields have the right types. It returns
// false if an object cannot be converted to its type, which Flux then applies as it is.
func Normalize(object *unstructured.Unstructured) (converted bool, err error) {
	kind := object.GroupVersionKind()
	unstructured.RemoveNestedField(object.Object, "status")
	if kind.Group == groupRBAC && (kind.Kind == "Role" || kind.Kind == "ClusterRole") {
		return true, nil
	}
	known, err := scheme.Scheme.New(kind)
	if err != nil {
		return false, err
	}
	if err := runtime.DefaultUnstructuredConverter.FromUnstructured(object.Object, known); err != nil {
		return false, nil //nolint:nilerr // an API server refuses it
	}
	object.Object, err = runtime.DefaultUnstructuredConverter.ToUnstructured(known)
	unstructured.RemoveNestedField(object.Object, "status")
	return true, err
}

// decodes returns an error if the data of a Secret cannot be decoded. The error contains no value.
func decodes(object *unstructured.Unstructured) error {
	if object.GetKind() != "Secret" || object.GroupVersionKind().Group != "" {
		return nil
	}
	data, _, _ := unstructured.NestedStringMap(object.Object, "data")
	for name, value := range ordered.Map(data) {
		if _, err := base64.StdEncoding.DecodeString(value); err != nil {
			return fmt.Errorf("data.%s is not base64; encode it, or use stringData", name)
		}
	}
	return nil
}

// validName returns the rule for names of objects of a built-in API group.
func validName(group string) apivalidation.ValidateNameFunc {
	if group == groupRBAC {
		return func(string, bool) []string { return nil }
	}
	return apivalidation.NameIsDNSSubdomain
}

// describeTyped returns an error with the first fields, without their values.
func describeTyped(invalid typed.ValidationErrors) error {
	var texts []string
	for _, own := range invalid {
		message, _, _ := strings.Cut(own.ErrorMessage, ", got ")
		text := strings.TrimPrefix(own.Path, ".") + ": " + message
		switch {
		case message == "field not declared in schema":
			text = strings.TrimPrefix(own.Path, ".") + ": unknown field; remove it, or correct its name"
		case message == "expected string":
			text += "; put the value in quotes"
		case strings.HasPrefix(message, "duplicate entries"):
			text += "; remove one of them"
		}
		texts = append(texts, text)
	}
	slices.Sort(texts)
	return errors.New(listed(slices.Compact(texts)))
}
