// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package garden

import (
	"context"
	"slices"
	"strings"

	gardencorev1beta1 "github.com/gardener/gardener/pkg/apis/core/v1beta1"
	"github.com/spf13/cobra"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/utils/ptr"
)

// CompleteFlags has a shell complete the flags of a command that has those for the connection: the project, and its Shoots if there is a flag for one. What
// the user may not list is not completed.
func (a *Access) CompleteFlags(command *cobra.Command) {
	for name, complete := range map[string]cobra.CompletionFunc{
		"namespace": a.completeProject(func(p *gardencorev1beta1.Project) string { return ptr.Deref(p.Spec.Namespace, "") }),
		"project":   a.completeProject(func(p *gardencorev1beta1.Project) string { return p.Name }),
		"shoot":     a.CompleteShoot,
	} {
		if command.Flag(name) != nil {
			// It fails for flags that do not exist.
			_ = command.RegisterFlagCompletionFunc(name, complete)
		}
	}
}

// CompleteShoot completes the name of a Shoot of the project.
func (a *Access) CompleteShoot(command *cobra.Command, _ []string, begun string) ([]cobra.Completion, cobra.ShellCompDirective) {
	garden, namespace, err := a.Project()
	if err != nil {
		return nil, cobra.ShellCompDirectiveNoFileComp
	}
	shoots := &gardencorev1beta1.ShootList{}
	return completions(command.Context(), garden, namespace, shoots, begun, func() []string {
		names := make([]string, 0, len(shoots.Items))
		for i := range shoots.Items {
			names = append(names, shoots.Items[i].Name)
		}
		return names
	})
}

func (a *Access) completeProject(nameOf func(*gardencorev1beta1.Project) string) cobra.CompletionFunc {
	return func(command *cobra.Command, _ []string, begun string) ([]cobra.Completion, cobra.ShellCompDirective) {
		garden, _, err := a.Connect(User{kubeconfig: a.user.kubeconfig, context: a.user.context})
		if err != nil {
			return nil, cobra.ShellCompDirectiveNoFileComp
		}
		projects := &gardencorev1beta1.ProjectList{}
		return completions(command.Context(), garden, metav1.NamespaceAll, projects, begun, func() []string {
			names := make([]string, 0, len(projects.Items))
			for i := range projects.Items {
				names = append(names, nameOf(&projects.Items[i]))
			}
			return names
		})
	}
}

// completions lists objects, and returns those of their names that begin with what there is.
func completions(ctx context.Context, garden Reader, namespace string, list runtime.Object, begun string, names func() []string) ([]cobra.Completion, cobra.ShellCompDirective) {
	if err := garden.List(ctx, namespace, list, metav1.ListOptions{}); err != nil {
		return nil, cobra.ShellCompDirectiveNoFileComp
	}
	found := slices.DeleteFunc(names(), func(name string) bool { return name == "" || !strings.HasPrefix(name, begun) })
	return slices.Sorted(slices.Values(found)), cobra.ShellCompDirectiveNoFileComp
}
