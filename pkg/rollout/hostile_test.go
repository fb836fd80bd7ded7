// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package rollout

import (
	"bytes"
	"compress/gzip"
	"encoding/json"
	"fmt"
	"runtime"
	"strings"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"
	corev1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/types"
)

// zipped compresses a text as much as possible.
func zipped(text string) []byte {
	GinkgoHelper()
	var buffer bytes.Buffer
	writer, err := gzip.NewWriterLevel(&buffer, gzip.BestCompression)
	Expect(err).NotTo(HaveOccurred())
	_, err = writer.Write([]byte(text))
	Expect(err).NotTo(HaveOccurred())
	Expect(writer.Close()).To(Succeed())
	return buffer.Bytes()
}

// zippedJSON compresses any value.
func zippedJSON(value any) []byte {
	GinkgoHelper()
	text, err := json.Marshal(value)
	Expect(err).NotTo(HaveOccurred())
	return zipped(string(text))
}

// allocatedBy returns the bytes that the work allocates.
func allocatedBy(work func()) uint64 {
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	work()
	runtime.ReadMemStats(&after)
	return after.TotalAlloc - before.TotalAlloc
}

var _ = Describe("Decode with a ConfigMap that a project has written", func() {
	const begin = `{"target":"x","rollout":{"rings":[{"name":"rest"}]},"rings":[{"name":"rest"}]`

	configMap := func(values map[string][]byte) *corev1.ConfigMap {
		return &corev1.ConfigMap{ObjectMeta: metav1.ObjectMeta{Namespace: "garden-demo", Name: "flux-rollout"}, BinaryData: values}
	}

	DescribeTable("allocates little memory for content that expands a lot",
		func(state string, most uint64) {
			value := zipped(state)
			AddReportEntry("bytes", len(value))
			allocated := allocatedBy(func() {
				_, err := Decode(configMap(map[string][]byte{"state": value}))
				Expect(err).To(MatchError(HavePrefix("ConfigMap garden-demo/flux-rollout is damaged: ")))
				Expect(len(err.Error())).To(BeNumerically("<", 1<<10))
			})
			AddReportEntry("allocated", allocated)
			Expect(allocated).To(BeNumerically("<", most))
		},
		Entry("empty rings", `{"target":"x","rings":[`+strings.Repeat("{},", 1_300_000)+`{}]}`, uint64(4<<20)),
		Entry("null rings", `{"target":"x","rings":[`+strings.Repeat("null,", 800_000)+`{}]}`, uint64(4<<20)),
		Entry("empty rings in the configuration", `{"target":"x","rollout":{"rings":[`+strings.Repeat("{},", 1_300_000)+`{}]}}`, uint64(4<<20)),
		Entry("empty Shoots", begin+`,"shoots":{`+strings.Repeat(`"a":{},`, 500_000)+`"a":{}}}`, uint64(4<<20)),
		Entry("selectors with many values", begin+`,"rollout":{"rings":[{"name":"rest"},{"name":"a","shoots":{"matchExpressions":[{"key":"a","operator":"In","values":[`+strings.Repeat(`"a",`, 900_000)+`"a"]}]}}]}}`, uint64(4<<20)),
		Entry("a ring name with an escape sequence", `{"target":"x","rollout":{"rings":[{"name":"\u001b[2J"}]},"rings":[{"name":"\u001b[2J"}]}`, uint64(4<<20)),
		Entry("a ring without a name", `{"target":"x","rollout":{"rings":[{}]},"rings":[{}]}`, uint64(4<<20)),
		Entry("an invalid time of 3 MiB", begin+`,"since":"`+strings.Repeat("1", 3<<20)+`"}`, uint64(16<<20)),
		Entry("a name of 3 MiB", begin+`,"skipped":["`+strings.Repeat("n", 3<<20)+`"]}`, uint64(16<<20)),
	)

	It("limits the number of decoded revisions", func() {
		values := map[string][]byte{"state": zipped(begin + "}")}
		// The first ones match their names, and the others cost as much.
		size, last := 0, []byte(nil)
		for i := range 200 {
			id := fmt.Sprintf("f%015d", i)
			if i < 10 {
				r := Revision{Data: map[string]string{"config.yaml": strings.Repeat("a", 2<<20-100), "n": fmt.Sprint(i)}}
				id, last = r.ID(), zippedJSON(r)
			}
			values["revision."+id] = last
			size += len(last)
		}
		AddReportEntry("bytes", size)
		var s *State
		allocated := allocatedBy(func() {
			var err error
			s, err = Decode(configMap(values))
			Expect(err).NotTo(HaveOccurred())
		})
		AddReportEntry("allocated", allocated)
		Expect(allocated).To(BeNumerically("<", 64<<20))
		kept := 0
		for _, r := range s.Revisions {
			kept += len(r.Data["config.yaml"])
		}
		Expect(kept).To(BeNumerically("<=", 4<<20))
	})

	DescribeTable("sets the defaults of a rollout",
		func(rollout, ring string) {
			value := zipped(fmt.Sprintf(`{"target":"x","rollout":{%s"rings":[{%s"name":"canary","purposes":["testing"]},{"name":"rest"}]},"rings":[{"name":"canary","stopped":true,"asked":{"revision":"x"}},{"name":"rest","rejected":{"revision":"x"}}]}`, rollout, ring))
			s, err := Decode(configMap(map[string][]byte{"state": value}))
			Expect(err).NotTo(HaveOccurred())
			Expect(s.Rollout.Source).NotTo(BeNil())
			Expect(s.Rollout.ProgressDeadline).NotTo(BeNil())
			Expect(s.Rollout.OnFailure).NotTo(BeNil())
			for i, own := range s.Rollout.Rings {
				Expect(own.MaxConcurrent).NotTo(BeNil())
				Expect(own.MaxFailures).NotTo(BeNil())
				Expect(own.Soak).NotTo(BeNil())
				Expect(own.Approval).NotTo(BeNil())
				s.WaitsForApproval(i)
				s.IsRejected(i)
			}
			members := []Member{{Identity: Identity{Name: "a", UID: types.UID("a"), Purpose: "testing"}}}
			decision := Decide(s, Input{Target: Revision{FluxVersion: "v2.9.0"}, Members: members, Now: metav1.Now().Time})
			Expect(decision.State.Permit(members[0].Identity).Ring).To(Equal("canary"))
		},
		Entry("only rings", "", ""),
		Entry("no source", `"progressDeadline":"30m","onFailure":"Pause",`, `"maxConcurrent":1,"maxFailures":0,"soak":"1m","approval":"Manual",`),
		Entry("null for all fields", `"source":null,"progressDeadline":null,"onFailure":null,`, `"maxConcurrent":null,"maxFailures":null,"soak":null,"approval":null,`),
	)
})
