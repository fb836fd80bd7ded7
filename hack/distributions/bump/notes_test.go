// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package main

import (
	"context"
	"errors"
	"os"
	"path/filepath"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"
	"golang.org/x/mod/module"

	"github.com/shoot-flux/gardener-extension-shoot-flux/hack/distributions/gomodule"
)

var _ = Describe("Release notes", func() {
	const notes = "# Changelog\n\n## 1.9.5\n\n**Release date:** 2026-08-31\n\nThis release refuses\nkubeconfigs. It says:\nno files.\n\nMore.\n\nFixes:\n- a\n\n" +
		"## 1.9.4\n\nThe one before.\n\n- a change\n\n## 1.9.3\n\nThe old one.\n"
	of := func(tag string) *release {
		r := releaseOf("v2.9.5", controller)
		r.images = map[string]image{"source-controller": {tag: tag}}
		return r
	}
	available := func(versions ...string) gomodule.Download {
		return func(_ context.Context, m module.Version) (gomodule.Module, error) {
			Expect(m.Path).To(Equal("github.com/fluxcd/source-controller"))
			for _, version := range versions {
				if version == m.Version {
					directory := GinkgoT().TempDir()
					return gomodule.Module{Dir: directory}, os.WriteFile(filepath.Join(directory, "CHANGELOG.md"), []byte(notes), 0o600)
				}
			}
			return gomodule.Module{}, gomodule.ErrAbsent
		}
	}

	DescribeTable("have the summaries of the releases in between",
		func(ctx SpecContext, download gomodule.Download, from, to string, want ...string) {
			Expect(releaseNotes(ctx, download, of(from), of(to))).To(HaveExactElements(want))
		},
		Entry("all of them", available("v1.9.5"), "v1.9.3", "v1.9.5",
			"source-controller 1.9.5: This release refuses kubeconfigs. It says: no files. More.", "source-controller 1.9.4: The one before."),
		Entry("those of the newest available patch, and that newer ones are missing", available("v1.9.4"), "v1.9.3", "v1.9.5",
			"source-controller 1.9.4: The one before.", "source-controller v1.9.5: not available"),
		Entry("none available, which is no sign that nothing has changed", available(), "v1.9.3", "v1.9.5", "source-controller v1.9.5: not available"),
		Entry("the same release", available(), "v1.9.5", "v1.9.5"),
	)

	It("are not left out because of a failure", func(ctx SpecContext) {
		broken := errors.New("connection refused")
		_, err := releaseNotes(ctx, func(context.Context, module.Version) (gomodule.Module, error) { return gomodule.Module{}, broken }, of("v1.9.3"), of("v1.9.5"))
		Expect(err).To(MatchError(broken))
	})
})
