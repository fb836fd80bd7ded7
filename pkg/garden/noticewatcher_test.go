// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package garden_test

import (
	"context"
	"net/http"
	"sync"
	"time"

	"github.com/go-logr/logr"
	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"
	corev1 "k8s.io/api/core/v1"
	apierrors "k8s.io/apimachinery/pkg/api/errors"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/runtime/schema"
	testclock "k8s.io/utils/clock/testing"
	"sigs.k8s.io/controller-runtime/pkg/client"
	"sigs.k8s.io/controller-runtime/pkg/client/fake"
	"sigs.k8s.io/controller-runtime/pkg/client/interceptor"

	fluxv1alpha1 "github.com/shoot-flux/gardener-extension-shoot-flux/pkg/apis/flux/v1alpha1"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/configuration/document"
	. "github.com/shoot-flux/gardener-extension-shoot-flux/pkg/garden"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/garden/noticeboard"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/rollout"
)

// postedBoard is a notice board that a test writes.
type postedBoard struct{ changed chan func(*noticeboard.Board) }

func (b *postedBoard) Watch(ctx context.Context, changed func(*noticeboard.Board)) error {
	b.changed <- changed
	<-ctx.Done()
	return nil
}

// servedProjects are the projects of a test.
type servedProjects struct {
	mutex sync.Mutex
	names []string
}

func (s *servedProjects) Follow(_ context.Context, appeared func(string)) error {
	for _, name := range s.names {
		appeared(name)
	}
	return nil
}

func (s *servedProjects) List(context.Context) ([]string, error) {
	s.mutex.Lock()
	defer s.mutex.Unlock()
	return s.names, nil
}

func (s *servedProjects) set(names ...string) {
	s.mutex.Lock()
	defer s.mutex.Unlock()
	s.names = names
}

