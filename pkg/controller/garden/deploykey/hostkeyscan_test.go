// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package deploykey

import (
	"context"
	"crypto/rand"
	"errors"
	"strings"
	"time"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"
	"golang.org/x/crypto/ssh"
	corev1 "k8s.io/api/core/v1"
	apierrors "k8s.io/apimachinery/pkg/api/errors"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/utils/ptr"
	"sigs.k8s.io/controller-runtime/pkg/client"
	fakeclient "sigs.k8s.io/controller-runtime/pkg/client/fake"
	"sigs.k8s.io/controller-runtime/pkg/client/interceptor"
	"sigs.k8s.io/controller-runtime/pkg/reconcile"

	configv1alpha1 "github.com/shoot-flux/gardener-extension-shoot-flux/pkg/apis/config/v1alpha1"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/configuration"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/configuration/document"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/garden"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/secrets/keypair"
	"github.com/shoot-flux/gardener-extension-shoot-flux/test/support/controllertest"
	"github.com/shoot-flux/gardener-extension-shoot-flux/test/support/extensiontest"
)

// fixedHost is a host with given keys. It records the scanned addresses.
type fixedHost struct {
	keys  []ssh.PublicKey
	err   error
	asked []string
}

func (h *fixedHost) Scan(_ context.Context, address string) ([]ssh.PublicKey, error) {
	h.asked = append(h.asked, address)
	return h.keys, h.err
}

const (
	wantsScan   = "apiVersion: flux.extensions.gardener.cloud/v1alpha1\nkind: FluxConfig\nproject: {deployKey: {scanHostKeys: true}}\n"
	unknownHost = wantsScan + `source: {template: {spec: {url: "ssh://git@git.example.com:2222/o/r"}}}`
	hostKeyLine = "ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIIazEu89wgQZ4bqs3d63QSMzYVa0MuJ2e2gKTKqu+UUO"
	otherLine   = "ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIOMqqnkVzrm0SdG6UOoqKLsabgH5C9okWi0dh2l9GKJl"
)

// resolverWith returns a resolver with the operator's gitHosts.
func resolverWith(gitHosts ...string) *configuration.Resolver {
	GinkgoHelper()
	operator := configv1alpha1.ControllerConfiguration{GitHosts: gitHosts}
	configv1alpha1.SetObjectDefaults_ControllerConfiguration(&operator)
	resolver, err := configuration.NewResolver(controllertest.Catalog, operator)
	Expect(err).NotTo(HaveOccurred())
	return resolver
}

func parsedKey(line string) ssh.PublicKey {
	GinkgoHelper()
	key, _, _, _, err := ssh.ParseAuthorizedKey([]byte(line))
	Expect(err).NotTo(HaveOccurred())
	return key
}

