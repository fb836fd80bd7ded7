// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package configuration

import (
	"fmt"
	"strings"

	sourcev1 "github.com/fluxcd/source-controller/api/v1"
	"k8s.io/apimachinery/pkg/util/validation/field"

	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/apis/flux/knownhosts"
	fluxv1alpha1 "github.com/shoot-flux/gardener-extension-shoot-flux/pkg/apis/flux/v1alpha1"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/apis/flux/validation"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/configuration/additionalsource"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/configuration/document"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/configuration/strict"
)

// resolveDeployKey determines how the project's deploy key is generated and managed. It is the same for all Shoots of the project, whatever
// they set.
func (b *builder) resolveDeployKey() error {
	key := &b.result.DeployKey
	shared, err := b.stack.Shared().Merge()
	if err != nil {
		return err
	}
	b.sourceKeys = additionalsource.KeysOf(shared[additionalsource.Field])
	if b.config.Project == nil || b.config.Project.DeployKey == nil {
		fluxv1alpha1.SetDefaults_DeployKey(key)
		return nil
	}
	b.config.Project.DeployKey.DeepCopyInto(key)
	path := deployKeyPath()
	errs := validation.ValidateDeployKey(path, key)
	b.refuse(errs...)

	document.DropEmptySecretNames(shared)
	url, problem := ownRepository(shared)
	for _, wanted := range []struct {
		is     bool
		name   string
		remove string
	}{
		{key.Registration != nil, "registration", "remove registration and register the key by hand"},
		{*key.ScanHostKeys, "scanHostKeys", "set it to false and source.knownHosts to the keys of the hosts"},
	} {
		if wanted.is && problem != "" {
			b.refuse(field.Forbidden(path.Child(wanted.name), problem+", or "+wanted.remove))
		}
	}
	if b.ownURL = url; url == "" || len(errs) > 0 {
		return nil
	}
	if !b.resolver.anyGitHost {
		b.refuse(validation.ValidateDeployKeyHosts(path, key, url, b.resolver.gitHosts)...)
	}
	configured, _ := strict.Lookup(shared, "source", "knownHosts")
	text, _ := configured.(string)
	if _, err := knownhosts.Choose(url, text, nil); err == nil && *key.ScanHostKeys {
		b.warn(path.Child("scanHostKeys"), "has no effect: the keys of the host of source.template.spec.url are known without; remove it")
	}
	return nil
}

func deployKeyPath() *field.Path { return field.NewPath("project", "deployKey") }

// ownRepository returns the URL of the one repository that all Shoots of the project are to read with its deploy key, or the reason why
// there is none. If the URL is not valid, which is reported elsewhere, it returns neither.
func ownRepository(shared map[string]any) (url, problem string) {
	text := func(path ...string) string {
		value, _ := strict.Lookup(shared, path...)
		text, _ := value.(string)
		return text
	}
	url = text("source", "template", "spec", "url")
	_, hasSecretRef := strict.Lookup(shared, "source", "template", "spec", "secretRef")
	kind, _ := strict.Lookup(shared, "source", "template", "kind")
	_, named := strict.Lookup(shared, "source", "template")
	switch {
	case !named:
		return "", "needs the repository that all Shoots of the project read: name it in source.template here instead of in each Shoot"
	case strings.Contains(url, "${"+fluxv1alpha1.ShootInfoPrefix):
		return "", fmt.Sprintf("needs one repository that all Shoots of the project read, but source.template.spec.url has a shoot info variable (${%s…}); write it out", fluxv1alpha1.ShootInfoPrefix)
	case document.KindOf(kind) != sourcev1.GitRepositoryKind, url != "" && !strings.HasPrefix(url, "ssh://"), hasSecretRef, text("source", "secretResourceName") != "":
		return "", "is for a GitRepository that is read with the project's deploy key: give source.template an ssh:// URL and no Secret"
	case url == "" || len(validation.ValidateGitURL(field.NewPath("url"), url)) > 0:
		return "", ""
	}
	return url, ""
}

// hasOwnHost returns whether the host of the URL is that of the one repository that all Shoots of the project read, under whatever name.
func (b *builder) hasOwnHost(url string) bool {
	return knownhosts.SameHost(b.ownURL, url)
}
