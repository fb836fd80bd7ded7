// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package plan

import (
	"context"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"

	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/cli/garden"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/cli/plan/kustomizer"
	"github.com/shoot-flux/gardener-extension-shoot-flux/test/support/clitest"
)

func TestMain(m *testing.M) {
	clitest.BuildIfAsked()
	os.Exit(m.Run())
}

func TestPlan(t *testing.T) {
	directory, err := filepath.EvalSymlinks(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	t.Setenv("TMPDIR", directory)
	workers = shared{kustomizer.NewConfined(t.Context(), directory)}
	defer workers.Confined.Close()
	RegisterFailHandler(Fail)
	RunSpecs(t, "CLI Plan Suite")
}

// workers are the processes that build for most specs, because a process takes half a second of CPU time until it can
// build. They can read the temporary directories of all specs.
var workers shared

// shared is a Confined that several plans use.
type shared struct{ *kustomizer.Confined }

// Close does nothing: the next plan goes on with the processes.
func (shared) Close() {}

// files contains the content of files by their path. A nil map removes all files.
type files map[string]string

// and returns the files with further files. An empty content removes a file.
func (f files) and(more files) files {
	all := files{}
	for name, content := range f {
		all[name] = content
	}
	for name, content := range more {
		if all[name] = content; content == "" {
			delete(all, name)
		}
	}
	return all
}

// repository is a Git repository with a commit for each set of files.
type repository struct{ directory string }

func newRepository(commits ...files) repository {
	GinkgoHelper()
	r := repository{directory: filepath.Join(GinkgoT().TempDir(), "fleet")}
	Expect(os.Mkdir(r.directory, 0o700)).To(Succeed())
	r.git("init", "--quiet", "--initial-branch=main")
	for _, content := range commits {
		r.write(content)
		r.git("add", "--all")
		r.git("commit", "--quiet", "--allow-empty", "--message=change")
	}
	return r
}

// write replaces the work tree.
func (r repository) write(content files) {
	GinkgoHelper()
	entries, err := os.ReadDir(r.directory)
	Expect(err).NotTo(HaveOccurred())
	for _, entry := range entries {
		if entry.Name() != ".git" {
			Expect(os.RemoveAll(filepath.Join(r.directory, entry.Name()))).To(Succeed())
		}
	}
	for name, text := range content {
		file := filepath.Join(r.directory, name)
		Expect(os.MkdirAll(filepath.Dir(file), 0o700)).To(Succeed())
		Expect(os.WriteFile(file, []byte(text), 0o600)).To(Succeed())
	}
}

// git runs git with fixed names and times, so that commits have the same hash in each run.
func (r repository) git(args ...string) string {
	GinkgoHelper()
	command := exec.CommandContext(GinkgoT().Context(), "git", append([]string{"-C", r.directory, "-c", "protocol.file.allow=always"}, args...)...)
	command.Env = append(os.Environ(), "GIT_CONFIG_GLOBAL=/dev/null", "GIT_CONFIG_SYSTEM=/dev/null",
		"GIT_AUTHOR_NAME=a", "GIT_AUTHOR_EMAIL=a@example.com", "GIT_COMMITTER_NAME=a", "GIT_COMMITTER_EMAIL=a@example.com",
		"GIT_AUTHOR_DATE=2026-01-01T00:00:00Z", "GIT_COMMITTER_DATE=2026-01-01T00:00:00Z")
	out, err := command.CombinedOutput()
	Expect(err).NotTo(HaveOccurred(), string(out))
	return string(out)
}

// plan runs the command in the repository for the Shoots in the manifests.
func (r repository) plan(manifests string, args ...string) (out, notes string, err error) {
	GinkgoHelper()
	command := newCommand(garden.NewAccess(), func(context.Context, string) confined { return workers })
	return clitest.Execute(command, "", r.arguments(manifests, args)...)
}

// planAlone does the same with processes of its own, like the program.
func (r repository) planAlone(manifests string, args ...string) (out, notes string, err error) {
	GinkgoHelper()
	return clitest.Execute(NewCommand(), "", r.arguments(manifests, args)...)
}

func (r repository) arguments(manifests string, args []string) []string {
	GinkgoHelper()
	return append([]string{"-C", r.directory, "-f", clitest.File("fleet.yaml", manifests)}, args...)
}

// config returns flux-config with a GitRepository and the given fields of the root Kustomization.
func config(root string) string {
	return clitest.ProjectConfig("garden-blue", `{config.yaml: "{apiVersion: flux.extensions.gardener.cloud/v1alpha1, kind: FluxConfig, `+
		`source: {template: {spec: {url: https://git.example.com/o/fleet.git}}}, kustomization: {template: {spec: {`+root+`}}}}"}`)
}

// shoots returns the manifests of Shoots with these names.
func shoots(names ...string) string {
	var all []string
	for _, name := range names {
		all = append(all, "apiVersion: core.gardener.cloud/v1beta1\nkind: Shoot\nmetadata: {name: "+name+", namespace: garden-blue, labels: {env: prod}}\n"+
			"spec: {region: eu-1, provider: {type: aws, workers: [{name: a}]}, extensions: [{type: shoot-flux}]}\n")
	}
	return clitest.Documents(all...)
}

// blue is a project with one Shoot that applies the directory cluster.
func blue() string {
	return clitest.Documents(config("path: ./cluster, postBuild: {substituteFrom: [{kind: ConfigMap, name: shoot-info}]}"), shoots("web"))
}

func namespace(name string) string {
	return "apiVersion: v1\nkind: Namespace\nmetadata: {name: " + name + "}\n"
}

func configMapOf(name, data string, metadata ...string) string {
	return "apiVersion: v1\nkind: ConfigMap\nmetadata: {name: " + name + ", namespace: default" + strings.Join(metadata, "") + "}\ndata: {" + data + "}\n"
}

// kustomization returns a Kustomization of the root's source with further fields of spec.
func kustomization(name, path string, more ...string) string {
	return "apiVersion: kustomize.toolkit.fluxcd.io/v1\nkind: Kustomization\nmetadata: {name: " + name + ", namespace: flux-system}\n" +
		"spec: {interval: 10m, prune: true, sourceRef: {kind: GitRepository, name: flux-system}, path: " + path + strings.Join(more, "") + "}\n"
}

// lines returns the lines of a text output that describe objects, without their indentation.
func lines(out string) []string {
	var found []string
	for line := range strings.Lines(out) {
		if rest, is := strings.CutPrefix(strings.TrimRight(line, "\n"), "  "); is && !strings.HasPrefix(rest, " ") {
			found = append(found, rest)
		}
	}
	return found
}
