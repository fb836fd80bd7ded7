// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package simulation

import (
	"context"
	"fmt"
	"net/http"
	"time"

	gardencorev1beta1 "github.com/gardener/gardener/pkg/apis/core/v1beta1"
	corev1 "k8s.io/api/core/v1"
	eventsv1 "k8s.io/api/events/v1"
	rbacv1 "k8s.io/api/rbac/v1"
	"k8s.io/apimachinery/pkg/api/meta"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/fields"
	"k8s.io/apimachinery/pkg/runtime"
	kubernetesscheme "k8s.io/client-go/kubernetes/scheme"
	"k8s.io/client-go/rest"
	"k8s.io/client-go/util/workqueue"
	"k8s.io/utils/ptr"
	"sigs.k8s.io/controller-runtime/pkg/cache"
	"sigs.k8s.io/controller-runtime/pkg/client"
	ctrlconfig "sigs.k8s.io/controller-runtime/pkg/config"
	"sigs.k8s.io/controller-runtime/pkg/controller"
	"sigs.k8s.io/controller-runtime/pkg/manager"
	"sigs.k8s.io/controller-runtime/pkg/metrics/server"
	"sigs.k8s.io/controller-runtime/pkg/reconcile"

	configv1alpha1 "github.com/shoot-flux/gardener-extension-shoot-flux/pkg/apis/config/v1alpha1"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/controller/garden/access"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/controller/garden/check"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/controller/garden/deploykey"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/controller/garden/noticeboard"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/controller/garden/projectstatus"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/controller/garden/push"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/controller/garden/rollout"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/controller/garden/stop"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/garden"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/garden/question"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/githost"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/kube"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/report/fleet"
	rolloutstop "github.com/shoot-flux/gardener-extension-shoot-flux/pkg/rollout/stop"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/secrets"
)

// addable is a controller.
type addable interface {
	AddToManager(mgr manager.Manager, options controller.Options) error
}

func (p *process) addAll(mgr manager.Manager, controllers []addable, timeout time.Duration) error {
	for _, c := range controllers {
		if err := c.AddToManager(mgr, p.controllerOptions(timeout)); err != nil {
			return err
		}
	}
	return nil
}

func (p *process) controllerOptions(timeout time.Duration) controller.Options {
	return controller.Options{
		MaxConcurrentReconciles: 5, ReconciliationTimeout: timeout, SkipNameValidation: ptr.To(true), NewQueue: p.newQueue,
		RateLimiter: workqueue.NewTypedWithMaxWaitRateLimiter(workqueue.DefaultTypedControllerRateLimiter[reconcile.Request](), 2*time.Minute),
	}
}

// managerOptions returns what is the same for all managers. The kinds of the clusters are known.
func (p *process) managerOptions(cluster *store, scheme *runtime.Scheme) manager.Options {
	return manager.Options{
		Scheme: scheme, Logger: p.log, Metrics: server.Options{BindAddress: "0"}, HealthProbeBindAddress: "0", GracefulShutdownTimeout: ptr.To(time.Second),
		Controller:     ctrlconfig.Controller{SkipNameValidation: ptr.To(true)},
		MapperProvider: func(*rest.Config, *http.Client) (meta.RESTMapper, error) { return cluster.mapper(), nil },
	}
}

func (s *store) mapper() meta.RESTMapper {
	mapper := meta.NewDefaultRESTMapper(nil)
	for _, k := range s.served() {
		scope := meta.RESTScopeNamespace
		if !k.Namespaced {
			scope = meta.RESTScopeRoot
		}
		mapper.Add(k.GroupVersionKind, scope)
	}
	return mapper
}

func gardenMapper() meta.RESTMapper {
	mapper := meta.NewDefaultRESTMapper(nil)
	mapper.Add(corev1.SchemeGroupVersion.WithKind("ConfigMap"), meta.RESTScopeNamespace)
	mapper.Add(corev1.SchemeGroupVersion.WithKind("Secret"), meta.RESTScopeNamespace)
	mapper.Add(eventsv1.SchemeGroupVersion.WithKind("Event"), meta.RESTScopeNamespace)
	return mapper
}

func schemeOf(kinds ...func(*runtime.Scheme) error) (*runtime.Scheme, error) {
	scheme, builder := runtime.NewScheme(), runtime.NewSchemeBuilder(kinds...)
	err := builder.AddToScheme(scheme)
	return scheme, err
}

// gardenController is the name of the garden controller in Events.
const gardenController = "gardener-extension-shoot-flux-garden-controller"

