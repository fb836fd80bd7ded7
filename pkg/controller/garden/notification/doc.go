// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

// Package notification sends messages about the Shoots and rollouts of projects to the receivers that the projects configure. It reads what is reported
// in the ConfigMaps flux-status and flux-rollout, has package pkg/report/notification decide, and stores that in the ConfigMap flux-notifications of the project
// before anything is sent. It reads nothing of seeds and shoots.
//
// One project is worked on by one worker, which sends one message at a time; a receiver that does not answer holds up no other project. The URL of a
// receiver and its token leave the package in requests to the receiver only.
package notification
