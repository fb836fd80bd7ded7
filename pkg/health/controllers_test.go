// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package health_test

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"time"
	"unicode"
	"unicode/utf8"

	gardencorev1beta1 "github.com/gardener/gardener/pkg/apis/core/v1beta1"
	resourcesv1alpha1 "github.com/gardener/gardener/pkg/apis/resources/v1alpha1"
	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"
	appsv1 "k8s.io/api/apps/v1"
	corev1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"sigs.k8s.io/controller-runtime/pkg/client"
	"sigs.k8s.io/controller-runtime/pkg/client/fake"
	"sigs.k8s.io/controller-runtime/pkg/client/interceptor"

	. "github.com/shoot-flux/gardener-extension-shoot-flux/pkg/health"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/health/observe"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/shoot/toolkit"
)

// unavailable is a Deployment of Flux without an available pod.
func unavailable(name string, conditions ...appsv1.DeploymentCondition) *appsv1.Deployment {
	return &appsv1.Deployment{
		ObjectMeta: metav1.ObjectMeta{Namespace: "flux-system", Name: name},
		Status:     appsv1.DeploymentStatus{Replicas: 1, UpdatedReplicas: 1, UnavailableReplicas: 1, Conditions: conditions},
	}
}

func podOf(controller, name string, statuses ...corev1.ContainerStatus) *corev1.Pod {
	return &corev1.Pod{
		ObjectMeta: metav1.ObjectMeta{Namespace: "flux-system", Name: name, Labels: map[string]string{"app": controller}},
		Status:     corev1.PodStatus{Phase: corev1.PodPending, ContainerStatuses: statuses},
	}
}

func unscheduled(pod *corev1.Pod, message string) *corev1.Pod {
	pod.Status.Conditions = []corev1.PodCondition{{Type: corev1.PodScheduled, Status: corev1.ConditionFalse, Reason: "Unschedulable", Message: message}}
	return pod
}

const image = "registry.example.com/fluxcd/source-controller:v1.9.3"

func waiting(reason, message string) corev1.ContainerStatus {
	return corev1.ContainerStatus{Name: "manager", Image: image, State: corev1.ContainerState{Waiting: &corev1.ContainerStateWaiting{Reason: reason, Message: message}}}
}

func crashed(reason string, code int32, message string) corev1.ContainerStatus {
	status := waiting("CrashLoopBackOff", "back-off 5m0s restarting failed container=manager pod=source-controller-1_flux-system(5f0f3c1e-7a53-4a6e-8f49-0123456789ab)")
	status.LastTerminationState = corev1.ContainerState{Terminated: &corev1.ContainerStateTerminated{Reason: reason, ExitCode: code, Message: message}}
	return status
}

func withImage(status corev1.ContainerStatus, image string) corev1.ContainerStatus {
	status.Image = image
	return status
}

