// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package extensionstatus_test

import (
	"testing"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"
	"k8s.io/apimachinery/pkg/runtime"

	configv1alpha1 "github.com/shoot-flux/gardener-extension-shoot-flux/pkg/apis/config/v1alpha1"
	fluxv1alpha1 "github.com/shoot-flux/gardener-extension-shoot-flux/pkg/apis/flux/v1alpha1"
	. "github.com/shoot-flux/gardener-extension-shoot-flux/pkg/configuration"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/configuration/document"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/configuration/resolved"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/flux"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/flux/distributions"
)

func TestExtensionStatus(t *testing.T) {
	RegisterFailHandler(Fail)
	RunSpecs(t, "Extension Status Suite")
}

const (
	head  = "apiVersion: flux.extensions.gardener.cloud/v1alpha1\nkind: FluxConfig\n"
	https = `source: {template: {spec: {url: "https://github.com/o/r"}}}` + "\n"
)

// documents has the documents of operator, project and Shoot; each may be empty.
type documents struct {
	operator, project, shoot string
	flat                     map[string]string
	// reported is reportInShoot of the operator.
	reported bool
}

// effective returns the effective configuration of the documents.
func (d documents) effective() *resolved.Configuration {
	GinkgoHelper()
	config := configv1alpha1.ControllerConfiguration{ReportInShoot: d.reported}
	if d.operator != "" {
		config.Defaults = &runtime.RawExtension{Raw: []byte(d.operator)}
	}
	resolver, err := NewResolver(flux.NewCatalog(flux.NewLibrary(distributions.Embedded())), config)
	Expect(err).NotTo(HaveOccurred())
	var project *document.ConfigMap
	switch {
	case d.project != "":
		project = &document.ConfigMap{Namespace: "garden-demo", Data: map[string]string{"config.yaml": head + d.project}}
	case d.flat != nil:
		project = &document.ConfigMap{Namespace: "garden-demo", Data: d.flat}
	}
	shoot := &Shoot{Namespace: "garden-demo", Name: "my-shoot", Info: fluxv1alpha1.ShootInfo{}}
	if d.shoot != "" {
		shoot.ProviderConfig = []byte(head + d.shoot)
	}
	effective, mistakes, err := resolver.Resolve(GinkgoT().Context(), project, shoot)
	Expect(err).NotTo(HaveOccurred())
	Expect(mistakes).To(BeEmpty())
	return effective
}
