// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package e2e_test

import (
	"bytes"
	"context"
	"fmt"
	"slices"
	"sync"
	"sync/atomic"
	"text/tabwriter"
	"time"

	extensionsv1alpha1 "github.com/gardener/gardener/pkg/apis/extensions/v1alpha1"
	gardenerkubernetes "github.com/gardener/gardener/pkg/client/kubernetes"
	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"
	corev1 "k8s.io/api/core/v1"
	eventsv1 "k8s.io/api/events/v1"
	"sigs.k8s.io/controller-runtime/pkg/client"

	"github.com/shoot-flux/gardener-extension-shoot-flux/test/landscape"
)

// rightsIn are requests of a seed in a project, with the answers if the seed serves it and if it does not.
func rightsIn(project, seed string) []struct {
	gardenRequest
	elsewhere string
} {
	namespace := "garden-" + project
	object := func(name string) (*corev1.ConfigMap, *corev1.Secret) {
		return &corev1.ConfigMap{ObjectMeta: in(namespace, name)}, &corev1.Secret{ObjectMeta: in(namespace, name)}
	}
	config, _ := object("flux-config")
	status, _ := object("flux-status")
	_, key := object("flux-source")
	return []struct {
		gardenRequest
		elsewhere string
	}{
		{gardenRequest{what: "get flux-config", do: toGet(config), own: allowed}, denied},
		{gardenRequest{what: "get flux-source", do: toGet(key), own: allowed}, denied},
		{gardenRequest{what: "annotate flux-source", do: toPatch(key, `{"metadata":{"annotations":{"x":"`+seed+`"}}}`), own: denied}, denied},
		{gardenRequest{what: "get the token of the Git host", do: toGet(&corev1.Secret{ObjectMeta: in(namespace, "flux-git-host")}), own: denied}, denied},
		{gardenRequest{what: "get flux-status", do: toGet(status), own: allowed}, denied},
		{gardenRequest{what: "apply an entry of flux-status", do: toApplyConfigMap(namespace, "flux-status", "by-"+seed, seed), own: allowed}, denied},
		{gardenRequest{what: "create an Event", do: toCreateEvent(namespace, "of-"+seed, reporter), own: allowed}, denied},
		{gardenRequest{what: "list flux-source of the project", do: toList(metadataOfSecrets(), client.InNamespace(namespace), withName("flux-source")), own: allowed}, denied},
		{gardenRequest{what: "get another Secret", do: toGet(&corev1.Secret{ObjectMeta: in(namespace, "cloud")}), own: denied}, denied},
	}
}

// beyondProjects are requests that no seed may make.
func beyondProjects(otherSeed string) []gardenRequest {
	return []gardenRequest{
		{what: "list flux-config of all projects", do: toList(&corev1.ConfigMapList{}, withName("flux-config"))},
		{what: "watch flux-config of all projects", do: toWatch(&corev1.ConfigMapList{}, withName("flux-config"))},
		{what: "list the metadata of flux-source of all projects", do: toList(metadataOfSecrets(), withName("flux-source"))},
		{what: "watch the metadata of flux-source of all projects", do: toWatch(metadataOfSecrets(), withName("flux-source"))},
		{what: "list flux-status of all projects", do: toList(&corev1.ConfigMapList{}, withName("flux-status"))},
		{what: "list Events of all projects", do: toList(&eventsv1.EventList{})},
		{what: "get the notice board of another seed", do: toGet(&corev1.ConfigMap{ObjectMeta: in("seed-"+otherSeed, "shoot-flux")})},
		{what: "watch all notice boards", do: toWatch(&corev1.ConfigMapList{}, withName("shoot-flux"))},
	}
}

