// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package status

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"strings"
	"time"

	gardencorev1beta1 "github.com/gardener/gardener/pkg/apis/core/v1beta1"
	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"
	corev1 "k8s.io/api/core/v1"
	apierrors "k8s.io/apimachinery/pkg/api/errors"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/types"
	"k8s.io/apimachinery/pkg/watch"
	testclock "k8s.io/utils/clock/testing"
	"k8s.io/utils/ptr"
	"sigs.k8s.io/controller-runtime/pkg/client"
	"sigs.k8s.io/controller-runtime/pkg/client/interceptor"

	fluxv1alpha1 "github.com/shoot-flux/gardener-extension-shoot-flux/pkg/apis/flux/v1alpha1"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/cli/garden"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/report/fleet"
	"github.com/shoot-flux/gardener-extension-shoot-flux/test/support/clitest"
)

const testProject = "garden-blue"

var testNow = time.Date(2026, 11, 22, 0, 0, 0, 0, time.UTC)

// testGarden is one for the command, in which everything is allowed that the functions do not refuse.
type testGarden struct {
	objects []client.Object
	funcs   interceptor.Funcs
	// namespace is that of the kubeconfig's context.
	namespace string
	// terminal is what is written to; a file if there is none.
	terminal *screen
	client   client.WithWatch
}

// connected returns the client, which is made once.
func (g *testGarden) connected() client.WithWatch {
	if g.client == nil {
		g.client = clitest.NewClient(g.objects, g.funcs)
	}
	return g.client
}

// access returns the access that a command has, instead of one by kubeconfig.
func (g *testGarden) access() garden.Access { return clitest.NewAccess(g.connected(), g.namespace) }

// quickTimes are for a garden that answers at once.
func quickTimes() garden.Times {
	return garden.Times{Poll: 10 * time.Millisecond, Refresh: 50 * time.Millisecond, Watch: time.Minute, FirstPause: time.Millisecond, LastPause: 10 * time.Millisecond}
}

// status runs the command until it ends.
func (g *testGarden) status(ctx context.Context, args string) (out, notes string, err error) {
	GinkgoHelper()
	stdout, stderr := &clitest.Output{}, &clitest.Output{}
	err = g.statusTo(ctx, stdout, stderr, args)
	return stdout.String(), stderr.String(), err
}

func (g *testGarden) statusTo(ctx context.Context, stdout, stderr *clitest.Output, args string) error {
	s := &statusCommand{Access: g.access(), clock: testclock.NewFakePassiveClock(testNow), times: quickTimes(), screenOf: func(io.Writer) screen { return g.screen() }}
	command := s.command() //nolint:contextcheck // the command gets it when it runs
	command.SetArgs(strings.Fields(args))
	command.SetOut(stdout)
	command.SetErr(stderr)
	return command.ExecuteContext(ctx)
}

// screen is that of a file, if the test sets no other.
func (g *testGarden) screen() screen {
	if g.terminal != nil {
		return *g.terminal
	}
	return screen{width: widthOfFiles}
}

// shootNamed returns a Shoot of the project that asks for the extension.
func shootNamed(name, uid string) *gardencorev1beta1.Shoot {
	return &gardencorev1beta1.Shoot{
		ObjectMeta: metav1.ObjectMeta{Namespace: testProject, Name: name, UID: types.UID(uid)},
		Spec: gardencorev1beta1.ShootSpec{
			SeedName: ptr.To("seed-1"), Extensions: []gardencorev1beta1.Extension{{Type: "shoot-flux"}},
		},
		Status: gardencorev1beta1.ShootStatus{LastOperation: &gardencorev1beta1.LastOperation{
			Type: gardencorev1beta1.LastOperationTypeCreate, State: gardencorev1beta1.LastOperationStateProcessing, Progress: 43, Description: "Waiting until Extensions are ready",
		}},
	}
}

// encode returns the value of a status in the ConfigMap.
func encode(status fluxv1alpha1.ShootStatus) string {
	return fleet.Encode(status)
}

func readyShoot(uid string) fluxv1alpha1.ShootStatus {
	return fluxv1alpha1.ShootStatus{
		UID: types.UID(uid), Seed: "seed-1", Ready: true, State: fluxv1alpha1.ShootReady, Reason: "ReconciliationSucceeded",
		Message:         "Applied revision: main@sha1:4f1d2c3b4a5968778695a4b3c2d1e0f123456789",
		AppliedRevision: "main@sha1:4f1d2c3b4a5968778695a4b3c2d1e0f123456789", AttemptedRevision: "main@sha1:4f1d2c3b4a5968778695a4b3c2d1e0f123456789",
		FluxVersion: "v2.9.3", DeployKeyFingerprint: "SHA256:Vt1rMsNVfJh5IfCSZ8zDQDHgyFqmVyXiqlk1yCqPBeU", DeployKeyPhase: fluxv1alpha1.DeployKeyPhaseInUse,
		Since: metav1.NewTime(testNow.Add(-26 * time.Hour)), ObservedAt: metav1.NewTime(testNow.Add(-time.Hour)),
	}
}

