// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package e2e_test

import (
	"context"
	"encoding/pem"
	"net/http/httptest"
	"net/http/httputil"
	"net/url"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"time"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"
	appsv1 "k8s.io/api/apps/v1"
	corev1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"sigs.k8s.io/controller-runtime/pkg/client"

	"github.com/shoot-flux/gardener-extension-shoot-flux/test/landscape"
	"github.com/shoot-flux/gardener-extension-shoot-flux/test/landscape/ocihost"
)

const (
	// suppliedVersion is an older patch than the one that is carried, so that no other shoot gets it.
	suppliedVersion = "v2.9.1"
	carriedVersion  = "v2.9.5"
)

// olderDistribution is the one that is carried, as an older patch.
func olderDistribution() string {
	GinkgoHelper()
	return strings.ReplaceAll(manifestsOf(carriedVersion), carriedVersion, suppliedVersion)
}

// overTLS serves the landscape's registry with a certificate of its own authority, until the test ends.
func overTLS() (host string, authority string) {
	GinkgoHelper()
	target, err := url.Parse(strings.Replace(world.OCIHost.URL(""), "oci://", "http://", 1))
	Expect(err).NotTo(HaveOccurred())
	target.Path = ""
	server := httptest.NewTLSServer(httputil.NewSingleHostReverseProxy(target))
	DeferCleanup(server.Close)
	return strings.TrimPrefix(server.URL, "https://"), string(pem.EncodeToMemory(&pem.Block{Type: "CERTIFICATE", Bytes: server.Certificate().Raw}))
}

// run runs the extension's program.
func run(ctx context.Context, args ...string) (string, error) {
	output, err := exec.CommandContext(ctx, world.Plugin, args...).CombinedOutput()
	return string(output), err
}

