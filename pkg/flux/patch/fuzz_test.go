// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package patch_test

import (
	"encoding/json"
	"reflect"
	"strings"
	"testing"

	appsv1 "k8s.io/api/apps/v1"
	corev1 "k8s.io/api/core/v1"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/apimachinery/pkg/util/validation/field"
	"sigs.k8s.io/yaml"

	fluxv1alpha1 "github.com/shoot-flux/gardener-extension-shoot-flux/pkg/apis/flux/v1alpha1"
	. "github.com/shoot-flux/gardener-extension-shoot-flux/pkg/flux/patch"
)

// FuzzApply applies any patch. Apply must reject it with a message of bounded length, or leave all fields unchanged
// that decide on the program and permissions of Flux. The test compares these fields in its own way.
func FuzzApply(f *testing.F) {
	for _, text := range []string{
		manager("image: evil"), manager("resources: {limits: {memory: 2Gi}}"), argument("--concurrent=5"), mounted("mountPath: /mnt/files", plainConfigMap),
		pod("volumes: [{name: temp, emptyDir: {medium: Memory}}]"), "metadata: {labels: {team: a}}", "spec: null", "{}", "[]", "null",
		`[{op: move, from: /spec/template/spec/containers/0, path: /spec/template/spec/containers/-}]`,
		`[{op: copy, from: /spec, path: /metadata/labels}]`, `[{op: add, path: "", value: {}}]`, `[{op: add, path: /spec/template/spec/containers/-1, value: null}]`,
		pod("$setElementOrder/containers: [{name: manager}], containers: [{name: manager, $patch: replace, image: evil}]"),
		pod("$retainKeys: [containers], containers: null"), pod("containers: [null]"), pod("$deleteFromPrimitiveList/containers: [a]"),
	} {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		if len(text) > 16<<10 {
			return
		}
		object := &unstructured.Unstructured{}
		if err := yaml.Unmarshal([]byte(shippedDeployment), &object.Object); err != nil {
			t.Fatal(err)
		}
		original := object.DeepCopy()
		result, err := Apply(field.NewPath("flux", "patches"), fluxVersion, object, []fluxv1alpha1.Patch{patchOf(fluxv1alpha1.PatchKindDeployment, text)})
		if !reflect.DeepEqual(object, original) {
			t.Fatal("the object was changed")
		}
		if err != nil {
			if message := err.Error(); len(message) > 2000 {
				t.Fatalf("a message of %d bytes: %.200s…", len(message), message)
			}
			return
		}
		checkHarmless(t, original, result)
	})
}

func checkHarmless(t *testing.T, original, result *unstructured.Unstructured) {
	t.Helper()
	was, is := &appsv1.Deployment{}, &appsv1.Deployment{}
	for object, typed := range map[*unstructured.Unstructured]*appsv1.Deployment{original: was, result: is} {
		if err := runtime.DefaultUnstructuredConverter.FromUnstructuredWithValidation(object.Object, typed, true); err != nil {
			t.Fatalf("is no Deployment: %v", err)
		}
	}
	before, after := was.Spec.Template.Spec, is.Spec.Template.Spec
	if len(after.Containers) != 1 || len(after.InitContainers) > 0 || len(after.EphemeralContainers) > 0 {
		t.Fatal("has other containers")
	}
	for _, variable := range after.Containers[0].Env {
		if variable.ValueFrom != nil && variable.Name != "RUNTIME_NAMESPACE" {
			t.Fatalf("has variable %s from elsewhere", variable.Name)
		}
	}
	for _, volume := range after.Volumes {
		if volume.EmptyDir == nil && volume.ConfigMap == nil {
			t.Fatalf("has volume %s", volume.Name)
		}
	}
	for _, argument := range before.Containers[0].Args {
		if !strings.Contains(strings.Join(after.Containers[0].Args, "\n")+"\n", argument+"\n") {
			t.Fatalf("does not have %s", argument)
		}
	}
	neutral := func(deployment *appsv1.Deployment) string {
		deployment.Labels, deployment.Annotations = nil, nil
		template := &deployment.Spec.Template
		template.Labels, template.Annotations = nil, nil
		template.Spec.NodeSelector, template.Spec.Tolerations, template.Spec.TerminationGracePeriodSeconds, template.Spec.Volumes = nil, nil, nil, nil
		container := &template.Spec.Containers[0]
		container.Args, container.Env, container.VolumeMounts, container.Resources = nil, nil, nil, corev1.ResourceRequirements{Claims: container.Resources.Claims}
		content, err := json.Marshal(deployment)
		if err != nil {
			t.Fatal(err)
		}
		return string(content)
	}
	if before, after := neutral(was), neutral(is); before != after {
		t.Fatalf("was\n%s\nand is\n%s", before, after)
	}
}
