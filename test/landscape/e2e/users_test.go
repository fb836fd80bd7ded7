// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package e2e_test

import (
	"bytes"
	"context"
	"encoding/base64"
	"fmt"
	"io"
	"slices"
	"strings"
	"sync/atomic"
	"time"

	"github.com/andybalholm/brotli"
	gardencorev1beta1 "github.com/gardener/gardener/pkg/apis/core/v1beta1"
	extensionsv1alpha1 "github.com/gardener/gardener/pkg/apis/extensions/v1alpha1"
	resourcesv1alpha1 "github.com/gardener/gardener/pkg/apis/resources/v1alpha1"
	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"
	. "github.com/onsi/gomega/gstruct"
	gomegatypes "github.com/onsi/gomega/types"
	autoscalingv1 "k8s.io/api/autoscaling/v1"
	corev1 "k8s.io/api/core/v1"
	apierrors "k8s.io/apimachinery/pkg/api/errors"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"k8s.io/apimachinery/pkg/runtime"
	kubernetesscheme "k8s.io/client-go/kubernetes/scheme"
	"k8s.io/utils/ptr"
	"sigs.k8s.io/controller-runtime/pkg/client"
	"sigs.k8s.io/yaml"

	kustomizev1 "github.com/fluxcd/kustomize-controller/api/v1"
	sourcev1 "github.com/fluxcd/source-controller/api/v1"

	"github.com/shoot-flux/gardener-extension-shoot-flux/test/landscape"
	"github.com/shoot-flux/gardener-extension-shoot-flux/test/landscape/bridge"
	"github.com/shoot-flux/gardener-extension-shoot-flux/test/landscape/garden"
)

// gardenUser acts as a member of projects in the garden.
type gardenUser struct{ ctx context.Context }

// project creates a project with a ConfigMap flux-config; nil makes none.
func (u gardenUser) project(name string, config map[string]string) {
	GinkgoHelper()
	namespace, err := world.Garden.CreateProject(u.ctx, name)
	Expect(err).NotTo(HaveOccurred())
	if config != nil {
		u.submit(func() error {
			return world.Garden.Client.Create(u.ctx, &corev1.ConfigMap{ObjectMeta: metav1.ObjectMeta{Namespace: namespace, Name: "flux-config"}, Data: config})
		})
	}
}

// submit sends a request, and repeats it while the admission cannot check it, as on a busy machine.
func (u gardenUser) submit(request func() error) {
	GinkgoHelper()
	var err error
	Eventually(func() bool {
		err = request()
		return apierrors.IsTooManyRequests(err)
	}).WithContext(u.ctx).WithTimeout(patience).WithPolling(time.Second).Should(BeFalse())
	Expect(err).NotTo(HaveOccurred())
}

// configure replaces the content of a project's flux-config.
func (u gardenUser) configure(project string, config map[string]string) {
	GinkgoHelper()
	configMap := &corev1.ConfigMap{ObjectMeta: metav1.ObjectMeta{Namespace: "garden-" + project, Name: "flux-config"}}
	Expect(world.Garden.Client.Get(u.ctx, client.ObjectKeyFromObject(configMap), configMap)).To(Succeed())
	configMap.Data = config
	u.submit(func() error { return world.Garden.Client.Update(u.ctx, configMap) })
}

// shoots counts the Shoots that were created with the real gardenlet.
var shoots atomic.Int32

