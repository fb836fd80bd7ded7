// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package configuration

import (
	"fmt"
	"slices"

	sourcev1 "github.com/fluxcd/source-controller/api/v1"
	v1beta1constants "github.com/gardener/gardener/pkg/apis/core/v1beta1/constants"
	"k8s.io/apimachinery/pkg/util/validation/field"

	fluxv1alpha1 "github.com/shoot-flux/gardener-extension-shoot-flux/pkg/apis/flux/v1alpha1"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/apis/flux/validation"
)

// checkWorkloadIdentity checks what depends on source, root Kustomization and Shoot.
func (b *builder) checkWorkloadIdentity() {
	path := field.NewPath("flux", "workloadIdentity")
	identity := b.config.Flux.WorkloadIdentity
	if identity == nil {
		return
	}
	if !b.placeholders.At("source.template.metadata.namespace") && !b.placeholders.At("kustomization.template.metadata.namespace") {
		b.refuse(validation.ValidateAccountNamespaces(path.Child("serviceAccounts"), identity.ServiceAccounts, b.result.Namespaces())...)
	}
	if *identity.Enabled && b.shoot != nil && !b.shoot.PublicIssuer {
		b.warn(path, fmt.Sprintf("the Shoot has no managed issuer, so no cloud can check its tokens; annotate the Shoot with %s: %s, which cannot be taken back",
			v1beta1constants.AnnotationAuthenticationIssuer, v1beta1constants.AnnotationAuthenticationIssuerManaged))
	}
}

// checkLogin checks the ServiceAccount as which an object in the namespace logs in to a cloud. The path is that of its name.
// Without one of these providers, it is for something else, or the schema refuses it.
func (b *builder) checkLogin(path *field.Path, provider, name, namespace, controller string) field.ErrorList {
	clouds := []string{sourcev1.BucketProviderAmazon, sourcev1.BucketProviderAzure, sourcev1.BucketProviderGoogle, "sops"}
	if name == "" || !slices.Contains(clouds, provider) || b.placeholders.At(path.String()) {
		return nil
	}
	if errs := validation.ValidateLogin(path, name, controller, b.config.Flux.HasWorkloadIdentity()); len(errs) > 0 {
		return errs
	}
	listed := slices.ContainsFunc(b.config.Flux.WorkloadIdentity.ServiceAccounts, func(account fluxv1alpha1.CloudServiceAccount) bool {
		return account.Name == name && *account.Namespace == namespace
	})
	if !listed {
		b.warn(path, fmt.Sprintf("the configuration delivers no ServiceAccount %s to namespace %s of the shoot; list it under flux.workloadIdentity.serviceAccounts, or create it in the shoot", name, namespace))
	}
	return nil
}
