// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package deploykey

import (
	"context"
	"crypto/ed25519"
	"crypto/rand"
	"encoding/pem"
	"errors"
	"fmt"
	"strings"
	"time"

	sourcev1 "github.com/fluxcd/source-controller/api/v1"
	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"
	"golang.org/x/crypto/ssh"
	corev1 "k8s.io/api/core/v1"
	apierrors "k8s.io/apimachinery/pkg/api/errors"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/client-go/tools/events"
	"k8s.io/utils/ptr"
	"sigs.k8s.io/controller-runtime/pkg/client"
	fakeclient "sigs.k8s.io/controller-runtime/pkg/client/fake"
	"sigs.k8s.io/controller-runtime/pkg/client/interceptor"

	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/apis/flux/registration"
	fluxv1alpha1 "github.com/shoot-flux/gardener-extension-shoot-flux/pkg/apis/flux/v1alpha1"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/configuration"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/githost"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/health"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/project"
)

const registrationProject = "garden-blue"

// hostRegistrar is a Git host with one repository.
type hostRegistrar struct {
	keys    map[string]string
	failure *githost.Error
	asked   []githost.Repository
}

func (h *hostRegistrar) Ensure(_ context.Context, repository githost.Repository, key githost.Key) (githost.Registered, error) {
	h.asked = append(h.asked, repository)
	if h.failure != nil {
		return githost.Registered{}, h.failure
	}
	fingerprint := fingerprintOf(key.PublicKey)
	if title, known := h.keys[fingerprint]; known {
		return githost.Registered{Title: title}, nil
	}
	h.keys[fingerprint] = key.Title
	return githost.Registered{Title: key.Title, Created: true}, nil
}

func (h *hostRegistrar) Remove(_ context.Context, repository githost.Repository, fingerprint string) (bool, error) {
	h.asked = append(h.asked, repository)
	if h.failure != nil {
		return false, h.failure
	}
	_, known := h.keys[fingerprint]
	delete(h.keys, fingerprint)
	return known, nil
}

func fingerprintOf(publicKey string) string {
	GinkgoHelper()
	key, _, _, _, err := ssh.ParseAuthorizedKey([]byte(publicKey))
	Expect(err).NotTo(HaveOccurred())
	return ssh.FingerprintSHA256(key)
}

// sshKeyPair is a key pair that nobody else has.
type sshKeyPair struct {
	identity               []byte
	publicKey, fingerprint string
}

func newSSHKeyPair() sshKeyPair {
	GinkgoHelper()
	public, private, err := ed25519.GenerateKey(rand.Reader)
	Expect(err).NotTo(HaveOccurred())
	block, err := ssh.MarshalPrivateKey(private, "")
	Expect(err).NotTo(HaveOccurred())
	key, err := ssh.NewPublicKey(public)
	Expect(err).NotTo(HaveOccurred())
	return sshKeyPair{
		identity:    pem.EncodeToMemory(block),
		publicKey:   strings.TrimSpace(string(ssh.MarshalAuthorizedKey(key))),
		fingerprint: ssh.FingerprintSHA256(key),
	}
}

// registrationClock stands still until it is set.
type registrationClock struct{ now time.Time }

func (c *registrationClock) Now() time.Time                  { return c.now }
func (c *registrationClock) Since(t time.Time) time.Duration { return c.now.Sub(t) }
func (c *registrationClock) set(now time.Time)               { c.now = now }

// registrationWorld is a project that wants its key registered, on one seed.
type registrationWorld struct {
	garden   client.Client
	host     *hostRegistrar
	clock    *registrationClock
	recorder *events.FakeRecorder
	keys     *DeployKeys
	present  sshKeyPair
	settings *fluxv1alpha1.KeyRegistration
	url      string
	// tokenError is what the garden says when it is asked for the Secret with the token.
	tokenError error
	// patchError is what the garden says when something is to be noted.
	patchError error
	patches    int
}

