// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package app

import (
	"os"
	"path/filepath"

	extensionscmdcontroller "github.com/gardener/gardener/extensions/pkg/controller/cmd"
	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"

	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/cli/operator"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/rollout/landscape"
)

var _ = Describe("the configured baseline", func() {
	const baseline = `apiVersion: config.flux.extensions.gardener.cloud/v1alpha1
kind: ControllerConfiguration
baseline:
  config: {source: {template: {spec: {url: "https://git.example.com/a"}}}}
  permissions: {clusterAdmin: true}
`
	const rollouts = "rollouts: {rings: [{name: canary, seeds: {matchLabels: {stage: canary}}}], baseline: {}}\n"
	release := func(content string, selfHosted bool) (revision string, of *options) {
		GinkgoHelper()
		path := filepath.Join(GinkgoT().TempDir(), "config.yaml")
		Expect(os.WriteFile(path, []byte(content), 0o600)).To(Succeed())
		of = &options{general: &extensionscmdcontroller.GeneralOptions{SelfHostedShootCluster: selfHosted}}
		of.operator = &operatorOptions{Options: operator.Options{Config: path}}
		Expect(of.operator.Complete()).To(Succeed())
		Expect(of.releaseConfiguredBaseline()).To(Succeed())
		revision, _ = of.operator.resolver.ReleasedBaseline()
		return revision, of
	}

	It("has the revision that a rollout begins with when it is added", func() {
		revision, of := release(baseline, false)
		Expect(revision).To(Equal(landscape.BaselineRevision(of.operator.config.Baseline).ID()))
		_, with := release(baseline+rollouts, false)
		Expect(landscape.BaselineRevision(with.operator.config.Baseline).ID()).To(Equal(revision), "the rollout itself is no change")
	})

	It("is not released while a rollout decides", func() {
		revision, _ := release(baseline+rollouts, false)
		Expect(revision).To(BeEmpty())
	})

	It("has no revision in a self-hosted Shoot, which no seed reports", func() {
		revision, _ := release(baseline, true)
		Expect(revision).To(BeEmpty())
	})
})
