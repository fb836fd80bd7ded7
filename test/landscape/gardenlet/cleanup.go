// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package gardenlet

import (
	"context"
	"fmt"
	"math"
	"strconv"
	"strings"
	"time"

	admissionregistrationv1 "k8s.io/api/admissionregistration/v1"
	appsv1 "k8s.io/api/apps/v1"
	batchv1 "k8s.io/api/batch/v1"
	corev1 "k8s.io/api/core/v1"
	networkingv1 "k8s.io/api/networking/v1"
	apiextensionsv1 "k8s.io/apiextensions-apiserver/pkg/apis/apiextensions/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/labels"
	apiregistrationv1 "k8s.io/kube-aggregator/pkg/apis/apiregistration/v1"
	"sigs.k8s.io/controller-runtime/pkg/client"
	"sigs.k8s.io/controller-runtime/pkg/client/apiutil"

	v1beta1helper "github.com/gardener/gardener/pkg/api/core/v1beta1/helper"
	gardencorev1beta1 "github.com/gardener/gardener/pkg/apis/core/v1beta1"
	v1beta1constants "github.com/gardener/gardener/pkg/apis/core/v1beta1/constants"
	"github.com/gardener/gardener/pkg/utils/flow"
	utilclient "github.com/gardener/gardener/pkg/utils/kubernetes/client"
	"github.com/gardener/gardener/pkg/utils/retry"
)

// Gardener's durations: the timeout of one cleanup step, the grace period of objects, and the times after which
// remaining finalizers are removed.
const (
	cleanupTimeout      = 10 * time.Minute
	cleanupGrace        = 5 * time.Minute
	cleanupFinalize     = 5 * time.Minute
	cleanupFinalizeLate = time.Hour
)

// cleanup converts a duration of Gardener's cleanup to the duration in the landscape.
func (t Timing) cleanup(gardener time.Duration) time.Duration {
	return time.Duration(float64(gardener) * float64(t.CleanupMinute) / float64(time.Minute))
}

// skipsCleanup reports whether the Shoot's owner has limited the cleanup to objects that cause costs outside of the
// cluster.
func skipsCleanup(shoot *gardencorev1beta1.Shoot) bool {
	return metav1.HasAnnotation(shoot.ObjectMeta, v1beta1constants.AnnotationShootSkipCleanup)
}

// cleanWebhooks deletes the webhooks in the shoot, because they may block all other steps.
func (g *Gardenlet) cleanWebhooks(ctx context.Context, o *operation) error {
	options, err := g.cleanOptions(o.shoot, cleanupFinalize, v1beta1constants.AnnotationShootCleanupWebhooksFinalizeGracePeriodSeconds, 1)
	if err != nil {
		return err
	}
	return g.clean(ctx, o, options,
		kind{list: &admissionregistrationv1.MutatingWebhookConfigurationList{}},
		kind{list: &admissionregistrationv1.ValidatingWebhookConfigurationList{}},
	)
}

// cleanExtendedAPIs deletes the APIServices and CustomResourceDefinitions in the shoot, including all custom resources.
func (g *Gardenlet) cleanExtendedAPIs(ctx context.Context, o *operation) error {
	options, err := g.cleanOptions(o.shoot, cleanupFinalizeLate, v1beta1constants.AnnotationShootCleanupExtendedAPIsFinalizeGracePeriodSeconds, 0.1)
	if err != nil {
		return err
	}
	return g.clean(ctx, o, options,
		// As in gardenlet, label no-cleanup does not protect an APIService.
		kind{list: &apiregistrationv1.APIServiceList{}, selector: "gardener.cloud/role!=system-component,!kube-aggregator.kubernetes.io/automanaged"},
		kind{list: &apiextensionsv1.CustomResourceDefinitionList{}},
	)
}