func newRegistrationWorld() *registrationWorld {
	w := &registrationWorld{
		host: &hostRegistrar{keys: map[string]string{}}, present: newSSHKeyPair(), url: "ssh://git@git.example.com/fleet/shoots.git",
		clock:    &registrationClock{now: time.Date(2026, 5, 1, 12, 0, 0, 0, time.UTC)},
		settings: &fluxv1alpha1.KeyRegistration{Provider: fluxv1alpha1.GitProviderGitea, SecretName: ptr.To(fluxv1alpha1.GitHostSecretName)},
	}
	w.garden = fakeclient.NewClientBuilder().WithObjects(
		&corev1.Secret{ObjectMeta: metav1.ObjectMeta{Namespace: registrationProject, Name: fluxv1alpha1.DeployKeySecretName}, Data: map[string][]byte{
			fluxv1alpha1.SecretKeyIdentity: w.present.identity}},
		&corev1.Secret{ObjectMeta: metav1.ObjectMeta{Namespace: registrationProject, Name: fluxv1alpha1.GitHostSecretName}, Data: map[string][]byte{
			fluxv1alpha1.SecretKeyToken: []byte("secret-token\n"), fluxv1alpha1.SecretKeyCACert: []byte("certificate")}},
	).WithInterceptorFuncs(interceptor.Funcs{
		Get: func(ctx context.Context, c client.WithWatch, name client.ObjectKey, object client.Object, options ...client.GetOption) error {
			if name.Name != fluxv1alpha1.DeployKeySecretName && w.tokenError != nil {
				return w.tokenError
			}
			return c.Get(ctx, name, object, options...)
		},
		Patch: func(ctx context.Context, c client.WithWatch, object client.Object, patch client.Patch, options ...client.PatchOption) error {
			if w.patches++; w.patchError != nil {
				return w.patchError
			}
			return c.Patch(ctx, object, patch, options...)
		},
	}).Build()
	w.restart()
	return w
}

// restart loses what the process remembers.
func (w *registrationWorld) restart() {
	w.recorder = events.NewFakeRecorder(100)
	w.keys = &DeployKeys{Clock: w.clock, Events: w.recorder,
		Registration: NewRegistration(w.host, w.garden, "garden-1", func(longest time.Duration) time.Duration { return longest / 2 })}
}

func (w *registrationWorld) secret(ctx context.Context) *corev1.Secret {
	GinkgoHelper()
	secret := &corev1.Secret{}
	Expect(w.garden.Get(ctx, client.ObjectKey{Namespace: registrationProject, Name: fluxv1alpha1.DeployKeySecretName}, secret)).To(Succeed())
	return secret
}

// annotate changes annotations of the deploy key's Secret, as somebody would; an empty value removes one.
func (w *registrationWorld) annotate(ctx context.Context, annotations ...string) {
	GinkgoHelper()
	secret := w.secret(ctx)
	if secret.Annotations == nil {
		secret.Annotations = map[string]string{}
	}
	for i := 0; i < len(annotations); i += 2 {
		if secret.Annotations[annotations[i]] = annotations[i+1]; annotations[i+1] == "" {
			delete(secret.Annotations, annotations[i])
		}
	}
	Expect(w.garden.Update(ctx, secret)).To(Succeed())
}

// seen is the project as the watch in the garden sees it now.
func (w *registrationWorld) seen(ctx context.Context) projectKey {
	secret := w.secret(ctx)
	key := projectKey{namespace: registrationProject, state: project.State{KeyVersion: secret.ResourceVersion, KeyAnnotations: secret.Annotations}}
	key.settings.Registration = w.settings
	key.source = &configuration.Source{DeployKey: true, GitRepository: &sourcev1.GitRepository{Spec: sourcev1.GitRepositorySpec{URL: w.url}}}
	return key
}

