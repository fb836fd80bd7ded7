// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package configuration

import (
	"fmt"
	"strings"

	sourcev1 "github.com/fluxcd/source-controller/api/v1"
	"k8s.io/apimachinery/pkg/util/validation/field"

	fluxv1alpha1 "github.com/shoot-flux/gardener-extension-shoot-flux/pkg/apis/flux/v1alpha1"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/apis/flux/validation"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/configuration/document"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/configuration/strict"
)

// checkCommitStatus checks the commit statuses of the project. They need one repository for all Shoots, and an operator
// who allows its Git host.
func (b *builder) checkCommitStatus() {
	status, path := b.config.Project.CommitStatus, field.NewPath("project", "commitStatus")
	if status == nil {
		return
	}
	errs := validation.ValidateCommitStatus(path, status)
	b.refuse(errs...)
	url, problem := CommitRepository(strict.LookupObject(b.stack.Shared().Merge(), "source", "template"))
	if problem != "" {
		b.refuse(field.Forbidden(path, problem+", or remove commitStatus"))
	}
	if url != "" && len(errs) == 0 && !b.resolver.anyGitHost {
		b.refuse(validation.ValidateCommitStatusHosts(path, status, url, b.resolver.settings.GitHosts)...)
	}
}

// CommitRepository returns the URL of the Git repository in a project's source template, whose commits can have
// statuses. If there is no such repository, it returns the reason with a fix. It returns neither if the URL is missing
// or invalid, because another check reports this.
func CommitRepository(template map[string]any) (url, problem string) {
	url = strict.LookupString(template, "spec", "url")
	kind, _ := strict.Lookup(template, "kind")
	ref, _ := strict.Lookup(template, "spec", "ref")
	switch {
	case template == nil:
		return "", "needs one repository that all Shoots of the project read; set it in source.template here instead of in each Shoot"
	case document.KindOf(kind) != sourcev1.GitRepositoryKind:
		return "", fmt.Sprintf("needs a GitRepository, because only commits of a Git repository have statuses, but source.template has the kind %s; use a GitRepository", document.KindOf(kind))
	case strings.Contains(url, "${") || strings.Contains(fmt.Sprint(ref), "${"):
		return "", fmt.Sprintf("needs one repository and one reference that all Shoots of the project read, but url or ref of source.template.spec has a shoot info variable (${%s…}): replace it with its value", fluxv1alpha1.ShootInfoPrefix)
	case url == "" || len(validation.ValidateGitURL(field.NewPath("url"), url)) > 0:
		return "", ""
	}
	return url, ""
}
