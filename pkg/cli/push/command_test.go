// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package push

import (
	"bytes"
	"context"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"
	corev1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"sigs.k8s.io/controller-runtime/pkg/client"
	"sigs.k8s.io/controller-runtime/pkg/client/interceptor"

	"github.com/shoot-flux/gardener-extension-shoot-flux/test/support/clitest"
)

const url = "https://push.garden.example.com/hook/0123"

func configMap(annotations map[string]string) *corev1.ConfigMap {
	return &corev1.ConfigMap{ObjectMeta: metav1.ObjectMeta{Namespace: "garden-demo", Name: "flux-config", Annotations: annotations}}
}

func pushedAt(at string) *corev1.ConfigMap {
	return &corev1.ConfigMap{ObjectMeta: metav1.ObjectMeta{Namespace: "garden-demo", Name: "flux-push"}, Data: map[string]string{"pushedAt": at}}
}

var _ = Describe("push show", func() {
	hasURL := configMap(map[string]string{"flux.extensions.gardener.cloud/push-url": url})
	run := func(ctx context.Context, funcs interceptor.Funcs, objects []client.Object, args ...string) (string, error) {
		command := newCommand(clitest.NewAccess(clitest.NewClient(objects, funcs), "garden-demo"))
		out := &bytes.Buffer{}
		command.SetArgs(append([]string{"show"}, args...))
		command.SetOut(out)
		command.SetErr(&bytes.Buffer{})
		err := command.ExecuteContext(ctx)
		return out.String(), err
	}

	It("prints the URL alone", func(ctx SpecContext) {
		Expect(run(ctx, interceptor.Funcs{}, []client.Object{hasURL})).To(Equal(url + "\n"))
	})

	It("prints all details", func(ctx SpecContext) {
		Expect(run(ctx, interceptor.Funcs{}, []client.Object{hasURL, pushedAt("2026-11-24T12:00:00.123Z")}, "-o", "yaml")).To(MatchYAML(
			"{namespace: garden-demo, url: '" + url + "', lastPush: '2026-11-24T12:00:00Z'}"))
		Expect(run(ctx, interceptor.Funcs{}, []client.Object{hasURL, pushedAt("now")}, "-o", "json")).To(MatchJSON(`{"namespace": "garden-demo", "url": "` + url + `"}`))
	})

	DescribeTable("reports why a project has no webhook",
		func(ctx SpecContext, objects []client.Object, args []string, message string) {
			out, err := run(ctx, interceptor.Funcs{}, objects, args...)
			Expect(err).To(MatchError(ContainSubstring(message)))
			Expect(out).To(BeEmpty())
		},
		Entry("an error of the project", []client.Object{configMap(map[string]string{"flux.extensions.gardener.cloud/push-error": "Secret flux-push is missing\x1b[2J"})}, nil,
			"project garden-demo has no webhook: Secret flux-push is missing"),
		Entry("project.push not set", []client.Object{configMap(nil)}, nil, "set project.push in key config.yaml of ConfigMap flux-config; if it is set, the operator offers none"),
		Entry("no flux-config", nil, nil, "there is no ConfigMap flux-config in namespace garden-demo"),
		Entry("an unknown output format", []client.Object{hasURL}, []string{"-o", "wide"}, `--output must be one of json, yaml, not "wide"`),
	)

	It("reports unreadable parts", func(ctx SpecContext) {
		_, err := run(ctx, interceptor.Funcs{Get: func(context.Context, client.WithWatch, client.ObjectKey, client.Object, ...client.GetOption) error {
			return clitest.Forbidden("configmaps")
		}}, nil)
		Expect(err).To(MatchError(ContainSubstring("failed to read ConfigMap garden-demo/flux-config")))
	})
})
