// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

// Package landscape runs a whole Gardener landscape on loopback: the garden, seeds with the extension from its chart,
// shoots with nodes that run Flux's controllers, and hosts of Git repositories, OCI artifacts and buckets. By default,
// a stand-in replaces gardenlet. All other components are real. The subpackages implement the parts.
//
// It must not depend on the behaviour of the extension: it only provides the environment.
package landscape

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"sync"
	"time"

	"github.com/go-logr/logr"
	"golang.org/x/sync/errgroup"
	"k8s.io/utils/clock"
	"sigs.k8s.io/controller-runtime/pkg/client"

	"github.com/gardener/gardener/pkg/utils"
	"github.com/gardener/gardener/pkg/utils/secrets"

	"github.com/shoot-flux/gardener-extension-shoot-flux/test/landscape/artifacts"
	"github.com/shoot-flux/gardener-extension-shoot-flux/test/landscape/binaries"
	"github.com/shoot-flux/gardener-extension-shoot-flux/test/landscape/buckethost"
	"github.com/shoot-flux/gardener-extension-shoot-flux/test/landscape/cluster"
	"github.com/shoot-flux/gardener-extension-shoot-flux/test/landscape/garden"
	"github.com/shoot-flux/gardener-extension-shoot-flux/test/landscape/githost"
	"github.com/shoot-flux/gardener-extension-shoot-flux/test/landscape/node"
	"github.com/shoot-flux/gardener-extension-shoot-flux/test/landscape/ocihost"
	"github.com/shoot-flux/gardener-extension-shoot-flux/test/landscape/stshost"
)

// Options configure a landscape.
type Options struct {
	// Dir is the directory for all data, logs and kubeconfigs of the landscape. It must be empty or not exist.
	Dir string
	// ProjectDir is the root of the extension's repository. The landscape uses only artefacts from it.
	ProjectDir string
	// Executables is the result of Build.
	Executables Executables
	// LogLevel is the log level of the extension and the admission: debug, info or error. If it is empty, the default of
	// the charts applies.
	LogLevel string
	// Seeds are the names of the initial seeds.
	Seeds []string
	// Access is the value access of the charts, which configures the access of seeds to the garden. If it is empty, the
	// default of the charts applies.
	Access string
	// GitHosts are the Git hosts to which the operator allows the garden controller to connect.
	GitHosts []string
	// NotificationHosts are the hosts of receivers that the operator allows.
	NotificationHosts []string
	// CheckHosts are the hosts that the operator lets checks ask.
	CheckHosts []string
	// Uninstalled leaves the installation of the extension, the admission and the garden controller to the caller.
	Uninstalled bool
	// Images finds the image of the extension by its reference, in addition to the image of the extension's binary. It
	// may be nil.
	Images func(reference string) (node.Image, bool)
	// RealGardenlet replaces the stand-in for gardenlet with the real gardenlet. The process must then run in the network
	// that package bridge describes, with the privileges to create network namespaces.
	RealGardenlet bool
	// Progress is called with each completed step. It may be nil.
	Progress func(step string)
	// Log receives the messages of the landscape's own components.
	Log logr.Logger
}

// Landscape is a running landscape.
type Landscape struct {
	// Garden is the garden.
	Garden *garden.Garden
	// GitHost is the Git host of the landscape.
	GitHost *githost.Host
	// OCIHost is the OCI registry.
	OCIHost *ocihost.Host
	// BucketHost is the S3-compatible storage.
	BucketHost *buckethost.Host
	// STSHost simulates the token service of a cloud.
	STSHost *stshost.Host
	// Extension is the path of the extension's binary, and Plugin the path of the kubectl plugin.
	Extension, Plugin string
	// Kubectl is the path of kubectl.
	Kubectl string

	options     Options
	steps       *steps
	executables binaries.Paths
	etcd        *cluster.Etcd
	shoots      *shootClusters
	gardenRange *addressRange
	// clientCA returns the authority for the client certificates that gardener-apiserver issues for Shoots.
	clientCA func() (*secrets.Certificate, error)
	// runtime is the seed whose cluster runs the admission and the garden controller.
	runtime *Seed
	// artifacts is the directory from which the extension is installed.
	artifacts artifacts.Directory
	// distributions are the Flux distributions that the operator supplies.
	distributions map[string]any
	// config is the operator's configuration for all projects, in addition to the landscape's own settings.
	config map[string]any
	// baseline is the operator's baseline if config has none; nil without one.
	baseline map[string]any
	// application contains the installed objects of the chart for the garden.
	application []client.Object

	mutex sync.Mutex
	seeds map[string]*Seed
	// ranges is the number of address ranges in use in the network of package bridge.
	ranges int
	// releasedNodes contains the nodes of Shoots between two seeds by technical namespace.
	releasedNodes map[string]*shootNode
}

