// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package push

import (
	"context"
	"errors"
	"time"

	"github.com/gardener/gardener/pkg/client/kubernetes"
	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"
	corev1 "k8s.io/api/core/v1"
	apierrors "k8s.io/apimachinery/pkg/api/errors"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/client-go/tools/events"
	"sigs.k8s.io/controller-runtime/pkg/client"
	fakeclient "sigs.k8s.io/controller-runtime/pkg/client/fake"
	"sigs.k8s.io/controller-runtime/pkg/client/interceptor"
	"sigs.k8s.io/controller-runtime/pkg/reconcile"

	configv1alpha1 "github.com/shoot-flux/gardener-extension-shoot-flux/pkg/apis/config/v1alpha1"
	fluxv1alpha1 "github.com/shoot-flux/gardener-extension-shoot-flux/pkg/apis/flux/v1alpha1"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/configuration"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/configuration/document"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/garden"
	"github.com/shoot-flux/gardener-extension-shoot-flux/test/support/controllertest"
)

const (
	withPush = "project: {push: {type: github}}\nsource: {template: {spec: {url: 'ssh://git@example.com/fleet.git', ref: {branch: main}}}}"
	urlName  = "flux.extensions.gardener.cloud/push-url"
	errName  = "flux.extensions.gardener.cloud/push-error"
)

// listedProjects are projects that can be listed.
type listedProjects struct{ controllertest.Projects }

func (l *listedProjects) Namespaces(context.Context) ([]string, error) {
	var namespaces []string
	for namespace := range l.States {
		namespaces = append(namespaces, namespace)
	}
	return namespaces, nil
}

// replica is a replica of the garden controller.
type replica struct {
	*Reconciler

	garden   client.WithWatch
	refusal  error
	projects *listedProjects
	recorder *events.FakeRecorder
}

func newReplica(leads bool, objects ...client.Object) *replica {
	GinkgoHelper()
	operator := configv1alpha1.ControllerConfiguration{Push: &configv1alpha1.Push{Host: "push.garden.example.com"}}
	configv1alpha1.SetObjectDefaults_ControllerConfiguration(&operator)
	resolver, err := configuration.NewResolver(controllertest.Catalog, operator)
	Expect(err).NotTo(HaveOccurred())
	r := &replica{projects: &listedProjects{controllertest.Projects{States: map[string]garden.State{}}}, recorder: events.NewFakeRecorder(10)}
	r.garden = fakeclient.NewClientBuilder().WithScheme(kubernetes.GardenScheme).WithObjects(objects...).WithInterceptorFuncs(interceptor.Funcs{
		Get: func(ctx context.Context, c client.WithWatch, key client.ObjectKey, object client.Object, opts ...client.GetOption) error {
			if _, ok := object.(*corev1.Secret); ok && r.refusal != nil {
				return r.refusal
			}
			return c.Get(ctx, key, object, opts...)
		},
	}).Build()
	elected := make(chan struct{})
	if leads {
		close(elected)
	}
	r.Reconciler = &Reconciler{
		Projects: r.projects, Resolver: resolver, Garden: r.garden, Events: r.recorder, Offer: operator.Push, Hooks: NewHooks(), Leads: elected,
		Times: Times{Reread: 5 * time.Minute, RereadMissing: 30 * time.Second, Random: func(time.Duration) time.Duration { return 0 }},
	}
	return r
}

// configured is the ConfigMap flux-config of the project.
func configured(content string) *corev1.ConfigMap {
	return &corev1.ConfigMap{
		ObjectMeta: metav1.ObjectMeta{Namespace: "garden-demo", Name: "flux-config"},
		Data:       map[string]string{"config.yaml": string(controllertest.FluxConfig(content))},
	}
}

func tokenSecret(value string) *corev1.Secret {
	return &corev1.Secret{ObjectMeta: metav1.ObjectMeta{Namespace: "garden-demo", Name: "flux-push"}, Data: map[string][]byte{"token": []byte(value)}}
}

// reconcile gives the replica the current configuration in the garden, and reconciles the project.
func (r *replica) reconcile(ctx context.Context) (reconcile.Result, error) {
	GinkgoHelper()
	configMap := &corev1.ConfigMap{}
	state := garden.State{}
	if err := r.garden.Get(ctx, client.ObjectKey{Namespace: "garden-demo", Name: "flux-config"}, configMap); err == nil {
		state = garden.State{ConfigMap: &document.ConfigMap{Namespace: "garden-demo", Data: configMap.Data}, ConfigAnnotations: configMap.Annotations}
	} else {
		Expect(apierrors.IsNotFound(err)).To(BeTrue())
	}
	r.projects.States["garden-demo"] = state
	return r.Reconcile(ctx, garden.Request("garden-demo"))
}

