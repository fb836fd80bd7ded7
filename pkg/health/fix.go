// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package health

import (
	"fmt"
	"net/url"
	"strings"
	"time"

	sourcev1 "github.com/fluxcd/source-controller/api/v1"

	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/apis/flux/githosts"
	fluxv1alpha1 "github.com/shoot-flux/gardener-extension-shoot-flux/pkg/apis/flux/v1alpha1"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/health/observe"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/text"
)

// inConfiguration is where a user corrects what is configured.
const inConfiguration = "in ConfigMap " + fluxv1alpha1.ConfigMapName + " of the project namespace or in the Shoot's providerConfig"

// failedSource is a source that is not ready, for which a fix is suggested.
type failedSource struct {
	kind, message, host string
	sync                observe.Sync
	shoot               observe.Shoot
}

// inShoot is where it is corrected in a shoot in which source and root Kustomization are left alone.
const inShoot = "in the object in the shoot, which is not managed since its bootstrap"

// WithLocation has a fix name the location at which the configuration has an effect.
func WithLocation(fix string, leftAlone bool) string {
	if !leftAlone {
		return fix
	}
	return strings.ReplaceAll(fix, inConfiguration, inShoot)
}

// longestFix bounds a fix, in which there are names from a shoot.
const longestFix = 2048

// SourceFix returns what to do about a source that is not ready; empty if only Flux's own message helps.
func SourceFix(cause fluxv1alpha1.Cause, message string, sync observe.Sync, shoot observe.Shoot) string {
	return text.Line(sourceFix(cause, message, sync, shoot), longestFix)
}

func sourceFix(cause fluxv1alpha1.Cause, message string, sync observe.Sync, shoot observe.Shoot) string {
	s := failedSource{kind: sync.SourceKind, message: message, host: hostOf(shoot.Source.URL), sync: sync, shoot: shoot}
	switch cause {
	case fluxv1alpha1.CauseAuthentication:
		return s.authentication()
	case fluxv1alpha1.CauseHostKey:
		return s.hostKeyFix()
	case fluxv1alpha1.CauseRepositoryNotFound:
		return s.repository()
	case fluxv1alpha1.CauseRevisionNotFound:
		return s.revision()
	case fluxv1alpha1.CauseConnection:
		return s.connection()
	case fluxv1alpha1.CauseVerification:
		if missing := missingSecret.FindStringSubmatch(message); missing != nil {
			return fmt.Sprintf("There is no Secret %s/%s in the shoot, which source.template.spec.verify.secretRef names: deliver it with additionalSecretResources %s", s.sync.Source.Namespace, missing[1], inConfiguration)
		}
		return fmt.Sprintf("What %s offers is not signed by a key that source.template.spec.verify names: have it signed with one of them, or correct the keys in the Secret of verify.secretRef", s.host)
	}
	return ""
}

// hostOf is the host of a URL, or the endpoint of a bucket, which is none, without credentials before it.
func hostOf(location string) string {
	if u, err := url.Parse(location); err == nil && u.Host != "" {
		return u.Host
	}
	location = text.RedactURLs(location)
	return location[strings.LastIndex(location, "@")+1:]
}

func (s failedSource) ssh() bool { return strings.HasPrefix(s.shoot.Source.URL, "ssh://") }

// secret names the Secret with the credentials, and how it gets into the shoot: what is changed there is set back, so that the project's is to be corrected.
func (s failedSource) secret() string {
	if s.sync.ProjectSecret != "" {
		return fmt.Sprintf("Secret %s of the project namespace, which source.secretResourceName delivers to the shoot as %s/%s", s.sync.ProjectSecret, s.sync.Source.Namespace, s.shoot.Source.SecretName)
	}
	return fmt.Sprintf("Secret %s/%s of the shoot, which source.secretResourceName delivers", s.sync.Source.Namespace, s.shoot.Source.SecretName)
}

// gitHubAppTexts are those of source-controller about a GitHub App, and how the client for GitHub's API reports that it gives the App no token.
func gitHubAppTexts() []string {
	return []string{"github app", "app installation", "/access_tokens: "}
}

