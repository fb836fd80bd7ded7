// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package propagation

import (
	"bytes"
	"maps"

	"k8s.io/utils/lru"

	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/configuration/document"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/garden"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/seed/extensionstatus"
)

// keptProjects bounds what is kept: a configuration can have 256 KiB.
const keptProjects = 100

// presents keep what is known of projects, which takes long to work out of a large configuration, for all of their Shoots. They are safe for concurrent use.
type presents struct{ kept *lru.Cache }

type workedOut struct {
	of      garden.State
	present extensionstatus.Present
}

func newPresents() *presents { return &presents{kept: lru.New(keptProjects)} }

// of returns what is known of the project in this state.
func (p *presents) of(namespace string, state garden.State) extensionstatus.Present {
	if found, has := p.kept.Get(namespace); has {
		if known, is := found.(workedOut); is && same(known.of, state) {
			return known.present
		}
	}
	present := extensionstatus.PresentOf(state.ConfigMap, state.Rollout, state.KeyVersion, state.KeyAnnotations).WithSourceKeys(state.SourceKeys.Annotations)
	p.kept.Add(namespace, workedOut{of: state, present: present})
	return present
}

func same(a, b garden.State) bool {
	return a.Rollout == b.Rollout && a.KeyVersion == b.KeyVersion && maps.Equal(a.KeyAnnotations, b.KeyAnnotations) && maps.Equal(a.SourceKeys.Annotations, b.SourceKeys.Annotations) && sameConfigMap(a.ConfigMap, b.ConfigMap)
}

func sameConfigMap(a, b *document.ConfigMap) bool {
	if a == nil || b == nil {
		return a == b
	}
	return a.Namespace == b.Namespace && maps.Equal(a.Data, b.Data) && maps.EqualFunc(a.BinaryData, b.BinaryData, bytes.Equal)
}
