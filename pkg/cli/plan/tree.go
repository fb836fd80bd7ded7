// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package plan

import (
	"bytes"
	"context"
	"crypto/sha1" //nolint:gosec // the object format of most repositories
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"

	"github.com/fluxcd/pkg/sourceignore"
	"github.com/fluxcd/pkg/sourceignore/gitignore"
	sourcev1 "github.com/fluxcd/source-controller/api/v1"
	"k8s.io/apimachinery/pkg/util/sets"
)

// Limits of a source, because anyone who may open a pull request can write it.
const (
	maxFiles    = 20_000
	maxFileSize = 10 << 20
	maxSize     = 256 << 20
	maxDepth    = 64
	// maxLink is the maximum length of a symlink, as on Linux.
	maxLink = 4 << 10
	// maxIgnore and maxPatterns bound the files .sourceignore together: each file is compared with each pattern.
	maxIgnore   = 128 << 10
	maxPatterns = 2_000
)

func tooManyFiles(name string) error {
	return fmt.Errorf("%s has more than %d files; list files that Flux does not need in .sourceignore", name, maxFiles)
}

// tree contains the files of one revision in a temporary directory, as source-controller would put them into the
// artifact.
type tree struct {
	// name describes the revision in messages.
	name string
	// root is the temporary directory.
	root string
	// hashes contains the SHA-256 of each file by its path, and blobs its object in Git, which is empty in the work tree.
	hashes map[string][sha256.Size]byte
	blobs  map[string]string
	// absent contains the directories of spec.sparseCheckout that the revision does not have.
	absent []string
	// submodules contains the paths of submodules.
	submodules []string
	// pointers contains the files that are Git LFS pointers.
	pointers []string
	// links contains the symlinks that the artifact does not contain.
	links []string
	// leftOut contains the paths of the files that the artifact does not contain. It may contain their directories, which
	// matcher decides.
	leftOut []string
	matcher gitignore.Matcher
	// committed contains the objects in Git of the last commit's files by their path, if the tree is that of the work
	// tree. uncommitted is the number of files that differ from them.
	committed   map[string]string
	uncommitted int
}

// pointerHead is the text at the beginning of a Git LFS pointer.
const pointerHead = "version https://git-lfs.github.com/spec/"

// extract writes the files of a commit to a new directory below the given one. An empty commit selects the work tree.
// base is a tree that shares files with it, or nil.
func (c *checkout) extract(ctx context.Context, name, commit, below string, selected selection, base *tree) (*tree, error) {
	root, err := os.MkdirTemp(below, "tree-")
	if err != nil {
		return nil, err
	}
	t := &tree{name: name, root: root, hashes: map[string][sha256.Size]byte{}, blobs: map[string]string{}}
	var files []entry
	if commit == "" {
		if t.committed, err = c.committed(ctx); err != nil {
			return nil, err
		}
		files, t.submodules, err = c.workTreeEntries(ctx)
	} else {
		files, t.submodules, err = c.entries(ctx, commit)
	}
	if err != nil {
		return nil, err
	}
	files, t.absent = selected.of(files)
	read := func(files []entry, handle func(entry, []byte) error) error { return c.read(ctx, commit, files, handle) }
	matcher, err := ignored(files, selected, read)
	if err != nil {
		return nil, err
	}
	t.matcher = matcher
	t.countDeleted(files, selected, matcher)
	files, links, err := t.included(files, matcher)
	if err != nil {
		return nil, err
	}
	if selected.isBucket() {
		// A bucket has no directories.
		t.leftOut = nil
	}
	if err := read(links, t.link); err != nil {
		return nil, err
	}
	if base != nil {
		files = slices.DeleteFunc(files, func(file entry) bool { return t.share(file, base) })
	}
	return t, read(files, t.write)
}

// countDeleted counts the files of the last commit that the work tree does not have.
func (t *tree) countDeleted(files []entry, selected selection, matcher gitignore.Matcher) {
	there := map[string]bool{}
	for _, file := range files {
		there[file.path] = true
	}
	for name := range t.committed {
		if !there[name] && selected.has(name) && !matcher.Match(strings.Split(name, "/"), false) {
			t.uncommitted++
		}
	}
}

// isBlob reports whether an object in Git has the content. The filters of Git are not applied: the plan reads the work
// tree as it is, and filters are commands.
func isBlob(object string, content []byte) bool {
	text := append(fmt.Appendf(nil, "blob %d\x00", len(content)), content...)
	if len(object) == hex.EncodedLen(sha256.Size) {
		return object == fmt.Sprintf("%x", sha256.Sum256(text))
	}
	return object == fmt.Sprintf("%x", sha1.Sum(text)) //nolint:gosec // the object format of the repository
}

