// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package cluster

import (
	"context"
	"fmt"
	"time"

	clientv3 "go.etcd.io/etcd/client/v3"
	"go.uber.org/zap"
)

// Backup contains all objects of a cluster at one time, by their keys in etcd.
type Backup map[string]string

// etcdTimeout limits a connection to etcd.
const etcdTimeout = 10 * time.Second

// Backup reads all objects of the cluster from etcd.
func (c *Cluster) Backup(ctx context.Context) (Backup, error) {
	var backup Backup
	err := c.inEtcd(ctx, func(etcd *clientv3.Client) (err error) {
		backup, err = c.objects(ctx, etcd)
		return err
	})
	return backup, err
}

// Restore replaces all objects of the cluster by those of a backup while the kube-apiserver is stopped. As after a
// restore of a whole etcd, resourceVersions do not go back far, and clients have to list all objects again.
func (c *Cluster) Restore(ctx context.Context, backup Backup) error {
	c.StopAPIServer()
	err := c.inEtcd(ctx, func(etcd *clientv3.Client) error {
		present, err := c.objects(ctx, etcd)
		if err != nil {
			return err
		}
		for key := range present {
			if _, ok := backup[key]; ok {
				continue
			}
			if _, err := etcd.Delete(ctx, key); err != nil {
				return err
			}
		}
		for key, value := range backup {
			if present[key] == value {
				continue
			}
			if _, err := etcd.Put(ctx, key, value); err != nil {
				return err
			}
		}
		return nil
	})
	if err != nil {
		return fmt.Errorf("restoring cluster %s: %w", c.Name, err)
	}
	return c.StartAPIServer(ctx)
}

func (c *Cluster) objects(ctx context.Context, etcd *clientv3.Client) (Backup, error) {
	read, err := etcd.Get(ctx, "/"+c.Name+"/", clientv3.WithPrefix())
	if err != nil {
		return nil, fmt.Errorf("reading the objects of cluster %s from etcd: %w", c.Name, err)
	}
	objects := Backup{}
	for _, pair := range read.Kvs {
		objects[string(pair.Key)] = string(pair.Value)
	}
	return objects, nil
}

func (c *Cluster) inEtcd(ctx context.Context, act func(*clientv3.Client) error) error {
	etcd, err := clientv3.New(clientv3.Config{Context: ctx, Endpoints: []string{c.options.Etcd.URL}, DialTimeout: etcdTimeout, Logger: zap.NewNop()})
	if err != nil {
		return fmt.Errorf("connecting to etcd: %w", err)
	}
	defer func() { _ = etcd.Close() }() // Nothing is sent any more.
	return act(etcd)
}
