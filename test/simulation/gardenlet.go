// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package simulation

import (
	"maps"
	"slices"
	"strings"
	"time"

	gardencorev1beta1 "github.com/gardener/gardener/pkg/apis/core/v1beta1"
	v1beta1constants "github.com/gardener/gardener/pkg/apis/core/v1beta1/constants"
	extensionsv1alpha1 "github.com/gardener/gardener/pkg/apis/extensions/v1alpha1"
	"github.com/gardener/gardener/pkg/utils/secrets"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"k8s.io/apimachinery/pkg/runtime/schema"
	"k8s.io/apimachinery/pkg/types"
	"k8s.io/client-go/tools/clientcmd"
	clientcmdapi "k8s.io/client-go/tools/clientcmd/api"
	"k8s.io/utils/ptr"

	fluxv1alpha1 "github.com/shoot-flux/gardener-extension-shoot-flux/pkg/apis/flux/v1alpha1"
)

// shoot is a Shoot from its creation to its end, as Gardener sees it.
type shoot struct {
	world           *world
	namespace, name string
	technicalID     string
	uid             types.UID
	api             *store
	// seed is the seed that has the control plane; empty before the first reconciliation.
	seed string
	// generation is the generation that was reconciled last.
	generation int64
	// step is the present step of an operation, and due when it continues; see operate.
	step step
	due  time.Time
	// requested is the time of the request for the operation of the Extension.
	requested time.Time
	// maintained is the time of the next maintenance.
	maintained time.Time
	// state is the state of the Extension during a migration.
	state any

	// applying are the times when ManagedResources are applied, by their names, and managed is the change after which
	// there is nothing to apply.
	applying map[string]*time.Time
	managed  managed
	flux     fluxState
	lie      lieState
	deeds    *deeds
}

type step string

// Steps of operations of gardenlet.
const (
	idle       step = ""
	reconciles step = "reconciles"
	migrates   step = "migrates"
	deletes    step = "deletes"
	removes    step = "removes"
)

func (s *shoot) id() string { return s.namespace + "/" + s.name }

// finalizerOfGardener keeps a Shoot until its control plane is gone.
const finalizerOfGardener = "gardener"

// gardenlets let the gardenlets of all seeds continue what they do with the Shoots.
func (w *world) gardenlets() {
	shoots, _ := w.garden.list(w.garden.of(gardencorev1beta1.GroupName, "shoots"), "")
	present := map[types.UID]bool{}
	for _, found := range shoots {
		present[found.object.GetUID()] = true
		s := w.shootOf(found.object)
		s.continueRestore(isHibernated(found.object))
		s.operate(found.object)
	}
	for _, s := range w.allShoots() {
		if !present[s.uid] {
			w.forget(s)
			continue
		}
		if s.seed != "" && !s.api.isDown() {
			s.manageResources()
			s.continueLies()
			s.runFlux()
		}
	}
}

// later lets the operation continue after a time.
func (s *shoot) later(next step, median time.Duration) {
	s.step, s.due = next, time.Now().Add(duration(s.world.chance.of("gardenlet "+s.id()), median))
}

// operate continues the operation on the Shoot, or begins one.
func (s *shoot) operate(o *unstructured.Unstructured) {
	if time.Now().Before(s.due) {
		return
	}
	wanted, _, _ := unstructured.NestedString(o.Object, "spec", "seedName")
	switch s.step {
	case reconciles:
		s.continueReconciliation(o)
	case migrates:
		s.continueMigration(o, wanted)
	case deletes:
		s.continueDeletion(o)
	case removes:
		s.continueRemoval(o)
	case idle:
		switch {
		case o.GetDeletionTimestamp() != nil:
			s.beginDeletion(o)
		case s.seed == "":
			s.seed = wanted
			s.setSeed(o)
			s.later(idle, time.Second)
		case wanted != s.seed:
			s.beginMigration(o)
		case o.GetGeneration() != s.generation || o.GetAnnotations()[v1beta1constants.GardenerOperation] != "" || time.Now().After(s.maintained):
			s.beginReconciliation(o, v1beta1constants.GardenerOperationReconcile)
		}
	}
}

