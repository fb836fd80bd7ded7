// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package gardencontroller

import (
	"encoding/pem"
	"net/http"
	"net/http/httptest"
	"path"
	"strings"
	"sync"
	"time"

	corev1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"

	fluxv1alpha1 "github.com/shoot-flux/gardener-extension-shoot-flux/pkg/apis/flux/v1alpha1"
)

// receiver receives the messages of all projects.
type receiver struct {
	*httptest.Server

	mutex sync.Mutex
	// messages are the times of messages by namespace.
	messages map[string][]time.Time
}

func startReceiver() *receiver {
	r := &receiver{messages: map[string][]time.Time{}}
	r.Server = httptest.NewTLSServer(http.HandlerFunc(func(_ http.ResponseWriter, request *http.Request) {
		namespace := path.Base(request.URL.Path)
		r.mutex.Lock()
		defer r.mutex.Unlock()
		r.messages[namespace] = append(r.messages[namespace], time.Now())
	}))
	return r
}

func (r *receiver) address() string { return strings.TrimPrefix(r.URL, "https://") }

// secret returns the Secret with the address of a project's receiver.
func (r *receiver) secret(namespace string) *corev1.Secret {
	return &corev1.Secret{ObjectMeta: metav1.ObjectMeta{Namespace: namespace, Name: fluxv1alpha1.NotificationSecretName}, StringData: map[string]string{
		fluxv1alpha1.SecretKeyAddress: r.URL + "/" + namespace,
		fluxv1alpha1.SecretKeyToken:   "0123456789abcdef",
		fluxv1alpha1.SecretKeyCACert:  string(pem.EncodeToMemory(&pem.Block{Type: "CERTIFICATE", Bytes: r.Certificate().Raw})),
	}}
}

// first returns the time of the first message of a project; zero if it has none.
func (r *receiver) first(namespace string) time.Time {
	r.mutex.Lock()
	defer r.mutex.Unlock()
	if received := r.messages[namespace]; len(received) > 0 {
		return received[0]
	}
	return time.Time{}
}

// count returns the number of all messages.
func (r *receiver) count() int {
	r.mutex.Lock()
	defer r.mutex.Unlock()
	all := 0
	for _, received := range r.messages {
		all += len(received)
	}
	return all
}
