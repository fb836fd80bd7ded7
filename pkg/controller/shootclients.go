// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package controller

import (
	"context"
	"crypto/sha256"
	"errors"
	"fmt"
	"net"
	"net/http"
	"sync"
	"time"

	v1beta1constants "github.com/gardener/gardener/pkg/apis/core/v1beta1/constants"
	kubernetesclient "github.com/gardener/gardener/pkg/client/kubernetes"
	"github.com/gardener/gardener/pkg/utils/secrets"
	corev1 "k8s.io/api/core/v1"
	apierrors "k8s.io/apimachinery/pkg/api/errors"
	utilnet "k8s.io/apimachinery/pkg/util/net"
	"k8s.io/client-go/rest"
	"k8s.io/utils/clock"
	"sigs.k8s.io/controller-runtime/pkg/client"

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

// ShootClients keeps a client with open connections for each shoot that is looked at. Gardener renews the token in the kubeconfig
// long before it ends, and adds a certificate authority to it long before that one's certificates are used: so it is enough to look
// at the Secret now and then, and when something fails. What is not to be missed looks at it each time. It is safe for concurrent use.
type ShootClients struct {
	seed    client.Reader
	clock   clock.PassiveClock
	options ShootClientOptions

	mutex   sync.Mutex
	clients map[string]*shootClient
}

var _ ShootConnector = &ShootClients{}

// shootClient is the client for one shoot. The mutex is held while it is being built.
type shootClient struct {
	mutex      sync.Mutex
	reader     client.Reader
	config     *rest.Config
	http       *http.Client
	kubeconfig [sha256.Size]byte
	// lookedAt is when the Secret was read.
	lookedAt time.Time
}

// NewShootClients returns an empty cache that reads Secrets with the given reader.
func NewShootClients(seed client.Reader, now clock.PassiveClock, options ShootClientOptions) *ShootClients {
	return &ShootClients{seed: seed, clock: now, options: options, clients: map[string]*shootClient{}}
}

// Ask asks the shoot whose control plane is in the namespace. If that fails for a reason that a new kubeconfig may take away, it is
// asked once more with that, if there is one.
func (c *ShootClients) Ask(ctx context.Context, namespace string, ask func(client.Reader) error) error {
	shoot := c.of(namespace)
	reader, err := c.current(ctx, namespace, shoot, c.options.Recheck)
	if err != nil {
		return err
	}
	failure := ask(reader)
	if failure == nil || !mayBeKubeconfig(failure) {
		return failure
	}
	renewed, err := c.current(ctx, namespace, shoot, c.options.Retry)
	if err != nil || renewed == reader {
		return failure
	}
	return ask(renewed)
}

// Drop closes the connections to a shoot that is not looked at any more.
func (c *ShootClients) Drop(namespace string) {
	c.mutex.Lock()
	shoot := c.clients[namespace]
	delete(c.clients, namespace)
	c.mutex.Unlock()
	if shoot == nil {
		return
	}
	shoot.mutex.Lock()
	defer shoot.mutex.Unlock()
	shoot.close()
}

func (c *ShootClients) of(namespace string) *shootClient {
	c.mutex.Lock()
	defer c.mutex.Unlock()
	shoot := c.clients[namespace]
	if shoot == nil {
		shoot = &shootClient{}
		c.clients[namespace] = shoot
	}
	return shoot
}

// current returns a client with the kubeconfig as it was at most the given time ago. A seed that cannot be asked for it is no reason
// not to use the one there is.
func (c *ShootClients) current(ctx context.Context, namespace string, shoot *shootClient, age time.Duration) (client.Reader, error) {
	shoot.mutex.Lock()
	defer shoot.mutex.Unlock()
	if shoot.reader != nil && c.clock.Since(shoot.lookedAt) < age {
		return shoot.reader, nil
	}
	kubeconfig, err := c.kubeconfig(ctx, namespace)
	if err != nil && (shoot.reader == nil || apierrors.IsNotFound(err)) {
		return nil, fmt.Errorf("failed to read the kubeconfig of the shoot: %w", err)
	}
	shoot.lookedAt = c.clock.Now()
	sum := sha256.Sum256(kubeconfig)
	if err != nil || shoot.reader != nil && sum == shoot.kubeconfig {
		return shoot.reader, nil
	}
	reader, config, httpClient, err := c.connect(kubeconfig)
	if err != nil {
		return nil, fmt.Errorf("failed to make a client for the shoot: %w", err)
	}
	shoot.close()
	shoot.reader, shoot.config, shoot.http, shoot.kubeconfig = reader, config, httpClient, sum
	return reader, nil
}

// Connect returns the shoot whose control plane is in the namespace, with the kubeconfig as it is now, and over the same connections as it
// is asked. That there is no kubeconfig is an error that says NotFound.
func (c *ShootClients) Connect(ctx context.Context, namespace string) (*toolkit.Shoot, error) {
	shoot := c.of(namespace)
	if _, err := c.current(ctx, namespace, shoot, 0); err != nil {
		return nil, err
	}
	shoot.mutex.Lock()
	defer shoot.mutex.Unlock()
	return toolkit.ConnectOver(namespace, shoot.config, shoot.http)
}

// kubeconfig reads the one that gardenlet keeps for extensions, as util.NewClientForShoot of Gardener's extension library does.
func (c *ShootClients) kubeconfig(ctx context.Context, namespace string) ([]byte, error) {
	names := []string{v1beta1constants.SecretNameGardenerInternal, v1beta1constants.SecretNameGardener}
	if c.options.External {
		names = names[1:]
	}
	var err error
	for _, name := range names {
		secret := &corev1.Secret{}
		if err = c.seed.Get(ctx, client.ObjectKey{Namespace: namespace, Name: name}, secret); err == nil {
			return secret.Data[secrets.DataKeyKubeconfig], nil
		}
		if !apierrors.IsNotFound(err) {
			return nil, err
		}
	}
	return nil, err
}

func (c *ShootClients) connect(kubeconfig []byte) (client.Reader, *rest.Config, *http.Client, error) {
	config, err := kubernetesclient.RESTConfigFromKubeconfig(kubeconfig,
		kubernetesclient.AuthTokenFile, kubernetesclient.AuthClientKey, kubernetesclient.AuthClientCertificate)
	if err != nil {
		return nil, nil, nil, err
	}
	config.Timeout = c.options.Timeout
	// With a function of its own client-go makes a transport that nobody else uses, and that can be closed.
	config.Proxy = http.ProxyFromEnvironment
	httpClient, err := rest.HTTPClientFor(config)
	if err != nil {
		return nil, nil, nil, err
	}
	options := c.options.Client
	options.HTTPClient = httpClient
	reader, err := client.New(config, options)
	return reader, config, httpClient, err
}

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
