// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

// Command bump updates the Flux versions that the extension carries, and prints what a reviewer has to look at.
//
//	bump [--quick] replace OLD NEW   replaces a version by another patch
//	bump [--quick] add NEW           adds a minor version, which takes the place of the oldest one
//	bump copies VERSION              changes the version of the module with the copies of Flux's releases
//	bump review OLD NEW              prints the review again; OLD may be in the last commit or in main
//
// It works in a copy of the committed tree, and changes the tree only when all steps have succeeded. Progress goes to
// standard error, and the review to standard output, as a text for the pull request. With --quick, it prints the commands
// that take long instead of running them.
package main

import (
	"bytes"
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"os/signal"
	"slices"
	"strings"
	"syscall"

	"golang.org/x/mod/semver"

	"github.com/shoot-flux/gardener-extension-shoot-flux/hack/distributions/gomodule"
)

// mostMinors is the number of minor versions that the Flux project supports.
const mostMinors = 3

func main() {
	quick := flag.Bool("quick", false, "print the commands that take long instead of running them")
	flag.Parse()
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM, syscall.SIGHUP)
	b := &bump{commands: commands{root: ".", output: os.Stderr}, quick: *quick, review: os.Stdout}
	err := b.main(ctx, flag.Args())
	stop()
	if err != nil {
		fmt.Fprintln(os.Stderr, "bump:", err)
		os.Exit(1)
	}
}

// bump is an update of the carried versions.
type bump struct {
	commands
	quick  bool
	review io.Writer
}

func (b *bump) main(ctx context.Context, args []string) error {
	switch command, versions := slices.Concat(args, []string{""})[0], args[min(len(args), 1):]; {
	case slices.ContainsFunc(versions, func(v string) bool { return semver.Canonical(v) != v || v == "" }):
		return fmt.Errorf("versions are such as v2.9.3, and not %s", strings.Join(versions, " "))
	case command == "replace" && len(versions) == 2:
		return b.update(ctx, versions[0], versions[1])
	case command == "add" && len(versions) == 1:
		return b.update(ctx, "", versions[0])
	case command == "copies" && len(versions) == 1:
		return b.copies(ctx, versions[0])
	case command == "review" && len(versions) == 2:
		return b.again(ctx, versions[0], versions[1])
	}
	return errors.New("usage: hack/bump-flux [--quick] replace OLD NEW | [--quick] add NEW | copies VERSION | review OLD NEW")
}

// copies changes the module with the copies of Flux's releases. No distribution may change by that.
func (b *bump) copies(ctx context.Context, version string) error {
	return b.attempt(ctx, func(b *bump) error {
		if err := b.run(ctx, "", "go", "run", "./hack/distributions", "-copies", version); err != nil {
			return err
		}
		return b.run(ctx, "", "go", "run", "./hack/distributions")
	})
}

// update adds a version and drops another one: without a given one, the oldest if there are too many minors. It prints
// the review when the tree has changed.
func (b *bump) update(ctx context.Context, drop, add string) error {
	var text bytes.Buffer
	if err := b.attempt(ctx, func(b *bump) error {
		b.review = &text
		return b.updateHere(ctx, drop, add)
	}); err != nil {
		return err
	}
	_, err := text.WriteTo(b.review)
	return err
}

func (b *bump) updateHere(ctx context.Context, drop, add string) error {
	carried, err := readVersions(b.read)
	if err != nil {
		return err
	}
	u, err := newUpdate(carried, drop, add)
	if err != nil {
		return err
	}
	for _, version := range carried {
		old, err := load(b.read, version)
		if err != nil {
			return err
		}
		u.old = append(u.old, old)
	}
	left, err := runSteps(ctx, b.steps(u), b.quick, b.output)
	if err != nil {
		return err
	}
	added, err := load(b.read, add)
	if err != nil {
		return err
	}
	notes, err := releaseNotes(ctx, gomodule.Go(true), u.base(), added)
	if err != nil {
		return err
	}
	return b.print(u.base(), added, notes, u.old, u.places, left)
}

// update is what changes in the carried versions.
type update struct {
	drop, add     string
	before, after []string
	// old contains the versions that were carried, as they were.
	old []*release
	// places contains the lines that name an old version and were left.
	places []string
}

// newUpdate returns the carried versions before and after, oldest first.
func newUpdate(carried []string, drop, add string) (*update, error) {
	sameMinor := func(v string) bool { return semver.MajorMinor(v) == semver.MajorMinor(add) }
	switch {
	case slices.Contains(carried, add):
		return nil, fmt.Errorf("%s is carried already", add)
	case drop != "" && (!slices.Contains(carried, drop) || !sameMinor(drop)):
		return nil, fmt.Errorf("%s cannot take the place of %s; carried are %s", add, drop, strings.Join(carried, ", "))
	case drop == "" && slices.ContainsFunc(carried, sameMinor):
		return nil, fmt.Errorf("a patch of %s is carried already: replace it", semver.MajorMinor(add))
	case drop == "" && before(carried, add) == "":
		return nil, fmt.Errorf("%s is older than all carried versions (%s)", add, strings.Join(carried, ", "))
	case drop == "" && len(carried) >= mostMinors:
		drop = carried[0]
	}
	after := slices.DeleteFunc(slices.Clone(carried), func(v string) bool { return v == drop })
	after = append(after, add)
	semver.Sort(after)
	return &update{drop: drop, add: add, before: carried, after: after}, nil
}

// isNewest returns whether the new version becomes the default.
func (u *update) isNewest() bool { return u.after[len(u.after)-1] == u.add }

// base returns the release that the new one is compared with: the one that it replaces, or the nearest older one.
func (u *update) base() *release {
	version := before(u.before, u.add)
	if semver.MajorMinor(u.drop) == semver.MajorMinor(u.add) {
		version = u.drop
	}
	return u.old[slices.Index(u.before, version)]
}

// print writes the review, the lines that were left, and the commands that are still to be run.
func (b *bump) print(from, to *release, notes []string, upgrades []*release, places, left []string) error {
	text, err := review(from, to, notes, upgrades)
	if err != nil {
		return err
	}
	fmt.Fprint(b.review, text)
	for _, list := range []section{
		{"Lines that still name the old version, because they were measured with it or name the new one", places},
		{"Still to be run", left},
	} {
		if len(list.lines) > 0 {
			fmt.Fprintf(b.review, "\n## %s\n\n- `%s`\n", list.title, strings.Join(list.lines, "`\n- `"))
		}
	}
	return nil
}

// again prints the review of versions of which the older one may have been replaced.
func (b *bump) again(ctx context.Context, old, version string) error {
	to, err := load(b.read, version)
	if err != nil {
		return err
	}
	from, err := load(b.read, old)
	for _, commit := range []string{"HEAD", "main"} {
		if err != nil {
			from, err = load(b.readAt(ctx, commit), old)
		}
	}
	if err != nil {
		return err
	}
	carried, err := readVersions(b.read)
	if err != nil {
		return err
	}
	upgrades := []*release{from}
	for _, version := range carried {
		if semver.Compare(version, to.version) < 0 && version != old {
			older, err := load(b.read, version)
			if err != nil {
				return err
			}
			upgrades = append(upgrades, older)
		}
	}
	slices.SortFunc(upgrades, func(a, b *release) int { return semver.Compare(a.version, b.version) })
	notes, err := releaseNotes(ctx, gomodule.Go(true), from, to)
	if err != nil {
		return err
	}
	return b.print(from, to, notes, upgrades, nil, nil)
}
