// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package rehearsal_test

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"

	"github.com/shoot-flux/gardener-extension-shoot-flux/test/landscape/documents"
)

// blockTimeout limits a block of commands. A build of all platforms takes long.
const blockTimeout = time.Hour

// rehearsed is the reason on the page for blocks that only the rehearsal runs.
const rehearsed = "make rehearse-release runs it"

// shell is where commands of the page run.
type shell struct {
	dir           string
	environment   []string
	substitutions documents.Substitutions
}

// follow runs the only block of the page that is a text, or else contains it, and returns its output.
func (s *stage) follow(ctx SpecContext, in shell, text string) string {
	GinkgoHelper()
	blocks := slices.DeleteFunc(slices.Clone(s.commands.Steps), func(step documents.Step) bool {
		return step.Kind != documents.Run && step.Kind != documents.NotRun || !strings.Contains(step.Text, text)
	})
	if exact := slices.IndexFunc(blocks, func(step documents.Step) bool { return step.Text == text }); exact >= 0 {
		blocks = blocks[exact : exact+1]
	}
	Expect(blocks).To(HaveLen(1), "%s has not one block of commands with %q", page, text)
	step := blocks[0]
	s.ran[step.Line] = true
	scripts := s.path("scripts", fmt.Sprintf("%d-%d", step.Line, time.Now().UnixNano()), "any")
	running, err := documents.StartShell(ctx, in.dir, scripts[:len(scripts)-len("/any")], in.environment)
	Expect(err).NotTo(HaveOccurred())
	defer running.Stop()
	began := time.Now()
	output, err := running.Run(in.substitutions.Apply(step.Text), blockTimeout)
	output = in.substitutions.Undo(output)
	commands := strings.ReplaceAll(strings.TrimSpace(step.Text), "\n", "\n> ")
	GinkgoWriter.Printf("%s:%d\n$ %s\n%s(%.1f s)\n", page, step.Line, commands, output, time.Since(began).Seconds())
	var failed *documents.CommandError
	if errors.As(err, &failed) {
		Fail(fmt.Sprintf("%s:%d: this has failed: %s\n%s", page, step.Line+failed.Line-1, failed.Command, output))
	}
	Expect(err).NotTo(HaveOccurred(), output)
	return output
}

// expectAllRun checks that the rehearsal has run every block that the page leaves to it.
func (s *stage) expectAllRun() {
	GinkgoHelper()
	for _, step := range s.commands.Steps {
		if step.Kind == documents.NotRun && strings.Contains(step.About, rehearsed) {
			Expect(s.ran).To(HaveKey(step.Line), "%s:%d: %s", page, step.Line, step.Text)
		}
	}
}
