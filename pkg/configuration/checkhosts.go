// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package configuration

import (
	"fmt"
	"iter"

	"k8s.io/apimachinery/pkg/util/validation/field"
	"k8s.io/utils/ptr"

	configv1alpha1 "github.com/shoot-flux/gardener-extension-shoot-flux/pkg/apis/config/v1alpha1"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/apis/flux/checks"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/apis/flux/githosts"
	fluxv1alpha1 "github.com/shoot-flux/gardener-extension-shoot-flux/pkg/apis/flux/v1alpha1"
)

// checkHosts returns the operator's list of hosts that checks may ask.
func (r *Resolver) checkHosts() githosts.WebList {
	return githosts.NewWebList(ptr.Deref(r.settings.Checks, configv1alpha1.Checks{}).Hosts)
}

// strangers returns the checks of the ring at the path that ask a host outside of the list: the path of the URL, and
// the entry that would allow it.
func strangers(ring *field.Path, own []fluxv1alpha1.Check, allowed githosts.WebList) iter.Seq2[*field.Path, string] {
	return func(yield func(*field.Path, string) bool) {
		for i, check := range own {
			kind, raw := "http", ""
			switch {
			case check.HTTP != nil:
				raw = check.HTTP.URL
			case check.Prometheus != nil:
				kind, raw = "prometheus", check.Prometheus.URL
			}
			address, err := checks.ParseURL(raw)
			if err != nil || allowed.Allows(address.Hostname(), githosts.Port(address)) {
				continue
			}
			if !yield(ring.Child("checks").Index(i).Child(kind, "url"), githosts.WebEntry(address.Hostname(), githosts.Port(address))) {
				return
			}
		}
	}
}

// warnOfCheckHosts warns of checks that ask a host that the operator does not allow, once for each host, except in
// processes that do not know the operator's list.
func (b *builder) warnOfCheckHosts(path *field.Path, rollout *fluxv1alpha1.Rollout) {
	if b.resolver.anyGitHost {
		return
	}
	warned := map[string]bool{}
	for i, ring := range rollout.Rings {
		for at, entry := range strangers(path.Child("rings").Index(i), ring.Checks, b.resolver.checkHosts()) {
			if !warned[entry] {
				warned[entry] = true
				b.warn(at, "the operator does not allow checks to ask %s, so that the ring waits until the deadline of the check; ask for this entry in checks.hosts", entry)
			}
		}
	}
}

// refuseCheckHosts refuses checks of the operator's own rollouts that ask a host outside of the operator's list.
func (r *Resolver) refuseCheckHosts(path *field.Path, rings []configv1alpha1.SeedRing) field.ErrorList {
	var errs field.ErrorList
	for i, ring := range rings {
		for at, entry := range strangers(path.Index(i), ring.Checks, r.checkHosts()) {
			errs = append(errs, field.Forbidden(at, fmt.Sprintf("checks.hosts does not allow %s, so that the ring would wait until the deadline of the check; add this entry, or remove the check", entry)))
		}
	}
	return errs
}
