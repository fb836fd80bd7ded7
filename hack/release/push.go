// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package main

import (
	"bytes"
	"context"
	"errors"
	"fmt"

	"oras.land/oras-go/v2/errdef"
	"oras.land/oras-go/v2/registry/remote"
	"oras.land/oras-go/v2/registry/remote/auth"
	"oras.land/oras-go/v2/registry/remote/credentials"
	"oras.land/oras-go/v2/registry/remote/retry"

	"github.com/shoot-flux/gardener-extension-shoot-flux/hack/registration/manifests"
)

type registry struct {
	client    *auth.Client
	plainHTTP bool
}

// newRegistry returns a client with the credentials that 'docker login' and 'ko login' store.
func newRegistry(plainHTTP bool) (*registry, error) {
	store, err := credentials.NewStoreFromDocker(credentials.StoreOptions{})
	if err != nil {
		return nil, fmt.Errorf("failed to read Docker's credentials: %w", err)
	}
	return &registry{
		client:    &auth.Client{Client: retry.DefaultClient, Cache: auth.NewCache(), Credential: credentials.Credential(store)},
		plainHTTP: plainHTTP,
	}, nil
}

// push pushes a chart or the component descriptor to the registry. It returns an error if the version already exists
// with a different digest, because published versions are immutable.
func (r *registry) push(ctx context.Context, artifact manifests.Artifact) error {
	repository, err := remote.NewRepository(artifact.Reference)
	if err != nil {
		return err
	}
	repository.Client, repository.PlainHTTP = r.client, r.plainHTTP

	there, err := repository.Resolve(ctx, repository.Reference.Reference)
	switch {
	case err == nil && there.Digest != artifact.Manifest.Digest:
		return fmt.Errorf("it is there already, as %s and not as %s: what was published is not replaced", there.Digest, artifact.Manifest.Digest)
	case err != nil && !errors.Is(err, errdef.ErrNotFound):
		return err
	}
	for _, blob := range []manifests.Blob{artifact.Config, artifact.Layer} {
		if err := repository.Push(ctx, blob.Descriptor, bytes.NewReader(blob.Content)); err != nil {
			return err
		}
	}
	return repository.PushReference(ctx, artifact.Manifest.Descriptor, bytes.NewReader(artifact.Manifest.Content), repository.Reference.Reference)
}
