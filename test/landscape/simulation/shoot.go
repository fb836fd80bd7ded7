// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package simulation

import (
	"bytes"
	"compress/gzip"
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"net"
	"net/http"
	"reflect"
	"strconv"
	"strings"
	"sync"

	apierrors "k8s.io/apimachinery/pkg/api/errors"
	"k8s.io/apimachinery/pkg/api/meta"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"k8s.io/apimachinery/pkg/runtime/schema"
	"k8s.io/apimachinery/pkg/types"
	"k8s.io/apimachinery/pkg/util/uuid"

	"github.com/shoot-flux/gardener-extension-shoot-flux/test/landscape/pki"
)

// shootPort is the port of all shoots' API servers. Their addresses differ.
const shootPort = 6443

// Shoot is a simulated shoot.
type Shoot struct {
	// Project is the name of the project, Name the name of the Shoot, and TechnicalID the name of the shoot's namespace in
	// the seed.
	Project, Name, TechnicalID string

	labels map[string]string

	uid types.UID
	url string
	// ca is the certificate authority of the API server. It is nil if there is no API server.
	ca *pki.CA

	traffic *Counter
	server  *http.Server

	mutex sync.Mutex
	// objects contains the delivered objects by API path.
	objects map[string]*unstructured.Unstructured
	flux    fluxState
	// repository is what Flux reads on request. It is nil if only SetFlux changes the state.
	repository *Repository
	// healthy contains the objects below the root Kustomization if all are ready. All shoots share it. If failing is not
	// nil, it replaces healthy.
	healthy, failing tree
	// hung is closed to unblock requests. It is nil if requests are not blocked.
	hung chan struct{}
	// floods is true if all responses are very long.
	floods bool
}

// shootAddresses is a /16 network of loopback addresses that one simulation uses.
type shootAddresses struct {
	second      int
	reservation net.Listener
}

func reserveShootAddresses() (*shootAddresses, error) {
	for _, second := range rand.Perm(30) {
		// The clusters of the landscape use lower addresses.
		second += 222
		reservation, err := net.Listen("tcp", fmt.Sprintf("127.%d.255.254:%d", second, shootPort))
		if err == nil {
			return &shootAddresses{second: second, reservation: reservation}, nil
		}
	}
	return nil, fmt.Errorf("no free range of loopback addresses")
}

func (a *shootAddresses) address(n int) string {
	return fmt.Sprintf("127.%d.%d.%d", a.second, n/250, n%250+1)
}

func (a *shootAddresses) release() {
	// Ignore the error, because the listener has accepted no connections.
	_ = a.reservation.Close()
}

// newShoot returns a shoot without a running API server.
func newShoot(project, name string, traffic *Counter) *Shoot {
	return &Shoot{
		Project: project, Name: name, TechnicalID: "shoot--" + project + "--" + name, uid: uuid.NewUUID(), traffic: traffic,
		objects: map[string]*unstructured.Unstructured{},
	}
}

// listen starts the API server of the shoot.
func (s *Shoot) listen(address string) error {
	var err error
	if s.ca, err = pki.NewCA("kubernetes-" + s.TechnicalID); err != nil {
		return err
	}
	certificate, err := servingCertificate(s.ca, address)
	if err != nil {
		return err
	}
	listenAt := net.JoinHostPort(address, strconv.Itoa(shootPort))
	s.url = "https://" + listenAt
	s.server, err = serve(listenAt, certificate, s, s.traffic.countHandshake)
	return err
}

func (s *Shoot) stop() {
	s.SetHung(false)
	if s.server != nil {
		_ = s.server.Close()
	}
}

// apply stores delivered objects like gardener-resource-manager.
func (s *Shoot) apply(objects []*unstructured.Unstructured) {
	s.mutex.Lock()
	defer s.mutex.Unlock()
	for _, object := range objects {
		path := objectPath(object)
		before := s.objects[path]
		object.SetGeneration(1)
		if before != nil {
			object.SetGeneration(before.GetGeneration())
			if !reflect.DeepEqual(before.Object["spec"], object.Object["spec"]) {
				object.SetGeneration(before.GetGeneration() + 1)
			}
			keepRequests(before, object)
		}
		object.SetUID(s.uid)
		s.objects[path] = object
		s.fetchAfter(before, object)
	}
}

// Delivered returns a copy of the delivered object at an API path. It returns nil if there is none.
func (s *Shoot) Delivered(path string) *unstructured.Unstructured {
	s.mutex.Lock()
	defer s.mutex.Unlock()
	object := s.objects[path]
	if object == nil {
		return nil
	}
	return object.DeepCopy()
}

// objectPath returns the API path of an object.
func objectPath(object *unstructured.Unstructured) string {
	gvk := object.GroupVersionKind()
	resource, _ := meta.UnsafeGuessKindToResource(gvk)
	path := "/apis/" + gvk.GroupVersion().String()
	if gvk.Group == "" {
		path = "/api/" + gvk.Version
	}
	if namespace := object.GetNamespace(); namespace != "" {
		path += "/namespaces/" + namespace
	}
	return path + "/" + resource.Resource + "/" + object.GetName()
}

// SetHung makes the API server accept requests but not respond, as behind a broken network.
func (s *Shoot) SetHung(hung bool) {
	s.mutex.Lock()
	defer s.mutex.Unlock()
	switch {
	case hung && s.hung == nil:
		s.hung = make(chan struct{})
	case !hung && s.hung != nil:
		close(s.hung)
		s.hung = nil
	}
}

