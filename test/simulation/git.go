// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package simulation

import (
	"fmt"
	"slices"
	"sync"
)

// git contains the repositories of the projects and of the operator.
type git struct {
	mutex        sync.Mutex
	repositories map[string]*repository
}

// repository is a repository with one branch.
type repository struct {
	url string
	// head is the last commit of branch main.
	head *commit
	// commits are all commits by ID.
	commits map[string]*commit
}

// commit is the content of a repository.
type commit struct {
	id     string
	parent *commit
	// objects are what the root Kustomization applies: ConfigMaps and, by their prefix, Namespaces. child are those of a
	// second Kustomization.
	objects, child []string
	// outcome is what happens when Flux applies it.
	outcome outcome
}

type outcome string

// Outcomes of commits.
const (
	works  outcome = "works"
	fails  outcome = "fails"
	hangs  outcome = "hangs"
	decays outcome = "decays"
)

const (
	branch      = "main"
	spacePrefix = "space"
)

func newGit(urls ...string) *git {
	g := &git{repositories: map[string]*repository{}}
	for _, url := range urls {
		r := &repository{url: url, commits: map[string]*commit{}}
		g.repositories[url] = r
		r.push(&commit{objects: []string{"one", "two", "three", "four"}, child: []string{"five", "six"}, outcome: works})
	}
	return g
}

// push adds a commit to the branch.
func (r *repository) push(c *commit) {
	c.id = fmt.Sprintf("%040x", fingerprint(fmt.Sprintf("%s %d", r.url, len(r.commits))))
	r.commits[c.id], r.head = c, c
}

// change pushes a change, which is one of the kinds of changes of a repository.
func (g *git) change(url, what string) string {
	g.mutex.Lock()
	defer g.mutex.Unlock()
	r := g.repositories[url]
	next := &commit{parent: r.head, objects: slices.Clone(r.head.objects), child: slices.Clone(r.head.child), outcome: works}
	switch what {
	case "fails":
		next.outcome = fails
	case "hangs":
		next.outcome = hangs
	case "decays":
		next.outcome = decays
	case "prune":
		next.objects = next.objects[:max(1, len(next.objects)-2)]
	case "move":
		if last := len(next.objects) - 1; last > 0 {
			next.child, next.objects = append(next.child, next.objects[last]), next.objects[:last]
		}
	case "revert":
		if before := r.head.parent; before != nil {
			next.objects, next.child, next.outcome = slices.Clone(before.objects), slices.Clone(before.child), before.outcome
		}
	case "force":
		if before := r.head.parent; before != nil {
			next.parent, next.objects, next.child = before.parent, slices.Clone(before.objects), slices.Clone(before.child)
		}
	case "back":
		if before := r.head.parent; before != nil {
			r.head = before
			return before.id
		}
	default:
		name := "object"
		if len(r.commits)%3 == 0 {
			name = spacePrefix
		}
		next.objects = append(next.objects, fmt.Sprintf("%s-%d", name, len(r.commits)))
		if len(next.objects) > 8 {
			next.objects = next.objects[1:]
		}
	}
	r.push(next)
	return next.id
}

// resolve returns a commit, or the head of the branch for an empty ID; nil if there is none.
func (g *git) resolve(url, id string) *commit {
	g.mutex.Lock()
	defer g.mutex.Unlock()
	r := g.repositories[url]
	if r == nil {
		return nil
	}
	if id == "" {
		return r.head
	}
	return r.commits[id]
}
