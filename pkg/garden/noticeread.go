// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package garden

import (
	"context"
	"maps"
	"reflect"
	"slices"

	"sigs.k8s.io/controller-runtime/pkg/client"

	fluxv1alpha1 "github.com/shoot-flux/gardener-extension-shoot-flux/pkg/apis/flux/v1alpha1"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/configuration/document"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/garden/noticeboard"
)

// readProject is the result of a read.
type readProject struct {
	state    State
	versions noticeboard.Versions
}

// work reads the projects of the queue until the context ends.
func (w *NoticeWatcher) work(ctx context.Context) {
	for {
		namespace, ended := w.queue.Get()
		if ended {
			return
		}
		w.process(ctx, namespace)
		w.queue.Done(namespace)
	}
}

// process reads a project, and notifies the followers if it has changed.
func (w *NoticeWatcher) process(ctx context.Context, namespace string) {
	if !w.begin(namespace) {
		w.queue.Forget(namespace)
		return
	}
	read, err := w.readFrom(ctx, namespace)
	if err != nil {
		if ctx.Err() == nil {
			w.errors.handle(err)
		}
		w.queue.AddRateLimited(namespace)
		return
	}
	w.queue.Forget(namespace)
	w.queue.AddAfter(namespace, w.options.Times.Reread-w.options.Times.Random(max(1, w.options.Times.Reread/5)))
	for _, changed := range w.store(namespace, read) {
		changed(namespace)
	}
}

// begin returns whether the project has Shoots on this seed. What the board has now is served by the read: the garden had these versions before, and
// answers with the newest. If the read fails, it is retried without a notice.
func (w *NoticeWatcher) begin(namespace string) bool {
	w.mutex.Lock()
	defer w.mutex.Unlock()
	p := w.projects[namespace]
	if p == nil {
		return false
	}
	p.notice = w.board.Of(namespace)
	return true
}

// store keeps the result of a read, and returns the followers that have to be notified.
func (w *NoticeWatcher) store(namespace string, read *readProject) []func(string) {
	before := w.lastRead(namespace)
	// Only the worker that has the project changes this, and what a project has written may take long to compare: the others do not wait.
	// Versions alone are not sufficient: after a restore of the garden from a backup they may be used again.
	changed := before == nil || !reflect.DeepEqual(before, read)
	w.mutex.Lock()
	defer w.mutex.Unlock()
	p := w.projects[namespace]
	if p == nil {
		return nil
	}
	// It may have been forgotten, and followed again.
	changed = changed || p.read != before
	p.read = read
	if !changed {
		return nil
	}
	return slices.Collect(maps.Values(w.followers))
}

// lastRead returns the result of the last read of a project, or nil.
func (w *NoticeWatcher) lastRead(namespace string) *readProject {
	w.mutex.Lock()
	defer w.mutex.Unlock()
	if p := w.projects[namespace]; p != nil {
		return p.read
	}
	return nil
}

// readFrom reads the configuration of a project, its rollout if it may have one, and the metadata of its deploy key. Only an answer of the garden that
// an object does not exist counts as its absence; that of something in between which does not know the garden does not.
func (w *NoticeWatcher) readFrom(ctx context.Context, namespace string) (*readProject, error) {
	garden, key := w.options.Garden, keyMetadata()
	read := &readProject{}
	configMap, err := ReadConfigMap(ctx, garden, namespace, fluxv1alpha1.ConfigMapName)
	if err != nil {
		return nil, err
	}
	if configMap != nil {
		read.versions.Config = configMap.ResourceVersion
		read.state.ConfigMap = &document.ConfigMap{Namespace: namespace, Data: configMap.Data, BinaryData: configMap.BinaryData}
	}
	if read.state.ConfigMap.MayHaveRollout() {
		if err := w.readRollout(ctx, namespace, read); err != nil {
			return nil, err
		}
	}
	has, err := exists(ctx, garden, "Secret", client.ObjectKey{Namespace: namespace, Name: fluxv1alpha1.DeployKeySecretName}, key)
	if err != nil {
		return nil, err
	}
	if has {
		if _, err := ownAnnotations(key); err != nil {
			return nil, err
		}
		read.versions.DeployKey = key.ResourceVersion
		read.state.KeyVersion, read.state.KeyAnnotations, read.state.KeyCreated = key.ResourceVersion, key.Annotations, key.CreationTimestamp.Time
	}
	if err := w.readSourceKeys(ctx, namespace, read); err != nil {
		return nil, err
	}
	return read, nil
}

// readSourceKeys adds the metadata of the deploy keys of additional sources, if the board has them or the configuration may want one: few projects do.
func (w *NoticeWatcher) readSourceKeys(ctx context.Context, namespace string, read *readProject) error {
	if !read.state.ConfigMap.MayHaveSourceKeys() && !w.lists(namespace) {
		return nil
	}
	keys := keyMetadata()
	has, err := exists(ctx, w.options.Garden, "Secret", client.ObjectKey{Namespace: namespace, Name: fluxv1alpha1.SourceKeysSecretName}, keys)
	if err != nil || !has {
		return err
	}
	if _, err := ownAnnotations(keys); err != nil {
		return err
	}
	read.versions.SourceKeys, read.state.SourceKeys = keys.ResourceVersion, keySecretOf(keys)
	return nil
}

// lists returns whether the board has deploy keys of additional sources of the project.
func (w *NoticeWatcher) lists(namespace string) bool {
	w.mutex.Lock()
	defer w.mutex.Unlock()
	p := w.projects[namespace]
	return p != nil && p.notice.Versions.SourceKeys != ""
}

// readRollout adds the rollout of a project. One that is damaged is logged, and as one that is missing.
func (w *NoticeWatcher) readRollout(ctx context.Context, namespace string, read *readProject) error {
	configMap, err := ReadConfigMap(ctx, w.options.Garden, namespace, fluxv1alpha1.RolloutConfigMapName)
	if err != nil || configMap == nil {
		return err
	}
	found := rolloutIn(configMap)
	if found.Damaged != nil {
		w.damages.handle(found.Damaged)
	}
	read.versions.Rollout, read.state.Rollout = configMap.ResourceVersion, found.State
	return nil
}

// clone returns a copy whose maps are its own, and whose rollout must not be changed.
func (s State) clone() State {
	s.KeyAnnotations, s.SourceKeys.Annotations = maps.Clone(s.KeyAnnotations), maps.Clone(s.SourceKeys.Annotations)
	if s.ConfigMap != nil {
		s.ConfigMap = &document.ConfigMap{Namespace: s.ConfigMap.Namespace, Data: maps.Clone(s.ConfigMap.Data), BinaryData: maps.Clone(s.ConfigMap.BinaryData)}
	}
	return s
}
