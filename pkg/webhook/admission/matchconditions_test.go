// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package admission

import (
	gardencorev1beta1 "github.com/gardener/gardener/pkg/apis/core/v1beta1"
	"github.com/google/cel-go/cel"
	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"
	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/apiserver/pkg/cel/environment"
)

// calls returns whether an API server calls the webhook for Shoots: whether all of its match conditions are true.
func calls(old, shoot *gardencorev1beta1.Shoot) bool {
	GinkgoHelper()
	env := environment.MustBaseEnvSet(environment.DefaultCompatibilityVersion()).StoredExpressionsEnv()
	env, err := env.Extend(cel.Variable("object", cel.DynType), cel.Variable("oldObject", cel.DynType), cel.Variable("request", cel.DynType))
	Expect(err).NotTo(HaveOccurred())
	variables := map[string]any{"object": unstructured(shoot), "oldObject": nil, "request": map[string]any{"operation": "CREATE"}}
	if old != nil {
		variables["oldObject"], variables["request"] = unstructured(old), map[string]any{"operation": "UPDATE"}
	}
	for _, condition := range matchConditions([]string{"info.example.com/"})[shootsName] {
		compiled, issues := env.Compile(condition.Expression)
		Expect(issues.Err()).NotTo(HaveOccurred(), condition.Name)
		program, err := env.Program(compiled)
		Expect(err).NotTo(HaveOccurred())
		result, _, err := program.Eval(variables)
		Expect(err).NotTo(HaveOccurred(), condition.Name)
		if result.Value() != true {
			return false
		}
	}
	return true
}

func unstructured(shoot *gardencorev1beta1.Shoot) map[string]any {
	GinkgoHelper()
	content, err := runtime.DefaultUnstructuredConverter.ToUnstructured(shoot)
	Expect(err).NotTo(HaveOccurred())
	return content
}

// anotherExtension configures an extension of another type.
func anotherExtension(shoot *gardencorev1beta1.Shoot) {
	shoot.Spec.Extensions[0].ProviderConfig = &runtime.RawExtension{Raw: []byte(`{"a":"b"}`)}
}

// withoutLabel is a Shoot as gardener-apiserver labels it if it does not have the extension.
func withoutLabel(shoot *gardencorev1beta1.Shoot) {
	delete(shoot.Labels, "extensions.extensions.gardener.cloud/shoot-flux")
}

var _ = Describe("The match conditions for Shoots", func() {
	DescribeTable("call the webhook for what it may deny:",
		func(old, shoot *gardencorev1beta1.Shoot) { Expect(calls(old, shoot)).To(BeTrue()) },
		Entry("a new providerConfig", nil, newShoot(goodConfig)),
		Entry("an added providerConfig", newShoot(noConfig), newShoot(goodConfig)),
		Entry("a changed providerConfig", newShoot(goodConfig), newShoot(badConfig)),
		Entry("a removed providerConfig, which may move Flux to another namespace", newShoot(elsewhere), newShoot(noConfig)),
		Entry("a removed entry of an extension that the registration enables", newShoot(elsewhere), newShoot(noConfig, withoutEntry)),
		Entry("an enabled extension", newShoot(badConfig, disabled, withoutLabel), newShoot(badConfig)),
		Entry("a removed resource, to which the providerConfig may refer", newShoot(secret), newShoot(secret, withoutResources)),
		Entry("a removed label, to which the providerConfig may refer", newShoot(labelled), newShoot(labelled, withoutStage)),
	)

	DescribeTable("do not call it, so that an unavailable admission blocks nothing:",
		func(old, shoot *gardencorev1beta1.Shoot) { Expect(calls(old, shoot)).To(BeFalse()) },
		Entry("a new Shoot that does not name the extension", nil, newShoot(noConfig, withoutEntry)),
		Entry("a new Shoot without any extension", nil, newShoot(noConfig, func(shoot *gardencorev1beta1.Shoot) { shoot.Spec.Extensions = nil })),
		Entry("a new Shoot without providerConfig", nil, newShoot(noConfig)),
		Entry("a new Shoot with a configuration of another extension", nil, newShoot(noConfig, anotherExtension)),
		Entry("a new Shoot with a disabled extension", nil, newShoot(badConfig, disabled, withoutLabel)),
		Entry("a disabled extension", newShoot(goodConfig), newShoot(goodConfig, disabled, withoutLabel)),
		Entry("a removed extension", newShoot(goodConfig), newShoot(noConfig, withoutEntry, withoutLabel)),
		Entry("a change of another extension", newShoot(goodConfig), newShoot(goodConfig, anotherExtension)),
		Entry("resources of a Shoot without providerConfig", newShoot(noConfig), newShoot(noConfig, withoutResources)),
		Entry("labels of a Shoot without providerConfig", newShoot(noConfig), newShoot(noConfig, withoutStage)),
		Entry("the label of an extension that the registration enables", newShoot(noConfig, withoutEntry, withoutLabel), newShoot(noConfig, withoutEntry)),
		Entry("another field", newShoot(goodConfig), newShoot(goodConfig, hibernated)),
		Entry("another label", newShoot(goodConfig), newShoot(goodConfig, func(shoot *gardencorev1beta1.Shoot) { shoot.Labels["a"] = "b" })),
		Entry("a Shoot that is being deleted", newShoot(goodConfig), newShoot(badConfig, beingDeleted)),
	)
})
