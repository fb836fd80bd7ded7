// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package push

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"
	"github.com/prometheus/client_golang/prometheus"
	dto "github.com/prometheus/client_model/go"

	fluxv1alpha1 "github.com/shoot-flux/gardener-extension-shoot-flux/pkg/apis/flux/v1alpha1"
)

// site is an endpoint for the webhook of one project.
type site struct {
	*Endpoint

	hooks    *Hooks
	mutex    sync.Mutex
	recorded []string
	failure  error
}

func newSite() *site {
	GinkgoHelper()
	s := &site{hooks: NewHooks()}
	s.hooks.set("garden-demo", &Hook{Namespace: "garden-demo", Type: fluxv1alpha1.PushTypeGitHub, token: token})
	s.Endpoint = NewEndpoint(s.hooks, s.record, NewRequestCounter(prometheus.NewRegistry()), "made up")
	return s
}

func (s *site) record(_ context.Context, namespace string) error {
	s.mutex.Lock()
	defer s.mutex.Unlock()
	if s.failure != nil {
		return s.failure
	}
	s.recorded = append(s.recorded, namespace)
	return nil
}

// answer is the response that a client sees.
type answer struct {
	status int
	header http.Header
	body   string
}

func (s *site) post(path string, header http.Header, body io.Reader) answer {
	request := httptest.NewRequestWithContext(GinkgoT().Context(), http.MethodPost, path, body)
	request.Header = header
	return s.answer(request)
}

func (s *site) answer(request *http.Request) answer {
	recorder := httptest.NewRecorder()
	s.ServeHTTP(recorder, request)
	return answer{recorder.Code, recorder.Header(), recorder.Body.String()}
}

func (s *site) counted(kind fluxv1alpha1.PushType, of outcome) float64 {
	GinkgoHelper()
	metric := &dto.Metric{}
	Expect(s.requests.WithLabelValues(string(kind), string(of)).Write(metric)).To(Succeed())
	return metric.GetCounter().GetValue()
}

