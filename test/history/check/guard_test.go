// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package check_test

var _ = judgesAll(func() {
	before := twoRings + `
0 shoot b dev
0-5 report b c0 Ready
6-60 report b c1 Ready removed=/10
1-59 rollout a=- b=- p=c0
`
	judges("guard-holds-losses", before,
		story{"a Shoot has lost a Namespace, and the change goes on", "had lost 1 of 10 objects (1 Namespace) with it", `
			6-70 report a c1 Ready removed=Namespace:1/10
			60 rollout a=- b=- p=c1
		`},
		story{"the Shoot was hibernated after the loss", "had lost 1 of 10", `
			6-20 report a c1 Ready removed=Namespace:1/10
			21-70 report a c1 Hibernated
			60 rollout a=- b=- p=c1
		`},
		story{"the Shoot was deleted after the loss", "had lost 1 of 10", `
			6-20 report a c1 Ready removed=Namespace:1/10
			21-70 gone report a
			21 gone shoot a
			60 rollout b=- p=c1
		`},
		story{"the report forgets the loss after a restart of the seed", "had lost 3 of 10 objects (3 ConfigMap)", `
			6-20 report a c1 Ready removed=ConfigMap:3/10
			21-70 report a c1 Ready
			60 rollout a=- b=- p=c1
		`},
		story{"the loss is unknown later", "had lost 3 of 10", `
			6-20 report a c1 Ready removed=ConfigMap:3/10
			21-70 report a c1 Ready unknown=older
			60 rollout a=- b=- p=c1
		`},
		story{"the Shoot is about to lose it with the next commit", "", `
			6-20 report a c1 Ready removed=/10
			21-70 report a c1 >c2 Progressing removed=Namespace:1/10 unknown=unsettled
			60 rollout a=- b=- p=c1
		`},
		story{"the Shoot is about to lose it with the commit", "had lost 1 of 10", `
			6-20 report a c0 Ready removed=/10
			21-70 report a c0 >c1 Progressing removed=Namespace:1/10 unknown=unsettled
			60 rollout a=- b=- p=c1
		`},
		story{"the Shoot has the objects again", "", `
			6-20 report a c1 Ready removed=Namespace:1/10
			21-70 report a c1 Ready removed=/10
			60 rollout a=- b=- p=c1
		`},
		story{"the guard allows a fifth", "", `
			6-70 report a c1 Ready removed=ConfigMap:2/10
			60 rollout a=- b=- p=c1
		`},
		story{"all objects of a small Shoot", "had lost 1 of 1 objects", `
			6-70 report a c1 Ready removed=ConfigMap:1/1
			60 rollout a=- b=- p=c1
		`},
		story{"the guard is off", "", `
			0 config dev prod Promote soak=20s protect=
			6-70 report a c1 Ready removed=Namespace:1/1
			60 rollout a=- b=- p=c1
		`},
		story{"the ring was approved", "", `
			6-70 report a c1 Ready removed=Namespace:1/10
			20 config dev prod Promote soak=20s approve=dev
			20.5 config dev prod Promote soak=20s
			60 rollout a=- b=- p=c1
		`},
		story{"a later, larger loss of another Shoot asks again", "after b of ring dev had lost 2 of 10", `
			6-70 report a c1 Ready removed=Namespace:1/10
			40 config dev prod Promote soak=20s approve=dev
			40.5 config dev prod Promote soak=20s
			45-70 report b c1 Ready removed=Namespace:2/10
			60 rollout a=- b=- p=c1
		`},
		story{"a later loss that is not larger is accepted, too", "", `
			6-70 report a c1 Ready removed=Namespace:2/10
			40 config dev prod Promote soak=20s approve=dev
			40.5 config dev prod Promote soak=20s
			45-70 report b c1 Ready removed=Namespace:1/10
			60 rollout a=- b=- p=c1
		`},
		story{"another commit corrects it", "", `
			6-20 report a c1 Ready removed=Namespace:1/10
			21-70 report a c2 Ready removed=/10
			21-70 report b c2 Ready removed=/10
			60 rollout a=- b=- p=c2
		`},
		story{"the Shoot was skipped", "", `
			6-70 report a c1 Ready removed=Namespace:1/10
			20 config dev prod Promote soak=20s skip=a
			20.5 config dev prod Promote soak=20s
			60 rollout a=- b=- p=c1
		`},
		story{"the loss comes when the decision may have been made", "", `
			6-54 report a c1 Ready removed=/10
			55-70 report a c1 Ready removed=Namespace:1/10
			60 rollout a=- b=- p=c1
		`},
	)
	judges("guard-sees-losses", twoRings+`
0-5 object a Namespace/shop applier=apps uid=1
6-60 report a c1 Ready removed=/10
1-59 rollout a=- p=c0
`,
		story{"a Namespace is gone, and nobody reports it", "had lost Namespace shop with it", `
			8-60 gone object a Namespace/shop
			60 rollout a=- p=c1
		`},
		story{"nobody looked whether it is still gone", "", `
			8 gone object a Namespace/shop
			60 rollout a=- p=c1
		`},
		story{"the Namespace exists", "", `
			6-60 object a Namespace/shop applier=apps uid=1
			60 rollout a=- p=c1
		`},
		story{"nobody looked whether it exists", "", `
			60 rollout a=- p=c1
		`},
		story{"it was moved, and created again", "Namespace shop (deleted and created again)", `
			8-60 object a Namespace/shop applier=shop uid=2
			60 rollout a=- p=c1
		`},
		story{"it was moved, and kept", "", `
			8-60 object a Namespace/shop applier=shop uid=1
			60 rollout a=- p=c1
		`},
		story{"it is created again by the same Kustomization, which is not the commit's doing", "", `
			8-60 object a Namespace/shop applier=apps uid=2
			60 rollout a=- p=c1
		`},
		story{"it is back before the change goes on", "", `
			8 gone object a Namespace/shop
			20-60 object a Namespace/shop applier=apps uid=2
			60 rollout a=- p=c1
		`},
		story{"the kind is not protected", "", `
			0 config dev prod Promote soak=20s protect=PersistentVolume
			8-60 gone object a Namespace/shop
			60 rollout a=- p=c1
		`},
		story{"Flux had not applied it", "", `
			0-5 object a Namespace/mine uid=1
			8-60 gone object a Namespace/mine
			60 rollout a=- p=c1
		`},
		story{"the ring was approved", "", `
			8-60 gone object a Namespace/shop
			20 config dev prod Promote soak=20s approve=dev
			20.5 config dev prod Promote soak=20s
			60 rollout a=- p=c1
		`},
		story{"the next commit does not bring it back", "had lost Namespace shop with it", `
			8-60 gone object a Namespace/shop
			20-60 report a c2 Ready removed=/10
			60 rollout a=- p=c2
		`},
		story{"it was gone with the commit before", "", `
			0.5-5 gone object a Namespace/shop
			0-1 report a c0 Ready
			60 rollout a=- p=c1
		`},
	)
})
