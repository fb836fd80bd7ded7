// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package health

import (
	"fmt"
	"net/url"
	"regexp"
	"strings"
	"time"

	sourcev1 "github.com/fluxcd/source-controller/api/v1"

	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/apis/flux/githosts"
	fluxv1alpha1 "github.com/shoot-flux/gardener-extension-shoot-flux/pkg/apis/flux/v1alpha1"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/health/observe"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/text"
)

// inConfiguration names the documents that contain the configuration.
const inConfiguration = "in ConfigMap " + fluxv1alpha1.ConfigMapName + " of the project namespace or in the Shoot's providerConfig"

// inShoot replaces inConfiguration if the extension does not manage the source and the root Kustomization.
const inShoot = "in the object in the shoot, which has not been managed since its bootstrap"

// failure is the failure of a source or root Kustomization, with the data for its fix.
type failure struct {
	Observation
	message string
	// host is the host of the source.
	host string
	// where names the document or object to correct.
	where string
}

func (o Observation) failure(message string) failure {
	f := failure{Observation: o, message: message, where: inConfiguration}
	if o.Bootstrapped {
		f.where = inShoot
	}
	return f
}

// longestFix is the maximum length of a fix in bytes. Names from a shoot may have any length.
const longestFix = 2048

// SourceFix returns the fix for a source that is not ready. It is empty if Flux's message is sufficient.
func SourceFix(cause fluxv1alpha1.Cause, message string, o Observation) string {
	s := o.failure(message)
	s.host = hostOf(o.Shoot.Source.URL)
	return text.Line(s.sourceFix(cause), longestFix)
}

func (s failure) sourceFix(cause fluxv1alpha1.Cause) string {
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
		if missing := missingSecret.FindStringSubmatch(s.message); missing != nil {
			return fmt.Sprintf("Secret %s/%s of source.template.spec.verify.secretRef is missing in the shoot: deliver it with additionalSecretResources %s", s.Sync.Source.Namespace, missing[1], s.where)
		}
		return fmt.Sprintf("No key in source.template.spec.verify has signed the content from %s: sign the content with one of the keys, or correct the keys in the Secret of verify.secretRef", s.host)
	}
	return ""
}

// hostOf returns the host of a URL or of a bucket endpoint, without credentials.
func hostOf(location string) string {
	if u, err := url.Parse(location); err == nil && u.Host != "" {
		return u.Host
	}
	location = text.RedactURLs(location)
	return location[strings.LastIndex(location, "@")+1:]
}

// secret names the Secret with the credentials. If the project provides the Secret, the user has to correct it in the
// garden, because changes in the shoot are reverted.
func (s failure) secret() string {
	if s.Sync.ProjectSecret != "" {
		return fmt.Sprintf("Secret %s of the project namespace, which source.secretResourceName delivers to the shoot as %s/%s", s.Sync.ProjectSecret, s.Sync.Source.Namespace, s.Shoot.Source.SecretName)
	}
	return fmt.Sprintf("Secret %s/%s of the shoot, which source.secretResourceName delivers", s.Sync.Source.Namespace, s.Shoot.Source.SecretName)
}

// gitHubAppTexts come from source-controller, and from the GitHub API client if it receives no token for the App.
var gitHubAppTexts = []string{"github app", "app installation", "/access_tokens: "}

func (s failure) authentication() string {
	secret := s.Shoot.Source.SecretName
	switch {
	case strings.Contains(s.message, "service account '"):
		return "Check the ServiceAccount of source.template.spec.serviceAccountName in flux.workloadIdentity.serviceAccounts " + s.where +
			", and that the cloud trusts issuer, subject and audience of its tokens, and grants it read access to the source"
	case containsAny(s.message, gitHubAppTexts):
		return fmt.Sprintf("GitHub does not accept the App in %s; correct githubAppID or githubAppClientID, githubAppInstallationID or githubAppInstallationOwner, and githubAppPrivateKey in the project's Secret, "+
			"and set source.template.spec.provider to github", s.secret())
	case containsAny(s.message, keyPairTexts):
		return "Client certificate and key in the source's Secret are invalid; correct tls.crt and tls.key in the project's Secret; both must be in PEM format and match"
	case s.Sync.DeployKey && s.unfitKey() != "":
		return s.unfitKey()
	case s.Sync.DeployKey && s.Shoot.PublicKey != "":
		return fmt.Sprintf("The Git host does not accept the project's deploy key; register this public key at %s as a read-only deploy key of the repository: %s", s.host, s.Shoot.PublicKey)
	case s.Sync.DeployKey:
		return fmt.Sprintf("The Git host does not accept the project's deploy key; register the public key in condition %s at %s as a read-only deploy key of the repository", fluxv1alpha1.ConditionDeployKey, s.host)
	case secret != "" && strings.Contains(s.message, "failed to get secret"):
		return fmt.Sprintf("Secret %s/%s is missing in the shoot; set source.secretResourceName %s, or create the Secret in the shoot", s.Sync.Source.Namespace, secret, s.where)
	case secret != "" && strings.HasPrefix(s.Shoot.Source.URL, "ssh://"):
		return fmt.Sprintf("The Git host does not accept the key in %s; register its public key at %s, or correct the key in the project's Secret", s.secret(), s.host)
	case s.Sync.SourceKind == sourcev1.OCIRepositoryKind && secret != "":
		return fmt.Sprintf("%s does not accept the credentials in %s: the Secret must have type kubernetes.io/dockerconfigjson, and an entry for %s with read access to the artifact", s.host, s.secret(), s.host)
	case s.Sync.SourceKind == sourcev1.BucketKind && secret != "":
		return fmt.Sprintf("%s does not accept accesskey and secretkey in %s, or they lack read access to the bucket; correct them in the project's Secret, or the bucket's policy", s.host, s.secret())
	case secret != "":
		return fmt.Sprintf("%s does not accept username and password, or bearerToken, in %s; correct them in the project's Secret; a token may have expired, or may lack read access", s.host, s.secret())
	}
	return s.unauthenticated()
}

