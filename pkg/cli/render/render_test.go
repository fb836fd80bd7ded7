// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package render

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"time"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"
	testclock "k8s.io/utils/clock/testing"

	"github.com/shoot-flux/gardener-extension-shoot-flux/test/support/clitest"
)

// runRender runs the command as a user would, with the standard input, and returns what it prints.
func runRender(stdin string, args ...string) (out, notes string, err error) {
	command := newCommand(testclock.NewFakePassiveClock(time.Date(2026, 12, 4, 12, 0, 0, 0, time.UTC)))
	stdout, stderr := &bytes.Buffer{}, &bytes.Buffer{}
	command.SetArgs(args)
	command.SetIn(strings.NewReader(stdin))
	command.SetOut(stdout)
	command.SetErr(stderr)
	err = command.Execute()
	return stdout.String(), stderr.String(), err
}

// example returns the path of a published example.
func example(name string) string {
	return filepath.Join("..", "..", "..", "example", name)
}

const (
	bare    = "flux: {}"
	private = "{repositoryUrl: 'ssh://git@github.com/o/r'}"
	facts   = "Note: shoot info variables that the files do not contain are shown as not-known-yet: SHOOT_INFO_CLUSTER_IDENTITY, SHOOT_INFO_DOMAIN, " +
		"SHOOT_INFO_GARDEN_CLUSTER_IDENTITY, SHOOT_INFO_KUBERNETES_VERSION, SHOOT_INFO_PROJECT_NAME, SHOOT_INFO_SEED, SHOOT_INFO_TECHNICAL_ID\n"
)

