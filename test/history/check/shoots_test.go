// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package check_test

var _ = judgesAll(func() {
	judges("flux-version-never-back", `
0 report a c0 Ready flux=v2.9.3
0 object a Deployment/flux-system/source-controller part=flux flux=v2.9.3
0 rollout a=r1+v2.9.3
`,
		story{"it goes forward", "", `
			5 report a c0 Ready flux=v2.10.0
			5 object a Deployment/flux-system/source-controller part=flux flux=v2.10.0
		`},
		story{"the report goes back", "report of garden-a/a went back from Flux v2.9.3 to v2.8.8", `
			5 report a c0 Ready flux=v2.8.8
		`},
		story{"a controller goes back", "source-controller went back from Flux v2.9.3 to v2.9.1", `
			5 object a Deployment/flux-system/source-controller part=flux flux=v2.9.1
		`},
		story{"flux-rollout goes back", "flux-rollout for garden-a/a went back", `
			5 rollout a=r2+v2.8.8
		`},
		story{"a report without a version is between", "report of garden-a/a went back", `
			5 report a c0 Progressing
			9 report a c0 Ready flux=v2.8.8
		`},
		story{"v2.10 is newer than v2.9", "", `
			5 report a c0 Ready flux=v2.10.1
			6 report a c0 Ready flux=v2.11.0
		`},
		story{"the Shoot was created again", "", `
			5 report a c0 Ready flux=v2.8.8 uid=2
		`},
		story{"Flux was removed and installed again", "", `
			4 gone object a Deployment/flux-system/source-controller
			5 object a Deployment/flux-system/source-controller part=flux flux=v2.8.8
		`},
		story{"a workload has a version of its own", "", `
			0 object a Deployment/shop/shop part=workload flux=v3.0.0
			5 object a Deployment/shop/shop part=workload flux=v2.0.0
		`},
	)
	judges("ready-is-ready", `
0 setup health=30s objects=60s
0-200 report a c1 Ready
`,
		story{"everything is ready", "", `
			0-200 fluxObject a Kustomization root ready=True applied=c1 attempted=c1
			0-200 fluxObject a GitRepository root ready=True artifact=c1
		`},
		story{"the root Kustomization fails for long", "was reported Ready for 1m0s while Kustomization flux-system/flux-system was not ready", `
			20-80 fluxObject a Kustomization root ready=False applied=c1 attempted=c1
		`},
		story{"the root Kustomization fails for a moment", "", `
			20-40 fluxObject a Kustomization root ready=False applied=c1 attempted=c1
			41-200 fluxObject a Kustomization root ready=True applied=c1 attempted=c1
		`},
		story{"the report changes meanwhile and stays Ready", "was reported Ready for 1m0s", `
			45-200 report a c1 Ready confirmed=45
			20-80 fluxObject a Kustomization root ready=False applied=c1 attempted=c1
		`},
		story{"nobody saw how long it fails", "", `
			20 fluxObject a Kustomization root ready=False applied=c1 attempted=c1
			150 fluxObject a Kustomization root ready=False applied=c1 attempted=c1 reason=still
		`},
		story{"the source has a newer commit", "had not applied commit 222222222222 of its source", `
			0-200 fluxObject a Kustomization root ready=True applied=c1 attempted=c1
			20-80 fluxObject a GitRepository root ready=True artifact=c2
		`},
		story{"the source is suspended", "GitRepository flux-system/flux-system was suspended", `
			20-80 fluxObject a GitRepository root suspended=true artifact=c1
		`},
		story{"a HelmRelease fails", "HelmRelease flux-system/shop was not ready", `
			20-150 fluxObject a HelmRelease shop ready=False
		`},
		story{"a suspended HelmRelease is no failure", "", `
			20-150 fluxObject a HelmRelease shop ready=False suspended=true
		`},
		story{"a HelmRelease fails since the last read of objects", "", `
			20-70 fluxObject a HelmRelease shop ready=False
		`},
		story{"a workload is not ready", "Deployment shop/shop was not ready", `
			20-150 object a Deployment/shop/shop part=workload ready=False
		`},
		story{"a workload of users is their own", "", `
			20-150 object a Deployment/mine/mine part=user ready=False
		`},
		story{"the reports were held back", "", `
			10 action hold back the reports of the seed
			20-80 fluxObject a Kustomization root ready=False applied=c1 attempted=c1
		`},
		story{"the baseline does not count", "", `
			20-150 fluxObject a Kustomization baseline ready=False
		`},
		story{"the shoot is hibernated", "", `
			0 shoot a dev Hibernated
			20-80 fluxObject a Kustomization root ready=False applied=c1 attempted=c1
		`},
	)
	judges("ready-with-its-configuration", `
0 config conf1 url=ssh://git@one
0-20 report a c0 Ready configuration=conf1
`,
		story{"the source has the URL of the configuration", "", `
			0-40 fluxObject a GitRepository root url=ssh://git@one artifact=c0
		`},
		story{"Ready with the new configuration, while the shoot has the source of the former one", "whose source is ssh://git@two, while its source was ssh://git@one", `
			10 config conf2 url=ssh://git@two
			21-60 report a c0 Ready configuration=conf2
			0-60 fluxObject a GitRepository root url=ssh://git@one artifact=c0
		`},
		story{"the report is about the former configuration", "", `
			10 config conf2 url=ssh://git@two
			21-60 report a c0 Ready configuration=conf1
			0-60 fluxObject a GitRepository root url=ssh://git@one artifact=c0
		`},
		story{"nobody saw the source at that time", "", `
			10 config conf2 url=ssh://git@two
			21-60 report a c0 Ready configuration=conf2
			0-20 fluxObject a GitRepository root url=ssh://git@one artifact=c0
		`},
		story{"the URL has a variable", "", `
			0 config conf1 url=ssh://git@${SHOOT_INFO_REGION}
			0-40 fluxObject a GitRepository root url=ssh://git@one artifact=c0
		`},
		story{"it is not Ready", "", `
			10 config conf2 url=ssh://git@two
			21-60 report a c0 Progressing configuration=conf2
			0-60 fluxObject a GitRepository root url=ssh://git@one artifact=c0
		`},
	)
	judges("key-changes-by-rotation", `
0 deployKey one
`,
		story{"it is rotated", "", `
			1 deployKey one operation=rotate-deploy-key-start
			2 deployKey one next=two
			3 deployKey one next=two operation=rotate-deploy-key-complete
			4 deployKey two previous-fingerprint=one
		`},
		story{"it is another one", "changed from one to two without a rotation", `
			4 deployKey two
		`},
		story{"it is not the prepared one", "changed from one to three without a rotation", `
			1 deployKey one operation=rotate-deploy-key-start
			2 deployKey one next=two
			3 deployKey one next=two operation=rotate-deploy-key-complete
			4 deployKey three
		`},
		story{"nobody requested to complete the rotation", "changed from one to two without request", `
			1 deployKey one operation=rotate-deploy-key-start
			2 deployKey one next=two
			4 deployKey two
		`},
		story{"nobody requested to prepare it", "a next key of garden-a/flux-source/ was prepared without request", `
			2 deployKey one next=two
		`},
		story{"a user brings a key", "", `
			4 deployKey two manager=kubectl-create
		`},
		story{"the Secret was deleted, and a key generated", "", `
			3 gone deployKey one
			4 deployKey two uid=2
		`},
		story{"the rotation is aborted", "", `
			1 deployKey one operation=rotate-deploy-key-start
			2 deployKey one next=two
			3 deployKey one next=two operation=rotate-deploy-key-abort
			4 deployKey one
		`},
		story{"the operation was refused", "", `
			1 deployKey one operation=rotate-deploy-key-complete
			2 deployKey one
		`},
	)
	judges("shoot-has-a-key-of-its-project", `
0 deployKey one
0 object a Secret/flux-system/flux-system part=flux key=one
`,
		story{"it is the key of the project", "", `
			5 object a Secret/flux-system/flux-system part=flux key=one origin=x
		`},
		story{"it is another one", "Shoot garden-a/a has the key two, which the project never had", `
			5 object a Secret/flux-system/flux-system part=flux key=two
		`},
		story{"it is the next one", "", `
			4 deployKey two
			5 object a Secret/flux-system/flux-system part=flux key=two
		`},
		story{"a key from before the history", "", `
			0 object b Secret/flux-system/flux-system part=flux key=zero
		`},
		story{"a Secret of users", "", `
			4 object a Secret/mine/mine part=user key=x
			5 object a Secret/mine/mine part=user key=mine
		`},
	)
	judges("previous-key-is-known-while-in-use", `
0 shoot a dev
0 deployKey two previous-fingerprint=one
`,
		story{"all Shoots report the new key", "", `
			0-10 report a c0 Ready key=one
			11-40 report a c0 Ready key=two
			20 deployKey two
		`},
		story{"a Shoot reports the previous one", "forgot the previous key while Shoot a reported it", `
			0-40 report a c0 Ready key=one
			20 deployKey two
		`},
		story{"nobody saw what it reports then", "", `
			0-10 report a c0 Ready key=one
			20 deployKey two
		`},
		story{"a hibernated Shoot would wake up with it", "forgot the previous key", `
			0-40 report a c0 Hibernated key=one
			20 deployKey two
		`},
		story{"the Secret was created again", "", `
			0-40 report a c0 Ready key=one
			20 deployKey three uid=3
		`},
	)
})
