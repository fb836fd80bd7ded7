// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package e2e_test

import (
	"bytes"
	"compress/gzip"
	"crypto/tls"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"time"

	extensionsv1alpha1 "github.com/gardener/gardener/pkg/apis/extensions/v1alpha1"
	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"
	corev1 "k8s.io/api/core/v1"
	apierrors "k8s.io/apimachinery/pkg/api/errors"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"k8s.io/client-go/util/workqueue"
	"sigs.k8s.io/controller-runtime/pkg/client"

	sourcev1 "github.com/fluxcd/source-controller/api/v1"

	"github.com/shoot-flux/gardener-extension-shoot-flux/test/landscape/pki"
)

const mebibyte = 1 << 20

// spaces is a JSON document of that many MiB, compressed to a thousandth.
func spaces(mebibytes int) []byte {
	GinkgoHelper()
	compressed := &bytes.Buffer{}
	w := gzip.NewWriter(compressed)
	blank := bytes.Repeat([]byte(" "), mebibyte)
	_, err := io.WriteString(w, `{"apiVersion":"kustomize.toolkit.fluxcd.io/v1",`)
	Expect(err).NotTo(HaveOccurred())
	for range mebibytes {
		_, err := w.Write(blank)
		Expect(err).NotTo(HaveOccurred())
	}
	_, err = io.WriteString(w, `"kind":"Kustomization"}`)
	Expect(err).NotTo(HaveOccurred())
	Expect(w.Close()).To(Succeed())
	return compressed.Bytes()
}

// answersItself has an API server of the shoot's administrator answer for a version of a group, and returns how to end that. What it
// answers to Kubernetes' and Flux's own controllers is nothing: they are not what is tested. It fails if nobody answers for the group.
func (s shoot) answersItself(group, version string, answer http.HandlerFunc) (end func(), err error) {
	GinkgoHelper()
	c := s.client()
	port := hostileServer(group, version, answer)
	service := &corev1.Service{
		ObjectMeta: metav1.ObjectMeta{Namespace: "default", Name: fmt.Sprintf("hostile-%d", port)},
		Spec:       corev1.ServiceSpec{Type: corev1.ServiceTypeExternalName, ExternalName: "localhost"},
	}
	if err := c.Create(s.ctx, service); err != nil {
		return nil, err
	}
	api := &unstructured.Unstructured{}
	api.SetAPIVersion("apiregistration.k8s.io/v1")
	api.SetKind("APIService")
	api.SetName(version + "." + group)
	end = func() {
		GinkgoHelper()
		Eventually(s.ctx, func(g Gomega) {
			g.Expect(client.IgnoreNotFound(c.Delete(s.ctx, api))).To(Succeed())
			g.Expect(client.IgnoreNotFound(c.Delete(s.ctx, service))).To(Succeed())
		}).Should(Succeed())
	}
	if err := c.Get(s.ctx, client.ObjectKeyFromObject(api), api); err != nil {
		return nil, errors.Join(err, c.Delete(s.ctx, service))
	}
	// Without the label, the API server leaves it as it is.
	api.SetLabels(nil)
	api.Object["spec"] = map[string]any{
		"group": group, "version": version, "groupPriorityMinimum": int64(1000), "versionPriority": int64(100),
		"service": map[string]any{"namespace": service.Namespace, "name": service.Name, "port": port}, "insecureSkipTLSVerify": true,
	}
	if err := c.Update(s.ctx, api); err != nil {
		return nil, errors.Join(err, c.Delete(s.ctx, service))
	}
	return end, nil
}

