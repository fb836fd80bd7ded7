// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package gardencontroller

import (
	"context"
	"encoding/json"
	"maps"
	"slices"
	"strings"
	"sync"
	"time"

	corev1 "k8s.io/api/core/v1"
	"k8s.io/client-go/rest"
	"k8s.io/client-go/tools/cache"
	crcache "sigs.k8s.io/controller-runtime/pkg/cache"

	extensionsv1alpha1 "github.com/gardener/gardener/pkg/apis/extensions/v1alpha1"
	gardenerkubernetes "github.com/gardener/gardener/pkg/client/kubernetes"

	fluxv1alpha1 "github.com/shoot-flux/gardener-extension-shoot-flux/pkg/apis/flux/v1alpha1"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/garden/noticeboard"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/rollout"
	"github.com/shoot-flux/gardener-extension-shoot-flux/test/landscape/simulation"
)

// HealthyResult is the result of one push.
type HealthyResult struct {
	Date           string `json:"date"`
	Phase          string `json:"phase"`
	Shoots         int    `json:"shoots"`
	ReadsPerSecond int    `json:"readsPerSecond"`
	// Conditions describes the run.
	Conditions string `json:"conditions,omitempty"`
	// P50, P90 and Last are the times from the push until half, nine tenths and all of the Shoots are reported as ready
	// with the commit, in seconds.
	P50  float64 `json:"p50"`
	P90  float64 `json:"p90"`
	Last float64 `json:"last"`
	// Rings contains the parts of these times by ring; with PhaseFollow there is one without a name.
	Rings []RingTimes `json:"rings"`
	Cost  Cost        `json:"cost"`
}

// RingTimes contains the parts of the time for the Shoots of a ring, in seconds.
type RingTimes struct {
	Ring   string `json:"ring,omitempty"`
	Shoots int    `json:"shoots"`
	// Begins is the time from the push until the ring could begin: zero, or when the last Shoot of the ring before was
	// reported.
	Begins float64 `json:"begins"`
	// Decision is the time until flux-rollout has the commit for the ring, and Board until the notice board has the push or
	// the changed flux-rollout.
	Decision float64 `json:"decision,omitempty"`
	Board    float64 `json:"board"`
	// Median contains the medians of the parts of all Shoots of the ring, and Last the parts of the Shoot that was reported
	// last.
	Median ShootTimes `json:"median"`
	Last   ShootTimes `json:"last"`
}

// ShootTimes contains the parts of the time after the notice board for one Shoot, in seconds.
type ShootTimes struct {
	// Turn is the time until the source is annotated, or has the promoted commit.
	Turn float64 `json:"turn"`
	// Flux is the time until the root Kustomization is ready with the commit, which is configured.
	Flux float64 `json:"flux"`
	// Check is the time until a health check has written that to the Extension, and Report until it is in flux-status.
	Check  float64 `json:"check"`
	Report float64 `json:"report"`
}

// Cost is what a push costs.
type Cost struct {
	ExtensionCPUSeconds        float64 `json:"extensionCPUSeconds"`
	GardenControllerCPUSeconds float64 `json:"gardenControllerCPUSeconds"`
	// StatusWrites is the number of writes of flux-status, and HealthChecks that of health checks.
	StatusWrites int `json:"statusWrites"`
	HealthChecks int `json:"healthChecks"`
}

// times records when a revision arrives where.
type times struct {
	namespace string
	// shoots is the number of Shoots.
	shoots int

	mutex sync.Mutex
	// revision is the pushed revision.
	revision string
	// entries are the entries of flux-status by Shoot.
	entries map[string]fluxv1alpha1.ShootStatus
	// checked and reported are the times when Extension and flux-status had the revision, by Shoot.
	checked, reported map[string]time.Time
	// decided is the time when flux-rollout had the commit for a ring, and versions its resource version then.
	decided  map[string]time.Time
	versions map[string]string
	// rolloutOnBoard is the time when the notice board had a resource version of flux-rollout, and pushOnBoard when it had
	// another push.
	rolloutOnBoard map[string]time.Time
	notice, former string
	pushOnBoard    time.Time
}

