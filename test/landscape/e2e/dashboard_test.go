// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package e2e_test

import (
	"context"
	"fmt"
	"net/http"
	"net/http/httptest"
	"net/url"
	"strings"
	"time"

	"github.com/chromedp/chromedp/kb"
	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"
	gomegatypes "github.com/onsi/gomega/types"
	rbacv1 "k8s.io/api/rbac/v1"
	"sigs.k8s.io/controller-runtime/pkg/client"

	"github.com/shoot-flux/gardener-extension-shoot-flux/test/landscape/browser"
)

// browsed is the command dashboard, and a tab of a browser.
type browsed struct {
	ctx     context.Context
	command *browser.Dashboard
	tab     context.Context
	// address is the one that the command has printed, base that without path.
	address, base string
}

// browse runs the command as a member of the project who may edit, and opens a browser, with nothing in it yet.
func (u gardenUser) browse(project string, rules ...rbacv1.PolicyRule) *browsed {
	GinkgoHelper()
	b := &browsed{ctx: u.ctx}
	var err error
	b.command, err = browser.Serve(u.ctx, world.Plugin, u.memberKubeconfig(project, rules...), "-n", "garden-"+project)
	Expect(err).NotTo(HaveOccurred())
	DeferCleanup(func() { Expect(b.command.Stop()).To(Succeed()) })
	b.address, err = b.command.Address(u.ctx)
	Expect(err).NotTo(HaveOccurred())
	b.base, _, _ = strings.Cut(b.address, "/#")
	var end func()
	b.tab, end, err = browser.New(u.ctx, GinkgoT().TempDir())
	Expect(err).NotTo(HaveOccurred())
	DeferCleanup(end)
	return b
}

// memberKubeconfig returns the kubeconfig of a user who may do that in a project.
func (u gardenUser) memberKubeconfig(project string, rules ...rbacv1.PolicyRule) string {
	GinkgoHelper()
	namespace, name := "garden-"+project, "browsing-"+project
	role := &rbacv1.Role{ObjectMeta: in(namespace, name), Rules: rules}
	binding := &rbacv1.RoleBinding{
		ObjectMeta: in(namespace, name), RoleRef: rbacv1.RoleRef{APIGroup: rbacv1.GroupName, Kind: "Role", Name: name},
		Subjects: []rbacv1.Subject{{APIGroup: rbacv1.GroupName, Kind: rbacv1.UserKind, Name: name}},
	}
	for _, object := range []client.Object{role, binding} {
		Expect(world.Garden.Client.Create(u.ctx, object)).To(Succeed())
	}
	kubeconfig, err := world.Garden.Cluster.ClientKubeconfig(name, name, "system:authenticated")
	Expect(err).NotTo(HaveOccurred())
	return kubeconfig
}

// viewing is what members of a project may do who may read.
func viewing() []rbacv1.PolicyRule {
	read := []string{"get", "list", "watch"}
	return []rbacv1.PolicyRule{
		{APIGroups: []string{""}, Resources: []string{"configmaps", "events"}, Verbs: read},
		{APIGroups: []string{"core.gardener.cloud"}, Resources: []string{"shoots"}, Verbs: read},
	}
}

// editing is viewing, what a request of an operation needs, and reading the deploy key.
func editing() []rbacv1.PolicyRule {
	return append(viewing(), rbacv1.PolicyRule{APIGroups: []string{""}, Resources: []string{"configmaps"}, Verbs: []string{"patch"}},
		rbacv1.PolicyRule{APIGroups: []string{""}, Resources: []string{"secrets"}, Verbs: []string{"get", "list"}})
}

func (b *browsed) open(address string) {
	GinkgoHelper()
	Expect(browser.Open(b.tab, address)).To(Succeed())
}

