// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package extension

import (
	"context"
	"errors"
	"fmt"
	"slices"

	extensionscontroller "github.com/gardener/gardener/extensions/pkg/controller"
	v1beta1helper "github.com/gardener/gardener/pkg/api/core/v1beta1/helper"
	gardencorev1beta1 "github.com/gardener/gardener/pkg/apis/core/v1beta1"
	extensionsv1alpha1 "github.com/gardener/gardener/pkg/apis/extensions/v1alpha1"
	reconcilerutils "github.com/gardener/gardener/pkg/controllerutils/reconciler"
	corev1 "k8s.io/api/core/v1"
	logf "sigs.k8s.io/controller-runtime/pkg/log"

	fluxv1alpha1 "github.com/shoot-flux/gardener-extension-shoot-flux/pkg/apis/flux/v1alpha1"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/controller/seed/extension/decision"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/flux"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/garden"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/health"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/kube"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/seed/content"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/seed/managedresource"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/seed/statuswriter"
)

// apply does what is planned: it renders, migrates, stores the key, delivers and reports, in an order in which each step can be repeated.
func (a *Actuator) apply(ctx context.Context, ex *extensionsv1alpha1.Extension, p decision.Plan) error {
	p, err := a.render(p)
	if err != nil {
		return err
	}
	if p, err = a.migrate(ctx, ex, p); err != nil {
		return err
	}
	if p, err = a.render(p); err != nil { // It is another plan if the migration has failed.
		return err
	}
	if p, err = a.storeKey(ctx, p); err != nil {
		return err
	}
	for _, kind := range p.Errors {
		a.Recorder.ConfigurationError(kind)
	}
	if p.Delivery == nil {
		err = a.Conditions.WriteObserved(ctx, ex, p.State.Observed, a.configured(p).And(a.supported(p)))
	} else {
		err = a.deliver(ctx, ex, p)
	}
	if err != nil {
		return err
	}
	return a.result(p)
}

// migrate prepares the shoot for the CustomResourceDefinitions of another version. As long as it has not succeeded, Flux itself stays as it
// is, and what was done of it does not have to be done again: the health check has it tried again. The operation does not fail, because the
// Shoot could not be reconciled or moved until then.
//
// Only to a shoot that has nothing from the extension yet, nothing is delivered, and the operation is repeated. The requeue is the
// outermost error, because the extension library recognizes it by a type assertion.
func (a *Actuator) migrate(ctx context.Context, ex *extensionsv1alpha1.Extension, p decision.Plan) (decision.Plan, error) {
	m := p.Migration
	if m == nil {
		return p, nil
	}
	limited, cancel := context.WithTimeout(ctx, a.Timeouts.Migration)
	defer cancel()
	migrated, err := m.Shoot.Migrate(limited, a.Migrations, m.Remaining)
	if len(migrated) > 0 {
		logf.FromContext(ctx).Info("Flux's objects in the shoot are stored in API versions that remain", "customResourceDefinitions", migrated)
	}
	if err == nil {
		return p, nil
	}
	// It is logged and becomes a message as well.
	err = kube.ErrorWithCodes(fmt.Errorf("failed to migrate Flux's objects in the shoot before Flux%s is upgraded to %s: %w", flux.Spaced(m.From), m.To, err))
	if m.Otherwise != nil {
		logf.FromContext(ctx).Error(err, "Flux stays as it is")
		return m.Otherwise(err), nil
	}
	err = fmt.Errorf("%w. Nothing is delivered until that succeeds", err)
	verdict := health.Verdict{Type: fluxv1alpha1.ConditionConfigured, Status: gardencorev1beta1.ConditionProgressing, Reason: fluxv1alpha1.ReasonMigrating, Message: err.Error()}
	if err := a.Conditions.Write(ctx, ex, []health.Verdict{verdict}, fluxv1alpha1.ConditionConfigured); err != nil {
		return decision.Plan{}, err
	}
	return decision.Plan{}, &reconcilerutils.RequeueAfterError{Cause: err, RequeueAfter: a.Timeouts.MigrationRetry}
}

