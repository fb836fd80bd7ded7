// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package responses

import (
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
	// ObjectsPerPage is the default page size. A shoot may have thousands of Flux objects.
	ObjectsPerPage = 250
	// fewer is the divisor for the page size after a page was too large or took too long.
	fewer = 5
	// mostPages is the maximum number of pages of a list. It allows half a million objects.
	mostPages = 2_000
)

// Listing specifies a list of all objects of a kind, or of their metadata.
type Listing[O any] struct {
	kind    schema.GroupVersionKind
	empty   func() client.ObjectList
	objects func(client.ObjectList) []O
	options []client.ListOption
	// pages is the maximum number of pages, and size the number of objects per page.
	pages int
	size  int64
}

// AtMost limits the listing to this number of pages of the given size. A longer list causes a TooManyError.
func (l Listing[O]) AtMost(pages int, size int64) Listing[O] {
	l.pages, l.size = pages, size
	return l
}

// TooManyError reports a list with more pages than the limit.
type TooManyError struct {
	// Kind is the kind of the objects, and Pages the number of pages that were read.
	Kind  string
	Pages int
}

// Error names the kind and the limit.
func (e *TooManyError) Error() string {
	return fmt.Sprintf("failed to list objects of kind %s in the shoot: its API server does not end the list after %d pages", e.Kind, e.Pages)
}

// Metadata returns a listing of the metadata of objects.
func Metadata(kind schema.GroupVersionKind, options ...client.ListOption) Listing[metav1.PartialObjectMetadata] {
	return Listing[metav1.PartialObjectMetadata]{
		kind: kind, options: options, pages: mostPages, size: ObjectsPerPage,
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

// Whole returns a listing of complete objects.
func Whole(kind schema.GroupVersionKind, options ...client.ListOption) Listing[unstructured.Unstructured] {
	return Listing[unstructured.Unstructured]{
		kind: kind, options: options, pages: mostPages, size: ObjectsPerPage,
		empty: func() client.ObjectList { return &unstructured.UnstructuredList{} },
		objects: func(list client.ObjectList) []unstructured.Unstructured {
			whole, _ := list.(*unstructured.UnstructuredList)
			return whole.Items
		},
	}
}

// Scan calls see for each object. It releases each page after see was called for its objects.
func Scan[O any](ctx context.Context, shoot client.Reader, what Listing[O], see func(*O) error) error {
	return what.eachPage(ctx, shoot, see, func() error { return nil })
}

// Walk calls pick for each object of a page, and then act for each picked value. It releases the page before it calls
// act.
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

// WalkPages is like Walk, but calls act with all picked values of a page.
func WalkPages[O, T any](ctx context.Context, shoot client.Reader, what Listing[O], pick func(*O) (picked T, wanted bool), act func([]T) error) error {
	var picked []T
	see := func(object *O) error {
		if one, wanted := pick(object); wanted {
			picked = append(picked, one)
		}
		return nil
	}
	return what.eachPage(ctx, shoot, see, func() error {
		page := picked
		picked = nil
		return act(page)
	})
}

// eachPage calls see for each object of a page. Then it releases the page and calls after, because after may run for a
// long time.
func (l Listing[O]) eachPage(ctx context.Context, shoot client.Reader, see func(*O) error, after func() error) error {
	token := ""
	for pages := 1; ; pages++ {
		next, err := l.readPage(ctx, shoot, token, see)
		if err == nil {
			err = after()
		}
		if err != nil || next == "" {
			return err
		}
		if next == token || pages >= l.pages {
			return &TooManyError{Kind: l.kind.Kind, Pages: pages}
		}
		token = next
	}
}

// readPage calls see for each object of the page with this token, and returns the token of the next page. If a page is
// too large or takes too long, readPage reduces the size of all further pages.
func (l *Listing[O]) readPage(ctx context.Context, shoot client.Reader, token string, see func(*O) error) (string, error) {
	list := l.empty()
	list.GetObjectKind().SetGroupVersionKind(l.kind.GroupVersion().WithKind(l.kind.Kind + "List"))
	held, release := Hold(ctx)
	defer release()
	if err := shoot.List(held, list, append([]client.ListOption{client.Limit(l.size), client.Continue(token)}, l.options...)...); err != nil {
		if next := afterExpiry(err); next != "" && token != "" {
			return next, nil
		}
		if l.size > 1 && ctx.Err() == nil && (IsTooLarge(err) || IsTimeout(err)) {
			l.size = max(1, l.size/fewer)
			release()
			return l.readPage(ctx, shoot, token, see)
		}
		return "", fmt.Errorf("failed to list objects of kind %s in the shoot: %w", l.kind.Kind, Brief(Plain(err)))
	}
	objects := l.objects(list)
	for i := range objects {
		if err := see(&objects[i]); err != nil {
			return "", err
		}
	}
	return list.GetContinue(), nil
}

// afterExpiry returns the token to continue a list if its token has expired because etcd was compacted. It is empty for
// other errors. The list may lack objects that were created after the first page was read.
func afterExpiry(err error) string {
	var status apierrors.APIStatus
	if !apierrors.IsResourceExpired(err) || !errors.As(err, &status) {
		return ""
	}
	return status.Status().Continue
}

// IgnoreUnknownKind returns nil for an error that reports a missing kind or object.
func IgnoreUnknownKind(err error) error {
	if apierrors.IsNotFound(err) || meta.IsNoMatchError(err) {
		return nil
	}
	return err
}
