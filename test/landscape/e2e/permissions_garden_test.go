// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package e2e_test

import (
	"bytes"
	"context"
	"fmt"
	"slices"
	"text/tabwriter"
	"time"

	gardencorev1beta1 "github.com/gardener/gardener/pkg/apis/core/v1beta1"
	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"
	authenticationv1 "k8s.io/api/authentication/v1"
	certificatesv1 "k8s.io/api/certificates/v1"
	corev1 "k8s.io/api/core/v1"
	eventsv1 "k8s.io/api/events/v1"
	rbacv1 "k8s.io/api/rbac/v1"
	apierrors "k8s.io/apimachinery/pkg/api/errors"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/fields"
	"k8s.io/apimachinery/pkg/types"
	corev1ac "k8s.io/client-go/applyconfigurations/core/v1"
	"sigs.k8s.io/controller-runtime/pkg/client"
)

// Answers to a request. The last one is given where RBAC allows it and there is no such object.
const (
	allowed  = "allowed"
	denied   = "403"
	conflict = "409"
	notFound = "404"
)

// gardenRequest is a line of the table of what the identities of a seed may do in the garden: ours, and the one that gardenlet
// gives each extension, which ours does not get.
type gardenRequest struct {
	what               string
	do                 func(context.Context, client.WithWatch) error
	own, defaultOnSeed string
}

const rightsNamespace = "garden-rights"

func in(namespace, name string) metav1.ObjectMeta {
	return metav1.ObjectMeta{Namespace: namespace, Name: name}
}

func inProject(name string) metav1.ObjectMeta { return in(rightsNamespace, name) }

func metadataOfSecrets() *metav1.PartialObjectMetadataList {
	return &metav1.PartialObjectMetadataList{TypeMeta: metav1.TypeMeta{APIVersion: "v1", Kind: "SecretList"}}
}

func toGet(object client.Object) func(context.Context, client.WithWatch) error {
	return func(ctx context.Context, c client.WithWatch) error {
		return c.Get(ctx, client.ObjectKeyFromObject(object), object)
	}
}

func toList(list client.ObjectList, options ...client.ListOption) func(context.Context, client.WithWatch) error {
	return func(ctx context.Context, c client.WithWatch) error { return c.List(ctx, list, options...) }
}

// toWatch only begins to.
func toWatch(list client.ObjectList, options ...client.ListOption) func(context.Context, client.WithWatch) error {
	return func(ctx context.Context, c client.WithWatch) error {
		watching, err := c.Watch(ctx, list, options...)
		if err == nil {
			watching.Stop()
		}
		return err
	}
}

func toCreate(object func() client.Object) func(context.Context, client.WithWatch) error {
	return func(ctx context.Context, c client.WithWatch) error { return c.Create(ctx, object()) }
}

func toUpdate(object client.Object) func(context.Context, client.WithWatch) error {
	return func(ctx context.Context, c client.WithWatch) error { return c.Update(ctx, object) }
}

func toDelete(object client.Object) func(context.Context, client.WithWatch) error {
	return func(ctx context.Context, c client.WithWatch) error { return c.Delete(ctx, object) }
}

func toDeleteAll(object client.Object, namespace string) func(context.Context, client.WithWatch) error {
	return func(ctx context.Context, c client.WithWatch) error {
		return c.DeleteAllOf(ctx, object, client.InNamespace(namespace))
	}
}

func toPatch(object client.Object, patch string) func(context.Context, client.WithWatch) error {
	return func(ctx context.Context, c client.WithWatch) error {
		return c.Patch(ctx, object, client.RawPatch(types.MergePatchType, []byte(patch)))
	}
}

func toApplySecret(namespace, name string, options ...func(*corev1ac.SecretApplyConfiguration)) func(context.Context, client.WithWatch) error {
	return func(ctx context.Context, c client.WithWatch) error {
		secret := corev1ac.Secret(name, namespace).WithType(corev1.SecretTypeOpaque).WithData(map[string][]byte{"identity": []byte("now")})
		for _, option := range options {
			option(secret)
		}
		return c.Apply(ctx, secret, client.FieldOwner("permissions"))
	}
}

func toApplyConfigMap(namespace, name, key, manager string) func(context.Context, client.WithWatch) error {
	return func(ctx context.Context, c client.WithWatch) error {
		return c.Apply(ctx, corev1ac.ConfigMap(name, namespace).WithData(map[string]string{key: manager}), client.FieldOwner(manager))
	}
}

func eventOf(namespace, name, reporter string) *eventsv1.Event {
	return &eventsv1.Event{
		ObjectMeta: in(namespace, name), EventTime: metav1.NowMicro(),
		ReportingController: reporter, ReportingInstance: "pod", Action: "Generate", Reason: "Test", Type: corev1.EventTypeNormal,
		Regarding: corev1.ObjectReference{APIVersion: "v1", Kind: "Secret", Namespace: namespace, Name: "flux-source"},
	}
}

