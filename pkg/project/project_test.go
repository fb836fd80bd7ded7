// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package project_test

import (
	"context"
	"errors"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"
	corev1 "k8s.io/api/core/v1"
	apierrors "k8s.io/apimachinery/pkg/api/errors"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"sigs.k8s.io/controller-runtime/pkg/client"
	"sigs.k8s.io/controller-runtime/pkg/client/fake"
	"sigs.k8s.io/controller-runtime/pkg/client/interceptor"

	. "github.com/shoot-flux/gardener-extension-shoot-flux/pkg/project"
)

var _ = Describe("Reader", func() {
	read := func(ctx context.Context, data map[string]string) (Configuration, error) {
		builder := fake.NewClientBuilder()
		if data != nil {
			builder = builder.WithObjects(&corev1.ConfigMap{ObjectMeta: metav1.ObjectMeta{Namespace: "garden-demo", Name: "flux-config"}, Data: data})
		}
		return NewReader(builder.Build(), []string{"v2.9.3"}).Read(ctx, "garden-demo")
	}

	It("takes a project without ConfigMap as one that configures nothing", func(ctx SpecContext) {
		config, err := read(ctx, nil)
		Expect(err).NotTo(HaveOccurred())
		Expect(config).To(Equal(Configuration{EmbeddedVersion: "v2.9.3"}))
	})

	It("says that a ConfigMap exists, and which embedded version answers the wanted one", func(ctx SpecContext) {
		config, err := read(ctx, map[string]string{"fluxVersion": "2.9.1"})
		Expect(err).NotTo(HaveOccurred())
		Expect(config.Exists).To(BeTrue())
		Expect(config.EmbeddedVersion).To(Equal("v2.9.3"))
	})

	It("names ConfigMap, key and remedy of every mistake", func(ctx SpecContext) {
		_, err := read(ctx, map[string]string{"repositoryURL": "x", "fluxVersion": "v1"})
		invalid := &InvalidConfigError{}
		Expect(errors.As(err, &invalid)).To(BeTrue())
		Expect(err).To(MatchError("ConfigMap garden-demo/flux-config: [repositoryURL: Forbidden: unknown key; the known keys are fluxVersion, knownHosts, repositoryBranch, repositoryType, repositoryUrl, " +
			`fluxVersion: Invalid value: "v1": unknown Flux version; the known versions are v2.9.3 (or leave it out for the newest)]`))
	})

	It("does not take an unreachable garden for a missing ConfigMap", func(ctx SpecContext) {
		garden := fake.NewClientBuilder().WithInterceptorFuncs(interceptor.Funcs{Get: func(context.Context, client.WithWatch, client.ObjectKey, client.Object, ...client.GetOption) error {
			return apierrors.NewServiceUnavailable("garden is down")
		}}).Build()
		_, err := NewReader(garden, []string{"v2.9.3"}).Read(ctx, "garden-demo")
		Expect(apierrors.IsServiceUnavailable(err)).To(BeTrue())
	})
})
