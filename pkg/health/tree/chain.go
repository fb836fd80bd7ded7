// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package tree

import (
	"slices"
	"strings"

	"github.com/fluxcd/pkg/apis/meta"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"

	fluxv1alpha1 "github.com/shoot-flux/gardener-extension-shoot-flux/pkg/apis/flux/v1alpha1"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/health"
)

// chain records dependencies between objects.
type chain struct {
	byID map[ID]*judged
	// applied maps an object to the objects that it has applied.
	applied map[ID][]*judged
}

func newChain(all []judged) chain {
	c := chain{byID: map[ID]*judged{}, applied: map[ID][]*judged{}}
	for i := range all {
		c.byID[all[i].ID] = &all[i]
		if by := all[i].AppliedBy; by != (ID{}) {
			c.applied[by] = append(c.applied[by], &all[i])
		}
	}
	return c
}

// resolve marks objects that fail only because of others as waiting, and returns the root causes. A suspended object
// that blocks others is a root cause. If the objects only wait for each other, all of them are root causes.
func (c chain) resolve(all []judged) []*judged {
	var first, waiting, stopped []*judged
	for i := range all {
		o := &all[i]
		if o.phase != phaseFailing {
			continue
		}
		causes := c.causes(o)
		if len(causes) == 0 {
			first = append(first, o)
			continue
		}
		waiting = append(waiting, o)
		for _, cause := range causes {
			if cause.phase == phaseSuspended && !slices.Contains(stopped, cause) {
				stopped = append(stopped, cause)
			}
		}
	}
	for _, o := range waiting {
		o.phase = phaseWaiting
	}
	first = append(first, stopped...)
	progressing := slices.ContainsFunc(all, func(o judged) bool { return o.phase == phaseProgressing })
	if len(first) == 0 && !progressing {
		for _, o := range waiting {
			o.phase = phaseFailing
		}
		return waiting
	}
	return first
}

// causes returns the unready objects that block the object, according to its status.
func (c chain) causes(o *judged) []*judged {
	if o.isLeft() || o.Reason == reasonBehind {
		return nil
	}
	var causes []*judged
	switch cause := causeOf(o); {
	case cause == fluxv1alpha1.CauseHealthCheck, cause == fluxv1alpha1.CauseRelease:
		for _, applied := range c.applied[o.ID] {
			if isUnready(applied) && applied.phase != phaseSuspended {
				causes = append(causes, applied)
			}
		}
	case cause == fluxv1alpha1.CauseDependency, o.Kind != kindKustomization:
		for _, id := range o.Targets {
			if target, ok := c.byID[id]; ok && isUnready(target) {
				causes = append(causes, target)
			}
		}
	}
	return causes
}

func isUnready(o *judged) bool {
	switch o.phase {
	case phaseReady:
		return false
	case phaseSuspended:
		return !o.Static && o.Status != metav1.ConditionTrue
	}
	return true
}

// isReleaseReason reports whether the reason concerns a Helm release (helm-controller:
// api/v2/condition_types.go).
func isReleaseReason(reason string) bool {
	return slices.ContainsFunc([]string{"Install", "Upgrade", "Test", "Rollback", "Uninstall"}, func(action string) bool { return strings.HasPrefix(reason, action) })
}

// causeOf classifies the failure of an object.
func causeOf(o *judged) fluxv1alpha1.Cause {
	switch {
	case o.isLeft(), o.Reason == reasonBehind:
		return fluxv1alpha1.CauseOther
	case o.phase == phaseSuspended:
		return fluxv1alpha1.CauseDependency
	case isWorkload(o.Kind):
		return fluxv1alpha1.CauseHealthCheck
	case o.Kind == kindKustomization:
		return health.KustomizationCause(o.Reason, o.Message)
	case o.Kind == kindHelmRelease && isReleaseReason(o.Reason):
		return fluxv1alpha1.CauseRelease
	case o.Reason == meta.DependencyNotReadyReason:
		return fluxv1alpha1.CauseDependency
	case o.Kind == kindHelmChart && (strings.Contains(o.Message, "invalid chart reference") || strings.HasSuffix(o.Message, ": not found")):
		return fluxv1alpha1.CauseRevisionNotFound
	case o.Kind == kindHelmRepository && strings.Contains(o.Message, "404 Not Found"):
		return fluxv1alpha1.CauseRepositoryNotFound
	}
	return health.SourceCause(o.Reason, o.Message)
}