// read calls handle with the content of each file.
func (c *checkout) read(ctx context.Context, commit string, files []entry, handle func(entry, []byte) error) error {
	switch {
	case len(files) == 0:
		return nil
	case commit == "":
		return c.readWorkTree(ctx, files, handle)
	}
	return c.readBlobs(ctx, files, handle)
}

// included returns the files that source-controller puts into the artifact, and the symlinks that it leaves out. It
// checks the bounds.
func (t *tree) included(files []entry, matcher gitignore.Matcher) (included, links []entry, err error) {
	total := int64(0)
	for _, file := range files {
		parts := strings.Split(file.path, "/")
		if matcher.Match(parts, false) {
			t.leftOut = append(t.leftOut, file.path)
			continue
		}
		largest := int64(maxFileSize)
		if file.symlink {
			largest = maxLink
		}
		switch {
		case file.missing:
			return nil, nil, missingError(t.name, "file "+file.path)
		case !filepath.IsLocal(filepath.FromSlash(file.path)):
			return nil, nil, fmt.Errorf("%s: file %q is outside of the source", t.name, file.path)
		case len(parts) > maxDepth:
			return nil, nil, fmt.Errorf("%s: file %s is more than %d directories deep; list it in .sourceignore if Flux does not need it", t.name, file.path, maxDepth)
		case file.size > largest:
			return nil, nil, fmt.Errorf("%s: file %s has %d bytes, more than %d; list it in .sourceignore if Flux does not need it", t.name, file.path, file.size, largest)
		}
		if total += file.size; total > maxSize {
			return nil, nil, fmt.Errorf("%s: the files up to %s have more than %d bytes; list files that Flux does not need in .sourceignore", t.name, file.path, maxSize)
		}
		if file.symlink {
			links = append(links, file)
			t.leftOut = append(t.leftOut, file.path)
		} else {
			included = append(included, file)
		}
		if len(included)+len(links) > maxFiles {
			return nil, nil, tooManyFiles(t.name)
		}
	}
	return included, links, nil
}

// link notes a symlink, which the tree does not contain.
func (t *tree) link(file entry, target []byte) error {
	if leaves(file.path, string(target)) {
		return fmt.Errorf("%s: symlink %s leads out of the checkout, to %s; replace it with a copy, or list it in .sourceignore", t.name, file.path, target)
	}
	t.links = append(t.links, file.path)
	return nil
}

// ignored returns the matcher for files that source-controller leaves out of the artifact. Patterns of users replace
// its default patterns. For a bucket, it has no default patterns, and reads .sourceignore in the root only.
func ignored(files []entry, selected selection, read func([]entry, func(entry, []byte) error) error) (gitignore.Matcher, error) {
	var (
		lists    []entry
		patterns []gitignore.Pattern
	)
	total := int64(0)
	for _, file := range files {
		if path.Base(file.path) != sourceignore.IgnoreFile || selected.isBucket() && file.path != sourceignore.IgnoreFile {
			continue
		}
		if file.symlink && selected.Kind == sourcev1.GitRepositoryKind {
			return nil, fmt.Errorf("%s is a symlink, and Flux reads the file to which it leads in its checkout; replace it with a copy", file.path)
		}
		if file.symlink {
			continue
		}
		if file.missing {
			return nil, missingError("the revision", "file "+file.path)
		}
		if total += file.size; total > maxIgnore {
			return nil, fmt.Errorf("the files .sourceignore up to %s have more than %d bytes", file.path, maxIgnore)
		}
		lists = append(lists, file)
	}
	slices.SortFunc(lists, func(a, b entry) int { return slices.Compare(domainOf(a.path), domainOf(b.path)) })
	err := read(lists, func(file entry, content []byte) error {
		patterns = append(patterns, sourceignore.ReadPatterns(bytes.NewReader(content), domainOf(file.path))...)
		if len(patterns) > maxPatterns {
			return fmt.Errorf("the files .sourceignore up to %s have more than %d patterns", file.path, maxPatterns)
		}
		return nil
	})
	if err != nil {
		return nil, err
	}
	if selected.Ignore != nil {
		patterns = append(patterns, sourceignore.ReadPatterns(strings.NewReader(*selected.Ignore), nil)...)
	}
	switch {
	case selected.isBucket():
		return sourceignore.NewMatcher(patterns), nil
	case len(patterns) == 0:
		return sourceignore.NewDefaultMatcher(nil, nil), nil
	}
	return sourceignore.NewMatcher(append(sourceignore.VCSPatterns(nil), patterns...)), nil
}

