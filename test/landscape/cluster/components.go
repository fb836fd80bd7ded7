// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package cluster

import (
	"context"
	"fmt"
	"net"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/client-go/kubernetes"

	"github.com/shoot-flux/gardener-extension-shoot-flux/test/landscape/binaries"
	"github.com/shoot-flux/gardener-extension-shoot-flux/test/landscape/pki"
	"github.com/shoot-flux/gardener-extension-shoot-flux/test/landscape/process"
)

// AllControllers returns the selector of the default controllers of the kube-controller-manager.
func AllControllers() []string { return []string{"*"} }

// MinimalControllers returns the controllers that every cluster needs: for ServiceAccounts and their root certificates,
// owner references, namespaces, aggregated roles, quotas, and workloads from Deployments to pods and endpoints.
func MinimalControllers() []string {
	return []string{
		"clusterrole-aggregation-controller",
		"deployment-controller",
		"disruption-controller",
		"endpoints-controller",
		"endpointslice-controller",
		"garbage-collector-controller",
		"namespace-controller",
		"pod-garbage-collector-controller",
		"replicaset-controller",
		"resourcequota-controller",
		"root-ca-certificate-publisher-controller",
		"serviceaccount-controller",
		"serviceaccount-token-controller",
		"validatingadmissionpolicy-status-controller",
	}
}

func (c *Cluster) pkiDir() string { return filepath.Join(c.Dir, "pki") }

func (c *Cluster) apiServerArgs(port int) ([]string, error) {
	if _, _, err := c.CA.Write(c.pkiDir(), "ca"); err != nil {
		return nil, err
	}
	clientCAFile := filepath.Join(c.pkiDir(), "client-ca.crt")
	if err := os.WriteFile(clientCAFile, slices.Concat(c.CA.Cert, c.options.ClientCA), 0o600); err != nil {
		return nil, fmt.Errorf("writing the authorities of clients: %w", err)
	}
	certFile, keyFile, err := c.apiServerCertificate()
	if err != nil {
		return nil, err
	}
	signingKeyFile, verificationKeyFile, err := pki.NewSigningKey(c.pkiDir(), "service-account")
	if err != nil {
		return nil, err
	}
	frontProxyCAFile, frontProxyCertFile, frontProxyKeyFile, err := c.frontProxy()
	if err != nil {
		return nil, err
	}
	args := []string{
		"--etcd-servers=" + c.options.Etcd.URL,
		"--etcd-prefix=/" + c.Name,
		"--bind-address=" + c.options.Address,
		"--secure-port=" + strconv.Itoa(port),
		"--service-cluster-ip-range=" + c.ServiceCIDR,
		"--allow-privileged=true",
		"--tls-cert-file=" + certFile,
		"--tls-private-key-file=" + keyFile,
		"--client-ca-file=" + clientCAFile,
		"--service-account-issuer=" + c.URL,
		"--service-account-key-file=" + verificationKeyFile,
		"--service-account-signing-key-file=" + signingKeyFile,
		"--requestheader-client-ca-file=" + frontProxyCAFile,
		"--requestheader-extra-headers-prefix=X-Remote-Extra-",
		"--requestheader-group-headers=X-Remote-Group",
		"--requestheader-username-headers=X-Remote-User",
		"--proxy-client-cert-file=" + frontProxyCertFile,
		"--proxy-client-key-file=" + frontProxyKeyFile,
		"--shutdown-delay-duration=0s",
		"--profiling=false",
	}
	if c.options.Address == Loopback {
		// The endpoints of Service kubernetes must not contain loopback addresses.
		args = append(args, "--endpoint-reconciler-type=none")
	}
	if c.options.AuthorizationConfig == "" {
		args = append(args, "--authorization-mode=Node,RBAC")
	} else {
		args = append(args, "--authorization-config="+c.options.AuthorizationConfig)
	}
	return append(args, c.options.APIServerArgs...), nil
}

func (c *Cluster) apiServerCertificate() (certFile, keyFile string, err error) {
	serviceIP, err := APIServerIP(c.ServiceCIDR)
	if err != nil {
		return "", "", err
	}
	pair, err := c.CA.Server("kube-apiserver", append([]string{
		"localhost",
		"kubernetes",
		"kubernetes.default",
		"kubernetes.default.svc",
		"kubernetes.default.svc.cluster.local",
	}, c.options.ServerNames...), []net.IP{net.ParseIP(Loopback), net.ParseIP(c.options.Address), serviceIP.AsSlice()})
	if err != nil {
		return "", "", err
	}
	return pair.Write(c.pkiDir(), binaries.KubeAPIServer)
}

