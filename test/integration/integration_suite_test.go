// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

// Package integration_test tests with a real kube-apiserver the behaviour that a fake client lacks: conflicts,
// concurrent writers, admission policies, and writes without changes.
package integration_test

import (
	"os"
	"path/filepath"
	"testing"
	"time"

	"github.com/gardener/gardener/pkg/client/kubernetes"
	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"
	"k8s.io/client-go/rest"
	"sigs.k8s.io/controller-runtime/pkg/client"
	"sigs.k8s.io/controller-runtime/pkg/envtest"
)

func TestIntegration(t *testing.T) {
	RegisterFailHandler(Fail)
	RunSpecs(t, "Integration Suite")
}

var (
	environment *envtest.Environment
	restConfig  *rest.Config
)

var _ = BeforeSuite(func() {
	for _, asset := range []string{"TEST_ASSET_ETCD", "TEST_ASSET_KUBE_APISERVER", "TEST_ASSET_SEED_CRDS"} {
		Expect(os.Getenv(asset)).NotTo(BeEmpty(), "%s is not set: run the tests with 'make test-integration'", asset)
	}
	crds := os.Getenv("TEST_ASSET_SEED_CRDS")
	environment = &envtest.Environment{
		CRDDirectoryPaths: []string{
			filepath.Join(crds, "10-crd-extensions.gardener.cloud_clusters.yaml"),
			filepath.Join(crds, "10-crd-extensions.gardener.cloud_extensions.yaml"),
			filepath.Join(crds, "10-crd-resources.gardener.cloud_managedresources.yaml"),
		},
		ErrorIfCRDPathMissing: true,
		// On a busy machine, the default of 20 seconds is too short.
		ControlPlaneStartTimeout: 2 * time.Minute,
	}
	// A failed start may leave processes behind.
	DeferCleanup(environment.Stop)
	var err error
	restConfig, err = environment.Start()
	Expect(err).NotTo(HaveOccurred())
})

// newClient returns a client with its own connections, like a client in another process.
func newClient() client.Client {
	GinkgoHelper()
	config := rest.CopyConfig(restConfig)
	config.QPS = -1
	c, err := client.New(config, client.Options{Scheme: kubernetes.SeedScheme})
	Expect(err).NotTo(HaveOccurred())
	return c
}
