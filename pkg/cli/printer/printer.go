// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package printer

import (
	"encoding/json"
	"fmt"
	"io"
	"strings"
	"unicode"

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
	marshal := yaml.Marshal
	if form == JSON {
		marshal = func(content any) ([]byte, error) { return json.MarshalIndent(content, "", "  ") }
	}
	text, err := marshal(content)
	if err != nil {
		return fmt.Errorf("failed to write the output: %w", err)
	}
	_, err = fmt.Fprintln(out, strings.TrimSpace(string(text)))
	return err
}

// OrDash returns the text, or a dash if it is empty.
func OrDash(text string) string {
	if text == "" {
		return "-"
	}
	return text
}

// OneLine keeps what others have written from being more than a word or a sentence in a terminal: it neither moves the cursor nor
// turns the direction of what is read.
func OneLine(text string) string {
	return strings.TrimSpace(strings.Map(func(r rune) rune {
		if !unicode.IsPrint(r) {
			return ' '
		}
		return r
	}, text))
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
