// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package responses

import (
	"context"
	"errors"
	"io"
	"net/http"
	"strings"
	"time"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"
	testclock "k8s.io/utils/clock/testing"
)

// answering is a shoot that answers with a function.
type answering func(*http.Request) (*http.Response, error)

func (a answering) RoundTrip(request *http.Request) (*http.Response, error) { return a(request) }

// with is an answer with a body.
func with(body string, headers ...string) *http.Response {
	response := &http.Response{StatusCode: http.StatusOK, Header: http.Header{"Content-Type": {"application/json"}}, Body: io.NopCloser(strings.NewReader(body))}
	for i := 0; i < len(headers); i += 2 {
		response.Header.Set(headers[i], headers[i+1])
	}
	return response
}

var _ = Describe("Bounded responses", func() {
	var (
		gate *Gate
		now  *testclock.FakeClock
	)
	BeforeEach(func() { gate, now = NewGate(), testclock.NewFakeClock(time.Now()) })

	ask := func(ctx context.Context, transport http.RoundTripper) error {
		request, err := http.NewRequestWithContext(ctx, http.MethodGet, "https://shoot/apis/example.com/v1/widgets", http.NoBody)
		Expect(err).NotTo(HaveOccurred())
		response, err := transport.RoundTrip(request)
		if err != nil {
			return err
		}
		defer response.Body.Close()
		_, err = io.ReadAll(response.Body)
		return err
	}

	It("fail if all responses of an operation exceed the budget, and name it", func(ctx SpecContext) {
		transport := WithBudget(gate.NewShoot(now).Wrap(answering(func(*http.Request) (*http.Response, error) { return with(strings.Repeat(" ", 1<<20)), nil })), 3<<20)
		for range 3 {
			Expect(ask(ctx, transport)).To(Succeed())
		}
		err := ask(ctx, transport)
		Expect(err).To(MatchError(`GET "/apis/example.com/v1/widgets": the responses to all requests of this operation are larger than 3 MiB in total`))
		Expect(IsTooLarge(err)).To(BeFalse(), "fewer objects do not help")
	})

	It("are requested only as JSON", func(ctx SpecContext) {
		var accepted string
		transport := gate.NewShoot(now).Wrap(answering(func(r *http.Request) (*http.Response, error) {
			accepted = r.Header.Get("Accept")
			return with("{}"), nil
		}))
		request, err := http.NewRequestWithContext(ctx, http.MethodGet, "https://shoot/", http.NoBody)
		Expect(err).NotTo(HaveOccurred())
		request.Header.Set("Accept", "application/vnd.kubernetes.protobuf;as=PartialObjectMetadataList;g=meta.k8s.io;v=v1,application/json;as=PartialObjectMetadataList;g=meta.k8s.io;v=v1,application/json")
		response, err := transport.RoundTrip(request)
		Expect(err).NotTo(HaveOccurred())
		response.Body.Close()
		Expect(accepted).To(Equal("application/json;as=PartialObjectMetadataList;g=meta.k8s.io;v=v1,application/json"))
		Expect(request.Header.Get("Accept")).To(HavePrefix("application/vnd.kubernetes.protobuf"), "the request belongs to the caller")
	})

	It("limit the delay of a retry", func(ctx SpecContext) {
		transport := gate.NewShoot(now).Wrap(answering(func(*http.Request) (*http.Response, error) { return with("{}", "Retry-After", "3600"), nil }))
		request, err := http.NewRequestWithContext(ctx, http.MethodGet, "https://shoot/", http.NoBody)
		Expect(err).NotTo(HaveOccurred())
		response, err := transport.RoundTrip(request)
		Expect(err).NotTo(HaveOccurred())
		response.Body.Close()
		Expect(response.Header.Get("Retry-After")).To(Equal("1"))
	})

	Describe("beyond a small size", func() {
		large := strings.Repeat(" ", 1<<20)
		shootWith := func(body string) http.RoundTripper {
			return gate.NewShoot(now).Wrap(answering(func(*http.Request) (*http.Response, error) { return with(body), nil }))
		}

		It("are read a few at a time until the decoded objects are released", func(ctx SpecContext) {
			var releases []func()
			for range LargeResponses {
				held, release := Hold(ctx)
				Expect(ask(held, shootWith(large))).To(Succeed())
				Expect(ask(held, shootWith(large))).To(Succeed(), "the next answer of the same operation takes no more room")
				releases = append(releases, release)
			}
			short, cancel := context.WithTimeout(ctx, 20*time.Millisecond)
			defer cancel()
			Expect(ask(short, shootWith(large))).To(MatchError("waited for 4 other large responses of shoots to be read: context deadline exceeded"))
			Expect(ask(ctx, shootWith(strings.Repeat(" ", 100<<10)))).To(Succeed(), "small answers wait for nobody")
			slow := gate.NewShoot(now)
			slow.account.add(time.Minute)
			Expect(ask(ctx, slow.Wrap(answering(func(*http.Request) (*http.Response, error) { return with(large), nil })))).To(Succeed(), "slow shoots have room of their own")
			releases[0]()
			Expect(ask(ctx, shootWith(large))).To(Succeed())
			Expect(ask(ctx, shootWith(large))).To(Succeed(), "without a hold, an answer takes room until it is read")
		})

		It("free their slot while the shoot delays the next request", func(ctx SpecContext) {
			for range LargeResponses {
				held, release := Hold(ctx)
				DeferCleanup(release)
				Expect(ask(held, shootWith(large))).To(Succeed())
				waiting, end := make(chan struct{}), make(chan struct{})
				DeferCleanup(func() { close(end) })
				go func() {
					defer GinkgoRecover()
					_ = ask(held, gate.NewShoot(now).Wrap(answering(func(*http.Request) (*http.Response, error) {
						close(waiting)
						<-end
						return with("{}"), nil
					})))
				}()
				Eventually(ctx, waiting).Should(BeClosed())
			}
			Expect(ask(ctx, shootWith(large))).To(Succeed())
		})
	})

	Describe("of a slow shoot", func() {
		// slow is a shoot each of whose answers takes ten seconds.
		slow := func() http.RoundTripper {
			return gate.NewShoot(now).Wrap(answering(func(*http.Request) (*http.Response, error) {
				now.Step(10 * time.Second)
				return with("{}"), nil
			}))
		}

		It("occupy only a few workers after the shoot has exceeded its share of time", func(ctx SpecContext) {
			release := make(chan struct{})
			begun := make(chan struct{}, SlowRequests)
			stuck := answering(func(*http.Request) (*http.Response, error) {
				begun <- struct{}{}
				<-release
				return with("{}"), nil
			})
			ended := make(chan error, SlowRequests)
			for range SlowRequests {
				shoot := gate.NewShoot(now)
				shoot.account.add(time.Minute)
				go func() { ended <- ask(ctx, shoot.Wrap(stuck)) }()
			}
			for range SlowRequests {
				Eventually(ctx, begun).Should(Receive())
			}
			shoot := slow()
			for range 4 {
				Expect(ask(ctx, shoot)).To(Succeed(), "within its share, it waits for nobody")
			}
			Expect(ask(ctx, shoot)).To(MatchError(errNotAsked))
			Expect(ask(ctx, gate.NewShoot(now).Wrap(answering(func(*http.Request) (*http.Response, error) { return with("{}"), nil })))).To(Succeed(), "others are not affected")

			now.Step(10 * time.Minute)
			Expect(ask(ctx, shoot)).To(Succeed(), "it comes back")
			close(release)
			for range SlowRequests {
				Eventually(ctx, ended).Should(Receive(BeNil()))
			}
		}, SpecTimeout(30*time.Second))

		It("do not count if each takes no longer than usual", func(ctx SpecContext) {
			shoot := gate.NewShoot(now)
			transport := shoot.Wrap(answering(func(*http.Request) (*http.Response, error) {
				now.Step(200 * time.Millisecond)
				return with("{}"), nil
			}))
			for range 1000 {
				Expect(ask(ctx, transport)).To(Succeed())
			}
			Expect(shoot.account.isSlow()).To(BeFalse())
		})

		It("count as slow if they exceed a limit", func(ctx SpecContext) {
			shoot := gate.NewShoot(now)
			transport := shoot.Wrap(answering(func(*http.Request) (*http.Response, error) { return with(strings.Repeat("[", MostElements+1)), nil }))
			for range 4 {
				failed := (*ExceededError)(nil)
				Expect(errors.As(ask(ctx, transport), &failed)).To(BeTrue())
			}
			Expect(shoot.account.isSlow()).To(BeTrue())
		})
	})
})
