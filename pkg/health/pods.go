// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package health

import (
	"context"

	"sigs.k8s.io/controller-runtime/pkg/client"
)

// ExplainPods returns what is wrong with the first of the pods of a workload, which have these labels, that are not ready, in one word and in a sentence that names
// pod, container and image; both are empty if nothing is reported that a user would have to correct. It makes five requests at most.
func ExplainPods(ctx context.Context, shoot client.Reader, workload, namespace string, labels map[string]string) (reason, message string, err error) {
	pods, err := observePods(ctx, shoot, workload, namespace, labels)
	if err != nil {
		return "", "", err
	}
	found := Controller{Namespace: namespace, Pods: pods}.obstacle()
	if found == nil || found.reason == reasonContainerNotReady {
		return "", "", nil
	}
	return found.reason, formatMessage(found.subject, found.message, ""), nil
}
