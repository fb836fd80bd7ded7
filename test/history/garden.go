// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package history

import (
	"bytes"
	"encoding/json"
	"errors"
	"time"

	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/types"

	configv1alpha1 "github.com/shoot-flux/gardener-extension-shoot-flux/pkg/apis/config/v1alpha1"
	fluxv1alpha1 "github.com/shoot-flux/gardener-extension-shoot-flux/pkg/apis/flux/v1alpha1"
)

// Setup is the begin of a history.
type Setup struct {
	// Story names what happens in the history.
	Story string `json:"story"`
	// Release is the version or commit of the extension.
	Release string `json:"release,omitempty"`
	// Times are times of the pages that this landscape has shortened, by their names.
	Times map[string]metav1.Duration `json:"times,omitempty"`
}

// Key of a Setup.
func (*Setup) Key() string { return "setup" }

// Action is what the story did to the landscape by other means than the objects that are observed, such as killing a
// process, holding back reports or changing a clock. Rules do not need it; it explains a history to its reader.
type Action struct {
	What string `json:"what"`
	On   string `json:"on,omitempty"`
}

// Key of an Action.
func (a *Action) Key() string { return key("action", a.What, a.On) }

// Operator is the ControllerConfiguration of a process, as far as rules need it.
type Operator struct {
	// Process is garden-controller, admission or "seed <name>".
	Process string `json:"process"`
	// FluxVersion is the default Flux version of that process: configured, or the newest that it carries.
	FluxVersion string `json:"fluxVersion,omitempty"`
	// Baseline is the baseline. It is unset if there is none.
	Baseline *configv1alpha1.Baseline `json:"baseline,omitempty"`
	// Rollouts are the rollouts of the default Flux version and of the baseline.
	Rollouts *configv1alpha1.Rollouts `json:"rollouts,omitempty"`
}

// plainOperator is an Operator that reads only fields that are recorded today.
type plainOperator Operator

// formerOperator is an Operator as it was recorded before the rollouts of the operator had the same rings.
type formerOperator struct {
	plainOperator  `json:",inline"`
	VersionRollout *struct {
		configv1alpha1.FluxVersionRollout `json:",inline"`
		Rings                             []configv1alpha1.SeedRing `json:"rings"`
	} `json:"versionRollout"`
	Baseline *struct {
		configv1alpha1.Baseline `json:",inline"`
		Rollout                 *struct {
			configv1alpha1.BaselineRollout `json:",inline"`
			Rings                          []configv1alpha1.SeedRing `json:"rings"`
		} `json:"rollout"`
	} `json:"baseline"`
}

// UnmarshalJSON also reads histories that were recorded before the rollouts of the operator had the same rings.
func (o *Operator) UnmarshalJSON(data []byte) error {
	err := readStrictly(data, (*plainOperator)(o))
	var former formerOperator
	if err == nil || readStrictly(data, &former) != nil {
		return err
	}
	*o = Operator(former.plainOperator)
	if version := former.VersionRollout; version != nil {
		o.Rollouts = &configv1alpha1.Rollouts{Rings: version.Rings, FluxVersion: &version.FluxVersionRollout}
	}
	if former.Baseline == nil {
		return nil
	}
	o.Baseline = &former.Baseline.Baseline
	if baseline := former.Baseline.Rollout; baseline != nil {
		if o.Rollouts != nil {
			return errors.New("the history has two rollouts of the operator with rings of their own")
		}
		for i := range baseline.Rings {
			if baseline.Rings[i].Soak == nil {
				baseline.Rings[i].Soak = &metav1.Duration{Duration: time.Hour} // the default at that time
			}
		}
		o.Rollouts = &configv1alpha1.Rollouts{Rings: baseline.Rings, Baseline: &baseline.BaselineRollout}
	}
	return nil
}

func readStrictly(data []byte, into any) error {
	decoder := json.NewDecoder(bytes.NewReader(data))
	decoder.DisallowUnknownFields()
	return decoder.Decode(into)
}