// frontProxy creates the identity of the kube-apiserver for requests to aggregated API servers.
func (c *Cluster) frontProxy() (caFile, certFile, keyFile string, err error) {
	ca, err := pki.NewCA("front-proxy-" + c.Name)
	if err != nil {
		return "", "", "", err
	}
	if caFile, _, err = ca.Write(c.pkiDir(), "front-proxy-ca"); err != nil {
		return "", "", "", err
	}
	pair, err := ca.Client("front-proxy", nil)
	if err != nil {
		return "", "", "", err
	}
	certFile, keyFile, err = pair.Write(c.pkiDir(), "front-proxy")
	return caFile, certFile, keyFile, err
}

// StartControllerManager starts a kube-controller-manager with the given controllers, and waits for the default
// ServiceAccounts, because pods are not admitted without them.
func (c *Cluster) StartControllerManager(ctx context.Context, controllers []string) error {
	args, err := c.controlPlaneArgs(binaries.KubeControllerManager, "system:kube-controller-manager")
	if err != nil {
		return err
	}
	controllerManager, err := c.group.Start(process.Spec{
		Name: binaries.KubeControllerManager,
		Path: c.options.Binaries[binaries.KubeControllerManager],
		Args: append(args,
			"--controllers="+strings.Join(controllers, ","),
			"--use-service-account-credentials=true",
			// With the default of 20 requests per second, creating one ServiceAccount per controller takes most of the start.
			"--kube-api-qps=200",
			"--kube-api-burst=400",
			"--service-account-private-key-file="+filepath.Join(c.pkiDir(), "service-account.key"),
			"--root-ca-file="+filepath.Join(c.pkiDir(), "ca.crt"),
			"--cluster-signing-cert-file="+filepath.Join(c.pkiDir(), "ca.crt"),
			"--cluster-signing-key-file="+filepath.Join(c.pkiDir(), "ca.key"),
		),
	})
	if err != nil {
		return err
	}
	c.clients = append(c.clients, controllerManager)
	client, err := kubernetes.NewForConfig(c.Config)
	if err != nil {
		return fmt.Errorf("creating a client: %w", err)
	}
	return controllerManager.Until(ctx, "the first ServiceAccounts", ProbeInterval, func(ctx context.Context) error {
		for _, namespace := range []string{metav1.NamespaceDefault, metav1.NamespaceSystem} {
			if _, err := client.CoreV1().ServiceAccounts(namespace).Get(ctx, "default", metav1.GetOptions{}); err != nil {
				return err
			}
		}
		return nil
	})
}

func (c *Cluster) startScheduler() error {
	if !c.options.Scheduler {
		return nil
	}
	args, err := c.controlPlaneArgs(binaries.KubeScheduler, "system:kube-scheduler")
	if err != nil {
		return err
	}
	scheduler, err := c.group.Start(process.Spec{Name: binaries.KubeScheduler, Path: c.options.Binaries[binaries.KubeScheduler], Args: args})
	if err != nil {
		return err
	}
	c.clients = append(c.clients, scheduler)
	return nil
}

// controlPlaneArgs returns the common arguments of kube-controller-manager and kube-scheduler.
func (c *Cluster) controlPlaneArgs(name, user string) ([]string, error) {
	kubeconfig, err := c.ClientKubeconfig(name, user)
	if err != nil {
		return nil, err
	}
	pair, err := c.CA.Server(name, []string{"localhost"}, []net.IP{net.ParseIP(Loopback)})
	if err != nil {
		return nil, err
	}
	certFile, keyFile, err := pair.Write(c.pkiDir(), name)
	if err != nil {
		return nil, err
	}
	port, err := process.FreePort()
	if err != nil {
		return nil, err
	}
	return []string{
		"--kubeconfig=" + kubeconfig,
		"--authentication-kubeconfig=" + kubeconfig,
		"--authorization-kubeconfig=" + kubeconfig,
		"--bind-address=" + Loopback,
		"--secure-port=" + strconv.Itoa(port),
		"--tls-cert-file=" + certFile,
		"--tls-private-key-file=" + keyFile,
		"--leader-elect=false",
		"--profiling=false",
	}, nil
}
