// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package e2e_test

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"maps"
	"net"
	"net/http"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"sync"
	"time"

	gardencorev1beta1 "github.com/gardener/gardener/pkg/apis/core/v1beta1"
	extensionsv1alpha1 "github.com/gardener/gardener/pkg/apis/extensions/v1alpha1"
	resourcesv1alpha1 "github.com/gardener/gardener/pkg/apis/resources/v1alpha1"
	gardenerkubernetes "github.com/gardener/gardener/pkg/client/kubernetes"
	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"
	"golang.org/x/crypto/ssh"
	corev1 "k8s.io/api/core/v1"
	"k8s.io/apimachinery/pkg/fields"
	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/client-go/rest"
	toolscache "k8s.io/client-go/tools/cache"
	"sigs.k8s.io/controller-runtime/pkg/cache"
	"sigs.k8s.io/controller-runtime/pkg/client"

	"github.com/shoot-flux/gardener-extension-shoot-flux/test/landscape/leaks"
)

// hygiene looks on from the beginning to the end: it learns each secret that ever is in a project, and writes down what anybody may
// read who may not read Secrets. The one is looked for in the other when all is over.
type hygiene struct {
	mutex  sync.Mutex
	finder *leaks.Finder
	seen   *os.File
	failed error
}

func newHygiene(dir string) (*hygiene, error) {
	seen, err := os.Create(filepath.Join(dir, "seen.log"))
	return &hygiene{finder: leaks.NewFinder(), seen: seen}, err
}

// isPublic tells the values of Secrets that are no secrets.
func isPublic(key string) bool {
	// Of the keys of additional sources, the name of the source comes first.
	if _, rest, _ := strings.Cut(key, "."); strings.HasSuffix(key, ".identity.pub") || rest == "known_hosts" {
		return true
	}
	return slices.Contains([]string{"identity.pub", "next.identity.pub", "known_hosts", "username", "ca.crt", "tls.crt", "githubAppBaseURL"}, key)
}

// learn has the secrets of a project, and the token with which the extension reads them, looked for.
func (h *hygiene) learn(secret *corev1.Secret) {
	if !strings.HasPrefix(secret.Namespace, "garden-") && secret.Name != "garden-access-shoot-flux" {
		return
	}
	for _, key := range slices.Sorted(maps.Keys(secret.Data)) {
		if isPublic(key) {
			continue
		}
		h.finder.Add(fmt.Sprintf("%s of Secret %s/%s", key, secret.Namespace, secret.Name), secret.Data[key])
		signer, err := ssh.ParsePrivateKey(secret.Data[key])
		if missing := (&ssh.PassphraseMissingError{}); errors.As(err, &missing) {
			signer, err = ssh.ParsePrivateKeyWithPassphrase(secret.Data[key], secret.Data["password"])
		}
		if err == nil {
			h.finder.Except(ssh.MarshalAuthorizedKey(signer.PublicKey()))
		}
	}
}

// look takes in an object of a cluster.
func (h *hygiene) look(where string, object any) {
	h.mutex.Lock()
	defer h.mutex.Unlock()
	if secret, ok := object.(*corev1.Secret); ok {
		h.learn(secret)
		return
	}
	content, err := json.Marshal(object)
	if err == nil {
		_, err = fmt.Fprintf(h.seen, "%s %T %s\n", where, object, content)
	}
	h.failed = errors.Join(h.failed, err)
}

// follow looks at all objects of some kinds in a cluster until the context ends, also over outages.
func (h *hygiene) follow(ctx context.Context, where string, config *rest.Config, scheme *runtime.Scheme, kinds map[client.Object]cache.ByObject) error {
	c, err := cache.New(config, cache.Options{
		Scheme: scheme, ByObject: kinds, DefaultTransform: cache.TransformStripManagedFields(),
		DefaultWatchErrorHandler: func(context.Context, *toolscache.Reflector, error) {},
	})
	if err != nil {
		return err
	}
	for kind := range kinds {
		informer, err := c.GetInformer(ctx, kind, cache.BlockUntilSynced(false))
		if err != nil {
			return err
		}
		if _, err := informer.AddEventHandler(toolscache.ResourceEventHandlerFuncs{
			AddFunc:    func(object any) { h.look(where, object) },
			UpdateFunc: func(_, object any) { h.look(where, object) },
		}); err != nil {
			return err
		}
	}
	go func() { _ = c.Start(ctx) }()
	return nil
}

