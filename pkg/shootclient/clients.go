// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package shootclient

import (
	"context"
	"crypto/sha256"
	"errors"
	"fmt"
	"net"
	"net/http"
	"sync"
	"sync/atomic"
	"time"

	v1beta1constants "github.com/gardener/gardener/pkg/apis/core/v1beta1/constants"
	kubernetesclient "github.com/gardener/gardener/pkg/client/kubernetes"
	"github.com/gardener/gardener/pkg/utils/secrets"
	corev1 "k8s.io/api/core/v1"
	apierrors "k8s.io/apimachinery/pkg/api/errors"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	utilnet "k8s.io/apimachinery/pkg/util/net"
	"k8s.io/client-go/rest"
	"k8s.io/utils/clock"
	"sigs.k8s.io/controller-runtime/pkg/client"

	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/seed"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/toolkit"
)

// ShootClientOptions say how shoots are asked.
type ShootClientOptions struct {
	// Client are the options for clients, from health.ShootClientOptions.
	Client client.Options
	// Timeout bounds one request to a shoot's API server.
	Timeout time.Duration
	// Recheck is the time after which it is looked whether the kubeconfig has changed, and Retry the one after an error for which
	// the kubeconfig may be the reason.
	Recheck, Retry time.Duration
	// External has shoots asked by their public addresses, as the variable GARDENER_SHOOT_CLIENT of Gardener's extensions does.
	External bool
}

// Clients keeps a client with open connections for each shoot that is looked at. Gardener renews the token in the kubeconfig
// long before it ends, and adds a certificate authority to it long before that one's certificates are used: so it is enough to look
// at the Secret now and then, and when something fails. What is not to be missed looks at it each time. It is safe for concurrent use.
type Clients struct {
	Watched client.Reader
	seed    client.Reader
	clock   clock.PassiveClock
	options ShootClientOptions

	mutex   sync.Mutex
	Clients map[string]*shootClient
}

var _ Connector = &Clients{}

// shootClient is the client for one shoot. The mutex is held while it is being built.
type shootClient struct {
	mutex      sync.Mutex
	Reader     client.Reader
	config     *rest.Config
	http       *http.Client
	kubeconfig [sha256.Size]byte
	// secret is what the kubeconfig was read from.
	secret metav1.ObjectMeta
	// lookedAt is when the Secret was read.
	lookedAt time.Time
	// refused says that the shoot has not accepted the token.
	refused atomic.Bool
}

// NewClients returns an empty cache that reads Secrets as a watch tells of them, and from the seed itself where the kubeconfig that is known
// may not be the latest.
func NewClients(watched, seed client.Reader, now clock.PassiveClock, options ShootClientOptions) *Clients {
	return &Clients{Watched: watched, seed: seed, clock: now, options: options, Clients: map[string]*shootClient{}}
}

// Ask asks the shoot whose control plane is in the namespace. If that fails for a reason that a new kubeconfig may take away, it is
// asked once more with that, if there is one.
func (c *Clients) Ask(ctx context.Context, namespace string, ask func(client.Reader) error) error {
	shoot := c.Of(namespace)
	reader, err := c.current(ctx, namespace, shoot, c.Watched, c.options.Recheck)
	if err != nil {
		return err
	}
	failure := ask(reader)
	if failure == nil || !mayBeKubeconfig(failure) {
		return failure
	}
	renewed, err := c.current(ctx, namespace, shoot, c.seed, c.options.Retry)
	if err != nil || renewed == reader {
		return failure
	}
	return ask(renewed)
}

// Drop closes the connections to a shoot that is not looked at any more.
func (c *Clients) Drop(namespace string) {
	c.mutex.Lock()
	shoot := c.Clients[namespace]
	delete(c.Clients, namespace)
	c.mutex.Unlock()
	if shoot == nil {
		return
	}
	shoot.mutex.Lock()
	defer shoot.mutex.Unlock()
	shoot.close()
}

func (c *Clients) Of(namespace string) *shootClient {
	c.mutex.Lock()
	defer c.mutex.Unlock()
	shoot := c.Clients[namespace]
	if shoot == nil {
		shoot = &shootClient{}
		c.Clients[namespace] = shoot
	}
	return shoot
}

