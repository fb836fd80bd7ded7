// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package project

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"sync"
	"time"

	corev1 "k8s.io/api/core/v1"
	apierrors "k8s.io/apimachinery/pkg/api/errors"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/types"
	corev1ac "k8s.io/client-go/applyconfigurations/core/v1"
	"k8s.io/utils/clock"
	"sigs.k8s.io/controller-runtime/pkg/client"

	fluxv1alpha1 "github.com/shoot-flux/gardener-extension-shoot-flux/pkg/apis/flux/v1alpha1"
)

// Shoot names a Shoot of the garden. One that is deleted and made again is another one.
type Shoot struct {
	// Namespace and Name are those of the Shoot.
	Namespace, Name string
	// UID is that of the Shoot.
	UID types.UID
}

// sameStatus tells whether both say the same, whenever they were seen.
func sameStatus(one, other fluxv1alpha1.ShootStatus) bool {
	one.ObservedAt, other.ObservedAt = metav1.Time{}, metav1.Time{}
	return one == other
}

// StatusTimes are the times of a StatusPublisher.
type StatusTimes struct {
	// Timeout bounds what is done in the garden for one Shoot.
	Timeout time.Duration
	// Pace is the least time between two writes for one Shoot.
	Pace time.Duration
	// Outage is how long the garden is left alone after it could not be reached, for whatever Shoot.
	Outage time.Duration
	// Refresh is the time after which it is looked whether what was written still stands there.
	Refresh time.Duration
}

// StatusPublisher tells projects of their Shoots in the ConfigMap flux-status. Each Shoot has a key of its own in it, and a field
// manager, so that several seeds share the ConfigMap, a Shoot may move between them, and nothing else in it is touched.
type StatusPublisher struct {
	garden client.Client
	clock  clock.PassiveClock
	times  StatusTimes

	mutex   sync.Mutex
	written map[types.UID]writing
	resume  time.Time
}

// writing is what this process has done last for a Shoot.
type writing struct {
	status fluxv1alpha1.ShootStatus
	// value is what stands in the ConfigMap since.
	value string
	// at is when that was written or seen.
	at time.Time
}

// NewStatusPublisher returns a publisher that uses the given client for the garden, which must not read from a cache.
func NewStatusPublisher(garden client.Client, now clock.PassiveClock, times StatusTimes) *StatusPublisher {
	return &StatusPublisher{garden: garden, clock: now, times: times, written: map[types.UID]writing{}}
}

// Publish has the project told what was seen of its Shoot, unless it knows. An error is the garden's, and nothing to wait for:
// whoever calls again after the next look makes up for it. While the garden cannot be reached, most calls do nothing.
func (p *StatusPublisher) Publish(ctx context.Context, shoot Shoot, status fluxv1alpha1.ShootStatus) error {
	now := p.clock.Now()
	status.UID, status.ObservedAt = shoot.UID, metav1.NewTime(now.UTC().Truncate(time.Second))
	last, due := p.due(status, now)
	if !due {
		return nil
	}
	ctx, cancel := context.WithTimeout(ctx, p.times.Timeout)
	defer cancel()
	if last == nil || sameStatus(last.status, status) {
		stands, err := p.read(ctx, shoot)
		if err != nil {
			return p.failed(fmt.Errorf("failed to read ConfigMap %s/%s in the garden: %w", shoot.Namespace, fluxv1alpha1.StatusConfigMapName, err))
		}
		if known, err := decodeStatus(stands.value); err == nil && sameStatus(known, status) {
			p.note(shoot.UID, writing{status: status, value: stands.value, at: now})
			return nil
		}
	}
	value, err := json.Marshal(status)
	if err != nil {
		return fmt.Errorf("failed to encode the status of Shoot %s/%s: %w", shoot.Namespace, shoot.Name, err)
	}
	if err := p.apply(ctx, shoot, corev1ac.ConfigMap(fluxv1alpha1.StatusConfigMapName, shoot.Namespace).WithData(map[string]string{shoot.Name: string(value)})); err != nil {
		return p.failed(err)
	}
	p.note(shoot.UID, writing{status: status, value: string(value), at: now})
	return nil
}

// Withdraw takes away what is told of a Shoot on this seed. It does nothing if another Shoot of that name is told of.
func (p *StatusPublisher) Withdraw(ctx context.Context, shoot Shoot) error {
	return p.withdraw(ctx, shoot, func(value string) bool {
		known, err := decodeStatus(value)
		return err == nil && known.UID == shoot.UID
	})
}

// WithdrawOwn takes away what this process has told of a Shoot that is not on this seed any more, if it still stands there: if
// not, another seed tells of the Shoot by now.
func (p *StatusPublisher) WithdrawOwn(ctx context.Context, shoot Shoot) error {
	p.mutex.Lock()
	last, told := p.written[shoot.UID]
	p.mutex.Unlock()
	if !told {
		return nil
	}
	return p.withdraw(ctx, shoot, func(value string) bool { return value == last.value })
}

