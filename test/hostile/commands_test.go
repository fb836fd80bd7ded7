// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package hostile_test

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"net/http"
	"net/http/httptest"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"time"
	"unicode"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"

	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/cli"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/report/fleet"
)

// commandBudget is the budget of a command of the CLI on a user's machine.
var commandBudget = cost{processor: 30 * time.Second, heap: 1 << 30, written: 4 << 20, late: 5 * time.Second}

// execute runs a command of the CLI, and returns its cost. The command has to fail or to write only visible characters.
func execute(ctx context.Context, stdin string, args ...string) (cost, string) {
	GinkgoHelper()
	out := &bytes.Buffer{}
	c := measureAll(ctx, time.Minute, func(ctx context.Context) {
		command := cli.NewCommand()
		command.SetIn(strings.NewReader(stdin))
		command.SetOut(out)
		command.SetErr(out)
		command.SetArgs(args)
		if err := command.ExecuteContext(ctx); err != nil {
			fmt.Fprintln(out, err)
		}
	})
	c.written, c.read = uint64(out.Len()), uint64(len(stdin))
	text := out.String()
	at := strings.IndexFunc(text, func(r rune) bool {
		return r != '\n' && r != '\t' && !unicode.IsPrint(r) || unicode.Is(unicode.Other_Default_Ignorable_Code_Point, r)
	})
	if at >= 0 {
		Fail(fmt.Sprintf("%v writes %q", args, text[max(0, at-50):min(len(text), at+50)]))
	}
	return c, text
}

// invisible are texts that a terminal, Markdown or a shell gives a meaning to.
var invisible = []string{"\x1b[2J", "\u009b2J", "\u202e", "\u200b", "\u2028", "\r", "\n", "\x00", "`", "\\[x\\](https://evil.example.com)", "$(touch x)", "@all", "\xff", "::add-mask::", "a", "/", "%"}

func invisibleText(random *rand.Rand) string {
	text := ""
	for range random.IntN(6) {
		text += invisible[random.IntN(len(invisible))]
	}
	return strings.Repeat(text, 1+random.IntN(3)*random.IntN(100))
}

const hostileShoot = `apiVersion: core.gardener.cloud/v1beta1
kind: Shoot
metadata: {name: web, namespace: garden-blue}
spec: {region: eu-1, provider: {type: aws, workers: [{name: a}]}, extensions: [{type: shoot-flux}]}
---
apiVersion: v1
kind: ConfigMap
metadata: {name: flux-config, namespace: garden-blue}
data:
  config.yaml: |
    apiVersion: flux.extensions.gardener.cloud/v1alpha1
    kind: FluxConfig
    source: {template: {spec: {url: https://git.example.com/o/fleet.git}}}
    kustomization: {template: {spec: {path: ./absent}}}
`

// hostileTree is a commit: trees of the same entry inside each other.
type hostileTree struct {
	// mode, name and content are those of the files.
	mode, name, content string
	size                int
	// fan is the number of copies at each level.
	fan, levels int
	ignore      string
}

func (t hostileTree) change(random *rand.Rand) hostileTree {
	switch random.IntN(6) {
	case 0:
		t.mode = []string{"100644", "100755", "120000", "160000", "40000", "100600", "0"}[random.IntN(7)]
	case 1:
		t.name = strings.Map(func(r rune) rune {
			if r == '/' || r == 0 {
				return -1
			}
			return r
		}, invisibleText(random))
	case 2:
		t.content, t.size = invisibleText(random)+"x", []int{0, 10, 4096, 4097, 70_000, 200_000}[random.IntN(6)]
	case 3:
		t.fan, t.levels = 1+random.IntN(12), 1+random.IntN(9)
	case 4:
		t.fan, t.levels = 1, 1+random.IntN(100)
	case 5:
		t.ignore = strings.Repeat(invisibleText(random)+"*\n", random.IntN(3000))
	}
	return t
}

