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

	fluxv1alpha1 "github.com/shoot-flux/gardener-extension-shoot-flux/pkg/apis/flux/v1alpha1"
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

	// lines returns the observations without the setup, in short.
	lines := func(written *bytes.Buffer) []string {
		GinkgoHelper()
		observations, err := history.Read(written)
		Expect(err).NotTo(HaveOccurred())
		var all []string
		for _, seen := range observations[1:] {
			kind := " is new"
			switch {
			case seen.Same != "":
				kind = " is the same"
			case seen.Gone != "":
				kind = " is gone"
			case seen.Seed != nil && seen.Seed.Labels["stage"] != "":
				kind += " with " + seen.Seed.Labels["stage"]
			}
			all = append(all, seen.At.Sub(at).String()+" "+seen.Key()+kind)
		}
		return all
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
		Expect(lines(written)).To(Equal([]string{
			"0s seed a is new", "1h0m0s seed a is the same", "1h0m0s seed a is new with canary", "1h0m0s seed b is new",
			"2h0m0s seed a is the same", "2h0m0s seed a is gone", "2h0m0s seed b is the same", "2h0m0s seed a is the same",
		}))
	})

	It("records the last moment of a value that an object no longer has", func() {
		written, now := &bytes.Buffer{}, at
		f := NewFollower(written, history.Setup{Story: "followed"}, func() time.Time { return now })
		status := func(shoots ...string) *unstructured.Unstructured {
			created, data := object(fluxv1alpha1.StatusConfigMapName, nil), map[string]any{}
			for _, shoot := range shoots {
				data[shoot] = `{"state":"Ready"}`
			}
			created.Object["data"] = data
			return created
		}
		f.Changed("garden", schema.GroupResource{Resource: "configmaps"}, status("a", "b"))
		now = now.Add(time.Hour)
		f.Changed("garden", schema.GroupResource{Resource: "configmaps"}, status("b"))
		now = now.Add(time.Hour)
		Expect(f.End()).To(Succeed())
		Expect(lines(written)).To(Equal([]string{
			"0s report garden-one/a is new", "0s report garden-one/b is new", "1h0m0s report garden-one/a is the same", "1h0m0s report garden-one/a is gone",
			"2h0m0s report garden-one/b is the same", "2h0m0s report garden-one/a is the same",
		}))
	})

	It("records all that happens at one instant in its order", func() {
		written := &bytes.Buffer{}
		f := NewFollower(written, history.Setup{Story: "followed"}, func() time.Time { return at })
		again := object("a", nil)
		again.SetUID("another")
		f.Changed("garden", seeds, object("a", nil))
		f.Changed("garden", seeds, object("a", map[string]string{"stage": "canary"}))
		f.Changed("garden", seeds, object("a", nil))
		f.Deleted("garden", seeds, object("a", nil))
		f.Changed("garden", seeds, again)
		f.Deleted("garden", seeds, object("unknown", nil))
		Expect(f.End()).To(Succeed())
		Expect(lines(written)).To(Equal([]string{
			"0s seed a is new", "0s seed a is new with canary", "0s seed a is new", "0s seed a is the same", "0s seed a is gone", "0s seed a is new", "0s seed a is the same",
		}), "a value that comes back and an object that is created again are new")
	})
})
