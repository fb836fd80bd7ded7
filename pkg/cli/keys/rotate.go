// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package keys

import (
	"context"
	"fmt"
	"io"

	"github.com/spf13/cobra"
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
	// completes is true if the step requires a next key. Otherwise, the step requires that no next key exists.
	completes bool
	// next is a format string that describes the following steps. Its arguments are the command, the flags that select the
	// key, and the fingerprint of the next key.
	next string
}

func keyOperations() []keyOperation {
	return []keyOperation{
		{
			name: "start", short: "Prepare the next key; the current one stays in use", annotation: fluxv1alpha1.OperationRotateStart,
			next: `The next key is created within seconds, if the project has a Shoot. The current key stays in use.
Register the next public key at the Git host, beside the current one:
  %[1]s show %[2]s --next
Then complete the rotation:
  %[1]s rotate complete %[2]s
`,
		},
		{
			name: "complete", short: "Replace the current key by the next one, in all Shoots of the project", annotation: fluxv1alpha1.OperationRotateComplete, completes: true,
			next: `The next key, %[3]s, replaces the current one, and is delivered to all Shoots of the project at once.
The old key must stay registered at the Git host until they have it. Check that with:
  %[1]s show %[2]s -o wide
`,
		},
		{
			name: "abort", short: "Discard the next key; the current one stays in use", annotation: fluxv1alpha1.OperationRotateAbort, completes: true,
			next: "The next key, %[3]s, is discarded, and the current one stays in use. If you have registered the next one at the Git host, remove it there.\n",
		},
	}
}

func (k *keysCommand) rotateCommand() *cobra.Command {
	var steps []*cobra.Command
	for _, operation := range keyOperations() {
		var dryRun bool
		step := &cobra.Command{
			Use:     operation.name,
			Short:   operation.short,
			Example: "  " + keysCommandName + " rotate " + operation.name + " -n garden-my-project",
			Args:    printer.NoArguments("set the project with -n"),
			RunE: func(command *cobra.Command, _ []string) error {
				return k.request(command.Context(), command.OutOrStdout(), operation, dryRun)
			},
		}
		k.addSourceFlag(step.Flags())
		step.Flags().BoolVar(&dryRun, "dry-run", false, "Validate the request in the garden without changing anything.")
		steps = append(steps, step)
	}
	return printer.Group(&cobra.Command{
		Use:     "rotate",
		Short:   "Request a step of a rotation",
		Example: "  " + keysCommandName + " rotate start -n garden-my-project",
	}, steps...)
}

// request sets the annotation that requests the operation. It fails if the Secret has changed since it was read.
func (k *keysCommand) request(ctx context.Context, out io.Writer, operation keyOperation, dryRun bool) error {
	client, key, err := k.read(ctx)
	if err != nil {
		return err
	}
	secret := &metav1.PartialObjectMetadata{
		TypeMeta:   metav1.TypeMeta{APIVersion: "v1", Kind: secretKind},
		ObjectMeta: metav1.ObjectMeta{Namespace: key.Namespace, Name: deploykey.SecretName(key.Source), ResourceVersion: key.resourceVersion},
	}
	annotation, fingerprint := deploykey.SourceKeyName(key.Source, fluxv1alpha1.AnnotationOperation), ""
	if key.Next != nil {
		fingerprint = key.Next.Fingerprint
	}
	switch {
	case key.PendingOperation != "":
		return fmt.Errorf("%s was requested before and is not completed yet; it requires a Shoot of the project. To withdraw it: kubectl -n %s annotate secret %s %s-",
			key.PendingOperation, key.Namespace, secret.Name, annotation)
	case operation.completes && key.Next == nil:
		return key.notPrepared()
	case !operation.completes && key.Next != nil:
		return fmt.Errorf("the next key, %s, is prepared already; show it with: %s show %s --next; then request complete or abort", fingerprint, keysCommandName, key.flags())
	}
	options, done := metav1.PatchOptions{}, "Requested"
	if dryRun {
		options.DryRun, done = []string{metav1.DryRunAll}, "Would request"
	}
	if err := garden.Annotate(ctx, client, secret, annotation, operation.annotation, options); err != nil {
		return err
	}
	_, err = fmt.Fprintf(out, "%s %s in namespace %s.\n%s", done, operation.annotation, key.Namespace, fmt.Sprintf(operation.next, keysCommandName, key.flags(), fingerprint))
	return err
}