// watchTimes watches Extensions, notice board, flux-status and flux-rollout until the context ends.
func watchTimes(ctx context.Context, p *pushed) (*times, error) {
	t := &times{namespace: p.namespace, shoots: p.options.Shoots, entries: map[string]fluxv1alpha1.ShootStatus{}}
	t.begin("")
	for name, store := range map[string]func(*corev1.ConfigMap){
		fluxv1alpha1.StatusConfigMapName: t.storeStatus, fluxv1alpha1.RolloutConfigMapName: t.storeRollout, fluxv1alpha1.NoticeBoardName: t.storeBoard,
	} {
		if err := watchConfigMaps(ctx, p.Garden.Config, name, store); err != nil {
			return nil, err
		}
	}
	return t, watchExtensions(ctx, p.Seed.Config, t.storeExtension)
}

func watchExtensions(ctx context.Context, config *rest.Config, store func(*extensionsv1alpha1.Extension)) error {
	watched, err := crcache.New(config, crcache.Options{Scheme: gardenerkubernetes.SeedScheme})
	if err != nil {
		return err
	}
	informer, err := watched.GetInformer(ctx, &extensionsv1alpha1.Extension{}, crcache.BlockUntilSynced(false))
	if err != nil {
		return err
	}
	handle := func(object any) {
		if ex, is := object.(*extensionsv1alpha1.Extension); is {
			store(ex)
		}
	}
	if _, err := informer.AddEventHandler(cache.ResourceEventHandlerFuncs{AddFunc: handle, UpdateFunc: func(_, now any) { handle(now) }}); err != nil {
		return err
	}
	go func() { _ = watched.Start(ctx) }() // A stopped watch shows as Shoots that are missing.
	return nil
}

// begin forgets the former push.
func (t *times) begin(revision string) {
	t.mutex.Lock()
	defer t.mutex.Unlock()
	t.revision, t.former, t.pushOnBoard = revision, t.notice, time.Time{}
	t.checked, t.reported = map[string]time.Time{}, map[string]time.Time{}
	t.decided, t.versions, t.rolloutOnBoard = map[string]time.Time{}, map[string]string{}, map[string]time.Time{}
}

func (t *times) storeExtension(ex *extensionsv1alpha1.Extension) {
	status := fluxv1alpha1.FluxStatus{}
	if ex.Status.ProviderStatus == nil || json.Unmarshal(ex.Status.ProviderStatus.Raw, &status) != nil || status.Shoot == nil {
		return
	}
	t.mutex.Lock()
	defer t.mutex.Unlock()
	name := ex.Namespace[strings.LastIndex(ex.Namespace, "--")+2:]
	if status.Shoot.AppliedRevision == t.revision {
		first(t.checked, name)
	}
}

func (t *times) storeStatus(configMap *corev1.ConfigMap) {
	if configMap.Namespace != t.namespace {
		return
	}
	t.mutex.Lock()
	defer t.mutex.Unlock()
	for name, text := range configMap.Data {
		var entry fluxv1alpha1.ShootStatus
		if json.Unmarshal([]byte(text), &entry) != nil {
			continue
		}
		t.entries[name] = entry
		if entry.State == fluxv1alpha1.ShootReady && entry.AppliedRevision == t.revision {
			first(t.reported, name)
		}
	}
}

func (t *times) storeRollout(configMap *corev1.ConfigMap) {
	state, err := rollout.Decode(configMap)
	if err != nil || configMap.Namespace != t.namespace {
		return
	}
	t.mutex.Lock()
	defer t.mutex.Unlock()
	for _, ring := range state.Rings {
		if commit := ring.Target.Commit; commit == "" || !strings.HasSuffix(t.revision, commit) {
			continue
		}
		if _, ok := t.versions[ring.Name]; !ok {
			first(t.decided, ring.Name)
			t.versions[ring.Name] = configMap.ResourceVersion
		}
	}
}

func (t *times) storeBoard(configMap *corev1.ConfigMap) {
	board := noticeboard.Decode(configMap.Data)
	t.mutex.Lock()
	defer t.mutex.Unlock()
	if version := board.Of(t.namespace).Rollout; version != "" {
		first(t.rolloutOnBoard, version)
	}
	if notice, ok := board.Pushes()[t.namespace]; ok {
		if t.notice = notice.String(); t.notice != t.former && t.pushOnBoard.IsZero() {
			t.pushOnBoard = time.Now()
		}
	}
}

func first(times map[string]time.Time, key string) {
	if _, ok := times[key]; !ok {
		times[key] = time.Now()
	}
}

