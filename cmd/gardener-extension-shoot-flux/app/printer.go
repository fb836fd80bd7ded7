// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package app

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
	outputJSON = "json"
	outputYAML = "yaml"
	outputWide = "wide"
)

func write(out io.Writer, form string, content any) error {
	marshal := yaml.Marshal
	if form == outputJSON {
		marshal = func(content any) ([]byte, error) { return json.MarshalIndent(content, "", "  ") }
	}
	text, err := marshal(content)
	if err != nil {
		return fmt.Errorf("failed to write the output: %w", err)
	}
	_, err = fmt.Fprintln(out, strings.TrimSpace(string(text)))
	return err
}

func orDash(text string) string {
	if text == "" {
		return "-"
	}
	return text
}

// oneLine keeps what others have written from being more than a word or a sentence in a terminal: it neither moves the cursor nor
// turns the direction of what is read.
func oneLine(text string) string {
	return strings.TrimSpace(strings.Map(func(r rune) rune {
		if !unicode.IsPrint(r) {
			return ' '
		}
		return r
	}, text))
}

// cut shortens a text to a number of characters.
func cut(text string, length int) string {
	letters := []rune(text)
	if len(letters) <= length {
		return text
	}
	return strings.TrimSpace(string(letters[:max(length-1, 0)])) + "…"
}

// printWarnings writes notes as the commands do that end at once.
func printWarnings(out io.Writer, notes []string) {
	for _, note := range notes {
		fmt.Fprintln(out, "Warning: "+note)
	}
}