// hostileServer starts a server that answers for a group's Kustomizations, and returns its port. It ends with the test.
func hostileServer(group, version string, answer http.HandlerFunc) int64 {
	GinkgoHelper()
	ca, err := pki.NewCA("hostile")
	Expect(err).NotTo(HaveOccurred())
	certificate, err := ca.Server("hostile", []string{"hostile.default.svc"}, nil)
	Expect(err).NotTo(HaveOccurred())
	pair, err := tls.X509KeyPair(certificate.Cert, certificate.Key)
	Expect(err).NotTo(HaveOccurred())
	server := httptest.NewUnstartedServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Content-Type", "application/json")
		switch {
		case r.URL.Path == "/apis/"+group+"/"+version:
			_, _ = fmt.Fprintf(w, `{"kind":"APIResourceList","apiVersion":"v1","groupVersion":"%s/%s","resources":[{"name":"kustomizations","singularName":"kustomization","kind":"Kustomization","namespaced":true,"verbs":["get","list","patch"]}]}`, group, version)
		case strings.HasPrefix(r.Header.Get("X-Remote-User"), "system:") || strings.HasPrefix(r.UserAgent(), "gardener-resource-manager"):
			w.WriteHeader(http.StatusServiceUnavailable)
		default:
			answer(w, r)
		}
	}))
	server.TLS = &tls.Config{MinVersion: tls.VersionTLS12, Certificates: []tls.Certificate{pair}}
	server.StartTLS()
	DeferCleanup(server.Close)
	_, port, err := net.SplitHostPort(server.Listener.Addr().String())
	Expect(err).NotTo(HaveOccurred())
	number, err := strconv.ParseInt(port, 10, 32)
	Expect(err).NotTo(HaveOccurred())
	return number
}

// isBelow reports whether a process was started by the other, or by one that it has started.
func isBelow(process string, other int) bool {
	for process != "" && process != "0" {
		if process == strconv.Itoa(other) {
			return true
		}
		status, err := os.ReadFile(filepath.Join("/proc", process, "status"))
		if err != nil {
			return false
		}
		_, rest, _ := strings.Cut(string(status), "\nPPid:\t")
		process, _, _ = strings.Cut(rest, "\n")
	}
	return false
}

// extensionMemory returns the most memory that a process of the extension has had so far, in MiB.
func extensionMemory() int {
	GinkgoHelper()
	processes, err := filepath.Glob("/proc/[0-9]*/status")
	Expect(err).NotTo(HaveOccurred())
	most := 0
	for _, process := range processes {
		status, err := os.ReadFile(process)
		if err != nil {
			continue // It has ended.
		}
		// The kernel keeps 15 bytes of a name. Another landscape on this machine has such processes as well.
		if !strings.HasPrefix(string(status), "Name:\tgardener-extens\n") || !isBelow(filepath.Base(filepath.Dir(process)), os.Getpid()) {
			continue
		}
		for line := range strings.Lines(string(status)) {
			if fields := strings.Fields(line); len(fields) == 3 && fields[0] == "VmHWM:" {
				kibibytes, err := strconv.Atoi(fields[1])
				Expect(err).NotTo(HaveOccurred())
				most = max(most, kibibytes>>10)
			}
		}
	}
	Expect(most).NotTo(BeZero(), "no process of the extension was found")
	return most
}

var _ = Describe("A shoot whose administrator serves an API group of Flux", Label("long"), func() {
	It("is reported as unreachable, with what is wrong; other shoots are not affected, and the removal names what is in its way", Label("long"), func(ctx SpecContext) {
		user := inGarden(ctx)
		user.project("hostile", repository(ctx, "hostile", true))
		user.project("neighbour", repository(ctx, "neighbour", true))
		s, neighbour := user.shoot("hostile", "only", seedName, false), user.shoot("neighbour", "only", seedName, false)
		for _, shoot := range []shoot{s, neighbour} {
			shoot.succeeds()
			shoot.eventually("FluxKustomizationReady", "True", "ReconciliationSucceeded", Not(BeEmpty()))
		}
		before := extensionMemory()

		By("64 MiB in 64 KiB, by way of the shoot's own kube-apiserver")
		bomb := spaces(64)
		end, err := s.answersItself("kustomize.toolkit.fluxcd.io", "v1", func(w http.ResponseWriter, _ *http.Request) {
			w.Header().Set("Content-Encoding", "gzip")
			_, _ = w.Write(bomb)
		})
		Expect(err).NotTo(HaveOccurred())
		const request = `"/apis/kustomize.toolkit.fluxcd.io/v1/namespaces/flux-system/kustomizations/flux-system": the response is `
		s.eventually("FluxKustomizationReady", "Unknown", "ShootUnreachable", ContainSubstring("failed to read from the shoot's API server: GET "+request))
		for _, condition := range s.extension(Default).Status.Conditions {
			AddReportEntry(string(condition.Type), fmt.Sprintf("%s %s: %s", condition.Status, condition.Reason, condition.Message))
		}

		By("the neighbour's next commit is reported")
		revision := commit(ctx, "neighbour", "from-git", "second")
		neighbour.shows("from-git", "second")
		Eventually(ctx, func(g Gomega) { g.Expect(neighbour.status(g).AppliedRevision).To(ContainSubstring(revision)) }).Should(Succeed())

		By("the removal names what is in its way")
		s.ask(func(object *gardenerShoot) { object.Spec.Extensions = nil })
		Eventually(ctx, func(g Gomega) {
			failed := s.extension(g).Status.LastError
			g.Expect(failed).NotTo(BeNil())
			g.Expect(failed.Description).To(And(
				ContainSubstring("failed to remove Flux from the shoot (deletionPolicy Orphan): "),
				MatchRegexp(`GET "/apis/kustomize.toolkit.fluxcd.io/v1/[^"]*": the response is `)))
			AddReportEntry("removal", failed.Description)
		}).Should(Succeed())
		after := extensionMemory()
		AddReportEntry("memory", fmt.Sprintf("most of a process before: %d MiB, after: %d MiB", before, after))
		Expect(after-before).To(BeNumerically("<", 128), "MiB")

		By("and goes on once the administrator has ended it")
		end()
		s.succeeds()
		s.hasNoExtension()
		s.hasNoFlux()
	}, SpecTimeout(6*time.Minute))
})

