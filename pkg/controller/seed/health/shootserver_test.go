// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package health

import (
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/tls"
	"crypto/x509"
	"crypto/x509/pkix"
	"encoding/json"
	"encoding/pem"
	"io"
	"math/big"
	"net"
	"net/http"
	"net/http/httptest"
	"path"
	"strings"
	"sync"
	"time"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/utils/clock"
	"sigs.k8s.io/controller-runtime/pkg/client"

	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/shoot/connection"
	"github.com/shoot-flux/gardener-extension-shoot-flux/test/support/extensiontest"
)

// authority is a certificate authority and a certificate for 127.0.0.1 that it has issued.
type authority struct {
	bundle      []byte
	certificate tls.Certificate
}

func newAuthority() authority {
	GinkgoHelper()
	key, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	Expect(err).NotTo(HaveOccurred())
	template := &x509.Certificate{
		SerialNumber: big.NewInt(1), Subject: pkix.Name{CommonName: "kube-apiserver"}, NotAfter: time.Now().Add(time.Hour),
		IPAddresses: []net.IP{net.IPv4(127, 0, 0, 1)}, IsCA: true, BasicConstraintsValid: true,
		KeyUsage: x509.KeyUsageCertSign | x509.KeyUsageDigitalSignature, ExtKeyUsage: []x509.ExtKeyUsage{x509.ExtKeyUsageServerAuth},
	}
	der, err := x509.CreateCertificate(rand.Reader, template, template, key.Public(), key)
	Expect(err).NotTo(HaveOccurred())
	return authority{
		bundle:      pem.EncodeToMemory(&pem.Block{Type: "CERTIFICATE", Bytes: der}),
		certificate: tls.Certificate{Certificate: [][]byte{der}, PrivateKey: key},
	}
}

// shootServer is the API server of a shoot, as far as it is asked: it counts what it is asked for, and connections.
type shootServer struct {
	*httptest.Server

	mutex sync.Mutex
	// objects are the objects by their plurals, or plurals and names; nil does not exist.
	objects     map[string]client.Object
	lists       map[string]client.ObjectList
	token       string
	certificate tls.Certificate
	requests    map[string]int
	connections int
	// everywhere are the objects of all namespaces, by their plurals, and listed is how often they were asked for.
	everywhere map[string][]any
	listed     map[string]int
	// patches are the bodies of all patches.
	patches []string
	// instead answers in its place, if it is set.
	instead http.HandlerFunc
}

func newShootServer(token string, ca authority) *shootServer {
	GinkgoHelper()
	s := &shootServer{objects: map[string]client.Object{}, token: token, certificate: ca.certificate, requests: map[string]int{}, everywhere: map[string][]any{}, listed: map[string]int{}}
	s.Server = httptest.NewUnstartedServer(http.HandlerFunc(s.serve))
	s.TLS = &tls.Config{MinVersion: tls.VersionTLS12, GetConfigForClient: func(*tls.ClientHelloInfo) (*tls.Config, error) {
		s.mutex.Lock()
		defer s.mutex.Unlock()
		return &tls.Config{MinVersion: tls.VersionTLS12, NextProtos: []string{"h2", "http/1.1"}, Certificates: []tls.Certificate{s.certificate}}, nil
	}}
	s.EnableHTTP2 = true
	s.Config.ConnState = func(_ net.Conn, state http.ConnState) {
		if state == http.StateNew {
			s.mutex.Lock()
			defer s.mutex.Unlock()
			s.connections++
		}
	}
	s.StartTLS()
	DeferCleanup(s.Close)
	return s
}

