// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package e2e_test

import (
	"context"
	"crypto/rand"
	"fmt"
	"net/http/httptest"
	"net/url"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"time"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"
	rbacv1 "k8s.io/api/rbac/v1"
	"k8s.io/apimachinery/pkg/types"
	"k8s.io/client-go/tools/clientcmd"
	clientcmdapi "k8s.io/client-go/tools/clientcmd/api"
	"sigs.k8s.io/controller-runtime/pkg/client"

	gardencorev1beta1 "github.com/gardener/gardener/pkg/apis/core/v1beta1"
	securityv1alpha1 "github.com/gardener/gardener/pkg/apis/security/v1alpha1"

	"github.com/shoot-flux/gardener-extension-shoot-flux/test/landscape"
	"github.com/shoot-flux/gardener-extension-shoot-flux/test/landscape/binaries"
	guide "github.com/shoot-flux/gardener-extension-shoot-flux/test/landscape/documents"
)

// member is who follows the pages for project teams: an admin of the project, who has no access to seeds.
const member = "my-user@example.com"

// reader follows a page, in a project and with repositories of its own.
type reader struct {
	ctx  context.Context
	page guide.Page
	// project and organization stand for my-project and my-org. They have as many letters, so that tables look the same.
	project, organization string
	substitutions         guide.Substitutions
	shell                 *guide.Shell
	directory             string
	// password opens the registry.
	password string
	// names is a proxy that finds the API servers of Shoots by their names.
	names *httptest.Server
	// before is the state of my-shoot before losses.
	before recoverable
	// published are the Shoots for which the garden can issue credentials.
	published map[types.UID]bool
}

func newReader(ctx SpecContext, page guide.Page, number int, repository string) *reader {
	GinkgoHelper()
	r := &reader{
		ctx: ctx, page: page, directory: GinkgoT().TempDir(), password: rand.Text(),
		project: fmt.Sprintf("my-docs%03d", number), organization: fmt.Sprintf("org%03d", number),
	}
	r.substitutions = guide.Substitutions{
		{Written: "ssh-keyscan git.example.com", Real: "ssh-keyscan -p " + port(world.GitHost.SSHURL("any")) + " 127.0.0.1"},
		{Written: "https://git.example.com/my-org/", Real: "http://" + hostOf(world.GitHost.HTTPURL("any")) + "/" + r.organization + "/"},
		{Written: "git.example.com/my-org/", Real: hostOf(world.GitHost.SSHURL("any")) + "/" + r.organization + "/"},
		{Written: "git.example.com", Real: "[127.0.0.1]:" + port(world.GitHost.SSHURL("any"))},
		{Written: "registry.example.com", Real: hostOf(world.OCIHost.URL("any"))},
		{Written: "my-project", Real: r.project},
		{Written: "my-org/", Real: r.organization + "/"},
		// These are for what is shown.
		{Written: "git.example.com", Real: hostOf(world.GitHost.SSHURL("any"))},
		{Written: "https://git.example.com", Real: "http://" + hostOf(world.GitHost.HTTPURL("any"))},
	}
	r.makeProject()
	r.makeRepository()
	r.furnish(repository)
	r.begin()
	return r
}

func hostOf(address string) string {
	GinkgoHelper()
	parsed, err := url.Parse(address)
	Expect(err).NotTo(HaveOccurred())
	return parsed.Host
}

// inDirectory is below the reader's directory.
func (r *reader) inDirectory(name string) string { return filepath.Join(r.directory, name) }

// makeProject makes the project with its member, and with the name for its cloud credentials that the examples have.
func (r *reader) makeProject() {
	GinkgoHelper()
	inGarden(r.ctx).project(r.project, nil)
	project := &gardencorev1beta1.Project{}
	Eventually(r.ctx, func(g Gomega) {
		g.Expect(world.Garden.Client.Get(r.ctx, client.ObjectKey{Name: r.project}, project)).To(Succeed())
		project.Spec.Members = append(project.Spec.Members, gardencorev1beta1.ProjectMember{
			Subject: rbacv1.Subject{APIGroup: rbacv1.GroupName, Kind: rbacv1.UserKind, Name: member}, Role: "admin",
		})
		g.Expect(world.Garden.Client.Update(r.ctx, project)).To(Succeed())
	}).Should(Succeed())

	binding := &securityv1alpha1.CredentialsBinding{}
	Expect(world.Garden.Client.Get(r.ctx, client.ObjectKey{Namespace: "garden-" + r.project, Name: "cloud"}, binding)).To(Succeed())
	binding.ObjectMeta.Name, binding.ResourceVersion, binding.UID = "local", "", ""
	Expect(world.Garden.Client.Create(r.ctx, binding)).To(Succeed())
}

