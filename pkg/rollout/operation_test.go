// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package rollout

import (
	"fmt"
	"strings"
	"time"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"
	corev1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/utils/ptr"

	fluxv1alpha1 "github.com/shoot-flux/gardener-extension-shoot-flux/pkg/apis/flux/v1alpha1"
)

var _ = Describe("Executed operations", func() {
	It("are recorded with their time and effect, newest first, and stored", func() {
		s := newScene(nil, "canary-0")
		s.operate("pause")
		paused := metav1.NewTime(s.Now)
		s.operate("approve=nothing")
		Expect(s.last.Events).To(HaveExactElements(HaveField("Reason", "RolloutOperationUnknown")))
		expected := []ExecutedOperation{
			{Value: "approve=nothing", Time: metav1.NewTime(s.Now), Note: s.last.Events[0].Note},
			{Value: "pause", Time: paused, Note: "The rollout is paused: no further Shoot gets another revision. To continue, run: kubectl shoot-flux rollout resume"},
		}
		s.decide()
		Expect(s.state.Operations).To(Equal(expected))

		values, err := s.state.Encode()
		Expect(err).NotTo(HaveOccurred())
		for _, decode := range []func(*corev1.ConfigMap) (*State, error){Decode, DecodeStrict} {
			read, err := decode(&corev1.ConfigMap{BinaryData: values})
			Expect(err).NotTo(HaveOccurred())
			Expect(read.Operations).To(HaveExactElements(HaveField("Value", "approve=nothing"), HaveField("Value", "pause")))
		}
	})

	It("are recorded once while the annotation stays, and say if they have changed nothing", func() {
		s := newScene(nil, "canary-0")
		s.change("two")
		s.Operation = "rollback"
		for range 3 {
			s.last = Decide(s.state, s.Input)
			s.state = s.last.State
		}
		Expect(s.state.Operations).To(HaveLen(1))
		s.decide()
		s.Operation = ""
		s.decide()
		s.operate("rollback")
		Expect(s.state.Operations).To(HaveLen(2))
		Expect(s.state.RolledBack).To(BeTrue())
		Expect(s.state.Operations[0].Note).To(Equal("Nothing has changed"))
	})

	It("are bounded, whatever is requested", func() {
		s := newScene(nil, "canary-0")
		for i := range 15 {
			s.operate(fmt.Sprintf("%d=%s", i, strings.Repeat("\x01", 4000)))
		}
		Expect(s.state.Operations).To(HaveLen(10))
		values, err := s.state.Encode()
		Expect(err).NotTo(HaveOccurred())
		read, err := Decode(&corev1.ConfigMap{BinaryData: values})
		Expect(err).NotTo(HaveOccurred())
		Expect(read.Operations).To(HaveLen(10))
		Expect(read.Operations[0].Value).To(HavePrefix("14="))
		Expect(len(read.Operations[0].Value)).To(BeNumerically("<=", longestOperation))
		Expect(len(read.Operations[0].Note)).To(BeNumerically("<=", longestNote))
	})

	DescribeTable("are refused if flux-config has changed since they were requested, and executed when they are requested again:",
		func(operation string, refused func(former, present string) Event, want func(present Revision) []string) {
			two, three := revisionOf("two", "v2.9.0"), revisionOf("three", "v2.9.0")
			s := newScene(func(r *fluxv1alpha1.Rollout) { r.Rings[1].Approval = ptr.To(fluxv1alpha1.ApprovalManual) }, "canary-0", "prod-0")
			s.change("two")
			s.report("canary-0", two, fluxv1alpha1.ShootFailed)
			s.decide()
			Expect(s.last.Progress.Phase).To(Equal(PhaseStopped))
			s.Target = three // Also an edit that requests the operation, as in one apply.
			s.operate(operation)
			event := refused(two.ID(), three.ID())
			Expect(s.last.Events).To(ContainElement(event))
			Expect(s.state.Operations).To(HaveExactElements(ExecutedOperation{Value: operation, Time: metav1.NewTime(s.Now), Note: event.Note}))
			Expect(s.state.RolledBack).To(BeFalse())
			Expect(s.state.Skipped).To(BeEmpty())
			s.report("canary-0", three, fluxv1alpha1.ShootReady)
			s.after(time.Hour)
			Expect(s.have(three)).To(ConsistOf("canary-0"), "the correction waits for an approval of its own")
			Expect(s.last.Progress.Phase).To(Equal(PhaseWaitingForApproval))
			s.operate(operation)
			s.decide()
			Expect(s.have(three)).To(ConsistOf(want(three)))
		},
		Entry("an approval", "approve=prod", func(former, present string) Event {
			return Event{Type: "Normal", Reason: ReasonApproved, Note: "The request may be for revision " + former + ", and flux-config has changed since: nothing is approved. To approve revision " + present + ", approve the ring again"}
		}, func(Revision) []string { return []string{"canary-0", "prod-0"} }),
		Entry("an approval during freezes", "approve-during-freeze=prod", func(former, present string) Event {
			return Event{Type: "Normal", Reason: ReasonApproved, Note: "The request may be for revision " + former + ", and flux-config has changed since: nothing is approved. To approve revision " + present + ", approve the ring again"}
		}, func(Revision) []string { return []string{"canary-0", "prod-0"} }),
		Entry("a rollback", "rollback", func(former, present string) Event {
			return Event{Type: "Warning", Reason: ReasonNotRolledBack, Note: "The request may be for revision " + former + ", and flux-config has changed since: nothing is rolled back. To roll back revision " + present + ", request the rollback again"}
		}, func(Revision) []string { return nil }),
		Entry("a skip", "skip=canary-0", func(former, present string) Event {
			return Event{Type: "Normal", Reason: ReasonSkipped, Note: "The request may be for revision " + former + ", and flux-config has changed since: nothing is skipped. To exclude the Shoot from revision " + present + ", skip it again"}
		}, func(Revision) []string { return []string{"canary-0"} }),
	)

	It("pause and resume the rollout also together with another change", func() {
		s := newScene(nil, "canary-0", "prod-0")
		s.Target = revisionOf("two", "v2.9.0")
		s.operate("pause")
		Expect(s.have(s.Target)).To(BeEmpty())
		s.Target = revisionOf("three", "v2.9.0")
		s.operate("resume")
		Expect(s.have(s.Target)).To(ConsistOf("canary-0"))
	})

	DescribeTable("are forgotten, and nothing else, if the ConfigMap has",
		func(change func(values map[string][]byte)) {
			s := newScene(nil, "canary-0")
			s.operate("pause")
			values, err := s.state.Encode()
			Expect(err).NotTo(HaveOccurred())
			change(values)
			read, err := Decode(&corev1.ConfigMap{BinaryData: values})
			Expect(err).NotTo(HaveOccurred())
			Expect(read.Operations).To(BeEmpty())
			Expect(read.Paused).To(BeTrue())
		},
		Entry("none, as before they were recorded", func(values map[string][]byte) { delete(values, "operations") }),
		Entry("damaged ones", func(values map[string][]byte) { values["operations"] = []byte("x") }),
		Entry("too many", func(values map[string][]byte) { values["operations"] = zippedJSON(make([]ExecutedOperation, 11)) }),
		Entry("ones of another type", func(values map[string][]byte) { values["operations"] = zippedJSON(map[string]string{"a": "b"}) }),
	)
})
