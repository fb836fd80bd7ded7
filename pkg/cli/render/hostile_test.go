// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package render

import (
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"time"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"

	"github.com/shoot-flux/gardener-extension-shoot-flux/test/support/clitest"
)

// endless is a file without an end.
type endless struct{}

func (endless) Read(buffer []byte) (int, error) {
	for i := range buffer {
		buffer[i] = '#'
	}
	return len(buffer), nil
}

var _ = Describe("Untrusted files", func() {
	// directory returns a directory with a Shoot, and what add adds.
	directory := func(add func(directory string)) string {
		made := filepath.Join(GinkgoT().TempDir(), "fleet")
		Expect(os.Mkdir(made, 0o700)).To(Succeed())
		Expect(os.WriteFile(filepath.Join(made, "shoot.yaml"), []byte(clitest.Shoot(bare)), 0o600)).To(Succeed())
		add(made)
		return made
	}

	DescribeTable("are not read in a directory",
		func(_ SpecContext, add func(directory string), message string) {
			_, _, err := runRender("", "-f", directory(add), "-o", "summary")
			Expect(err).To(MatchError(ContainSubstring(message)))
		},
		Entry("through a link to a file elsewhere, such as a kubeconfig", func(directory string) {
			secret := filepath.Join(filepath.Dir(directory), "secret.yaml")
			Expect(os.WriteFile(secret, []byte(clitest.Secret("a", "{token: s3cret}")), 0o600)).To(Succeed())
			Expect(os.Symlink("../secret.yaml", filepath.Join(directory, "link.yaml"))).To(Succeed())
		}, "link.yaml: openat link.yaml: path escapes from parent; files of a directory have to be in it; name others with -f", SpecTimeout(time.Minute)),
		Entry("through a link to a device", func(directory string) {
			Expect(os.Symlink("/dev/zero", filepath.Join(directory, "link.yaml"))).To(Succeed())
		},
			"path escapes from parent", SpecTimeout(time.Minute)),
		Entry("from a pipe, which nobody writes to", func(directory string) {
			Expect(syscall.Mkfifo(filepath.Join(directory, "pipe.yaml"), 0o600)).To(Succeed())
		},
			"pipe.yaml is not a regular file; remove it from the directory", SpecTimeout(time.Minute)),
	)

	It("are read through links within a directory, as in the volume of a ConfigMap", func() {
		_, _, err := runRender("", "-f", directory(func(directory string) {
			Expect(os.Mkdir(filepath.Join(directory, "..data"), 0o700)).To(Succeed())
			Expect(os.Rename(filepath.Join(directory, "shoot.yaml"), filepath.Join(directory, "..data", "shoot.yaml"))).To(Succeed())
			Expect(os.Symlink("..data/shoot.yaml", filepath.Join(directory, "shoot.yaml"))).To(Succeed())
		}), "-o", "summary")
		Expect(err).NotTo(HaveOccurred())
	})

	It("are read up to a bound, all together", func() {
		_, err := (&fileReader{}).split("f", endless{})
		Expect(err).To(MatchError("f: the files up to this one have more than 33554432 bytes"))
		reader := &fileReader{}
		half := strings.Repeat("#", 17<<20)
		Expect(reader.split("a", strings.NewReader(half))).To(BeEmpty())
		_, err = reader.split("b", strings.NewReader(half))
		Expect(err).To(MatchError("b: the files up to this one have more than 33554432 bytes"))
	})

	It("are read from a pipe that the user names, as of a shell", func() {
		pipe := filepath.Join(GinkgoT().TempDir(), "pipe")
		Expect(syscall.Mkfifo(pipe, 0o600)).To(Succeed())
		written := make(chan error, 1)
		go func() { written <- os.WriteFile(pipe, []byte(clitest.Shoot(bare)), 0o600) }()
		_, _, err := runRender("", "-f", pipe, "-o", "summary")
		Expect(err).NotTo(HaveOccurred())
		Expect(<-written).To(Succeed())
	})

	It("cannot repeat a long text by aliases", func() {
		text := "apiVersion: v1\nkind: ConfigMap\nmetadata: {name: a, namespace: b}\ndata:\n  a: &a " + strings.Repeat("x", 1<<20) + "\nmore: [" + strings.Repeat("*a,", 10) + "*a]\n"
		_, err := (&fileReader{}).split("f", strings.NewReader(text))
		Expect(err).To(MatchError("f: document 1, from line 1, has more than 8388608 bytes with its aliases (*) replaced; write the values out"))
	})

	It("may have aliases", func() {
		documents, err := (&fileReader{}).split("f", strings.NewReader("apiVersion: v1\nkind: A\na: &a {x: z}\nb: *a\nc: {<<: *a}\n"))
		Expect(err).NotTo(HaveOccurred())
		Expect(documents).To(HaveLen(1))
		Expect(string(documents[0].content)).To(Equal(`{"a":{"x":"z"},"apiVersion":"v1","b":{"x":"z"},"c":{"x":"z"},"kind":"A"}`))
	})

	It("cannot have Lists inside each other, which would be parsed once for each level", func() {
		text := `{"apiVersion": "v1", "kind": "List", "items": [{"apiVersion": "v1", "kind": "List", "items": []}]}`
		_, err := (&fileReader{}).split("f", strings.NewReader(text))
		Expect(err).To(MatchError("f: document 1, from line 1, has an item that is a List itself; write its items into the outer List"))
	})
})
