// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package integration_test

import (
	"bytes"
	"compress/gzip"
	"context"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"strconv"
	"strings"
	"time"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"
	corev1 "k8s.io/api/core/v1"
	apiextensionsv1 "k8s.io/apiextensions-apiserver/pkg/apis/apiextensions/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/apimachinery/pkg/runtime/schema"
	"k8s.io/apimachinery/pkg/types"
	"k8s.io/client-go/rest"
	"k8s.io/client-go/tools/clientcmd"
	clientcmdapi "k8s.io/client-go/tools/clientcmd/api"
	"k8s.io/utils/clock"
	"sigs.k8s.io/controller-runtime/pkg/client"
	"sigs.k8s.io/controller-runtime/pkg/client/fake"
	"sigs.k8s.io/controller-runtime/pkg/envtest"

	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/health/observe"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/shoot/connection"
)

// spaces returns a JSON document of the given MiB, compressed to a thousandth.
func spaces(mebibytes int) []byte {
	compressed := &bytes.Buffer{}
	w := gzip.NewWriter(compressed)
	blank := bytes.Repeat([]byte(" "), 1<<20)
	_, _ = io.WriteString(w, `{"apiVersion":"kustomize.toolkit.fluxcd.io/v1",`)
	for range mebibytes {
		_, _ = w.Write(blank)
	}
	_, _ = io.WriteString(w, `"kind":"Kustomization"}`)
	_ = w.Close()
	return compressed.Bytes()
}

var _ = Describe("APIService of a user for an API group of Flux", func() {
	const technicalID, group = "shoot--demo--only", "kustomize.toolkit.fluxcd.io"
	var (
		c      cluster
		shoots *connection.Clients
		root   = types.NamespacedName{Namespace: "flux-system", Name: "flux-system"}
	)

	BeforeEach(func(ctx SpecContext) {
		own := &envtest.Environment{ControlPlaneStartTimeout: 3 * time.Minute}
		DeferCleanup(own.Stop)
		config, err := own.Start()
		Expect(err).NotTo(HaveOccurred())
		scheme := runtime.NewScheme()
		for _, add := range []func(*runtime.Scheme) error{apiextensionsv1.AddToScheme, corev1.AddToScheme} {
			Expect(add(scheme)).To(Succeed())
		}
		c.config = rest.CopyConfig(config)
		c.Client, err = client.New(config, client.Options{Scheme: scheme})
		Expect(err).NotTo(HaveOccurred())
		c.install(ctx, only(crdsOf("v2.9.5"), "Kustomization", "GitRepository"))

		kubeconfig, err := clientcmd.Write(clientcmdapi.Config{
			CurrentContext: "c",
			Clusters:       map[string]*clientcmdapi.Cluster{"c": {Server: "https://" + strings.TrimPrefix(config.Host, "https://"), CertificateAuthorityData: config.CAData}},
			AuthInfos:      map[string]*clientcmdapi.AuthInfo{"c": {ClientCertificateData: config.CertData, ClientKeyData: config.KeyData}},
			Contexts:       map[string]*clientcmdapi.Context{"c": {Cluster: "c", AuthInfo: "c"}},
		})
		Expect(err).NotTo(HaveOccurred())
		seed := fake.NewClientBuilder().WithObjects(&corev1.Secret{
			ObjectMeta: metav1.ObjectMeta{Namespace: technicalID, Name: "gardener-internal"}, Data: map[string][]byte{"kubeconfig": kubeconfig},
		}).Build()
		shoots = connection.NewClients(seed, seed, clock.RealClock{}, connection.Options{Timeout: 10 * time.Second, Recheck: time.Minute, Retry: time.Minute})
	})

	// answersItself registers the user's API server for the group.
	answersItself := func(ctx context.Context, answer http.HandlerFunc) {
		GinkgoHelper()
		server := httptest.NewTLSServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			w.Header().Set("Content-Type", "application/json")
			if r.URL.Path == "/apis/"+group+"/v1" {
				_, _ = fmt.Fprintf(w, `{"kind":"APIResourceList","apiVersion":"v1","groupVersion":"%s/v1","resources":[{"name":"kustomizations","kind":"Kustomization","namespaced":true,"verbs":["get","list","patch"]}]}`, group)
				return
			}
			answer(w, r)
		}))
		DeferCleanup(server.Close)
		_, port, err := net.SplitHostPort(server.Listener.Addr().String())
		Expect(err).NotTo(HaveOccurred())
		number, err := strconv.ParseInt(port, 10, 32)
		Expect(err).NotTo(HaveOccurred())
		Expect(c.Create(ctx, &corev1.Service{
			ObjectMeta: metav1.ObjectMeta{Namespace: "default", Name: "hostile"}, Spec: corev1.ServiceSpec{Type: corev1.ServiceTypeExternalName, ExternalName: "localhost"},
		})).To(Succeed())
		api := &unstructured.Unstructured{}
		api.SetGroupVersionKind(schema.GroupVersionKind{Group: "apiregistration.k8s.io", Version: "v1", Kind: "APIService"})
		Eventually(ctx, func(g Gomega) {
			g.Expect(c.Get(ctx, client.ObjectKey{Name: "v1." + group}, api)).To(Succeed())
			// Without the label, the API server does not change the APIService.
			api.SetLabels(nil)
			api.Object["spec"] = map[string]any{
				"group": group, "version": "v1", "groupPriorityMinimum": int64(1000), "versionPriority": int64(100), "insecureSkipTLSVerify": true,
				"service": map[string]any{"namespace": "default", "name": "hostile", "port": number},
			}
			g.Expect(c.Update(ctx, api)).To(Succeed())
		}, "30s", "100ms").Should(Succeed())
	}

	ask := func(ctx context.Context) error {
		return shoots.Ask(ctx, technicalID, func(ctx context.Context, shoot client.Reader) error {
			_, err := observe.ReadShoot(ctx, shoot, observe.Sync{SourceKind: "GitRepository", Source: root, Root: root})
			return err
		})
	}

	DescribeTable("fails the health check and the removal with an error that names request and limit",
		func(ctx SpecContext, answer http.HandlerFunc, why string) {
			Expect(ask(ctx)).To(Succeed())
			answersItself(ctx, answer)
			request := fmt.Sprintf("GET %q: ", "/apis/"+group+"/v1/namespaces/flux-system/kustomizations/flux-system")
			Eventually(ctx, ask, "60s", "500ms").WithContext(ctx).Should(MatchError(And(HavePrefix(request), ContainSubstring(why))))

			shoot, err := shoots.Connect(ctx, technicalID)
			Expect(err).NotTo(HaveOccurred())
			_, err = shoot.Suspend(ctx, root)
			Expect(err).To(MatchError(And(ContainSubstring(`GET "/apis/`+group), ContainSubstring(why))))
			AddReportEntry("removal", err.Error())
		},
		Entry("256 MiB, compressed to 256 KiB", http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
			w.Header().Set("Content-Encoding", "gzip")
			_, _ = w.Write(spaces(256))
		}), "the response is "),
		Entry("response without an end", http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			for part := bytes.Repeat([]byte("["), 1<<16); r.Context().Err() == nil; {
				if _, err := w.Write(part); err != nil {
					return
				}
			}
		}), "the response has more than 200000 elements"),
		Entry("protocol buffers", http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
			w.Header().Set("Content-Type", "application/vnd.kubernetes.protobuf")
			_, _ = io.WriteString(w, "k8s\x00")
		}), "the response is not in JSON"),
	)
})