// runGardenController runs the garden controller as its command assembles it, without the registration of deploy keys.
func runGardenController(ctx context.Context, p *process) error {
	operator := p.world.operatorOf(p)
	scheme, err := schemeOf(kubernetesscheme.AddToScheme, gardencorev1beta1.AddToScheme)
	if err != nil {
		return err
	}
	config := p.config(ctx, p.world.garden)
	options := p.managerOptions(p.world.garden, scheme)
	options.Cache.DefaultTransform = cache.TransformStripManagedFields()
	options.Cache.ByObject = map[client.Object]cache.ByObject{
		&gardencorev1beta1.Shoot{}: {Transform: garden.SlimShoot},
		&rbacv1.RoleBinding{}:      {Field: fields.OneTermEqualSelector(metav1.ObjectNameField, access.Name), Transform: access.SlimRoleBinding},
	}
	mgr, err := manager.New(config, options)
	if err != nil {
		return err
	}
	projects, err := garden.NewWatcher(ctx, config, gardenMapper(), p.log)
	if err != nil {
		return err
	}
	reports, err := garden.NewReports(ctx, config, gardenMapper(), p.log)
	if err != nil {
		return err
	}
	for _, runnable := range []manager.Runnable{projects, reports} {
		if err := mgr.Add(runnable); err != nil {
			return err
		}
	}
	checks := &configv1alpha1.Checks{}
	configv1alpha1.SetDefaults_Checks(checks)
	g := &gardenParts{
		process: p, mgr: mgr, projects: projects, reports: reports, checks: &question.Ledger{Interval: checks.Interval.Duration}, stops: rolloutstop.NewLandscape(),
		holds: rollout.NewHolds(p.registry()), defaultVersion: garden.NewDefaultVersion(operator.Config.Rollouts.HasFluxVersion()), operator: operator,
	}
	g.hooks = push.NewHooks()
	boards, err := g.noticeBoards(ctx, config)
	if err != nil {
		return err
	}
	direct, err := client.New(config, client.Options{Scheme: kubernetesscheme.Scheme, Mapper: gardenMapper()})
	if err != nil {
		return err
	}
	pushes, err := g.newPushes(config)
	if err != nil {
		return err
	}
	controllers := append([]addable{boards, g.newChecks(direct), pushes, g.newDeployKeys(direct)}, g.controllers(boards.Caches)...)
	controllers = append(controllers, g.newReporters(ctx, direct)...)
	if err := p.addAll(mgr, controllers, time.Minute); err != nil {
		return fmt.Errorf("failed to add a controller: %w", err)
	}
	if err := watchFromBegin(ctx, mgr, &gardencorev1beta1.Shoot{}, &rbacv1.RoleBinding{}); err != nil {
		return err
	}
	return runManager(ctx, mgr)
}

// watchFromBegin lets the cache watch kinds before the first read. All reads that wait for the first list would go on at
// the same instant.
func watchFromBegin(ctx context.Context, mgr manager.Manager, objects ...client.Object) error {
	for _, o := range objects {
		if _, err := mgr.GetCache().GetInformer(ctx, o, cache.BlockUntilSynced(false)); err != nil {
			return err
		}
	}
	return nil
}

// gardenParts are what several controllers of the garden controller use.
type gardenParts struct {
	*process

	mgr            manager.Manager
	projects       *garden.Watcher
	reports        *garden.Reports
	checks         *question.Ledger
	stops          *rolloutstop.Landscape
	holds          *rollout.Holds
	defaultVersion *garden.DefaultVersion
	operator       *operatorConfig
	hooks          *push.Hooks
}

func (g *gardenParts) noticeBoards(ctx context.Context, config *rest.Config) (*noticeboard.Controller, error) {
	if err := noticeboard.AddIndex(ctx, g.mgr.GetFieldIndexer()); err != nil {
		return nil, err
	}
	hasBaseline := g.operator.Config.Rollouts.HasBaseline()
	caches, err := noticeboard.NewCaches(g.mgr.GetClient(), config, g.mgr.GetRESTMapper(), true, hasBaseline)
	if err != nil {
		return nil, err
	}
	return &noticeboard.Controller{Caches: caches, Reconciler: &noticeboard.Reconciler{
		Caches: caches, Garden: g.mgr.GetClient(), Stops: g.stops, HasBaseline: hasBaseline, Clock: g.clock(), Pushes: push.NewFanOut(g.mgr.GetClient(), g.hooks, g.clock()),
		Timing: noticeboard.Timing{Settle: 200 * time.Millisecond, Interval: time.Second, NamespaceRetry: time.Minute},
	}}, nil
}

