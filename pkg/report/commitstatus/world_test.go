// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package commitstatus_test

import (
	"strings"
	"time"

	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/types"
	"k8s.io/utils/ptr"

	fluxv1alpha1 "github.com/shoot-flux/gardener-extension-shoot-flux/pkg/apis/flux/v1alpha1"
	. "github.com/shoot-flux/gardener-extension-shoot-flux/pkg/report/commitstatus"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/rollout"
)

// Commits, in the order of their pushes.
var (
	first  = strings.Repeat("a", 40)
	second = strings.Repeat("b", 40)
	third  = strings.Repeat("c", 40)
)

// Names of the statuses.
const (
	ofProject    = "live/garden-demo"
	ofCanary     = "live/garden-demo/canary"
	ofStaging    = "live/garden-demo/staging"
	ofProduction = "live/garden-demo/production"
)

var noon = time.Date(2026, 11, 26, 12, 0, 0, 0, time.UTC)

// input is a project at Gitea whose Shoots follow the source.
func input(shoots ...rollout.Member) Input {
	return Input{Project: "garden-demo", Provider: fluxv1alpha1.GitProviderGitea, Repository: "gitea demo", Prefix: "live", Shoots: shoots, Now: noon,
		Source: rollout.Source{Kind: "GitRepository", Location: "https://git.example.com/a", Branch: "main"}}
}

// shoot is a Shoot of a ring, whose labels it has. It attempts the first commit and has applied the second one.
func shoot(name, ring string, state fluxv1alpha1.ShootState, commits ...string) rollout.Member {
	s := rollout.Member{Identity: rollout.Identity{Name: name, UID: types.UID(name), Labels: map[string]string{"ring": ring}}}
	s.Status = rollout.StatusOf(&fluxv1alpha1.ShootStatus{State: state, Revision: "r1", Since: metav1.NewTime(noon.Add(-time.Hour))})
	if len(commits) > 0 {
		s.Status.Attempted = "main@sha1:" + commits[0]
		s.Status.Applied = "main@sha1:" + commits[len(commits)-1]
	}
	return s
}

func ready(name, ring, commit string) rollout.Member {
	return shoot(name, ring, fluxv1alpha1.ShootReady, commit)
}

func failing(name, ring, commit, message string) rollout.Member {
	s := shoot(name, ring, fluxv1alpha1.ShootFailed, commit, first)
	s.Status.Message = message
	return s
}

// target is the target with the revision of the tests.
func target(commit string) rollout.Target {
	return rollout.Target{Revision: "r1", Commit: "sha1:" + commit}
}

// promoting is the project with a rollout that promotes commits through three rings, of which the last one needs an
// approval. All have passed the first commit, until change changes that.
func promoting(change func(*rollout.State), progress []rollout.RingProgress, shoots ...rollout.Member) Input {
	in := input(shoots...)
	labels := func(ring string) fluxv1alpha1.ShootSelector {
		return fluxv1alpha1.ShootSelector{Shoots: &metav1.LabelSelector{MatchLabels: map[string]string{"ring": ring}}}
	}
	configured := fluxv1alpha1.Rollout{Source: ptr.To(fluxv1alpha1.RolloutSourcePromote), Rings: []fluxv1alpha1.Ring{
		{Name: "canary", ShootSelector: labels("canary")}, {Name: "staging", ShootSelector: labels("staging")}, {Name: "production", Approval: ptr.To(fluxv1alpha1.ApprovalManual)},
	}}
	fluxv1alpha1.SetDefaults_Rollout(&configured)
	in.Rollout = &rollout.State{Rollout: configured, Target: "r1", Rings: []rollout.Ring{
		{Name: "canary", Target: rollout.Target{Revision: "r1"}, Passed: target(first)},
		{Name: "staging", Target: target(first), Passed: target(first)},
		{Name: "production", Target: target(first), Passed: target(first)},
	}}
	if change != nil {
		change(in.Rollout)
	}
	in.Progress.Rings = progress
	return in
}

// phases are the progress of the three rings, of which each has ten Shoots.
func phases(canary, staging, production rollout.Phase) []rollout.RingProgress {
	return []rollout.RingProgress{
		{Name: "canary", Phase: canary, Members: 10, Done: 10}, {Name: "staging", Phase: staging, Members: 10, Done: 4, NotCounted: 1}, {Name: "production", Phase: production, Members: 10, Done: 10},
	}
}

// onItsWay has staging begin with a commit that the canary has passed.
func onItsWay(commit string) func(*rollout.State) {
	return func(s *rollout.State) {
		s.Rings[0].Passed = target(commit)
		s.Rings[1].Target, s.Rings[1].Begun, s.Rings[1].Counted = target(commit), true, true
	}
}