// unreported returns the number of Shoots that are not reported as ready with a revision.
func (t *times) unreported(revision string) int {
	return t.count(func(entry fluxv1alpha1.ShootStatus) bool {
		return entry.State != fluxv1alpha1.ShootReady || entry.AppliedRevision != revision
	})
}

// outsideRollout returns the number of Shoots that are not reported as ready with a revision of the rollout, or whose
// applied objects are not recorded yet: a ring holds a commit for them.
func (t *times) outsideRollout() int {
	return t.count(func(entry fluxv1alpha1.ShootStatus) bool {
		return entry.State != fluxv1alpha1.ShootReady || entry.Ring == "" || entry.Removed == nil || entry.Removed.Unknown != ""
	})
}

// count returns the number of Shoots that are not reported, or that a function returns true for.
func (t *times) count(missing func(fluxv1alpha1.ShootStatus) bool) int {
	t.mutex.Lock()
	defer t.mutex.Unlock()
	count := max(0, t.shoots-len(t.entries))
	for _, entry := range t.entries {
		if missing(entry) {
			count++
		}
	}
	return count
}

// result returns the times of a push that all Shoots have been reported for.
func (t *times) result(began time.Time, shoots []*simulation.Shoot) HealthyResult {
	t.mutex.Lock()
	defer t.mutex.Unlock()
	var result HealthyResult
	var all []float64
	byRing := map[string][]*simulation.Shoot{}
	for _, s := range shoots {
		all = append(all, t.reported[s.Name].Sub(began).Seconds())
		ring := t.entries[s.Name].Ring
		byRing[ring] = append(byRing[ring], s)
	}
	slices.Sort(all)
	result.P50, result.P90, result.Last = rounded(all[(len(all)-1)/2]), rounded(all[(len(all)-1)*9/10]), rounded(all[len(all)-1])
	rings := slices.SortedFunc(maps.Keys(byRing), func(one, other string) int {
		return t.decided[one].Compare(t.decided[other]) // That of the first ring is zero: it follows the source.
	})
	begins := began
	for _, ring := range rings {
		times := t.ring(ring, begins, byRing[ring])
		times.Begins = rounded(begins.Sub(began).Seconds())
		result.Rings = append(result.Rings, times)
		for _, s := range byRing[ring] {
			if at := t.reported[s.Name]; at.After(begins) {
				begins = at
			}
		}
	}
	return result
}

// ring returns the parts of the time of a ring. The caller holds the mutex.
func (t *times) ring(ring string, begins time.Time, shoots []*simulation.Shoot) RingTimes {
	times, board := RingTimes{Ring: ring, Shoots: len(shoots)}, t.pushOnBoard
	if decided, ok := t.decided[ring]; ok {
		board = t.rolloutOnBoard[t.versions[ring]]
		if board.IsZero() {
			board = decided // The board had a later version, or its watch was late.
		}
		times.Decision, begins = rounded(decided.Sub(begins).Seconds()), decided
	}
	times.Board = rounded(board.Sub(begins).Seconds())
	last := slices.MaxFunc(shoots, func(one, other *simulation.Shoot) int {
		return t.reported[one.Name].Compare(t.reported[other.Name])
	})
	var parts [4][]float64
	for _, s := range shoots {
		of := t.shoot(s, board)
		for i, part := range []float64{of.Turn, of.Flux, of.Check, of.Report} {
			parts[i] = append(parts[i], part)
		}
	}
	for i, median := range []*float64{&times.Median.Turn, &times.Median.Flux, &times.Median.Check, &times.Median.Report} {
		slices.Sort(parts[i])
		*median = parts[i][(len(parts[i])-1)/2]
	}
	times.Last = t.shoot(last, board)
	return times
}

// shoot returns the parts of the time of a Shoot after the notice board. The caller holds the mutex.
func (t *times) shoot(s *simulation.Shoot, board time.Time) ShootTimes {
	fetch := s.Fetched()
	return ShootTimes{
		Turn: rounded(fetch.Began.Sub(board).Seconds()), Flux: rounded(fetch.Applied.Sub(fetch.Began).Seconds()),
		Check:  rounded(t.checked[s.Name].Sub(fetch.Applied).Seconds()),
		Report: rounded(t.reported[s.Name].Sub(t.checked[s.Name]).Seconds()),
	}
}