var _ = Describe("scanHostKeys", func() {
	var (
		secret *corev1.Secret
		host   *fixedHost
		getErr error
	)

	BeforeEach(func() {
		key, err := keypair.GenerateDeployKey(rand.Reader, "ed25519")
		Expect(err).NotTo(HaveOccurred())
		secret = &corev1.Secret{
			ObjectMeta: metav1.ObjectMeta{Namespace: "garden-demo", Name: "flux-source", CreationTimestamp: metav1.NewTime(time.Date(2026, 1, 1, 0, 0, 0, 0, time.UTC))},
			Data:       map[string][]byte{"identity": key.Identity},
		}
		host = &fixedHost{keys: []ssh.PublicKey{parsedKey(hostKeyLine)}}
		getErr = nil
	})

	newController := func(config string) (*keyController, client.Client) {
		GinkgoHelper()
		gardenClient := fakeclient.NewClientBuilder().WithObjects(secret).WithInterceptorFuncs(interceptor.Funcs{
			Get: func(ctx context.Context, c client.WithWatch, key client.ObjectKey, o client.Object, opts ...client.GetOption) error {
				if getErr != nil {
					return getErr
				}
				return c.Get(ctx, key, o, opts...)
			},
		}).Build()
		s := newKeyController(gardenClient, usesFlux("garden-demo", "one"))
		s.Scanner, s.Resolver = host, resolverWith("git.example.com:2222", "github.com")
		s.projects.States["garden-demo"] = garden.State{ConfigMap: &document.ConfigMap{Namespace: "garden-demo", Data: map[string]string{"config.yaml": config}}}
		return s, gardenClient
	}
	pinned := func(ctx context.Context, cluster client.Client) string {
		GinkgoHelper()
		now := &corev1.Secret{}
		Expect(cluster.Get(ctx, client.ObjectKeyFromObject(secret), now)).To(Succeed())
		return string(now.Data["known_hosts"])
	}

	It("scans once, pins all keys, and reports them to the project", func(ctx SpecContext) {
		host.keys = append(host.keys, parsedKey(otherLine))
		s, cluster := newController(unknownHost)
		for range 2 {
			_, err := s.reconcile(ctx, cluster)
			Expect(err).NotTo(HaveOccurred())
		}
		Expect(host.asked).To(Equal([]string{"git.example.com:2222"}))
		Expect(pinned(ctx, cluster)).To(Equal("[git.example.com]:2222 " + hostKeyLine + "\n[git.example.com]:2222 " + otherLine + "\n"))
		Expect(s.recorder.Events).To(Receive(And(
			HavePrefix("Normal HostKeysPinned Pinned the keys that host [git.example.com]:2222 presents"),
			ContainSubstring("ssh-ed25519 "+ssh.FingerprintSHA256(parsedKey(hostKeyLine))),
			ContainSubstring("ssh-ed25519 "+ssh.FingerprintSHA256(parsedKey(otherLine))),
		)))
		Expect(s.recorder.Events).To(BeEmpty())
	})

	It("keeps the keys of the first process, and records no Event", func(ctx SpecContext) {
		s, cluster := newController(unknownHost)
		s.Scanner = scanFunc(func(ctx context.Context, address string) ([]ssh.PublicKey, error) {
			first := secret.DeepCopy()
			Expect(cluster.Get(ctx, client.ObjectKeyFromObject(secret), first)).To(Succeed())
			first.Data["known_hosts"] = []byte("[git.example.com]:2222 " + otherLine)
			Expect(cluster.Update(ctx, first)).To(Succeed())
			return host.Scan(ctx, address)
		})
		_, err := s.reconcile(ctx, cluster)
		Expect(err).NotTo(HaveOccurred())
		Expect(pinned(ctx, cluster)).To(Equal("[git.example.com]:2222 " + otherLine))
		Expect(s.recorder.Events).To(BeEmpty())
	})

	DescribeTable("does not scan", func(ctx SpecContext, config string, change func(), known bool) {
		change()
		s, cluster := newController(config)
		if known {
			_, err := s.reconcile(ctx, cluster)
			Expect(err).NotTo(HaveOccurred())
		} else {
			_, err := s.Reconcile(ctx, requestFor("garden-demo"))
			Expect(err).NotTo(HaveOccurred())
		}
		Expect(host.asked).To(BeEmpty())
	},
		Entry("without a scan in the configuration", "apiVersion: flux.extensions.gardener.cloud/v1alpha1\nkind: FluxConfig\n"+
			`source: {template: {spec: {url: "ssh://git@git.example.com:2222/o/r"}}}`, func() {}, true),
		Entry("a host that the operator does not allow", wantsScan+`source: {template: {spec: {url: "ssh://git@git.example.com:2223/o/r"}}}`, func() {}, true),
		Entry("another configuration error", unknownHost+"\nflux: {version: v0.1}", func() {}, true),
		Entry("configured host keys", unknownHost[:len(unknownHost)-1]+`, knownHosts: "[git.example.com]:2222 `+hostKeyLine+`"}`, func() {}, true),
		Entry("built-in host keys", wantsScan+`source: {template: {spec: {url: "ssh://git@github.com/o/r"}}}`, func() {}, true),
		Entry("stored host keys", unknownHost, func() { secret.Data["known_hosts"] = []byte("[git.example.com]:2222 " + otherLine) }, true),
		Entry("a missing deploy key", unknownHost, func() {}, false),
		Entry("a damaged deploy key", unknownHost, func() { secret.Data["identity"] = []byte("no key") }, true),
	)

	It("retries a failed scan, and reports it", func(ctx SpecContext) {
		host.err = errors.New("failed to connect to git.example.com:2222: connection refused")
		s, cluster := newController(unknownHost)
		Expect(s.reconcile(ctx, cluster)).To(Equal(reconcile.Result{RequeueAfter: 30 * time.Second}))
		Expect(s.recorder.Events).To(Receive(Equal("Warning HostKeyScanFailed failed to connect to git.example.com:2222: connection refused. " +
			"To continue without a scan, set source.knownHosts in ConfigMap flux-config to the host's keys")))
		failure := func() string {
			now := &corev1.Secret{}
			Expect(cluster.Get(ctx, client.ObjectKeyFromObject(secret), now)).To(Succeed())
			return now.Annotations["flux.extensions.gardener.cloud/host-key-scan-error"]
		}
		Expect(failure()).To(Equal("failed to connect to git.example.com:2222: connection refused"))
		Expect(pinned(ctx, cluster)).To(BeEmpty())

		By("the annotation triggers a reconciliation without a scan")
		host.err = errors.New("failed to connect to git.example.com:2222 from port 47112: https://user:secret@proxy connection refused" + strings.Repeat("!", 1000))
		Expect(s.reconcile(ctx, cluster)).To(Equal(reconcile.Result{RequeueAfter: 30 * time.Second}))
		Expect(host.asked).To(HaveLen(1))

		By("another failure")
		s.clock.SetTime(s.clock.Now().Add(30 * time.Second))
		Expect(s.reconcile(ctx, cluster)).To(Equal(reconcile.Result{RequeueAfter: 30 * time.Second}))
		Expect(failure()).To(And(ContainSubstring("from port 47112"), Not(ContainSubstring("secret")), HaveLen(512)))

		By("the host answers")
		host.err = nil
		s.clock.SetTime(s.clock.Now().Add(30 * time.Second))
		for range 2 {
			_, err := s.reconcile(ctx, cluster)
			Expect(err).NotTo(HaveOccurred())
		}
		Expect(pinned(ctx, cluster)).NotTo(BeEmpty())
		Expect(failure()).To(BeEmpty())
	})

	It("does not repeat the scan if the Secret is immutable", func(ctx SpecContext) {
		secret.Immutable = ptr.To(true)
		s, cluster := newController(unknownHost)
		_, err := s.reconcile(ctx, cluster)
		Expect(err).NotTo(HaveOccurred())
		Expect(host.asked).To(BeEmpty())
		Expect(s.recorder.Events).To(Receive(HavePrefix("Warning HostKeyScanFailed the Secret of the deploy key is immutable")))
	})

	DescribeTable("does not pin keys that Flux would reject", func(ctx SpecContext, lines string) {
		secret.Data["known_hosts"] = []byte(lines)
		s, cluster := newController(unknownHost)
		for range 3 {
			Expect(s.reconcile(ctx, cluster)).To(Equal(reconcile.Result{RequeueAfter: 30 * time.Second}))
		}
		Expect(host.asked).To(HaveLen(1))
		Expect(pinned(ctx, cluster)).To(Equal(lines))
		Expect(s.recorder.Events).To(Receive(HavePrefix("Warning HostKeyScanFailed known_hosts beside the deploy key revokes the keys that the host presents; correct its @revoked lines")))
		Expect(s.recorder.Events).To(BeEmpty())
	},
		Entry("all keys of the host are revoked", "@revoked [git.example.com]:2222 "+hostKeyLine+"\n"),
		Entry("keys revoked for another host, which Flux does not distinguish", "@revoked other.example.com "+hostKeyLine+"\n"),
	)

	It("does not report an error of the garden as a failed scan", func(ctx SpecContext) {
		s, _ := newController(unknownHost)
		state := s.projects.States["garden-demo"]
		state.KeyVersion = "7"
		s.projects.States["garden-demo"] = state
		getErr = apierrors.NewServiceUnavailable("the garden is down")
		_, err := s.Reconcile(ctx, requestFor("garden-demo"))
		Expect(apierrors.IsServiceUnavailable(err)).To(BeTrue())
		Expect(host.asked).To(BeEmpty())
		Expect(s.recorder.Events).To(BeEmpty())
	})
})

