// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package e2e_test

import (
	"context"
	"os"
	"path/filepath"
	"sync"
	"time"

	sourcev1 "github.com/fluxcd/source-controller/api/v1"
	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"
	"sigs.k8s.io/controller-runtime/pkg/client"

	"github.com/shoot-flux/gardener-extension-shoot-flux/test/landscape/recording"
)

// historyPrograms record and check. They are built for the first story that is recorded.
var historyPrograms struct {
	once         sync.Once
	dir, release string
	err          error
}

// recorded is a story whose history is recorded from outside, and checked at its end.
type recorded struct{ recording *recording.Recording }

// record begins to record the histories of projects. The story has to call checked when all that it needs exists, so
// that the recording ends before the rest does.
func record(ctx context.Context, projects ...string) recorded {
	GinkgoHelper()
	programs := &historyPrograms
	programs.once.Do(func() {
		project := filepath.Join("..", "..", "..")
		if programs.dir, programs.err = recording.Build(ctx, project, filepath.Join(dataDir, "bin")); programs.err == nil {
			programs.release, programs.err = recording.Release(ctx, project)
		}
	})
	Expect(programs.err).NotTo(HaveOccurred())
	options := recording.Options{
		Programs: programs.dir, Landscape: filepath.Join(dataDir, "landscape"), Story: CurrentSpecReport().FullText(), Release: programs.release, Times: world.Times(),
		File: filepath.Join(historyDir(), projects[0]+".jsonl"),
	}
	for _, project := range projects {
		options.Namespaces = append(options.Namespaces, "garden-"+project)
	}
	started, err := recording.Start(options)
	Expect(err).NotTo(HaveOccurred())
	r := recorded{started}
	DeferCleanup(func() { Expect(r.recording.Stop()).To(Succeed()) })
	return r
}

// historyDir is the directory of the histories.
func historyDir() string {
	if dir := os.Getenv("HISTORY_OUT"); dir != "" {
		return dir
	}
	return filepath.Join(dataDir, "histories")
}

// checked has the history checked at the end of the test, before what was created so far is removed.
func (r recorded) checked() {
	DeferCleanup(func(ctx context.Context) {
		Expect(r.recording.Stop()).To(Succeed())
		summary, err := r.recording.Check(ctx)
		Expect(err).NotTo(HaveOccurred())
		GinkgoWriter.Println(summary)
	}, NodeTimeout(time.Minute))
}

// acts adds to the history what the story does by other means than the recorded objects.
func (r recorded) acts(what, on string) {
	GinkgoHelper()
	Expect(r.recording.Act(what, on)).To(Succeed())
}

// answers adds to the history what another system says to the checks that ask it from now on. A good answer is added
// before the system gives it, and one that is not good after the system has given the last good one.
func (r recorded) answers(url string, isGood bool) {
	GinkgoHelper()
	Expect(r.recording.Add("system", "answer", map[string]any{"url": url, "good": isGood})).To(Succeed())
}

// isRecorded writes the kubeconfig of a Shoot of the real gardenlet where the recorder looks for it.
func (s shoot) isRecorded() {
	GinkgoHelper()
	Eventually(s.ctx, func(g Gomega) {
		config, err := world.ShootConfig(s.ctx, s.key().Namespace, s.name)
		g.Expect(err).NotTo(HaveOccurred())
		g.Expect(recording.WriteKubeconfig(filepath.Join(dataDir, "landscape"), "shoot-"+s.key().Namespace+"-"+s.name, config)).To(Succeed())
	}).Should(Succeed())
}

var _ = Describe("A project with two rings", func() {
	It("gets changes and commits ring by ring, as an observer sees it who has recorded it", func(ctx SpecContext) {
		const rings = "{source: Promote, rings: [{name: canary, shoots: {matchLabels: {ring: canary}}, soak: 3s}, {name: production, soak: 3s}], progressDeadline: 4m}"
		r := newRingedOf(ctx, "witnessed", rings, []string{"canary", "production"}, 1)

		By("a change of flux-config")
		r.configure(r.project, r.says("second"))
		r.show("second", "canary", "production")
		r.is("Complete")

		By("a commit that cannot be built, and its correction")
		began := now()
		_, err := world.GitHost.Commit(ctx, r.repository, "break it", map[string]string{"second/directory.yaml": "kind: {"})
		Expect(err).NotTo(HaveOccurred())
		r.rings["canary"][0].pull()
		r.reports(began, "RolloutStopped", ContainSubstring("canary-0"))
		corrected := r.commit("second")
		r.rings["canary"][0].pull()
		r.promotes(corrected)
	}, SpecTimeout(5*time.Minute))

	It("gets none before its turn while the canary cannot be reached, reports are held back, and controllers are killed", Label("long"), func(ctx SpecContext) {
		const rings = "{source: Promote, rings: [{name: canary, shoots: {matchLabels: {ring: canary}}, soak: 20s}, {name: production, soak: 3s}], progressDeadline: 4m}"
		r := newRingedOf(ctx, "beset", rings, []string{"canary", "production"}, 1)
		canary, production := r.rings["canary"][0], r.rings["production"][0]

		By("the API server of the canary is stopped while the canary soaks")
		r.configure(r.project, r.says("second"))
		r.show("second", "canary")
		canaryCluster, err := world.ShootCluster(canary.key().Namespace, canary.name)
		Expect(err).NotTo(HaveOccurred())
		canaryCluster.StopAPIServer()
		r.acts("stop", "shoot "+canary.key().String())
		Eventually(ctx, func(g Gomega) { g.Expect(canary.status(g).State).To(BeEquivalentTo("Unreachable")) }).Should(Succeed())
		Expect(canaryCluster.StartAPIServer(ctx)).To(Succeed())
		r.acts("start", "shoot "+canary.key().String())
		r.show("second", "production")
		r.is("Complete")

		By("the canary has a commit, and its seed reports nothing")
		scaleExtension(ctx, seedName, 0)
		r.acts("stop", "seed "+seedName)
		unreported := r.commit("second", "third")
		source := &sourcev1.GitRepository{}
		for _, s := range []shoot{canary, production} {
			s.pull()
		}
		Eventually(ctx, func(g Gomega) {
			g.Expect(canary.client().Get(ctx, client.ObjectKey{Namespace: "flux-system", Name: "flux-system"}, source)).To(Succeed())
			g.Expect(source.Status.Artifact.Revision).To(HaveSuffix(unreported))
		}).Should(Succeed())
		Consistently(ctx, func(g Gomega) {
			g.Expect(production.client().Get(ctx, client.ObjectKey{Namespace: "flux-system", Name: "flux-system"}, source)).To(Succeed())
			g.Expect(source.Status.Artifact.Revision).NotTo(HaveSuffix(unreported))
		}, "25s", "1s").Should(Succeed(), "longer than the soak")
		scaleExtension(ctx, seedName, 2)
		r.acts("start", "seed "+seedName)
		r.promotes(unreported)

		By("all controllers are killed while a commit is on its way")
		last := r.commit("second")
		canary.pull()
		for range 3 {
			killGardenController(ctx)
			r.acts("kill", "garden-controller")
			for _, name := range []string{seedName, otherSeedName} {
				killExtension(ctx, name)
				r.acts("kill", "seed "+name)
			}
			Expect(world.StartGardenController(ctx)).To(Succeed())
		}
		r.promotes(last)
		r.is("Complete")
	}, SpecTimeout(10*time.Minute))
})