func (r *replica) annotations(ctx context.Context) map[string]string {
	GinkgoHelper()
	configMap := &corev1.ConfigMap{}
	Expect(r.garden.Get(ctx, client.ObjectKey{Namespace: "garden-demo", Name: "flux-config"}, configMap)).To(Succeed())
	return configMap.Annotations
}

var _ = Describe("Reconciler", func() {
	path := pathOf(token, "garden-demo")

	It("offers a webhook to a project with a token", func(ctx SpecContext) {
		r := newReplica(true, configured(withPush), tokenSecret(" "+token+"\n"))
		Expect(r.reconcile(ctx)).To(Equal(reconcile.Result{RequeueAfter: 5 * time.Minute}))
		hook := r.Hooks.At(path)
		Expect(hook).NotTo(BeNil())
		Expect(hook.Type).To(Equal(fluxv1alpha1.PushTypeGitHub))
		Expect(hook.repository).To(Equal("example.com/fleet"))
		Expect(r.annotations(ctx)).To(Equal(map[string]string{urlName: "https://push.garden.example.com" + path}))
		Expect(r.recorder.Events).To(Receive(And(HavePrefix("Normal PushURL"), ContainSubstring(path), Not(ContainSubstring(token)))))

		By("the Event is not repeated")
		Expect(r.reconcile(ctx)).NotTo(BeZero())
		Expect(r.recorder.Events).To(BeEmpty())
	})

	It("serves without leadership, and leaves reports to the leader", func(ctx SpecContext) {
		r := newReplica(false, configured(withPush), tokenSecret(token))
		Expect(r.reconcile(ctx)).NotTo(BeZero())
		Expect(r.Hooks.At(path)).NotTo(BeNil())
		Expect(r.annotations(ctx)).To(BeEmpty())
		Expect(r.recorder.Events).To(BeEmpty())
	})

	DescribeTable("reports a missing token to the project, and reads it again soon",
		func(ctx SpecContext, refusal error, secret *corev1.Secret, problem string) {
			objects := []client.Object{configured(withPush)}
			if secret != nil {
				objects = append(objects, secret)
			}
			r := newReplica(true, objects...)
			r.refusal = refusal
			Expect(r.reconcile(ctx)).To(Equal(reconcile.Result{RequeueAfter: 30 * time.Second}))
			Expect(r.Hooks.of("garden-demo")).To(BeNil())
			Expect(r.annotations(ctx)).To(And(HaveLen(1), HaveKeyWithValue(errName, ContainSubstring(problem))))
			Expect(r.recorder.Events).To(Receive(And(HavePrefix("Warning PushRefused"), ContainSubstring(problem))))
		},
		Entry("no Secret", nil, nil, "Secret flux-push is missing; create it with the key token"),
		Entry("a Secret that the operator does not allow", apierrors.NewForbidden(corev1.Resource("secrets"), "flux-push", nil), nil, "ask for its name in pushSecretNames"),
		Entry("no token", nil, tokenSecret(""), "has no token of at least 16 characters"),
		Entry("a short token, which the message does not repeat", nil, tokenSecret("hunter2"), "has no token of at least 16 characters"),
	)

	It("replaces the error with the URL when there is a token", func(ctx SpecContext) {
		r := newReplica(true, configured(withPush))
		Expect(r.reconcile(ctx)).NotTo(BeZero())
		Expect(r.garden.Create(ctx, tokenSecret(token))).To(Succeed())
		Expect(r.reconcile(ctx)).NotTo(BeZero())
		Expect(r.annotations(ctx)).To(HaveKey(urlName))
		Expect(r.annotations(ctx)).NotTo(HaveKey(errName))
	})

	DescribeTable("removes a webhook after the removal of",
		func(ctx SpecContext, write func(client.Client, *corev1.ConfigMap) error) {
			r := newReplica(true, configured(withPush), tokenSecret(token))
			Expect(r.reconcile(ctx)).NotTo(BeZero())
			configMap := configured("")
			configMap.Annotations = map[string]string{urlName: "https://push.garden.example.com" + path, "of-the-user": "stays"}
			Expect(write(r.garden, configMap)).To(Succeed())
			Expect(r.reconcile(ctx)).To(BeZero())
			Expect(r.Hooks.At(path)).To(BeNil())
		},
		Entry("the setting", func(c client.Client, configMap *corev1.ConfigMap) error {
			return c.Update(GinkgoT().Context(), configMap)
		}),
		Entry("the configuration", func(c client.Client, configMap *corev1.ConfigMap) error {
			return c.Delete(GinkgoT().Context(), configMap)
		}),
	)

	It("removes its annotation, and no other, when the setting is removed", func(ctx SpecContext) {
		configMap := configured("")
		configMap.Annotations = map[string]string{urlName: "https://push.garden.example.com" + path, "of-the-user": "stays"}
		r := newReplica(true, configMap)
		Expect(r.reconcile(ctx)).To(BeZero())
		Expect(r.annotations(ctx)).To(Equal(map[string]string{"of-the-user": "stays"}))
	})

	It("keeps the webhook while its setting is invalid or the garden is unreachable", func(ctx SpecContext) {
		r := newReplica(true, configured(withPush), tokenSecret(token))
		Expect(r.reconcile(ctx)).NotTo(BeZero())
		r.refusal = errors.New("down")
		_, err := r.reconcile(ctx)
		Expect(err).To(MatchError(ContainSubstring("down")))
		Expect(r.Hooks.At(path)).NotTo(BeNil())
		r.refusal = nil
		invalid := configured("project: {push: {type: svn}}")
		invalid.Annotations = r.annotations(ctx)
		Expect(r.garden.Update(ctx, invalid)).To(Succeed())
		Expect(r.reconcile(ctx)).To(BeZero())
		Expect(r.Hooks.At(path)).NotTo(BeNil())
		Expect(r.annotations(ctx)).To(Equal(invalid.Annotations), "the URL is still served")
	})

	DescribeTable("offers the webhook after a restart, even if another setting has become invalid:",
		func(ctx SpecContext, invalid string) {
			configMap := configured(withPush + "\n" + invalid)
			configMap.Annotations = map[string]string{urlName: "https://push.garden.example.com" + path}
			r := newReplica(true, configMap, tokenSecret(token))
			Expect(r.reconcile(ctx)).To(Equal(reconcile.Result{RequeueAfter: 5 * time.Minute}))
			Expect(r.Hooks.At(path)).To(Equal(&Hook{
				Namespace: "garden-demo", Type: fluxv1alpha1.PushTypeGitHub, token: token, repository: "example.com/fleet", readsPerSecond: 10,
			}))
			Expect(r.annotations(ctx)).To(Equal(configMap.Annotations))
			Expect(r.recorder.Events).To(BeEmpty(), "nothing has changed")
		},
		Entry("a Flux version that the extension no longer has", "flux: {version: 0.0.1}"),
		Entry("a field that the extension no longer has", "kustomization: {former: true}"),
	)

	DescribeTable("reports after a restart that it cannot offer the webhook, until the project corrects",
		func(ctx SpecContext, invalid string) {
			configMap := configured("")
			configMap.Data["config.yaml"] = invalid
			configMap.Annotations = map[string]string{urlName: "https://push.garden.example.com" + path}
			r := newReplica(true, configMap, tokenSecret(token))
			Expect(r.reconcile(ctx)).To(BeZero())
			Expect(r.Hooks.At(path)).To(BeNil())
			const problem = "project.push in ConfigMap flux-config is invalid or cannot be read; correct the ConfigMap"
			Expect(r.annotations(ctx)).To(Equal(map[string]string{errName: problem}), "the URL is not served")
			Expect(r.recorder.Events).To(Receive(And(HavePrefix("Warning PushRefused"), ContainSubstring(problem))))

			configMap = configured(withPush)
			configMap.Annotations = r.annotations(ctx)
			Expect(r.garden.Update(ctx, configMap)).To(Succeed())
			Expect(r.reconcile(ctx)).NotTo(BeZero())
			Expect(r.Hooks.At(path)).NotTo(BeNil())
			Expect(r.annotations(ctx)).To(Equal(map[string]string{urlName: "https://push.garden.example.com" + path}))
		},
		Entry("the type of the webhook", "project: {push: {type: svn}}"),
		Entry("a configuration that is not YAML", "project: {push: {"),
	)

	It("is ready when the webhooks of all projects are known, even if one is invalid", func(ctx SpecContext) {
		r := newReplica(false, configured(withPush), tokenSecret(token))
		Expect(r.Hooks.AreKnown()).To(BeFalse(), "nothing is listed")
		r.projects.States["garden-wrong"] = garden.State{ConfigMap: &document.ConfigMap{Namespace: "garden-wrong", Data: map[string]string{"config.yaml": "push: {"}}}
		Expect(r.reconcile(ctx)).NotTo(BeZero())
		namespaces, err := r.projects.Namespaces(ctx)
		Expect(err).NotTo(HaveOccurred())
		Expect(namespaces).To(HaveLen(2))
		r.Hooks.expect(namespaces)
		Expect(r.Hooks.AreKnown()).To(BeFalse())
		Expect(r.reconcile(ctx)).NotTo(BeZero())
		Expect(r.Hooks.AreKnown()).To(BeFalse())
		Expect(r.Reconcile(ctx, garden.Request("garden-wrong"))).To(BeZero())
		Expect(r.Hooks.AreKnown()).To(BeTrue())
		r.Hooks.expect([]string{"garden-late"})
		Expect(r.Hooks.AreKnown()).To(BeTrue(), "projects that come later do not count")
	})
})

