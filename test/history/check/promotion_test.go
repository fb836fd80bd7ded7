// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package check_test

const twoRings = `
0 config dev prod Promote soak=20s
0 shoot a dev
0 shoot p prod
0 rollout a=- p=c0
0-5 report a c0 Ready
0-60 report p c0 Ready
`

var _ = judgesAll(func() {
	judges("commit-after-ring-before", twoRings,
		story{"the first ring was ready with it for its soak", "", `
			6-40 report a c1 Ready
			30 rollout a=- p=c1
		`},
		story{"the soak was not over", "before ring dev had stayed ready with it for 20s: a was Ready with 000000000000", `
			6-40 report a c1 Ready
			20 rollout a=- p=c1
		`},
		story{"a soak of seconds was not over", "before ring dev had stayed ready with it for 3s: a was Ready with 000000000000", `
			0 config dev prod Promote soak=3s
			6-40 report a c0 Ready
			40.3-60 report a c1 Ready
			1-42 rollout a=- p=c0
			42.4 rollout a=- p=c1
		`},
		story{"a soak of seconds was over", "", `
			0 config dev prod Promote soak=3s
			6-40 report a c0 Ready
			40.3-60 report a c1 Ready
			1-42 rollout a=- p=c0
			43.1 rollout a=- p=c1
		`},
		story{"the first ring never had it", "before ring dev had stayed ready", `
			6-60 report a c0 Ready
			30 rollout a=- p=c1
		`},
		story{"the first ring was not ready in between, which the garden controller could see", "a was Progressing", `
			6-20 report a c1 Ready
			21-30 report a c1 Progressing
			31-60 report a c1 Ready
			1-44 rollout a=- p=c0
			45 rollout a=- p=c1
		`},
		story{"the first ring fails after the decision", "", `
			6-29 report a c1 Ready
			30-60 report a c1 Failed
			20-29 rollout a=- p=c0
			31 rollout a=- p=c1
		`},
		story{"nobody saw the first ring", "", `
			60 rollout a=- p=c1
		`},
		story{"the commit was replaced within its soak", "before ring dev", `
			6-15 report a c1 Ready
			16-60 report a c2 Ready
			1-50 rollout a=- p=c0
			51 rollout a=- p=c1
		`},
		story{"the first ring has soaked and goes on with the next commit, while the later one waits for its window", "", `
			6-27 report a c1 Ready
			28-60 report a c2 Ready
			1-50 rollout a=- p=c0
			51 rollout a=- p=c1
		`},
		story{"an approval of the first ring lets it pass", "", `
			6-40 report a c1 Failed
			20 config dev prod Promote soak=20s approve=dev
			20.5 config dev prod Promote soak=20s
			21 rollout a=- p=c1
		`},
		story{"an approval from before the commit does not name it", "before ring dev", `
			2 config dev prod Promote soak=20s approve=dev
			2.5 config dev prod Promote soak=20s
			6-40 report a c1 Progressing
			21 rollout a=- p=c1
		`},
		story{"a skipped Shoot does not count", "", `
			0 shoot b dev
			0-40 report b c0 Ready
			3 config dev prod Promote soak=20s skip=b
			3.5 config dev prod Promote soak=20s
			6-40 report a c1 Ready
			30 rollout a=- p=c1
		`},
		story{"a second Shoot of the first ring was behind", "b was Ready with 000000000000", `
			0 shoot b dev
			0-40 report b c0 Ready
			6-40 report a c1 Ready
			30 rollout a=- p=c1
		`},
		story{"a hibernated Shoot is not waited for", "", `
			0 shoot b dev
			0 report b c0 Ready
			1 shoot b dev Hibernated
			1-40 report b c0 Hibernated
			6-40 report a c1 Ready
			30 rollout a=- p=c1
		`},
		story{"a Shoot that was never ready is not waited for", "", `
			0 shoot b dev
			0-40 report b c0 Failed
			6-40 report a c1 Ready
			30 rollout a=- p=c1
		`},
		story{"the report was too old to count", "the report of a was older than 30m0s", `
			6-1900 report a c1 Ready observed=-1800
			1-1899 rollout a=- p=c0
			1900 rollout a=- p=c1
		`},
		story{"the report is old when it arrives, and is confirmed before it soaks", "", `
			6 report a c1 Ready observed=-1800
			9-40 report a c1 Ready observed=-1800 confirmed=9
			30 rollout a=- p=c1
		`},
		story{"the entry was stored long after its time, by a seed that held it back", "older than 1m0s", `
			0 setup reportAge=1m
			6-90 report a c1 Ready observed=-60
			91 rollout a=- p=c1
		`},
		story{"an entry of another client is missing", "the report of a was written by kubectl", `
			6-60 report a c1 Ready manager=kubectl
			40 rollout a=- p=c1
		`},
		story{"a tag has moved, and a Shoot of the later ring follows it by itself", "which flux-rollout does not give it", `
			0-40 fluxObject p GitRepository root artifact=c0 tag=v1
			6-40 report a c1 Ready
			8 fluxObject p GitRepository root artifact=c1 tag=v1
		`},
		story{"a Shoot gets back the commit of its ring, and Flux begins to apply it", "", `
			0-8 fluxObject p Kustomization root ready=True applied=c1 attempted=c1
			7-40 fluxObject p GitRepository root artifact=c0 branch=main
			9-20 fluxObject p Kustomization root ready=Unknown applied=c1 attempted=c1
			21-40 fluxObject p Kustomization root ready=True applied=c0 attempted=c0
		`},
		story{"a Shoot attempts a commit again", "which flux-rollout does not give it", `
			0-8 fluxObject p Kustomization root ready=True applied=c1 attempted=c1
			7-40 fluxObject p GitRepository root artifact=c0 branch=main
			9-20 fluxObject p Kustomization root ready=True applied=c0 attempted=c0
			21-40 fluxObject p Kustomization root ready=True applied=c1 attempted=c1
		`},
		story{"a Shoot of the later ring follows the branch after the first ring has soaked", "", `
			0-40 fluxObject p GitRepository root artifact=c0 branch=main
			6-40 report a c1 Ready
			30 fluxObject p GitRepository root artifact=c1 branch=main
		`},
		story{"a rollback gives back what it had", "", `
			6-30 report a c1 Ready
			28 rollout a=- p=c1
			29-60 report a c2 Ready
			35 config dev prod Promote soak=20s operation=rollback
			35.5 config dev prod Promote soak=20s
			36 rollout a=c0 p=c0
		`},
		story{"the clock of the garden controller is ahead, so that five minutes may count at once", "", `
			8 action clock of the garden controller ahead
			6-40 report a c1 Ready
			10 rollout a=- p=c1
		`},
		story{"a decision is stored with a time in the future: the clock is ahead", "", `
			6-40 report a c1 Ready
			8 rollout a=- p=c0 Decided=86400
			10 rollout a=- p=c1 Decided=86410
		`},
		story{"a clock that is ahead lets no more than five minutes count", "before ring dev had stayed ready with it for 5m0s", `
			0 config dev prod Promote soak=10m
			8 action clock of the garden controller ahead
			6-40 report a c1 Ready
			10 rollout a=- p=c1
		`},
		story{"nothing was decided meanwhile", "nothing was decided for", `
			0 setup decisionStep=10s
			0 config dev prod Promote soak=200s
			1-5 rollout a=- p=c0 Decided=1
			6-340 report a c1 Ready
			200 rollout a=- p=c0 Decided=200
			260 rollout a=- p=c1 Decided=260
		`},
		story{"the soak waits while nothing is decided, and goes on", "", `
			0 setup decisionStep=10s
			0 config dev prod Promote soak=180s
			1-5 rollout a=- p=c0 Decided=1
			6-340 report a c1 Ready
			200 rollout a=- p=c0 Decided=200
			260 rollout a=- p=c1 Decided=260
		`},
		story{"the soak waits while the report is old, and goes on", "", `
			0 setup reportAge=1m
			0 config dev prod Promote soak=150s
			6-100 report a c1 Ready confirmed=6
			101-200 report a c1 Ready confirmed=101
			1-164 rollout a=- p=c0
			165 rollout a=- p=c1
		`},
		story{"the soak begins anew after a failure, also if it has waited before", "before ring dev had stayed ready with it for 1m40s", `
			0 setup reportAge=1m
			0 config dev prod Promote soak=100s
			6-100 report a c1 Ready confirmed=6
			101-110 report a c1 Failed
			111-200 report a c1 Ready confirmed=111
			1-169 rollout a=- p=c0
			170 rollout a=- p=c1
		`},
		story{"the history begins after the ring has passed the commit", "", `
			0 rollout a=- p=c0 dev:Complete:c1:passed
			0-20 report a c2 Ready
			1-19 rollout a=- p=c0
			20 rollout a=- p=c1
		`},
		story{"with Follow, commits are in all rings", "", `
			0 config dev prod Follow soak=20s
			6-40 report a c1 Ready
			9 rollout a=- p=c1
		`},
	)
	judges("commit-after-ring-before", `
0 setup delivery=5s
0 config dev prod Promote soak=20s
0 shoot a dev
0 shoot p prod
0 rollout a=- p=-
0-5 report a c0 Ready
`,
		story{"a Shoot that was never pinned follows the branch", "which flux-rollout does not give it", `
			0-40 report p c0 Ready
			0-20 fluxObject p GitRepository root artifact=c0 branch=main
			6-40 report a c1 Ready
			22 fluxObject p GitRepository root artifact=c1 branch=main
		`},
		story{"Promote was added a moment ago, and the source had moved", "", `
			0-40 report p c0 Ready
			0 config dev prod Follow soak=20s
			18 config dev prod Promote soak=20s
			0-20 fluxObject p GitRepository root artifact=c0 branch=main
			6-40 report a c1 Ready
			22 fluxObject p GitRepository root artifact=c1 branch=main
		`},
		story{"it follows the source until it is ready with its first commit", "", `
			0-60 report p c0 Progressing
			0-20 fluxObject p GitRepository root artifact=c0 branch=main
			6-40 report a c1 Ready
			22 fluxObject p GitRepository root artifact=c1 branch=main
		`},
	)
	judges("revision-after-ring-before", `
0 config dev test prod soak=20s failures=0
0 shoot a dev
0 shoot t test
0 shoot p prod
0 rollout a=r0 t=r0 p=r0
0-5 report a r0 Ready
0-5 report t r0 Ready
0-60 report p r0 Ready
`,
		story{"each ring has soaked", "", `
			6 rollout a=r1 t=r0 p=r0
			8-99 report a r1 Ready
			30 rollout a=r1 t=r1 p=r0
			6-32 report t r0 Ready
			33-99 report t r1 Ready
			54 rollout a=r1 t=r1 p=r1
		`},
		story{"the second ring has not soaked", "of ring prod got revision r1 before ring test", `
			6 rollout a=r1 t=r0 p=r0
			8-99 report a r1 Ready
			30 rollout a=r1 t=r1 p=r0
			6-32 report t r0 Ready
			33-99 report t r1 Ready
			51 rollout a=r1 t=r1 p=r1
		`},
		story{"a Shoot that asks for no change is not waited for", "", `
			6 rollout a=r0 t=r0 p=r0
			6-99 report a r0 Ready hold=200
			40 rollout a=r0 t=r1 p=r0
		`},
		story{"a Shoot whose annotation asks for no change is not waited for", "", `
			0-99 shoot a dev hold=200
			6 rollout a=r0 t=r0 p=r0
			6-99 report a r0 Ready
			40 rollout a=r0 t=r1 p=r0
		`},
		story{"a Shoot no longer asks for no change", "a was Ready with r0", `
			6 rollout a=r0 t=r0 p=r0
			6-99 report a r0 Ready hold=10
			40 rollout a=r0 t=r1 p=r0
		`},
		story{"the hold of the first ring's Shoot is over, but not by the clock of the garden controller, which is behind", "", `
			6 rollout a=r0 t=r0 p=r0
			5 action clock of the garden controller behind
			6-99 report a r0 Ready hold=10
			40 rollout a=r0 t=r1 p=r0
		`},
		story{"a Ready for the former revision proves nothing", "a was Ready with r0", `
			6 rollout a=r1 t=r0 p=r0
			6-60 report a r0 Ready
			40 rollout a=r1 t=r1 p=r0
		`},
		story{"a Shoot whose ring changed keeps its revision and gets none", "", `
			6 rollout a=r1 t=r0 p=r0
			8-99 report a r1 Ready
			9 shoot a prod
		`},
		story{"an empty ring between allows itself to be passed", "", `
			0 config dev none test soak=20s none.empty=true
			6 rollout a=r1 t=r0
			8-99 report a r1 Ready
			30 rollout a=r1 t=r1
		`},
		story{"an empty ring between does not shorten the soak of the ring before it", "before ring dev", `
			0 config dev none test soak=20s none.empty=true
			6 rollout a=r1 t=r0
			8-99 report a r1 Ready
			20 rollout a=r1 t=r1
		`},
		story{"a new Shoot gets what its ring has", "", `
			6 rollout a=r1 t=r0 p=r0
			8-99 report a r1 Progressing
			9 shoot q prod
			10 rollout a=r1 t=r0 p=r0 q=r0
		`},
		story{"the entry of the first ring was removed", "a had no report", `
			6-39 rollout a=r1 t=r0 p=r0
			8-10 report a r1 Ready
			11-60 gone report a
			40 rollout a=r1 t=r1 p=r0
		`},
		story{"the first Shoot of the ring was deleted", "", `
			6 rollout a=r1 t=r0 p=r0
			8-10 report a r1 Ready
			11 gone report a
			11 gone shoot a
			40 rollout t=r1 p=r0
		`},
		story{"the rollout was added in the same edit", "", `
			0 config
			6 config dev test prod soak=20s
			7 rollout a=r1 t=r1 p=r1
		`},
	)
})