var _ = Describe("With access to their own projects only, seeds", Ordered, Serial, func() {
	BeforeAll(func(ctx SpecContext) {
		Expect(world.SetAccess(ctx, landscape.PerProject)).To(Succeed())
	}, NodeTimeout(2*time.Minute))

	AfterAll(func(ctx SpecContext) {
		Expect(world.SetAccess(ctx, landscape.ClusterWide)).To(Succeed())
	}, NodeTimeout(2*time.Minute))

	It("read and write in the projects whose Shoots they have, and in no other", func(ctx SpecContext) {
		user := inGarden(ctx)
		serving := map[string][]string{"onalpha": {seedName}, "onbeta": {otherSeedName}, "onboth": {seedName, otherSeedName}}
		for project, seeds := range serving {
			user.project(project, repository(ctx, project, false))
			for _, name := range seeds {
				s := user.shoot(project, "of-"+name, name, true)
				s.succeeds()
				Eventually(ctx, func(g Gomega) { g.Expect(s.status(g).UID).NotTo(BeEmpty(), "flux-status is there, which is asked for") }).Should(Succeed())
			}
		}
		text := &bytes.Buffer{}
		table := tabwriter.NewWriter(text, 0, 0, 2, ' ', 0)
		wrong := 0
		write := func(identity, where, what, is, expected string) {
			mark := ""
			if is != expected {
				mark, is = "!", is+", not "+expected
				wrong++
			}
			fmt.Fprintf(table, "%s\t%s\t%s\t%s\t%s\n", mark, identity, where, what, is)
		}
		for name, other := range map[string]string{seedName: otherSeedName, otherSeedName: seedName} {
			c := gardenIdentity(ctx, name)
			for project, seeds := range serving {
				serves := project == "onboth" || seeds[0] == name
				for _, request := range rightsIn(project, name) {
					expected := request.elsewhere
					if serves {
						expected = request.own
					}
					write(name, project, request.what, answer(request.do(ctx, c)), expected)
				}
			}
			for _, request := range beyondProjects(other) {
				write(name, "", request.what, answer(request.do(ctx, c)), denied)
			}
			write(name, "", "get its own notice board", answer(toGet(&corev1.ConfigMap{ObjectMeta: in("seed-"+name, "shoot-flux")})(ctx, c)), allowed)
		}
		Expect(table.Flush()).To(Succeed())
		AddReportEntry("what seeds may do", text.String(), ReportEntryVisibilityNever)
		GinkgoWriter.Println(text)
		Expect(wrong).To(BeZero(), "%s", text)
	}, SpecTimeout(2*time.Minute))

	It("bring Flux into shoots, and take up what projects change", func(ctx SpecContext) {
		f := fleet{inGarden(ctx), "confined", "confined", "project: {propagation: Immediate}"}
		Expect(world.GitHost.CreateRepository(ctx, "confined", false)).To(Succeed())
		_, err := world.GitHost.Commit(ctx, "confined", "directories", map[string]string{
			"first/directory.yaml": manifest("directory", "first"), "second/directory.yaml": manifest("directory", "second"),
		})
		Expect(err).NotTo(HaveOccurred())
		f.gardenUser.project("confined", f.says("first"))
		s, paper := f.shoot("confined", "only", seedName, false), f.shoot("confined", "paper", otherSeedName, true)
		Expect(world.GitHost.AddDeployKey("confined", "flux", f.publicKey("confined"), true)).To(Succeed())
		s.succeeds()
		s.shows("directory", "first")
		paper.succeeds()

		f.configure("confined", f.says("second"))
		s.reads("second")
		paper.reads("second")
		s.shows("directory", "second")
		s.isWell(now(), false)
	}, SpecTimeout(3*time.Minute))

	It("hand a Shoot over: the new seed has access before it needs it, the former one loses it, and no operation fails", Label("long"), func(ctx SpecContext) {
		s := synced(ctx, "handover", seedName)
		mayRead := func(name string) string {
			return answer(toGet(&corev1.Secret{ObjectMeta: in("garden-handover", "flux-source")})(ctx, gardenIdentity(ctx, name)))
		}
		Expect(mayRead(seedName)).To(Equal(allowed))
		Expect(mayRead(otherSeedName)).To(Equal(denied))
		failures := watchFailures(ctx, "shoot--handover--only")
		s.migrate(otherSeedName)
		s.seed = otherSeedName
		s.succeeds()
		Expect(mayRead(otherSeedName)).To(Equal(allowed))
		Eventually(ctx, mayRead).WithArguments(seedName).Should(Equal(denied), "the grace period is over")
		Expect(mayRead(otherSeedName)).To(Equal(allowed))
		commit(ctx, "handover", "from-git", "second")
		s.pullUntilShown("from-git", "second")
		s.isWell(now(), false)
		Expect(failures()).To(BeEmpty())
	}, SpecTimeout(4*time.Minute))

	It("lose and get their access to all projects without a moment in which an operation fails", Label("long"), func(ctx SpecContext) {
		user := inGarden(ctx)
		var shoots []shoot
		for _, project := range []string{"busya", "busyb"} {
			user.project(project, map[string]string{"repositoryUrl": "https://github.com/o/r"})
			for _, name := range []string{seedName, otherSeedName} {
				s := user.shoot(project, "of-"+name, name, true)
				s.succeeds()
				shoots = append(shoots, s)
			}
		}
		failures := watchFailures(ctx, "shoot--busya--of-alpha", "shoot--busya--of-beta", "shoot--busyb--of-alpha", "shoot--busyb--of-beta")
		var reconciled atomic.Int32
		busy, done := make(chan struct{}), make(chan struct{})
		go func() {
			defer GinkgoRecover()
			defer close(done)
			for {
				for _, s := range shoots {
					select {
					case <-busy:
						return
					default:
					}
					s.reconcile()
					reconciled.Add(1)
				}
			}
		}()
		Expect(world.SetAccess(ctx, landscape.ClusterWide)).To(Succeed())
		Expect(world.SetAccess(ctx, landscape.PerProject)).To(Succeed())
		c := gardenIdentity(ctx, seedName)
		Eventually(ctx, func() string {
			return answer(toList(metadataOfSecrets(), withName("flux-source"))(ctx, c))
		}).Should(Equal(denied), "the access to all projects is gone")
		before := reconciled.Load()
		for _, s := range shoots {
			s.reconcile()
		}
		close(busy)
		Eventually(ctx, done).Should(BeClosed())
		Expect(before).To(BeNumerically(">", 4), "they were reconciled meanwhile")
		Expect(failures()).To(BeEmpty())
	}, SpecTimeout(4*time.Minute))
})