func (s *shoot) setSeed(o *unstructured.Unstructured) {
	edit(s.world.garden, s.world.garden.of(gardencorev1beta1.GroupName, "shoots"), keyOf(o), write{status: true}, func(o *unstructured.Unstructured) {
		set(o, s.seed, "status", "seedName")
		set(o, s.technicalID, "status", "technicalID")
		set(o, s.technicalID+"-"+string(s.uid)+"-garden", "status", "clusterIdentity")
		set(o, string(s.uid), "status", "uid")
	})
}

func set(o *unstructured.Unstructured, value any, fields ...string) {
	if err := unstructured.SetNestedField(o.Object, value, fields...); err != nil {
		panic(err) // The simulation has written the object.
	}
}

func isHibernated(o *unstructured.Unstructured) bool {
	hibernated, _, _ := unstructured.NestedBool(o.Object, "spec", "hibernation", "enabled")
	return hibernated
}

// hasExtension returns whether the Shoot has the extension.
func hasExtension(o *unstructured.Unstructured) bool {
	return slices.ContainsFunc(read[gardencorev1beta1.Shoot](o).Spec.Extensions, func(e gardencorev1beta1.Extension) bool {
		return e.Type == fluxv1alpha1.ExtensionType && !ptr.Deref(e.Disabled, false)
	})
}

// beginReconciliation writes the control plane and requests an operation of the Extension.
func (s *shoot) beginReconciliation(o *unstructured.Unstructured, operation string) {
	s.generation = o.GetGeneration()
	if s.maintained.IsZero() || time.Now().After(s.maintained) {
		s.maintained = time.Now().Add(24 * time.Hour)
	}
	if annotations := o.GetAnnotations(); annotations[v1beta1constants.GardenerOperation] != "" {
		edit(s.world.garden, s.world.garden.of(gardencorev1beta1.GroupName, "shoots"), keyOf(o), write{}, func(o *unstructured.Unstructured) {
			annotations := maps.Clone(o.GetAnnotations())
			delete(annotations, v1beta1constants.GardenerOperation)
			o.SetAnnotations(annotations)
		})
	}
	s.api.setDown(isHibernated(o) || !s.lie.returns.IsZero())
	s.writeControlPlane(o)
	seed := s.world.seeds[s.seed]
	extensions, key := seed.of(extensionsv1alpha1.SchemeGroupVersion.Group, "extensions"), s.extension()
	if !hasExtension(o) {
		if _, err := seed.delete(extensions, key, nil); err == nil {
			s.later(removes, time.Second)
			return
		}
		s.finishReconciliation(o)
		return
	}
	s.request(operation, providerConfig(o))
	s.later(reconciles, time.Second)
}

func (s *shoot) extension() types.NamespacedName {
	return types.NamespacedName{Namespace: s.technicalID, Name: fluxv1alpha1.ExtensionType}
}

// providerConfig returns the Shoot's configuration of the extension; nil if it has none.
func providerConfig(o *unstructured.Unstructured) any {
	extensions, _, _ := unstructured.NestedSlice(o.Object, "spec", "extensions")
	for _, each := range extensions {
		if extension := each.(object); extension["type"] == fluxv1alpha1.ExtensionType { //nolint:forcetypeassert // it is a list of objects
			return extension["providerConfig"]
		}
	}
	return nil
}