// begin has the Shoots looked after until the page ends, and starts the shell.
func (r *reader) begin() {
	GinkgoHelper()
	Expect(r.writeKubeconfig(r.ctx)).To(Succeed())
	r.names, r.published = httptest.NewServer(world.ShootNames()), map[types.UID]bool{}
	DeferCleanup(r.names.Close)
	looking, end := context.WithCancel(context.WithoutCancel(r.ctx))
	var done sync.WaitGroup
	DeferCleanup(func(ctx context.Context) {
		end()
		done.Wait()
		for _, shoot := range r.shoots(ctx) {
			Expect(world.ReleaseShoot(ctx, r.project, shoot.Name)).To(Succeed())
		}
	}, NodeTimeout(2*time.Minute))
	done.Go(func() { r.lookAfterShoots(looking) })
	var err error
	r.shell, err = guide.StartShell(r.ctx, r.inDirectory("work"), r.inDirectory("scripts"), r.environment())
	Expect(err).NotTo(HaveOccurred())
	DeferCleanup(r.shell.Stop)
}

func (r *reader) shoots(ctx context.Context) []gardencorev1beta1.Shoot {
	list := &gardencorev1beta1.ShootList{}
	// The caller tries again.
	_ = world.Garden.Client.List(ctx, list, client.InNamespace("garden-"+r.project))
	return list.Items
}

// lookAfterShoots gives Shoots that name no seed one, as gardener-scheduler does, has the garden issue credentials for those that are up, and
// gives the reader access to them.
func (r *reader) lookAfterShoots(ctx context.Context) {
	ticker := time.NewTicker(500 * time.Millisecond)
	defer ticker.Stop()
	for {
		select {
		case <-ctx.Done():
			return
		case <-ticker.C:
		}
		for _, shoot := range r.shoots(ctx) {
			if shoot.Spec.SeedName == nil {
				if err := world.Garden.ScheduleShoot(ctx, r.project, shoot.Name, seedName); err != nil {
					GinkgoWriter.Printf("scheduling: %v\n", err)
				}
			}
			// Before the cluster runs this is an error, and it is tried again.
			if !r.published[shoot.UID] {
				r.published[shoot.UID] = world.PublishCredentials(ctx, &shoot) == nil
			}
		}
		if err := r.writeKubeconfig(ctx); err != nil {
			GinkgoWriter.Printf("writing the kubeconfig: %v\n", err)
		}
	}
}

// makeRepository makes my-org/my-fleet with one ConfigMap in it. It is private unless the page reads it without credentials.
func (r *reader) makeRepository() {
	GinkgoHelper()
	public := false
	for _, step := range r.page.Steps {
		public = public || strings.Contains(step.Text, "https://git.example.com/my-org/my-fleet")
	}
	Expect(world.GitHost.CreateRepository(r.ctx, r.fleet(), public)).To(Succeed())
	commit(r.ctx, r.fleet(), "hello", "from-git")
}

func (r *reader) fleet() string { return r.organization + "/my-fleet" }

