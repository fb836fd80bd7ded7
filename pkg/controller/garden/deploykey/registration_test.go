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
	"github.com/gardener/gardener/pkg/client/kubernetes"
	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"
	"golang.org/x/crypto/ssh"
	corev1 "k8s.io/api/core/v1"
	apierrors "k8s.io/apimachinery/pkg/api/errors"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/client-go/tools/events"
	testclock "k8s.io/utils/clock/testing"
	"k8s.io/utils/ptr"
	"sigs.k8s.io/controller-runtime/pkg/client"
	fakeclient "sigs.k8s.io/controller-runtime/pkg/client/fake"
	"sigs.k8s.io/controller-runtime/pkg/client/interceptor"

	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/apis/flux/deploykey"
	fluxv1alpha1 "github.com/shoot-flux/gardener-extension-shoot-flux/pkg/apis/flux/v1alpha1"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/configuration/resolved"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/garden"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/githost"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/health"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/secrets"
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
	if title, ok := h.keys[fingerprint]; ok {
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
	_, ok := h.keys[fingerprint]
	delete(h.keys, fingerprint)
	return ok, nil
}

func fingerprintOf(publicKey string) string {
	GinkgoHelper()
	key, _, _, _, err := ssh.ParseAuthorizedKey([]byte(publicKey))
	Expect(err).NotTo(HaveOccurred())
	return ssh.FingerprintSHA256(key)
}

// sshKeyPair is a new key pair.
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

// registrationWorld is a project with a registration, on one seed.
type registrationWorld struct {
	garden   client.Client
	host     *hostRegistrar
	clock    *testclock.FakePassiveClock
	recorder *events.FakeRecorder
	step     steps
	present  sshKeyPair
	settings *fluxv1alpha1.KeyRegistration
	url      string
	// tokenError is the error of reading the Secret with the token.
	tokenError error
	// patchError is the error of writing annotations.
	patchError error
	patches    int
	// statuses are the reported statuses of the Shoots.
	statuses statuses
}

