// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package app

import (
	"errors"
	"fmt"
	"os"
	"time"

	gardencorev1beta1 "github.com/gardener/gardener/pkg/apis/core/v1beta1"
	v1beta1constants "github.com/gardener/gardener/pkg/apis/core/v1beta1/constants"
	"github.com/gardener/gardener/pkg/client/kubernetes"
	"github.com/spf13/pflag"
	"k8s.io/apimachinery/pkg/runtime"
	kubernetesscheme "k8s.io/client-go/kubernetes/scheme"
	"k8s.io/client-go/rest"
)

// gardenTimeout bounds one request to the garden, so that an unreachable garden does not hold the workers.
const gardenTimeout = 15 * time.Second

// gardenOptions are the access to the garden, with the kubeconfig and the token that are mounted into the pod.
type gardenOptions struct {
	qps   float32
	burst int

	config *rest.Config
}

// AddFlags adds the flags for the rate of requests.
func (o *gardenOptions) AddFlags(fs *pflag.FlagSet) {
	fs.Float32Var(&o.qps, "garden-client-qps", o.qps, "Requests per second to the garden's API server.")
	fs.IntVar(&o.burst, "garden-client-burst", o.burst, "Requests to the garden's API server that may exceed --garden-client-qps for a moment.")
}

// Complete reads the kubeconfig that the environment names.
func (o *gardenOptions) Complete() error {
	path := os.Getenv(v1beta1constants.EnvGenericGardenKubeconfig)
	if path == "" {
		return fmt.Errorf("environment variable %s is not set: it names the kubeconfig for the garden", v1beta1constants.EnvGenericGardenKubeconfig)
	}
	var err error
	if o.config, err = kubernetes.RESTConfigFromKubeconfigFile(path, kubernetes.AuthTokenFile); err != nil {
		return fmt.Errorf("failed to read the kubeconfig for the garden: %w", err)
	}
	o.config.QPS, o.config.Burst, o.config.Timeout = o.qps, o.burst, gardenTimeout
	return nil
}

// share returns a configuration for one of so many parts of the rate of requests, beside the others.
func (o *gardenOptions) share(parts int) *rest.Config {
	config := rest.CopyConfig(o.config)
	config.QPS, config.Burst = o.qps/float32(parts), max(1, o.burst/parts)
	return config
}

func (o *gardenOptions) validate() error {
	return errors.Join(positive("--garden-client-qps", float64(o.qps)), positive("--garden-client-burst", float64(o.burst)))
}

// gardenScheme has the kinds of Kubernetes and Gardener in the garden.
func gardenScheme() (*runtime.Scheme, error) {
	scheme := runtime.NewScheme()
	for _, add := range []func(*runtime.Scheme) error{kubernetesscheme.AddToScheme, gardencorev1beta1.AddToScheme} {
		if err := add(scheme); err != nil {
			return nil, fmt.Errorf("failed to build the scheme for the garden: %w", err)
		}
	}
	return scheme, nil
}