// Key of an Operator.
func (o *Operator) Key() string { return key("operator", o.Process) }

// Seed is a seed in the garden.
type Seed struct {
	Name   string            `json:"name"`
	Labels map[string]string `json:"labels,omitempty"`
}

// Key of a Seed.
func (s *Seed) Key() string { return key("seed", s.Name) }

// Shoot is a Shoot in the garden.
type Shoot struct {
	Namespace string            `json:"namespace"`
	Name      string            `json:"name"`
	UID       types.UID         `json:"uid,omitempty"`
	Labels    map[string]string `json:"labels,omitempty"`
	Purpose   string            `json:"purpose,omitempty"`
	// Seed is status.seedName, and SpecSeed spec.seedName if it differs: the control plane is being migrated.
	Seed     string `json:"seed,omitempty"`
	SpecSeed string `json:"specSeed,omitempty"`
	// Extension is true if spec.extensions has the extension, not disabled.
	Extension bool `json:"extension,omitempty"`
	// DeletionPolicy is the effective deletionPolicy if the observer knows it: that of the Shoot over that of its project.
	DeletionPolicy fluxv1alpha1.DeletionPolicy `json:"deletionPolicy,omitempty"`
	// FluxVersion is flux.version in the providerConfig or an override, if set.
	FluxVersion string `json:"fluxVersion,omitempty"`
	// Hibernated is spec.hibernation.enabled.
	Hibernated bool `json:"hibernated,omitempty"`
	// HoldUntil is the time until which an annotation asks for no change.
	HoldUntil metav1.Time `json:"holdUntil,omitzero"`
	// Deleting is true if the Shoot has a deletionTimestamp.
	Deleting bool `json:"deleting,omitempty"`
}

// Key of a Shoot.
func (s *Shoot) Key() string { return key("shoot", s.Namespace, s.Name) }

// Config is the ConfigMap flux-config of a project.
type Config struct {
	Namespace       string `json:"namespace"`
	ResourceVersion string `json:"resourceVersion,omitempty"`
	// Content identifies what rings deliver: a digest of flux-config without project.rollout, project.notifications,
	// project.commitStatus and annotations. Two observations with the same content have the same one.
	Content string `json:"content,omitempty"`
	// Configuration identifies flux-config in the way of configuration in flux-status, if the observer knows it.
	Configuration string `json:"configuration,omitempty"`
	// Invalid is the reason why flux-config cannot be read.
	Invalid string `json:"invalid,omitempty"`
	// Source is source.template.
	Source *SourceConfig `json:"source,omitempty"`
	// FluxVersion is flux.version, if set.
	FluxVersion string `json:"fluxVersion,omitempty"`
	// DeletionPolicy is deletionPolicy, if set.
	DeletionPolicy fluxv1alpha1.DeletionPolicy `json:"deletionPolicy,omitempty"`
	// Propagation is project.propagation, if set.
	Propagation fluxv1alpha1.Propagation `json:"propagation,omitempty"`
	// Rollout is project.rollout.
	Rollout *fluxv1alpha1.Rollout `json:"rollout,omitempty"`
	// Operation is the value of annotation flux.extensions.gardener.cloud/rollout.
	Operation string `json:"operation,omitempty"`
}

// Key of a Config.
func (c *Config) Key() string { return key("config", c.Namespace) }

// SourceConfig is a configured source.
type SourceConfig struct {
	Kind string `json:"kind,omitempty"`
	URL  string `json:"url,omitempty"`
	Ref  Ref    `json:"ref,omitzero"`
}

// Ref is spec.ref of a source.
type Ref struct {
	Branch string `json:"branch,omitempty"`
	Tag    string `json:"tag,omitempty"`
	SemVer string `json:"semver,omitempty"`
	Name   string `json:"name,omitempty"`
	Commit string `json:"commit,omitempty"`
	Digest string `json:"digest,omitempty"`
}

