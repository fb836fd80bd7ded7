// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package oracle

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"

	"k8s.io/apimachinery/pkg/runtime/schema"
)

// planned is the output of plan for one Shoot.
type planned struct {
	Results []struct {
		Added, Changed, Removed, Recreated, Left []struct{ APIVersion, Kind, Namespace, Name string }
		NotKnown, Failures, FailuresBefore       []string
	}
}

// Plan returns what plan says about a commit.
func (w *World) Plan(ctx context.Context, c Case) (*Outcome, error) {
	tree, err := newRepository(ctx, filepath.Join(w.options.Dir, "plans", c.Name), nil, "")
	if err != nil {
		return nil, err
	}
	for _, state := range []State{c.Before, c.After} {
		if err := tree.commit(ctx, "change", state.Fleet); err != nil {
			return nil, err
		}
	}
	var out, messages bytes.Buffer
	command := exec.CommandContext(ctx, w.options.Plugin, append([]string{
		"plan", "-C", tree.dir, "-f", w.options.Shoot, "-f", "-", "--from", "HEAD~1", "--to", "HEAD", "-o", "json",
	}, c.Arguments...)...)
	command.Stdin, command.Stdout, command.Stderr = strings.NewReader(c.Config), &out, &messages
	failed := command.Run()
	result := planned{}
	if err := json.Unmarshal(out.Bytes(), &result); err != nil {
		return nil, fmt.Errorf("plan: %w: %s", errors.Join(failed, err), messages.String())
	}
	if len(result.Results) != 1 {
		return nil, fmt.Errorf("plan has %d results for a Shoot", len(result.Results))
	}
	own := result.Results[0]
	outcome := &Outcome{NotKnown: own.NotKnown, Refused: map[string]string{}}
	for _, part := range []struct {
		from []struct{ APIVersion, Kind, Namespace, Name string }
		to   *[]string
	}{{own.Added, &outcome.Added}, {own.Changed, &outcome.Changed}, {own.Removed, &outcome.Removed}, {own.Recreated, &outcome.Recreated}, {own.Left, &outcome.Left}} {
		for _, o := range part.from {
			gv, err := schema.ParseGroupVersion(o.APIVersion)
			if err != nil {
				return nil, err
			}
			*part.to = append(*part.to, Identity{Group: gv.Group, Kind: o.Kind, Namespace: o.Namespace, Name: o.Name}.String())
		}
		slices.Sort(*part.to)
	}
	failures := slices.Concat(own.Failures, own.FailuresBefore)
	for _, failure := range failures {
		name, message, _ := strings.Cut(strings.TrimPrefix(failure, "Kustomization "), ": ")
		outcome.Refused[name] = message
	}
	var exit *exec.ExitError
	if refuses := len(failures) > 0; refuses != errors.As(failed, &exit) {
		return nil, fmt.Errorf("plan with %d failures ends with %w", len(failures), failed)
	}
	return outcome, nil
}
