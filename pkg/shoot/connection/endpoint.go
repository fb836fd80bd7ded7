// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package connection

import (
	"context"
	"crypto/sha256"
	"errors"
	"fmt"
	"net/http"
	"net/url"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	v1beta1constants "github.com/gardener/gardener/pkg/apis/core/v1beta1/constants"
	kubernetesclient "github.com/gardener/gardener/pkg/client/kubernetes"
	corev1 "k8s.io/api/core/v1"
	apierrors "k8s.io/apimachinery/pkg/api/errors"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	utilnet "k8s.io/apimachinery/pkg/util/net"
	utilresourceversion "k8s.io/apimachinery/pkg/util/resourceversion"
	"k8s.io/client-go/rest"
	"sigs.k8s.io/controller-runtime/pkg/client"

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
	// Requests to a shoot are sequential. HTTP/2 prepares for concurrent ones: its buffers take a
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

// newClient returns one client for the requests to all shoots. The context of a request selects the shoot. A
// client keeps a REST client for each kind, which takes longer to create than a request and differs between
// shoots only in the address.
func newClient(options Options) (client.Client, error) {
	own := options.Client
	own.HTTPClient = &http.Client{Transport: router{}, Timeout: options.Timeout}
	// Requests to one shoot must not wait for requests to others: answers.Gate bounds them.
	shoots, err := client.New(&rest.Config{Host: "https://shoot", Timeout: options.Timeout, QPS: -1, WarningHandlerWithContext: rest.NoWarnings{}}, own)
	if err != nil {
		return nil, fmt.Errorf("failed to create a client for shoots: %w", err)
	}
	return shoots, nil
}

type endpointKey struct{}

// at returns a context that directs the client of newClient to the endpoint.
func at(ctx context.Context, there *endpoint) context.Context {
	return context.WithValue(ctx, endpointKey{}, there)
}

// router sends requests to the endpoint in their context.
type router struct{}

var errNoShoot = errors.New("request to a shoot outside of Ask")

// RoundTrip sends the request. It changes the address in place, against the rule for transports: client-go
// builds a request for each attempt, and errors of net/http must name the address of the shoot.
func (router) RoundTrip(request *http.Request) (*http.Response, error) {
	there, is := request.Context().Value(endpointKey{}).(*endpoint)
	if !is {
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
