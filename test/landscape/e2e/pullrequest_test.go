// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package e2e_test

import (
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"time"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"
	corev1 "k8s.io/api/core/v1"
	apierrors "k8s.io/apimachinery/pkg/api/errors"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/types"
	"sigs.k8s.io/controller-runtime/pkg/client"

	"github.com/shoot-flux/gardener-extension-shoot-flux/test/landscape"
	guide "github.com/shoot-flux/gardener-extension-shoot-flux/test/landscape/documents"
)

// pipeline runs the scripts of example/ci, as an admin of a project.
type pipeline struct {
	*reader
	// template is what Shoots are created from.
	template string
}

// newPipeline has a project whose Shoots sync main of my-fleet, if nothing else is set. Their clusters may be on paper only.
func newPipeline(ctx SpecContext, number int, onPaper bool) pipeline {
	GinkgoHelper()
	// The repository of a page that names it so is public.
	page := guide.Page{Path: "docs/usage/ci.md", Steps: []guide.Step{{Text: "https://git.example.com/my-org/my-fleet"}}}
	p := pipeline{reader: newReader(ctx, page, number, filepath.Join("..", "..", ".."))}
	Expect(world.Garden.Client.Create(ctx, &corev1.ConfigMap{
		ObjectMeta: metav1.ObjectMeta{Namespace: "garden-" + p.project, Name: "flux-config"},
		Data:       map[string]string{"repositoryUrl": world.GitHost.HTTPURL(p.fleet()), "repositoryBranch": "main"},
	})).To(Succeed())

	p.template = p.inDirectory("work/example/ci/shoot.yaml")
	if onPaper {
		content, err := os.ReadFile(p.template)
		Expect(err).NotTo(HaveOccurred())
		changed := strings.Replace(string(content), "metadata:\n", "metadata:\n  annotations:\n    "+landscape.AnnotationNoCluster+": \"true\"\n", 1)
		Expect(os.WriteFile(p.template, []byte(changed), 0o600)).To(Succeed())
	}
	return p
}

// command prepares a script of a run for pull request 7. A later setting takes the place of an earlier one.
func (p pipeline) command(run, script string, arguments ...string) (*exec.Cmd, *strings.Builder) {
	output := &strings.Builder{}
	command := exec.CommandContext(p.ctx, p.inDirectory("work/example/ci/"+script), arguments...) //nolint:gosec // a script of ours
	command.Dir, command.Stdout, command.Stderr = p.inDirectory("work"), output, output
	command.Env = append(p.environment(), "SHOOT_PROJECT="+p.project, "SHOOT_REPOSITORY=my-org/my-fleet", "SHOOT_NUMBER=7", "SHOOT_RUN="+run,
		"SHOOT_BRANCH=feature", "SHOOT_COMMIT="+strings.Repeat("a", 40), "SHOOT_TIMEOUT=5m")
	// What it leaves does not keep the test from ending.
	command.WaitDelay = 10 * time.Second
	return command, output
}

// runs runs a script that has to succeed, and returns what it writes.
func (p pipeline) runs(run, script string, arguments ...string) string {
	GinkgoHelper()
	command, output := p.command(run, script, arguments...)
	err := command.Run()
	GinkgoWriter.Printf("$ %s %s\n%s", script, strings.Join(arguments, " "), output)
	Expect(err).NotTo(HaveOccurred(), output.String())
	return output.String()
}

// refuses runs a script that has to fail, and returns what it writes.
func (p pipeline) refuses(run, script string, settings ...string) string {
	GinkgoHelper()
	command, output := p.command(run, script)
	command.Env = append(command.Env, settings...)
	var exit *exec.ExitError
	Expect(errors.As(command.Run(), &exit)).To(BeTrue(), output.String())
	GinkgoWriter.Printf("$ %s\n%s", script, output)
	return output.String()
}

// push commits a change to the branch feature, and returns the commit.
func (p pipeline) push(value string) string {
	GinkgoHelper()
	revision, err := p.shell.Run(strings.NewReplacer("URL", world.GitHost.HTTPURL(p.fleet()), "VALUE", value).Replace(`
test -d fleet || git clone --quiet URL fleet
cd fleet
git checkout --quiet -B feature
kubectl create configmap app -n default --from-literal=value=VALUE --dry-run=client -o yaml > app.yaml
git add . && git commit --quiet -m VALUE && git push --quiet --force origin feature
git rev-parse HEAD
cd ..
`), time.Minute)
	Expect(err).NotTo(HaveOccurred(), revision)
	return strings.TrimSpace(revision)
}

