// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package e2e_test

import (
	"bytes"
	"context"
	"crypto/tls"
	"crypto/x509"
	"encoding/json"
	"fmt"
	"net"
	"net/http"
	"slices"
	"strings"
	"sync"
	"time"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"
	admissionv1 "k8s.io/api/admission/v1"
	admissionregistrationv1 "k8s.io/api/admissionregistration/v1"
	appsv1 "k8s.io/api/apps/v1"
	corev1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/apimachinery/pkg/util/uuid"
	"k8s.io/utils/ptr"
	"sigs.k8s.io/controller-runtime/pkg/client"
)

const namespaceArgument = "--extra-target-namespace=flux-system"

// resourceManagerAsWritten is the shoot's gardener-resource-manager as gardenlet writes it: without what the webhook adds.
func (s shoot) resourceManagerAsWritten() *appsv1.Deployment {
	GinkgoHelper()
	deployment := s.resourceManagerDeployment()
	Expect(seed(s.seed).Client.Get(s.ctx, client.ObjectKeyFromObject(deployment), deployment)).To(Succeed())
	container := &deployment.Spec.Template.Spec.Containers[0]
	Expect(container.Args).To(ContainElement(namespaceArgument))
	container.Args = slices.DeleteFunc(container.Args, func(argument string) bool { return argument == namespaceArgument })
	return deployment
}

// resourceManagerOnPaper is one that never has a pod.
func (s shoot) resourceManagerOnPaper() *appsv1.Deployment {
	labels := map[string]string{"app": "gardener-resource-manager"}
	deployment := s.resourceManagerDeployment()
	deployment.Labels = labels
	deployment.Spec.Replicas = ptr.To(int32(0))
	deployment.Spec.Selector = &metav1.LabelSelector{MatchLabels: labels}
	deployment.Spec.Template.Labels = labels
	deployment.Spec.Template.Spec.Containers = []corev1.Container{{Name: "gardener-resource-manager", Image: "example.org/never-run"}}
	return deployment
}

// askWebhook asks one pod as the API server does that is about to write the Deployment, and returns the arguments that the
// pod adds.
func askWebhook(ctx context.Context, pod string, deployment *appsv1.Deployment) []string {
	GinkgoHelper()
	config := &admissionregistrationv1.MutatingWebhookConfiguration{}
	Expect(seed(seedName).Client.Get(ctx, client.ObjectKey{Name: replicaName}, config)).To(Succeed())
	Expect(config.Webhooks).To(HaveLen(1))
	target := config.Webhooks[0].ClientConfig
	roots := x509.NewCertPool()
	Expect(roots.AppendCertsFromPEM(target.CABundle)).To(BeTrue())
	transport := &http.Transport{TLSClientConfig: &tls.Config{
		MinVersion: tls.VersionTLS12, RootCAs: roots, ServerName: target.Service.Name + "." + target.Service.Namespace + ".svc",
	}, DisableKeepAlives: true}

	object, err := json.Marshal(deployment)
	Expect(err).NotTo(HaveOccurred())
	review := &admissionv1.AdmissionReview{
		TypeMeta: metav1.TypeMeta{APIVersion: admissionv1.SchemeGroupVersion.String(), Kind: "AdmissionReview"},
		Request: &admissionv1.AdmissionRequest{
			UID:       uuid.NewUUID(),
			Kind:      metav1.GroupVersionKind{Group: "apps", Version: "v1", Kind: "Deployment"},
			Resource:  metav1.GroupVersionResource{Group: "apps", Version: "v1", Resource: "deployments"},
			Namespace: deployment.Namespace, Name: deployment.Name, Operation: admissionv1.Create,
			Object: runtime.RawExtension{Raw: object},
		},
	}
	body, err := json.Marshal(review)
	Expect(err).NotTo(HaveOccurred())
	address := net.JoinHostPort(seed(seedName).Node.PodAddress(seed(seedName).ExtensionNamespace, pod), "10250")
	request, err := http.NewRequestWithContext(ctx, http.MethodPost, "https://"+address+*target.Service.Path, bytes.NewReader(body))
	Expect(err).NotTo(HaveOccurred())
	request.Header.Set("Content-Type", "application/json")
	response, err := (&http.Client{Transport: transport}).Do(request)
	Expect(err).NotTo(HaveOccurred())
	defer func() { _ = response.Body.Close() }()
	answer := &admissionv1.AdmissionReview{}
	Expect(json.NewDecoder(response.Body).Decode(answer)).To(Succeed())
	Expect(answer.Response).To(HaveValue(And(HaveField("Allowed", BeTrue()), HaveField("UID", review.Request.UID))))
	var patch []struct {
		Op, Path string
		Value    any
	}
	Expect(json.Unmarshal(answer.Response.Patch, &patch)).To(Succeed())
	var added []string
	for _, change := range patch {
		if argument, ok := change.Value.(string); ok && change.Op == "add" && strings.HasPrefix(change.Path, "/spec/template/spec/containers/0/args/") {
			added = append(added, argument)
		}
	}
	return added
}

