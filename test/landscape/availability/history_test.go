// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package availability_test

import (
	"context"
	"crypto/sha256"
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"strings"
	"sync"

	resourcesv1alpha1 "github.com/gardener/gardener/pkg/apis/resources/v1alpha1"
	gardenerkubernetes "github.com/gardener/gardener/pkg/client/kubernetes"
	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"
	corev1 "k8s.io/api/core/v1"
	"k8s.io/apimachinery/pkg/fields"
	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/apimachinery/pkg/watch"
	"k8s.io/client-go/rest"
	"sigs.k8s.io/controller-runtime/pkg/client"

	"github.com/shoot-flux/gardener-extension-shoot-flux/test/landscape/simulation"
)

// history holds what each object ever was, in which nothing is missing: it is told each version by the API server.
type history struct {
	mutex sync.Mutex
	// lives are the UIDs that an object ever had.
	lives map[string][]string
	// contents are what a ManagedResource refers to, or what a deploy key is, one after the other.
	contents map[string][]string
	failed   []string
}

func follow(ctx context.Context, e *simulation.Environment) *history {
	GinkgoHelper()
	h := &history{lives: map[string][]string{}, contents: map[string][]string{}}
	watching, end := context.WithCancel(context.WithoutCancel(ctx))
	DeferCleanup(end)
	h.watch(watching, e.Seed.Config, gardenerkubernetes.SeedScheme, &resourcesv1alpha1.ManagedResourceList{})
	h.watch(watching, e.Seed.Config, gardenerkubernetes.SeedScheme, &corev1.SecretList{}, client.MatchingLabels{"resources.gardener.cloud/garbage-collectable-reference": "true"})
	h.watch(watching, e.Garden.Config, gardenerkubernetes.GardenScheme, &corev1.SecretList{}, client.MatchingFieldsSelector{Selector: fields.OneTermEqualSelector("metadata.name", simulation.DeployKeyName)})
	return h
}

func (h *history) watch(ctx context.Context, config *rest.Config, scheme *runtime.Scheme, list client.ObjectList, options ...client.ListOption) {
	GinkgoHelper()
	c, err := client.NewWithWatch(config, client.Options{Scheme: scheme})
	Expect(err).NotTo(HaveOccurred())
	events, err := c.Watch(ctx, list, options...)
	Expect(err).NotTo(HaveOccurred())
	go func() {
		for e := range events.ResultChan() {
			h.note(e)
		}
		h.mutex.Lock()
		defer h.mutex.Unlock()
		if ctx.Err() == nil {
			h.failed = append(h.failed, fmt.Sprintf("the watch of %T has ended", list))
		}
	}()
}

func (h *history) note(e watch.Event) {
	h.mutex.Lock()
	defer h.mutex.Unlock()
	object, ok := e.Object.(client.Object)
	if !ok || e.Type == watch.Error {
		h.failed = append(h.failed, fmt.Sprint("a watch has failed: ", e.Object))
		return
	}
	key := strings.TrimPrefix(fmt.Sprintf("%T", object), "*v1") + " " + client.ObjectKeyFromObject(object).String()
	add(h.lives, key, string(object.GetUID()))
	switch object := object.(type) {
	case *resourcesv1alpha1.ManagedResource:
		spec, err := json.Marshal(object.Spec)
		if err != nil {
			h.failed = append(h.failed, err.Error())
		}
		add(h.contents, key, string(spec))
	case *corev1.Secret:
		if identity := object.Data["identity"]; len(identity) > 0 {
			add(h.contents, key, fmt.Sprintf("%x", sha256.Sum256(identity)))
		}
	}
}

func add(to map[string][]string, key, value string) {
	if values := to[key]; len(values) == 0 || values[len(values)-1] != value {
		to[key] = append(values, value)
	}
}

// madeOnce expects that no object was ever made anew, and returns how many there are.
func (h *history) madeOnce() int {
	GinkgoHelper()
	h.mutex.Lock()
	defer h.mutex.Unlock()
	Expect(h.failed).To(BeEmpty())
	for _, key := range slices.Sorted(maps.Keys(h.lives)) {
		Expect(h.lives[key]).To(HaveLen(1), key+" was made anew")
	}
	return len(h.lives)
}

// changes returns how often the content of the objects whose keys end so has changed.
func (h *history) changes(suffix string) map[int]int {
	h.mutex.Lock()
	defer h.mutex.Unlock()
	counts := map[int]int{}
	for key, contents := range h.contents {
		if strings.HasSuffix(key, suffix) {
			counts[len(contents)-1]++
		}
	}
	return counts
}
