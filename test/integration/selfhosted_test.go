// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package integration_test

import (
	"context"
	"encoding/json"
	"fmt"
	"net"
	"os"
	"os/exec"
	"path/filepath"

	gardencorev1beta1 "github.com/gardener/gardener/pkg/apis/core/v1beta1"
	extensionsv1alpha1 "github.com/gardener/gardener/pkg/apis/extensions/v1alpha1"
	resourcesv1alpha1 "github.com/gardener/gardener/pkg/apis/resources/v1alpha1"
	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"
	authenticationv1 "k8s.io/api/authentication/v1"
	corev1 "k8s.io/api/core/v1"
	rbacv1 "k8s.io/api/rbac/v1"
	apierrors "k8s.io/apimachinery/pkg/api/errors"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/runtime"
	corev1ac "k8s.io/client-go/applyconfigurations/core/v1"
	rbacv1ac "k8s.io/client-go/applyconfigurations/rbac/v1"
	"k8s.io/client-go/tools/clientcmd"
	clientcmdapi "k8s.io/client-go/tools/clientcmd/api"
	"sigs.k8s.io/controller-runtime/pkg/client"

	fluxv1alpha1 "github.com/shoot-flux/gardener-extension-shoot-flux/pkg/apis/flux/v1alpha1"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/controller/garden/access"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/controller/garden/noticeboard"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/garden"
)

// freePort returns a port of the loopback interface on which nothing listened.
func freePort(ctx context.Context) int {
	GinkgoHelper()
	listener, err := (&net.ListenConfig{}).Listen(ctx, "tcp", "127.0.0.1:0")
	Expect(err).NotTo(HaveOccurred())
	defer func() { Expect(listener.Close()).To(Succeed()) }()
	return listener.Addr().(*net.TCPAddr).Port
}

