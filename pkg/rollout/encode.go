// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package rollout

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	corev1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/util/validation"

	fluxv1alpha1 "github.com/shoot-flux/gardener-extension-shoot-flux/pkg/apis/flux/v1alpha1"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/text"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/text/boundedjson"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/text/ordered"
)

// Keys of ConfigMap flux-rollout.
const (
	// KeyStatus is the key of the Progress as YAML. It is meant for users; no controller reads it.
	KeyStatus = "status.yaml"
	// keyState is the key of the State as JSON, compressed with gzip.
	keyState = "state"
	// keyRevision is the prefix of the keys of Revisions as JSON, compressed with gzip. The rest of the key is the
	// revision's ID.
	keyRevision = "revision."
	// keyOperations is the key of the executed operations as JSON, compressed with gzip.
	keyOperations = "operations"
	// keySources is the key of Sources as JSON, compressed with gzip.
	keySources = "sources"
)

const (
	// mostRevisions is the maximum number of revisions, and largestRevisions their maximum total uncompressed size in
	// bytes.
	mostRevisions, largestRevisions = 200, 4 << 20
	// mostRings is the maximum number of rings: 20 configured rings and the ring for all other members. mostRequirements
	// and mostValues limit a selector, and the others what each decision evaluates, in the same way as the validation of a
	// Rollout.
	mostRings, mostRequirements, mostValues = 21, 20, 100
	mostWindows, mostChecks, mostFreezes    = 5, 5, 20
)

// stateLimits returns the limits of an encoded State. For comparison, 5,000 progressing members need 1.5 MiB and 40,000
// elements.
func stateLimits() boundedjson.Limits {
	return boundedjson.Limits{Bytes: 4 << 20, Elements: 150_000, Entries: 10_000, Text: 4 << 10}
}

// revisionLimits returns the limits of an encoded Revision, given the number of bytes left for revisions. Any valid
// flux-config is within the limits if enough bytes are left.
func revisionLimits(left int) boundedjson.Limits {
	return boundedjson.Limits{Bytes: min(2<<20, left), Elements: 1000}
}

// operationLimits returns the limits of the encoded operations.
func operationLimits() boundedjson.Limits {
	return boundedjson.Limits{Bytes: 64 << 10, Elements: 100, Entries: mostOperations, Text: 4 << 10}
}

// sourceLimits returns the limits of the encoded Sources.
func sourceLimits() boundedjson.Limits {
	return boundedjson.Limits{Bytes: 2 << 20, Elements: 30_000, Entries: 10_000, Text: 300}
}

// ErrNoState is returned by Decode for a ConfigMap that stores no State.
var ErrNoState = errors.New("it has no state")

// Encode returns the values of ConfigMap flux-rollout that store the State and its revisions. boundedjson.IsExceeded
// returns true for the error if the State is larger than Decode accepts.
func (s *State) Encode() (map[string][]byte, error) {
	if len(s.Revisions) > mostRevisions {
		return nil, boundedjson.ExceededError(fmt.Sprintf("it has more than %d revisions", mostRevisions))
	}
	value, _, err := stateLimits().Compress(s)
	values := map[string][]byte{keyState: value}
	if err == nil && len(s.Operations) > 0 {
		values[keyOperations], _, err = operationLimits().Compress(s.Operations)
	}
	if err == nil && len(s.Sources.Revisions)+len(s.Sources.Members) > 0 {
		values[keySources], _, err = sourceLimits().Compress(s.Sources)
	}
	left := largestRevisions
	for id, revision := range ordered.Map(s.Revisions) {
		if err != nil {
			break
		}
		var size int
		values[keyRevision+id], size, err = revisionLimits(left).Compress(revision)
		left -= size
	}
	if err != nil {
		return nil, fmt.Errorf("failed to encode a rollout: %w", err)
	}
	return values, nil
}

// Decode reads the State from ConfigMap flux-rollout. Because project members can edit this ConfigMap, Decode limits
// and validates the content. It ignores damaged revisions, operations and sources, and returns an error for any other
// damage. The rollout in the returned State has its defaults.
func Decode(configMap *corev1.ConfigMap) (*State, error) {
	return decode(configMap, stateLimits())
}

// DecodeStrict is Decode for readers that deliver according to the State. It returns an error for a field that a newer
// version of the extension has written, because a reader that ignores the field could deliver a change too early.
func DecodeStrict(configMap *corev1.ConfigMap) (*State, error) {
	limits := stateLimits()
	limits.Strict = true
	return decode(configMap, limits)
}

func decode(configMap *corev1.ConfigMap, limits boundedjson.Limits) (*State, error) {
	s, err := &State{}, ErrNoState
	if value, ok := configMap.BinaryData[keyState]; ok {
		_, err = limits.Decompress(value, s)
	}
	if err == nil {
		err = s.complete()
	}
	if err != nil {
		return nil, fmt.Errorf("ConfigMap %s/%s is damaged: %w", configMap.Namespace, configMap.Name, err)
	}
	s.Revisions, s.Operations, s.Sources = revisionsIn(configMap), operationsIn(configMap), sourcesIn(configMap)
	return s, nil
}

