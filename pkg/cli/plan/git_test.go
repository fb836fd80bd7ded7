// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package plan

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"

	"github.com/shoot-flux/gardener-extension-shoot-flux/test/support/clitest"
)

// witness is a command that leaves a file.
type witness struct{ script, marker string }

func newWitness() witness {
	GinkgoHelper()
	directory := GinkgoT().TempDir()
	w := witness{script: filepath.Join(directory, "run"), marker: filepath.Join(directory, "has-run")}
	Expect(os.WriteFile(w.script, []byte("#!/bin/sh\ntouch "+w.marker+"\ncat\n"), 0o700)).To(Succeed()) //nolint:gosec // Git runs it
	return w
}

// everything returns a configuration of Git with each setting that makes some command of Git run the witness.
func (w witness) everything() string {
	return strings.ReplaceAll(`[core]
	repositoryformatversion = 1
	fsmonitor = RUN
	sshCommand = RUN
	gitProxy = RUN
	pager = RUN
	editor = RUN
	askPass = RUN
	alternateRefsCommand = RUN
	hooksPath = DIRECTORY
	attributesFile = DIRECTORY/attributes
[alias]
	rev-parse = !RUN
	ls-tree = !RUN
	ls-files = !RUN
	cat-file = !RUN
	for-each-ref = !RUN
[pager]
	ls-files = RUN
	ls-tree = RUN
	for-each-ref = RUN
[filter "witness"]
	clean = RUN
	smudge = RUN
	process = RUN
	required = true
[diff]
	external = RUN
[diff "witness"]
	command = RUN
	textconv = RUN
[gpg]
	program = RUN
[credential]
	helper = !RUN
[protocol]
	allow = always
[protocol "ext"]
	allow = always
[extensions]
	partialClone = origin
[remote "origin"]
	url = ext::RUN
	uploadpack = RUN
	promisor = true
	partialclonefilter = blob:none
`, "RUN", w.script)
}

// bare makes the files of a bare repository part of a directory, as a pull request could contain them.
func (w witness) bare(directory string) {
	GinkgoHelper()
	inner := newRepository(files{"cluster/a.yaml": configMapOf("a", "")}, files{"cluster/a.yaml": configMapOf("a", ""), "README.md": "x"})
	for _, name := range []string{"objects", "refs"} {
		Expect(os.CopyFS(filepath.Join(directory, name), os.DirFS(filepath.Join(inner.directory, ".git", name)))).To(Succeed())
	}
	head, err := os.ReadFile(filepath.Join(inner.directory, ".git", "HEAD"))
	Expect(err).NotTo(HaveOccurred())
	Expect(os.WriteFile(filepath.Join(directory, "HEAD"), head, 0o600)).To(Succeed())
	Expect(os.WriteFile(filepath.Join(directory, "config"), []byte("[core]\n\trepositoryformatversion = 0\n\tbare = false\n\tworktree = "+directory+"\n\tfsmonitor = "+w.script+"\n"), 0o600)).To(Succeed())
}

var _ = Describe("A directory with the files of a bare repository", func() {
	var (
		w     witness
		inner string
	)

	BeforeEach(func() {
		w = newWitness()
		r := newRepository(files{"deploy/cluster/a.yaml": configMapOf("a", ""), "deploy/cluster/team.yaml": namespace("team")}, files{"deploy/cluster/a.yaml": configMapOf("a", "")})
		inner = filepath.Join(r.directory, "deploy")
		w.bare(inner)
	})

	It("is a directory of the checkout if -C names it: nothing runs, and the revisions are those of the checkout", func() {
		out, _, err := repository{directory: inner}.plan(blue(), "--from", "HEAD~1", "--to", "HEAD", "--fail-on", "removed=Namespace")
		Expect(lines(out)).To(Equal([]string{"- Namespace team"}))
		Expect(err).To(MatchError(ContainSubstring("1 Namespace removed: Namespace team")))
		Expect(w.marker).NotTo(BeAnExistingFile())
	})

	It("is a directory of the checkout if it is the current directory", func() {
		GinkgoT().Chdir(inner)
		out, _, err := clitest.Execute(NewCommand(), "", "-f", clitest.File("fleet.yaml", clitest.Documents(config("path: ./deploy/cluster"), shoots("web"))), "--from", "HEAD~1", "--to", "HEAD")
		Expect(err).NotTo(HaveOccurred())
		Expect(lines(out)).To(Equal([]string{"- Namespace team"}))
		Expect(w.marker).NotTo(BeAnExistingFile())
	})

	It("is a directory without revisions outside of a checkout", func() {
		alone := GinkgoT().TempDir()
		repository{directory: alone}.write(files{"cluster/b.yaml": configMapOf("b", "")})
		w.bare(alone)
		out, _, err := repository{directory: alone}.plan(blue())
		Expect(err).NotTo(HaveOccurred())
		Expect(lines(out)).To(Equal([]string{"+ ConfigMap default/b"}))
		Expect(w.marker).NotTo(BeAnExistingFile())
		_, _, err = repository{directory: alone}.plan(blue(), "--from", "main")
		Expect(err).To(MatchError(ContainSubstring("is not in a Git repository")))
	})
})

