// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package simulation

import (
	"context"
	"sync"
	"time"

	corev1 "k8s.io/api/core/v1"
	"sigs.k8s.io/controller-runtime/pkg/client"

	fluxv1alpha1 "github.com/shoot-flux/gardener-extension-shoot-flux/pkg/apis/flux/v1alpha1"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/controller/garden/commitstatus"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/controller/garden/notification"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/garden"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/githost"
	reportedstatus "github.com/shoot-flux/gardener-extension-shoot-flux/pkg/report/commitstatus"
	reported "github.com/shoot-flux/gardener-extension-shoot-flux/pkg/report/notification"
	"github.com/shoot-flux/gardener-extension-shoot-flux/test/history"
)

const (
	// receiverAddress is the URL of the receiver of messages, and receiverToken signs them.
	receiverAddress = "https://receiver.example.com/"
	receiverToken   = "a token of a receiver"
	// statusPrefix is the beginning of the names of commit statuses.
	statusPrefix = "garden"
)

// remote is how the API of the Git host and the receiver of a project's messages answer.
type remote string

// Answers of remotes.
const (
	remoteUp remote = "up"
	// remoteDown answers nothing, and remoteRefuses rejects everything.
	remoteDown    remote = "down"
	remoteRefuses remote = "refuses"
	// remoteSlow answers after eight of the ten seconds that a request may take.
	remoteSlow remote = "slow"
	// remoteMute accepts everything, and its answers are lost.
	remoteMute remote = "mute"
)

func remoteFaults() []string {
	return []string{string(remoteDown), string(remoteRefuses), string(remoteSlow), string(remoteMute)}
}

// remotes contains the Git hosts and receivers of the projects.
type remotes struct {
	world *world
	mutex sync.Mutex
	// by are the answers by the names of projects.
	by map[string]remote
	// messages are what the receivers have got.
	messages messages
}

func newRemotes(w *world) *remotes {
	return &remotes{world: w, by: map[string]remote{}, messages: messages{
		arrived: map[string]time.Time{}, problems: map[string]problems{}, states: map[string][]reportedState{},
	}}
}

// set changes the answers for a project.
func (r *remotes) set(project string, now remote) {
	r.mutex.Lock()
	defer r.mutex.Unlock()
	r.by[project] = now
	if now != remoteUp {
		r.messages.forget("garden-" + project)
	}
}

// call lets a request to a remote of a project take its time. It returns whether the remote has got the request, and
// whether the answer has arrived.
func (c *connections) call(ctx context.Context, project, subject string) (got, answered bool, answer remote) {
	w := c.process.world
	r := w.remotes
	r.mutex.Lock()
	answer = r.by[project]
	r.mutex.Unlock()
	lasts := duration(w.chance.of(subject), 50*time.Millisecond)
	switch answer {
	case remoteDown:
		lasts = 10 * time.Second
	case remoteSlow:
		lasts = 8 * time.Second
	}
	timer := time.NewTimer(lasts)
	defer timer.Stop()
	select {
	case <-timer.C:
	case <-c.ended:
		return false, false, answer
	case <-ctx.Done():
		return false, false, answer
	}
	return answer != remoteDown && answer != remoteRefuses, answer != remoteDown && answer != remoteMute, answer
}

// statusWriter writes commit statuses to the Git hosts.
type statusWriter struct{ *connections }

// Write writes a status. Its errors are those of the Git host's client.
func (s statusWriter) Write(ctx context.Context, repository githost.Repository, status reportedstatus.Status) error {
	got, answered, answer := s.call(ctx, projectOfRepository(repository.URL), "commit status "+status.Context+status.Commit)
	if got {
		s.process.world.follower.Write(history.Observation{Observer: "git " + repository.URL, Facts: history.Facts{CommitStatus: &history.CommitStatus{
			Repository: repository.URL, Commit: status.Commit, Context: status.Context, State: string(status.State), Text: status.Description,
		}}})
	}
	switch {
	case !answered:
		return &githost.Error{Reason: githost.ReasonUnreachable, Text: "the Git host does not answer"}
	case answer == remoteRefuses:
		return &githost.Error{Reason: githost.ReasonForbidden, Text: "the Git host refuses statuses"}
	}
	return nil
}

// projectOfRepository returns the project of a repository.
func projectOfRepository(url string) string {
	for _, project := range projectNames() {
		if repositoryOf(project) == url {
			return project
		}
	}
	return ""
}

// messageSender sends messages to the receivers.
type messageSender struct{ *connections }

// Check accepts each target.
func (messageSender) Check(notification.Target) *notification.Failure { return nil }

// Send sends a message.
func (s messageSender) Send(ctx context.Context, _ notification.Target, payload reported.Payload) *notification.Failure {
	m := decodeMessage(payload.Body)
	got, answered, answer := s.call(ctx, m.project(), "message "+m.ID)
	if got {
		s.process.world.receive(m, answer == remoteMute)
	}
	switch {
	case !answered:
		return &notification.Failure{Text: "the receiver does not answer"}
	case answer == remoteRefuses:
		return &notification.Failure{Text: "the receiver refuses messages"}
	}
	return nil
}

// newReporters returns the controllers that write commit statuses and send messages.
func (g *gardenParts) newReporters(ctx context.Context, direct client.Client) []addable {
	remotes := ctx.Value(connectionsKey{}).(*connections) //nolint:forcetypeassert // start sets it
	return []addable{
		&commitstatus.Reconciler{
			Projects: g.projects, Reports: g.reports, Shoots: g.mgr.GetClient(), Garden: direct, Resolver: g.operator.Resolver, Writer: statusWriter{remotes}, Identity: statusPrefix,
			Events: g.mgr.GetEventRecorder(gardenController), Clock: g.clock(), Pacing: garden.Pacing[commitstatus.Memory]{Interval: 10 * time.Second, Random: g.random}, Workers: 32,
		},
		&notification.Reconciler{
			Projects: g.projects, Reports: g.reports, Shoots: g.mgr.GetClient(), Garden: direct, Sender: messageSender{remotes}, Events: g.mgr.GetEventRecorder(gardenController),
			Clock: g.clock(), Timing: reported.DefaultTiming(time.Minute), Pacing: garden.Pacing[notification.Memory]{Interval: 30 * time.Second, Random: g.random}, Workers: 32,
			Messages: notification.NewMessageCounter(g.registry()),
		},
	}
}

// createTokens creates the Secrets with the tokens of a project's Git host and receiver.
func (w *world) createTokens(project string) {
	put := func(name string, data map[string][]byte) {
		w.put("", "secrets", "garden-"+project, name, unstructuredOf(corev1.Secret{Data: data}).Object, nil)
	}
	put(fluxv1alpha1.CommitStatusSecretName, map[string][]byte{fluxv1alpha1.SecretKeyToken: []byte("a-token-of-a-git-host")})
	put(fluxv1alpha1.NotificationSecretName, map[string][]byte{fluxv1alpha1.SecretKeyAddress: []byte(receiverAddress), fluxv1alpha1.SecretKeyToken: []byte(receiverToken)})
	w.remotes.set(project, remoteUp)
}