// Executables are the programs of a landscape.
type Executables struct {
	// Pinned are the programs of Kubernetes, Gardener and Flux.
	Pinned binaries.Paths
	// Flux has the cached controllers of older Flux versions, by the result of binaries.FluxImage for their images.
	Flux binaries.Paths
	// GnuPG has the files of the host's GnuPG by their paths in a container. It is empty if the host lacks GnuPG.
	GnuPG map[string]string
	// Extension is the extension's binary, and Plugin the binary of the kubectl plugin.
	Extension, Plugin string
	// Gardenlet and the programs of pods beside it are needed only for the real gardenlet. BuildGardenlet sets them.
	Gardenlet, ConnectProxy, EtcdBackup, MetricsServer string
}

// EnvPrograms is the environment variable with the directory of programs that were built from the project's source
// before, as make e2e does. They are not built again, because linking counts toward the time limit of a test.
const EnvPrograms = "PROGRAMS"

// Build builds the programs of a landscape: missing pinned binaries into the user's cache, and the extension and the
// kubectl plugin from the project's source into dir. It reports progress to out.
func Build(ctx context.Context, projectDir, dir string, out io.Writer) (Executables, error) {
	pinned, err := binaries.Ensure(ctx, out, binaries.Landscape()...)
	if err != nil {
		return Executables{}, err
	}
	older, err := binaries.BuiltFlux(ctx)
	if err != nil {
		return Executables{}, err
	}
	extension, err := BuildExtension(ctx, projectDir, dir, out)
	if err != nil {
		return Executables{}, err
	}
	plugin, err := build(ctx, projectDir, dir, "kubectl-shoot_flux", out)
	return Executables{Pinned: pinned, Flux: older, GnuPG: gnupgFiles(ctx), Extension: extension, Plugin: plugin}, err
}

// BuildGardenlet builds gardenlet and the programs of pods beside it, and adds them to the executables.
func BuildGardenlet(ctx context.Context, executables *Executables, projectDir, dir string, out io.Writer) error {
	paths, err := binaries.Ensure(ctx, out, binaries.Gardenlet)
	if err != nil {
		return err
	}
	executables.Gardenlet = paths[binaries.Gardenlet]
	module := filepath.Join(projectDir, "test", "landscape")
	if executables.ConnectProxy, err = build(ctx, module, dir, "connectproxy", out); err != nil {
		return err
	}
	if executables.EtcdBackup, err = build(ctx, module, dir, "etcdbackup", out); err != nil {
		return err
	}
	executables.MetricsServer, err = build(ctx, module, dir, "metricsserver", out)
	return err
}

// BuildExtension builds the extension from the project's source into dir, and returns the path of its binary.
func BuildExtension(ctx context.Context, projectDir, dir string, out io.Writer) (string, error) {
	return build(ctx, projectDir, dir, "gardener-extension-shoot-flux", out)
}