// commit stores the tree in a repository.
func (t hostileTree) commit(ctx context.Context, repository string) {
	GinkgoHelper()
	object := func(kind string, content []byte) []byte {
		command := exec.CommandContext(ctx, "git", "-C", repository, "hash-object", "--literally", "-w", "--stdin", "-t", kind) //nolint:gosec // the arguments are ours
		command.Stdin = bytes.NewReader(content)
		out, err := command.Output()
		Expect(err).NotTo(HaveOccurred())
		return bytes.TrimSpace(out)
	}
	entry := func(mode, name string, object []byte) []byte {
		var raw []byte
		_, err := fmt.Sscanf(string(object), "%x", &raw)
		Expect(err).NotTo(HaveOccurred())
		return append([]byte(mode+" "+name+"\x00"), raw...)
	}
	content := t.content
	if content != "" {
		content = strings.Repeat(content, t.size/len(content)+1)[:max(t.size, len(content))]
	}
	at, mode := object("blob", []byte(content)), t.mode
	for level := range t.levels {
		tree := []byte{}
		for i := range t.fan {
			tree = append(tree, entry(mode, fmt.Sprintf("%02d%s", i, t.name), at)...)
		}
		if level == t.levels-1 && t.ignore != "" {
			tree = append(entry("100644", ".sourceignore", object("blob", []byte(t.ignore))), tree...)
		}
		at, mode = object("tree", tree), "40000"
	}
	commit := object("commit", []byte("tree "+string(at)+"\nauthor a <a@example.com> 0 +0000\ncommitter a <a@example.com> 0 +0000\n\nx\n"))
	Expect(os.WriteFile(filepath.Join(repository, ".git", "refs", "heads", "hostile"), append(commit, '\n'), 0o600)).To(Succeed())
}

var _ = Describe("A commit of strangers", func() {
	It("is planned within the budget of time and memory", func(ctx SpecContext) {
		repository := GinkgoT().TempDir()
		Expect(exec.CommandContext(ctx, "git", "init", "--quiet", repository).Run()).To(Succeed()) //nolint:gosec // the arguments are ours
		file := hostileTree{mode: "100644", name: "a.yaml", content: "x", fan: 1, levels: 1}
		starts := []hostileTree{file, file, file, file, file, file}
		starts[1].fan, starts[1].levels = 10, 9
		starts[2].mode, starts[2].size = "120000", 200_000
		starts[3].mode, starts[3].fan, starts[3].levels = "120000", 10, 3
		starts[4].fan, starts[4].levels, starts[4].ignore = 10, 4, strings.Repeat("*a*a*a*b\n", 2000)
		starts[5].name = "\x1b[2J\n::error::\u202e"
		door[hostileTree]{
			budget: commandBudget,
			start:  starts,
			change: func(random *rand.Rand, t hostileTree) hostileTree { return t.change(random) },
			work: func(t hostileTree) cost {
				t.commit(ctx, repository)
				c, _ := execute(ctx, hostileShoot, "plan", "-C", repository, "-f", "-", "--to", "hostile", "-o", "markdown")
				return c
			},
			describe: func(t hostileTree) string { return fmt.Sprintf("%+v", t) },
		}.search(searchSeed())
	})
})

// files are the parts of files for render. The costs grow with the size, so that a part of the limit suffices.
var files = []filler{
	{"apiVersion: v1\nkind: ConfigMap\nmetadata: {name: flux-config, namespace: a}\ndata:\n", "  k%: v\n", "", 0},
	{"apiVersion: v1\nkind: ConfigMap\na: &a ", "x", "\nb: [" + strings.Repeat("*a,", 1000) + "*a]\n", 0},
	{"a0: &a0 x\n", "a: [*a0,*a0,*a0,*a0,*a0,*a0,*a0,*a0]\n", "", 0}, {"a: &a [", "*a,", "*a]", 0},
	{"", "---\napiVersion: v1\nkind: A\n", "", 0}, {"", `{"apiVersion":"v1","kind":"A"}`, "", 0}, {"", `{"apiVersion":"v1","kind":"List","items":[`, "", 0},
	{`{"apiVersion":"v1","kind":"List","items":[{}`, ",{}", "]}", 0}, {"", "[", "", 0}, {"", "{a: ", "", 0}, {"", "- ", "", 0}, {"a: ", "!!binary ", "", 0}, {"", "? ", "", 0}, {"a: '", "''", "'", 0},
	{"", "%TAG ! a\n", "", 0}, {"\xff\xfe", "a\x00", "", 0}, {"", "\ufeff", "", 0}, {"", "\x1b[2J: ", "", 0}, {"kind: \"", `\x1b[2J\u202e`, "\"\napiVersion: v1\n", 0}, {"", "#\n", "", 0}, {"", "a%: 1\n", "", 0},
	{hostileShoot + "---\n", hostileShoot, "", 0}, {"kind: Shoot\napiVersion: core.gardener.cloud/v1beta1\nmetadata: {name: a, namespace: b}\nspec: {extensions: [", "{type: shoot-flux},", "]}", 0},
}