func toCreateEvent(namespace, name, reporter string) func(context.Context, client.WithWatch) error {
	return toCreate(func() client.Object { return eventOf(namespace, name, reporter) })
}

func withName(name string) client.ListOption { return client.MatchingFields{"metadata.name": name} }

const reporter = "gardener-extension-shoot-flux"

// whatItHasTo are the requests of the extension.
func whatItHasTo() []gardenRequest {
	again := fmt.Sprintf(`{"series":{"count":2,"lastObservedTime":%q}}`, metav1.NowMicro().Format(metav1.RFC3339Micro))
	return []gardenRequest{
		{"get flux-config", toGet(&corev1.ConfigMap{ObjectMeta: inProject("flux-config")}), allowed, denied},
		{"list all ConfigMaps flux-config", toList(&corev1.ConfigMapList{}, withName("flux-config")), allowed, denied},
		{"watch all ConfigMaps flux-config", toWatch(&corev1.ConfigMapList{}, withName("flux-config")), allowed, denied},
		{"apply flux-source where there is none", toApplySecret(rightsNamespace, "flux-source"), allowed, denied},
		{"get flux-source", toGet(&corev1.Secret{ObjectMeta: inProject("flux-source")}), allowed, denied},
		{"list the metadata of all Secrets flux-source", toList(metadataOfSecrets(), withName("flux-source")), allowed, denied},
		{"watch the metadata of all Secrets flux-source", toWatch(metadataOfSecrets(), withName("flux-source")), allowed, denied},
		{"apply flux-status where there is none", toApplyConfigMap(rightsNamespace, "flux-status", "shoot", "one"), allowed, denied},
		{"apply another Shoot's entry of flux-status", toApplyConfigMap(rightsNamespace, "flux-status", "other", "two"), allowed, denied},
		{"get flux-status", toGet(&corev1.ConfigMap{ObjectMeta: inProject("flux-status")}), allowed, denied},
		{"list flux-status in all namespaces", toList(&corev1.ConfigMapList{}, withName("flux-status")), allowed, denied},
		{"create an Event", toCreateEvent(rightsNamespace, "own", reporter), allowed, ""},
		{"say that it happened again", toPatch(&eventsv1.Event{ObjectMeta: inProject("own")}, again), allowed, ""},
		// Nothing can narrow a read: RBAC knows no labels of namespaces, and policies are not asked.
		{"get flux-source of another project", toGet(&corev1.Secret{ObjectMeta: in("garden-rights2", "flux-source")}), allowed, denied},
		{"get flux-source outside of projects", toGet(&corev1.Secret{ObjectMeta: in("kube-system", "flux-source")}), notFound, denied},
	}
}

// whatItMustNotRead are requests for more than it has to see.
func whatItMustNotRead() []gardenRequest {
	return []gardenRequest{
		{"get another ConfigMap", toGet(&corev1.ConfigMap{ObjectMeta: inProject("kube-root-ca.crt")}), denied, denied},
		{"list ConfigMaps", toList(&corev1.ConfigMapList{}), denied, denied},
		{"list ConfigMaps of the project", toList(&corev1.ConfigMapList{}, client.InNamespace(rightsNamespace)), denied, denied},
		{"list other ConfigMaps by name", toList(&corev1.ConfigMapList{}, withName("kube-root-ca.crt")), denied, denied},
		{"watch ConfigMaps", toWatch(&corev1.ConfigMapList{}), denied, denied},
		{"watch flux-status", toWatch(&corev1.ConfigMapList{}, withName("flux-status")), denied, denied},
		{"get another Secret", toGet(&corev1.Secret{ObjectMeta: inProject("cloud")}), denied, denied},
		{"get the token of a Git host", toGet(&corev1.Secret{ObjectMeta: inProject("flux-git-host")}), denied, denied},
		{"get the token for commit statuses", toGet(&corev1.Secret{ObjectMeta: inProject("flux-commit-status")}), denied, denied},
		{"list Secrets", toList(&corev1.SecretList{}), denied, denied},
		{"list Secrets' metadata", toList(metadataOfSecrets()), denied, denied},
		{"list Secrets of the project", toList(&corev1.SecretList{}, client.InNamespace(rightsNamespace)), denied, denied},
		{"list other Secrets by name", toList(&corev1.SecretList{}, withName("cloud")), denied, denied},
		{"list tokens of Git hosts", toList(&corev1.SecretList{}, withName("flux-git-host")), denied, denied},
		{
			"list all Secrets but one", toList(&corev1.SecretList{}, client.MatchingFieldsSelector{Selector: fields.OneTermNotEqualSelector("metadata.name", "other")}),
			denied, denied,
		},
		{"watch Secrets", toWatch(&corev1.SecretList{}), denied, denied},
		{"watch Secrets of the project", toWatch(&corev1.SecretList{}, client.InNamespace(rightsNamespace)), denied, denied},
		{"watch tokens of Git hosts", toWatch(metadataOfSecrets(), withName("flux-git-host")), denied, denied},
		{"list Events", toList(&eventsv1.EventList{}, client.InNamespace(rightsNamespace)), denied, ""},
		{"list Shoots", toList(&gardencorev1beta1.ShootList{}, client.InNamespace(rightsNamespace)), denied, denied},
		{"list Projects", toList(&gardencorev1beta1.ProjectList{}), denied, ""},
		{"list Namespaces", toList(&corev1.NamespaceList{}), denied, ""},
	}
}

