// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package githost_test

import (
	"context"
	"crypto/ed25519"
	"crypto/rand"
	"net/http"
	"net/url"
	"os"
	"os/exec"
	"path/filepath"
	"time"

	"github.com/go-git/go-git/v5"
	"github.com/go-git/go-git/v5/plumbing"
	"github.com/go-git/go-git/v5/plumbing/object"
	"github.com/go-git/go-git/v5/plumbing/transport"
	githttp "github.com/go-git/go-git/v5/plumbing/transport/http"
	gitssh "github.com/go-git/go-git/v5/plumbing/transport/ssh"
	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"
	gossh "golang.org/x/crypto/ssh"

	"github.com/shoot-flux/gardener-extension-shoot-flux/test/landscape/githost"
)

var _ = Describe("Host", func() {
	var (
		ctx  context.Context
		host *githost.Host
	)

	BeforeEach(func() {
		ctx = GinkgoT().Context()
		var err error
		host, err = githost.Start(ctx, githost.Options{Dir: GinkgoT().TempDir()})
		Expect(err).NotTo(HaveOccurred())
		DeferCleanup(host.Stop)
		Expect(host.CreateRepository(ctx, "team/apps", false)).To(Succeed())
		Expect(host.CreateRepository(ctx, "public", true)).To(Succeed())
	})

	Describe("repositories", func() {
		It("commits to an existing repository, and serves it over HTTP", func() {
			first, err := host.Commit(ctx, "public", "first", map[string]string{"a.yaml": "one\n", "dir/b c.yaml": "two\n"})
			Expect(err).NotTo(HaveOccurred())
			second, err := host.Commit(ctx, "public", "second", map[string]string{"a.yaml": "three\n"})
			Expect(err).NotTo(HaveOccurred())
			Expect(second).To(HaveLen(40))
			Expect(second).NotTo(Equal(first))

			clone := cloneByHTTP(ctx, host.HTTPURL("public"))
			Expect(read(clone, "a.yaml")).To(Equal("three\n"))
			Expect(read(clone, "dir/b c.yaml")).To(Equal("two\n"))
		})

		DescribeTable("refuses",
			func(act func() error, message string) {
				Expect(act()).To(MatchError(ContainSubstring(message)))
			},
			Entry("a repository above the directory", func() error { return host.CreateRepository(ctx, "../evil", true) }, "does not match"),
			Entry("an absolute repository", func() error { return host.CreateRepository(ctx, "/evil", true) }, "does not match"),
			Entry("an existing repository", func() error { return host.CreateRepository(ctx, "public", true) }, "already exists"),
			Entry("a file above the repository", func() error {
				_, err := host.Commit(ctx, "public", "m", map[string]string{"../evil": ""})
				return err
			}, "is outside of the repository"),
			Entry("an unknown repository", func() error {
				_, err := host.Commit(ctx, "unknown", "m", map[string]string{"a": ""})
				return err
			}, "there is no repository"),
		)
	})

	Describe("HTTP", func() {
		DescribeTable("serves only public repositories:",
			func(path string, status int) {
				base := "http://" + hostPort(host.HTTPURL("public"))
				request, err := http.NewRequestWithContext(ctx, http.MethodGet, base+path, nil)
				Expect(err).NotTo(HaveOccurred())
				response, err := http.DefaultClient.Do(request)
				Expect(err).NotTo(HaveOccurred())
				defer response.Body.Close()
				Expect(response.StatusCode).To(Equal(status))
			},
			Entry("a public repository", "/public.git/info/refs?service=git-upload-pack", http.StatusOK),
			Entry("a private repository", "/team/apps.git/info/refs?service=git-upload-pack", http.StatusNotFound),
			Entry("a private repository through a public one", "/public.git/%2e%2e/team/apps.git/info/refs?service=git-upload-pack", http.StatusNotFound),
			Entry("pushing", "/public.git/info/refs?service=git-receive-pack", http.StatusForbidden),
			Entry("the directory", "/", http.StatusNotFound),
		)
	})

	Describe("HTTPS", func() {
		BeforeEach(func() {
			Expect(host.SetToken("team/apps", "robot", "secret")).To(Succeed())
			Expect(host.CreateRepository(ctx, "other", false)).To(Succeed())
			for _, repository := range []string{"team/apps", "other", "public"} {
				_, err := host.Commit(ctx, repository, "first", map[string]string{"a.yaml": "one\n"})
				Expect(err).NotTo(HaveOccurred())
			}
		})

		DescribeTable("serves", func(repository string, auth transport.AuthMethod) {
			Expect(cloneByHTTPS(ctx, host, repository, auth, host.CA())).To(Succeed())
		},
			Entry("a public repository to all clients", "public", nil),
			Entry("a private repository with its token", "team/apps", &githttp.BasicAuth{Username: "robot", Password: "secret"}),
			Entry("a private repository with its token as a bearer token", "team/apps", &githttp.TokenAuth{Token: "secret"}),
		)

		DescribeTable("refuses", func(repository string, auth transport.AuthMethod) {
			Expect(cloneByHTTPS(ctx, host, repository, auth, host.CA())).To(MatchError(ContainSubstring("authentication required")))
		},
			Entry("a private repository without a token", "team/apps", nil),
			Entry("another token", "team/apps", &githttp.BasicAuth{Username: "robot", Password: "wrong"}),
			Entry("another user name", "team/apps", &githttp.BasicAuth{Username: "other", Password: "secret"}),
			Entry("the token of another repository", "other", &githttp.BasicAuth{Username: "robot", Password: "secret"}),
			Entry("an empty token for a repository without a token", "other", &githttp.BasicAuth{}),
			Entry("another bearer token", "team/apps", &githttp.TokenAuth{Token: "wrong"}),
			Entry("the user name and token as bearer token", "team/apps", &githttp.TokenAuth{Token: "robot:secret"}),
			Entry("the bearer token of another repository", "other", &githttp.TokenAuth{Token: "secret"}),
			Entry("an empty bearer token for a repository without a token", "other", &githttp.TokenAuth{}),
			Entry("a repository that does not exist, with the same response", "unknown", nil),
		)

		It("is not trusted without its CA, and refuses an empty token", func() {
			Expect(cloneByHTTPS(ctx, host, "public", nil, nil)).To(MatchError(ContainSubstring("certificate")))
			Expect(host.SetToken("team/apps", "robot", "")).To(MatchError(ContainSubstring("must not be empty")))
		})
	})

	Describe("SSH", func() {
		var key gossh.Signer

		BeforeEach(func() {
			key = newKey()
			_, err := host.Commit(ctx, "team/apps", "first", map[string]string{"a.yaml": "one\n"})
			Expect(err).NotTo(HaveOccurred())
		})

		It("clones with a deploy key, and pushes if the key has write access", func() {
			Expect(host.AddDeployKey("team/apps", "writer", authorizedKey(key), false)).To(Succeed())
			clone, err := cloneBySSH(ctx, host, host.SSHURL("team/apps"), githost.User, key)
			Expect(err).NotTo(HaveOccurred())

			pushed := push(ctx, host, clone, key)
			Expect(pushed.err).NotTo(HaveOccurred())
			again, err := cloneBySSH(ctx, host, host.SSHURL("team/apps"), githost.User, key)
			Expect(err).NotTo(HaveOccurred())
			head, err := again.Head()
			Expect(err).NotTo(HaveOccurred())
			Expect(head.Hash()).To(Equal(pushed.commit))
		})

		It("refuses a push with a read-only key", func() {
			Expect(host.AddDeployKey("team/apps", "reader", authorizedKey(key), true)).To(Succeed())
			clone, err := cloneBySSH(ctx, host, host.SSHURL("team/apps"), githost.User, key)
			Expect(err).NotTo(HaveOccurred())
			Expect(push(ctx, host, clone, key).err).To(HaveOccurred())
		})

		DescribeTable("refuses",
			func(register, url string, user string) {
				Expect(host.CreateRepository(ctx, "other", false)).To(Succeed())
				if register != "" {
					Expect(host.AddDeployKey(register, "reader", authorizedKey(key), true)).To(Succeed())
				}
				_, err := cloneBySSH(ctx, host, "ssh://git@"+hostPort(host.SSHURL("team/apps"))+url, user, key)
				Expect(err).To(HaveOccurred())
			},
			Entry("an unknown key", "", "/team/apps.git", "git"),
			Entry("the key of another repository", "other", "/team/apps.git", "git"),
			Entry("another user", "team/apps", "/team/apps.git", "root"),
			Entry("a path outside of the repository", "other", "/other/../team/apps.git", "git"),
		)

		It("refuses commands other than git", func() {
			Expect(host.AddDeployKey("team/apps", "reader", authorizedKey(key), true)).To(Succeed())
			client := dial(host, key)
			defer client.Close()
			session, err := client.NewSession()
			Expect(err).NotTo(HaveOccurred())
			output, err := session.CombinedOutput("id")
			Expect(err).To(HaveOccurred())
			Expect(string(output)).To(ContainSubstring("only git-upload-pack and git-receive-pack are served"))
		})

		It("refuses an existing title or key", func() {
			Expect(host.AddDeployKey("team/apps", "reader", authorizedKey(key)+" a comment", true)).To(Succeed())
			Expect(host.AddDeployKey("team/apps", "again", authorizedKey(key), true)).To(MatchError(ContainSubstring("already")))
			Expect(host.AddDeployKey("team/apps", "reader", authorizedKey(newKey()), true)).To(MatchError(ContainSubstring("already")))
		})

		It("ends sessions in progress when it is stopped", func() {
			Expect(host.AddDeployKey("team/apps", "reader", authorizedKey(key), true)).To(Succeed())
			client := dial(host, key)
			defer client.Close()
			session, err := client.NewSession()
			Expect(err).NotTo(HaveOccurred())
			// Without a response to its greeting, git would wait for the client forever.
			_, err = session.StdinPipe()
			Expect(err).NotTo(HaveOccurred())
			output, err := session.StdoutPipe()
			Expect(err).NotTo(HaveOccurred())
			Expect(session.Start("git-upload-pack '/team/apps.git'")).To(Succeed())
			_, err = output.Read(make([]byte, 4))
			Expect(err).NotTo(HaveOccurred())

			stopped := make(chan struct{})
			go func() {
				host.Stop()
				close(stopped)
			}()
			Eventually(stopped).WithTimeout(10 * time.Second).Should(BeClosed())
		})
	})
})

