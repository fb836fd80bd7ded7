// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package gardenlet

import (
	"context"
	"encoding/json"
	"slices"
	"sync"
	"time"

	"github.com/go-logr/logr/funcr"
	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"
	appsv1 "k8s.io/api/apps/v1"
	corev1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/client-go/rest"
	"k8s.io/utils/ptr"
	"sigs.k8s.io/controller-runtime/pkg/client"
	fakeclient "sigs.k8s.io/controller-runtime/pkg/client/fake"
	"sigs.k8s.io/controller-runtime/pkg/client/interceptor"

	gardencorev1beta1 "github.com/gardener/gardener/pkg/apis/core/v1beta1"
	resourcesv1alpha1 "github.com/gardener/gardener/pkg/apis/resources/v1alpha1"
	"github.com/gardener/gardener/pkg/client/kubernetes"
	"github.com/gardener/gardener/pkg/component/extensions/extension"
)

// clusters are ShootClusters that note what is asked of them.
type clusters struct {
	runs bool
	done []string
}

func (c *clusters) Access(context.Context, *gardencorev1beta1.Shoot) (*rest.Config, bool, error) {
	return &rest.Config{Host: "https://127.0.0.1:1"}, true, nil
}

func (c *clusters) Runs(*gardencorev1beta1.Shoot) bool { return c.runs }

func (c *clusters) note(what string, runs bool) error {
	c.done, c.runs = append(c.done, what), runs
	return nil
}

func (c *clusters) StartControlPlane(context.Context, *gardencorev1beta1.Shoot) error {
	return c.note("start control plane", true)
}

func (c *clusters) StopControlPlane(context.Context, *gardencorev1beta1.Shoot) error {
	return c.note("stop control plane", false)
}

func (c *clusters) StartNodes(context.Context, *gardencorev1beta1.Shoot) error {
	return c.note("start nodes", c.runs)
}

func (c *clusters) StopNodes(context.Context, *gardencorev1beta1.Shoot) error {
	return c.note("stop nodes", c.runs)
}

func (c *clusters) Destroy(context.Context, *gardencorev1beta1.Shoot) error {
	return c.note("destroy", false)
}

// scenario is one Shoot and what is asked of it.
type scenario struct {
	kind                    gardencorev1beta1.LastOperationType
	runs, hibernated, sleep bool
	annotations             map[string]string

	// order are tasks that run, in this order; without are some that must not run.
	order, without []string
	// done is what happens to the Shoot's cluster.
	done []string
	// replicas of gardener-resource-manager as they are written, one after the other.
	replicas []int32
}

const (
	deployNamespace     = "Deploying Shoot namespace in Seed"
	deployAPIServer     = "Deploying Kubernetes API server"
	deployManager       = "Deploying gardener-resource-manager"
	waitForManager      = "Waiting until gardener-resource-manager reports readiness"
	deleteStale         = "Deleting stale extension resources"
	waitForStale        = "Waiting until stale extension resources are deleted"
	deployExtensions    = "Deploying extension resources after workers"
	waitForExtensions   = "Waiting until extension resources handled after workers are ready"
	hibernateExtensions = "Hibernating extension resources before kube-apiserver hibernation"
	reconcileNodes      = "Waiting until worker pools have been reconciled"
	hibernate           = "Hibernating control plane"
	scaleUpAPIServer    = "Scaling up Kubernetes API server"
	cleanWebhooks       = "Cleaning up webhooks"
	cleanExtendedAPIs   = "Cleaning extended API groups"
	cleanResources      = "Cleaning Kubernetes resources"
	stopNodes           = "Waiting until shoot worker nodes have been terminated"
	deleteExtensions    = "Deleting extension resources before kube-apiserver"
	wakeUpAPIServer     = "Scaling Kubernetes API Server up and waiting until ready"
	migrateExtensions   = "Migrating extensions before kube-apiserver"
	deleteAPIServer     = "Deleting kube-apiserver deployment"
)

