// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package recorder

import (
	"bytes"
	"time"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"k8s.io/apimachinery/pkg/runtime/schema"
	"k8s.io/apimachinery/pkg/types"

	"github.com/shoot-flux/gardener-extension-shoot-flux/test/history"
)

var _ = Describe("A Follower", func() {
	seeds, secrets := schema.GroupResource{Group: "core.gardener.cloud", Resource: "seeds"}, schema.GroupResource{Resource: "secrets"}
	object := func(name string, labels map[string]string) *unstructured.Unstructured {
		created := &unstructured.Unstructured{Object: map[string]any{}}
		created.SetUID(types.UID(name))
		created.SetNamespace("garden-one")
		created.SetName(name)
		created.SetLabels(labels)
		return created
	}

	It("records each value from its first to its last moment, without Secrets of others", func() {
		written, now := &bytes.Buffer{}, at
		f := NewFollower(written, history.Setup{Story: "followed"}, func() time.Time { return now })
		f.Changed("garden", seeds, object("a", nil))
		f.Changed("garden", secrets, object("other", nil))
		f.Changed("elsewhere", seeds, object("a", nil))
		now = now.Add(time.Hour)
		f.Changed("garden", seeds, object("a", nil))
		f.Changed("garden", seeds, object("a", map[string]string{"stage": "canary"}))
		f.Changed("garden", seeds, object("b", nil))
		now = now.Add(time.Hour)
		f.Deleted("garden", seeds, object("a", nil))
		Expect(f.End()).To(Succeed())
		observations, err := history.Read(written)
		Expect(err).NotTo(HaveOccurred())
		var lines []string
		for _, seen := range observations[1:] {
			kind := " is new"
			switch {
			case seen.Same != "":
				kind = " is the same"
			case seen.Gone != "":
				kind = " is gone"
			}
			lines = append(lines, seen.At.Sub(at).String()+" "+seen.Key()+kind)
		}
		Expect(lines).To(Equal([]string{
			"0s seed a is new", "1h0m0s seed a is the same", "1h0m0s seed a is new", "1h0m0s seed b is new",
			"2h0m0s seed a is the same", "2h0m0s seed a is gone", "2h0m0s seed b is the same", "2h0m0s seed a is the same",
		}))
	})
})
