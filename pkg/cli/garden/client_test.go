// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package garden_test

import (
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"

	gardencorev1beta1 "github.com/gardener/gardener/pkg/apis/core/v1beta1"
	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"
	appsv1 "k8s.io/api/apps/v1"
	corev1 "k8s.io/api/core/v1"
	apierrors "k8s.io/apimachinery/pkg/api/errors"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/types"
	"k8s.io/apimachinery/pkg/watch"
	"k8s.io/utils/ptr"

	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/cli/garden"
	"github.com/shoot-flux/gardener-extension-shoot-flux/test/support/clitest"
)

var _ = Describe("The client for the garden", func() {
	var (
		answers  map[string]string
		requests []string
		c        garden.Client
		access   garden.Access
	)
	const (
		partial = `"apiVersion":"meta.k8s.io/v1","kind":"PartialObjectMetadata"`
		name    = `"metadata":{"namespace":"garden-demo","name":"flux-source"}`
	)

	BeforeEach(func() {
		answers, requests = map[string]string{}, nil
		server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			defer GinkgoRecover()
			body, err := io.ReadAll(r.Body)
			if err != nil {
				return
			}
			request := r.Method + " " + r.URL.RequestURI()
			if strings.Contains(r.Header.Get("Accept"), "as=PartialObjectMetadata") {
				request += " metadata"
			}
			Expect(r.UserAgent()).To(HavePrefix(filepath.Base(os.Args[0]) + "/"))
			requests = append(requests, strings.TrimSpace(request+" "+string(body)))
			w.Header().Set("Content-Type", "application/json")
			answer, ok := answers[r.URL.Path]
			if !ok {
				w.WriteHeader(http.StatusNotFound)
				answer = `{"apiVersion":"v1","kind":"Status","status":"Failure","reason":"NotFound","code":404}`
			}
			_, _ = io.WriteString(w, answer)
		}))
		DeferCleanup(server.Close)
		access = garden.NewAccess()
		kubeconfig := clitest.File("kubeconfig", fmt.Sprintf(`{apiVersion: v1, kind: Config, current-context: c, clusters: [{name: g, cluster: {server: %q}}],
			contexts: [{name: c, context: {cluster: g, namespace: garden-demo}}]}`, server.URL))
		GinkgoT().Setenv("KUBECONFIG", kubeconfig)
		var err error
		c, _, err = access.Project()
		Expect(err).NotTo(HaveOccurred())
	})

	It("reads objects of Kubernetes and Gardener without discovery requests", func(ctx SpecContext) {
		answers["/api/v1/namespaces/garden-demo/configmaps/flux-status"] = `{"apiVersion":"v1","kind":"ConfigMap","data":{"a":"b"}}`
		answers["/apis/core.gardener.cloud/v1beta1/namespaces/garden-demo/shoots/only"] = `{"apiVersion":"core.gardener.cloud/v1beta1","kind":"Shoot","spec":{"region":"r"}}`
		configMap, shoot := &corev1.ConfigMap{}, &gardencorev1beta1.Shoot{}
		Expect(c.Get(ctx, types.NamespacedName{Namespace: "garden-demo", Name: "flux-status"}, configMap)).To(Succeed())
		Expect(c.Get(ctx, types.NamespacedName{Namespace: "garden-demo", Name: "only"}, shoot)).To(Succeed())
		Expect(configMap.Data).To(HaveKeyWithValue("a", "b"))
		Expect(shoot.Spec.Region).To(Equal("r"))
		Expect(requests).To(HaveLen(2))
		Expect(c.Get(ctx, types.NamespacedName{Namespace: "garden-demo", Name: "flux-config"}, configMap)).To(Satisfy(apierrors.IsNotFound))
	})

	It("lists objects by name in all namespaces, and pages of a namespace", func(ctx SpecContext) {
		answers["/api/v1/configmaps"] = `{"apiVersion":"v1","kind":"ConfigMapList","metadata":{"resourceVersion":"7"},"items":[{"data":{"a":"b"}}]}`
		answers["/apis/core.gardener.cloud/v1beta1/namespaces/garden-demo/shoots"] = `{"apiVersion":"core.gardener.cloud/v1beta1","kind":"ShootList","items":[{}]}`
		configMaps, shoots := &corev1.ConfigMapList{}, &gardencorev1beta1.ShootList{}
		Expect(c.List(ctx, metav1.NamespaceAll, configMaps, garden.Named("flux-status"))).To(Succeed())
		Expect(c.List(ctx, "garden-demo", shoots, metav1.ListOptions{Limit: 3, Continue: "x"})).To(Succeed())
		Expect(configMaps.ResourceVersion).To(Equal("7"))
		Expect(configMaps.Items).To(HaveLen(1))
		Expect(shoots.Items).To(HaveLen(1))
		Expect(requests).To(Equal([]string{
			"GET /api/v1/configmaps?fieldSelector=metadata.name%3Dflux-status&timeout=30s",
			"GET /apis/core.gardener.cloud/v1beta1/namespaces/garden-demo/shoots?continue=x&limit=3&timeout=30s",
		}))
	})

	It("watches objects by name", func(ctx SpecContext) {
		answers["/api/v1/namespaces/garden-demo/configmaps"] = `{"type":"ADDED","object":{"apiVersion":"v1","kind":"ConfigMap","data":{"a":"b"}}}`
		options := garden.Named("flux-status")
		options.ResourceVersion, options.TimeoutSeconds = "7", ptr.To(int64(60))
		changes, err := c.Watch(ctx, "garden-demo", &corev1.ConfigMapList{}, options)
		Expect(err).NotTo(HaveOccurred())
		DeferCleanup(changes.Stop)
		var change watch.Event
		Eventually(changes.ResultChan()).Should(Receive(&change))
		Expect(change.Object).To(HaveField("Data", HaveKeyWithValue("a", "b")))
		Expect(requests).To(Equal([]string{"GET /api/v1/namespaces/garden-demo/configmaps?fieldSelector=metadata.name%3Dflux-status&resourceVersion=7&timeoutSeconds=60&watch=true"}))
	})

	It("reads only the metadata of Secrets", func(ctx SpecContext) {
		answers["/api/v1/namespaces/garden-demo/secrets/flux-source"] = "{" + partial + "," + name + "}"
		answers["/api/v1/secrets"] = `{"apiVersion":"meta.k8s.io/v1","kind":"PartialObjectMetadataList","items":[{` + name + `}]}`
		secret := &metav1.PartialObjectMetadata{TypeMeta: metav1.TypeMeta{APIVersion: "v1", Kind: "Secret"}}
		secrets := &metav1.PartialObjectMetadataList{TypeMeta: metav1.TypeMeta{APIVersion: "v1", Kind: "SecretList"}}
		Expect(c.Get(ctx, types.NamespacedName{Namespace: "garden-demo", Name: "flux-source"}, secret)).To(Succeed())
		Expect(c.List(ctx, metav1.NamespaceAll, secrets, garden.Named("flux-source"))).To(Succeed())
		Expect(secret.Name).To(Equal("flux-source"))
		Expect(secrets.Items).To(HaveLen(1))
		Expect(requests).To(Equal([]string{
			"GET /api/v1/namespaces/garden-demo/secrets/flux-source?timeout=30s metadata", "GET /api/v1/secrets?fieldSelector=metadata.name%3Dflux-source&timeout=30s metadata",
		}))
	})

	It("patches objects with and without dry run", func(ctx SpecContext) {
		answers["/api/v1/namespaces/garden-demo/configmaps/flux-config"] = "{" + partial + "," + name + "}"
		configMap := &corev1.ConfigMap{ObjectMeta: metav1.ObjectMeta{Namespace: "garden-demo", Name: "flux-config"}}
		Expect(c.Patch(ctx, configMap, []byte(`{}`), metav1.PatchOptions{})).To(Succeed())
		Expect(c.Patch(ctx, configMap, []byte(`{}`), metav1.PatchOptions{DryRun: []string{metav1.DryRunAll}})).To(Succeed())
		Expect(requests).To(Equal([]string{
			"PATCH /api/v1/namespaces/garden-demo/configmaps/flux-config?timeout=30s {}", "PATCH /api/v1/namespaces/garden-demo/configmaps/flux-config?dryRun=All&timeout=30s {}",
		}))
	})

	It("refuses kinds outside the scheme", func(ctx SpecContext) {
		Expect(c.Get(ctx, types.NamespacedName{Namespace: "garden-demo", Name: "web"}, &appsv1.Deployment{})).To(MatchError(ContainSubstring("Deployment")))
		Expect(requests).To(BeEmpty())
	})
})