var _ = Describe("flows", func() {
	DescribeTable("should have gardenlet's order", func(ctx SpecContext, s scenario) {
		var (
			lock     sync.Mutex
			tasks    []string
			replicas []int32
		)
		shoot := &gardencorev1beta1.Shoot{ObjectMeta: metav1.ObjectMeta{Namespace: "garden-demo", Name: "a", Annotations: s.annotations}}
		shoot.Spec.Hibernation = &gardencorev1beta1.Hibernation{Enabled: &s.sleep}
		shoot.Spec.Provider.Workers = []gardencorev1beta1.Worker{{Name: "worker"}}
		shoot.Status.IsHibernated = s.hibernated
		garden := fakeclient.NewClientBuilder().WithScheme(kubernetes.GardenScheme).WithStatusSubresource(shoot).WithObjects(shoot,
			&gardencorev1beta1.ShootState{ObjectMeta: metav1.ObjectMeta{Namespace: "garden-demo", Name: "a"}}).Build()
		shootClusters := &clusters{runs: s.runs}
		g := &Gardenlet{
			options: Options{SeedName: "one", Shoots: shootClusters, Timing: Timing{Interval: time.Millisecond, Timeout: 5 * time.Second, CleanupMinute: time.Second}},
			garden:  garden,
			seed: seedThatAnswers(func(written int32) {
				lock.Lock()
				defer lock.Unlock()
				replicas = append(replicas, written)
			}),
			newShootClient: func(*rest.Config) (client.Client, error) {
				return fakeclient.NewClientBuilder().WithScheme(kubernetes.ShootScheme).Build(), nil
			},
		}
		Expect(g.seed.Create(ctx, &corev1.Namespace{ObjectMeta: metav1.ObjectMeta{Name: "shoot--demo--a"}})).To(Succeed())
		o := &operation{
			kind: s.kind, namespace: "shoot--demo--a", shoot: shoot.DeepCopy(), reported: shoot.DeepCopy(), seed: &gardencorev1beta1.Seed{},
			access: &rest.Config{Host: "https://127.0.0.1:1"},
			log: funcr.NewJSON(func(line string) {
				entry := struct{ Msg, Task string }{}
				if json.Unmarshal([]byte(line), &entry) == nil && entry.Msg == "Succeeded" {
					lock.Lock()
					defer lock.Unlock()
					tasks = append(tasks, entry.Task)
				}
			}, funcr.Options{}),
		}
		o.extensions = extension.New(o.log, g.seed, &extension.Values{Namespace: o.namespace}, time.Millisecond, time.Second, time.Second)
		flow := map[gardencorev1beta1.LastOperationType]func(*operation) *steps{
			gardencorev1beta1.LastOperationTypeDelete:  g.deleteFlow,
			gardencorev1beta1.LastOperationTypeMigrate: g.migrateFlow,
		}[s.kind]
		if flow == nil {
			flow = g.reconcileFlow
		}
		if s.kind == gardencorev1beta1.LastOperationTypeMigrate {
			Expect(g.deployShootAccess(ctx, o)).To(Succeed())
		}

		Expect(flow(o).run(ctx, o.log, nil)).To(BeNil())

		Expect(slices.DeleteFunc(slices.Clone(tasks), func(task string) bool { return !slices.Contains(s.order, task) })).To(Equal(s.order))
		for _, task := range s.without {
			Expect(tasks).NotTo(ContainElement(task))
		}
		Expect(shootClusters.done).To(Equal(s.done))
		Expect(replicas).To(Equal(s.replicas))
	},
		Entry("a Shoot that lives: the namespace's labels, gardener-resource-manager without what they brought, and only then stale Extensions", scenario{
			kind: gardencorev1beta1.LastOperationTypeReconcile, runs: true,
			order:    []string{deployNamespace, deployManager, waitForManager, deleteStale, waitForStale},
			without:  []string{hibernate},
			done:     []string{"start control plane", "start nodes"},
			replicas: []int32{1},
		}),
		Entry("a Shoot that is created: Extensions that need the workers do not wait for them", scenario{
			kind:     gardencorev1beta1.LastOperationTypeCreate,
			order:    []string{deployAPIServer, deployManager, waitForManager, deployExtensions, waitForExtensions},
			done:     []string{"start control plane", "start nodes"},
			replicas: []int32{1},
		}),
		Entry("going to sleep: Extensions and nodes first, with the API server up, then gardener-resource-manager, then the API server", scenario{
			kind: gardencorev1beta1.LastOperationTypeReconcile, runs: true, sleep: true,
			order:    []string{deployManager, hibernateExtensions, deployExtensions, waitForExtensions, hibernate},
			without:  []string{waitForManager, waitForStale},
			done:     []string{"start control plane", "stop nodes", "stop control plane"},
			replicas: []int32{1, 0},
		}),
		Entry("a reconciliation in its sleep wakes up nothing, and does not wait for Extensions that are removed", scenario{
			kind: gardencorev1beta1.LastOperationTypeReconcile, hibernated: true, sleep: true,
			order:    []string{deployNamespace, deployManager, deleteStale},
			without:  []string{deployAPIServer, reconcileNodes, waitForManager, waitForStale},
			done:     []string{"stop control plane"},
			replicas: []int32{0, 0},
		}),
		Entry("waking up", scenario{
			kind: gardencorev1beta1.LastOperationTypeReconcile, hibernated: true,
			order:    []string{deployAPIServer, deployManager, waitForManager, deployExtensions, waitForExtensions},
			without:  []string{hibernate},
			done:     []string{"start control plane", "start nodes"},
			replicas: []int32{1},
		}),
		Entry("created asleep: without an API server", scenario{
			kind: gardencorev1beta1.LastOperationTypeCreate, sleep: true,
			order:    []string{deployManager, deployExtensions, waitForExtensions},
			without:  []string{deployAPIServer, reconcileNodes, waitForManager},
			done:     []string{"stop control plane"},
			replicas: []int32{0, 0},
		}),
		Entry("restored asleep: as created", scenario{
			kind: gardencorev1beta1.LastOperationTypeRestore, sleep: true,
			order:    []string{deployManager, deployExtensions, "Deleting Shoot State"},
			without:  []string{deployAPIServer, waitForManager},
			done:     []string{"stop control plane"},
			replicas: []int32{0, 0},
		}),
		Entry("deletion: users' objects before nodes before Extensions", scenario{
			kind: gardencorev1beta1.LastOperationTypeDelete, runs: true,
			order:    []string{waitForManager, cleanWebhooks, cleanExtendedAPIs, cleanResources, stopNodes, deleteExtensions},
			without:  []string{scaleUpAPIServer},
			done:     []string{"stop nodes", "destroy"},
			replicas: []int32{1},
		}),
		Entry("deletion of a Shoot that sleeps: control plane and gardener-resource-manager get up, nodes do not", scenario{
			kind: gardencorev1beta1.LastOperationTypeDelete, hibernated: true, sleep: true,
			order:    []string{scaleUpAPIServer, deployManager, waitForManager, cleanWebhooks, cleanExtendedAPIs, cleanResources, stopNodes, deleteExtensions},
			done:     []string{"start control plane", "stop nodes", "destroy"},
			replicas: []int32{1},
		}),
		Entry("deletion whose owner skips the cleanup", scenario{
			kind: gardencorev1beta1.LastOperationTypeDelete, runs: true, annotations: map[string]string{"shoot.gardener.cloud/skip-cleanup": "true"},
			order:    []string{cleanWebhooks, cleanResources},
			without:  []string{cleanExtendedAPIs},
			done:     []string{"stop nodes", "destroy"},
			replicas: []int32{1},
		}),
		Entry("migration: the cluster goes on", scenario{
			kind: gardencorev1beta1.LastOperationTypeMigrate, runs: true,
			order:    []string{deployManager, migrateExtensions},
			without:  []string{wakeUpAPIServer, deleteAPIServer},
			replicas: []int32{1},
		}),
		Entry("migration of a Shoot that sleeps: it gets up for it and sleeps again", scenario{
			kind: gardencorev1beta1.LastOperationTypeMigrate, hibernated: true, sleep: true,
			order:    []string{wakeUpAPIServer, deployManager, migrateExtensions, deleteAPIServer},
			done:     []string{"start control plane", "stop control plane"},
			replicas: []int32{1},
		}),
	)
})

