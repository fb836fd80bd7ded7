// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package operator_test

import (
	"context"
	"net"
	"strconv"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"
	. "github.com/onsi/gomega/gstruct"
	appsv1 "k8s.io/api/apps/v1"
	authenticationv1 "k8s.io/api/authentication/v1"
	coordinationv1 "k8s.io/api/coordination/v1"
	corev1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"sigs.k8s.io/controller-runtime/pkg/client"

	operatorv1alpha1 "github.com/gardener/gardener/pkg/apis/operator/v1alpha1"

	"github.com/shoot-flux/gardener-extension-shoot-flux/test/landscape/pki"
)

const (
	// admissionPort is the port of the admission's Service.
	admissionPort = 10250

	admissionName        = "gardener-extension-admission-shoot-flux"
	gardenControllerName = "gardener-extension-shoot-flux-garden-controller"
	// accessSecretName is the name of the Secret with their token for the virtual garden.
	accessSecretName = "shoot-access-extension-admission-shoot-flux"
)

// admissionIsHealthy expects what gardener-operator reports after it has looked at the ManagedResources.
func (s *story) admissionIsHealthy(ctx context.Context) {
	GinkgoHelper()
	s.reports(ctx, operatorv1alpha1.ExtensionAdmissionHealthy, "True", "ExtensionAdmissionComponentsRunning", ContainSubstring("admission components are healthy"))
}

// podsHaveAccess expects that both Deployments run with the kubeconfig that gardener-operator injects, and with a token
// that gardener-resource-manager has requested and the virtual garden accepts.
func (s *story) podsHaveAccess(ctx context.Context) {
	GinkgoHelper()
	const mountPath = "/var/run/secrets/gardener.cloud/shoot/generic-kubeconfig"
	for name, replicas := range map[string]int32{admissionName: 2, gardenControllerName: 1} {
		Eventually(ctx, func(g Gomega) {
			deployment := &appsv1.Deployment{}
			g.Expect(s.Client.Get(ctx, client.ObjectKey{Namespace: "garden", Name: name}, deployment)).To(Succeed())
			g.Expect(deployment.Status).To(MatchFields(IgnoreExtras, Fields{
				"ObservedGeneration": Equal(deployment.Generation), "UpdatedReplicas": Equal(replicas), "Replicas": Equal(replicas), "AvailableReplicas": Equal(replicas),
			}))
			pod := deployment.Spec.Template.Spec
			g.Expect(pod.PriorityClassName).To(Equal("gardener-garden-system-400"))
			g.Expect(pod.Containers).To(ConsistOf(MatchFields(IgnoreExtras, Fields{
				"Env":          ContainElement(corev1.EnvVar{Name: "GARDEN_KUBECONFIG", Value: mountPath + "/kubeconfig"}),
				"VolumeMounts": ContainElement(MatchFields(IgnoreExtras, Fields{"MountPath": Equal(mountPath), "ReadOnly": BeTrue()})),
			})))
		}).Should(Succeed())
	}
	access := &corev1.Secret{}
	Expect(s.Client.Get(ctx, client.ObjectKey{Namespace: "garden", Name: accessSecretName}, access)).To(Succeed())
	reader, err := client.New(pki.RESTConfig(s.Garden.Cluster.URL, s.Garden.Cluster.CA.Cert, pki.Credentials{Token: string(access.Data["token"])}), client.Options{})
	Expect(err).NotTo(HaveOccurred())
	review := &authenticationv1.SelfSubjectReview{}
	Expect(reader.Create(ctx, review)).To(Succeed())
	Expect(review.Status.UserInfo.Username).To(Equal("system:serviceaccount:kube-system:extension-admission-shoot-flux"))
}

// gardenControllerLeads expects that the garden controller has been elected, which it reports before it works.
func (s *story) gardenControllerLeads(ctx context.Context) {
	GinkgoHelper()
	Eventually(ctx, func(g Gomega) {
		lease := &coordinationv1.Lease{}
		g.Expect(s.Client.Get(ctx, client.ObjectKey{Namespace: "garden", Name: gardenControllerName + "-leader-election"}, lease)).To(Succeed())
		g.Expect(lease.Spec.HolderIdentity).To(HaveValue(Not(BeEmpty())))
	}).Should(Succeed())
}

// reserveAddress creates the Service of the admission, and returns its address. The virtual garden does not resolve the
// names of Services of the runtime cluster: the operator has to say in the values where it reaches the webhooks.
// gardener-resource-manager updates the Service and keeps the address.
func (s *story) reserveAddress(ctx context.Context) string {
	GinkgoHelper()
	service := &corev1.Service{
		ObjectMeta: metav1.ObjectMeta{Name: admissionName, Namespace: "garden"},
		Spec:       corev1.ServiceSpec{Ports: []corev1.ServicePort{{Name: "webhook", Port: admissionPort}}},
	}
	Expect(s.Client.Create(ctx, service)).To(Succeed())
	return net.JoinHostPort(service.Spec.ClusterIP, strconv.Itoa(admissionPort))
}

// changedValuesAreRolledOut changes a value of the admission, and expects it in the running pods.
func (s *story) changedValuesAreRolledOut(ctx context.Context) {
	GinkgoHelper()
	s.change(ctx, func(extension *operatorv1alpha1.Extension) {
		setAdmissionValues(extension, map[string]any{"logLevel": "debug"})
	})
	s.installed(ctx)
	Eventually(ctx, func(g Gomega) {
		pods := &corev1.PodList{}
		g.Expect(s.Client.List(ctx, pods, client.InNamespace("garden"))).To(Succeed())
		g.Expect(pods.Items).To(HaveLen(3)) // two of the admission, and one of the garden controller
		g.Expect(pods.Items).To(HaveEach(HaveField("Spec.Containers", ConsistOf(HaveField("Args", ContainElement("--log-level=debug"))))))
	}).Should(Succeed())
	s.podsHaveAccess(ctx)
}

// webhooksCheckProjects expects that a wrong configuration of a project is refused, and keeps a right one. It also keeps
// a deploy key, which is the other thing that projects and the extension share.
func (s *story) webhooksCheckProjects(ctx context.Context) {
	GinkgoHelper()
	var err error
	s.project, err = s.Garden.CreateProject(ctx, "team")
	Expect(err).NotTo(HaveOccurred())
	config := &corev1.ConfigMap{
		ObjectMeta: metav1.ObjectMeta{Name: "flux-config", Namespace: s.project},
		Data:       map[string]string{"repositoryUrl": "git@github.com:o/r.git"},
	}
	const message = "repositoryUrl: Forbidden: is not a URL; write ssh://git@github.com/o/r.git"
	// A webhook that cannot be reached is ignored for ConfigMaps: that the configuration is refused shows that it is reached.
	Eventually(ctx, func() error { return s.Garden.Client.Create(ctx, config.DeepCopy(), client.DryRunAll) }).Should(MatchError(ContainSubstring(message)))
	Expect(s.Garden.Client.Create(ctx, config.DeepCopy())).To(MatchError(ContainSubstring(message)))
	config.Data["repositoryUrl"] = "ssh://git@github.com/o/r.git"
	Expect(s.Garden.Client.Create(ctx, config)).To(Succeed())
	Expect(s.Garden.Client.Create(ctx, &corev1.Secret{
		ObjectMeta: metav1.ObjectMeta{Name: "flux-source", Namespace: s.project}, Data: map[string][]byte{"identity": []byte("key")},
	})).To(Succeed())
}
