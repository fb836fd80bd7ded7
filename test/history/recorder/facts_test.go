// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package recorder

import (
	"bytes"
	"fmt"
	"strings"
	"time"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"k8s.io/apimachinery/pkg/types"

	"github.com/shoot-flux/gardener-extension-shoot-flux/test/history"
)

var _ = Describe("The facts of a stream", func() {
	var (
		written bytes.Buffer
		f       *facts
	)
	BeforeEach(func() {
		written.Reset()
		clock := at
		f = &facts{
			sink: newSink(&written, func() time.Time { clock = clock.Add(10 * time.Second); return clock }), observer: "garden",
			decode: func(o *unstructured.Unstructured) []history.Fact {
				var found []history.Fact
				for _, name := range strings.Fields(o.GetName()) {
					found = append(found, &history.Seed{Name: name, Labels: o.GetLabels()})
				}
				return found
			},
		}
	})
	// o returns an object with a fact for each name.
	o := func(names string, labels map[string]string) *unstructured.Unstructured {
		created := &unstructured.Unstructured{}
		created.SetUID(types.UID("1"))
		created.SetName(names)
		created.SetLabels(labels)
		return created
	}
	// stored returns the object with the time at which it was stored.
	stored := func(second float64, object *unstructured.Unstructured) *unstructured.Unstructured {
		when := metav1.NewTime(at.Add(time.Duration(second * float64(time.Second))))
		object.SetManagedFields([]metav1.ManagedFieldsEntry{{Manager: "first", Time: &metav1.Time{Time: at.Add(-time.Hour)}}, {Manager: "last", Time: &when}})
		return object
	}
	list := func(objects ...*unstructured.Unstructured) []*unstructured.Unstructured { return objects }
	// lines returns what was written, in short.
	lines := func() []string {
		GinkgoHelper()
		Expect(f.sink.err()).NotTo(HaveOccurred())
		observations, err := history.Read(&written)
		Expect(err).NotTo(HaveOccurred())
		var all []string
		for i, seen := range observations {
			Expect(seen.Observer).To(Equal("garden"))
			switch {
			case seen.Same != "":
				all = append(all, "same "+seen.Same)
				if now := at.Add(time.Duration(i+1) * 10 * time.Second); !seen.At.Equal(now) {
					all[i] += fmt.Sprintf(" %s before", now.Sub(seen.At))
				}
			case seen.Gone != "":
				all = append(all, "gone "+seen.Gone)
			default:
				all = append(all, strings.TrimSpace(seen.Key()+" "+seen.Seed.Labels["x"]))
			}
		}
		return all
	}

	It("are written when they change, confirmed when they are seen again, and gone with their object", func() {
		f.changed(o("a b", nil), false)
		f.changed(o("a b", nil), false)
		f.unchanged(o("a b", nil))
		f.changed(o("b", map[string]string{"x": "y"}), false)
		f.deleted(o("b", nil))
		Expect(lines()).To(Equal([]string{"seed a", "seed b", "same seed a", "same seed b", "seed b y", "gone seed a", "gone seed b"}))
	})

	It("are confirmed until another version was stored, if no version is missing", func() {
		f.changed(stored(0, o("a", nil)), true)
		f.changed(stored(15.9, o("a", map[string]string{"x": "1"})), true)
		f.changed(stored(35, o("a", map[string]string{"x": "2"})), false)
		f.changed(stored(600, o("a", map[string]string{"x": "3"})), true)
		f.changed(stored(20, o("a", map[string]string{"x": "4"})), true)
		f.changed(o("a", map[string]string{"x": "5"}), true)
		Expect(lines()).To(Equal([]string{
			"seed a", "same seed a 5s before", "seed a 1", "seed a 2", "same seed a", "seed a 3", "seed a 4", "seed a 5",
		}), "a clock that is ahead confirms until now, one that is behind nothing")
	})

	It("are confirmed to be absent until they are back", func() {
		f.changed(o("a b", nil), false)
		f.listed(list(o("a b", nil)))
		f.deleted(o("a b", nil))
		f.listed(nil)
		f.listed(list(o("a", nil)))
		f.changed(o("a", nil), false)
		f.listed(list(o("a", nil)))
		Expect(lines()).To(Equal([]string{
			"seed a", "seed b", "gone seed a", "gone seed b", "same seed a", "same seed b", "same seed b", "seed a", "same seed b",
		}), "a list that shows an object again confirms no absence, also before a watch shows it")
	})
})