const largestFile = 512 << 10

var _ = Describe("Files of strangers", func() {
	It("are rendered within the budget of time and memory", func(ctx SpecContext) {
		var starts [][]filler
		for _, f := range files {
			f.repeat = largestFile / len(f.part)
			starts = append(starts, []filler{f})
		}
		door[[]filler]{
			budget: commandBudget,
			start:  starts,
			change: func(random *rand.Rand, parts []filler) []filler {
				f := files[random.IntN(len(files))]
				f.repeat = scaled(random, largestFile/len(f.part))
				return append(slices.Clone(parts[:min(len(parts), random.IntN(3))]), f)
			},
			work: func(parts []filler) cost {
				text := ""
				for _, f := range parts {
					text += f.text()
				}
				c, _ := execute(ctx, text[:min(len(text), 2*largestFile)], "render", "-f", "-", "-o", "summary")
				return c
			},
			describe: func(parts []filler) string { return fmt.Sprint(parts) },
		}.search(searchSeed())
	})
})

// gardenTexts are the texts of a garden's objects.
type gardenTexts struct {
	entry jsonText
	texts []string
}

// objects returns the objects of a project by their resource.
func (g gardenTexts) objects() map[string]map[string]any {
	annotations := map[string]any{}
	for i, name := range []string{"public-key", "fingerprint", "next-public-key", "next-fingerprint", "operation", "operation-error", "push-url", "push-error", "rollout", "registration", "source-names"} {
		annotations["flux.extensions.gardener.cloud/"+name] = g.texts[i%len(g.texts)]
	}
	object := func(kind, version, name string, more map[string]any) map[string]any {
		made := map[string]any{"apiVersion": version, "kind": kind, "metadata": map[string]any{
			"namespace": "garden-a", "name": name, "uid": g.texts[0], "resourceVersion": "1", "annotations": annotations, "creationTimestamp": "2026-01-01T00:00:00Z",
		}}
		for key, value := range more {
			made[key] = value
		}
		return made
	}
	entry := string(g.entry.write())
	reported := object("ConfigMap", "v1", "flux-status", map[string]any{"data": map[string]any{"web": entry, g.texts[0]: entry}})
	// A member of the project can write as any field manager.
	status, _ := fleet.Decode(entry)
	reported["metadata"].(map[string]any)["managedFields"] = []any{map[string]any{
		"manager": "shoot-flux-seed-" + status.Seed, "operation": "Apply", "apiVersion": "v1", "fieldsType": "FieldsV1",
		"fieldsV1": map[string]any{"f:data": map[string]any{"f:web": struct{}{}, "f:" + g.texts[0]: struct{}{}}},
	}}
	return map[string]map[string]any{
		"configmaps/flux-status":  reported,
		"configmaps/flux-config":  object("ConfigMap", "v1", "flux-config", map[string]any{"data": map[string]any{"config.yaml": g.texts[0]}}),
		"configmaps/flux-rollout": object("ConfigMap", "v1", "flux-rollout", map[string]any{"data": map[string]any{"status": entry}, "binaryData": map[string]any{"state": g.entry.compressed()}}),
		"configmaps/flux-push":    object("ConfigMap", "v1", "flux-push", map[string]any{"data": map[string]any{"pushed-at": g.texts[0]}}),
		"secrets/flux-source":     object("Secret", "v1", "flux-source", nil),
		"shoots/web": object("Shoot", "core.gardener.cloud/v1beta1", g.texts[0], map[string]any{
			"spec": map[string]any{"purpose": g.texts[0], "extensions": []any{map[string]any{"type": "shoot-flux"}}}, "status": map[string]any{"technicalID": g.texts[0]},
		}),
	}
}

