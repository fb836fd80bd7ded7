// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package connection

import (
	"context"
	"crypto/sha256"
	"crypto/tls"
	"errors"
	"fmt"
	"net/http"
	"net/url"
	"strings"
	"sync/atomic"
	"time"

	v1beta1constants "github.com/gardener/gardener/pkg/apis/core/v1beta1/constants"
	kubernetesclient "github.com/gardener/gardener/pkg/client/kubernetes"
	"golang.org/x/sync/semaphore"
	corev1 "k8s.io/api/core/v1"
	apierrors "k8s.io/apimachinery/pkg/api/errors"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	utilnet "k8s.io/apimachinery/pkg/util/net"
	utilresourceversion "k8s.io/apimachinery/pkg/util/resourceversion"
	"k8s.io/client-go/rest"
	"sigs.k8s.io/controller-runtime/pkg/client"

	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/shoot/responses"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/shoot/toolkit"
)

// connection is the state of the connection to one shoot.
type connection struct {
	bounds *responses.Shoot
	// turn guards the fields below. A caller holds it during the read of the kubeconfig, too. Waiting for it ends with the
	// context of the caller, in contrast to a mutex.
	turn *semaphore.Weighted
	// endpoint is nil before the first read of the kubeconfig.
	endpoint   *endpoint
	kubeconfig [sha256.Size]byte
	// secret is the metadata of the Secret with the kubeconfig.
	secret metav1.ObjectMeta
	// readAt is the time when the kubeconfig was last read.
	readAt time.Time
	// unauthorized is true if the shoot has refused the token.
	unauthorized atomic.Bool
}

// endpoint connects to the API server of a shoot with one kubeconfig.
type endpoint struct {
	config *rest.Config
	base   *url.URL
	http   *http.Client
}

// connect replaces the endpoint with one for the kubeconfig.
func (c *connection) connect(kubeconfig []byte, o Options) error {
	config, err := kubernetesclient.RESTConfigFromKubeconfig(kubeconfig,
		kubernetesclient.AuthTokenFile, kubernetesclient.AuthClientKey, kubernetesclient.AuthClientCertificate)
	if err != nil {
		return err
	}
	config.Timeout = o.Timeout
	// Requests to a shoot are sequential, so HTTP/2 has no benefit. With a thousand shoots, its buffers use a fifth of the
	// memory, and it receives responses before a client reads them.
	config.NextProtos = []string{"http/1.1"}
	// With a proxy function, client-go creates a transport that is not shared and can be closed.
	config.Proxy = http.ProxyFromEnvironment
	config.WrapTransport = func(transport http.RoundTripper) http.RoundTripper {
		if o.Transport != nil {
			return c.bounds.Wrap(o.Transport)
		}
		if own, ok := transport.(*http.Transport); ok && o.Idle > 0 {
			own.IdleConnTimeout = o.Idle
			// Most health checks open a new connection. Resuming the session saves the verification of the certificate.
			if own.TLSClientConfig != nil {
				own.TLSClientConfig.ClientSessionCache = tls.NewLRUClientSessionCache(1)
			}
		}
		return c.bounds.Wrap(transport)
	}
	// Warnings of a shoot's API server are for the users of the shoot, and their length is not limited.
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

// unauthorizedRecorder records a response with status 401, which means that the shoot has refused the token.
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

// WrappedRoundTripper returns the wrapped transport, so that its idle connections can be closed.
func (r unauthorizedRecorder) WrappedRoundTripper() http.RoundTripper { return r.RoundTripper }

// newClient returns one client for requests to all shoots. The context of a request selects the shoot. The client keeps
// one REST client per kind, because creating a REST client takes longer than a request, and the REST clients of
// different shoots differ only in the address.
func newClient(options Options) (client.Client, error) {
	own := toolkit.ClientOptions()
	own.HTTPClient = &http.Client{Transport: router{}, Timeout: options.Timeout}
	// Requests to one shoot must not wait for requests to another shoot. responses.Gate limits them instead.
	shoots, err := client.New(&rest.Config{Host: "https://shoot", Timeout: options.Timeout, QPS: -1, WarningHandlerWithContext: rest.NoWarnings{}}, own)
	if err != nil {
		return nil, fmt.Errorf("failed to create a client for shoots: %w", err)
	}
	return shoots, nil
}

type endpointKey struct{}

// at returns a context that directs requests of newClient's client to the endpoint.
func at(ctx context.Context, there *endpoint) context.Context {
	return context.WithValue(ctx, endpointKey{}, there)
}

// router sends requests to the endpoint in their context.
type router struct{}

var errNoShoot = errors.New("request to a shoot outside of Ask")

// RoundTrip sends the request. Unlike other transports, it changes the request in place, so that errors of net/http
// contain the address of the shoot. This is safe because client-go builds a new request for each attempt.
func (router) RoundTrip(request *http.Request) (*http.Response, error) {
	there, ok := request.Context().Value(endpointKey{}).(*endpoint)
	if !ok {
		return nil, errNoShoot
	}
	request.URL.Scheme, request.URL.Host, request.Host = there.base.Scheme, there.base.Host, ""
	request.URL.Path = strings.TrimSuffix(there.base.Path, "/") + request.URL.Path
	return there.http.Transport.RoundTrip(request)
}

// readKubeconfig reads the kubeconfig that gardenlet maintains for extensions, like util.NewClientForShoot of
// Gardener's extension library.
func readKubeconfig(ctx context.Context, reader client.Reader, namespace string, external bool) (*corev1.Secret, error) {
	names := []string{v1beta1constants.SecretNameGardenerInternal, v1beta1constants.SecretNameGardener}
	if external {
		names = names[1:]
	}
	var err error
	for _, name := range names {
		secret := &corev1.Secret{}
		if err = reader.Get(ctx, client.ObjectKey{Namespace: namespace, Name: name}, secret); err == nil {
			return secret, nil
		}
		if !apierrors.IsNotFound(err) {
			return nil, err
		}
	}
	return nil, err
}

// isOlder reports whether the Secret is older than the known version.
func isOlder(secret, known *metav1.ObjectMeta) bool {
	if secret.Name != known.Name {
		return false
	}
	order, err := utilresourceversion.CompareResourceVersion(secret.ResourceVersion, known.ResourceVersion)
	return err == nil && order < 0
}
