// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package operator_test

import (
	"context"
	"slices"
	"strings"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"
	corev1 "k8s.io/api/core/v1"
	apierrors "k8s.io/apimachinery/pkg/api/errors"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/client-go/discovery"
	"k8s.io/client-go/rest"
	"sigs.k8s.io/controller-runtime/pkg/client"

	operatorv1alpha1 "github.com/gardener/gardener/pkg/apis/operator/v1alpha1"
)

// remove deletes the Extension, and waits until it is gone.
func (s *story) remove(ctx context.Context) {
	GinkgoHelper()
	extension := &operatorv1alpha1.Extension{ObjectMeta: metav1.ObjectMeta{Name: extensionName}}
	Expect(s.Client.Delete(ctx, extension)).To(Succeed())
	Eventually(ctx, func() error { return s.Client.Get(ctx, client.ObjectKeyFromObject(extension), extension) }).Should(Satisfy(apierrors.IsNotFound))
}

// nothingIsLeft expects that neither cluster has any object of the extension, but for what processes have created
// themselves, the identity in the virtual garden without its permissions, and former Secrets of ManagedResources until
// gardener-resource-manager collects them.
func (s *story) nothingIsLeft(ctx context.Context) {
	GinkgoHelper()
	Eventually(ctx, func(g Gomega) {
		g.Expect(namesOfExtension(ctx, g, s.Garden.Cluster.Config)).To(ConsistOf("ServiceAccount kube-system/extension-admission-shoot-flux"))
	}).Should(Succeed())
	Eventually(ctx, func(g Gomega) {
		g.Expect(namesOfExtension(ctx, g, s.Runtime.Config)).To(And(ContainElements(
			"Lease garden/"+admissionName+"-leader-election", "Lease garden/"+gardenControllerName+"-leader-election",
			HavePrefix("Secret garden/admission-shoot-flux-webhook-server-"),
			HavePrefix("Secret garden/ca-admission-shoot-flux-webhook-"), HavePrefix("Secret garden/ca-admission-shoot-flux-webhook-bundle-"),
		), HaveEach(Or(
			HavePrefix("Lease garden/"), MatchRegexp("^Secret garden/(ca-)?admission-shoot-flux-webhook-"),
			MatchRegexp("^Secret garden/managedresource-extension-(admission-runtime|admission-virtual|registration)-shoot-flux-"),
		))))
	}).Should(Succeed())
}

// projectIsLeft expects that configuration and deploy key of a project are as before, and that no webhook is in the way.
func (s *story) projectIsLeft(ctx context.Context) {
	GinkgoHelper()
	config := &corev1.ConfigMap{}
	Expect(s.Garden.Client.Get(ctx, client.ObjectKey{Namespace: s.project, Name: "flux-config"}, config)).To(Succeed())
	Expect(config.DeletionTimestamp).To(BeNil())
	Expect(config.Data).To(Equal(map[string]string{"repositoryUrl": "ssh://git@github.com/o/r.git"}))
	key := &corev1.Secret{}
	Expect(s.Garden.Client.Get(ctx, client.ObjectKey{Namespace: s.project, Name: "flux-source"}, key)).To(Succeed())
	Expect(key.DeletionTimestamp).To(BeNil())
	Expect(key.Data).To(Equal(map[string][]byte{"identity": []byte("key")}))
	config.Data["repositoryURL"] = "which the admission would refuse"
	Expect(s.Garden.Client.Update(ctx, config)).To(Succeed())
}

// namesOfExtension lists all kinds of a cluster, and returns what has the name of the extension in its name or its
// labels: <kind> <namespace>/<name>.
func namesOfExtension(ctx context.Context, g Gomega, config *rest.Config) []string {
	reader, err := client.New(config, client.Options{})
	g.Expect(err).NotTo(HaveOccurred())
	discoverer, err := discovery.NewDiscoveryClientForConfig(config)
	g.Expect(err).NotTo(HaveOccurred())
	lists, err := discoverer.ServerPreferredResources()
	g.Expect(err).NotTo(HaveOccurred())
	var found []string
	for _, list := range lists {
		for _, resource := range list.APIResources {
			if !slices.Contains(resource.Verbs, "list") || resource.Kind == "Event" {
				continue
			}
			objects := &metav1.PartialObjectMetadataList{}
			objects.APIVersion, objects.Kind = list.GroupVersion, resource.Kind+"List"
			g.Expect(reader.List(ctx, objects)).To(Succeed())
			for _, object := range objects.Items {
				if strings.Contains(object.Name, extensionName) || strings.Contains(object.Labels["app.kubernetes.io/name"], extensionName) {
					found = append(found, resource.Kind+" "+client.ObjectKeyFromObject(&object).String())
				}
			}
		}
	}
	slices.Sort(found)
	return slices.Compact(found)
}
