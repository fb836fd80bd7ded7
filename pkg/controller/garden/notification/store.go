// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package notification

import (
	"context"

	corev1 "k8s.io/api/core/v1"
	"k8s.io/apimachinery/pkg/api/equality"

	fluxv1alpha1 "github.com/shoot-flux/gardener-extension-shoot-flux/pkg/apis/flux/v1alpha1"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/garden/record"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/report/notification"
)

// decoding limits how many states are decoded at a time. Decoding a state may need 50 MiB, and there are many workers.
var decoding = make(chan struct{}, 4)

// records returns the records of the projects. If one is damaged, current problems are reported again.
func (r *Reconciler) records() record.Kind[*notification.State] {
	return record.Kind[*notification.State]{Reader: r.Garden, Writer: r.Garden, Name: fluxv1alpha1.NotificationConfigMapName, Decode: decode, Encode: (*notification.State).Encode}
}

func decode(configMap *corev1.ConfigMap) (*notification.State, error) {
	decoding <- struct{}{}
	defer func() { <-decoding }()
	return notification.Decode(configMap)
}

// load reads the stored state of the project if it is unknown.
func (r *Reconciler) load(ctx context.Context, namespace string, m *Memory) (err error) {
	if m.stored == nil {
		m.stored, err = r.records().Load(ctx, namespace)
	}
	return err
}

// store writes the state if it differs from the stored one. It returns false if the ConfigMap was changed since it was
// read.
func (r *Reconciler) store(ctx context.Context, m *Memory, state *notification.State) (bool, error) {
	if equality.Semantic.DeepEqual(state, m.stored.Value) {
		return true, nil
	}
	var err error
	m.stored, err = r.records().Save(ctx, m.stored, state)
	return m.stored != nil && err == nil, err
}