var _ = Describe("Git", func() {
	simple := files{"cluster/a.yaml": configMapOf("a", ""), ".gitattributes": "* filter=witness diff=witness\n"}
	changed := simple.and(files{"cluster/b.yaml": configMapOf("b", "")})

	DescribeTable("runs no command of the checkout's configuration, and fetches nothing",
		func(args ...string) {
			w, r := newWitness(), newRepository(simple, changed)
			hooks := filepath.Dir(w.script)
			for _, hook := range []string{"post-index-change", "fsmonitor-watchman", "reference-transaction", "post-checkout"} {
				Expect(os.Symlink(w.script, filepath.Join(hooks, hook))).To(Succeed())
			}
			Expect(os.WriteFile(filepath.Join(r.directory, ".git", "config"), []byte(strings.ReplaceAll(w.everything(), "DIRECTORY", hooks)), 0o600)).To(Succeed())
			// The index does not know the size and time of this file, so that Git would compare the content.
			Expect(os.WriteFile(filepath.Join(r.directory, "cluster", "a.yaml"), []byte(configMapOf("c", "")), 0o600)).To(Succeed())
			_, notes, err := r.plan(blue(), args...)
			Expect(err).NotTo(HaveOccurred())
			Expect(notes).NotTo(ContainSubstring("fatal"))
			Expect(w.marker).NotTo(BeAnExistingFile())
		},
		Entry("for the work tree"),
		Entry("for the work tree against a commit", "--from", "HEAD~1"),
		Entry("for commits", "--from", "HEAD~1", "--to", "HEAD"),
	)

	It("fetches no missing object of a partial clone", func() {
		w, r := newWitness(), newRepository(simple)
		blob := strings.TrimSpace(r.git("rev-parse", "HEAD:cluster/a.yaml"))
		Expect(os.Remove(filepath.Join(r.directory, ".git", "objects", blob[:2], blob[2:]))).To(Succeed())
		Expect(os.WriteFile(filepath.Join(r.directory, ".git", "config"), []byte(w.everything()), 0o600)).To(Succeed())
		_, _, err := r.plan(blue(), "--to", "HEAD")
		Expect(err).To(MatchError(ContainSubstring("partial clone")))
		Expect(w.marker).NotTo(BeAnExistingFile())
	})

	It("takes the repository from the directory, and not from the environment", func() {
		r, other := newRepository(simple, changed), newRepository(files{"cluster/other.yaml": configMapOf("other", "")})
		for name, value := range map[string]string{
			"GIT_DIR": filepath.Join(other.directory, ".git"), "GIT_WORK_TREE": other.directory, "GIT_INDEX_FILE": filepath.Join(other.directory, ".git", "index"),
			"GIT_OBJECT_DIRECTORY": filepath.Join(other.directory, ".git", "objects"), "GIT_CONFIG_COUNT": "1", "GIT_CONFIG_KEY_0": "core.worktree", "GIT_CONFIG_VALUE_0": other.directory,
		} {
			GinkgoT().Setenv(name, value)
		}
		command := []string{"-C", r.directory, "-f", clitest.File("fleet.yaml", blue())}
		for _, revisions := range [][]string{{"--from", "HEAD~1", "--to", "HEAD"}, {"--from", "HEAD~1"}} {
			out, _, err := clitest.Execute(NewCommand(), "", append(command, revisions...)...)
			Expect(err).NotTo(HaveOccurred())
			Expect(lines(out)).To(Equal([]string{"+ ConfigMap default/b"}))
		}
	})

	It("plans the content of commits, not what replaces them locally", func() {
		r := newRepository(simple, changed)
		r.git("replace", strings.TrimSpace(r.git("rev-parse", "HEAD")), strings.TrimSpace(r.git("rev-parse", "HEAD~1")))
		out, _, err := r.plan(blue(), "--to", "HEAD")
		Expect(err).NotTo(HaveOccurred())
		Expect(lines(out)).To(Equal([]string{"+ ConfigMap default/a", "+ ConfigMap default/b"}))
	})

	It("refuses a name that two references have, because it takes the tag that somebody has pushed", func() {
		r := newRepository(simple, changed)
		r.git("branch", "base", "HEAD~1")
		r.git("tag", "base", "HEAD")
		_, _, err := r.plan(blue(), "--from", "base", "--to", "HEAD")
		Expect(err).To(MatchError(ContainSubstring("--from base: several references have this name; write it in full, such as refs/heads/base or refs/remotes/origin/main")))
		out, _, err := r.plan(blue(), "--from", "refs/heads/base", "--to", "HEAD")
		Expect(err).NotTo(HaveOccurred())
		Expect(lines(out)).To(Equal([]string{"+ ConfigMap default/b"}))
	})

	It("reads a linked work tree", func() {
		r := newRepository(simple, changed)
		linked := repository{directory: filepath.Join(GinkgoT().TempDir(), "linked")}
		r.git("worktree", "add", "--quiet", "--detach", linked.directory, "HEAD~1")
		for _, args := range [][]string{nil, {"--to", "HEAD"}} {
			out, notes, err := linked.plan(blue(), args...)
			Expect(err).NotTo(HaveOccurred())
			Expect(notes).To(BeEmpty())
			Expect(lines(out)).To(Equal([]string{"+ ConfigMap default/a"}))
		}
	})

	It("reads the checkout of a submodule", func() {
		inner, r := newRepository(simple), newRepository(files{"README.md": "x"})
		r.git("submodule", "--quiet", "add", inner.directory, "sub")
		sub := repository{directory: filepath.Join(r.directory, "sub")}
		for _, args := range [][]string{nil, {"--to", "main"}} {
			out, notes, err := sub.plan(blue(), args...)
			Expect(err).NotTo(HaveOccurred())
			Expect(notes).To(BeEmpty())
			Expect(lines(out)).To(Equal([]string{"+ ConfigMap default/a"}))
		}
	})

	It("reads the checkout of another user, as in the container of a job", func() {
		if os.Getuid() != 0 {
			Skip("only root can give files to another user")
		}
		r := newRepository(simple, changed)
		Expect(filepath.Walk(r.directory, func(name string, _ os.FileInfo, err error) error {
			Expect(err).NotTo(HaveOccurred())
			return os.Lchown(name, 12345, 12345)
		})).To(Succeed())
		out, _, err := r.plan(blue(), "--from", "HEAD~1", "--to", "HEAD")
		Expect(err).NotTo(HaveOccurred())
		Expect(lines(out)).To(Equal([]string{"+ ConfigMap default/b"}))
	})

	It("finds the checkout above a .git that is not a repository", func() {
		r := newRepository(files{"deploy/cluster/a.yaml": configMapOf("a", "")})
		Expect(os.Mkdir(filepath.Join(r.directory, "deploy", ".git"), 0o700)).To(Succeed())
		out, _, err := repository{directory: filepath.Join(r.directory, "deploy")}.plan(blue(), "--to", "HEAD")
		Expect(err).NotTo(HaveOccurred())
		Expect(lines(out)).To(Equal([]string{"+ ConfigMap default/a"}))
	})

	It("counts the files of the work tree that differ from the last commit", func() {
		r := newRepository(simple.and(files{"cluster/gone.yaml": configMapOf("gone", ""), "ignored.bin": "x", ".sourceignore": "*.bin\n.gitattributes\n"}))
		note := func() string {
			_, notes, err := r.plan(blue())
			Expect(err).NotTo(HaveOccurred())
			return notes
		}
		Expect(note()).To(BeEmpty())
		for _, name := range []string{"a.yaml", "new.yaml"} {
			Expect(os.WriteFile(filepath.Join(r.directory, "cluster", name), []byte(configMapOf(fmt.Sprintf("c%d", len(name)), "")), 0o600)).To(Succeed())
		}
		Expect(os.Remove(filepath.Join(r.directory, "cluster", "gone.yaml"))).To(Succeed())
		Expect(os.WriteFile(filepath.Join(r.directory, "ignored.bin"), []byte("other"), 0o600)).To(Succeed())
		Expect(note()).To(Equal("Note: the work tree has 3 uncommitted changes, which are part of the plan\n"), "a file that Flux ignores is no part of the plan")
		r.git("checkout", "--quiet", "--orphan", "other")
		Expect(note()).To(Equal("Note: the work tree has 3 uncommitted changes, which are part of the plan\n"), "there is no commit yet")
	})

	It("reads a repository with SHA-256", func() {
		r := repository{directory: GinkgoT().TempDir()}
		r.git("init", "--quiet", "--initial-branch=main", "--object-format=sha256")
		r.write(simple)
		r.git("add", "--all")
		r.git("commit", "--quiet", "--message=change")
		for _, args := range [][]string{nil, {"--to", "HEAD"}} {
			out, notes, err := r.plan(blue(), args...)
			Expect(err).NotTo(HaveOccurred())
			Expect(notes).To(BeEmpty())
			Expect(lines(out)).To(Equal([]string{"+ ConfigMap default/a"}))
		}
	})
})