// request requests an operation of the Extension, which it creates if there is none.
func (s *shoot) request(operation string, config any) {
	seed := s.world.seeds[s.seed]
	extensions, key := seed.of(extensionsv1alpha1.SchemeGroupVersion.Group, "extensions"), s.extension()
	s.requested = time.Now()
	annotate := func(o *unstructured.Unstructured) {
		annotations := o.GetAnnotations()
		if annotations == nil {
			annotations = map[string]string{}
		}
		annotations[v1beta1constants.GardenerOperation] = operation
		annotations[v1beta1constants.GardenerTimestamp] = s.requested.UTC().Format(time.RFC3339Nano)
		o.SetAnnotations(annotations)
		if operation == v1beta1constants.GardenerOperationMigrate {
			return
		}
		if unstructured.RemoveNestedField(o.Object, "spec", "providerConfig"); config != nil {
			set(o, config, "spec", "providerConfig")
		}
	}
	if edit(seed, extensions, key, write{}, annotate) {
		return
	}
	created := &unstructured.Unstructured{Object: object{"spec": object{"type": fluxv1alpha1.ExtensionType, "class": "shoot"}}}
	created.SetNamespace(key.Namespace)
	created.SetName(key.Name)
	annotate(created)
	if operation == v1beta1constants.GardenerOperationRestore {
		// gardenlet first stores the state.
		created.SetAnnotations(map[string]string{v1beta1constants.GardenerOperation: v1beta1constants.GardenerOperationWaitForState})
	}
	if _, err := seed.create(extensions, created, write{}); err != nil || operation != v1beta1constants.GardenerOperationRestore {
		return
	}
	if s.state != nil {
		edit(seed, extensions, key, write{status: true}, func(o *unstructured.Unstructured) { o.Object["status"] = object{"state": s.state} })
	}
	edit(seed, extensions, key, write{}, annotate)
}

// writeControlPlane writes what gardenlet has in the seed before the Extension.
func (s *shoot) writeControlPlane(o *unstructured.Unstructured) {
	seed := s.world.seeds[s.seed]
	namespace := &unstructured.Unstructured{Object: object{}}
	namespace.SetName(s.technicalID)
	namespace.SetLabels(map[string]string{v1beta1constants.GardenRole: v1beta1constants.GardenRoleShoot, v1beta1constants.LabelExtensionPrefix + fluxv1alpha1.ExtensionType: "true"})
	if !hasExtension(o) {
		namespace.SetLabels(map[string]string{v1beta1constants.GardenRole: v1beta1constants.GardenRoleShoot})
	}
	put(seed, seed.of("", "namespaces"), namespace)
	kubeconfig, err := clientcmd.Write(clientcmdapi.Config{
		Clusters:       map[string]*clientcmdapi.Cluster{s.technicalID: {Server: "http://" + s.technicalID}},
		AuthInfos:      map[string]*clientcmdapi.AuthInfo{s.technicalID: {Token: string(s.uid)}},
		Contexts:       map[string]*clientcmdapi.Context{s.technicalID: {Cluster: s.technicalID, AuthInfo: s.technicalID}},
		CurrentContext: s.technicalID,
	})
	if err != nil {
		panic(err) // It has texts only.
	}
	secret := unstructuredOf(object{"data": map[string][]byte{secrets.DataKeyKubeconfig: kubeconfig}})
	secret.SetNamespace(s.technicalID)
	secret.SetName(v1beta1constants.SecretNameGardenerInternal)
	put(seed, seed.of("", "secrets"), secret)
	shoot := o.DeepCopy()
	shoot.SetManagedFields(nil)
	cluster := &unstructured.Unstructured{Object: object{"spec": object{
		"shoot":        shoot.Object,
		"cloudProfile": object{"apiVersion": gardencorev1beta1.SchemeGroupVersion.String(), "kind": "CloudProfile"},
		"seed":         object{"apiVersion": gardencorev1beta1.SchemeGroupVersion.String(), "kind": "Seed", "metadata": object{"name": s.seed}},
	}}}
	cluster.SetName(s.technicalID)
	put(seed, seed.of(extensionsv1alpha1.SchemeGroupVersion.Group, "clusters"), cluster)
}