var _ = Describe("A Flux version that the extension does not carry", Label("long"), func() {
	It("is pulled from a registry by its digest, or from a ConfigMap, and given to the shoot that asks for it", func(ctx SpecContext) {
		By("publishing it as the Flux project does, in a repository with a password")
		credentials := ocihost.Credentials{Username: "operator", Password: "distributions-s3cret"}
		world.OCIHost.Protect("fluxcd/flux-manifests", credentials)
		digest, err := world.OCIHost.Push(ctx, "fluxcd/flux-manifests", suppliedVersion, map[string]string{"gotk-components.yaml": olderDistribution()})
		Expect(err).NotTo(HaveOccurred())
		config, err := world.OCIHost.DockerConfigJSON(credentials)
		Expect(err).NotTo(HaveOccurred())
		host, authority := overTLS()
		plain := strings.TrimPrefix(world.OCIHost.URL("fluxcd/flux-manifests"), "oci://")
		secure := host + "/fluxcd/flux-manifests@" + digest

		By("pulling it by hand")
		directory := GinkgoT().TempDir()
		configFile := filepath.Join(directory, "config.json")
		Expect(os.WriteFile(configFile, config, 0o600)).To(Succeed())
		pull := func(artifact, out string) (string, error) {
			return run(ctx, "distributions", "pull", artifact, "--version", suppliedVersion, "--out", out, "--registry-config", configFile, "--plain-http")
		}
		supplied := filepath.Join(directory, "supplied")
		output, err := pull("oci://"+plain+":"+suppliedVersion, supplied)
		Expect(err).To(HaveOccurred())
		Expect(output).To(ContainSubstring("is not named by its digest"))
		output, err = pull("oci://"+plain+"@"+digest, supplied)
		Expect(err).NotTo(HaveOccurred(), output)
		Expect(run(ctx, "distributions", "verify", supplied)).To(HavePrefix(suppliedVersion + "  sha256:"))

		By("refusing a damaged one, with the file")
		damaged := filepath.Join(directory, "damaged")
		Expect(os.CopyFS(damaged, os.DirFS(supplied))).To(Succeed())
		file := filepath.Join(damaged, suppliedVersion, "gotk-components.yaml")
		Expect(os.WriteFile(file, []byte(strings.Replace(olderDistribution(), "--log-level=info", "--log-level=debug", 1)), 0o600)).To(Succeed())
		for _, command := range [][]string{{}, {"admission"}} {
			output, err := exec.CommandContext(ctx, world.Extension, append(command, "--distributions", damaged)...).CombinedOutput()
			Expect(err).To(HaveOccurred())
			Expect(string(output)).To(ContainSubstring(file + ": has the SHA-256 sum "))
		}

		user := inGarden(ctx)
		Expect(user.asksFor("asked", suppliedVersion)).To(Equal(carriedVersion), "before, it is answered with the patch that is carried")

		By("supplying it from the registry, through the charts")
		DeferCleanup(func(ctx context.Context) {
			Expect(world.SupplyDistributions(ctx, map[string]any{})).To(Succeed())
		}, NodeTimeout(3*time.Minute))
		dockerConfig := strings.ReplaceAll(string(config), strings.Split(plain, "/")[0], host)
		inSystem := func(object func(namespace string) client.Object) {
			GinkgoHelper()
			for _, place := range []struct {
				seed      *landscape.Seed
				namespace string
			}{
				{seed(seedName), seed(seedName).ExtensionNamespace}, {seed(otherSeedName), seed(otherSeedName).ExtensionNamespace}, {seed(seedName), "garden"},
			} {
				created := object(place.namespace)
				Expect(place.seed.Client.Create(ctx, created)).To(Succeed())
				DeferCleanup(func(ctx context.Context) { Expect(place.seed.Client.Delete(ctx, created)).To(Succeed()) }, NodeTimeout(time.Minute))
			}
		}
		inSystem(func(namespace string) client.Object {
			return &corev1.Secret{ObjectMeta: metav1.ObjectMeta{Name: "registry", Namespace: namespace}, Type: corev1.SecretTypeDockerConfigJson,
				StringData: map[string]string{corev1.DockerConfigJsonKey: dockerConfig}}
		})
		inSystem(func(namespace string) client.Object {
			return &corev1.ConfigMap{ObjectMeta: metav1.ObjectMeta{Name: "registry-ca", Namespace: namespace}, Data: map[string]string{"ca.crt": authority}}
		})
		Expect(world.SupplyDistributions(ctx, map[string]any{"oci": []any{map[string]any{
			"version": suppliedVersion, "artifact": "oci://" + secure, "pullSecretName": "registry", "caConfigMapName": "registry-ca",
		}}})).To(Succeed())
		Expect(user.asksFor("fetched", suppliedVersion)).To(Equal(suppliedVersion))

		By("supplying it from a ConfigMap")
		inSystem(func(namespace string) client.Object {
			files := map[string]string{}
			for _, name := range []string{"gotk-components.yaml", "SHA256SUMS"} {
				content, err := os.ReadFile(filepath.Join(supplied, suppliedVersion, name))
				Expect(err).NotTo(HaveOccurred())
				files[name] = string(content)
			}
			return &corev1.ConfigMap{ObjectMeta: metav1.ObjectMeta{Name: "flux-older", Namespace: namespace}, Data: files}
		})
		Expect(world.SupplyDistributions(ctx, map[string]any{"configMaps": []any{map[string]any{"version": suppliedVersion, "name": "flux-older"}}})).To(Succeed())
		Expect(user.asksFor("mounted", suppliedVersion)).To(Equal(suppliedVersion))
	}, SpecTimeout(8*time.Minute))
})

// asksFor has a project ask for a Flux version, and returns the one that a shoot of it runs.
func (u gardenUser) asksFor(project, version string) string {
	GinkgoHelper()
	u.project(project, map[string]string{"config.yaml": fluxConfig("flux:\n  version: " + version + "\n")})
	s := u.shoot(project, "shoot", seedName, false)
	s.succeeds()
	deployment := &appsv1.Deployment{}
	Eventually(u.ctx, func(g Gomega) {
		g.Expect(s.client().Get(u.ctx, client.ObjectKey{Namespace: "flux-system", Name: "source-controller"}, deployment)).To(Succeed())
		g.Expect(deployment.Status.AvailableReplicas).To(BeEquivalentTo(1))
	}).Should(Succeed())
	return deployment.Labels["app.kubernetes.io/version"]
}