// shoot creates a Shoot, on paper only or with a cluster that ends with the test. It waits for nothing.
func (u gardenUser) shoot(project, name, seedName string, onPaper bool, change ...func(*gardencorev1beta1.Shoot)) shoot {
	GinkgoHelper()
	object := garden.NewShoot(project, name, seedName)
	if realGardenlet {
		// The node of each Shoot listens on its ClusterIPs in the same network.
		object.Spec.Networking.Services = ptr.To(bridge.ServiceCIDR(30 - int(shoots.Add(1))))
	}
	for _, c := range change {
		c(object)
	}
	if onPaper {
		metav1.SetMetaDataAnnotation(&object.ObjectMeta, landscape.AnnotationNoCluster, "true")
	}
	// gardener-apiserver looks for the credentials in a cache that may not know yet those of a new project.
	Eventually(u.ctx, func() error {
		err := world.Garden.Client.Create(u.ctx, object)
		if err != nil && !strings.Contains(err.Error(), "credentialsbinding") {
			return StopTrying("the garden refuses the Shoot").Wrap(err)
		}
		return err
	}).Should(Succeed())
	s := shoot{ctx: u.ctx, project: project, name: name, seed: seedName}
	if !onPaper {
		DeferCleanup(s.release, NodeTimeout(time.Minute))
	}
	return s
}

// release gives back the resources of the Shoot. With the real gardenlet, it does not wait for the end of the deletion,
// which Gardener refuses while it migrates the Shoot.
func (s shoot) release(ctx context.Context) {
	if !realGardenlet {
		Expect(world.ReleaseShoot(ctx, s.project, s.name)).To(Succeed())
		return
	}
	object := s.empty()
	patch := client.RawPatch("application/merge-patch+json", []byte(`{"metadata":{"annotations":{"confirmation.gardener.cloud/deletion":"true"}}}`))
	err := world.Garden.Client.Patch(ctx, object, patch)
	if err == nil {
		err = world.Garden.Client.Delete(ctx, object)
	}
	if client.IgnoreNotFound(err) != nil {
		GinkgoWriter.Println("The Shoot is not deleted:", err)
	}
}

// secret creates a Secret in a project, or gives it other content. Secrets cannot change their type.
func (u gardenUser) secret(project, name string, secretType corev1.SecretType, data map[string]string) {
	GinkgoHelper()
	object := &corev1.Secret{ObjectMeta: metav1.ObjectMeta{Namespace: "garden-" + project, Name: name}, Type: secretType, StringData: data}
	err := world.Garden.Client.Create(u.ctx, object)
	if apierrors.IsAlreadyExists(err) {
		err = world.Garden.Client.Update(u.ctx, object)
	}
	Expect(err).NotTo(HaveOccurred())
}

// fluxConfig is a whole FluxConfig with that content.
func fluxConfig(content string) string {
	return "apiVersion: flux.extensions.gardener.cloud/v1alpha1\nkind: FluxConfig\n" + content
}

// configured sets the providerConfig of the extension.
func configured(content string) func(*gardencorev1beta1.Shoot) {
	GinkgoHelper()
	config, err := yaml.YAMLToJSON([]byte(fluxConfig(content)))
	Expect(err).NotTo(HaveOccurred())
	return func(s *gardencorev1beta1.Shoot) {
		s.Spec.Extensions[0].ProviderConfig = &runtime.RawExtension{Raw: config}
	}
}

// referring lets the Shoot refer to Secrets of its project by their own names.
func referring(secrets ...string) func(*gardencorev1beta1.Shoot) {
	return func(s *gardencorev1beta1.Shoot) {
		s.Spec.Resources = nil
		for _, name := range secrets {
			s.Spec.Resources = append(s.Spec.Resources, gardencorev1beta1.NamedResourceReference{
				Name: name, ResourceRef: autoscalingv1.CrossVersionObjectReference{APIVersion: "v1", Kind: "Secret", Name: name},
			})
		}
	}
}

// deployKeys returns all Secrets of a project that hold a deploy key.
func (u gardenUser) deployKeys(project string) []corev1.Secret {
	GinkgoHelper()
	secrets := &corev1.SecretList{}
	Expect(world.Garden.Client.List(u.ctx, secrets, client.InNamespace("garden-"+project))).To(Succeed())
	var keys []corev1.Secret
	for _, secret := range secrets.Items {
		if len(secret.Data["identity"]) > 0 {
			keys = append(keys, secret)
		}
	}
	return keys
}