func (p *StatusPublisher) withdraw(ctx context.Context, shoot Shoot, isOurs func(value string) bool) error {
	p.mutex.Lock()
	resting := p.clock.Now().Before(p.resume)
	p.mutex.Unlock()
	if resting {
		return errors.New("the garden could not be reached a moment ago")
	}
	ctx, cancel := context.WithTimeout(ctx, p.times.Timeout)
	defer cancel()
	stands, err := p.read(ctx, shoot)
	if err != nil {
		return p.failed(fmt.Errorf("failed to read ConfigMap %s/%s in the garden: %w", shoot.Namespace, fluxv1alpha1.StatusConfigMapName, err))
	}
	if stands.value != "" && isOurs(stands.value) {
		// With the version, what somebody writes in between is not taken away.
		empty := corev1ac.ConfigMap(fluxv1alpha1.StatusConfigMapName, shoot.Namespace).WithResourceVersion(stands.version)
		if err := p.apply(ctx, shoot, empty); err != nil {
			return p.failed(err)
		}
	}
	p.Forget(shoot.UID)
	return nil
}

// Forget drops what this process knows of a Shoot that belongs to another seed from now on.
func (p *StatusPublisher) Forget(shoot types.UID) {
	p.mutex.Lock()
	defer p.mutex.Unlock()
	delete(p.written, shoot)
}

// Statuses returns what a project is told of its Shoots, by their names. What is no status, because somebody else has written it,
// is left out. Without the ConfigMap there are none. One that was made after the given time, because somebody has deleted the one
// before, counts as none until all seeds have looked whether what they have told still stands there.
func (p *StatusPublisher) Statuses(ctx context.Context, namespace string, since time.Time) (map[string]fluxv1alpha1.ShootStatus, error) {
	configMap := &corev1.ConfigMap{}
	if err := p.garden.Get(ctx, client.ObjectKey{Namespace: namespace, Name: fluxv1alpha1.StatusConfigMapName}, configMap); client.IgnoreNotFound(err) != nil {
		return nil, fmt.Errorf("failed to read ConfigMap %s/%s in the garden: %w", namespace, fluxv1alpha1.StatusConfigMapName, err)
	}
	statuses := map[string]fluxv1alpha1.ShootStatus{}
	if made := configMap.CreationTimestamp.Time; made.After(since) && p.clock.Now().Before(made.Add(2*p.times.Refresh)) {
		return statuses, nil
	}
	for name, value := range configMap.Data {
		if status, err := decodeStatus(value); err == nil && status.UID != "" {
			statuses[name] = status
		}
	}
	return statuses, nil
}

func decodeStatus(value string) (fluxv1alpha1.ShootStatus, error) {
	var status fluxv1alpha1.ShootStatus
	err := json.Unmarshal([]byte(value), &status)
	return status, err
}

// due tells whether there may be something to write, and what was written last.
func (p *StatusPublisher) due(status fluxv1alpha1.ShootStatus, now time.Time) (*writing, bool) {
	p.mutex.Lock()
	defer p.mutex.Unlock()
	if now.Before(p.resume) {
		return nil, false
	}
	last, told := p.written[status.UID]
	switch since := now.Sub(last.at); {
	case !told:
		return nil, true
	case sameStatus(last.status, status):
		return &last, since >= p.times.Refresh
	default:
		return &last, since >= p.times.Pace
	}
}

func (p *StatusPublisher) note(shoot types.UID, done writing) {
	p.mutex.Lock()
	defer p.mutex.Unlock()
	p.written[shoot] = done
}

// failed leaves the garden alone for a while if it gave no answer, so that those who look at shoots do not wait for it one after
// the other. An answer concerns one project only.
func (p *StatusPublisher) failed(err error) error {
	answer := apierrors.APIStatus(nil)
	if !errors.As(err, &answer) || apierrors.IsServiceUnavailable(err) || apierrors.IsTooManyRequests(err) || apierrors.IsTimeout(err) || apierrors.IsServerTimeout(err) {
		p.mutex.Lock()
		defer p.mutex.Unlock()
		p.resume = p.clock.Now().Add(p.times.Outage)
	}
	return err
}

// standing is what stands in the ConfigMap of a Shoot.
type standing struct{ value, version string }

func (p *StatusPublisher) read(ctx context.Context, shoot Shoot) (standing, error) {
	configMap := &corev1.ConfigMap{}
	if err := p.garden.Get(ctx, client.ObjectKey{Namespace: shoot.Namespace, Name: fluxv1alpha1.StatusConfigMapName}, configMap); err != nil {
		return standing{}, client.IgnoreNotFound(err)
	}
	return standing{value: configMap.Data[shoot.Name], version: configMap.ResourceVersion}, nil
}

func (p *StatusPublisher) apply(ctx context.Context, shoot Shoot, configMap *corev1ac.ConfigMapApplyConfiguration) error {
	if err := p.garden.Apply(ctx, configMap, client.ForceOwnership, client.FieldOwner("shoot-flux-"+string(shoot.UID))); err != nil {
		return fmt.Errorf("failed to write what is told of Shoot %s/%s into ConfigMap %s in the garden: %w", shoot.Namespace, shoot.Name, fluxv1alpha1.StatusConfigMapName, err)
	}
	return nil
}
