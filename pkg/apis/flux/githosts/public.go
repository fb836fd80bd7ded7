// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package githosts

import "strconv"

// public is a Git host on the internet that answers under several names.
type public struct {
	// web is the host of the web pages, by which people know it, and of the API if api is empty.
	web string
	// ssh are the hosts and ports at which it answers ssh, with the same host keys, which are known by the first of them.
	ssh []string
	// api is where its API is.
	api string
}

// publicHosts is the one table of such hosts. Port 443 is for networks that let nothing else out:
// https://docs.github.com/en/authentication/troubleshooting-ssh/using-ssh-over-the-https-port,
// https://about.gitlab.com/blog/gitlab-dot-com-now-supports-an-alternate-git-plus-ssh-port,
// https://support.atlassian.com/bitbucket-cloud/docs/troubleshoot-ssh-issues. The former name of Azure DevOps:
// https://learn.microsoft.com/azure/devops/repos/git/use-ssh-keys-to-authenticate.
func publicHosts() []public {
	return []public{
		{web: "github.com", ssh: []string{"github.com:22", "ssh.github.com:443"}, api: GitHubAPI},
		{web: "gitlab.com", ssh: []string{"gitlab.com:22", "altssh.gitlab.com:443"}},
		{web: "bitbucket.org", ssh: []string{"bitbucket.org:22", "altssh.bitbucket.org:443"}},
		{web: "codeberg.org", ssh: []string{"codeberg.org:22"}},
		// Its web pages and API are not used.
		{ssh: []string{"ssh.dev.azure.com:22", "vs-ssh.visualstudio.com:22"}},
	}
}

// Web returns the host of the web pages, by which people know it, for those that answer ssh, or have their API, under another name.
func Web(host string) string {
	host = Plain(host)
	for _, known := range publicHosts() {
		if known.web == "" {
			continue
		}
		if host == known.api {
			return known.web
		}
		for _, address := range known.ssh {
			if name, _, err := Split(address, SSHPort); err == nil && name == host {
				return known.web
			}
		}
	}
	return host
}

// SSH returns the host and port by which the host keys of a host and port are known: those of the same Git host under its usual name.
func SSH(host string, port int) (string, int) {
	host = Plain(host)
	for _, known := range publicHosts() {
		for _, address := range known.ssh {
			if address == host+":"+strconv.Itoa(port) {
				if name, usual, err := Split(known.ssh[0], SSHPort); err == nil {
					return name, usual
				}
			}
		}
	}
	return host, port
}

// Addresses returns the SSH hosts and ports of the public hosts.
func Addresses() []string {
	var addresses []string
	for _, known := range publicHosts() {
		addresses = append(addresses, known.ssh...)
	}
	return addresses
}
