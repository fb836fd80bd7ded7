// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package browser

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"

	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/cdproto/input"
	"github.com/chromedp/cdproto/page"
	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"
)

// names returns the possible names of the browser. The first one found is used.
func names() []string { return []string{"chromium", "chromium-browser", "google-chrome"} }

// Path returns the path of the browser.
func Path() (string, error) {
	for _, name := range names() {
		if path, err := exec.LookPath(name); err == nil {
			return path, nil
		}
	}
	return "", errors.New("Chromium is not installed; install the Debian package chromium")
}

// New starts a browser that stores its data in a directory, and returns a chromedp context for a tab. The returned
// function stops the browser.
func New(ctx context.Context, dir string) (context.Context, func(), error) {
	path, err := Path()
	if err != nil {
		return nil, nil, err
	}
	options := append(slices.Clone(chromedp.DefaultExecAllocatorOptions[:]),
		chromedp.ExecPath(path), chromedp.UserDataDir(filepath.Join(dir, "browser")), chromedp.DisableGPU, chromedp.WindowSize(1400, 900),
		// The browser resolves no other names, so that it connects only to addresses that a test opens. evil.example.com
		// simulates a foreign name that resolves to the loopback interface.
		chromedp.Flag("disable-quic", true), chromedp.Flag("disable-component-update", true),
		chromedp.Flag("host-resolver-rules", "MAP evil.example.com 127.0.0.1, MAP * ~NOTFOUND, EXCLUDE 127.0.0.1, EXCLUDE localhost"),
	)
	if os.Geteuid() == 0 {
		// Chromium's sandbox does not work for root.
		options = append(options, chromedp.NoSandbox)
	}
	allocated, endAllocator := chromedp.NewExecAllocator(ctx, options...)
	tab, endTab := chromedp.NewContext(allocated)
	end := func() {
		endTab()
		endAllocator()
	}
	if err := chromedp.Do(tab); err != nil {
		end()
		return nil, nil, fmt.Errorf("starting %s: %w", path, err)
	}
	return tab, end, nil
}

// NewTab opens another tab in the browser of the given tab. The returned function closes the new tab.
func NewTab(tab context.Context) (context.Context, func(), error) {
	other, end := chromedp.NewContext(tab)
	if err := chromedp.Do(other); err != nil {
		end()
		return nil, nil, fmt.Errorf("opening a tab: %w", err)
	}
	return other, end, nil
}

// Open navigates to an address, and waits until the page is loaded.
func Open(tab context.Context, address string) error {
	return chromedp.Do(tab, chromedp.Navigate(address))
}

// Prepare runs a script in each page before the scripts of the page.
func Prepare(tab context.Context, script string) error {
	_, err := chromedp.Call(tab, page.AddScriptToEvaluateOnNewDocument, page.AddScriptToEvaluateOnNewDocumentParams{Source: script})
	if err != nil {
		return fmt.Errorf("preparing pages: %w", err)
	}
	return nil
}

// Reload reloads the page.
func Reload(tab context.Context) error {
	return chromedp.Do(tab, chromedp.Reload())
}

// Eval evaluates a JavaScript expression in the page, and returns its value. It waits for the result of a promise.
func Eval[T any](tab context.Context, expression string) (T, error) {
	return chromedp.Run(tab, chromedp.Evaluate[T](expression, chromedp.EvalAwaitPromise))
}

// Press presses keys one by one. A key that the page handles need not type text.
func Press(tab context.Context, keys ...rune) error {
	for _, pressed := range keys {
		key, known := kb.Keys[pressed]
		if !known {
			return fmt.Errorf("there is no key for %q", pressed)
		}
		event := input.DispatchKeyEventParams{
			Type: input.DispatchKeyEventTypeKeyDown, Key: key.Key, Code: key.Code, Text: key.Text, UnmodifiedText: key.Unmodified, WindowsVirtualKeyCode: key.Windows, NativeVirtualKeyCode: key.Native,
		}
		if _, err := chromedp.Call(tab, input.DispatchKeyEvent, event); err != nil {
			return fmt.Errorf("pressing %q: %w", pressed, err)
		}
		event.Type, event.Text, event.UnmodifiedText = input.DispatchKeyEventTypeKeyUp, "", ""
		if _, err := chromedp.Call(tab, input.DispatchKeyEvent, event); err != nil {
			return fmt.Errorf("releasing %q: %w", pressed, err)
		}
	}
	return nil
}

// Colours emulates a preference for light or dark colours.
func Colours(tab context.Context, dark bool) error {
	scheme := "light"
	if dark {
		scheme = "dark"
	}
	_, err := chromedp.Call(tab, emulation.SetEmulatedMedia, emulation.SetEmulatedMediaParams{Features: []*emulation.MediaFeature{{Name: "prefers-color-scheme", Value: scheme}}})
	if err != nil {
		return fmt.Errorf("setting %s colours: %w", scheme, err)
	}
	return nil
}
