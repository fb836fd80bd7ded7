#!/usr/bin/env bash
# Runs a command with KUBECONFIG for a new Shoot that has applied the commit, and deletes the Shoot in any case: run.sh COMMAND ARGUMENT...
source "$(dirname "${BASH_SOURCE[0]}")/settings.sh"
shoot_settings
here=$(dirname "${BASH_SOURCE[0]}")
child=

# Each step is a process group, which a signal to this shell ends as a whole.
set -m
step() {
  local status=0
  "$@" &
  child=$!
  wait "$child" || status=$?
  child=
  return "$status"
}

end() {
  trap '' INT TERM
  if [[ -n $child ]]; then
    kill -- "-$child" || true
    wait "$child" || true
  fi
  "$here/delete.sh"
}
trap end EXIT
trap 'exit 130' INT
trap 'exit 143' TERM

step "$here/create.sh"
step "$here/wait.sh"
step "$here/credentials.sh"
step env KUBECONFIG="$kubeconfig" "$@"
