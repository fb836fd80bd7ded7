// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package e2e_test

import (
	"encoding/json"
	"fmt"
	"strings"
	"time"

	sourcev1 "github.com/fluxcd/source-controller/api/v1"
	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"
	corev1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/client-go/kubernetes"
	"k8s.io/client-go/rest"
	"sigs.k8s.io/controller-runtime/pkg/client"

	"github.com/shoot-flux/gardener-extension-shoot-flux/test/landscape/buckethost"
	"github.com/shoot-flux/gardener-extension-shoot-flux/test/landscape/garden"
	"github.com/shoot-flux/gardener-extension-shoot-flux/test/landscape/githubapp"
	"github.com/shoot-flux/gardener-extension-shoot-flux/test/landscape/stshost"
)

var _ = Describe("Identities without stored keys", Label("long"), func() {
	const (
		role    = "arn:aws:iam::123456789012:role/flux-reader"
		subject = "system:serviceaccount:flux-system:reader"
	)

	// trusts has the role trust tokens of the shoot with the subject, by the keys that the shoot's API server publishes. In a landscape of
	// Gardener, gardener-discovery-server publishes the same keys for all to read.
	trusts := func(s shoot, subject string) {
		GinkgoHelper()
		config, err := world.ShootConfig(s.ctx, s.key().Namespace, s.name)
		Expect(err).NotTo(HaveOccurred())
		keys, err := rest.HTTPClientFor(config)
		Expect(err).NotTo(HaveOccurred())
		apiServer, err := kubernetes.NewForConfig(config)
		Expect(err).NotTo(HaveOccurred())
		published, err := apiServer.RESTClient().Get().AbsPath("/.well-known/openid-configuration").DoRaw(s.ctx)
		Expect(err).NotTo(HaveOccurred())
		var issuer struct {
			Issuer string `json:"issuer"`
		}
		Expect(json.Unmarshal(published, &issuer)).To(Succeed())
		world.STSHost.SetRole(role, stshost.Trust{Issuer: issuer.Issuer, Keys: config.Host + "/openid/v1/jwks", Client: keys, Subject: subject, Grant: func(c stshost.Credentials) {
			world.BucketHost.AddTemporaryKeys(c.AccessKey, buckethost.TemporaryKeys{SecretKey: c.SecretKey, SessionToken: c.SessionToken, Expires: c.Expires})
		}})
	}

	// reads has Flux read the bucket now.
	reads := func(s shoot) {
		GinkgoHelper()
		source := &sourcev1.Bucket{ObjectMeta: metav1.ObjectMeta{Namespace: "flux-system", Name: "flux-system"}}
		patch := fmt.Sprintf(`{"metadata":{"annotations":{"reconcile.fluxcd.io/requestedAt":%q}}}`, metav1.NowMicro().String())
		Expect(s.client().Patch(s.ctx, source, client.RawPatch("application/merge-patch+json", []byte(patch)))).To(Succeed())
	}

	It("reads a bucket as a ServiceAccount of the shoot, whose token a cloud's token service verifies by the shoot's published keys", Label("either"), func(ctx SpecContext) {
		user := inGarden(ctx)
		Expect(world.BucketHost.Put(ctx, "keyless", map[string]string{"bucket.yaml": manifest("from-bucket", "without a key")})).To(Succeed())
		user.project("keyless", nil)
		bucket := fmt.Sprintf(`
source:
  template:
    kind: Bucket
    spec: {bucketName: keyless, endpoint: %q, insecure: true, provider: aws, region: %s, serviceAccountName: reader}
`, world.BucketHost.Endpoint(), stshost.Region)
		identity := fmt.Sprintf(`
flux:
  proxy: {httpsProxy: %q}
  workloadIdentity:
    serviceAccounts:
    - {name: reader, aws: {roleARN: %q}}
`, world.STSHost.ProxyURL(), role)

		By("without flux.workloadIdentity, which the admission names")
		Eventually(ctx, func() error {
			refused := garden.NewShoot("keyless", "only", seedName)
			configured(bucket)(refused)
			return world.Garden.Client.Create(ctx, refused, client.DryRunAll)
		}).Should(MatchError(ContainSubstring(`source.template.spec.serviceAccountName: Invalid value: "reader": is a ServiceAccount for the login to a cloud and requires flux.workloadIdentity`)))

		By("with it, and a role that does not exist yet: what the cloud says is in the status")
		s := user.shoot("keyless", "only", seedName, false, configured(identity+bucket))
		s.eventually("FluxSourceReady", "False", "AuthenticationFailed", And(ContainSubstring("AccessDenied"), ContainSubstring("Not authorized to perform sts:AssumeRoleWithWebIdentity")))
		s.eventually("FluxConfigured", "True", "Configured", ContainSubstring("the Shoot has no managed issuer"))
		Expect(world.STSHost.Refused()).To(ContainElement("there is no role " + role))

		By("a role that trusts another ServiceAccount")
		trusts(s, subject+"s")
		reads(s)
		Eventually(ctx, world.STSHost.Refused).Should(ContainElement("the role trusts " + subject + "s, and not " + subject))

		By("a role that trusts it")
		trusts(s, subject)
		reads(s)
		s.shows("from-bucket", "without a key")
		s.eventually("FluxSourceReady", "True", "Succeeded", HavePrefix("Bucket flux-system/flux-system"))

		By("nothing of it is stored: the ServiceAccount has no Secret, and no pod gets a token for it")
		account := &corev1.ServiceAccount{}
		Expect(s.client().Get(ctx, client.ObjectKey{Namespace: "flux-system", Name: "reader"}, account)).To(Succeed())
		Expect(account.Annotations).To(HaveKeyWithValue("eks.amazonaws.com/role-arn", role))
		Expect(account.Secrets).To(BeEmpty())
		Expect(*account.AutomountServiceAccountToken).To(BeFalse())
		isAbsent(ctx, s.client(), &corev1.Secret{ObjectMeta: metav1.ObjectMeta{Namespace: "flux-system", Name: "flux-system"}})

		By("with a proxy, Flux's pods get no other address of the API server from the webhook of gardener-resource-manager")
		pods := &corev1.PodList{}
		Expect(s.client().List(ctx, pods, client.InNamespace("flux-system"))).To(Succeed())
		Expect(pods.Items).To(And(Not(BeEmpty()), HaveEach(HaveField("Spec.Containers", HaveEach(HaveField("Env", Not(ContainElement(HaveField("Name", "KUBERNETES_SERVICE_HOST")))))))))

		if !realGardenlet { // gardenlet changes the issuer of the tokens, which the role would have to trust.
			By("a managed issuer, with which the warning goes when the Shoot is reconciled: an annotation alone reconciles nothing")
			issuer := &corev1.Secret{
				// With it, an operator lets Gardener manage issuers.
				ObjectMeta: metav1.ObjectMeta{Namespace: "garden", Name: "issuer", Labels: map[string]string{"gardener.cloud/role": "shoot-service-account-issuer"}},
				StringData: map[string]string{"hostname": "discovery.example.com"},
			}
			Expect(world.Garden.Client.Create(ctx, issuer)).To(Succeed())
			DeferCleanup(func(ctx SpecContext) { Expect(world.Garden.Client.Delete(ctx, issuer)).To(Succeed()) })
			s.change(func(shoot *gardenerShoot) {
				metav1.SetMetaDataAnnotation(&shoot.ObjectMeta, "authentication.gardener.cloud/issuer", "managed")
			})
			s.reconcile()
			s.eventually("FluxConfigured", "True", "Configured", Not(ContainSubstring("issuer")))
		}

		By("a name that a ServiceAccount of the user has: it is not replaced")
		Expect(s.client().Create(ctx, &corev1.ServiceAccount{ObjectMeta: metav1.ObjectMeta{Namespace: "flux-system", Name: "mine"}})).To(Succeed())
		s.change(configured(strings.ReplaceAll(identity+bucket, "reader,", "mine,")))
		s.eventually("FluxConfigured", "False", "InvalidConfiguration", ContainSubstring("would replace ServiceAccount flux-system/mine of the shoot, which the extension has not created"))
		s.shows("from-bucket", "without a key")
		s.change(configured(identity + bucket))
		s.eventually("FluxConfigured", "True", "Configured", Not(BeEmpty()))

		By("the extension removed: its ServiceAccount goes, the user's stays")
		s.removeExtension()
		isAbsent(ctx, s.client(), account)
		Expect(s.client().Get(ctx, client.ObjectKey{Namespace: "flux-system", Name: "mine"}, &corev1.ServiceAccount{})).To(Succeed())
	}, within(15*time.Minute))

	It("reads Git as a GitHub App, with tokens of its installation", func(ctx SpecContext) {
		user := inGarden(ctx)
		Expect(world.GitHost.CreateRepository(ctx, "of-app", false)).To(Succeed())
		commit(ctx, "of-app", "from-app", "installed")
		api, err := githubapp.Start(ctx, func(token string) error { return world.GitHost.SetToken("of-app", githubapp.Username, token) })
		Expect(err).NotTo(HaveOccurred())
		DeferCleanup(api.Stop)
		app := map[string]string{
			"githubAppID": githubapp.AppID, "githubAppInstallationID": "1", "githubAppPrivateKey": string(api.PrivateKey()), "githubAppBaseURL": api.BaseURL(),
			"ca.crt": string(world.GitHost.CA()) + string(api.CA()),
		}
		user.project("app", nil)
		user.secret("app", "app", corev1.SecretTypeOpaque, app)
		s := user.shoot("app", "only", seedName, false, referring("app"), configured(fmt.Sprintf(
			"source: {template: {spec: {url: %q, provider: github}}, secretResourceName: app}", world.GitHost.HTTPSURL("of-app"))))

		By("an installation that the App does not have")
		s.eventually("FluxSourceReady", "False", "AuthenticationFailed", ContainSubstring("404 Not Found"))

		By("its own")
		app["githubAppInstallationID"] = githubapp.InstallationID
		user.secret("app", "app", corev1.SecretTypeOpaque, app)
		s.reconcile()
		s.shows("from-app", "installed")
		s.eventually("FluxSourceReady", "True", "Succeeded", HavePrefix("GitRepository flux-system/flux-system"))
	}, SpecTimeout(4*time.Minute))
})
