// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package kustomizer

import (
	"bytes"
	"context"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"time"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"
)

var _ = Describe("The process that builds", func() {
	// Values that a terminal or JSON would change have to arrive as they are.
	content := files{
		"cluster/kustomization.yaml": "resources: [a.yaml]\nconfigMapGenerator: [{name: g, files: [b.txt]}]\n",
		"cluster/a.yaml":             "apiVersion: v1\nkind: Secret\nmetadata: {name: a, namespace: b, labels: {x: \"y\"}, annotations: {z: \"\\u200b\"}}\nsops: {x: y}\n",
		"cluster/b.txt":              "\u202e\x00\x1b[31m",
	}

	It("has the same result as this process", func(ctx SpecContext) {
		root := source(content)
		expected, err := build(Local{}, root, "cluster")
		Expect(err).NotTo(HaveOccurred())
		Expect(expected.Objects).To(HaveLen(2))
		confined := NewConfined(ctx, filepath.Dir(root))
		DeferCleanup(confined.Close)
		Expect(build(confined, root, "cluster")).To(Equal(expected))
	})

	It("has the same errors as this process", func(ctx SpecContext) {
		for _, broken := range []files{content.with("cluster/a.yaml", "a: {\n"), content.with("cluster/kustomization.yaml", "resources: [gone.yaml]\n"), {"cluster/a.yaml": "a: {\n"}} {
			root := source(broken)
			_, expected := build(Local{}, root, "cluster")
			Expect(expected).To(HaveOccurred())
			confined := NewConfined(ctx, filepath.Dir(root))
			DeferCleanup(confined.Close)
			_, err := build(confined, root, "cluster")
			Expect(err).To(MatchError(expected.Error()))
		}
	})

	It("ends with the plan, and starts nothing after it", func(ctx SpecContext) {
		root := source(content)
		for name, end := range map[string]func(*Confined, context.CancelFunc){
			"the plan is complete":  func(c *Confined, _ context.CancelFunc) { c.Close() },
			"the plan is cancelled": func(c *Confined, cancel context.CancelFunc) { cancel(); c.Close() },
		} {
			cancellable, cancel := context.WithCancel(ctx)
			DeferCleanup(cancel)
			confined := NewConfined(cancellable, filepath.Dir(root))
			_, err := build(confined, root, "cluster")
			Expect(err).NotTo(HaveOccurred())
			Expect(confined.idle).To(HaveLen(1), "one process for all questions")
			process := confined.idle[0].command
			end(confined, cancel)
			Expect(process.ProcessState).NotTo(BeNil(), name)
			cancel()
			_, err = build(confined, root, "cluster")
			Expect(err).To(MatchError(context.Canceled), name)
		}
	})

	It("exits when the other process has exited, even during a build", func(ctx SpecContext) {
		program, err := os.Executable()
		Expect(err).NotTo(HaveOccurred())
		command := exec.CommandContext(ctx, program, CommandName, GinkgoT().TempDir()) //nolint:gosec // this program
		in, err := command.StdinPipe()
		Expect(err).NotTo(HaveOccurred())
		Expect(command.Start()).To(Succeed())
		Expect(in.Close()).To(Succeed())
		Expect(command.Wait()).To(Succeed())
	})

	It("is replaced after a crash, which is the error of one build", func(ctx SpecContext) {
		root := source(content)
		confined := NewConfined(ctx, filepath.Dir(root))
		DeferCleanup(confined.Close)
		_, err := build(confined, root, "cluster")
		Expect(err).NotTo(HaveOccurred())
		Expect(confined.idle[0].command.Process.Kill()).To(Succeed())
		_, err = build(confined, root, "cluster")
		Expect(err).To(MatchError(And(HavePrefix("the process that builds has ended: "), HaveSuffix("signal: killed"))))
		_, err = build(confined, root, "cluster")
		Expect(err).NotTo(HaveOccurred())
	})

	It("ends a build that needs too much memory", func(ctx SpecContext) {
		if runtime.GOOS != "linux" {
			Skip("only Linux has the limit")
		}
		doubled := "- source: {kind: ConfigMap, fieldPath: data.v}\n  targets: [{select: {kind: ConfigMap}, fieldPaths: [data.v], options: {delimiter: \" \", index: 1000000}}]\n"
		confined := NewConfined(ctx, filepath.Dir(source(content)))
		DeferCleanup(confined.Close)
		root := source(files{
			"cluster/a.yaml":             "apiVersion: v1\nkind: ConfigMap\nmetadata: {name: a}\ndata: {v: " + strings.Repeat("x", 1000) + "}\n",
			"cluster/kustomization.yaml": "resources: [a.yaml]\nreplacements:\n" + strings.Repeat(doubled, 40),
		})
		confined.directory = filepath.Dir(root)
		_, err := build(confined, root, "cluster")
		Expect(err).To(MatchError(And(HavePrefix("the process that builds has ended: "), ContainSubstring("out of memory"))))
	})

	It("ends a build that takes too long", func(ctx SpecContext) {
		nested := files{"cluster/l0/kustomization.yaml": "resources: [a.yaml]\n", "cluster/l0/a.yaml": "apiVersion: v1\nkind: ConfigMap\nmetadata: {name: a}\n"}
		for i := range 20 {
			for _, side := range []string{"", "b"} {
				text := fmt.Sprintf("nameSuffix: -x%s\nresources: [../l%d]\n", side, i)
				if i > 0 {
					text = fmt.Sprintf("nameSuffix: -x%s\nresources: [../l%d, ../l%db]\n", side, i, i)
				}
				nested[fmt.Sprintf("cluster/l%d%s/kustomization.yaml", i+1, side)] = text
			}
		}
		root := source(nested)
		confined := NewConfined(ctx, filepath.Dir(root))
		confined.longest = time.Second
		DeferCleanup(confined.Close)
		_, err := build(confined, root, "cluster/l20")
		Expect(err).To(MatchError("the build has taken more than 1s; look for a base that several others include"))
	})

	It("ends a validation that takes too long", func(ctx SpecContext) {
		crd := `{"spec": {"scope": "Cluster", "versions": [{"name": "v1", "served": true, "schema": {"openAPIV3Schema": {"type": "object", "properties": {` +
			`"spec": {"type": "string", "pattern": "^((a?){500}b?)*$"}}}}}]}}`
		object := `{"apiVersion": "example.com/v1", "kind": "Widget", "metadata": {"name": "a"}, "spec": "` + strings.Repeat("a", 20<<20) + `"}`
		confined := NewConfined(ctx, GinkgoT().TempDir())
		confined.longestValidation = time.Second
		DeferCleanup(confined.Close)
		_, err := confined.Validate(Custom{Definition: crd, Objects: []string{object}})
		Expect(err).To(MatchError("the validation has taken more than 1s"))
	})

	It("validates objects with a schema of the source", func(ctx SpecContext) {
		crd := `{"spec": {"scope": "Cluster", "versions": [{"name": "v1", "served": true, "schema": {"openAPIV3Schema": {"type": "object", "properties": {"spec": {"type": "string", "enum": ["a"]}}}}}]}}`
		object := func(spec string) string {
			return `{"apiVersion": "example.com/v1", "kind": "Widget", "metadata": {"name": "a", "namespace": "is-ignored"}, "spec": "` + spec + `", "status": {}}`
		}
		confined := NewConfined(ctx, GinkgoT().TempDir())
		DeferCleanup(confined.Close)
		Expect(confined.Validate(Custom{Definition: crd, Objects: []string{object("a"), object("b")}})).To(Equal([]string{"", `spec: Unsupported value: "b": supported values: "a"`}))
	})

	It("prints no warnings of kustomize, which repeat untrusted input", func(ctx SpecContext) {
		root := source(content.with("cluster/kustomization.yaml", "resources: [a.yaml]\ncommonLabels: {a: b}\nvars: [{name: \"\\e[31m\\n::error::forged\", objref: {kind: Secret, name: a, apiVersion: v1}}]\n"))
		confined := NewConfined(ctx, filepath.Dir(root))
		DeferCleanup(confined.Close)
		_, err := build(confined, root, "cluster")
		Expect(err).NotTo(HaveOccurred())
		w := confined.idle[0]
		_ = w.end()
		Expect(string(w.last.text)).To(BeEmpty())
	})

	It("prints nothing but its answers", func(ctx SpecContext) {
		program, err := os.Executable()
		Expect(err).NotTo(HaveOccurred())
		command := exec.CommandContext(ctx, program, CommandName, GinkgoT().TempDir()) //nolint:gosec // this program
		command.Stdin = bytes.NewReader(nil)
		Expect(command.Output()).To(BeEmpty())
	})
})
