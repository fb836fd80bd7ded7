// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package landscape

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/url"
	"strings"

	corev1 "k8s.io/api/core/v1"
	rbacv1 "k8s.io/api/rbac/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"sigs.k8s.io/controller-runtime/pkg/client"

	v1beta1helper "github.com/gardener/gardener/pkg/api/core/v1beta1/helper"
	gardencorev1beta1 "github.com/gardener/gardener/pkg/apis/core/v1beta1"
	v1beta1constants "github.com/gardener/gardener/pkg/apis/core/v1beta1/constants"
	gardenerutils "github.com/gardener/gardener/pkg/utils/gardener"
	"github.com/gardener/gardener/pkg/utils/secrets"

	"github.com/shoot-flux/gardener-extension-shoot-flux/test/landscape/cluster"
)

// newClientCA creates the authority for the client certificates that gardener-apiserver issues. gardener-apiserver
// supports only RSA keys. gardenlet creates one authority for each Shoot, but the landscape uses one for all.
func newClientCA() (*secrets.Certificate, error) {
	return (&secrets.CertificateSecretConfig{Name: "ca-client", CommonName: "kubernetes-client", CertType: secrets.CACert}).GenerateCertificate()
}

// PublishCredentials stores the objects that gardener-apiserver needs to issue a kubeconfig for a Shoot with a running
// cluster: the authorities in the garden. It also creates the role of project administrators in the shoot, which the
// kubeconfig needs. In production, gardenlet and gardener-resource-manager create these objects.
func (l *Landscape) PublishCredentials(ctx context.Context, shoot *gardencorev1beta1.Shoot) error {
	running, err := l.ShootCluster(shoot.Namespace, shoot.Name)
	if err != nil {
		return err
	}
	clientCA, err := l.clientCA()
	if err != nil {
		return err
	}
	metadata := func(suffix string) metav1.ObjectMeta {
		return metav1.ObjectMeta{Namespace: shoot.Namespace, Name: gardenerutils.ComputeShootProjectResourceName(shoot.Name, suffix)}
	}
	err = l.Garden.Apply(ctx,
		&corev1.ConfigMap{
			ObjectMeta: metadata(gardenerutils.ShootProjectConfigMapSuffixCACluster),
			Data:       map[string]string{secrets.DataKeyCertificateCA: string(running.CA.Cert)},
		},
		&gardencorev1beta1.InternalSecret{
			ObjectMeta: metadata(gardenerutils.ShootProjectSecretSuffixCAClient), Type: corev1.SecretTypeOpaque,
			Data: map[string][]byte{secrets.DataKeyCertificateCA: clientCA.CertificatePEM, secrets.DataKeyPrivateKeyCA: clientCA.PrivateKeyPEM},
		},
	)
	if err != nil {
		return err
	}
	c, err := client.New(running.Config, client.Options{})
	if err != nil {
		return err
	}
	return client.IgnoreAlreadyExists(c.Create(ctx, &rbacv1.ClusterRoleBinding{
		ObjectMeta: metav1.ObjectMeta{Name: v1beta1constants.ShootProjectAdminsGroupName},
		RoleRef:    rbacv1.RoleRef{APIGroup: rbacv1.GroupName, Kind: "ClusterRole", Name: "cluster-admin"},
		Subjects:   []rbacv1.Subject{{APIGroup: rbacv1.GroupName, Kind: rbacv1.GroupKind, Name: v1beta1constants.ShootProjectAdminsGroupName}},
	}))
}

// serverNames returns the DNS names of the API server of a Shoot.
func serverNames(shoot *gardencorev1beta1.Shoot) []string {
	domain := gardenerutils.ConstructExternalClusterDomain(shoot)
	if domain == nil {
		return nil
	}
	return []string{v1beta1helper.GetAPIServerDomain(*domain)}
}

// ServeHTTP is an HTTPS proxy to the API servers of Shoots, whose DNS names have no DNS records. It does not connect to
// other hosts.
func (s *shootClusters) ServeHTTP(w http.ResponseWriter, request *http.Request) {
	found := s.named(request.Host)
	if request.Method != http.MethodConnect || found == nil {
		http.Error(w, "no Shoot with a running cluster has this name: "+request.Host, http.StatusBadGateway)
		return
	}
	if err := s.connect(w, request, found.URL); err != nil {
		s.landscape.options.Log.Error(err, "Failed to connect to the cluster of a Shoot", "name", request.Host)
	}
}

// named returns the running cluster of the Shoot whose API server has this name and port.
func (s *shootClusters) named(address string) *cluster.Cluster {
	host, port, err := net.SplitHostPort(address)
	if err != nil || port != "443" {
		return nil
	}
	s.mutex.Lock()
	defer s.mutex.Unlock()
	for _, known := range s.clusters {
		for _, name := range known.names {
			if known.awake && strings.EqualFold(name, host) {
				return known.cluster
			}
		}
	}
	return nil
}

func (s *shootClusters) connect(w http.ResponseWriter, request *http.Request, server string) error {
	target, err := url.Parse(server)
	if err != nil {
		return err
	}
	dialer := net.Dialer{}
	to, err := dialer.DialContext(request.Context(), "tcp", target.Host)
	if err != nil {
		http.Error(w, err.Error(), http.StatusBadGateway)
		return err
	}
	// Either side may have closed the connection.
	defer func() { _ = to.Close() }()
	from, buffered, err := http.NewResponseController(w).Hijack()
	if err != nil {
		return err
	}
	defer func() { _ = from.Close() }()
	if _, err := io.WriteString(from, "HTTP/1.1 200 Connection established\r\n\r\n"); err != nil {
		return err
	}
	ended := make(chan error, 2)
	go func() {
		_, err := io.Copy(to, buffered)
		ended <- err
	}()
	go func() {
		_, err := io.Copy(from, to)
		ended <- err
	}()
	if err := <-ended; err != nil && !errors.Is(err, net.ErrClosed) {
		return fmt.Errorf("forwarding: %w", err)
	}
	return nil
}

// ShootNames returns an HTTPS proxy that connects to the API servers of Shoots by their DNS names.
func (l *Landscape) ShootNames() http.Handler { return l.shoots }