// whatItMustNotWrite are requests that change more than it has to.
func whatItMustNotWrite() []gardenRequest {
	secret := func(name string) *corev1.Secret { return &corev1.Secret{ObjectMeta: inProject(name)} }
	configMap := func(name string) *corev1.ConfigMap { return &corev1.ConfigMap{ObjectMeta: inProject(name)} }
	requests := []gardenRequest{
		{"update flux-config", toUpdate(configMap("flux-config")), denied, denied},
		{"patch flux-config", toPatch(configMap("flux-config"), `{}`), denied, denied},
		{"delete flux-config", toDelete(configMap("flux-config")), denied, ""},
		{"POST flux-status", toCreate(func() client.Object { return &corev1.ConfigMap{ObjectMeta: in("garden-rights3", "flux-status")} }), denied, denied},
		{"update flux-status", toUpdate(configMap("flux-status")), denied, denied},
		{"delete flux-status", toDelete(configMap("flux-status")), denied, denied},
		{"take another seed's entry of flux-status", toApplyConfigMap(rightsNamespace, "flux-status", "shoot", "two"), conflict, denied},
		{"apply another ConfigMap", toApplyConfigMap(rightsNamespace, "other", "x", "y"), denied, denied},
		{"delete all ConfigMaps", toDeleteAll(&corev1.ConfigMap{}, rightsNamespace), denied, denied},

		{"POST flux-source", toCreate(func() client.Object { return &corev1.Secret{ObjectMeta: in("garden-rights3", "flux-source")} }), denied, denied},
		{"update flux-source", toUpdate(secret("flux-source")), denied, denied},
		{"delete flux-source", toDelete(secret("flux-source")), denied, denied},
		{"annotate flux-source", toPatch(secret("flux-source"), `{"metadata":{"annotations":{"x":"y"}}}`), denied, denied},
		{"prepare the next key", toPatch(secret("flux-source"), `{"data":{"next.identity":"bmV4dA=="}}`), denied, denied},
		{"delete all Secrets", toDeleteAll(&corev1.Secret{}, rightsNamespace), denied, denied},
		{"take the key out of flux-source", toPatch(secret("flux-source"), `{"data":{"identity":null}}`), denied, denied},
		{"empty the key in flux-source", toPatch(secret("flux-source"), `{"data":{"identity":""}}`), denied, denied},
		{"put another key into flux-source", toPatch(secret("flux-source"), `{"data":{"identity":"b3RoZXI="}}`), denied, denied},
		{
			"give flux-source an owner", toPatch(secret("flux-source"), `{"metadata":{"ownerReferences":[{"apiVersion":"v1","kind":"ConfigMap","name":"x","uid":"x"}]}}`),
			denied, denied,
		},
		{"have flux-source filled with a token of the project", toApplySecret("garden-rights3", "flux-source", func(secret *corev1ac.SecretApplyConfiguration) {
			secret.WithType(corev1.SecretTypeServiceAccountToken).WithAnnotations(map[string]string{corev1.ServiceAccountNameKey: "default"})
		}), denied, denied},
		{"apply another Secret", toApplySecret(rightsNamespace, "other"), denied, denied},
		{"patch another Secret", toPatch(secret("cloud"), `{}`), denied, denied},
		{"POST flux-git-host", toCreate(func() client.Object { return &corev1.Secret{ObjectMeta: in("garden-rights3", "flux-git-host")} }), denied, denied},
		{"apply flux-git-host", toApplySecret(rightsNamespace, "flux-git-host"), denied, denied},
		{"patch flux-git-host", toPatch(secret("flux-git-host"), `{}`), denied, denied},
		{"update flux-git-host", toUpdate(secret("flux-git-host")), denied, denied},
		{"delete flux-git-host", toDelete(secret("flux-git-host")), denied, ""},

		{"create an Event of gardenlet", toCreateEvent(rightsNamespace, "as-gardenlet", "gardenlet"), denied, ""},
		{"change somebody else's Event", toPatch(&eventsv1.Event{ObjectMeta: inProject("foreign")}, `{"metadata":{"annotations":{"x":"y"}}}`), denied, ""},
		{"delete Events", toDelete(&eventsv1.Event{ObjectMeta: inProject("own")}), denied, ""},
		{"create an Event in the old group", toCreate(func() client.Object {
			return &corev1.Event{ObjectMeta: inProject("old"), InvolvedObject: corev1.ObjectReference{Namespace: rightsNamespace}}
		}), denied, ""},
	}
	// The namespace garden is that of a project, whose Shoots may have Flux too.
	for _, namespace := range []string{"kube-system", "default", "seed-" + seedName} {
		requests = append(
			requests,
			gardenRequest{"apply flux-source in " + namespace, toApplySecret(namespace, "flux-source"), denied, denied},
			gardenRequest{"apply flux-status in " + namespace, toApplyConfigMap(namespace, "flux-status", "x", "y"), denied, denied},
			gardenRequest{"create an Event in " + namespace, toCreateEvent(namespace, "own", reporter), denied, ""},
		)
	}
	return requests
}

