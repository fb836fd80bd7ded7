// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package operator_test

import (
	"context"
	"encoding/json"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"
	. "github.com/onsi/gomega/gstruct"
	gomegatypes "github.com/onsi/gomega/types"
	apiextensionsv1 "k8s.io/apiextensions-apiserver/pkg/apis/apiextensions/v1"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"sigs.k8s.io/controller-runtime/pkg/client"

	gardencorev1beta1 "github.com/gardener/gardener/pkg/apis/core/v1beta1"
	operatorv1alpha1 "github.com/gardener/gardener/pkg/apis/operator/v1alpha1"
	"github.com/gardener/gardener/pkg/utils"

	"github.com/shoot-flux/gardener-extension-shoot-flux/test/landscape/artifacts"
	"github.com/shoot-flux/gardener-extension-shoot-flux/test/landscape/operator"
)

// story is an operator's work with the Extension of a release.
type story struct {
	*operator.Operator
	release artifacts.Directory
	// registration are the objects that are expected in the virtual garden.
	registration []*unstructured.Unstructured
	// project is the namespace of a project that uses the extension.
	project string
}

func newStory(started *operator.Operator, release artifacts.Directory) *story {
	return &story{Operator: started, release: release}
}

// install pushes the charts, and applies the Extension of the release.
func (s *story) install(ctx context.Context) {
	GinkgoHelper()
	Expect(s.PushCharts(ctx, s.release)).To(Succeed())
	Expect(s.Trust(ctx, s.Authority)).To(Succeed())
	extension, err := s.Extension(s.release)
	Expect(err).NotTo(HaveOccurred())
	setAdmissionValues(extension, map[string]any{
		"replicaCount":     2,
		"gardenController": map[string]any{"replicaCount": 1},
		// Processes can listen on a port above 1024 without privileges on every host.
		"webhook": map[string]any{"servicePort": admissionPort, "url": s.reserveAddress(ctx)},
	})
	Expect(s.Client.Create(ctx, extension)).To(Succeed())
}

// setAdmissionValues merges values into those of the admission.
func setAdmissionValues(extension *operatorv1alpha1.Extension, added map[string]any) {
	GinkgoHelper()
	admission := extension.Spec.Deployment.AdmissionDeployment
	var values map[string]any
	Expect(json.Unmarshal(admission.Values.Raw, &values)).To(Succeed())
	merged, err := json.Marshal(utils.MergeMaps(values, added))
	Expect(err).NotTo(HaveOccurred())
	admission.Values = &apiextensionsv1.JSON{Raw: merged}
}

// extension reads the Extension.
func (s *story) extension(ctx context.Context) (*operatorv1alpha1.Extension, error) {
	extension := &operatorv1alpha1.Extension{}
	return extension, s.Client.Get(ctx, client.ObjectKey{Name: extensionName}, extension)
}

// change changes the Extension as an operator does.
func (s *story) change(ctx context.Context, change func(*operatorv1alpha1.Extension)) {
	GinkgoHelper()
	Eventually(ctx, func() error {
		extension, err := s.extension(ctx)
		if err != nil {
			return err
		}
		change(extension)
		return s.Client.Update(ctx, extension)
	}).Should(Succeed())
}

// installed expects that the Extension is installed as it is now.
func (s *story) installed(ctx context.Context) {
	GinkgoHelper()
	s.reports(ctx, operatorv1alpha1.ExtensionInstalled, gardencorev1beta1.ConditionTrue, "ReconcileSuccessful", Equal("Extension has been reconciled successfully"))
}

// reports expects a condition of the Extension as it is now.
func (s *story) reports(ctx context.Context, conditionType gardencorev1beta1.ConditionType, status gardencorev1beta1.ConditionStatus, reason string, message gomegatypes.GomegaMatcher) {
	GinkgoHelper()
	Eventually(ctx, func(g Gomega) {
		extension, err := s.extension(ctx)
		g.Expect(err).NotTo(HaveOccurred())
		g.Expect(extension.Status.ObservedGeneration).To(Equal(extension.Generation))
		g.Expect(extension.Status.Conditions).To(ContainElement(MatchFields(IgnoreExtras, Fields{
			"Type": Equal(conditionType), "Status": Equal(status), "Reason": Equal(reason), "Message": message,
		})))
	}).Should(Succeed())
}
