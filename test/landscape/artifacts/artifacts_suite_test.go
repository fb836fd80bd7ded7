// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package artifacts_test

import (
	"io"
	"path/filepath"
	"testing"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"
	"k8s.io/apimachinery/pkg/version"
	"k8s.io/client-go/discovery"
	"k8s.io/client-go/rest"
	"sigs.k8s.io/controller-runtime/pkg/envtest"
	logf "sigs.k8s.io/controller-runtime/pkg/log"

	"github.com/shoot-flux/gardener-extension-shoot-flux/test/landscape"
	"github.com/shoot-flux/gardener-extension-shoot-flux/test/landscape/artifacts"
	"github.com/shoot-flux/gardener-extension-shoot-flux/test/landscape/binaries"
	"github.com/shoot-flux/gardener-extension-shoot-flux/test/landscape/cluster"
	"github.com/shoot-flux/gardener-extension-shoot-flux/test/landscape/gardenlet/installation"
)

func TestArtifacts(t *testing.T) {
	RegisterFailHandler(Fail)
	RunSpecs(t, "Landscape artefacts Suite")
}

var (
	// release is what the repository writes.
	release artifacts.Directory
	// config is for a real kube-apiserver with the kinds that Gardener has in a seed, and gardener-operator.
	config *rest.Config
	// serverVersion is that of the kube-apiserver.
	serverVersion *version.Info
)

var _ = BeforeSuite(func(ctx SpecContext) {
	logf.SetLogger(GinkgoLogr)
	dir := GinkgoT().TempDir()
	var err error
	release, err = artifacts.Write(ctx, filepath.Join("..", "..", ".."), filepath.Join(dir, "artifacts"))
	Expect(err).NotTo(HaveOccurred())

	paths, err := binaries.Ensure(ctx, io.Discard, binaries.Etcd, binaries.KubeAPIServer)
	Expect(err).NotTo(HaveOccurred())
	etcd, err := cluster.StartEtcd(ctx, paths, filepath.Join(dir, "etcd"))
	Expect(err).NotTo(HaveOccurred())
	DeferCleanup(etcd.Stop)
	started, err := cluster.Start(ctx, cluster.Options{Name: "strict", Dir: filepath.Join(dir, "cluster"), Binaries: paths, Etcd: etcd, ServiceCIDR: "10.96.0.0/16"})
	Expect(err).NotTo(HaveOccurred())
	DeferCleanup(started.Stop)
	config = rest.CopyConfig(started.Config)
	config.QPS = -1

	_, gardener, err := landscape.GardenerModule(ctx)
	Expect(err).NotTo(HaveOccurred())
	Expect(installation.InstallCRDs(config, gardener)).To(Succeed())
	_, err = envtest.InstallCRDs(config, envtest.CRDInstallOptions{
		Paths: []string{filepath.Join(gardener, "example", "operator", "10-crd-operator.gardener.cloud_extensions.yaml")}, ErrorIfPathMissing: true,
	})
	Expect(err).NotTo(HaveOccurred())
	client, err := discovery.NewDiscoveryClientForConfig(config)
	Expect(err).NotTo(HaveOccurred())
	serverVersion, err = client.ServerVersion()
	Expect(err).NotTo(HaveOccurred())
})