// publicKey waits for a project's deploy key and returns the public half as the documentation says.
func (u gardenUser) publicKey(project string) string {
	GinkgoHelper()
	var key string
	u.awaits(project, func(g Gomega) {
		secret := &corev1.Secret{}
		g.Expect(world.Garden.Client.Get(u.ctx, client.ObjectKey{Namespace: "garden-" + project, Name: "flux-source"}, secret)).To(Succeed())
		key = secret.Annotations["flux.extensions.gardener.cloud/public-key"]
		g.Expect(key).NotTo(BeEmpty())
	})
	return key
}

// repository creates a repository with one ConfigMap in it and returns the configuration to sync it.
func repository(ctx context.Context, name string, public bool) map[string]string {
	GinkgoHelper()
	Expect(world.GitHost.CreateRepository(ctx, name, public)).To(Succeed())
	commit(ctx, name, "from-git", "first")
	if public {
		return map[string]string{"repositoryUrl": world.GitHost.HTTPURL(name), "repositoryBranch": "main", "repositoryType": "public"}
	}
	return map[string]string{
		"repositoryUrl": world.GitHost.SSHURL(name), "repositoryBranch": "main", "repositoryType": "private",
		"knownHosts": world.GitHost.KnownHosts(),
	}
}

// commit writes a ConfigMap of that name in namespace default with that value into a repository.
func commit(ctx context.Context, repository, name, value string) string {
	GinkgoHelper()
	revision, err := world.GitHost.Commit(ctx, repository, "change", map[string]string{
		name + ".yaml": fmt.Sprintf("apiVersion: v1\nkind: ConfigMap\nmetadata:\n  name: %s\n  namespace: default\ndata:\n  value: %s\n", name, value),
	})
	Expect(err).NotTo(HaveOccurred())
	return revision
}

func with(config map[string]string, key, value string) map[string]string {
	changed := map[string]string{key: value}
	for k, v := range config {
		if k != key {
			changed[k] = v
		}
	}
	return changed
}

// gardenerShoot keeps changes of Shoots short.
type (
	gardenerShoot     = gardencorev1beta1.Shoot
	gardenerExtension = gardencorev1beta1.Extension
)

// shoot is a Shoot with what is seen of it in garden, seed and its own cluster.
type shoot struct {
	ctx                 context.Context
	project, name, seed string
}

func (s shoot) namespace() string { return "shoot--" + s.project + "--" + s.name }

func (s shoot) key() client.ObjectKey {
	return client.ObjectKey{Namespace: "garden-" + s.project, Name: s.name}
}

func (s shoot) get(g Gomega) *gardencorev1beta1.Shoot {
	object := &gardencorev1beta1.Shoot{}
	g.Expect(world.Garden.Client.Get(s.ctx, s.key(), object)).To(Succeed())
	return object
}

func (s shoot) extension(g Gomega) *extensionsv1alpha1.Extension {
	object := &extensionsv1alpha1.Extension{}
	g.Expect(seed(s.seed).Client.Get(s.ctx, client.ObjectKey{Namespace: s.namespace(), Name: "shoot-flux"}, object)).To(Succeed())
	return object
}

// eventually waits until a condition of the Extension is as expected.
func (s shoot) eventually(conditionType string, status gardencorev1beta1.ConditionStatus, reason string, message gomegatypes.GomegaMatcher) {
	GinkgoHelper()
	s.awaits(func(g Gomega) {
		g.Expect(s.extension(g).Status.Conditions).To(ContainElement(MatchFields(IgnoreExtras, Fields{
			"Type": BeEquivalentTo(conditionType), "Status": Equal(status), "Reason": Equal(reason), "Message": message,
		})))
	})
}

// change changes the Shoot and waits until Gardener has reconciled it.
func (s shoot) change(change ...func(*gardencorev1beta1.Shoot)) {
	GinkgoHelper()
	s.ask(change...)
	s.succeeds()
}

