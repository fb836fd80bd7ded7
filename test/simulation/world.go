// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package simulation

import (
	"cmp"
	"context"
	"fmt"
	"hash/fnv"
	"io"
	"maps"
	"math/rand/v2"
	"net/http"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	gardencorev1beta1 "github.com/gardener/gardener/pkg/apis/core/v1beta1"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"k8s.io/apimachinery/pkg/runtime/schema"
	"k8s.io/apimachinery/pkg/types"
	"k8s.io/apimachinery/pkg/watch"

	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/cli/operator"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/flux"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/rollout"
	"github.com/shoot-flux/gardener-extension-shoot-flux/test/history"
	"github.com/shoot-flux/gardener-extension-shoot-flux/test/history/recorder"
)

const (
	shootPrefix = "shoot "
	seedPrefix  = "seed "
)

// world is a landscape in memory: the clusters, the processes of the extension, and stand-ins for gardenlet,
// gardener-resource-manager, Flux and Git.
type world struct {
	options  Options
	chance   chance
	context  context.Context //nolint:containedctx // it ends all processes
	cancel   context.CancelFunc
	group    sync.WaitGroup
	requests atomic.Int64

	garden    *store
	seeds     map[string]*store
	processes map[string]*process
	git       *git
	answers   *answerer
	remotes   *remotes
	admission *webhooks
	follower  *recorder.Follower
	manifests *manifests
	// landscape is what all processes carry, and renderer renders for all seeds.
	landscape *operator.Options
	catalog   *flux.Catalog
	renderer  *flux.Renderer

	mutex  sync.Mutex
	shoots map[types.UID]*shoot
	failed error
	// writes and reads count the requests by their places.
	writes, reads map[string]int
	// perturbed are the perturbations that have taken place.
	perturbed []Perturbation
	// configured is the configuration of the operator by the names of processes, as they are started with.
	configured map[string]operatorSettings
	// paths are the paths in the revisions of rollouts, and violations the times of what the judge cannot see. isOffset is
	// true once a clock was changed.
	paths      map[string]string
	violations map[broken]time.Time
	isOffset   bool
	// rollouts are the rollouts of projects by namespaces, and losses what Shoots may have lost.
	rollouts map[string]*rollout.State
	losses   map[types.UID]*losses
	// configs are the configurations of the projects. Only live uses them.
	configs map[string]*projectSettings
}

// operatorConfig is the configuration of a process.
type operatorConfig struct{ operator.Landscape }

// operatorSettings are what the operator changes in its configuration.
type operatorSettings struct {
	fluxVersion string
	// baseline is the path of the baseline, and soak that of its rings.
	baseline string
}

func newWorld(ctx context.Context, options Options, to io.Writer) (*world, error) {
	w := &world{
		options: options, chance: chance{options.Seed}, seeds: map[string]*store{}, processes: map[string]*process{}, shoots: map[types.UID]*shoot{}, writes: map[string]int{}, reads: map[string]int{},
		manifests: &manifests{known: map[string][]*unstructured.Unstructured{}}, landscape: &operator.Options{}, configured: map[string]operatorSettings{}, configs: map[string]*projectSettings{},
		paths: map[string]string{}, violations: map[broken]time.Time{}, rollouts: map[string]*rollout.State{}, losses: map[types.UID]*losses{},
	}
	w.answers, w.remotes = &answerer{world: w, by: map[string]answer{}}, newRemotes(w)
	w.context, w.cancel = context.WithCancel(ctx)
	read, err := w.landscape.Read(nil, "")
	if err != nil {
		return nil, err
	}
	w.catalog, w.renderer = read.Catalog, flux.NewRenderer(read.Library, read.Images)
	w.follower = recorder.NewFollower(to, history.Setup{Story: fmt.Sprintf("simulation %d", options.Seed), Times: options.times()}, time.Now)
	w.garden = newStore("garden", gardenKinds()...)
	w.observe(w.garden, "garden")
	w.processes["garden-controller"] = w.newProcess("garden-controller", runGardenController)
	for _, name := range seedNames() {
		w.seeds[name] = newStore(name, seedKinds()...)
		w.follower.Seed(name)
		w.observe(w.seeds[name], seedPrefix+name)
		w.processes[seedPrefix+name] = w.newProcess(seedPrefix+name, runSeed(name))
	}
	if w.admission, err = w.newAdmission(); err != nil {
		return nil, err
	}
	w.git = newGit(repositories(options.Projects)...)
	for _, url := range repositories(options.Projects) {
		w.recordRefs(url, w.git.resolve(url, "").id)
	}
	return w, nil
}

