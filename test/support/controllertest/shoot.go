// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package controllertest

import (
	"context"
	"errors"

	kustomizev1 "github.com/fluxcd/kustomize-controller/api/v1"
	sourcev1 "github.com/fluxcd/source-controller/api/v1"
	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"
	apiextensionsv1 "k8s.io/apiextensions-apiserver/pkg/apis/apiextensions/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/apimachinery/pkg/runtime/schema"
	"k8s.io/apimachinery/pkg/types"
	kubernetesscheme "k8s.io/client-go/kubernetes/scheme"
	"sigs.k8s.io/controller-runtime/pkg/client"
	"sigs.k8s.io/controller-runtime/pkg/client/fake"
	"sigs.k8s.io/controller-runtime/pkg/client/interceptor"

	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/flux"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/shoot/toolkit"
)

// ShootConnector connects to a shoot with the client, or fails.
type ShootConnector struct {
	Client client.Client
	Err    error
}

// Connect implements connection.Connector.
func (s ShootConnector) Connect(context.Context, string) (*toolkit.Shoot, error) {
	if s.Err != nil {
		return nil, s.Err
	}
	return toolkit.New(TechnicalID, s.Client, nil), nil
}

// NewShootConnector returns a connector to a shoot with the objects. If down is true, its API server does not respond.
func NewShootConnector(down bool, objects ...client.Object) ShootConnector {
	GinkgoHelper()
	scheme := runtime.NewScheme()
	for _, add := range []func(*runtime.Scheme) error{kubernetesscheme.AddToScheme, apiextensionsv1.AddToScheme, kustomizev1.AddToScheme, sourcev1.AddToScheme} {
		Expect(add(scheme)).To(Succeed())
	}
	c := fake.NewClientBuilder().WithScheme(scheme).WithObjects(objects...)
	if down {
		c = c.WithInterceptorFuncs(interceptor.Funcs{
			List: func(context.Context, client.WithWatch, client.ObjectList, ...client.ListOption) error {
				return errors.New("connection refused")
			},
			Get: func(context.Context, client.WithWatch, client.ObjectKey, client.Object, ...client.GetOption) error {
				return errors.New("connection refused")
			},
		})
	}
	return ShootConnector{Client: c.Build()}
}

// Must returns the encoded object, and fails the test after an error.
func Must(raw []byte, err error) []byte {
	GinkgoHelper()
	Expect(err).NotTo(HaveOccurred())
	return raw
}

// ControllerOf returns one of Flux's controllers.
func ControllerOf(namespace, name, version string) flux.Controller {
	return flux.Controller{NamespacedName: types.NamespacedName{Namespace: namespace, Name: name}, Version: version}
}

// RootOf returns a root Kustomization.
func RootOf(name string, change ...func(*toolkit.Kustomization)) toolkit.Kustomization {
	k := toolkit.Kustomization{NamespacedName: types.NamespacedName{Namespace: "flux-system", Name: name}, Path: "./", IsRoot: true}
	for _, c := range change {
		c(&k)
	}
	return k
}

// KustomizationKind returns the CustomResourceDefinition of Kustomizations.
func KustomizationKind() client.Object {
	return definition("kustomizations", kustomizev1.GroupVersion, kustomizev1.KustomizationKind)
}

// GitRepositoryKind returns the CustomResourceDefinition of GitRepositories.
func GitRepositoryKind() client.Object {
	return definition("gitrepositories", sourcev1.GroupVersion, sourcev1.GitRepositoryKind)
}

func definition(plural string, version schema.GroupVersion, kind string) client.Object {
	return &apiextensionsv1.CustomResourceDefinition{
		ObjectMeta: metav1.ObjectMeta{Name: plural + "." + version.Group},
		Spec: apiextensionsv1.CustomResourceDefinitionSpec{
			Group: version.Group, Names: apiextensionsv1.CustomResourceDefinitionNames{Kind: kind},
			Versions: []apiextensionsv1.CustomResourceDefinitionVersion{{Name: version.Version, Served: true, Storage: true}},
		},
	}
}