// cleanKubernetesResources deletes the workloads in the shoot and their resources outside of it. gardenlet also deletes
// VolumeSnapshots, which do not exist in the landscape.
func (g *Gardenlet) cleanKubernetesResources(ctx context.Context, o *operation) error {
	const annotation = v1beta1constants.AnnotationShootCleanupKubernetesResourcesFinalizeGracePeriodSeconds
	options, err := g.cleanOptions(o.shoot, cleanupFinalize, annotation, 1)
	if err != nil {
		return err
	}
	started, err := g.cleanupStart(ctx, o)
	if err != nil {
		return err
	}
	if options.IgnoreLeftovers, err = g.ignoredLeftovers(ctx, o, started); err != nil {
		return err
	}
	kinds := []kind{
		{list: &corev1.ServiceList{}, selector: cleanupSelector + ",provider!=kubernetes"},
		{list: &corev1.PersistentVolumeClaimList{}},
	}
	if !skipsCleanup(o.shoot) {
		kinds = append(kinds,
			kind{list: &batchv1.CronJobList{}},
			kind{list: &appsv1.DaemonSetList{}},
			kind{list: &appsv1.DeploymentList{}},
			kind{list: &networkingv1.IngressList{}},
			kind{list: &batchv1.JobList{}},
			kind{list: &corev1.PodList{}},
			kind{list: &appsv1.ReplicaSetList{}},
			kind{list: &corev1.ReplicationControllerList{}},
			kind{list: &appsv1.StatefulSetList{}},
		)
	}
	return g.clean(ctx, o, options, kinds...)
}

// cleanupSelector excludes objects of Gardener and objects that extensions have labelled to be kept.
const cleanupSelector = v1beta1constants.GardenRole + "!=" + v1beta1constants.GardenRoleSystemComponent + "," + v1beta1constants.ShootNoCleanup + "!=true"

// kind is a kind of objects to delete.
type kind struct {
	list client.ObjectList
	// selector defaults to cleanupSelector.
	selector string
}

// clean deletes the objects of the given kinds and waits until they are gone. It uses gardenlet's cleaner.
func (g *Gardenlet) clean(ctx context.Context, o *operation, options *utilclient.CleanOptions, kinds ...kind) error {
	shoot, err := g.newShootClient(o.access)
	if err != nil {
		return fmt.Errorf("failed to create a client for the shoot's cluster: %w", err)
	}
	tasks := make([]flow.TaskFn, 0, len(kinds))
	for _, k := range kinds {
		tasks = append(tasks, func(ctx context.Context) error { return g.cleanKind(ctx, o, shoot, options, k) })
	}
	return flow.Parallel(tasks...)(ctx)
}

func (g *Gardenlet) cleanKind(ctx context.Context, o *operation, shoot client.Client, options *utilclient.CleanOptions, k kind) error {
	if k.selector == "" {
		k.selector = cleanupSelector
	}
	selector, err := labels.Parse(k.selector)
	if err != nil {
		return fmt.Errorf("failed to parse a selector: %w", err)
	}
	gvk, err := apiutil.GVKForObject(k.list, shoot.Scheme())
	if err != nil {
		return fmt.Errorf("failed to find the kind of %T: %w", k.list, err)
	}
	ops := utilclient.DefaultCleanOps()
	return retry.Until(ctx, g.options.Timing.Interval, func(ctx context.Context) (bool, error) {
		err := ops.CleanAndEnsureGone(ctx, o.log, shoot, k.list, utilclient.ListWith{client.MatchingLabelsSelector{Selector: selector}}, options)
		if utilclient.AreObjectsRemaining(err) {
			return retry.MinorError(v1beta1helper.NewErrorWithCodes(err, gardencorev1beta1.ErrorCleanupClusterResources))
		}
		if err != nil {
			return retry.SevereError(fmt.Errorf("failed to clean up resources with kind %s: %w", strings.TrimSuffix(gvk.Kind, "List"), err))
		}
		return retry.Ok()
	})
}