// look lets the step look once.
func (w *registrationWorld) look(ctx context.Context) time.Duration {
	GinkgoHelper()
	again, err := w.keys.register(ctx, w.seen(ctx))
	Expect(err).NotTo(HaveOccurred())
	return again
}

// lookUnused lets it look once, while no Shoot has the previous key any more.
func (w *registrationWorld) lookUnused(ctx context.Context) time.Duration {
	GinkgoHelper()
	wish, err := w.keys.wishOf(ctx, w.seen(ctx), true)
	Expect(err).NotTo(HaveOccurred())
	again, err := w.keys.fulfil(ctx, wish)
	Expect(err).NotTo(HaveOccurred())
	return again
}

func (w *registrationWorld) noted(ctx context.Context) registration.Record {
	GinkgoHelper()
	record, ok := registration.Of(w.secret(ctx).Annotations)
	Expect(ok).To(BeTrue())
	return record
}

func (w *registrationWorld) note(ctx context.Context) string {
	_, message := health.RegistrationNote(w.secret(ctx).Annotations)
	return message
}

// events returns the Events since the last time it was asked.
func (w *registrationWorld) events() []string {
	all := []string{}
	for {
		select {
		case event := <-w.recorder.Events:
			all = append(all, event)
		default:
			return all
		}
	}
}