// current returns a client with the kubeconfig as it was at most the given time ago. A seed that cannot be asked for it is no reason
// not to use the one there is. After the shoot has refused the token, the seed itself is asked, and from then on no older Secret is believed.
func (c *Clients) current(ctx context.Context, namespace string, shoot *shootClient, reader client.Reader, age time.Duration) (client.Reader, error) {
	shoot.mutex.Lock()
	defer shoot.mutex.Unlock()
	if shoot.Reader != nil && c.clock.Since(shoot.lookedAt) < age {
		return shoot.Reader, nil
	}
	if shoot.refused.Load() {
		reader = c.seed
	}
	secret, err := c.kubeconfig(ctx, reader, namespace)
	if err != nil && (shoot.Reader == nil || apierrors.IsNotFound(err)) {
		return nil, fmt.Errorf("failed to read the kubeconfig of the shoot: %w", err)
	}
	shoot.lookedAt = c.clock.Now()
	if err != nil || shoot.Reader != nil && secret.Name == shoot.secret.Name && seed.IsNewer(shoot.secret.ResourceVersion, secret.ResourceVersion) {
		return shoot.Reader, nil
	}
	shoot.refused.Store(false)
	kubeconfig := secret.Data[secrets.DataKeyKubeconfig]
	sum := sha256.Sum256(kubeconfig)
	if shoot.Reader != nil && sum == shoot.kubeconfig {
		shoot.secret = secret.ObjectMeta
		return shoot.Reader, nil
	}
	if err := c.connect(shoot, kubeconfig); err != nil {
		return nil, fmt.Errorf("failed to make a client for the shoot: %w", err)
	}
	shoot.kubeconfig, shoot.secret = sum, secret.ObjectMeta
	return shoot.Reader, nil
}

// Connect returns the shoot whose control plane is in the namespace, with the kubeconfig as it is now, and over the same connections as it
// is asked. That there is no kubeconfig is an error that says NotFound.
func (c *Clients) Connect(ctx context.Context, namespace string) (*toolkit.Shoot, error) {
	shoot := c.Of(namespace)
	if _, err := c.current(ctx, namespace, shoot, c.Watched, 0); err != nil {
		return nil, err
	}
	shoot.mutex.Lock()
	defer shoot.mutex.Unlock()
	return toolkit.Connect(namespace, shoot.config, shoot.http)
}

// kubeconfig reads the one that gardenlet keeps for extensions, as util.NewClientForShoot of Gardener's extension library does.
func (c *Clients) kubeconfig(ctx context.Context, reader client.Reader, namespace string) (*corev1.Secret, error) {
	names := []string{v1beta1constants.SecretNameGardenerInternal, v1beta1constants.SecretNameGardener}
	if c.options.External {
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

// connect makes the client of a shoot anew.
func (c *Clients) connect(shoot *shootClient, kubeconfig []byte) error {
	config, err := kubernetesclient.RESTConfigFromKubeconfig(kubeconfig,
		kubernetesclient.AuthTokenFile, kubernetesclient.AuthClientKey, kubernetesclient.AuthClientCertificate)
	if err != nil {
		return err
	}
	config.Timeout = c.options.Timeout
	// With a function of its own client-go makes a transport that nobody else uses, and that can be closed.
	config.Proxy = http.ProxyFromEnvironment
	httpClient, err := rest.HTTPClientFor(config)
	if err != nil {
		return err
	}
	httpClient.Transport = refusals{RoundTripper: httpClient.Transport, refused: &shoot.refused}
	options := c.options.Client
	options.HTTPClient = httpClient
	reader, err := client.New(config, options)
	if err != nil {
		return err
	}
	shoot.close()
	shoot.Reader, shoot.config, shoot.http = reader, config, httpClient
	return nil
}

// refusals notes that a shoot has refused the token, whoever has asked.
type refusals struct {
	http.RoundTripper
	refused *atomic.Bool
}

// RoundTrip asks.
func (r refusals) RoundTrip(request *http.Request) (*http.Response, error) {
	response, err := r.RoundTripper.RoundTrip(request)
	if err == nil && response.StatusCode == http.StatusUnauthorized {
		r.refused.Store(true)
	}
	return response, err
}

// WrappedRoundTripper returns the one whose connections are closed.
func (r refusals) WrappedRoundTripper() http.RoundTripper { return r.RoundTripper }

func (s *shootClient) close() {
	if s.http != nil {
		utilnet.CloseIdleConnectionsFor(s.http.Transport)
	}
}

// mayBeKubeconfig tells whether another kubeconfig may help: another token, another authority, another address. What net/http says of a
// connection, of a certificate too, is a network error.
func mayBeKubeconfig(err error) bool {
	var network net.Error
	return apierrors.IsUnauthorized(err) || errors.As(err, &network)
}
