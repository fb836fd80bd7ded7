// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package e2e_test

import (
	"context"
	"fmt"
	"time"

	gardencorev1beta1 "github.com/gardener/gardener/pkg/apis/core/v1beta1"
	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"
	appsv1 "k8s.io/api/apps/v1"
	autoscalingv1 "k8s.io/api/autoscaling/v1"
	corev1 "k8s.io/api/core/v1"
	apierrors "k8s.io/apimachinery/pkg/api/errors"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"sigs.k8s.io/controller-runtime/pkg/client"

	kustomizev1 "github.com/fluxcd/kustomize-controller/api/v1"
	sourcev1 "github.com/fluxcd/source-controller/api/v1"

	"github.com/shoot-flux/gardener-extension-shoot-flux/test/landscape/ocihost"
)

// manifest is a ConfigMap of that name in namespace default with that value.
func manifest(name, value string) string {
	return fmt.Sprintf("apiVersion: v1\nkind: ConfigMap\nmetadata:\n  name: %s\n  namespace: default\ndata:\n  value: %s\n", name, value)
}

var _ = Describe("One configuration for project and Shoot", func() {
	It("applies shoot info variables and overrides for each Shoot, and decrypts Secrets from Git", func(ctx SpecContext) {
		user := inGarden(ctx)
		key := newEncryptionKey()
		Expect(world.GitHost.CreateRepository(ctx, "family", true)).To(Succeed())
		_, err := world.GitHost.Commit(ctx, "family", "two clusters", map[string]string{
			"clusters/first/facts.yaml":  manifest("facts", "${SHOOT_INFO_NAME} of ${SHOOT_INFO_PROJECT_NAME} in ${SHOOT_INFO_REGION} for ${SHOOT_INFO_LABEL_STAGE}"),
			"clusters/first/secret.yaml": key.encrypt("apiVersion: v1\nkind: Secret\nmetadata:\n  name: encrypted\n  namespace: default\nstringData:\n  password: s3cret\n"),
			"special/facts.yaml":         manifest("facts", "special ${GREETING}"),
		})
		Expect(err).NotTo(HaveOccurred())
		user.project("family", map[string]string{"config.yaml": fluxConfig(fmt.Sprintf(`
source:
  template:
    spec:
      url: %s
kustomization:
  template:
    spec:
      path: ./clusters/${SHOOT_INFO_NAME}
      postBuild:
        substituteFrom:
        - kind: ConfigMap
          name: shoot-info
decryption:
  secretResourceName: sops
`, world.GitHost.HTTPURL("family")))})
		user.secret("family", "sops", corev1.SecretTypeOpaque, map[string]string{"age.agekey": key.identity()})

		Expect(world.Garden.Client.Create(ctx, &corev1.ConfigMap{
			ObjectMeta: metav1.ObjectMeta{Namespace: "garden-family", Name: "variables"}, Data: map[string]string{"GREETING": "welcome"},
		})).To(Succeed())

		first := user.shoot("family", "first", seedName, false, referring("sops"), func(s *gardenerShoot) {
			s.Labels = map[string]string{"shoot-info.flux.extensions.gardener.cloud/stage": "tests"}
		})
		second := user.shoot("family", "second", otherSeedName, false, referring("sops"), func(s *gardenerShoot) {
			s.Spec.Resources = append(s.Spec.Resources, gardencorev1beta1.NamedResourceReference{
				Name: "variables", ResourceRef: autoscalingv1.CrossVersionObjectReference{APIVersion: "v1", Kind: "ConfigMap", Name: "variables"},
			})
		}, configured(`
kustomization: {template: {spec: {path: ./special, postBuild: {substituteFrom: [{kind: ConfigMap, name: variables}]}}}}
additionalConfigMapResources: [{name: variables}]
`))

		By("facts in path and manifests")
		first.shows("facts", "first of family in local for tests")
		second.shows("facts", "special welcome")

		By("the facts in shoot-info")
		facts := &corev1.ConfigMap{}
		Expect(first.client().Get(ctx, client.ObjectKey{Namespace: "flux-system", Name: "shoot-info"}, facts)).To(Succeed())
		status := first.get(Default).Status
		Expect(facts.Data).To(Equal(map[string]string{
			"SHOOT_INFO_CLUSTER_IDENTITY": *status.ClusterIdentity, "SHOOT_INFO_NAME": "first", "SHOOT_INFO_TECHNICAL_ID": "shoot--family--first",
			"SHOOT_INFO_GARDEN_CLUSTER_IDENTITY": "landscape", "SHOOT_INFO_PROJECT_NAME": "family", "SHOOT_INFO_PROJECT_NAMESPACE": "garden-family",
			"SHOOT_INFO_REGION": "local", "SHOOT_INFO_PROVIDER": "local", "SHOOT_INFO_KUBERNETES_VERSION": "1.36.4", "SHOOT_INFO_DOMAIN": "first.family.example.com",
			"SHOOT_INFO_PURPOSE": "evaluation", "SHOOT_INFO_SEED": seedName, "SHOOT_INFO_LABEL_STAGE": "tests",
		}))
		Expect(*status.ClusterIdentity).To(HaveSuffix("-" + facts.Data["SHOOT_INFO_GARDEN_CLUSTER_IDENTITY"]))

		By("the decrypted Secret")
		Eventually(ctx, func(g Gomega) {
			secret := &corev1.Secret{}
			g.Expect(first.client().Get(ctx, client.ObjectKey{Namespace: "default", Name: "encrypted"}, secret)).To(Succeed())
			g.Expect(secret.Data).To(HaveKeyWithValue("password", []byte("s3cret")))
		}).Should(Succeed())

		By("a providerConfig that is removed changes nothing: the project's path would prune what the other one brought")
		before := delivered(second)
		second.change(func(s *gardenerShoot) { s.Spec.Extensions[0].ProviderConfig = nil })
		second.eventually("FluxConfigured", "False", "ConfigurationMissing", ContainSubstring("the Shoot's providerConfig was removed"))
		Expect(delivered(second)).To(Equal(before))
		second.shows("facts", "special welcome")
	}, SpecTimeout(4*time.Minute))

	It("reads from an OCI registry, a bucket and Git over HTTPS, with credentials of the project", Label("long"), func(ctx SpecContext) {
		user := inGarden(ctx)
		user.project("sources", nil)
		credentials := ocihost.Credentials{Username: "reader", Password: "oci-s3cret"}
		world.OCIHost.Protect("fleet/manifests", credentials)
		_, err := world.OCIHost.Push(ctx, "fleet/manifests", "latest", map[string]string{"oci.yaml": manifest("from-oci", "artifact")})
		Expect(err).NotTo(HaveOccurred())
		dockerConfig, err := world.OCIHost.DockerConfigJSON(credentials)
		Expect(err).NotTo(HaveOccurred())
		user.secret("sources", "registry", corev1.SecretTypeDockerConfigJson, map[string]string{corev1.DockerConfigJsonKey: string(dockerConfig)})

		Expect(world.BucketHost.Put(ctx, "manifests", map[string]string{"bucket.yaml": manifest("from-bucket", "object")})).To(Succeed())
		user.secret("sources", "bucket", corev1.SecretTypeOpaque, map[string]string{"accesskey": world.BucketHost.AccessKey, "secretkey": world.BucketHost.SecretKey})

		Expect(world.GitHost.CreateRepository(ctx, "token", false)).To(Succeed())
		commit(ctx, "token", "from-https", "commit")
		Expect(world.GitHost.SetToken("token", "robot", "git-s3cret")).To(Succeed())
		user.secret("sources", "token", corev1.SecretTypeOpaque, map[string]string{"username": "robot", "password": "git-s3cret", "ca.crt": string(world.GitHost.CA())})

		By("an OCIRepository in the version that the stackitcloud extension documents")
		s := user.shoot("sources", "only", seedName, false, referring("registry", "bucket", "token"), configured(fmt.Sprintf(`
source:
  template:
    apiVersion: source.toolkit.fluxcd.io/v1beta2
    kind: OCIRepository
    spec:
      url: %s
      insecure: true
      ref: {tag: latest}
  secretResourceName: registry
`, world.OCIHost.URL("fleet/manifests"))))
		s.shows("from-oci", "artifact")
		s.eventually("FluxSourceReady", "True", "Succeeded", And(HavePrefix("OCIRepository flux-system/flux-system"), ContainSubstring("latest@sha256:")))
		Expect(s.sourceSecret()).To(HaveField("Type", corev1.SecretTypeDockerConfigJson))

		By("a Bucket in its place: the Secret changes its type, the other source goes, what it brought is pruned")
		s.change(configured(fmt.Sprintf(`
source:
  template:
    kind: Bucket
    spec: {bucketName: manifests, endpoint: %q, insecure: true}
  secretResourceName: bucket
`, world.BucketHost.Endpoint())))
		s.shows("from-bucket", "object")
		s.eventually("FluxSourceReady", "True", "Succeeded", HavePrefix("Bucket flux-system/flux-system"))
		Expect(s.sourceSecret()).To(HaveField("Type", corev1.SecretTypeOpaque))
		isAbsent(ctx, s.client(), &sourcev1.OCIRepository{ObjectMeta: metav1.ObjectMeta{Namespace: "flux-system", Name: "flux-system"}})
		isAbsent(ctx, s.client(), &corev1.ConfigMap{ObjectMeta: metav1.ObjectMeta{Namespace: "default", Name: "from-oci"}})

		By("Git over HTTPS with a token")
		s.change(configured(fmt.Sprintf("source: {template: {kind: GitRepository, spec: {url: %q}}, secretResourceName: token}", world.GitHost.HTTPSURL("token"))))
		s.shows("from-https", "commit")
		s.eventually("FluxSourceReady", "True", "Succeeded", HavePrefix("GitRepository flux-system/flux-system"))

		By("a token that is replaced in the project arrives with the next reconciliation")
		Expect(world.GitHost.SetToken("token", "robot", "another")).To(Succeed())
		s.pull()
		s.eventually("FluxSourceReady", "False", "GitOperationFailed", ContainSubstring("authentication required"))
		user.secret("sources", "token", corev1.SecretTypeOpaque, map[string]string{"username": "robot", "password": "another", "ca.crt": string(world.GitHost.CA())})
		s.reconcile()
		Eventually(ctx, func(g Gomega) {
			g.Expect(s.sourceSecret().Data).To(HaveKeyWithValue("password", []byte("another")))
		}).Should(Succeed())
		s.pull()
		s.eventually("FluxSourceReady", "True", "Succeeded", Not(BeEmpty()))
	}, SpecTimeout(4*time.Minute))

	It("installs Flux as the Shoot wants it: namespace, components, settings, lock-down; and copies what the Shoot refers to", func(ctx SpecContext) {
		user := inGarden(ctx)
		config := repository(ctx, "settings", true)
		user.project("settings", nil)
		user.secret("settings", "extra", corev1.SecretTypeOpaque, map[string]string{"a": "b"})
		user.secret("settings", "pull", corev1.SecretTypeDockerConfigJson, map[string]string{corev1.DockerConfigJsonKey: "{}"})
		content := fmt.Sprintf(`
flux:
  namespace: gitops
  registry: mirror.example.com/fluxcd
  components: [source-controller, kustomize-controller]
  imagePullSecretResourceName: pull
  logLevel: debug
  concurrency: 3
  networkPolicy: false
  resources:
    source-controller: {requests: {memory: 96Mi}}
  multitenancy: {enabled: true}
source:
  template:
    spec: {url: %q}
`, config["repositoryUrl"])
		s := user.shoot("settings", "only", seedName, false, referring("extra", "pull"), configured(content+"additionalSecretResources: [{name: extra, targetName: renamed, labels: {team: blue}}]\n"))
		s.shows("from-git", "first")

		By("the Deployments")
		deployments := &appsv1.DeploymentList{}
		Expect(s.client().List(ctx, deployments, client.InNamespace("gitops"))).To(Succeed())
		Expect(deployments.Items).To(HaveLen(2))
		for _, deployment := range deployments.Items {
			pod := deployment.Spec.Template.Spec
			Expect(deployment.Status.AvailableReplicas).To(BeEquivalentTo(1), deployment.Name)
			Expect(pod.Containers[0].Image).To(HavePrefix("mirror.example.com/fluxcd/" + deployment.Name + ":"))
			Expect(pod.Containers[0].Args).To(ContainElements("--log-level=debug", "--concurrent=3"))
			Expect(pod.ImagePullSecrets).To(HaveLen(1))
			Expect(s.client().Get(ctx, client.ObjectKey{Namespace: "gitops", Name: pod.ImagePullSecrets[0].Name}, &corev1.Secret{})).To(Succeed())
		}

		By("the lock-down, with which the root works nevertheless")
		root := &kustomizev1.Kustomization{}
		Expect(s.client().Get(ctx, client.ObjectKey{Namespace: "gitops", Name: "flux-system"}, root)).To(Succeed())
		Expect(root.Spec.ServiceAccountName).To(Equal("kustomize-controller"))
		s.eventually("FluxKustomizationReady", "True", "ReconciliationSucceeded", HavePrefix("Kustomization gitops/flux-system"))

		By("an additional Secret: it has the labels that the Shoot asks for, and its type may change")
		copied := &corev1.Secret{ObjectMeta: metav1.ObjectMeta{Namespace: "gitops", Name: "renamed"}}
		Expect(s.client().Get(ctx, client.ObjectKeyFromObject(copied), copied)).To(Succeed())
		Expect(copied.Data).To(Equal(map[string][]byte{"a": []byte("b")}))
		Expect(copied.Labels).To(HaveKeyWithValue("team", "blue"))
		user.secret("settings", "typed", corev1.SecretTypeBasicAuth, map[string]string{"username": "u", "password": "p"})
		s.change(referring("extra", "pull", "typed"), configured(content+"additionalSecretResources: [{name: typed, targetName: renamed}]\n"))
		Eventually(ctx, func(g Gomega) {
			g.Expect(s.client().Get(ctx, client.ObjectKeyFromObject(copied), copied)).To(Succeed())
			g.Expect(copied.Type).To(Equal(corev1.SecretTypeBasicAuth))
		}).Should(Succeed())

		By("and it goes when it is no longer listed")
		s.change(configured(content))
		isAbsent(ctx, s.client(), copied)
		s.shows("from-git", "first")
	}, SpecTimeout(4*time.Minute))
})

// sourceSecret is the Secret with the credentials of the source.
func (s shoot) sourceSecret() *corev1.Secret {
	GinkgoHelper()
	secret := &corev1.Secret{}
	Expect(s.client().Get(s.ctx, client.ObjectKey{Namespace: "flux-system", Name: "flux-system"}, secret)).To(Succeed())
	return secret
}

// isAbsent waits until the object is gone.
func isAbsent(ctx context.Context, c client.Client, object client.Object) {
	GinkgoHelper()
	Eventually(ctx, func(g Gomega) {
		err := c.Get(ctx, client.ObjectKeyFromObject(object), object)
		g.Expect(apierrors.IsNotFound(err)).To(BeTrue(), "%v", err)
	}).Should(Succeed())
}
