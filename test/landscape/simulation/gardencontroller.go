// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package simulation

import (
	"context"
	_ "embed"
	"net"
	"os"
	"path/filepath"
	"strconv"
	"strings"

	corev1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"k8s.io/apimachinery/pkg/runtime"
	"sigs.k8s.io/controller-runtime/pkg/client"

	gardencorev1beta1 "github.com/gardener/gardener/pkg/apis/core/v1beta1"
	v1beta1constants "github.com/gardener/gardener/pkg/apis/core/v1beta1/constants"

	"github.com/shoot-flux/gardener-extension-shoot-flux/test/landscape/cluster"
	"github.com/shoot-flux/gardener-extension-shoot-flux/test/landscape/garden"
	"github.com/shoot-flux/gardener-extension-shoot-flux/test/landscape/pki"
	"github.com/shoot-flux/gardener-extension-shoot-flux/test/landscape/process"
)

const (
	// gardenControllerAccount is the ServiceAccount that gardener-operator creates for the garden controller in the
	// garden.
	gardenControllerAccount = "extension-admission-shoot-flux"
	gardenControllerName    = "garden-controller"
	// padding is the number of bytes added to a Shoot in the garden, so that it has the size of a real one with a long
	// status and managed fields.
	padding = 8 << 10
)

// shootsYAML is a CustomResourceDefinition for Shoots. The garden controller reads no other kind of Gardener.
//
//go:embed shoots.yaml
var shootsYAML []byte

// serveShoots makes the garden serve Shoots without gardener-apiserver, and gives it the identity that
// gardener-apiserver would.
func (e *Environment) serveShoots(ctx context.Context) error {
	objects, err := garden.Decode(shootsYAML)
	if err != nil {
		return err
	}
	identity := &corev1.ConfigMap{
		ObjectMeta: metav1.ObjectMeta{Namespace: metav1.NamespaceSystem, Name: v1beta1constants.ClusterIdentity},
		Data:       map[string]string{v1beta1constants.ClusterIdentity: gardenIdentity},
	}
	// It has the operator's stop of all rollouts, without which none begins.
	namespace := &corev1.Namespace{ObjectMeta: metav1.ObjectMeta{Name: v1beta1constants.GardenNamespace}}
	if err := createAll(ctx, e.GardenClient, append(objects, identity, namespace)); err != nil {
		return err
	}
	return process.Until(ctx, "Shoots in the garden", cluster.ProbeInterval, func(ctx context.Context) error {
		return e.GardenClient.List(ctx, &gardencorev1beta1.ShootList{})
	})
}

// createInGarden creates the Shoot in the garden. It gives the simulated shoot the UID of the Shoot, by which the
// garden controller recognizes entries of flux-status. It must be called before controlPlane.
func (s *Shoot) createInGarden(ctx context.Context, c client.Client) error {
	shoot := s.shoot()
	shoot.UID, shoot.Generation, shoot.ResourceVersion = "", 0, ""
	shoot.Status.SeedName, shoot.Status.ObservedGeneration = shoot.Spec.SeedName, 1
	metav1.SetMetaDataAnnotation(&shoot.ObjectMeta, "padding", strings.Repeat("x", padding))
	// The client would send a typed Shoot as protobuf, which gardener-apiserver decodes, but not a
	// CustomResourceDefinition.
	content, err := runtime.DefaultUnstructuredConverter.ToUnstructured(shoot)
	if err != nil {
		return err
	}
	object := &unstructured.Unstructured{Object: content}
	if err := createAll(ctx, c, []client.Object{object}); err != nil {
		return err
	}
	s.uid = object.GetUID()
	return nil
}

// StartGardenController starts one process of the garden controller with default flags, and waits until it is ready.
// The population must have ShootsInGarden. GardenControllerGateway counts its requests to the garden. It has no leader
// election, which uses the cluster that the process runs in.
func (e *Environment) StartGardenController(ctx context.Context, arguments ...string) (*Controller, error) {
	dir := filepath.Join(e.options.Dir, "controllers", gardenControllerName)
	if err := os.MkdirAll(dir, 0o750); err != nil {
		return nil, err
	}
	g := e.GardenControllerGateway
	kubeconfig := filepath.Join(dir, "garden.kubeconfig")
	credentials := pki.Credentials{Token: g.tokenOf(gardenControllerName)}
	if err := pki.WriteKubeconfig(kubeconfig, g.url, g.ca.Cert, credentials); err != nil {
		return nil, err
	}
	addresses := make([]string, 2)
	for i := range addresses {
		port, err := process.FreePort()
		if err != nil {
			return nil, err
		}
		addresses[i] = net.JoinHostPort(cluster.Loopback, strconv.Itoa(port))
	}
	metrics, health := addresses[0], addresses[1]
	config, err := e.writeOperator(dir)
	if err != nil {
		return nil, err
	}
	started, err := e.group.Start(process.Spec{
		Name: gardenControllerName, Path: e.options.Executable,
		Args: append([]string{
			"garden-controller", "--leader-election=false", "--kubeconfig=" + kubeconfig, "--metrics-bind-address=" + metrics,
			"--health-bind-address=" + health, "--config=" + config,
		}, arguments...),
		Env: append(os.Environ(), v1beta1constants.EnvGenericGardenKubeconfig+"="+kubeconfig),
	})
	if err != nil {
		return nil, err
	}
	c := NewController(gardenControllerName, started, metrics)
	probe := cluster.Probe("http://"+health+"/readyz", nil)
	return c, started.Until(ctx, "the garden controller", cluster.ProbeInterval, probe)
}
