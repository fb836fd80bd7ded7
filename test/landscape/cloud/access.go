// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package cloud

import (
	"context"
	"crypto/tls"
	"fmt"
	"net"
	"slices"

	corev1 "k8s.io/api/core/v1"
	"k8s.io/apiserver/pkg/authentication/user"
	"k8s.io/client-go/rest"
	"sigs.k8s.io/controller-runtime/pkg/client"

	v1beta1constants "github.com/gardener/gardener/pkg/apis/core/v1beta1/constants"
	"github.com/gardener/gardener/pkg/utils/secrets"
	secretsmanager "github.com/gardener/gardener/pkg/utils/secrets/manager"
)

// ShootConfig returns a client configuration that acts as an administrator of the Shoot with the technical namespace.
// It contains a certificate that the Shoot's authority for clients has signed.
func ShootConfig(ctx context.Context, seed client.Client, namespace string) (*rest.Config, error) {
	servers, err := authorities(ctx, seed, namespace, v1beta1constants.SecretNameCACluster)
	if err != nil {
		return nil, err
	}
	var trusted []byte // during a rotation, the former authority may have signed the certificate of the kube-apiserver
	for _, secret := range servers {
		trusted = append(trusted, secret.Data[secrets.DataKeyCertificateCA]...)
	}
	clients, err := authority(ctx, seed, namespace, v1beta1constants.SecretNameCAClient)
	if err != nil {
		return nil, err
	}
	certificate, err := (&secrets.CertificateSecretConfig{
		Name: "landscape", CommonName: "landscape", Organization: []string{user.SystemPrivilegedGroup}, CertType: secrets.ClientCert, SigningCA: clients,
	}).GenerateCertificate()
	if err != nil {
		return nil, err
	}
	service := &corev1.Service{}
	if err := seed.Get(ctx, client.ObjectKey{Namespace: namespace, Name: v1beta1constants.DeploymentNameKubeAPIServer}, service); err != nil {
		return nil, err
	}
	return &rest.Config{Host: "https://" + service.Spec.ClusterIP, QPS: 50, Burst: 100, TLSClientConfig: rest.TLSClientConfig{
		ServerName: v1beta1constants.DeploymentNameKubeAPIServer, CAData: trusted, CertData: certificate.CertificatePEM, KeyData: certificate.PrivateKeyPEM,
	}}, nil
}

// KubeletCertificate returns a serving certificate for the kubelet API of the Shoot's node at the address. The
// kube-apiserver accepts the certificate.
func KubeletCertificate(ctx context.Context, seed client.Client, namespace, address string) (*tls.Certificate, error) {
	kubelets, err := authority(ctx, seed, namespace, v1beta1constants.SecretNameCAKubelet)
	if err != nil {
		return nil, err
	}
	issued, err := (&secrets.CertificateSecretConfig{
		Name: "kubelet", CommonName: "system:node:" + NodeName, DNSNames: []string{NodeName}, IPAddresses: []net.IP{net.ParseIP(address)},
		CertType: secrets.ServerCert, SigningCA: kubelets,
	}).GenerateCertificate()
	if err != nil {
		return nil, err
	}
	pair, err := tls.X509KeyPair(issued.CertificatePEM, issued.PrivateKeyPEM)
	return &pair, err
}

// authority returns the newest certificate authority with the name.
func authority(ctx context.Context, seed client.Client, namespace, name string) (*secrets.Certificate, error) {
	found, err := authorities(ctx, seed, namespace, name)
	if err != nil {
		return nil, err
	}
	secret := newest(found)
	return secrets.LoadCertificate(name, secret.Data[secrets.DataKeyPrivateKeyCA], secret.Data[secrets.DataKeyCertificateCA])
}

func newest(found []corev1.Secret) corev1.Secret {
	return slices.MaxFunc(found, func(a, b corev1.Secret) int { return a.CreationTimestamp.Compare(b.CreationTimestamp.Time) })
}

// authorities returns the Secrets of all certificate authorities with the name. It returns an error if there is none.
func authorities(ctx context.Context, seed client.Client, namespace, name string) ([]corev1.Secret, error) {
	list := &corev1.SecretList{}
	if err := seed.List(ctx, list, client.InNamespace(namespace), client.MatchingLabels{
		secretsmanager.LabelKeyName: name, secretsmanager.LabelKeyManagedBy: secretsmanager.LabelValueSecretsManager,
	}); err != nil {
		return nil, err
	}
	found := slices.DeleteFunc(list.Items, func(secret corev1.Secret) bool { return len(secret.Data[secrets.DataKeyPrivateKeyCA]) == 0 })
	if len(found) == 0 {
		return nil, fmt.Errorf("namespace %s has no certificate authority %q", namespace, name)
	}
	return found, nil
}
