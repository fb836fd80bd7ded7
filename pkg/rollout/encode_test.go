// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package rollout

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
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/text/boundedjson"
)

var _ = Describe("Encode and Decode", func() {
	encoded := func(s *State) *corev1.ConfigMap {
		GinkgoHelper()
		values, err := s.Encode()
		Expect(err).NotTo(HaveOccurred())
		return &corev1.ConfigMap{BinaryData: values}
	}

	It("preserve the State", func() {
		s := newScene(nil, "canary-0", "prod-0")
		s.change("two")
		s.report("canary-0", s.Target, fluxv1alpha1.ShootFailed)
		s.decide()
		read, err := Decode(encoded(s.state))
		Expect(err).NotTo(HaveOccurred())
		again, err := read.Encode()
		Expect(err).NotTo(HaveOccurred())
		Expect(again).To(Equal(encoded(s.state).BinaryData))
		Expect(read.Members).To(HaveLen(2))
		Expect(read.Revisions).To(HaveLen(2))
	})

	It("are strict for seeds: a ring with a field of a newer version could select other Shoots", func() {
		s := newScene(nil, "canary-0")
		s.decide()
		newer := func(change func(state map[string]any)) *corev1.ConfigMap {
			configMap := encoded(s.state)
			state := map[string]any{}
			_, err := stateLimits().Decompress(configMap.BinaryData[keyState], &state)
			Expect(err).NotTo(HaveOccurred())
			change(state)
			configMap.BinaryData[keyState], _, err = stateLimits().Compress(state)
			Expect(err).NotTo(HaveOccurred())
			return configMap
		}
		Expect(DecodeStrict(newer(func(map[string]any) {}))).NotTo(BeNil())
		for _, change := range []func(map[string]any){
			func(state map[string]any) { state["notBefore"] = "x" },
			func(state map[string]any) {
				state["rollout"].(map[string]any)["rings"].([]any)[0].(map[string]any)["excluded"] = []any{"x"}
			},
		} {
			_, err := DecodeStrict(newer(change))
			Expect(err).To(MatchError(ContainSubstring("unknown field")))
			Expect(Decode(newer(change))).NotTo(BeNil(), "the garden controller keeps the State")
		}
	})

	It("have room for 4,000 progressing Shoots", func() {
		s := newScene(nil)
		for i := range 4000 {
			uid := fmt.Sprintf("%08x-%04x-4%03x-%04x-%012x", rand.Uint32(), rand.N(1<<16), rand.N(1<<12), rand.N(1<<16), rand.N(int64(1)<<48))
			s.Members = append(s.Members, Member{Identity: Identity{Name: fmt.Sprintf("cluster-of-some-team-%04d", i), UID: types.UID(uid), Labels: map[string]string{"ring": "canary"}}, InWindow: true})
		}
		s.decide()
		for _, member := range s.Members {
			s.report(member.Name, s.Target, fluxv1alpha1.ShootReady)
		}
		s.change("two")
		Expect(s.have(s.Target)).To(HaveLen(4000))
		size := len(encoded(s.state).BinaryData["state"])
		AddReportEntry("bytes", size)
		Expect(size).To(BeNumerically("<", 200<<10))
	})

	DescribeTable("return an error instead of a State that Decode does not accept",
		func(change func(*State)) {
			s := newScene(nil)
			change(s.state)
			_, err := s.state.Encode()
			Expect(boundedjson.IsExceeded(err)).To(BeTrue())
		},
		Entry("too many revisions", func(s *State) {
			for i := range mostRevisions + 1 {
				r := Revision{FluxVersion: fmt.Sprint(i)}
				s.Revisions[r.ID()] = r
			}
		}),
		Entry("revisions that are too large", func(s *State) {
			for _, name := range []string{"a", "b", "c"} {
				r := Revision{BinaryData: map[string][]byte{name: make([]byte, 1<<20)}}
				s.Revisions[r.ID()] = r
			}
		}),
		Entry("too many operations", func(s *State) { s.Operations = make([]ExecutedOperation, mostOperations+1) }),
		Entry("too many members", func(s *State) {
			for i := range 10_001 {
				s.Members[fmt.Sprint(i)] = Record{}
			}
		}),
	)

	DescribeTable("return an error for a damaged ConfigMap",
		func(change func(map[string][]byte)) {
			configMap := encoded(newScene(nil, "canary-0").state)
			configMap.ObjectMeta = metav1.ObjectMeta{Namespace: "garden-demo", Name: "flux-rollout"}
			change(configMap.BinaryData)
			_, err := Decode(configMap)
			Expect(err).To(MatchError(HavePrefix("ConfigMap garden-demo/flux-rollout is damaged: ")))
		},
		Entry("no content", func(values map[string][]byte) { delete(values, "state") }),
		Entry("content of another type", func(values map[string][]byte) {
			values["state"] = zippedJSON([]string{"x"})
		}),
		Entry("no target", func(values map[string][]byte) {
			values["state"] = zippedJSON(map[string]string{})
		}),
		Entry("a commit of a Shoot that no source can be pinned to", func(values map[string][]byte) {
			s := newScene(nil, "canary-0").state
			s.Members["canary-0"] = Record{Target: Target{Revision: s.Target, Commit: "v1@sha1:" + strings.Repeat("1", 40)}}
			values["state"] = zippedJSON(s)
		}),
		Entry("a commit of a ring that no source can be pinned to", func(values map[string][]byte) {
			s := newScene(nil, "canary-0").state
			s.Rings[1].Passed.Commit = "sha1:1"
			values["state"] = zippedJSON(s)
		}),
		Entry("content that expands too much", func(values map[string][]byte) {
			values["state"] = zippedJSON(make([]byte, 8<<20))
		}),
	)

	It("ignore a revision whose content does not match its name", func() {
		s := newScene(nil, "canary-0").state
		configMap := encoded(s)
		configMap.BinaryData["revision."+s.Target] = zippedJSON(revisionOf("other", "v1"))
		read, err := Decode(configMap)
		Expect(err).NotTo(HaveOccurred())
		Expect(read.Revisions).To(BeEmpty())
		Expect(read.Permit(Identity{Name: "canary-0", UID: "uid-canary-0"}).Content).To(BeNil(), "the Shoot keeps what it has")
	})
})