// ServeHTTP implements [http.Handler].
func (g gardenTexts) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	parts := strings.Split(strings.Trim(r.URL.Path, "/"), "/")
	resource, name := parts[len(parts)-1], ""
	if slices.Contains([]string{"configmaps", "secrets", "shoots"}, parts[len(parts)-2]) {
		resource, name = parts[len(parts)-2], parts[len(parts)-1]
	}
	selected, _ := strings.CutPrefix(r.URL.Query().Get("fieldSelector"), "metadata.name=")
	var found []map[string]any
	for key, object := range g.objects() {
		if strings.HasPrefix(key, resource+"/") && (name == "" || key == resource+"/"+name) && (selected == "" || key == resource+"/"+selected) {
			found = append(found, object)
		}
	}
	w.Header().Set("Content-Type", "application/json")
	switch {
	case name != "" && len(found) > 0:
		_ = json.NewEncoder(w).Encode(found[0])
	case name != "":
		w.WriteHeader(http.StatusNotFound)
		_ = json.NewEncoder(w).Encode(map[string]any{"kind": "Status", "apiVersion": "v1", "status": "Failure", "reason": "NotFound", "code": 404, "message": g.texts[0]})
	default:
		kind := map[string]string{"configmaps": "ConfigMapList", "secrets": "SecretList", "shoots": "ShootList"}[resource]
		version := map[string]string{"shoots": "core.gardener.cloud/v1beta1"}[resource]
		_ = json.NewEncoder(w).Encode(map[string]any{"kind": kind, "apiVersion": max(version, "v1"), "metadata": map[string]any{}, "items": found})
	}
}

// gardenCommands are commands that read the garden and change nothing.
var gardenCommands = [][]string{
	{"status"}, {"status", "-o", "yaml"}, {"status", "--shoot", "web"}, {"rollout", "status"}, {"rollout", "history"}, {"keys", "list"}, {"keys", "show", "-o", "wide"}, {"push", "show"}, {"push", "show", "-o", "json"},
	{"__complete", "status", "--shoot", ""},
}

var _ = Describe("A garden with texts of strangers", func() {
	It("is shown within the budget of time and memory", func(ctx SpecContext) {
		var answers gardenTexts
		server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) { answers.ServeHTTP(w, r) }))
		defer server.Close()
		kubeconfig := filepath.Join(GinkgoT().TempDir(), "kubeconfig")
		Expect(os.WriteFile(kubeconfig, fmt.Appendf(nil, `{apiVersion: v1, kind: Config, current-context: c, contexts: [{name: c, context: {cluster: c, user: u}}], `+
			`clusters: [{name: c, cluster: {server: %q}}], users: [{name: u, user: {token: x}}]}`, server.URL), 0o600)).To(Succeed())
		const head = `"uid":"a","state":"Failed"`
		start := gardenTexts{entry: jsonText{first: head}, texts: invisible}
		door[gardenTexts]{
			budget: commandBudget,
			start:  []gardenTexts{start, {entry: jsonText{first: head, members: repeated(entryMembers[:1], 100_000)}, texts: []string{strings.Repeat("\x1b", 10_000)}}},
			change: func(random *rand.Rand, g gardenTexts) gardenTexts {
				g.entry = g.entry.change(random, entryMembers)
				g.texts = nil
				for range 1 + random.IntN(12) {
					g.texts = append(g.texts, invisibleText(random))
				}
				return g
			},
			work: func(g gardenTexts) cost {
				answers = g
				total := cost{}
				for _, args := range gardenCommands {
					flags := slices.IndexFunc(append(args, "-"), func(arg string) bool { return strings.HasPrefix(arg, "-") })
					c, text := execute(ctx, "", slices.Concat(args[:flags], []string{"--kubeconfig", kubeconfig, "-n", "garden-a"}, args[flags:])...)
					Expect(text).NotTo(ContainSubstring("panic"))
					total.processor, total.heap, total.written, total.late = max(total.processor, c.processor), max(total.heap, c.heap), max(total.written, c.written), max(total.late, c.late)
				}
				return total
			},
			describe: func(g gardenTexts) string { return fmt.Sprintf("%s %q", g.entry, g.texts) },
		}.search(searchSeed())
	})
})
