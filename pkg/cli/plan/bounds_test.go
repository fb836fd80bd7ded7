// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package plan

import (
	"bytes"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"time"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"
)

// object stores an object in the repository, also one that the command git would not make, and returns its name.
func (r repository) object(kind string, content []byte) string {
	GinkgoHelper()
	command := exec.CommandContext(GinkgoT().Context(), "git", "-C", r.directory, "hash-object", "--literally", "-w", "--stdin", "-t", kind)
	command.Stdin = bytes.NewReader(content)
	out, err := command.Output()
	Expect(err).NotTo(HaveOccurred())
	return strings.TrimSpace(string(out))
}

// treeEntry returns an entry of a tree.
func treeEntry(mode, name, object string) []byte {
	raw := []byte{}
	_, err := fmt.Sscanf(object, "%x", &raw)
	Expect(err).NotTo(HaveOccurred())
	return append([]byte(mode+" "+name+"\x00"), raw...)
}

// commitTree makes a commit of a tree the branch main.
func (r repository) commitTree(tree string) {
	GinkgoHelper()
	r.git("update-ref", "refs/heads/main", r.object("commit", []byte("tree "+tree+"\nauthor a <a@example.com> 0 +0000\ncommitter a <a@example.com> 0 +0000\n\nx\n")))
}

// countGit puts a git into the PATH that counts how often it runs.
func countGit() func() int {
	GinkgoHelper()
	program, err := exec.LookPath("git")
	Expect(err).NotTo(HaveOccurred())
	directory := GinkgoT().TempDir()
	counted := filepath.Join(directory, "counted")
	Expect(os.WriteFile(filepath.Join(directory, "git"), []byte("#!/bin/sh\necho >>"+counted+"\nexec "+program+" \"$@\"\n"), 0o700)).To(Succeed()) //nolint:gosec // it is run
	GinkgoT().Setenv("PATH", directory+":"+os.Getenv("PATH"))
	return func() int {
		content, err := os.ReadFile(counted)
		Expect(err).NotTo(HaveOccurred())
		return len(content)
	}
}

var _ = Describe("What Git lists is bounded while it is read", func() {
	simple := files{"cluster/a.yaml": configMapOf("a", "")}

	It("for a symlink: its target is at most 4 KiB", func() {
		r := newRepository(simple)
		link := r.object("blob", bytes.Repeat([]byte("x"), 5000))
		r.commitTree(r.object("tree", treeEntry("120000", "link", link)))
		_, _, err := r.plan(blue(), "--to", "main")
		Expect(err).To(MatchError(ContainSubstring("file link has 5000 bytes, more than 4096")))
	})

	It("for symlinks: one process reads all of them", func() {
		r := newRepository(simple)
		target := r.object("blob", []byte("a.yaml"))
		tree := []byte{}
		for i := range 200 {
			tree = append(tree, treeEntry("120000", fmt.Sprintf("link-%03d", i), target)...)
		}
		r.commitTree(r.object("tree", tree))
		count := countGit()
		_, notes, err := r.plan(blue(), "--to", "main")
		Expect(err).To(MatchError(ContainSubstring("path cluster is not a directory")))
		Expect(notes).To(HaveSuffix("link-019 and 180 more\n"))
		Expect(count()).To(BeNumerically("<", 10))
	})

	It("for a symlink that source-controller ignores: it is not read at all", func() {
		r := newRepository(simple)
		r.commitTree(r.object("tree", bytes.Join([][]byte{
			treeEntry("100644", ".sourceignore", r.object("blob", []byte("link\n"))),
			treeEntry("40000", "cluster", strings.TrimSpace(r.git("rev-parse", "HEAD:cluster"))),
			treeEntry("120000", "link", r.object("blob", bytes.Repeat([]byte("x"), 5000))),
		}, nil)))
		_, _, err := r.plan(blue(), "--to", "main")
		Expect(err).NotTo(HaveOccurred())
	})

	It("for a tree with a thousand million files, which takes a few objects", func() {
		r := newRepository(simple)
		object, mode := r.object("blob", nil), "100644"
		for range 9 {
			tree := []byte{}
			for i := range 10 {
				tree = append(tree, treeEntry(mode, fmt.Sprintf("%d-%s", i, strings.Repeat("n", 100)), object)...)
			}
			object, mode = r.object("tree", tree), "40000"
		}
		r.commitTree(object)
		_, _, err := r.plan(blue(), "--to", "main")
		Expect(err).To(MatchError(ContainSubstring("the list of its files has more than 33554432 bytes")))
	})

	It("for a path", func() {
		r := newRepository(simple)
		r.commitTree(r.object("tree", treeEntry("100644", strings.Repeat("n", 1<<20), r.object("blob", nil))))
		_, _, err := r.plan(blue(), "--to", "main")
		Expect(err).To(MatchError(ContainSubstring("a file has a path of more than 8192 bytes")))
	})

	DescribeTable("for the patterns that all files are compared with",
		func(content, message string) {
			_, _, err := newRepository(simple.and(files{"x/.sourceignore": content})).plan(blue())
			Expect(err).To(MatchError(ContainSubstring(message)))
		},
		Entry("in bytes", strings.Repeat("a", 128<<10+1), "the files .sourceignore up to x/.sourceignore have more than 131072 bytes"),
		Entry("in number", strings.Repeat("a\n", 2001), "the files .sourceignore up to x/.sourceignore have more than 2000 patterns"),
	)

	It("for messages of Git", func() {
		h := &head{}
		for range 3 {
			Expect(h.Write(bytes.Repeat([]byte("x"), 3000))).To(Equal(3000))
		}
		Expect(h.Len()).To(Equal(4096))
	})
})

