// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package deploykey

import (
	"context"
	"fmt"
	"time"

	corev1 "k8s.io/api/core/v1"
	"k8s.io/client-go/tools/events"
	"k8s.io/utils/clock"
	"sigs.k8s.io/controller-runtime/pkg/client"

	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/apis/flux/deploykey"
	fluxv1alpha1 "github.com/shoot-flux/gardener-extension-shoot-flux/pkg/apis/flux/v1alpha1"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/secrets"
)

// retirement removes the previous key as soon as every Shoot of the project, on all seeds, has reported the present one, or, if it is
// hibernated, wakes up with it. If the extension registers keys, it must have deregistered the previous one by then.
type retirement struct {
	store             *secrets.Store
	registration      *Registration
	garden            client.Writer
	lagging           laggingShoots
	events            events.EventRecorder
	clock             clock.PassiveClock
	poll, longestPoll time.Duration
}

func (r retirement) run(ctx context.Context, key projectKey) (time.Duration, error) {
	previous := key.state.KeyAnnotations[fluxv1alpha1.AnnotationPreviousFingerprint]
	if previous == "" {
		return 0, r.announce(ctx, key, nil)
	}
	names, known, err := r.lagging.of(ctx, key)
	if err != nil || !known {
		return r.interval(key), err
	}
	if len(names) > 0 {
		return r.interval(key), r.announce(ctx, key, names)
	}
	if key.isRegistered() && deploykey.IsRegistered(key.state.KeyAnnotations, previous) {
		return r.interval(key), nil
	}
	remains := r.registration.remains(key, previous)
	if remains {
		if written, err := r.registration.recordRetired(ctx, key, previous, r.clock.Now()); err != nil || !written {
			return r.interval(key), err
		}
	}
	retired, err := r.store.Retire(ctx, key.namespace, previous)
	if err != nil || !retired {
		return 0, err
	}
	todo := "If it is still registered at the Git host, remove it there"
	if remains {
		todo = "It stays registered at the Git host as long as the extension registers no key for its source, and is removed when it does again; or remove it there"
	}
	key.recordEvent(r.events, corev1.EventTypeNormal, "DeployKeyRetired", "RotateDeployKey", fmt.Sprintf(
		"No Shoot of the project has the previous deploy key, %s, any more, and none wakes up with it. %s", previous, todo))
	return 0, nil
}

// announce names the Shoots in an annotation, from which their seeds take it.
func (r retirement) announce(ctx context.Context, key projectKey, names []string) error {
	annotations := map[string]*string{fluxv1alpha1.AnnotationLaggingShoots: nil}
	if text := textOf(names); text != "" {
		annotations[fluxv1alpha1.AnnotationLaggingShoots] = &text
	}
	_, err := annotateSecret(ctx, r.garden, key, annotations)
	return err
}

// interval is the time to the next check, which grows with the time since the rotation: a Shoot that does not have the key within minutes
// may not have it for days.
func (r retirement) interval(key projectKey) time.Duration {
	rotated, err := time.Parse(time.RFC3339, key.state.KeyAnnotations[fluxv1alpha1.AnnotationRotatedAt])
	if err != nil {
		return r.longestPoll
	}
	return max(r.poll, min(r.clock.Since(rotated)/20, r.longestPoll))
}
