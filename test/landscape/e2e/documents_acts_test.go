// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package e2e_test

import (
	"context"
	"maps"
	"os"
	"time"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"
	corev1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"sigs.k8s.io/controller-runtime/pkg/client"
	"sigs.k8s.io/yaml"

	"github.com/shoot-flux/gardener-extension-shoot-flux/test/landscape/garden"
	"github.com/shoot-flux/gardener-extension-shoot-flux/test/landscape/ocihost"
)

// acts are what pages have happen besides their commands, in comments: <!-- landscape: my-shoot follows my-fleet -->.
func (r *reader) acts() map[string]func() {
	acts := map[string]func(){
		"my-shoot follows my-fleet":             r.followFleet,
		"the public key is registered":          r.registerKey,
		"Flux looks at the source of my-shoot":  func() { r.myShoot().pull() },
		"the rotation is prepared":              func() { r.annotated("next-public-key") },
		"the next public key is registered":     r.registerNextKey,
		"my-manifests 1.0.0 is pushed":          func() { r.push("1.0.0") },
		"my-manifests 1.1.0 is pushed":          func() { r.push("1.1.0") },
		"my-org/team-a has manifests":           r.makeTeam,
		"my-shoot has Flux from flux bootstrap": r.bootstrap,
		"my-shoot has no configuration":         r.makeShoot,
		"the charts get values.yaml":            r.configure,
	}
	maps.Copy(acts, r.recoveryActs())
	return acts
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

// makeShoot makes a Shoot of a project without configuration.
func (r *reader) makeShoot() {
	GinkgoHelper()
	Eventually(r.ctx, func() error {
		return world.Garden.Client.Create(r.ctx, garden.NewShoot(r.project, "my-shoot", seedName))
	}).Should(Succeed())
	r.myShoot().succeeds()
}

// configure has the operator give the charts the value config of the file that the page has written, until the page ends.
func (r *reader) configure() {
	GinkgoHelper()
	content, err := os.ReadFile(r.inDirectory("work/values.yaml"))
	Expect(err).NotTo(HaveOccurred())
	var values struct {
		Config map[string]any `json:"config"`
	}
	Expect(yaml.Unmarshal(content, &values)).To(Succeed())
	DeferCleanup(func(ctx context.Context) { Expect(world.Configure(ctx, nil)).To(Succeed()) }, NodeTimeout(3*time.Minute))
	Expect(world.Configure(r.ctx, values.Config)).To(Succeed())
}

// registerKey does what somebody does at the Git host.
func (r *reader) registerKey() {
	GinkgoHelper()
	Expect(world.GitHost.AddDeployKey(r.fleet(), "flux", inGarden(r.ctx).publicKey(r.project), true)).To(Succeed())
}

func (r *reader) registerNextKey() {
	GinkgoHelper()
	Expect(world.GitHost.AddDeployKey(r.fleet(), "flux, next", r.annotated("next-public-key"), true)).To(Succeed())
}

// annotated waits until the Secret of the deploy key has the annotation.
func (r *reader) annotated(name string) string {
	GinkgoHelper()
	secret := &corev1.Secret{}
	Eventually(r.ctx, func(g Gomega) {
		g.Expect(world.Garden.Client.Get(r.ctx, client.ObjectKey{Namespace: "garden-" + r.project, Name: "flux-source"}, secret)).To(Succeed())
		g.Expect(secret.Annotations).To(HaveKey("flux.extensions.gardener.cloud/" + name))
	}).Should(Succeed())
	return secret.Annotations["flux.extensions.gardener.cloud/"+name]
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

// push pushes an artifact with a ConfigMap that tells its version, into a repository that nobody else may read.
func (r *reader) push(version string) {
	GinkgoHelper()
	repository := r.organization + "/my-manifests"
	world.OCIHost.Protect(repository, ocihost.Credentials{Username: "robot", Password: r.password})
	_, err := world.OCIHost.Push(r.ctx, repository, version, map[string]string{"hello.yaml": manifest("hello", version)})
	Expect(err).NotTo(HaveOccurred())
}

// makeTeam makes a repository of a team, which wants more than it may.
func (r *reader) makeTeam() {
	GinkgoHelper()
	Expect(world.GitHost.CreateRepository(r.ctx, r.organization+"/team-a", true)).To(Succeed())
	_, err := world.GitHost.Commit(r.ctx, r.organization+"/team-a", "first", map[string]string{
		"app.yaml": "apiVersion: v1\nkind: ConfigMap\nmetadata:\n  name: app\ndata:\n  value: first\n",
	})
	Expect(err).NotTo(HaveOccurred())
}

// bootstrap makes a Shoot without the extension, in which somebody has run 'flux bootstrap' with a public repository.
func (r *reader) bootstrap() {
	GinkgoHelper()
	object := garden.NewShoot(r.project, "my-shoot", seedName)
	object.Spec.Extensions = nil
	Eventually(r.ctx, func() error { return world.Garden.Client.Create(r.ctx, object) }).Should(Succeed())
	s := r.myShoot()
	s.succeeds()
	sync := parsed(gitRepositoryYAML("flux-system", world.GitHost.HTTPURL(r.fleet()), "") + kustomizationYAML("flux-system", "flux-system", "./", ""))
	s.brings(append(fluxInstall(), sync...)...)
	s.shows("hello", "from-git")
}
