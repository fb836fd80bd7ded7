// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package rollout

import (
	"bytes"
	"compress/gzip"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"maps"
	"slices"
	"strings"

	corev1 "k8s.io/api/core/v1"
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
	// longestState and longestRevision bound what is read, uncompressed, in bytes: 4,000 Shoots, and what ConfigMap flux-config can have.
	longestState    = 4 << 20
	longestRevision = 2 << 20
	// mostRevisions bounds the number of revisions that are read.
	mostRevisions = 200
)

// ErrTooLarge is the error of a State for which a ConfigMap has no room.
var ErrTooLarge = errors.New("the revisions in use and the Shoots need more room than a ConfigMap has")

// Encode returns the values of the ConfigMap flux-rollout for the State. The same State gives the same values.
func (s *State) Encode() (map[string][]byte, error) {
	values := map[string][]byte{}
	var err error
	if values[keyState], err = compress(s); err != nil {
		return nil, err
	}
	size := len(values[keyState])
	for _, id := range slices.Sorted(maps.Keys(s.Revisions)) {
		value, err := compress(s.Revisions[id])
		if err != nil {
			return nil, err
		}
		values[keyRevision+id] = value
		size += len(value)
	}
	if size > mostBytes {
		return nil, ErrTooLarge
	}
	return values, nil
}

func compress(value any) ([]byte, error) {
	content, err := json.Marshal(value)
	if err != nil {
		return nil, fmt.Errorf("failed to encode a rollout: %w", err)
	}
	var buffer bytes.Buffer
	writer := gzip.NewWriter(&buffer)
	if _, err := writer.Write(content); err != nil {
		return nil, fmt.Errorf("failed to compress a rollout: %w", err)
	}
	if err := writer.Close(); err != nil {
		return nil, fmt.Errorf("failed to compress a rollout: %w", err)
	}
	return buffer.Bytes(), nil
}

// Decode reads the ConfigMap flux-rollout. A revision that is damaged is as one that is missing. The error is about everything else that is damaged.
func Decode(configMap *corev1.ConfigMap) (*State, error) {
	s := &State{}
	if err := decompress(configMap.BinaryData[keyState], longestState, s); err != nil {
		return nil, fmt.Errorf("ConfigMap %s/%s is damaged: %w", configMap.Namespace, configMap.Name, err)
	}
	if s.Target == "" || len(s.Rings) == 0 || len(s.Rings) != len(s.Rollout.Rings) {
		return nil, fmt.Errorf("ConfigMap %s/%s is damaged: it has no target, or other rings than are configured", configMap.Namespace, configMap.Name)
	}
	for i, ring := range s.Rings {
		if ring.Name != s.Rollout.Rings[i].Name {
			return nil, fmt.Errorf("ConfigMap %s/%s is damaged: its rings have another order than is configured", configMap.Namespace, configMap.Name)
		}
	}
	s.selectors = compile(s.Rollout.Rings)
	if s.Shoots == nil {
		s.Shoots = map[string]Placement{}
	}
	s.Revisions = map[string]Revision{}
	for _, key := range slices.Sorted(maps.Keys(configMap.BinaryData)) {
		id, is := strings.CutPrefix(key, keyRevision)
		var r Revision
		if is && len(s.Revisions) < mostRevisions && decompress(configMap.BinaryData[key], longestRevision, &r) == nil && r.ID() == id {
			s.Revisions[id] = r
		}
	}
	return s, nil
}

func decompress(value []byte, longest int64, target any) error {
	reader, err := gzip.NewReader(bytes.NewReader(value))
	if err != nil {
		return err
	}
	content, err := io.ReadAll(io.LimitReader(reader, longest+1))
	if err != nil {
		return err
	}
	if int64(len(content)) > longest {
		return fmt.Errorf("it has more than %d bytes", longest)
	}
	return json.Unmarshal(content, target)
}
