// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package toolkit

import (
	"sync"

	"k8s.io/apimachinery/pkg/api/meta"
	"k8s.io/apimachinery/pkg/runtime/schema"
)

// mapper maps kinds without a request that every shoot has in the same way, or whose CustomResourceDefinition was read. All else is discovered,
// and what a shoot answers then is kept whole as long as the mapper, which may be a hundred times what is needed of it.
type mapper struct {
	meta.RESTMapper
	// known is that of all shoots, and is not changed.
	known   meta.RESTMapper
	mutex   sync.RWMutex
	learned *meta.DefaultRESTMapper
}

// learn adds a kind. One that is known stays what it is: two definitions may name it.
func (m *mapper) learn(kind schema.GroupVersionKind, resource string, scope meta.RESTScope) {
	if mapping, err := m.ofKnown(kind.GroupKind(), kind.Version); err == nil && mapping.Resource.Resource != resource {
		return
	}
	m.mutex.Lock()
	defer m.mutex.Unlock()
	plural := kind.GroupVersion().WithResource(resource)
	m.learned.AddSpecific(kind, plural, plural, scope)
}

// RESTMapping discovers only what is not known.
func (m *mapper) RESTMapping(kind schema.GroupKind, versions ...string) (*meta.RESTMapping, error) {
	if mapping, err := m.ofKnown(kind, versions...); err == nil {
		return mapping, nil
	}
	return m.RESTMapper.RESTMapping(kind, versions...)
}

func (m *mapper) ofKnown(kind schema.GroupKind, versions ...string) (*meta.RESTMapping, error) {
	if mapping, err := m.known.RESTMapping(kind, versions...); err == nil {
		return mapping, nil
	}
	m.mutex.RLock()
	defer m.mutex.RUnlock()
	return m.learned.RESTMapping(kind, versions...)
}
