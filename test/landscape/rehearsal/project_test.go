// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package rehearsal_test

import (
	"crypto/sha256"
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"strings"

	extensionsv1alpha1 "github.com/gardener/gardener/pkg/apis/extensions/v1alpha1"
	resourcesv1alpha1 "github.com/gardener/gardener/pkg/apis/resources/v1alpha1"
	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"
	gomegatypes "github.com/onsi/gomega/types"
	appsv1 "k8s.io/api/apps/v1"
	corev1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/utils/ptr"
	"sigs.k8s.io/controller-runtime/pkg/client"
	"sigs.k8s.io/yaml"

	gardencorev1beta1 "github.com/gardener/gardener/pkg/apis/core/v1beta1"

	"github.com/shoot-flux/gardener-extension-shoot-flux/test/landscape/bridge"
	"github.com/shoot-flux/gardener-extension-shoot-flux/test/landscape/garden"
)

const (
	project          = "first"
	projectNamespace = "garden-" + project
	repository       = "my-org/my-fleet"
	publicKey        = "flux.extensions.gardener.cloud/public-key"
)

// workload is a Deployment from Git.
const workload = `apiVersion: apps/v1
kind: Deployment
metadata: {name: workload, namespace: default}
spec:
  selector: {matchLabels: {app: workload}}
  template:
    metadata: {labels: {app: workload}}
    spec: {containers: [{name: workload, image: workload}]}
`

// fromGit is a ConfigMap from Git, with a value.
const fromGit = `apiVersion: v1
kind: ConfigMap
metadata: {name: from-git, namespace: default}
data: {value: %s}
`

// config is a FluxConfig with options for the installation of Flux, known_hosts and URL of the source.
const config = `apiVersion: flux.extensions.gardener.cloud/v1alpha1
kind: FluxConfig
flux: %s
source:
  knownHosts: %q
  template: {spec: {url: %q, interval: 5s, ref: {branch: main}}}
`

// providerConfig is a FluxConfig with a Flux version.
const providerConfig = `apiVersion: flux.extensions.gardener.cloud/v1alpha1
kind: FluxConfig
flux: {version: %s}
`

// shoot is a Shoot of the project.
type shoot struct {
	*stage
	name, seed string
}

// createProject creates the project and its repository.
func (s *stage) createProject(ctx SpecContext, options string) {
	GinkgoHelper()
	_, err := s.landscape.Garden.CreateProject(ctx, project)
	Expect(err).NotTo(HaveOccurred())
	Expect(s.landscape.GitHost.CreateRepository(ctx, repository, false)).To(Succeed())
	s.commit(ctx, "first")
	s.configure(ctx, options)
}

// commit changes the ConfigMap in the repository.
func (s *stage) commit(ctx SpecContext, value string) {
	GinkgoHelper()
	_, err := s.landscape.GitHost.Commit(ctx, repository, value, map[string]string{
		"workload.yaml": workload, "value.yaml": fmt.Sprintf(fromGit, value),
	})
	Expect(err).NotTo(HaveOccurred())
}

// fluxConfig returns flux-config with options for the installation of Flux.
func (s *stage) fluxConfig(options string) *corev1.ConfigMap {
	host := s.landscape.GitHost
	return &corev1.ConfigMap{
		ObjectMeta: metav1.ObjectMeta{Namespace: projectNamespace, Name: "flux-config"},
		Data: map[string]string{
			"config.yaml": fmt.Sprintf(config, options, host.KnownHosts(), host.SSHURL(repository)),
		},
	}
}

// get reads an object of the project.
func (s *stage) get(ctx SpecContext, g Gomega, name string, object client.Object) {
	GinkgoHelper()
	key := client.ObjectKey{Namespace: projectNamespace, Name: name}
	g.Expect(s.landscape.Garden.Client.Get(ctx, key, object)).To(Succeed())
}

// configure creates or changes flux-config.
func (s *stage) configure(ctx SpecContext, options string) {
	GinkgoHelper()
	Expect(s.tryConfigure(ctx, options)).To(Succeed())
}

