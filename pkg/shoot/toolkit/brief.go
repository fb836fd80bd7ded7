// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package toolkit

import (
	"context"

	"sigs.k8s.io/controller-runtime/pkg/client"

	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/shoot/answers"
)

// brief is a client whose errors have texts of limited length, whatever a shoot answers.
type brief struct{ client.Client }

// Get reads an object.
func (b brief) Get(ctx context.Context, key client.ObjectKey, object client.Object, options ...client.GetOption) error {
	return answers.Brief(b.Client.Get(ctx, key, object, options...))
}

// List lists objects.
func (b brief) List(ctx context.Context, list client.ObjectList, options ...client.ListOption) error {
	return answers.Brief(b.Client.List(ctx, list, options...))
}

// Patch patches an object.
func (b brief) Patch(ctx context.Context, object client.Object, patch client.Patch, options ...client.PatchOption) error {
	return answers.Brief(b.Client.Patch(ctx, object, patch, options...))
}

// Delete deletes an object.
func (b brief) Delete(ctx context.Context, object client.Object, options ...client.DeleteOption) error {
	return answers.Brief(b.Client.Delete(ctx, object, options...))
}

// Status returns a client for the subresource.
func (b brief) Status() client.SubResourceWriter { return briefStatus{b.Client.Status()} }

type briefStatus struct{ client.SubResourceWriter }

// Patch patches the status of an object.
func (b briefStatus) Patch(ctx context.Context, object client.Object, patch client.Patch, options ...client.SubResourcePatchOption) error {
	return answers.Brief(b.SubResourceWriter.Patch(ctx, object, patch, options...))
}
