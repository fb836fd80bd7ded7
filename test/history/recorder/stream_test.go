// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package recorder

import (
	"context"
	"errors"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"
	apierrors "k8s.io/apimachinery/pkg/api/errors"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/apimachinery/pkg/runtime/schema"
	"k8s.io/apimachinery/pkg/types"
	"k8s.io/apimachinery/pkg/watch"
)

// answers is a source that answers a list, and then a watch with events.
type answers struct {
	listed  []*unstructured.Unstructured
	version string
	events  []watch.Event
	// listErr and watchErr are the errors of list and watch.
	listErr, watchErr error
	// from is the version from which the last watch has continued.
	from string
}

func (a *answers) list(context.Context, metav1.ListOptions) ([]*unstructured.Unstructured, string, error) {
	return a.listed, a.version, a.listErr
}

func (a *answers) watchFrom(_ context.Context, options metav1.ListOptions) (watch.Interface, error) {
	if a.from = options.ResourceVersion; a.watchErr != nil {
		return nil, a.watchErr
	}
	changes := watch.NewFakeWithChanSize(len(a.events), false)
	for _, event := range a.events {
		changes.Action(event.Type, event.Object)
	}
	changes.Stop()
	return changes, nil
}

func (*answers) convert(object runtime.Object) (*unstructured.Unstructured, error) {
	return toUnstructured(object)
}

// notes is an observer that notes what it is called with.
type notes []string

func (n *notes) changed(o *unstructured.Unstructured, followed bool) {
	n.add(map[bool]string{false: "changed", true: "changed again"}[followed], o)
}
func (n *notes) unchanged(o *unstructured.Unstructured) { n.add("unchanged", o) }
func (n *notes) deleted(o *unstructured.Unstructured)   { n.add("deleted", o) }
func (*notes) listed([]*unstructured.Unstructured)      {}
func (n *notes) unreachable(error)                      { *n = append(*n, "unreachable") }
func (n *notes) add(what string, o *unstructured.Unstructured) {
	*n = append(*n, what+" "+string(o.GetUID())+"@"+o.GetResourceVersion())
}

// lists is an observer that counts the objects of lists.
type lists struct {
	notes
	counts []int
}

func (l *lists) listed(objects []*unstructured.Unstructured) {
	l.counts = append(l.counts, len(objects))
}

