// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package plan

import (
	"os"
	"path/filepath"
	"strings"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"
)

var _ = Describe("A commit of a stranger does not hide a removal", func() {
	simple := files{"cluster/keep.yaml": configMapOf("keep", ""), "cluster/gone.yaml": configMapOf("gone", "")}

	It("with a symlink to a list of ignored files, which Flux follows", func() {
		r := newRepository(simple)
		Expect(os.WriteFile(filepath.Join(r.directory, "list.txt"), []byte("/cluster/gone.yaml\n"), 0o600)).To(Succeed())
		Expect(os.Symlink("../list.txt", filepath.Join(r.directory, "cluster", ".sourceignore"))).To(Succeed())
		r.git("add", "--all")
		r.git("commit", "--quiet", "--message=link")
		_, _, err := r.plan(blue(), "--from", "HEAD~1", "--to", "HEAD")
		Expect(err).To(MatchError("cluster/.sourceignore is a symlink, and Flux reads the file to which it leads in its checkout; replace it with a copy"))
	})

	It("with an object that an earlier commit has made invalid by a change of its CustomResourceDefinition", func() {
		first := simple.and(files{"cluster/crd.yaml": widgets, "cluster/w.yaml": widget("v1", "name: w, namespace: default", "size: small")})
		second := first.and(files{"cluster/crd.yaml": strings.Replace(widgets, "enum: [small, large]", "enum: [medium]", 1)})
		third := second.and(files{"cluster/gone.yaml": "", "cluster/w.yaml": ""})
		r := newRepository(first, second, third)
		_, _, err := r.plan(at134(), "--from", "HEAD~2", "--to", "HEAD~1")
		Expect(err).NotTo(HaveOccurred(), "the API server accepts the object, because it stays the same")
		out, _, err := r.plan(at134(), "--from", "HEAD~1", "--to", "HEAD")
		Expect(err).NotTo(HaveOccurred())
		Expect(lines(out)).To(Equal([]string{"- ConfigMap default/gone", "- Widget.example.com default/w"}))
	})
})
