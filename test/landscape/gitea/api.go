// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package gitea

import (
	"bytes"
	"context"
	"crypto/tls"
	"crypto/x509"
	"encoding/base64"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"time"
)

// api is a client of Gitea's API that acts as the owner.
type api struct {
	url, token string
	client     *http.Client
}

func newAPI(url string, ca []byte, token string) (*api, error) {
	roots := x509.NewCertPool()
	if !roots.AppendCertsFromPEM(ca) {
		return nil, errors.New("the authority's certificate is invalid")
	}
	transport := &http.Transport{TLSClientConfig: &tls.Config{RootCAs: roots, MinVersion: tls.VersionTLS12}}
	return &api{url: url + "/api/v1", token: token, client: &http.Client{Transport: transport, Timeout: 30 * time.Second}}, nil
}

// call makes one request, authenticated with the token or, if there is no token, with the password. Tokens can be
// created only with the password.
func (a *api) call(ctx context.Context, method, path string, body, answer any) error {
	content, err := json.Marshal(body)
	if err != nil {
		return err
	}
	request, err := http.NewRequestWithContext(ctx, method, a.url+path, bytes.NewReader(content))
	if err != nil {
		return err
	}
	request.Header.Set("Content-Type", "application/json")
	if a.token != "" {
		request.Header.Set("Authorization", "token "+a.token)
	} else {
		request.SetBasicAuth(Owner, password)
	}
	response, err := a.client.Do(request)
	if err != nil {
		return err
	}
	defer response.Body.Close()
	received, err := io.ReadAll(response.Body)
	if err != nil {
		return err
	}
	if response.StatusCode >= http.StatusBadRequest {
		return fmt.Errorf("gitea: %s %s: %s: %s", method, path, response.Status, received)
	}
	if answer == nil {
		return nil
	}
	return json.Unmarshal(received, answer)
}

// CreateRepository creates a private repository with the given files.
func (h *Host) CreateRepository(ctx context.Context, name string, files map[string]string) error {
	if err := h.api.call(ctx, http.MethodPost, "/user/repos", map[string]any{"name": name, "private": true, "auto_init": true, "default_branch": "main"}, nil); err != nil {
		return err
	}
	return h.Commit(ctx, name, files)
}

// Commit adds new files to a repository, each in its own commit.
func (h *Host) Commit(ctx context.Context, repository string, files map[string]string) error {
	for path, content := range files {
		change := map[string]any{"branch": "main", "content": base64.StdEncoding.EncodeToString([]byte(content)), "message": "Add " + path}
		if err := h.api.call(ctx, http.MethodPost, "/repos/"+Owner+"/"+repository+"/contents/"+path, change, nil); err != nil {
			return err
		}
	}
	return nil
}

// Remove removes a file from a repository.
func (h *Host) Remove(ctx context.Context, repository, path string) error {
	var file struct {
		SHA string `json:"sha"`
	}
	contents := "/repos/" + Owner + "/" + repository + "/contents/" + path
	if err := h.api.call(ctx, http.MethodGet, contents, nil, &file); err != nil {
		return err
	}
	return h.api.call(ctx, http.MethodDelete, contents, map[string]string{"branch": "main", "sha": file.SHA, "message": "Remove " + path}, nil)
}

// Head returns the ID of the newest commit of a repository.
func (h *Host) Head(ctx context.Context, repository string) (string, error) {
	var branch struct {
		Commit struct {
			ID string `json:"id"`
		} `json:"commit"`
	}
	err := h.api.call(ctx, http.MethodGet, "/repos/"+Owner+"/"+repository+"/branches/main", nil, &branch)
	return branch.Commit.ID, err
}

// CreateWebhook creates a webhook that sends pushes to the repository to a URL, signed with the secret.
func (h *Host) CreateWebhook(ctx context.Context, repository, url, secret string) error {
	hook := map[string]any{
		"type": "gitea", "active": true, "events": []string{"push"}, "branch_filter": "*",
		"config": map[string]string{"url": url, "content_type": "json", "secret": secret},
	}
	return h.api.call(ctx, http.MethodPost, "/repos/"+Owner+"/"+repository+"/hooks", hook, nil)
}

// DeployKey is a deploy key of a repository.
type DeployKey struct {
	// ID identifies the key.
	ID int64 `json:"id"`
	// Title is the name of the key.
	Title string `json:"title"`
	// Key is the public key.
	Key string `json:"key"`
	// ReadOnly is true if the key has only read access.
	ReadOnly bool `json:"read_only"`
}

// DeployKeys returns the deploy keys of a repository.
func (h *Host) DeployKeys(ctx context.Context, repository string) ([]DeployKey, error) {
	var keys []DeployKey
	return keys, h.api.call(ctx, http.MethodGet, "/repos/"+Owner+"/"+repository+"/keys", nil, &keys)
}

// DeleteDeployKey removes a deploy key.
func (h *Host) DeleteDeployKey(ctx context.Context, repository string, id int64) error {
	return h.api.call(ctx, http.MethodDelete, fmt.Sprintf("/repos/%s/%s/keys/%d", Owner, repository, id), nil, nil)
}

// NewToken creates a token of the owner with the given scopes.
func (h *Host) NewToken(ctx context.Context, name string, scopes ...string) (string, error) {
	var token struct {
		SHA1 string `json:"sha1"`
	}
	withPassword := &api{url: h.api.url, client: h.api.client}
	err := withPassword.call(ctx, http.MethodPost, "/users/"+Owner+"/tokens", map[string]any{"name": name, "scopes": scopes}, &token)
	return token.SHA1, err
}
