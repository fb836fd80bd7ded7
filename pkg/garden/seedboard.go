// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package garden

import (
	"context"
	"errors"
	"fmt"
	"sync"
	"sync/atomic"

	"github.com/go-logr/logr"
	corev1 "k8s.io/api/core/v1"
	"k8s.io/apimachinery/pkg/api/meta"
	"k8s.io/client-go/rest"
	toolscache "k8s.io/client-go/tools/cache"
	"k8s.io/utils/clock"
	"k8s.io/utils/ptr"
	"sigs.k8s.io/controller-runtime/pkg/cache"

	fluxv1alpha1 "github.com/shoot-flux/gardener-extension-shoot-flux/pkg/apis/flux/v1alpha1"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/garden/noticeboard"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/rollout"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/rollout/landscape"
)

// NoticeBoard is the notice board of a seed.
type NoticeBoard interface {
	// Watch calls changed with each version of the board, and with nil after the board was deleted, until the context
	// ends. It does not fail while the garden is unreachable. Afterwards, it calls changed with the current version.
	Watch(ctx context.Context, changed func(*noticeboard.Board)) error
}

// SeedBoard is the notice board in the namespace of a seed in the garden.
type SeedBoard struct {
	watch *watch
	start sync.Once
	ended chan struct{}
	err   error
}

var _ NoticeBoard = &SeedBoard{}

// NewSeedBoard returns the notice board in the namespace of a seed. The client configuration must not have a timeout,
// because a watch is a single request. No request is sent before Watch.
func NewSeedBoard(ctx context.Context, garden *rest.Config, mapper meta.RESTMapper, namespace string, log logr.Logger) (*SeedBoard, error) {
	watched, err := newWatch(ctx, garden, mapper, newWatchErrorLog(log, clock.RealClock{}), &corev1.ConfigMap{},
		cache.ByObject{Namespaces: map[string]cache.Config{namespace: {FieldSelector: withName(fluxv1alpha1.NoticeBoardName)}}})
	return &SeedBoard{watch: watched, ended: make(chan struct{})}, err
}

// Watch implements NoticeBoard. All calls share a watch, which ends with the context of the first call.
func (b *SeedBoard) Watch(ctx context.Context, changed func(*noticeboard.Board)) error {
	decode := func(object any) {
		if configMap, ok := object.(*corev1.ConfigMap); ok {
			changed(noticeboard.Decode(configMap.Data))
		}
	}
	registration, err := b.watch.AddEventHandler(toolscache.ResourceEventHandlerFuncs{
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
			b.err = b.watch.Start(ctx)
		}()
	})
	select {
	case <-b.ended:
		return b.err
	case <-ctx.Done():
		return b.watch.RemoveEventHandler(registration)
	}
}

// Releases provides what the rollouts of the operator have released for a seed, from its notice board: the default Flux
// version and the baseline. The last releases stay in effect while the garden is unreachable.
type Releases struct {
	board    NoticeBoard
	released func(landscape.BaselineRelease) error
	log      logr.Logger
	last     atomic.Pointer[landscape.VersionRelease]
	baseline atomic.Pointer[landscape.BaselineRelease]
	// handedOn is the target of the last release that released accepted; nil before the first one. Only Start uses it.
	handedOn *rollout.Target
	// unread is the reason why the last board could not be read; empty if it could. Only Start uses it.
	unread string
}

// NewReleases returns Releases. No request is sent before Start. released is called with each new release of a baseline
// whose content is known; it may be nil.
func NewReleases(board NoticeBoard, released func(landscape.BaselineRelease) error, log logr.Logger) *Releases {
	return &Releases{board: board, released: released, log: log}
}

// Start follows the board until the context ends.
func (r *Releases) Start(ctx context.Context) error {
	return r.board.Watch(ctx, func(board *noticeboard.Board) {
		// A deleted board does not change the release, because the garden controller creates the board again.
		if board == nil {
			return
		}
		release, unread := board.Release()
		if unread == nil {
			r.last.Store(&release)
		}
		baseline, unreadBaseline := board.Baseline()
		if baseline != nil && unreadBaseline == nil {
			r.followBaseline(*baseline)
		}
		r.report(errors.Join(unread, unreadBaseline))
	})
}

// report logs that releases cannot be read, once for each reason.
func (r *Releases) report(unread error) {
	reason := ""
	if unread != nil {
		reason = unread.Error()
	}
	if reason != "" && reason != r.unread {
		r.log.Error(unread, "The notice board has a release that this version of the extension cannot read: the Shoots keep what the previous release delivered")
	}
	r.unread = reason
}

// followBaseline makes a release of the baseline effective. A release without content or with configuration errors
// changes nothing, so that the Shoots stay unchanged. The content may arrive after its target: it is handed on then.
func (r *Releases) followBaseline(release landscape.BaselineRelease) {
	isNew := r.handedOn == nil || *r.handedOn != release.Target
	if release.Baseline != nil && isNew && r.released != nil {
		if err := r.released(release); err != nil {
			r.log.Error(err, "The released baseline has configuration errors: the Shoots keep the previous baseline", "revision", release.Revision)
			return
		}
		r.handedOn = &release.Target
	}
	r.baseline.Store(&release)
}

// Baseline returns the last release of the operator's baseline, and false if none is known.
func (r *Releases) Baseline() (landscape.BaselineRelease, bool) {
	last := r.baseline.Load()
	return ptr.Deref(last, landscape.BaselineRelease{}), last != nil
}

// NeedLeaderElection returns false, so that a replica knows the release before it becomes the leader.
func (r *Releases) NeedLeaderElection() bool { return false }

// Release returns the last release, or the zero value if none is known.
func (r *Releases) Release() landscape.VersionRelease {
	return ptr.Deref(r.last.Load(), landscape.VersionRelease{})
}