var _ = Describe("A file of the work tree", func() {
	simple := files{"cluster/a.yaml": configMapOf("a", "")}

	// read lists the files of the repository, changes one of them, and reads them.
	read := func(ctx SpecContext, change func(name string)) error {
		r := newRepository(simple)
		c, err := openCheckout(ctx, r.directory)
		Expect(err).NotTo(HaveOccurred())
		listed, _, err := c.workTreeEntries(ctx)
		Expect(err).NotTo(HaveOccurred())
		name := filepath.Join(r.directory, "cluster", "a.yaml")
		Expect(os.Remove(name)).To(Succeed())
		change(name)
		return c.readWorkTree(ctx, listed, func(entry, []byte) error { return nil })
	}

	It("that has become a pipe is not waited for", func(ctx SpecContext) {
		Expect(read(ctx, func(name string) { Expect(syscall.Mkfifo(name, 0o600)).To(Succeed()) })).To(MatchError("cluster/a.yaml has changed while it was read; repeat the command"))
	}, SpecTimeout(time.Minute))

	It("that grows is not read further than it was listed", func(ctx SpecContext) {
		Expect(read(ctx, func(name string) { Expect(os.WriteFile(name, bytes.Repeat([]byte("x"), 1<<20), 0o600)).To(Succeed()) })).To(MatchError("cluster/a.yaml has changed while it was read; repeat the command"))
	})

	It("that has become a symlink out of the checkout is not read", func(ctx SpecContext) {
		Expect(read(ctx, func(name string) { Expect(os.Symlink("/dev/zero", name)).To(Succeed()) })).To(MatchError(ContainSubstring("escapes")))
	}, SpecTimeout(time.Minute))

	It("that has become a directory, or lies below what has become a file, is deleted", func() {
		r := newRepository(simple.and(files{"cluster/x/y.yaml": configMapOf("y", "")}))
		Expect(os.RemoveAll(filepath.Join(r.directory, "cluster", "x"))).To(Succeed())
		Expect(os.WriteFile(filepath.Join(r.directory, "cluster", "x"), nil, 0o600)).To(Succeed())
		out, _, err := r.plan(blue())
		Expect(err).NotTo(HaveOccurred())
		Expect(lines(out)).To(Equal([]string{"+ ConfigMap default/a"}))
	})

	It("that is a pipe or a device is not a file", func() {
		r := newRepository(simple)
		Expect(syscall.Mkfifo(filepath.Join(r.directory, "cluster", "pipe.yaml"), 0o600)).To(Succeed())
		out, _, err := r.plan(blue())
		Expect(err).NotTo(HaveOccurred())
		Expect(lines(out)).To(Equal([]string{"+ ConfigMap default/a"}))
	})
})