// floodBytes is the size of a very long response. Its compressed size is a quarter of a megabyte.
const floodBytes = 256 << 20

// SetFlood makes the API server respond to each request with a very long compressed list, like a malicious proxy that
// an administrator of a shoot may install.
func (s *Shoot) SetFlood(floods bool) {
	s.mutex.Lock()
	defer s.mutex.Unlock()
	s.floods = floods
}

// longAnswer is compressed only once, so that measurements include only the cost for receivers.
var longAnswer = sync.OnceValue(func() []byte {
	compressed := &bytes.Buffer{}
	writer := gzip.NewWriter(compressed)
	part := bytes.Repeat([]byte(" "), 1<<20)
	for range floodBytes / len(part) {
		_, _ = writer.Write(part) // Writes to a buffer do not fail.
	}
	_ = writer.Close()
	return compressed.Bytes()
})

// flood writes the very long response.
func flood(w http.ResponseWriter) {
	w.Header().Set("Content-Type", "application/json")
	w.Header().Set("Content-Encoding", "gzip")
	_, _ = w.Write(longAnswer()) // The client may have stopped reading.
}

// ServeHTTP responds like the API server of the shoot.
func (s *Shoot) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	kind, object := s.traffic.describe(r)
	if object != "" {
		object = s.TechnicalID + "/" + object
	}
	requests := s.traffic.count(kind, object)
	s.mutex.Lock()
	hung, floods := s.hung, s.floods
	s.mutex.Unlock()
	if floods {
		flood(w)
		return
	}
	if hung != nil {
		select {
		case <-hung:
		case <-r.Context().Done():
		}
		return
	}
	status, answer := s.answer(r)
	if status != http.StatusOK {
		s.traffic.countFailure(kind, status)
	}
	body, err := json.Marshal(answer)
	if err != nil {
		panic(err) // A decoded object can always be encoded.
	}
	w.Header().Set("Content-Type", "application/json")
	w.WriteHeader(status)
	// The client may have disconnected.
	_, _ = w.Write(body)
	s.traffic.mutex.Lock()
	defer s.traffic.mutex.Unlock()
	requests.Received += int64(len(body))
}

func (s *Shoot) answer(r *http.Request) (int, any) {
	if r.Method == http.MethodPatch && s.repository != nil {
		return s.annotate(r)
	}
	if r.Method != http.MethodGet {
		refusal := apierrors.NewMethodNotSupported(schema.GroupResource{Resource: r.URL.Path}, r.Method)
		return int(refusal.ErrStatus.Code), refusal.ErrStatus
	}
	if strings.Contains(r.Header.Get("Accept"), "PartialObjectMetadata") || !s.isList(r.URL.Path) {
		if answer, found := discovery(r.URL.Path); found {
			return http.StatusOK, answer
		}
	}
	s.mutex.Lock()
	defer s.mutex.Unlock()
	if s.isList(r.URL.Path) {
		return http.StatusOK, s.list(r.URL.Path)
	}
	if object, found := s.objects[r.URL.Path]; found {
		return http.StatusOK, s.flux.withStatus(object)
	}
	missing := apierrors.NewNotFound(schema.GroupResource{Resource: r.URL.Path}, "")
	return http.StatusNotFound, missing.ErrStatus
}

// discovery responds to discovery requests, and to lists of kinds that do not exist before Flux is installed.
func discovery(path string) (any, bool) {
	group := func(name string) metav1.APIGroup {
		version := metav1.GroupVersionForDiscovery{GroupVersion: name + "/v1", Version: "v1"}
		return metav1.APIGroup{Name: name, Versions: []metav1.GroupVersionForDiscovery{version}, PreferredVersion: version}
	}
	resources := func(groupVersion string, resources ...metav1.APIResource) metav1.APIResourceList {
		return metav1.APIResourceList{TypeMeta: metav1.TypeMeta{Kind: "APIResourceList", APIVersion: "v1"}, GroupVersion: groupVersion, APIResources: resources}
	}
	verbs := metav1.Verbs{"get", "list"}
	switch path {
	case "/api":
		return metav1.APIVersions{TypeMeta: metav1.TypeMeta{Kind: "APIVersions", APIVersion: "v1"}, Versions: []string{"v1"}}, true
	case "/apis":
		return metav1.APIGroupList{
			TypeMeta: metav1.TypeMeta{Kind: "APIGroupList", APIVersion: "v1"},
			Groups:   []metav1.APIGroup{group("apps"), group("apiextensions.k8s.io")},
		}, true
	case "/api/v1":
		return resources("v1", metav1.APIResource{Name: "secrets", SingularName: "secret", Kind: "Secret", Namespaced: true, Verbs: verbs}), true
	case "/apis/apps/v1":
		return resources("apps/v1", metav1.APIResource{Name: "deployments", SingularName: "deployment", Kind: "Deployment", Namespaced: true, Verbs: verbs}), true
	case "/apis/apiextensions.k8s.io/v1":
		return resources("apiextensions.k8s.io/v1", metav1.APIResource{
			Name: "customresourcedefinitions", SingularName: "customresourcedefinition", Kind: "CustomResourceDefinition", Verbs: verbs,
		}), true
	case "/apis/apps/v1/deployments", "/apis/apiextensions.k8s.io/v1/customresourcedefinitions":
		return metav1.PartialObjectMetadataList{TypeMeta: metav1.TypeMeta{Kind: "PartialObjectMetadataList", APIVersion: "meta.k8s.io/v1"}}, true
	}
	return nil, false
}
