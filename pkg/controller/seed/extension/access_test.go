// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package extension_test

import (
	"context"
	"crypto/rand"
	"errors"
	"time"

	v1beta1helper "github.com/gardener/gardener/pkg/api/core/v1beta1/helper"
	reconcilerutils "github.com/gardener/gardener/pkg/controllerutils/reconciler"
	"github.com/go-logr/logr"
	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"
	corev1 "k8s.io/api/core/v1"
	apierrors "k8s.io/apimachinery/pkg/api/errors"
	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/apimachinery/pkg/runtime/schema"
	"k8s.io/utils/clock"
	"sigs.k8s.io/controller-runtime/pkg/client"
	"sigs.k8s.io/controller-runtime/pkg/client/interceptor"

	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/garden"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/secrets"
	"github.com/shoot-flux/gardener-extension-shoot-flux/test/support/extensiontest"
)

var _ = Describe("Access to a project", func() {
	refused := func(ctx context.Context, perProject bool, resource string) error {
		GinkgoHelper()
		w := extensiontest.NewActuatorFixture(map[string]string{"repositoryUrl": "ssh://git@github.com/o/r"}, nil)
		gardenClient := interceptor.NewClient(w.Garden.(client.WithWatch), interceptor.Funcs{
			Get: func(ctx context.Context, c client.WithWatch, key client.ObjectKey, object client.Object, options ...client.GetOption) error {
				if _, ok := object.(*corev1.Secret); ok == (resource == "secrets") {
					return apierrors.NewForbidden(schema.GroupResource{Resource: resource}, key.Name, errors.New(`User "system:serviceaccount:seed-alpha:shoot-flux-garden" cannot get it`))
				}
				return c.Get(ctx, key, object, options...)
			},
		})
		w.Actuator.AccessPerProject = perProject
		w.Actuator.Projects, w.Actuator.DeployKeys = garden.NewReader(gardenClient), secrets.NewStore(gardenClient, rand.Reader, clock.RealClock{})
		err := w.Actuator.Reconcile(ctx, logr.Discard(), w.Ex)
		Expect(w.Resources(ctx)).To(BeEmpty())
		return err
	}

	DescribeTable("waits for access that the garden controller grants",
		func(ctx SpecContext, resource string) {
			err := refused(ctx, true, resource)
			requeue, ok := err.(*reconcilerutils.RequeueAfterError) //nolint:errorlint // the extension library asserts the type as well
			Expect(ok).To(BeTrue(), "%T: %v", err, err)
			Expect(requeue.RequeueAfter).To(Equal(3 * time.Second))
			Expect(requeue.Cause).To(MatchError(SatisfyAll(
				HavePrefix("waiting for access of this seed to project namespace garden-demo"), ContainSubstring("garden controller"), ContainSubstring("operator"),
				ContainSubstring("system:serviceaccount:seed-alpha:shoot-flux-garden"))))
			Expect(v1beta1helper.ExtractErrorCodes(err)).To(BeEmpty(), "no user has to act")
		},
		Entry("forbidden flux-config", "configmaps"),
		Entry("forbidden deploy key", "secrets"),
	)

	DescribeTable("explains a deploy key that the garden refuses to create",
		func(ctx SpecContext, selfHosted bool, prefix string) {
			w := extensiontest.NewActuatorFixture(map[string]string{"repositoryUrl": "ssh://git@github.com/o/r"}, nil)
			gardenClient := interceptor.NewClient(w.Garden.(client.WithWatch), interceptor.Funcs{
				Apply: func(context.Context, client.WithWatch, runtime.ApplyConfiguration, ...client.ApplyOption) error {
					return apierrors.NewForbidden(schema.GroupResource{Resource: "secrets"}, "flux-source", errors.New("object does not belong to shoot garden-demo/root"))
				},
			})
			w.Actuator.SelfHosted, w.Actuator.DeployKeys = selfHosted, secrets.NewStore(gardenClient, rand.Reader, clock.RealClock{})
			err := w.Actuator.Reconcile(ctx, logr.Discard(), w.Ex)
			Expect(err).To(MatchError(SatisfyAll(HavePrefix(prefix), ContainSubstring("object does not belong to shoot"))))
			Expect(w.Resources(ctx)).To(BeEmpty())
		},
		Entry("in a self-hosted Shoot, where a member of the project has to act", true,
			"Gardener does not let the extension of a self-hosted Shoot create Secrets in the project. A member of the project has to create Secret flux-source of type Opaque, with a private key as identity: "),
		Entry("in a seed, with the refusal only", false, "failed to create the deploy key Secret garden-demo/flux-source in the garden: "),
	)

	It("fails if the seed has access to all projects", func(ctx SpecContext) {
		err := refused(ctx, false, "configmaps")
		Expect(apierrors.IsForbidden(err)).To(BeTrue())
		Expect(err).NotTo(BeAssignableToTypeOf(&reconcilerutils.RequeueAfterError{}))
	})
})
