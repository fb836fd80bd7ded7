// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package notification_test

import (
	"crypto/hmac"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"time"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"

	fluxv1alpha1 "github.com/shoot-flux/gardener-extension-shoot-flux/pkg/apis/flux/v1alpha1"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/report/notification"
)

var _ = Describe("NewPayload", func() {
	message := notification.Message{
		ID: "0123456789abcdef", At: metav1.NewTime(time.Date(2026, 11, 25, 12, 0, 0, 0, time.UTC)), Reason: notification.ReasonFailed,
		Cause: installation, Count: 2, Shoots: []string{"a", "b"}, Text: "a, b. Of a: <!channel> [click](https://evil) & @all",
	}
	payload := func(kind fluxv1alpha1.NotificationType, token string) (notification.Payload, map[string]any) {
		GinkgoHelper()
		p, err := notification.NewPayload(kind, "garden-shop", message, token)
		Expect(err).NotTo(HaveOccurred())
		var content map[string]any
		Expect(json.Unmarshal(p.Body, &content)).To(Succeed())
		Expect(p.Header).To(And(HaveKeyWithValue("Idempotency-Key", message.ID), HaveKeyWithValue("Content-Type", "application/json")))
		return p, content
	}

	It("signs the payload of a webhook, with the fields of Flux events", func() {
		p, content := payload(fluxv1alpha1.NotificationTypeWebhook, "0123456789012345")
		mac := hmac.New(sha256.New, []byte("0123456789012345"))
		mac.Write(p.Body)
		Expect(p.Header["X-Signature"]).To(Equal("sha256=" + hex.EncodeToString(mac.Sum(nil))))
		Expect(content).To(And(
			HaveKeyWithValue("id", message.ID), HaveKeyWithValue("reason", "ShootsFailed"), HaveKeyWithValue("cause", "InstallationFailed"),
			HaveKeyWithValue("severity", "error"), HaveKeyWithValue("timestamp", "2026-11-25T12:00:00Z"), HaveKeyWithValue("project", "garden-shop"),
			HaveKeyWithValue("count", 2.0), HaveKeyWithValue("shoots", []any{"a", "b"}),
			HaveKeyWithValue("message", "2 Shoots are Failed: InstallationFailed. "+message.Text),
			HaveKeyWithValue("involvedObject", map[string]any{"apiVersion": "v1", "kind": "ConfigMap", "namespace": "garden-shop", "name": "flux-status"}),
			HaveKeyWithValue("reportingController", "gardener-extension-shoot-flux-garden-controller"),
		))
		Expect(fmt.Sprint(p)).To(Equal("payload"))
	})

	It("removes markup of other authors from the payload of Slack", func() {
		p, content := payload(fluxv1alpha1.NotificationTypeSlack, "")
		Expect(p.Header).NotTo(HaveKey("X-Signature"))
		Expect(content["text"]).To(Equal("2 Shoots are Failed: InstallationFailed\na, b. Of a: &lt;!channel&gt; [click](https://evil) &amp; @\u200ball"))
		for _, block := range content["blocks"].([]any) {
			if text, ok := block.(map[string]any)["text"].(map[string]any); ok {
				Expect(text["type"]).To(Equal("plain_text"))
			}
		}
	})

	It("returns an adaptive card with text runs for Teams", func() {
		_, content := payload(fluxv1alpha1.NotificationTypeMSTeams, "")
		attachment := content["attachments"].([]any)[0].(map[string]any)
		Expect(attachment["contentType"]).To(Equal("application/vnd.microsoft.card.adaptive"))
		card := attachment["content"].(map[string]any)
		Expect(card).To(And(HaveKeyWithValue("type", "AdaptiveCard"), HaveKeyWithValue("version", "1.4")))
		body := card["body"].([]any)
		Expect(body[0]).To(HaveKeyWithValue("text", "\u274c 2 Shoots are Failed: InstallationFailed"))
		Expect(body[1]).To(And(HaveKeyWithValue("type", "RichTextBlock"),
			HaveKeyWithValue("inlines", []any{map[string]any{"type": "TextRun", "text": message.Text, "isSubtle": false}})))
	})

	It("returns an error for an unknown type", func() {
		_, err := notification.NewPayload("pager", "garden-shop", message, "")
		Expect(err).To(MatchError(ContainSubstring("pager")))
	})
})
