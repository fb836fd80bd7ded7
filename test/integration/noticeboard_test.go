// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package integration_test

import (
	"context"
	"fmt"
	"time"

	gardencorev1beta1 "github.com/gardener/gardener/pkg/apis/core/v1beta1"
	"github.com/go-logr/logr"
	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"
	corev1 "k8s.io/api/core/v1"
	rbacv1 "k8s.io/api/rbac/v1"
	apierrors "k8s.io/apimachinery/pkg/api/errors"
	"k8s.io/apimachinery/pkg/api/meta"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	corev1ac "k8s.io/client-go/applyconfigurations/core/v1"
	rbacv1ac "k8s.io/client-go/applyconfigurations/rbac/v1"
	"k8s.io/client-go/rest"
	"k8s.io/utils/clock"
	"sigs.k8s.io/controller-runtime/pkg/client"
	"sigs.k8s.io/controller-runtime/pkg/reconcile"

	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/controller/garden/noticeboard"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/garden"
	board "github.com/shoot-flux/gardener-extension-shoot-flux/pkg/garden/noticeboard"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/rollout"
)

// shootsOnSeeds has the Shoots of a garden without an API for Shoots, and reads versions and boards with an identity.
type shootsOnSeeds struct {
	client.Client

	projects map[string][]string
}

func (s *shootsOnSeeds) ShootsOn(_ context.Context, seed string) ([]gardencorev1beta1.Shoot, error) {
	var shoots []gardencorev1beta1.Shoot
	for _, namespace := range s.projects[seed] {
		shoot := gardencorev1beta1.Shoot{ObjectMeta: metav1.ObjectMeta{Namespace: namespace, Name: "one"}}
		shoot.Spec.Extensions = []gardencorev1beta1.Extension{{Type: "shoot-flux"}}
		shoots = append(shoots, shoot)
	}
	return shoots, nil
}

func (s *shootsOnSeeds) Versions(ctx context.Context, namespace string) (board.Versions, error) {
	var versions board.Versions
	for kind, version := range map[string]*string{"ConfigMap/flux-config": &versions.Config, "Secret/flux-source": &versions.DeployKey} {
		list := &metav1.PartialObjectMetadataList{}
		var name string
		if kind == "Secret/flux-source" {
			list.SetGroupVersionKind(corev1.SchemeGroupVersion.WithKind("SecretList"))
			name = "flux-source"
		} else {
			list.SetGroupVersionKind(corev1.SchemeGroupVersion.WithKind("ConfigMapList"))
			name = "flux-config"
		}
		if err := s.List(ctx, list, client.MatchingFields{"metadata.name": name}); err != nil {
			return board.Versions{}, err
		}
		for _, item := range list.Items {
			if item.Namespace == namespace {
				*version = item.ResourceVersion
			}
		}
	}
	return versions, nil
}

func (*shootsOnSeeds) PushedAt(context.Context, string) (time.Time, error) {
	return time.Time{}, nil
}

func (s *shootsOnSeeds) Board(ctx context.Context, namespace string) (*corev1.ConfigMap, error) {
	list := &corev1.ConfigMapList{}
	if err := s.List(ctx, list, client.MatchingFields{"metadata.name": "shoot-flux"}); err != nil {
		return nil, err
	}
	for i := range list.Items {
		if list.Items[i].Namespace == namespace {
			return &list.Items[i], nil
		}
	}
	return nil, nil
}

func (s *shootsOnSeeds) VersionRollout(ctx context.Context) (*rollout.State, error) {
	found, err := s.Board(ctx, "garden")
	if err != nil || found == nil {
		return nil, err
	}
	return rollout.Decode(found)
}

func (*shootsOnSeeds) BaselineRollout(context.Context) (*rollout.State, error) { return nil, nil }

func (*shootsOnSeeds) Seed(_ context.Context, name string) (rollout.Identity, error) {
	return rollout.Identity{Name: name}, nil
}

func (s *shootsOnSeeds) Binding(ctx context.Context, namespace string) (*rbacv1.RoleBinding, error) {
	list := &rbacv1.RoleBindingList{}
	if err := s.List(ctx, list, client.MatchingFields{"metadata.name": noticeboard.RoleName}); err != nil {
		return nil, err
	}
	for i := range list.Items {
		if list.Items[i].Namespace == namespace {
			return &list.Items[i], nil
		}
	}
	return nil, nil
}