func (s failedSource) authentication() string {
	secret := s.shoot.Source.SecretName
	switch {
	case strings.Contains(s.message, "service account '"):
		return "Check the ServiceAccount that source.template.spec.serviceAccountName names, in flux.workloadIdentity.serviceAccounts " + inConfiguration +
			", and that its cloud trusts issuer, subject and audience of its tokens, and lets it read the source"
	case containsAny(s.message, gitHubAppTexts()):
		return fmt.Sprintf("GitHub does not accept the App in %s: correct githubAppID, githubAppInstallationID or githubAppInstallationOwner, and githubAppPrivateKey in the project's Secret, "+
			"and set source.template.spec.provider to github", s.secret())
	case containsAny(s.message, keyPairTexts()):
		return "Client certificate and key in the source's Secret cannot be used: correct tls.crt and tls.key in the project's Secret; both have to be PEM, and belong to each other"
	case s.sync.DeployKey && s.unfitKey() != "":
		return s.unfitKey()
	case s.sync.DeployKey && s.shoot.PublicKey != "":
		return fmt.Sprintf("The Git host does not accept the project's deploy key. Register this public key at %s as a read-only deploy key of the repository: %s", s.host, s.shoot.PublicKey)
	case s.sync.DeployKey:
		return fmt.Sprintf("The Git host does not accept the project's deploy key. Register the public key in condition %s at %s as a read-only deploy key of the repository", fluxv1alpha1.ConditionDeployKey, s.host)
	case secret != "" && strings.Contains(s.message, "failed to get secret"):
		return fmt.Sprintf("There is no Secret %s/%s in the shoot: name it as source.secretResourceName %s, or create it in the shoot", s.sync.Source.Namespace, secret, inConfiguration)
	case secret != "" && s.ssh() && s.sync.ProjectSecret != "":
		return fmt.Sprintf("The Git host does not accept the key in %s: register its public half at %s, or correct it in the project's Secret", s.secret(), s.host)
	case secret != "" && s.ssh():
		return fmt.Sprintf("The Git host does not accept the key in the source's Secret: register its public half at %s, or correct the Secret", s.host)
	case s.kind == sourcev1.OCIRepositoryKind && secret != "":
		return fmt.Sprintf("%s does not accept the credentials in %s: it has to be of type kubernetes.io/dockerconfigjson with an entry for %s that may read the artifact", s.host, s.secret(), s.host)
	case s.kind == sourcev1.BucketKind && secret != "":
		return fmt.Sprintf("%s does not accept accesskey and secretkey in %s, or they may not read the bucket: correct them in the project's Secret, or the bucket's policy", s.host, s.secret())
	case secret != "":
		return fmt.Sprintf("%s does not accept username and password, or bearerToken, in %s: correct them in the project's Secret; a token may have expired, or may not read the repository", s.host, s.secret())
	}
	return s.unauthenticated()
}

// unfitKey is the fix for a deploy key of an algorithm that the host does not accept; empty if it may accept it.
func (s failedSource) unfitKey() string {
	rule, has := githosts.Keys(s.shoot.Source.URL)
	algorithm, _, _ := strings.Cut(strings.TrimPrefix(s.shoot.PublicKey, "ssh-"), " ")
	if !has || s.shoot.PublicKey == "" || algorithm == "rsa" || rule.Takes(fluxv1alpha1.KeyAlgorithm(algorithm)) {
		return ""
	}
	return fmt.Sprintf("%s accepts %s, and the project's deploy key is %s: rotate it, with project.deployKey.algorithm in ConfigMap %s unset or %s", s.host, rule.Accepts, algorithm, fluxv1alpha1.ConfigMapName, rule.Default)
}

// unauthenticated is the fix for a source that is read without credentials.
func (s failedSource) unauthenticated() string {
	switch s.kind {
	case sourcev1.OCIRepositoryKind:
		return "Check the URL " + inConfiguration + "; an artifact that is not public needs credentials in source.secretResourceName"
	case sourcev1.BucketKind:
		return "Check endpoint and bucketName " + inConfiguration + "; a bucket that is not public needs credentials in source.secretResourceName"
	}
	return "Check the URL " + inConfiguration + "; a repository that is not public needs an ssh:// URL, or credentials in source.secretResourceName"
}