var _ = Describe("A stream", func() {
	object := func(uid, version string) *unstructured.Unstructured {
		o := &unstructured.Unstructured{}
		o.SetUID(types.UID(uid))
		o.SetResourceVersion(version)
		return o
	}
	added, modified := func(uid, version string) watch.Event {
		return watch.Event{Type: watch.Added, Object: object(uid, version)}
	}, func(uid, version string) watch.Event {
		return watch.Event{Type: watch.Modified, Object: object(uid, version)}
	}
	expired := watch.Event{Type: watch.Error, Object: &metav1.Status{Status: metav1.StatusFailure, Reason: metav1.StatusReasonExpired, Code: 410}}
	gone := apierrors.NewNotFound(schema.GroupResource{Resource: "kustomizations"}, "")

	It("lists objects that need no confirmation only once", func(ctx SpecContext) {
		var seen notes
		source := &answers{listed: []*unstructured.Unstructured{object("a", "1")}, version: "5"}
		s := newStream(source, &seen, true)
		Expect(s.round(ctx)).To(Succeed())
		source.events = []watch.Event{added("b", "6")}
		Expect(s.round(ctx)).To(Succeed())
		Expect(seen).To(Equal(notes{"changed a@1", "changed again b@6"}))
	})

	It("shows all objects of each list, but those of none if the resource is unknown or needs no confirmation", func(ctx SpecContext) {
		var seen lists
		s := newStream(&answers{listed: []*unstructured.Unstructured{object("a", "1"), object("b", "2")}, version: "5"}, &seen, false)
		Expect(s.round(ctx)).To(Succeed())
		s.source = &answers{listed: []*unstructured.Unstructured{object("b", "2")}, version: "9"}
		Expect(s.round(ctx)).To(Succeed())
		s.source = &answers{listErr: gone}
		Expect(s.round(ctx)).NotTo(Succeed())
		Expect(seen.counts).To(Equal([]int{2, 1}))
		steady := newStream(&answers{version: "5"}, &seen, true)
		Expect(steady.round(ctx)).To(Succeed())
		Expect(seen.counts).To(HaveLen(2))
	})

	DescribeTable("observes",
		func(ctx SpecContext, expected notes, expectedFrom string, rounds ...*answers) {
			var (
				seen notes
				last *answers
			)
			s := newStream(nil, &seen, false)
			for _, last = range rounds {
				s.source = last
				if err := s.round(ctx); err != nil && !apierrors.IsNotFound(err) {
					s.observer.unreachable(err)
				}
			}
			Expect(seen).To(Equal(expected))
			Expect(last.from).To(Equal(expectedFrom), "the version from which the last watch continues")
		},
		Entry("what exists at the begin", notes{"changed a@1", "changed b@2"}, "5",
			&answers{listed: []*unstructured.Unstructured{object("a", "1"), object("b", "2")}, version: "5"}),
		Entry("each version that a watch shows", notes{"changed a@1", "changed again a@6", "changed again a@7", "deleted a@8"}, "5",
			&answers{listed: []*unstructured.Unstructured{object("a", "1")}, version: "5", events: []watch.Event{
				modified("a", "6"), modified("a", "7"), {Type: watch.Deleted, Object: object("a", "8")},
			}}),
		Entry("that nothing has changed, by another list", notes{"changed a@1", "unchanged a@1"}, "5",
			&answers{listed: []*unstructured.Unstructured{object("a", "1")}, version: "5"},
			&answers{listed: []*unstructured.Unstructured{object("a", "1")}, version: "9"}),
		Entry("the versions between two watches, too, because the next watch continues where the last one has ended", notes{"changed a@1", "changed again a@6", "changed again a@7"}, "5",
			&answers{listed: []*unstructured.Unstructured{object("a", "1")}, version: "5"},
			&answers{listed: []*unstructured.Unstructured{object("a", "7")}, version: "9", events: []watch.Event{modified("a", "6"), modified("a", "7")}}),
		Entry("an object that was created and deleted between two watches", notes{"changed again a@6", "deleted a@7"}, "5",
			&answers{version: "5"},
			&answers{version: "9", events: []watch.Event{added("a", "6"), {Type: watch.Deleted, Object: object("a", "7")}}}),
		Entry("the present state again when versions are lost: what is missing was deleted", notes{"changed a@1", "changed b@2", "deleted a@1", "unchanged b@2", "changed c@8"}, "9",
			&answers{listed: []*unstructured.Unstructured{object("a", "1"), object("b", "2")}, version: "5", events: []watch.Event{expired}},
			&answers{listed: []*unstructured.Unstructured{object("b", "2"), object("c", "8")}, version: "9"}),
		Entry("a version that was missed, without saying how long the one before was there", notes{"changed a@1", "changed a@8"}, "9",
			&answers{listed: []*unstructured.Unstructured{object("a", "1")}, version: "5", events: []watch.Event{expired}},
			&answers{listed: []*unstructured.Unstructured{object("a", "8")}, version: "9"}),
		Entry("nothing while the API server does not answer, and what has happened meanwhile afterwards", notes{"changed a@1", "unreachable", "unreachable", "changed again a@6"}, "5",
			&answers{listed: []*unstructured.Unstructured{object("a", "1")}, version: "5"},
			&answers{listErr: errors.New("connection refused")},
			&answers{listed: []*unstructured.Unstructured{object("a", "6")}, version: "9", watchErr: errors.New("connection refused")},
			&answers{listed: []*unstructured.Unstructured{object("a", "6")}, version: "9", events: []watch.Event{modified("a", "6")}}),
		Entry("the end of all objects with their resource", notes{"changed a@1", "deleted a@1", "changed b@11"}, "12",
			&answers{listed: []*unstructured.Unstructured{object("a", "1")}, version: "5"},
			&answers{listErr: gone},
			&answers{listed: []*unstructured.Unstructured{object("b", "11")}, version: "12"}),
		Entry("nothing in a bookmark, from which the next watch continues", notes{"changed a@1", "unchanged a@1"}, "8",
			&answers{listed: []*unstructured.Unstructured{object("a", "1")}, version: "5", events: []watch.Event{{Type: watch.Bookmark, Object: object("", "8")}}},
			&answers{listed: []*unstructured.Unstructured{object("a", "1")}, version: "9"}),
	)
})
