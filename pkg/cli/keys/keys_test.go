// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package keys

import (
	"bytes"
	"context"
	"crypto/ecdsa"
	"crypto/ed25519"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/rsa"
	"regexp"
	"strings"
	"time"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"
	"golang.org/x/crypto/ssh"
	corev1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	testclock "k8s.io/utils/clock/testing"
	"sigs.k8s.io/controller-runtime/pkg/client"
	"sigs.k8s.io/controller-runtime/pkg/client/interceptor"

	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/cli/garden"
	"github.com/shoot-flux/gardener-extension-shoot-flux/test/support/clitest"
)

const (
	annotated = "flux.extensions.gardener.cloud/"

	firstKey  = "ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIIazEu89wgQZ4bqs3d63QSMzYVa0MuJ2e2gKTKqu+UUO"
	secondKey = "ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIOMqqnkVzrm0SdG6UOoqKLsabgH5C9okWi0dh2l9GKJl"
)

func fingerprint(publicKey string) string {
	GinkgoHelper()
	key, _, _, _, err := ssh.ParseAuthorizedKey([]byte(publicKey))
	Expect(err).NotTo(HaveOccurred())
	return ssh.FingerprintSHA256(key)
}

// testGarden is one for the command, in which everything is allowed that the functions do not refuse.
type testGarden struct {
	objects []client.Object
	funcs   interceptor.Funcs
	// namespace is that of the kubeconfig's context.
	namespace string
	client    client.WithWatch
}

// access returns the access that a command has, instead of one by kubeconfig.
func (g *testGarden) access() garden.Access {
	GinkgoHelper()
	if g.client == nil {
		g.client = clitest.NewClient(g.objects, g.funcs)
	}
	return clitest.NewAccess(g.client, g.namespace)
}

func (g *testGarden) keys(ctx context.Context, args ...string) (out, notes string, err error) {
	GinkgoHelper()
	k := &keysCommand{Access: g.access(), clock: testclock.NewFakePassiveClock(time.Date(2026, 11, 22, 0, 0, 0, 0, time.UTC))}
	command := k.command() //nolint:contextcheck // the command gets it when it runs
	stdout, stderr := &bytes.Buffer{}, &bytes.Buffer{}
	command.SetArgs(args)
	command.SetOut(stdout)
	command.SetErr(stderr)
	err = command.ExecuteContext(ctx)
	Expect(stdout.String() + stderr.String()).NotTo(ContainSubstring("s3cret"))
	if err != nil {
		Expect(err.Error()).NotTo(ContainSubstring("s3cret"))
	}
	return stdout.String(), stderr.String(), err
}

// deployKey returns a Secret with the first key, as the extension keeps it, and further annotations.
func deployKey(namespace string, annotations map[string]string) *corev1.Secret {
	secret := &corev1.Secret{
		ObjectMeta: metav1.ObjectMeta{
			Namespace: namespace, Name: "flux-source", CreationTimestamp: metav1.NewTime(time.Date(2026, 11, 2, 0, 0, 0, 0, time.UTC)),
			Annotations: map[string]string{
				annotated + "public-key": firstKey, annotated + "fingerprint": fingerprint(firstKey), annotated + "generated-at": "2026-11-12T00:00:00Z",
			},
		},
		Data: map[string][]byte{"identity": []byte("s3cret"), "identity.pub": []byte(firstKey)},
	}
	for name, value := range annotations {
		secret.Annotations[annotated+name] = value
	}
	return secret
}

func shootHas(key string) string {
	return `{"uid":"u","deployKeyFingerprint":"` + fingerprint(key) + `","observedAt":"2026-11-21T23:00:00Z"}`
}

func nextKey() map[string]string {
	return map[string]string{"next-public-key": secondKey, "next-fingerprint": fingerprint(secondKey), "next-generated-at": "2026-11-21T00:00:00Z"}
}