func (p pipeline) shoot(name string) shoot {
	return shoot{ctx: p.ctx, project: p.project, name: name, seed: seedName}
}

// uid returns that of the Shoot of the pull request, and nothing if there is none or it is being deleted.
func (p pipeline) uid() types.UID {
	GinkgoHelper()
	object := &gardenerShoot{}
	err := world.Garden.Client.Get(p.ctx, p.shoot("pr-7").key(), object)
	Expect(client.IgnoreNotFound(err)).To(Succeed())
	if object.DeletionTimestamp != nil {
		return ""
	}
	return object.UID
}

func (p pipeline) isGone(name string) {
	GinkgoHelper()
	Eventually(p.ctx, func() bool {
		return apierrors.IsNotFound(world.Garden.Client.Get(p.ctx, p.shoot(name).key(), &gardenerShoot{}))
	}).WithTimeout(2 * time.Minute).Should(BeTrue())
}

// cancels starts a script, and ends it as a pipeline does when there is a new Shoot.
func (p pipeline) cancels(command *exec.Cmd, output *strings.Builder) types.UID {
	GinkgoHelper()
	Expect(command.Start()).To(Succeed())
	var uid types.UID
	Eventually(p.ctx, func() types.UID { uid = p.uid(); return uid }).ShouldNot(BeEmpty())
	// It waits for the commit by then.
	Eventually(p.ctx, func(g Gomega) {
		g.Expect(p.shoot("pr-7").get(g).Status.LastOperation).NotTo(BeNil())
	}).Should(Succeed())
	Expect(command.Process.Signal(syscall.SIGTERM)).To(Succeed())
	var exit *exec.ExitError
	Expect(errors.As(command.Wait(), &exit)).To(BeTrue())
	GinkgoWriter.Printf("%s(exit code %d)\n", output, exit.ExitCode())
	Expect(exit.ExitCode()).To(Equal(128 + int(syscall.SIGTERM)))
	return uid
}

