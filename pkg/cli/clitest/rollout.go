// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package clitest

import (
	"time"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"
	corev1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"sigs.k8s.io/yaml"

	fluxv1alpha1 "github.com/shoot-flux/gardener-extension-shoot-flux/pkg/apis/flux/v1alpha1"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/configuration/document"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/rollout"
)

// StoppedRollout returns the ConfigMap flux-rollout of a project whose canary fails with the second revision. The rollout is that of a configuration with this
// head and these rings: canary, with the label ring=canary, and production.
func StoppedRollout(namespace, head, rings string, now time.Time) *corev1.ConfigMap {
	GinkgoHelper()
	revision := func(text string) rollout.Revision {
		return rollout.NewRevision(&document.ConfigMap{Data: map[string]string{"config.yaml": head + text}}, "v2.9.3")
	}
	configured, kind := (&document.ConfigMap{Data: map[string]string{"config.yaml": head + rings}}).Rollout()
	Expect(kind).To(Equal(document.Valid))
	status := func(name, revision string, state fluxv1alpha1.ShootState) rollout.Shoot {
		label := map[string]string{"ring": name}
		return rollout.Shoot{Member: rollout.Member{Name: name, UID: "1", Labels: label}, Status: &fluxv1alpha1.ShootStatus{UID: "1", Revision: revision, State: state, Message: "path not found"}}
	}
	one, two := revision("flux: {logLevel: info}"), revision("flux: {logLevel: debug}")
	in := rollout.Input{Rollout: configured, Target: one, Now: now.Add(-time.Hour), Shoots: []rollout.Shoot{status("canary", one.ID(), "Ready"), status("other", one.ID(), "Ready")}}
	decision := rollout.Decide(nil, in)
	in.Target, in.Now = two, now.Add(-10*time.Minute)
	decision = rollout.Decide(decision.State, in)
	in.Shoots[0], in.Now = status("canary", two.ID(), "Failed"), now.Add(-time.Minute)
	decision = rollout.Decide(decision.State, in)
	values, err := decision.State.Encode()
	Expect(err).NotTo(HaveOccurred())
	text, err := yaml.Marshal(decision.Progress)
	Expect(err).NotTo(HaveOccurred())
	return &corev1.ConfigMap{
		ObjectMeta: metav1.ObjectMeta{Namespace: namespace, Name: fluxv1alpha1.RolloutConfigMapName}, BinaryData: values, Data: map[string]string{rollout.KeyStatus: string(text)},
	}
}
