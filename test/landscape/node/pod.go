// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package node

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"sync"
	"time"

	"github.com/go-logr/logr"
	corev1 "k8s.io/api/core/v1"
	apierrors "k8s.io/apimachinery/pkg/api/errors"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/client-go/tools/cache"
	"k8s.io/utils/ptr"

	"github.com/shoot-flux/gardener-extension-shoot-flux/test/landscape/node/sandbox"
)

const (
	volumeRefresh = 30 * time.Second
	apiRetry      = time.Second
	apiTimeout    = 10 * time.Second
)

// pod is a pod bound to the node. It exists until its API object is gone.
type pod struct {
	node *Node
	log  logr.Logger
	// object is the first version of the API object. Containers and volumes of a pod are immutable.
	object                *corev1.Pod
	number                int
	listenIP, reportedIP  string
	dir, logDir           string
	startTime             metav1.Time
	inits, mains          []*container
	dirty                 chan struct{}
	gone                  chan struct{}
	running, killed       context.Context
	stopRunning, killRest context.CancelFunc

	// files protects the files below dir, and tokens.
	files  sync.Mutex
	tokens map[string]token

	// network is the pod's network namespace. It is nil if the pod uses the network of the host.
	network *networkNamespace

	mu         sync.Mutex
	latest     *corev1.Pod
	deleting   bool
	killAt     time.Time
	killTimer  *time.Timer
	conditions []corev1.PodCondition
}

func newPod(n *Node, object *corev1.Pod, number int) *pod {
	name := fmt.Sprintf("%s_%s_%s", object.Namespace, object.Name, object.UID)
	p := &pod{
		node:       n,
		log:        n.log.WithValues("pod", cache.MetaObjectToName(object).String()),
		object:     object,
		latest:     object,
		number:     number,
		dir:        filepath.Join(n.options.Dir, "pods", string(object.UID)),
		logDir:     filepath.Join(n.options.Dir, "logs", name),
		startTime:  ptr.Deref(object.Status.StartTime, metav1.Now()),
		dirty:      make(chan struct{}, 1),
		gone:       make(chan struct{}),
		tokens:     map[string]token{},
		conditions: object.Status.Conditions,
	}
	p.listenIP, p.reportedIP = n.options.PodIP(number)
	p.running, p.stopRunning = context.WithCancel(n.podsContext)
	p.killed, p.killRest = context.WithCancel(n.killContext)
	for _, spec := range object.Spec.InitContainers {
		p.inits = append(p.inits, newContainer(p, spec, object.Status.InitContainerStatuses, true))
	}
	for _, spec := range object.Spec.Containers {
		p.mains = append(p.mains, newContainer(p, spec, object.Status.ContainerStatuses, false))
	}
	return p
}

func (p *pod) containers() []*container {
	return slices.Concat(p.inits, p.mains)
}

// update stores the latest version of the pod, which may have changed labels, annotations or a deletion timestamp.
func (p *pod) update(object *corev1.Pod) {
	p.mu.Lock()
	p.latest = object
	p.mu.Unlock()
	if object.DeletionTimestamp != nil {
		p.terminate(time.Duration(ptr.Deref(object.DeletionGracePeriodSeconds, corev1.DefaultTerminationGracePeriodSeconds)) * time.Second)
	}
}

// terminate sends SIGTERM to the containers and kills them after the grace period. A later call may shorten the period.
func (p *pod) terminate(grace time.Duration) {
	p.mu.Lock()
	defer p.mu.Unlock()
	killAt := time.Now().Add(grace)
	if p.deleting {
		if !killAt.Before(p.killAt) {
			return
		}
		p.killTimer.Stop()
	}
	p.deleting, p.killAt = true, killAt
	p.killTimer = time.AfterFunc(grace, p.killRest)
	p.stopRunning()
}

func (p *pod) objectGone() {
	select {
	case <-p.gone:
	default:
		close(p.gone)
	}
}

func (p *pod) isDeleting() bool {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.deleting
}

// run runs the pod. It returns when the API object is gone or the node stops.
func (p *pod) run() {
	var reporting, refreshing sync.WaitGroup
	ended := make(chan struct{})
	reporting.Go(func() { p.reportStatus(ended) })
	refreshing.Go(p.refreshVolumes)
	p.markDirty()

	if err := p.attachNetwork(); err != nil {
		p.log.Error(err, "Failed to create the network of the pod")
	}
	p.runContainers()
	<-p.running.Done() // The status of a completed pod remains until the pod is deleted.
	refreshing.Wait()
	close(ended)
	reporting.Wait()
	p.detachNetwork()

	if p.isDeleting() {
		p.finishDeletion()
	}
	p.mu.Lock()
	if p.killTimer != nil {
		p.killTimer.Stop()
	}
	p.mu.Unlock()
	p.stopRunning()
	p.killRest()
}

func (p *pod) runContainers() {
	for _, c := range p.inits {
		if !c.loop(p.running) {
			return
		}
	}
	var mains sync.WaitGroup
	for _, c := range p.mains {
		mains.Go(func() { c.loop(p.running) })
	}
	mains.Wait()
}

// refreshVolumes periodically writes renewed tokens and changed Secrets and ConfigMaps to the volumes of running
// containers.
func (p *pod) refreshVolumes() {
	for !p.isPhantom() && wait(p.running, volumeRefresh) {
		ctx, cancel := context.WithTimeout(p.running, apiTimeout)
		err := p.writeVolumes(ctx)
		cancel()
		if err != nil && p.running.Err() == nil {
			p.log.Error(err, "Failed to refresh volumes")
		}
	}
}

// finishDeletion deletes the API object after all processes of the pod have ended, and waits until the node has
// observed the deletion. Otherwise, an older event could start the pod again.
func (p *pod) finishDeletion() {
	if err := os.RemoveAll(p.dir); err != nil {
		p.log.Error(err, "Failed to remove the directory of the pod")
	}
	for p.node.podsContext.Err() == nil {
		err := p.deleteObject()
		if err == nil || apierrors.IsNotFound(err) || apierrors.IsConflict(err) {
			break
		}
		p.log.V(1).Info("Confirming the deletion is tried again", "reason", err.Error())
		wait(p.node.podsContext, apiRetry)
	}
	select {
	case <-p.gone:
		p.log.Info("Pod is gone")
	case <-p.node.podsContext.Done():
	}
}

func (p *pod) deleteObject() error {
	ctx, cancel := context.WithTimeout(p.node.podsContext, apiTimeout)
	defer cancel()
	return p.node.client.CoreV1().Pods(p.object.Namespace).Delete(ctx, p.object.Name, metav1.DeleteOptions{
		GracePeriodSeconds: ptr.To[int64](0),
		Preconditions:      metav1.NewUIDPreconditions(string(p.object.UID)),
	})
}

// processes returns the running processes of the pod's containers.
func (p *pod) processes() []*sandbox.Process {
	p.mu.Lock()
	defer p.mu.Unlock()
	var running []*sandbox.Process
	for _, c := range p.containers() {
		if c.process != nil {
			running = append(running, c.process)
		}
	}
	return running
}
