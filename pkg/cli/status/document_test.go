// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package status

import (
	"context"
	"flag"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"time"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"sigs.k8s.io/controller-runtime/pkg/client"

	fluxv1alpha1 "github.com/shoot-flux/gardener-extension-shoot-flux/pkg/apis/flux/v1alpha1"
	"github.com/shoot-flux/gardener-extension-shoot-flux/test/support/clitest"
)

var updateGolden = flag.Bool("update-golden", false, "write the tables in the document again")

const statusDocument = "../../../docs/usage/status.md"

func readDocument() string {
	GinkgoHelper()
	page, err := os.ReadFile(statusDocument)
	Expect(err).NotTo(HaveOccurred())
	return string(page)
}

// shownIn returns the block after a marker, and the page with another one in its place.
func shownIn(page, marker, block string) (shown, changed string) {
	GinkgoHelper()
	blocks := regexp.MustCompile("(?s)(<!-- " + regexp.QuoteMeta(marker) + " -->\n```\n)(.*?)(```\n)")
	found := blocks.FindStringSubmatchIndex(page)
	Expect(found).NotTo(BeNil(), marker)
	return page[found[4]:found[5]], page[:found[4]] + block + page[found[5]:]
}

// examples are Shoots with their status.
type examples struct {
	statusData map[string]string
	objects    []client.Object
}

func (e *examples) add(name string, since time.Duration, change func(*fluxv1alpha1.ShootStatus)) {
	GinkgoHelper()
	status := readyShoot("uid-" + name)
	status.Since = metav1.NewTime(testNow.Add(-since))
	if change != nil {
		change(&status)
	}
	e.statusData[name] = encode(status)
	e.objects = append(e.objects, shootNamed(name, "uid-"+name))
}

func fails(cause fluxv1alpha1.Cause, message string) func(*fluxv1alpha1.ShootStatus) {
	return func(status *fluxv1alpha1.ShootStatus) {
		status.State, status.Ready, status.Cause, status.Message = fluxv1alpha1.ShootFailed, false, cause, message
	}
}

func stands(state fluxv1alpha1.ShootState, reason, message string) func(*fluxv1alpha1.ShootStatus) {
	return func(status *fluxv1alpha1.ShootStatus) {
		status.State, status.Ready, status.Reason, status.Message = state, false, reason, message
	}
}

func tried(change func(*fluxv1alpha1.ShootStatus), revision string) func(*fluxv1alpha1.ShootStatus) {
	return func(status *fluxv1alpha1.ShootStatus) {
		change(status)
		status.AttemptedRevision = revision
	}
}

const nextRevision = "main@sha1:9b8a7c6d5e4f30211203f4e5d6c7b8a990817263"

func fewExamples() *examples {
	e := &examples{statusData: map[string]string{}, objects: []client.Object{shootNamed("ci-8412", "uid-ci")}}
	e.add("prod", 26*time.Hour, nil)
	e.add("staging", 7*time.Minute, tried(fails(fluxv1alpha1.CauseBuild,
		"kustomization path not found: stat /tmp/kustomization-1834729056/clusters/staging: no such file or directory"), nextRevision))
	e.add("tenant", 3*24*time.Hour, func(status *fluxv1alpha1.ShootStatus) {
		fails(fluxv1alpha1.CauseAuthentication, `failed to checkout and determine revision: unable to clone 'ssh://git@github.com/my-org/my-fleet': ssh: handshake failed: `+
			`ssh: unable to authenticate, attempted methods [none publickey], no supported methods remain`)(status)
		status.AppliedRevision, status.AttemptedRevision = "", ""
	})
	e.add("demo", 40*time.Hour, stands(fluxv1alpha1.ShootHibernated, "Hibernated", "the shoot is hibernated"))
	return e
}

func oneExample() *examples {
	e := &examples{statusData: map[string]string{}}
	e.add("my-shoot", 7*time.Minute, func(status *fluxv1alpha1.ShootStatus) {
		*status = degradedShoot(string(status.UID), "2 of 5 objects are not ready. HelmRelease podinfo/podinfo: Helm upgrade failed: values don't meet the schema. "+
			"Check the values and the chart; 'helm history' in the shoot shows the release. 1 more waiting")
		status.Objects = objectsOfDegraded()
		status.Objects.Failing[0].Message = "Helm upgrade failed: values don't meet the schema"
	})
	return e
}

