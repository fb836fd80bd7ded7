#!/usr/bin/env bash
# Waits until the Shoot has applied the commit, or has failed to.
source "$(dirname "${BASH_SOURCE[0]}")/settings.sh"
shoot_settings
check SHOOT_COMMIT '[0-9a-f]{40}'
exec kubectl shoot-flux wait -n "$namespace" --shoot "$name" --for "revision=$SHOOT_COMMIT" --fail-fast --timeout "${SHOOT_TIMEOUT:-30m}"
