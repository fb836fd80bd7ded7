// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package noticeboard

import (
	"fmt"
	"strings"
	"testing"
	"time"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"

	configv1alpha1 "github.com/shoot-flux/gardener-extension-shoot-flux/pkg/apis/config/v1alpha1"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/garden/push"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/rollout"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/rollout/landscape"
)

var _ = Describe("Encode and Decode", func() {
	projects := map[string]Versions{
		"garden-zeta":  {Config: "7"},
		"garden-alpha": {Config: "101", DeployKey: "99"},
		"garden-rings": {Config: "5", DeployKey: "6", Rollout: "8"},
		"garden-mid":   {},
	}

	It("write the same bytes regardless of the order of the projects", func() {
		for range 20 {
			Expect(Encode(projects, nil)).To(Equal(map[string]string{
				"projects": "garden-alpha flux-config=101 flux-source=99\ngarden-mid\ngarden-rings flux-config=5 flux-source=6 flux-rollout=8\ngarden-zeta flux-config=7\n",
			}))
		}
	})

	It("survive a round trip", func() {
		board := Decode(Encode(projects, nil))
		for project, versions := range projects {
			Expect(board.Of(project)).To(Equal(versions))
		}
		Expect(board.Of("garden-other")).To(Equal(Versions{}))
	})

	It("carry the release of a version rollout", func() {
		data, release := Encode(projects, nil), landscape.VersionRelease{Version: "v2.9.1", From: "v2.8.6", Released: 7}
		Expect(Decode(data).Release()).To(Equal(landscape.VersionRelease{}))
		Post(data, release)
		Expect(Decode(data).Release()).To(Equal(release))
		Expect(Decode(data).Of("garden-alpha").Config).To(Equal("101"))
		Expect((*Board)(nil).Release()).To(Equal(landscape.VersionRelease{}))

		next := Encode(projects, nil)
		Keep(next, data)
		Expect(Decode(next).Release()).To(Equal(release))
		Keep(next, map[string]string{})
		Expect(Decode(next).Release()).To(Equal(release))
	})

	It("carry pushes, which do not change the versions", func() {
		pushed := push.Notice{PushedAt: time.UnixMilli(1764000000123).UTC(), Turns: push.Turns{First: 1500 * time.Millisecond, Period: 400 * time.Millisecond}}
		data := Encode(projects, map[string]push.Notice{"garden-alpha": pushed, "garden-gone": pushed})
		Expect(data["projects"]).To(HavePrefix("garden-alpha flux-config=101 flux-source=99 push=1764000000123-1500-400\ngarden-mid\n"))
		board := Decode(data)
		Expect(board.Pushes()).To(Equal(map[string]push.Notice{"garden-alpha": pushed}), "a project that is not on the board has none")
		Expect(board.Of("garden-alpha")).To(Equal(Decode(Encode(projects, nil)).Of("garden-alpha")))
		Expect((*Board)(nil).Pushes()).To(BeEmpty())
	})

	DescribeTable("ignore a damaged push, and keep the versions of its line",
		func(value string) {
			board := Decode(map[string]string{"projects": "garden-alpha flux-config=1 push=" + value + "\n"})
			Expect(board.Pushes()).To(BeEmpty())
			Expect(board.Of("garden-alpha")).To(Equal(Versions{Config: "1"}))
		},
		Entry("empty", ""), Entry("a word", "now"), Entry("too few numbers", "1-2"), Entry("too many numbers", "1-2-3-4"), Entry("a negative number", "-1-2-3"),
		Entry("a turn later than a day", "1-86400001-1"), Entry("a number out of range", "99999999999999999999-1-1"),
	)

	It("treat a missing board as an empty one", func() {
		Expect((*Board)(nil).Of("garden-alpha")).To(Equal(Versions{}))
	})

	It("write no lines without projects", func() {
		Expect(Encode(nil, nil)).To(Equal(map[string]string{"projects": ""}))
	})

	Describe("with many projects", func() {
		many := func(count int) map[string]Versions {
			projects := map[string]Versions{}
			for i := range count {
				name := fmt.Sprintf("garden-%s-%05d", strings.Repeat("x", 50), i)
				Expect(name).To(HaveLen(63))
				projects[name] = Versions{Config: "18446744073709551615", DeployKey: "18446744073709551615", Rollout: "18446744073709551615"}
			}
			return projects
		}

		It("need a sixth of a ConfigMap for a thousand projects with the longest names and versions", func() {
			data := Encode(many(1000), nil)
			Expect(strings.Count(data["projects"], "\n")).To(Equal(1000))
			Expect(len(data["projects"])).To(BeNumerically("<", 1<<20/6))
			for line := range strings.Lines(data["projects"]) {
				Expect(len(line)).To(BeNumerically("<=", 165))
			}
		})

		It("never exceed a ConfigMap, and list the first projects by name", func() {
			projects := many(20_000)
			data := Encode(projects, nil)
			Expect(data).To(HaveLen(1))
			Expect(len(data["projects"])).To(BeNumerically("<=", 760<<10))
			listed := strings.Count(data["projects"], "\n")
			Expect(listed).To(BeNumerically(">", 4000))
			board := Decode(data)
			for i := range 20_000 {
				isListed := board.Of(fmt.Sprintf("garden-%s-%05d", strings.Repeat("x", 50), i)) != Versions{}
				Expect(isListed).To(Equal(i < listed))
			}
		})
	})

	It("leave room for the largest releases, and refuse a larger one", func() {
		projects := map[string]Versions{}
		for i := range 20_000 {
			projects[fmt.Sprintf("garden-%05d", i)] = Versions{Config: "18446744073709551615"}
		}
		data := Encode(projects, nil)
		Post(data, landscape.VersionRelease{Version: "v2.9.1", From: "v2.8.6", Released: rollout.All})
		release := func(bytes int) landscape.BaselineRelease {
			return landscape.BaselineRelease{Target: rollout.Target{Revision: "r"}, Baseline: &configv1alpha1.Baseline{Namespace: strings.Repeat("x", bytes)}}
		}
		Expect(PostBaseline(data, release(256<<10))).To(MatchError(ContainSubstring("too large")))
		Expect(data).NotTo(HaveKey("baseline"), "the former release stays")
		Expect(PostBaseline(data, release(256<<10-100))).To(Succeed())
		total := 0
		for _, value := range data {
			total += len(value)
		}
		Expect(total).To(BeNumerically("<", 1<<20), "what an API server accepts")
		Expect(Decode(data).Baseline()).NotTo(BeNil())
	})

	DescribeTable("refuse a release with a field that a newer version has written, and read the rest:",
		func(key, value string) {
			data := Encode(projects, nil)
			data[key] = value
			board := Decode(data)
			_, err := board.Release()
			baseline, baselineErr := board.Baseline()
			Expect([]bool{err != nil, baselineErr != nil}).To(ContainElement(BeTrue()))
			Expect(baseline).To(BeNil())
			Expect(board.Of("garden-alpha").Config).To(Equal("101"))
		},
		Entry("in the default Flux version", "flux-version", "v2.9.1 released=100000000 only=x"),
		Entry("in the release of the baseline", "baseline", `{"revision":"r","baseline":{"namespace":"flux-baseline"},"only":["x"]}`),
		Entry("in the selector of the baseline", "baseline", `{"revision":"r","baseline":{"shoots":{"notIn":["x"]}}}`),
		Entry("in the guard", "baseline", `{"revision":"r","baseline":{},"guard":{"strict":true}}`),
		Entry("damaged", "baseline", `{"revision":`),
		Entry("without revision", "baseline", `{}`),
	)

	DescribeTable("ignore damaged parts:",
		func(data map[string]string, expected Versions) {
			Expect(Decode(data).Of("garden-alpha")).To(Equal(expected))
		},
		Entry("no data at all", nil, Versions{}),
		Entry("fields of a later version", map[string]string{"projects": "garden-alpha flux-next=3 flux-config=1 push=a,b\n", "later": "x"},
			Versions{Config: "1"}),
		Entry("fields in another order", map[string]string{"projects": "garden-alpha flux-rollout=3 flux-source=2 flux-config=1"},
			Versions{Config: "1", DeployKey: "2", Rollout: "3"}),
		Entry("a line that was cut", map[string]string{"projects": "garden-alpha flux-config=1 flux-so"}, Versions{Config: "1"}),
		Entry("a damaged line before it", map[string]string{"projects": "\x00\xff===\n \n=\ngarden_alpha flux-config=9\ngarden-alpha flux-config=1\n"},
			Versions{Config: "1"}),
		Entry("the line of another project with the same prefix", map[string]string{"projects": "garden-alpha2 flux-config=1\n"}, Versions{}),
		Entry("a name as long as the ConfigMap", map[string]string{"projects": strings.Repeat("a", 1<<20)}, Versions{}),
	)
})

func FuzzDecode(f *testing.F) {
	f.Add("garden-alpha flux-config=1 flux-source=2\n")
	f.Add("\n\n = = \x00")
	f.Fuzz(func(t *testing.T, projects string) {
		board := Decode(map[string]string{keyProjects: projects})
		again := Decode(Encode(board.projects, nil))
		if len(again.projects) > len(board.projects) {
			t.Errorf("%d projects became %d", len(board.projects), len(again.projects))
		}
		for project, versions := range again.projects {
			if board.projects[project] != versions {
				t.Errorf("%s: %v became %v", project, board.projects[project], versions)
			}
		}
	})
}
