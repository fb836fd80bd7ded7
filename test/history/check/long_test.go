// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package check_test

import (
	"bytes"
	"fmt"
	"testing"
	"time"

	. "github.com/onsi/gomega"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"

	fluxv1alpha1 "github.com/shoot-flux/gardener-extension-shoot-flux/pkg/apis/flux/v1alpha1"
	"github.com/shoot-flux/gardener-extension-shoot-flux/test/history"
	"github.com/shoot-flux/gardener-extension-shoot-flux/test/history/check"
)

// long returns a history of about ten MiB: some Shoots in three rings, commit after commit.
func long() []history.Observation {
	var all []history.Observation
	see := func(at time.Time, fact history.Facts) {
		all = append(all, history.Observation{At: at, Observer: "garden", Facts: fact})
	}
	see(noon, history.Facts{Config: configOf([]string{"dev", "test", "prod", "Promote"}, map[string]string{"soak": "20s"})})
	var shoots []string
	for i := range 12 {
		name := fmt.Sprintf("shoot-%02d", i)
		shoots = append(shoots, name)
		see(noon, history.Facts{Shoot: &history.Shoot{Namespace: namespace, Name: name, Extension: true, Labels: map[string]string{"stage": []string{"dev", "test", "prod"}[i%3]}}})
	}
	revision := func(n int) string { return fmt.Sprintf("main@sha1:%040x", n) }
	size := 0
	for n := 0; size < 10<<20; n++ {
		for i, name := range shoots {
			at := noon.Add(time.Duration(n)*60*time.Second + time.Duration(i%3)*20*time.Second + time.Duration(i)*time.Millisecond)
			report := &history.Report{Namespace: namespace, Shoot: name, Manager: "shoot-flux-seed-my-seed", Status: fluxv1alpha1.ShootStatus{
				State: "Ready", Ready: true, AppliedRevision: revision(n), AttemptedRevision: revision(n), ObservedAt: metav1.NewTime(at), Removed: &fluxv1alpha1.RemovedObjects{Before: 10},
			}}
			if i%3 > 0 {
				members := map[string]history.Permit{}
				for j, other := range shoots {
					commit := revision(n)
					if j%3 > i%3 {
						commit = revision(max(0, n-1))
					}
					members[other] = history.Permit{Commit: commit}
				}
				see(at.Add(-time.Second), history.Facts{Rollout: &history.Rollout{Scope: namespace, Members: members}})
			}
			see(at, history.Facts{Report: report})
			see(at, history.Facts{FluxObject: &history.FluxObject{Project: namespace, Shoot: name, Kind: "GitRepository", Namespace: "flux-system", Name: "flux-system", Role: "root", Artifact: revision(n), Ref: history.Ref{Commit: fmt.Sprintf("%040x", n)}}})
			for j := range 10 {
				all = append(all, history.Observation{At: at.Add(time.Duration(j) * 5 * time.Second), Observer: "garden", Same: report.Key()})
			}
			size += 2600
		}
	}
	return all
}

func BenchmarkHistory(b *testing.B) {
	RegisterTestingT(b)
	var file bytes.Buffer
	writer := history.NewWriter(&file)
	for _, seen := range long() {
		if err := writer.Write(seen); err != nil {
			b.Fatal(err)
		}
	}
	b.SetBytes(int64(file.Len()))
	for b.Loop() {
		observations, err := history.Read(bytes.NewReader(file.Bytes()))
		if err != nil {
			b.Fatal(err)
		}
		b.ReportMetric(float64(len(check.History(observations))), "violations")
		b.ReportMetric(float64(len(observations)), "observations")
	}
}
