// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

// Package clitest contains helpers for tests of several commands. Only tests may import it.
package clitest

import (
	"bytes"
	"crypto/sha256"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"sync"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"
	"github.com/spf13/cobra"

	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/flux/distributions"
)

// Execute runs a command with the given input and arguments, and returns its standard output and standard error.
func Execute(command *cobra.Command, stdin string, args ...string) (out, notes string, err error) {
	stdout, stderr := &bytes.Buffer{}, &bytes.Buffer{}
	command.SetArgs(append([]string{}, args...))
	command.SetIn(strings.NewReader(stdin))
	command.SetOut(stdout)
	command.SetErr(stderr)
	err = command.Execute()
	return stdout.String(), stderr.String(), err
}

// Output stores the output of a command. A test may read it while the command runs.
type Output struct {
	mutex  sync.Mutex
	buffer bytes.Buffer
}

// Write appends to the output.
func (o *Output) Write(text []byte) (int, error) {
	o.mutex.Lock()
	defer o.mutex.Unlock()
	return o.buffer.Write(text)
}

// String returns the output up to now.
func (o *Output) String() string {
	o.mutex.Lock()
	defer o.mutex.Unlock()
	return o.buffer.String()
}

// OperatorHead is the beginning of a ControllerConfiguration.
const OperatorHead = "apiVersion: config.flux.extensions.gardener.cloud/v1alpha1\nkind: ControllerConfiguration\n"

// File writes a temporary file that exists until the end of the spec, and returns its path.
func File(name, content string) string {
	GinkgoHelper()
	path := filepath.Join(GinkgoT().TempDir(), name)
	Expect(os.WriteFile(path, []byte(content), 0o600)).To(Succeed())
	return path
}

// Shoot returns a Shoot with the given fields in its FluxConfig. It appends further lines to the manifest.
func Shoot(fluxConfig string, more ...string) string {
	lines := strings.ReplaceAll(strings.TrimSpace(fluxConfig), "\n", "\n      ")
	return `
apiVersion: core.gardener.cloud/v1beta1
kind: Shoot
metadata: {name: web, namespace: garden-blue}
spec:
  region: eu-1
  provider: {type: aws, workers: [{name: a}]}
  extensions:
  - type: shoot-flux
    providerConfig:
      apiVersion: flux.extensions.gardener.cloud/v1alpha1
      kind: FluxConfig
      ` + lines + "\n" + strings.Join(more, "\n")
}

// ProjectConfig returns the manifest of a ConfigMap flux-config.
func ProjectConfig(namespace, data string) string {
	return "apiVersion: v1\nkind: ConfigMap\nmetadata: {name: flux-config, namespace: " + namespace + "}\ndata: " + data + "\n"
}

// Secret returns the manifest of a Secret in namespace garden-blue.
func Secret(name, stringData string) string {
	return "apiVersion: v1\nkind: Secret\nmetadata: {name: " + name + ", namespace: garden-blue}\nstringData: " + stringData + "\n"
}

// Documents joins YAML documents.
func Documents(documents ...string) string { return strings.Join(documents, "\n---\n") }

// SuppliedVersion is newer than all embedded versions.
const SuppliedVersion = "v2.99.1"

// NewerDistribution returns the manifests of the newest embedded distribution with SuppliedVersion as their version.
func NewerDistribution() []byte {
	GinkgoHelper()
	versions := distributions.Embedded().Versions()
	newest := versions[len(versions)-1]
	manifests, err := distributions.Embedded().Manifests(newest)
	Expect(err).NotTo(HaveOccurred())
	return bytes.ReplaceAll(manifests, []byte(newest), []byte(SuppliedVersion))
}

// SupplyDistribution writes manifests and a file with the checksum of summed.
func SupplyDistribution(directory string, manifests, summed []byte) {
	GinkgoHelper()
	place := filepath.Join(directory, SuppliedVersion)
	Expect(os.MkdirAll(place, 0o700)).To(Succeed())
	Expect(os.WriteFile(filepath.Join(place, "gotk-components.yaml"), manifests, 0o600)).To(Succeed())
	Expect(os.WriteFile(filepath.Join(place, "SHA256SUMS"), fmt.Appendf(nil, "%x  %s\n", sha256.Sum256(summed), "gotk-components.yaml"), 0o600)).To(Succeed())
}