func failedShoot(uid string, cause fluxv1alpha1.Cause, message string) fluxv1alpha1.ShootStatus {
	status := readyShoot(uid)
	status.Ready, status.State, status.Cause, status.Reason, status.Message = false, fluxv1alpha1.ShootFailed, cause, "BuildFailed", message
	status.Since = metav1.NewTime(testNow.Add(-7 * time.Minute))
	return status
}

// degradedShoot has applied its root Kustomization, below which something fails.
func degradedShoot(uid, message string) fluxv1alpha1.ShootStatus {
	status := readyShoot(uid)
	status.Ready, status.RootReady, status.State, status.Cause, status.Reason, status.Message = false, true, fluxv1alpha1.ShootDegraded, fluxv1alpha1.CauseRelease, "UpgradeFailed", message
	status.Since = metav1.NewTime(testNow.Add(-7 * time.Minute))
	return status
}

// refusing returns functions that refuse what is named, such as "list shoots".
func refusing(err func(resource string) error, names ...string) interceptor.Funcs {
	refuse := func(verb string, object any) error {
		resource := map[string]string{"*v1.ConfigMap": "configmaps", "*v1.ConfigMapList": "configmaps", "*v1beta1.Shoot": "shoots", "*v1beta1.ShootList": "shoots"}[fmt.Sprintf("%T", object)]
		for _, name := range names {
			if name == verb+" "+resource {
				return err(resource)
			}
		}
		return nil
	}
	return interceptor.Funcs{
		Get: func(ctx context.Context, c client.WithWatch, key client.ObjectKey, object client.Object, options ...client.GetOption) error {
			if err := refuse("get", object); err != nil {
				return err
			}
			return c.Get(ctx, key, object, options...)
		},
		List: func(ctx context.Context, c client.WithWatch, list client.ObjectList, options ...client.ListOption) error {
			if err := refuse("list", list); err != nil {
				return err
			}
			return c.List(ctx, list, options...)
		},
		Watch: func(ctx context.Context, c client.WithWatch, list client.ObjectList, options ...client.ListOption) (watch.Interface, error) {
			if err := refuse("watch", list); err != nil {
				return nil, err
			}
			return c.Watch(ctx, list, options...)
		},
	}
}

// columnsOf makes the gaps between columns visible, whatever their widths.
func columnsOf(text string) string {
	lines := strings.Split(text, "\n")
	for i, line := range lines {
		var cells []string
		for cell := range strings.SplitSeq(line, gap) {
			if cell = strings.TrimSpace(cell); cell != "" {
				cells = append(cells, cell)
			}
		}
		lines[i] = strings.Join(cells, " | ")
	}
	return strings.Join(lines, "\n")
}

