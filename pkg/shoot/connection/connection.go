// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package connection

import (
	"crypto/sha256"
	"net/http"
	"net/url"
	"sync"
	"sync/atomic"
	"time"

	kubernetesclient "github.com/gardener/gardener/pkg/client/kubernetes"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	utilnet "k8s.io/apimachinery/pkg/util/net"
	"k8s.io/client-go/rest"

	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/shoot/answers"
)

// connection is the state for one shoot. The mutex is held while the endpoint is read.
type connection struct {
	bounds *answers.Shoot
	mutex  sync.Mutex
	// endpoint is nil until the kubeconfig was read.
	endpoint   *endpoint
	kubeconfig [sha256.Size]byte
	// secret is the metadata of the Secret with the kubeconfig.
	secret metav1.ObjectMeta
	// readAt is the time of the last read.
	readAt time.Time
	// unauthorized is true after the shoot has refused the token.
	unauthorized atomic.Bool
	// failure is the error of the last Ask, without the answer.
	failure atomic.Pointer[error]
}

// endpoint is the API server of a shoot according to one kubeconfig.
type endpoint struct {
	config *rest.Config
	base   *url.URL
	http   *http.Client
}

// connect replaces the endpoint.
func (c *connection) connect(kubeconfig []byte, o Options) error {
	config, err := kubernetesclient.RESTConfigFromKubeconfig(kubeconfig,
		kubernetesclient.AuthTokenFile, kubernetesclient.AuthClientKey, kubernetesclient.AuthClientCertificate)
	if err != nil {
		return err
	}
	config.Timeout = o.Timeout
	// Requests to a shoot are sequential. The buffers with which HTTP/2 prepares for concurrent ones take a
	// fifth of the memory with a thousand shoots, and it receives answers before anyone reads them.
	config.NextProtos = []string{"http/1.1"}
	// With a proxy function, client-go creates an unshared transport, which can be closed.
	config.Proxy = http.ProxyFromEnvironment
	config.WrapTransport = func(transport http.RoundTripper) http.RoundTripper {
		if own, is := transport.(*http.Transport); is && o.Idle > 0 {
			own.IdleConnTimeout = o.Idle
		}
		return c.bounds.Wrap(transport)
	}
	// Warnings of a shoot's API server are meant for its users, and would be logged without bounds.
	config.WarningHandlerWithContext = rest.NoWarnings{}
	httpClient, err := rest.HTTPClientFor(config)
	if err != nil {
		return err
	}
	base, _, err := rest.DefaultServerUrlFor(config)
	if err != nil {
		return err
	}
	httpClient.Transport = unauthorizedRecorder{RoundTripper: httpClient.Transport, unauthorized: &c.unauthorized}
	c.close()
	c.endpoint = &endpoint{config: config, base: base, http: httpClient}
	return nil
}

func (c *connection) close() {
	if c.endpoint != nil {
		utilnet.CloseIdleConnectionsFor(c.endpoint.http.Transport)
	}
}

// unauthorizedRecorder records a refused token for all users of the connection.
type unauthorizedRecorder struct {
	http.RoundTripper
	unauthorized *atomic.Bool
}

// RoundTrip sends the request.
func (r unauthorizedRecorder) RoundTrip(request *http.Request) (*http.Response, error) {
	response, err := r.RoundTripper.RoundTrip(request)
	if err == nil && response.StatusCode == http.StatusUnauthorized {
		r.unauthorized.Store(true)
	}
	return response, err
}

// WrappedRoundTripper returns the transport whose idle connections are closed.
func (r unauthorizedRecorder) WrappedRoundTripper() http.RoundTripper { return r.RoundTripper }