// put creates an object, or replaces all but its metadata.
func put(s *store, r *resource, wanted *unstructured.Unstructured) {
	if _, err := s.create(r, wanted.DeepCopy(), write{manager: "simulation"}); err == nil {
		return
	}
	edit(s, r, keyOf(wanted), write{manager: "simulation"}, func(o *unstructured.Unstructured) {
		metadata, status := o.Object["metadata"], o.Object["status"]
		o.Object = wanted.DeepCopy().Object
		o.Object["metadata"] = metadata
		if status != nil {
			o.Object["status"] = status
		}
		o.SetLabels(wanted.GetLabels())
	})
}

// operation returns the last operation of the Extension, and whether it is the requested one.
func (s *shoot) operation() (*extensionsv1alpha1.Extension, bool) {
	seed := s.world.seeds[s.seed]
	found, err := seed.get(seed.of(extensionsv1alpha1.SchemeGroupVersion.Group, "extensions"), s.extension())
	if err != nil {
		return nil, false
	}
	ex := read[extensionsv1alpha1.Extension](found.object)
	last := ex.Status.LastOperation
	return ex, last != nil && ex.Annotations[v1beta1constants.GardenerOperation] == "" && !last.LastUpdateTime.Time.Before(s.requested.Truncate(time.Second))
}

func (s *shoot) continueReconciliation(o *unstructured.Unstructured) {
	ex, isCurrent := s.operation()
	switch {
	case ex == nil:
		s.later(idle, time.Second)
		s.generation = 0
	case isCurrent && ex.Status.LastOperation.State == gardencorev1beta1.LastOperationStateSucceeded:
		s.finishReconciliation(o)
	case time.Since(s.requested) > 10*time.Minute:
		// gardenlet gives up waiting and begins again.
		s.generation = 0
		s.later(idle, time.Minute)
	default:
		s.later(reconciles, 2*time.Second)
	}
}

// finishReconciliation ends a reconciliation.
func (s *shoot) finishReconciliation(o *unstructured.Unstructured) {
	edit(s.world.garden, s.world.garden.of(gardencorev1beta1.GroupName, "shoots"), keyOf(o), write{status: true}, func(o *unstructured.Unstructured) {
		set(o, isHibernated(o), "status", "hibernated")
		set(o, o.GetGeneration(), "status", "observedGeneration")
	})
	s.later(idle, time.Second)
}

func (s *shoot) beginMigration(o *unstructured.Unstructured) {
	s.writeControlPlane(o)
	if ex, _ := s.operation(); ex == nil {
		s.state = nil
		s.leaveSeed(o)
		return
	}
	s.request(v1beta1constants.GardenerOperationMigrate, nil)
	s.later(migrates, 2*time.Second)
}

func (s *shoot) continueMigration(o *unstructured.Unstructured, _ string) {
	ex, _ := s.operation()
	if ex == nil {
		s.leaveSeed(o)
		return
	}
	last := ex.Status.LastOperation
	if last == nil || last.Type != gardencorev1beta1.LastOperationTypeMigrate || last.State != gardencorev1beta1.LastOperationStateSucceeded {
		s.later(migrates, 2*time.Second)
		return
	}
	if ex.Status.State != nil {
		s.state = decode(ex.Status.State.Raw).Object
	}
	seed := s.world.seeds[s.seed]
	_, _ = seed.delete(seed.of(extensionsv1alpha1.SchemeGroupVersion.Group, "extensions"), s.extension(), nil) // It may be gone.
	s.later(migrates, 2*time.Second)
}

// leaveSeed removes the control plane from the old seed, and restores it in the new one.
func (s *shoot) leaveSeed(o *unstructured.Unstructured) {
	s.removeControlPlane()
	wanted, _, _ := unstructured.NestedString(o.Object, "spec", "seedName")
	s.seed = wanted
	s.setSeed(o)
	clear(s.applying)
	if now, err := s.world.garden.get(s.world.garden.of(gardencorev1beta1.GroupName, "shoots"), keyOf(o)); err == nil {
		s.beginReconciliation(now.object.DeepCopy(), v1beta1constants.GardenerOperationRestore)
	}
}