// unfitKey returns the fix for a deploy key with an algorithm that the host does not accept. It is empty for other
// keys.
func (s failure) unfitKey() string {
	rule, has := githosts.KeyRuleFor(s.Shoot.Source.URL)
	algorithm, _, _ := strings.Cut(strings.TrimPrefix(s.Shoot.PublicKey, "ssh-"), " ")
	if !has || s.Shoot.PublicKey == "" || algorithm == "rsa" || rule.Takes(fluxv1alpha1.KeyAlgorithm(algorithm)) {
		return ""
	}
	return fmt.Sprintf("%s accepts %s, but the project's deploy key is %s: in ConfigMap %s, remove project.deployKey.algorithm or set it to %s, then rotate the key", s.host, rule.Accepts, algorithm, fluxv1alpha1.ConfigMapName, rule.Default)
}

// unauthenticated returns the fix for a source that has no credentials.
func (s failure) unauthenticated() string {
	switch s.Sync.SourceKind {
	case sourcev1.OCIRepositoryKind:
		return "Check the URL " + s.where + "; an artifact that is not public needs credentials in source.secretResourceName"
	case sourcev1.BucketKind:
		return "Check endpoint and bucketName " + s.where + "; a bucket that is not public needs credentials in source.secretResourceName"
	}
	return "Check the URL " + s.where + "; a repository that is not public needs an ssh:// URL, or credentials in source.secretResourceName"
}

func (s failure) repository() string {
	switch {
	case s.Sync.SourceKind == sourcev1.BucketKind:
		return "Check endpoint and bucketName " + s.where
	case s.Shoot.Source.SecretName == "":
		return s.unauthenticated()
	case s.Sync.DeployKey && s.Shoot.PublicKey != "":
		return fmt.Sprintf("Check the URL %s. If the URL is correct, %s does not accept the project's deploy key for this repository; register this public key as a read-only deploy key of the repository: %s",
			s.where, s.host, s.Shoot.PublicKey)
	}
	return fmt.Sprintf("Check the URL %s. If the URL is correct, the credentials in %s lack read access", s.where, s.secret())
}

func (s failure) revision() string {
	switch {
	case s.Sync.Commit != "":
		return s.promoted()
	case s.Sync.SourceKind == sourcev1.OCIRepositoryKind:
		return "The registry has no artifact with this tag or digest; correct source.template.spec.url or ref " + s.where + ", or push the artifact"
	case strings.Contains(s.message, "repository is empty"):
		return "The repository has no commit yet: push the first one"
	case strings.Contains(s.message, "no match found for semver"):
		return "No tag of the repository matches; correct source.template.spec.ref.semver " + s.where + ", or push a tag"
	}
	missing := "revision"
	for _, known := range [][2]string{{"refs/tags/", "tag"}, {"for tag", "tag"}, {"unable to resolve commit object", "commit"}, {"refs/heads/", "branch"}} {
		if strings.Contains(s.message, known[0]) {
			missing = known[1]
			break
		}
	}
	return fmt.Sprintf("The %s does not exist in the repository; correct source.template.spec.ref %s, or push the %s", missing, s.where, missing)
}

// promoted returns the fix for a commit or digest set by a rollout. The user cannot correct it in flux-config, because
// flux-config does not contain it.
func (s failure) promoted() string {
	what, at, push := "commit", "on a branch of the repository, for example because only a tag references it, or after a force-push", "a commit"
	restore := "put the commit on a branch"
	if s.Sync.SourceKind == sourcev1.OCIRepositoryKind {
		what, at, push = "digest", "in the registry, for example after a deletion", "an artifact"
		restore = "restore the digest in the registry"
	}
	return fmt.Sprintf("The rollout has set %s %s, which was ready in the first ring and is not %s. %s does not contain it: "+
		"push %s that becomes ready in the first ring and replaces it in all rings, or %s",
		what, s.Sync.Commit, at, fluxv1alpha1.ConfigMapName, push, restore)
}

