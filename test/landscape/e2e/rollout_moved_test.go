// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package e2e_test

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"time"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"
	corev1 "k8s.io/api/core/v1"
	apierrors "k8s.io/apimachinery/pkg/api/errors"
	"sigs.k8s.io/controller-runtime/pkg/client"
)

// teamsFiles are the files of a fleet whose Kustomization of this name applies the directory "teams" with these files, and
// Kustomization infra these. spec are further fields of the Kustomization.
func teamsFiles(value, kustomization, spec string, teams, infra []string) map[string]string {
	const keep = "  annotations: {kustomize.toolkit.fluxcd.io/prune: disabled}\n"
	files := map[string]string{
		"fleet/kustomization.yaml":         resources("directory.yaml", "infra.yaml", kustomization+".yaml"),
		"fleet/directory.yaml":             manifest("directory", value),
		"fleet/infra.yaml":                 plannedChild("flux-system", "infra", "./infra", ""),
		"fleet/" + kustomization + ".yaml": plannedChild("flux-system", kustomization, "./teams", spec),
		"infra/kustomization.yaml":         resources(append([]string{"settings.yaml"}, infra...)...),
		"infra/settings.yaml":              plannedConfigMap("default", "infra", "1"),
		"teams/kustomization.yaml":         resources(teams...),
	}
	for _, team := range []string{"team-a", "team-b"} {
		for _, directory := range []string{"teams", "infra"} {
			files[directory+"/"+team+".yaml"] = plannedNamespace(team)
			files[directory+"/"+team+"-kept.yaml"] = "apiVersion: v1\nkind: Namespace\nmetadata:\n  name: " + team + "\n" + keep
			files[directory+"/"+team+"-settings.yaml"] = plannedConfigMap(team, "settings", "1")
		}
	}
	return files
}

// publish commits to the repository of the fleet.
func (r ringed) publish(message string, files map[string]string) string {
	GinkgoHelper()
	commit, err := world.GitHost.Commit(r.ctx, r.repository, message, files)
	Expect(err).NotTo(HaveOccurred())
	return commit
}

// arrives waits until all rings have the commit, one after the other.
func (r ringed) arrives(commit string) {
	GinkgoHelper()
	Eventually(r.ctx, func(g Gomega) {
		for _, ring := range r.progress(g).Rings {
			g.Expect(ring.Phase).To(Equal("Complete"), "%+v", ring)
			g.Expect(ring.Commit).To(HaveSuffix(commit), "%+v", ring)
		}
	}).WithTimeout(4 * time.Minute).Should(Succeed())
}

// namespaceUID returns the UID of a Namespace, empty if it does not exist.
func (s shoot) namespaceUID(g Gomega, name string) string {
	namespace := &corev1.Namespace{}
	err := s.client().Get(s.ctx, client.ObjectKey{Name: name}, namespace)
	if apierrors.IsNotFound(err) {
		return ""
	}
	g.Expect(err).NotTo(HaveOccurred())
	return string(namespace.UID)
}

// checkoutOf returns the directory of a checkout with a commit for each of these files.
func checkoutOf(ctx SpecContext, commits ...map[string]string) string {
	GinkgoHelper()
	directory := GinkgoT().TempDir()
	git := func(args ...string) {
		output, err := exec.CommandContext(ctx, "git", append([]string{"-C", directory, "-c", "user.name=author", "-c", "user.email=author@example.com"}, args...)...).CombinedOutput()
		Expect(err).NotTo(HaveOccurred(), string(output))
	}
	git("init", "--quiet", "--initial-branch", "main")
	for _, files := range commits {
		for name, content := range files {
			Expect(os.MkdirAll(filepath.Dir(filepath.Join(directory, name)), 0o755)).To(Succeed())
			Expect(os.WriteFile(filepath.Join(directory, name), []byte(content), 0o600)).To(Succeed())
		}
		git("add", "--all")
		git("commit", "--quiet", "--message", "next")
	}
	return directory
}