// other is a further tab in the same browser, which ends with the test.
func (b *browsed) other() *browsed {
	GinkgoHelper()
	tab, end, err := browser.NewTab(b.tab)
	Expect(err).NotTo(HaveOccurred())
	DeferCleanup(end)
	return &browsed{ctx: b.ctx, command: b.command, tab: tab, address: b.address, base: b.base}
}

// shows waits until the value of an expression is like that.
func (b *browsed) shows(expression string, like gomegatypes.GomegaMatcher, why ...any) {
	GinkgoHelper()
	Eventually(b.ctx, func() (string, error) { return browser.Eval[string](b.tab, "String("+expression+")") }).Should(like, why...)
}

// text waits until what there is to read is like that.
func (b *browsed) text(like gomegatypes.GomegaMatcher) {
	GinkgoHelper()
	b.shows("document.body.innerText", like)
}

func (b *browsed) press(keys string) {
	GinkgoHelper()
	Expect(browser.Press(b.tab, []rune(keys)...)).To(Succeed())
}

// tabTo moves the focus with the tabulator until it is on something with that text.
func (b *browsed) tabTo(text string) {
	GinkgoHelper()
	for range 60 {
		b.press(kb.Tab)
		focused, err := browser.Eval[string](b.tab, "document.activeElement.innerText ?? ''")
		Expect(err).NotTo(HaveOccurred())
		if strings.TrimSpace(focused) == text {
			return
		}
	}
	Fail("the tabulator does not reach " + text)
}

const (
	rowsOf  = `[...document.querySelectorAll("#shoots tbody tr")].map((row) => row.innerText.split("\t").slice(0, 2).join(" ")).join("; ")`
	caption = `document.getElementById("count").innerText`
)

