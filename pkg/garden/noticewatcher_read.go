// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package garden

import (
	"context"
	"reflect"
	"slices"

	"sigs.k8s.io/controller-runtime/pkg/client"

	fluxv1alpha1 "github.com/shoot-flux/gardener-extension-shoot-flux/pkg/apis/flux/v1alpha1"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/configuration/document"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/garden/noticeboard"
)

// readProject is the result of a successful read.
type readProject struct {
	state    State
	versions noticeboard.Versions
}

// work reads the projects in the queue until the context ends.
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

// begin returns whether the project has Shoots on the seed, and records the current notice as read. The garden responds
// to later reads with the versions on the board or newer ones. If the read fails, it is retried without a new notice.
func (w *NoticeWatcher) begin(namespace string) bool {
	w.mutex.Lock()
	defer w.mutex.Unlock()
	p := w.projects[namespace]
	if p == nil {
		return false
	}
	p.noticed = w.board.Of(namespace)
	return true
}

// store stores the result of a read, and returns the followers to notify.
func (w *NoticeWatcher) store(namespace string, read *readProject) []func(string) {
	w.mutex.Lock()
	defer w.mutex.Unlock()
	p := w.projects[namespace]
	if p == nil {
		return nil
	}
	// Versions alone are not sufficient, because they may occur again after the garden was restored from a backup.
	changed := !reflect.DeepEqual(p.read, read)
	p.read = read
	if !changed {
		return nil
	}
	return slices.Clone(w.followers)
}

// readFrom reads the configuration of a project, its rollout if it may have one, and the metadata of its deploy keys.
// It treats an object as missing only if the API server itself reports this, because a proxy that cannot reach the
// garden may also respond with status 404.
func (w *NoticeWatcher) readFrom(ctx context.Context, namespace string) (*readProject, error) {
	read := &readProject{}
	configMap, err := ReadConfigMap(ctx, w.options.Garden, namespace, fluxv1alpha1.ConfigMapName)
	if err != nil {
		return nil, err
	}
	if configMap != nil {
		if _, err := ownAnnotations(configMap); err != nil {
			return nil, err
		}
		read.versions.Config, read.state.ConfigMap, read.state.ConfigAnnotations = configMap.ResourceVersion, documentOf(configMap), configMap.Annotations
	}
	configured := configuredIn(read.state.ConfigMap)
	if read.state.Configured = configured.rollout; configured.kind != document.None {
		if err := w.readRollout(ctx, namespace, read); err != nil {
			return nil, err
		}
	}
	key, err := w.readKeys(ctx, namespace, fluxv1alpha1.DeployKeySecretName)
	if err != nil {
		return nil, err
	}
	read.versions.DeployKey = key.Version
	read.state.setKey(key)
	// This saves a request for most projects, because few have additional sources with deploy keys.
	if read.state.ConfigMap.MayHaveSourceKeys() || w.lists(namespace) {
		if read.state.SourceKeys, err = w.readKeys(ctx, namespace, fluxv1alpha1.SourceKeysSecretName); err != nil {
			return nil, err
		}
		read.versions.SourceKeys = read.state.SourceKeys.Version
	}
	return read, nil
}

// readKeys returns the metadata of a Secret with deploy keys. It is empty if the Secret does not exist.
func (w *NoticeWatcher) readKeys(ctx context.Context, namespace, name string) (KeySecret, error) {
	key := client.ObjectKey{Namespace: namespace, Name: name}
	keys, err := Get(ctx, w.options.Garden, "Secret", key, MetadataOf("Secret", key))
	if err != nil || keys == nil {
		return KeySecret{}, err
	}
	if _, err := ownAnnotations(keys); err != nil {
		return KeySecret{}, err
	}
	return keySecretOf(keys), nil
}

// lists returns whether the board lists a Secret with deploy keys of additional sources of the project.
func (w *NoticeWatcher) lists(namespace string) bool {
	w.mutex.Lock()
	defer w.mutex.Unlock()
	p := w.projects[namespace]
	return p != nil && p.noticed.SourceKeys != ""
}

// readRollout reads the rollout of a project. It logs a damaged rollout, and treats it as missing.
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
