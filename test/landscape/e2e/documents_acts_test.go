// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package e2e_test

import (
	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"
	corev1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"sigs.k8s.io/controller-runtime/pkg/client"

	"github.com/shoot-flux/gardener-extension-shoot-flux/test/landscape/garden"
)

// acts are what pages have happen besides their commands, in comments: <!-- landscape: my-shoot follows my-fleet -->.
func (r *reader) acts() map[string]func() {
	return map[string]func(){
		"my-shoot follows my-fleet":            r.followFleet,
		"the public key is registered":         r.registerKey,
		"Flux looks at the source of my-shoot": func() { r.myShoot().pull() },
	}
}

func (r *reader) myShoot() shoot {
	return shoot{ctx: r.ctx, project: r.project, name: "my-shoot", seed: seedName}
}

// followFleet makes a Shoot of which all is well.
func (r *reader) followFleet() {
	GinkgoHelper()
	Expect(world.Garden.Client.Create(r.ctx, &corev1.ConfigMap{
		ObjectMeta: metav1.ObjectMeta{Namespace: "garden-" + r.project, Name: "flux-config"},
		Data:       map[string]string{"repositoryUrl": world.GitHost.SSHURL(r.fleet()), "knownHosts": world.GitHost.KnownHosts()},
	})).To(Succeed())
	Eventually(r.ctx, func() error {
		return world.Garden.Client.Create(r.ctx, garden.NewShoot(r.project, "my-shoot", seedName))
	}).Should(Succeed())
	r.registerKey()
	r.ready("my-shoot")
}

// registerKey does what somebody does at the Git host.
func (r *reader) registerKey() {
	GinkgoHelper()
	Expect(world.GitHost.AddDeployKey(r.fleet(), "flux", inGarden(r.ctx).publicKey(r.project), true)).To(Succeed())
}

// ready waits until flux-status says so of a Shoot.
func (r *reader) ready(name string) {
	GinkgoHelper()
	Eventually(r.ctx, func(g Gomega) {
		status := &corev1.ConfigMap{}
		g.Expect(world.Garden.Client.Get(r.ctx, client.ObjectKey{Namespace: "garden-" + r.project, Name: "flux-status"}, status)).To(Succeed())
		g.Expect(status.Data[name]).To(ContainSubstring(`"ready":true`))
	}).Should(Succeed())
}
