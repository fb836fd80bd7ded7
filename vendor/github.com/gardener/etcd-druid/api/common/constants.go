// SPDX-FileCopyrightText: 2025 SAP SE or an SAP affiliate company and Gardener contributors
//
// SPDX-License-Identifier: Apache-2.0

package common

const (
	// EtcdFinalizerName is the name of the etcd finalizer.
	EtcdFinalizerName = "druid.gardener.cloud/etcd-druid"

	// EtcdOpsTaskFinalizerName is the name of the etcdopstask finalizer.
	EtcdOpsTaskFinalizerName = "druid.gardener.cloud/etcd-ops-task"
)
