// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package rehearsal_test

import (
	"bytes"
	"net"
	"os"
	"path/filepath"
	"strings"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"
	admissionregistrationv1 "k8s.io/api/admissionregistration/v1"
	appsv1 "k8s.io/api/apps/v1"
	corev1 "k8s.io/api/core/v1"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"k8s.io/client-go/tools/clientcmd"
	clientcmdapi "k8s.io/client-go/tools/clientcmd/api"
	"sigs.k8s.io/controller-runtime/pkg/client"
	"sigs.k8s.io/yaml"

	gardencorev1beta1 "github.com/gardener/gardener/pkg/apis/core/v1beta1"
	"github.com/gardener/gardener/pkg/utils"

	"github.com/shoot-flux/gardener-extension-shoot-flux/test/landscape"
	"github.com/shoot-flux/gardener-extension-shoot-flux/test/landscape/artifacts"
	"github.com/shoot-flux/gardener-extension-shoot-flux/test/landscape/documents"
	"github.com/shoot-flux/gardener-extension-shoot-flux/test/landscape/garden"
	"github.com/shoot-flux/gardener-extension-shoot-flux/test/landscape/gardenlet/installation"
)

const (
	// Names that the page uses.
	admissionNamespace, admissionAccount = "extension-shoot-flux", "shoot-flux-admission"
	helmRelease, runtimeNamespace        = "shoot-flux", "garden"

	admissionDeployment  = "gardener-extension-admission-shoot-flux"
	controllerDeployment = "gardener-extension-shoot-flux-garden-controller"
	extensionDeployment  = "gardener-extension-shoot-flux"
)

// operator follows the page for operators in one directory, with the contexts garden, which is the current one, runtime
// and seed.
type operator struct {
	*stage
	shell shell
	// webhook is the address of the Service of the admission.
	webhook string
}

// newOperator creates the directory with the kubeconfigs. The garden's API servers find Services by address only.
func (s *stage) newOperator(ctx SpecContext, r release) *operator {
	GinkgoHelper()
	merged := clientcmdapi.NewConfig()
	merged.CurrentContext = "garden"
	first := s.landscape.Seed(firstSeed)
	for name, kubeconfig := range map[string]string{
		"garden":  s.landscape.Garden.Cluster.Kubeconfig,
		"runtime": first.Cluster.Kubeconfig,
		"seed":    first.Cluster.Kubeconfig,
	} {
		Expect(landscape.AddContext(merged, name, kubeconfig)).To(Succeed())
	}
	kubeconfig := s.path("operator", "kubeconfig-all")
	Expect(clientcmd.WriteToFile(*merged, kubeconfig)).To(Succeed())
	o := &operator{stage: s, shell: shell{
		dir: s.path("operator"),
		environment: []string{
			"HOME=" + s.path("operator"), "KUBECONFIG=" + kubeconfig, "LANG=C.UTF-8", "TMPDIR=" + s.dir,
			"PATH=" + s.path("bin") + string(os.PathListSeparator) + os.Getenv("PATH"),
		},
		substitutions: documents.Substitutions{{Written: "helm upgrade", Real: "helm upgrade --plain-http"}},
	}}
	clusters := map[string]*clientcmdapi.Cluster{"garden": merged.Clusters["garden"]}
	Expect(clientcmd.WriteToFile(clientcmdapi.Config{
		Clusters: clusters, AuthInfos: map[string]*clientcmdapi.AuthInfo{"extension": {TokenFile: "token"}},
		Contexts:       map[string]*clientcmdapi.Context{"garden": {Cluster: "garden", AuthInfo: "extension"}},
		CurrentContext: "garden",
	}, o.file("kubeconfig"))).To(Succeed())
	o.reserveAddress(ctx, r)
	return o
}

func (o *operator) file(elements ...string) string {
	return filepath.Join(append([]string{o.shell.dir}, elements...)...)
}

