// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package validation

import (
	"strings"

	"k8s.io/apimachinery/pkg/util/validation/field"

	fluxv1alpha1 "github.com/shoot-flux/gardener-extension-shoot-flux/pkg/apis/flux/v1alpha1"
)

func validateProxy(path *field.Path, proxy *fluxv1alpha1.Proxy) field.ErrorList {
	if proxy == nil {
		return nil
	}
	var errs field.ErrorList
	if proxy.HTTPProxy == nil && proxy.HTTPSProxy == nil {
		errs = append(errs, field.Required(path, "names no proxy; set httpsProxy or httpProxy, or remove proxy"))
	}
	if proxy.HTTPProxy != nil {
		errs = append(errs, validateProxyURL(path.Child("httpProxy"), *proxy.HTTPProxy)...)
	}
	if proxy.HTTPSProxy != nil {
		errs = append(errs, validateProxyURL(path.Child("httpsProxy"), *proxy.HTTPSProxy)...)
	}
	for i, entry := range proxy.NoProxy {
		if strings.ContainsAny(entry, "?#@") {
			errs = append(errs, field.Forbidden(path.Child("noProxy").Index(i), "must be one host, domain or network, without credentials, query and fragment, such as git.example.com, .example.com or 10.0.0.0/8"))
		} else if entry == "" || hasSpace(entry) || strings.Contains(entry, ",") || strings.Contains(entry, "://") {
			errs = append(errs, field.Invalid(path.Child("noProxy").Index(i), entry, "must be one host, domain or network, such as git.example.com, .example.com or 10.0.0.0/8"))
		}
	}
	return errs
}
