// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package cluster

import (
	"context"
	"fmt"
	"sync"
)

// Hibernate stops all components, clients of the kube-apiserver first. The objects remain in etcd for WakeUp. It does
// nothing if the cluster does not run.
func (c *Cluster) Hibernate() {
	var stopping sync.WaitGroup
	for _, component := range c.clients {
		stopping.Go(func() { component.Stop(StopGrace) })
	}
	stopping.Wait()
	c.clients = nil
	c.StopAPIServer()
}

// WakeUp starts a prepared or hibernated cluster with the same address and objects, and waits until it is usable.
// After an error, no process is left.
func (c *Cluster) WakeUp(ctx context.Context) error {
	ctx, cancel := context.WithTimeout(ctx, StartTimeout)
	defer cancel()
	if err := c.wakeUp(ctx); err != nil {
		c.Hibernate()
		return fmt.Errorf("starting cluster %s: %w", c.Name, err)
	}
	return nil
}

func (c *Cluster) wakeUp(ctx context.Context) error {
	if err := c.StartAPIServer(ctx); err != nil {
		return err
	}
	if err := c.startScheduler(); err != nil {
		return err
	}
	if len(c.options.Controllers) == 0 {
		return nil
	}
	return c.StartControllerManager(ctx, c.options.Controllers)
}