// reserveAddress creates the Service of the admission for Helm to adopt, because a webhook of the landscape's garden
// has to name its ClusterIP from the beginning.
func (o *operator) reserveAddress(ctx SpecContext, r release) {
	GinkgoHelper()
	first := o.landscape.Seed(firstSeed)
	archive, err := r.files.Chart(artifacts.RuntimeChart)
	Expect(err).NotTo(HaveOccurred())
	values := o.runtimeValues(r, map[string]any{})
	rendered, err := installation.RenderChart(first.Cluster.Config, archive, helmRelease, runtimeNamespace, values)
	Expect(err).NotTo(HaveOccurred())
	objects, err := garden.Decode(rendered.Manifest())
	Expect(err).NotTo(HaveOccurred())
	for _, object := range objects {
		if object.GetName() != admissionDeployment || object.GetObjectKind().GroupVersionKind().Kind != "Service" {
			continue
		}
		object.SetLabels(utils.MergeStringMaps(object.GetLabels(), map[string]string{"app.kubernetes.io/managed-by": "Helm"}))
		object.SetAnnotations(utils.MergeStringMaps(object.GetAnnotations(), map[string]string{
			"meta.helm.sh/release-name": helmRelease, "meta.helm.sh/release-namespace": runtimeNamespace,
		}))
		Expect(first.Client.Create(ctx, object, client.FieldOwner("helm"))).To(Succeed())
	}
	service, key := &corev1.Service{}, client.ObjectKey{Namespace: runtimeNamespace, Name: admissionDeployment}
	Expect(first.Client.Get(ctx, key, service)).To(Succeed())
	o.webhook = net.JoinHostPort(service.Spec.ClusterIP, "10250")
}

// runtimeValues returns the values of the chart of admission and garden controller.
func (o *operator) runtimeValues(r release, config map[string]any) map[string]any {
	return utils.MergeMaps(o.landscape.RuntimeValues(o.webhook), map[string]any{
		"image":            o.image(r),
		"config":           config,
		"gardenKubeconfig": map[string]any{"secretName": "shoot-flux-garden"},
		"gardener": map[string]any{
			"runtimeCluster": map[string]any{"priorityClassName": "system-cluster-critical"},
			"virtualCluster": map[string]any{"namespace": admissionNamespace},
		},
	})
}

func (o *operator) image(r release) map[string]any {
	repository := o.registry + "/shoot-flux/gardener-extension-shoot-flux"
	return map[string]any{"repository": repository, "tag": r.version, "digest": r.image}
}

// receive puts the files of a release into the directory, with the operator's values and configuration for all
// projects, and keeps the former files in before.
func (o *operator) receive(r release, config map[string]any) {
	GinkgoHelper()
	former, err := filepath.Glob(o.file("*.*"))
	Expect(err).NotTo(HaveOccurred())
	Expect(os.RemoveAll(o.file("before"))).To(Succeed())
	Expect(os.Mkdir(o.file("before"), 0o750)).To(Succeed())
	for _, file := range former {
		// Programs keep their caches in hidden directories.
		if strings.HasPrefix(filepath.Base(file), ".") {
			continue
		}
		Expect(os.Rename(file, o.file("before", filepath.Base(file)))).To(Succeed())
	}
	for name, content := range r.contents() {
		if !strings.HasPrefix(name, "kubectl-") {
			Expect(os.WriteFile(o.file(name), []byte(content), 0o600)).To(Succeed())
		}
	}
	o.write("application.yaml", map[string]any{"gardener": map[string]any{"virtualCluster": map[string]any{
		"serviceAccount": map[string]any{"name": admissionAccount, "namespace": admissionNamespace},
	}}})
	o.write("runtime.yaml", o.runtimeValues(r, config))
	o.configureRegistration(r, config)
}

func (o *operator) write(file string, content map[string]any) {
	GinkgoHelper()
	encoded, err := yaml.Marshal(content)
	Expect(err).NotTo(HaveOccurred())
	Expect(os.WriteFile(o.file(file), encoded, 0o600)).To(Succeed())
}