// furnish makes the directory in which the reader works look like the repository, with its examples as the reader would fill them in;
// what is written there is not written into the repository. Beside it are the reader's programs, and the settings of git.
func (r *reader) furnish(repository string) {
	GinkgoHelper()
	for _, directory := range []string{"work/example/ci", "scripts", "bin", "home"} {
		Expect(os.MkdirAll(r.inDirectory(directory), 0o750)).To(Succeed())
	}
	root, err := filepath.Abs(repository)
	Expect(err).NotTo(HaveOccurred())
	entries, err := os.ReadDir(root)
	Expect(err).NotTo(HaveOccurred())
	for _, entry := range entries {
		if name := entry.Name(); name != "example" && name != "bin" && !strings.HasPrefix(name, ".git") {
			Expect(os.Symlink(filepath.Join(root, name), r.inDirectory("work/"+name))).To(Succeed())
		}
	}
	for _, pattern := range []string{"*.yaml", "ci/*"} {
		examples, err := filepath.Glob(filepath.Join(root, "example", pattern))
		Expect(err).NotTo(HaveOccurred())
		for _, example := range examples {
			content, err := os.ReadFile(example)
			Expect(err).NotTo(HaveOccurred())
			copied := r.inDirectory(filepath.Join("work/example", filepath.Dir(pattern), filepath.Base(example)))
			Expect(os.WriteFile(copied, []byte(r.filledIn(string(content))), 0o700)).To(Succeed()) //nolint:gosec // some are scripts
		}
	}

	programs := map[string]string{"kubectl": world.Kubectl, "kubectl-shoot_flux": world.Plugin}
	for name, path := range r.extraPrograms() {
		programs[name] = path
	}
	for name, path := range programs {
		absolute, err := filepath.Abs(path)
		Expect(err).NotTo(HaveOccurred())
		Expect(os.Symlink(absolute, r.inDirectory("bin/"+name))).To(Succeed())
	}
	// The reader may push to every repository: git finds it in the host's directory.
	settings := "[user]\n\tname = Me\n\temail = " + member + "\n[init]\n\tdefaultBranch = main\n[advice]\n\tdetachedHead = false\n" +
		fmt.Sprintf("[url %q]\n\tinsteadOf = ssh://git@%s/\n\tinsteadOf = http://%s/\n", world.GitHostDir()+"/",
			hostOf(world.GitHost.SSHURL("any")), hostOf(world.GitHost.HTTPURL("any")))
	Expect(os.WriteFile(r.inDirectory("home/.gitconfig"), []byte(settings), 0o600)).To(Succeed())
}

// filledIn is a file of the page as it works on the landscape. Its registry has no certificate.
func (r *reader) filledIn(content string) string {
	var lines []string
	for line := range strings.Lines(r.substitutions.Apply(content)) {
		lines = append(lines, line)
		if before, _, found := strings.Cut(line, "url: oci://127.0.0.1:"); found {
			lines = append(lines, before+"insecure: true\n")
		}
	}
	return strings.Join(lines, "")
}

// extraPrograms are built for the pages that use them only.
func (r *reader) extraPrograms() binaries.Paths {
	GinkgoHelper()
	var wanted []string
	for _, name := range []string{binaries.SOPS, binaries.AgeKeygen} {
		for _, step := range r.page.Steps {
			if step.Kind == guide.Run && strings.Contains(step.Text, name+" ") {
				wanted = append(wanted, name)
				break
			}
		}
	}
	paths, err := binaries.Ensure(r.ctx, GinkgoWriter, wanted...)
	Expect(err).NotTo(HaveOccurred())
	return paths
}

func (r *reader) environment() []string {
	return []string{
		"HOME=" + r.inDirectory("home"), "KUBECONFIG=" + r.inDirectory("kubeconfig"), "TMPDIR=" + r.directory, "LANG=C.UTF-8",
		"REGISTRY_PASSWORD=" + r.password, "HTTPS_PROXY=" + r.names.URL, "NO_PROXY=127.0.0.1,localhost",
		"PATH=" + r.inDirectory("bin") + string(os.PathListSeparator) + os.Getenv("PATH"),
	}
}

// writeKubeconfig gives the reader the contexts garden, which is the current one, shoot for my-shoot, one for each other Shoot under its name,
// and, where the page is not for project teams, seed.
func (r *reader) writeKubeconfig(ctx context.Context) error {
	merged := clientcmdapi.NewConfig()
	merged.CurrentContext = "garden"
	if err := landscape.AddContext(merged, "garden", world.Garden.Cluster.Kubeconfig); err != nil {
		return err
	}
	if strings.HasPrefix(r.page.Path, "docs/usage/") {
		merged.AuthInfos["garden"].Impersonate, merged.AuthInfos["garden"].ImpersonateGroups = member, []string{"system:authenticated"}
	} else if err := landscape.AddContext(merged, "seed", seed(seedName).Cluster.Kubeconfig); err != nil {
		return err
	}
	for _, shoot := range r.shoots(ctx) {
		name := shoot.Name
		if name == "my-shoot" {
			name = "shoot"
		}
		if running, err := world.ShootCluster(shoot.Namespace, shoot.Name); err == nil {
			if err := landscape.AddContext(merged, name, running.Kubeconfig); err != nil {
				return err
			}
		}
	}
	// A command that reads it meanwhile finds the old one or the new one.
	unfinished := r.inDirectory("kubeconfig.unfinished")
	if err := clientcmd.WriteToFile(*merged, unfinished); err != nil {
		return err
	}
	return os.Rename(unfinished, r.inDirectory("kubeconfig"))
}