// noSecrets refuses to read Secrets, as the garden does for viewers of a project.
func noSecrets() interceptor.Funcs {
	return interceptor.Funcs{
		Get: func(ctx context.Context, c client.WithWatch, key client.ObjectKey, object client.Object, options ...client.GetOption) error {
			if _, ok := object.(*corev1.ConfigMap); ok {
				return c.Get(ctx, key, object, options...)
			}
			return clitest.Forbidden("secrets")
		},
		List: func(context.Context, client.WithWatch, client.ObjectList, ...client.ListOption) error {
			return clitest.Forbidden("secrets")
		},
	}
}

// noContent fails if more of a Secret is read than its metadata.
func noContent() interceptor.Funcs {
	return interceptor.Funcs{
		Get: func(ctx context.Context, c client.WithWatch, key client.ObjectKey, object client.Object, options ...client.GetOption) error {
			Expect(object).NotTo(BeAssignableToTypeOf(&corev1.Secret{}))
			return c.Get(ctx, key, object, options...)
		},
		List: func(ctx context.Context, c client.WithWatch, list client.ObjectList, options ...client.ListOption) error {
			Expect(list).NotTo(BeAssignableToTypeOf(&corev1.SecretList{}))
			return c.List(ctx, list, options...)
		},
	}
}

var _ = Describe("keys list", func() {
	It("writes a sorted line for each project, and reads only metadata", func(ctx SpecContext) {
		garden := &testGarden{funcs: noContent(), objects: []client.Object{
			deployKey("garden-red", nextKey()),
			deployKey("garden-blue", map[string]string{
				"registration": `{"provider":"github","host":"github.com","repository":"r","keys":{"` + fingerprint(firstKey) + `":{"state":"Registered","title":"t","since":"2026-11-13T00:00:00Z"}}}`,
			}),
			deployKey("garden-green", map[string]string{"previous-public-key": secondKey, "previous-fingerprint": fingerprint(secondKey)}),
			deployKey("garden-white", map[string]string{"operation": "rotate-deploy-key-start"}),
			&corev1.Secret{ObjectMeta: metav1.ObjectMeta{Namespace: "garden-blue", Name: "other"}},
			clitest.StatusConfigMap("garden-blue", map[string]string{"a": shootHas(firstKey), "b": shootHas(firstKey), "c": "a user's note", "d": `{"uid":"u"}`}),
			clitest.StatusConfigMap("garden-green", map[string]string{"a": shootHas(firstKey), "b": shootHas(secondKey)}),
		}}
		out, _, err := garden.keys(ctx, "list")
		Expect(err).NotTo(HaveOccurred())
		column := regexp.MustCompile(" {3,}")
		Expect(column.ReplaceAllString(strings.ReplaceAll(out, fingerprint(firstKey), "SHA256:1"), " | ")).To(Equal(
			`NAMESPACE | FINGERPRINT | ALGORITHM | AGE | PHASE | REGISTRATION | USED BY
garden-blue | SHA256:1 | ed25519 | 10d | InUse | Registered | 2 shoots
garden-green | SHA256:1 | ed25519 | 10d | RotationCompleting | - | 1 of 2 shoots
garden-red | SHA256:1 | ed25519 | 10d | RotationPrepared | - | 0 shoots
garden-white | SHA256:1 | ed25519 | 10d | InUse, requested rotate-deploy-key-start | - | 0 shoots
`))
	})

	It("selects the project by -n or kubeconfig, and all projects with -A", func(ctx SpecContext) {
		garden := &testGarden{namespace: "garden-red", objects: []client.Object{deployKey("garden-red", nil), deployKey("garden-blue", nil)}}
		for _, c := range []struct{ args, namespaces string }{
			{"list -o json", "garden-red"}, {"list -o json -n garden-blue", "garden-blue"}, {"list -A -o json", "garden-blue garden-red"},
		} {
			out, _, err := garden.keys(ctx, strings.Fields(c.args)...)
			Expect(err).NotTo(HaveOccurred())
			for _, namespace := range []string{"garden-red", "garden-blue"} {
				Expect(strings.Contains(out, namespace)).To(Equal(strings.Contains(c.namespaces, namespace)), "%s: %s", c.args, out)
			}
		}
	})

	It("prints a note if no project has a deploy key", func(ctx SpecContext) {
		out, notes, err := (&testGarden{}).keys(ctx, "list", "-A")
		Expect(err).NotTo(HaveOccurred())
		Expect(out).To(BeEmpty())
		Expect(notes).To(Equal("No project has a deploy key.\n"))
	})

	It("reports the missing permission for all projects", func(ctx SpecContext) {
		_, _, err := (&testGarden{funcs: noSecrets()}).keys(ctx, "list")
		Expect(err).To(MatchError(ContainSubstring("you may not list the Secrets of all projects; select one with -n")))
	})
})

