// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package configuration

import (
	"fmt"
	"strings"

	sourcev1 "github.com/fluxcd/source-controller/api/v1"
	"k8s.io/apimachinery/pkg/util/validation/field"

	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/apis/flux/githosts"
	fluxv1alpha1 "github.com/shoot-flux/gardener-extension-shoot-flux/pkg/apis/flux/v1alpha1"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/apis/flux/validation"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/configuration/document"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/configuration/resolved"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/configuration/strict"
)

// resolveDeployKey determines the settings of the project's deploy key, which all Shoots of the project share.
func (b *builder) resolveDeployKey() {
	key := &b.result.DeployKey
	shared := b.stack.Shared().Merge()
	b.sourceKeys = sourceKeys(shared[resolved.AdditionalSourcesField])
	if b.config.Project == nil || b.config.Project.DeployKey == nil {
		fluxv1alpha1.SetDefaults_DeployKey(key)
		return
	}
	*key = *b.config.Project.DeployKey
	path := deployKeyPath()
	errs := validation.ValidateDeployKey(path, key)
	b.refuse(errs...)

	document.DropEmptySecretNames(shared)
	url, problem := ownRepository(shared)
	if problem != "" && key.Registration != nil {
		b.refuse(field.Forbidden(path.Child("registration"), problem+", or remove registration and register the key by hand"))
	}
	if problem != "" && *key.ScanHostKeys {
		b.refuse(field.Forbidden(path.Child("scanHostKeys"), problem+", or set it to false and source.knownHosts to the keys of the hosts"))
	}
	if b.ownURL = url; url == "" || len(errs) > 0 {
		return
	}
	if !b.resolver.anyGitHost {
		b.refuse(validation.ValidateDeployKeyHosts(path, key, url, b.resolver.settings.GitHosts)...)
	}
	if _, err := githosts.ChooseLines(url, strict.LookupString(shared, "source", "knownHosts"), nil); err == nil && *key.ScanHostKeys {
		b.warn(path.Child("scanHostKeys"), "has no effect: the host keys for source.template.spec.url are built in; remove it")
	}
}

func deployKeyPath() *field.Path { return field.NewPath("project", "deployKey") }

// ownRepository returns the URL of the repository that all Shoots of the project read with its deploy key. If there is
// no such repository, it returns the reason. It returns neither if the URL is invalid, because another check reports
// this.
func ownRepository(shared map[string]any) (url, problem string) {
	url = strict.LookupString(shared, "source", "template", "spec", "url")
	_, hasSecretRef := strict.Lookup(shared, "source", "template", "spec", "secretRef")
	kind, _ := strict.Lookup(shared, "source", "template", "kind")
	_, hasTemplate := strict.Lookup(shared, "source", "template")
	switch {
	case !hasTemplate:
		return "", "needs one repository that all Shoots of the project read; set it in source.template here instead of in each Shoot"
	case strings.Contains(url, "${"+fluxv1alpha1.ShootInfoPrefix):
		return "", fmt.Sprintf("needs one repository that all Shoots of the project read, but source.template.spec.url has a shoot info variable (${%s…}); write it out", fluxv1alpha1.ShootInfoPrefix)
	case document.KindOf(kind) != sourcev1.GitRepositoryKind, url != "" && !strings.HasPrefix(url, "ssh://"), hasSecretRef, strict.LookupString(shared, "source", "secretResourceName") != "":
		return "", "is for a GitRepository with the project's deploy key; give source.template an ssh:// URL and no Secret"
	case url == "" || len(validation.ValidateGitURL(field.NewPath("url"), url)) > 0:
		return "", ""
	}
	return url, ""
}

// hasOwnHost reports whether the URL has the same host as the repository that all Shoots of the project read. It
// recognizes alternative names of a host.
func (b *builder) hasOwnHost(url string) bool {
	return githosts.SameHost(b.ownURL, url)
}
