#!/usr/bin/env bash
# Deletes the Shoot that this run has created, and its credentials. It does not wait for the Shoot to be gone, and may be called at any time.
source "$(dirname "${BASH_SOURCE[0]}")/settings.sh"
shoot_settings
rm -f "$kubeconfig"
if ! read_shoot "$name"; then
  echo "There is no Shoot $namespace/$name"
elif ! is_of_pull_request || [[ $run != "$SHOOT_RUN" ]]; then
  echo "Shoot $namespace/$name is kept: run $SHOOT_RUN has not created it"
else
  request_deletion "$name" '"uid":"'"$uid"'"'
  echo "Shoot $namespace/$name is being deleted"
fi
