// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package commitstatus

import (
	"context"
	"encoding/json"
	"fmt"
	"maps"
	"strings"
	"time"

	gardencorev1beta1 "github.com/gardener/gardener/pkg/apis/core/v1beta1"
	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"
	corev1 "k8s.io/api/core/v1"
	eventsv1 "k8s.io/api/events/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/apimachinery/pkg/types"
	corev1ac "k8s.io/client-go/applyconfigurations/core/v1"
	"k8s.io/client-go/tools/events"
	testclock "k8s.io/utils/clock/testing"
	"sigs.k8s.io/controller-runtime/pkg/client"
	fakeclient "sigs.k8s.io/controller-runtime/pkg/client/fake"
	"sigs.k8s.io/controller-runtime/pkg/client/interceptor"

	configv1alpha1 "github.com/shoot-flux/gardener-extension-shoot-flux/pkg/apis/config/v1alpha1"
	fluxv1alpha1 "github.com/shoot-flux/gardener-extension-shoot-flux/pkg/apis/flux/v1alpha1"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/configuration"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/configuration/document"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/flux"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/flux/distributions"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/garden"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/githost"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/report/commitstatus"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/report/fleet"
	"github.com/shoot-flux/gardener-extension-shoot-flux/test/support/controllertest"
)

const (
	namespace  = "garden-demo"
	repository = "source: {template: {spec: {url: 'ssh://git@git.example.com/o/r'}}}\n"
	configured = repository + "project: {commitStatus: {provider: gitea}}\n"
	token      = "very-secret-token"
)

// Commits, in the order of their pushes.
var first, second = strings.Repeat("a", 40), strings.Repeat("b", 40)

type listedProjects struct{ controllertest.Projects }

func (l *listedProjects) Namespaces(context.Context) ([]string, error) {
	return []string{namespace}, nil
}

// host is the Git host.
type host struct {
	written    []commitstatus.Status
	repository githost.Repository
	attempts   int
	// fail returns the failure of a status, or nil.
	fail func(commitstatus.Status) error
}

func (h *host) Write(_ context.Context, repository githost.Repository, status commitstatus.Status) error {
	h.attempts++
	h.repository = repository
	if h.fail != nil {
		if err := h.fail(status); err != nil {
			return err
		}
	}
	h.written = append(h.written, status)
	return nil
}

// texts returns the written statuses, and forgets them.
func (h *host) texts() []string {
	texts := []string{}
	for _, status := range h.written {
		texts = append(texts, fmt.Sprintf("%s %s %s: %s", status.Context, status.Commit[:1], status.State, status.Description))
	}
	h.written = nil
	return texts
}

// world is a garden with a project, in memory, and a garden controller.
type world struct {
	*Reconciler

	garden   client.WithWatch
	clock    *testclock.FakePassiveClock
	host     *host
	recorder *events.FakeRecorder
	projects *listedProjects
	resolver *configuration.Resolver
	// refuse is asked before each write of flux-commit-status, and before each read of a Secret.
	refuse func(object client.Object) error
}

func newWorld(config string) *world {
	GinkgoHelper()
	scheme := runtime.NewScheme()
	Expect(corev1.AddToScheme(scheme)).To(Succeed())
	Expect(gardencorev1beta1.AddToScheme(scheme)).To(Succeed())
	w := &world{
		clock: testclock.NewFakePassiveClock(time.Date(2026, 11, 26, 12, 0, 0, 0, time.UTC)), host: &host{}, recorder: events.NewFakeRecorder(20),
		refuse: func(client.Object) error { return nil },
	}
	w.projects = &listedProjects{controllertest.Projects{States: map[string]garden.State{}}}
	var err error
	w.resolver, err = configuration.NewResolver(flux.NewCatalog(flux.NewLibrary(distributions.Embedded())), configv1alpha1.ControllerConfiguration{GitHosts: []string{"git.example.com"}})
	Expect(err).NotTo(HaveOccurred())
	w.garden = fakeclient.NewClientBuilder().WithScheme(scheme).WithReturnManagedFields().
		WithObjects(&corev1.ConfigMap{ObjectMeta: metav1.ObjectMeta{Namespace: namespace, Name: "flux-config", UID: "config"}}).
		WithInterceptorFuncs(interceptor.Funcs{
			Get: func(ctx context.Context, c client.WithWatch, key client.ObjectKey, object client.Object, options ...client.GetOption) error {
				if _, ok := object.(*corev1.Secret); ok {
					if err := w.refuse(object); err != nil {
						return err
					}
				}
				return c.Get(ctx, key, object, options...)
			},
			Apply: func(ctx context.Context, c client.WithWatch, object runtime.ApplyConfiguration, options ...client.ApplyOption) error {
				if own, ok := object.(*corev1ac.ConfigMapApplyConfiguration); ok && *own.Name == "flux-commit-status" {
					if err := w.refuse(&corev1.ConfigMap{ObjectMeta: metav1.ObjectMeta{Namespace: *own.Namespace, Name: *own.Name}}); err != nil {
						return err
					}
				}
				return c.Apply(ctx, object, options...)
			},
			Update: func(ctx context.Context, c client.WithWatch, object client.Object, options ...client.UpdateOption) error {
				if err := w.refuse(object); object.GetName() == "flux-commit-status" && err != nil {
					return err
				}
				return c.Update(ctx, object, options...)
			},
		}).Build()
	w.configure(config)
	w.restart()
	return w
}

