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
	// ObjectsPerPage bounds what is read at once: a shoot may have thousands of objects of Flux.
	ObjectsPerPage = 250
	// fewer is by how much a page is made smaller that was too large, or took too long.
	fewer = 5
	// mostPages bounds a list: half a million objects, or 4 GiB of them, however large they are.
	mostPages = 2_000
)

// Listing is what is listed: the objects of a kind, whole or only their metadata.
type Listing[O any] struct {
	kind    schema.GroupVersionKind
	empty   func() client.ObjectList
	objects func(client.ObjectList) []O
	options []client.ListOption
	// pages bounds how many pages are read, and size how many objects each has; 0 stands for the bounds of any list.
	pages int
	size  int64
}

// AtMost returns the listing with at most that many pages of that many objects. A longer list is a TooManyError.
func (l Listing[O]) AtMost(pages int, size int64) Listing[O] {
	l.pages, l.size = pages, size
	return l
}

// TooManyError is that a list has more pages than are read.
type TooManyError struct {
	// Kind is that of the objects, and Pages how many pages were read.
	Kind  string
	Pages int
}

// Error returns what was exceeded.
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

// Scan calls see for each object. It keeps nothing of a page once that is read.
func Scan[O any](ctx context.Context, shoot client.Reader, what Listing[O], see func(*O) error) error {
	return Walk(ctx, shoot, what, func(object *O) (struct{}, bool, error) { return struct{}{}, false, see(object) }, nil)
}

// Walk calls pick for each object of a page, and then act with what was picked, if anything was, which is all that it keeps of the page by then.
func Walk[O, T any](ctx context.Context, shoot client.Reader, what Listing[O], pick func(*O) (picked T, wanted bool, err error), act func([]T) error) error {
	p := pager[O]{shoot: shoot, Listing: what}
	p.size = cmp.Or(p.size, ObjectsPerPage)
	for more := true; more; {
		var picked []T
		var err error
		more, err = p.read(ctx, func(object *O) error {
			one, wanted, err := pick(object)
			if wanted {
				picked = append(picked, one)
			}
			return err
		})
		if err != nil {
			return err
		}
		if len(picked) > 0 {
			if err := act(picked); err != nil {
				return err
			}
		}
	}
	return nil
}

// OneByOne acts on what was picked of a page, and stops at the first error.
func OneByOne[T any](act func(T) error) func([]T) error {
	return func(picked []T) error {
		for _, one := range picked {
			if err := act(one); err != nil {
				return err
			}
		}
		return nil
	}
}

// pager reads a list page by page.
type pager[O any] struct {
	Listing[O]
	shoot client.Reader
	// next is the token for the next page, and done is how many pages were read.
	next string
	done int
}

// read calls see for each object of the next page, and returns whether there is another page.
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
		return false, fmt.Errorf("failed to list objects of kind %s in the shoot: %w", p.kind.Kind, Plain(err))
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

// advance goes to the next page.
func (p *pager[O]) advance(token string) (bool, error) {
	p.done++
	if token == p.next || p.done >= mostPages {
		return false, fmt.Errorf("failed to list objects of kind %s in the shoot: its API server continues the list for ever: %d pages, and no end", p.kind.Kind, p.done)
	}
	if p.pages > 0 && p.done >= p.pages {
		return false, &TooManyError{Kind: p.kind.Kind, Pages: p.done}
	}
	p.next = token
	return true, nil
}

// afterExpiry returns with which token the API server continues a list whose token has expired, because etcd was compacted since; empty if
// the error is another one. What was created since the first page may be missing from such a list, as from any that is read a little earlier.
func afterExpiry(err error) string {
	var status apierrors.APIStatus
	if !apierrors.IsResourceExpired(err) || !errors.As(err, &status) {
		return ""
	}
	return status.Status().Continue
}

// IgnoreUnknownKind returns nil if a kind is not there any more.
func IgnoreUnknownKind(err error) error {
	if apierrors.IsNotFound(err) || meta.IsNoMatchError(err) {
		return nil
	}
	return err
}