// whatIsNoneOfItsBusiness would be ways to more rights.
func whatIsNoneOfItsBusiness() []gardenRequest {
	account := &corev1.ServiceAccount{ObjectMeta: inProject("default")}
	return []gardenRequest{
		{"create a Shoot", toCreate(func() client.Object { return &gardencorev1beta1.Shoot{ObjectMeta: inProject("x")} }), denied, denied},
		{"create a ServiceAccount", toCreate(func() client.Object { return &corev1.ServiceAccount{ObjectMeta: inProject("x")} }), denied, ""},
		{"ask for a token of the project", func(ctx context.Context, c client.WithWatch) error {
			return c.SubResource("token").Create(ctx, account, &authenticationv1.TokenRequest{})
		}, denied, denied},
		{"create a RoleBinding", toCreate(func() client.Object {
			return &rbacv1.RoleBinding{ObjectMeta: inProject("x"), RoleRef: rbacv1.RoleRef{APIGroup: rbacv1.GroupName, Kind: "ClusterRole", Name: "cluster-admin"}}
		}), denied, denied},
		{"widen its ClusterRole", toPatch(&rbacv1.ClusterRole{
			ObjectMeta: metav1.ObjectMeta{Name: "extensions.gardener.cloud:extension-shoot-flux:garden-access"},
		}, `{"rules":[]}`), denied, denied},
		{"ask for a certificate", toCreate(func() client.Object {
			return &certificatesv1.CertificateSigningRequest{ObjectMeta: metav1.ObjectMeta{Name: "x"}}
		}), denied, ""},
	}
}

func answer(err error) string {
	switch {
	case err == nil:
		return allowed
	case apierrors.IsForbidden(err):
		return denied
	case apierrors.IsConflict(err):
		return conflict
	case apierrors.IsNotFound(err):
		return notFound
	}
	return err.Error()
}

var _ = Describe("The extension may do no more than it has to", func() {
	It("in the garden", func(ctx SpecContext) {
		user := inGarden(ctx)
		user.project("rights", map[string]string{})
		user.project("rights2", nil)
		user.project("rights3", nil)
		for _, object := range []client.Object{
			&corev1.Secret{ObjectMeta: inProject("flux-git-host"), Data: map[string][]byte{"token": []byte("x")}},
			&corev1.Secret{ObjectMeta: in("garden-rights2", "flux-source")},
			eventOf(rightsNamespace, "foreign", "gardenlet"),
		} {
			Expect(world.Garden.Client.Create(ctx, object)).To(Succeed())
		}

		own, other := gardenIdentity(ctx, seedName), accountOfSeed("extension-shoot-flux")
		text := &bytes.Buffer{}
		table := tabwriter.NewWriter(text, 0, 0, 2, ' ', 0)
		fmt.Fprintln(table, "\t\tshoot-flux-garden\tdefault identity")
		wrong := 0
		for _, request := range slices.Concat(whatItHasTo(), whatItMustNotRead(), whatItMustNotWrite(), whatIsNoneOfItsBusiness()) {
			answers := [...]string{answer(request.do(ctx, own)), "-"}
			if request.defaultOnSeed != "" {
				answers[1] = answer(request.do(ctx, other))
			}
			mark := ""
			for i, expected := range [...]string{request.own, request.defaultOnSeed} {
				if expected != "" && answers[i] != expected {
					mark, answers[i] = "!", answers[i]+", not "+expected
					wrong++
				}
			}
			fmt.Fprintf(table, "%s\t%s\t%s\t%s\n", mark, request.what, answers[0], answers[1])
		}
		Expect(table.Flush()).To(Succeed())
		GinkgoWriter.Println(text)
		Expect(wrong).To(BeZero(), "%s", text)
	}, SpecTimeout(time.Minute))
})