func (s *shoot) removeControlPlane() {
	seed := s.world.seeds[s.seed]
	for _, name := range []schema.GroupResource{{Group: "resources.gardener.cloud", Resource: "managedresources"}, {Resource: "secrets"}} {
		r := seed.of(name.Group, name.Resource)
		all, _ := seed.list(r, s.technicalID)
		for _, each := range all {
			edit(seed, r, keyOf(each.object), write{}, func(o *unstructured.Unstructured) { o.SetFinalizers(nil) })
			_, _ = seed.delete(r, keyOf(each.object), nil) // It may be gone.
		}
	}
	_, _ = seed.delete(seed.of(extensionsv1alpha1.SchemeGroupVersion.Group, "clusters"), types.NamespacedName{Name: s.technicalID}, nil)
	_, _ = seed.delete(seed.of("", "namespaces"), types.NamespacedName{Name: s.technicalID}, nil)
}

func (s *shoot) beginDeletion(o *unstructured.Unstructured) {
	if s.seed == "" {
		s.end(o)
		return
	}
	s.writeControlPlane(o)
	s.requested = time.Now()
	s.later(deletes, 20*time.Second)
}

func (s *shoot) continueDeletion(o *unstructured.Unstructured) {
	seed := s.world.seeds[s.seed]
	if _, err := seed.delete(seed.of(extensionsv1alpha1.SchemeGroupVersion.Group, "extensions"), s.extension(), nil); err == nil {
		s.later(deletes, 2*time.Second)
		return
	}
	s.removeControlPlane()
	s.end(o)
}

// end lets the Shoot disappear.
func (s *shoot) end(o *unstructured.Unstructured) {
	edit(s.world.garden, s.world.garden.of(gardencorev1beta1.GroupName, "shoots"), keyOf(o), write{}, func(o *unstructured.Unstructured) { o.SetFinalizers(nil) })
	s.later(idle, time.Second)
}

// continueRemoval waits until the Extension of a Shoot without the extension is gone.
func (s *shoot) continueRemoval(o *unstructured.Unstructured) {
	if ex, _ := s.operation(); ex != nil {
		s.later(removes, 2*time.Second)
		return
	}
	s.finishReconciliation(o)
}

// shootOf returns the Shoot of an object.
func (w *world) shootOf(o *unstructured.Unstructured) *shoot {
	w.mutex.Lock()
	defer w.mutex.Unlock()
	if found := w.shoots[o.GetUID()]; found != nil {
		return found
	}
	technicalID := "shoot--" + strings.TrimPrefix(o.GetNamespace(), "garden-") + "--" + o.GetName()
	s := &shoot{world: w, namespace: o.GetNamespace(), name: o.GetName(), technicalID: technicalID, uid: o.GetUID(), applying: map[string]*time.Time{}, flux: newFluxState(), deeds: &deeds{ofChild: map[string]bool{}, gone: map[string]bool{}}}
	s.api = newStore(technicalID, shootKinds()...)
	s.api.takes = s.world.options.Latency
	s.api.salt = string(s.uid)
	s.api.down = true
	w.shoots[s.uid] = s
	w.follower.Shoot(s.namespace, s.name)
	w.observe(s.api, shootPrefix+s.id())
	return s
}

// allShoots returns the Shoots in the order of their names.
func (w *world) allShoots() []*shoot {
	w.mutex.Lock()
	defer w.mutex.Unlock()
	return slices.SortedFunc(maps.Values(w.shoots), func(a, b *shoot) int { return strings.Compare(a.id()+string(a.uid), b.id()+string(b.uid)) })
}

// shootAPI returns the API server of the Shoot with the technical ID.
func (w *world) shootAPI(technicalID string) *store {
	for _, s := range w.allShoots() {
		if s.technicalID == technicalID {
			return s.api
		}
	}
	return nil
}

// forget removes a Shoot that exists no longer, with its cluster.
func (w *world) forget(s *shoot) {
	s.api.wipe()
	w.mutex.Lock()
	defer w.mutex.Unlock()
	delete(w.shoots, s.uid)
}