var _ = Describe("A Shoot for a pull request", Label("long"), func() {
	It("is created, tested and deleted under the name of one whose run was cancelled", Label("long"), func(ctx SpecContext) {
		p := newPipeline(ctx, 91, false)
		cancelled, output := p.command("1", "run.sh", "true")
		cancelled.Env = append(cancelled.Env, "SHOOT_COMMIT="+p.push("first"))
		former := p.cancels(cancelled, output)
		Expect(output.String()).To(ContainSubstring("Shoot garden-" + p.project + "/pr-7 is being deleted"))

		began, commit := time.Now(), p.push("second")
		next, output := p.command("2", "run.sh", "bash", "-c", `kubectl -n default get configmap app -o jsonpath='{.data.value}{"\n"}'; kubectl auth whoami; stat -c %a "$KUBECONFIG"`)
		next.Env = append(next.Env, "SHOOT_COMMIT="+commit)
		Expect(next.Start()).To(Succeed())
		uid := former
		Eventually(ctx, func() types.UID { uid = p.uid(); return uid }).WithTimeout(3 * time.Minute).ShouldNot(BeElementOf(former, types.UID("")))
		err := next.Wait()
		GinkgoWriter.Printf("%s(%.0f s)\n", output, time.Since(began).Seconds())
		Expect(err).NotTo(HaveOccurred(), output.String())
		Expect(output.String()).To(And(
			ContainSubstring("\nsecond\n"), ContainSubstring("gardener.cloud:admin:"+member), ContainSubstring("gardener.cloud:project:admins"),
			ContainSubstring("\n600\n"), HaveSuffix("Shoot garden-"+p.project+"/pr-7 is being deleted\n"),
		))
		Expect(p.inDirectory("work/shoot.kubeconfig")).NotTo(BeAnExistingFile())
		p.isGone("pr-7")
	}, SpecTimeout(8*time.Minute))

	It("is deleted by its own run only, and never one that the scripts have not created", func(ctx SpecContext) {
		p := newPipeline(ctx, 92, true)
		created := p.runs("1", "create.sh", p.template)
		Expect(created).To(ContainSubstring("It syncs commit " + strings.Repeat("a", 40) + " of feature, and expires at "))
		former := p.uid()
		Expect(p.runs("2", "delete.sh")).To(ContainSubstring("is kept: run 2 has not created it"))
		Expect(p.uid()).To(Equal(former))

		Expect(p.runs("2", "create.sh", p.template)).To(ContainSubstring("is left from run 1: it is deleted first"))
		Expect(p.uid()).NotTo(BeElementOf(former, types.UID("")))
		Expect(p.runs("1", "delete.sh")).To(ContainSubstring("is kept: run 1 has not created it"), "a run that ends late")
		Expect(p.runs("2", "delete.sh")).To(ContainSubstring("is being deleted"))
		Expect(p.runs("2", "delete.sh")).NotTo(ContainSubstring("is kept"), "it may be called again")
		p.isGone("pr-7")
		Expect(p.runs("2", "delete.sh")).To(ContainSubstring("There is no Shoot"))

		p.cancels(p.command("3", "run.sh", "true"))
		p.isGone("pr-7")

		inGarden(ctx).shoot(p.project, "pr-7", seedName, true)
		other := p.uid()
		Expect(p.refuses("4", "create.sh")).To(ContainSubstring("exists, and was not created for pull request 7 of my-org/my-fleet: it is kept"))
		Expect(p.runs("4", "delete.sh")).To(ContainSubstring("is kept"))
		Expect(p.uid()).To(Equal(other))
	}, SpecTimeout(5*time.Minute))

	It("is deleted when it has expired, and no other Shoot is", func(ctx SpecContext) {
		p := newPipeline(ctx, 93, true)
		neighbour := newPipeline(ctx, 94, true)
		const past = "2026-01-31T23:59:59Z"
		mark := func(label, repository, expires string) func(*gardenerShoot) {
			return func(s *gardenerShoot) {
				s.Labels, s.Annotations = map[string]string{}, map[string]string{"ci.example.com/run": "1"}
				for key, value := range map[string]string{"ci.example.com/repository": repository, "ci.example.com/expires": expires} {
					if value != "" {
						s.Annotations[key] = value
					}
				}
				if label != "" {
					s.Labels["ci.example.com/pull-request"] = label
				}
			}
		}
		ours, later := "my-org/my-fleet", time.Now().Add(time.Hour).UTC().Format(time.RFC3339)
		kept := map[string]func(*gardenerShoot){
			"later": mark("1", ours, later), "label": mark("", ours, past), "time": mark("3", ours, ""), "text": mark("4", ours, "yesterday"),
			"lines": mark("5", ours+"\n1\n"+past, later), "month": mark("6", ours, "2026-00-00T00:00:00Z"), "zone": mark("7", ours, "2026-01-31T23:59:59+01:00"),
			"other": mark("8", "my-org/other", past), "none": mark("9", "", past),
		}
		for name, change := range kept {
			inGarden(ctx).shoot(p.project, name, seedName, true, change)
		}
		for _, project := range []string{p.project, neighbour.project} {
			inGarden(ctx).shoot(project, "expired", seedName, true, mark("2", ours, past))
		}

		output := p.runs("", "delete-expired.sh")
		Expect(output).To(And(
			ContainSubstring("/expired, which expired at "+past+", is being deleted"), ContainSubstring("/later is kept until "+later),
			ContainSubstring("/time is kept: annotation ci.example.com/expires is ''"), ContainSubstring("/text is kept: annotation ci.example.com/expires is 'yesterday'"),
			ContainSubstring("/month is kept"), ContainSubstring("/zone is kept"),
		))
		p.isGone("expired")
		for name := range kept {
			Expect(p.shoot(name).get(Default).DeletionTimestamp).To(BeNil(), name)
		}
		Expect(neighbour.shoot("expired").get(Default).DeletionTimestamp).To(BeNil())

		inGarden(ctx).shoot(p.project, "extended", seedName, true, mark("10", ours, past))
		extending := p.inDirectory("extending")
		Expect(os.Mkdir(extending, 0o700)).To(Succeed())
		shim := "#!/usr/bin/env bash\nif [[ \" $* \" == *\" patch \"* ]]; then\n" +
			"  \"$REAL\" -n \"garden-$SHOOT_PROJECT\" annotate shoot extended --overwrite \"ci.example.com/expires=$LATER\"\nfi\nexec \"$REAL\" \"$@\"\n"
		Expect(os.WriteFile(filepath.Join(extending, "kubectl"), []byte(shim), 0o700)).To(Succeed()) //nolint:gosec // it is run
		command, written := p.command("", "delete-expired.sh")
		command.Env = append(command.Env, "REAL="+p.inDirectory("bin/kubectl"), "LATER="+later, "PATH="+extending+":"+os.Getenv("PATH"))
		Expect(command.Run()).To(Succeed(), written.String())
		Expect(written.String()).To(And(ContainSubstring("the object has been modified"), ContainSubstring("/extended is kept until "+later)), "it was extended after it was read")
		Expect(p.shoot("extended").get(Default).DeletionTimestamp).To(BeNil())
	}, SpecTimeout(3*time.Minute))
})
