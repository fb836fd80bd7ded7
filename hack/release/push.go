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

// pushChart pushes a chart to the registry. It returns an error if the version already exists with a different digest,
// because published versions are immutable.
func (r *registry) pushChart(ctx context.Context, reference string, chart manifests.Artifact) error {
	repository, err := remote.NewRepository(reference)
	if err != nil {
		return err
	}
	repository.Client, repository.PlainHTTP = r.client, r.plainHTTP

	there, err := repository.Resolve(ctx, repository.Reference.Reference)
	switch {
	case err == nil && there.Digest != chart.Manifest.Digest:
		return fmt.Errorf("it is there already, as %s and not as %s: what was published is not replaced", there.Digest, chart.Manifest.Digest)
	case err != nil && !errors.Is(err, errdef.ErrNotFound):
		return err
	}
	for _, blob := range []manifests.Blob{chart.Config, chart.Layer} {
		if err := repository.Push(ctx, blob.Descriptor, bytes.NewReader(blob.Content)); err != nil {
			return err
		}
	}
	return repository.PushReference(ctx, chart.Manifest.Descriptor, bytes.NewReader(chart.Manifest.Content), repository.Reference.Reference)
}