// errOtherKey says that another key was stored at the same time, so that everything has to be decided with that.
var errOtherKey = errors.New("another deploy key was stored for the project at the same time")

// storeKey stores a deploy key that was generated, and reports it to the project. The note of the Event begins with the key, so that it is not
// what is cut off.
func (a *Actuator) storeKey(ctx context.Context, p decision.Plan) (decision.Plan, error) {
	if p.NewKey == nil {
		return p, nil
	}
	stored, created, err := a.DeployKeys.Create(ctx, p.Project, p.NewKey.DeployKey)
	if err != nil {
		return decision.Plan{}, err
	}
	if !created {
		return decision.Plan{}, errOtherKey
	}
	todo := "Register it as a read-only deploy key of the repository"
	if p.NewKey.Registered {
		todo = "The extension registers it, as the project has configured"
	}
	garden.DeployKeyEvent{
		Project: p.Project, Version: stored.Version, Type: corev1.EventTypeNormal, Reason: "DeployKeyGenerated", Action: "GenerateDeployKey",
		Note: fmt.Sprintf("This is the project's new deploy key, %s: %s. %s: %s", stored.Fingerprint, stored.PublicKey, todo, p.NewKey.URL),
	}.Record(a.GardenEvents)
	p.State.Observed.Key = stored.Version
	return p, nil
}

// render turns the delivery into manifests, in the order in which they have to be there. If the seed would not take them, it returns the
// plan for that.
func (a *Actuator) render(p decision.Plan) (decision.Plan, error) {
	d := p.Delivery
	if d == nil || d.Manifests != nil {
		return p, nil
	}
	bundle, err := a.Renderer.Render(d.Input)
	if err != nil {
		return decision.Plan{}, err
	}
	d.Manifests = content.Of(bundle)
	if d.OnlyConfig {
		d.Manifests = withoutInstallation(d.Manifests)
	}
	err = a.Deliverer.CheckSize(d.Manifests)
	if tooLarge := (*content.TooLargeError)(nil); errors.As(err, &tooLarge) {
		return d.Refuse(tooLarge), nil
	}
	return p, err
}

func withoutInstallation(manifests []content.Manifests) []content.Manifests {
	return slices.DeleteFunc(manifests, func(m content.Manifests) bool { return slices.Contains(managedresource.Installation(), m.Name) })
}

// deliver records the delivery and has gardener-resource-manager apply it.
func (a *Actuator) deliver(ctx context.Context, ex *extensionsv1alpha1.Extension, p decision.Plan) error {
	manifests := p.Delivery.Manifests
	// What was paused since the shoot is being deleted must stay so, and all before took time.
	if err := a.refuseDeleted(ctx, ex.Namespace); err != nil {
		return err
	}
	if err := managedresource.OrLater(a.awaitRelease(ctx, ex.Namespace, p.Delivery, manifests), a.Timeouts.ReleaseRetry); err != nil {
		return err
	}
	if err := a.takeOver(ctx, ex.Namespace, p.Delivery); err != nil {
		return err
	}
	if err := a.refuseDeleted(ctx, ex.Namespace); err != nil {
		return err
	}
	if err := a.Conditions.WriteState(ctx, ex, p.State, p.References, a.configured(p)); err != nil {
		return err
	}
	end := a.Recorder.Delivery()
	err := managedresource.OrLater(a.deploy(ctx, ex.Namespace, p.Delivery, manifests), a.Timeouts.ReleaseRetry)
	end(err)
	if err != nil {
		return err
	}
	return a.Conditions.ApplyTo(ctx, ex, a.supported(p))
}

// refuseDeleted fails if the shoot is being deleted since the operation has begun.
func (a *Actuator) refuseDeleted(ctx context.Context, namespace string) error {
	cluster, err := extensionscontroller.GetCluster(ctx, a.Seed, namespace)
	if err != nil {
		return err
	}
	if cluster.Shoot != nil && cluster.Shoot.DeletionTimestamp != nil {
		return errors.New("the shoot is being deleted since this operation has begun, and nothing is delivered to it any more")
	}
	return nil
}

