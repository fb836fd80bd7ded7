// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package garden

import (
	"bytes"
	"context"
	_ "embed"
	"errors"
	"fmt"
	"io"

	corev1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"k8s.io/apimachinery/pkg/util/yaml"
	"k8s.io/utils/ptr"
	"sigs.k8s.io/controller-runtime/pkg/client"

	gardencorev1beta1 "github.com/gardener/gardener/pkg/apis/core/v1beta1"
	v1beta1constants "github.com/gardener/gardener/pkg/apis/core/v1beta1/constants"
	securityv1alpha1 "github.com/gardener/gardener/pkg/apis/security/v1alpha1"
	gardenerutils "github.com/gardener/gardener/pkg/utils/gardener"

	"github.com/shoot-flux/gardener-extension-shoot-flux/test/landscape/cluster"
	"github.com/shoot-flux/gardener-extension-shoot-flux/test/landscape/process"
)

// Names of objects in base.yaml, and names that all projects share.
const (
	providerType             = "local"
	region                   = "local"
	zone                     = "0"
	machineImageVersion      = "1.0.0"
	internalDomainSecretName = "internal-domain"
	newestKubernetesVersion  = "1.36.4"

	cloudCredentialsName = "cloud"
)

//go:embed base.yaml
var baseYAML []byte

// applyBase creates the objects that Seeds, Projects and Shoots reference. It retries, because gardener-apiserver
// refuses some kinds until its caches are synced.
func (g *Garden) applyBase(ctx context.Context) error {
	objects, err := Decode(baseYAML)
	if err != nil {
		return fmt.Errorf("decoding the garden's base objects: %w", err)
	}
	err = process.Until(ctx, "the garden's base objects", cluster.ProbeInterval, func(ctx context.Context) error {
		return g.Apply(ctx, objects...)
	})
	if err != nil {
		return err
	}
	g.report("base objects created")
	return nil
}

// Decode reads YAML documents, each with one object.
func Decode(documents []byte) ([]client.Object, error) {
	var objects []client.Object
	decoder := yaml.NewYAMLOrJSONDecoder(bytes.NewReader(documents), len(documents))
	for {
		object := &unstructured.Unstructured{}
		err := decoder.Decode(&object.Object)
		if errors.Is(err, io.EOF) {
			return objects, nil
		}
		if err != nil {
			return nil, err
		}
		if len(object.Object) > 0 {
			objects = append(objects, object)
		}
	}
}

// CreateSeed creates a Seed and waits until gardener-controller-manager has created its namespace in the garden.
func (g *Garden) CreateSeed(ctx context.Context, name string) error {
	ctx, cancel := context.WithTimeout(ctx, objectTimeout)
	defer cancel()
	internalDomainRef := corev1.ObjectReference{APIVersion: "v1", Kind: "Secret", Name: internalDomainSecretName, Namespace: v1beta1constants.GardenNamespace}
	seed := &gardencorev1beta1.Seed{
		ObjectMeta: metav1.ObjectMeta{Name: name},
		Spec: gardencorev1beta1.SeedSpec{
			Provider: gardencorev1beta1.SeedProvider{Type: providerType, Region: region, Zones: []string{zone}},
			Networks: gardencorev1beta1.SeedNetworks{
				Nodes: ptr.To("10.2.0.0/16"), Pods: "10.3.0.0/16", Services: "10.4.0.0/16",
				ShootDefaults: &gardencorev1beta1.ShootNetworks{Pods: ptr.To("10.21.0.0/16"), Services: ptr.To("10.22.0.0/16")},
			},
			// Control planes can migrate only between seeds with a backup.
			Backup:  &gardencorev1beta1.Backup{Provider: providerType, Region: ptr.To(region), CredentialsRef: &internalDomainRef},
			Ingress: &gardencorev1beta1.Ingress{Domain: "ingress." + name + ".example.com", Controller: gardencorev1beta1.IngressController{Kind: v1beta1constants.IngressKindNginx}},
			DNS: gardencorev1beta1.SeedDNS{
				Provider: &gardencorev1beta1.SeedDNSProvider{Type: providerType, CredentialsRef: &internalDomainRef},
				Internal: &gardencorev1beta1.SeedDNSProviderConfig{Type: providerType, Domain: "internal.example.com", CredentialsRef: internalDomainRef},
				Defaults: []gardencorev1beta1.SeedDNSProviderConfig{{Type: providerType, Domain: "example.com", CredentialsRef: internalDomainRef}},
			},
		},
	}
	if err := g.Client.Create(ctx, seed); err != nil {
		return fmt.Errorf("creating seed %s: %w", name, err)
	}
	return process.Until(ctx, "the namespace of seed "+name, cluster.ProbeInterval, func(ctx context.Context) error {
		return g.Client.Get(ctx, client.ObjectKey{Name: gardenerutils.SeedNamespaceNamePrefix + name}, &corev1.Namespace{})
	})
}