// Report is the entry of a Shoot in the ConfigMap flux-status of its project.
type Report struct {
	Namespace string `json:"namespace"`
	Shoot     string `json:"shoot"`
	// Status is the entry, without objects.tree, and with messages that may be shortened.
	Status fluxv1alpha1.ShootStatus `json:"status"`
	// Manager is the field manager that owns the entry.
	Manager string `json:"manager,omitempty"`
	// Stored is the time at which the API server has stored the last write of that manager.
	Stored time.Time `json:"stored,omitzero"`
}

// Key of a Report.
func (r *Report) Key() string { return key("report", r.Namespace, r.Shoot) }

// DeployKey is a deploy key of a project: what can be seen of Secret flux-source or, with Source, of flux-source-keys. It
// has no private part.
type DeployKey struct {
	Namespace string `json:"namespace"`
	// Secret is flux-source or flux-source-keys; Source the additional source.
	Secret string    `json:"secret"`
	Source string    `json:"source,omitempty"`
	UID    types.UID `json:"uid,omitempty"`
	// Fingerprint is that of the public part of the private key in the Secret, and Next that of the next one.
	Fingerprint string `json:"fingerprint,omitempty"`
	Next        string `json:"next,omitempty"`
	// Manager is the field manager of the last write of identity.
	Manager string `json:"manager,omitempty"`
	// Annotations are those of the extension, without their prefix and without public keys.
	Annotations map[string]string `json:"annotations,omitempty"`
}

// Key of a DeployKey.
func (d *DeployKey) Key() string { return key("deployKey", d.Namespace, d.Secret, d.Source) }

// Event is an Event.
type Event struct {
	Namespace string `json:"namespace"`
	Name      string `json:"name"`
	Type      string `json:"type,omitempty"`
	Reason    string `json:"reason"`
	Action    string `json:"action,omitempty"`
	// Kind and About are kind and name of the object that the Event is about.
	Kind  string `json:"kind,omitempty"`
	About string `json:"about,omitempty"`
	Note  string `json:"note,omitempty"`
	// Count is how often it has happened.
	Count int32 `json:"count,omitempty"`
	// Reporter is the reporting controller.
	Reporter string    `json:"reporter,omitempty"`
	Time     time.Time `json:"time,omitzero"`
}

// Key of an Event.
func (e *Event) Key() string { return key("event", e.Namespace, e.Name) }

// Message is a notification that a receiver has got.
type Message struct {
	Project  string   `json:"project"`
	Receiver string   `json:"receiver,omitempty"`
	ID       string   `json:"id"`
	Severity string   `json:"severity,omitempty"`
	Reason   string   `json:"reason,omitempty"`
	Cause    string   `json:"cause,omitempty"`
	Ring     string   `json:"ring,omitempty"`
	Count    int32    `json:"count,omitempty"`
	Shoots   []string `json:"shoots,omitempty"`
	Text     string   `json:"text,omitempty"`
}

// Key of a Message.
func (m *Message) Key() string { return key("message", m.Project, m.Receiver, m.ID) }

// CommitStatus is the status of a commit at the Git host.
type CommitStatus struct {
	Repository string `json:"repository"`
	Commit     string `json:"commit"`
	// Context is <prefix>/<project namespace> or <prefix>/<project namespace>/<ring>.
	Context string `json:"context"`
	State   string `json:"state"`
	Text    string `json:"text,omitempty"`
}

// Key of a CommitStatus.
func (c *CommitStatus) Key() string { return key("commitStatus", c.Repository, c.Commit, c.Context) }

// GitRef is a branch or tag in a repository, or a tag in a registry.
type GitRef struct {
	Repository string `json:"repository"`
	// Name is refs/heads/<branch> or refs/tags/<tag>.
	Name string `json:"name"`
	// Commit is the commit or digest.
	Commit string `json:"commit"`
}

// Key of a GitRef.
func (g *GitRef) Key() string { return key("gitRef", g.Repository, g.Name) }