var _ = Describe("render", func() {
	It("prints the objects of each ManagedResource", func() {
		out, notes, err := runRender("", "-f", example("20-shoot-variables.yaml"), "-f", example("10-flux-config-public.yaml"))
		Expect(err).NotTo(HaveOccurred())
		Expect(notes).To(Equal(facts))

		before, config, found := strings.Cut(out, "# ManagedResource extension-shoot-flux-config\n")
		Expect(found).To(BeTrue())
		Expect(before).To(HavePrefix("# ManagedResource extension-shoot-flux-crds\n---\napiVersion: v1\nkind: Namespace\n"))
		Expect(before).To(ContainSubstring("# ManagedResource extension-shoot-flux-controllers\n---\n"))
		Expect(strings.Count(before, "\nkind: Deployment\n")).To(Equal(4))
		golden, err := os.ReadFile(filepath.Join("testdata", "render-variables.yaml"))
		Expect(err).NotTo(HaveOccurred())
		Expect(config).To(Equal(string(golden)))
	})

	It("prints a summary", func() {
		out, _, err := runRender("", "-o", "summary", "-f", example("20-shoot-variables.yaml"), "-f", example("10-flux-config-private.yaml"))
		Expect(err).NotTo(HaveOccurred())
		Expect(out).To(Equal(`Shoot         garden-my-project/my-shoot
Flux version  v2.9.5
Components    helm-controller, kustomize-controller, notification-controller, source-controller
Source        GitRepository flux-system/flux-system
              branch main of ssh://git@github.com/my-org/my-repository.git
Path          ./
Namespaces    flux-system
Deploy key    in Secret flux-source of the project, created if missing
Copies        ConfigMap flux-system/cluster-variables (resource variables, garden-my-project/my-variables)
              Secret flux-system/vault (resource vault-token, garden-my-project/my-vault-token)
Objects       12 in extension-shoot-flux-crds
              20 in extension-shoot-flux-controllers
              6 in extension-shoot-flux-config
Warnings      0
`))
	})

	It("prints a diff", func() {
		project := example("10-flux-config-public.yaml")
		now, before := []string{"-f", example("20-shoot-override-path.yaml"), "-f", project}, []string{"--against", example("20-shoot.yaml"), "--against", project}
		out, notes, err := runRender("", append(append([]string{"-o", "diff"}, now...), before...)...)
		Expect(err).NotTo(HaveOccurred())
		Expect(notes).To(Equal(facts))
		Expect(out).To(Equal(`--- against/extension-shoot-flux-config/Kustomization/flux-system/flux-system
+++ new/extension-shoot-flux-config/Kustomization/flux-system/flux-system
@@ -8,7 +8,7 @@
   namespace: flux-system
 spec:
   interval: 10m
-  path: ./
+  path: ./clusters/my-shoot
   prune: true
   sourceRef:
     kind: GitRepository
`))

		out, _, err = runRender("", append([]string{"-o", "diff", "-f", example("20-shoot.yaml"), "-f", project}, before...)...)
		Expect(err).NotTo(HaveOccurred())
		Expect(out).To(BeEmpty())
	})

	It("reads directories, and lists from standard input", func() {
		directory := GinkgoT().TempDir()
		Expect(os.WriteFile(filepath.Join(directory, "shoot.yml"), []byte("--- # the Shoot\n"+clitest.Shoot(bare)), 0o600)).To(Succeed())
		Expect(os.WriteFile(filepath.Join(directory, "README.md"), []byte("# no YAML: {"), 0o600)).To(Succeed())
		out, _, err := runRender("apiVersion: v1\nkind: List\nitems:\n- "+strings.ReplaceAll(clitest.ProjectConfig("garden-blue", private), "\n", "\n  "),
			"-f", directory, "-f", "-", "-o", "summary")
		Expect(err).NotTo(HaveOccurred())
		Expect(out).To(HavePrefix("Shoot         garden-blue/web\n"))
		Expect(out).To(ContainSubstring("of ssh://git@github.com/o/r\n"))
	})

	It("reads a document after a marker with a comment", func() {
		_, _, err := runRender(clitest.Shoot(bare)+"--- # another\n"+clitest.Shoot(bare), "-f", "-")
		Expect(err).To(MatchError("standard input: there is a Shoot already, in standard input; only one is allowed"))
	})

	It("renders an existing shoot without notes", func() {
		living := clitest.Shoot(bare, "  kubernetes: {version: 1.34.1}", "  seedName: aws", "status: {technicalID: shoot--blue--web, clusterIdentity: shoot--blue--web-1-l}")
		out, notes, err := runRender(living, "-f", "-", "--garden-cluster-identity", "landscape")
		Expect(err).NotTo(HaveOccurred())
		Expect(notes).To(BeEmpty())
		Expect(out).To(ContainSubstring("  SHOOT_INFO_DOMAIN: \"\"\n  SHOOT_INFO_GARDEN_CLUSTER_IDENTITY: landscape\n  SHOOT_INFO_KUBERNETES_VERSION: 1.34.1\n  SHOOT_INFO_NAME: web\n  SHOOT_INFO_PROJECT_NAME: blue\n"))
	})

	It("accepts an Extension instead of the Shoot", func() {
		extension := "apiVersion: extensions.gardener.cloud/v1alpha1\nkind: Extension\nmetadata: {name: shoot-flux, namespace: shoot--blue--web}\nspec: {type: shoot-flux}\n"
		out, notes, err := runRender(clitest.Documents(extension, clitest.ProjectConfig("garden-azure", private)), "-f", "-", "-o", "summary")
		Expect(err).NotTo(HaveOccurred())
		Expect(out).To(HavePrefix("Shoot         garden-azure/web\n"))
		Expect(notes).To(ContainSubstring("Note: an Extension has no spec.resources, and its project's namespace is assumed to be garden-azure\n"))
	})

	It("notes that a Shoot may not have the extension", func() {
		_, notes, err := runRender(strings.ReplaceAll(clitest.Shoot(bare), "type: shoot-flux", "type: other"), "-f", "-", "-o", "summary")
		Expect(err).NotTo(HaveOccurred())
		Expect(notes).To(ContainSubstring("Note: Shoot garden-blue/web has no extension of type shoot-flux; it gets Flux only if the operator has enabled the extension for all Shoots\n"))
	})

	It("validates flux-config without a Shoot", func() {
		out, notes, err := runRender("", "-f", example("10-flux-config-path-per-shoot.yaml"))
		Expect(err).NotTo(HaveOccurred())
		Expect(notes).To(BeEmpty())
		Expect(out).To(Equal("# ConfigMap garden-my-project/flux-config is valid. To render the objects for a shoot, also pass its Shoot with -f.\n"))

		out, _, err = runRender("", "-f", example("10-flux-config-path-per-shoot.yaml"), "-o", "summary")
		Expect(err).NotTo(HaveOccurred())
		Expect(out).To(HavePrefix("ConfigMap     garden-my-project/flux-config\n"))
	})

	It("shows the next openings of the windows of rings", func() {
		rollout := "{rings: [{name: canary, shoots: {matchLabels: {ring: canary}}}, {name: prod, windows: [{name: office, cron: '0 9 * * 1-4', duration: 7h, timeZone: Europe/Berlin}]}]}"
		document := "apiVersion: flux.extensions.gardener.cloud/v1alpha1\nkind: FluxConfig\nproject: {rollout: " + rollout + "}\n"
		input := "apiVersion: v1\nkind: ConfigMap\nmetadata: {name: flux-config, namespace: garden-blue}\ndata:\n  config.yaml: |\n    " + strings.ReplaceAll(document, "\n", "\n    ") + "\n"
		const openings = "next openings of ring prod: Mon 7 Dec 09:00 CET (office), Tue 8 Dec 09:00 CET (office), Wed 9 Dec 09:00 CET (office)\n"
		out, _, err := runRender(input, "-f", "-")
		Expect(err).NotTo(HaveOccurred())
		Expect(out).To(Equal("# ConfigMap garden-blue/flux-config is valid. To render the objects for a shoot, also pass its Shoot with -f.\n# " + openings))

		out, _, err = runRender(clitest.Documents(clitest.Shoot(bare), input), "-f", "-", "-o", "summary")
		Expect(err).NotTo(HaveOccurred())
		Expect(out).To(ContainSubstring("\nWindows       " + openings))
	})

	It("renders with the version of --flux-version", func() {
		input := clitest.Documents(clitest.Shoot(bare), clitest.ProjectConfig("garden-blue", "{fluxVersion: 0.29.5}"))
		_, _, err := runRender(input, "-f", "-")
		Expect(err).To(MatchError(HavePrefix(`ConfigMap garden-blue/flux-config: fluxVersion: Invalid value: "0.29.5": unknown Flux version`)))

		out, notes, err := runRender(input, "-f", "-", "-o", "summary", "--flux-version", "2.9")
		Expect(err).NotTo(HaveOccurred())
		Expect(out).To(ContainSubstring("\nFlux version  v2.9."))
		Expect(notes).To(Equal(facts))

		_, notes, err = runRender(input, "-f", "-", "-o", "summary", "--flux-version", "v2.9.0")
		Expect(err).NotTo(HaveOccurred())
		Expect(notes).To(ContainSubstring("Note: --flux-version v2.9.0 uses v2.9."))

		_, _, err = runRender(input, "-f", "-", "--flux-version", "v1.0.0")
		Expect(err).To(MatchError(MatchRegexp(`^--flux-version v1\.0\.0: unknown Flux version; the known versions are .*v2\.9\.`)))
	})

	It("applies the operator's configuration", func() {
		operator := "apiVersion: config.flux.extensions.gardener.cloud/v1alpha1\nkind: ControllerConfiguration\nlimits: {components: [source-controller, kustomize-controller]}\n"
		message := ContainSubstring("Shoot garden-blue/web: spec.extensions[0].providerConfig.flux.components")
		wanted := clitest.Shoot("flux: {components: [source-controller, kustomize-controller, helm-controller]}")
		operator += "defaults: {flux: {components: [source-controller, kustomize-controller]}}\n"
		_, _, err := runRender(clitest.Documents(wanted, operator), "-f", "-")
		Expect(err).To(MatchError(message))
		_, _, err = runRender(wanted, "-f", "-", "--config", clitest.File("operator.yaml", operator))
		Expect(err).To(MatchError(message))
		out, _, err := runRender(clitest.Shoot("flux: {components: [source-controller, kustomize-controller]}"), "-f", "-", "--config", clitest.File("operator.yaml", operator+"images: {digests: Never}\n"))
		Expect(err).NotTo(HaveOccurred())
		Expect(out).To(MatchRegexp(`image: ghcr\.io/fluxcd/source-controller:v[0-9.]+\n`))
		path := clitest.File("operator.yaml", operator)
		_, _, err = runRender(clitest.Documents(wanted, operator), "-f", "-", "--config", path)
		Expect(err).To(MatchError(path + ": there is a ControllerConfiguration in standard input already; remove one of them"))
	})
})
