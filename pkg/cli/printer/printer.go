// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package printer

import (
	"encoding/json"
	"fmt"
	"io"
	"strings"

	"sigs.k8s.io/yaml"
)

// Forms of the output.
const (
	JSON = "json"
	YAML = "yaml"
	Wide = "wide"
)

// Print writes the content as JSON or YAML.
func Print(out io.Writer, form string, content any) error {
	marshal := MarshalYAML
	if form == JSON {
		marshal = marshalJSON
	}
	text, err := marshal(content)
	if err != nil {
		return fmt.Errorf("failed to write the output: %w", err)
	}
	_, err = fmt.Fprintln(out, strings.TrimSpace(string(text)))
	return err
}

func marshalJSON(content any) ([]byte, error) {
	text, err := json.MarshalIndent(content, "", "  ")
	if err != nil {
		return nil, err
	}
	return []byte(EscapeJSON(string(text))), nil
}

// MarshalYAML returns the content as YAML. YAML leaves characters that turn the direction of a text, or are not visible, as they are: content with such
// characters is written as JSON, which is YAML as well and escapes them.
func MarshalYAML(content any) ([]byte, error) {
	if text, err := yaml.Marshal(content); err == nil && Clean(string(text)) == string(text) {
		return text, nil
	}
	text, err := marshalJSON(content)
	return append(text, '\n'), err
}

// OrDash returns the text, or a dash if it is empty.
func OrDash(text string) string {
	if text == "" {
		return "-"
	}
	return text
}

// Truncate shortens a text to a number of characters.
func Truncate(text string, length int) string {
	letters := []rune(text)
	if len(letters) <= length {
		return text
	}
	return strings.TrimSpace(string(letters[:max(length-1, 0)])) + "…"
}

// PrintWarnings writes notes as the commands do that end at once.
func PrintWarnings(out io.Writer, notes []string) {
	for _, note := range notes {
		fmt.Fprintln(out, "Warning: "+note)
	}
}
