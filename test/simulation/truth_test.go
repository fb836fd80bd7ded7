// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package simulation

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

func TestPromisesAreOnPages(t *testing.T) {
	for rule, quote := range promises() {
		page, err := os.ReadFile(filepath.Join("..", "..", "docs", quote.Page))
		if err != nil {
			t.Fatal(err)
		}
		if quote.Sentence == "" || !strings.Contains(strings.Join(strings.Fields(string(page)), " "), quote.Sentence) {
			t.Errorf("%s: %s does not have %q", rule, quote.Page, quote.Sentence)
		}
	}
}