// restart replaces the process.
func (w *world) restart() {
	w.Reconciler = &Reconciler{
		Projects: w.projects, Shoots: w.garden, Garden: w.garden, Resolver: w.resolver, Writer: w.host, Identity: "live", Events: w.recorder, Clock: w.clock,
		Workers: 1,
		Pacing:  garden.Pacing[Memory]{Interval: 10 * time.Second, Pace: time.Second, Random: func(time.Duration) time.Duration { return 0 }},
	}
}

func (w *world) configure(config string) {
	content := &document.ConfigMap{Namespace: namespace}
	if config != "" {
		content.Data = map[string]string{"config.yaml": "apiVersion: flux.extensions.gardener.cloud/v1alpha1\nkind: FluxConfig\n" + config}
	}
	w.projects.States[namespace] = garden.State{ConfigMap: content}
}

// store stores the token.
func (w *world) store(ctx context.Context, data map[string]string) {
	GinkgoHelper()
	secret := &corev1.Secret{ObjectMeta: metav1.ObjectMeta{Namespace: namespace, Name: "flux-commit-status"}}
	err := w.garden.Get(ctx, client.ObjectKeyFromObject(secret), secret)
	Expect(client.IgnoreNotFound(err)).To(Succeed())
	secret.Data = map[string][]byte{}
	for key, value := range data {
		secret.Data[key] = []byte(value)
	}
	if err != nil {
		secret.ResourceVersion = ""
		Expect(w.garden.Create(ctx, secret)).To(Succeed())
		return
	}
	Expect(w.garden.Update(ctx, secret)).To(Succeed())
}

// create adds a Shoot with Flux.
func (w *world) create(ctx context.Context, name, ring, providerConfig string) {
	GinkgoHelper()
	shoot := &gardencorev1beta1.Shoot{ObjectMeta: metav1.ObjectMeta{Namespace: namespace, Name: name, UID: types.UID(name + "-uid"), Labels: map[string]string{"ring": ring}}}
	shoot.Spec.Extensions = []gardencorev1beta1.Extension{{Type: "shoot-flux"}}
	if providerConfig != "" {
		shoot.Spec.Extensions[0].ProviderConfig = &runtime.RawExtension{Raw: []byte(providerConfig)}
	}
	Expect(w.garden.Create(ctx, shoot)).To(Succeed())
}

// report has the seed alpha write the entry of a Shoot.
func (w *world) report(ctx context.Context, name string, state fluxv1alpha1.ShootState, attempted, applied, revision, message string) {
	GinkgoHelper()
	status := fluxv1alpha1.ShootStatus{
		UID: types.UID(name + "-uid"), Seed: "alpha", State: state, AttemptedRevision: "main@sha1:" + attempted, AppliedRevision: "main@sha1:" + applied,
		Revision: revision, Message: message, Since: metav1.NewTime(w.clock.Now()), Removed: &fluxv1alpha1.RemovedObjects{},
	}
	present := &corev1.ConfigMap{}
	Expect(client.IgnoreNotFound(w.garden.Get(ctx, client.ObjectKey{Namespace: namespace, Name: "flux-status"}, present))).To(Succeed())
	data := maps.Clone(present.Data)
	if data == nil {
		data = map[string]string{}
	}
	data[name] = fleet.Encode(status)
	Expect(w.garden.Apply(ctx, corev1ac.ConfigMap("flux-status", namespace).WithData(data), client.ForceOwnership, client.FieldOwner("shoot-flux-seed-alpha"))).To(Succeed())
}

// run reconciles the project, after some time.
func (w *world) run(ctx context.Context, after time.Duration) time.Duration {
	GinkgoHelper()
	w.clock.SetTime(w.clock.Now().Add(after))
	result, err := w.Reconcile(ctx, garden.Request(namespace))
	Expect(err).NotTo(HaveOccurred())
	return result.RequeueAfter
}

// stored returns ConfigMap flux-commit-status.
func (w *world) stored(ctx context.Context) *corev1.ConfigMap {
	GinkgoHelper()
	found := &corev1.ConfigMap{}
	Expect(w.garden.Get(ctx, client.ObjectKey{Namespace: namespace, Name: "flux-commit-status"}, found)).To(Succeed())
	return found
}

// notes returns the recorded Events, and forgets them.
func (w *world) notes() []string {
	notes := []string{}
	for {
		select {
		case note := <-w.recorder.Events:
			notes = append(notes, note)
		default:
			return notes
		}
	}
}

// eventSink receives the Events that an API server would get. It ignores repetitions.
type eventSink chan *eventsv1.Event

func (s eventSink) Create(_ context.Context, event *eventsv1.Event) (*eventsv1.Event, error) {
	s <- event
	return event, nil
}

func (s eventSink) Update(_ context.Context, event *eventsv1.Event) (*eventsv1.Event, error) {
	return event, nil
}

func (s eventSink) Patch(_ context.Context, event *eventsv1.Event, _ []byte) (*eventsv1.Event, error) {
	return event, nil
}

// recordOf decodes the content of the ConfigMap.
func recordOf(configMap *corev1.ConfigMap) map[string]any {
	GinkgoHelper()
	content := map[string]any{}
	Expect(json.Unmarshal([]byte(configMap.Data["record.json"]), &content)).To(Succeed())
	return content
}