// configureRegistration edits the values in controller-registration.yaml.
func (o *operator) configureRegistration(r release, config map[string]any) {
	GinkgoHelper()
	objects, err := r.files.ControllerRegistration()
	Expect(err).NotTo(HaveOccurred())
	var documents bytes.Buffer
	for _, object := range objects {
		content := object.(*unstructured.Unstructured).Object
		if object.GetObjectKind().GroupVersionKind().Kind == "ControllerRegistration" {
			// The pods are seen before the first Shoot exists.
			always := string(gardencorev1beta1.ControllerDeploymentPolicyAlways)
			Expect(unstructured.SetNestedField(content, always, "spec", "deployment", "policy")).To(Succeed())
		}
		if values, found, err := unstructured.NestedMap(content, "helm", "values"); found {
			Expect(err).NotTo(HaveOccurred())
			Expect(values["image"]).To(HaveKeyWithValue("digest", r.image), "the registration pins the image that was built")
			own := utils.MergeMaps(o.landscape.ExtensionValues(), map[string]any{"config": config})
			Expect(unstructured.SetNestedMap(content, utils.MergeMaps(values, own), "helm", "values")).To(Succeed())
		}
		encoded, err := yaml.Marshal(content)
		Expect(err).NotTo(HaveOccurred())
		documents.WriteString("---\n")
		documents.Write(encoded)
	}
	Expect(os.WriteFile(o.file("controller-registration.yaml"), documents.Bytes(), 0o600)).To(Succeed())
}

// runs runs the block of the page with this text.
func (o *operator) runs(ctx SpecContext, text string) string {
	GinkgoHelper()
	return o.follow(ctx, o.shell, text)
}

// gardenletWaits keeps the real gardenlet of a seed from installing what is registered next. The stand-in installs only
// when it is asked.
func (o *operator) gardenletWaits(ctx SpecContext, seed string) {
	GinkgoHelper()
	if isReal() {
		Expect(o.landscape.Seed(seed).ScaleGardenlet(ctx, 0)).To(Succeed())
	}
}

// gardenletInstalls lets the gardenlet of a seed install what is registered.
func (o *operator) gardenletInstalls(ctx SpecContext, seed string) {
	GinkgoHelper()
	if isReal() {
		Expect(o.landscape.Seed(seed).ScaleGardenlet(ctx, 1)).To(Succeed())
	}
	Expect(o.landscape.Seed(seed).InstallExtension(ctx)).To(Succeed())
	o.say("seed %s runs what is registered", seed)
}

// gardenRuns waits until admission and garden controller run with the image of a release, and the garden knows the CA
// of the webhooks.
func (o *operator) gardenRuns(ctx SpecContext, r release) {
	GinkgoHelper()
	for _, name := range []string{admissionDeployment, controllerDeployment} {
		o.runsImage(ctx, firstSeed, client.ObjectKey{Namespace: runtimeNamespace, Name: name}, r)
	}
	Eventually(ctx, func(g Gomega) {
		webhooks := &admissionregistrationv1.ValidatingWebhookConfiguration{}
		g.Expect(o.landscape.Garden.Client.Get(ctx, client.ObjectKey{Name: admissionDeployment}, webhooks)).To(Succeed())
		g.Expect(webhooks.Webhooks).To(HaveEach(HaveField("ClientConfig.CABundle", Not(BeEmpty()))))
	}).Should(Succeed())
	o.say("admission and garden controller run %s", r.version)
}

// seedRuns waits until the extension runs in a seed with the image of a release.
func (o *operator) seedRuns(ctx SpecContext, seed string, r release) {
	GinkgoHelper()
	namespace := o.landscape.Seed(seed).ExtensionNamespace
	o.runsImage(ctx, seed, client.ObjectKey{Namespace: namespace, Name: extensionDeployment}, r)
}

func (o *operator) runsImage(ctx SpecContext, seed string, key client.ObjectKey, r release) {
	GinkgoHelper()
	Eventually(ctx, func(g Gomega) {
		deployment := &appsv1.Deployment{}
		g.Expect(o.landscape.Seed(seed).Client.Get(ctx, key, deployment)).To(Succeed())
		g.Expect(deployment.Spec.Template.Spec.Containers[0].Image).To(HaveSuffix("@" + r.image))
		g.Expect(deployment.Status.ObservedGeneration).To(Equal(deployment.Generation))
		g.Expect(deployment.Status.Replicas).To(Equal(deployment.Status.UpdatedReplicas))
		g.Expect(deployment.Status.AvailableReplicas).To(Equal(*deployment.Spec.Replicas))
	}).Should(Succeed())
}