// scanFunc is a HostKeyScanner.
type scanFunc func(ctx context.Context, address string) ([]ssh.PublicKey, error)

func (f scanFunc) Scan(ctx context.Context, address string) ([]ssh.PublicKey, error) {
	return f(ctx, address)
}

var _ = Describe("The deploy key of an Actuator", func() {
	private := map[string]string{"config.yaml": "apiVersion: flux.extensions.gardener.cloud/v1alpha1\nkind: FluxConfig\n" +
		"project: {deployKey: {algorithm: rsa-4096}}\n" + `source: {template: {spec: {url: "ssh://git@github.com/o/r"}}}`}

	It("uses the configured algorithm, and is reported in an Event that the API accepts", func(ctx SpecContext) {
		w := extensiontest.NewActuatorFixture(private, nil)
		Expect(w.Actuator.Reconcile(ctx, GinkgoLogr, w.Ex)).To(Succeed())
		secret := &corev1.Secret{}
		Expect(w.Garden.Get(ctx, client.ObjectKey{Namespace: "garden-demo", Name: "flux-source"}, secret)).To(Succeed())
		public := secret.Annotations["flux.extensions.gardener.cloud/public-key"]
		Expect(public).To(HavePrefix("ssh-rsa "))

		var event string
		Expect(w.GardenEvents.Events).To(Receive(&event))
		Expect(event).To(Equal("Normal DeployKeyGenerated This is the project's new deploy key, " + secret.Annotations["flux.extensions.gardener.cloud/fingerprint"] + ": " + public +
			". Register it as a read-only deploy key of the repository: ssh://git@github.com/o/r"))
		Expect(len(event) - len("Normal DeployKeyGenerated ")).To(BeNumerically("<=", 1024))

		By("the Event is not repeated")
		Expect(w.Actuator.Reconcile(ctx, GinkgoLogr, w.Ex)).To(Succeed())
		Expect(w.GardenEvents.Events).To(BeEmpty())
	})

	It("is not reported if the project created it", func(ctx SpecContext) {
		w := extensiontest.NewActuatorFixture(private, nil)
		key, err := keypair.GenerateDeployKey(rand.Reader, "ed25519")
		Expect(err).NotTo(HaveOccurred())
		Expect(w.Garden.Create(ctx, &corev1.Secret{ObjectMeta: metav1.ObjectMeta{Namespace: "garden-demo", Name: "flux-source"}, Data: map[string][]byte{"identity": key.Identity}})).To(Succeed())
		Expect(w.Actuator.Reconcile(ctx, GinkgoLogr, w.Ex)).To(Succeed())
		Expect(w.GardenEvents.Events).To(BeEmpty())
	})

	It("exists before the host is scanned, and the Shoot waits for the scan", func(ctx SpecContext) {
		w := extensiontest.NewActuatorFixture(map[string]string{"config.yaml": unknownHost}, nil)
		w.Actuator.Resolver = resolverWith("git.example.com:2222")
		const missing = `ConfigMap garden-demo/flux-config: config.yaml.project.deployKey.scanHostKeys: Invalid value: no host key is known for [git.example.com]:2222; ` +
			`add its known_hosts lines (one line per key type, as the host publishes them, beginning with "[git.example.com]:2222"); `
		Expect(w.Actuator.Reconcile(ctx, GinkgoLogr, w.Ex)).To(MatchError(ContainSubstring(missing + "the garden controller, if installed, scans the host for them shortly")))
		Expect(w.Resources(ctx)).To(BeEmpty())

		host := &fixedHost{keys: []ssh.PublicKey{parsedKey(hostKeyLine)}, err: errors.New("connection refused")}
		s := newKeyController(w.Garden, usesFlux("garden-demo", "one"))
		s.Scanner, s.Resolver = host, w.Actuator.Resolver
		s.projects.States["garden-demo"] = garden.State{ConfigMap: &document.ConfigMap{Namespace: "garden-demo", Data: map[string]string{"config.yaml": unknownHost}}}
		_, err := s.reconcile(ctx, w.Garden)
		Expect(err).NotTo(HaveOccurred())
		Expect(w.Actuator.Reconcile(ctx, GinkgoLogr, w.Ex)).To(MatchError(ContainSubstring(missing + "the scan of the host failed and is retried: connection refused")))

		host.err = nil
		s.clock.SetTime(s.clock.Now().Add(30 * time.Second))
		_, err = s.reconcile(ctx, w.Garden)
		Expect(err).NotTo(HaveOccurred())
		Expect(w.Actuator.Reconcile(ctx, GinkgoLogr, w.Ex)).To(Succeed())
		Expect(w.Resources(ctx)).To(HaveLen(3))
	})
})
