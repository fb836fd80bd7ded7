// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package garden

import (
	"context"
	"fmt"
	"sync"

	"github.com/go-logr/logr"
	corev1 "k8s.io/api/core/v1"
	"k8s.io/apimachinery/pkg/api/meta"
	kubernetesscheme "k8s.io/client-go/kubernetes/scheme"
	"k8s.io/client-go/rest"
	toolscache "k8s.io/client-go/tools/cache"
	"k8s.io/utils/clock"
	"sigs.k8s.io/controller-runtime/pkg/cache"
	"sigs.k8s.io/controller-runtime/pkg/client"

	fluxv1alpha1 "github.com/shoot-flux/gardener-extension-shoot-flux/pkg/apis/flux/v1alpha1"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/garden/noticeboard"
)

// SeedBoard is the notice board in the namespace of a seed in the garden.
type SeedBoard struct {
	cache cache.Cache
	start sync.Once
	ended chan struct{}
	err   error
}

var _ NoticeBoard = &SeedBoard{}

// NewSeedBoard returns the notice board in the namespace of a seed. The client configuration must not have a timeout, because a watch is one
// request. No request is sent before Watch.
func NewSeedBoard(garden *rest.Config, mapper meta.RESTMapper, namespace string, log logr.Logger) (*SeedBoard, error) {
	watchErrors := newWatchErrorLog(log, clock.RealClock{})
	c, err := cache.New(garden, cache.Options{
		Scheme: kubernetesscheme.Scheme,
		Mapper: mapper,
		ByObject: map[client.Object]cache.ByObject{
			&corev1.ConfigMap{}: {
				Namespaces: map[string]cache.Config{namespace: {FieldSelector: withName(fluxv1alpha1.NoticeBoardName)}},
			},
		},
		DefaultTransform:            cache.TransformStripManagedFields(),
		DefaultWatchErrorHandler:    watchErrors.handleWatch,
		ReaderFailOnMissingInformer: true,
	})
	if err != nil {
		return nil, fmt.Errorf("failed to create the cache for the notice board: %w", err)
	}
	return &SeedBoard{cache: c, ended: make(chan struct{})}, nil
}

// Watch calls changed with each version of the board, and with nil after its deletion, until the context ends. All calls together are one watch, which ends
// with the context of the first.
func (b *SeedBoard) Watch(ctx context.Context, changed func(*noticeboard.Board)) error {
	informer, err := b.cache.GetInformer(ctx, &corev1.ConfigMap{}, cache.BlockUntilSynced(false))
	if err != nil {
		return fmt.Errorf("failed to create an informer for the notice board: %w", err)
	}
	decode := func(object any) {
		if configMap, is := object.(*corev1.ConfigMap); is {
			changed(noticeboard.Decode(configMap.Data))
		}
	}
	registration, err := informer.AddEventHandler(toolscache.ResourceEventHandlerFuncs{
		AddFunc:    decode,
		UpdateFunc: func(_, now any) { decode(now) },
		DeleteFunc: func(any) { changed(nil) },
	})
	if err != nil {
		return fmt.Errorf("failed to watch the notice board: %w", err)
	}
	b.start.Do(func() {
		go func() {
			defer close(b.ended)
			b.err = b.cache.Start(ctx)
		}()
	})
	select {
	case <-b.ended:
		return b.err
	case <-ctx.Done():
		return informer.RemoveEventHandler(registration)
	}
}
