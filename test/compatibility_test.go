// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package test

import (
	"cmp"
	"os"
	"path/filepath"
	"regexp"
	"strings"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"
	"golang.org/x/mod/semver"
	"sigs.k8s.io/yaml"

	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/webhook/resourcemanager"
)

var _ = Describe("docs/operations/compatibility.md", func() {
	const landscape = "test/landscape/go.mod"
	required := func(file, module string) string {
		GinkgoHelper()
		found := regexp.MustCompile(`(?m)^\t` + regexp.QuoteMeta(module) + ` (v\S+)$`).FindStringSubmatch(readRoot(file))
		Expect(found).NotTo(BeNil(), "%s does not require %s", file, module)
		return found[1]
	}
	// cells returns the cells of each row of the page by the first.
	cells := func() map[string][]string {
		rows := map[string][]string{}
		for line := range strings.Lines(readRoot("docs/operations/compatibility.md")) {
			if row := strings.Split(strings.TrimSuffix(strings.TrimSpace(line), " |"), " | "); len(row) > 2 {
				rows[strings.TrimPrefix(row[0], "| ")] = row[1:]
			}
		}
		return rows
	}

	// notRun returns the controllers of a Flux version that the landscape does not run in their own version.
	notRun := func(version string, isNewest bool) string {
		GinkgoHelper()
		file := landscape
		if !isNewest {
			file = "test/landscape/flux/" + semver.MajorMinor(version) + "/go.mod"
		}
		modules, _ := os.ReadFile(filepath.Join("..", filepath.FromSlash(file)))
		manifests := readRoot("pkg/flux/distributions/" + version + "/gotk-components.yaml")
		var names []string
		for _, image := range regexp.MustCompile(`image: ghcr\.io/fluxcd/(\S+):(v\S+)`).FindAllStringSubmatch(manifests, -1) {
			if !regexp.MustCompile(`(?m)^(\t|require )github\.com/fluxcd/` + regexp.QuoteMeta(image[1]) + `(/v\d+)? ` + regexp.QuoteMeta(image[2]) + `( |$)`).Match(modules) {
				names = append(names, image[1]+" "+image[2])
			}
		}
		return cmp.Or(strings.Join(names, ", "), "none")
	}

	It("has the versions of the tests", func() {
		gardener, minimum := required("go.mod", "github.com/gardener/gardener"), "v"+resourcemanager.MinimumGardenerVersion
		Expect(required(landscape, "github.com/gardener/gardener")).To(Equal(gardener))
		rows := cells()
		Expect(rows["Gardener"]).To(HaveExactElements(HavePrefix(minimum+" or newer"), Equal(gardener), HavePrefix(minimum+" to ")))
		Expect(rows["gardener-operator"][1]).To(HavePrefix(gardener + ":"))
		Expect(rows["gardenlet"][1]).To(HavePrefix(gardener + " in "))
		kubernetes := required(landscape, "k8s.io/kubernetes")
		Expect(rows["Kubernetes of the garden, of its runtime cluster and of seeds"]).To(HaveExactElements(
			HaveSuffix("by Gardener "+semver.MajorMinor(gardener)), Equal(kubernetes), ContainSubstring("to "+semver.MajorMinor(kubernetes))))
		Expect(rows["Kubernetes of shoots"]).To(HaveExactElements(Not(BeEmpty()), Equal(kubernetes), ContainSubstring("to "+semver.MajorMinor(kubernetes))))
		Expect(readRoot("docs/operations/installation.md")).To(ContainSubstring("\n- Gardener " + minimum + " or newer;"))
	})

	It("has the carried Flux versions and their oldest Kubernetes", func() {
		oldest := map[string]string{}
		Expect(yaml.Unmarshal([]byte(readRoot("pkg/flux/distributions/kubernetes.yaml")), &oldest)).To(Succeed())
		carried := strings.Fields(readRoot("hack/distributions/versions"))
		newest, rows := carried[len(carried)-1], cells()
		for _, version := range carried {
			title := version
			if version == newest {
				title += ", the default"
			}
			Expect(rows).To(HaveKeyWithValue(title, HaveExactElements(Equal(oldest[semver.MajorMinor(version)]), Not(BeEmpty()), Equal(notRun(version, version == newest)))))
		}
		Expect(required("go.mod", "github.com/fluxcd/flux2/v2")).To(Equal(newest))
	})
})