// writeInterval is the pause between two writes.
const writeInterval = 10 * time.Millisecond

// writer creates, updates and deletes a Deployment again and again.
type writer struct {
	client     client.Client
	deployment *appsv1.Deployment

	mutex sync.Mutex
	// since is when something happened, from which the times of failures are told.
	since                    time.Time
	written, inARow, longest int
	slowest                  time.Duration
	// writtenBefore is how many writes there were by then.
	writtenBefore int
	// failures are those of the requests, and unseen the writes that nobody has added the argument to.
	failures, unseen []string
}

// mark begins the time.
func (w *writer) mark() {
	w.mutex.Lock()
	defer w.mutex.Unlock()
	w.since, w.writtenBefore = time.Now(), w.written
}

// write does one of the three things. A request that the API server refuses is one that gardenlet would repeat.
func (w *writer) write(ctx context.Context, kind string, do func(object *appsv1.Deployment) error) bool {
	object := w.deployment.DeepCopy()
	began := time.Now()
	err := do(object)
	w.mutex.Lock()
	defer w.mutex.Unlock()
	if ctx.Err() != nil {
		return true
	}
	w.slowest = max(w.slowest, time.Since(began))
	if err != nil {
		w.inARow++
		w.longest = max(w.longest, w.inARow)
		w.failures = append(w.failures, fmt.Sprintf("%+.3f s: %s: %v", time.Since(w.since).Seconds(), kind, err))
		return false
	}
	w.inARow = 0
	w.written++
	if args := object.Spec.Template.Spec.Containers[0].Args; kind != "delete" && !slices.Contains(args, namespaceArgument) {
		w.unseen = append(w.unseen, fmt.Sprintf("%s with %v", kind, args))
	}
	return true
}

func (w *writer) run(ctx context.Context) {
	pace := time.NewTicker(writeInterval)
	defer pace.Stop()
	again := func(kind string, do func(object *appsv1.Deployment) error) {
		for <-pace.C; !w.write(ctx, kind, do); <-pace.C {
		}
	}
	for ctx.Err() == nil {
		again("create", func(object *appsv1.Deployment) error { return w.client.Create(ctx, object) })
		again("update", func(object *appsv1.Deployment) error {
			metav1.SetMetaDataAnnotation(&object.ObjectMeta, "example.com/written", time.Now().String())
			return w.client.Update(ctx, object)
		})
		again("delete", func(object *appsv1.Deployment) error { return client.IgnoreNotFound(w.client.Delete(ctx, object)) })
	}
}

// goesOnWhile writes while something happens, and expects that no write was let through that the webhook has not seen, and that those that
// failed could be repeated.
func (w *writer) goesOnWhile(ctx context.Context, happens func()) {
	GinkgoHelper()
	writing, end := context.WithCancel(ctx)
	var running sync.WaitGroup
	running.Go(func() { w.run(writing) })
	happens()
	end()
	running.Wait()
	Expect(client.IgnoreNotFound(w.client.Delete(ctx, w.deployment.DeepCopy()))).To(Succeed())

	By(fmt.Sprintf("%d writes, %d failures in a row at most, the slowest took %.0f ms; failures: %q", w.written, w.longest, w.slowest.Seconds()*1000, w.failures))
	Expect(w.written-w.writtenBefore).To(BeNumerically(">", 10), "after it has happened, too")
	Expect(w.written-w.writtenBefore).To(BeNumerically(">", len(w.failures)), "the other replica has to answer")
	Expect(w.unseen).To(BeEmpty())
	for _, failure := range w.failures {
		Expect(failure).To(ContainSubstring("failed calling webhook"))
	}
}
