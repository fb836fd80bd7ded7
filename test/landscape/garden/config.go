// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package garden

import (
	"fmt"
	"net"
	"os"
	"strconv"
	"time"

	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	apiserverv1 "k8s.io/apiserver/pkg/apis/apiserver/v1"
	"k8s.io/apiserver/pkg/authentication/serviceaccount"
	componentbaseconfigv1alpha1 "k8s.io/component-base/config/v1alpha1"
	"k8s.io/utils/ptr"
	"sigs.k8s.io/yaml"

	admissioncontrollerconfigv1alpha1 "github.com/gardener/gardener/pkg/apis/config/admissioncontroller/v1alpha1"
	controllermanagerconfigv1alpha1 "github.com/gardener/gardener/pkg/apis/config/controllermanager/v1alpha1"
	v1beta1constants "github.com/gardener/gardener/pkg/apis/core/v1beta1/constants"
	"github.com/gardener/gardener/pkg/logger"
	gardenerutils "github.com/gardener/gardener/pkg/utils/gardener"

	"github.com/shoot-flux/gardener-extension-shoot-flux/test/landscape/cluster"
	"github.com/shoot-flux/gardener-extension-shoot-flux/test/landscape/pki"
)

const (
	logLevel = logger.InfoLevel

	authorizationConfigFile     = "authorization.yaml"
	admissionConfigFile         = "gardener-admission-controller.yaml"
	controllerManagerConfigFile = "gardener-controller-manager.yaml"

	clientQPS   = 100
	clientBurst = 130
)

func (g *Garden) admissionURL() string {
	return "https://" + net.JoinHostPort(cluster.Loopback, strconv.Itoa(g.ports.admission))
}

// writeAuthorizationConfig configures the same authorizers as gardener-operator: Node, RBAC, and the webhook of the
// admission controller for gardenlets and extensions.
func (g *Garden) writeAuthorizationConfig() error {
	config := apiserverv1.AuthorizationConfiguration{
		TypeMeta: metav1.TypeMeta{APIVersion: apiserverv1.SchemeGroupVersion.String(), Kind: "AuthorizationConfiguration"},
		Authorizers: []apiserverv1.AuthorizerConfiguration{
			{Type: "Node", Name: "node"},
			{Type: "RBAC", Name: "rbac"},
		},
	}
	for _, webhook := range []struct{ name, matchExpression string }{
		{"seed", fmt.Sprintf("'%s' in request.groups || request.groups.exists(e, e.startsWith('%s%s'))",
			v1beta1constants.SeedsGroup, serviceaccount.ServiceAccountGroupPrefix, gardenerutils.SeedNamespaceNamePrefix)},
		{"shoot", fmt.Sprintf("'%s' in request.groups || (request.groups.exists(e, e == '%s%s' || e.startsWith('%s%s')) && request.user.contains(':%s'))",
			v1beta1constants.ShootsGroup,
			serviceaccount.ServiceAccountGroupPrefix, v1beta1constants.GardenNamespace,
			serviceaccount.ServiceAccountGroupPrefix, gardenerutils.ProjectNamespacePrefix,
			v1beta1constants.ExtensionShootServiceAccountPrefix)},
	} {
		name := webhook.name + "-authorizer"
		kubeconfig := g.path(name + ".kubeconfig")
		if err := os.MkdirAll(g.options.Dir, 0o750); err != nil {
			return fmt.Errorf("creating the garden's directory: %w", err)
		}
		if err := pki.WriteKubeconfig(kubeconfig, g.admissionURL()+"/webhooks/auth/"+webhook.name, g.ca.Cert, pki.Credentials{}); err != nil {
			return err
		}
		config.Authorizers = append(config.Authorizers, apiserverv1.AuthorizerConfiguration{
			Type: "Webhook",
			Name: name,
			Webhook: &apiserverv1.WebhookConfiguration{
				AuthorizedTTL:                            metav1.Duration{Duration: time.Nanosecond},
				UnauthorizedTTL:                          metav1.Duration{Duration: time.Nanosecond},
				Timeout:                                  metav1.Duration{Duration: 10 * time.Second},
				FailurePolicy:                            apiserverv1.FailurePolicyDeny,
				SubjectAccessReviewVersion:               "v1",
				MatchConditionSubjectAccessReviewVersion: "v1",
				ConnectionInfo: apiserverv1.WebhookConnectionInfo{
					Type:           apiserverv1.AuthorizationWebhookConnectionInfoTypeKubeConfigFile,
					KubeConfigFile: &kubeconfig,
				},
				MatchConditions: []apiserverv1.WebhookMatchCondition{{Expression: webhook.matchExpression}},
			},
		})
	}
	return g.writeConfig(authorizationConfigFile, config)
}

