// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package controller

import (
	"context"
	"fmt"
	"time"

	extensionsconfigv1alpha1 "github.com/gardener/gardener/extensions/pkg/apis/config/v1alpha1"
	"github.com/gardener/gardener/extensions/pkg/util"
	"sigs.k8s.io/controller-runtime/pkg/client"

	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/toolkit"
)

// Shoots connects to shoots with the kubeconfigs that gardenlet keeps for extensions in the seed.
type Shoots struct {
	// Seed reads the Secrets with the kubeconfigs.
	Seed client.Client
	// Timeout bounds one request to a shoot's API server.
	Timeout time.Duration
}

var _ ShootConnector = &Shoots{}

// Connect returns the shoot whose control plane is in the namespace.
func (s *Shoots) Connect(ctx context.Context, namespace string) (*toolkit.Shoot, error) {
	config, _, err := util.NewClientForShoot(ctx, s.Seed, namespace, client.Options{}, extensionsconfigv1alpha1.RESTOptions{Timeout: &s.Timeout})
	if err != nil {
		return nil, fmt.Errorf("failed to make a client for the shoot: %w", err)
	}
	return toolkit.Connect(namespace, config)
}
