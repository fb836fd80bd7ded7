// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package configuration_test

import (
	"slices"
	"strings"
	"testing"

	gardencorev1beta1 "github.com/gardener/gardener/pkg/apis/core/v1beta1"
	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"
	autoscalingv1 "k8s.io/api/autoscaling/v1"
	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/apimachinery/pkg/util/validation/field"
	"sigs.k8s.io/yaml"

	configv1alpha1 "github.com/shoot-flux/gardener-extension-shoot-flux/pkg/apis/config/v1alpha1"
	fluxv1alpha1 "github.com/shoot-flux/gardener-extension-shoot-flux/pkg/apis/flux/v1alpha1"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/configuration"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/configuration/document"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/configuration/resolved"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/flux"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/flux/distributions"
)

func TestConfiguration(t *testing.T) {
	RegisterFailHandler(Fail)
	RunSpecs(t, "Configuration Suite")
}

// catalog is shared, because it caches compiled schemas.
var catalog = flux.NewCatalog(flux.NewLibrary(distributions.Embedded()))

const header = "apiVersion: flux.extensions.gardener.cloud/v1alpha1\nkind: FluxConfig\n"

// Sources for tests about something else.
const (
	someSource       = `source: {template: {spec: {url: "https://github.com/o/r"}}}` + "\n"
	sourceWithSecret = `source: {secretResourceName: token, template: {spec: {url: "https://github.com/o/r"}}}` + "\n"
)

// documents are the configurations of operator, project and Shoot.
type documents struct {
	// operator is a ControllerConfiguration.
	operator string
	// data and binaryData are those of flux-config; nil if there is none.
	data       map[string]string
	binaryData map[string][]byte
	// providerConfig is that of the Shoot; empty if it has none.
	providerConfig string
	resources      []gardencorev1beta1.NamedResourceReference
	// labels are those of the Shoot that are shoot info variables, without their prefix.
	labels map[string]string
	// alone is for a project without a Shoot, and early for a Shoot that Gardener has not created yet.
	alone, early bool
	// issuer is for a Shoot with a managed issuer.
	issuer bool
}

// operator is the operator's configuration, below apiVersion and kind.
// labelPrefix begins the labels that are shoot info variables.
const labelPrefix = "shoot-info.flux.extensions.gardener.cloud/"

func operator(config string) documents { return documents{operator: config} }

// flat is a flux-config with flat keys.
func flat(keysAndValues ...string) documents {
	data := map[string]string{}
	for pair := range slices.Chunk(keysAndValues, 2) {
		data[pair[0]] = pair[1]
	}
	return documents{data: data}
}

// project is a flux-config with a FluxConfig, below apiVersion and kind.
func project(config string) documents { return flat("config.yaml", header+config) }

// shoot is a Shoot with a FluxConfig, below apiVersion and kind.
func shoot(config string) documents { return documents{providerConfig: header + config} }

// and adds the configuration of other documents.
func (d documents) and(other documents) documents {
	if other.operator != "" {
		d.operator = other.operator
	}
	if other.data != nil {
		d.data = other.data
	}
	if other.providerConfig != "" {
		d.providerConfig = other.providerConfig
	}
	d.resources = append(slices.Clone(d.resources), other.resources...)
	d.issuer = d.issuer || other.issuer
	return d
}

// with adds an entry to Shoot.spec.resources that refers to an object of the kind.
func (d documents) with(name, kind, object string) documents {
	return d.withReference(name, "v1", kind, object)
}

func (d documents) withReference(name, apiVersion, kind, object string) documents {
	return d.and(documents{resources: []gardencorev1beta1.NamedResourceReference{{
		Name: name, ResourceRef: autoscalingv1.CrossVersionObjectReference{APIVersion: apiVersion, Kind: kind, Name: object},
	}}})
}

// withoutShoot is for the project alone.
func (d documents) labelled(name, value string) documents {
	d.labels = map[string]string{name: value}
	return d
}

func (d documents) withoutShoot() documents {
	d.alone = true
	return d
}

