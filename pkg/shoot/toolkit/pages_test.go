// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package toolkit_test

import (
	"context"
	"errors"
	"fmt"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"
	apierrors "k8s.io/apimachinery/pkg/api/errors"
	"k8s.io/apimachinery/pkg/api/meta"
	"k8s.io/utils/clock"
	"sigs.k8s.io/controller-runtime/pkg/client"
	"sigs.k8s.io/controller-runtime/pkg/client/interceptor"

	. "github.com/shoot-flux/gardener-extension-shoot-flux/pkg/shoot/toolkit"
)

var _ = Describe("Lists", func() {
	// listing is a shoot with these objects whose lists are answered by answer, which gets the options of each.
	listing := func(answer func(ctx context.Context, c client.WithWatch, list client.ObjectList, options client.ListOptions) error, objects ...client.Object) (*Shoot, client.Client) {
		_, c, _ := shootWith(nil, append(fluxKinds(), objects...)...)
		paging := interceptor.NewClient(c.(client.WithWatch), interceptor.Funcs{
			List: func(ctx context.Context, c client.WithWatch, list client.ObjectList, given ...client.ListOption) error {
				options := client.ListOptions{}
				options.ApplyOptions(given)
				return answer(ctx, c, list, options)
			},
		})
		return New(technicalID, paging, resources{}), c
	}
	// perPage answers the objects of lists two by two, as an API server does that is asked for two.
	perPage := func(expire func(token string) bool) func(context.Context, client.WithWatch, client.ObjectList, client.ListOptions) error {
		return func(ctx context.Context, c client.WithWatch, list client.ObjectList, options client.ListOptions) error {
			if expire(options.Continue) {
				expired := apierrors.NewResourceExpired("the continue token is too old")
				expired.ErrStatus.Continue = "again-" + options.Continue
				return expired
			}
			start := 0
			if options.Continue != "" {
				last := options.Continue[len(options.Continue)-1]
				start = int(last - '0')
			}
			if err := c.List(ctx, list, &client.ListOptions{Namespace: options.Namespace, LabelSelector: options.LabelSelector}); err != nil {
				return err
			}
			return cutPage(list, start, 2)
		}
	}

	kinds := map[string]func(context.Context, *Shoot) error{
		"Survey":       func(ctx context.Context, s *Shoot) error { _, err := s.Survey(ctx); return err },
		"Installed":    func(ctx context.Context, s *Shoot) error { _, err := s.Installed(ctx); return err },
		"Suspend":      func(ctx context.Context, s *Shoot) error { _, err := s.Suspend(ctx, root); return err },
		"Prune":        func(ctx context.Context, s *Shoot) error { _, err := s.Prune(ctx, root); return err },
		"Release":      func(ctx context.Context, s *Shoot) error { _, err := s.UnblockDeletion(ctx, nil); return err },
		"Taken":        func(ctx context.Context, s *Shoot) error { _, err := s.Taken(ctx, ""); return err },
		"Protect":      func(ctx context.Context, s *Shoot) error { return s.Protect(ctx) },
		"AllowCleanup": func(ctx context.Context, s *Shoot) error { return s.AllowCleanup(ctx) },
		"SweepControllers": func(ctx context.Context, s *Shoot) error {
			_, err := s.SweepControllers(ctx, []string{"flux-system"})
			return err
		},
		"SweepConfig": func(ctx context.Context, s *Shoot) error {
			_, err := s.SweepConfig(ctx, []string{"flux-system"})
			return err
		},
		"Migrate": func(ctx context.Context, s *Shoot) error {
			_, err := s.Migrate(ctx, NewMigrations(clock.RealClock{}), map[string][]string{"kustomizations.kustomize.toolkit.fluxcd.io": {"v1"}})
			return err
		},
	}
	for name, use := range kinds {
		It("end in "+name+" if the API server repeats a token", func(ctx SpecContext) {
			requests := 0
			s, _ := listing(func(_ context.Context, _ client.WithWatch, list client.ObjectList, options client.ListOptions) error {
				Expect(options.Limit).To(BeNumerically(">", 0), "%T is not read page by page", list)
				requests++
				list.SetContinue("same")
				return nil
			})
			Expect(use(ctx, s)).To(MatchError(ContainSubstring("its API server does not end the list")))
			Expect(requests).To(Equal(2))
		})
	}

	It("end if the API server returns another token with each page and no last page", func(ctx SpecContext) {
		requests := 0
		s, _ := listing(func(_ context.Context, _ client.WithWatch, list client.ObjectList, _ client.ListOptions) error {
			requests++
			list.SetContinue(fmt.Sprint(requests))
			return nil
		})
		_, err := s.Survey(ctx)
		Expect(err).To(MatchError("failed to list objects of kind Deployment in the shoot: its API server does not end the list after 2000 pages"))
	})

	DescribeTable("are read page by page to the end",
		func(ctx SpecContext, expire func(string) bool) {
			objects := []client.Object{kustomization("flux-system", "flux-system")}
			for _, name := range []string{"a", "b", "c", "d"} {
				objects = append(objects, kustomization("apps", name))
			}
			s, c := listing(perPage(expire), objects...)
			Expect(s.Suspend(ctx, root)).To(Equal(5))
			for _, object := range objects {
				Expect(c.Get(ctx, client.ObjectKeyFromObject(object), object)).To(Succeed())
			}
			released, err := s.UnblockDeletion(ctx, nil)
			Expect(err).NotTo(HaveOccurred())
			Expect(released.Blocked).To(HavePrefix("Kustomization apps/a (example.com/other), Kustomization apps/b"))
			for _, object := range objects {
				Expect(c.Get(ctx, client.ObjectKeyFromObject(object), object)).To(Succeed())
				Expect(object.GetFinalizers()).To(Equal([]string{"example.com/other"}), object.GetName())
			}
		},
		Entry("without interruption", func(string) bool { return false }),
		Entry("with a token that expired because etcd was compacted", func(token string) bool { return token == "2" }),
	)

	It("of one kind that fail do not prevent others from being suspended", func(ctx SpecContext) {
		source := object("source.toolkit.fluxcd.io", "GitRepository", "flux-system", "flux-system")
		_, c, _ := shootWith(nil, append(fluxKinds(), kustomization("flux-system", "flux-system"), source)...)
		refused := errors.New("the response is too large")
		hostile := interceptor.NewClient(c.(client.WithWatch), interceptor.Funcs{
			Get: func(ctx context.Context, c client.WithWatch, key client.ObjectKey, o client.Object, options ...client.GetOption) error {
				if o.GetObjectKind().GroupVersionKind().Kind == "Kustomization" {
					return refused
				}
				return c.Get(ctx, key, o, options...)
			},
			List: func(ctx context.Context, c client.WithWatch, list client.ObjectList, options ...client.ListOption) error {
				if list.GetObjectKind().GroupVersionKind().Kind == "KustomizationList" {
					return refused
				}
				return c.List(ctx, list, options...)
			},
		})
		suspended, err := New(technicalID, hostile, nil).Suspend(ctx, root)
		Expect(err).To(MatchError(And(ContainSubstring("failed to read Kustomization flux-system/flux-system of the shoot: the response is too large"),
			ContainSubstring("failed to list objects of kind Kustomization in the shoot: the response is too large"))))
		Expect(suspended).To(Equal(1))
		Expect(c.Get(ctx, client.ObjectKeyFromObject(source), source)).To(Succeed())
		Expect(source.Object["spec"]).To(HaveKeyWithValue("suspend", true))
	})

	It("with an expired token are not treated as complete", func(ctx SpecContext) {
		s, _ := listing(func(_ context.Context, _ client.WithWatch, list client.ObjectList, options client.ListOptions) error {
			if options.Continue != "" {
				return apierrors.NewResourceExpired("the continue token is too old")
			}
			list.SetContinue("next")
			return nil
		})
		_, err := s.Suspend(ctx, root)
		Expect(err).To(MatchError(ContainSubstring("the continue token is too old")))
	})
})

// cutPage leaves of a list what is in the page of that size from start, and the token for the next.
func cutPage(list client.ObjectList, start, size int) error {
	items, err := meta.ExtractList(list)
	if err != nil {
		return err
	}
	end := min(start+size, len(items))
	if end < len(items) {
		list.SetContinue(fmt.Sprint(end))
	}
	return meta.SetList(list, items[min(start, end):end])
}
