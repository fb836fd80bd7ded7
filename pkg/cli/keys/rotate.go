// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package keys

import (
	"context"
	"errors"
	"fmt"
	"io"

	"github.com/spf13/cobra"
	corev1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"

	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/apis/flux/deploykey"
	fluxv1alpha1 "github.com/shoot-flux/gardener-extension-shoot-flux/pkg/apis/flux/v1alpha1"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/cli/garden"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/cli/printer"
)

// keyOperation is a step of a rotation.
type keyOperation struct {
	name, short string
	annotation  string
	// refusal returns why the step cannot be requested, or nil.
	refusal func(*Key) error
	// next describes the following steps. It gets the flags that select the key.
	next func(key *Key, project string) string
}

func keyOperations() []keyOperation {
	return []keyOperation{
		{
			name: "start", short: "Prepares the next key; the current one stays in use", annotation: fluxv1alpha1.OperationRotateStart,
			refusal: func(k *Key) error {
				if k.Next == nil {
					return nil
				}
				return fmt.Errorf("the next key, %s, is prepared already; show it with: %s show %s --next; then request complete or abort", k.Next.Fingerprint, keysCommandName, k.flags())
			},
			next: func(_ *Key, project string) string {
				return fmt.Sprintf(`The next key is created within seconds, if the project has a Shoot. The current key stays in use.
Register the next public key at the Git host, beside the present one:
  %[1]s show %[2]s --next
Then complete the rotation:
  %[1]s rotate complete %[2]s
`, keysCommandName, project)
			},
		},
		{
			name: "complete", short: "Replaces the current key by the next one, in all Shoots of the project", annotation: fluxv1alpha1.OperationRotateComplete,
			refusal: prepared,
			next: func(k *Key, project string) string {
				return fmt.Sprintf(`The next key, %[3]s, replaces the present one, and is delivered to all Shoots of the project at once.
The old key must stay registered at the Git host until they have it. Check that with:
  %[1]s show %[2]s -o wide
`, keysCommandName, project, k.Next.Fingerprint)
			},
		},
		{
			name: "abort", short: "Discards the next key; the current one stays in use", annotation: fluxv1alpha1.OperationRotateAbort,
			refusal: prepared,
			next: func(k *Key, _ string) string {
				return fmt.Sprintf("The next key, %s, is discarded, and the current one stays in use. If you have registered the next one at the Git host, remove it there.\n", k.Next.Fingerprint)
			},
		},
	}
}

func prepared(k *Key) error {
	if k.Next == nil {
		return k.notPrepared()
	}
	return nil
}

func (k *keysCommand) rotateCommand() *cobra.Command {
	command := &cobra.Command{
		Use:     "rotate",
		Short:   "Requests a step of a rotation",
		Example: "  " + keysCommandName + " rotate start -n garden-my-project",
		Args:    printer.KnownCommand,
		RunE: func(*cobra.Command, []string) error {
			return errors.New("a step is required: start, complete or abort; see --help")
		},
	}
	for _, operation := range keyOperations() {
		var dryRun bool
		step := &cobra.Command{
			Use:     operation.name,
			Short:   operation.short,
			Example: "  " + keysCommandName + " rotate " + operation.name + " -n garden-my-project",
			Args:    printer.NoArguments("set the project with -n"),
			RunE: func(command *cobra.Command, _ []string) error {
				reader, namespace, err := k.inProject()
				if err != nil {
					return err
				}
				return reader.request(command.Context(), command.OutOrStdout(), namespace, operation, dryRun)
			},
		}
		k.addSourceFlag(step.Flags())
		step.Flags().BoolVar(&dryRun, "dry-run", false, "Validates the request in the garden without changing anything.")
		command.AddCommand(step)
	}
	return command
}

// request annotates the Secret, on condition that it has not changed since it was read.
func (r *keyReader) request(ctx context.Context, out io.Writer, namespace string, operation keyOperation, dryRun bool) error {
	key, err := r.project(ctx, namespace)
	if err != nil {
		return err
	}
	if key.PendingOperation != "" {
		return fmt.Errorf("%s was requested before and is not completed yet; it requires a Shoot of the project. To withdraw it: kubectl -n %s annotate secret %s %s-",
			key.PendingOperation, namespace, secretNameOf(key.Source), deploykey.SourceKeyName(key.Source, fluxv1alpha1.AnnotationOperation))
	}
	if err := operation.refusal(key); err != nil {
		return err
	}
	options := metav1.PatchOptions{}
	if dryRun {
		options.DryRun = []string{metav1.DryRunAll}
	}
	secret := &metav1.PartialObjectMetadata{
		TypeMeta:   metav1.TypeMeta{APIVersion: corev1.SchemeGroupVersion.String(), Kind: secretKind},
		ObjectMeta: metav1.ObjectMeta{Namespace: namespace, Name: secretNameOf(key.Source), ResourceVersion: key.resourceVersion},
	}
	if err := garden.Annotate(ctx, r.garden, secret, deploykey.SourceKeyName(key.Source, fluxv1alpha1.AnnotationOperation), operation.annotation, options); err != nil {
		return err
	}
	done := "Requested"
	if dryRun {
		done = "Would request"
	}
	_, err = fmt.Fprintf(out, "%s %s in namespace %s.\n%s", done, operation.annotation, namespace, operation.next(key, key.flags()))
	return err
}
