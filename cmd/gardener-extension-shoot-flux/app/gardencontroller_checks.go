// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package app

import (
	"context"

	"k8s.io/utils/clock"
	crmetrics "sigs.k8s.io/controller-runtime/pkg/metrics"

	configv1alpha1 "github.com/shoot-flux/gardener-extension-shoot-flux/pkg/apis/config/v1alpha1"
	gardencheck "github.com/shoot-flux/gardener-extension-shoot-flux/pkg/controller/garden/check"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/garden/question"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/githost"
)

// newCheckLedger returns the ledger of the checks that rollouts wait for.
func newCheckLedger(checks *configv1alpha1.Checks) *question.Ledger {
	if checks == nil {
		checks = &configv1alpha1.Checks{}
		configv1alpha1.SetDefaults_Checks(checks)
	}
	return &question.Ledger{Interval: checks.Interval.Duration}
}

// newChecks returns the controller that asks the checks of rollouts, with a separate client for their Secrets. If the
// operator allows no hosts, it answers that.
func (p *gardenParts) newChecks(context.Context) (addable, error) {
	gardenClient, err := newGardenClient(p.garden.config)
	if err != nil {
		return nil, err
	}
	var hosts []string
	if checks := p.operator.config.Checks; checks != nil {
		hosts = checks.Hosts
	}
	return &gardencheck.Reconciler{
		Ledger:  p.checks,
		Asker:   gardencheck.NewAsker(githost.NewWebHosts(hosts), gardenClient),
		Clock:   clock.RealClock{},
		Workers: 32,
		Answers: gardencheck.NewAnswerCounter(crmetrics.Registry),
	}, nil
}
