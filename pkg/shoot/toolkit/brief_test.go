// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package toolkit_test

import (
	"context"
	"errors"
	"strings"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"
	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/apimachinery/pkg/types"
	"sigs.k8s.io/controller-runtime/pkg/client"
	"sigs.k8s.io/controller-runtime/pkg/client/fake"
	"sigs.k8s.io/controller-runtime/pkg/client/interceptor"

	. "github.com/shoot-flux/gardener-extension-shoot-flux/pkg/shoot/toolkit"
)

var _ = Describe("A shoot whose answers cannot be decoded", func() {
	It("does not have the extension repeat them in its errors", func(ctx SpecContext) {
		long := errors.New("json: cannot unmarshal number " + strings.Repeat("9", 3<<20))
		c := interceptor.NewClient(fake.NewClientBuilder().WithScheme(runtime.NewScheme()).Build(), interceptor.Funcs{
			Get: func(context.Context, client.WithWatch, client.ObjectKey, client.Object, ...client.GetOption) error {
				return long
			},
			List: func(context.Context, client.WithWatch, client.ObjectList, ...client.ListOption) error { return long },
		})
		shoot := New("shoot--a--b", c, nil)
		name := types.NamespacedName{Namespace: "flux-system", Name: "flux-system"}
		_, err := shoot.Survey(ctx)
		Expect(err).To(MatchError(And(HavePrefix("failed to list objects of kind Deployment in the shoot: json: cannot unmarshal"), HaveSuffix("9…"))))
		Expect(len(err.Error())).To(BeNumerically("<", 3<<10))
		_, _, err = shoot.IsOwn(ctx, name)
		Expect(err).To(MatchError(HaveSuffix("9…")))
		Expect(err).To(MatchError(long), "it is still the error that it was")
	})
})