var _ = Describe("repositoryOf", func() {
	DescribeTable("identifies a repository by its URL",
		func(ctx SpecContext, url, expected string) {
			r := newReplica(false, configured("project: {push: {type: github}}\nsource: {template: {spec: {url: '"+url+"', ref: {branch: main}}}}"), tokenSecret(token))
			Expect(r.reconcile(ctx)).NotTo(BeZero())
			Expect(r.Hooks.of("garden-demo").repository).To(Equal(expected))
		},
		Entry("SSH", "ssh://git@example.com/fleet.git", "example.com/fleet"),
		Entry("HTTPS", "https://example.com/fleet", "example.com/fleet"),
		Entry("another port and case of the host", "ssh://git@Example.com:2222/fleet.git/", "example.com/fleet"),
		Entry("another repository", "https://example.com/other", "example.com/other"),
	)
})

var _ = Describe("readsPerSecond", func() {
	DescribeTable("returns the rate of the first entry that selects kind and host",
		func(ctx SpecContext, rates []configv1alpha1.PushRate, source string, expected int) {
			r := newReplica(false, configured("project: {push: {type: generic}}\nsource: {template: "+source+"}"), tokenSecret(token))
			r.Offer.Rates = rates
			configv1alpha1.SetDefaults_Push(r.Offer)
			Expect(r.reconcile(ctx)).NotTo(BeZero())
			Expect(r.Hooks.of("garden-demo").readsPerSecond).To(Equal(expected))
		},
		Entry("Git by default", nil, "{spec: {url: 'ssh://git@example.com/fleet', ref: {branch: main}}}", 10),
		Entry("a registry by default", nil, "{kind: OCIRepository, spec: {url: 'oci://ghcr.io/org/fleet', ref: {tag: latest}}}", 100),
		Entry("a bucket by default", nil, "{kind: Bucket, spec: {endpoint: 'minio.example.com:9000', bucketName: fleet}}", 100),
		Entry("a registry without the default rates", []configv1alpha1.PushRate{}, "{kind: OCIRepository, spec: {url: 'oci://ghcr.io/org/fleet', ref: {tag: latest}}}", 10),
		Entry("a host in upper case, with a user and a port", []configv1alpha1.PushRate{{Hosts: []string{"git.example.com"}, ReadsPerSecond: 50}},
			"{spec: {url: 'ssh://git@Git.Example.com:2222/fleet', ref: {branch: main}}}", 50),
		Entry("a host that ends with the name of another", []configv1alpha1.PushRate{{Hosts: []string{"example.com"}, ReadsPerSecond: 50}},
			"{spec: {url: 'ssh://git@git.example.com/fleet', ref: {branch: main}}}", 10),
		Entry("the host of a bucket with a port", []configv1alpha1.PushRate{{Hosts: []string{"minio.example.com"}, ReadsPerSecond: 50}},
			"{kind: Bucket, spec: {endpoint: 'minio.example.com:9000', bucketName: fleet}}", 50),
		Entry("another kind at this host", []configv1alpha1.PushRate{{Kinds: []string{"GitRepository"}, Hosts: []string{"git.example.com"}, ReadsPerSecond: 50}, {Kinds: []string{"OCIRepository"}, ReadsPerSecond: 70}},
			"{kind: OCIRepository, spec: {url: 'oci://git.example.com/org/fleet', ref: {tag: latest}}}", 70),
	)

	It("is that of Git for a project without source", func(ctx SpecContext) {
		r := newReplica(false, configured("project: {push: {type: generic}}"), tokenSecret(token))
		Expect(r.reconcile(ctx)).NotTo(BeZero())
		Expect(r.Hooks.of("garden-demo").readsPerSecond).To(Equal(10))
	})
})