// build builds a program of the project into dir, and returns its path. It returns the program in EnvPrograms instead.
func build(ctx context.Context, projectDir, dir, name string, out io.Writer) (string, error) {
	if built := os.Getenv(EnvPrograms); built != "" {
		program := filepath.Join(built, name)
		_, err := os.Stat(program)
		return program, err
	}
	program := filepath.Join(dir, name)
	command := exec.CommandContext(ctx, "go", "build", "-trimpath", "-o", program, "./cmd/"+name)
	command.Dir = projectDir
	command.Env = append(os.Environ(), "CGO_ENABLED=0", "GOWORK=off", "GOFLAGS=-buildvcs=false")
	started := time.Now()
	if output, err := command.CombinedOutput(); err != nil {
		return "", fmt.Errorf("building %s: %w\n%s", name, err, output)
	}
	if took := time.Since(started); took > 5*time.Second {
		_, _ = fmt.Fprintf(out, "built %s in %.0f s\n", name, took.Seconds())
	}
	return program, nil
}

// Start starts the garden, the hosts of sources and the seeds. After an error, no process is left. It takes as long as
// its steps need, and ends when none completes for some minutes.
func Start(ctx context.Context, options Options) (_ *Landscape, err error) {
	if err := requireEmpty(options.Dir); err != nil {
		return nil, err
	}
	l := &Landscape{options: options, executables: options.Executables.Pinned, seeds: map[string]*Seed{}, releasedNodes: map[string]*shootNode{}, clientCA: sync.OnceValues(newClientCA)}
	l.steps = newSteps(clock.RealClock{}, options.Progress)
	ctx, end := l.steps.limit(ctx)
	defer end()
	l.Kubectl, l.Extension, l.Plugin = l.executables[binaries.Kubectl], options.Executables.Extension, options.Executables.Plugin

	defer func() {
		if err != nil {
			l.Stop()
		}
	}()
	if l.gardenRange, err = l.reserveRange(); err != nil {
		return nil, err
	}
	if l.etcd, err = cluster.StartEtcd(ctx, l.executables, filepath.Join(options.Dir, "etcd")); err != nil {
		return nil, err
	}
	if !options.Uninstalled {
		if l.artifacts, err = artifacts.Write(ctx, options.ProjectDir, filepath.Join(options.Dir, "artifacts")); err != nil {
			return nil, err
		}
	}
	l.shoots = &shootClusters{landscape: l, clusters: map[string]*shootCluster{}, released: map[string]bool{}, former: map[string]bool{}}

	group, groupCtx := errgroup.WithContext(ctx)
	group.Go(func() error {
		var err error
		l.Garden, err = garden.Start(groupCtx, garden.Options{
			Dir: filepath.Join(options.Dir, "garden"), Binaries: l.executables, Etcd: l.etcd,
			ServiceCIDR: l.gardenRange.serviceCIDR(), Address: l.address(), Progress: l.steps.completed,
		})
		return err
	})
	group.Go(func() error { return l.startSourceHosts(groupCtx) })
	seeds := make([]*Seed, 0, len(options.Seeds))
	for _, name := range options.Seeds {
		seed := l.newSeed(name)
		seeds = append(seeds, seed)
		group.Go(func() error { return seed.startCluster(groupCtx) })
	}
	if err := group.Wait(); err != nil {
		return nil, err
	}
	if options.RealGardenlet {
		if err := l.prepareForGardenlet(ctx); err != nil {
			return nil, err
		}
	}
	if !options.Uninstalled {
		if err := l.registerExtension(ctx); err != nil {
			return nil, err
		}
	}
	group, groupCtx = errgroup.WithContext(ctx)
	// The charts need CustomResourceDefinitions that gardenlet installs. With the stand-in, they exist already.
	if len(seeds) > 0 && !options.RealGardenlet && !options.Uninstalled {
		group.Go(func() error { return l.installAdmission(groupCtx, seeds[0]) })
	}
	group.Go(func() error {
		for _, seed := range seeds {
			if err := seed.join(groupCtx); err != nil {
				return err
			}
		}
		return nil
	})
	if err := group.Wait(); err != nil {
		return nil, err
	}
	if len(seeds) > 0 && options.RealGardenlet && !options.Uninstalled {
		if err := l.installAdmission(ctx, seeds[0]); err != nil {
			return nil, err
		}
	}
	return l, nil
}

