// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package history

import (
	"bufio"
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"sync"
)

// longestLine is the maximum length of a line. The status of a Shoot has up to 12 KB, and the report of a seed 1,000
// KiB.
const longestLine = 4 << 20

// Read reads a history. It refuses unknown fields, because a misspelled field would be a fact that no rule sees.
func Read(from io.Reader) ([]Observation, error) {
	var observations []Observation
	lines := bufio.NewScanner(from)
	lines.Buffer(nil, longestLine)
	for number := 1; lines.Scan(); number++ {
		line := bytes.TrimSpace(lines.Bytes())
		if len(line) == 0 || line[0] == '#' {
			continue
		}
		observation, err := decode(line)
		if err != nil {
			return nil, fmt.Errorf("line %d: %w", number, err)
		}
		observations = append(observations, observation)
	}
	if err := lines.Err(); err != nil {
		return nil, fmt.Errorf("failed to read the history: %w", err)
	}
	return observations, nil
}

func decode(line []byte) (Observation, error) {
	var observation Observation
	decoder := json.NewDecoder(bytes.NewReader(line))
	decoder.DisallowUnknownFields()
	if err := decoder.Decode(&observation); err != nil {
		return Observation{}, fmt.Errorf("not an observation: %w", err)
	}
	if decoder.More() {
		return Observation{}, fmt.Errorf("more than one observation in a line")
	}
	return observation, observation.Validate()
}

// Writer writes a history. Several observers may use it at the same time.
type Writer struct {
	lock sync.Mutex
	to   io.Writer
}

// NewWriter returns a Writer.
func NewWriter(to io.Writer) *Writer { return &Writer{to: to} }

// Write writes an observation as a line.
func (w *Writer) Write(observation Observation) error {
	if err := observation.Validate(); err != nil {
		return err
	}
	line, err := json.Marshal(observation)
	if err != nil {
		return fmt.Errorf("failed to encode an observation of %s: %w", observation.Key(), err)
	}
	if len(line) >= longestLine {
		return fmt.Errorf("an observation of %s has %d bytes, more than %d: leave out what no rule reads", observation.Key(), len(line), longestLine)
	}
	w.lock.Lock()
	defer w.lock.Unlock()
	_, err = w.to.Write(append(line, '\n'))
	return err
}