var _ = Describe("NoticeWatcher", func() {
	const mine, other, elsewhere = "garden-mine", "garden-other", "garden-elsewhere"
	var (
		garden   client.Client
		mutex    sync.Mutex
		failures map[string]error
		reads    map[string]int
		versions map[string]noticeboard.Versions
		served   *servedProjects
		clock    *testclock.FakeClock
		watcher  *NoticeWatcher
		changes  chan string
		post     func(*noticeboard.Board)
	)

	fail := func(err error, namespaces ...string) {
		mutex.Lock()
		defer mutex.Unlock()
		for _, namespace := range namespaces {
			failures[namespace] = err
		}
	}
	// readsOf returns the number of reads of a project's configuration.
	readsOf := func(namespace string) func() int {
		return func() int {
			mutex.Lock()
			defer mutex.Unlock()
			return reads[namespace]
		}
	}
	configOf := func(namespace string) func(context.Context) *document.ConfigMap {
		return func(ctx context.Context) *document.ConfigMap {
			state, _, err := watcher.State(ctx, namespace)
			Expect(err).NotTo(HaveOccurred())
			return state.ConfigMap
		}
	}
	known := func(ctx context.Context, namespace string) bool {
		_, known, err := watcher.State(ctx, namespace)
		Expect(err).NotTo(HaveOccurred())
		return known
	}
	config := func(namespace, content string) *corev1.ConfigMap {
		return &corev1.ConfigMap{ObjectMeta: metav1.ObjectMeta{Namespace: namespace, Name: "flux-config"}, Data: map[string]string{"a": content}}
	}
	write := func(ctx context.Context, object client.Object) string {
		GinkgoHelper()
		if err := garden.Create(ctx, object); apierrors.IsAlreadyExists(err) {
			Expect(garden.Update(ctx, object)).To(Succeed())
		} else {
			Expect(err).NotTo(HaveOccurred())
		}
		return object.GetResourceVersion()
	}
	board := func() *noticeboard.Board { return noticeboard.Decode(noticeboard.Encode(versions, nil)) }
	forbidden := apierrors.NewForbidden(schema.GroupResource{Resource: "configmaps"}, "flux-config", nil)
	down := apierrors.NewServiceUnavailable("garden is down")

	start := func(ctx context.Context) {
		GinkgoHelper()
		posted := &postedBoard{changed: make(chan func(*noticeboard.Board), 1)}
		watcher = NewNoticeWatcher(NoticeOptions{
			Board: posted, Served: served, Garden: garden, Workers: 2, Clock: clock, Log: logr.Discard(),
			Times: NoticeTimes{Retry: time.Second, MaxRetry: 2 * time.Minute, Reread: time.Hour, Recount: 10 * time.Minute,
				Random: func(time.Duration) time.Duration { return 0 }},
		})
		changes = make(chan string, 1000)
		running, stop := context.WithCancel(ctx)
		ended := make(chan error, 1)
		Expect(watcher.Follow(running, func(namespace string) { changes <- namespace })).To(Succeed())
		go func() { ended <- watcher.Start(running) }()
		DeferCleanup(func() {
			stop()
			Eventually(ended, "5s").Should(Receive(BeNil()))
		})
		Eventually(posted.changed).Should(Receive(&post))
	}
	// started returns a watcher that has read both projects and the board.
	started := func(ctx context.Context) {
		GinkgoHelper()
		start(ctx)
		for range 2 {
			Eventually(changes).Should(Receive(BeElementOf(mine, other)))
		}
		post(board())
		Consistently(changes, "50ms").ShouldNot(Receive())
		Expect(readsOf(mine)()).To(Equal(1))
		Expect(readsOf(other)()).To(Equal(1))
	}

	BeforeEach(func(ctx SpecContext) {
		failures, reads = map[string]error{}, map[string]int{}
		garden = fake.NewClientBuilder().WithInterceptorFuncs(interceptor.Funcs{
			Get: func(ctx context.Context, c client.WithWatch, key client.ObjectKey, o client.Object, opts ...client.GetOption) error {
				mutex.Lock()
				failure := failures[key.Namespace]
				if key.Name == "flux-config" {
					reads[key.Namespace]++
				}
				mutex.Unlock()
				if failure != nil {
					return failure
				}
				return c.Get(ctx, key, o, opts...)
			},
			List: func(context.Context, client.WithWatch, client.ObjectList, ...client.ListOption) error {
				Fail("nothing may be listed in the garden")
				return nil
			},
		}).Build()
		clock = testclock.NewFakeClock(time.Date(2026, 11, 23, 12, 0, 0, 0, time.UTC))
		served = &servedProjects{names: []string{mine, other}}
		versions = map[string]noticeboard.Versions{
			mine:      {Config: write(ctx, config(mine, "one"))},
			other:     {Config: write(ctx, config(other, "one"))},
			elsewhere: {Config: write(ctx, config(elsewhere, "one"))},
		}
	})

	It("reads the projects with Shoots on the seed once, even without a board", func(ctx SpecContext) {
		start(ctx)
		Eventually(changes).Should(Receive())
		Eventually(changes).Should(Receive())
		Expect(configOf(mine)(ctx)).To(Equal(&document.ConfigMap{Namespace: mine, Data: map[string]string{"a": "one"}}))
		Expect(known(ctx, other)).To(BeTrue())
		Expect(known(ctx, elsewhere)).To(BeFalse(), "a state that was not read is not an empty one")
		post(board())
		Consistently(changes, "100ms").ShouldNot(Receive())
		Expect(readsOf(mine)()).To(Equal(1), "the board has the versions that were read")
		Expect(readsOf(elsewhere)()).To(BeZero())
	})

	It("reads only the project whose versions on the board differ", func(ctx SpecContext) {
		started(ctx)
		versions[mine] = noticeboard.Versions{Config: write(ctx, config(mine, "two"))}
		versions[elsewhere] = noticeboard.Versions{Config: write(ctx, config(elsewhere, "two"))}
		post(board())
		Eventually(changes).Should(Receive(Equal(mine)))
		Expect(configOf(mine)(ctx).Data).To(HaveKeyWithValue("a", "two"))

		By("the same board again, and an older board")
		post(board())
		versions[mine] = noticeboard.Versions{Config: "behind"}
		post(board())
		Eventually(readsOf(mine)).Should(Equal(3))
		Consistently(changes, "50ms").ShouldNot(Receive(), "what was read has not changed")
		Expect(readsOf(mine)()).To(Equal(3), "once, not again and again")
		Expect(readsOf(other)()).To(Equal(1))
		Expect(readsOf(elsewhere)()).To(BeZero())
	})

	It("keeps only the version and the extension's annotations of the deploy key", func(ctx SpecContext) {
		started(ctx)
		key := &corev1.Secret{
			ObjectMeta: metav1.ObjectMeta{Namespace: mine, Name: "flux-source", Annotations: map[string]string{
				"flux.extensions.gardener.cloud/fingerprint":       "SHA256:x",
				"kubectl.kubernetes.io/last-applied-configuration": `{"data":{"identity":"c2VjcmV0"}}`,
			}},
			Data: map[string][]byte{"identity": []byte("secret")},
		}
		versions[mine] = noticeboard.Versions{Config: versions[mine].Config, DeployKey: write(ctx, key)}
		post(board())
		Eventually(changes).Should(Receive(Equal(mine)))
		state, _, err := watcher.State(ctx, mine)
		Expect(err).NotTo(HaveOccurred())
		Expect(state.KeyVersion).To(Equal(versions[mine].DeployKey))
		Expect(state.KeyAnnotations).To(Equal(map[string]string{"flux.extensions.gardener.cloud/fingerprint": "SHA256:x"}))
	})

	It("reads the deploy keys of additional sources if the configuration may need some, or the board lists them", func(ctx SpecContext) {
		started(ctx)
		keys := &corev1.Secret{
			ObjectMeta: metav1.ObjectMeta{Namespace: mine, Name: "flux-source-keys", Annotations: map[string]string{
				"a.flux.extensions.gardener.cloud/fingerprint": "SHA256:a", "kubectl.kubernetes.io/last-applied-configuration": "s3cret",
			}},
			Data: map[string][]byte{"a.identity": []byte("secret")},
		}
		versions[mine] = noticeboard.Versions{Config: versions[mine].Config, SourceKeys: write(ctx, keys)}
		post(board())
		Eventually(changes).Should(Receive(Equal(mine)))
		state, _, err := watcher.State(ctx, mine)
		Expect(err).NotTo(HaveOccurred())
		Expect(state.SourceKeys.Version).To(Equal(versions[mine].SourceKeys))
		Expect(state.OfSource("a").KeyAnnotations).To(Equal(map[string]string{"flux.extensions.gardener.cloud/fingerprint": "SHA256:a"}))
		Expect(state.OfSource("b").KeyAnnotations).To(BeEmpty())
		Expect(state.SourceKeys.Annotations).To(HaveLen(1))
	})

	Describe("with a rollout", func() {
		const rings = "apiVersion: flux.extensions.gardener.cloud/v1alpha1\nkind: FluxConfig\nproject: {rollout: {rings: [{name: all}]}}\n"
		rolloutWith := func(target string) *corev1.ConfigMap {
			GinkgoHelper()
			state := &rollout.State{Rollout: fluxv1alpha1.Rollout{Rings: []fluxv1alpha1.Ring{{Name: "all"}}}, Target: target, Rings: []rollout.Ring{{Name: "all"}}}
			values, err := state.Encode()
			Expect(err).NotTo(HaveOccurred())
			return &corev1.ConfigMap{ObjectMeta: metav1.ObjectMeta{Namespace: mine, Name: "flux-rollout"}, BinaryData: values}
		}
		targetOf := func(ctx context.Context) string {
			GinkgoHelper()
			state, known, err := watcher.State(ctx, mine)
			Expect(err).NotTo(HaveOccurred())
			Expect(known).To(BeTrue())
			if state.Rollout == nil {
				return ""
			}
			return state.Rollout.Target
		}
		// noticed writes a change in the garden and its versions to the board, and waits for the watcher.
		noticed := func(ctx context.Context, change ...client.Object) {
			GinkgoHelper()
			for _, object := range change {
				version := write(ctx, object)
				now := versions[mine]
				if object.GetName() == "flux-rollout" {
					now.Rollout = version
				} else {
					now.Config = version
				}
				versions[mine] = now
			}
			post(board())
			Eventually(changes).Should(Receive(Equal(mine)))
		}
		configured := func() *corev1.ConfigMap {
			return &corev1.ConfigMap{ObjectMeta: metav1.ObjectMeta{Namespace: mine, Name: "flux-config"}, Data: map[string]string{"config.yaml": rings}}
		}

		It("returns the last written rollout, and no damaged rollout", func(ctx SpecContext) {
			started(ctx)
			noticed(ctx, configured(), rolloutWith("one"))
			Expect(targetOf(ctx)).To(Equal("one"))
			noticed(ctx, rolloutWith("two"))
			Expect(targetOf(ctx)).To(Equal("two"))
			Expect(readsOf(mine)()).To(Equal(3))

			damaged := rolloutWith("three")
			damaged.BinaryData["state"] = damaged.BinaryData["state"][:20]
			noticed(ctx, damaged)
			Expect(targetOf(ctx)).To(BeEmpty())
		})

		It("keeps the last rollout while it cannot be read", func(ctx SpecContext) {
			started(ctx)
			noticed(ctx, configured(), rolloutWith("one"))
			fail(forbidden, mine)
			versions[mine] = noticeboard.Versions{Config: versions[mine].Config, Rollout: write(ctx, rolloutWith("two"))}
			post(board())
			Consistently(changes, "50ms").ShouldNot(Receive())
			Expect(targetOf(ctx)).To(Equal("one"))
		})

		It("reads no rollout of a project without one", func(ctx SpecContext) {
			started(ctx)
			versions[mine] = noticeboard.Versions{Config: versions[mine].Config, Rollout: write(ctx, rolloutWith("one"))}
			post(board())
			Eventually(readsOf(mine)).Should(Equal(2))
			post(board())
			Consistently(changes, "50ms").ShouldNot(Receive())
			Expect(readsOf(mine)()).To(Equal(2), "once for the notice, and not again and again")
			Expect(targetOf(ctx)).To(BeEmpty())
		})
	})

	DescribeTable("reads each project exactly once more if the board",
		func(ctx SpecContext, damaged *noticeboard.Board) {
			started(ctx)
			post(damaged)
			Eventually(readsOf(mine)).Should(Equal(2))
			Eventually(readsOf(other)).Should(Equal(2))
			post(damaged)
			Consistently(changes, "50ms").ShouldNot(Receive(), "the configurations are as they were")
			Expect(configOf(mine)(ctx)).NotTo(BeNil(), "a lost notice is not a deletion")

			By("the board is restored with a change")
			versions[mine] = noticeboard.Versions{Config: write(ctx, config(mine, "two"))}
			post(board())
			Eventually(changes).Should(Receive(Equal(mine)))
			Consistently(changes, "50ms").ShouldNot(Receive())
			Expect(readsOf(mine)()).To(Equal(3))
			Expect(readsOf(other)()).To(Equal(2), "the board has what was read")
		},
		Entry("is deleted", nil),
		Entry("is emptied", noticeboard.Decode(nil)),
		Entry("is damaged", noticeboard.Decode(map[string]string{"projects": "\x00garden-mine\ngarden other"})),
		Entry("lists no project", noticeboard.Decode(map[string]string{"projects": "", "others": "abc"})),
		Entry("lists other versions", noticeboard.Decode(map[string]string{"projects": "garden-mine flux-config=x\ngarden-other flux-source=y\n"})),
	)

	It("waits for its access rights, and never treats a refusal as absence", func(ctx SpecContext) {
		fail(forbidden, mine)
		start(ctx)
		Eventually(changes).Should(Receive(Equal(other)))
		Eventually(readsOf(mine)).Should(Equal(1))
		Expect(known(ctx, mine)).To(BeFalse())
		for tries := 2; tries < 6; tries++ {
			clock.Step(2 * time.Minute)
			Eventually(readsOf(mine)).Should(Equal(tries))
		}
		Expect(known(ctx, mine)).To(BeFalse())
		fail(nil, mine)
		clock.Step(2 * time.Minute)
		Eventually(changes).Should(Receive(Equal(mine)))

		By("the rights are revoked")
		fail(forbidden, mine)
		post(board())
		versions[mine] = noticeboard.Versions{Config: "new"}
		before := readsOf(mine)()
		post(board())
		Eventually(readsOf(mine)).Should(Equal(before + 1))
		Consistently(changes, "50ms").ShouldNot(Receive())
		Expect(configOf(mine)(ctx)).NotTo(BeNil())
	})

	It("does not retry more often because of notices for other projects", func(ctx SpecContext) {
		fail(forbidden, mine)
		start(ctx)
		Eventually(readsOf(mine)).Should(Equal(1))
		post(board())
		Eventually(readsOf(mine)).Should(Equal(2), "the garden controller serves the project now")
		for _, version := range []string{"a", "b", "c"} {
			versions[other] = noticeboard.Versions{Config: version}
			post(board())
		}
		Consistently(readsOf(mine), "100ms").Should(Equal(2))
	})

	It("reads a deleted configuration", func(ctx SpecContext) {
		started(ctx)
		Expect(garden.Delete(ctx, config(mine, ""))).To(Succeed())
		versions[mine] = noticeboard.Versions{}
		post(board())
		Eventually(changes).Should(Receive(Equal(mine)))
		Expect(known(ctx, mine)).To(BeTrue())
		Expect(configOf(mine)(ctx)).To(BeNil())
	})

	DescribeTable("keeps the last state and retries if a read ends with",
		func(ctx SpecContext, failure error) {
			started(ctx)
			fail(failure, mine)
			versions[mine] = noticeboard.Versions{Config: write(ctx, config(mine, "two"))}
			post(board())
			Eventually(readsOf(mine)).Should(Equal(2))
			Consistently(changes, "50ms").ShouldNot(Receive())
			Expect(configOf(mine)(ctx).Data).To(HaveKeyWithValue("a", "one"))

			By("the garden is reachable again, without a change of the board")
			fail(nil, mine)
			clock.Step(2 * time.Minute)
			Eventually(changes).Should(Receive(Equal(mine)))
			Expect(configOf(mine)(ctx).Data).To(HaveKeyWithValue("a", "two"))
		},
		Entry("an outage", down),
		Entry("a refusal", forbidden),
		Entry("an expired token", apierrors.NewUnauthorized("expired")),
		Entry("status 404 from a proxy", apierrors.NewGenericServerResponse(http.StatusNotFound, "GET",
			schema.GroupResource{Resource: "configmaps"}, "flux-config", "<html>", 0, true)),
	)

	It("reads changes after an outage", func(ctx SpecContext) {
		fail(down, mine, other)
		start(ctx)
		Eventually(readsOf(mine)).Should(Equal(1))
		Eventually(readsOf(other)).Should(Equal(1))
		Expect(known(ctx, mine)).To(BeFalse())
		write(ctx, config(mine, "while it was down"))
		fail(nil, mine, other)
		clock.Step(2 * time.Minute)
		Eventually(changes).Should(Receive())
		Eventually(changes).Should(Receive())
		Expect(configOf(mine)(ctx).Data).To(HaveKeyWithValue("a", "while it was down"))
	})

	It("finds a change without a notice within an hour", func(ctx SpecContext) {
		started(ctx)
		write(ctx, config(mine, "two"))
		clock.Step(59 * time.Minute)
		Consistently(changes, "50ms").ShouldNot(Receive())
		clock.Step(2 * time.Minute)
		Eventually(changes).Should(Receive(Equal(mine)))
		Expect(configOf(mine)(ctx).Data).To(HaveKeyWithValue("a", "two"))
		Eventually(readsOf(other)).Should(Equal(2))

		By("periodically")
		write(ctx, config(mine, "three"))
		clock.Step(61 * time.Minute)
		Eventually(changes).Should(Receive(Equal(mine)))
	})

	It("adds projects without an event, and forgets projects without Shoots on the seed", func(ctx SpecContext) {
		started(ctx)
		served.set(other, elsewhere)
		Eventually(clock.HasWaiters).Should(BeTrue())
		clock.Step(10 * time.Minute)
		Eventually(changes).Should(Receive(Equal(elsewhere)))
		Expect(known(ctx, mine)).To(BeFalse())
		versions[mine] = noticeboard.Versions{Config: "new"}
		post(board())
		clock.Step(2 * time.Hour)
		Eventually(readsOf(other)).Should(Equal(2))
		Expect(readsOf(mine)()).To(Equal(1), "the seed has no rights there any more")
	})

	It("reads again if a notice comes during the read", func(ctx SpecContext) {
		started(ctx)
		reading, proceed := make(chan struct{}), make(chan struct{})
		var once sync.Once
		slow := interceptor.NewClient(garden.(client.WithWatch), interceptor.Funcs{
			Get: func(ctx context.Context, c client.WithWatch, key client.ObjectKey, o client.Object, opts ...client.GetOption) error {
				err := c.Get(ctx, key, o, opts...)
				once.Do(func() {
					close(reading)
					<-proceed
				})
				return err
			},
		})
		garden, served.names = slow, []string{mine}
		start(ctx)
		Eventually(reading).Should(BeClosed())
		versions[mine] = noticeboard.Versions{Config: write(ctx, config(mine, "two"))}
		post(board())
		close(proceed)
		Eventually(changes).Should(Receive(Equal(mine)))
		Eventually(configOf(mine)).WithContext(ctx).Should(HaveField("Data", HaveKeyWithValue("a", "two")))
	})

	It("notifies later followers of the projects that were already read", func(ctx SpecContext) {
		started(ctx)
		late := make(chan string, 10)
		Expect(watcher.Follow(ctx, func(namespace string) { late <- namespace })).To(Succeed())
		Eventually(late).Should(Receive(BeElementOf(mine, other)))
		Eventually(late).Should(Receive(BeElementOf(mine, other)))
	})
})