var _ = Describe("Endpoint", func() {
	var (
		s    *site
		path string
	)
	push := func() answer {
		GinkgoHelper()
		header, body := sent("github")
		return s.post(path, header, bytes.NewReader(body))
	}
	BeforeEach(func() {
		s = newSite()
		path = pathOf(token, "garden-demo")
	})

	It("stores a push", func() {
		Expect(push().status).To(Equal(http.StatusOK))
		Expect(s.recorded).To(Equal([]string{"garden-demo"}))
		Expect(s.counted(fluxv1alpha1.PushTypeGitHub, accepted)).To(BeEquivalentTo(1))
	})

	It("returns the same response for an unknown path, a wrong token, and a method other than POST", func() {
		header, body := sent("github")
		header.Set("X-Hub-Signature-256", "sha256="+strings.Repeat("0", 64))
		wrong := s.post(path, header, bytes.NewReader(body))
		Expect(wrong.status).To(Equal(http.StatusNotFound))
		for _, other := range []string{"/", "/hook/", path[:len(path)-1], path + "/", path + "0", strings.ToUpper(path), "/hook/../" + path[1:], "/metrics"} {
			header, body := sent("github")
			Expect(s.post(other, header, bytes.NewReader(body))).To(Equal(wrong), other)
		}
		for _, method := range []string{http.MethodGet, http.MethodHead, http.MethodPut, http.MethodOptions} {
			Expect(s.answer(httptest.NewRequestWithContext(GinkgoT().Context(), method, path, http.NoBody))).To(Equal(wrong), method)
		}
		Expect(s.recorded).To(BeEmpty())
		Expect(s.counted(fluxv1alpha1.PushTypeGitHub, refused)).To(BeEquivalentTo(5))
		Expect(s.counted(stranger, refused)).To(BeEquivalentTo(8))
	})

	It("does not accept the random token for unknown paths", func() {
		Expect(s.post(pathOf("made up", ""), http.Header{}, http.NoBody).status).To(Equal(http.StatusNotFound))
		known := newCheck(stranger, "made up", http.Header{})
		signature := hex.EncodeToString(known.Sum(nil))
		Expect(s.post("/", http.Header{"X-Hub-Signature-256": {"sha256=" + signature}}, http.NoBody).status).To(Equal(http.StatusNotFound))
		Expect(s.recorded).To(BeEmpty())
	})

	It("ignores events other than pushes, such as GitHub's first ping", func() {
		header, body := sent("github")
		header.Set("X-GitHub-Event", "ping")
		Expect(s.post(path, header, bytes.NewReader(body)).status).To(Equal(http.StatusOK))
		Expect(s.recorded).To(BeEmpty())
		Expect(s.counted(fluxv1alpha1.PushTypeGitHub, ignored)).To(BeEquivalentTo(1))
	})

	It("stores repeated pushes with the same body", func() {
		for range 3 {
			Expect(push().status).To(Equal(http.StatusOK))
		}
		Expect(s.recorded).To(HaveLen(3))
		Expect(s.counted(fluxv1alpha1.PushTypeGitHub, accepted)).To(BeEquivalentTo(3))
	})

	It("accepts a deferred push", func() {
		s.failure = errDeferred
		Expect(push().status).To(Equal(http.StatusOK))
		Expect(s.counted(fluxv1alpha1.PushTypeGitHub, deferred)).To(BeEquivalentTo(1))
	})

	It("ignores the unsigned ping of Bitbucket Data Center on any path", func() {
		s.hooks.set("garden-demo", &Hook{Namespace: "garden-demo", Type: fluxv1alpha1.PushTypeBitbucket, token: token})
		ping := func(path, signature string) answer {
			header, body := sent("bitbucket-server-ping")
			if signature != "" {
				header.Set("X-Hub-Signature", signature)
			}
			return s.post(path, header, bytes.NewReader(body))
		}
		there := ping(path, "")
		Expect(there.status).To(Equal(http.StatusOK))
		Expect(ping(pathOf(token, "garden-other"), "")).To(Equal(there), "a project without a webhook")
		Expect(ping("/", "")).To(Equal(there))
		_, body := sent("bitbucket-server-ping")
		Expect(ping(path, "sha256="+signed(sha256.New, body))).To(Equal(there))
		Expect(ping(path, "sha256="+strings.Repeat("0", 64))).To(Equal(there))
		Expect(s.recorded).To(BeEmpty())
		Expect(s.counted(stranger, ignored)).To(BeEquivalentTo(5))

		By("it counts as a request to an unknown path")
		header, _ := sent("bitbucket-server-ping")
		Expect(s.post(path, header, io.LimitReader(zeros{}, largestBody+1)).status).To(Equal(http.StatusTooManyRequests))
		get := httptest.NewRequestWithContext(GinkgoT().Context(), http.MethodGet, path, http.NoBody)
		get.Header = header
		Expect(s.answer(get).status).To(Equal(http.StatusNotFound))
	})

	It("reports a push that could not be stored, and accepts it when it is repeated", func() {
		s.failure = errors.New("the garden is down: token " + token)
		failed := push()
		Expect(failed.status).To(Equal(http.StatusServiceUnavailable))
		Expect(failed.body).NotTo(ContainSubstring("garden"), "what went wrong inside is not for clients")
		s.failure = nil
		Expect(push().status).To(Equal(http.StatusOK))
		Expect(s.recorded).To(HaveLen(1))
	})

	It("refuses a body that is too large", func() {
		header, _ := sent("github")
		Expect(s.post(path, header, io.LimitReader(zeros{}, largestBody+1)).status).To(Equal(http.StatusTooManyRequests))
		Expect(s.recorded).To(BeEmpty())
	})

	It("refuses a truncated body", func() {
		header, body := sent("github")
		Expect(s.post(path, header, io.MultiReader(bytes.NewReader(body), broken{})).status).To(Equal(http.StatusNotFound))
		Expect(s.recorded).To(BeEmpty())
	})

	It("limits the concurrent requests of a project and of unknown paths separately", func() {
		release, reading := make(chan struct{}), make(chan struct{}, mostOfStrangers)
		var answers sync.WaitGroup
		slowly := func(path string, count int) {
			for range count {
				answers.Go(func() { s.post(path, http.Header{}, &waiting{reading: reading, release: release}) })
			}
			for range count {
				Eventually(reading).Should(Receive())
			}
		}
		slowly("/hook/guess", mostOfStrangers)
		Expect(s.post("/hook/guess", http.Header{}, http.NoBody).status).To(Equal(http.StatusTooManyRequests))
		Expect(push().status).To(Equal(http.StatusOK))

		slowly(path, mostOfProject)
		Expect(push().status).To(Equal(http.StatusTooManyRequests))
		s.hooks.set("garden-other", &Hook{Namespace: "garden-other", Type: fluxv1alpha1.PushTypeGitHub, token: token})
		header, body := sent("github")
		Expect(s.post(pathOf(token, "garden-other"), header, bytes.NewReader(body)).status).To(Equal(http.StatusOK), "another project")

		close(release)
		answers.Wait()
		Expect(push().status).To(Equal(http.StatusOK))
		Expect(s.limits.reading).To(BeEmpty())
	})

	It("limits the rate of bodies for each project", func() {
		l := newLimiter()
		first, may := l.begin("garden-demo")
		Expect(may).To(BeTrue())
		Expect(first.Limit()).To(BeEquivalentTo(bytesPerSecond))
		second, _ := l.begin("garden-demo")
		Expect(second).To(BeIdenticalTo(first))
		other, _ := l.begin("garden-other")
		Expect(other).NotTo(BeIdenticalTo(first))

		By("a waiting request ends with its context")
		ended, end := context.WithCancel(GinkgoT().Context())
		end()
		read := 0
		request := httptest.NewRequestWithContext(ended, http.MethodPost, path, counted{&read})
		Expect(s.answer(request).status).To(Equal(http.StatusNotFound))
		Expect(read).To(BeNumerically("<=", copyBuffer))
	})

	It("uses a webhook after its token has changed", func() {
		s.hooks.set("garden-demo", &Hook{Namespace: "garden-demo", Type: fluxv1alpha1.PushTypeGitHub, token: "another token"})
		Expect(push().status).To(Equal(http.StatusNotFound), "with the former token")
		s.hooks.set("garden-demo", nil)
		Expect(s.hooks.byPath).To(BeEmpty())
	})
})

// zeros is an endless body.
type zeros struct{}

func (zeros) Read(part []byte) (int, error) { return len(part), nil }

// counted is an endless body that counts the bytes read.
type counted struct{ read *int }

func (c counted) Read(part []byte) (int, error) {
	*c.read += len(part)
	return len(part), nil
}

// broken is a body whose connection breaks.
type broken struct{}

func (broken) Read([]byte) (int, error) { return 0, io.ErrUnexpectedEOF }

// waiting is a body that never arrives.
type waiting struct {
	reading chan<- struct{}
	release <-chan struct{}
}

func (w *waiting) Read([]byte) (int, error) {
	w.reading <- struct{}{}
	<-w.release
	return 0, io.EOF
}
