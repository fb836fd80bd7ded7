// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package kustomizer

import (
	"errors"
	"go/ast"
	"go/parser"
	"go/token"
	"go/types"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"sync/atomic"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"
	"sigs.k8s.io/kustomize/api/krusty"
	kustypes "sigs.k8s.io/kustomize/api/types"
	"sigs.k8s.io/kustomize/kyaml/filesys"
	"sigs.k8s.io/yaml"
)

// textFields returns the paths of all fields of a type that may contain text.
func textFields(of reflect.Type, prefix string) []string {
	switch of.Kind() {
	case reflect.Pointer:
		return textFields(of.Elem(), prefix)
	case reflect.String, reflect.Interface:
		return []string{prefix}
	case reflect.Slice:
		return textFields(of.Elem(), prefix+"[]")
	case reflect.Map:
		return textFields(of.Elem(), prefix+".*")
	case reflect.Struct:
		var fields []string
		for i := range of.NumField() {
			field := of.Field(i)
			name, _, _ := strings.Cut(field.Tag.Get("json"), ",")
			switch {
			case field.Anonymous && name == "":
				fields = append(fields, textFields(field.Type, prefix)...)
			case field.IsExported():
				fields = append(fields, textFields(field.Type, strings.TrimPrefix(prefix+"."+name, "."))...)
			}
		}
		return fields
	}
	return nil
}

// setField sets a field of a document. The key of a map is path, which kustomize reads in openapi.
func setField(document map[string]any, field, value string) {
	name, rest, deeper := strings.Cut(field, ".")
	name, listed := strings.CutSuffix(strings.Replace(name, "*", "path", 1), "[]")
	var own any = value
	if deeper {
		inner := map[string]any{}
		if name == "configMapGenerator" || name == "secretGenerator" {
			inner["name"] = "x" // Without it, kustomize loads nothing.
		}
		setField(inner, rest, value)
		own = inner
	}
	if listed {
		own = []any{own}
	}
	document[name] = own
}

// mostFields returns the fields without those of Helm charts, all of which are refused.
func mostFields(fields []string) []string {
	return slices.DeleteFunc(slices.Clone(fields), func(field string) bool { return strings.HasPrefix(field, "helmChart") })
}

// vendored is the directory of kustomize's own files.
func vendored(elements ...string) string {
	return filepath.Join(append([]string{"..", "..", "..", "..", "vendor", "sigs.k8s.io", "kustomize", "api"}, elements...)...)
}

// parsed returns the files of kustomize in a directory and its subdirectories, by their path.
func parsed(directory string) map[string]*ast.File {
	GinkgoHelper()
	found := map[string]*ast.File{}
	Expect(filepath.WalkDir(directory, func(name string, _ os.DirEntry, err error) error {
		if err != nil || filepath.Ext(name) != ".go" {
			return err
		}
		relative, err := filepath.Rel(directory, name)
		Expect(err).NotTo(HaveOccurred())
		found[filepath.ToSlash(relative)], err = parser.ParseFile(token.NewFileSet(), name, nil, 0)
		return err
	})).To(Succeed())
	return found
}

