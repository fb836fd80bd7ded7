// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package distributions_test

import (
	"bytes"
	"crypto/sha256"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing/fstest"

	"github.com/andybalholm/brotli"
	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"

	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/flux/distributions"
)

const text = "kind: Namespace\n"

func sums(content string) *fstest.MapFile {
	return file(fmt.Sprintf("%x  gotk-components.yaml\n", sha256.Sum256([]byte(content))))
}

func file(content string) *fstest.MapFile {
	return &fstest.MapFile{Data: []byte(content)}
}

func compressed(content string) *fstest.MapFile {
	GinkgoHelper()
	var out bytes.Buffer
	writer := brotli.NewWriterLevel(&out, 1)
	_, err := writer.Write([]byte(content))
	Expect(err).NotTo(HaveOccurred())
	Expect(writer.Close()).To(Succeed())
	return file(out.String())
}

func accept(string, []byte) error { return nil }

var _ = Describe("Supplied distributions", func() {
	embedded := distributions.Embedded()
	newest := func() string {
		versions := embedded.Versions()
		return versions[len(versions)-1]
	}
	shipped := func() string {
		GinkgoHelper()
		manifests, err := embedded.Manifests(newest())
		Expect(err).NotTo(HaveOccurred())
		return string(manifests)
	}

	DescribeTable("are added to the embedded ones",
		func(files fstest.MapFS) {
			var checked []string
			set, notes, err := embedded.With(files, "/distributions", func(version string, manifests []byte) error {
				checked = append(checked, version+" "+string(manifests))
				return nil
			})
			Expect(err).NotTo(HaveOccurred())
			Expect(notes).To(BeEmpty())
			Expect(set.Versions()).To(ConsistOf(append(embedded.Versions(), "v2.99.1")))
			Expect(set.Supplied("v2.99.1")).To(BeTrue())
			Expect(set.Supplied(newest())).To(BeFalse())
			Expect(set.Manifests("v2.99.1")).To(BeEquivalentTo(text))
			Expect(checked).To(ConsistOf("v2.99.1 " + text))
			Expect(embedded.Versions()).NotTo(ContainElement("v2.99.1"), "the set before is not changed")

			for name := range files {
				files[name] = file("gone")
			}
			Expect(set.Manifests("v2.99.1")).To(BeEquivalentTo(text), "what happens to the files later does not matter")
		},
		Entry("as text", fstest.MapFS{"v2.99.1/gotk-components.yaml": file(text), "v2.99.1/SHA256SUMS": sums(text)}),
		Entry("compressed", fstest.MapFS{"v2.99.1/gotk-components.yaml.br": compressed(text), "v2.99.1/SHA256SUMS": sums(text)}),
		Entry("with sums of other files", fstest.MapFS{
			"v2.99.1/gotk-components.yaml": file(text), "v2.99.1/SHA256SUMS": file("00  other\n" + string(sums(text).Data)),
		}),
		Entry("as text and compressed", fstest.MapFS{
			"v2.99.1/gotk-components.yaml": file(text), "v2.99.1/gotk-components.yaml.br": compressed(text), "v2.99.1/SHA256SUMS": sums(text),
		}),
		Entry("with hidden files", fstest.MapFS{
			"v2.99.1/gotk-components.yaml": file(text), "v2.99.1/SHA256SUMS": sums(text), "v2.99.1/..data/x": file(""), ".snapshot/x": file(""), ".x": file(""),
		}),
	)

	DescribeTable("are ignored with a note if the version is embedded",
		func(files func(version string) fstest.MapFS) {
			set, notes, err := embedded.With(files(newest()), "/d", func(string, []byte) error { return errors.New("not checked") })
			Expect(err).NotTo(HaveOccurred())
			Expect(notes).To(HaveExactElements("/d/" + newest() + " is not used, because the extension carries Flux " + newest() + "; remove it"))
			Expect(set.Versions()).To(Equal(embedded.Versions()))
			Expect(set.Supplied(newest())).To(BeFalse())
			Expect(set.Manifests(newest())).To(BeEquivalentTo(shipped()))
		},
		Entry("equal manifests", func(version string) fstest.MapFS {
			return fstest.MapFS{version + "/gotk-components.yaml": file(shipped()), version + "/SHA256SUMS": sums(shipped())}
		}),
		Entry("different manifests", func(version string) fstest.MapFS {
			return fstest.MapFS{version + "/gotk-components.yaml": file(text), version + "/SHA256SUMS": sums(text)}
		}),
		Entry("an incomplete directory", func(version string) fstest.MapFS { return fstest.MapFS{version + "/SHA256SUMS": sums(text)} }),
	)

	It("may occur in two directories if they are equal", func() {
		supplied := func(content string) fstest.MapFS {
			return fstest.MapFS{"v2.99.1/gotk-components.yaml": file(content), "v2.99.1/SHA256SUMS": sums(content)}
		}
		set, _, err := embedded.With(supplied(text), "/a", accept)
		Expect(err).NotTo(HaveOccurred())
		_, notes, err := set.With(supplied(text), "/b", accept)
		Expect(err).NotTo(HaveOccurred())
		Expect(notes).To(BeEmpty())
		_, _, err = set.With(supplied("x"), "/b", accept)
		Expect(err).To(MatchError("/b/v2.99.1: differs from the distribution v2.99.1 in another directory; remove one of them"))
	})

	DescribeTable("are rejected with the wrong file and a fix",
		func(files fs.FS, messages ...string) {
			_, _, err := embedded.With(files, "/distributions", accept)
			Expect(err).To(MatchError(strings.Join(messages, "\n")))
		},
		Entry("an empty directory", fstest.MapFS{}, "/distributions: contains no distribution: it must have directories such as v2.9.5"),
		Entry("a version without v", fstest.MapFS{"2.99.1/gotk-components.yaml": file(text), "2.99.1/SHA256SUMS": sums(text)},
			"/distributions/2.99.1: is not a directory named after a Flux version such as v2.9.5: rename or remove it"),
		Entry("a minor version", fstest.MapFS{"v2.99/gotk-components.yaml": file(text)},
			"/distributions/v2.99: is not a directory named after a Flux version such as v2.9.5: rename or remove it"),
		Entry("a pre-release", fstest.MapFS{"v2.99.0-rc.1/gotk-components.yaml": file(text)},
			"/distributions/v2.99.0-rc.1: is not a directory named after a Flux version such as v2.9.5: rename or remove it"),
		Entry("a file with the name of a version", fstest.MapFS{"v2.99.1": file(text)},
			"/distributions/v2.99.1: is not a directory named after a Flux version such as v2.9.5: rename or remove it"),
		Entry("a minor version that is no longer supported", fstest.MapFS{"v2.6.4/gotk-components.yaml": file(text), "v2.6.4/SHA256SUMS": sums(text)},
			"/distributions/v2.6.4: is older than Flux v2.7, the oldest minor version that the extension supports; remove it"),
		Entry("an unknown file", fstest.MapFS{"v2.99.1/gotk-components.yaml": file(text), "v2.99.1/SHA256SUMS": sums(text), "v2.99.1/patch.yaml": file("")},
			"/distributions/v2.99.1/patch.yaml: is not one of gotk-components.yaml, gotk-components.yaml.br and SHA256SUMS; remove it"),
		Entry("a missing SHA256SUMS", fstest.MapFS{"v2.99.1/gotk-components.yaml": file(text)},
			"/distributions/v2.99.1/SHA256SUMS: is missing; create it with 'sha256sum gotk-components.yaml'"),
		Entry("missing manifests", fstest.MapFS{"v2.99.1/SHA256SUMS": sums(text)},
			"/distributions/v2.99.1: has neither gotk-components.yaml nor gotk-components.yaml.br"),
		Entry("a wrong sum", fstest.MapFS{"v2.99.1/gotk-components.yaml": file(text), "v2.99.1/SHA256SUMS": sums("x")},
			"/distributions/v2.99.1/gotk-components.yaml: has the SHA-256 sum e25209b6e6c1f782b78132b008b475de169b9153540f2d59a52d4c0e44d15571 "+
				"instead of 2d711642b726b04401627ca9fbac32f5c8530fb1903cc4db02258717921a4881 from SHA256SUMS: supply both again"),
		Entry("SHA256SUMS without a line for the manifests", fstest.MapFS{"v2.99.1/gotk-components.yaml": file(text), "v2.99.1/SHA256SUMS": file("00  install.yaml\n")},
			"/distributions/v2.99.1: SHA256SUMS: has no line for gotk-components.yaml: it must have a line as printed by 'sha256sum gotk-components.yaml'"),
		Entry("compressed manifests that differ from the text", fstest.MapFS{
			"v2.99.1/gotk-components.yaml": file(text), "v2.99.1/gotk-components.yaml.br": compressed("x"), "v2.99.1/SHA256SUMS": sums(text),
		},
			"/distributions/v2.99.1/gotk-components.yaml.br: has the SHA-256 sum 2d711642b726b04401627ca9fbac32f5c8530fb1903cc4db02258717921a4881 "+
				"instead of e25209b6e6c1f782b78132b008b475de169b9153540f2d59a52d4c0e44d15571 from SHA256SUMS: supply both again"),
		Entry("an uncompressed file with the name of a compressed one", fstest.MapFS{"v2.99.1/gotk-components.yaml.br": file("kind: Namespace\n"), "v2.99.1/SHA256SUMS": sums(text)},
			"/distributions/v2.99.1: gotk-components.yaml.br: brotli: PADDING_1: supply it again"),
		Entry("a small file with large content", fstest.MapFS{"v2.99.1/gotk-components.yaml.br": compressed(strings.Repeat(" ", 17<<20)), "v2.99.1/SHA256SUMS": sums(text)},
			"/distributions/v2.99.1: gotk-components.yaml.br: has more than 16777216 bytes when decompressed: supply it again"),
		Entry("a large compressed file", fstest.MapFS{"v2.99.1/gotk-components.yaml.br": file(strings.Repeat(" ", 3<<20)), "v2.99.1/SHA256SUMS": sums(text)},
			"/distributions/v2.99.1/gotk-components.yaml.br: cannot be read: it has 3145728 bytes; at most 2097152 are allowed"),
		Entry("a directory with the name of a file", fstest.MapFS{"v2.99.1/gotk-components.yaml/x": file(text), "v2.99.1/SHA256SUMS": sums(text)},
			"/distributions/v2.99.1/gotk-components.yaml: cannot be read: it is not a regular file"),
		Entry("several wrong files", fstest.MapFS{"readme.txt": file(""), "v2.99.1/patch.yaml": file(""), "v2.99.2/gotk-components.yaml": file(text),
			"v2.99.3/patch.yaml": file(""), "v2.99.3/gotk-components.yaml": file(text), "v2.99.3/SHA256SUMS": file("")},
			"/distributions/readme.txt: is not a directory named after a Flux version such as v2.9.5: rename or remove it",
			"/distributions/v2.99.1/patch.yaml: is not one of gotk-components.yaml, gotk-components.yaml.br and SHA256SUMS; remove it",
			"/distributions/v2.99.1/SHA256SUMS: is missing; create it with 'sha256sum gotk-components.yaml'",
			"/distributions/v2.99.1: has neither gotk-components.yaml nor gotk-components.yaml.br",
			"/distributions/v2.99.2/SHA256SUMS: is missing; create it with 'sha256sum gotk-components.yaml'",
			"/distributions/v2.99.3/patch.yaml: is not one of gotk-components.yaml, gotk-components.yaml.br and SHA256SUMS; remove it",
			"/distributions/v2.99.3: SHA256SUMS: has no line for gotk-components.yaml: it must have a line as printed by 'sha256sum gotk-components.yaml'"),
	)

	It("are rejected with the error of the check", func() {
		_, _, err := embedded.With(fstest.MapFS{"v2.99.1/gotk-components.yaml": file(text), "v2.99.1/SHA256SUMS": sums(text)}, "/d",
			func(string, []byte) error { return errors.New("it has no namespace") })
		Expect(err).To(MatchError("/d/v2.99.1/gotk-components.yaml: is not the Flux distribution v2.99.1: it has no namespace"))
	})

	Context("in a directory", func() {
		var directory string

		// mount creates the files like a ConfigMap mounted by kubelet: links to files in a directory behind another link.
		mount := func(version string) {
			GinkgoHelper()
			data := filepath.Join(directory, version, "..2026_11_22_06_00_00.1")
			Expect(os.MkdirAll(data, 0o700)).To(Succeed())
			Expect(os.Symlink(filepath.Base(data), filepath.Join(directory, version, "..data"))).To(Succeed())
			for name, content := range map[string]*fstest.MapFile{"gotk-components.yaml": file(text), "SHA256SUMS": sums(text)} {
				Expect(os.WriteFile(filepath.Join(data, name), content.Data, 0o600)).To(Succeed())
				Expect(os.Symlink(filepath.Join("..data", name), filepath.Join(directory, version, name))).To(Succeed())
			}
		}
		load := func() (*distributions.Set, error) {
			GinkgoHelper()
			root, err := os.OpenRoot(directory)
			Expect(err).NotTo(HaveOccurred())
			defer func() { Expect(root.Close()).To(Succeed()) }()
			set, _, err := embedded.With(root.FS(), "/d", accept)
			return set, err
		}

		BeforeEach(func() { directory = GinkgoT().TempDir() })

		It("are read through the links of a mounted ConfigMap, and kept in memory", func() {
			mount("v2.99.1")
			set, err := load()
			Expect(err).NotTo(HaveOccurred())
			Expect(os.RemoveAll(directory)).To(Succeed())
			Expect(set.Manifests("v2.99.1")).To(BeEquivalentTo(text))
		})

		It("are not read through links out of the directory", func() {
			mount("v2.99.1")
			outside := filepath.Join(GinkgoT().TempDir(), "secret")
			Expect(os.WriteFile(outside, []byte("token"), 0o600)).To(Succeed())
			manifests := filepath.Join(directory, "v2.99.1", "gotk-components.yaml")
			Expect(os.Remove(manifests)).To(Succeed())
			Expect(os.Symlink(outside, manifests)).To(Succeed())
			Expect(os.Symlink(filepath.Dir(outside), filepath.Join(directory, "v2.99.2"))).To(Succeed())
			_, err := load()
			Expect(err).To(MatchError(And(
				MatchRegexp("/d/v2.99.1/gotk-components.yaml: cannot be read: .*path escapes from parent"),
				MatchRegexp("/d/v2.99.2: cannot be read: .*path escapes from parent"),
			)))
		})
	})
})