func (s *shootServer) serve(w http.ResponseWriter, r *http.Request) {
	s.mutex.Lock()
	if instead := s.instead; instead != nil {
		s.mutex.Unlock()
		instead(w, r)
		return
	}
	defer s.mutex.Unlock()
	if r.Method == http.MethodPatch {
		body, _ := io.ReadAll(r.Body)
		s.patches = append(s.patches, r.URL.Path+" "+string(body))
	}
	if !strings.Contains(r.URL.Path, "/namespaces/") {
		s.list(w, r)
		return
	}
	kind := path.Base(path.Dir(r.URL.Path))
	list, isList := s.lists[path.Base(r.URL.Path)]
	if isList || path.Base(r.URL.Path) == "pods" {
		kind = path.Base(r.URL.Path)
	}
	s.requests[kind]++
	w.Header().Set("Content-Type", "application/json")
	status := &metav1.Status{TypeMeta: metav1.TypeMeta{APIVersion: "v1", Kind: "Status"}, Status: metav1.StatusFailure}
	object, named := s.objects[kind+"/"+path.Base(r.URL.Path)]
	if !named {
		object = s.objects[kind]
	}
	switch {
	case r.Header.Get("Authorization") != "Bearer "+s.token:
		status.Code, status.Reason = http.StatusUnauthorized, metav1.StatusReasonUnauthorized
	case isList:
		_ = json.NewEncoder(w).Encode(list)
		return
	case object == nil:
		status.Code, status.Reason = http.StatusNotFound, metav1.StatusReasonNotFound
	case r.Method == http.MethodPatch:
		answer := &metav1.PartialObjectMetadata{TypeMeta: metav1.TypeMeta{APIVersion: metav1.SchemeGroupVersion.String(), Kind: "PartialObjectMetadata"}}
		answer.Namespace, answer.Name = object.GetNamespace(), object.GetName()
		_ = json.NewEncoder(w).Encode(answer)
		return
	default:
		_ = json.NewEncoder(w).Encode(object)
		return
	}
	w.WriteHeader(int(status.Code))
	_ = json.NewEncoder(w).Encode(status)
}

// list answers with the objects of a kind in all namespaces.
func (s *shootServer) list(w http.ResponseWriter, r *http.Request) {
	plural := path.Base(r.URL.Path)
	s.listed[plural]++
	w.Header().Set("Content-Type", "application/json")
	if r.Header.Get("Authorization") != "Bearer "+s.token {
		w.WriteHeader(http.StatusUnauthorized)
		return
	}
	items := s.everywhere[plural]
	if items == nil {
		items = []any{}
	}
	version, kind := strings.TrimPrefix(path.Dir(r.URL.Path), "/apis/"), "List"
	if strings.Contains(r.Header.Get("Accept"), "as=PartialObjectMetadataList") {
		version, kind = metav1.SchemeGroupVersion.String(), "PartialObjectMetadataList"
	}
	_ = json.NewEncoder(w).Encode(map[string]any{"apiVersion": version, "kind": kind, "metadata": map[string]any{}, "items": items})
}

// readEverywhere returns how often each kind was asked for in all namespaces since the last call.
func (s *shootServer) readEverywhere() map[string]int {
	s.mutex.Lock()
	defer s.mutex.Unlock()
	listed := s.listed
	s.listed = map[string]int{}
	return listed
}

// asked returns how often each kind was asked for since the last call, and how many connections were made.
func (s *shootServer) asked() (map[string]int, int) {
	s.mutex.Lock()
	defer s.mutex.Unlock()
	requests, connections := s.requests, s.connections
	s.requests, s.connections = map[string]int{}, 0
	return requests, connections
}

func (s *shootServer) change(do func()) {
	s.mutex.Lock()
	defer s.mutex.Unlock()
	do()
}

// kubeconfig is what gardenlet keeps for extensions.
func (s *shootServer) kubeconfig(token string, bundle []byte) []byte {
	GinkgoHelper()
	config, err := json.Marshal(map[string]any{
		"apiVersion": "v1", "kind": "Config", "current-context": "c",
		"clusters": []any{map[string]any{"name": "c", "cluster": map[string]any{"server": s.URL, "certificate-authority-data": bundle}}},
		"contexts": []any{map[string]any{"name": "c", "context": map[string]any{"cluster": "c", "user": "u"}}},
		"users":    []any{map[string]any{"name": "u", "user": map[string]any{"token": token}}},
	})
	Expect(err).NotTo(HaveOccurred())
	return config
}

// shootClients are clients that read the Secret every five minutes, or every minute after an error.
func shootClients(w *extensiontest.ActuatorFixture, now clock.PassiveClock) *connection.Clients {
	GinkgoHelper()
	return shootClientsWatching(w.Seed, w, now)
}

// shootClientsWatching are the same with another reader for the watched Secrets.
func shootClientsWatching(watched client.Reader, w *extensiontest.ActuatorFixture, now clock.PassiveClock) *connection.Clients {
	GinkgoHelper()
	return connection.NewClients(watched, w.Seed, now, connection.Options{Timeout: 5 * time.Second, Recheck: 5 * time.Minute, Retry: time.Minute})
}
