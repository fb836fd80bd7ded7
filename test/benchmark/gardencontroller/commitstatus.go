// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package gardencontroller

import (
	"context"
	"encoding/json"
	"encoding/pem"
	"fmt"
	"net/http"
	"net/http/httptest"
	"os"
	"path"
	"path/filepath"
	"strings"
	"sync"
	"time"

	corev1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"

	fluxv1alpha1 "github.com/shoot-flux/gardener-extension-shoot-flux/pkg/apis/flux/v1alpha1"
)

// statusHost is a simulated Gitea that accepts all statuses of commits.
type statusHost struct {
	*httptest.Server

	mutex sync.Mutex
	// requests is the number of requests, and successes the number of statuses in state success, both by commit.
	requests, successes map[string]int
}

func startStatusHost() *statusHost {
	h := &statusHost{requests: map[string]int{}, successes: map[string]int{}}
	h.Server = httptest.NewTLSServer(http.HandlerFunc(func(w http.ResponseWriter, request *http.Request) {
		var status struct {
			State string `json:"state"`
		}
		err := json.NewDecoder(request.Body).Decode(&status)
		h.mutex.Lock()
		defer h.mutex.Unlock()
		h.requests[path.Base(request.URL.Path)]++
		if err == nil && status.State == "success" {
			h.successes[path.Base(request.URL.Path)]++
		}
		w.Header().Set("Content-Type", "application/json")
		w.WriteHeader(http.StatusCreated)
		_, _ = w.Write([]byte("{}"))
	}))
	return h
}

func (h *statusHost) address() string { return strings.TrimPrefix(h.URL, "https://") }

// operatorConfig writes the operator's configuration, which allows the host, and returns its path.
func (h *statusHost) operatorConfig(dir string) (string, error) {
	file := filepath.Join(dir, "config.yaml")
	content := "apiVersion: config.flux.extensions.gardener.cloud/v1alpha1\nkind: ControllerConfiguration\ngitHosts: [" + fmt.Sprintf("%q", h.address()) + "]\n"
	return file, os.WriteFile(file, []byte(content), 0o600)
}

// source returns the setting for a repository at the host.
func (h *statusHost) source() string {
	return fmt.Sprintf("source: {template: {spec: {url: %q, ref: {branch: main}}}}\n", h.URL+"/example/fleet")
}

// commitStatus returns the setting for statuses of commits, which continues setting project.
func (h *statusHost) commitStatus() string {
	return fmt.Sprintf("  commitStatus: {provider: gitea, host: %q}\n", h.address())
}

func (h *statusHost) secret(namespace string) *corev1.Secret {
	return &corev1.Secret{ObjectMeta: metav1.ObjectMeta{Namespace: namespace, Name: fluxv1alpha1.CommitStatusSecretName}, StringData: map[string]string{
		fluxv1alpha1.SecretKeyToken:  "benchmark",
		fluxv1alpha1.SecretKeyCACert: string(pem.EncodeToMemory(&pem.Block{Type: "CERTIFICATE", Bytes: h.Certificate().Raw})),
	}}
}

// pushWithStatuses adds a commit, and waits until all rings have a status in state success.
func (r *rollouts) pushWithStatuses(ctx context.Context, number int, result *Result) error {
	ctx, cancel := context.WithTimeout(ctx, r.options.Patience)
	defer cancel()
	if err := r.push(ctx, number); err != nil {
		return err
	}
	_, pushed, _ := strings.Cut(commit(number), ":")
	for {
		requests, successes := r.host.counts(pushed)
		result.Statuses = requests
		if successes >= 3 {
			return nil
		}
		if err := pause(ctx, 100*time.Millisecond); err != nil {
			return fmt.Errorf("waiting for the statuses of three rings, %d requests so far: %w", requests, err)
		}
	}
}

// counts returns the numbers of requests, and of statuses in state success, for a commit.
func (h *statusHost) counts(commit string) (requests, successes int) {
	h.mutex.Lock()
	defer h.mutex.Unlock()
	return h.requests[commit], h.successes[commit]
}
