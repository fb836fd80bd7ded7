// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package notifications

import (
	"context"
	"time"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"
	corev1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	testclock "k8s.io/utils/clock/testing"
	"sigs.k8s.io/controller-runtime/pkg/client"
	"sigs.k8s.io/controller-runtime/pkg/client/interceptor"

	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/configuration/document"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/report/notification"
	"github.com/shoot-flux/gardener-extension-shoot-flux/test/support/clitest"
)

const (
	annotation = "flux.extensions.gardener.cloud/notification-test"
	twoOf      = "project: {notifications: [{type: slack}, {type: webhook}]}"
)

func fluxConfig(content string) *corev1.ConfigMap {
	return &corev1.ConfigMap{
		ObjectMeta: metav1.ObjectMeta{Namespace: "garden-demo", Name: "flux-config"},
		Data:       map[string]string{"config.yaml": "apiVersion: flux.extensions.gardener.cloud/v1alpha1\nkind: FluxConfig\n" + content},
	}
}

// executed returns what the garden controller stores after the request in flux-config: messages that problems keep from
// being sent, and others that were sent.
func executed(config *corev1.ConfigMap, now time.Time, problems map[string]string) *corev1.ConfigMap {
	GinkgoHelper()
	receivers, configured := document.FromConfigMap(config).Notifications()
	Expect(configured).To(Equal(document.Valid))
	in := notification.Input{Project: config.Namespace, Notifications: receivers, Test: notification.ParseTestRequest(config.Annotations[annotation]), Now: now}
	state := notification.Decide(nil, in, notification.DefaultTiming(time.Minute)).State
	for name, receiver := range state.Receivers {
		if problem := problems[name]; problem != "" {
			state = state.Failing(name, problem, false)
			continue
		}
		state = state.Succeeded(name, receiver.Outbox[0].ID, now)
	}
	data, binary, err := state.Encode()
	Expect(err).NotTo(HaveOccurred())
	return &corev1.ConfigMap{ObjectMeta: metav1.ObjectMeta{Namespace: config.Namespace, Name: "flux-notifications"}, Data: data, BinaryData: binary}
}

var _ = Describe("notifications test", func() {
	now := time.Date(2026, 11, 30, 9, 0, 0, 500, time.UTC)
	run := func(funcs interceptor.Funcs, objects ...client.Object) (string, error) {
		t := testCommand{clock: testclock.NewFakePassiveClock(now), poll: time.Millisecond}
		out, _, err := clitest.Execute(newCommand(clitest.NewAccess(clitest.NewClient(objects, funcs), "garden-demo"), t), "", "test", "--timeout", "100ms")
		return out, err
	}
	// answering has the garden controller execute the request.
	answering := func(problems map[string]string) interceptor.Funcs {
		return interceptor.Funcs{Patch: func(ctx context.Context, c client.WithWatch, object client.Object, patch client.Patch, options ...client.PatchOption) error {
			Expect(c.Patch(ctx, object, patch, options...)).To(Succeed())
			config := &corev1.ConfigMap{}
			Expect(c.Get(ctx, client.ObjectKey{Namespace: "garden-demo", Name: "flux-config"}, config)).To(Succeed())
			Expect(config.Annotations).To(Equal(map[string]string{annotation: "2026-11-30T09:00:00Z"}))
			return c.Create(ctx, executed(config, now, problems))
		}}
	}

	It("prints that each message was sent", func() {
		Expect(run(answering(nil), fluxConfig(twoOf))).To(Equal("RECEIVER  TYPE     RESULT\nslack     slack    sent\nwebhook   webhook  sent\n"))
	})

	It("prints why a message was not sent, in one line", func() {
		out, err := run(answering(map[string]string{"slack": "hooks.slack.com: it answers 404;\x1b[2J\ncheck the address"}), fluxConfig(twoOf))
		Expect(err).To(MatchError("the test message was not sent to slack; the garden controller retries it"))
		Expect(out).To(Equal("RECEIVER  TYPE     RESULT\nslack     slack    hooks.slack.com: it answers 404; [2J check the address\nwebhook   webhook  sent\n"))
	})

	It("ignores the outcome of an earlier test", func() {
		config := fluxConfig(twoOf)
		config.Annotations = map[string]string{annotation: "2026-11-30T08:59:00Z"}
		_, err := run(interceptor.Funcs{}, fluxConfig(twoOf), executed(config, now, nil))
		Expect(err).To(MatchError(HavePrefix("there is no outcome for 2 of 2 receivers after 100ms; ConfigMap flux-notifications shows it later. If there is none, the operator allows no receivers")))
	})

	DescribeTable("requests nothing", func(message string, objects ...client.Object) {
		_, err := run(interceptor.Funcs{Patch: func(context.Context, client.WithWatch, client.Object, client.Patch, ...client.PatchOption) error {
			Fail("it was requested")
			return nil
		}}, objects...)
		Expect(err).To(MatchError(ContainSubstring(message)))
	},
		Entry("without flux-config", "there is no ConfigMap flux-config in namespace garden-demo; set the namespace of the project with -n"),
		Entry("without receivers", "project garden-demo has no receivers; set project.notifications in key config.yaml of ConfigMap flux-config", fluxConfig("project: {propagation: OnReconcile}")),
		Entry("with an invalid flux-config", "ConfigMap garden-demo/flux-config is invalid", fluxConfig("project: {notifications: [{type: pager}]}")),
	)

	It("reports a missing permission", func() {
		_, err := run(interceptor.Funcs{Patch: func(context.Context, client.WithWatch, client.Object, client.Patch, ...client.PatchOption) error {
			return clitest.Forbidden("configmaps")
		}}, fluxConfig(twoOf))
		Expect(err).To(MatchError(ContainSubstring("which requires the permission to patch ConfigMap flux-config")))
	})
})
