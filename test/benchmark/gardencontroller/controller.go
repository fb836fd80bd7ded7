// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package gardencontroller

import (
	"context"
	"fmt"
	"net"
	"strconv"
	"sync"
	"time"

	corev1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/fields"
	"k8s.io/client-go/kubernetes"
	"k8s.io/client-go/rest"
	"k8s.io/client-go/tools/cache"

	v1beta1constants "github.com/gardener/gardener/pkg/apis/core/v1beta1/constants"
	gardenerutils "github.com/gardener/gardener/pkg/utils/gardener"

	fluxv1alpha1 "github.com/shoot-flux/gardener-extension-shoot-flux/pkg/apis/flux/v1alpha1"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/garden/noticeboard"
	"github.com/shoot-flux/gardener-extension-shoot-flux/test/landscape/cluster"
	"github.com/shoot-flux/gardener-extension-shoot-flux/test/landscape/process"
	"github.com/shoot-flux/gardener-extension-shoot-flux/test/landscape/simulation"
)

// identity is the user that gardener-operator creates for the garden controller in the garden.
const identity = "system:serviceaccount:kube-system:extension-admission-shoot-flux"

// startController starts one process of the garden controller. Its leader election also uses the garden.
func startController(ctx context.Context, group *process.Group, executable string, garden *cluster.Cluster, arguments ...string) (*simulation.Controller, error) {
	kubeconfig, err := garden.ClientKubeconfig("garden-controller", identity, "system:serviceaccounts", "system:serviceaccounts:kube-system", "system:authenticated")
	if err != nil {
		return nil, err
	}
	var addresses [2]string
	for i := range addresses {
		port, err := process.FreePort()
		if err != nil {
			return nil, err
		}
		addresses[i] = net.JoinHostPort(cluster.Loopback, strconv.Itoa(port))
	}
	started, err := group.Start(process.Spec{
		Name: "garden-controller", Path: executable,
		Args: append([]string{
			"garden-controller", "--leader-election=false", "--kubeconfig=" + garden.Kubeconfig, "--metrics-bind-address=" + addresses[0], "--health-bind-address=" + addresses[1],
		}, arguments...),
		Env: environment(v1beta1constants.EnvGenericGardenKubeconfig + "=" + kubeconfig),
	})
	if err != nil {
		return nil, err
	}
	return simulation.NewController("garden-controller", started, addresses[0]), started.Until(ctx, "the garden controller", cluster.ProbeInterval, cluster.Probe("http://"+addresses[1]+"/readyz", nil))
}

// boards contains the notice boards of all seeds, as watched by the benchmark.
type boards struct {
	mutex   sync.Mutex
	bySeed  map[string]*noticeboard.Board
	changed chan struct{}
}

// watchBoards watches the notice boards until the context ends.
func watchBoards(ctx context.Context, config *rest.Config) (*boards, error) {
	b := &boards{bySeed: map[string]*noticeboard.Board{}, changed: make(chan struct{})}
	return b, watchConfigMaps(ctx, config, fluxv1alpha1.NoticeBoardName, b.store)
}

// watchConfigMaps watches the ConfigMaps with a name until the context ends.
func watchConfigMaps(ctx context.Context, config *rest.Config, name string, store func(*corev1.ConfigMap)) error {
	clients, err := kubernetes.NewForConfig(config)
	if err != nil {
		return err
	}
	watched := cache.NewFilteredListWatchFromClient(clients.CoreV1().RESTClient(), "configmaps", metav1.NamespaceAll, func(options *metav1.ListOptions) {
		options.FieldSelector = fields.OneTermEqualSelector(metav1.ObjectNameField, name).String()
	})
	handle := func(object any) {
		if configMap, is := object.(*corev1.ConfigMap); is {
			store(configMap)
		}
	}
	_, informer := cache.NewInformerWithOptions(cache.InformerOptions{ListerWatcher: watched, ObjectType: &corev1.ConfigMap{}, Handler: cache.ResourceEventHandlerFuncs{
		AddFunc: handle, UpdateFunc: func(_, now any) { handle(now) },
	}})
	go informer.RunWithContext(ctx)
	return nil
}

func (b *boards) store(configMap *corev1.ConfigMap) {
	b.mutex.Lock()
	defer b.mutex.Unlock()
	b.bySeed[gardenerutils.ComputeSeedName(configMap.Namespace)] = noticeboard.Decode(configMap.Data)
	close(b.changed)
	b.changed = make(chan struct{})
}

// await waits until the notice boards of all given seeds are accepted.
func (b *boards) await(ctx context.Context, seeds []string, accepts func(*noticeboard.Board) bool) error {
	for {
		missing, changed := b.missing(seeds, accepts)
		if missing == "" {
			return nil
		}
		select {
		case <-ctx.Done():
			return fmt.Errorf("the board of seed %s lacks the change: %w", missing, ctx.Err())
		case <-changed:
		case <-time.After(time.Second): // What is accepted may depend on another watch.
		}
	}
}

// missing returns a seed whose notice board is not accepted, and a channel that is closed when a notice board changes.
// The seed is empty if all notice boards are accepted.
func (b *boards) missing(seeds []string, accepts func(*noticeboard.Board) bool) (string, <-chan struct{}) {
	b.mutex.Lock()
	defer b.mutex.Unlock()
	for _, seed := range seeds {
		if !accepts(b.bySeed[seed]) {
			return seed, b.changed
		}
	}
	return "", nil
}
