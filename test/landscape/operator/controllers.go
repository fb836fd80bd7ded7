// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package operator

import (
	"context"
	"fmt"
	"net"
	"path/filepath"
	"strconv"
	"time"

	"k8s.io/utils/clock"
	"k8s.io/utils/ptr"
	runtimecluster "sigs.k8s.io/controller-runtime/pkg/cluster"
	"sigs.k8s.io/controller-runtime/pkg/manager"
	metricsserver "sigs.k8s.io/controller-runtime/pkg/metrics/server"
	"sigs.k8s.io/controller-runtime/pkg/webhook"

	extensionswebhook "github.com/gardener/gardener/extensions/pkg/webhook"
	"github.com/gardener/gardener/extensions/pkg/webhook/certificates"
	operatorconfigv1alpha1 "github.com/gardener/gardener/pkg/apis/config/operator/v1alpha1"
	v1beta1constants "github.com/gardener/gardener/pkg/apis/core/v1beta1/constants"
	operatorv1alpha1 "github.com/gardener/gardener/pkg/apis/operator/v1alpha1"
	clientmapbuilder "github.com/gardener/gardener/pkg/client/kubernetes/clientmap/builder"
	operatorclient "github.com/gardener/gardener/pkg/operator/client"
	"github.com/gardener/gardener/pkg/operator/controller/controllerregistrar"
	"github.com/gardener/gardener/pkg/operator/controller/extension"
	"github.com/gardener/gardener/pkg/operator/controller/extension/care"
	"github.com/gardener/gardener/pkg/operator/controller/extension/reference"
	requiredruntime "github.com/gardener/gardener/pkg/operator/controller/extension/required/runtime"
	requiredvirtual "github.com/gardener/gardener/pkg/operator/controller/extension/required/virtual"
	"github.com/gardener/gardener/pkg/operator/controller/virtual"
	operatorwebhook "github.com/gardener/gardener/pkg/operator/webhook"

	"github.com/shoot-flux/gardener-extension-shoot-flux/test/landscape/cluster"
	"github.com/shoot-flux/gardener-extension-shoot-flux/test/landscape/process"
)

// componentName is the name of gardener-operator in names of Secrets and webhooks.
const componentName = v1beta1constants.DeploymentNameGardenerOperator

// startControllers starts gardener-operator's controllers and webhooks for Extensions. It assembles them as
// gardener-operator's main function does, without the controllers for Gardens and Gardenlets.
func (o *Operator) startControllers(ctx context.Context) error {
	config := &operatorconfigv1alpha1.OperatorConfiguration{}
	operatorconfigv1alpha1.SetObjectDefaults_OperatorConfiguration(config)
	port, err := process.FreePort()
	if err != nil {
		return err
	}
	mgr, err := manager.New(o.Runtime.Config, manager.Options{
		Logger:                  o.options.Log.WithName(componentName),
		Scheme:                  operatorclient.RuntimeScheme,
		GracefulShutdownTimeout: ptr.To(5 * time.Second),
		Metrics:                 metricsserver.Options{BindAddress: "0"},
		WebhookServer: webhook.NewServer(webhook.Options{
			Host: cluster.Loopback, Port: port, CertDir: filepath.Join(o.options.Dir, "operator-webhooks"),
		}),
	})
	if err != nil {
		return err
	}
	running, stop := context.WithCancel(context.WithoutCancel(ctx))
	if err := addWebhooks(running, mgr, net.JoinHostPort(cluster.Loopback, strconv.Itoa(port))); err != nil {
		stop()
		return err
	}
	if err := addControllers(stop, mgr, config); err != nil {
		stop()
		return err
	}
	o.stopControllers, o.controllersEnded = stop, make(chan struct{})
	go func() {
		defer close(o.controllersEnded)
		if err := mgr.Start(running); err != nil {
			o.options.Log.Error(err, "gardener-operator's controllers ended")
		}
	}()
	return nil
}

// addWebhooks adds gardener-operator's webhooks, which the runtime cluster reaches at a local address.
func addWebhooks(ctx context.Context, mgr manager.Manager, address string) error {
	err := certificates.AddCertificateManagementToManager(ctx, mgr, nil, clock.RealClock{}, extensionswebhook.Configs{
		MutatingWebhookConfig:   operatorwebhook.GetMutatingWebhookConfiguration(extensionswebhook.ModeURL, address),
		ValidatingWebhookConfig: operatorwebhook.GetValidatingWebhookConfiguration(extensionswebhook.ModeURL, address),
	}, nil, nil, nil, "", componentName, false, v1beta1constants.GardenNamespace, extensionswebhook.ModeURL, address)
	if err != nil {
		return fmt.Errorf("adding the certificates of webhooks: %w", err)
	}
	return operatorwebhook.AddToManager(mgr)
}

// addControllers adds all of gardener-operator's controllers for Extensions. Some of them need the virtual garden, and
// start when its access is known.
func addControllers(stop context.CancelFunc, mgr manager.Manager, config *operatorconfigv1alpha1.OperatorConfiguration) error {
	gardens, err := clientmapbuilder.NewGardenClientMapBuilder().
		WithRuntimeClient(mgr.GetClient()).
		WithClientConnectionConfig(&config.VirtualClientConnection).
		WithGardenNamespace(v1beta1constants.GardenNamespace).
		Build(mgr.GetLogger())
	if err != nil {
		return err
	}
	if err := mgr.Add(gardens); err != nil {
		return err
	}
	if err := extension.AddToManager(mgr, config, gardens); err != nil {
		return err
	}
	if err := reference.AddToManager(mgr, config.Controllers.ExtensionReference); err != nil {
		return err
	}
	var virtualCluster runtimecluster.Cluster
	return (&controllerregistrar.Reconciler{OperatorCancel: stop, Controllers: append([]controllerregistrar.Controller{
		{Name: requiredruntime.ControllerName, AddToManagerFunc: func(_ context.Context, mgr manager.Manager, _ *operatorv1alpha1.Garden) (bool, error) {
			return true, (&requiredruntime.Reconciler{Config: config.Controllers.ExtensionRequiredRuntime}).AddToManager(mgr)
		}},
		{Name: requiredvirtual.ControllerName, AddToManagerFunc: func(_ context.Context, mgr manager.Manager, _ *operatorv1alpha1.Garden) (bool, error) {
			if virtualCluster == nil {
				return false, nil
			}
			return true, (&requiredvirtual.Reconciler{Config: config.Controllers.ExtensionRequiredVirtual}).AddToManager(mgr, virtualCluster)
		}},
		{Name: care.ControllerName, AddToManagerFunc: func(_ context.Context, mgr manager.Manager, _ *operatorv1alpha1.Garden) (bool, error) {
			if virtualCluster == nil {
				return false, nil
			}
			return true, (&care.Reconciler{Config: *config}).AddToManager(mgr, virtualCluster)
		}},
	}, virtual.AddToManagerFuncs(config, func(started runtimecluster.Cluster) { virtualCluster = started })...)}).AddToManager(mgr)
}
