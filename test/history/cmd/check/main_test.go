// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package main

import (
	"bytes"
	"os"
	"path/filepath"
	"testing"

	. "github.com/onsi/gomega"
)

func TestRun(t *testing.T) {
	for _, test := range []struct {
		reason, history string
		found           int
		printed, err    string
	}{
		{"nothing is wrong", `{"at":"2026-11-28T12:00:00Z","observer":"story","setup":{"story":"one"}}` + "\n", 0, "1 observations", ""},
		{
			"a Flux version goes back", `{"at":"2026-11-28T12:00:00Z","observer":"garden","report":{"namespace":"garden-a","shoot":"a","status":{"uid":"1","ready":false,"state":"Failed","fluxVersion":"v2.9.3","observedAt":null}}}
{"at":"2026-11-28T12:00:01Z","observer":"garden","report":{"namespace":"garden-a","shoot":"a","status":{"uid":"1","ready":false,"state":"Failed","fluxVersion":"v2.8.8","observedAt":null}}}
`, 1, "line 2, 12:00:01.000, garden: report {", "",
		},
		{"it is no history", "text\n", 0, "", "history.jsonl: line 1: not an observation"},
	} {
		t.Run(test.reason, func(t *testing.T) {
			g := NewWithT(t)
			name := filepath.Join(t.TempDir(), "history.jsonl")
			g.Expect(os.WriteFile(name, []byte(test.history), 0o600)).To(Succeed())
			var printed bytes.Buffer
			found, err := run(name, &printed)
			if test.err != "" {
				g.Expect(err).To(MatchError(ContainSubstring(test.err)))
				return
			}
			g.Expect(err).NotTo(HaveOccurred())
			g.Expect(found).To(Equal(test.found))
			g.Expect(printed.String()).To(ContainSubstring(test.printed))
		})
	}
}
