// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package seed

import (
	"context"
	"fmt"
	"net/http"

	corev1 "k8s.io/api/core/v1"
	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/apimachinery/pkg/runtime/serializer"
	"k8s.io/client-go/rest"
	"sigs.k8s.io/controller-runtime/pkg/client/apiutil"
)

// metadataOnly has an API server answer with the metadata of an object
// (https://kubernetes.io/docs/reference/using-api/api-concepts/#partial-object-metadata), and with all of it if it cannot.
const metadataOnly = "application/vnd.kubernetes.protobuf;as=PartialObjectMetadata;g=meta.k8s.io;v=v1," + runtime.ContentTypeProtobuf + "," + runtime.ContentTypeJSON

// SecretCreator creates Secrets, whose content does not come back. A client reads it into the Secret that it has just sent: most of what the
// seed answers to a first delivery.
type SecretCreator struct{ secrets rest.Interface }

// NewSecretCreator returns a SecretCreator for the seed, over the connections of that client. The scheme has to know Secrets.
func NewSecretCreator(config *rest.Config, httpClient *http.Client, scheme *runtime.Scheme) (*SecretCreator, error) {
	kind := corev1.SchemeGroupVersion.WithKind("Secret")
	secrets, err := apiutil.RESTClientForGVK(kind, false, false, config, serializer.NewCodecFactory(scheme), httpClient)
	if err != nil {
		return nil, fmt.Errorf("failed to make the client for Secrets of the seed: %w", err)
	}
	return &SecretCreator{secrets: secrets}, nil
}

// Create creates a Secret, and does not change the given one. The error is that of the API server.
func (c *SecretCreator) Create(ctx context.Context, secret *corev1.Secret) error {
	return c.secrets.Post().Namespace(secret.Namespace).Resource("secrets").SetHeader("Accept", metadataOnly).Body(secret).Do(ctx).Error()
}