var _ = Describe("status", func() {
	It("shows failures first, then Shoots without a status, and omits other entries", func(ctx SpecContext) {
		unasked := shootNamed("unasked", "u")
		unasked.Spec.Extensions[0].Disabled = ptr.To(true)
		progressing := failedShoot("uid-p", "", "waits\nfor the \x1b[31mfirst\u202e artifact")
		progressing.State, progressing.Reason, progressing.AppliedRevision = fluxv1alpha1.ShootProgressing, "Progressing", ""
		garden := &testGarden{namespace: testProject, objects: []client.Object{
			shootNamed("ready", "uid-r"), shootNamed("broken", "uid-b"), shootNamed("new", "uid-n"), shootNamed("again", "uid-2"), shootNamed("progressing", "uid-p"), unasked,
			clitest.StatusConfigMap(testProject, map[string]string{
				"ready": encode(readyShoot("uid-r")), "broken": encode(failedShoot("uid-b", fluxv1alpha1.CauseBuild, "kustomization path not found")),
				"again": encode(readyShoot("uid-1")), "gone": encode(readyShoot("uid-g")), "note": "a user's", "progressing": encode(progressing),
			}),
		}}
		out, notes, err := garden.status(ctx, "")
		Expect(err).NotTo(HaveOccurred())
		Expect(columnsOf(out)).To(Equal(`SHOOT | STATE | CAUSE | REVISION | FLUX | SINCE | MESSAGE
broken | Failed | BuildFailed | main@sha1:4f1d2c3 | v2.9.3 | 7m | kustomization path not found
progressing | Progressing | - | none -> main@sha1:4f1d2c3 | v2.9.3 | 7m | waits for the [31mfirst artifact
again | NotReported | - | - | - | - | …at 43 %: Waiting until Extensions are ready
new | NotReported | - | - | - | - | …at 43 %: Waiting until Extensions are ready
ready | Ready | - | main@sha1:4f1d2c3 | v2.9.3 | 26h

5 Shoots: 1 failed, 1 progressing, 2 not reported, 1 ready
Messages are truncated; -o wide shows them in full.
`))
		Expect(notes).To(Equal("Note: omitted the entries of ConfigMap flux-status for Shoots that do not exist any more: gone. Their seeds or the garden controller remove them.\n" +
			"Note: omitted the entries of ConfigMap flux-status that are not the status of a Shoot: note. The extension has not written them.\n"))
	})

	It("prints all Shoots as JSON or YAML", func(ctx SpecContext) {
		garden := &testGarden{namespace: testProject, objects: []client.Object{
			shootNamed("a", "uid-a"), shootNamed("b", "uid-b"), clitest.StatusConfigMap(testProject, map[string]string{"a": encode(readyShoot("uid-a"))}),
		}}
		out, _, err := garden.status(ctx, "-o json")
		Expect(err).NotTo(HaveOccurred())
		Expect(out).To(MatchJSON(`{"apiVersion": "flux.extensions.gardener.cloud/v1alpha1", "kind": "ShootStatusList", "items": [
			{"namespace": "garden-blue", "name": "b", "uid": "uid-b", "seed": "seed-1", "ready": false, "state": "NotReported",
			 "message": "no status yet. Gardener's operation Create is in state Processing at 43 %: Waiting until Extensions are ready"},
			{"namespace": "garden-blue", "name": "a", "uid": "uid-a", "seed": "seed-1", "ready": true, "state": "Ready", "reason": "ReconciliationSucceeded",
			 "message": "Applied revision: main@sha1:4f1d2c3b4a5968778695a4b3c2d1e0f123456789",
			 "appliedRevision": "main@sha1:4f1d2c3b4a5968778695a4b3c2d1e0f123456789", "attemptedRevision": "main@sha1:4f1d2c3b4a5968778695a4b3c2d1e0f123456789",
			 "fluxVersion": "v2.9.3", "deployKeyFingerprint": "SHA256:Vt1rMsNVfJh5IfCSZ8zDQDHgyFqmVyXiqlk1yCqPBeU", "deployKeyPhase": "InUse",
			 "since": "2026-11-20T22:00:00Z", "observedAt": "2026-11-21T23:00:00Z"}]}`))
		out, _, err = garden.status(ctx, "-o yaml --state ready")
		Expect(err).NotTo(HaveOccurred())
		Expect(out).To(And(ContainSubstring("name: a\n"), Not(ContainSubstring("name: b\n"))))
		for _, args := range []string{"-A -o json", "-A -o json --state Failed"} {
			out, _, err = (&testGarden{namespace: "garden-red"}).status(ctx, args)
			Expect(err).NotTo(HaveOccurred())
			Expect(out).To(MatchJSON(`{"apiVersion": "flux.extensions.gardener.cloud/v1alpha1", "kind": "ShootStatusList", "items": []}`))
		}
	})

	It("shows full messages, origin, seed, key phase and ring with -o wide", func(ctx SpecContext) {
		failed := failedShoot("uid-a", fluxv1alpha1.CauseApply, strings.Repeat("long ", 100)+"end")
		failed.Ring = "canary"
		garden := &testGarden{objects: []client.Object{shootNamed("a", "uid-a"), clitest.StatusConfigMap(testProject, map[string]string{"a": encode(failed)})}}
		out, _, err := garden.status(ctx, "-o wide -A")
		Expect(err).NotTo(HaveOccurred())
		Expect(columnsOf(out)).To(And(
			HavePrefix("NAMESPACE | SHOOT | STATE | CAUSE | REVISION | FLUX | SINCE | ORIGIN | SEED | KEY PHASE | RING | MESSAGE\n"+
				"garden-blue | a | Failed | ApplyFailed | main@sha1:4f1d2c3b4a5968778695a4b3c2d1e0f123456789 | v2.9.3 | 7m | poll | seed-1 | InUse | canary | long"),
			ContainSubstring("long end\n"), HaveSuffix("\n1 Shoot: 1 failed\n")))
	})

	It("does not show a deploy key in use that the Git host refuses", func(ctx SpecContext) {
		refused := failedShoot("uid-a", fluxv1alpha1.CauseAuthentication, "unable to authenticate")
		garden := &testGarden{namespace: testProject, objects: []client.Object{shootNamed("a", "uid-a"), clitest.StatusConfigMap(testProject, map[string]string{"a": encode(refused)})}}
		out, _, err := garden.status(ctx, "-o wide")
		Expect(err).NotTo(HaveOccurred())
		Expect(columnsOf(out)).To(ContainSubstring(" | NotAccepted | - | unable to authenticate"))
	})

	It("works without permission to list Shoots", func(ctx SpecContext) {
		garden := &testGarden{namespace: testProject, funcs: refusing(clitest.Forbidden, "list shoots"), objects: []client.Object{
			shootNamed("new", "uid-n"), clitest.StatusConfigMap(testProject, map[string]string{"a": encode(readyShoot("uid-a"))}),
		}}
		out, notes, err := garden.status(ctx, "")
		Expect(err).NotTo(HaveOccurred())
		Expect(out).To(ContainSubstring("1 Shoot: 1 ready\n"))
		Expect(notes).To(Equal("Note: you may not list Shoots: Shoots without a status are missing, and some may no longer exist.\n"))
	})

	It("needs only the permission to get the ConfigMap", func(ctx SpecContext) {
		garden := &testGarden{namespace: testProject, funcs: refusing(clitest.Forbidden, "list configmaps"), objects: []client.Object{
			shootNamed("a", "uid-a"), clitest.StatusConfigMap(testProject, map[string]string{"a": encode(readyShoot("uid-a"))}),
		}}
		out, _, err := garden.status(ctx, "")
		Expect(err).NotTo(HaveOccurred())
		Expect(out).To(ContainSubstring("1 Shoot: 1 ready\n"))
	})

	DescribeTable("returns an error that names the cause",
		func(ctx SpecContext, garden *testGarden, args, message string) {
			_, _, err := garden.status(ctx, args)
			Expect(err).To(MatchError(ContainSubstring(message)))
		},
		Entry("an unknown output format", &testGarden{}, "-o table", "--output must be one of wide, json, yaml, not \"table\""),
		Entry("an unknown state", &testGarden{}, "--state Broken", "--state must be one of Failed Unreachable Degraded Suspended Progressing NotReported"),
		Entry("--watch with -o json", &testGarden{}, "-o json --watch", "--watch cannot be used with -o json"),
		Entry("-A with -n", &testGarden{}, "-A -n garden-blue", "cannot be used together"),
		Entry("two arguments", &testGarden{}, "garden-blue my-shoot", "set the project with -n"),
		Entry("no permission", &testGarden{funcs: refusing(clitest.Forbidden, "list configmaps", "get configmaps")}, "-n garden-blue", "check that it is the namespace of a project and you are a member or viewer"),
		Entry("no permission for all projects", &testGarden{funcs: refusing(clitest.Forbidden, "list configmaps")}, "-A", "you may not list the ConfigMaps of all projects; select one with -n"),
		Entry("invalid credentials", &testGarden{funcs: refusing(func(string) error { return apierrors.NewUnauthorized("x") }, "list configmaps")}, "-n garden-blue", "its credentials have not expired"),
		Entry("no namespace", &testGarden{}, "-n garden-blue", "there is no namespace garden-blue; check that the kubeconfig is for the garden"),
		Entry("an unavailable garden with --watch", &testGarden{funcs: refusing(clitest.Forbidden, "list configmaps")}, "-A --watch", "you may not list"),
	)

	It("suggests a check if there is no status", func(ctx SpecContext) {
		garden := &testGarden{namespace: testProject, objects: []client.Object{&corev1.Namespace{ObjectMeta: metav1.ObjectMeta{Name: testProject}}}}
		out, notes, err := garden.status(ctx, "")
		Expect(err).NotTo(HaveOccurred())
		Expect(out).To(BeEmpty())
		Expect(notes).To(ContainSubstring("that a Shoot has type shoot-flux in spec.extensions"))
	})

	It("resists content of project members", func(ctx SpecContext) {
		long := strings.Repeat("x", 9_000)
		wild, err := json.Marshal(map[string]any{"uid": "u", "state": long, "cause": long, "reason": long, "message": long, "appliedRevision": long, "fluxVersion": long, "seed": long})
		Expect(err).NotTo(HaveOccurred())
		garden := &testGarden{namespace: testProject, objects: []client.Object{clitest.StatusConfigMap(testProject, map[string]string{"a": string(wild), "b": `{"uid":1}`, "c": "[]"})}, funcs: refusing(clitest.Forbidden, "list shoots")}
		out, _, err := garden.status(ctx, "")
		Expect(err).NotTo(HaveOccurred())
		Expect(len(out)).To(BeNumerically("<", 1000))
	})
})