func newRegistrationWorld() *registrationWorld {
	w := &registrationWorld{
		host: &hostRegistrar{keys: map[string]string{}}, present: newSSHKeyPair(), url: "ssh://git@git.example.com/fleet/shoots.git",
		clock:    testclock.NewFakePassiveClock(time.Date(2026, 5, 1, 12, 0, 0, 0, time.UTC)),
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

// restart drops the memory of the process.
func (w *registrationWorld) restart() {
	w.recorder = events.NewFakeRecorder(100)
	shoots := fakeclient.NewClientBuilder().WithScheme(kubernetes.GardenScheme).WithObjects(usesFlux(registrationProject, "one")).Build()
	w.step = steps{store: secrets.NewStore(w.garden, rand.Reader, w.clock), Reconciler: &Reconciler{Shoots: shoots, Garden: w.garden, Clock: w.clock, Events: w.recorder,
		Registration: NewRegistration(w.host, "garden-1", func(longest time.Duration) time.Duration { return longest / 2 }), Poll: 7 * time.Second, LongestPoll: 5 * time.Minute},
		statuses: func() (map[string]fluxv1alpha1.ShootStatus, error) { return w.statuses, nil }}
}

func (w *registrationWorld) secret(ctx context.Context) *corev1.Secret {
	GinkgoHelper()
	secret := &corev1.Secret{}
	Expect(w.garden.Get(ctx, client.ObjectKey{Namespace: registrationProject, Name: fluxv1alpha1.DeployKeySecretName}, secret)).To(Succeed())
	return secret
}

// annotate changes annotations of the deploy key's Secret, as a user would; an empty value removes one.
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

// watched returns the key with the current state of the Secret.
func (w *registrationWorld) watched(ctx context.Context) projectKey {
	secret := w.secret(ctx)
	key := projectKey{namespace: registrationProject, state: garden.State{KeyVersion: secret.ResourceVersion, KeyAnnotations: secret.Annotations}}
	key.settings.Registration = w.settings
	key.source = &resolved.Source{DeployKey: true, GitRepository: &sourcev1.GitRepository{Spec: sourcev1.GitRepositorySpec{URL: w.url}}}
	return key
}

// run runs the step once.
func (w *registrationWorld) run(ctx context.Context) time.Duration {
	GinkgoHelper()
	again, err := w.step.register(ctx, w.watched(ctx))
	Expect(err).NotTo(HaveOccurred())
	return again
}

// runUnused runs the step once after all Shoots have replaced the previous key.
func (w *registrationWorld) runUnused(ctx context.Context) time.Duration {
	GinkgoHelper()
	desired, err := w.step.desired(ctx, w.watched(ctx), true)
	Expect(err).NotTo(HaveOccurred())
	again, err := w.step.syncHost(ctx, desired)
	Expect(err).NotTo(HaveOccurred())
	return again
}

func (w *registrationWorld) record(ctx context.Context) deploykey.Registration {
	GinkgoHelper()
	record, ok := deploykey.RegistrationOf(w.secret(ctx).Annotations)
	Expect(ok).To(BeTrue())
	return record
}

func (w *registrationWorld) message(ctx context.Context) string {
	_, message := health.RegistrationNote(w.secret(ctx).Annotations)
	return message
}

// nextAttempt is the time of the next request to the host.
func (w *registrationWorld) nextAttempt() time.Time {
	last, _ := w.step.Registration.attempts.last.Load(registrationProject + "/")
	return last.next
}

// events returns the Events since the last call.
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

var _ = Describe("register", func() {
	var w *registrationWorld

	BeforeEach(func() { w = newRegistrationWorld() })

	It("registers the current key once, and checks it once a day", func(ctx SpecContext) {
		Expect(w.run(ctx)).To(BeNumerically("~", 24*time.Hour, time.Hour))
		short := strings.TrimPrefix(w.present.fingerprint, "SHA256:")[:12]
		Expect(w.host.keys).To(Equal(map[string]string{w.present.fingerprint: "gardener garden-1 garden-blue " + short}))
		Expect(w.host.asked).To(ConsistOf(githost.Repository{Provider: "gitea", URL: w.url, Token: "secret-token", CACert: []byte("certificate")}))
		Expect(w.events()).To(ConsistOf(HavePrefix("Normal DeployKeyRegistered")))
		record := w.record(ctx)
		Expect(record.Host).To(Equal("git.example.com"))
		Expect(record.Keys).To(HaveKeyWithValue(w.present.fingerprint, HaveField("State", deploykey.Registered)))
		Expect(w.secret(ctx).Annotations[fluxv1alpha1.AnnotationRegistration]).NotTo(ContainSubstring("secret-token"))

		w.run(ctx)
		w.clock.SetTime(w.clock.Now().Add(23 * time.Hour))
		w.run(ctx)
		Expect(w.host.asked).To(HaveLen(1), "not asked again within a day")
		w.clock.SetTime(w.clock.Now().Add(2 * time.Hour))
		w.run(ctx)
		Expect(w.host.asked).To(HaveLen(2))
		Expect(w.patches).To(Equal(1), "nothing has changed")
		Expect(w.events()).To(BeEmpty())
	})

	It("sends no request after a restart if the key is recorded as registered", func(ctx SpecContext) {
		w.run(ctx)
		w.restart()
		Expect(w.run(ctx)).To(Equal(12*time.Hour), "spread over the day")
		Expect(w.host.asked).To(HaveLen(1))
	})

	It("registers a key again that was removed at the host", func(ctx SpecContext) {
		w.run(ctx)
		w.events()
		clear(w.host.keys)
		w.clock.SetTime(w.clock.Now().Add(26 * time.Hour))
		w.run(ctx)
		Expect(w.host.keys).To(HaveKey(w.present.fingerprint))
		Expect(w.events()).To(ConsistOf(ContainSubstring("was missing at git.example.com")))
	})

	It("checks at once if the record was removed", func(ctx SpecContext) {
		w.run(ctx)
		clear(w.host.keys)
		w.annotate(ctx, fluxv1alpha1.AnnotationRegistration, "")
		w.run(ctx)
		Expect(w.host.keys).To(HaveKey(w.present.fingerprint))
		Expect(w.record(ctx).Keys).To(HaveKey(w.present.fingerprint))
	})

	It("leaves a key registered after the setting was removed", func(ctx SpecContext) {
		w.run(ctx)
		w.settings = nil
		Expect(w.run(ctx)).To(BeZero())
		Expect(w.host.keys).To(HaveKey(w.present.fingerprint))
		Expect(w.host.asked).To(HaveLen(1))
	})

	DescribeTable("records a failure, and retries with an exponential back-off",
		func(ctx SpecContext, failure *githost.Error) {
			w.host.failure = failure
			var waits []time.Duration
			for range 9 {
				w.run(ctx)
				next := w.nextAttempt()
				waits = append(waits, next.Sub(w.clock.Now()))
				w.clock.SetTime(next)
			}
			Expect(waits[0]).To(BeNumerically("~", 30*time.Second, 5*time.Second))
			Expect(waits[1]).To(BeNumerically("~", time.Minute, 10*time.Second))
			Expect(waits[8]).To(BeNumerically("~", time.Hour, 8*time.Minute))
			Expect(w.host.asked).To(HaveLen(9))
			Expect(w.record(ctx).Keys[w.present.fingerprint]).To(And(HaveField("State", deploykey.Failed), HaveField("Message", failure.Text)))
			Expect(w.events()).To(ConsistOf(And(HavePrefix("Warning DeployKeyRegistrationFailed"), ContainSubstring(failure.Text))), "once")
			Expect(w.patches).To(Equal(1))
		},
		Entry("an unreachable host", &githost.Error{Reason: githost.ReasonUnreachable, Text: "git.example.com: it cannot be reached"}),
		Entry("a wrong token", &githost.Error{Reason: githost.ReasonUnauthorized, Text: "git.example.com: it does not accept the token"}),
		Entry("a key with write access", &githost.Error{Reason: githost.ReasonWritable, Text: "git.example.com: the key may write"}),
	)

	It("sends no request before it is due", func(ctx SpecContext) {
		w.host.failure = &githost.Error{Reason: githost.ReasonUnreachable, Text: "down"}
		w.run(ctx)
		for range 5 {
			w.annotate(ctx, "example.com/whatever", fmt.Sprint(time.Now().UnixNano()))
			Expect(w.run(ctx)).To(And(BeNumerically(">", 0), BeNumerically("<=", time.Minute)))
		}
		Expect(w.host.asked).To(HaveLen(1))
	})

	It("recovers soon after the token was corrected", func(ctx SpecContext) {
		w.host.failure = &githost.Error{Reason: githost.ReasonUnauthorized, Text: "wrong token"}
		for range 8 {
			w.run(ctx)
			w.clock.SetTime(w.nextAttempt())
		}
		w.run(ctx)
		w.events()
		w.host.failure = nil
		token := &corev1.Secret{}
		Expect(w.garden.Get(ctx, client.ObjectKey{Namespace: registrationProject, Name: fluxv1alpha1.GitHostSecretName}, token)).To(Succeed())
		token.Data[fluxv1alpha1.SecretKeyToken] = []byte("another")
		Expect(w.garden.Update(ctx, token)).To(Succeed())
		w.run(ctx)
		Expect(w.events()).To(ConsistOf(HavePrefix("Normal DeployKeyRegistered")))
		Expect(w.message(ctx)).To(ContainSubstring("is registered at git.example.com"))
	})

	DescribeTable("records a problem with the Secret of the token",
		func(ctx SpecContext, err error, change func(*corev1.Secret), words string) {
			w.tokenError = err
			if change != nil {
				token := &corev1.Secret{}
				Expect(w.garden.Get(ctx, client.ObjectKey{Namespace: registrationProject, Name: fluxv1alpha1.GitHostSecretName}, token)).To(Succeed())
				change(token)
				Expect(w.garden.Update(ctx, token)).To(Succeed())
			}
			Expect(w.run(ctx)).To(BeNumerically("<=", time.Minute))
			Expect(w.message(ctx)).To(ContainSubstring(words))
			Expect(w.host.asked).To(BeEmpty())
		},
		Entry("a missing Secret", apierrors.NewNotFound(corev1.Resource("secrets"), "flux-git-host"), nil, "Secret flux-git-host is missing; create it with the key token"),
		Entry("a Secret that the operator does not allow", apierrors.NewForbidden(corev1.Resource("secrets"), "x", errors.New("no")), nil, "gitHostSecretNames"),
		Entry("no token", nil, func(secret *corev1.Secret) { secret.Data = nil }, "has no key token"),
		Entry("an empty token", nil, func(secret *corev1.Secret) { secret.Data["token"] = []byte("\n") }, "has no key token"),
	)

	It("returns an error of the garden", func(ctx SpecContext) {
		w.tokenError = errors.New("unavailable")
		_, err := w.step.register(ctx, w.watched(ctx))
		Expect(err).To(MatchError(ContainSubstring("failed to read Secret garden-blue/flux-git-host")))
		Expect(w.patches).To(BeZero())
	})

	It("backs off if the garden refuses the record", func(ctx SpecContext) {
		w.patchError = errors.New("the garden refuses")
		_, err := w.step.register(ctx, w.watched(ctx))
		Expect(err).To(MatchError(ContainSubstring("the garden refuses")))
		for range 5 {
			w.run(ctx)
		}
		Expect(w.host.asked).To(HaveLen(1))
		w.patchError = nil
		w.clock.SetTime(w.clock.Now().Add(time.Minute))
		w.run(ctx)
		Expect(w.record(ctx).Keys).To(HaveKey(w.present.fingerprint))
	})

	It("keeps a key recorded as registered while the host is down", func(ctx SpecContext) {
		w.run(ctx)
		w.host.failure = &githost.Error{Reason: githost.ReasonUnreachable, Text: "down"}
		w.clock.SetTime(w.clock.Now().Add(26 * time.Hour))
		w.run(ctx)
		Expect(w.record(ctx).Keys[w.present.fingerprint].State).To(Equal(deploykey.Registered))
		Expect(w.patches).To(Equal(1))
	})

	It("respects the RetryAfter of the host", func(ctx SpecContext) {
		w.host.failure = &githost.Error{Reason: githost.ReasonRateLimited, Text: "slow down", RetryAfter: 3 * time.Hour}
		w.run(ctx)
		w.clock.SetTime(w.clock.Now().Add(3*time.Hour - time.Second))
		w.run(ctx)
		Expect(w.host.asked).To(HaveLen(1))
	})

	It("stops retrying after another process has succeeded", func(ctx SpecContext) {
		w.host.failure = &githost.Error{Reason: githost.ReasonUnreachable, Text: "down"}
		w.run(ctx)
		w.annotate(ctx, fluxv1alpha1.AnnotationRegistration, deploykey.Registration{Provider: "gitea", Host: "git.example.com", Repository: w.url}.
			With(w.present.fingerprint, deploykey.RegisteredKey{State: deploykey.Registered, Title: "t"}, metav1.NewTime(w.clock.Now())).String())
		Expect(w.run(ctx)).To(BeNumerically("~", 24*time.Hour, time.Hour))
		Expect(w.host.asked).To(HaveLen(1))
	})

	It("does not write to a Secret that was changed", func(ctx SpecContext) {
		seen := w.watched(ctx)
		w.annotate(ctx, "example.com/whatever", "other")
		again, err := w.step.register(ctx, seen)
		Expect(err).NotTo(HaveOccurred())
		Expect(again).To(BeZero())
		Expect(w.secret(ctx).Annotations).NotTo(HaveKey(fluxv1alpha1.AnnotationRegistration))
		Expect(w.events()).To(BeEmpty(), "the other seed records it")
		w.run(ctx)
		Expect(w.record(ctx).Keys).To(HaveLen(1))
	})

	It("registers the key in the Secret if an annotation names another key", func(ctx SpecContext) {
		other := newSSHKeyPair()
		w.annotate(ctx, fluxv1alpha1.AnnotationPublicKey, other.publicKey, fluxv1alpha1.AnnotationFingerprint, other.fingerprint)
		w.run(ctx)
		Expect(w.host.keys).To(HaveLen(1))
		Expect(w.host.keys).To(HaveKey(w.present.fingerprint))
	})

	It("does not register a damaged key", func(ctx SpecContext) {
		secret := w.secret(ctx)
		secret.Data[fluxv1alpha1.SecretKeyIdentity] = []byte("nonsense")
		Expect(w.garden.Update(ctx, secret)).To(Succeed())
		Expect(w.run(ctx)).To(BeZero())
		Expect(w.host.asked).To(BeEmpty())
		Expect(w.patches).To(BeZero())
	})

	It("registers the key for another repository, and reports that the key stays registered for the former one", func(ctx SpecContext) {
		w.run(ctx)
		w.events()
		former := w.url
		w.url = "ssh://git@git.example.com/fleet/elsewhere.git"
		w.run(ctx)
		Expect(w.host.asked).To(HaveLen(2))
		Expect(w.record(ctx).Repository).To(Equal(w.url))
		Expect(w.events()).To(ConsistOf(ContainSubstring("It stays registered for " + former)))
	})

	Describe("during a rotation", func() {
		var next sshKeyPair

		BeforeEach(func(ctx SpecContext) {
			w.run(ctx)
			next = newSSHKeyPair()
			w.annotate(ctx, fluxv1alpha1.AnnotationNextPublicKey, next.publicKey, fluxv1alpha1.AnnotationNextFingerprint, next.fingerprint)
			w.run(ctx)
			w.events()
		})

		complete := func(ctx context.Context) {
			secret := w.secret(ctx)
			secret.Data[fluxv1alpha1.SecretKeyIdentity] = next.identity
			Expect(w.garden.Update(ctx, secret)).To(Succeed())
			w.annotate(ctx, fluxv1alpha1.AnnotationNextPublicKey, "", fluxv1alpha1.AnnotationNextFingerprint, "",
				fluxv1alpha1.AnnotationPreviousPublicKey, w.present.publicKey, fluxv1alpha1.AnnotationPreviousFingerprint, w.present.fingerprint)
		}

		It("registers the next key beside the current one", func(ctx SpecContext) {
			Expect(w.host.keys).To(And(HaveLen(2), HaveKey(w.present.fingerprint), HaveKey(next.fingerprint)))
			Expect(w.record(ctx).Keys[next.fingerprint].Next).To(BeTrue())
			Expect(deploykey.IsRegistered(w.secret(ctx).Annotations, next.fingerprint)).To(BeTrue())
		})

		It("keeps the previous key while a Shoot has it", func(ctx SpecContext) {
			complete(ctx)
			w.run(ctx)
			Expect(w.host.keys).To(And(HaveKey(w.present.fingerprint), HaveKey(next.fingerprint)))
			Expect(w.record(ctx).Keys[next.fingerprint].Next).To(BeFalse())

			w.runUnused(ctx)
			Expect(w.host.keys).To(And(HaveLen(1), HaveKey(next.fingerprint)))
			Expect(deploykey.IsRegistered(w.secret(ctx).Annotations, w.present.fingerprint)).To(BeFalse())
			Expect(w.events()).To(ContainElement(HavePrefix("Normal DeployKeyDeregistered")))
		})

		It("reports that the previous key could not be removed, and retries", func(ctx SpecContext) {
			complete(ctx)
			w.run(ctx)
			w.host.failure = &githost.Error{Reason: githost.ReasonForbidden, Text: "the token may not"}
			w.runUnused(ctx)
			Expect(deploykey.IsRegistered(w.secret(ctx).Annotations, w.present.fingerprint)).To(BeTrue(), "so that it is not forgotten")
			Expect(w.message(ctx)).To(ContainSubstring("failed to remove the unused key: the token may not"))
			w.host.failure = nil
			w.clock.SetTime(w.clock.Now().Add(time.Minute))
			w.runUnused(ctx)
			Expect(w.host.keys).To(And(HaveLen(1), HaveKey(next.fingerprint)))
			Expect(w.message(ctx)).NotTo(ContainSubstring("could not"))
		})

		DescribeTable("retries the removal of a previous key without a report while the host",
			func(ctx SpecContext, reason githost.Reason) {
				complete(ctx)
				w.run(ctx)
				w.events()
				w.host.failure = &githost.Error{Reason: reason, Text: "later"}
				w.runUnused(ctx)
				ok, note := health.RegistrationNote(w.secret(ctx).Annotations)
				Expect(ok).To(BeTrue(), note)
				Expect(w.events()).To(BeEmpty())
				Expect(deploykey.IsRegistered(w.secret(ctx).Annotations, w.present.fingerprint)).To(BeTrue(), "so that it is not forgotten")

				w.host.failure = nil
				w.clock.SetTime(w.clock.Now().Add(time.Minute))
				w.runUnused(ctx)
				Expect(w.host.keys).To(And(HaveLen(1), HaveKey(next.fingerprint)))
			},
			Entry("is unreachable", githost.ReasonUnreachable),
			Entry("limits the rate", githost.ReasonRateLimited),
		)

		It("keeps the previous key if no request was sent since it was the next key", func(ctx SpecContext) {
			// Both rotations are completed without a request to the host, so the record still has it as the next key.
			registered := w.settings
			w.settings = nil
			complete(ctx)
			another := newSSHKeyPair()
			secret := w.secret(ctx)
			secret.Data[fluxv1alpha1.SecretKeyIdentity] = another.identity
			Expect(w.garden.Update(ctx, secret)).To(Succeed())
			w.annotate(ctx, fluxv1alpha1.AnnotationPreviousPublicKey, next.publicKey, fluxv1alpha1.AnnotationPreviousFingerprint, next.fingerprint)
			w.settings = registered
			desired, err := w.step.desired(ctx, w.watched(ctx), false)
			Expect(err).NotTo(HaveOccurred())
			_, err = w.step.syncHost(ctx, desired)
			Expect(err).NotTo(HaveOccurred())
			Expect(w.host.keys).To(And(HaveKey(next.fingerprint), HaveKey(another.fingerprint)), "Shoots have it")
			w.runUnused(ctx)
			Expect(w.host.keys).NotTo(HaveKey(next.fingerprint))
		})

		It("records that the next key is in use even while the host is down", func(ctx SpecContext) {
			complete(ctx)
			w.host.failure = &githost.Error{Reason: githost.ReasonUnreachable, Text: "down"}
			w.run(ctx)
			Expect(w.record(ctx).Keys[next.fingerprint]).To(And(HaveField("State", deploykey.Registered), HaveField("Next", false)))
		})

		It("removes nothing while the watch is late", func(ctx SpecContext) {
			complete(ctx)
			w.run(ctx)
			late := w.watched(ctx)
			w.annotate(ctx, "example.com/whatever", "newer")
			desired, err := w.step.desired(ctx, late, true)
			Expect(err).NotTo(HaveOccurred())
			Expect(w.step.syncHost(ctx, desired)).To(BeZero())
			Expect(w.host.keys).To(HaveKey(w.present.fingerprint))
			w.runUnused(ctx)
			Expect(w.host.keys).NotTo(HaveKey(w.present.fingerprint))
		})

		It("completes the rotation only after the next key is registered for the current repository", func(ctx SpecContext) {
			registered := func() bool {
				return rotationTerms(w.watched(ctx)).Registered(w.secret(ctx).Annotations, next.fingerprint)
			}
			Expect(registered()).To(BeTrue())
			w.url = "ssh://git@git.example.com/fleet/elsewhere.git"
			Expect(registered()).To(BeFalse(), "no request was sent there yet")
			w.run(ctx)
			Expect(registered()).To(BeTrue())
		})

		abort := func(ctx context.Context) {
			w.annotate(ctx, fluxv1alpha1.AnnotationNextPublicKey, "", fluxv1alpha1.AnnotationNextFingerprint, "", fluxv1alpha1.AnnotationFingerprint, w.present.fingerprint)
		}

		It("removes the next key at once if the rotation is aborted", func(ctx SpecContext) {
			w.statuses = statuses{"one": {UID: "uid-one", DeployKeyFingerprint: w.present.fingerprint}}
			abort(ctx)
			w.run(ctx)
			Expect(w.host.keys).To(And(HaveLen(1), HaveKey(w.present.fingerprint)))
		})

		DescribeTable("keeps the key of the Shoots if a Secret from a backup of the prepared rotation is aborted, and",
			func(ctx SpecContext, status func() statuses) {
				backup := w.secret(ctx)
				complete(ctx)
				w.run(ctx)
				w.runUnused(ctx)
				Expect(w.host.keys).To(And(HaveLen(1), HaveKey(next.fingerprint)))

				backup.ResourceVersion = ""
				Expect(w.garden.Delete(ctx, w.secret(ctx))).To(Succeed())
				Expect(w.garden.Create(ctx, backup)).To(Succeed())
				w.statuses = status()
				abort(ctx)
				again := w.run(ctx)
				Expect(w.host.keys).To(HaveKey(next.fingerprint), "Shoots may have it")
				Expect(again).To(Equal(w.step.LongestPoll), "checks the Shoots again")
				Expect(deploykey.IsRegistered(w.secret(ctx).Annotations, next.fingerprint)).To(BeTrue(), "so that it is not forgotten")

				By("all Shoots have the restored key")
				w.statuses = statuses{"one": {UID: "uid-one", DeployKeyFingerprint: w.present.fingerprint}}
				w.run(ctx)
				Expect(w.host.keys).To(And(HaveLen(1), HaveKey(w.present.fingerprint)))
				Expect(w.run(ctx)).To(BeNumerically(">", w.step.LongestPoll), "nothing is left to remove")
			},
			Entry("a Shoot reports it", func() statuses { return statuses{"one": {UID: "uid-one", DeployKeyFingerprint: next.fingerprint}} }),
			Entry("the key of a Shoot is unknown", func() statuses {
				return statuses{"one": {UID: "uid-one", DeployKeyFingerprint: fluxv1alpha1.DeployKeyUnknown}}
			}),
			Entry("a hibernated Shoot wakes up with it", func() statuses {
				return statuses{"one": {UID: "uid-one", DeployKeyFingerprint: w.present.fingerprint, DeployKeyRotation: "2026-05-01T12:00:00Z", Hibernated: true}}
			}),
			Entry("a Shoot is not reported", func() statuses { return statuses{"other": {UID: "uid-other"}} }),
			Entry("no Shoot is reported", func() statuses { return nil }),
		)

		It("registers the key of a restored Secret again at once, because its record is older than the last request", func(ctx SpecContext) {
			backup := w.secret(ctx)
			complete(ctx)
			w.run(ctx)
			w.runUnused(ctx)
			backup.ResourceVersion = ""
			Expect(w.garden.Delete(ctx, w.secret(ctx))).To(Succeed())
			Expect(w.garden.Create(ctx, backup)).To(Succeed())
			w.run(ctx)
			Expect(w.host.keys).To(And(HaveLen(2), HaveKey(w.present.fingerprint), HaveKey(next.fingerprint)))
		})

		It("keeps a key that a user replaced, because Shoots may still have it", func(ctx SpecContext) {
			secret := w.secret(ctx)
			other := newSSHKeyPair()
			secret.Data[fluxv1alpha1.SecretKeyIdentity] = other.identity
			Expect(w.garden.Update(ctx, secret)).To(Succeed())
			w.run(ctx)
			Expect(w.host.keys).To(And(HaveKey(w.present.fingerprint), HaveKey(other.fingerprint)))
		})
	})

	Describe("when a deregistration is requested", func() {
		BeforeEach(func(ctx SpecContext) {
			w.run(ctx)
			w.events()
			w.annotate(ctx, fluxv1alpha1.AnnotationOperation, fluxv1alpha1.OperationDeregister)
		})

		It("removes the key at the host, and does not register it again", func(ctx SpecContext) {
			w.run(ctx)
			Expect(w.host.keys).To(BeEmpty())
			Expect(w.secret(ctx).Annotations).NotTo(Or(HaveKey(fluxv1alpha1.AnnotationOperation), HaveKey(fluxv1alpha1.AnnotationOperationError)))
			Expect(w.events()).To(ConsistOf(HavePrefix("Normal DeployKeyDeregistered")))
			w.restart()
			w.run(ctx)
			w.clock.SetTime(w.clock.Now().Add(26 * time.Hour))
			w.run(ctx)
			Expect(w.host.keys).To(BeEmpty())
			Expect(w.message(ctx)).To(ContainSubstring("was deregistered"))
		})

		It("removes nothing if the request was withdrawn, and the watch is late", func(ctx SpecContext) {
			late := w.watched(ctx)
			w.annotate(ctx, fluxv1alpha1.AnnotationOperation, "")
			Expect(w.step.register(ctx, late)).To(BeZero())
			Expect(w.host.keys).To(HaveKey(w.present.fingerprint))
		})

		It("reports a failure", func(ctx SpecContext) {
			w.host.failure = &githost.Error{Reason: githost.ReasonUnauthorized, Text: "wrong token"}
			w.run(ctx)
			Expect(w.secret(ctx).Annotations).To(And(Not(HaveKey(fluxv1alpha1.AnnotationOperation)),
				HaveKeyWithValue(fluxv1alpha1.AnnotationOperationError, ContainSubstring("deregister-deploy-key: wrong token"))))
			Expect(deploykey.IsRegistered(w.secret(ctx).Annotations, w.present.fingerprint)).To(BeTrue())
		})

		It("refuses if the project has no registration", func(ctx SpecContext) {
			w.settings = nil
			w.run(ctx)
			Expect(w.secret(ctx).Annotations).To(And(Not(HaveKey(fluxv1alpha1.AnnotationOperation)),
				HaveKeyWithValue(fluxv1alpha1.AnnotationOperationError, ContainSubstring("set project.deployKey.registration"))))
			Expect(w.host.keys).To(HaveLen(1))
		})
	})
})