func (g *Garden) writeAdmissionControllerConfig(kubeconfig, certDir string) error {
	return g.writeConfig(admissionConfigFile, admissioncontrollerconfigv1alpha1.AdmissionControllerConfiguration{
		TypeMeta:               metav1.TypeMeta{APIVersion: admissioncontrollerconfigv1alpha1.SchemeGroupVersion.String(), Kind: "AdmissionControllerConfiguration"},
		GardenClientConnection: clientConnection(kubeconfig),
		LogLevel:               logLevel,
		LogFormat:              logger.FormatText,
		Server: admissioncontrollerconfigv1alpha1.ServerConfiguration{
			Webhooks: admissioncontrollerconfigv1alpha1.HTTPSServer{
				Server: admissioncontrollerconfigv1alpha1.Server{BindAddress: cluster.Loopback, Port: g.ports.admission},
				TLS:    admissioncontrollerconfigv1alpha1.TLSServer{ServerCertDir: certDir},
			},
			HealthProbes: &admissioncontrollerconfigv1alpha1.Server{BindAddress: cluster.Loopback, Port: g.ports.admissionHealth},
			Metrics:      &admissioncontrollerconfigv1alpha1.Server{BindAddress: cluster.Loopback, Port: g.ports.admissionMetrics},
		},
	})
}

func (g *Garden) writeControllerManagerConfig(kubeconfig string) error {
	return g.writeConfig(controllerManagerConfigFile, controllermanagerconfigv1alpha1.ControllerManagerConfiguration{
		TypeMeta:               metav1.TypeMeta{APIVersion: controllermanagerconfigv1alpha1.SchemeGroupVersion.String(), Kind: "ControllerManagerConfiguration"},
		GardenClientConnection: clientConnection(kubeconfig),
		LeaderElection:         &componentbaseconfigv1alpha1.LeaderElectionConfiguration{LeaderElect: ptr.To(false)},
		LogLevel:               logLevel,
		LogFormat:              logger.FormatText,
		Server: controllermanagerconfigv1alpha1.ServerConfiguration{
			HealthProbes: &controllermanagerconfigv1alpha1.Server{BindAddress: cluster.Loopback, Port: g.ports.controllerManagerHealth},
			Metrics:      &controllermanagerconfigv1alpha1.Server{BindAddress: cluster.Loopback, Port: g.ports.controllerManagerMetrics},
		},
	})
}

func clientConnection(kubeconfig string) componentbaseconfigv1alpha1.ClientConnectionConfiguration {
	return componentbaseconfigv1alpha1.ClientConnectionConfiguration{Kubeconfig: kubeconfig, QPS: clientQPS, Burst: clientBurst}
}

func (g *Garden) writeConfig(name string, config any) error {
	content, err := yaml.Marshal(config)
	if err != nil {
		return fmt.Errorf("encoding %s: %w", name, err)
	}
	if err := os.WriteFile(g.path(name), content, 0o600); err != nil {
		return fmt.Errorf("writing %s: %w", name, err)
	}
	return nil
}
