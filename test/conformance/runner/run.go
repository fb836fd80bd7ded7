// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package runner

import (
	"context"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"strings"
	"time"

	"github.com/shoot-flux/gardener-extension-shoot-flux/test/conformance/cases"
	"github.com/shoot-flux/gardener-extension-shoot-flux/test/landscape/ocihost"
	"github.com/shoot-flux/gardener-extension-shoot-flux/test/landscape/process"
)

// appliedWithin is the time within which Flux must apply the objects of all cases that start together.
const appliedWithin = 4 * time.Minute

// Run is a run of a case in a shoot.
type Run struct {
	// Case is the case to run.
	Case cases.Case
	// Mutated is true if the feature of the case is switched off.
	Mutated bool

	shoot  *Shoot
	values cases.Values
	dir    string
	// signingKey signs artifacts.
	signingKey *ocihost.SigningKey
	// seen is true if a step has already had its expected output.
	seen bool
	// transcript contains the commands and their output.
	transcript strings.Builder
}

// NewRun returns a run in a separate namespace.
func (s *Shoot) NewRun(c cases.Case, mutated bool) *Run {
	namespace := c.Name
	if mutated {
		namespace += "-off"
	}
	s.mutex.Lock()
	defer s.mutex.Unlock()
	s.numbers[namespace]++
	if number := s.numbers[namespace]; number > 1 {
		namespace = fmt.Sprintf("%s-%d", namespace, number)
	}
	r := &Run{Case: c, Mutated: mutated, shoot: s, dir: filepath.Join(s.world.dir, "runs", s.Project, namespace)}
	r.values = s.world.values(s.Project, namespace)
	r.values.Dir = r.dir
	return r
}

// Transcript returns the previous commands and their output.
func (r *Run) Transcript() string { return r.transcript.String() }

func (r *Run) notef(format string, args ...any) { fmt.Fprintf(&r.transcript, format+"\n", args...) }

// Begin commits the initial files of all given runs to the fleet repository in one commit.
func (s *Shoot) Begin(ctx context.Context, runs ...*Run) error {
	if len(runs) == 0 {
		return nil
	}
	fleet := map[string]string{}
	for _, r := range runs {
		if err := r.prepare(ctx); err != nil {
			return fmt.Errorf("preparing %s: %w", r.values.Namespace, err)
		}
		files, err := r.fleetFiles()
		if err != nil {
			return err
		}
		maps.Copy(fleet, files)
	}
	if _, err := s.world.Landscape.GitHost.Commit(ctx, s.fleet, "Begin cases", fleet); err != nil {
		return err
	}
	return s.ask(ctx, gitRepository(fluxNamespace), time.Now().Format(time.RFC3339Nano))
}

// fleetFiles returns the files of the case in the fleet repository: a Namespace, and a separate Kustomization for the
// objects, so that invalid objects do not affect other cases.
func (r *Run) fleetFiles() (map[string]string, error) {
	namespace := r.values.Namespace
	root := fmt.Sprintf("apiVersion: v1\nkind: Namespace\nmetadata:\n  name: %s\n", namespace)
	objects, err := r.Case.Files(cases.Objects, r.values, r.Mutated)
	if err != nil {
		return nil, err
	}
	files := map[string]string{}
	for name, content := range objects {
		files["objects/"+namespace+"/"+name] = content
	}
	if len(objects) > 0 {
		root += fmt.Sprintf(`---
apiVersion: kustomize.toolkit.fluxcd.io/v1
kind: Kustomization
metadata:
  name: %[1]s
  namespace: flux-system
spec:
  interval: 1h
  retryInterval: 10s
  path: ./objects/%[1]s
  prune: true
  sourceRef:
    kind: GitRepository
    name: flux-system
`, namespace)
	}
	files["cases/"+namespace+".yaml"] = root
	return files, nil
}

// prepare creates the working directory and the repositories of the case.
func (r *Run) prepare(ctx context.Context) error {
	if err := os.MkdirAll(filepath.Join(r.dir, "home"), 0o750); err != nil {
		return err
	}
	settings := "[user]\n\tname = Me\n\temail = me@example.com\n[init]\n\tdefaultBranch = main\n[advice]\n\tdetachedHead = false\n"
	if err := os.WriteFile(filepath.Join(r.dir, "home", ".gitconfig"), []byte(settings), 0o600); err != nil {
		return err
	}
	if err := r.furnish(ctx); err != nil {
		return err
	}
	tree, err := r.Case.Files(cases.Tree, r.values, r.Mutated)
	if err != nil || len(tree) == 0 {
		return err
	}
	return r.commit(ctx, tree, nil, "Begin")
}