func newKey() gossh.Signer {
	GinkgoHelper()
	_, private, err := ed25519.GenerateKey(rand.Reader)
	Expect(err).NotTo(HaveOccurred())
	signer, err := gossh.NewSignerFromKey(private)
	Expect(err).NotTo(HaveOccurred())
	return signer
}

func authorizedKey(key gossh.Signer) string {
	line := gossh.MarshalAuthorizedKey(key.PublicKey())
	return string(line[:len(line)-1])
}

// knownHosts verifies the host with its published lines: a wrong line makes each connection fail.
func knownHosts(host *githost.Host) gossh.HostKeyCallback {
	GinkgoHelper()
	file := filepath.Join(GinkgoT().TempDir(), "known_hosts")
	Expect(os.WriteFile(file, []byte(host.KnownHosts()), 0o600)).To(Succeed())
	callback, err := gitssh.NewKnownHostsCallback(file)
	Expect(err).NotTo(HaveOccurred())
	return callback
}

func auth(host *githost.Host, user string, key gossh.Signer) *gitssh.PublicKeys {
	GinkgoHelper()
	return &gitssh.PublicKeys{User: user, Signer: key, HostKeyCallbackHelper: gitssh.HostKeyCallbackHelper{HostKeyCallback: knownHosts(host)}}
}