// oneProject is the project with Shoots on the seed.
type oneProject string

func (p oneProject) Follow(_ context.Context, appeared func(string)) error {
	appeared(string(p))
	return nil
}

func (p oneProject) List(context.Context) ([]string, error) { return []string{string(p)}, nil }

var _ = Describe("Notice boards with the roles of the charts", Ordered, func() {
	const (
		controllerAccount = "system:serviceaccount:kube-system:extension-admission-shoot-flux"
		seedAccount       = "system:serviceaccount:seed-gamma:shoot-flux-garden"
	)
	var (
		admin, controller client.Client
		namespace         string
		seedConfig        *rest.Config
		reconciler        *noticeboard.Reconciler
		watcher           *garden.NoticeWatcher
		reported          chan string
	)
	named := func(namespace, name string) metav1.ObjectMeta {
		return metav1.ObjectMeta{Namespace: namespace, Name: name}
	}
	write := func(ctx context.Context) {
		GinkgoHelper()
		Eventually(func() error {
			_, err := reconciler.Reconcile(ctx, reconcile.Request{NamespacedName: client.ObjectKey{Name: "gamma"}})
			return err
		}, "20s").Should(Succeed())
	}
	// keep creates objects that the next specs need as well.
	keep := func(ctx context.Context, object client.Object) {
		GinkgoHelper()
		Expect(admin.Create(ctx, object)).To(Succeed())
	}

	BeforeAll(func(ctx SpecContext) {
		admin = newClient()
		applyGardenChartWith(ctx, withAdmission())
		made := &corev1.Namespace{ObjectMeta: metav1.ObjectMeta{GenerateName: "garden-", Labels: map[string]string{"gardener.cloud/role": "project"}}}
		Expect(admin.Create(ctx, made)).To(Succeed())
		namespace = made.Name
		for _, seed := range []string{"seed-gamma", "seed-delta"} {
			Expect(client.IgnoreAlreadyExists(admin.Create(ctx, &corev1.Namespace{ObjectMeta: metav1.ObjectMeta{Name: seed}}))).To(Succeed())
		}
		controller = impersonate(controllerAccount, "system:serviceaccounts", "system:serviceaccounts:kube-system")
		reconciler = &noticeboard.Reconciler{
			Stops:  notStopped(),
			Caches: &shootsOnSeeds{Client: controller, projects: map[string][]string{"gamma": {namespace}, "delta": {namespace}}},
			Garden: controller, Clock: clock.RealClock{}, Timing: noticeboard.Timing{NamespaceRetry: time.Minute},
		}

		seedConfig = rest.CopyConfig(restConfig)
		seedConfig.Impersonate = rest.ImpersonationConfig{UserName: seedAccount, Groups: []string{"system:serviceaccounts", "system:serviceaccounts:seed-gamma", "system:authenticated"}}
		mapper := meta.NewDefaultRESTMapper(nil)
		mapper.Add(corev1.SchemeGroupVersion.WithKind("ConfigMap"), meta.RESTScopeNamespace)
		mapper.Add(corev1.SchemeGroupVersion.WithKind("Secret"), meta.RESTScopeNamespace)
		posted, err := garden.NewSeedBoard(ctx, seedConfig, mapper, "seed-gamma", logr.Discard())
		Expect(err).NotTo(HaveOccurred())
		reads, err := client.New(seedConfig, client.Options{Mapper: mapper})
		Expect(err).NotTo(HaveOccurred())
		watcher = garden.NewNoticeWatcher(garden.NoticeOptions{
			Board: posted, Served: oneProject(namespace), Garden: reads, Workers: 1, Clock: clock.RealClock{}, Log: logr.Discard(),
			Times: garden.NoticeTimes{Retry: 200 * time.Millisecond, MaxRetry: time.Second, Reread: time.Hour, Recount: time.Hour,
				Random: func(time.Duration) time.Duration { return 0 }},
		})
		reported = make(chan string, 100)
		running, stop := context.WithCancel(context.WithoutCancel(ctx))
		ended := make(chan error, 1)
		Expect(watcher.Follow(running, func(namespace string) { reported <- namespace })).To(Succeed())
		go func() { ended <- watcher.Start(running) }()
		DeferCleanup(func() {
			stop()
			Eventually(ended, "10s").Should(Receive(BeNil()))
		})
	})

	It("let a seed wait for access without reporting a missing configuration", func(ctx SpecContext) {
		keep(ctx, &corev1.ConfigMap{ObjectMeta: named(namespace, "flux-config"), Data: map[string]string{"a": "one"}})
		Consistently(reported, "1s").ShouldNot(Receive())
		_, known, err := watcher.State(ctx, namespace)
		Expect(err).NotTo(HaveOccurred())
		Expect(known).To(BeFalse())

		By("the access to the project")
		keep(ctx, &rbacv1.Role{ObjectMeta: named(namespace, "access"), Rules: []rbacv1.PolicyRule{
			{APIGroups: []string{""}, Resources: []string{"configmaps"}, ResourceNames: []string{"flux-config"}, Verbs: []string{"get"}},
			{APIGroups: []string{""}, Resources: []string{"secrets"}, ResourceNames: []string{"flux-source"}, Verbs: []string{"get"}},
			{APIGroups: []string{""}, Resources: []string{"secrets"}, ResourceNames: []string{"flux-source-keys"}, Verbs: []string{"get"}},
		}})
		keep(ctx, &rbacv1.RoleBinding{ObjectMeta: named(namespace, "access"),
			RoleRef:  rbacv1.RoleRef{APIGroup: rbacv1.GroupName, Kind: "Role", Name: "access"},
			Subjects: []rbacv1.Subject{{Kind: "User", APIGroup: rbacv1.GroupName, Name: seedAccount}},
		})
		Eventually(reported, "20s").Should(Receive(Equal(namespace)))
		state, _, err := watcher.State(ctx, namespace)
		Expect(err).NotTo(HaveOccurred())
		Expect(state.ConfigMap.Data).To(HaveKeyWithValue("a", "one"))
	})

	It("notify the seed of changes", func(ctx SpecContext) {
		write(ctx)
		configMap := &corev1.ConfigMap{ObjectMeta: named(namespace, "flux-config"), Data: map[string]string{"a": "two"}}
		Expect(admin.Update(ctx, configMap)).To(Succeed())
		Consistently(reported, "500ms").ShouldNot(Receive(), "the seed sees no change by itself")
		write(ctx)
		Eventually(reported, "10s").Should(Receive(Equal(namespace)))
		state, _, err := watcher.State(ctx, namespace)
		Expect(err).NotTo(HaveOccurred())
		Expect(state.ConfigMap.Data).To(HaveKeyWithValue("a", "two"))

		By("a deploy key")
		keep(ctx, &corev1.Secret{ObjectMeta: named(namespace, "flux-source"), Data: map[string][]byte{"identity": []byte("x")}})
		write(ctx)
		Eventually(reported, "10s").Should(Receive(Equal(namespace)))
	})

	It("are restored after a deletion or change", func(ctx SpecContext) {
		written := &corev1.ConfigMap{ObjectMeta: named("seed-gamma", "shoot-flux")}
		Expect(admin.Delete(ctx, written)).To(Succeed())
		Expect(admin.Update(ctx, &corev1.ConfigMap{ObjectMeta: named(namespace, "flux-config"), Data: map[string]string{"a": "three"}})).To(Succeed())
		write(ctx)
		Eventually(reported, "10s").Should(Receive(Equal(namespace)))
		Expect(admin.Get(ctx, client.ObjectKeyFromObject(written), written)).To(Succeed())
		Expect(written.Data["projects"]).To(MatchRegexp(`^%s flux-config=\d+ flux-source=\d+\n$`, namespace))
		data := written.Data
		written.Data = map[string]string{"projects": "mine"}
		Expect(admin.Update(ctx, written)).To(Succeed())
		write(ctx)
		Expect(admin.Get(ctx, client.ObjectKeyFromObject(written), written)).To(Succeed())
		Expect(written.Data).To(Equal(data))
	})

	It("notify the seed of a deletion", func(ctx SpecContext) {
		Expect(admin.Delete(ctx, &corev1.ConfigMap{ObjectMeta: named(namespace, "flux-config")})).To(Succeed())
		write(ctx)
		Eventually(func() bool {
			state, known, err := watcher.State(ctx, namespace)
			return err == nil && known && state.ConfigMap == nil
		}, "10s").Should(BeTrue())
	})

	It("skip a seed without a namespace", func(ctx SpecContext) {
		reconciler.Caches.(*shootsOnSeeds).projects["nowhere"] = []string{namespace}
		result, err := reconciler.Reconcile(ctx, reconcile.Request{NamespacedName: client.ObjectKey{Name: "nowhere"}})
		Expect(err).NotTo(HaveOccurred())
		Expect(result.RequeueAfter).To(Equal(time.Minute))
	})

	It("can be read by their own seed only", func(ctx SpecContext) {
		_, err := reconciler.Reconcile(ctx, reconcile.Request{NamespacedName: client.ObjectKey{Name: "delta"}})
		Expect(err).NotTo(HaveOccurred())
		seed, err := client.New(seedConfig, client.Options{})
		Expect(err).NotTo(HaveOccurred())
		read := func(namespace string) error {
			return seed.Get(ctx, client.ObjectKey{Namespace: namespace, Name: "shoot-flux"}, &corev1.ConfigMap{})
		}
		Expect(read("seed-gamma")).To(Succeed())
		Expect(apierrors.IsForbidden(read("seed-delta"))).To(BeTrue())
		Expect(admin.Get(ctx, client.ObjectKey{Namespace: "seed-delta", Name: "shoot-flux"}, &corev1.ConfigMap{})).To(Succeed(), "it is there")

		binding := func(in, subject string) error {
			return controller.Apply(ctx, rbacv1ac.RoleBinding(noticeboard.RoleName, in).
				WithRoleRef(rbacv1ac.RoleRef().WithAPIGroup(rbacv1.GroupName).WithKind("ClusterRole").WithName(noticeboard.RoleName)).
				WithSubjects(rbacv1ac.Subject().WithKind(rbacv1.ServiceAccountKind).WithNamespace(subject).WithName("shoot-flux-garden")),
				client.ForceOwnership, client.FieldOwner("test"))
		}
		Eventually(func() error { return binding("seed-delta", "seed-gamma") }, "20s").
			Should(MatchError(ContainSubstring("a notice board may be read only by the seed in whose namespace it is")))
		Expect(binding(namespace, "seed-gamma")).To(MatchError(ContainSubstring("a notice board may be read only by the seed in whose namespace it is")))
		Expect(binding("seed-delta", "seed-delta")).To(Succeed(), "as it is, it is allowed")
	})

	It("can be written by the garden controller only", func(ctx SpecContext) {
		apply := func(c client.Client, namespace, name string) error {
			return c.Apply(ctx, corev1ac.ConfigMap(name, namespace).WithData(map[string]string{"a": "b"}), client.ForceOwnership, client.FieldOwner("test"))
		}
		Eventually(func() error { return apply(controller, namespace, "shoot-flux") }, "20s").
			Should(MatchError(ContainSubstring("may write only the ConfigMaps shoot-flux in namespaces seed-…")))
		seed, err := client.New(seedConfig, client.Options{})
		Expect(err).NotTo(HaveOccurred())
		for what, err := range map[string]error{
			"its own board":                       apply(seed, "seed-gamma", "shoot-flux"),
			"another ConfigMap":                   apply(controller, "seed-gamma", "other"),
			"all ConfigMaps":                      seed.List(ctx, &corev1.ConfigMapList{}),
			"flux-config of all projects":         seed.List(ctx, &corev1.ConfigMapList{}, client.MatchingFields{"metadata.name": "flux-config"}),
			"flux-status of all projects":         seed.List(ctx, &corev1.ConfigMapList{}, client.MatchingFields{"metadata.name": "flux-status"}),
			"deploy keys of all projects":         seed.List(ctx, &corev1.SecretList{}, client.MatchingFields{"metadata.name": "flux-source"}),
			"other Secrets":                       controller.List(ctx, &corev1.SecretList{}),
			"deleting a board, garden controller": controller.Delete(ctx, &corev1.ConfigMap{ObjectMeta: named("seed-gamma", "shoot-flux")}),
		} {
			Expect(apierrors.IsForbidden(err)).To(BeTrue(), fmt.Sprint(what, ": ", err))
		}
	})
})
