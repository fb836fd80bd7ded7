// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package binaries_test

import (
	"context"
	"io"
	"io/fs"
	"maps"
	"os"
	"os/exec"
	"path"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"syscall"
	"time"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"
	"github.com/onsi/gomega/gbytes"
	"golang.org/x/mod/module"
	"golang.org/x/mod/sumdb/dirhash"
	"golang.org/x/mod/zip"

	"github.com/shoot-flux/gardener-extension-shoot-flux/test/landscape/binaries"
)

// printing is a main package that prints what a library returns.
const printing = `package main

import "example.com/library"

func main() { println(library.Text + version) }

var version = "unset"
`

var _ = Describe("Build", func() {
	var (
		cache, moduleDir string
		out              *gbytes.Buffer
		builder          binaries.Builder
	)

	BeforeEach(func() {
		cache, moduleDir, out = GinkgoT().TempDir(), GinkgoT().TempDir(), gbytes.NewBuffer()
		builder = binaries.Builder{ModuleDir: moduleDir, CacheDir: cache, Out: out}
	})

	// serve makes the go command take modules from files, and writes the go.mod and go.sum of a module that has their tools.
	serve := func(tools []string, modules map[string]map[string]string) {
		GinkgoHelper()
		proxy, sums := GinkgoT().TempDir(), &strings.Builder{}
		requirements := &strings.Builder{}
		for _, name := range slices.Sorted(maps.Keys(modules)) {
			version := module.Version{Path: name, Version: "v1.0.0"}
			if _, major, ok := module.SplitPathVersion(name); ok && major != "" {
				version.Version = strings.TrimPrefix(major, "/") + ".0.0"
			}
			publish(proxy, version, modules[name], sums)
			requirements.WriteString("require " + version.Path + " " + version.Version + "\n")
		}
		goMod := "module example.com/landscape\n\ngo 1.26\n\n" + requirements.String()
		for _, tool := range tools {
			goMod += "tool " + tool + "\n"
		}
		Expect(os.WriteFile(filepath.Join(moduleDir, "go.mod"), []byte(goMod), 0o600)).To(Succeed())
		Expect(os.WriteFile(filepath.Join(moduleDir, "go.sum"), []byte(sums.String()), 0o600)).To(Succeed())
		GinkgoT().Setenv("GOPROXY", "file://"+filepath.ToSlash(proxy))
		GinkgoT().Setenv("GOMODCACHE", GinkgoT().TempDir())
		GinkgoT().Setenv("GOFLAGS", "-modcacherw")
	}
	library := func(text string) map[string]string {
		return map[string]string{"library.go": "package library\n\nconst Text = \"" + text + "\"\n"}
	}
	main := func(file string) map[string]string { return map[string]string{file: printing} }
	run := func(ctx context.Context, executable string) string {
		GinkgoHelper()
		output, err := exec.CommandContext(ctx, executable).CombinedOutput()
		Expect(err).NotTo(HaveOccurred())
		return string(output)
	}
	inCache := func() []string {
		GinkgoHelper()
		dir := filepath.Join(cache, "bin", runtime.GOOS+"-"+runtime.GOARCH)
		var found []string
		Expect(filepath.WalkDir(dir, func(path string, entry fs.DirEntry, err error) error {
			if err == nil && !entry.IsDir() && entry.Name() != ".lock" {
				found = append(found, strings.TrimPrefix(path, dir+"/"))
			}
			return err
		})).To(Succeed())
		return found
	}

	It("caches each missing binary under its name and version, and reports progress", func(ctx SpecContext) {
		serve([]string{"example.com/one", "example.com/cmds/cmd/two", "example.com/three/v2/cmd", "example.com/four/cmd", "example.com/five/v3"},
			map[string]map[string]string{
				"example.com/library":  library("text"),
				"example.com/one":      main("main.go"),
				"example.com/cmds":     main("cmd/two/main.go"),
				"example.com/three/v2": main("cmd/main.go"),
				"example.com/four":     main("cmd/main.go"),
				"example.com/five/v3":  main("main.go"),
			})
		paths, err := builder.Ensure(ctx, "one", "two", "three", "four", "five")
		Expect(err).NotTo(HaveOccurred())
		Expect(inCache()).To(ConsistOf("one-v1.0.0", "two-v1.0.0", "three-v2.0.0", "four-v1.0.0", "five-v3.0.0"))
		for _, executable := range paths {
			Expect(run(ctx, executable)).To(Equal("textunset\n"))
		}
		Expect(out).To(gbytes.Say(`building one v1\.0\.0, two v1\.0\.0, three v2\.0\.0, four v1\.0\.0, five v3\.0\.0\n`))
		Expect(out).To(gbytes.Say(`  \d+ packages to compile\n`))
		Expect(out).To(gbytes.Say(`built in \d+s\n`))

		By("building no binary again")
		Expect(builder.Ensure(ctx, "one", "two", "three", "four", "five")).To(Equal(paths))
		Expect(out.Contents()).To(HaveSuffix("s\n"))
		Expect(strings.Count(string(out.Contents()), "building")).To(Equal(1))
	})

	It("removes the files of an interrupted build", func(ctx SpecContext) {
		serve([]string{"example.com/one"}, map[string]map[string]string{"example.com/library": library("text"), "example.com/one": main("main.go")})
		left := filepath.Join(cache, "bin", runtime.GOOS+"-"+runtime.GOARCH, ".unfinished", "0", "one")
		Expect(os.MkdirAll(filepath.Dir(left), 0o700)).To(Succeed())
		Expect(os.WriteFile(left, []byte("incomplete"), 0o700)).To(Succeed())
		paths, err := builder.Ensure(ctx, "one")
		Expect(err).NotTo(HaveOccurred())
		Expect(inCache()).To(ConsistOf("one-v1.0.0"))
		Expect(run(ctx, paths["one"])).To(Equal("textunset\n"))
	})

	It("returns the compiler's output, and caches nothing, if a binary does not compile", func(ctx SpecContext) {
		serve([]string{"example.com/one", "example.com/two"}, map[string]map[string]string{
			"example.com/library": library("text"), "example.com/one": main("main.go"),
			"example.com/two": {"main.go": "package main\n\nfunc main() { undefined() }\n"},
		})
		_, err := builder.Ensure(ctx, "one", "two")
		Expect(err).To(MatchError(And(ContainSubstring("building one v1.0.0, two v1.0.0"), ContainSubstring("undefined: undefined"))))
		Expect(inCache()).To(BeEmpty())
		Expect(out).NotTo(gbytes.Say("built"))
	})

	It("returns the output of the go command if a module cannot be downloaded", func(ctx SpecContext) {
		serve([]string{"example.com/one"}, map[string]map[string]string{"example.com/library": library("text"), "example.com/one": main("main.go")})
		GinkgoT().Setenv("GOPROXY", "off")
		_, err := builder.Ensure(ctx, "one")
		Expect(err).To(MatchError(And(ContainSubstring("building one v1.0.0"), ContainSubstring("GOPROXY=off"))))
		Expect(inCache()).To(BeEmpty())
	})

	It("refuses a module with another checksum than in go.sum", func(ctx SpecContext) {
		serve([]string{"example.com/one"}, map[string]map[string]string{"example.com/library": library("text"), "example.com/one": main("main.go")})
		sums := filepath.Join(moduleDir, "go.sum")
		content, err := os.ReadFile(sums)
		Expect(err).NotTo(HaveOccurred())
		serve([]string{"example.com/one"}, map[string]map[string]string{"example.com/library": library("other"), "example.com/one": main("main.go")})
		Expect(os.WriteFile(sums, content, 0o600)).To(Succeed())
		_, err = builder.Ensure(ctx, "one")
		Expect(err).To(MatchError(And(ContainSubstring("example.com/library@v1.0.0"), ContainSubstring("checksum mismatch"))))
		Expect(inCache()).To(BeEmpty())
	})

	It("waits for the build of another process, and uses its binaries", func(ctx SpecContext) {
		serve([]string{"example.com/one"}, map[string]map[string]string{"example.com/one": main("main.go")})
		dir := filepath.Join(cache, "bin", runtime.GOOS+"-"+runtime.GOARCH)
		Expect(os.MkdirAll(dir, 0o700)).To(Succeed())
		lock, err := os.Create(filepath.Join(dir, ".lock"))
		Expect(err).NotTo(HaveOccurred())
		Expect(syscall.Flock(int(lock.Fd()), syscall.LOCK_EX)).To(Succeed())

		ensured := make(chan error)
		go func() {
			_, err := builder.Ensure(ctx, "one")
			ensured <- err
		}()
		Eventually(ctx, out).Should(gbytes.Say("another process is building the landscape's binaries, waiting for it\n"))
		Expect(os.WriteFile(filepath.Join(dir, "one-v1.0.0"), nil, 0o700)).To(Succeed())
		Expect(lock.Close()).To(Succeed())
		Eventually(ctx, ensured).Should(Receive(BeNil()))
		Expect(out).NotTo(gbytes.Say("building one"))
	}, NodeTimeout(time.Minute))

	Describe("with programs of the work tree", func() {
		var project, program string

		BeforeEach(func() {
			serve([]string{"example.com/one"}, map[string]map[string]string{"example.com/library": library("text"), "example.com/one": main("main.go")})
			project = GinkgoT().TempDir()
			program = filepath.Join(project, "bin", "own")
			Expect(os.Mkdir(filepath.Join(project, "ahead"), 0o700)).To(Succeed())
			for name, content := range map[string]string{
				"go.mod":        "module example.com/project\n\ngo 1.26\n",
				"main.go":       "package main\n\nfunc main() { println(\"own\") }\n",
				"ahead/main.go": "package main\n\nfunc main() {}\n",
			} {
				Expect(os.WriteFile(filepath.Join(project, name), []byte(content), 0o600)).To(Succeed())
			}
		})

		programs := func() []binaries.Program {
			return []binaries.Program{{Dir: project, Package: ".", Path: program}, {Dir: project, Package: "./ahead"}}
		}

		It("reports only first builds", func(ctx SpecContext) {
			paths, err := builder.Build(ctx, programs(), "one")
			Expect(err).NotTo(HaveOccurred())
			Expect(run(ctx, paths["one"])).To(Equal("textunset\n"))
			Expect(run(ctx, program)).To(Equal("own\n"))
			Expect(out).To(gbytes.Say(`building one v1\.0\.0, own, ahead\n`))
			Expect(os.ReadDir(project)).To(HaveLen(4), "what is compiled ahead leaves no executable")

			By("building a change of the source")
			reported := len(out.Contents())
			Expect(os.WriteFile(filepath.Join(project, "main.go"), []byte("package main\n\nfunc main() { println(\"changed\") }\n"), 0o600)).To(Succeed())
			Expect(builder.Build(ctx, programs(), "one")).To(Equal(paths))
			Expect(run(ctx, program)).To(Equal("changed\n"))
			Expect(out.Contents()).To(HaveLen(reported))
		})

		It("returns the compiler's output, and keeps the binaries", func(ctx SpecContext) {
			Expect(os.WriteFile(filepath.Join(project, "main.go"), []byte("package main\n\nfunc main() { undefined() }\n"), 0o600)).To(Succeed())
			_, err := builder.Build(ctx, programs(), "one")
			Expect(err).To(MatchError(ContainSubstring("undefined: undefined")))
			Expect(program).NotTo(BeAnExistingFile())
			Expect(inCache()).To(ConsistOf("one-v1.0.0"), "binaries that are complete stay")
		})
	})
})

