// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package app

import (
	"context"
	"errors"
	"fmt"
	"time"

	gardencorev1beta1 "github.com/gardener/gardener/pkg/apis/core/v1beta1"
	"github.com/spf13/pflag"
	corev1 "k8s.io/api/core/v1"
	"k8s.io/apimachinery/pkg/api/meta"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/apimachinery/pkg/watch"
	kubernetesscheme "k8s.io/client-go/kubernetes/scheme"
	"k8s.io/client-go/rest"
	"k8s.io/client-go/tools/clientcmd"
	"sigs.k8s.io/controller-runtime/pkg/client"
)

// gardenUserTimeout bounds a request, so that a garden that does not answer is told of.
const gardenUserTimeout = 30 * time.Second

// gardenUser is how somebody reaches the garden.
type gardenUser struct {
	kubeconfig string
	context    string
	namespace  string
}

// gardenAccess is what all commands share that are used with a kubeconfig for the garden.
type gardenAccess struct {
	user gardenUser
	// connect returns a client for the garden, and the namespace; empty if neither flag nor kubeconfig names one.
	connect func(gardenUser) (client.WithWatch, string, error)
}

// newAccess returns the access with the user's kubeconfig.
func newAccess() gardenAccess { return gardenAccess{connect: connectToGarden} }

func (a *gardenAccess) addFlags(fs *pflag.FlagSet) {
	fs.StringVar(&a.user.kubeconfig, "kubeconfig", "", "Kubeconfig for the garden. Defaults to those in the environment variable KUBECONFIG, else ~/.kube/config.")
	fs.StringVar(&a.user.context, "context", "", "Context of the kubeconfig. Defaults to its current one.")
	fs.StringVarP(&a.user.namespace, "namespace", "n", "", "Namespace of the project. Defaults to that of the context.")
}

func addAllFlag(fs *pflag.FlagSet, all *bool) {
	fs.BoolVarP(all, "all-namespaces", "A", false, "Takes all projects. So it does if neither -n nor the kubeconfig names a namespace.")
}

// project connects to the garden for a command that is about one project.
func (a *gardenAccess) project() (client.WithWatch, string, error) {
	garden, namespace, err := a.connect(a.user)
	if err != nil {
		return nil, "", err
	}
	if namespace == metav1.NamespaceAll {
		return nil, "", errors.New("name the namespace of the project with -n, such as -n garden-my-project")
	}
	return garden, namespace, nil
}

// projects connects to the garden for a command that is about one project, or about all if that is wished or none is named.
func (a *gardenAccess) projects(all bool) (client.WithWatch, string, error) {
	if all && a.user.namespace != "" {
		return nil, "", errors.New("-A and -n exclude each other")
	}
	garden, namespace, err := a.connect(a.user)
	if err != nil {
		return nil, "", err
	}
	if all {
		namespace = metav1.NamespaceAll
	}
	return garden, namespace, nil
}

// connectToGarden takes a kubeconfig as kubectl does, but never the identity of a pod that it might run in.
func connectToGarden(user gardenUser) (client.WithWatch, string, error) {
	rules := clientcmd.NewDefaultClientConfigLoadingRules()
	rules.ExplicitPath = user.kubeconfig
	raw, err := rules.Load()
	if err != nil {
		return nil, "", fmt.Errorf("failed to read the kubeconfig for the garden: %w", err)
	}
	if len(raw.Clusters) == 0 {
		return nil, "", errors.New("there is no kubeconfig for the garden: name it with --kubeconfig, or in the environment variable KUBECONFIG")
	}
	name := user.context
	if name == "" {
		name = raw.CurrentContext
	}
	config, err := clientcmd.NewNonInteractiveClientConfig(*raw, name, &clientcmd.ConfigOverrides{}, rules).ClientConfig()
	if err != nil {
		return nil, "", fmt.Errorf("failed to use the kubeconfig for the garden: %w", err)
	}
	garden, err := newGardenUserClient(config)
	if err != nil {
		return nil, "", fmt.Errorf("failed to make the client for the garden: %w", err)
	}
	namespace := user.namespace
	if inContext := raw.Contexts[name]; namespace == "" && inContext != nil {
		namespace = inContext.Namespace
	}
	return garden, namespace, nil
}

// gardenUserClient bounds all requests but watches, which have no end.
type gardenUserClient struct {
	client.Client
	watching client.WithWatch
}

// Watch implements client.WithWatch.
func (c gardenUserClient) Watch(ctx context.Context, list client.ObjectList, options ...client.ListOption) (watch.Interface, error) {
	return c.watching.Watch(ctx, list, options...)
}

func newGardenUserClient(config *rest.Config) (client.WithWatch, error) {
	scheme, err := gardenUserScheme()
	if err != nil {
		return nil, err
	}
	options := client.Options{Scheme: scheme, Mapper: gardenUserMapper()}
	watching, err := client.NewWithWatch(config, options)
	if err != nil {
		return nil, err
	}
	bounded := rest.CopyConfig(config)
	bounded.Timeout = gardenUserTimeout
	requests, err := client.New(bounded, options)
	if err != nil {
		return nil, err
	}
	return gardenUserClient{Client: requests, watching: watching}, nil
}

func gardenUserScheme() (*runtime.Scheme, error) {
	scheme := runtime.NewScheme()
	for _, add := range []func(*runtime.Scheme) error{kubernetesscheme.AddToScheme, gardencorev1beta1.AddToScheme} {
		if err := add(scheme); err != nil {
			return nil, fmt.Errorf("failed to build the scheme for the garden: %w", err)
		}
	}
	return scheme, nil
}

// gardenUserMapper maps the kinds statically, so that connecting asks nothing of the garden.
func gardenUserMapper() meta.RESTMapper {
	mapper := meta.NewDefaultRESTMapper(nil)
	mapper.Add(corev1.SchemeGroupVersion.WithKind("ConfigMap"), meta.RESTScopeNamespace)
	mapper.Add(corev1.SchemeGroupVersion.WithKind("Secret"), meta.RESTScopeNamespace)
	mapper.Add(corev1.SchemeGroupVersion.WithKind("Namespace"), meta.RESTScopeRoot)
	mapper.Add(gardencorev1beta1.SchemeGroupVersion.WithKind("Shoot"), meta.RESTScopeNamespace)
	return mapper
}
