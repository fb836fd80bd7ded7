// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package main

import (
	"crypto/rand"
	"encoding/pem"
	"fmt"

	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"

	fluxv1alpha1 "github.com/shoot-flux/gardener-extension-shoot-flux/pkg/apis/flux/v1alpha1"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/configuration/resolved"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/flux"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/flux/distributions"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/seed/content"
)

// render returns the manifests of a simulated shoot: Flux with the default components, and a Git repository with a
// deploy key.
func render() (contents, error) {
	input, err := input()
	if err != nil {
		return contents{}, err
	}
	bundle, err := flux.NewRenderer(flux.NewLibrary(distributions.Embedded()), flux.Images{}).Render(input)
	if err != nil {
		return contents{}, fmt.Errorf("rendering: %w", err)
	}
	compressor := content.NewCompressor()
	rendered := contents{config: bundle.Config}
	for _, m := range content.Of(bundle) {
		if !m.Shared {
			continue
		}
		data, err := compressor.Compress(m)
		if err != nil {
			return contents{}, err
		}
		rendered.shared = append(rendered.shared, compressed{name: m.Name, data: data})
	}
	return rendered, nil
}

func input() (flux.Input, error) {
	versions := distributions.Embedded().Versions()
	installation := fluxv1alpha1.FluxInstallation{}
	fluxv1alpha1.SetDefaults_FluxInstallation(&installation)
	// The deploy key and host keys are random, so that they cannot be compressed.
	key, hosts := make([]byte, 83), make([]byte, 600)
	for _, random := range [][]byte{key, hosts} {
		if _, err := rand.Read(random); err != nil {
			return flux.Input{}, err
		}
	}
	return flux.Input{
		Effective: &resolved.Configuration{
			Version: versions[len(versions)-1], Flux: installation, Components: installation.Components,
			Source: &resolved.Source{DeployKey: true, Object: object("source.toolkit.fluxcd.io/v1", "GitRepository", map[string]any{
				"interval": "1m", "url": "ssh://git@github.com/example/fleet", "ref": map[string]any{"branch": "main"},
				"secretRef": map[string]any{"name": fluxv1alpha1.SyncName},
			})},
			Kustomization: &resolved.Kustomization{Object: object("kustomize.toolkit.fluxcd.io/v1", "Kustomization", map[string]any{
				"interval": "10m", "path": "./clusters/default", "prune": true,
				"sourceRef": map[string]any{"kind": "GitRepository", "name": fluxv1alpha1.SyncName},
			})},
		},
		ShootInfo: fluxv1alpha1.ShootInfo{"SHOOT_INFO_NAME": placeholder, "SHOOT_INFO_PROJECT": "project-1", "SHOOT_INFO_REGION": "local"},
		DeployKey: flux.Credentials{
			Identity:   string(pem.EncodeToMemory(&pem.Block{Type: "PRIVATE KEY", Bytes: key})),
			PublicKey:  "ssh-ed25519 AAAA",
			KnownHosts: string(pem.EncodeToMemory(&pem.Block{Type: "HOST KEYS", Bytes: hosts})),
		},
	}, nil
}

func object(apiVersion, kind string, spec map[string]any) *unstructured.Unstructured {
	return &unstructured.Unstructured{Object: map[string]any{
		"apiVersion": apiVersion, "kind": kind, "spec": spec,
		"metadata": map[string]any{"name": fluxv1alpha1.SyncName, "namespace": fluxv1alpha1.FluxNamespace},
	}}
}
