// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package noticeboard

import (
	"context"
	"errors"
	"fmt"
	"time"

	corev1 "k8s.io/api/core/v1"

	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/garden/noticeboard"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/garden/push"
)

// Pushes give the Shoots of a project on a seed their turns after a push.
type Pushes interface {
	// Turns returns false if none of them is asked, and push.ErrNotKnown if that is not known yet.
	Turns(ctx context.Context, project, seed string, pushedAt time.Time) (push.Turns, bool, error)
}

const (
	// oldestPush is the age of a push that is not put on a board any more: the Shoots have polled since.
	oldestPush = time.Hour
	// latestPush is how far in the future the time of a push may be, because clocks differ.
	latestPush = time.Minute
	// knownRetry is the time after which it is tried again whether the webhooks of projects are known.
	knownRetry = time.Second
)

// pushesTo returns the pushes of the projects that the seed is notified of, and when to try again; zero for never. One that is on the board stays as it is
// until the next: a new Shoot is no reason to write all boards.
func (r *Reconciler) pushesTo(ctx context.Context, seed string, projects map[string]noticeboard.Versions, present *corev1.ConfigMap) (pushes map[string]push.Notice, again time.Duration, err error) {
	if r.Pushes == nil {
		return nil, 0, nil
	}
	pushes = map[string]push.Notice{}
	before := map[string]push.Notice{}
	if present != nil {
		before = noticeboard.Decode(present.Data).Pushes()
	}
	for project := range projects {
		at, err := r.Caches.PushedAt(ctx, project)
		if err != nil {
			return nil, 0, fmt.Errorf("failed to read the last push of project %s: %w", project, err)
		}
		if notice, has := before[project]; has && (notice.PushedAt.Equal(at) || at.IsZero()) {
			pushes[project] = notice
			continue
		}
		if age := r.Clock.Since(at); at.IsZero() || age > oldestPush || age < -latestPush {
			continue
		}
		turns, asked, err := r.Pushes.Turns(ctx, project, seed, at)
		if errors.Is(err, push.ErrNotKnown) {
			again = knownRetry
			continue
		}
		if err != nil {
			return nil, 0, fmt.Errorf("failed to give the Shoots of project %s their turns: %w", project, err)
		}
		if asked {
			pushes[project] = push.Notice{PushedAt: at, Turns: turns}
		}
	}
	return pushes, again, nil
}