// observe records the changes of a cluster.
func (w *world) observe(s *store, observer string) {
	s.observed = func(of *kind, c change) {
		name := schema.GroupResource{Group: of.Group, Resource: of.Resource}
		if s == w.garden && of.Resource == "secrets" {
			w.keeps(c)
		}
		if c.kind == watch.Deleted {
			w.follower.Deleted(observer, name, c.object)
			return
		}
		w.follower.Changed(observer, name, c.object)
		if s == w.garden && of.Resource == "configmaps" {
			w.learn(c)
			w.believe(c)
		}
		if s == w.garden && of.Resource == "shoots" {
			w.meets(c)
		}
	}
}

// operatorOf returns the configuration that a process is started with.
func (w *world) operatorOf(p *process) *operatorConfig {
	w.mutex.Lock()
	settings := w.configured[p.name]
	w.mutex.Unlock()
	read, err := w.landscape.Read(&operator.File{Name: "config.yaml", Content: []byte(settings.yaml())}, "")
	if err != nil {
		panic(err) // The simulation has written it.
	}
	if p.name != "garden-controller" {
		read.Resolver = read.Resolver.AnyGitHost()
	}
	name := p.name
	w.follower.Write(history.Observation{Observer: name, Facts: history.Facts{Operator: &history.Operator{
		Process: name, FluxVersion: read.Resolver.DefaultVersion(), Baseline: read.Config.Baseline, Rollouts: read.Config.Rollouts,
	}}})
	return &operatorConfig{read}
}

// recordRefs records the head of a branch.
func (w *world) recordRefs(url, id string) {
	w.follower.Write(history.Observation{Observer: "git " + url, Facts: history.Facts{GitRef: &history.GitRef{Repository: url, Name: "refs/heads/" + branch, Commit: id}}})
}

// fail ends the run with an error of the simulation itself.
func (w *world) fail(err error) {
	w.mutex.Lock()
	defer w.mutex.Unlock()
	if w.failed == nil {
		w.failed = err
	}
}

// act records what the simulation did.
func (w *world) act(what, on string) {
	w.follower.Write(history.Observation{Facts: history.Facts{Action: &history.Action{What: what, On: on}}})
}

// sleep lets time pass. It returns false if the run ends.
func (w *world) sleep(lasts time.Duration) bool {
	timer := time.NewTimer(lasts)
	defer timer.Stop()
	select {
	case <-timer.C:
		return true
	case <-w.context.Done():
		return false
	}
}

// keys returns the source of random numbers for the keys that a process generates.
func (w *world) keys(process string) io.Reader {
	return randomBytes{w.chance.of("keys " + process)}
}

type randomBytes struct{ from *rand.Rand }

// Read fills the bytes.
func (r randomBytes) Read(into []byte) (int, error) {
	for i := range into {
		into[i] = byte(r.from.Uint32())
	}
	return len(into), nil
}

func fingerprint(of string) uint64 {
	hash := fnv.New64a()
	_, _ = hash.Write([]byte(of)) // It does not fail.
	return hash.Sum64()
}

// setDown lets the API server of a cluster answer no more, or again.
func (s *store) setDown(down bool) {
	s.mutex.Lock()
	defer s.mutex.Unlock()
	s.down = down
}

// slowness is how slowly an API server answers until a time: by a median, or with lists of one resource by about this.
type slowness struct {
	until  time.Time
	takes  time.Duration
	listed string
}

// setSlow lets the API server of a cluster answer slowly for a time, with a text such as "10m 200ms", or
// "10m 5s kustomizations" for lists of that resource only.
func (s *store) setSlow(with string) {
	words := append(strings.Fields(with), "")
	s.mutex.Lock()
	defer s.mutex.Unlock()
	s.slow = slowness{until: time.Now().Add(durationOf(words[0])), takes: durationOf(words[1]), listed: words[2]}
}

