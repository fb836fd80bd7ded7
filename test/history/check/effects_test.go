// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package check_test

var _ = judgesAll(func() {
	judges("event-has-a-state", `
0 shoot a dev
0-200 rollout a=r1 dev:Complete:r1 Complete
0-99 report a c1 Ready
`,
		story{"a ring has stopped", "", `
			100-200 rollout a=r1 dev:Stopped:r1 Stopped
			101 event RolloutStopped ring_dev about=flux-rollout
		`},
		story{"no ring has stopped", "Event RolloutStopped about  flux-rollout: there was no such state in rollout garden-a", `
			101 event RolloutStopped ring_dev about=flux-rollout
		`},
		story{"it stopped half a minute later", "", `
			120-200 rollout a=r1 dev:Stopped:r1 Stopped
			100 event RolloutStopped ring_dev about=flux-rollout
		`},
		story{"the Event is listed again when the watch of Events was interrupted", "", `
			70 rollout a=r1 dev:Stopped:r1 Stopped
			71 event RolloutStopped ring_dev about=flux-rollout
			80-200 rollout a=r1 dev:Complete:r1 Complete
			145 same event RolloutStopped ring_dev about=flux-rollout
		`},
		story{"nobody saw the rollout", "", `
			215 event RolloutStopped ring_dev about=flux-rollout
		`},
		story{"complete, and not everything is", "Event RolloutComplete", `
			0-200 rollout a=r1 dev:Progressing:r1 Progressing
			110 event RolloutComplete x about=flux-rollout
		`},
		story{"a Shoot has failed", "", `
			100-200 report a c1 Failed cause=BuildFailed
			105 event BuildFailed x about=a
		`},
		story{"it has failed for another cause", "Event BuildFailed about  a: there was no such state in report garden-a/a", `
			100-200 report a c1 Failed cause=ApplyFailed
			105 event BuildFailed x about=a
		`},
		story{"it is said to have recovered", "Event FluxRecovered", `
			0-30 report a c1 Failed
			30-200 report a c1 Failed cause=ApplyFailed
			105 event FluxRecovered x about=a
		`},
		story{"it has recovered", "", `
			100-200 report a c1 Ready
			105 event FluxRecovered x about=a
		`},
		story{"the Event is older than the history", "", `
			5 event RolloutStopped ring_dev about=flux-rollout
		`},
		story{"an Event about something else", "", `
			105 event SomethingElse x about=a
		`},
		story{"a key is said to be retired and is not", "Event DeployKeyRetired", `
			0-200 deployKey two previous-fingerprint=one
			105 event DeployKeyRetired x about=flux-source
		`},
	)
	judges("removal-takes-what-it-says", `
0 config policy=Orphan
0 shoot a dev
0-9 object a Deployment/shop/shop part=workload applier=apps uid=1
0-9 object a PersistentVolumeClaim/mine/data part=user uid=2
0-9 object a Deployment/flux-system/source-controller part=flux uid=3 origin=x
10 shoot a dev Removed
`,
		story{"Orphan leaves workloads", "", `
			20 gone object a Deployment/flux-system/source-controller
			20 object a Deployment/shop/shop part=workload applier=apps uid=1
		`},
		story{"Orphan takes a workload", "the removal from Shoot garden-a/a with Orphan took Deployment shop/shop", `
			20 gone object a Deployment/shop/shop
		`},
		story{"a workload was created again", "took Deployment shop/shop", `
			20 object a Deployment/shop/shop part=workload uid=9
		`},
		story{"it takes a volume of a user", "took PersistentVolumeClaim mine/data", `
			20 gone object a PersistentVolumeClaim/mine/data
		`},
		story{"Prune takes workloads", "", `
			5 shoot a dev policy=Prune
			20 gone object a Deployment/shop/shop
		`},
		story{"Prune takes what is excluded from it", "with Prune took Deployment shop/shop", `
			5 shoot a dev policy=Prune
			0-9 object a Deployment/shop/shop part=workload applier=apps uid=1 prune=disabled
			20 gone object a Deployment/shop/shop
		`},
		story{"Keep leaves Flux", "with Keep took Deployment flux-system/source-controller", `
			5 shoot a dev policy=Keep
			20 gone object a Deployment/flux-system/source-controller
		`},
		story{"the Shoot is deleted", "", `
			15 shoot a dev Removed Deleting
			20 gone object a Deployment/shop/shop
		`},
		story{"it was gone before", "", `
			9 gone object a Deployment/shop/shop
		`},
		story{"nobody saw it for a while", "", `
			3 gone object a Deployment/shop/shop
			90 gone object a PersistentVolumeClaim/mine/none
		`},
	)
	judges("removal-ends", `
0 setup removal=10s
0 shoot a dev
0-9 extension a
10 shoot a dev Removed
20 gone extension a
`,
		story{"Flux is still there", "Deployment flux-system/source-controller is still in Shoot garden-a/a", `
			0-60 object a Deployment/flux-system/source-controller part=flux origin=x
		`},
		story{"Flux is gone", "", `
			0-22 object a Deployment/flux-system/source-controller part=flux origin=x
			23 gone object a Deployment/flux-system/source-controller
		`},
		story{"its pods terminate", "", `
			0-28 object a Deployment/flux-system/source-controller part=flux origin=x
		`},
		story{"the volume of source-controller is left", "PersistentVolumeClaim flux-system/source-controller is still", `
			0-60 object a PersistentVolumeClaim/flux-system/source-controller part=volume
		`},
		story{"it is not managed", "", `
			0-60 object a Deployment/flux-system/mine part=flux
		`},
		story{"it has keep-object", "", `
			0-60 object a CustomResourceDefinition/kustomizations part=flux origin=x keep=true
		`},
		story{"Keep leaves it", "", `
			5 shoot a dev policy=Keep
			0-60 object a Deployment/flux-system/source-controller part=flux origin=x
		`},
		story{"the extension was added again", "", `
			25 shoot a dev
			26-60 object a Deployment/flux-system/source-controller part=flux origin=x
		`},
	)
	judges("missing-configuration-changes-nothing", `
0 gone config
0 shoot a dev
0-9 object a Deployment/flux-system/source-controller part=flux uid=3 origin=x
`,
		story{"Flux came only for the baseline, and goes with it", "", `
			5 operator removesFlux=my-seed
			20 gone object a Deployment/flux-system/source-controller
		`},
		story{"Flux goes, although the operator has not asked for it there", "while flux-config was missing", `
			5 operator removesFlux=other-seed
			20 gone object a Deployment/flux-system/source-controller
		`},
	)
	judges("missing-configuration-changes-nothing", `
0 config dev
0 shoot a dev
0-9 object a Deployment/flux-system/source-controller part=flux uid=3 origin=x
`,
		story{"flux-config is removed, and Flux with it", "of Flux was lost in Shoot garden-a/a while flux-config was missing", `
			10 gone config
			20 gone object a Deployment/flux-system/source-controller
		`},
		story{"flux-config is removed, and Flux stays", "", `
			10 gone config
			10-20 object a Deployment/flux-system/source-controller part=flux uid=3 origin=x
		`},
		story{"flux-config is removed, and Flux with it, although the operator removes only what came for the baseline", "while flux-config was missing", `
			5 operator removesFlux=my-seed
			10 gone config
			20 gone object a Deployment/flux-system/source-controller
		`},
		story{"a configuration may remove a component", "", `
			20 gone object a Deployment/flux-system/source-controller
		`},
		story{"the Shoot is deleted meanwhile", "", `
			10 gone config
			15 shoot a dev Deleting
			20 gone object a Deployment/flux-system/source-controller
		`},
		story{"the extension is removed meanwhile", "", `
			10 gone config
			15 shoot a dev Removed
			20 gone object a Deployment/flux-system/source-controller
		`},
		story{"the shoot hibernates", "while the Shoot was hibernated", `
			15 shoot a dev Hibernated
			20 gone object a Deployment/flux-system/source-controller
		`},
		story{"the control plane is migrated", "while its control plane was migrated", `
			15 shoot a dev Migrating
			20 gone object a Deployment/flux-system/source-controller
		`},
		story{"a workload is the business of its Git repository", "", `
			0-9 object a Deployment/shop/shop part=workload uid=1
			10 gone config
			20 gone object a Deployment/shop/shop
		`},
	)
})
