// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package hostile_test

import (
	"encoding/json"
	"errors"
	"fmt"
	"math/rand/v2"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"time"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"
	"sigs.k8s.io/kustomize/api/krusty"
	kustypes "sigs.k8s.io/kustomize/api/types"
	"sigs.k8s.io/kustomize/kyaml/filesys"

	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/cli/plan/kustomizer"
)

// kustomizationText is a kustomization.yaml with a value in one field, and perhaps a file or directory of that name.
type kustomizationText struct {
	field, value string
	// exists is true if the source has a directory with this value as its name.
	exists bool
	repeat int
}

// kustomizationFields are fields from which kustomize loads something. A generator or transformer is a text in a list.
var kustomizationFields = []string{
	`"resources":[%s]`, `"bases":[%s]`, `"components":[%s]`, `"crds":[%s]`, `"configurations":[%s]`, `"generators":[%s]`, `"transformers":[%s]`, `"validators":[%s]`, `"openapi":{"path":%s}`,
	`"patches":[{"path":%s}]`, `"patchesStrategicMerge":[%s]`, `"replacements":[{"path":%s}]`, `"configMapGenerator":[{"name":"g","files":[%s]}]`, `"secretGenerator":[{"name":"g","envs":[%s]}]`,
	`"configMapGenerator":[{"name":"g","env":%s}]`, "ConfigMapGenerator files: [%s]", "SecretGenerator envs: [%s]", "PatchTransformer path: %s", "PatchStrategicMergeTransformer paths: [%s]",
	"ReplacementTransformer replacements: [{path: %s}]", "ValueAddTransformer targetFilePath: %s", "PatchJson6902Transformer path: %s",
}

// addressParts are parts of addresses and paths.
var addressParts = []string{
	"http:", "HTTPS:", "ssh:", "file:", "git:", "//", "/", "git::", "GIT::", "evil@", "git@", "host", "127.0.0.1:1", ":", "o/r", "github.com", "github.com/", "_git/", ".git", "?ref=", "?", "&x=", "#",
	"\n", "\r", "\t", " ", "\x00", "\u0085", "\u2028", "\u202e", "./", "../", "a.yaml", "dir", "%2f", "%3A", `\`, "=", "x=", "{", "}", "[", "- ", "apiVersion: v1", "\nkind: ConfigMap", "\nmetadata: {name: b}", "İ", "K", "a", "\xff",
}

func (k kustomizationText) change(random *rand.Rand) kustomizationText {
	switch random.IntN(4) {
	case 0:
		k.field = kustomizationFields[random.IntN(len(kustomizationFields))]
	case 1:
		k.exists = !k.exists
	case 2:
		k.repeat = 1 + random.IntN(2)*random.IntN(500)
	default:
		var parts strings.Builder
		for range 1 + random.IntN(6) {
			parts.WriteString(addressParts[random.IntN(len(addressParts))])
		}
		k.value = parts.String()
	}
	return k
}

// write writes the source to a directory.
func (k kustomizationText) write(root string) {
	GinkgoHelper()
	value := strings.Repeat(k.value, max(k.repeat, 1))
	quoted, err := json.Marshal(value)
	Expect(err).NotTo(HaveOccurred())
	text := `{"resources":["a.yaml"],` + fmt.Sprintf(k.field, quoted) + "}"
	if strings.HasPrefix(k.field, `"resources"`) {
		text = "{" + fmt.Sprintf(k.field, quoted) + "}"
	}
	if kind, fields, is := strings.Cut(k.field, " "); is && !strings.HasPrefix(k.field, `"`) {
		entry, err := json.Marshal("apiVersion: builtin\nkind: " + kind + "\nmetadata: {name: g}\n" + fmt.Sprintf(fields, quoted))
		Expect(err).NotTo(HaveOccurred())
		list := "transformers"
		if strings.HasSuffix(kind, "Generator") {
			list = "generators"
		}
		text = `{"resources":["a.yaml"],"` + list + `":[` + string(entry) + "]}"
	}
	object := "apiVersion: v1\nkind: ConfigMap\nmetadata: {name: a}\n"
	contents := map[string]string{"kustomization.yaml": text, "a.yaml": object, "dir/kustomization.yaml": "resources: [b.yaml]\n", "dir/b.yaml": strings.Replace(object, "a}", "b}", 1)}
	for name, content := range contents {
		Expect(os.MkdirAll(filepath.Dir(filepath.Join(root, name)), 0o700)).To(Succeed())
		Expect(os.WriteFile(filepath.Join(root, name), []byte(content), 0o600)).To(Succeed())
	}
	if at := filepath.Join(root, value); k.exists && filepath.IsLocal(value) && os.MkdirAll(at, 0o700) == nil {
		_ = os.WriteFile(filepath.Join(at, "kustomization.yaml"), []byte("namePrefix: x\n"), 0o600)
	}
}

// counting counts requests, and answers none.
type counting struct{ requests int }

func (c *counting) RoundTrip(*http.Request) (*http.Response, error) {
	c.requests++
	return nil, errors.New("nobody answers")
}

var _ = Describe("A kustomization of strangers", func() {
	It("is read within the budget, and makes kustomize load nothing from elsewhere", func() {
		transport := http.DefaultTransport
		DeferCleanup(func() { http.DefaultTransport = transport })
		counted := &counting{}
		http.DefaultTransport = counted
		// Without git, kustomize fails before it starts it.
		GinkgoT().Setenv("PATH", "")
		below, err := filepath.EvalSymlinks(GinkgoT().TempDir())
		Expect(err).NotTo(HaveOccurred())
		var starts []kustomizationText
		for _, field := range kustomizationFields {
			for _, value := range []string{"http://host/o/r", "evil@host:o/r", "file:///tmp?ref=x\n", "dir", "a.yaml", "git::dir"} {
				starts = append(starts, kustomizationText{field: field, value: value}, kustomizationText{field: field, value: value, exists: true, repeat: 1})
			}
		}
		door[kustomizationText]{
			budget: cost{processor: 500 * time.Millisecond, allocated: 64 << 20, written: 2000},
			start:  starts,
			change: func(random *rand.Rand, k kustomizationText) kustomizationText { return k.change(random) },
			work: func(k kustomizationText) cost {
				root, err := os.MkdirTemp(below, "source-")
				Expect(err).NotTo(HaveOccurred())
				defer func() { _ = os.RemoveAll(root) }()
				k.write(root)
				files := filesys.MakeFsOnDisk()
				c := measure(func() { err = kustomizer.Read(files, root, "kustomization.yaml") })
				if err != nil {
					c.written = uint64(len(err.Error()))
					return c
				}
				counted.requests = 0
				err = buildAlone(files, root)
				if counted.requests > 0 || err != nil && strings.Contains(err.Error(), "no 'git' program on path") {
					Fail(fmt.Sprintf("kustomize loads something from elsewhere: %+v", k))
				}
				return c
			},
			describe: func(k kustomizationText) string { return fmt.Sprintf("%+v", k) },
		}.search(searchSeed())
	})
})

// buildAlone builds with kustomize alone.
func buildAlone(files filesys.FileSystem, root string) (err error) {
	defer func() {
		if r := recover(); r != nil {
			err = fmt.Errorf("panic: %v", r)
		}
	}()
	options := &krusty.Options{LoadRestrictions: kustypes.LoadRestrictionsNone, PluginConfig: kustypes.DisabledPluginConfig()}
	_, err = krusty.MakeKustomizer(options).Run(files, root)
	return err
}