var _ = Describe("The page of the command dashboard", Label("long"), func() {
	It("shows a project and what changes, by keyboard alone, and asks nobody but its own server", func(ctx SpecContext) {
		user := inGarden(ctx)
		user.project("paged", map[string]string{"repositoryUrl": "https://github.com/o/r"})
		for _, name := range []string{"alpha", "beta"} {
			user.shoot("paged", name, seedName, true, inRing(name)).succeeds()
		}
		b := user.browse("paged", viewing()...)
		b.open(b.address)
		b.shows(rowsOf, MatchRegexp("^alpha . [A-Z][a-z]+; beta . [A-Z][a-z]+$"))
		b.text(And(ContainSubstring("Flux in garden-paged"), ContainSubstring("Live"), ContainSubstring("2 Shoots")))
		b.shows("location.href", Equal(b.base+"/#/"), "the token is in no address that a user copies")

		By("a Shoot that is new")
		user.shoot("paged", "gamma", seedName, true)
		b.shows(rowsOf, ContainSubstring("gamma"))

		By("the filter by a label, and one Shoot")
		b.press("/ring=beta")
		b.shows(caption, Equal("1 of 3 Shoots"))
		b.tabTo("beta")
		b.press(kb.Enter)
		b.shows("location.hash", Equal("#/shoots/garden-paged/beta"))
		b.text(And(ContainSubstring("ring=beta"), ContainSubstring("Conditions of the Shoot")))
		b.shows("document.activeElement.id", Equal("main"))
		b.shows("document.title", HavePrefix("beta"))
		b.tabTo("← All Shoots")
		b.press(kb.Enter)
		b.shows(caption, Equal("1 of 3 Shoots"), "the filter is still set")
		b.shows("document.activeElement.innerText", Equal("beta"))

		By("another load of the page, in the same tab")
		Expect(browser.Reload(b.tab)).To(Succeed())
		b.shows(caption, Equal("3 Shoots"))
		b.shows(`performance.getEntriesByType("resource").filter((entry) => !entry.name.startsWith(location.origin + "/")).length`, Equal("0"))
	}, SpecTimeout(3*time.Minute))

	It("is of no use to another page, another name, and another tab", func(ctx SpecContext) {
		user := inGarden(ctx)
		user.project("guarded", map[string]string{"repositoryUrl": "https://github.com/o/r"})
		user.shoot("guarded", "secretive", seedName, true).succeeds()
		b := user.browse("guarded", editing()...)

		By("a page on another port, which even knows the address")
		evil := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
			w.Header().Set("Content-Type", "text/html")
			fmt.Fprint(w, "<!doctype html><title>evil</title><iframe name=sink></iframe>")
		}))
		DeferCleanup(evil.Close)
		_, token, _ := strings.Cut(b.address, "token=")
		attacker := b.other()
		responses, err := browser.Record(attacker.tab)
		Expect(err).NotTo(HaveOccurred())
		attacker.open(evil.URL)
		for attack, expression := range map[string]string{
			"reading":          `fetch("%[1]s/api/fleet").then((r) => r.text(), (e) => e.name)`,
			"reading the page": `fetch("%[1]s/").then((r) => r.text(), (e) => e.name)`,
			"JSON":             `fetch("%[1]s/api/session", {method: "POST", headers: {"Content-Type": "application/json"}, body: '{"token": "%[2]s"}'}).then((r) => r.text(), (e) => e.name)`,
			"its modules":      `import("%[1]s/api.js").then(() => "imported", (e) => e.name)`,
			"its icon":         `new Promise((end) => { const i = new Image(); i.onload = () => end("shown"); i.onerror = () => end("TypeError"); i.src = "%[1]s/icon.svg"; })`,
		} {
			got, err := browser.Eval[string](attacker.tab, fmt.Sprintf(expression, b.base, token))
			Expect(err).NotTo(HaveOccurred())
			Expect(got).To(Equal("TypeError"), attack)
		}
		for attack, expression := range map[string]string{
			"a request whose answer it does not want": `fetch("%[1]s/api/session", {method: "POST", mode: "no-cors", headers: {"Content-Type": "text/plain"}, body: '{"token": "%[2]s"}'}).then((r) => r.type, () => "opaque")`,
			"a form":  `new Promise((end) => { const f = document.createElement("form"); f.method = "POST"; f.enctype = "text/plain"; f.target = "sink"; f.action = "%[1]s/api/session"; const i = document.createElement("input"); i.name = '{"token":"%[2]s","x":"'; i.value = '"}'; f.append(i); document.body.append(f); document.querySelector("iframe").onload = () => end("opaque"); f.submit(); })`,
			"a frame": `new Promise((end) => { const f = document.createElement("iframe"); f.onload = () => end(f.contentDocument ? "open" : "opaque"); f.src = "%[1]s/#token=%[2]s"; document.body.append(f); })`,
		} {
			got, err := browser.Eval[string](attacker.tab, fmt.Sprintf(expression, b.base, token))
			Expect(err).NotTo(HaveOccurred())
			Expect(got).To(Equal("opaque"), attack)
		}
		Expect(responses.All()).To(ContainElement(HavePrefix("403 " + b.base)))
		Expect(responses.All()).NotTo(ContainElement(MatchRegexp("^[23].. "+b.base)), "nothing was answered: %v", responses.All())

		By("a name whose owner has given it the address of the loopback interface")
		parsed, err := url.Parse(b.base)
		Expect(err).NotTo(HaveOccurred())
		rebound := b.other()
		rebound.open("http://evil.example.com:" + parsed.Port() + "/")
		rebound.text(ContainSubstring("this server accepts only requests for the address that the command prints"))

		By("none of that has used up the address")
		b.open(b.address)
		b.text(ContainSubstring("secretive"))

		By("the address in another tab, which has no session")
		second := b.other()
		second.open(b.address)
		second.text(And(ContainSubstring("✗ Nothing is shown: this address was used before"), Not(ContainSubstring("secretive"))))
		another, err := b.command.Another(ctx)
		Expect(err).NotTo(HaveOccurred())
		third := b.other()
		third.open(another)
		third.text(ContainSubstring("secretive"))
	}, SpecTimeout(3*time.Minute))
})