func (s *stage) tryConfigure(ctx SpecContext, options string) error {
	desired := s.fluxConfig(options)
	current := desired.DeepCopy()
	err := s.landscape.Garden.Client.Get(ctx, client.ObjectKeyFromObject(desired), current)
	if client.IgnoreNotFound(err) != nil {
		return err
	}
	if err != nil {
		return s.landscape.Garden.Client.Create(ctx, desired)
	}
	current.Data = desired.Data
	return s.landscape.Garden.Client.Update(ctx, current)
}

// createShoot creates a Shoot on a seed, and waits for nothing.
func (s *stage) createShoot(ctx SpecContext, name, seed string) shoot {
	GinkgoHelper()
	// gardener-apiserver finds the credentials of a new project only after a while.
	Eventually(ctx, func() error {
		object := garden.NewShoot(project, name, seed)
		if isReal() {
			// The nodes of both Shoots listen on their ClusterIPs in the same network.
			object.Spec.Networking.Services = ptr.To(bridge.ServiceCIDR(map[string]int{firstSeed: 29, secondSeed: 28}[seed]))
		}
		return s.landscape.Garden.Client.Create(ctx, object)
	}).Should(Succeed())
	return shoot{stage: s, name: name, seed: seed}
}

// registerDeployKey registers the deploy key of the project at the Git host.
func (s *stage) registerDeployKey(ctx SpecContext) {
	GinkgoHelper()
	secret := &corev1.Secret{}
	Eventually(ctx, func(g Gomega) {
		s.get(ctx, g, "flux-source", secret)
		g.Expect(secret.Annotations).To(HaveKey(publicKey))
	}).Should(Succeed())
	Expect(s.landscape.GitHost.AddDeployKey(repository, "flux", secret.Annotations[publicKey], true)).To(Succeed())
}

func (s shoot) namespace() string { return "shoot--" + project + "--" + s.name }

// isReady waits until flux-status reports the Shoot as ready, with the value from Git in the shoot.
func (s shoot) isReady(ctx SpecContext, value string) {
	GinkgoHelper()
	Eventually(ctx, func(g Gomega) {
		status := &corev1.ConfigMap{}
		s.get(ctx, g, "flux-status", status)
		g.Expect(status.Data[s.name]).To(ContainSubstring(`"ready":true`))
	}).Should(Succeed())
	s.shows(ctx, value)
	s.say("Shoot %s on seed %s is ready with %q from Git", s.name, s.seed, value)
}

// shows waits until the shoot has the value from Git.
func (s shoot) shows(ctx SpecContext, value string) {
	GinkgoHelper()
	c := s.client(ctx)
	Eventually(ctx, func(g Gomega) {
		object := &corev1.ConfigMap{}
		g.Expect(c.Get(ctx, client.ObjectKey{Namespace: "default", Name: "from-git"}, object)).To(Succeed())
		g.Expect(object.Data).To(HaveKeyWithValue("value", value))
	}).Should(Succeed())
}

// client acts as an administrator of the shoot.
func (s shoot) client(ctx SpecContext) client.Client {
	GinkgoHelper()
	var result client.Client
	Eventually(ctx, func(g Gomega) {
		config, err := s.landscape.ShootConfig(ctx, projectNamespace, s.name)
		g.Expect(err).NotTo(HaveOccurred())
		result, err = client.New(config, client.Options{})
		g.Expect(err).NotTo(HaveOccurred())
	}).Should(Succeed())
	return result
}

// changeTo sets the Flux version in the providerConfig of the Shoot. It does not wait.
func (s shoot) changeTo(ctx SpecContext, version string) {
	GinkgoHelper()
	encoded, err := yaml.YAMLToJSON(fmt.Appendf(nil, providerConfig, version))
	Expect(err).NotTo(HaveOccurred())
	s.update(ctx, func(object *gardencorev1beta1.Shoot) {
		object.Spec.Extensions[0].ProviderConfig = &runtime.RawExtension{Raw: encoded}
	})
}

