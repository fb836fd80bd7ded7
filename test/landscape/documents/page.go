// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package documents

import (
	"fmt"
	"path"
	"regexp"
	"slices"
	"strings"
)

// Page is a page of the documentation.
type Page struct {
	// Path is the page's path in the repository.
	Path string
	// Steps are the actions of a reader, in order.
	Steps []Step
}

// Kind is the kind of a Step.
type Kind string

// Kinds of steps.
const (
	// Run is a block of commands to run.
	Run Kind = "run"
	// NotRun is a block of commands with the reason why it is not run.
	NotRun Kind = "not run"
	// File is a block that the reader writes into a file.
	File Kind = "file"
	// Landscape is an action outside of the commands, such as a change at the Git host.
	Landscape Kind = "landscape"
)

// Step is one action of a reader.
type Step struct {
	Kind Kind
	// Line is the number of the first line of the step's text in the page.
	Line int
	// Text contains the commands, the content of the file, or the action.
	Text string
	// About is the name of the file, or the reason why a block is not run.
	About string
	// Shown is the output that the page shows after a block of commands. It is empty if the page shows none.
	Shown string
	// ShownLine is the number of the first line of the output in the page.
	ShownLine int
}

var (
	fence   = regexp.MustCompile("^([ \\t]*)(`{3,})([^`]*)$")
	comment = regexp.MustCompile(`^[ \t]*<!--\s*(not run|file|landscape)\s*:\s*(.*?)\s*-->[ \t]*$`)
	// placeholder matches text that a reader must replace before a shell can run the command.
	placeholder = regexp.MustCompile(`…|<[a-z][a-z -]*>`)
	// indented matches a command that Markdown shows as a block because of its indentation.
	indented = regexp.MustCompile(`^(?: {4}|\t)\s*(?:\$ )?((?:kubectl|make|git|helm|go|docker|skopeo|curl|gardener-extension-shoot-flux) \S.*)$`)
)

// shellLanguages are languages that a page must not use instead of sh, because the commands in their blocks would not
// be run.
var shellLanguages = []string{"bash", "shell", "console", "shell-session", "shellsession", "zsh"}

// Parse reads a page. It refuses commands in blocks of languages other than sh, and special comments that no block
// follows.
func Parse(file string, content []byte) (Page, error) {
	p := parser{page: Page{Path: file}, lines: strings.Split(string(content), "\n")}
	for p.next < len(p.lines) {
		if err := p.step(); err != nil {
			return Page{}, err
		}
	}
	if p.pending != nil {
		return Page{}, p.errorf(p.pendingLine, "<!-- %s: … --> has no block after it", p.pending.Kind)
	}
	return p.page, nil
}

type parser struct {
	page  Page
	lines []string
	// next is the index of the next line to read.
	next int
	// pending is the content of a comment that describes the next block.
	pending     *Step
	pendingLine int
	// fresh is true if only empty lines follow the last block of commands.
	fresh bool
}

func (p *parser) errorf(line int, format string, args ...any) error {
	return fmt.Errorf("%s:%d: %s", p.page.Path, line, fmt.Sprintf(format, args...))
}

func (p *parser) step() error {
	line := p.lines[p.next]
	p.next++
	if match := fence.FindStringSubmatch(line); match != nil {
		return p.block(match[1], match[2], strings.TrimSpace(match[3]))
	}
	if strings.TrimSpace(line) == "" {
		return nil
	}
	p.fresh = false
	if p.pending != nil {
		return p.errorf(p.pendingLine, "<!-- %s: … --> has no block after it", p.pending.Kind)
	}
	if match := indented.FindStringSubmatch(line); match != nil {
		return p.errorf(p.next, "commands are written as a block of sh, not indented: %s", match[1])
	}
	if match := comment.FindStringSubmatch(line); match != nil {
		return p.comment(Kind(match[1]), match[2])
	}
	return nil
}

func (p *parser) comment(kind Kind, about string) error {
	if about == "" {
		return p.errorf(p.next, "<!-- %s: --> says nothing", kind)
	}
	if kind == Landscape {
		p.page.Steps = append(p.page.Steps, Step{Kind: kind, Line: p.next, Text: about})
		return nil
	}
	if kind == File && (about != path.Clean(about) || path.IsAbs(about) || strings.HasPrefix(about, "..")) {
		return p.errorf(p.next, "file %s is not below the directory in which a reader works", about)
	}
	p.pending, p.pendingLine = &Step{Kind: kind, About: about}, p.next
	return nil
}

// block reads a fenced block to its end, and removes the indentation of a list.
func (p *parser) block(indentation, ticks, language string) error {
	begin := p.next + 1
	var text strings.Builder
	for {
		if p.next == len(p.lines) {
			return p.errorf(begin-1, "the block does not end")
		}
		line := p.lines[p.next]
		p.next++
		if trimmed := strings.TrimSpace(line); strings.HasPrefix(trimmed, ticks) && strings.Trim(trimmed, "`") == "" {
			return p.end(begin, language, text.String())
		}
		text.WriteString(strings.TrimPrefix(line, indentation) + "\n")
	}
}

func (p *parser) end(begin int, language, text string) error {
	pending, fresh := p.pending, p.fresh
	p.pending, p.fresh = nil, false
	step := Step{Kind: Run, Line: begin, Text: text}
	switch {
	case slices.Contains(shellLanguages, language):
		return p.errorf(begin-1, "commands are written as sh, not as %s", language)
	case pending != nil && pending.Kind == NotRun && language != "sh":
		return p.errorf(begin-1, "there is nothing to run in a block of %q", language)
	case pending != nil:
		step.Kind, step.About = pending.Kind, pending.About
	case language == "text" && fresh && strings.Trim(text, "… \t\n") == "":
		return p.errorf(begin-1, "this matches any output")
	case language == "text" && fresh:
		commands := &p.page.Steps[len(p.page.Steps)-1]
		commands.Shown, commands.ShownLine = text, begin
		return nil
	case language != "sh":
		return nil
	case placeholder.MatchString(text):
		return p.errorf(begin-1, "%q cannot be run: write something that can, or <!-- not run: reason --> before the block", placeholder.FindString(text))
	}
	p.fresh = language == "sh" && step.Kind != File
	p.page.Steps = append(p.page.Steps, step)
	return nil
}