// awaitRelease reports that gardener-resource-manager has not let go yet of what is to be delivered: Flux was left alone just now, or
// gardener-resource-manager was not there since. It comes before anything is recorded, so that the next attempt inspects the shoot again. Where
// nothing was delivered yet, or nothing new is recorded, what the watch has reported is enough.
func (a *Actuator) awaitRelease(ctx context.Context, namespace string, d *decision.Delivery, manifests []content.Manifests) error {
	if d.First || d.Unchanged {
		return a.Deliverer.AreKnownReleased(ctx, namespace, manifests)
	}
	return a.Deliverer.AreReleased(ctx, namespace, manifests)
}

// takeOver prepares the shoot and the seed for the first delivery, and for the first of a source. It can be repeated until what is
// delivered is recorded.
func (a *Actuator) takeOver(ctx context.Context, namespace string, d *decision.Delivery) error {
	if d.Protect != nil {
		if err := d.Protect.Shoot.Protect(ctx, d.Protect.Objects...); err != nil {
			return err
		}
	}
	if !d.First {
		return nil
	}
	left := []string{fluxv1alpha1.PredecessorManagedResourceConfig, fluxv1alpha1.PredecessorManagedResourceInstall}
	if !d.Predecessor {
		// What that extension has delivered would be in the shoot.
		return a.Deliverer.ReleaseKnown(ctx, namespace, left...)
	}
	return a.Deliverer.ReleaseNamed(ctx, namespace, left...)
}

// deploy has gardener-resource-manager apply the manifests, as far as the phase asks for it.
func (a *Actuator) deploy(ctx context.Context, namespace string, d *decision.Delivery, manifests []content.Manifests) error {
	if d.Phase == decision.PhaseReleasing {
		for _, name := range managedresource.Installation() {
			if err := a.Deliverer.Edit(ctx, namespace, name, flux.Leave); err != nil {
				return err
			}
		}
		manifests = withoutInstallation(manifests)
	}
	if err := a.Deliverer.Deploy(ctx, namespace, manifests); err != nil || d.Phase != decision.PhaseBootstrapped {
		return err
	}
	// The health check does it again, should the watch not have reported them.
	return a.Deliverer.ReleaseKnown(ctx, namespace, managedresource.Installation()...)
}

// configured is the condition FluxConfigured. It says what is configured, and is written before that is delivered.
func (a *Actuator) configured(p decision.Plan) statuswriter.Update {
	return statuswriter.Update{Verdicts: []health.Verdict{p.Condition}, Owned: []gardencorev1beta1.ConditionType{fluxv1alpha1.ConditionConfigured}}
}

// supported is the condition FluxVersionSupported, which is there only if the Flux version that the shoot has is deprecated. As long as a
// delivery has not succeeded, the shoot has the one before.
func (a *Actuator) supported(p decision.Plan) statuswriter.Update {
	s := statuswriter.Update{Owned: []gardencorev1beta1.ConditionType{fluxv1alpha1.ConditionVersionSupported}}
	if p.Version == "" {
		return s
	}
	if text := a.Resolver.Deprecated(p.Version); text != "" {
		s.Verdicts = []health.Verdict{{Type: fluxv1alpha1.ConditionVersionSupported, Status: gardencorev1beta1.ConditionFalse, Reason: "VersionDeprecated", Message: text}}
	}
	return s
}

// result fails the operation if a user has to act before anything can be delivered. The error carries a retryable code: a non-retryable one
// would fail the whole Shoot at once (gardener: pkg/gardenlet/controller/shoot/shoot/reconciler.go). The requeue is the outermost error,
// because the extension library recognizes it by a type assertion.
func (a *Actuator) result(p decision.Plan) error {
	if p.Invalid == nil {
		return nil
	}
	return &reconcilerutils.RequeueAfterError{
		Cause:        v1beta1helper.NewErrorWithCodes(p.Invalid, gardencorev1beta1.ErrorRetryableConfigurationProblem),
		RequeueAfter: a.Timeouts.ConfigurationRetry,
	}
}
