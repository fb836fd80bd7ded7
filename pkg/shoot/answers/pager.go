// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package answers

import (
	"cmp"
	"context"
	"errors"
	"fmt"

	apierrors "k8s.io/apimachinery/pkg/api/errors"
	"k8s.io/apimachinery/pkg/api/meta"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"k8s.io/apimachinery/pkg/runtime/schema"
	"sigs.k8s.io/controller-runtime/pkg/client"
)

const (
	// ObjectsPerPage is the usual size of a page: a shoot may have thousands of Flux objects.
	ObjectsPerPage = 250
	// fewer divides the size of a page that was too large, or took too long.
	fewer = 5
	// mostPages bounds a list: half a million objects, or 4 GiB.
	mostPages = 2_000
)

// Listing is a list of objects of a kind, whole or only their metadata.
type Listing[O any] struct {
	kind    schema.GroupVersionKind
	empty   func() client.ObjectList
	objects func(client.ObjectList) []O
	options []client.ListOption
	// pages bounds the number of pages, and size the objects of a page; 0 stands for the bounds of any list.
	pages int
	size  int64
}

// AtMost limits the listing to pages of the given size. A longer list is a TooManyError.
func (l Listing[O]) AtMost(pages int, size int64) Listing[O] {
	l.pages, l.size = pages, size
	return l
}

// TooManyError reports a list with more pages than the limit.
type TooManyError struct {
	// Kind of the objects, and the number of pages read.
	Kind  string
	Pages int
}

// Error names the kind and the limit.
func (e *TooManyError) Error() string {
	return fmt.Sprintf("the shoot has more objects of kind %s than fit on %d pages", e.Kind, e.Pages)
}

// Metadata lists the metadata of objects.
func Metadata(kind schema.GroupVersionKind, options ...client.ListOption) Listing[metav1.PartialObjectMetadata] {
	return Listing[metav1.PartialObjectMetadata]{
		kind: kind, options: options,
		empty: func() client.ObjectList { return &metav1.PartialObjectMetadataList{} },
		objects: func(list client.ObjectList) []metav1.PartialObjectMetadata {
			metadata, _ := list.(*metav1.PartialObjectMetadataList)
			for i := range metadata.Items {
				metadata.Items[i].SetGroupVersionKind(kind)
			}
			return metadata.Items
		},
	}
}

// Whole lists whole objects.
func Whole(kind schema.GroupVersionKind, options ...client.ListOption) Listing[unstructured.Unstructured] {
	return Listing[unstructured.Unstructured]{
		kind: kind, options: options,
		empty: func() client.ObjectList { return &unstructured.UnstructuredList{} },
		objects: func(list client.ObjectList) []unstructured.Unstructured {
			whole, _ := list.(*unstructured.UnstructuredList)
			return whole.Items
		},
	}
}

// Scan calls see for each object. It drops a page after reading it.
func Scan[O any](ctx context.Context, shoot client.Reader, what Listing[O], see func(*O) error) error {
	return what.eachPage(shoot, func(p *pager[O]) (bool, error) { return p.read(ctx, see) })
}

// Walk calls pick for each object of a page, and then act with each picked value. It keeps nothing else of
// the page during act.
func Walk[O, T any](ctx context.Context, shoot client.Reader, what Listing[O], pick func(*O) (picked T, wanted bool), act func(T) error) error {
	return WalkPages(ctx, shoot, what, pick, func(picked []T) error {
		for _, one := range picked {
			if err := act(one); err != nil {
				return err
			}
		}
		return nil
	})
}

// WalkPages is Walk with all picked values of a page at once.
func WalkPages[O, T any](ctx context.Context, shoot client.Reader, what Listing[O], pick func(*O) (picked T, wanted bool), act func([]T) error) error {
	return what.eachPage(shoot, func(p *pager[O]) (bool, error) {
		var picked []T
		more, err := p.read(ctx, func(object *O) error {
			if one, wanted := pick(object); wanted {
				picked = append(picked, one)
			}
			return nil
		})
		if err == nil && len(picked) > 0 {
			err = act(picked)
		}
		return more, err
	})
}

// eachPage calls read until there are no more pages.
func (l Listing[O]) eachPage(shoot client.Reader, read func(*pager[O]) (more bool, err error)) error {
	p := &pager[O]{shoot: shoot, Listing: l}
	p.size = cmp.Or(p.size, ObjectsPerPage)
	for more := true; more; {
		var err error
		if more, err = read(p); err != nil {
			return err
		}
	}
	return nil
}

// pager reads a list page by page.
type pager[O any] struct {
	Listing[O]
	shoot client.Reader
	// next is the token for the next page, and done is the number of pages read.
	next string
	done int
}

// read calls see for each object of the next page, and reports whether more pages follow.
func (p *pager[O]) read(ctx context.Context, see func(*O) error) (bool, error) {
	list := p.empty()
	list.GetObjectKind().SetGroupVersionKind(p.kind.GroupVersion().WithKind(p.kind.Kind + "List"))
	held, release := Hold(ctx)
	defer release()
	if err := p.shoot.List(held, list, append([]client.ListOption{client.Limit(p.size), client.Continue(p.next)}, p.options...)...); err != nil {
		if token := afterExpiry(err); token != "" && p.next != "" {
			return p.advance(token)
		}
		if p.size > 1 && ctx.Err() == nil && (IsTooLarge(err) || IsTimeout(err)) {
			p.size = max(1, p.size/fewer)
			return true, nil
		}
		return false, fmt.Errorf("failed to list objects of kind %s in the shoot: %w", p.kind.Kind, Brief(Plain(err)))
	}
	objects := p.objects(list)
	for i := range objects {
		if err := see(&objects[i]); err != nil {
			return false, err
		}
	}
	if list.GetContinue() == "" {
		return false, nil
	}
	return p.advance(list.GetContinue())
}

// advance moves on to the next page.
func (p *pager[O]) advance(token string) (bool, error) {
	p.done++
	if token == p.next || p.done >= mostPages {
		return false, fmt.Errorf("failed to list objects of kind %s in the shoot: its API server does not end the list after %d pages", p.kind.Kind, p.done)
	}
	if p.pages > 0 && p.done >= p.pages {
		return false, &TooManyError{Kind: p.kind.Kind, Pages: p.done}
	}
	p.next = token
	return true, nil
}

// afterExpiry returns the token to continue a list after its token has expired because etcd was compacted;
// empty for another error. The list may miss objects created since the first page, like any list read a
// little earlier.
func afterExpiry(err error) string {
	var status apierrors.APIStatus
	if !apierrors.IsResourceExpired(err) || !errors.As(err, &status) {
		return ""
	}
	return status.Status().Continue
}

// IgnoreUnknownKind returns nil if the kind does not exist any more.
func IgnoreUnknownKind(err error) error {
	if apierrors.IsNotFound(err) || meta.IsNoMatchError(err) {
		return nil
	}
	return err
}
