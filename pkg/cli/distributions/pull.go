// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package distributions

import (
	"bytes"
	"context"
	"crypto/sha256"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"time"

	"github.com/spf13/cobra"

	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/cli/operator"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/cli/printer"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/flux/distributions"
)

// File names of a distribution.
const (
	distributionManifests = "gotk-components.yaml"
	distributionSums      = "SHA256SUMS"
)

const pullLong = `Fetch the manifests of a Flux version from an OCI registry, which contains them as published by the Flux project in
flux-manifests. It verifies them before it writes the directory. It is intended for init containers of the controllers.

Name the artifact by its digest, because a tag can move. Credentials come from the Docker config.json in --registry-config, or
in directory $DOCKER_CONFIG.`

const pullExample = `  kubectl shoot-flux distributions pull oci://ghcr.io/fluxcd/flux-manifests@sha256:… --version v2.9.5 --out /distributions`

type pullOptions struct {
	version, out   string
	registryConfig string
	caFile         string
	plainHTTP      bool
	timeout        time.Duration
}

func newPullCommand() *cobra.Command {
	o := &pullOptions{timeout: 2 * time.Minute}
	command := &cobra.Command{
		Use:     "pull oci://REGISTRY/REPOSITORY@sha256:DIGEST --version VERSION --out DIR",
		Short:   "Fetch a distribution from an OCI registry",
		Long:    pullLong,
		Example: pullExample,
		Args:    printer.OneArgument("artifact", printer.Program+" distributions pull oci://REGISTRY/REPOSITORY@sha256:DIGEST --version VERSION --out DIR"),
		RunE: func(command *cobra.Command, args []string) error {
			return o.run(command.Context(), args[0], command.OutOrStdout())
		},
	}
	flags := command.Flags()
	flags.StringVar(&o.version, "version", "", "Flux version in the artifact.")
	flags.StringVar(&o.out, "out", "", "Output directory. The distribution becomes a directory named after the version.")
	flags.StringVar(&o.registryConfig, "registry-config", "", "File with credentials for the registry, a Docker config.json. Defaults to config.json in $DOCKER_CONFIG.")
	flags.StringVar(&o.caFile, "ca-file", "", "File with certificate authorities in PEM format to trust for the registry, in addition to the system's.")
	flags.BoolVar(&o.plainHTTP, "plain-http", false, "Read over HTTP without TLS, from a registry on a loopback address.")
	flags.DurationVar(&o.timeout, "timeout", o.timeout, "Total timeout of all attempts.")
	return command
}

func (o *pullOptions) run(ctx context.Context, artifact string, out io.Writer) error {
	parsed, err := ParseReference(artifact)
	if err != nil {
		return err
	}
	switch {
	case !distributions.IsVersion(o.version):
		return fmt.Errorf("--version %q is not a Flux version, such as v2.9.5", o.version)
	case o.out == "":
		return errors.New("--out is required; set it to the output directory")
	}
	registry, err := o.access(os.Getenv)
	if err != nil {
		return err
	}
	ctx, cancel := context.WithTimeout(ctx, o.timeout)
	defer cancel()
	manifests, err := ReadFile(ctx, parsed, distributionManifests, registry)
	if err != nil {
		return err
	}
	if err := writeDistribution(o.out, o.version, manifests); err != nil {
		return fmt.Errorf("the artifact %s cannot be used:\n%w", parsed, err)
	}
	fmt.Fprintf(out, "%s  sha256:%x  %s\n", o.version, sha256.Sum256(manifests), filepath.Join(o.out, o.version))
	return nil
}

// access reads the credentials and the certificate authorities from the files that the flags and the environment
// specify.
func (o *pullOptions) access(getenv func(string) string) (RegistryAccess, error) {
	registry := RegistryAccess{PlainHTTP: o.plainHTTP}
	var err error
	if o.caFile != "" {
		if registry.CABundle, err = os.ReadFile(o.caFile); err != nil {
			return registry, fmt.Errorf("--ca-file: %w", err)
		}
	}
	if o.registryConfig != "" {
		if registry.DockerConfig, err = os.ReadFile(o.registryConfig); err != nil {
			return registry, fmt.Errorf("--registry-config: %w", err)
		}
		return registry, nil
	}
	if directory := getenv("DOCKER_CONFIG"); directory != "" {
		registry.DockerConfig, err = os.ReadFile(filepath.Join(directory, "config.json"))
		if err != nil && !errors.Is(err, fs.ErrNotExist) {
			return registry, fmt.Errorf("DOCKER_CONFIG: %w", err)
		}
	}
	return registry, nil
}

// writeDistribution writes a distribution to a temporary directory, verifies it like the controllers, and moves it to
// its final directory. If that directory exists, its distribution must be identical. A version that the extension
// carries is not verified: it will not be used, and a pod that still fetches it must be able to start.
func writeDistribution(directory, version string, manifests []byte) (err error) {
	if err := os.MkdirAll(directory, 0o755); err != nil { //nolint:gosec // another container reads it
		return err
	}
	target := filepath.Join(directory, version)
	sums := fmt.Appendf(nil, "%x  %s\n", sha256.Sum256(manifests), distributionManifests)
	if there, err := os.ReadFile(filepath.Join(target, distributionSums)); err == nil && bytes.Equal(there, sums) {
		_, _, err := operator.AddSupplied(distributions.Embedded(), directory, directory)
		return err
	}
	staging, err := os.MkdirTemp(directory, ".pull-")
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, os.RemoveAll(staging)) }()

	staged := filepath.Join(staging, version)
	if err := os.Mkdir(staged, 0o755); err != nil { //nolint:gosec // another container reads it
		return err
	}
	for name, content := range map[string][]byte{distributionManifests: manifests, distributionSums: sums} {
		file := filepath.Join(staged, name)
		if err := os.WriteFile(file, content, 0o644); err != nil { //nolint:gosec // another container reads it
			return err
		}
	}
	if _, _, err := operator.AddSupplied(distributions.Embedded(), staging, directory); err != nil {
		return err
	}
	if err := os.Rename(staged, target); err != nil {
		if errors.Is(err, fs.ErrExist) {
			return fmt.Errorf("%s: already contains another distribution; remove it", target)
		}
		return err
	}
	return nil
}