var _ = Describe("Registration of the deploy key", func() {
	var w *registrationWorld

	BeforeEach(func() { w = newRegistrationWorld() })

	It("registers the present key once, and looks once a day", func(ctx SpecContext) {
		Expect(w.look(ctx)).To(BeNumerically("~", 24*time.Hour, time.Hour))
		short := strings.TrimPrefix(w.present.fingerprint, "SHA256:")[:12]
		Expect(w.host.keys).To(Equal(map[string]string{w.present.fingerprint: "gardener garden-1 garden-blue " + short}))
		Expect(w.host.asked).To(ConsistOf(githost.Repository{Provider: "gitea", URL: w.url, Token: "secret-token", CACert: []byte("certificate")}))
		Expect(w.events()).To(ConsistOf(HavePrefix("Normal DeployKeyRegistered")))
		record := w.noted(ctx)
		Expect(record.Host).To(Equal("git.example.com"))
		Expect(record.Keys).To(HaveKeyWithValue(w.present.fingerprint, HaveField("State", registration.Registered)))
		Expect(w.secret(ctx).Annotations[fluxv1alpha1.AnnotationRegistration]).NotTo(ContainSubstring("secret-token"))

		w.look(ctx)
		w.clock.set(w.clock.Now().Add(23 * time.Hour))
		w.look(ctx)
		Expect(w.host.asked).To(HaveLen(1), "not asked again within a day")
		w.clock.set(w.clock.Now().Add(2 * time.Hour))
		w.look(ctx)
		Expect(w.host.asked).To(HaveLen(2))
		Expect(w.patches).To(Equal(1), "nothing has changed")
		Expect(w.events()).To(BeEmpty())
	})

	It("asks nothing after a restart if it is noted that the key is registered", func(ctx SpecContext) {
		w.look(ctx)
		w.restart()
		Expect(w.look(ctx)).To(Equal(12*time.Hour), "spread over the day")
		Expect(w.host.asked).To(HaveLen(1))
	})

	It("registers a key anew that somebody has removed at the host", func(ctx SpecContext) {
		w.look(ctx)
		w.events()
		clear(w.host.keys)
		w.clock.set(w.clock.Now().Add(26 * time.Hour))
		w.look(ctx)
		Expect(w.host.keys).To(HaveKey(w.present.fingerprint))
		Expect(w.events()).To(ConsistOf(ContainSubstring("was gone")))
	})

	It("looks at once if somebody removes the note", func(ctx SpecContext) {
		w.look(ctx)
		clear(w.host.keys)
		w.annotate(ctx, fluxv1alpha1.AnnotationRegistration, "")
		w.look(ctx)
		Expect(w.host.keys).To(HaveKey(w.present.fingerprint))
		Expect(w.noted(ctx).Keys).To(HaveKey(w.present.fingerprint))
	})

	It("leaves a key alone that nobody wants registered any more", func(ctx SpecContext) {
		w.look(ctx)
		w.settings = nil
		Expect(w.look(ctx)).To(BeZero())
		Expect(w.host.keys).To(HaveKey(w.present.fingerprint))
		Expect(w.host.asked).To(HaveLen(1))
	})

	DescribeTable("says what is in the way, and tries again less and less often",
		func(ctx SpecContext, failure *githost.Error) {
			w.host.failure = failure
			var waits []time.Duration
			for range 9 {
				w.look(ctx)
				known := w.keys.Registration.attempts[registrationProject]
				waits = append(waits, known.next.Sub(w.clock.Now()))
				w.clock.set(known.next)
			}
			Expect(waits[0]).To(BeNumerically("~", 30*time.Second, 5*time.Second))
			Expect(waits[1]).To(BeNumerically("~", time.Minute, 10*time.Second))
			Expect(waits[8]).To(BeNumerically("~", time.Hour, 8*time.Minute))
			Expect(w.host.asked).To(HaveLen(9))
			Expect(w.noted(ctx).Keys[w.present.fingerprint]).To(And(HaveField("State", registration.Failed), HaveField("Message", failure.Text)))
			Expect(w.events()).To(ConsistOf(And(HavePrefix("Warning DeployKeyRegistrationFailed"), ContainSubstring(failure.Text))), "once")
			Expect(w.patches).To(Equal(1))
		},
		Entry("the host is down", &githost.Error{Reason: githost.ReasonUnreachable, Text: "git.example.com: it cannot be reached"}),
		Entry("the token is wrong", &githost.Error{Reason: githost.ReasonUnauthorized, Text: "git.example.com: it does not accept the token"}),
		Entry("the key may write", &githost.Error{Reason: githost.ReasonWritable, Text: "git.example.com: the key may write"}),
	)

	It("does not ask again before its time, however often something else happens", func(ctx SpecContext) {
		w.host.failure = &githost.Error{Reason: githost.ReasonUnreachable, Text: "down"}
		w.look(ctx)
		for range 5 {
			w.annotate(ctx, "example.com/whatever", fmt.Sprint(time.Now().UnixNano()))
			Expect(w.look(ctx)).To(And(BeNumerically(">", 0), BeNumerically("<=", time.Minute)))
		}
		Expect(w.host.asked).To(HaveLen(1))
	})

	It("heals soon after the token was corrected", func(ctx SpecContext) {
		w.host.failure = &githost.Error{Reason: githost.ReasonUnauthorized, Text: "wrong token"}
		for range 8 {
			w.look(ctx)
			w.clock.set(w.keys.Registration.attempts[registrationProject].next)
		}
		w.look(ctx)
		w.events()
		w.host.failure = nil
		token := &corev1.Secret{}
		Expect(w.garden.Get(ctx, client.ObjectKey{Namespace: registrationProject, Name: fluxv1alpha1.GitHostSecretName}, token)).To(Succeed())
		token.Data[fluxv1alpha1.SecretKeyToken] = []byte("another")
		Expect(w.garden.Update(ctx, token)).To(Succeed())
		w.look(ctx)
		Expect(w.events()).To(ConsistOf(HavePrefix("Normal DeployKeyRegistered")))
		Expect(w.note(ctx)).To(ContainSubstring("is registered at git.example.com"))
	})

	DescribeTable("says what is wrong with the Secret with the token",
		func(ctx SpecContext, err error, change func(*corev1.Secret), words string) {
			w.tokenError = err
			if change != nil {
				token := &corev1.Secret{}
				Expect(w.garden.Get(ctx, client.ObjectKey{Namespace: registrationProject, Name: fluxv1alpha1.GitHostSecretName}, token)).To(Succeed())
				change(token)
				Expect(w.garden.Update(ctx, token)).To(Succeed())
			}
			Expect(w.look(ctx)).To(BeNumerically("<=", time.Minute))
			Expect(w.note(ctx)).To(ContainSubstring(words))
			Expect(w.host.asked).To(BeEmpty())
		},
		Entry("it is missing", apierrors.NewNotFound(corev1.Resource("secrets"), "flux-git-host"), nil, "Secret garden-blue/flux-git-host is missing: create it with the key token"),
		Entry("the operator does not allow its name", apierrors.NewForbidden(corev1.Resource("secrets"), "x", errors.New("no")), nil, "gitHostSecretNames"),
		Entry("it has no token", nil, func(secret *corev1.Secret) { secret.Data = nil }, "has no key token"),
		Entry("its token is empty", nil, func(secret *corev1.Secret) { secret.Data["token"] = []byte("\n") }, "has no key token"),
	)

	It("takes a garden that fails for a fault", func(ctx SpecContext) {
		w.tokenError = errors.New("unavailable")
		_, err := w.keys.register(ctx, w.seen(ctx))
		Expect(err).To(MatchError(ContainSubstring("failed to read Secret garden-blue/flux-git-host")))
		Expect(w.patches).To(BeZero())
	})

	It("does not ask the host at the pace at which the garden refuses the note", func(ctx SpecContext) {
		w.patchError = errors.New("the garden refuses")
		_, err := w.keys.register(ctx, w.seen(ctx))
		Expect(err).To(MatchError(ContainSubstring("the garden refuses")))
		for range 5 {
			w.look(ctx)
		}
		Expect(w.host.asked).To(HaveLen(1))
		w.patchError = nil
		w.clock.set(w.clock.Now().Add(time.Minute))
		w.look(ctx)
		Expect(w.noted(ctx).Keys).To(HaveKey(w.present.fingerprint))
	})

	It("does not take a host that is down for one that has lost the key", func(ctx SpecContext) {
		w.look(ctx)
		w.host.failure = &githost.Error{Reason: githost.ReasonUnreachable, Text: "down"}
		w.clock.set(w.clock.Now().Add(26 * time.Hour))
		w.look(ctx)
		Expect(w.noted(ctx).Keys[w.present.fingerprint].State).To(Equal(registration.Registered))
		Expect(w.patches).To(Equal(1))
	})

	It("lets the host alone as long as it wants", func(ctx SpecContext) {
		w.host.failure = &githost.Error{Reason: githost.ReasonRateLimited, Text: "slow down", RetryAfter: 3 * time.Hour}
		w.look(ctx)
		w.clock.set(w.clock.Now().Add(3*time.Hour - time.Second))
		w.look(ctx)
		Expect(w.host.asked).To(HaveLen(1))
	})

	It("believes another seed that has succeeded", func(ctx SpecContext) {
		w.host.failure = &githost.Error{Reason: githost.ReasonUnreachable, Text: "down"}
		w.look(ctx)
		w.annotate(ctx, fluxv1alpha1.AnnotationRegistration, registration.Record{Provider: "gitea", Host: "git.example.com", Repository: w.url}.
			With(w.present.fingerprint, registration.Key{State: registration.Registered, Title: "t"}, metav1.NewTime(w.clock.Now())).String())
		Expect(w.look(ctx)).To(BeNumerically("~", 24*time.Hour, time.Hour))
		Expect(w.host.asked).To(HaveLen(1))
	})

	It("writes nothing onto what somebody else has written in between", func(ctx SpecContext) {
		seen := w.seen(ctx)
		w.annotate(ctx, "example.com/whatever", "other")
		again, err := w.keys.register(ctx, seen)
		Expect(err).NotTo(HaveOccurred())
		Expect(again).To(BeZero())
		Expect(w.secret(ctx).Annotations).NotTo(HaveKey(fluxv1alpha1.AnnotationRegistration))
		Expect(w.events()).To(BeEmpty(), "another one tells")
		w.look(ctx)
		Expect(w.noted(ctx).Keys).To(HaveLen(1))
	})

	It("registers what is in the Secret, if an annotation names another key", func(ctx SpecContext) {
		other := newSSHKeyPair()
		w.annotate(ctx, fluxv1alpha1.AnnotationPublicKey, other.publicKey, fluxv1alpha1.AnnotationFingerprint, other.fingerprint)
		w.look(ctx)
		Expect(w.host.keys).To(HaveLen(1))
		Expect(w.host.keys).To(HaveKey(w.present.fingerprint))
	})

	It("leaves a damaged key alone", func(ctx SpecContext) {
		secret := w.secret(ctx)
		secret.Data[fluxv1alpha1.SecretKeyIdentity] = []byte("nonsense")
		Expect(w.garden.Update(ctx, secret)).To(Succeed())
		Expect(w.look(ctx)).To(BeZero())
		Expect(w.host.asked).To(BeEmpty())
		Expect(w.patches).To(BeZero())
	})

	It("registers at another repository, and tells that the former one still knows the key", func(ctx SpecContext) {
		w.look(ctx)
		w.events()
		former := w.url
		w.url = "ssh://git@git.example.com/fleet/elsewhere.git"
		w.look(ctx)
		Expect(w.host.asked).To(HaveLen(2))
		Expect(w.noted(ctx).Repository).To(Equal(w.url))
		Expect(w.events()).To(ConsistOf(ContainSubstring("For " + former + " it stays registered")))
	})

	Describe("while the key is rotated", func() {
		var next sshKeyPair

		BeforeEach(func(ctx SpecContext) {
			w.look(ctx)
			next = newSSHKeyPair()
			w.annotate(ctx, fluxv1alpha1.AnnotationNextPublicKey, next.publicKey, fluxv1alpha1.AnnotationNextFingerprint, next.fingerprint)
			w.look(ctx)
			w.events()
		})

		complete := func(ctx context.Context) {
			secret := w.secret(ctx)
			secret.Data[fluxv1alpha1.SecretKeyIdentity] = next.identity
			Expect(w.garden.Update(ctx, secret)).To(Succeed())
			w.annotate(ctx, fluxv1alpha1.AnnotationNextPublicKey, "", fluxv1alpha1.AnnotationNextFingerprint, "",
				fluxv1alpha1.AnnotationPreviousPublicKey, w.present.publicKey, fluxv1alpha1.AnnotationPreviousFingerprint, w.present.fingerprint)
		}

		It("registers the next key beside the present one", func(ctx SpecContext) {
			Expect(w.host.keys).To(And(HaveLen(2), HaveKey(w.present.fingerprint), HaveKey(next.fingerprint)))
			Expect(w.noted(ctx).Keys[next.fingerprint].Next).To(BeTrue())
			Expect(registration.IsRegistered(w.secret(ctx).Annotations, next.fingerprint)).To(BeTrue())
		})

		It("keeps the previous key until no Shoot has it any more", func(ctx SpecContext) {
			complete(ctx)
			w.look(ctx)
			Expect(w.host.keys).To(And(HaveKey(w.present.fingerprint), HaveKey(next.fingerprint)))
			Expect(w.noted(ctx).Keys[next.fingerprint].Next).To(BeFalse())

			w.lookUnused(ctx)
			Expect(w.host.keys).To(And(HaveLen(1), HaveKey(next.fingerprint)))
			Expect(registration.IsRegistered(w.secret(ctx).Annotations, w.present.fingerprint)).To(BeFalse())
			Expect(w.events()).To(ContainElement(HavePrefix("Normal DeployKeyDeregistered")))
		})

		It("tells that the previous key could not be removed, and tries again", func(ctx SpecContext) {
			complete(ctx)
			w.look(ctx)
			w.host.failure = &githost.Error{Reason: githost.ReasonForbidden, Text: "the token may not"}
			w.lookUnused(ctx)
			Expect(registration.IsRegistered(w.secret(ctx).Annotations, w.present.fingerprint)).To(BeTrue(), "so that nobody forgets it")
			Expect(w.note(ctx)).To(ContainSubstring("could not be removed: the token may not"))
			w.host.failure = nil
			w.clock.set(w.clock.Now().Add(time.Minute))
			w.lookUnused(ctx)
			Expect(w.host.keys).To(And(HaveLen(1), HaveKey(next.fingerprint)))
			Expect(w.note(ctx)).NotTo(ContainSubstring("could not"))
		})

		DescribeTable("says nothing of a previous key that cannot be removed while the host does not answer, and tries again",
			func(ctx SpecContext, reason githost.Reason) {
				complete(ctx)
				w.look(ctx)
				w.events()
				w.host.failure = &githost.Error{Reason: reason, Text: "later"}
				w.lookUnused(ctx)
				ok, note := health.RegistrationNote(w.secret(ctx).Annotations)
				Expect(ok).To(BeTrue(), note)
				Expect(w.events()).To(BeEmpty())
				Expect(registration.IsRegistered(w.secret(ctx).Annotations, w.present.fingerprint)).To(BeTrue(), "so that nobody forgets it")

				w.host.failure = nil
				w.clock.set(w.clock.Now().Add(time.Minute))
				w.lookUnused(ctx)
				Expect(w.host.keys).To(And(HaveLen(1), HaveKey(next.fingerprint)))
			},
			Entry("it is down", githost.ReasonUnreachable),
			Entry("it was asked too often", githost.ReasonRateLimited),
		)

		It("keeps the previous key also if it was not asked for since it was the next one itself", func(ctx SpecContext) {
			// Both rotations are completed while nothing is registered, so that it is still noted as the next one.
			registered := w.settings
			w.settings = nil
			complete(ctx)
			another := newSSHKeyPair()
			secret := w.secret(ctx)
			secret.Data[fluxv1alpha1.SecretKeyIdentity] = another.identity
			Expect(w.garden.Update(ctx, secret)).To(Succeed())
			w.annotate(ctx, fluxv1alpha1.AnnotationPreviousPublicKey, next.publicKey, fluxv1alpha1.AnnotationPreviousFingerprint, next.fingerprint)
			w.settings = registered
			wish, err := w.keys.wishOf(ctx, w.seen(ctx), false)
			Expect(err).NotTo(HaveOccurred())
			_, err = w.keys.fulfil(ctx, wish)
			Expect(err).NotTo(HaveOccurred())
			Expect(w.host.keys).To(And(HaveKey(next.fingerprint), HaveKey(another.fingerprint)), "Shoots have it")
			w.lookUnused(ctx)
			Expect(w.host.keys).NotTo(HaveKey(next.fingerprint))
		})

		It("notes that the next key is in use, also while the host is down", func(ctx SpecContext) {
			complete(ctx)
			w.host.failure = &githost.Error{Reason: githost.ReasonUnreachable, Text: "down"}
			w.look(ctx)
			Expect(w.noted(ctx).Keys[next.fingerprint]).To(And(HaveField("State", registration.Registered), HaveField("Next", false)))
		})

		It("removes nothing as long as the watch is late", func(ctx SpecContext) {
			complete(ctx)
			w.look(ctx)
			late := w.seen(ctx)
			w.annotate(ctx, "example.com/whatever", "newer")
			wish, err := w.keys.wishOf(ctx, late, true)
			Expect(err).NotTo(HaveOccurred())
			Expect(w.keys.fulfil(ctx, wish)).To(BeZero())
			Expect(w.host.keys).To(HaveKey(w.present.fingerprint))
			w.lookUnused(ctx)
			Expect(w.host.keys).NotTo(HaveKey(w.present.fingerprint))
		})

		It("is completed only when the next key is registered for the repository that the project has now", func(ctx SpecContext) {
			registered := func() bool { return w.keys.terms(w.seen(ctx)).Registered(w.secret(ctx).Annotations, next.fingerprint) }
			Expect(registered()).To(BeTrue())
			w.url = "ssh://git@git.example.com/fleet/elsewhere.git"
			Expect(registered()).To(BeFalse(), "nobody has asked there yet")
			w.look(ctx)
			Expect(registered()).To(BeTrue())
		})

		It("removes the next key if the rotation is aborted", func(ctx SpecContext) {
			w.annotate(ctx, fluxv1alpha1.AnnotationNextPublicKey, "", fluxv1alpha1.AnnotationNextFingerprint, "")
			w.look(ctx)
			Expect(w.host.keys).To(And(HaveLen(1), HaveKey(w.present.fingerprint)))
		})

		It("keeps a key that was replaced by hand, because Shoots may still have it", func(ctx SpecContext) {
			secret := w.secret(ctx)
			other := newSSHKeyPair()
			secret.Data[fluxv1alpha1.SecretKeyIdentity] = other.identity
			Expect(w.garden.Update(ctx, secret)).To(Succeed())
			w.look(ctx)
			Expect(w.host.keys).To(And(HaveKey(w.present.fingerprint), HaveKey(other.fingerprint)))
		})
	})

	Describe("when somebody asks for the opposite", func() {
		BeforeEach(func(ctx SpecContext) {
			w.look(ctx)
			w.events()
			w.annotate(ctx, fluxv1alpha1.AnnotationOperation, fluxv1alpha1.OperationDeregister)
		})

		It("removes the key at the host, and does not register it again", func(ctx SpecContext) {
			w.look(ctx)
			Expect(w.host.keys).To(BeEmpty())
			Expect(w.secret(ctx).Annotations).NotTo(Or(HaveKey(fluxv1alpha1.AnnotationOperation), HaveKey(fluxv1alpha1.AnnotationOperationError)))
			Expect(w.events()).To(ConsistOf(HavePrefix("Normal DeployKeyDeregistered")))
			w.restart()
			w.look(ctx)
			w.clock.set(w.clock.Now().Add(26 * time.Hour))
			w.look(ctx)
			Expect(w.host.keys).To(BeEmpty())
			Expect(w.note(ctx)).To(ContainSubstring("was deregistered"))
		})

		It("removes nothing if somebody has taken that back, and the watch is late", func(ctx SpecContext) {
			late := w.seen(ctx)
			w.annotate(ctx, fluxv1alpha1.AnnotationOperation, "")
			Expect(w.keys.register(ctx, late)).To(BeZero())
			Expect(w.host.keys).To(HaveKey(w.present.fingerprint))
		})

		It("says why it cannot", func(ctx SpecContext) {
			w.host.failure = &githost.Error{Reason: githost.ReasonUnauthorized, Text: "wrong token"}
			w.look(ctx)
			Expect(w.secret(ctx).Annotations).To(And(Not(HaveKey(fluxv1alpha1.AnnotationOperation)),
				HaveKeyWithValue(fluxv1alpha1.AnnotationOperationError, ContainSubstring("deregister-deploy-key: wrong token"))))
			Expect(registration.IsRegistered(w.secret(ctx).Annotations, w.present.fingerprint)).To(BeTrue())
		})

		It("refuses if the project does not say where", func(ctx SpecContext) {
			w.settings = nil
			w.look(ctx)
			Expect(w.secret(ctx).Annotations).To(And(Not(HaveKey(fluxv1alpha1.AnnotationOperation)),
				HaveKeyWithValue(fluxv1alpha1.AnnotationOperationError, ContainSubstring("Set project.deployKey.registration"))))
			Expect(w.host.keys).To(HaveLen(1))
		})
	})
})