func (s failure) connection() string {
	address := "URL"
	if s.Sync.SourceKind == sourcev1.BucketKind {
		address = "endpoint"
	}
	switch {
	case strings.Contains(s.message, "failed to verify the signature"):
		return "The host of the signature does not respond; Flux retries. If this persists, check whether the shoot's nodes can reach the host; for a proxy, set flux.proxy"
	case containsAny(s.message, certificateTexts):
		return fmt.Sprintf("The TLS connection to %s fails: renew the host's certificate if it has expired; for a private certificate authority, add its certificate as ca.crt to the Secret that source.secretResourceName names; "+
			"otherwise, check the scheme of the %s %s", s.host, address, s.where)
	case containsAny(s.message, nameTexts):
		return fmt.Sprintf("The shoot's DNS cannot resolve the host; check the %s %s, and whether the shoot's network resolves the name", address, s.where)
	case containsAny(s.message, refusedTexts):
		return fmt.Sprintf("%s refuses connections; check host and port of the %s %s, and whether the host is up", s.host, address, s.where)
	case containsAny(s.message, faultTexts):
		return fmt.Sprintf("%s returns a server error or limits requests; Flux retries. If this persists, ask the operator of the host", s.host)
	}
	return fmt.Sprintf("%s does not respond; check the %s %s, whether the host is up, and whether the shoot's nodes can reach it; for a proxy, set flux.proxy", s.host, address, s.where)
}

// HangingFix returns the fix for a host that keeps connections open but does not respond.
func HangingFix(since time.Time, source *observe.Source) string {
	return text.Line(fmt.Sprintf("source-controller has waited for %s since %s, beyond its own timeout; check the host, and whether the shoot's nodes can reach it. If the host responds again and this persists, restart source-controller in the shoot",
		hostOf(source.URL), since.UTC().Format(time.RFC3339)), longestFix)
}

// fingerprint matches the SHA256 fingerprint of a key.
var fingerprint = regexp.MustCompile(`SHA256:[A-Za-z0-9+/]{43}`)

// hostKeyFix returns the fix for an unknown, changed or revoked host key. golang.org/x/crypto/ssh/knownhosts does not
// report the key that the host offers.
func (s failure) hostKeyFix() string {
	message, host, shoot, deployKey := s.message, s.host, s.Shoot, s.Sync.DeployKey
	var parts []string
	add := func(format string, args ...any) { parts = append(parts, fmt.Sprintf(format, args...)) }
	offered := "The host key that " + host + " offers"
	if reported := fingerprint.FindString(message); reported != "" {
		offered += ", " + reported + ","
	}
	switch {
	case strings.Contains(message, "knownhosts: key is revoked"):
		add("%s is revoked by a line @revoked in known_hosts", offered)
	case len(shoot.ForeignTypes) > 0:
		add("Flux requests a key of a random type among all known_hosts lines, and Secret %s/%s of the shoot has lines for other hosts than %s with types for which it has no key: %s. "+
			"The connection fails whenever %s has such a key too; remove these lines%s", s.Sync.Source.Namespace, shoot.Source.SecretName, host, strings.Join(shoot.ForeignTypes, ", "), host, foreignLines(deployKey))
	case strings.Contains(message, "no common algorithm for host key"):
		add("%s has no host key of a known type", host)
	default:
		add("%s is not a known host key", offered)
	}
	if len(shoot.HostKeys) > 0 {
		add("Known host keys in the shoot: %s", strings.Join(shoot.HostKeys, ", "))
	}
	if fingerprint.FindString(message) == "" {
		add("Flux does not report the offered key; %s does", keyscan(shoot.Source.URL))
	}
	where := fmt.Sprintf("in key known_hosts of the source's own Secret, see source.secretResourceName in ConfigMap %s or in the Shoot's providerConfig", fluxv1alpha1.ConfigMapName)
	if deployKey {
		where = fmt.Sprintf("as knownHosts in ConfigMap %s of the project namespace or in the Shoot's providerConfig, or as key %s of Secret %s of the project namespace",
			fluxv1alpha1.ConfigMapName, fluxv1alpha1.SecretKeyKnownHosts, fluxv1alpha1.DeployKeySecretName)
	}
	add("Ask the host's operator for its current keys, and set them %s; do not copy them from the failed connection", where)
	return strings.Join(parts, ". ")
}

// foreignLines completes the instruction to remove known_hosts lines of other hosts.
func foreignLines(deployKey bool) string {
	if deployKey {
		return ": the next reconciliation of the Shoot does, unless they were written in the shoot"
	}
	return " from known_hosts in the source's own Secret, which source.secretResourceName names"
}

// plainHost matches hosts that are safe in a shell command.
var plainHost = regexp.MustCompile(`^[A-Za-z0-9][A-Za-z0-9.:-]*$`)

// keyscan returns the command that prints the fingerprints of a host's keys.
func keyscan(repositoryURL string) string {
	u, err := url.Parse(repositoryURL)
	if err != nil || !plainHost.MatchString(u.Hostname()) {
		return "ssh-keyscan"
	}
	port := ""
	if u.Port() != "" {
		port = "-p " + u.Port() + " "
	}
	return fmt.Sprintf("'ssh-keyscan %s%s | ssh-keygen -lf -'", port, u.Hostname())
}