// watchFailures records, of the Extensions of these control planes on both seeds, the errors of all operations from now on. The returned function ends
// that and returns them.
func watchFailures(ctx context.Context, namespaces ...string) func() []string {
	GinkgoHelper()
	watching, end := context.WithCancel(ctx)
	DeferCleanup(end)
	seen := make(chan string, 1000)
	var watches sync.WaitGroup
	for _, name := range []string{seedName, otherSeedName} {
		config, err := seed(name).Cluster.ClientConfig("admin", "system:masters")
		Expect(err).NotTo(HaveOccurred())
		c, err := client.NewWithWatch(config, client.Options{Scheme: gardenerkubernetes.SeedScheme})
		Expect(err).NotTo(HaveOccurred())
		events, err := c.Watch(watching, &extensionsv1alpha1.ExtensionList{})
		Expect(err).NotTo(HaveOccurred())
		watches.Go(func() {
			defer events.Stop()
			for {
				select {
				case <-watching.Done():
					return
				case event, open := <-events.ResultChan():
					if !open {
						return
					}
					ex, is := event.Object.(*extensionsv1alpha1.Extension)
					if is && slices.Contains(namespaces, ex.Namespace) && ex.Status.LastError != nil {
						seen <- name + " " + ex.Namespace + ": " + ex.Status.LastError.Description
					}
				}
			}
		})
	}
	return func() []string {
		end()
		watches.Wait()
		close(seen)
		var failures []string
		for failure := range seen {
			failures = append(failures, failure)
		}
		return slices.Compact(failures)
	}
}