// ask changes the Shoot.
func (s shoot) ask(change ...func(*gardencorev1beta1.Shoot)) {
	GinkgoHelper()
	Eventually(s.ctx, func(g Gomega) {
		object := s.get(g)
		for _, c := range change {
			c(object)
		}
		g.Expect(world.Garden.Client.Update(s.ctx, object)).To(Succeed())
	}).Should(Succeed())
}

// succeeds waits until the Shoot's last operation has succeeded for its present state.
func (s shoot) succeeds() {
	GinkgoHelper()
	s.awaits(func(g Gomega) {
		object := s.get(g)
		g.Expect(object.Annotations).NotTo(HaveKey("gardener.cloud/operation"))
		g.Expect(object.Status.ObservedGeneration).To(Equal(object.Generation))
		g.Expect(object.Status.LastOperation).To(HaveValue(MatchFields(IgnoreExtras, Fields{"State": BeEquivalentTo("Succeeded")})), s.reports)
	})
}

// reports is what the Extension reports, for a reader who has to know why an operation does not end.
func (s shoot) reports() string {
	ex := &extensionsv1alpha1.Extension{}
	if err := seed(s.seed).Client.Get(s.ctx, client.ObjectKey{Namespace: s.namespace(), Name: "shoot-flux"}, ex); err != nil {
		return err.Error()
	}
	var lines []string
	if failure := ex.Status.LastError; failure != nil {
		lines = append(lines, "error: "+failure.Description)
	}
	for _, condition := range ex.Status.Conditions {
		lines = append(lines, fmt.Sprintf("%s=%s %s: %s", condition.Type, condition.Status, condition.Reason, condition.Message))
	}
	return strings.Join(lines, "\n")
}

// reconcile asks Gardener to reconcile the Shoot, and waits until it was.
func (s shoot) reconcile() {
	GinkgoHelper()
	s.annotate("gardener.cloud/operation", "reconcile")
	s.succeeds()
}

func (s shoot) annotate(key, value string) {
	GinkgoHelper()
	object := &gardencorev1beta1.Shoot{ObjectMeta: metav1.ObjectMeta{Namespace: s.key().Namespace, Name: s.name}}
	patch := fmt.Sprintf(`{"metadata":{"annotations":{%q:%q}}}`, key, value)
	Expect(world.Garden.Client.Patch(s.ctx, object, client.RawPatch("application/merge-patch+json", []byte(patch)))).To(Succeed())
}

// delete asks Gardener to delete the Shoot.
func (s shoot) delete() {
	GinkgoHelper()
	s.annotate("confirmation.gardener.cloud/deletion", "true")
	Expect(world.Garden.Client.Delete(s.ctx, &gardencorev1beta1.Shoot{ObjectMeta: metav1.ObjectMeta{Namespace: s.key().Namespace, Name: s.name}})).To(Succeed())
}

// managedResources returns those of the extension; with E2E_BASELINE, without that of the suite's baseline.
func (s shoot) managedResources() []resourcesv1alpha1.ManagedResource {
	GinkgoHelper()
	list := &resourcesv1alpha1.ManagedResourceList{}
	Expect(seed(s.seed).Client.List(s.ctx, list, client.InNamespace(s.namespace()), client.MatchingLabels{"origin": "shoot-flux"})).To(Succeed())
	return slices.DeleteFunc(list.Items, func(resource resourcesv1alpha1.ManagedResource) bool {
		return suiteBaseline && resource.Name == "extension-shoot-flux-baseline"
	})
}