// seedThatAnswers is a seed in which Deployments roll out and ManagedResources are applied as soon as they are written. It
// tells how many replicas a Deployment gets.
func seedThatAnswers(written func(int32)) client.Client {
	answer := func(ctx context.Context, c client.Client, object client.Object) error {
		switch o := object.(type) {
		case *appsv1.Deployment:
			replicas := ptr.Deref(o.Spec.Replicas, 1)
			written(replicas)
			o.Status = appsv1.DeploymentStatus{ObservedGeneration: o.Generation, Replicas: replicas, UpdatedReplicas: replicas, AvailableReplicas: replicas}
			return c.Status().Update(ctx, o)
		case *resourcesv1alpha1.ManagedResource:
			o.Status.ObservedGeneration = o.Generation
			o.Status.Conditions = []gardencorev1beta1.Condition{{Type: resourcesv1alpha1.ResourcesApplied, Status: gardencorev1beta1.ConditionTrue}}
			return c.Status().Update(ctx, o)
		default:
			return nil
		}
	}
	return fakeclient.NewClientBuilder().WithScheme(kubernetes.SeedScheme).
		WithStatusSubresource(&appsv1.Deployment{}, &resourcesv1alpha1.ManagedResource{}).
		WithInterceptorFuncs(interceptor.Funcs{
			Create: func(ctx context.Context, c client.WithWatch, object client.Object, options ...client.CreateOption) error {
				if err := c.Create(ctx, object, options...); err != nil {
					return err
				}
				return answer(ctx, c, object)
			},
			SubResourcePatch: func(ctx context.Context, c client.Client, subResource string, object client.Object, patch client.Patch, options ...client.SubResourcePatchOption) error {
				if subResource != "scale" {
					return c.SubResource(subResource).Patch(ctx, object, patch, options...)
				}
				if err := c.Get(ctx, client.ObjectKeyFromObject(object), object); err != nil {
					return err
				}
				if err := c.Patch(ctx, object, patch); err != nil {
					return err
				}
				return answer(ctx, c, object)
			},
		}).Build()
}
