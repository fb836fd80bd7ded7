// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package landscape_test

import (
	"fmt"
	"math/rand/v2"
	"strings"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"
	corev1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/types"

	fluxv1alpha1 "github.com/shoot-flux/gardener-extension-shoot-flux/pkg/apis/flux/v1alpha1"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/rollout/landscape"
)

var _ = Describe("Report", func() {
	It("is preserved by Encode and Decode, and has room for 5,000 Shoots", func() {
		var report landscape.SeedReport
		for i := range landscape.MostShoots + 1 {
			report.Shoots = append(report.Shoots, landscape.ReportedShoot{
				Namespace: fmt.Sprintf("garden-project-%d", i%100), Project: fmt.Sprintf("project-%d", i%100), Name: fmt.Sprintf("shoot-%d", i), UID: types.UID(fmt.Sprintf("0f9c2a7e-1d2b-4c3a-9e8f-%012d", i)),
				FluxVersion: "v2.9.3", Baseline: &landscape.ReportedBaseline{State: fluxv1alpha1.ShootFailed, Message: strings.Repeat("m", 200), Revision: "0123456789abcdef", AppliedRevision: "main@sha1:" + strings.Repeat("1", 40)},
			})
		}
		report.Sort()
		data, omitted, err := report.Encode()
		Expect(err).NotTo(HaveOccurred())
		Expect(omitted).To(Equal(landscape.Omitted{Shoots: 1}))
		Expect(len(data["report"])).To(BeNumerically("<", 900<<10))
		read, err := landscape.ReadReport(&corev1.ConfigMap{BinaryData: data})
		Expect(err).NotTo(HaveOccurred())
		Expect(read.Shoots).To(Equal(report.Shoots[:landscape.MostShoots]))
	})

	// full returns a report whose texts have their maximum length and cannot be compressed.
	full := func(shoots int, state fluxv1alpha1.ShootState) landscape.SeedReport {
		random := rand.New(rand.NewPCG(1, 2))
		word := func(length int) string {
			const letters = "abcdefghijklmnopqrstuvwxyz0123456789"
			word := make([]byte, length)
			for i := range word {
				word[i] = letters[random.IntN(len(letters))]
			}
			return string(word)
		}
		var report landscape.SeedReport
		for range shoots {
			baseline := &landscape.ReportedBaseline{
				State: state, Since: metav1.Unix(random.Int64N(1<<31), 0), Message: word(200), Revision: word(16), AppliedRevision: word(300), AttemptedRevision: word(300),
				Removed: &fluxv1alpha1.RemovedObjects{Since: word(80), Before: 1000, Count: 900, Names: []string{"Namespace " + word(63), "Namespace " + word(63)}},
			}
			if !state.IsReady() {
				baseline.Removed = nil
			}
			report.Shoots = append(report.Shoots, landscape.ReportedShoot{
				Namespace: "garden-" + word(56), Project: word(56), Name: word(63), UID: types.UID(word(36)), FluxVersion: "v2.9.3", Installed: true, Baseline: baseline,
			})
		}
		report.Sort()
		return report
	}
	decoded := func(report landscape.SeedReport) ([]landscape.ReportedShoot, landscape.Omitted) {
		GinkgoHelper()
		data, omitted, err := report.Encode()
		Expect(err).NotTo(HaveOccurred())
		configMap := &corev1.ConfigMap{BinaryData: data}
		Expect(configMap.Size()).To(BeNumerically("<", 1<<20), "what an API server accepts")
		read, err := landscape.ReadReport(configMap)
		Expect(err).NotTo(HaveOccurred())
		return read.Shoots, omitted
	}

	DescribeTable("fits into a ConfigMap regardless of the reports, and counts no Shoot as ready whose details are left out:",
		func(shoots int, state, reported fluxv1alpha1.ShootState, details ...string) {
			report := full(shoots, state)
			read, omitted := decoded(report)
			Expect(omitted).To(Equal(landscape.Omitted{Details: append([]string(nil), details...)}))
			Expect(read).To(HaveLen(shoots))
			for i, shoot := range read {
				Expect(shoot.UID).To(Equal(report.Shoots[i].UID))
				Expect(shoot.Baseline.Revision).To(Equal(report.Shoots[i].Baseline.Revision))
				Expect(shoot.Baseline.State).To(Equal(reported))
				if state.IsReady() {
					Expect(shoot.Baseline.Removed).To(Or(
						And(HaveField("Unknown", BeEmpty()), HaveField("Count", BeNumerically(">", 0))),
						And(HaveField("Unknown", Not(BeEmpty())), HaveField("Count", BeZero())),
					))
				}
			}
		},
		Entry("1,000", 1000, fluxv1alpha1.ShootReady, fluxv1alpha1.ShootReady),
		Entry("1,500", 1500, fluxv1alpha1.ShootReady, fluxv1alpha1.ShootReady, "messages"),
		Entry("1,900", 1900, fluxv1alpha1.ShootReady, fluxv1alpha1.ShootReady, "messages", "removed objects"),
		Entry("5,000", landscape.MostShoots, fluxv1alpha1.ShootReady, fluxv1alpha1.ShootProgressing, "messages", "removed objects", "revisions of the source"),
		Entry("5,000 that failed", landscape.MostShoots, fluxv1alpha1.ShootFailed, fluxv1alpha1.ShootFailed, "messages", "removed objects", "revisions of the source"),
	)

	It("leaves out Shoots that are ready before those that are not", func() {
		report := full(landscape.MostShoots+2, fluxv1alpha1.ShootReady)
		last := report.Shoots[len(report.Shoots)-1]
		last.Baseline.State = fluxv1alpha1.ShootFailed
		unknown := report.Shoots[len(report.Shoots)-2]
		unknown.Baseline.State = fluxv1alpha1.ShootUnreachable
		shoots, omitted := decoded(report)
		Expect(omitted.Shoots).To(Equal(2))
		Expect(shoots).To(ContainElements(HaveField("UID", last.UID), HaveField("UID", unknown.UID)))
		Expect(last.Baseline.AppliedRevision).To(HaveLen(300), "the report itself does not change")
	})

	DescribeTable("is an error if it is damaged", func(data map[string][]byte) {
		_, err := landscape.ReadReport(&corev1.ConfigMap{BinaryData: data})
		Expect(err).To(MatchError(ContainSubstring("is damaged")))
	},
		Entry("no content", nil),
		Entry("no gzip", map[string][]byte{"report": []byte("{}")}),
	)
})
