// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package render

import (
	"errors"
	"fmt"
	"io"
	"strings"

	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"k8s.io/apimachinery/pkg/types"

	fluxv1alpha1 "github.com/shoot-flux/gardener-extension-shoot-flux/pkg/apis/flux/v1alpha1"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/cli/printer"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/configuration/resolved"
)

// writeYAML writes all objects, grouped by ManagedResource.
func writeYAML(out io.Writer, p *preview) error {
	if p.inputs.shoot == nil {
		lines := append([]string{p.subject() + " is valid. To render the objects for a shoot, also pass its Shoot with -f."}, p.openings...)
		_, err := fmt.Fprintf(out, "# %s\n", strings.Join(lines, "\n# "))
		return err
	}
	for _, m := range p.manifests {
		if _, err := fmt.Fprintf(out, "# ManagedResource %s\n", m.name); err != nil {
			return err
		}
		for _, object := range m.objects {
			text, err := toYAML(redact(object, nil))
			if err != nil {
				return err
			}
			if _, err := io.WriteString(out, "---\n"+text); err != nil {
				return err
			}
		}
	}
	return nil
}

func toYAML(object *unstructured.Unstructured) (string, error) {
	text, err := printer.MarshalYAML(object.Object)
	if err != nil {
		return "", fmt.Errorf("failed to write %s: %w", describeObject(object.GetKind(), object), err)
	}
	return string(text), nil
}

// writeSummary writes a table that summarizes the effective configuration and the objects.
func writeSummary(out io.Writer, p *preview) error {
	table := printer.NewTable(out, 2)
	row := func(name string, values ...string) {
		for i, value := range values {
			if i > 0 {
				name = ""
			}
			table.Row(name, value)
		}
	}
	effective := p.effective
	row(p.kind(), p.subject()[len(p.kind())+1:])
	if names := effective.Overrides; len(names) > 0 {
		row("Overrides", strings.Join(names, ", "))
	}
	row("Flux version", effective.Version)
	row("Components", printer.Join(effective.Components, ", "))
	if shards := effective.Flux.ShardNames(); len(shards) > 0 {
		row("Shards", strings.Join(shards, ", "))
	}
	if source := effective.Source; source == nil {
		row("Source", "none")
	} else {
		row("Source", describeObject(source.Object.GetKind(), source.Object), source.Description())
		row("Path", effective.Kustomization.Typed.Spec.Path)
	}
	for _, source := range effective.AdditionalSources {
		row("Additional source", describeObject(source.Object.GetKind(), source.Object), resolved.DescribeSource(source.Object))
	}
	row("Namespaces", strings.Join(effective.Namespaces(), ", "))
	row("Deploy key", p.describeKey()...)
	row("Copies", p.describeCopies()...)
	var objects []string
	for _, m := range p.manifests {
		objects = append(objects, fmt.Sprintf("%d in %s", len(m.objects), m.name))
	}
	row("Objects", objects...)
	row("Windows", p.openings...)
	row("Warnings", fmt.Sprint(len(effective.Warnings)))
	return table.Flush()
}

func (p *preview) kind() string {
	if p.inputs.shoot == nil {
		return kindConfigMap
	}
	return kindShoot
}

// describeKey returns the fingerprint and the public key of the deploy key.
func (p *preview) describeKey() []string {
	switch {
	case p.effective.Source == nil || !p.effective.Source.DeployKey:
		return []string{"not used"}
	case p.key == nil:
		return []string{"in Secret " + fluxv1alpha1.DeployKeySecretName + " of the project, created if missing"}
	}
	return []string{p.key.Fingerprint, p.key.PublicKey}
}

// describeCopies describes the Secrets and ConfigMaps of the project that are copied to the shoot.
func (p *preview) describeCopies() []string {
	var copies []string
	add := func(kind string, target types.NamespacedName, resource string) {
		from := "resource " + resource
		if p.inputs.shoot != nil {
			_, key := p.reference(resource)
			from += ", " + key.String()
		}
		copies = append(copies, fmt.Sprintf("%s %s (%s)", kind, target, from))
	}
	for _, c := range p.effective.Copies {
		add(c.Kind, c.Target, c.Resource)
	}
	installation := p.effective.Flux
	if resource := installation.ImagePullSecretResourceName; resource != nil {
		add(kindSecret, types.NamespacedName{Namespace: *installation.Namespace, Name: fluxv1alpha1.ImagePullSecretName}, *resource)
	}
	if proxy := installation.Proxy; proxy != nil && proxy.SecretResourceName != nil {
		add(kindSecret, types.NamespacedName{Namespace: *installation.Namespace, Name: fluxv1alpha1.ProxySecretName}, *proxy.SecretResourceName)
	}
	if len(copies) == 0 {
		return []string{"none"}
	}
	return copies
}

// checkUpdate rejects updates that the admission would reject.
func checkUpdate(before, now *preview) error {
	if before.inputs.shoot == nil || now.inputs.shoot == nil {
		return errors.New("-o diff needs a Shoot among the files of both -f and --against")
	}
	if before.subject() != now.subject() {
		return nil
	}
	if mistakes := now.effective.ValidateUpdate(before.effective.Identity()); len(mistakes) > 0 {
		return errors.New(mistakes.Lines())
	}
	return nil
}

// writeDiff writes a unified diff for each changed object.
func writeDiff(out io.Writer, before, now *preview) error {
	for i, m := range now.manifests {
		old := map[string]*unstructured.Unstructured{}
		for _, object := range before.manifests[i].objects {
			old[identify(object)] = object
		}
		for _, object := range m.objects {
			if err := WriteDiff(out, "against/"+m.name, "new/"+m.name, old[identify(object)], object); err != nil {
				return err
			}
			delete(old, identify(object))
		}
		for _, object := range before.manifests[i].objects {
			if _, ok := old[identify(object)]; !ok {
				continue
			}
			if err := WriteDiff(out, "against/"+m.name, "new/"+m.name, object, nil); err != nil {
				return err
			}
		}
	}
	return nil
}

func identify(object *unstructured.Unstructured) string {
	return object.GroupVersionKind().GroupKind().String() + " " + object.GetNamespace() + "/" + object.GetName()
}

// WriteDiff writes a unified diff between two states of an object, without values of Secrets. One of the states may be
// nil. from and to are the directories in the header of the diff.
func WriteDiff(out io.Writer, from, to string, before, now *unstructured.Unstructured) error {
	var old, own printer.Text
	if before != nil {
		text, err := toYAML(redact(before, nil))
		if err != nil {
			return err
		}
		old = printer.Text{Name: from + "/" + fileName(before), Content: text}
	}
	if now != nil {
		text, err := toYAML(redact(now, before))
		if err != nil {
			return err
		}
		own = printer.Text{Name: to + "/" + fileName(now), Content: text}
	}
	return printer.WriteDiff(out, old, own)
}

// fileName returns a file name for an object in the header of a diff, because tools that read diffs expect file names.
func fileName(object *unstructured.Unstructured) string {
	name := object.GetName()
	if object.GetNamespace() != "" {
		name = object.GetNamespace() + "/" + name
	}
	return object.GetKind() + "/" + name
}