// delay returns the time before the API server executes a request. While it is slow, one of twelve requests waits for
// seconds.
func (s *store) delay(random *rand.Rand, of *http.Request) time.Duration {
	s.mutex.Lock()
	defer s.mutex.Unlock()
	isList := of.Method == http.MethodGet && strings.HasSuffix(of.URL.Path, "/"+s.slow.listed)
	switch takes := s.slow.takes; {
	case !time.Now().Before(s.slow.until), s.slow.listed != "" && !isList:
		return duration(random, cmp.Or(s.takes, 5*time.Millisecond))
	case isList:
		return takes*3/4 + time.Duration(random.Int64N(int64(takes/4)))
	default:
		return duration(random, takes) + time.Duration(max(0, random.IntN(72_000)-66_000))*time.Millisecond
	}
}

func (s *store) isDown() bool {
	s.mutex.Lock()
	defer s.mutex.Unlock()
	return s.down
}

// wipe deletes all objects of a cluster that exists no longer.
func (s *store) wipe() {
	s.mutex.Lock()
	defer s.mutex.Unlock()
	s.down = true
	for _, name := range slices.Sorted(maps.Keys(s.resources)) {
		r := s.resources[name]
		keys := slices.SortedFunc(maps.Keys(r.objects), func(a, b types.NamespacedName) int { return strings.Compare(a.String(), b.String()) })
		for _, key := range keys {
			s.remove(r, key, r.objects[key].object.DeepCopy())
		}
	}
}

func kindOf(group, version, name, resource string, namespaced, status, tracked bool) *kind {
	return &kind{GroupVersionKind: schema.GroupVersionKind{Group: group, Version: version, Kind: name}, Resource: resource, Namespaced: namespaced, Status: status, Tracked: tracked}
}

func gardenKinds() []*kind {
	return []*kind{
		kindOf("", "v1", "ConfigMap", "configmaps", true, false, true),
		kindOf("", "v1", "Secret", "secrets", true, false, true),
		kindOf("", "v1", "Namespace", "namespaces", false, true, false),
		kindOf("events.k8s.io", "v1", "Event", "events", true, false, false),
		kindOf("rbac.authorization.k8s.io", "v1", "RoleBinding", "rolebindings", true, false, true),
		kindOf("rbac.authorization.k8s.io", "v1", "ClusterRoleBinding", "clusterrolebindings", false, false, true),
		kindOf(gardencorev1beta1.GroupName, "v1beta1", "Shoot", "shoots", true, true, false),
		kindOf(gardencorev1beta1.GroupName, "v1beta1", "Seed", "seeds", false, true, false),
		kindOf(gardencorev1beta1.GroupName, "v1beta1", "Project", "projects", false, true, false),
	}
}

func seedKinds() []*kind {
	return []*kind{
		kindOf("", "v1", "ConfigMap", "configmaps", true, false, false),
		kindOf("", "v1", "Secret", "secrets", true, false, false),
		kindOf("", "v1", "Namespace", "namespaces", false, true, false),
		kindOf("events.k8s.io", "v1", "Event", "events", true, false, false),
		kindOf("extensions.gardener.cloud", "v1alpha1", "Extension", "extensions", true, true, false),
		kindOf("extensions.gardener.cloud", "v1alpha1", "Cluster", "clusters", false, false, false),
		kindOf("resources.gardener.cloud", "v1alpha1", "ManagedResource", "managedresources", true, true, false),
	}
}

func shootKinds() []*kind {
	return []*kind{
		kindOf("", "v1", "Namespace", "namespaces", false, true, false),
		kindOf("", "v1", "ConfigMap", "configmaps", true, false, false),
		kindOf("", "v1", "Secret", "secrets", true, false, false),
		kindOf("", "v1", "Pod", "pods", true, true, false),
		kindOf("", "v1", "PersistentVolumeClaim", "persistentvolumeclaims", true, true, false),
		kindOf("apps", "v1", "Deployment", "deployments", true, true, false),
		kindOf("apps", "v1", "StatefulSet", "statefulsets", true, true, false),
		kindOf("apps", "v1", "DaemonSet", "daemonsets", true, true, false),
		kindOf("batch", "v1", "Job", "jobs", true, true, false),
		kindOf("apiextensions.k8s.io", "v1", "CustomResourceDefinition", "customresourcedefinitions", false, true, false),
	}
}