var _ = Describe("keys show", func() {
	It("prints the public key alone, from metadata only", func(ctx SpecContext) {
		out, notes, err := (&testGarden{funcs: noContent(), objects: []client.Object{deployKey("garden-blue", nextKey())}}).keys(ctx, "show", "-n", "garden-blue")
		Expect(err).NotTo(HaveOccurred())
		Expect(out).To(Equal(firstKey + "\n"))
		Expect(notes).To(BeEmpty())
	})

	It("prints the next public key", func(ctx SpecContext) {
		out, _, err := (&testGarden{objects: []client.Object{deployKey("garden-blue", nextKey())}}).keys(ctx, "show", "-n", "garden-blue", "--next")
		Expect(err).NotTo(HaveOccurred())
		Expect(out).To(Equal(secondKey + "\n"))
	})

	It("prints only the public key of a Secret created by a user", func(ctx SpecContext) {
		secret := deployKey("garden-blue", nil)
		secret.Annotations = nil
		secret.Data["identity.pub"] = []byte(firstKey + " s3cret@laptop\n")
		secret.Data["password"] = []byte("s3cret")
		garden := &testGarden{objects: []client.Object{secret}}
		out, _, err := garden.keys(ctx, "show", "-n", "garden-blue")
		Expect(err).NotTo(HaveOccurred())
		Expect(out).To(Equal(firstKey + "\n"))
		for _, form := range []string{"wide", "json", "yaml"} {
			out, _, err := garden.keys(ctx, "show", "-n", "garden-blue", "-o", form)
			Expect(err).NotTo(HaveOccurred())
			Expect(out).To(ContainSubstring(fingerprint(firstKey)))
		}
		out, _, err = garden.keys(ctx, "list", "-n", "garden-blue")
		Expect(err).NotTo(HaveOccurred())
		Expect(out).To(ContainSubstring(">=20d"))
	})

	It("notes Shoots whose key differs from the Secret's annotations", func(ctx SpecContext) {
		garden := &testGarden{objects: []client.Object{deployKey("garden-blue", nil), clitest.StatusConfigMap("garden-blue", map[string]string{"a": shootHas(secondKey), "b": shootHas(firstKey)})}}
		out, notes, err := garden.keys(ctx, "show", "-n", "garden-blue")
		Expect(err).NotTo(HaveOccurred())
		Expect(out).To(Equal(firstKey + "\n"))
		Expect(notes).To(And(HavePrefix("Note: "), ContainSubstring("a "+fingerprint(secondKey)), Not(ContainSubstring("b SHA256"))))
	})

	It("does not believe a key that a member of the project has written", func(ctx SpecContext) {
		forged := clitest.StatusConfigMap("garden-blue", map[string]string{"a": shootHas(firstKey)})
		forged.ManagedFields[0].Manager = "kubectl-edit"
		out, _, err := (&testGarden{objects: []client.Object{deployKey("garden-blue", nil), forged}}).keys(ctx, "show", "-n", "garden-blue", "-o", "wide")
		Expect(err).NotTo(HaveOccurred())
		Expect(out).To(ContainSubstring("a has not reported a key yet"))
	})

	It("shows all details", func(ctx SpecContext) {
		garden := &testGarden{objects: []client.Object{
			deployKey("garden-blue", map[string]string{
				"rotated-at": "2026-11-21T00:00:00Z", "previous-public-key": secondKey, "previous-fingerprint": fingerprint(secondKey),
				"operation-error": "not\n\x1b[31mnow",
				"registration":    `{"provider":"gitlab","host":"gitlab.com","repository":"r","keys":{"` + fingerprint(firstKey) + `":{"state":"Failed","message":"the token is refused","since":"2026-11-13T00:00:00Z"}}}`,
			}),
			clitest.StatusConfigMap("garden-blue", map[string]string{
				"a": shootHas(firstKey), "b": `{"uid":"u","deployKeyFingerprint":"SHA256:other","hibernated":true,"observedAt":"2026-11-21T23:00:00Z"}`, "c": shootHas(secondKey),
				"d": `{"uid":"u","deployKeyFingerprint":"unknown","observedAt":"2026-11-21T23:00:00Z"}`,
				"e": `{"uid":"u","deployKeyFingerprint":"` + fingerprint(secondKey) + `","deployKeyRotation":"2026-11-21T00:00:00Z","hibernated":true,"observedAt":"2026-11-21T23:00:00Z"}`,
			}),
		}}
		out, _, err := garden.keys(ctx, "show", "-n", "garden-blue", "-o", "wide")
		Expect(err).NotTo(HaveOccurred())
		Expect(out).To(Equal(`Namespace             garden-blue
Phase                 RotationCompleting
Public key            ` + firstKey + `
Fingerprint           ` + fingerprint(firstKey) + `
Algorithm             ed25519
Age                   10d
Registration          Failed at gitlab.com: the token is refused
Rotated               24h ago
Previous public key   ` + secondKey + `
Previous fingerprint  ` + fingerprint(secondKey) + `
Refused               not [31mnow
Used by               1 of 5 shoots
                      a has the current key, as of 60m ago
                      b has another key, SHA256:other and is hibernated, and has not received the current key, as of 60m ago
                      c has the previous key, as of 60m ago
                      d has not reported a key yet, as of 60m ago
                      e has the previous key and is hibernated, as of 60m ago
`))
		out, _, err = garden.keys(ctx, "show", "-n", "garden-blue", "-o", "json")
		Expect(err).NotTo(HaveOccurred())
		Expect(out).To(MatchJSON(`{
			"namespace": "garden-blue", "phase": "RotationCompleting",
			"publicKey": "` + firstKey + `", "fingerprint": "` + fingerprint(firstKey) + `", "algorithm": "ed25519",
			"generatedAt": "2026-11-12T00:00:00Z", "secretCreatedAt": "2026-11-02T00:00:00Z", "rotatedAt": "2026-11-21T00:00:00Z",
			"registration": {"state": "Failed", "host": "gitlab.com", "message": "the token is refused", "since": "2026-11-13T00:00:00Z"},
			"previous": {"publicKey": "` + secondKey + `", "fingerprint": "` + fingerprint(secondKey) + `", "algorithm": "ed25519"},
			"operationError": "not [31mnow",
			"shoots": [
				{"name": "a", "key": "current", "fingerprint": "` + fingerprint(firstKey) + `", "observedAt": "2026-11-21T23:00:00Z"},
				{"name": "b", "key": "another", "fingerprint": "SHA256:other", "hibernated": true, "awaitsPresentKey": true, "observedAt": "2026-11-21T23:00:00Z"},
				{"name": "c", "key": "previous", "fingerprint": "` + fingerprint(secondKey) + `", "observedAt": "2026-11-21T23:00:00Z"},
				{"name": "d", "key": "unknown", "fingerprint": "unknown", "observedAt": "2026-11-21T23:00:00Z"},
				{"name": "e", "key": "previous", "fingerprint": "` + fingerprint(secondKey) + `", "hibernated": true, "observedAt": "2026-11-21T23:00:00Z"}
			]}`))
	})

	DescribeTable("returns an error that names the cause",
		func(ctx SpecContext, garden *testGarden, args, message string) {
			_, _, err := garden.keys(ctx, strings.Fields(args)...)
			Expect(err).To(MatchError(ContainSubstring(message)))
		},
		Entry("no namespace", &testGarden{}, "show", "set the namespace of the project with -n"),
		Entry("no Secret", &testGarden{}, "show -n garden-blue", "The extension creates it with the first Shoot of the project"),
		Entry("no permission", &testGarden{funcs: noSecrets()}, "show -n garden-blue", "Members and admins of the project may, viewers may not"),
		Entry("no next key", &testGarden{objects: []client.Object{deployKey("garden-blue", nil)}}, "show -n garden-blue --next", "prepare it with: kubectl shoot-flux keys rotate start -n garden-blue"),
		Entry("an unknown output format", &testGarden{}, "show -n garden-blue -o table", "--output must be one of wide, json, yaml, not \"table\""),
		Entry("-A with -n", &testGarden{}, "list -A -n garden-blue", "cannot be used together"),
		Entry("a Secret without a public key", &testGarden{objects: []client.Object{
			&corev1.Secret{ObjectMeta: metav1.ObjectMeta{Namespace: "garden-blue", Name: "flux-source"}, Data: map[string][]byte{"identity": []byte("s3cret"), "identity.pub": []byte("s3cret")}},
		}}, "show -n garden-blue", "ssh-keygen -y -f"),
	)

	It("reports unknown usage without permission to read flux-status", func(ctx SpecContext) {
		garden := &testGarden{objects: []client.Object{deployKey("garden-blue", nil)}, funcs: interceptor.Funcs{
			Get: func(ctx context.Context, c client.WithWatch, key client.ObjectKey, object client.Object, options ...client.GetOption) error {
				if _, ok := object.(*corev1.ConfigMap); ok {
					return clitest.Forbidden("configmaps")
				}
				return c.Get(ctx, key, object, options...)
			},
			List: func(context.Context, client.WithWatch, client.ObjectList, ...client.ListOption) error {
				return clitest.Forbidden("configmaps")
			},
		}}
		out, _, err := garden.keys(ctx, "list", "-n", "garden-blue")
		Expect(err).NotTo(HaveOccurred())
		Expect(out).To(ContainSubstring("unknown"))
	})
})

var _ = DescribeTable("algorithmOf returns the algorithm as named in the configuration:",
	func(generate func() (any, error), expected string) {
		public, err := generate()
		Expect(err).NotTo(HaveOccurred())
		key, err := ssh.NewPublicKey(public)
		Expect(err).NotTo(HaveOccurred())
		Expect(algorithmOf(key)).To(Equal(expected))
	},
	Entry("ed25519", func() (any, error) { public, _, err := ed25519.GenerateKey(rand.Reader); return public, err }, "ed25519"),
	Entry("P-256", func() (any, error) {
		key, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
		return &key.PublicKey, err
	}, "ecdsa-p256"),
	Entry("P-384", func() (any, error) {
		key, err := ecdsa.GenerateKey(elliptic.P384(), rand.Reader)
		return &key.PublicKey, err
	}, "ecdsa-p384"),
	Entry("P-521", func() (any, error) {
		key, err := ecdsa.GenerateKey(elliptic.P521(), rand.Reader)
		return &key.PublicKey, err
	}, "ecdsa-p521"),
	Entry("RSA", func() (any, error) { key, err := rsa.GenerateKey(rand.Reader, 3072); return &key.PublicKey, err }, "rsa-3072"),
)
