// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package page

import (
	"context"
	"fmt"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/chromedp/chromedp/kb"
	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"
	gomegatypes "github.com/onsi/gomega/types"

	"github.com/shoot-flux/gardener-extension-shoot-flux/test/landscape/browser"
	"github.com/shoot-flux/gardener-extension-shoot-flux/test/landscape/pki"
)

func TestPage(t *testing.T) {
	RegisterFailHandler(Fail)
	SetDefaultEventuallyTimeout(time.Minute)
	EnforceDefaultTimeoutsWhenUsingContexts()
	RunSpecs(t, "Page Suite")
}

// The environment contains the paths of the plugin, of axe-core and, for pictures, of a directory: make test-page.
const (
	pluginVariable, axeVariable, picturesVariable = "PLUGIN", "AXE", "DASHBOARD_PICTURES"

	namespace = "garden-my-project"

	// Widths and heights of a phone and of a window, in pixels.
	phone, phoneHeight, window, windowHeight = 390, 844, 1280, 800
)

// chromium is the tab in which the browser has started.
var chromium context.Context

var _ = BeforeSuite(func(ctx SpecContext) {
	started, end, err := browser.New(context.WithoutCancel(ctx), GinkgoT().TempDir()) // It stays for all specs.
	Expect(err).NotTo(HaveOccurred())
	DeferCleanup(end)
	chromium = started
})

// tab is a tab with the page of a garden.
type tab struct {
	ctx, tab context.Context
	base     string
}

// browse starts the command for a project, and opens the page in a new tab.
func browse(ctx context.Context, garden *recorded) *tab {
	GinkgoHelper()
	return browseWith(ctx, garden, "-n", namespace)
}

// browseWith starts the command with arguments.
func browseWith(ctx context.Context, garden *recorded, arguments ...string) *tab {
	GinkgoHelper()
	server := httptest.NewServer(garden.handler())
	DeferCleanup(server.CloseClientConnections)
	kubeconfig := filepath.Join(GinkgoT().TempDir(), "kubeconfig")
	Expect(pki.WriteKubeconfig(kubeconfig, server.URL, nil, pki.Credentials{Token: "recorded"})).To(Succeed())
	Expect(os.Getenv(pluginVariable)).NotTo(BeEmpty(), "run make test-page")
	command, err := browser.Serve(ctx, os.Getenv(pluginVariable), kubeconfig, arguments...)
	Expect(err).NotTo(HaveOccurred())
	DeferCleanup(func() { Expect(command.Stop()).To(Succeed()) })
	address, err := command.Address(ctx)
	Expect(err).NotTo(HaveOccurred())
	opened, end, err := browser.NewTab(chromium)
	Expect(err).NotTo(HaveOccurred())
	DeferCleanup(end)
	t := &tab{ctx: ctx, tab: opened}
	t.base, _, _ = strings.Cut(address, "#")
	// Ages are those at the time of the record.
	Expect(browser.Prepare(opened, `Date.now = () => Date.parse("2026-11-26T09:00:00Z");`)).To(Succeed())
	Expect(browser.Open(opened, address)).To(Succeed())
	return t
}

// shows waits until the value of an expression is like that.
func (t *tab) shows(expression string, like gomegatypes.GomegaMatcher, why ...any) {
	GinkgoHelper()
	Eventually(t.ctx, func() (string, error) { return browser.Eval[string](t.tab, "String("+expression+")") }).Should(like, why...)
}

// text waits until what there is to read is like that.
func (t *tab) text(like gomegatypes.GomegaMatcher) {
	GinkgoHelper()
	t.shows("document.body.innerText", like)
}

func (t *tab) press(keys string) {
	GinkgoHelper()
	Expect(browser.Press(t.tab, []rune(keys)...)).To(Succeed())
}

// tabTo moves the focus with the tabulator until it is on something with that text.
func (t *tab) tabTo(text string) {
	GinkgoHelper()
	for range 60 {
		t.press(kb.Tab)
		focused, err := browser.Eval[string](t.tab, "document.activeElement.innerText ?? ''")
		Expect(err).NotTo(HaveOccurred())
		if strings.TrimSpace(focused) == text {
			return
		}
	}
	Fail("the tabulator does not reach " + text)
}

