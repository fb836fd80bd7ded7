// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package seedreport_test

import (
	"fmt"
	"strings"
	"testing"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"
	corev1 "k8s.io/api/core/v1"
	"k8s.io/apimachinery/pkg/types"

	fluxv1alpha1 "github.com/shoot-flux/gardener-extension-shoot-flux/pkg/apis/flux/v1alpha1"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/rollout/seedreport"
)

func TestSeedReport(t *testing.T) {
	RegisterFailHandler(Fail)
	RunSpecs(t, "Seed Report Suite")
}

var _ = Describe("Report", func() {
	It("is preserved by Encode and Decode, and has room for 5,000 Shoots", func() {
		var report seedreport.Report
		for i := range seedreport.MostShoots + 1 {
			report.Shoots = append(report.Shoots, seedreport.Shoot{
				Namespace: fmt.Sprintf("garden-project-%d", i%100), Project: fmt.Sprintf("project-%d", i%100), Name: fmt.Sprintf("shoot-%d", i), UID: types.UID(fmt.Sprintf("0f9c2a7e-1d2b-4c3a-9e8f-%012d", i)),
				FluxVersion: "v2.9.3", Baseline: &seedreport.Baseline{State: fluxv1alpha1.ShootFailed, Message: strings.Repeat("m", 200), Revision: "0123456789abcdef", AppliedRevision: "main@sha1:" + strings.Repeat("1", 40)},
			})
		}
		report.Sort()
		data, err := report.Encode()
		Expect(err).NotTo(HaveOccurred())
		Expect(len(data["report"])).To(BeNumerically("<", 900<<10))
		read, err := seedreport.Decode(&corev1.ConfigMap{BinaryData: data})
		Expect(err).NotTo(HaveOccurred())
		Expect(read.Shoots).To(Equal(report.Shoots[:seedreport.MostShoots]))
	})

	DescribeTable("is an error if it is damaged", func(data map[string][]byte) {
		_, err := seedreport.Decode(&corev1.ConfigMap{BinaryData: data})
		Expect(err).To(MatchError(ContainSubstring("is damaged")))
	},
		Entry("no content", nil),
		Entry("no gzip", map[string][]byte{"report": []byte("{}")}),
	)
})
