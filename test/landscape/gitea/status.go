// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package gitea

import (
	"context"
	"fmt"
	"net/http"
	"time"
)

const (
	// followEvery is the time between two requests for new statuses. A status is seen as much later than it was received.
	followEvery = 500 * time.Millisecond
	// statusPage is the number of statuses in an answer.
	statusPage = 50
)

// CommitStatus is a status of a commit.
type CommitStatus struct {
	// ID distinguishes the status from others of the host.
	ID int64 `json:"id"`
	// Context is the name of the status.
	Context string `json:"context"`
	// State is pending, success, error, failure or warning.
	State string `json:"status"`
	// Description is the text beside the state.
	Description string `json:"description"`
}

// CommitStatuses returns the first 50 statuses of a commit, oldest first.
func (h *Host) CommitStatuses(ctx context.Context, repository, commit string) ([]CommitStatus, error) {
	return h.api.commitStatuses(ctx, repository, commit, 1)
}

// FollowCommitStatuses has follower called with each status that the newest commits of a repository get, once and in
// order, until the context ends. It waits for a host that is down.
func (h *Host) FollowCommitStatuses(ctx context.Context, repository string, follower func(commit string, status CommitStatus)) {
	h.api.followCommitStatuses(ctx, repository, followEvery, follower)
}

func (a *api) commitStatuses(ctx context.Context, repository, commit string, page int) ([]CommitStatus, error) {
	var statuses []CommitStatus
	path := fmt.Sprintf("/repos/%s/%s/commits/%s/statuses?sort=oldest&limit=%d&page=%d", Owner, repository, commit, statusPage, page)
	return statuses, a.call(ctx, http.MethodGet, path, nil, &statuses)
}

func (a *api) followCommitStatuses(ctx context.Context, repository string, every time.Duration, follower func(string, CommitStatus)) {
	counts := map[string]int{}
	for ctx.Err() == nil {
		var commits []struct {
			SHA string `json:"sha"`
		}
		// A host that is down answers later.
		if err := a.call(ctx, http.MethodGet, "/repos/"+Owner+"/"+repository+"/commits?sha=main&stat=false&verification=false&files=false", nil, &commits); err == nil {
			for _, commit := range commits {
				counts[commit.SHA] += a.newStatuses(ctx, repository, commit.SHA, counts[commit.SHA], follower)
			}
		}
		select {
		case <-ctx.Done():
		case <-time.After(every):
		}
	}
}

// newStatuses calls follower with the statuses of a commit after the first ones, and returns how many they are.
func (a *api) newStatuses(ctx context.Context, repository, commit string, known int, follower func(string, CommitStatus)) int {
	count := 0
	for {
		page, skip := (known+count)/statusPage+1, (known+count)%statusPage
		statuses, err := a.commitStatuses(ctx, repository, commit, page)
		if err != nil || len(statuses) <= skip {
			return count
		}
		for _, status := range statuses[skip:] {
			follower(commit, status)
			count++
		}
	}
}
