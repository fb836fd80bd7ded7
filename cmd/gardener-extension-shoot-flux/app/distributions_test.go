// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package app

import (
	"os"
	"path/filepath"

	"github.com/go-logr/logr/funcr"
	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"

	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/cli/clitest"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/cli/operator"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/flux"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/flux/distributions"
)

var _ = Describe("supplied distributions", func() {
	var directory string

	BeforeEach(func() { directory = GinkgoT().TempDir() })

	It("take part in everything like one that is carried", func() {
		clitest.SupplyDistribution(directory, clitest.NewerDistribution(), clitest.NewerDistribution())
		o := &operatorOptions{distributions: operator.Distributions{Directories: []string{directory}}}
		Expect(o.Complete()).To(Succeed())
		Expect(flux.NewCatalog(o.distributions.Library()).Versions()).To(ContainElement(clitest.SuppliedVersion))
		Expect(o.distributions.Library()).To(BeIdenticalTo(o.distributions.Library()), "each distribution is decoded once")
	})

	It("are not used if the version is carried, which is reported and no reason to stop", func() {
		versions := distributions.Embedded().Versions()
		newest := versions[len(versions)-1]
		clitest.SupplyDistribution(directory, clitest.NewerDistribution(), clitest.NewerDistribution())
		Expect(os.Rename(filepath.Join(directory, clitest.SuppliedVersion), filepath.Join(directory, newest))).To(Succeed())
		note := directory + "/" + newest + " is not used, because the extension carries Flux " + newest + " itself: take it away"

		o := &operatorOptions{distributions: operator.Distributions{Directories: []string{directory}}}
		Expect(o.Complete()).To(Succeed())
		Expect(o.notes()).To(HaveExactElements(note))
		var logged []string
		o.logNotes(funcr.New(func(_, arguments string) { logged = append(logged, arguments) }, funcr.Options{}))
		Expect(logged).To(HaveExactElements(ContainSubstring(note)))
	})

	It("are none without the flag", func() {
		o := &operatorOptions{}
		Expect(o.Complete()).To(Succeed())
		Expect(flux.NewCatalog(o.distributions.Library()).Versions()).To(Equal(distributions.Embedded().Versions()))
	})

	It("keep the process from starting if one is damaged, with the file", func() {
		clitest.SupplyDistribution(directory, clitest.NewerDistribution(), []byte("another"))
		damaged := And(HavePrefix("the supplied Flux distributions cannot be used:\n"+directory+"/v2.99.1/gotk-components.yaml: its content has the SHA-256 sum "),
			HaveSuffix("the one in SHA256SUMS: supply both again"))
		Expect((&operatorOptions{distributions: operator.Distributions{Directories: []string{directory}}}).Complete()).To(MatchError(damaged))
	})

	It("keep the process from starting if the directory is not there", func() {
		Expect((&operatorOptions{distributions: operator.Distributions{Directories: []string{"/does/not/exist"}}}).Complete()).
			To(MatchError(ContainSubstring("/does/not/exist: cannot be opened: ")))
	})
})