var _ = Describe("A commit that renames a Kustomization and drops a team, of a project with three rings", Serial, Label("long"), func() {
	It("is held at the canary, where Flux has deleted the Namespace of the other team, too; production keeps it", func(ctx SpecContext) {
		r := newRinged(ctx, "moving", strings.Replace(ringsWith("", ""), "progressDeadline", "source: Promote, progressDeadline", 1), 1)
		r.configure(r.project, r.says("fleet"))
		both := []string{"team-a.yaml", "team-a-settings.yaml", "team-b.yaml", "team-b-settings.yaml"}
		first := teamsFiles("complete", "teams", "", both, nil)
		complete := r.publish("complete", first)
		r.rings["canary"][0].pull()
		r.arrives(complete)
		r.show("complete", "canary", "staging", "production")
		uids := map[string]string{}
		for _, s := range r.all() {
			for _, team := range []string{"team-a", "team-b"} {
				Eventually(ctx, func(g Gomega) {
					uids[s.name+" "+team] = s.namespaceUID(g, team)
					g.Expect(uids[s.name+" "+team]).NotTo(BeEmpty())
				}).Should(Succeed())
			}
			Expect(s.client().Create(ctx, &corev1.ConfigMap{ObjectMeta: in("team-a", "own"), Data: map[string]string{"made": "by the team"}})).To(Succeed())
			s.pull()
		}
		canary, others := r.rings["canary"][0], append(r.rings["staging"], r.rings["production"]...)
		keepsTeams := func(s shoot) {
			GinkgoHelper()
			for _, team := range []string{"team-a", "team-b"} {
				Expect(s.namespaceUID(Default, team)).To(Equal(uids[s.name+" "+team]), "%s in %s", team, s.name)
			}
			Expect(s.client().Get(ctx, client.ObjectKey{Namespace: "team-a", Name: "own"}, &corev1.ConfigMap{})).To(Succeed())
		}

		By("the author asks what it does")
		// With dependsOn, the new Kustomization is certainly later than the deletion of the former one.
		rename := teamsFiles("renamed", "tenants", "  dependsOn: [{name: infra}]\n", both[:2], nil)
		foreseen := r.rings["production"][0].plan(checkoutOf(ctx, first, rename), "--from", "HEAD~1", "--to", "HEAD").Results[0]
		Expect(identities(foreseen.Removed)).To(ConsistOf("_team-b__Namespace", "team-b_settings__ConfigMap", "flux-system_teams_kustomize.toolkit.fluxcd.io_Kustomization"))
		Expect(identities(foreseen.Recreated)).To(ConsistOf("_team-a__Namespace", "team-a_settings__ConfigMap"))

		By("Flux deletes the Namespaces of both teams in the canary, and creates one again")
		before, began := r.delivered("staging", "production"), now()
		r.publish("renamed", rename)
		canary.pull()
		why := ContainSubstring("canary-0 has lost 4 of 8 objects (2 Namespace, 1 Kustomization, 1 ConfigMap), among them Namespace team-a (deleted and created again), Kustomization flux-system/teams, Namespace team-b")
		Eventually(ctx, func(g Gomega) { g.Expect(r.progress(g).Rings[0].WaitsFor).To(why) }).WithTimeout(4 * time.Minute).Should(Succeed())
		r.holds(before, "Guarded", why)
		r.reports(began, "RolloutHolds", ContainSubstring("canary-0 has lost"))
		AddReportEntry("Event", r.events(Default, began)["RolloutHolds"][0])
		Eventually(ctx, func(g Gomega) {
			g.Expect(canary.namespaceUID(g, "team-a")).NotTo(Or(BeEmpty(), Equal(uids[canary.name+" team-a"])))
			g.Expect(canary.namespaceUID(g, "team-b")).To(BeEmpty())
			g.Expect(canary.client().Get(ctx, client.ObjectKey{Namespace: "team-a", Name: "settings"}, &corev1.ConfigMap{})).To(Succeed())
		}).Should(Succeed())
		err := canary.client().Get(ctx, client.ObjectKey{Namespace: "team-a", Name: "own"}, &corev1.ConfigMap{})
		Expect(apierrors.IsNotFound(err)).To(BeTrue(), "%v", err)
		r.holds(before, "Guarded", why)
		for _, s := range others {
			s.reconcile()
			keepsTeams(s)
		}

		By("the author goes back, with an annotation against pruning")
		kept := []string{"team-a-kept.yaml", "team-a-settings.yaml", "team-b-kept.yaml", "team-b-settings.yaml"}
		back := r.publish("annotated", teamsFiles("annotated", "teams", "", kept, nil))
		canary.pull()
		r.arrives(back)
		r.show("annotated", "canary", "staging", "production")

		By("the objects of a team move to another Kustomization in the next commit, without a decision")
		next := r.publish("moved", teamsFiles("moved", "teams", "", kept[2:], kept[:2]))
		canary.pull()
		r.arrives(next)
		r.show("moved", "canary", "staging", "production")
		for _, s := range others {
			s.inventories(next)
			keepsTeams(s)
		}
	}, SpecTimeout(20*time.Minute))
})
