// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package rollout

import (
	"bytes"
	"context"
	"time"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"
	corev1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	testclock "k8s.io/utils/clock/testing"
	"sigs.k8s.io/controller-runtime/pkg/client"
	"sigs.k8s.io/controller-runtime/pkg/client/interceptor"

	"github.com/shoot-flux/gardener-extension-shoot-flux/test/support/clitest"
)

var _ = Describe("rollout --landscape all", func() {
	var garden client.WithWatch
	run := func(ctx context.Context, args ...string) (string, error) {
		out := &bytes.Buffer{}
		command := (&rolloutCommand{Access: clitest.NewAccess(garden, ""), clock: testclock.NewFakePassiveClock(time.Date(2026, 11, 23, 12, 0, 0, 0, time.UTC))}).command()
		command.SetArgs(args)
		command.SetOut(out)
		command.SetErr(out)
		err := command.ExecuteContext(ctx)
		return out.String(), err
	}
	serve := func(data, annotations map[string]string) {
		configMap := &corev1.ConfigMap{ObjectMeta: metav1.ObjectMeta{Namespace: "garden", Name: "shoot-flux", Annotations: annotations}, Data: data}
		garden = clitest.NewClient([]client.Object{configMap}, interceptor.Funcs{})
	}
	requested := func(ctx context.Context) string {
		GinkgoHelper()
		configMap := &corev1.ConfigMap{}
		Expect(garden.Get(ctx, client.ObjectKey{Namespace: "garden", Name: "shoot-flux"}, configMap)).To(Succeed())
		return configMap.Annotations["flux.extensions.gardener.cloud/all-rollouts"]
	}

	It("requests a stop and its end, each also before the other is completed", func(ctx SpecContext) {
		serve(nil, nil)
		Expect(run(ctx, "stop", "--landscape", "all", "--reason", "incident 42")).To(Equal(
			"Requested stop=incident 42 for all rollouts.\nNo further Shoot or seed gets a change until: kubectl shoot-flux rollout resume --landscape all\n"))
		Expect(requested(ctx)).To(Equal("stop=incident 42"))
		Expect(run(ctx, "resume", "--landscape", "all")).To(Equal("Requested resume for all rollouts.\nAll rollouts continue.\n"))
		Expect(requested(ctx)).To(Equal("resume"))
	})

	DescribeTable("shows the record:",
		func(ctx SpecContext, record, expected string) {
			data := map[string]string{}
			if record != "" {
				data["stop"] = record
			}
			serve(data, nil)
			Expect(run(ctx, "status", "--landscape", "all")).To(Equal(expected + "\n"))
		},
		Entry("never", "", "No stop is in effect."),
		Entry("a stop", `{"number":1,"stopped":true,"at":"2026-11-23T11:50:00Z","reason":"incident 42\u001b[31m"}`, "All rollouts are stopped, since 10m ago: incident 42 [31m"),
		Entry("its end", `{"number":2,"stopped":false,"at":"2026-11-23T11:55:00Z"}`, "No stop is in effect. The last one ended 5m ago."),
		Entry("a damaged one", `{`, "All rollouts are stopped: the record in ConfigMap garden/shoot-flux is damaged, and the garden controller restores it."),
	)

	It("shows a request that is not completed", func(ctx SpecContext) {
		serve(nil, map[string]string{"flux.extensions.gardener.cloud/all-rollouts": "stop=incident 42"})
		Expect(run(ctx, "status", "--landscape", "all")).To(HaveSuffix("\nRequested and not completed: stop=incident 42\n"))
	})

	DescribeTable("refuses",
		func(ctx SpecContext, message string, args ...string) {
			serve(nil, nil)
			_, err := run(ctx, args...)
			Expect(err).To(MatchError(message))
			Expect(requested(ctx)).To(BeEmpty())
		},
		Entry("a stop without reason", "set --reason, which the status of each rollout shows, such as --reason 'incident 42'", "stop", "--landscape", "all"),
		Entry("a stop with an empty reason", "set --reason, which the status of each rollout shows, such as --reason 'incident 42'", "stop", "--landscape", "all", "--reason", " "),
		Entry("a stop of one rollout", "stop stops all rollouts of the landscape: set --landscape all; to stop one rollout, run: kubectl shoot-flux rollout pause", "stop", "--landscape", "baseline", "--reason", "x"),
		Entry("a stop of a project", "stop stops all rollouts of the landscape: set --landscape all; to stop one rollout, run: kubectl shoot-flux rollout pause", "stop", "-n", "garden-blue", "--reason", "x"),
		Entry("a pause", "--landscape all is for the commands status, stop and resume", "pause", "--landscape", "all"),
		Entry("an approval", "--landscape all is for the commands status, stop and resume", "approve", "canary", "--landscape", "all"),
		Entry("a history", "--landscape all is for the commands status, stop and resume", "history", "--landscape", "all"),
		Entry("a watch", "--landscape all cannot be used with --watch and -o", "status", "--watch", "--landscape", "all"),
		Entry("a namespace beside", "--landscape cannot be used with -n or --project", "status", "-n", "garden", "--landscape", "all"),
	)

	It("names a missing ConfigMap and a missing permission", func(ctx SpecContext) {
		garden = clitest.NewClient(nil, interceptor.Funcs{})
		_, err := run(ctx, "stop", "--landscape", "all", "--reason", "x")
		Expect(err).To(MatchError(HavePrefix("ConfigMap garden/shoot-flux does not exist, which the garden controller creates; check that it is running: ")))
		garden = clitest.NewClient(nil, forbidGet())
		_, err = run(ctx, "status", "--landscape", "all")
		Expect(err).To(MatchError(HavePrefix("you may not read the stop of all rollouts, which requires the permission to get ConfigMap shoot-flux in namespace garden, and to patch it for an operation: ")))
	})
})
