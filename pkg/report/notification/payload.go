// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package notification

import (
	"crypto/hmac"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"strings"
	"time"

	corev1 "k8s.io/api/core/v1"

	fluxv1alpha1 "github.com/shoot-flux/gardener-extension-shoot-flux/pkg/apis/flux/v1alpha1"
)

const (
	// HeaderSignature is the header with the signature of the body, in the format of notification-controller for type
	// generic-hmac.
	HeaderSignature = "X-Signature"
	// HeaderID is the header with the ID of the message, so that receivers recognize duplicates.
	HeaderID = "Idempotency-Key"
)

// Payload is the request to a receiver.
type Payload struct {
	// Body is JSON.
	Body []byte
	// Header contains additional headers.
	Header map[string]string
}

// String returns no content, because a header may contain a signature.
func (Payload) String() string { return "payload" }

// NewPayload returns the request to a receiver of the given type. For type webhook, the body is signed with the token.
func NewPayload(kind fluxv1alpha1.NotificationType, project string, message Message, token string) (Payload, error) {
	var content any
	switch kind {
	case fluxv1alpha1.NotificationTypeSlack:
		content = slackMessage(project, message)
	case fluxv1alpha1.NotificationTypeMSTeams:
		content = adaptiveCard(project, message)
	case fluxv1alpha1.NotificationTypeWebhook:
		content = newEvent(project, message)
	default:
		return Payload{}, fmt.Errorf("unknown type of receiver %q", kind)
	}
	body, err := json.Marshal(content)
	if err != nil {
		return Payload{}, fmt.Errorf("failed to encode a message: %w", err)
	}
	p := Payload{Body: body, Header: map[string]string{HeaderID: message.ID, "Content-Type": "application/json"}}
	if kind == fluxv1alpha1.NotificationTypeWebhook {
		mac := hmac.New(sha256.New, []byte(token))
		mac.Write(body)
		p.Header[HeaderSignature] = "sha256=" + hex.EncodeToString(mac.Sum(nil))
	}
	return p, nil
}

// event has the fields of an event from notification-controller and additional ones, so that receivers of Flux events
// can also receive it.
type event struct {
	ID                  string                 `json:"id"`
	InvolvedObject      corev1.ObjectReference `json:"involvedObject"`
	Severity            string                 `json:"severity"`
	Timestamp           string                 `json:"timestamp"`
	Message             string                 `json:"message"`
	Reason              Reason                 `json:"reason"`
	Metadata            map[string]string      `json:"metadata,omitempty"`
	ReportingController string                 `json:"reportingController"`
	Project             string                 `json:"project"`
	Cause               fluxv1alpha1.Cause     `json:"cause,omitempty"`
	Ring                string                 `json:"ring,omitempty"`
	Count               int                    `json:"count,omitempty"`
	Shoots              []string               `json:"shoots,omitempty"`
}

func newEvent(project string, m Message) event {
	about := fluxv1alpha1.StatusConfigMapName
	if m.Ring != "" || m.Reason == ReasonRolledBack {
		about = fluxv1alpha1.RolloutConfigMapName
	}
	return event{
		ID: m.ID, InvolvedObject: corev1.ObjectReference{APIVersion: "v1", Kind: "ConfigMap", Namespace: project, Name: about}, Severity: severityOf(m),
		Timestamp: m.At.UTC().Format(time.RFC3339), Message: strings.TrimSuffix(m.Title()+". "+m.Text, ". "), Reason: m.Reason,
		Metadata:            map[string]string{fluxv1alpha1.GroupName + "/message-id": m.ID},
		ReportingController: fluxv1alpha1.ExtensionName + "-garden-controller",
		Project:             project, Cause: m.Cause, Ring: m.Ring, Count: m.Count, Shoots: m.Shoots,
	}
}

func severityOf(m Message) string {
	if m.IsProblem() {
		return "error"
	}
	return "info"
}

// slackMessage returns a message with blocks that Slack displays without formatting. The plain text is for
// notifications, and for clients that do not support blocks.
func slackMessage(project string, m Message) map[string]any {
	block := func(text string) map[string]any {
		return map[string]any{"type": "section", "text": map[string]any{"type": "plain_text", "text": text, "emoji": false}}
	}
	blocks := []any{block(symbolOf(m) + " " + m.Title())}
	if m.Text != "" {
		blocks = append(blocks, block(m.Text))
	}
	blocks = append(blocks, map[string]any{"type": "context", "elements": []any{map[string]any{"type": "plain_text", "text": footer(project, m), "emoji": false}}})
	escaped := strings.NewReplacer("&", "&amp;", "<", "&lt;", ">", "&gt;", "@", "@\u200b").Replace(strings.TrimSpace(m.Title() + "\n" + m.Text))
	return map[string]any{"text": escaped, "blocks": blocks}
}

// adaptiveCard returns an Adaptive Card. The text is in text runs, which Teams does not parse as Markdown.
func adaptiveCard(project string, m Message) map[string]any {
	body := []any{map[string]any{"type": "TextBlock", "text": symbolOf(m) + " " + m.Title(), "weight": "Bolder", "wrap": true}}
	run := func(text string, subtle bool) map[string]any {
		return map[string]any{"type": "RichTextBlock", "inlines": []any{map[string]any{"type": "TextRun", "text": text, "isSubtle": subtle}}}
	}
	if m.Text != "" {
		body = append(body, run(m.Text, false))
	}
	body = append(body, run(footer(project, m), true))
	return map[string]any{"type": "message", "attachments": []any{map[string]any{
		"contentType": "application/vnd.microsoft.card.adaptive",
		"content": map[string]any{
			"$schema": "http://adaptivecards.io/schemas/adaptive-card.json", "type": "AdaptiveCard", "version": "1.4", "body": body,
		},
	}}}
}

func symbolOf(m Message) string {
	switch {
	case m.IsProblem():
		return "\u274c"
	case m.Reason == ReasonRecovered, m.Reason == ReasonTest:
		return "\u2705"
	}
	return "\u23f8"
}

// footer returns the project and the ID of the message.
func footer(project string, m Message) string {
	return fmt.Sprintf("Project namespace %s, message %s", project, m.ID)
}
