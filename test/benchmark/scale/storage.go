// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package scale

import (
	"context"
	"errors"
	"fmt"
	"path"
	"strings"
	"time"

	clientv3 "go.etcd.io/etcd/client/v3"
	"go.uber.org/zap"

	v1beta1constants "github.com/gardener/gardener/pkg/apis/core/v1beta1/constants"

	"github.com/shoot-flux/gardener-extension-shoot-flux/test/landscape/simulation"
)

// storedPage is the number of keys per request to etcd. A Secret of the extension has 30 KB.
const storedPage = 200

// stored contains the total size and the number of values in etcd by kind.
type stored struct {
	bytes, objects map[string]int64
}

// prefixes returns the etcd key prefixes of the objects that the extension writes for shoots.
func prefixes() map[string]string {
	return map[string]string{
		"managedresources": "/seed/resources.gardener.cloud/managedresources/",
		"secrets":          "/seed/secrets/",
		"extensions":       "/seed/extensions.gardener.cloud/extensions/",
	}
}

// readStored reads the size of stored objects for shoots, except kubeconfigs, which gardenlet writes.
func readStored(ctx context.Context, e *simulation.Environment) (result stored, err error) {
	etcd, err := clientv3.New(clientv3.Config{Context: ctx, Endpoints: []string{e.Etcd.URL}, DialTimeout: 10 * time.Second, Logger: zap.NewNop()})
	if err != nil {
		return stored{}, fmt.Errorf("connecting to etcd: %w", err)
	}
	defer func() { err = errors.Join(err, etcd.Close()) }()
	namespaces := map[string]bool{}
	for _, s := range e.Shoots() {
		namespaces[s.TechnicalID] = true
	}
	result = stored{bytes: map[string]int64{}, objects: map[string]int64{}}
	for kind, prefix := range prefixes() {
		end := clientv3.GetPrefixRangeEnd(prefix)
		for from := prefix; from != ""; {
			page, err := etcd.Get(ctx, from, clientv3.WithRange(end), clientv3.WithLimit(storedPage))
			if err != nil {
				return stored{}, fmt.Errorf("reading %s: %w", prefix, err)
			}
			from = ""
			for _, pair := range page.Kvs {
				namespace, name := path.Split(strings.TrimPrefix(string(pair.Key), prefix))
				if namespaces[strings.TrimSuffix(namespace, "/")] && name != v1beta1constants.SecretNameGardenerInternal {
					result.bytes[kind] += int64(len(pair.Value))
					result.objects[kind]++
				}
				if page.More {
					from = string(pair.Key) + "\x00"
				}
			}
		}
	}
	return result, nil
}

// perShoot returns the data that the extension stores per shoot. It subtracts the size of an Extension as created by
// gardenlet.
func (s stored) perShoot(shoots int, created int64) (bytes, objects map[string]float64, sum float64) {
	bytes, objects = map[string]float64{}, map[string]float64{}
	for kind, total := range s.bytes {
		each := float64(total) / float64(shoots)
		if kind == "extensions" {
			each -= float64(created)
		}
		bytes[kind], objects[kind] = rounded(each), rounded(float64(s.objects[kind])/float64(shoots))
		sum += each
	}
	return bytes, objects, rounded(sum)
}