// A newer kustomize may load more. These specs fail then, so that somebody finds out what it loads.
var _ = Describe("The reader", func() {
	var (
		server   *httptest.Server
		requests atomic.Int64
	)
	BeforeEach(func() {
		requests.Store(0)
		server = httptest.NewServer(http.HandlerFunc(func(response http.ResponseWriter, _ *http.Request) {
			requests.Add(1)
			response.WriteHeader(http.StatusNotFound)
		}))
		DeferCleanup(server.Close)
		// Without git, kustomize fails before it starts it.
		GinkgoT().Setenv("PATH", "")
	})

	// try returns whether the reader refuses the files, and whether kustomize alone sends a request.
	try := func(content files) (refused, fetched bool) {
		GinkgoHelper()
		memory := filesys.MakeFsInMemory()
		for name, text := range content {
			Expect(memory.WriteFile("/"+name, []byte(text))).To(Succeed())
		}
		err := newReader(&recorder{FileSystem: memory, root: "/", reads: newReads()}, "kustomization.yaml").check([]byte(content["kustomization.yaml"]))
		own := (*RefusedError)(nil)
		if refused = errors.As(err, &own); !refused {
			Expect(err).NotTo(HaveOccurred())
		}
		before := requests.Load()
		func() {
			defer func() { _ = recover() }() // as Flux's library does
			_, _ = krusty.MakeKustomizer(&krusty.Options{LoadRestrictions: kustypes.LoadRestrictionsNone, PluginConfig: kustypes.DisabledPluginConfig()}).Run(memory, "/")
		}()
		return refused, requests.Load() > before
	}
	const object = "apiVersion: v1\nkind: ConfigMap\nmetadata: {name: a}\n"

	It("refuses a URL in all fields of a kustomization that kustomize loads", func() {
		var refused, fetched []string
		for _, field := range textFields(reflect.TypeFor[kustypes.Kustomization](), "") {
			document := map[string]any{"resources": []any{"a.yaml"}}
			setField(document, field, server.URL+"/x")
			text, err := yaml.Marshal(document)
			Expect(err).NotTo(HaveOccurred())
			isRefused, isFetched := try(files{"kustomization.yaml": string(text), "a.yaml": object})
			if isRefused {
				refused = append(refused, field)
			}
			if isFetched {
				fetched = append(fetched, field)
			}
		}
		requested := []string{
			"bases[]", "configMapGenerator[].env", "configMapGenerator[].envs[]", "configMapGenerator[].files[]", "configurations[]", "crds[]", "generators[]", "openapi.*",
			"patches[].path", "patchesStrategicMerge[]", "replacements[].path", "resources[]", "secretGenerator[].env", "secretGenerator[].envs[]", "secretGenerator[].files[]",
			"transformers[]", "validators[]",
		}
		Expect(fetched).To(ConsistOf(requested))
		// kustomize starts git for the first, and reads the second only together with target.
		Expect(mostFields(refused)).To(ConsistOf(append(requested, "components[]", "patchesJson6902[].path")))
		for _, field := range []string{"helmCharts[].name", "helmCharts[].repo", "helmCharts[].valuesFile", "helmChartInflationGenerator[].helmBin"} {
			Expect(refused).To(ContainElement(field))
		}
	})

	DescribeTable("refuses a URL in the configuration of",
		func(kind, fields string) {
			for _, in := range []string{"generators", "transformers", "validators"} {
				configuration := "apiVersion: builtin\nkind: " + kind + "\nmetadata: {name: x}\n" + strings.ReplaceAll(fields, "$URL", server.URL+"/x") + "\n"
				refused, _ := try(files{"kustomization.yaml": "resources: [a.yaml]\n" + in + ": [p.yaml]\n", "a.yaml": object, "p.yaml": configuration})
				Expect(refused).To(BeTrue(), "%s, in a file", in)
				inline, err := yaml.Marshal(map[string]any{"resources": []any{"a.yaml"}, in: []any{configuration}})
				Expect(err).NotTo(HaveOccurred())
				refused, _ = try(files{"kustomization.yaml": string(inline), "a.yaml": object})
				Expect(refused).To(BeTrue(), "%s, inline", in)
			}
		},
		Entry("ConfigMapGenerator, files", "ConfigMapGenerator", "files: ['x=$URL']"),
		Entry("ConfigMapGenerator, envs", "ConfigMapGenerator", "envs: ['$URL']"),
		Entry("ConfigMapGenerator, key in other case", "ConfigMapGenerator", "FILES: ['x=$URL']"),
		Entry("SecretGenerator", "SecretGenerator", "files: ['$URL']"),
		Entry("PatchTransformer", "PatchTransformer", "path: $URL"),
		Entry("PatchJson6902Transformer", "PatchJson6902Transformer", "target: {kind: ConfigMap, name: a}\npath: $URL"),
		Entry("PatchStrategicMergeTransformer", "PatchStrategicMergeTransformer", "paths: ['$URL']"),
		Entry("ReplacementTransformer", "ReplacementTransformer", "replacements: [{path: '$URL'}]"),
		Entry("ValueAddTransformer", "ValueAddTransformer", "targetFilePath: $URL"),
		Entry("HelmChartInflationGenerator", "HelmChartInflationGenerator", "name: c\nrepo: $URL"),
		Entry("a kind that a newer kustomize may have", "NewTransformer", "source: $URL"),
	)

	It("knows the fields of all generators and transformers of kustomize", func() {
		found := map[string][]string{}
		for _, file := range parsed(vendored("internal", "builtins")) {
			for _, declaration := range file.Decls {
				general, ok := declaration.(*ast.GenDecl)
				if !ok || general.Tok != token.TYPE {
					continue
				}
				for _, spec := range general.Specs {
					kind, isPlugin := strings.CutSuffix(spec.(*ast.TypeSpec).Name.Name, "Plugin")
					of, ok := spec.(*ast.TypeSpec).Type.(*ast.StructType)
					if !isPlugin || !ok {
						continue
					}
					found[kind] = []string{}
					for _, field := range of.Fields.List {
						name := types.ExprString(field.Type)
						for _, own := range field.Names {
							name = own.Name
						}
						if last := name[strings.LastIndex(name, ".")+1:]; ast.IsExported(last) {
							found[kind] = append(found[kind], name)
						}
					}
				}
			}
		}
		Expect(found).To(Equal(map[string][]string{
			"AnnotationsTransformer": {"Annotations", "FieldSpecs"}, "ConfigMapGenerator": {"types.ObjectMeta", "types.ConfigMapArgs"}, "HashTransformer": {},
			"HelmChartInflationGenerator": {"types.HelmGlobals", "types.HelmChart"}, "IAMPolicyGenerator": {"types.IAMPolicyGeneratorArgs"}, "ImageTagTransformer": {"ImageTag", "FieldSpecs"},
			"LabelTransformer": {"Labels", "FieldSpecs"}, "NamespaceTransformer": {"types.ObjectMeta", "FieldSpecs", "UnsetOnly", "SetRoleBindingSubjects"},
			"PatchJson6902Transformer": {"Target", "Path", "JsonOp"}, "PatchStrategicMergeTransformer": {"Paths", "Patches"}, "PatchTransformer": {"Path", "Patch", "Target", "Options"},
			"PrefixTransformer": {"Prefix", "FieldSpecs"}, "ReplacementTransformer": {"ReplacementList"}, "ReplicaCountTransformer": {"Replica", "FieldSpecs"},
			"SecretGenerator": {"types.ObjectMeta", "types.SecretArgs"}, "SortOrderTransformer": {"SortOptions"}, "SuffixTransformer": {"Suffix", "FieldSpecs"},
			"ValueAddTransformer": {"Value", "Targets", "TargetFilePath"},
		}))
		for kind := range found {
			// kustomize reads sortOptions of a kustomization only.
			Expect(isKnown(kind)).To(Equal(kind != "SortOrderTransformer"), kind)
		}
		Expect(textFields(reflect.TypeFor[kustypes.IAMPolicyGeneratorArgs](), "")).To(ConsistOf("cloud", "kubernetesService.namespace", "kubernetesService.name", "serviceAccount.name", "serviceAccount.projectId"))
	})

	It("knows all places where kustomize loads something or starts a program", func() {
		found := map[string]int{}
		for name, file := range parsed(vendored()) {
			ast.Inspect(file, func(node ast.Node) bool {
				call, ok := node.(*ast.CallExpr)
				if !ok {
					return true
				}
				switch called := types.ExprString(call.Fun); {
				case strings.HasPrefix(called, "exec.Command"), strings.HasPrefix(called, "http."), strings.HasPrefix(called, "hc."), strings.HasPrefix(called, "net."),
					strings.HasSuffix(called, "ldr.Load"), strings.HasSuffix(called, "oader().Load"), strings.HasSuffix(called, "oader.Load"), strings.HasSuffix(called, "ldr.New"), strings.HasSuffix(called, "plugin.Open"):
					found[name+": "+called]++
				}
				return true
			})
		}
		// Those of the directory plugins, and Helm, are for what plan does not allow.
		Expect(found).To(Equal(map[string]int{
			"internal/accumulator/loadconfigfromcrds.go: ldr.Load":                1,
			"internal/builtins/HelmChartInflationGenerator.go: exec.Command":      1,
			"internal/builtins/HelmChartInflationGenerator.go: p.h.Loader().Load": 3,
			"internal/builtins/PatchJson6902Transformer.go: p.ldr.Load":           1,
			"internal/builtins/PatchTransformer.go: h.Loader().Load":              1,
			"internal/builtins/ReplacementTransformer.go: h.Loader().Load":        1,
			"internal/builtins/ValueAddTransformer.go: h.Loader().Load":           1,
			"internal/generators/utils.go: ldr.Load":                              1,
			"internal/git/gitrunner.go: exec.Command":                             1,
			"internal/loader/fileloader.go: hc.Get":                               1,
			"internal/loader/fileloader.go: http.StatusText":                      1,
			"internal/plugins/builtinconfig/loaddefaultconfig.go: ldr.Load":       1,
			"internal/plugins/execplugin/execplugin.go: exec.Command":             1,
			"internal/plugins/execplugin/execplugin.go: p.h.Loader().Load":        1,
			"internal/plugins/loader/load_go_plugin.go: plugin.Open":              1,
			"internal/target/kusttarget.go: kt.ldr.New":                           2,
			"internal/target/kusttarget.go: ldr.Load":                             2,
			"krusty/kustomizer.go: ldr.Load":                                      1,
			"kv/kv.go: kvl.ldr.Load":                                              2,
			"resmap/factory.go: loader.Load":                                      1,
			"resource/factory.go: ldr.Load":                                       1,
		}))
	})
})
