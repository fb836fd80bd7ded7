// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package node

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"

	corev1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/fields"
	"k8s.io/apimachinery/pkg/types"
	"k8s.io/client-go/informers"
	"k8s.io/client-go/tools/cache"
)

// podAddresses is the number of pod addresses that Options.PodIP has to provide.
const podAddresses = 250

// watchPods watches the pods that are bound to the node, and runs them.
func (n *Node) watchPods(ctx context.Context) error {
	factory := informers.NewSharedInformerFactoryWithOptions(n.client, 0, informers.WithTweakListOptions(func(o *metav1.ListOptions) {
		o.FieldSelector = fields.OneTermEqualSelector("spec.nodeName", n.options.Name).String()
	}))
	err := n.runInformer(ctx, factory, factory.Core().V1().Pods().Informer(), cache.ResourceEventHandlerFuncs{
		AddFunc:    func(object any) { n.podChanged(object.(*corev1.Pod)) },
		UpdateFunc: func(_, object any) { n.podChanged(object.(*corev1.Pod)) },
		DeleteFunc: func(object any) {
			if unknown, ok := object.(cache.DeletedFinalStateUnknown); ok {
				object = unknown.Obj
			}
			n.podDeleted(object.(*corev1.Pod))
		},
	})
	if err != nil {
		return err
	}
	return n.removeOrphans()
}

// removeOrphans removes the directories of pods that were deleted while the node was not running.
func (n *Node) removeOrphans() error {
	dir := filepath.Join(n.options.Dir, "pods")
	entries, err := os.ReadDir(dir)
	if err != nil && !errors.Is(err, os.ErrNotExist) {
		return fmt.Errorf("failed to list the directories of pods: %w", err)
	}
	n.mu.Lock()
	defer n.mu.Unlock()
	for _, entry := range entries {
		if n.pods[types.UID(entry.Name())] != nil {
			continue
		}
		if err := os.RemoveAll(filepath.Join(dir, entry.Name())); err != nil {
			return fmt.Errorf("failed to remove the directory of a pod that is gone: %w", err)
		}
	}
	return nil
}

// runInformer runs the factory's only informer until the node stops. It returns when the handler has processed the
// initial list.
func (n *Node) runInformer(ctx context.Context, factory informers.SharedInformerFactory, informer cache.SharedIndexInformer, handler cache.ResourceEventHandler) error {
	err := informer.SetWatchErrorHandlerWithContext(func(_ context.Context, _ *cache.Reflector, err error) {
		n.log.V(1).Info("Watch interrupted", "reason", err.Error())
	})
	if err != nil {
		return err
	}
	registration, err := informer.AddEventHandler(handler)
	if err != nil {
		return err
	}
	factory.Start(n.ctx.Done())
	n.background.Go(func() {
		<-n.ctx.Done()
		factory.Shutdown()
	})
	if !cache.WaitForCacheSync(ctx.Done(), registration.HasSynced) {
		return errors.New("time ran out before the first list of objects")
	}
	return nil
}

func (n *Node) podChanged(object *corev1.Pod) {
	n.mu.Lock()
	defer n.mu.Unlock()
	if n.stopped {
		return
	}
	p, known := n.pods[object.UID]
	if !known {
		if object.Status.Phase == corev1.PodSucceeded || object.Status.Phase == corev1.PodFailed {
			return
		}
		p = newPod(n, object, n.nextAddress())
		n.pods[object.UID] = p
	}
	p.update(object)
	if !known {
		n.podWork.Go(func() {
			p.run()
			n.mu.Lock()
			delete(n.pods, object.UID)
			n.mu.Unlock()
		})
	}
}

// podDeleted stops the pod if its API object was deleted without a grace period.
func (n *Node) podDeleted(object *corev1.Pod) {
	n.mu.Lock()
	defer n.mu.Unlock()
	if p := n.pods[object.UID]; p != nil {
		p.terminate(0)
		p.objectGone()
	}
}

// nextAddress returns the next unused address number in round-robin order, so that clients of a deleted pod do not soon
// reach a different pod at the same address.
func (n *Node) nextAddress() int {
	used := map[int]bool{}
	for _, p := range n.pods {
		used[p.number] = true
	}
	for range podAddresses {
		n.lastIP = n.lastIP%podAddresses + 1
		if !used[n.lastIP] {
			break
		}
	}
	return n.lastIP
}

// PodAddress returns the address on which a pod's containers listen. It differs from the address in the pod's status.
// It is empty if the node does not run the pod.
func (n *Node) PodAddress(namespace, name string) string {
	for _, p := range n.listPods() {
		if p.object.Namespace == namespace && p.object.Name == name {
			return p.listenIP
		}
	}
	return ""
}

// listPods returns the pods in a stable order.
func (n *Node) listPods() []*pod {
	n.mu.Lock()
	defer n.mu.Unlock()
	pods := make([]*pod, 0, len(n.pods))
	for _, p := range n.pods {
		pods = append(pods, p)
	}
	slices.SortFunc(pods, func(a, b *pod) int { return strings.Compare(a.object.Name, b.object.Name) })
	return pods
}