// publish writes a module's files into the directory of a module proxy, and its checksums into a go.sum.
func publish(proxy string, version module.Version, files map[string]string, sums *strings.Builder) {
	GinkgoHelper()
	dir := GinkgoT().TempDir()
	goMod := "module " + version.Path + "\n\ngo 1.26\n"
	if version.Path != "example.com/library" {
		goMod += "\nrequire example.com/library v1.0.0\n"
	}
	Expect(os.WriteFile(filepath.Join(dir, "go.mod"), []byte(goMod), 0o600)).To(Succeed())
	for name, content := range files {
		Expect(os.MkdirAll(filepath.Join(dir, path.Dir(name)), 0o700)).To(Succeed())
		Expect(os.WriteFile(filepath.Join(dir, name), []byte(content), 0o600)).To(Succeed())
	}
	published := filepath.Join(proxy, version.Path, "@v")
	Expect(os.MkdirAll(published, 0o700)).To(Succeed())
	for suffix, content := range map[string]string{".info": `{"Version":"` + version.Version + `"}`, ".mod": goMod} {
		Expect(os.WriteFile(filepath.Join(published, version.Version+suffix), []byte(content), 0o600)).To(Succeed())
	}
	archive := filepath.Join(published, version.Version+".zip")
	file, err := os.Create(archive)
	Expect(err).NotTo(HaveOccurred())
	Expect(zip.CreateFromDir(file, version, dir)).To(Succeed())
	Expect(file.Close()).To(Succeed())

	sum, err := dirhash.HashZip(archive, dirhash.Hash1)
	Expect(err).NotTo(HaveOccurred())
	modSum, err := dirhash.Hash1([]string{"go.mod"}, func(string) (io.ReadCloser, error) { return io.NopCloser(strings.NewReader(goMod)), nil })
	Expect(err).NotTo(HaveOccurred())
	sums.WriteString(version.Path + " " + version.Version + " " + sum + "\n" + version.Path + " " + version.Version + "/go.mod " + modSum + "\n")
}
