// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package toolkit

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

	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/answers"
)

const (
	// objectsPerPage bounds what is read at once: a shoot may have thousands of objects of Flux.
	objectsPerPage = 250
	// fewer is by how much a page is made smaller that was too large, or took too long.
	fewer = 5
	// mostPages bounds a list: half a million objects, or 4 GiB of them, however large they are.
	mostPages = 2_000
)

// listing is what is listed: the objects of a kind, whole or only their metadata.
type listing[O any] struct {
	kind    schema.GroupVersionKind
	empty   func() client.ObjectList
	objects func(client.ObjectList) []O
	options []client.ListOption
}

// metadataOf lists the metadata of objects.
func metadataOf(kind schema.GroupVersionKind, options ...client.ListOption) listing[metav1.PartialObjectMetadata] {
	return listing[metav1.PartialObjectMetadata]{
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

// wholeOf lists whole objects.
func wholeOf(kind schema.GroupVersionKind, options ...client.ListOption) listing[unstructured.Unstructured] {
	return listing[unstructured.Unstructured]{
		kind: kind, options: options,
		empty: func() client.ObjectList { return &unstructured.UnstructuredList{} },
		objects: func(list client.ObjectList) []unstructured.Unstructured {
			whole, _ := list.(*unstructured.UnstructuredList)
			return whole.Items
		},
	}
}

// scan calls see for each object. It keeps nothing of a page once that is read.
func scan[O any](ctx context.Context, s *Shoot, what listing[O], see func(*O) error) error {
	return walk(ctx, s, what, func(object *O) (struct{}, bool, error) { return struct{}{}, false, see(object) }, nil)
}

// walk calls pick for each object of a page, and then act with what was picked, if anything was, which is all that it keeps of the page by then.
func walk[O, T any](ctx context.Context, s *Shoot, what listing[O], pick func(*O) (picked T, wanted bool, err error), act func([]T) error) error {
	p := pager[O]{shoot: s, listing: what, size: objectsPerPage}
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

// oneByOne acts on what was picked of a page, and stops at the first error.
func oneByOne[T any](act func(T) error) func([]T) error {
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
	listing[O]
	shoot *Shoot
	// next is the token for the next page, and pages is how many were read.
	next  string
	pages int
	// size is how many objects the next page has at most.
	size int64
}

// read calls see for each object of the next page, and returns whether there is another page.
func (p *pager[O]) read(ctx context.Context, see func(*O) error) (bool, error) {
	list := p.empty()
	list.GetObjectKind().SetGroupVersionKind(p.kind.GroupVersion().WithKind(p.kind.Kind + "List"))
	held, release := answers.Hold(ctx)
	defer release()
	if err := p.shoot.client.List(held, list, append([]client.ListOption{client.Limit(p.size), client.Continue(p.next)}, p.options...)...); err != nil {
		if token := afterExpiry(err); token != "" && p.next != "" {
			return p.advance(token)
		}
		if p.size > 1 && ctx.Err() == nil && (answers.IsTooLarge(err) || answers.IsTimeout(err)) {
			p.size = max(1, p.size/fewer)
			return true, nil
		}
		return false, fmt.Errorf("failed to list objects of kind %s in the shoot: %w", p.kind.Kind, answers.Plain(err))
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
	p.pages++
	if token == p.next || p.pages >= mostPages {
		return false, fmt.Errorf("failed to list objects of kind %s in the shoot: its API server continues the list for ever: %d pages, and no end", p.kind.Kind, p.pages)
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

// ignoreUnknownKind returns nil if a kind is not there any more.
func ignoreUnknownKind(err error) error {
	if apierrors.IsNotFound(err) || meta.IsNoMatchError(err) {
		return nil
	}
	return err
}
