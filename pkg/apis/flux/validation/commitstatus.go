// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package validation

import (
	"net/url"
	"regexp"
	"slices"

	"k8s.io/apimachinery/pkg/util/validation/field"

	fluxv1alpha1 "github.com/shoot-flux/gardener-extension-shoot-flux/pkg/apis/flux/v1alpha1"
)

// longestPrefix is the maximum length of the prefix of commit statuses, in bytes. The namespace of the project and the
// name of a ring have at most 63 bytes each, so that the name of a status fits into the 255 bytes of GitLab.
const longestPrefix = 100

// statusPrefix matches a valid prefix. It has no characters that a Git host or a rule about statuses may interpret.
var statusPrefix = regexp.MustCompile(`^[A-Za-z0-9._-]+(/[A-Za-z0-9._-]+)*$`)

// ValidateCommitStatus validates a CommitStatus, as far as this is possible without knowing the repository.
func ValidateCommitStatus(path *field.Path, status *fluxv1alpha1.CommitStatus) field.ErrorList {
	return slices.Concat(
		validateType(path.Child("provider"), status.Provider, "name the kind of the Git host: github, gitlab, or gitea, which includes Forgejo", fluxv1alpha1.GitProviders()),
		ifSet(path.Child("host"), status.Host, ValidateGitHost),
		ifSet(path.Child("prefix"), status.Prefix, validatePrefix),
		ifSet(path.Child("proxyURL"), status.ProxyURL, validateAPIProxy),
	)
}

func validatePrefix(path *field.Path, value string) field.ErrorList {
	if len(value) > longestPrefix {
		return field.ErrorList{field.TooLong(path, value, longestPrefix)}
	}
	return invalidIf(!statusPrefix.MatchString(value), path, value, "must consist of letters, digits, '.', '_' and '-', in parts that are separated by '/', such as gardener/live")
}

// ValidateCommitStatusHosts validates that the operator allows the hosts that the extension connects to for commit
// statuses. The CommitStatus and the URL of the repository must be valid.
func ValidateCommitStatusHosts(path *field.Path, status *fluxv1alpha1.CommitStatus, repositoryURL string, hosts []string) field.ErrorList {
	repository, err := url.Parse(repositoryURL)
	if err != nil {
		return nil
	}
	return gitHosts(hosts).checkAPI(path, repository, status.Host, status.ProxyURL, "remove commitStatus")
}