var _ = Describe("A self-hosted Shoot", Ordered, func() {
	const project, other, account = "garden-self-hosted", "garden-self-other", "extension-shoot--root--shoot-flux-garden"
	var admin, own, gardenController client.Client

	bind := func(ctx context.Context, role, namespace, accountNamespace, name string) error {
		binding := garden.RoleBinding(namespace, role).WithSubjects(rbacv1ac.Subject().WithKind("ServiceAccount").WithNamespace(accountNamespace).WithName(name))
		return gardenController.Apply(ctx, binding, client.FieldOwner(garden.FieldOwner), &client.ApplyOptions{DryRun: []string{metav1.DryRunAll}})
	}
	status := func(namespace string) *corev1ac.ConfigMapApplyConfiguration {
		return corev1ac.ConfigMap("flux-status", namespace).WithData(map[string]string{"root": "{}"})
	}

	BeforeAll(func(ctx SpecContext) {
		admin = newClient()
		gardenController = impersonate("system:serviceaccount:kube-system:extension-admission-shoot-flux", "system:serviceaccounts")
		own = impersonate("system:serviceaccount:"+project+":"+account, "system:serviceaccounts", "system:serviceaccounts:"+project)
		for _, name := range []string{project, other} {
			Expect(admin.Create(ctx, &corev1.Namespace{ObjectMeta: metav1.ObjectMeta{Name: name, Labels: map[string]string{"gardener.cloud/role": "project"}}})).To(Succeed())
		}
		Expect(admin.Create(ctx, &corev1.Namespace{ObjectMeta: metav1.ObjectMeta{Name: "seed-self-hosted"}})).To(Succeed())
		applyGardenChartWith(ctx, withAdmission())
		Eventually(func() error { return bind(ctx, access.Name, project, other, account) }, "20s").Should(MatchError(ContainSubstring("of the same namespace")), "the policy is at work")
	})

	DescribeTable("gets its access from the garden controller",
		func(ctx SpecContext, role, namespace, accountNamespace, name string, allowed bool) {
			err := bind(ctx, role, namespace, accountNamespace, name)
			if allowed {
				Expect(err).NotTo(HaveOccurred())
				return
			}
			Expect(apierrors.IsForbidden(err)).To(BeTrue(), "%v", err)
			Expect(err).To(MatchError(ContainSubstring("the access of seeds may be given only to")))
		},
		Entry("in its project", access.Name, project, project, account, true),
		Entry("not in another project", access.Name, other, project, account, false),
		Entry("not to another extension of the Shoot", access.Name, project, project, "extension-shoot--root--networking-cilium", false),
		Entry("not to an account that only ends like it", access.Name, project, project, "mine--shoot-flux-garden", false),
		Entry("not to a seed's name in the project", access.Name, project, project, "shoot-flux-garden", false),
		Entry("not to a notice board, which it has none of", noticeboard.RoleName, "seed-self-hosted", "seed-self-hosted", account, false),
	)

	Context("with access to all that RBAC can give", func() {
		BeforeAll(func(ctx SpecContext) {
			// RBAC alone would let it write everywhere: what is refused below is refused by the policy.
			binding := rbacv1ac.ClusterRoleBinding("self-hosted-policy-test").
				WithRoleRef(rbacv1ac.RoleRef().WithAPIGroup("rbac.authorization.k8s.io").WithKind("ClusterRole").WithName("cluster-admin")).
				WithSubjects(rbacv1ac.Subject().WithKind("ServiceAccount").WithNamespace(project).WithName(account),
					rbacv1ac.Subject().WithKind("ServiceAccount").WithNamespace(project).WithName("extension-shoot--root--other"))
			Expect(admin.Apply(ctx, binding, client.FieldOwner("test"))).To(Succeed())
			DeferCleanup(func(ctx context.Context) {
				Expect(admin.Delete(ctx, &rbacv1.ClusterRoleBinding{ObjectMeta: metav1.ObjectMeta{Name: "self-hosted-policy-test"}})).To(Succeed())
			})
			Eventually(func() error { return own.List(ctx, &corev1.SecretList{}) }, "20s").Should(Succeed())
		})

		DescribeTable("writes",
			func(ctx SpecContext, act func(context.Context, client.Client) error, refusal string) {
				err := act(ctx, own)
				if refusal == "" {
					Expect(err).NotTo(HaveOccurred())
					return
				}
				Expect(apierrors.IsForbidden(err)).To(BeTrue(), "%v", err)
				Expect(err).To(MatchError(ContainSubstring(refusal)))
			},
			Entry("the status of its project", func(ctx context.Context, c client.Client) error {
				return c.Apply(ctx, status(project).WithAnnotations(map[string]string{"left-out.flux.extensions.gardener.cloud/self-hosted_root": "1"}), client.FieldOwner("own"))
			}, ""),
			Entry("no number of left out Shoots of a seed", func(ctx context.Context, c client.Client) error {
				return c.Apply(ctx, status(project).WithAnnotations(map[string]string{"left-out.flux.extensions.gardener.cloud/root": "1"}), client.FieldOwner("own"))
			}, "and of the annotations only its own"),
			Entry("no status of another project", func(ctx context.Context, c client.Client) error {
				return c.Apply(ctx, status(other), client.FieldOwner("own"))
			},
				"may write only in the project of the Shoot, not in "+other),
			Entry("no other ConfigMap", func(ctx context.Context, c client.Client) error {
				return c.Apply(ctx, corev1ac.ConfigMap("flux-config", project), client.FieldOwner("own"))
			}, "may write the Secret flux-source and the ConfigMaps flux-status and shoot-flux-report, not configmaps flux-config"),
		)

		It("deletes nothing of the extension, nor does another extension of the Shoot", func(ctx SpecContext) {
			key := &corev1.Secret{ObjectMeta: metav1.ObjectMeta{Namespace: project, Name: "flux-source"}}
			Expect(admin.Create(ctx, key)).To(Succeed())
			DeferCleanup(func(ctx context.Context) { Expect(admin.Delete(ctx, key)).To(Succeed()) })
			another := impersonate("system:serviceaccount:"+project+":extension-shoot--root--other", "system:serviceaccounts", "system:serviceaccounts:"+project)
			for _, c := range []client.Client{own, another} {
				Expect(c.Delete(ctx, key)).To(MatchError(ContainSubstring("must not delete what shoot-flux keeps in the garden")))
			}
		})
	})

	It("is served by a process with this identity, and reported without a seed", func(ctx SpecContext) {
		directory := GinkgoT().TempDir()
		program := filepath.Join(directory, "gardener-extension-shoot-flux")
		output, err := exec.CommandContext(ctx, "go", "build", "-o", program, "../../cmd/gardener-extension-shoot-flux").CombinedOutput()
		Expect(err).NotTo(HaveOccurred(), "%s", output)

		By("as gardenlet and the garden controller prepare the garden")
		identity := &corev1.ServiceAccount{ObjectMeta: metav1.ObjectMeta{Namespace: project, Name: account}}
		Expect(admin.Create(ctx, identity)).To(Succeed())
		Expect(gardenController.Apply(ctx, garden.RoleBinding(project, access.Name, garden.Identity("self-hosted_root", project)), client.FieldOwner(garden.FieldOwner))).To(Succeed())
		gardenlets := rbacv1ac.ClusterRoleBinding("self-hosted-gardenlets").
			WithRoleRef(rbacv1ac.RoleRef().WithAPIGroup("rbac.authorization.k8s.io").WithKind("ClusterRole").WithName("cluster-admin")).
			WithSubjects(rbacv1ac.Subject().WithAPIGroup("rbac.authorization.k8s.io").WithKind("Group").WithName("gardener.cloud:system:shoots"))
		Expect(admin.Apply(ctx, gardenlets, client.FieldOwner("test"))).To(Succeed())
		DeferCleanup(func(ctx context.Context) {
			Expect(admin.Delete(ctx, &rbacv1.ClusterRoleBinding{ObjectMeta: metav1.ObjectMeta{Name: "self-hosted-gardenlets"}})).To(Succeed())
		})
		var request *authenticationv1.TokenRequest
		Eventually(func() error {
			request, err = requestToken(ctx, shootGardenlet(project, "root"), project, account)
			return err
		}, "20s").Should(Succeed())
		token := filepath.Join(directory, "token")
		Expect(os.WriteFile(token, []byte(request.Status.Token), 0o600)).To(Succeed())
		gardenKubeconfig, adminKubeconfig := filepath.Join(directory, "garden"), filepath.Join(directory, "admin")
		Expect(clientcmd.WriteToFile(clientcmdapi.Config{
			Clusters:       map[string]*clientcmdapi.Cluster{"garden": {Server: restConfig.Host, CertificateAuthorityData: restConfig.CAData}},
			AuthInfos:      map[string]*clientcmdapi.AuthInfo{"extension": {TokenFile: token}},
			Contexts:       map[string]*clientcmdapi.Context{"garden": {Cluster: "garden", AuthInfo: "extension"}},
			CurrentContext: "garden",
		}, gardenKubeconfig)).To(Succeed())
		Expect(os.WriteFile(adminKubeconfig, environment.KubeConfig, 0o600)).To(Succeed())
		config := filepath.Join(directory, "config.yaml")
		Expect(os.WriteFile(config, []byte("apiVersion: config.flux.extensions.gardener.cloud/v1alpha1\nkind: ControllerConfiguration\n"), 0o600)).To(Succeed())

		By("as gardenlet prepares the Shoot")
		shoot := &gardencorev1beta1.Shoot{
			TypeMeta:   metav1.TypeMeta{APIVersion: gardencorev1beta1.SchemeGroupVersion.String(), Kind: "Shoot"},
			ObjectMeta: metav1.ObjectMeta{Namespace: project, Name: "root", UID: "root-uid"},
		}
		shoot.Spec.Kubernetes.Version = "1.36.4"
		// Gardener sets no cluster identity for self-hosted Shoots.
		shoot.Status.TechnicalID, shoot.Status.UID = "shoot--self-hosted--root", "status-uid"
		shoot.Spec.Provider.Workers = []gardencorev1beta1.Worker{{Name: "control-plane", ControlPlane: &gardencorev1beta1.WorkerControlPlane{}}}
		raw, err := json.Marshal(shoot)
		Expect(err).NotTo(HaveOccurred())
		cluster := &extensionsv1alpha1.Cluster{ObjectMeta: metav1.ObjectMeta{Name: "kube-system"}, Spec: extensionsv1alpha1.ClusterSpec{
			CloudProfile: runtime.RawExtension{Raw: []byte(`{"apiVersion":"core.gardener.cloud/v1beta1","kind":"CloudProfile"}`)}, Shoot: runtime.RawExtension{Raw: raw},
		}}
		ex := &extensionsv1alpha1.Extension{
			ObjectMeta: metav1.ObjectMeta{Namespace: "kube-system", Name: "shoot-flux", Annotations: map[string]string{"gardener.cloud/operation": "reconcile"}},
			Spec:       extensionsv1alpha1.ExtensionSpec{DefaultSpec: extensionsv1alpha1.DefaultSpec{Type: "shoot-flux"}},
		}
		configuration := &corev1.ConfigMap{ObjectMeta: metav1.ObjectMeta{Namespace: project, Name: "flux-config"},
			Data: map[string]string{"repositoryUrl": "https://git.example.com/fleet", "repositoryType": "public"}}
		for _, object := range []client.Object{cluster, configuration, ex} {
			Expect(admin.Create(ctx, object)).To(Succeed())
		}

		process := exec.CommandContext(ctx, program, "--self-hosted-shoot-cluster=true", "--kubeconfig="+adminKubeconfig, "--config="+config,
			"--gardener-version=v1.150.0", "--garden-cluster-identity=garden", "--status-interval=1s", "--leader-election=false", "--heartbeat-namespace=kube-system",
			"--metrics-bind-address=0", "--health-bind-address=127.0.0.1:0", "--webhook-config-namespace=kube-system", "--webhook-config-mode=url", "--webhook-config-url=127.0.0.1", "--webhook-config-server-host=127.0.0.1",
			fmt.Sprintf("--webhook-config-server-port=%d", freePort(ctx)), "--webhook-config-cert-dir="+directory)
		process.Env = append(os.Environ(), "GARDEN_KUBECONFIG="+gardenKubeconfig, "SHOOT_NAMESPACE="+project, "SHOOT_NAME=root")
		process.Stdout, process.Stderr = GinkgoWriter, GinkgoWriter
		Expect(process.Start()).To(Succeed())
		DeferCleanup(func(ctx context.Context) {
			Expect(process.Process.Kill()).To(Succeed())
			_ = process.Wait()
			Expect(admin.Patch(ctx, ex, keyPatch(`{"metadata":{"finalizers":null}}`))).To(Succeed())
			for _, object := range []client.Object{ex, cluster} {
				Expect(client.IgnoreNotFound(admin.Delete(ctx, object))).To(Succeed())
			}
		})

		Eventually(func(g Gomega) {
			report := &corev1.ConfigMap{}
			g.Expect(admin.Get(ctx, client.ObjectKey{Namespace: project, Name: "flux-status"}, report)).To(Succeed())
			var entry fluxv1alpha1.ShootStatus
			g.Expect(json.Unmarshal([]byte(report.Data["root"]), &entry)).To(Succeed())
			g.Expect(entry).To(And(HaveField("Seed", "self-hosted_root"), HaveField("State", fluxv1alpha1.ShootProgressing), HaveField("FluxVersion", Not(BeEmpty()))))
			resources := &resourcesv1alpha1.ManagedResourceList{}
			g.Expect(admin.List(ctx, resources, client.InNamespace("kube-system"))).To(Succeed())
			g.Expect(resources.Items).To(HaveLen(3))
		}, "90s", "500ms").Should(Succeed())

		By("which learns of a change of the project at once, without a notice board")
		Expect(admin.Patch(ctx, configuration, keyPatch(`{"data":{"repositoryBranch":"next"}}`))).To(Succeed())
		delivered := func(g Gomega) string {
			resource := &resourcesv1alpha1.ManagedResource{}
			g.Expect(admin.Get(ctx, client.ObjectKey{Namespace: "kube-system", Name: "extension-shoot-flux-config"}, resource)).To(Succeed())
			return resource.Spec.SecretRefs[0].Name
		}
		before := delivered(Default)
		Eventually(delivered, "60s", "500ms").ShouldNot(Equal(before))
	})
})