// reconcile has Gardener reconcile the Shoot, and waits until it was.
func (s shoot) reconcile(ctx SpecContext) {
	GinkgoHelper()
	s.askForReconciliation(ctx)
	s.succeeds(ctx)
}

// askForReconciliation lets Gardener reconcile the Shoot, as in its maintenance time window.
func (s shoot) askForReconciliation(ctx SpecContext) {
	GinkgoHelper()
	s.update(ctx, func(object *gardencorev1beta1.Shoot) {
		metav1.SetMetaDataAnnotation(&object.ObjectMeta, "gardener.cloud/operation", "reconcile")
	})
}

func (s shoot) update(ctx SpecContext, change func(*gardencorev1beta1.Shoot)) {
	GinkgoHelper()
	Eventually(ctx, func(g Gomega) {
		object := &gardencorev1beta1.Shoot{}
		s.get(ctx, g, s.name, object)
		change(object)
		g.Expect(s.landscape.Garden.Client.Update(ctx, object)).To(Succeed())
	}).Should(Succeed())
}

// succeeds waits until the Shoot's last operation has succeeded for its present state.
func (s shoot) succeeds(ctx SpecContext) {
	GinkgoHelper()
	Eventually(ctx, func(g Gomega) {
		object := &gardencorev1beta1.Shoot{}
		s.get(ctx, g, s.name, object)
		g.Expect(object.Annotations).NotTo(HaveKey("gardener.cloud/operation"))
		g.Expect(object.Status.ObservedGeneration).To(Equal(object.Generation))
		g.Expect(object.Status.LastOperation).To(HaveValue(HaveField("State", BeEquivalentTo("Succeeded"))))
	}).Should(Succeed())
}

func (s shoot) extension(ctx SpecContext, g Gomega) *extensionsv1alpha1.Extension {
	object := &extensionsv1alpha1.Extension{}
	key := client.ObjectKey{Namespace: s.namespace(), Name: "shoot-flux"}
	g.Expect(s.landscape.Seed(s.seed).Client.Get(ctx, key, object)).To(Succeed())
	return object
}

// isConfigured waits until the condition FluxConfigured of the Extension is as expected.
func (s shoot) isConfigured(ctx SpecContext, status, reason string, message gomegatypes.GomegaMatcher) {
	GinkgoHelper()
	var found string
	Eventually(ctx, func(g Gomega) {
		conditions := s.extension(ctx, g).Status.Conditions
		i := slices.IndexFunc(conditions, func(c gardencorev1beta1.Condition) bool { return c.Type == "FluxConfigured" })
		g.Expect(i).NotTo(Equal(-1))
		g.Expect(conditions[i]).To(And(
			HaveField("Status", BeEquivalentTo(status)), HaveField("Reason", reason), HaveField("Message", message)))
		found = conditions[i].Message
	}).Should(Succeed())
	s.say("Shoot %s on seed %s: FluxConfigured=%s %s: %.160s", s.name, s.seed, status, reason, found)
}

// hasFlux waits until the Deployments of Flux have a version and minReadySeconds.
func (s shoot) hasFlux(ctx SpecContext, version string, minReadySeconds int32) {
	GinkgoHelper()
	c := s.client(ctx)
	Eventually(ctx, func(g Gomega) {
		deployments := &appsv1.DeploymentList{}
		g.Expect(c.List(ctx, deployments, client.InNamespace("flux-system"))).To(Succeed())
		g.Expect(deployments.Items).NotTo(BeEmpty())
		for _, deployment := range deployments.Items {
			g.Expect(deployment.Labels).To(HaveKeyWithValue("app.kubernetes.io/version", version))
			g.Expect(deployment.Spec.MinReadySeconds).To(Equal(minReadySeconds))
			g.Expect(deployment.Status.ObservedGeneration).To(Equal(deployment.Generation))
			g.Expect(deployment.Status.AvailableReplicas).To(Equal(*deployment.Spec.Replicas))
		}
	}).Should(Succeed())
	s.say("Shoot %s on seed %s has Flux %s with minReadySeconds %d", s.name, s.seed, version, minReadySeconds)
}