// operatorConfig returns the operator's configuration of the admission and the garden controller. It must not contain
// nil lists, because the charts refuse null for a list.
func (l *Landscape) operatorConfig() map[string]any {
	config := utils.MergeMaps(l.seedConfig(), map[string]any{"gitHosts": append([]string{}, l.options.GitHosts...)})
	if len(l.options.NotificationHosts) > 0 {
		config["notifications"] = map[string]any{"hosts": append([]string{}, l.options.NotificationHosts...)}
	}
	if len(l.options.CheckHosts) > 0 {
		// The shortest interval: stories do not wait for checks longer than they have to.
		config["checks"] = map[string]any{"hosts": append([]string{}, l.options.CheckHosts...), "interval": "10s"}
	}
	return config
}

// seedConfig returns the part of the operator's configuration that seeds also get: the host for webhooks of projects,
// and the configuration that was passed to Configure.
func (l *Landscape) seedConfig() map[string]any {
	config := utils.MergeMaps(map[string]any{"push": map[string]any{"host": PushHost}}, l.config)
	if _, own := config["baseline"]; !own && l.baseline != nil {
		config["baseline"] = l.baseline
	}
	return config
}

func (l *Landscape) startSourceHosts(ctx context.Context) error {
	var err error
	if l.GitHost, err = githost.Start(ctx, githost.Options{Dir: filepath.Join(l.options.Dir, "git"), Address: l.address()}); err != nil {
		return err
	}
	if l.OCIHost, err = ocihost.Start(ctx); err != nil {
		return err
	}
	if l.BucketHost, err = buckethost.Start(ctx, cmp.Or(l.address(), "127.0.0.1")); err != nil {
		return err
	}
	if l.STSHost, err = stshost.Start(ctx, cmp.Or(l.address(), "127.0.0.1")); err != nil {
		return err
	}
	if err := os.WriteFile(l.authorities(), l.STSHost.CA(), 0o644); err != nil { // #nosec G306 -- containers run as other users
		return fmt.Errorf("writing the certificates for images: %w", err)
	}
	return nil
}

// authorities returns the path of the file with the certificates of the authorities that programs in a shoot trust.
// Real images contain the certificates of public authorities.
func (l *Landscape) authorities() string {
	return filepath.Join(l.options.Dir, "ca-certificates.crt")
}

func requireEmpty(dir string) error {
	entries, err := os.ReadDir(dir)
	if errors.Is(err, os.ErrNotExist) {
		return os.MkdirAll(dir, 0o755) //nolint:gosec // containers run as other users, and read the files
	}
	if err == nil && len(entries) > 0 {
		return fmt.Errorf("directory %s is not empty", dir)
	}
	return err
}

// Stop stops all processes.
func (l *Landscape) Stop() {
	var parts sync.WaitGroup
	for _, seed := range l.allSeeds() {
		parts.Go(seed.stop)
	}
	parts.Wait()
	for _, released := range l.releasedNodes {
		released.Stop()
	}
	if l.shoots != nil {
		l.shoots.stopAll()
	}
	if l.Garden != nil {
		l.Garden.Stop()
	}
	l.stopSourceHosts()
	if l.etcd != nil {
		l.etcd.Stop()
	}
	if l.gardenRange != nil {
		l.gardenRange.release()
	}
}

func (l *Landscape) stopSourceHosts() {
	if l.GitHost != nil {
		l.GitHost.Stop()
	}
	if l.OCIHost != nil {
		l.OCIHost.Stop()
	}
	if l.BucketHost != nil {
		l.BucketHost.Stop()
	}
	if l.STSHost != nil {
		l.STSHost.Stop()
	}
}

// OlderFlux returns the cached controllers of older Flux versions, by the result of binaries.FluxImage for their
// images.
func (l *Landscape) OlderFlux() binaries.Paths {
	return maps.Clone(l.options.Executables.Flux)
}

// Artifacts returns the directory of the extension's artefacts.
func (l *Landscape) Artifacts() artifacts.Directory {
	return l.artifacts
}

// GitHostDir returns the directory of the Git host's bare repositories.
func (l *Landscape) GitHostDir() string {
	return filepath.Join(l.options.Dir, "git")
}
