// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package planning

import (
	"bytes"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"

	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/cli/plan"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/cli/plan/kustomizer"
)

// TestMain makes this program the one that builds, if plan has started it as that.
func TestMain(m *testing.M) {
	if len(os.Args) > 2 && os.Args[1] == kustomizer.CommandName {
		command := kustomizer.NewCommand()
		command.SetArgs(os.Args[2:])
		if err := command.Execute(); err != nil {
			fmt.Fprintln(os.Stderr, err)
			os.Exit(1)
		}
		os.Exit(0)
	}
	os.Exit(m.Run())
}

// The fleet: every object contains the name and the region of its Shoot.
const (
	shoots  = 1000
	paths   = 20
	objects = 200
)

const object = `apiVersion: apps/v1
kind: Deployment
metadata:
  name: app-%[1]d
  namespace: default
  labels: {cluster: "${SHOOT_INFO_NAME}"}
spec:
  replicas: %[2]d
  selector: {matchLabels: {app: app-%[1]d}}
  template:
    metadata: {labels: {app: app-%[1]d}}
    spec:
      containers:
      - name: app
        image: registry.example.com/app:v1
        env:
        - {name: CLUSTER, value: "${SHOOT_INFO_NAME}.${SHOOT_INFO_REGION}"}
        ports: [{containerPort: 8080}]
`

// repository writes a repository with two commits. The second one changes, removes and adds objects of so many paths.
func repository(b *testing.B, changed int) string {
	b.Helper()
	directory := b.TempDir()
	git := func(args ...string) {
		command := exec.CommandContext(b.Context(), "git", append([]string{"-C", directory, "-c", "user.name=a", "-c", "user.email=a@example.com"}, args...)...)
		if out, err := command.CombinedOutput(); err != nil {
			b.Fatalf("git %v: %s", args, out)
		}
	}
	write := func(path, number, replicas int) {
		name := filepath.Join(directory, "clusters", fmt.Sprint(path), fmt.Sprintf("%d.yaml", number))
		if err := os.MkdirAll(filepath.Dir(name), 0o700); err != nil {
			b.Fatal(err)
		}
		if err := os.WriteFile(name, fmt.Appendf(nil, object, number, replicas), 0o600); err != nil {
			b.Fatal(err)
		}
	}
	git("init", "--quiet")
	for path := range paths {
		for number := range objects {
			write(path, number, 2)
		}
	}
	git("add", "--all")
	git("commit", "--quiet", "--message=first")
	for path := range changed {
		write(path, 0, 3)
		write(path, objects, 2)
		if err := os.Remove(filepath.Join(directory, "clusters", fmt.Sprint(path), "1.yaml")); err != nil {
			b.Fatal(err)
		}
	}
	git("add", "--all")
	git("commit", "--quiet", "--allow-empty", "--message=second")
	return directory
}

// fleet writes flux-config and the Shoots to a file.
func fleet(b *testing.B) string {
	b.Helper()
	config := func(indent string) string {
		return "apiVersion: flux.extensions.gardener.cloud/v1alpha1\n" + indent + "kind: FluxConfig\n"
	}
	text := &strings.Builder{}
	fmt.Fprint(text, "apiVersion: v1\nkind: ConfigMap\nmetadata: {name: flux-config, namespace: garden-blue}\ndata:\n  config.yaml: |\n    "+config("    ")+
		"    source: {template: {spec: {url: https://git.example.com/o/r.git}}}\n"+
		"    kustomization: {template: {spec: {postBuild: {substituteFrom: [{kind: ConfigMap, name: shoot-info}]}}}}\n")
	for i := range shoots {
		fmt.Fprintf(text, "---\napiVersion: core.gardener.cloud/v1beta1\nkind: Shoot\nmetadata: {name: shoot-%d, namespace: garden-blue}\n"+
			"spec:\n  region: region-%d\n  provider: {type: aws, workers: [{name: a}]}\n  extensions:\n  - type: shoot-flux\n    providerConfig:\n      "+config("      ")+
			"      kustomization: {template: {spec: {path: ./clusters/%d}}}\n", i, i%7, i%paths)
	}
	name := filepath.Join(b.TempDir(), "fleet.yaml")
	if err := os.WriteFile(name, []byte(text.String()), 0o600); err != nil {
		b.Fatal(err)
	}
	return name
}

// BenchmarkPlan plans a commit for 1,000 Shoots with 20 paths of 200 objects each. cpu-s is the CPU time of the process
// with its children, and rss-MiB its largest resident memory.
func BenchmarkPlan(b *testing.B) {
	for _, changed := range []int{0, 1, paths} {
		b.Run(fmt.Sprintf("paths=%d", changed), func(b *testing.B) {
			directory, files := repository(b, changed), fleet(b)
			before := cpu(b)
			runs := 0
			for b.Loop() {
				out := &bytes.Buffer{}
				command := plan.NewCommand()
				command.SetArgs([]string{"-C", directory, "-f", files, "--from", "HEAD~1", "--to", "HEAD"})
				command.SetOut(out)
				command.SetErr(&bytes.Buffer{})
				if err := command.ExecuteContext(b.Context()); err != nil {
					b.Fatal(err)
				}
				expected := fmt.Sprintf("\n%d Shoots: 1 Deployment removed, 1 Deployment changed, 1 Deployment added: ", changed*shoots/paths)
				if changed > 0 && !strings.Contains(out.String(), expected) {
					b.Fatalf("unexpected plan: %.2000s", out)
				}
				runs++
			}
			b.ReportMetric((cpu(b)-before)/float64(runs), "cpu-s")
			var usage syscall.Rusage
			if err := syscall.Getrusage(syscall.RUSAGE_SELF, &usage); err != nil {
				b.Fatal(err)
			}
			b.ReportMetric(float64(usage.Maxrss)/1024, "rss-MiB")
		})
	}
}

// cpu returns the CPU time of the process and its children in seconds.
func cpu(b *testing.B) float64 {
	b.Helper()
	total := 0.0
	for _, who := range []int{syscall.RUSAGE_SELF, syscall.RUSAGE_CHILDREN} {
		var usage syscall.Rusage
		if err := syscall.Getrusage(who, &usage); err != nil {
			b.Fatal(err)
		}
		total += float64(usage.Utime.Nano()+usage.Stime.Nano()) / 1e9
	}
	return total
}
