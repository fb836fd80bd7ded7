// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package operator

import (
	"context"
	"fmt"
	"path/filepath"
	"time"

	corev1 "k8s.io/api/core/v1"
	schedulingv1 "k8s.io/api/scheduling/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"sigs.k8s.io/controller-runtime/pkg/client"
	"sigs.k8s.io/controller-runtime/pkg/envtest"

	v1beta1constants "github.com/gardener/gardener/pkg/apis/core/v1beta1/constants"
	operatorclient "github.com/gardener/gardener/pkg/operator/client"

	"github.com/shoot-flux/gardener-extension-shoot-flux/test/landscape/cluster"
	"github.com/shoot-flux/gardener-extension-shoot-flux/test/landscape/gardenlet/installation"
	"github.com/shoot-flux/gardener-extension-shoot-flux/test/landscape/node"
)

const (
	// extensionImage is the repository of the extension's image in the release.
	extensionImage = "registry.example.com/shoot-flux/gardener-extension-shoot-flux"
	// nonRoot is the user ID of processes in the image.
	nonRoot = 65532

	// priorityOfAdmission is the value that gardener-operator gives the priority class of admissions.
	priorityOfAdmission = 999999400
)

// startRuntime starts the runtime cluster with the CustomResourceDefinitions of gardener-operator and of a seed, and
// its node.
func (o *Operator) startRuntime(ctx context.Context) error {
	var err error
	dir, addresses := o.path("runtime"), o.addresses[1]
	if o.Runtime, err = cluster.Start(ctx, cluster.Options{
		Name: "runtime", Dir: dir, Binaries: o.options.Binaries, Etcd: o.etcd,
		ServiceCIDR: addresses.ServiceCIDR(), Controllers: cluster.MinimalControllers(), Scheduler: true,
	}); err != nil {
		return err
	}
	// gardener-operator installs them from the same files.
	if err := installation.InstallCRDs(o.Runtime.Config, o.options.GardenerDir); err != nil {
		return err
	}
	if _, err := envtest.InstallCRDs(o.Runtime.Config, envtest.CRDInstallOptions{ErrorIfPathMissing: true, Paths: []string{
		o.example("10-crd-operator.gardener.cloud_extensions.yaml"), o.example("10-crd-operator.gardener.cloud_gardens.yaml"),
	}}); err != nil {
		return fmt.Errorf("installing the CRDs of gardener-operator: %w", err)
	}
	if o.Client, err = client.New(o.Runtime.Config, client.Options{Scheme: operatorclient.RuntimeScheme}); err != nil {
		return fmt.Errorf("creating a client for the runtime cluster: %w", err)
	}
	o.node, err = node.Start(ctx, node.Options{
		Name: "node-0", Config: o.Runtime.Config, Dir: filepath.Join(dir, "node"), PodIP: addresses.PodIP,
		Images: o.image, Log: o.options.Log.WithName("runtime"), RestartBackoff: 2 * time.Second,
	})
	if err == nil {
		o.options.Progress("runtime cluster runs")
	}
	return err
}

// example returns the path of a file among Gardener's examples for gardener-operator.
func (o *Operator) example(name string) string {
	return filepath.Join(o.options.GardenerDir, "example", "operator", name)
}

// image resolves the only image of the runtime cluster's pods.
func (o *Operator) image(ref string) (node.Image, bool) {
	const command = "/usr/local/bin/gardener-extension-shoot-flux"
	return node.Image{
		Command: []string{command}, Args: []string{"--webhook-config-server-host=$(POD_IP)"},
		Files: map[string]string{command: o.options.Extension}, User: nonRoot,
	}, ref == extensionImage
}

// prepareRuntime creates the namespace and the priority class that gardener-operator has created before it installs an
// Extension.
func (o *Operator) prepareRuntime(ctx context.Context) error {
	for _, object := range []client.Object{
		&corev1.Namespace{ObjectMeta: metav1.ObjectMeta{Name: v1beta1constants.GardenNamespace}},
		&schedulingv1.PriorityClass{ObjectMeta: metav1.ObjectMeta{Name: v1beta1constants.PriorityClassNameGardenSystem400}, Value: priorityOfAdmission},
	} {
		if err := o.Client.Create(ctx, object); err != nil {
			return fmt.Errorf("preparing the runtime cluster: %w", err)
		}
	}
	return nil
}