var _ = Describe("A shoot with a gigabyte of Flux's objects", Label("long"), func() {
	It("is checked, and Flux is removed from it, within the memory of a few pages", func(ctx SpecContext) {
		const objects, size = 1000, mebibyte
		user := inGarden(ctx)
		user.project("gigabyte", repository(ctx, "gigabyte", true))
		s := user.shoot("gigabyte", "only", seedName, false, configured("flux: {components: [source-controller, kustomize-controller]}\n"))
		s.succeeds()
		s.eventually("FluxKustomizationReady", "True", "ReconciliationSucceeded", Not(BeEmpty()))

		By("objects that are suspended, so that source-controller does not work for hours on what is not tested")
		c := s.client()
		ignored := strings.Repeat("x", size)
		failed := make([]error, objects)
		began := time.Now()
		workqueue.ParallelizeUntil(ctx, 4, objects, func(i int) {
			object := &sourcev1.GitRepository{ObjectMeta: metav1.ObjectMeta{Namespace: "default", Name: fmt.Sprintf("large-%d", i), Finalizers: []string{sourcev1.SourceFinalizer}}}
			object.Spec.URL, object.Spec.Suspend, object.Spec.Ignore = "https://example.org/none", true, &ignored
			object.Spec.Interval = metav1.Duration{Duration: time.Hour}
			failed[i] = c.Create(ctx, object)
		})
		for _, err := range failed {
			Expect(err).NotTo(HaveOccurred())
		}
		before := extensionMemory()
		AddReportEntry("created", fmt.Sprintf("%d objects of %d KiB in %s", objects, size>>10, time.Since(began).Round(time.Second)))

		By("a commit is reported")
		revision := commit(ctx, "gigabyte", "from-git", "second")
		s.pull()
		Eventually(ctx, func(g Gomega) { g.Expect(s.status(g).AppliedRevision).To(ContainSubstring(revision)) }).WithTimeout(5 * time.Minute).Should(Succeed())

		By("and Flux is removed")
		began = time.Now()
		s.ask(func(object *gardenerShoot) { object.Spec.Extensions = nil })
		Eventually(ctx, func() bool {
			err := seed(s.seed).Client.Get(ctx, client.ObjectKey{Namespace: s.namespace(), Name: "shoot-flux"}, &extensionsv1alpha1.Extension{})
			return apierrors.IsNotFound(err)
		}).WithTimeout(15 * time.Minute).Should(BeTrue())
		after := extensionMemory()
		AddReportEntry("removed", fmt.Sprintf("in %s; most memory of a process before: %d MiB, after: %d MiB", time.Since(began).Round(time.Second), before, after))
		Expect(after-before).To(BeNumerically("<", 256), "MiB")
		s.hasNoFlux()
	}, SpecTimeout(25*time.Minute))
})