// complete validates a decoded State and sets its defaults.
func (s *State) complete() error {
	if len(s.Rings) > mostRings || len(s.Rollout.Rings) > mostRings || slices.ContainsFunc(s.Rollout.Rings, selectsByTooMuch) {
		return fmt.Errorf("it has more than %d rings, or a ring with a selector that is too large", mostRings)
	}
	if len(s.Rollout.Freezes) > mostFreezes || slices.ContainsFunc(s.Rollout.Rings, func(ring fluxv1alpha1.Ring) bool {
		return len(ring.Windows) > mostWindows || len(ring.Checks) > mostChecks
	}) {
		return fmt.Errorf("it has more than %d freezes, or a ring with more than %d windows or %d checks", mostFreezes, mostWindows, mostChecks)
	}
	fluxv1alpha1.SetDefaults_Rollout(&s.Rollout)
	if s.Target == "" || len(s.Rings) == 0 || len(s.Rings) != len(s.Rollout.Rings) {
		return errors.New("it has no target, or its rings differ from the configured ones")
	}
	for i, ring := range s.Rings {
		if ring.Name != s.Rollout.Rings[i].Name {
			return errors.New("its rings are not in the configured order")
		}
		// Messages and commands contain the name.
		if len(validation.IsDNS1123Label(ring.Name)) > 0 {
			return errors.New("it has a ring with an invalid name")
		}
		s.Rings[i].Failures = sorted(ring.Failures)
	}
	if s.hasInvalidCommit() {
		return errors.New("it has a target with an incomplete commit")
	}
	slices.Sort(s.Skipped)
	s.selectors = compile(s.Rollout.Rings)
	if s.Members == nil {
		s.Members = map[string]Record{}
	}
	s.History = s.History[:min(len(s.History), longestHistory)]
	return nil
}

// hasInvalidCommit returns whether a target of a ring or a member has a commit that no source can be pinned to. The
// members would follow the source instead.
func (s *State) hasInvalidCommit() bool {
	isInvalid := func(target Target) bool { return target.Commit != "" && commitOf(target.Commit) != target.Commit }
	for _, ring := range s.Rings {
		if slices.ContainsFunc([]Target{ring.Target, ring.Passed, ring.Former}, isInvalid) {
			return true
		}
	}
	for _, record := range s.Members {
		if isInvalid(record.Target) || isInvalid(record.Next) || isInvalid(Target{Commit: record.Pin}) {
			return true
		}
	}
	return false
}

// selectsByTooMuch returns whether the selector of a ring exceeds the limits that the validation of a Rollout enforces.
func selectsByTooMuch(ring fluxv1alpha1.Ring) bool {
	hasTooManyValues := func(expression metav1.LabelSelectorRequirement) bool { return len(expression.Values) > mostValues }
	return len(ring.Purposes) > mostRequirements || ring.Shoots != nil &&
		(len(ring.Shoots.MatchLabels)+len(ring.Shoots.MatchExpressions) > mostRequirements || slices.ContainsFunc(ring.Shoots.MatchExpressions, hasTooManyValues))
}

// operationsIn returns the executed operations in the ConfigMap; none if they are damaged.
func operationsIn(configMap *corev1.ConfigMap) []ExecutedOperation {
	var operations []ExecutedOperation
	if _, err := operationLimits().Decompress(configMap.BinaryData[keyOperations], &operations); err != nil {
		return nil
	}
	for i := range operations {
		operations[i].Value, operations[i].Note = text.Cut(operations[i].Value, longestOperation), text.Cut(operations[i].Note, longestNote)
	}
	return operations
}

// sourcesIn returns the sources in the ConfigMap; none if they are damaged.
func sourcesIn(configMap *corev1.ConfigMap) Sources {
	var sources Sources
	if _, err := sourceLimits().Decompress(configMap.BinaryData[keySources], &sources); err != nil {
		return Sources{}
	}
	return sources
}

// revisionsIn returns the revisions in the ConfigMap whose IDs match their content, within the limits.
func revisionsIn(configMap *corev1.ConfigMap) map[string]Revision {
	revisions, read, left := map[string]Revision{}, 0, largestRevisions
	for key, value := range ordered.Map(configMap.BinaryData) {
		id, is := strings.CutPrefix(key, keyRevision)
		if !is {
			continue
		}
		if read++; read > mostRevisions {
			break
		}
		var r Revision
		size, err := revisionLimits(left).Decompress(value, &r)
		left -= size
		if err == nil && r.ID() == id {
			revisions[id] = r
		}
	}
	return revisions
}
