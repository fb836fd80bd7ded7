// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package deploykey

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"time"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"
	corev1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/types"
	"sigs.k8s.io/controller-runtime/pkg/client"
	fakeclient "sigs.k8s.io/controller-runtime/pkg/client/fake"
	"sigs.k8s.io/controller-runtime/pkg/client/interceptor"

	fluxv1alpha1 "github.com/shoot-flux/gardener-extension-shoot-flux/pkg/apis/flux/v1alpha1"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/configuration/document"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/garden"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/githost"
)

var _ = Describe("The deploy keys of additional sources", func() {
	const (
		own  = ".flux.extensions.gardener.cloud/"
		a    = "- {name: a, deployKey: true, template: {spec: {url: 'ssh://git@github.com/o/a'}}}\n"
		b    = "- {name: b, deployKey: true, template: {spec: {url: 'ssh://git@github.com/o/b'}}}\n"
		both = "additionalSources:\n" + a + b
		// registered configures the registration of keys at the host of the project's repository.
		registered = "source: {template: {spec: {url: 'ssh://git@github.com/o/r'}}}\nproject: {deployKey: {registration: {provider: github}}}\n"
	)
	var (
		gardenClient client.Client
		s            *keyController
	)
	BeforeEach(func() {
		gardenClient = fakeclient.NewClientBuilder().Build()
		s = newKeyController(gardenClient, usesFlux("garden-demo", "one"))
	})
	stored := func(ctx context.Context) *corev1.Secret {
		GinkgoHelper()
		secret := &corev1.Secret{}
		Expect(client.IgnoreNotFound(gardenClient.Get(ctx, client.ObjectKey{Namespace: "garden-demo", Name: "flux-source-keys"}, secret))).To(Succeed())
		return secret
	}
	// reconcile makes the controller watch the Secret, and reconciles the project with this configuration. Without
	// content, the ConfigMap is missing.
	reconcile := func(ctx context.Context, config string) {
		GinkgoHelper()
		secret := stored(ctx)
		state := garden.State{SourceKeys: garden.KeySecret{Version: secret.ResourceVersion, Annotations: secret.Annotations, Created: secret.CreationTimestamp.Time}}
		if config != "" {
			state.ConfigMap = &document.ConfigMap{Namespace: "garden-demo", Data: map[string]string{
				"config.yaml": "apiVersion: flux.extensions.gardener.cloud/v1alpha1\nkind: FluxConfig\n" + config,
			}}
		}
		s.projects.States["garden-demo"] = state
		_, err := s.Reconcile(ctx, requestFor("garden-demo"))
		Expect(err).NotTo(HaveOccurred())
	}
	ask := func(ctx context.Context, name, operation string) {
		GinkgoHelper()
		secret := stored(ctx)
		metav1.SetMetaDataAnnotation(&secret.ObjectMeta, name+own+"operation", operation)
		Expect(gardenClient.Update(ctx, secret)).To(Succeed())
	}
	happened := func() []string {
		var all []string
		for len(s.recorder.Events) > 0 {
			all = append(all, <-s.recorder.Events)
		}
		return all
	}

	It("are generated and announced for each listed source, even if nothing is synced", func(ctx SpecContext) {
		reconcile(ctx, both)
		secret := stored(ctx)
		Expect(secret.Data).To(And(HaveLen(4), HaveKey("a.identity"), HaveKey("b.identity")))
		Expect(happened()).To(ConsistOf(
			And(HavePrefix("Normal DeployKeyGenerated Additional source a: "), ContainSubstring(secret.Annotations["a"+own+"public-key"]), ContainSubstring("ssh://git@github.com/o/a"), Not(ContainSubstring("PRIVATE"))),
			HavePrefix("Normal DeployKeyGenerated Additional source b: ")))

		By("the keys are not generated again")
		reconcile(ctx, both)
		Expect(stored(ctx)).To(Equal(secret))
		Expect(happened()).To(BeEmpty())
	})

	It("have an algorithm that their host accepts, before and after a rotation", func(ctx SpecContext) {
		azure := strings.ReplaceAll(a, "git@github.com/o/a", "git@ssh.dev.azure.com/v3/o/p/a")
		reconcile(ctx, "additionalSources:\n"+azure+b)
		Expect(stored(ctx).Annotations).To(And(HaveKeyWithValue("a"+own+"public-key", HavePrefix("ssh-rsa ")), HaveKeyWithValue("b"+own+"public-key", HavePrefix("ssh-ed25519 "))))
		ask(ctx, "a", "rotate-deploy-key-start")
		reconcile(ctx, "additionalSources:\n"+azure+b)
		Expect(stored(ctx).Annotations).To(HaveKeyWithValue("a"+own+"next-public-key", HavePrefix("ssh-rsa ")))

		By("the source is not listed any more")
		ask(ctx, "a", "rotate-deploy-key-abort")
		reconcile(ctx, "additionalSources:\n"+b)
		ask(ctx, "a", "rotate-deploy-key-start")
		reconcile(ctx, "additionalSources:\n"+b)
		Expect(stored(ctx).Annotations).To(HaveKeyWithValue("a"+own+"next-public-key", HavePrefix("ssh-rsa ")))

		By("the project sets another algorithm")
		ask(ctx, "a", "rotate-deploy-key-abort")
		reconcile(ctx, "additionalSources:\n"+azure)
		ask(ctx, "a", "rotate-deploy-key-start")
		reconcile(ctx, "project: {deployKey: {algorithm: ecdsa-p384}}\nadditionalSources:\n"+azure)
		Expect(stored(ctx).Annotations).To(HaveKeyWithValue("a"+own+"next-public-key", HavePrefix("ecdsa-sha2-nistp384 ")))
	})

	DescribeTable("stay in the Secret if",
		func(ctx SpecContext, config, unused string) {
			reconcile(ctx, both)
			before := stored(ctx)
			reconcile(ctx, config)
			now := stored(ctx)
			Expect(now.Data).To(Equal(before.Data), "nothing is removed, and nothing replaced")
			Expect(now.Annotations["b"+own+"unused"]).To(Equal(unused))
			reconcile(ctx, both)
			Expect(stored(ctx).Data).To(Equal(before.Data))
			Expect(stored(ctx).Annotations).To(Equal(before.Annotations))
		},
		Entry("a source is not listed any more", "additionalSources:\n"+a, "true"),
		Entry("no source is listed any more", "flux: {concurrency: 2}", "true"),
		Entry("the ConfigMap is missing", "", "true"),
		Entry("the configuration has an error", "additionalSources: [{name: a}]", ""),
		Entry("the configuration cannot be read", "{", ""),
		Entry("a source has another repository", "additionalSources:\n"+a+strings.ReplaceAll(b, "o/b", "o/other"), ""),
	)

	It("are not generated while the configuration has an error or the Secret cannot be read", func(ctx SpecContext) {
		reconcile(ctx, both+"flux: {verion: v2}")
		Expect(stored(ctx).Data).To(BeEmpty())

		By("the watch has not listed yet")
		reconcile(ctx, both)
		before := stored(ctx)
		s.projects.States["garden-demo"] = garden.State{ConfigMap: s.projects.States["garden-demo"].ConfigMap}
		_, err := s.Reconcile(ctx, requestFor("garden-demo"))
		Expect(err).NotTo(HaveOccurred())
		Expect(stored(ctx)).To(Equal(before))
	})

	DescribeTable("take a bounded number of requests, regardless of the number of annotated names",
		func(ctx SpecContext, keys, most int) {
			secret := &corev1.Secret{ObjectMeta: metav1.ObjectMeta{Namespace: "garden-demo", Name: "flux-source-keys", Annotations: map[string]string{}}, Data: map[string][]byte{}}
			for i := range 200 {
				name := fmt.Sprintf("s%03d", i)
				for _, annotation := range []string{"fingerprint", "previous-fingerprint"} {
					secret.Annotations[name+own+annotation] = "SHA256:" + name
				}
				secret.Annotations[name+own+"rotated-at"] = s.clock.Now().Format(time.RFC3339)
				if i < keys {
					secret.Data[name+".identity"] = []byte("damaged")
				}
			}
			requests := 0
			gardenClient = interceptor.NewClient(fakeclient.NewClientBuilder().WithObjects(secret).Build(), interceptor.Funcs{
				Get: func(ctx context.Context, c client.WithWatch, key client.ObjectKey, object client.Object, opts ...client.GetOption) error {
					requests++
					return c.Get(ctx, key, object, opts...)
				},
				Patch: func(ctx context.Context, c client.WithWatch, object client.Object, patch client.Patch, opts ...client.PatchOption) error {
					requests++
					return c.Patch(ctx, object, patch, opts...)
				},
			})
			s = newKeyController(gardenClient, usesFlux("garden-demo", "one"))
			for _, config := range []string{both, "{", both, both} {
				requests = -1 // The test reads the Secret, too.
				reconcile(ctx, config)
				Expect(requests).To(BeNumerically("<=", most), config)
			}
			Expect(stored(ctx).Data).To(HaveLen(min(keys, 20)+4), "each that is listed has a key")
		},
		Entry("no keys", 0, 10),
		Entry("two keys", 10, 30),
	)

	It("are generated again for a listed source after their removal from the Secret, and forgotten for an unlisted source", func(ctx SpecContext) {
		reconcile(ctx, both)
		secret := stored(ctx)
		other := secret.Data["b.identity"]
		delete(secret.Data, "a.identity")
		Expect(gardenClient.Update(ctx, secret)).To(Succeed())
		reconcile(ctx, "additionalSources:\n"+b)
		Expect(stored(ctx).Annotations).NotTo(HaveKey("a" + own + "fingerprint"))
		reconcile(ctx, both)
		Expect(stored(ctx).Data).To(And(HaveKey("a.identity"), HaveKeyWithValue("b.identity", other)))
	})

	It("are rotated one by one, and retired when all Shoots that use them have the current key", func(ctx SpecContext) {
		reconcile(ctx, both)
		before := stored(ctx)
		ask(ctx, "a", "rotate-deploy-key-start")
		reconcile(ctx, both)
		ask(ctx, "a", "rotate-deploy-key-complete")
		reconcile(ctx, both)
		rotated := stored(ctx)
		Expect(rotated.Data["a.identity"]).NotTo(Equal(before.Data["a.identity"]))
		Expect(rotated.Data["b.identity"]).To(Equal(before.Data["b.identity"]))
		Expect(happened()).To(ContainElements(HavePrefix("Normal DeployKeyRotationPrepared Additional source a: "), HavePrefix("Normal DeployKeyRotated Additional source a: ")))

		old, present := before.Annotations["a"+own+"fingerprint"], rotated.Annotations["a"+own+"fingerprint"]
		for _, status := range []fluxv1alpha1.ShootStatus{
			{SourceKeys: map[string]string{"a": old, "b": present}},
			{SourceKeys: map[string]string{"a": "unknown"}},
			{DeployKeyFingerprint: "unknown"},
			{Hibernated: true, SourceKeys: map[string]string{"a": old}},
		} {
			status.UID = types.UID("uid-one")
			s.Statuses = statuses{"one": status}
			reconcile(ctx, both)
			Expect(stored(ctx).Annotations).To(And(HaveKeyWithValue("a"+own+"previous-fingerprint", old), HaveKeyWithValue("a"+own+"lagging-shoots", "one")), "%v", status)
		}
		s.Statuses = statuses{"one": {UID: "uid-one", SourceKeys: map[string]string{"a": present}}, "two": {UID: "uid-two", SourceKeys: map[string]string{"b": old}}, "three": {UID: "uid-three"}}
		reconcile(ctx, both)
		Expect(stored(ctx).Annotations).NotTo(HaveKey("a" + own + "previous-fingerprint"))
		Expect(happened()).To(ContainElement(HavePrefix("Normal DeployKeyRetired Additional source a: ")))
	})

	Describe("when replaced by a user", func() {
		var other sshKeyPair
		replace := func(ctx context.Context) *corev1.Secret {
			GinkgoHelper()
			secret := stored(ctx)
			secret.Data["a.identity"], secret.Data["a.identity.pub"] = other.identity, []byte(other.publicKey)
			Expect(gardenClient.Update(ctx, secret)).To(Succeed())
			return secret
		}
		BeforeEach(func() { other = newSSHKeyPair() })

		DescribeTable("are described by their annotations again, which make Shoots with another key due",
			func(ctx SpecContext, config string) {
				reconcile(ctx, both)
				replaced := replace(ctx)
				reconcile(ctx, config)
				corrected := stored(ctx)
				Expect(corrected.Data).To(Equal(replaced.Data), "a key of a user stays")
				for name, value := range map[string]string{"fingerprint": other.fingerprint, "public-key": other.publicKey} {
					Expect(corrected.Annotations).To(HaveKeyWithValue("a"+own+name, value))
					replaced.Annotations["a"+own+name] = value
				}
				delete(corrected.Annotations, "a"+own+"unused")
				Expect(corrected.Annotations).To(Equal(replaced.Annotations), "the others stay")
			},
			Entry("if their source is listed", both),
			Entry("if their source is not listed any more", "additionalSources:\n"+b),
		)

		It("let the previous key retire when all Shoots have them", func(ctx SpecContext) {
			reconcile(ctx, both)
			for _, operation := range []string{"rotate-deploy-key-start", "rotate-deploy-key-complete"} {
				ask(ctx, "a", operation)
				reconcile(ctx, both)
			}
			Expect(stored(ctx).Annotations).To(HaveKey("a" + own + "previous-fingerprint"))
			replace(ctx)
			reconcile(ctx, both)
			s.Statuses = statuses{"one": {UID: "uid-one", SourceKeys: map[string]string{"a": other.fingerprint}}}
			reconcile(ctx, both)
			Expect(stored(ctx).Annotations).NotTo(HaveKey("a" + own + "previous-fingerprint"))
		})

		It("get no annotations that they did not have", func(ctx SpecContext) {
			secret := &corev1.Secret{ObjectMeta: metav1.ObjectMeta{Namespace: "garden-demo", Name: "flux-source-keys"}, Data: map[string][]byte{"a.identity": other.identity}}
			Expect(gardenClient.Create(ctx, secret)).To(Succeed())
			reconcile(ctx, "additionalSources:\n"+a)
			Expect(stored(ctx)).To(Equal(secret))
		})

		It("keep their annotations while they are damaged", func(ctx SpecContext) {
			reconcile(ctx, both)
			secret := stored(ctx)
			secret.Data["a.identity"] = []byte("nonsense")
			Expect(gardenClient.Update(ctx, secret)).To(Succeed())
			reconcile(ctx, both)
			Expect(stored(ctx)).To(Equal(secret))
		})
	})

	It("are registered at the host of the project's own repository only", func(ctx SpecContext) {
		keys := func(config string) map[string]bool {
			GinkgoHelper()
			state := garden.State{ConfigMap: &document.ConfigMap{Namespace: "garden-demo", Data: map[string]string{"config.yaml": "apiVersion: flux.extensions.gardener.cloud/v1alpha1\nkind: FluxConfig\n" + config}}}
			found, err := newProjectKeys(ctx, s.Resolver.AnyGitHost(), "garden-demo", state)
			Expect(err).NotTo(HaveOccurred())
			Expect(found[0].configurationErrors).To(BeEmpty())
			names := map[string]bool{}
			for _, key := range found {
				names[key.name] = key.isRegistered()
			}
			return names
		}
		Expect(keys(registered + both + strings.ReplaceAll(strings.ReplaceAll(b, "name: b", "name: c"), "github.com", "gitlab.com"))).To(Equal(map[string]bool{"": true, "a": true, "b": true, "c": false}))
		Expect(keys(both)).To(Equal(map[string]bool{"": false, "a": false, "b": false}))
	})

	DescribeTable("are not deregistered if",
		func(ctx SpecContext, config string) {
			const reason = "ConfigMap garden-demo/flux-config sets no registration for this key, or has a configuration error; set project.deployKey.registration, which applies to listed sources " +
				"at the host of source.template.spec.url, and request the operation again; or remove the key at the Git host"
			s.Resolver = s.Resolver.AnyGitHost()
			s.Registration = NewRegistration(repositories{}, "garden-1", func(time.Duration) time.Duration { return 0 })
			reconcile(ctx, both)
			ask(ctx, "b", "deregister-deploy-key")
			reconcile(ctx, config)
			reconcile(ctx, config) // The first one may have marked it.
			secret := stored(ctx)
			Expect(secret.Annotations).NotTo(HaveKey("b" + own + "operation"))
			Expect(secret.Annotations["b"+own+"operation-error"]).To(Equal("deregister-deploy-key: " + reason))
			Expect(secret.Data).To(HaveKey("b.identity"))
			Expect(happened()).To(ContainElement("Warning DeployKeyRegistrationFailed Additional source b: deregister-deploy-key: " + reason))
		},
		Entry("they are not listed", registered+"additionalSources:\n"+a),
		Entry("their source is at another host", registered+"additionalSources:\n"+a+strings.ReplaceAll(b, "github.com", "gitlab.com")),
		Entry("the project sets no registration", both),
		Entry("the configuration has an error", "additionalSources: [{name: a}]"),
	)

	It("are registered at their repositories in one reconciliation, and rotated only after the next key is registered", func(ctx SpecContext) {
		const config = registered + both
		host := repositories{}
		s.Resolver = s.Resolver.AnyGitHost()
		s.Registration = NewRegistration(host, "garden-1", func(time.Duration) time.Duration { return 0 })
		Expect(gardenClient.Create(ctx, &corev1.Secret{ObjectMeta: metav1.ObjectMeta{Namespace: "garden-demo", Name: "flux-git-host"}, Data: map[string][]byte{"token": []byte("t")}})).To(Succeed())
		reconcile(ctx, config)
		reconcile(ctx, config)
		secret := stored(ctx)
		key := func(name string) string { return secret.Annotations[name+own+"public-key"] }
		Expect(host).To(Equal(repositories{"ssh://git@github.com/o/a": {key("a")}, "ssh://git@github.com/o/b": {key("b")}}))
		Expect(secret.Annotations["b"+own+"registration"]).To(And(ContainSubstring(secret.Annotations["b"+own+"fingerprint"]), ContainSubstring("Registered"), Not(ContainSubstring("o/a"))))

		ask(ctx, "a", "rotate-deploy-key-start")
		reconcile(ctx, config)
		reconcile(ctx, config)
		ask(ctx, "a", "rotate-deploy-key-complete")
		reconcile(ctx, config)
		first := key("a")
		secret = stored(ctx)
		Expect(key("a")).NotTo(Equal(first))
		Expect(host).To(Equal(repositories{"ssh://git@github.com/o/a": {first, key("a")}, "ssh://git@github.com/o/b": {key("b")}}))
	})

	Describe("when rotated for an unlisted source", func() {
		const (
			config   = registered + both
			unlisted = registered + "additionalSources:\n" + a
			url      = "ssh://git@github.com/o/b"
		)
		var host repositories
		key := func(ctx context.Context) string { return stored(ctx).Annotations["b"+own+"public-key"] }
		report := func(ctx context.Context, fingerprints ...string) {
			s.Statuses = statuses{"one": {UID: "uid-one", SourceKeys: map[string]string{"a": stored(ctx).Annotations["a"+own+"fingerprint"]}}}
			for _, fingerprint := range fingerprints {
				s.Statuses.(statuses)["one"].SourceKeys["b"] = fingerprint
			}
		}
		rotate := func(ctx context.Context, config string) {
			GinkgoHelper()
			for _, operation := range []string{"rotate-deploy-key-start", "rotate-deploy-key-complete"} {
				ask(ctx, "b", operation)
				reconcile(ctx, config)
			}
			reconcile(ctx, config)
			happened()
		}
		BeforeEach(func(ctx SpecContext) {
			host = repositories{}
			s.Resolver = s.Resolver.AnyGitHost()
			s.Registration = NewRegistration(host, "garden-1", func(time.Duration) time.Duration { return 0 })
			Expect(gardenClient.Create(ctx, &corev1.Secret{ObjectMeta: metav1.ObjectMeta{Namespace: "garden-demo", Name: "flux-git-host"}, Data: map[string][]byte{"token": []byte("t")}})).To(Succeed())
			s.recorder.Events = make(chan string, 1000)
		})

		It("are removed at the host when the source is listed again", func(ctx SpecContext) {
			reconcile(ctx, config)
			reconcile(ctx, config)
			first := key(ctx)
			Expect(host[url]).To(HaveExactElements(first))
			reconcile(ctx, unlisted)
			report(ctx)
			rotate(ctx, unlisted)
			reconcile(ctx, unlisted)
			Expect(stored(ctx).Annotations).NotTo(HaveKey("b" + own + "previous-fingerprint"))
			Expect(host[url]).To(HaveExactElements(first), "its repository is not known")

			reconcile(ctx, config)
			reconcile(ctx, config)
			Expect(host[url]).To(HaveExactElements(key(ctx)))
			Expect(stored(ctx).Annotations["b"+own+"registration"]).NotTo(ContainSubstring("retired"))
			Expect(happened()).To(ContainElement(HavePrefix("Normal DeployKeyDeregistered Additional source b: ")))
		})

		It("are removed after two rotations without reports of the Shoots", func(ctx SpecContext) {
			reconcile(ctx, config)
			reconcile(ctx, config)
			rotate(ctx, unlisted)
			rotate(ctx, unlisted)
			report(ctx)
			reconcile(ctx, config)
			reconcile(ctx, config)
			Expect(host[url]).To(HaveExactElements(key(ctx)))
		})

		It("stay at the host while a Shoot uses them", func(ctx SpecContext) {
			reconcile(ctx, config)
			reconcile(ctx, config)
			first, fingerprint := key(ctx), stored(ctx).Annotations["b"+own+"fingerprint"]
			reconcile(ctx, unlisted)
			report(ctx)
			rotate(ctx, unlisted)
			reconcile(ctx, unlisted)
			Expect(stored(ctx).Annotations["b"+own+"registration"]).To(ContainSubstring("retired"))

			By("a Shoot has the key again")
			report(ctx, fingerprint)
			reconcile(ctx, config)
			reconcile(ctx, config)
			Expect(host[url]).To(ContainElement(first))
		})

		It("stay at the host if they are in use again", func(ctx SpecContext) {
			reconcile(ctx, config)
			reconcile(ctx, config)
			first, before := key(ctx), stored(ctx)
			reconcile(ctx, unlisted)
			report(ctx)
			rotate(ctx, unlisted)
			reconcile(ctx, unlisted)
			secret := stored(ctx)
			secret.Data["b.identity"], secret.Data["b.identity.pub"] = before.Data["b.identity"], before.Data["b.identity.pub"]
			Expect(gardenClient.Update(ctx, secret)).To(Succeed())
			reconcile(ctx, config)
			reconcile(ctx, config)
			Expect(host[url]).To(ContainElement(first))
		})

		It("stay at the host if a user has registered them", func(ctx SpecContext) {
			reconcile(ctx, both)
			first := key(ctx)
			host[url], host["title of "+first] = []string{first}, []string{"laptop"}
			reconcile(ctx, config)
			reconcile(ctx, config)
			Expect(stored(ctx).Annotations["b"+own+"registration"]).To(ContainSubstring("laptop"))
			reconcile(ctx, unlisted)
			report(ctx)
			rotate(ctx, unlisted)
			reconcile(ctx, unlisted)
			Expect(stored(ctx).Annotations).NotTo(HaveKey("b" + own + "previous-fingerprint"))
			reconcile(ctx, config)
			reconcile(ctx, config)
			Expect(host[url]).To(HaveExactElements(first, key(ctx)))
		})
	})
})

// repositories are the keys at a host by the URL of their repository.
type repositories map[string][]string

// Ensure registers a key. The key may have another title already.
func (r repositories) Ensure(_ context.Context, repository githost.Repository, key githost.Key) (githost.Registered, error) {
	created := !slices.Contains(r[repository.URL], key.PublicKey)
	if created {
		r[repository.URL] = append(r[repository.URL], key.PublicKey)
	}
	title := key.Title
	if other := r["title of "+key.PublicKey]; len(other) > 0 {
		title = other[0]
	}
	return githost.Registered{Title: title, Created: created}, nil
}

// Remove removes the key with the fingerprint.
func (r repositories) Remove(_ context.Context, repository githost.Repository, fingerprint string) (bool, error) {
	keys := len(r[repository.URL])
	r[repository.URL] = slices.DeleteFunc(r[repository.URL], func(key string) bool { return fingerprintOf(key) == fingerprint })
	return len(r[repository.URL]) < keys, nil
}

// statuses are the statuses of the Shoots of a project.
type statuses map[string]fluxv1alpha1.ShootStatus

// Statuses returns the statuses.
func (s statuses) Statuses(context.Context, string) (map[string]fluxv1alpha1.ShootStatus, error) {
	return s, nil
}