var _ = Describe("Unavailable controllers of Flux", func() {
	const unhealthy = "Deployment flux-system/source-controller: condition \"Available\" has invalid status False (expected True) due to MinimumReplicasUnavailable"
	unhealthyControllers := func() *resourcesv1alpha1.ManagedResource {
		condition := resourceCondition("ResourcesHealthy", "False", "DeploymentUnhealthy", unhealthy)
		condition.LastTransitionTime = metav1.NewTime(time.Date(2026, 11, 21, 12, 0, 0, 0, time.UTC))
		return managedResource("extension-shoot-flux-controllers", resourceCondition("ResourcesApplied", "True", "ApplySucceeded", "ok"), condition)
	}
	shootWith := func(funcs interceptor.Funcs, objects ...client.Object) client.Client {
		GinkgoHelper()
		return fake.NewClientBuilder().WithScheme(toolkit.ClientOptions().Scheme).WithObjects(objects...).WithInterceptorFuncs(funcs).Build()
	}
	all := []string{"source-controller", "kustomize-controller", "helm-controller", "notification-controller"}
	judge := func(ctx context.Context, objects ...client.Object) Verdict {
		GinkgoHelper()
		o := Observation{ManagedResources: []*resourcesv1alpha1.ManagedResource{unhealthyControllers()}}
		Expect(HasUnhealthyControllers(o)).To(BeTrue())
		var err error
		o.Controllers, err = observe.ReadControllers(ctx, shootWith(interceptor.Funcs{}, objects...), "flux-system", all)
		Expect(err).NotTo(HaveOccurred())
		return Judge(o)[0]
	}
	const (
		atRegistry  = "flux.registry in ConfigMap flux-config of the project namespace or in the Shoot's providerConfig"
		inDocuments = " in ConfigMap flux-config of the project namespace or in the Shoot's providerConfig"
	)

	DescribeTable("are explained with pod, image, kubelet message and the setting to check",
		func(ctx SpecContext, reason, message, fix string, objects ...client.Object) {
			verdict := judge(ctx, objects...)
			Expect(verdict.Status).To(BeEquivalentTo("False"))
			Expect(verdict.Cause).To(BeEquivalentTo("InstallationFailed"))
			Expect(verdict.Message).To(Equal(message + ". " + fix + ". ManagedResource extension-shoot-flux-controllers: " + unhealthy))
			Expect(verdict.Reason).To(Equal(reason))
		},
		Entry("missing image", "ImagePullFailed",
			"Pod flux-system/source-controller-1, container manager: image "+image+" cannot be pulled: rpc error: code = NotFound desc = failed to pull and unpack image: "+image+": not found",
			"The registry does not have the image: copy the image, or correct "+atRegistry+", or the operator's image vector overwrite",
			unavailable("source-controller"), podOf("source-controller", "source-controller-1", waiting("ErrImagePull", "rpc error: code = NotFound desc = failed to pull and unpack image: "+image+": not found"))),
		Entry("missing image during a back-off, reported by a newer kubelet", "ImagePullFailed",
			"Pod flux-system/source-controller-1, container manager: image "+image+" cannot be pulled: rpc error: code = NotFound desc = failed to pull and unpack image: "+image+": not found",
			"The registry does not have the image: copy the image, or correct "+atRegistry+", or the operator's image vector overwrite",
			unavailable("source-controller"), podOf("source-controller", "source-controller-1",
				waiting("ImagePullBackOff", `Back-off pulling image "`+image+`": ErrImagePull: rpc error: code = NotFound desc = failed to pull and unpack image: `+image+`: not found`))),
		Entry("missing image during a back-off, reported by an older kubelet", "ImagePullFailed",
			"Pod flux-system/source-controller-1, container manager: image "+image+" cannot be pulled: ImagePullBackOff",
			"Check "+atRegistry+", the Secret that flux.imagePullSecretResourceName names, and the operator's image vector overwrite",
			unavailable("source-controller"), podOf("source-controller", "source-controller-1", waiting("ImagePullBackOff", `Back-off pulling image "`+image+`"`))),
		Entry("digest that is missing in the mirror", "ImagePullFailed",
			"Pod flux-system/source-controller-1, container manager: image registry.example.com/source-controller@sha256:"+strings.Repeat("a1", 32)+" cannot be pulled: manifest unknown",
			"The registry does not have the image: copy the image, or correct "+atRegistry+", or the operator's image vector overwrite, and images.digests, because the registry must have the image with the same digest",
			unavailable("source-controller"), podOf("source-controller", "source-controller-1",
				withImage(waiting("ErrImagePull", "manifest unknown"), "registry.example.com/source-controller@sha256:"+strings.Repeat("a1", 32)))),
		Entry("wrong credentials", "ImagePullFailed",
			"Pod flux-system/source-controller-1, container manager: image "+image+" cannot be pulled: failed to authorize: failed to fetch anonymous token: unexpected status from GET request to https://registry.example.com/token 401 Unauthorized",
			"The registry refuses the credentials, or does not have the image; check the Secret that flux.imagePullSecretResourceName names"+inDocuments+", and "+atRegistry,
			unavailable("source-controller"), podOf("source-controller", "source-controller-1",
				waiting("ErrImagePull", "failed to authorize: failed to fetch anonymous token: unexpected status from GET request to https://u:p4ssw0rd@registry.example.com/token?service=x&sig=s3cret: 401 Unauthorized"))),
		Entry("unreachable registry", "ImagePullFailed",
			"Pod flux-system/source-controller-1, container manager: image "+image+" cannot be pulled: dial tcp 192.0.2.1:443: i/o timeout",
			"The shoot's nodes cannot reach the registry; check "+atRegistry+", and the nodes' network, proxy and certificate authorities",
			unavailable("source-controller"), podOf("source-controller", "source-controller-1", waiting("ErrImagePull", "dial tcp 10.0.0.1:51234->192.0.2.1:443: i/o timeout"))),
		Entry("missing Secret", "ContainerNotCreated",
			"Pod flux-system/source-controller-1, container manager with image "+image+` cannot be created (CreateContainerConfigError): secret "flux-proxy" not found`,
			"Reconcile the Shoot if a Secret or ConfigMap of Flux was deleted in the shoot; otherwise check for a policy or webhook in the shoot that changes the pods of Flux",
			unavailable("source-controller"), podOf("source-controller", "source-controller-1", waiting("CreateContainerConfigError", `secret "flux-proxy" not found`))),
		Entry("crashing container, with the last error in its log", "ContainerCrashes",
			"Pod flux-system/source-controller-1, container manager with image "+image+" keeps crashing (Error, exit code 1): unable to start manager: no such host",
			"Check the log of the container in the shoot, and the nodes' connection to the shoot's API server",
			unavailable("source-controller"), podOf("source-controller", "source-controller-1", crashed("Error", 1,
				`{"level":"info","ts":"2026-11-21T12:00:00Z","msg":"starting"}`+"\n"+`{"level":"error","ts":"2026-11-21T12:00:01Z","msg":"unable to start manager","error":"no such host"}`+"\n"+`{"level":"info","ts":"2026-11-21T12:00:02Z","msg":"stopped"}`+"\n"))),
		Entry("panicking container, without the stack", "ContainerCrashes",
			"Pod flux-system/source-controller-1, container manager with image "+image+" keeps crashing (Error, exit code 2): panic: runtime error: invalid memory address",
			"Check the log of the container in the shoot, and the nodes' connection to the shoot's API server",
			unavailable("source-controller"), podOf("source-controller", "source-controller-1", crashed("Error", 2, "panic: runtime error: invalid memory address\n\ngoroutine 1 [running]:\nmain.main()\n\t/src/main.go:1 +0x1\n"))),
		Entry("container beyond its memory limit", "ContainerCrashes",
			"Pod flux-system/source-controller-1, container manager with image "+image+" keeps crashing (OOMKilled, exit code 137)",
			"The container has exceeded its memory limit: raise limits.memory of the component in flux.resources"+inDocuments,
			unavailable("source-controller"), podOf("source-controller", "source-controller-1", crashed("OOMKilled", 137, ""))),
		Entry("container that is not ready", "ContainerNotReady",
			"Pod flux-system/source-controller-1, container manager with image "+image+" runs but is not ready: its readiness probe fails",
			"Check the log of the container in the shoot, and the nodes' connection to the shoot's API server",
			unavailable("source-controller"), podOf("source-controller", "source-controller-1", corev1.ContainerStatus{Name: "manager", Image: image, State: corev1.ContainerState{Running: &corev1.ContainerStateRunning{}}})),
		Entry("pod that fits no node", "PodsNotScheduled",
			"Pod flux-system/source-controller-1 cannot be scheduled: 0/3 nodes are available: 3 Insufficient memory",
			"Check flux.nodeSelector, flux.tolerations and flux.resources"+inDocuments+", and the number, size and taints of the Shoot's nodes",
			unavailable("source-controller"), unscheduled(podOf("source-controller", "source-controller-1"), "0/3 nodes are available: 3 Insufficient memory.")),
		Entry("unbound volume", "PodsNotScheduled",
			"Pod flux-system/source-controller-1 cannot be scheduled: 0/1 nodes are available: pod has unbound immediate PersistentVolumeClaims",
			"Check flux.storage"+inDocuments+", the StorageClass in the shoot, and the Events of the PersistentVolumeClaims in namespace flux-system of the shoot",
			unavailable("source-controller"), unscheduled(podOf("source-controller", "source-controller-1"), "0/1 nodes are available: pod has unbound immediate PersistentVolumeClaims.")),
		Entry("exceeded quota", "PodsRefused",
			`Pods of Deployment flux-system/source-controller cannot be created: pods "source-controller-1" is forbidden: exceeded quota: small, requested: pods=1, used: pods=0, limited: pods=0`,
			"Raise the ResourceQuota in namespace flux-system of the shoot, or lower flux.resources"+inDocuments,
			unavailable("source-controller", appsv1.DeploymentCondition{Type: appsv1.DeploymentReplicaFailure, Status: corev1.ConditionTrue, Reason: "FailedCreate",
				Message: `pods "source-controller-1" is forbidden: exceeded quota: small, requested: pods=1, used: pods=0, limited: pods=0`})),
		Entry("Pod Security violation", "PodsRefused",
			`Pods of Deployment flux-system/source-controller cannot be created: pods "source-controller-1" is forbidden: violates PodSecurity "restricted:latest": runAsNonRoot != true`,
			"Flux's pods satisfy the profile restricted, so a policy or webhook in the shoot changes them: exempt namespace flux-system from it, or correct the labels pod-security.kubernetes.io of the namespace",
			unavailable("source-controller", appsv1.DeploymentCondition{Type: appsv1.DeploymentReplicaFailure, Status: corev1.ConditionTrue, Reason: "FailedCreate",
				Message: `pods "source-controller-1" is forbidden: violates PodSecurity "restricted:latest": runAsNonRoot != true`})),
		Entry("policy of the shoot", "PodsRefused",
			`Pods of Deployment flux-system/source-controller cannot be created: admission webhook "policy.example.com" denied the request: no`,
			"A policy or a webhook in the shoot refuses the pods of Flux: exempt namespace flux-system from it",
			unavailable("source-controller", appsv1.DeploymentCondition{Type: appsv1.DeploymentReplicaFailure, Status: corev1.ConditionTrue, Reason: "FailedCreate",
				Message: `admission webhook "policy.example.com" denied the request: no`})),
		Entry("several controllers, the first one explained", "ImagePullFailed",
			"Pod flux-system/kustomize-controller-1, container manager: image "+image+" cannot be pulled: manifest unknown",
			"The registry does not have the image: copy the image, or correct "+atRegistry+", or the operator's image vector overwrite. Also unavailable: source-controller, helm-controller",
			unavailable("source-controller"), unavailable("kustomize-controller"), unavailable("helm-controller"), podOf("kustomize-controller", "kustomize-controller-1", waiting("ErrImagePull", "manifest unknown"))),
	)

	DescribeTable("keep the message of gardener-resource-manager without an explanation",
		func(ctx SpecContext, objects ...client.Object) {
			verdict := judge(ctx, objects...)
			Expect(verdict.Reason).To(Equal("DeploymentUnhealthy"))
			Expect(verdict.Message).To(Equal("ManagedResource extension-shoot-flux-controllers: " + unhealthy))
		},
		Entry("missing Deployment"),
		Entry("Deployment without pods", unavailable("source-controller")),
		Entry("pod being created", unavailable("source-controller"), podOf("source-controller", "source-controller-1", waiting("ContainerCreating", ""))),
		Entry("Deployment that has become available", &appsv1.Deployment{ObjectMeta: metav1.ObjectMeta{Namespace: "flux-system", Name: "source-controller"},
			Status: appsv1.DeploymentStatus{UpdatedReplicas: 1, AvailableReplicas: 1}}, podOf("source-controller", "source-controller-1", waiting("ErrImagePull", "x"))),
		Entry("foreign Deployment with foreign pods", unavailable("mine"), podOf("mine", "mine-1", waiting("ErrImagePull", "x"))),
		Entry("evicted pod", unavailable("source-controller"), func() *corev1.Pod {
			pod := podOf("source-controller", "source-controller-1", waiting("ErrImagePull", "x"))
			pod.Status.Phase = corev1.PodFailed
			return pod
		}()),
	)

	It("are not read if they run, are paused or bootstrapped, or if the shoot is being deleted", func() {
		running := managedResource("extension-shoot-flux-controllers", resourceCondition("ResourcesApplied", "True", "", ""), resourceCondition("ResourcesHealthy", "True", "", ""))
		paused, older := unhealthyControllers(), unhealthyControllers()
		paused.Annotations = map[string]string{"resources.gardener.cloud/ignore": "true"}
		older.Generation++
		for _, o := range []Observation{
			{}, {ManagedResources: []*resourcesv1alpha1.ManagedResource{running}}, {ManagedResources: []*resourcesv1alpha1.ManagedResource{paused}},
			{ManagedResources: []*resourcesv1alpha1.ManagedResource{older}},
			{ManagedResources: []*resourcesv1alpha1.ManagedResource{unhealthyControllers()}, ShootDying: true},
			{ManagedResources: []*resourcesv1alpha1.ManagedResource{unhealthyControllers()}, Bootstrapped: true},
		} {
			Expect(HasUnhealthyControllers(o)).To(BeFalse())
		}
	})

	It("take a bounded number of requests for any objects in the shoot", func(ctx SpecContext) {
		objects := []client.Object{}
		for _, name := range all {
			objects = append(objects, unavailable(name))
		}
		for i := range 200 {
			pod := podOf(all[i%2], fmt.Sprintf("pod-%03d", i), waiting("ErrImagePull", "x"))
			if i%2 == 0 {
				pod.Status.Phase = corev1.PodFailed
			}
			objects = append(objects, pod)
		}
		gets, lists := 0, 0
		shoot := shootWith(interceptor.Funcs{
			Get: func(ctx context.Context, c client.WithWatch, key client.ObjectKey, object client.Object, options ...client.GetOption) error {
				gets++
				return c.Get(ctx, key, object, options...)
			},
			List: func(ctx context.Context, c client.WithWatch, list client.ObjectList, options ...client.ListOption) error {
				lists++
				applied := (&client.ListOptions{}).ApplyOptions(options)
				Expect(applied.Limit).To(BeNumerically("<=", 10))
				Expect(applied.Namespace).To(Equal("flux-system"))
				err := c.List(ctx, list, options...)
				list.SetContinue(fmt.Sprintf("more %d", lists))
				return err
			},
		}, objects...)
		controllers, err := observe.ReadControllers(ctx, shoot, "flux-system", all)
		Expect(err).NotTo(HaveOccurred())
		Expect(controllers).To(HaveLen(4))
		Expect(controllers[0].Pods).To(BeEmpty(), "all of them have ended")
		Expect(controllers[1].Pods).To(HaveLen(3))
		Expect(gets).To(Equal(4))
		Expect(lists).To(BeNumerically("<=", 11))
	})

	It("are explained in a short printable message for hostile texts", func(ctx SpecContext) {
		hostile := "\x1b[31m\u202e" + strings.Repeat("ä", 1<<20) + "\n"
		token := "ghp_" + strings.Repeat("aB3", 12)
		pod := podOf("source-controller", "source-controller-1", withImage(waiting("ErrImagePull", "token "+token+" https://u:s3cret@h/?sig=s3cret "+hostile), hostile),
			crashed(hostile, 1, hostile), waiting(hostile, hostile))
		verdict := judge(ctx, unavailable("source-controller"), pod)
		Expect(verdict.Reason).To(Equal("ImagePullFailed"))
		Expect(len(verdict.Message)).To(BeNumerically("<", 2048))
		Expect(utf8.ValidString(verdict.Message)).To(BeTrue())
		Expect(strings.IndexFunc(verdict.Message, func(r rune) bool { return !unicode.IsPrint(r) })).To(Equal(-1))
		Expect(verdict.Message).NotTo(Or(ContainSubstring("s3cret"), ContainSubstring(token)))
	})

	It("return an error if the shoot refuses to list their pods", func(ctx SpecContext) {
		failing := shootWith(interceptor.Funcs{List: func(context.Context, client.WithWatch, client.ObjectList, ...client.ListOption) error {
			return errors.New("refused")
		}}, unavailable("source-controller"))
		_, err := observe.ReadControllers(ctx, failing, "flux-system", all)
		Expect(err).To(MatchError("failed to read the pods of Deployment flux-system/source-controller: failed to list objects of kind Pod in the shoot: refused"))
	})

	It("keep the kubelet's message during a back-off, so that no write is needed", func() {
		now := time.Date(2026, 11, 21, 12, 30, 0, 0, time.UTC)
		damp := func(reason, message string, before ...gardencorev1beta1.Condition) Verdict {
			o := Observation{ManagedResources: []*resourcesv1alpha1.ManagedResource{unhealthyControllers()}, Controllers: []observe.Controller{{Namespace: "flux-system", Name: "source-controller", Pods: []observe.Pod{{
				Name: "source-controller-1", Containers: []observe.Container{{Name: "manager", Image: image, Waiting: reason, WaitingMessage: message}},
			}}}}}
			return Damping{Threshold: time.Minute, Now: now}.Damp(Judge(o), Past{Conditions: before})[0]
		}
		first := damp("ErrImagePull", "manifest unknown")
		Expect(first.Status).To(BeEquivalentTo("False"))
		before := gardencorev1beta1.Condition{Type: first.Type, Status: first.Status, Reason: first.Reason, Message: first.Message}
		Expect(damp("ImagePullBackOff", `Back-off pulling image "`+image+`"`, before).Message).To(Equal(first.Message))
		Expect(damp("ErrImagePull", "401 Unauthorized", before).Message).To(ContainSubstring("401 Unauthorized"))
	})
})
