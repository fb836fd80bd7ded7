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

// connection is what is kept of one shoot. The mutex is held while the endpoint is being read.
type connection struct {
	bounds *answers.Shoot
	mutex  sync.Mutex
	// endpoint is nil until the kubeconfig was read.
	endpoint   *endpoint
	kubeconfig [sha256.Size]byte
	// secret is the metadata of the Secret from which the kubeconfig was read.
	secret metav1.ObjectMeta
	// readAt is when the Secret was read.
	readAt time.Time
	// unauthorized is set when the shoot has refused the token.
	unauthorized atomic.Bool
	// failure is what the last Ask has failed with, without the answer.
	failure atomic.Pointer[error]
}

// endpoint is the API server of a shoot, as one kubeconfig has it.
type endpoint struct {
	config *rest.Config
	base   *url.URL
	http   *http.Client
}

// connect replaces the endpoint of the shoot.
func (c *connection) connect(kubeconfig []byte, o Options) error {
	config, err := kubernetesclient.RESTConfigFromKubeconfig(kubeconfig,
		kubernetesclient.AuthTokenFile, kubernetesclient.AuthClientKey, kubernetesclient.AuthClientCertificate)
	if err != nil {
		return err
	}
	config.Timeout = o.Timeout
	// A shoot is asked one thing after the other. What HTTP/2 keeps of a connection for the case that it is not takes a fifth of all memory with a
	// thousand shoots, and it receives answers before anyone reads them.
	config.NextProtos = []string{"http/1.1"}
	// With a proxy function client-go creates a transport that is not shared, so that it can be closed.
	config.Proxy = http.ProxyFromEnvironment
	config.WrapTransport = func(transport http.RoundTripper) http.RoundTripper {
		if own, is := transport.(*http.Transport); is && o.Idle > 0 {
			own.IdleConnTimeout = o.Idle
		}
		return c.bounds.Wrap(transport)
	}
	// What a shoot's API server warns of is written for those who use the shoot, and would be logged without bounds.
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

// unauthorizedRecorder records that a shoot has refused the token, for all users of the connection.
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