func manyExamples() *examples {
	e := &examples{statusData: map[string]string{}}
	changes := map[int]func(*fluxv1alpha1.ShootStatus){}
	for _, number := range []int{5, 12, 33, 64, 90, 121, 122, 150} {
		changes[number] = tried(fails(fluxv1alpha1.CauseHealthCheck, fmt.Sprintf("health check failed after 5m0.%03ds: timeout waiting for: [Deployment/ingress/nginx status: 'InProgress']", number)), nextRevision)
	}
	changes[190] = stands(fluxv1alpha1.ShootHibernated, "Hibernated", "the shoot is hibernated")
	for number := 1; number <= 200; number++ {
		since := 26 * time.Hour
		if changes[number] != nil {
			since = time.Duration(number) * time.Minute
		}
		e.add(fmt.Sprintf("edge-%03d", number), since, changes[number])
	}
	return e
}

var _ = DescribeTable("prints the tables in the document",
	func(ctx SpecContext, marker, args string, made func() *examples) {
		shoots := made()
		garden := &testGarden{namespace: testProject, objects: append(shoots.objects, clitest.StatusConfigMap(testProject, shoots.statusData))}
		out, notes, err := garden.status(ctx, args)
		Expect(err).NotTo(HaveOccurred())
		Expect(notes).To(BeEmpty())
		shown, changed := shownIn(readDocument(), marker, out)
		if *updateGolden {
			Expect(os.WriteFile(statusDocument, []byte(changed), 0o600)).To(Succeed())
			shown = out
		}
		Expect(shown).To(Equal(out))
	},
	Entry("5 Shoots", "status: 5 Shoots", "", fewExamples),
	Entry("one Shoot", "status: my-shoot", "--shoot my-shoot", oneExample),
	Entry("200 Shoots", "status: 200 Shoots", "", manyExamples),
)

var _ = Describe("the kubectl commands in the document", func() {
	_, section, _ := strings.Cut(readDocument(), "\n## With kubectl alone\n")
	section, _, _ = strings.Cut(section, "\n## ")
	var lines []string
	for _, block := range regexp.MustCompile("(?ms)^```sh\n(.*?)\n```$").FindAllStringSubmatch(section, -1) {
		lines = append(lines, block[1])
	}

	// run returns whether a line ends, or continues to wait. Neither kubectl nor sleep are the real ones.
	run := func(ctx context.Context, line, reported string) bool {
		GinkgoHelper()
		directory := GinkgoT().TempDir()
		Expect(os.WriteFile(filepath.Join(directory, "reported"), []byte(reported), 0o600)).To(Succeed())
		for name, script := range map[string]string{
			"kubectl": `case "$*" in
"-n garden-my-project get configmap flux-status --ignore-not-found -o jsonpath={.data.my-shoot}") cat "$REPORTED" ;;
"-n garden-my-project get shoot my-shoot -o jsonpath={.metadata.uid}") printf uid-a ;;
*) echo "kubectl $*" >&2; exit 1 ;;
esac`,
			"sleep": `kill "$PPID"`,
			"git":   `echo ` + commit,
		} {
			Expect(os.WriteFile(filepath.Join(directory, name), []byte("#!/bin/sh\n"+script+"\n"), 0o700)).To(Succeed()) //nolint:gosec // a program
		}
		command := exec.CommandContext(ctx, "sh", "-c", line)
		command.Env = append(os.Environ(), "PATH="+directory+":"+os.Getenv("PATH"), "REPORTED="+filepath.Join(directory, "reported"))
		output, err := command.CombinedOutput()
		Expect(string(output)).NotTo(ContainSubstring("kubectl"))
		return err == nil
	}

	It("are at most three lines", func() { Expect(lines).To(HaveLen(3)) })

	for i, line := range lines {
		It(fmt.Sprintf("end when it is reached, and not before: line %d", i+1), func(ctx SpecContext) {
			for _, state := range fluxv1alpha1.ShootStates() {
				status := readyShoot("uid-a")
				status.State, status.Ready = state, state.IsReady()
				status.Message = `"ready":true, "appliedRevision":"main@sha1:` + commit + `"`
				if !status.Ready {
					status.AppliedRevision = "main@sha1:0000000000000000000000000000000000000000"
				}
				Expect(run(ctx, line, encode(status))).To(Equal(status.Ready), string(state))
			}
			Expect(run(ctx, line, "")).To(BeFalse(), "neither ConfigMap nor entry")
			Expect(run(ctx, line, encode(readyShoot("uid-0")))).To(Equal(!strings.Contains(line, "metadata.uid")), "an earlier Shoot")
		})
	}

	It("explain every state in the document's table", func() {
		for _, state := range fluxv1alpha1.ShootStates() {
			Expect(readDocument()).To(ContainSubstring("`" + string(state) + "`"))
		}
	})
})
