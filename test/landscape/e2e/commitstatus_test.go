// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package e2e_test

import (
	"context"
	"fmt"
	"sync"
	"time"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"
	gomegatypes "github.com/onsi/gomega/types"
	corev1 "k8s.io/api/core/v1"

	"github.com/shoot-flux/gardener-extension-shoot-flux/test/landscape/gitea"
)

// statusForge is a repository at Gitea whose commits go through three rings and get statuses.
type statusForge struct {
	ringed
	forge
}

// head is the newest commit.
func (s statusForge) head() string {
	GinkgoHelper()
	commit, err := s.Head(s.ringed.ctx, s.forge.repository)
	Expect(err).NotTo(HaveOccurred())
	return commit
}

// statuses are those of a commit and a ring, oldest first.
func (s statusForge) statuses(g Gomega, commit, ring string) []gitea.CommitStatus {
	all, err := s.CommitStatuses(s.ringed.ctx, s.forge.repository, commit)
	g.Expect(err).NotTo(HaveOccurred())
	var own []gitea.CommitStatus
	for _, status := range all {
		if status.Context == "landscape/garden-"+s.project+"/"+ring {
			own = append(own, status)
		}
	}
	return own
}

// shows waits until the last status of a commit and a ring is in the state.
func (s statusForge) shows(commit, ring, state string, description gomegatypes.GomegaMatcher) {
	GinkgoHelper()
	Eventually(s.ringed.ctx, func(g Gomega) {
		all := s.statuses(g, commit, ring)
		g.Expect(all).NotTo(BeEmpty(), ring)
		last := all[len(all)-1]
		g.Expect(last.State).To(Equal(state), "%+v", all)
		g.Expect(last.Description).To(description, "%+v", all)
	}).WithTimeout(4 * time.Minute).Should(Succeed())
}

// began waits until a commit and a ring had a status in state pending at first.
func (s statusForge) began(commit, ring string) {
	GinkgoHelper()
	Eventually(s.ringed.ctx, func(g Gomega) {
		all := s.statuses(g, commit, ring)
		g.Expect(all).NotTo(BeEmpty(), ring)
		g.Expect(all[0].State).To(Equal("pending"))
	}).WithTimeout(soon).Should(Succeed())
}

// isFollowed adds each status to the history when the host has received it.
func (s statusForge) isFollowed() {
	following, end := context.WithCancel(context.WithoutCancel(s.ringed.ctx))
	var group sync.WaitGroup
	DeferCleanup(func() {
		end()
		group.Wait()
	})
	group.Go(func() {
		defer GinkgoRecover()
		s.FollowCommitStatuses(following, s.forge.repository, func(commit string, status gitea.CommitStatus) {
			Expect(s.recording.Add("git host", "commitStatus", map[string]string{
				"repository": gitea.Owner + "/" + s.forge.repository, "commit": commit, "context": status.Context, "state": status.State, "text": status.Description,
			})).To(Succeed())
		})
	})
}

// failing waits until an Event reports that no status can be written.
func (s statusForge) failing(note gomegatypes.GomegaMatcher) {
	GinkgoHelper()
	keyring{s.ringed.gardenUser, s.project}.announced("CommitStatusFailing", note)
}

// token stores the token for commit statuses.
func (s statusForge) token(token string) {
	GinkgoHelper()
	s.secret(s.project, "flux-commit-status", corev1.SecretTypeOpaque, map[string]string{"token": token, "ca.crt": string(s.CA())})
}

