// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package fleet

import (
	"encoding/json"
	"maps"
	"strings"

	corev1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"

	fluxv1alpha1 "github.com/shoot-flux/gardener-extension-shoot-flux/pkg/apis/flux/v1alpha1"
)

// content is the parsed content of the ConfigMap, from the perspective of one field manager.
type content struct {
	data map[string]string
	// own contains the entries that the field manager owns, and foreign the names of entries that a different field
	// manager owns or shares.
	own     map[string]string
	foreign map[string]bool
	// leftOut is the value of the annotation leftOutName: the number of Shoots without an entry. It is empty if the
	// annotation is not set.
	leftOut, leftOutName string
	// managers is the size of the field managers' records without the names of entries.
	managers Size
	// seeds is the number of seeds that report Shoots, including this one. ofSeeds contains the names of their entries.
	seeds   int
	ofSeeds map[string]bool
	// pressed is true if a different seed has no room for all messages. cramped is true if a different seed has no room
	// for all Shoots.
	pressed, cramped bool
}

// read returns the content of the ConfigMap for the field manager own. leftOutName is the name of the annotation of its
// seed.
func read(configMap *corev1.ConfigMap, own, leftOutName string) content {
	current := content{own: map[string]string{}, foreign: map[string]bool{}, ofSeeds: map[string]bool{}, seeds: 1, leftOutName: leftOutName}
	if configMap == nil {
		return current
	}
	current.data = configMap.Data
	current.leftOut = configMap.Annotations[current.leftOutName]
	for _, manager := range configMap.ManagedFields {
		current.managers.Object += len(manager.Manager) + managerBytes
		ours := manager.Manager == own && manager.Operation == metav1.ManagedFieldsOperationApply
		ofSeed := strings.HasPrefix(manager.Manager, fluxv1alpha1.StatusFieldManagerPrefix)
		if ofSeed && !ours {
			current.seeds++
		}
		for _, name := range namesIn(manager.FieldsV1) {
			if ours {
				current.own[name] = configMap.Data[name]
			} else {
				current.foreign[name] = true
				current.pressed = current.pressed || ofSeed && strings.Contains(configMap.Data[name], shortened)
			}
			current.ofSeeds[name] = current.ofSeeds[name] || ofSeed
		}
	}
	for name := range configMap.Annotations {
		if strings.HasPrefix(name, fluxv1alpha1.AnnotationLeftOutPrefix) && name != current.leftOutName {
			current.cramped = true
		}
	}
	return current
}

// share returns the limits for this seed. If there is not enough room for all seeds, each of them gets an equal share
// of the room that is not used by members of the project.
func (c content) share(limits Limits, others Size, configMap *corev1.ConfigMap) Limits {
	if !c.pressed && !c.cramped {
		return limits
	}
	members := sizeWithout(configMap, func(name string) bool { return c.ofSeeds[name] })
	part := func(limit Size) Size {
		own := limit.minus(members)
		own = Size{Data: max(0, own.Data) / c.seeds, Object: max(0, own.Object) / c.seeds}
		shared := others.plus(own)
		return Size{Data: min(limit.Data, shared.Data), Object: min(limit.Object, shared.Object)}
	}
	if limits.Soft = part(limits.Soft); c.cramped {
		limits.Hard = part(limits.Hard)
	}
	return limits
}

// managerBytes is the approximate size of the record of a field manager without its name and fields.
const managerBytes = 100

// namesIn returns the names of the entries that a field manager owns or shares.
func namesIn(fields *metav1.FieldsV1) []string {
	var set struct {
		Data map[string]json.RawMessage `json:"f:data"`
	}
	if fields == nil || json.Unmarshal(fields.GetRawBytes(), &set) != nil {
		return nil
	}
	names := make([]string, 0, len(set.Data))
	for field := range set.Data {
		if len(field) > 2 && field[:2] == "f:" {
			names = append(names, field[2:])
		}
	}
	return names
}

// isOwn reports whether the field manager owns the entry.
func (c content) isOwn(name string) bool {
	_, ok := c.own[name]
	return ok
}

// differs reports whether the own entries or the annotation differ from the plan.
func (c content) differs(plan Plan) bool {
	return c.leftOut != plan.Annotations[c.leftOutName] || !maps.Equal(c.own, plan.Entries)
}