func (h *hygiene) begin(ctx context.Context) error {
	named := func(name string) cache.ByObject {
		return cache.ByObject{Field: fields.OneTermEqualSelector("metadata.name", name)}
	}
	err := h.follow(ctx, "garden", world.Garden.Cluster.Config, gardenerkubernetes.GardenScheme, map[client.Object]cache.ByObject{
		&corev1.Secret{}: {}, &corev1.Event{}: {}, &corev1.ConfigMap{}: named("flux-status"), &gardencorev1beta1.Shoot{}: {},
	})
	for _, name := range seedNames() {
		err = errors.Join(err, h.follow(ctx, "seed "+name, seed(name).Cluster.Config, gardenerkubernetes.SeedScheme, map[client.Object]cache.ByObject{
			&corev1.Secret{}: named("garden-access-shoot-flux"), &corev1.Event{}: {},
			&extensionsv1alpha1.Extension{}: {}, &resourcesv1alpha1.ManagedResource{}: {},
		}))
	}
	return err
}

// scrapes is how often metrics are asked for: each time another replica may answer.
const scrapes = 6

// metricsOf returns what the extension tells on a seed.
func metricsOf(ctx context.Context, name string) ([]byte, error) {
	service := &corev1.Service{}
	if err := seed(name).Client.Get(ctx, client.ObjectKey{Namespace: seed(name).ExtensionNamespace, Name: "gardener-extension-shoot-flux"}, service); err != nil {
		return nil, err
	}
	port := slices.IndexFunc(service.Spec.Ports, func(port corev1.ServicePort) bool { return port.Name == "metrics" })
	url := "http://" + net.JoinHostPort(service.Spec.ClusterIP, strconv.Itoa(int(service.Spec.Ports[port].Port))) + "/metrics"
	var told []byte
	for range scrapes {
		content, err := download(ctx, url)
		if err != nil {
			return nil, err
		}
		told = append(told, content...)
	}
	return told, nil
}

// download asks on a connection of its own, and no proxy.
func download(ctx context.Context, url string) ([]byte, error) {
	request, err := http.NewRequestWithContext(ctx, http.MethodGet, url, nil)
	if err != nil {
		return nil, err
	}
	response, err := (&http.Client{Transport: &http.Transport{DisableKeepAlives: true}}).Do(request)
	if err != nil {
		return nil, err
	}
	defer func() { _ = response.Body.Close() }()
	content, err := io.ReadAll(response.Body)
	if err == nil && response.StatusCode != http.StatusOK {
		err = fmt.Errorf("%s answers with %s", url, response.Status)
	}
	return content, err
}

// end returns where a secret was found.
func (h *hygiene) end(ctx context.Context, dir string) ([]leaks.Leak, error) {
	h.mutex.Lock()
	defer h.mutex.Unlock()
	if err := errors.Join(h.failed, h.seen.Close()); err != nil {
		return nil, err
	}
	found, files, err := h.finder.SearchFiles(dir)
	if err != nil {
		return nil, err
	}
	size := 0
	for _, name := range seedNames() {
		told, err := metricsOf(ctx, name)
		if err != nil {
			return nil, fmt.Errorf("metrics of the extension on seed %s: %w", name, err)
		}
		size += len(told)
		found = append(found, h.finder.Search("metrics on seed "+name, told)...)
	}
	GinkgoWriter.Printf("%d texts were looked for in %d files and %d bytes of metrics\n", h.finder.Count(), files, size)
	if h.finder.Count() == 0 || files == 0 || size == 0 {
		return nil, errors.New("there was nothing to look for, or nowhere to look")
	}
	return found, nil
}

// It runs while the landscape is still up.
var _ = AfterSuite(func(ctx SpecContext) {
	if onlooker == nil {
		return
	}
	found, err := onlooker.end(ctx, dataDir)
	Expect(err).NotTo(HaveOccurred())
	Expect(found).To(BeEmpty(), "secrets stand where anybody may read them")
}, NodeTimeout(time.Minute))