// commit writes files to the clone, and pushes them.
func (r *Run) commit(ctx context.Context, files map[string]string, remove []string, message string) error {
	clone := filepath.Join(r.dir, "repository")
	if err := write(clone, files); err != nil {
		return err
	}
	for _, name := range remove {
		if err := os.Remove(filepath.Join(clone, name)); err != nil {
			return err
		}
	}
	_, err := r.shell(ctx, "cd repository; git add --all; git commit --quiet --message "+quoted(message)+"; git push --quiet origin HEAD:main")
	return err
}

func quoted(text string) string { return "'" + strings.ReplaceAll(text, "'", `'\''`) + "'" }

func write(dir string, files map[string]string) error {
	for name, content := range files {
		file := filepath.Join(dir, filepath.FromSlash(name))
		if err := os.MkdirAll(filepath.Dir(file), 0o750); err != nil {
			return err
		}
		if err := os.WriteFile(file, []byte(content), 0o600); err != nil {
			return err
		}
	}
	return nil
}

// Do runs the steps of a case after Begin. For a mutated run, it returns no error if the case fails at the expected
// step.
func (r *Run) Do(ctx context.Context) error {
	if err := r.awaitObjects(ctx); err != nil {
		return err
	}
	for i, step := range r.Case.Steps {
		var err error
		switch {
		case r.Mutated && step.Name != "" && step.Name == r.Case.Mutation.At:
			return r.fails(ctx, step)
		case step.Run != "":
			err = r.run(ctx, step)
		case step.Push != "":
			err = r.push(ctx, step)
		default:
			err = r.change(ctx, step)
		}
		if err != nil {
			return fmt.Errorf("step %d: %w", i+1, err)
		}
	}
	return nil
}

// awaitObjects waits until Flux has applied the objects of the case.
func (r *Run) awaitObjects(ctx context.Context) error {
	objects, err := r.Case.Files(cases.Objects, r.values, r.Mutated)
	if err != nil {
		return err
	}
	ctx, cancel := context.WithTimeoutCause(ctx, appliedWithin, fmt.Errorf("not within %s", appliedWithin))
	defer cancel()
	if len(objects) > 0 {
		return process.Until(ctx, "the objects of "+r.values.Namespace, time.Second, func(ctx context.Context) error {
			return r.shoot.ready(ctx, kustomization(r.values.Namespace))
		})
	}
	return process.Until(ctx, "namespace "+r.values.Namespace, time.Second, func(ctx context.Context) error {
		_, err := r.shell(ctx, "kubectl get namespace "+r.values.Namespace)
		return err
	})
}

// change commits the files of the step, and requests a reconciliation of the sources.
func (r *Run) change(ctx context.Context, step cases.Step) error {
	files := map[string]string{}
	if step.Commit != "" {
		var err error
		if files, err = r.Case.Files(step.Commit, r.values, r.Mutated); err != nil {
			return err
		}
	}
	message := step.Message
	if message == "" {
		message = "Change"
	}
	r.notef("committing %s", message)
	if err := r.commit(ctx, files, step.Remove, message); err != nil {
		return err
	}
	return r.askSources(ctx)
}

// Suspend suspends the Flux objects of the case, so that Flux does not retry intentional failures and affect other
// cases in the shoot.
func (r *Run) Suspend(ctx context.Context) error {
	_, err := r.shell(ctx, fmt.Sprintf(`suspend() {
  kubectl --namespace "$1" patch "$2" --field-manager=flux --type=merge --patch '{"spec":{"suspend":true}}'
}
for object in $(kubectl --namespace flux-system get kustomizations %[1]s --ignore-not-found --output name); do suspend flux-system "$object"; done
for object in $(kubectl --namespace %[1]s get kustomizations,helmreleases,gitrepositories --output name); do suspend %[1]s "$object"; done`,
		r.values.Namespace))
	return err
}

// askSources requests a reconciliation of all sources of the case.
func (r *Run) askSources(ctx context.Context) error {
	_, err := r.shell(ctx, "kubectl --namespace "+r.values.Namespace+" annotate --all --overwrite --field-manager=flux "+
		`gitrepositories,ocirepositories,buckets,helmrepositories,helmcharts reconcile.fluxcd.io/requestedAt="$(date +%s%N)"`)
	return err
}

// String returns the name of the run.
func (r *Run) String() string {
	name := r.Case.Chapter + "/" + r.Case.Name
	if r.Mutated {
		name += ", switched off"
	}
	return name
}
