// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

// Package garden connects commands to the garden with the user's kubeconfig, follows ConfigMaps of projects, and
// combines flux-status with the Shoots. It never uses the service account of a pod that the CLI may run in.
package garden

import (
	"cmp"
	"errors"
	"fmt"

	gardencorev1beta1 "github.com/gardener/gardener/pkg/apis/core/v1beta1"
	"github.com/spf13/cobra"
	"github.com/spf13/pflag"
	"k8s.io/apimachinery/pkg/api/meta"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/client-go/tools/clientcmd"
	"k8s.io/utils/ptr"

	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/cli/printer"
)

// projectNamespacePrefix is the prefix of the namespaces that Gardener creates for projects.
const projectNamespacePrefix = "garden-"

// User contains the values of the connection flags, which are named as in kubectl. The CLI does not use
// k8s.io/cli-runtime: without a current context in the kubeconfig, that library connects with the service account of
// its pod, and its default namespace is "default".
type User struct {
	kubeconfig string
	context    string
	// Namespace is the namespace of the project. It is empty if the flag is not set.
	Namespace string
	project   string
}

// Access connects commands to the garden. All commands that need a kubeconfig for the garden use it.
type Access struct {
	user User
	// Connect returns a client for the garden, and the namespace from the flag or the kubeconfig. The namespace is empty
	// if neither sets one.
	Connect func(User) (Client, string, error)
}

// NewAccess returns an Access that uses the user's kubeconfig.
func NewAccess() Access { return Access{Connect: Connect} }

// AddFlags adds the connection flags.
func (a *Access) AddFlags(fs *pflag.FlagSet) {
	fs.StringVar(&a.user.kubeconfig, "kubeconfig", "", "Kubeconfig for the garden. Defaults to the files in environment variable KUBECONFIG, or ~/.kube/config.")
	fs.StringVar(&a.user.context, "context", "", "Context of the kubeconfig. Defaults to its current one.")
	fs.StringVarP(&a.user.Namespace, "namespace", "n", "", "Namespace of the project. Defaults to the namespace of the context.")
	fs.StringVar(&a.user.project, "project", "", "Name of the project, instead of its namespace garden-<name>.")
}

// AddAllFlag adds the flag that selects all projects.
func AddAllFlag(fs *pflag.FlagSet, all *bool) {
	fs.BoolVarP(all, "all-namespaces", "A", false, "All projects. This is the default if neither -n nor the kubeconfig sets a namespace.")
}

// Project returns a client for the garden and the namespace of the project. It returns an error if no namespace is set.
func (a *Access) Project() (Client, string, error) {
	garden, namespace, err := a.connect()
	if err != nil {
		return nil, "", err
	}
	if namespace == metav1.NamespaceAll {
		return nil, "", errors.New("set the namespace of the project with -n, such as -n garden-my-project")
	}
	return garden, namespace, nil
}

// Landscape returns a client for the garden. It returns an error if a flag selects a project, which the given option
// excludes.
func (a *Access) Landscape(option string) (Client, error) {
	if a.user.Namespace != "" || a.user.project != "" {
		return nil, fmt.Errorf("%s cannot be used with -n or --project", option)
	}
	garden, _, err := a.connect()
	return garden, err
}

// Projects returns a client for the garden and the namespace of the project. The namespace is empty, which selects all
// projects, if all is true or no namespace is set.
func (a *Access) Projects(all bool) (Client, string, error) {
	if all && (a.user.Namespace != "" || a.user.project != "") {
		return nil, "", errors.New("-A and -n cannot be used together")
	}
	garden, namespace, err := a.connect()
	if err != nil {
		return nil, "", err
	}
	if all {
		namespace = metav1.NamespaceAll
	}
	return garden, namespace, nil
}

// connect resolves --project to a namespace, and calls Connect.
func (a *Access) connect() (Client, string, error) {
	user := a.user
	if user.project != "" {
		if user.Namespace != "" {
			return nil, "", errors.New("-n and --project cannot be used together")
		}
		user.Namespace = projectNamespacePrefix + user.project
	}
	return a.Connect(user)
}

// Connect returns a client for the garden and the namespace from the flag or the kubeconfig. It uses the kubeconfig
// like kubectl, but never the service account of a pod that the CLI may run in.
func Connect(user User) (Client, string, error) {
	rules := clientcmd.NewDefaultClientConfigLoadingRules()
	rules.ExplicitPath = user.kubeconfig
	raw, err := rules.Load()
	if err != nil {
		return nil, "", fmt.Errorf("failed to read the kubeconfig for the garden: %w", err)
	}
	if len(raw.Clusters) == 0 {
		return nil, "", errors.New("there is no kubeconfig for the garden; set it with --kubeconfig, or in the environment variable KUBECONFIG")
	}
	name := cmp.Or(user.context, raw.CurrentContext)
	config, err := clientcmd.NewNonInteractiveClientConfig(*raw, name, &clientcmd.ConfigOverrides{}, rules).ClientConfig()
	if err != nil {
		return nil, "", fmt.Errorf("failed to use the kubeconfig for the garden: %w", err)
	}
	garden, err := newClient(config)
	if err != nil {
		return nil, "", fmt.Errorf("failed to create the client for the garden: %w", err)
	}
	namespace := user.Namespace
	if inContext := raw.Contexts[name]; namespace == "" && inContext != nil {
		namespace = inContext.Namespace
	}
	return garden, namespace, nil
}

// CompleteFlags adds shell completion to the flags for the namespace, project and Shoot. It completes only names that
// the user has the permission to list.
func (a *Access) CompleteFlags(command *cobra.Command) {
	for name, complete := range map[string]cobra.CompletionFunc{
		"namespace": a.completeProject(func(p *gardencorev1beta1.Project) string { return ptr.Deref(p.Spec.Namespace, "") }),
		"project":   a.completeProject(func(p *gardencorev1beta1.Project) string { return p.Name }),
		"shoot":     a.CompleteShoot(),
	} {
		if command.Flag(name) != nil {
			// Registration fails only if the flag does not exist.
			_ = command.RegisterFlagCompletionFunc(name, complete)
		}
	}
}

// CompleteShoot returns the completion of names of Shoots in the project.
func (a *Access) CompleteShoot() cobra.CompletionFunc {
	return complete(a.Project, &gardencorev1beta1.ShootList{}, func(object runtime.Object) string { return object.(*gardencorev1beta1.Shoot).Name })
}

func (a *Access) completeProject(nameOf func(*gardencorev1beta1.Project) string) cobra.CompletionFunc {
	connect := func() (Client, string, error) {
		garden, _, err := a.Connect(User{kubeconfig: a.user.kubeconfig, context: a.user.context})
		return garden, metav1.NamespaceAll, err
	}
	return complete(connect, &gardencorev1beta1.ProjectList{}, func(object runtime.Object) string { return nameOf(object.(*gardencorev1beta1.Project)) })
}

// complete returns the completion of the names of listed objects.
func complete(connect func() (Client, string, error), list runtime.Object, nameOf func(runtime.Object) string) cobra.CompletionFunc {
	return func(command *cobra.Command, _ []string, begun string) ([]cobra.Completion, cobra.ShellCompDirective) {
		var names []string
		if garden, namespace, err := connect(); err == nil && garden.List(command.Context(), namespace, list, metav1.ListOptions{}) == nil {
			// The callback returns no error.
			_ = meta.EachListItem(list, func(object runtime.Object) error {
				names = append(names, nameOf(object))
				return nil
			})
		}
		return printer.Completions(names, begun), cobra.ShellCompDirectiveNoFileComp
	}
}