// withIssuer is for a Shoot with a managed issuer.
func (d documents) withIssuer() documents {
	d.issuer = true
	return d
}

// provisional is for a Shoot for which Gardener has not created anything yet.
func (d documents) provisional() documents {
	d.early = true
	return d
}

// resolver returns the resolver for the operator's configuration.
func (d documents) resolver() (*configuration.Resolver, error) {
	config := configv1alpha1.ControllerConfiguration{}
	if err := yaml.UnmarshalStrict([]byte(d.operator), &config); err != nil {
		return nil, err
	}
	scheme := runtime.NewScheme()
	if err := configv1alpha1.AddToScheme(scheme); err != nil {
		return nil, err
	}
	scheme.Default(&config)
	return configuration.NewResolver(catalog, config)
}

func (d documents) configMap() *document.ConfigMap {
	if d.data == nil && d.binaryData == nil {
		return nil
	}
	return &document.ConfigMap{Namespace: "garden-demo", Data: d.data, BinaryData: d.binaryData}
}

func (d documents) shoot() *configuration.Shoot {
	if d.alone {
		return nil
	}
	result := &configuration.Shoot{
		PublicIssuer:       d.issuer,
		Namespace:          "garden-demo",
		Name:               "my-shoot",
		ProviderConfigPath: field.NewPath("spec", "extensions").Index(1).Child("providerConfig"),
		Resources:          d.resources,
		Info:               facts(),
		Labels:             map[string]string{"env": "test", labelPrefix + "stage": "test"},
		Purpose:            "evaluation",
	}
	for name, value := range d.labels {
		result.Labels[labelPrefix+name] = value
		result.Info["SHOOT_INFO_LABEL_"+strings.ToUpper(name)] = value
	}
	if d.early {
		for _, name := range []string{"SHOOT_INFO_CLUSTER_IDENTITY", "SHOOT_INFO_GARDEN_CLUSTER_IDENTITY", "SHOOT_INFO_PROJECT_NAME", "SHOOT_INFO_SEED", "SHOOT_INFO_TECHNICAL_ID"} {
			delete(result.Info, name)
		}
		result.Info, result.Provisional = configuration.WithPlaceholders(result.Info), true
	}
	if d.providerConfig != "" {
		result.ProviderConfig = []byte(d.providerConfig)
	}
	return result
}

// facts returns the shoot info variables of a Shoot with a label and without domain.
func facts() fluxv1alpha1.ShootInfo {
	return fluxv1alpha1.ShootInfo{
		"SHOOT_INFO_CLUSTER_IDENTITY":        "shoot--demo--my-shoot-4b1d-my-garden",
		"SHOOT_INFO_DOMAIN":                  "",
		"SHOOT_INFO_GARDEN_CLUSTER_IDENTITY": "my-garden",
		"SHOOT_INFO_KUBERNETES_VERSION":      "1.34.2",
		"SHOOT_INFO_LABEL_STAGE":             "test",
		"SHOOT_INFO_NAME":                    "my-shoot",
		"SHOOT_INFO_PROJECT_NAME":            "demo",
		"SHOOT_INFO_PROJECT_NAMESPACE":       "garden-demo",
		"SHOOT_INFO_PROVIDER":                "local",
		"SHOOT_INFO_PURPOSE":                 "evaluation",
		"SHOOT_INFO_REGION":                  "eu-1",
		"SHOOT_INFO_SEED":                    "seed-1",
		"SHOOT_INFO_TECHNICAL_ID":            "shoot--demo--my-shoot",
	}
}

// resolve returns the effective configuration of the documents.
func (d documents) resolve() (*resolved.Configuration, error) {
	resolver, err := d.resolver()
	if err != nil {
		return nil, err
	}
	effective, mistakes, err := resolver.Resolve(GinkgoT().Context(), d.configMap(), d.shoot())
	if err != nil {
		return nil, err
	}
	if len(mistakes) > 0 {
		return nil, mistakes
	}
	return effective, nil
}