// possessions are what must not be lost: the objects of the project with the content of the deploy key and the Shoots
// in flux-status, and the UIDs of the workload and of Flux's objects in the shoot.
func (s shoot) possessions(ctx SpecContext) map[string]string {
	GinkgoHelper()
	result := map[string]string{}
	for name, object := range map[string]client.Object{
		"flux-config": &corev1.ConfigMap{}, "flux-source": &corev1.Secret{}, "flux-status": &corev1.ConfigMap{},
	} {
		s.get(ctx, Default, name, object)
		result["garden "+name] = string(object.GetUID())
		switch object := object.(type) {
		case *corev1.Secret:
			result["garden "+name] += " " + digest(object.Data)
		case *corev1.ConfigMap:
			result["garden "+name] += " " + strings.Join(slices.Sorted(maps.Keys(object.Data)), ",")
		}
	}
	c := s.client(ctx)
	for _, kind := range []string{"apps/v1 Deployment", "v1 Pod", "v1 ConfigMap"} {
		for _, object := range list(ctx, c, "default", kind) {
			result["shoot "+kind+" "+object.GetName()] = string(object.GetUID())
		}
	}
	for _, kind := range []string{
		"source.toolkit.fluxcd.io/v1 GitRepository", "kustomize.toolkit.fluxcd.io/v1 Kustomization",
	} {
		for _, object := range list(ctx, c, "flux-system", kind) {
			result["shoot "+kind+" "+object.GetName()] = string(object.GetUID())
		}
	}
	Expect(result).To(HaveKey(HavePrefix("shoot v1 Pod workload-")))
	return result
}

// untouched is what an upgrade of the extension alone must not change: besides the possessions, the resource versions
// and pods of Flux, the delivered content, and the last operation of the Extension.
func (s shoot) untouched(ctx SpecContext) map[string]string {
	GinkgoHelper()
	result := s.possessions(ctx)
	c := s.client(ctx)
	for _, object := range list(ctx, c, "flux-system", "apps/v1 Deployment") {
		result["version of Deployment "+object.GetName()] = object.GetResourceVersion()
	}
	for _, object := range list(ctx, c, "flux-system", "v1 Pod") {
		result["Pod "+object.GetName()] = string(object.GetUID())
	}
	seed := s.landscape.Seed(s.seed).Client
	resources := &resourcesv1alpha1.ManagedResourceList{}
	of := client.MatchingLabels{"origin": "shoot-flux"}
	Expect(seed.List(ctx, resources, client.InNamespace(s.namespace()), of)).To(Succeed())
	Expect(resources.Items).NotTo(BeEmpty())
	for _, resource := range resources.Items {
		result["ManagedResource "+resource.Name] = fmt.Sprintf("generation %d", resource.Generation)
		for _, reference := range resource.Spec.SecretRefs {
			secret := &corev1.Secret{}
			Expect(seed.Get(ctx, client.ObjectKey{Namespace: s.namespace(), Name: reference.Name}, secret)).To(Succeed())
			result["ManagedResource "+resource.Name] += " " + secret.Name + " " + digest(secret.Data)
		}
	}
	extension := s.extension(ctx, Default)
	operation := extension.Status.LastOperation.LastUpdateTime
	result["Extension"] = fmt.Sprintf("generation %d, operation of %s", extension.Generation, operation)
	return result
}

func list(ctx SpecContext, c client.Client, namespace, apiVersionAndKind string) []unstructured.Unstructured {
	GinkgoHelper()
	version, kind, _ := strings.Cut(apiVersionAndKind, " ")
	objects := &unstructured.UnstructuredList{}
	objects.SetAPIVersion(version)
	objects.SetKind(kind + "List")
	Expect(c.List(ctx, objects, client.InNamespace(namespace))).To(Succeed())
	return objects.Items
}

func digest(data map[string][]byte) string {
	GinkgoHelper()
	content, err := json.Marshal(data)
	Expect(err).NotTo(HaveOccurred())
	return fmt.Sprintf("%.8x", sha256.Sum256(content))
}