func cloneBySSH(ctx context.Context, host *githost.Host, url, user string, key gossh.Signer) (*git.Repository, error) {
	GinkgoHelper()
	return git.PlainCloneContext(ctx, GinkgoT().TempDir(), false, &git.CloneOptions{
		URL: url, Auth: auth(host, user, key), ReferenceName: plumbing.NewBranchReferenceName(githost.Branch),
	})
}

type pushResult struct {
	commit plumbing.Hash
	err    error
}

func push(ctx context.Context, host *githost.Host, clone *git.Repository, key gossh.Signer) pushResult {
	GinkgoHelper()
	worktree, err := clone.Worktree()
	Expect(err).NotTo(HaveOccurred())
	commit, err := worktree.Commit("pushed", &git.CommitOptions{AllowEmptyCommits: true, Author: &object.Signature{Name: "t", Email: "t@example.com", When: time.Now()}})
	Expect(err).NotTo(HaveOccurred())
	return pushResult{commit, clone.PushContext(ctx, &git.PushOptions{Auth: auth(host, githost.User, key)})}
}

func dial(host *githost.Host, key gossh.Signer) *gossh.Client {
	GinkgoHelper()
	client, err := gossh.Dial("tcp", hostPort(host.SSHURL("team/apps")), &gossh.ClientConfig{
		User: githost.User, Auth: []gossh.AuthMethod{gossh.PublicKeys(key)}, HostKeyCallback: knownHosts(host), Timeout: 5 * time.Second,
	})
	Expect(err).NotTo(HaveOccurred())
	return client
}

func cloneByHTTP(ctx context.Context, url string) string {
	GinkgoHelper()
	dir := GinkgoT().TempDir()
	output, err := exec.CommandContext(ctx, "git", "clone", "--quiet", "--branch", githost.Branch, url, dir).CombinedOutput()
	Expect(err).NotTo(HaveOccurred(), string(output))
	return dir
}

func cloneByHTTPS(ctx context.Context, host *githost.Host, repository string, auth transport.AuthMethod, ca []byte) error {
	GinkgoHelper()
	_, err := git.PlainCloneContext(ctx, GinkgoT().TempDir(), false, &git.CloneOptions{
		URL: host.HTTPSURL(repository), Auth: auth, CABundle: ca, ReferenceName: plumbing.NewBranchReferenceName(githost.Branch),
	})
	return err
}

func read(dir, path string) string {
	GinkgoHelper()
	content, err := os.ReadFile(filepath.Join(dir, path))
	Expect(err).NotTo(HaveOccurred())
	return string(content)
}

func hostPort(repositoryURL string) string {
	GinkgoHelper()
	parsed, err := url.Parse(repositoryURL)
	Expect(err).NotTo(HaveOccurred())
	return parsed.Host
}
