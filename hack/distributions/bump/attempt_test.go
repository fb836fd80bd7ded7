// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package main

import (
	"context"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"
)

var _ = Describe("attempt", func() {
	const carried = "v2.8.8\nv2.9.3\n"
	var (
		repository commands
		before     map[string]string
		progress   *strings.Builder
	)

	git := func(words ...string) string {
		GinkgoHelper()
		output, err := repository.get(GinkgoT().Context(), append([]string{"git", "-c", "user.name=a", "-c", "user.email=a@localhost"}, words...)...)
		Expect(err).NotTo(HaveOccurred())
		return string(output)
	}
	write := func(root, name, content string) {
		GinkgoHelper()
		Expect(os.MkdirAll(filepath.Dir(filepath.Join(root, name)), 0o755)).To(Succeed())
		Expect(os.WriteFile(filepath.Join(root, name), []byte(content), 0o600)).To(Succeed())
	}
	// tree returns the content of all files, tracked or not, and what git says about them.
	tree := func() map[string]string {
		GinkgoHelper()
		found := map[string]string{"status": git("status", "--porcelain", "--ignored"), "branches": git("branch", "--all", "--verbose"), "worktrees": git("worktree", "list")}
		Expect(filepath.WalkDir(repository.root, func(path string, entry fs.DirEntry, err error) error {
			switch {
			case err != nil:
				return err
			case entry.Name() == ".git":
				return fs.SkipDir
			case entry.IsDir():
				return nil
			}
			content, err := os.ReadFile(path)
			found[strings.TrimPrefix(path, repository.root)] = string(content)
			return err
		})).To(Succeed())
		return found
	}
	change := func(b *bump) error {
		write(b.root, versionsFile, "v2.8.8\nv2.9.5\n")
		write(b.root, "pkg/flux/distributions/v2.9.5/text.yaml", "new\n")
		write(b.root, "pkg/flux/distributions/v2.9.5/text.yaml.br", "\x00\xff\x01")
		write(b.root, "bin/program", "built")
		return os.RemoveAll(filepath.Join(b.root, "pkg/flux/distributions/v2.9.3"))
	}
	attempt := func(ctx context.Context, work func(*bump) error) error {
		return (&bump{commands: repository}).attempt(ctx, work)
	}

	BeforeEach(func() {
		// The patch and the copy are in the directory for temporary files.
		GinkgoT().Setenv("TMPDIR", GinkgoT().TempDir())
		progress = &strings.Builder{}
		repository = commands{root: GinkgoT().TempDir(), output: progress}
		git("init", "--quiet", "--initial-branch=main")
		write(repository.root, ".gitignore", "/bin/\n")
		write(repository.root, versionsFile, carried)
		write(repository.root, sumsFile, "m v1 h1:a\n")
		write(repository.root, "pkg/flux/distributions/v2.9.3/text.yaml", "old\n")
		git("add", "--all")
		git("commit", "--quiet", "--message=a")
		write(repository.root, "bin/program", "older")
		write(repository.root, "notes.txt", "of the developer")
		before = tree()
	})

	AfterEach(func() {
		left, err := filepath.Glob(filepath.Join(os.TempDir(), "bump-flux-*"))
		Expect(err).NotTo(HaveOccurred())
		for _, path := range left {
			Expect(path).To(HaveSuffix(".patch"), "a copy is left")
		}
	})

	It("moves all changes to the tree, and leaves what git does not track", func(ctx SpecContext) {
		Expect(attempt(ctx, func(b *bump) error {
			Expect(change(b)).To(Succeed())
			Expect(tree()).To(Equal(before), "not before the end")
			return b.commit(ctx)
		})).To(Succeed())
		want := before
		want["status"] = " M hack/distributions/versions\n D pkg/flux/distributions/v2.9.3/text.yaml\n?? notes.txt\n?? pkg/flux/distributions/v2.9.5/\n!! bin/\n"
		want["/"+versionsFile] = "v2.8.8\nv2.9.5\n"
		want["/pkg/flux/distributions/v2.9.5/text.yaml"] = "new\n"
		want["/pkg/flux/distributions/v2.9.5/text.yaml.br"] = "\x00\xff\x01"
		delete(want, "/pkg/flux/distributions/v2.9.3/text.yaml")
		Expect(tree()).To(Equal(want))
	})

	It("takes the place of what Renovate has changed", func(ctx SpecContext) {
		write(repository.root, versionsFile, "v2.8.8\nv2.9.4\n")
		Expect(attempt(ctx, func(b *bump) error {
			Expect(b.read(versionsFile)).To(BeEquivalentTo(carried))
			return change(b)
		})).To(Succeed())
		Expect(repository.read(versionsFile)).To(BeEquivalentTo("v2.8.8\nv2.9.5\n"))
	})

	It("leaves the tree as it was if a step fails, and keeps the changes as a patch", func(ctx SpecContext) {
		broken := errors.New("broken")
		err := attempt(ctx, func(b *bump) error { return errors.Join(change(b), broken) })
		Expect(err).To(MatchError(broken))
		Expect(tree()).To(Equal(before))

		_, command, found := strings.Cut(err.Error(), "the tree is as before; this makes the changes of the attempt: ")
		Expect(found).To(BeTrue())
		git(strings.Fields(command)[1:]...)
		Expect(repository.read(versionsFile)).To(BeEquivalentTo("v2.8.8\nv2.9.5\n"))
	})

	It("leaves the tree as Renovate has changed it if a step fails", func(ctx SpecContext) {
		write(repository.root, versionsFile, "v2.8.8\nv2.9.4\n")
		changed := tree()
		Expect(attempt(ctx, func(b *bump) error { return errors.Join(change(b), errors.New("broken")) })).To(MatchError(ContainSubstring("broken")))
		Expect(tree()).To(Equal(changed))
	})

	It("leaves the tree as it was if it is interrupted, and ends all processes", func(ctx SpecContext) {
		interrupted, interrupt := context.WithCancel(ctx)
		defer interrupt()
		started := filepath.Join(GinkgoT().TempDir(), "started")
		err := attempt(interrupted, func(b *bump) error {
			Expect(change(b)).To(Succeed())
			go func() {
				defer GinkgoRecover()
				Eventually(started).Should(BeARegularFile())
				interrupt()
			}()
			// A process that waits for another one, as go run and make do. The command ends when both have closed their output.
			return b.run(interrupted, "", "sh", "-c", "sh -c 'touch "+started+" && exec sleep 600'; true")
		})
		Expect(err).To(MatchError(context.Canceled))
		Expect(tree()).To(Equal(before))
		Expect(filepath.Glob(filepath.Join(os.TempDir(), "*.patch"))).To(BeEmpty())
	})

	It("changes nothing if a file of the developer is in the way of a new one", func(ctx SpecContext) {
		write(repository.root, "pkg/flux/distributions/v2.9.5/text.yaml", "of the developer")
		before := tree()
		Expect(attempt(ctx, change)).To(MatchError(ContainSubstring("the changes do not fit the tree")))
		Expect(progress.String()).To(ContainSubstring("pkg/flux/distributions/v2.9.5/text.yaml: already exists in working directory"))
		Expect(tree()).To(Equal(before))
	})

	It("refuses changes that are not committed, because the copy would not have them", func(ctx SpecContext) {
		write(repository.root, ".gitignore", "/bin/\n/other/\n")
		Expect(attempt(ctx, func(*bump) error { Fail("it must not start"); return nil })).To(MatchError(
			"the tree has changes that are not committed; commit or stash them:\n M .gitignore\n"))
	})
})
