// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package gardenlet

import (
	"context"

	"github.com/go-logr/logr"

	v1beta1helper "github.com/gardener/gardener/pkg/api/core/v1beta1/helper"
	"github.com/gardener/gardener/pkg/utils/flow"
)

// steps builds one of Gardener's flows from sequential tasks, with the same branches as in Gardener.
type steps struct {
	name  string
	graph *flow.Graph
	last  flow.TaskIDs
}

func newSteps(name string) *steps {
	return &steps{name: name, graph: flow.NewGraph(name)}
}

// then adds a task that runs after the previous task.
func (s *steps) then(name string, fn flow.TaskFn) *steps {
	return s.thenIf(true, name, fn)
}

// thenIf adds a task that is skipped if the condition is false.
func (s *steps) thenIf(condition bool, name string, fn flow.TaskFn) *steps {
	id := s.graph.Add(flow.Task{Name: name, Fn: fn, SkipIf: !condition, Dependencies: s.last})
	s.last = flow.NewTaskIDs(id)
	return s
}

// branch returns steps of the same flow that run in parallel to the tasks added to s later.
func (s *steps) branch() *steps {
	return &steps{name: s.name, graph: s.graph, last: s.last}
}

// join makes tasks that are added later also wait for the other steps.
func (s *steps) join(other *steps) *steps {
	s.last = s.last.Copy().Insert(other.last)
	return s
}

// run executes the tasks, and describes errors like gardenlet.
func (s *steps) run(ctx context.Context, log logr.Logger, reporter flow.ProgressReporter) *v1beta1helper.WrappedLastErrors {
	err := s.graph.Compile().Run(ctx, flow.Opts{Log: log, ProgressReporter: reporter})
	if err == nil {
		return nil
	}
	return v1beta1helper.NewWrappedLastErrors(v1beta1helper.FormatLastErrDescription(err), flow.Errors(err))
}