// newChecks returns the controller that asks the systems of checks.
func (g *gardenParts) newChecks(direct client.Client) *check.Reconciler {
	return &check.Reconciler{
		Ledger: g.checks, Asker: check.NewAsker(githost.NewWebHosts([]string{prometheusHost, gateHost}), direct).Through(g.world.answers), Clock: g.clock(),
		Workers: 32, Answers: check.NewAnswerCounter(g.registry()),
	}
}

// newDeployKeys returns the controller for deploy keys. It may connect to no host.
func (g *gardenParts) newDeployKeys(direct client.Client) *deploykey.Reconciler {
	return &deploykey.Reconciler{
		Shoots: g.mgr.GetClient(), Garden: direct, Projects: g.projects, Resolver: g.operator.Resolver, Store: secrets.NewStore(direct, g.world.keys(g.name), g.clock()),
		Events: g.mgr.GetEventRecorder(gardenController), Statuses: garden.NewStatusConfigMaps(direct, "", g.clock(), 10*time.Minute), Reminders: direct, Clock: g.clock(),
		Costs: kube.NewCosts(g.clock(), kube.ElapsedTime(g.clock())), Poll: 10 * time.Second, LongestPoll: 5 * time.Minute, Scanner: &githost.HostKeyScanner{Dial: githost.NewHosts(nil).DialContext},
		ScanRetry: 30 * time.Second, Registration: deploykey.NewRegistration(githost.NewRegistrar(githost.NewHosts(nil), g.clock()), "garden", g.random),
	}
}

func (g *gardenParts) controllers(boards *noticeboard.Caches) []addable {
	seeds := rollout.SeedReader{Garden: g.mgr.GetClient(), Live: g.mgr.GetAPIReader()}
	events := g.mgr.GetEventRecorder(gardenController)
	config := g.operator.Config
	controllers := []addable{
		&access.Reconciler{Garden: g.mgr.GetClient(), Live: g.mgr.GetAPIReader(), Events: events, GracePeriod: time.Hour, Clock: g.clock()},
		&projectstatus.Reconciler{
			Garden: g.mgr.GetClient(), Live: g.mgr.GetAPIReader(), Clock: g.clock(),
			Timing: projectstatus.Timing{Settle: time.Minute, Grace: 15 * time.Minute, Refresh: 10 * time.Minute, Sweep: time.Hour}, Random: g.random, Limits: fleet.DefaultLimits(),
		},
		&stop.Controller{Changes: boards.BoardChanges, Reconciler: &stop.Reconciler{
			Live: g.mgr.GetAPIReader(), Garden: g.mgr.GetClient(), Boards: boards, Landscape: g.stops, Metric: stop.NewMetric(g.registry()), Events: events, Clock: g.clock(),
		}},
		g.rollout(&rollout.Project{
			Garden: g.mgr.GetClient(), Live: g.mgr.GetAPIReader(), Projects: g.projects, Reports: g.reports, Pacing: garden.Pacing[struct{}]{Random: g.random},
			Resolver: g.operator.Resolver, DefaultVersion: g.defaultVersion, Phases: rollout.NewPhases(g.registry()), Freezes: config.ProjectFreezes, Checks: g.checks,
		}, 2*time.Second, 0),
		g.rollout(&rollout.Version{
			Seeds: seeds, Projects: g.projects, Rollouts: config.Rollouts, Target: g.operator.Resolver.DefaultVersion(), DefaultVersion: g.defaultVersion,
			Checks: g.checks, Phase: rollout.NewVersionPhase(g.registry()),
		}, time.Minute, 10*time.Minute),
	}
	if config.Rollouts.HasBaseline() {
		controllers = append(controllers, g.rollout(&rollout.Baseline{
			Seeds: seeds, Baseline: config.Baseline, Rollouts: config.Rollouts, Checks: g.checks, Phase: rollout.NewBaselinePhase(g.registry()),
		}, 5*time.Second, 30*time.Second))
	}
	return controllers
}

func (g *gardenParts) rollout(method rollout.Method, interval, pause time.Duration) *rollout.Reconciler {
	return &rollout.Reconciler{
		Method: method, Garden: g.mgr.GetClient(), Live: g.mgr.GetAPIReader(), Stops: g.stops, Events: g.mgr.GetEventRecorder(gardenController), Clock: g.clock(),
		Holds: g.holds, Interval: interval, Rest: pause,
	}
}
