// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package check

import (
	"fmt"
	"strings"

	"github.com/shoot-flux/gardener-extension-shoot-flux/test/history"
)

const deployKeysPage = "usage/deploy-keys.md"

func keyRules() []Rule {
	return []Rule{
		{
			Name: "key-changes-by-rotation",
			Quotes: []Quote{
				{deployKeysPage, "Nothing is rotated, replaced, registered or removed at a host without your request."},
				{deployKeysPage, "A policy denies seeds every change of a key, and the garden controller all but a rotation."},
				{deployKeysPage, "It sets annotation `operation`"},
			},
			judge: replacedKeys,
		},
		{
			Name: "shoot-has-a-key-of-its-project",
			Quotes: []Quote{
				{deployKeysPage, "A private repository is read over SSH with one key pair per project"},
				{deployKeysPage, "private key, delivered to the shoots only"},
			},
			judge: foreignKeys,
		},
		{
			Name: "previous-key-is-known-while-in-use",
			Quotes: []Quote{
				{deployKeysPage, "When every Shoot reports the new key, the annotations `previous-…` are removed"},
				{deployKeysPage, "`previous-public-key`, `previous-fingerprint` while a Shoot has that key or would wake up with it"},
			},
			judge: forgottenKeys,
		},
	}
}

const (
	operationComplete   = "rotate-deploy-key-complete"
	operationStart      = "rotate-deploy-key-start"
	previousFingerprint = "previous-fingerprint"
)

// replacedKeys finds deploy keys that become others without a rotation: not the prepared next one, or without request.
func replacedKeys(r *record) []finding {
	var found []finding
	for _, key := range r.keys["deployKey"] {
		var before *history.DeployKey
		var shown []int
		requested := map[string]bool{}
		for _, seen := range r.timelines[key] {
			now, ok := seen.fact.(*history.DeployKey)
			if !ok {
				before, shown = nil, nil
				clear(requested)
				continue
			}
			switch {
			case before == nil || before.UID != now.UID || byUser(now):
				shown = nil // created, or brought by a user
			case now.Fingerprint != before.Fingerprint && before.Fingerprint != "" && now.Fingerprint != "":
				if why := replaced(before, now, requested); why != "" {
					found = append(found, finding{
						subject: key + now.Fingerprint, shown: append(shown, seen.first),
						text: fmt.Sprintf("the key of %s changed from %s to %s %s", strings.TrimPrefix(key, "deployKey "), before.Fingerprint, now.Fingerprint, why),
					})
				}
				clear(requested)
				shown = nil
			case before.Next == "" && now.Next != "" && !requested[operationStart]:
				found = append(found, finding{
					subject: key + " " + now.Next, shown: append(shown, seen.first),
					text: fmt.Sprintf("a next key of %s was prepared without request", strings.TrimPrefix(key, "deployKey ")),
				})
			}
			requested[now.Annotations["operation"]] = true
			before, shown = now, append(shown, seen.first)
		}
	}
	return found
}

// byUser returns whether a user has written the key.
func byUser(key *history.DeployKey) bool {
	return key.Manager != "" && !strings.Contains(key.Manager, "shoot-flux")
}

func replaced(before, now *history.DeployKey, requested map[string]bool) string {
	switch {
	case before.Next != now.Fingerprint:
		return "without a rotation"
	case !requested[operationComplete] && now.Annotations["operation"] != operationComplete:
		return "without request"
	}
	return ""
}

// foreignKeys finds deploy keys in shoots that were never the key of the project.
func foreignKeys(r *record) []finding {
	var found []finding
	for _, objectKey := range r.keys["object"] {
		for _, seen := range r.timelines[objectKey] {
			secret, ok := seen.fact.(*history.Object)
			if !ok || secret.KeyFingerprint == "" || secret.Part != history.PartFlux {
				continue
			}
			known, first := map[string]bool{}, 0
			for _, key := range r.keys["deployKey"] {
				names := strings.Split(strings.TrimPrefix(key, "deployKey "), "/")
				if names[0] != secret.Project || len(r.timelines[key]) == 0 {
					continue
				}
				for i, stored := range r.timelines[key] {
					if fact, ok := stored.fact.(*history.DeployKey); ok {
						known[fact.Fingerprint], known[fact.Annotations[previousFingerprint]] = true, true
						if i == 0 {
							first = stored.first
						}
					}
				}
			}
			// A key from before the history is not known.
			if len(known) == 0 || known[secret.KeyFingerprint] || !r.appearsLater(objectKey, seen) {
				continue
			}
			found = append(found, finding{
				subject: objectKey + " " + secret.KeyFingerprint, shown: []int{first, seen.first, r.timelines[objectKey][0].first},
				text: fmt.Sprintf("Shoot %s/%s has the key %s, which the project never had", secret.Project, secret.Shoot, secret.KeyFingerprint),
			})
		}
	}
	return found
}

// appearsLater returns whether a sighting is not the first one of its thing.
func (r *record) appearsLater(key string, seen sighting) bool {
	return r.timelines[key][0].first != seen.first
}

// forgottenKeys finds previous keys that the project forgets while a Shoot reports them.
func forgottenKeys(r *record) []finding {
	var found []finding
	for _, p := range r.allProjects() {
		key := (&history.DeployKey{Namespace: p.namespace, Secret: "flux-source"}).Key()
		line := r.timelines[key]
		for i := 1; i < len(line); i++ {
			before, ok := line[i-1].fact.(*history.DeployKey)
			now, stays := line[i].fact.(*history.DeployKey)
			if !ok || !stays || before.UID != now.UID {
				continue
			}
			previous := before.Annotations[previousFingerprint]
			if previous == "" || now.Annotations[previousFingerprint] == previous || now.Fingerprint != before.Fingerprint {
				continue
			}
			for _, shoot := range p.shoots {
				for _, seen := range p.reports(shoot) {
					report, ok := seen.fact.(*history.Report)
					if ok && seen.covers(line[i].from) && report.Status.DeployKeyFingerprint == previous {
						found = append(found, finding{
							subject: p.namespace + " " + shoot + " " + previous,
							text:    fmt.Sprintf("project %s forgot the previous key while Shoot %s reported it", p.namespace, shoot),
							shown:   []int{line[i-1].first, line[i].first, seen.first, seen.last},
						})
					}
				}
			}
		}
	}
	return found
}
