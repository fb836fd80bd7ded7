// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package rendering

import (
	"os"
	"path/filepath"
	"runtime"
	"testing"

	"github.com/gardener/gardener/pkg/client/kubernetes"
	"sigs.k8s.io/controller-runtime/pkg/client/fake"

	fluxv1alpha1 "github.com/shoot-flux/gardener-extension-shoot-flux/pkg/apis/flux/v1alpha1"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/configuration/resolved"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/flux"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/flux/distributions"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/seed/content"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/seed/managedresource"
)

// input is a shoot with the four default components, of which nothing is synced.
func input(version string) flux.Input {
	installation := fluxv1alpha1.FluxInstallation{}
	fluxv1alpha1.SetDefaults_FluxInstallation(&installation)
	return flux.Input{
		Effective: &resolved.Configuration{Version: version, Flux: installation, Components: installation.Components},
		ShootInfo: fluxv1alpha1.ShootInfo{"SHOOT_INFO_NAME": "demo"},
	}
}

func render(b *testing.B, renderer *flux.Renderer, version string) flux.Bundle {
	b.Helper()
	bundle, err := renderer.Render(input(version))
	if err != nil {
		b.Fatal(err)
	}
	return bundle
}

func eachVersion(b *testing.B, measure func(*testing.B, string)) {
	b.Helper()
	for _, version := range distributions.Embedded().Versions() {
		b.Run(version, func(b *testing.B) {
			b.ReportAllocs()
			measure(b, version)
		})
	}
}

// BenchmarkDecode decompresses, verifies and decodes a distribution, which a process does once for each version. held-B is what stays
// in memory.
func BenchmarkDecode(b *testing.B) {
	eachVersion(b, func(b *testing.B, version string) {
		before := heap()
		var catalog *flux.Catalog
		for b.Loop() {
			catalog = flux.NewCatalog(flux.NewLibrary(distributions.Embedded()))
			if len(catalog.Components(version)) == 0 {
				b.Fatal("nothing decoded")
			}
		}
		b.ReportMetric(float64(heap()-before), "held-B")
		runtime.KeepAlive(catalog)
	})
}

// BenchmarkRenderFirst renders for the first shoot with its version and options, of a decoded distribution.
func BenchmarkRenderFirst(b *testing.B) {
	eachVersion(b, func(b *testing.B, version string) {
		library := flux.NewLibrary(distributions.Embedded())
		render(b, flux.NewRenderer(library, flux.Images{}), version)
		for b.Loop() {
			bundle := render(b, flux.NewRenderer(library, flux.Images{}), version)
			b.ReportMetric(float64(len(bundle.CRDs)+len(bundle.Controllers)), "yaml-B")
		}
	})
}

// BenchmarkRenderShared renders for each further shoot.
func BenchmarkRenderShared(b *testing.B) {
	eachVersion(b, func(b *testing.B, version string) {
		renderer := flux.NewRenderer(flux.NewLibrary(distributions.Embedded()), flux.Images{})
		render(b, renderer, version)
		for b.Loop() {
			render(b, renderer, version)
		}
	})
}

// deploy writes to a client that keeps everything in memory, whose time is in the figures.
func deploy(b *testing.B, deliverer *managedresource.Deliverer, bundle flux.Bundle) {
	b.Helper()
	err := deliverer.Deploy(b.Context(), "shoot--demo--demo", []content.Manifests{
		{Name: fluxv1alpha1.ManagedResourceCRDs, YAML: bundle.CRDs, Shared: true},
		{Name: fluxv1alpha1.ManagedResourceControllers, YAML: bundle.Controllers, Shared: true},
	})
	if err != nil {
		b.Fatal(err)
	}
}

// BenchmarkPackFirst compresses what was rendered and writes it, for the first shoot with its version and options.
func BenchmarkPackFirst(b *testing.B) {
	eachVersion(b, func(b *testing.B, version string) {
		bundle := render(b, flux.NewRenderer(flux.NewLibrary(distributions.Embedded()), flux.Images{}), version)
		seed := fake.NewClientBuilder().WithScheme(kubernetes.SeedScheme).Build()
		for b.Loop() {
			deploy(b, managedresource.NewDeliverer(seed), bundle)
		}
	})
}

// BenchmarkPackShared writes it for each further shoot.
func BenchmarkPackShared(b *testing.B) {
	eachVersion(b, func(b *testing.B, version string) {
		bundle := render(b, flux.NewRenderer(flux.NewLibrary(distributions.Embedded()), flux.Images{}), version)
		deliverer := managedresource.NewDeliverer(fake.NewClientBuilder().WithScheme(kubernetes.SeedScheme).Build())
		deploy(b, deliverer, bundle)
		for b.Loop() {
			deploy(b, deliverer, bundle)
		}
	})
}

// BenchmarkSize measures nothing but how large a distribution is, as text and embedded.
func BenchmarkSize(b *testing.B) {
	eachVersion(b, func(b *testing.B, version string) {
		for name, unit := range map[string]string{"gotk-components.yaml": "text-B", "gotk-components.yaml.br": "embedded-B"} {
			info, err := os.Stat(filepath.Join("..", "..", "..", "pkg", "flux", "distributions", version, name))
			if err != nil {
				b.Fatal(err)
			}
			b.ReportMetric(float64(info.Size()), unit)
		}
	})
}

func heap() uint64 {
	runtime.GC()
	var stats runtime.MemStats
	runtime.ReadMemStats(&stats)
	return stats.HeapAlloc
}