var _ = Describe("The statuses of commits at Gitea", Label("gitea", "long"), func() {
	It("follow commits through three rings, with an approval, a failure, a wrong token and a host that is down", func(ctx SpecContext) {
		const (
			project = "statuses"
			wrong   = "0123456789012345678901234567890123456789"
		)
		user, f := inGarden(ctx), startForge(ctx, "statuses")
		s := statusForge{ringed{fleet{user, project, "", ""}, record(ctx, project), map[string][]shoot{}}, f}
		user.project(project, map[string]string{"config.yaml": fluxConfig(fmt.Sprintf(`
source:
  knownHosts: %q
  template: {spec: {url: %q, interval: 10s}}
kustomization: {template: {spec: {retryInterval: 10s}}}
project:
  deployKey:
    registration: {provider: gitea, host: %q}
  commitStatus: {provider: gitea, host: %q, prefix: landscape}
  rollout:
    source: Promote
    progressDeadline: 10m
    rings:
    - {name: canary, shoots: {matchLabels: {ring: canary}}, soak: 3s}
    - {name: staging, shoots: {matchLabels: {ring: staging}}, soak: 3s}
    - {name: production, approval: Manual, soak: 0s}
`, f.KnownHosts(), f.SSHURL(f.repository), f.Address(), f.Address()))})
		registrar, err := f.NewToken(ctx, "registrar", "write:repository")
		Expect(err).NotTo(HaveOccurred())
		user.secret(project, "flux-git-host", corev1.SecretTypeOpaque, map[string]string{"token": registrar, "ca.crt": string(f.CA())})
		s.token(wrong)
		for i, ring := range []string{"canary", "staging", "production"} {
			s.rings[ring] = []shoot{user.shoot(project, ring+"-0", []string{seedName, otherSeedName}[i%2], false, inRing(ring))}
		}
		s.checked()
		s.isFollowed()
		for _, shoot := range s.all() {
			shoot.succeeds()
		}
		first := s.head()

		By("a wrong token: one Event has the fix, and the rollout does not wait")
		s.failing(And(ContainSubstring("does not accept the token"), Not(ContainSubstring(wrong))))
		for _, shoot := range s.all() {
			shoot.pullUntilShown("from-gitea-first", "first")
		}

		By("a token that may only read")
		reader, err := f.NewToken(ctx, "reader", "read:repository")
		Expect(err).NotTo(HaveOccurred())
		s.token(reader)
		s.failing(And(ContainSubstring("write:repository"), Not(ContainSubstring(reader))))

		By("the right token: canary and staging have passed the commit, and production waits for approval")
		writer, err := f.NewToken(ctx, "statuses", "write:repository")
		Expect(err).NotTo(HaveOccurred())
		s.token(writer)
		s.shows(first, "canary", "success", Equal("1 of 1 Shoots"))
		s.shows(first, "staging", "success", Equal("1 of 1 Shoots"))
		s.shows(first, "production", "pending", Equal("waits for approval"))
		s.operates("approve=production")
		s.shows(first, "production", "success", Equal("1 of 1 Shoots"))

		By("a commit goes from pending to success in each ring")
		Expect(f.Commit(ctx, f.repository, map[string]string{"second.yaml": configMapYAML("second")})).To(Succeed())
		second := s.head()
		for _, ring := range []string{"canary", "staging", "production"} {
			s.began(second, ring)
		}
		s.shows(second, "canary", "success", Equal("1 of 1 Shoots"))
		s.shows(second, "staging", "success", Equal("1 of 1 Shoots"))
		s.shows(second, "production", "pending", Equal("waits for approval"))
		s.operates("approve=production")
		s.shows(second, "production", "success", Equal("1 of 1 Shoots"))

		By("a commit that breaks the build fails in the canary, and the other rings wait")
		Expect(f.Commit(ctx, f.repository, map[string]string{"broken.yaml": "kind: Broken\nmetadata: {\n"})).To(Succeed())
		broken := s.head()
		s.shows(broken, "canary", "failure", And(ContainSubstring("1 of 1 Shoots failed: "), ContainSubstring("canary-0")))
		s.shows(broken, "staging", "pending", Equal("waits for ring canary"))
		s.shows(broken, "production", "pending", Equal("waits for ring staging, then for approval"))

		By("the correction, while the host is down for five minutes: Flux reads from the same host")
		Expect(f.Remove(ctx, f.repository, "broken.yaml")).To(Succeed())
		corrected := s.head()
		s.began(corrected, "canary")
		f.Down()
		Consistently(ctx, func(g Gomega) { g.Expect(s.progress(g).Rings).To(HaveLen(3)) }).WithTimeout(5 * time.Minute).WithPolling(5 * time.Second).Should(Succeed())
		Expect(f.Up(ctx)).To(Succeed())
		s.shows(corrected, "canary", "success", Equal("1 of 1 Shoots"))
		s.shows(corrected, "staging", "success", Equal("1 of 1 Shoots"))
		s.shows(corrected, "production", "pending", Equal("waits for approval"))
		s.operates("approve=production")
		s.shows(corrected, "production", "success", Equal("1 of 1 Shoots"))
		for _, shoot := range s.all() {
			shoot.shows("from-gitea-second", "second")
		}

		By("statuses are few: a ring has one for each step")
		for _, commit := range []string{first, second, broken, corrected} {
			all, err := f.CommitStatuses(ctx, f.repository, commit)
			Expect(err).NotTo(HaveOccurred())
			Expect(len(all)).To(BeNumerically("<", 30), "%+v", all)
		}
	}, SpecTimeout(28*time.Minute))
})