func (s failedSource) repository() string {
	switch {
	case s.kind == sourcev1.BucketKind:
		return "Check endpoint and bucketName " + inConfiguration
	case s.shoot.Source.SecretName == "":
		return s.unauthenticated()
	case s.sync.DeployKey && s.shoot.PublicKey != "":
		return fmt.Sprintf("Check the URL %s. If it is right, %s knows the project's deploy key, but not for this repository: register this public key as a read-only deploy key of it: %s",
			inConfiguration, s.host, s.shoot.PublicKey)
	}
	return fmt.Sprintf("Check the URL %s. If it is right, the credentials in %s may not read it", inConfiguration, s.secret())
}

func (s failedSource) revision() string {
	switch {
	case s.sync.Commit != "":
		return s.promoted()
	case s.kind == sourcev1.OCIRepositoryKind:
		return "There is no artifact with that tag or digest: correct source.template.spec.url or ref " + inConfiguration + ", or push the artifact"
	case strings.Contains(s.message, "repository is empty"):
		return "The repository has no commit yet: push the first one"
	case strings.Contains(s.message, "no match found for semver"):
		return "No tag of the repository fits: correct source.template.spec.ref.semver " + inConfiguration + ", or push a tag"
	case strings.Contains(s.message, "refs/tags/"), strings.Contains(s.message, "for tag"):
		return "The tag does not exist in the repository: correct it " + inConfiguration + ", or push the tag"
	case strings.Contains(s.message, "unable to resolve commit object"):
		return "The commit does not exist in the repository, or not in the branch: correct source.template.spec.ref " + inConfiguration + ", or push the commit"
	case strings.Contains(s.message, "refs/heads/"):
		return "The branch does not exist in the repository: correct it " + inConfiguration + ", or push the branch"
	}
	return "The revision does not exist in the repository: correct source.template.spec.ref " + inConfiguration + ", or push it"
}

// promoted is the fix for a commit or digest that a rollout has set: flux-config does not have it, so that nothing can be corrected there.
func (s failedSource) promoted() string {
	what, at, push := "commit", "the repository", "a commit"
	if s.kind == sourcev1.OCIRepositoryKind {
		what, at, push = "digest", "the registry", "an artifact"
	}
	return fmt.Sprintf("The rollout has set %s %s, which the first ring had proven and which is not in %s any more, for example after a force-push or a deletion. It is not in %s: "+
		"push %s that becomes ready in the first ring, which replaces this one in all rings, or restore the %s in %s",
		what, s.sync.Commit, at, fluxv1alpha1.ConfigMapName, push, what, at)
}

func (s failedSource) connection() string {
	address := "URL"
	if s.kind == sourcev1.BucketKind {
		address = "endpoint"
	}
	switch {
	case strings.Contains(s.message, "failed to verify the signature"):
		return "The host that the message names, which is asked for the signature, gives no answer: Flux tries again. If it stays so, check whether it can be reached from the shoot's nodes; through a proxy, set flux.proxy"
	case containsAny(s.message, certificateTexts()):
		return fmt.Sprintf("Flux cannot talk TLS with %s: renew the host's certificate if it has expired; if a private authority has issued it, put that authority's certificate as ca.crt into the Secret that source.secretResourceName names; "+
			"else check the scheme of the %s %s", s.host, address, inConfiguration)
	case containsAny(s.message, nameTexts()):
		return fmt.Sprintf("The shoot's DNS does not know the host: check the %s %s, and whether the name is known in the shoot's network", address, inConfiguration)
	case containsAny(s.message, refusedTexts()):
		return fmt.Sprintf("%s refuses connections: check host and port of the %s %s, and whether the host is up", s.host, address, inConfiguration)
	case containsAny(s.message, faultTexts()):
		return fmt.Sprintf("%s answers with a fault of its own, or has had too many requests: Flux tries again; ask its operator", s.host)
	}
	return fmt.Sprintf("%s gives no usable answer: check the %s %s, whether the host is up, and whether it can be reached from the shoot's nodes; through a proxy, set flux.proxy", s.host, address, inConfiguration)
}

// HangingFix returns what to do about a host that leaves connections open and does not answer.
func HangingFix(since time.Time, source *observe.Source) string {
	return text.Line(fmt.Sprintf("It has asked %s since %s, and its own timeout does not end that. Check the host, and whether it can be reached from the shoot's nodes; if it answers again and this stays so, restart source-controller in the shoot",
		hostOf(source.URL), since.UTC().Format(time.RFC3339)), longestFix)
}
