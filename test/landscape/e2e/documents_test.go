// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package e2e_test

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"

	guide "github.com/shoot-flux/gardener-extension-shoot-flux/test/landscape/documents"
)

// shortPages are followed whenever the end-to-end tests run, the others with those that take long.
var shortPages = []string{"docs/usage/getting-started.md"}

// blockTimeout is how long a block of commands may take, with what it waits for.
const blockTimeout = 3 * time.Minute

var _ = Describe("A page of the documentation", func() {
	repository := filepath.Join("..", "..", "..")
	pages, err := guide.Pages(repository)
	if err != nil {
		It("can be read", func() { Expect(err).NotTo(HaveOccurred()) })
		return
	}
	for i, page := range pages {
		if !page.Runs() {
			continue
		}
		labels := Label("documents")
		if !slices.Contains(shortPages, page.Path) {
			labels = Label("documents", "long")
		}
		It("can be followed: "+page.Path, labels, func(ctx SpecContext) {
			r := newReader(ctx, page, i, repository)
			for _, step := range page.Steps {
				r.take(step)
			}
		}, SpecTimeout(15*time.Minute))
	}
})

// take does what a step of the page asks for, and fails with its place if that does not go as the page says.
func (r *reader) take(step guide.Step) {
	GinkgoHelper()
	r.tell("--- %s:%d: %s %s\n", r.page.Path, step.Line, step.Kind, step.About)
	switch step.Kind {
	case guide.Landscape:
		r.tell("%s\n", step.Text)
		act, known := r.acts()[step.Text]
		Expect(known).To(BeTrue(), "%s:%d: nobody knows how %q happens", r.page.Path, step.Line, step.Text)
		act()
	case guide.File:
		Expect(os.MkdirAll(filepath.Dir(r.inDirectory("work/"+step.About)), 0o750)).To(Succeed())
		Expect(os.WriteFile(r.inDirectory("work/"+step.About), []byte(r.filledIn(step.Text)), 0o600)).To(Succeed())
	case guide.Run:
		r.run(step)
	}
}

func (r *reader) run(step guide.Step) {
	GinkgoHelper()
	began := time.Now()
	output, err := r.shell.Run(r.substitutions.Apply(step.Text), blockTimeout)
	output = r.substitutions.Undo(output)
	r.tell("%s%s\n(%.1f s)\n", prompted(step.Text), strings.TrimSuffix(output, "\n"), time.Since(began).Seconds())

	var failed *guide.CommandError
	if errors.As(err, &failed) {
		Fail(fmt.Sprintf("%s:%d: this has failed: %s\n%s", r.page.Path, step.Line+failed.Line-1, failed.Command, output))
	}
	Expect(err).NotTo(HaveOccurred(), "%s:%d: %s\n%s", r.page.Path, step.Line, step.Text, output)
	if step.Shown != "" {
		Expect(guide.Compare(step.Shown, output)).To(Succeed(), "%s:%d: what is shown does not come:\n%s", r.page.Path, step.ShownLine, output)
	}
}

func prompted(commands string) string {
	return "$ " + strings.ReplaceAll(strings.TrimSuffix(commands, "\n"), "\n", "\n> ") + "\n"
}

// tell writes down what a reader sees, and keeps it in the directory that DOCUMENTS_OUT names, for authors of pages.
func (r *reader) tell(format string, args ...any) {
	GinkgoHelper()
	text := fmt.Sprintf(format, args...)
	GinkgoWriter.Print(text)
	directory := os.Getenv("DOCUMENTS_OUT")
	if directory == "" {
		return
	}
	Expect(os.MkdirAll(directory, 0o750)).To(Succeed())
	file, err := os.OpenFile(filepath.Join(directory, strings.ReplaceAll(r.page.Path, "/", "_")+".txt"), os.O_APPEND|os.O_CREATE|os.O_WRONLY, 0o600)
	Expect(err).NotTo(HaveOccurred())
	_, err = file.WriteString(text)
	Expect(errors.Join(err, file.Close())).To(Succeed())
}
