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

	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/garden/push"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/rollout/versionrollout"
)

var _ = Describe("a notice board", func() {
	projects := map[string]Versions{
		"garden-zeta":  {Config: "7"},
		"garden-alpha": {Config: "101", DeployKey: "99"},
		"garden-rings": {Config: "5", DeployKey: "6", Rollout: "8"},
		"garden-mid":   {},
	}

	It("is written in these bytes, regardless of the order of the projects", func() {
		for range 20 {
			Expect(Encode(projects, nil)).To(Equal(map[string]string{
				"projects": "garden-alpha flux-config=101 flux-source=99\ngarden-mid\ngarden-rings flux-config=5 flux-source=6 flux-rollout=8\ngarden-zeta flux-config=7\n",
			}))
		}
	})

	It("survives a round trip", func() {
		board := Decode(Encode(projects, nil))
		for project, versions := range projects {
			Expect(board.Of(project)).To(Equal(Notice{Listed: true, Versions: versions}))
		}
		Expect(board.Of("garden-other")).To(Equal(Notice{}))
	})

	It("has the release for the seed's Shoots if the operator rolls out the default Flux version", func() {
		data, release := Encode(projects, nil), versionrollout.Release{Version: "v2.9.1", From: "v2.8.6", Released: 7}
		Post(data, nil)
		Expect(data).NotTo(HaveKey("flux-version"))
		Expect(Decode(data).Release()).To(Equal(versionrollout.Release{}))
		Post(data, &release)
		Expect(Decode(data).Release()).To(Equal(release))
		Expect(Decode(data).Of("garden-alpha").Versions.Config).To(Equal("101"))
		Expect((*Board)(nil).Release()).To(Equal(versionrollout.Release{}))

		next := Encode(projects, nil)
		Keep(next, data)
		Expect(Decode(next).Release()).To(Equal(release))
		Keep(next, map[string]string{})
		Expect(Decode(next).Release()).To(Equal(release))
	})

	It("has the pushes of projects besides their versions, without a notice to read them", func() {
		pushed := push.Notice{PushedAt: time.UnixMilli(1764000000123).UTC(), Turns: push.Turns{First: 1500 * time.Millisecond, Period: 400 * time.Millisecond}}
		data := Encode(projects, map[string]push.Notice{"garden-alpha": pushed, "garden-gone": pushed})
		Expect(data["projects"]).To(HavePrefix("garden-alpha flux-config=101 flux-source=99 push=1764000000123-1500-400\ngarden-mid\n"))
		board := Decode(data)
		Expect(board.Pushes()).To(Equal(map[string]push.Notice{"garden-alpha": pushed}), "a project that is not on the board has none")
		Expect(board.Of("garden-alpha")).To(Equal(Decode(Encode(projects, nil)).Of("garden-alpha")))
		Expect((*Board)(nil).Pushes()).To(BeEmpty())
	})

	It("omits the pushes of projects that do not fit, so that they are no notice for the others", func() {
		projects := map[string]Versions{"a": {}, "bbbbbbbb": {}}
		pushes := map[string]push.Notice{"bbbbbbbb": {PushedAt: time.UnixMilli(1).UTC()}}
		Expect(encode(projects, pushes, 5)).To(Equal(encode(projects, nil, 5)))
		Expect(Decode(encode(projects, pushes, 5)).Pushes()).To(BeEmpty())
	})

	DescribeTable("ignores a damaged push, but keeps the versions of its line",
		func(value string) {
			board := Decode(map[string]string{"projects": "garden-alpha flux-config=1 push=" + value + "\n"})
			Expect(board.Pushes()).To(BeEmpty())
			Expect(board.Of("garden-alpha").Versions).To(Equal(Versions{Config: "1"}))
		},
		Entry("nothing", ""), Entry("a word", "now"), Entry("too few numbers", "1-2"), Entry("too many", "1-2-3-4"), Entry("a negative one", "-1-2-3"),
		Entry("a turn after a day", "1-86400001-1"), Entry("more than a number holds", "99999999999999999999-1-1"),
	)

	It("has no notices if it does not exist", func() {
		Expect((*Board)(nil).Of("garden-alpha")).To(Equal(Notice{}))
	})

	It("has no lines without projects", func() {
		Expect(Encode(nil, nil)).To(Equal(map[string]string{"projects": ""}))
	})

	Describe("of many projects", func() {
		many := func(count int) map[string]Versions {
			projects := map[string]Versions{}
			for i := range count {
				name := fmt.Sprintf("garden-%s-%05d", strings.Repeat("x", 50), i)
				Expect(name).To(HaveLen(63))
				projects[name] = Versions{Config: "18446744073709551615", DeployKey: "18446744073709551615", Rollout: "18446744073709551615"}
			}
			return projects
		}

		It("lists a thousand with the longest names and versions in a sixth of a ConfigMap", func() {
			data := Encode(many(1000), nil)
			Expect(data).NotTo(HaveKey("others"))
			Expect(len(data["projects"])).To(BeNumerically("<", 1<<20/6))
			for line := range strings.Lines(data["projects"]) {
				Expect(len(line)).To(BeNumerically("<=", 165))
			}
		})

		It("never exceeds a ConfigMap, and has a common notice for the other projects", func() {
			projects := many(20_000)
			data := Encode(projects, nil)
			Expect(len(data["projects"])).To(BeNumerically("<=", 768<<10))
			Expect(data["others"]).To(HaveLen(16))

			last := fmt.Sprintf("garden-%s-%05d", strings.Repeat("x", 50), 19_999)
			next := fmt.Sprintf("garden-%s-%05d", strings.Repeat("x", 50), 19_998)
			before := Decode(data)
			Expect(before.Of(last)).To(Equal(Notice{Others: data["others"]}))
			projects[last] = Versions{Config: "1"}
			after := Decode(Encode(projects, nil))
			Expect(after.Of(last)).NotTo(Equal(before.Of(last)), "it has changed")
			Expect(after.Of(next)).NotTo(Equal(before.Of(next)), "it may have changed")
			first := fmt.Sprintf("garden-%s-%05d", strings.Repeat("x", 50), 0)
			Expect(after.Of(first)).To(Equal(before.Of(first)), "it is listed, and has not changed")
		})

		It("lists a prefix of the names, so that an additional project affects few others", func() {
			Expect(encode(map[string]Versions{"a": {}, "bbbbbbbb": {}, "c": {}}, nil, 5)).To(Equal(map[string]string{
				"projects": "a\n", "others": checksum("bbbbbbbb\nc\n"),
			}))
		})
	})

	It("does not let a version break a line", func() {
		data := Encode(map[string]Versions{"garden-alpha": {Config: "1\ngarden-beta flux-config=2", DeployKey: strings.Repeat("9", 65)}}, nil)
		Expect(strings.Count(data["projects"], "\n")).To(Equal(1))
		notice := Decode(data).Of("garden-alpha")
		Expect(notice.Versions.Config).To(HaveLen(16))
		Expect(notice.Versions.DeployKey).To(HaveLen(16))
		Expect(Decode(data).Of("garden-beta")).To(Equal(Notice{}))
	})

	DescribeTable("ignores damaged parts:",
		func(data map[string]string, expected Notice) {
			Expect(Decode(data).Of("garden-alpha")).To(Equal(expected))
		},
		Entry("no data at all", nil, Notice{}),
		Entry("fields of a later version", map[string]string{"projects": "garden-alpha flux-next=3 flux-config=1 push=a,b\n", "later": "x"},
			Notice{Listed: true, Versions: Versions{Config: "1"}}),
		Entry("fields in another order", map[string]string{"projects": "garden-alpha flux-rollout=3 flux-source=2 flux-config=1"},
			Notice{Listed: true, Versions: Versions{Config: "1", DeployKey: "2", Rollout: "3"}}),
		Entry("a line that was cut", map[string]string{"projects": "garden-alpha flux-config=1 flux-so"}, Notice{Listed: true, Versions: Versions{Config: "1"}}),
		Entry("a damaged line before it", map[string]string{"projects": "\x00\xff===\n \n=\ngarden_alpha flux-config=9\ngarden-alpha flux-config=1\n"},
			Notice{Listed: true, Versions: Versions{Config: "1"}}),
		Entry("a version with other characters", map[string]string{"projects": "garden-alpha flux-config=<b>\n"}, Notice{Listed: true}),
		Entry("a version that is too long", map[string]string{"projects": "garden-alpha flux-config=" + strings.Repeat("1", 65) + "\n"}, Notice{Listed: true}),
		Entry("a checksum with other characters", map[string]string{"projects": "", "others": "a b"}, Notice{}),
		Entry("the line of another project whose name begins alike", map[string]string{"projects": "garden-alpha2 flux-config=1\n"}, Notice{}),
		Entry("a name as long as the ConfigMap", map[string]string{"projects": strings.Repeat("a", 1<<20)}, Notice{}),
	)
})

func FuzzDecode(f *testing.F) {
	f.Add("garden-alpha flux-config=1 flux-source=2\n", "abc")
	f.Add("\n\n = = \x00", "\xff")
	f.Fuzz(func(t *testing.T, projects, others string) {
		board := Decode(map[string]string{keyProjects: projects, keyOthers: others})
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