// cleanOptions returns the grace periods. An annotation of the Shoot may shorten them.
func (g *Gardenlet) cleanOptions(shoot *gardencorev1beta1.Shoot, finalizeAfter time.Duration, annotation string, graceFactor float64) (*utilclient.CleanOptions, error) {
	grace := cleanupGrace
	custom, found, err := seconds(shoot, annotation)
	if err != nil {
		return nil, err
	}
	if found && custom < finalizeAfter {
		grace, finalizeAfter = time.Duration(float64(custom)*graceFactor), custom
	}
	options := &utilclient.CleanOptions{}
	wholeSeconds := func(gardener time.Duration) int64 {
		return int64(math.Ceil(g.options.Timing.cleanup(gardener).Seconds()))
	}
	utilclient.DeleteWith{client.GracePeriodSeconds(wholeSeconds(grace))}.ApplyToClean(options)
	utilclient.FinalizeGracePeriodSeconds(wholeSeconds(finalizeAfter)).ApplyToClean(options)
	return options, nil
}

func seconds(shoot *gardencorev1beta1.Shoot, annotation string) (time.Duration, bool, error) {
	value, found := shoot.Annotations[annotation]
	if !found {
		return 0, false, nil
	}
	parsed, err := strconv.Atoi(value)
	if err != nil {
		return 0, false, fmt.Errorf("failed to parse annotation %s: %w", annotation, err)
	}
	return time.Duration(parsed) * time.Second, true, nil
}

// cleanupStart returns the time of the first cleanup attempt. It records the time in an annotation of the Shoot's
// namespace in the seed.
func (g *Gardenlet) cleanupStart(ctx context.Context, o *operation) (time.Time, error) {
	const annotation = v1beta1constants.AnnotationShootCleanupKubernetesResourcesStartTime
	namespace := &corev1.Namespace{}
	if err := g.seed.Get(ctx, client.ObjectKey{Name: o.namespace}, namespace); err != nil {
		return time.Time{}, fmt.Errorf("failed to read the shoot's namespace: %w", err)
	}
	if value, found := namespace.Annotations[annotation]; found {
		started, err := time.Parse(time.RFC3339, value)
		if err != nil {
			return time.Time{}, fmt.Errorf("failed to parse annotation %s: %w", annotation, err)
		}
		return started, nil
	}
	started := time.Now().UTC().Truncate(time.Second)
	patch := client.MergeFrom(namespace.DeepCopy())
	metav1.SetMetaDataAnnotation(&namespace.ObjectMeta, annotation, started.Format(time.RFC3339))
	if err := g.seed.Patch(ctx, namespace, patch); err != nil {
		return time.Time{}, fmt.Errorf("failed to note when the cleanup started: %w", err)
	}
	return started, nil
}

// ignoredLeftovers returns the filters for objects that gardenlet does not wait for: objects in unknown namespaces, and
// objects created after the time when the cleanup should have been complete.
func (g *Gardenlet) ignoredLeftovers(ctx context.Context, o *operation, started time.Time) ([]utilclient.IgnoreLeftoverFunc, error) {
	shoot, err := g.newShootClient(o.access)
	if err != nil {
		return nil, fmt.Errorf("failed to create a client for the shoot's cluster: %w", err)
	}
	namespaces := &corev1.NamespaceList{}
	if err := shoot.List(ctx, namespaces); err != nil {
		return nil, fmt.Errorf("failed to list the shoot's namespaces: %w", err)
	}
	names := make([]string, 0, len(namespaces.Items))
	for _, namespace := range namespaces.Items {
		names = append(names, namespace.Name)
	}
	finalizeAfter := cleanupFinalize
	custom, found, err := seconds(o.shoot, v1beta1constants.AnnotationShootCleanupKubernetesResourcesFinalizeGracePeriodSeconds)
	if err != nil {
		return nil, err
	}
	if found {
		finalizeAfter = custom
	}
	return []utilclient.IgnoreLeftoverFunc{
		utilclient.IgnoreUnknownNamespaces(names, shoot.Scheme()),
		utilclient.IgnoreObjectsCreatedAfter(started.Add(g.options.Timing.cleanup(finalizeAfter)), shoot.Scheme()),
	}, nil
}
