// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

// Package check sends the requests of the checks that rollouts wait for. The controllers of rollouts put their
// questions into a Ledger and read the answers from there, so that no decision waits for another system. A worker asks
// one check of one rollout at a time.
package check

import (
	"context"
	"time"

	"github.com/prometheus/client_golang/prometheus"
	"k8s.io/utils/clock"
	"sigs.k8s.io/controller-runtime/pkg/builder"
	"sigs.k8s.io/controller-runtime/pkg/controller"
	"sigs.k8s.io/controller-runtime/pkg/manager"
	"sigs.k8s.io/controller-runtime/pkg/reconcile"

	fluxv1alpha1 "github.com/shoot-flux/gardener-extension-shoot-flux/pkg/apis/flux/v1alpha1"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/garden/question"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/kube"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/report/metrics"
)

// ControllerName is the name of the controller, also in its metrics.
const ControllerName = fluxv1alpha1.ExtensionType + "-checks"

// Reconciler sends the requests of checks, and records the answers.
type Reconciler struct {
	// Ledger holds the questions and the answers.
	Ledger *question.Ledger
	// Asker asks other systems.
	Asker interface {
		Ask(ctx context.Context, namespace string, check fluxv1alpha1.Check) Answer
	}
	// Clock is the clock.
	Clock clock.PassiveClock
	// Workers is the number of checks that are asked at the same time.
	Workers int
	// Answers counts answers by type of the check and result.
	Answers *prometheus.CounterVec
}

// Reconcile sends the request of the check of a rollout that is due next, and records the answer.
func (r *Reconciler) Reconcile(ctx context.Context, request reconcile.Request) (reconcile.Result, error) {
	began := r.Clock.Now()
	of, asked, wait := r.Ledger.Due(request.NamespacedName, began)
	switch {
	case asked == nil:
		return reconcile.Result{}, nil
	case wait > 0:
		return reconcile.Result{RequeueAfter: wait}, nil
	}
	answer := r.Asker.Ask(ctx, of.Namespace, asked.Check)
	select {
	case <-ctx.Done():
		// The process ends. An answer that was cut off says nothing about the check.
		return reconcile.Result{}, nil
	default:
	}
	r.Answers.WithLabelValues(typeOf(asked.Check), resultOf(answer)).Inc()
	now := r.Clock.Now()
	r.Ledger.Record(of, asked.ID, answer.Good, answer.Note, began, now)
	_, next, wait := r.Ledger.Due(request.NamespacedName, now)
	if next == nil {
		return reconcile.Result{}, nil
	}
	return reconcile.Result{RequeueAfter: max(wait, time.Millisecond)}, nil
}

func typeOf(check fluxv1alpha1.Check) string {
	if check.Prometheus != nil {
		return typePrometheus
	}
	return typeHTTP
}

func resultOf(answer Answer) string {
	if answer.Good {
		return resultGood
	}
	return resultBad
}

// NewAnswerCounter registers the counter of answers by type of the check and result.
func NewAnswerCounter(registry prometheus.Registerer) *prometheus.CounterVec {
	return metrics.NewCounter(registry, "rollout_checks_total", "Answers to checks of rollouts, by type of the check and result. A check without an answer is bad.",
		metrics.Values("type", typePrometheus, typeHTTP), metrics.Values("result", resultGood, resultBad))
}

// Types of checks and results in the metric.
const (
	typePrometheus, typeHTTP = "prometheus", "http"
	resultGood, resultBad    = "good", "bad"
)

// AddToManager adds the controller to the manager.
func (r *Reconciler) AddToManager(mgr manager.Manager, options controller.Options) error {
	options.MaxConcurrentReconciles = r.Workers
	return builder.ControllerManagedBy(mgr).
		Named(ControllerName).
		WithOptions(options).
		WatchesRawSource(r.Ledger.Asked()).
		Complete(kube.BoundReconciler(r))
}