// domainOf returns the directory of the file whose patterns apply there.
func domainOf(name string) []string {
	directory := path.Dir(name)
	if directory == "." {
		return nil
	}
	return strings.Split(directory, "/")
}

// share links a file that another tree contains too, which takes much less time than writing it. It returns false if
// there is no such file, or if the file system has no links.
func (t *tree) share(file entry, base *tree) bool {
	if file.blob == "" || base.blobs[file.path] != file.blob {
		return false
	}
	from := filepath.Join(base.root, filepath.FromSlash(file.path))
	if err := t.create(file, func(name string) error { return os.Link(from, name) }); err != nil {
		return false
	}
	t.hashes[file.path], t.blobs[file.path] = base.hashes[file.path], file.blob
	if slices.Contains(base.pointers, file.path) {
		t.pointers = append(t.pointers, file.path)
	}
	return true
}

// write writes a file.
func (t *tree) write(file entry, content []byte) error {
	err := t.create(file, func(name string) error { return writeNew(name, content) })
	if errors.Is(err, fs.ErrExist) {
		return fmt.Errorf("%s: file %s and another one have the same name on this computer, because it ignores upper and lower case; rename one of them, or list it in .sourceignore", t.name, file.path)
	}
	if err != nil {
		return err
	}
	t.hashes[file.path], t.blobs[file.path] = sha256.Sum256(content), file.blob
	if t.committed != nil && !isBlob(t.committed[file.path], content) {
		t.uncommitted++
	}
	if bytes.HasPrefix(content, []byte(pointerHead)) {
		t.pointers = append(t.pointers, file.path)
	}
	return nil
}

// writeNew writes a file that must not exist. An existing file may be shared with the other revision.
func writeNew(name string, content []byte) error {
	file, err := os.OpenFile(name, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o600) //nolint:gosec // The path is local (create).
	if err != nil {
		return err
	}
	_, err = file.Write(content)
	return errors.Join(err, file.Close())
}

// create calls a function that creates a file. Its path is local (included), and the tree contains no symlinks.
func (t *tree) create(file entry, create func(name string) error) error {
	name := filepath.Join(t.root, filepath.FromSlash(file.path))
	err := create(name)
	if errors.Is(err, fs.ErrNotExist) {
		// Most files have a sibling that was created before.
		if err = os.MkdirAll(filepath.Dir(name), 0o700); err == nil {
			err = create(name)
		}
	}
	return err
}

// directory returns the absolute directory for a path of a Kustomization. Like kustomize-controller, it does not leave
// the root.
func (t *tree) directory(of string) string {
	return filepath.Join(t.root, filepath.FromSlash(path.Clean("/"+of)))
}

// relative returns the path of a file in the tree.
func (t *tree) relative(file string) string {
	relative, err := filepath.Rel(t.root, file)
	if err != nil {
		return file
	}
	return filepath.ToSlash(relative)
}

// clean returns a message with paths in the tree instead of the temporary directory.
func (t *tree) clean(message string) string {
	return strings.ReplaceAll(strings.ReplaceAll(message, t.root+string(filepath.Separator), ""), t.root, ".")
}

// isEmptied reports whether the artifact contains a directory with nothing in it, because source-controller archives
// directories, but neither ignored files nor symlinks. Flux applies nothing from such a directory, and prunes
// everything.
func (t *tree) isEmptied(directory string) bool {
	below := func(name string) bool { return strings.HasPrefix(name, directory+"/") }
	return slices.ContainsFunc(t.leftOut, below) && !t.matcher.Match(strings.Split(directory, "/"), true)
}

// submoduleOf returns the submodule that a path is in, or an empty string.
func (t *tree) submoduleOf(of string) string {
	of = strings.TrimPrefix(path.Clean("/"+of), "/")
	for _, submodule := range t.submodules {
		if submodule == of || strings.HasPrefix(of, submodule+"/") {
			return submodule
		}
	}
	return ""
}

// differences returns the paths of the files that two trees do not share.
func differences(a, b *tree) []string {
	var differing []string
	for name := range sets.KeySet(a.hashes).Union(sets.KeySet(b.hashes)) {
		if a.hashes[name] != b.hashes[name] {
			differing = append(differing, name)
		}
	}
	slices.Sort(differing)
	return differing
}
