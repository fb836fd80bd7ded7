// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package operator

import (
	"context"
	"fmt"
	"path"
	"strings"

	corev1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"k8s.io/apimachinery/pkg/runtime"
	"sigs.k8s.io/controller-runtime/pkg/client"

	gardencorev1 "github.com/gardener/gardener/pkg/apis/core/v1"
	v1beta1constants "github.com/gardener/gardener/pkg/apis/core/v1beta1/constants"
	operatorv1alpha1 "github.com/gardener/gardener/pkg/apis/operator/v1alpha1"
	secretsutils "github.com/gardener/gardener/pkg/utils/secrets"

	"github.com/shoot-flux/gardener-extension-shoot-flux/test/landscape/artifacts"
	"github.com/shoot-flux/gardener-extension-shoot-flux/test/landscape/pki"
)

// chartRepository is the path of the charts in the registry.
const chartRepository = "charts"

// AuthoritySecretName is the name of the Secret in the runtime cluster with the authority of the registry.
const AuthoritySecretName = "registry-ca"

// PushCharts pushes the charts of a release to the registry.
func (o *Operator) PushCharts(ctx context.Context, release artifacts.Directory) error {
	for _, name := range []string{artifacts.SeedChart, artifacts.ApplicationChart, artifacts.RuntimeChart} {
		archive, err := release.Chart(name)
		if err != nil {
			return err
		}
		if _, err := o.Registry.PushArchive(ctx, chartRepository, archive); err != nil {
			return err
		}
	}
	return nil
}

// Extension returns the Extension of a release, with the charts in this registry.
func (o *Operator) Extension(release artifacts.Directory) (*operatorv1alpha1.Extension, error) {
	object, err := release.OperatorExtension()
	if err != nil {
		return nil, err
	}
	extension := &operatorv1alpha1.Extension{}
	if err := convert(object, extension); err != nil {
		return nil, err
	}
	deployment := extension.Spec.Deployment
	for _, repository := range []*gardencorev1.OCIRepository{
		deployment.ExtensionDeployment.Helm.OCIRepository,
		deployment.AdmissionDeployment.VirtualCluster.Helm.OCIRepository,
		deployment.AdmissionDeployment.RuntimeCluster.Helm.OCIRepository,
	} {
		reference := o.Reference(path.Base(*repository.Ref))
		repository.Ref = &reference
		repository.CABundleSecretRef = &corev1.LocalObjectReference{Name: AuthoritySecretName}
	}
	return extension, nil
}

// Reference returns the reference of a chart in the registry, which is given as <name>:<version>.
func (o *Operator) Reference(chart string) string {
	return strings.TrimPrefix(o.Registry.URL(chartRepository), "oci://") + "/" + chart
}

// Trust writes the Secret with the authority that gardener-operator and gardenlets trust for the registry.
func (o *Operator) Trust(ctx context.Context, authority *pki.CA) error {
	secret := &corev1.Secret{
		ObjectMeta: metav1.ObjectMeta{
			Name: AuthoritySecretName, Namespace: v1beta1constants.GardenNamespace,
			Labels: map[string]string{v1beta1constants.GardenRole: v1beta1constants.GardenRoleOCICABundle},
		},
		Data: map[string][]byte{secretsutils.DataKeyCertificateBundle: authority.Cert},
	}
	if err := o.Client.Create(ctx, secret); client.IgnoreAlreadyExists(err) != nil {
		return err
	} else if err == nil {
		return nil
	}
	return o.Client.Patch(ctx, secret, client.Merge)
}

// convert decodes an object strictly into a type of Gardener's API.
func convert(object client.Object, typed any) error {
	content, ok := object.(*unstructured.Unstructured)
	if !ok {
		return fmt.Errorf("unexpected %T", object)
	}
	if err := runtime.DefaultUnstructuredConverter.FromUnstructuredWithValidation(content.Object, typed, true); err != nil {
		return fmt.Errorf("decoding %s %s: %w", content.GetKind(), content.GetName(), err)
	}
	return nil
}