// deliveredKey is the deploy key that is handed over to the shoot.
func (s shoot) deliveredKey() string {
	GinkgoHelper()
	resource := &resourcesv1alpha1.ManagedResource{}
	Expect(seed(s.seed).Client.Get(s.ctx, client.ObjectKey{Namespace: s.namespace(), Name: "extension-shoot-flux-config"}, resource)).To(Succeed())
	packed := &corev1.Secret{}
	Expect(seed(s.seed).Client.Get(s.ctx, client.ObjectKey{Namespace: s.namespace(), Name: resource.Spec.SecretRefs[0].Name}, packed)).To(Succeed())
	documents, err := io.ReadAll(brotli.NewReader(bytes.NewReader(packed.Data["data.yaml.br"])))
	Expect(err).NotTo(HaveOccurred())
	objects, err := decodeAll(string(documents))
	Expect(err).NotTo(HaveOccurred())
	for _, object := range objects {
		if identity, ok, _ := unstructured.NestedString(object.Object, "data", "identity"); ok {
			key, err := base64.StdEncoding.DecodeString(identity)
			Expect(err).NotTo(HaveOccurred())
			return string(key)
		}
	}
	Fail("no deploy key is handed over to the shoot")
	return ""
}

// client acts as an administrator of the shoot.
func (s shoot) client() client.Client {
	GinkgoHelper()
	var result client.Client
	s.awaits(func(g Gomega) {
		config, err := world.ShootConfig(s.ctx, s.key().Namespace, s.name)
		g.Expect(err).NotTo(HaveOccurred())
		scheme := runtime.NewScheme()
		for _, add := range []func(*runtime.Scheme) error{kubernetesscheme.AddToScheme, sourcev1.AddToScheme, kustomizev1.AddToScheme} {
			g.Expect(add(scheme)).To(Succeed())
		}
		result, err = client.New(config, client.Options{Scheme: scheme})
		g.Expect(err).NotTo(HaveOccurred())
	})
	return result
}

// shows waits until a ConfigMap from Git has the value in the shoot.
func (s shoot) shows(name, value string) {
	GinkgoHelper()
	c := s.client()
	Eventually(s.ctx, func(g Gomega) {
		configMap := &corev1.ConfigMap{}
		g.Expect(c.Get(s.ctx, client.ObjectKey{Namespace: "default", Name: name}, configMap)).To(Succeed())
		g.Expect(configMap.Data).To(HaveKeyWithValue("value", value))
	}).Should(Succeed())
}

// pull makes Flux look at the repository now, as 'flux reconcile source git' does.
func (s shoot) pull() {
	GinkgoHelper()
	source := &sourcev1.GitRepository{ObjectMeta: metav1.ObjectMeta{Namespace: "flux-system", Name: "flux-system"}}
	patch := fmt.Sprintf(`{"metadata":{"annotations":{"reconcile.fluxcd.io/requestedAt":%q}}}`, metav1.NowMicro().String())
	Expect(s.client().Patch(s.ctx, source, client.RawPatch("application/merge-patch+json", []byte(patch)))).To(Succeed())
}

// isGone waits until nothing of the shoot is left in the seed.
func (s shoot) isGone() {
	GinkgoHelper()
	s.awaits(func(g Gomega) {
		for _, object := range []client.Object{&extensionsv1alpha1.Cluster{}, &corev1.Namespace{}} {
			err := seed(s.seed).Client.Get(s.ctx, client.ObjectKey{Name: s.namespace()}, object)
			g.Expect(apierrors.IsNotFound(err)).To(BeTrue(), "%T: %v", object, err)
		}
	})
}

// reconcileExtension reconciles the Extension alone, which gardenlet would write anew.
func (s shoot) reconcileExtension() {
	GinkgoHelper()
	object := s.extension(Default)
	patch := client.RawPatch("application/merge-patch+json", []byte(`{"metadata":{"annotations":{"gardener.cloud/operation":"reconcile"}}}`))
	Expect(seed(s.seed).Client.Patch(s.ctx, object, patch)).To(Succeed())
}

// decodeAll reads YAML documents.
func decodeAll(documents string) ([]*unstructured.Unstructured, error) {
	objects, err := garden.Decode([]byte(documents))
	var result []*unstructured.Unstructured
	for _, object := range objects {
		result = append(result, object.(*unstructured.Unstructured)) //nolint:forcetypeassert // that is what it decodes into
	}
	return result, err
}