// CreateProject creates a Project with namespace garden-<name>, waits until it is ready, creates cloud credentials for
// its Shoots, and returns the namespace.
func (g *Garden) CreateProject(ctx context.Context, name string) (string, error) {
	ctx, cancel := context.WithTimeout(ctx, objectTimeout)
	defer cancel()
	namespace := gardenerutils.ProjectNamespacePrefix + name
	project := &gardencorev1beta1.Project{ObjectMeta: metav1.ObjectMeta{Name: name}, Spec: gardencorev1beta1.ProjectSpec{Namespace: &namespace}}
	if err := g.Client.Create(ctx, project); err != nil {
		return "", fmt.Errorf("creating project %s: %w", name, err)
	}
	err := process.Until(ctx, "project "+name, cluster.ProbeInterval, func(ctx context.Context) error {
		if err := g.Client.Get(ctx, client.ObjectKeyFromObject(project), project); err != nil {
			return err
		}
		if project.Status.Phase != gardencorev1beta1.ProjectReady {
			return fmt.Errorf("its phase is %q", project.Status.Phase)
		}
		return nil
	})
	if err != nil {
		return "", err
	}
	secret := &corev1.Secret{ObjectMeta: metav1.ObjectMeta{
		Name:      cloudCredentialsName,
		Namespace: namespace,
		Labels:    map[string]string{v1beta1constants.LabelShootProviderPrefix + providerType: "true"},
	}}
	if err := g.Client.Create(ctx, secret); err != nil {
		return "", fmt.Errorf("creating the cloud credentials of project %s: %w", name, err)
	}
	return namespace, g.bindCredentials(ctx, secret)
}

// bindCredentials allows Shoots in the namespace to use a Secret. It retries, because gardener-apiserver refuses the
// binding until its caches contain the namespace and the Secret.
func (g *Garden) bindCredentials(ctx context.Context, secret *corev1.Secret) error {
	binding := &securityv1alpha1.CredentialsBinding{
		ObjectMeta:     metav1.ObjectMeta{Name: cloudCredentialsName, Namespace: secret.Namespace},
		Provider:       securityv1alpha1.CredentialsBindingProvider{Type: providerType},
		CredentialsRef: corev1.ObjectReference{APIVersion: "v1", Kind: "Secret", Name: secret.Name, Namespace: secret.Namespace},
	}
	return process.Until(ctx, "the credentials binding in "+secret.Namespace, cluster.ProbeInterval, func(ctx context.Context) error {
		return client.IgnoreAlreadyExists(g.Client.Create(ctx, binding.DeepCopy()))
	})
}

// NewShoot returns a valid Shoot for a seed, with the extension shoot-flux enabled but not configured. It does not
// create the Shoot.
func NewShoot(project, name, seed string) *gardencorev1beta1.Shoot {
	return &gardencorev1beta1.Shoot{
		ObjectMeta: metav1.ObjectMeta{Name: name, Namespace: gardenerutils.ProjectNamespacePrefix + project},
		Spec: gardencorev1beta1.ShootSpec{
			CloudProfile:           &gardencorev1beta1.CloudProfileReference{Kind: v1beta1constants.CloudProfileReferenceKindCloudProfile, Name: providerType},
			CredentialsBindingName: ptr.To(cloudCredentialsName),
			Region:                 region,
			SeedName:               &seed,
			Kubernetes:             gardencorev1beta1.Kubernetes{Version: newestKubernetesVersion},
			DNS:                    &gardencorev1beta1.DNS{Domain: ptr.To(name + "." + project + ".example.com")},
			Networking: &gardencorev1beta1.Networking{
				Type:     ptr.To("calico"),
				Nodes:    ptr.To("10.10.0.0/16"),
				Pods:     ptr.To("10.11.0.0/16"),
				Services: ptr.To("10.12.0.0/16"),
			},
			Provider: gardencorev1beta1.Provider{Type: providerType, Workers: []gardencorev1beta1.Worker{{
				Name:    "worker",
				Minimum: 1,
				Maximum: 1,
				Machine: gardencorev1beta1.Machine{
					Type:         providerType,
					Architecture: ptr.To(v1beta1constants.ArchitectureAMD64),
					Image:        &gardencorev1beta1.ShootMachineImage{Name: providerType, Version: ptr.To(machineImageVersion)},
				},
				CRI:   &gardencorev1beta1.CRI{Name: gardencorev1beta1.CRINameContainerD},
				Zones: []string{zone},
			}}},
			Extensions: []gardencorev1beta1.Extension{{Type: "shoot-flux"}},
		},
	}
}
