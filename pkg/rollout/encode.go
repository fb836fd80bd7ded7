// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package rollout

import (
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"

	corev1 "k8s.io/api/core/v1"
	"k8s.io/apimachinery/pkg/util/validation"

	fluxv1alpha1 "github.com/shoot-flux/gardener-extension-shoot-flux/pkg/apis/flux/v1alpha1"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/text/boundedjson"
)

// Keys of the ConfigMap flux-rollout.
const (
	// KeyStatus is the key with a Progress as YAML, for people. Nothing reads it.
	KeyStatus = "status.yaml"
	// keyState is the key with the State as JSON, compressed with gzip.
	keyState = "state"
	// keyRevision begins the keys with a Revision each as JSON, compressed with gzip; its identity follows.
	keyRevision = "revision."
)

const (
	// mostBytes bounds all values of the ConfigMap. An API server accepts 1 MiB.
	mostBytes = 1000 << 10
	// mostRevisions bounds the number of revisions, and largestRevisions the bytes that all of them have, uncompressed.
	mostRevisions, largestRevisions = 200, 4 << 20
	// mostRings bounds the rings: those that a project may name, and the ring for all other Shoots. mostRequirements and mostValues bound a selector as the
	// validation of a Rollout does.
	mostRings, mostRequirements, mostValues = 21, 20, 100
)

// stateLimits bound a State: 5,000 Shoots of a project that are on their way have 1.5 MiB and 40,000 elements.
func stateLimits() boundedjson.Limits {
	return boundedjson.Limits{Bytes: 4 << 20, Elements: 150_000, Entries: 10_000, Text: 4 << 10}
}

// revisionLimits returns the limits of a Revision that may use the given number of bytes. They admit any flux-config with known keys.
func revisionLimits(left int) boundedjson.Limits {
	return boundedjson.Limits{Bytes: min(2<<20, left), Elements: 1000}
}

// ErrTooLarge is the error of a State for which a ConfigMap has no room, or which would not be read again.
var ErrTooLarge = errors.New("the revisions in use and the Shoots need more room than a ConfigMap has")

// Encode returns the values of the ConfigMap flux-rollout for the State. The same State gives the same values, and Decode reads what it returns.
func (s *State) Encode() (map[string][]byte, error) {
	if len(s.Revisions) > mostRevisions {
		return nil, ErrTooLarge
	}
	values := map[string][]byte{}
	value, _, err := stateLimits().Compress(s)
	if err != nil {
		return nil, encodeError(err)
	}
	values[keyState] = value
	size, left := len(value), largestRevisions
	for _, id := range slices.Sorted(maps.Keys(s.Revisions)) {
		value, uncompressed, err := revisionLimits(left).Compress(s.Revisions[id])
		if err != nil {
			return nil, encodeError(err)
		}
		values[keyRevision+id] = value
		size += len(value)
		left -= uncompressed
	}
	if size > mostBytes {
		return nil, ErrTooLarge
	}
	return values, nil
}

func encodeError(err error) error {
	if boundedjson.IsExceeded(err) {
		return ErrTooLarge
	}
	return fmt.Errorf("failed to encode a rollout: %w", err)
}

// Decode reads the ConfigMap flux-rollout. A revision that is damaged is as one that is missing. The error is about everything else that is damaged: a
// project can write anything there, and what is returned has the defaults of a Rollout, so that no reader finds nil.
func Decode(configMap *corev1.ConfigMap) (*State, error) {
	s := &State{}
	_, err := stateLimits().Decompress(configMap.BinaryData[keyState], s)
	if err == nil {
		err = s.complete()
	}
	if err != nil {
		return nil, fmt.Errorf("ConfigMap %s/%s is damaged: %w", configMap.Namespace, configMap.Name, err)
	}
	s.Revisions = revisionsIn(configMap)
	return s, nil
}

// complete validates a decoded State and sets its defaults.
func (s *State) complete() error {
	if len(s.Rings) > mostRings || len(s.Rollout.Rings) > mostRings || slices.ContainsFunc(s.Rollout.Rings, selectsByTooMuch) {
		return fmt.Errorf("it has more than %d rings, or a ring whose selector is larger than a project may write", mostRings)
	}
	fluxv1alpha1.SetDefaults_Rollout(&s.Rollout)
	if s.Target == "" || len(s.Rings) == 0 || len(s.Rings) != len(s.Rollout.Rings) {
		return errors.New("it has no target, or other rings than are configured")
	}
	for i, ring := range s.Rings {
		if ring.Name != s.Rollout.Rings[i].Name {
			return errors.New("its rings have another order than is configured")
		}
		// Messages and commands repeat it.
		if len(validation.IsDNS1123Label(ring.Name)) > 0 {
			return errors.New("it has a ring with a name that a project may not write")
		}
	}
	s.selectors = compile(s.Rollout.Rings)
	if s.Shoots == nil {
		s.Shoots = map[string]Placement{}
	}
	s.History = s.History[:min(len(s.History), longestHistory)]
	return nil
}

// selectsByTooMuch returns whether the selector of a ring is larger than a valid one: each value would be checked.
func selectsByTooMuch(ring fluxv1alpha1.Ring) bool {
	if len(ring.Purposes) > mostRequirements {
		return true
	}
	if ring.Shoots == nil {
		return false
	}
	count := len(ring.Shoots.MatchLabels) + len(ring.Shoots.MatchExpressions)
	for _, expression := range ring.Shoots.MatchExpressions {
		if len(expression.Values) > mostValues {
			return true
		}
	}
	return count > mostRequirements
}

// revisionsIn returns the revisions of the ConfigMap that are what their names say, as far as they do not exceed the limits together.
func revisionsIn(configMap *corev1.ConfigMap) map[string]Revision {
	revisions, read, left := map[string]Revision{}, 0, largestRevisions
	for _, key := range slices.Sorted(maps.Keys(configMap.BinaryData)) {
		id, is := strings.CutPrefix(key, keyRevision)
		if !is {
			continue
		}
		if read++; read > mostRevisions {
			break
		}
		var r Revision
		size, err := revisionLimits(left).Decompress(configMap.BinaryData[key], &r)
		left -= size
		if err == nil && r.ID() == id {
			revisions[id] = r
		}
	}
	return revisions
}