// enter follows a link or presses a button.
func (t *tab) enter(text string) {
	GinkgoHelper()
	t.tabTo(text)
	t.press(kb.Enter)
}

const (
	// isDark is whether red, green and blue of the background are below their middle.
	isDark = `getComputedStyle(document.body).backgroundColor.match(/\d+/g).every((part) => Number(part) < 128)`
	// beside are the texts that a reader has to scroll to the side for.
	beside = `(() => {
		const found = [];
		const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
		while (walker.nextNode()) {
			const range = document.createRange();
			range.selectNodeContents(walker.currentNode);
			const hidden = walker.currentNode.parentElement.closest(".skip, dialog:not([open]), [hidden]") || getComputedStyle(walker.currentNode.parentElement.closest("thead") ?? document.body).position === "absolute";
			if (!hidden && [...range.getClientRects()].some((box) => box.width > 0 && (box.right > innerWidth + 1 || box.left < 0))) { found.push(walker.currentNode.data); }
		}
		return (document.documentElement.scrollWidth > innerWidth ? [document.documentElement.scrollWidth + " pixels"] : []).concat(found).join("; ");
	})()`
	// broken are the words of usual length that a line break or the end of their cell divides.
	broken = `(() => {
		const found = [];
		const walker = document.createTreeWalker(document.querySelector("main"), NodeFilter.SHOW_TEXT);
		while (walker.nextNode()) {
			for (const word of walker.currentNode.data.matchAll(/(?<![\w+\/])[A-Za-z]{2,24}(?![\w+\/])/g)) {
				const range = document.createRange();
				range.setStart(walker.currentNode, word.index);
				range.setEnd(walker.currentNode, word.index + word[0].length);
				if (new Set([...range.getClientRects()].map((box) => box.top)).size > 1) { found.push(word[0]); }
			}
		}
		return found.join();
	})()`
	violations = `axe.run().then(({ violations }) => violations.map((v) => v.id + ": " + v.nodes.map((n) => n.html + " " + n.failureSummary).join("; ")).join("\n"))`
)

// isAccessible checks the present view on a phone and in a window, in light and dark colours: axe-core finds nothing, and
// no text is off-screen. It writes the named pictures.
func (t *tab) isAccessible(pictures ...string) {
	GinkgoHelper()
	axe, err := os.ReadFile(os.Getenv(axeVariable))
	Expect(err).NotTo(HaveOccurred())
	_, err = browser.Eval[bool](t.tab, string(axe)+"; true")
	Expect(err).NotTo(HaveOccurred())
	for _, size := range [][2]int64{{phone, phoneHeight}, {window, windowHeight}} {
		Expect(browser.Resize(t.tab, size[0], size[1])).To(Succeed())
		for _, dark := range []bool{true, false} {
			Expect(browser.Colours(t.tab, dark)).To(Succeed())
			t.shows(isDark, Equal(strconv.FormatBool(dark)))
			Expect(browser.Eval[string](t.tab, violations)).To(BeEmpty(), "at %d pixels, dark: %t", size[0], dark)
			Expect(browser.Eval[string](t.tab, beside)).To(BeEmpty(), "at %d pixels", size[0])
			Expect(browser.Eval[string](t.tab, broken)).To(BeEmpty(), "at %d pixels", size[0])
			t.picture(pictures, size[0], size[1], dark)
		}
	}
}

// picture writes one of the named pictures. Dark ones end with -dark, those of a phone with -phone.
func (t *tab) picture(names []string, width, height int64, dark bool) {
	GinkgoHelper()
	dir := os.Getenv(picturesVariable)
	for _, name := range names {
		suffix := map[int64]string{phone: "-phone"}[width]
		if isDarkOne := strings.HasSuffix(name, "-dark"); dir == "" || isDarkOne != dark {
			continue
		}
		Expect(browser.Picture(t.tab, filepath.Join(dir, fmt.Sprintf("dashboard-%s%s.png", name, suffix)), width, height)).To(Succeed())
	}
}
