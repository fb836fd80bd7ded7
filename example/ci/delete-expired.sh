#!/usr/bin/env bash
# Deletes the Shoots of this repository's pull requests that have expired, because a job was ended before it could delete its own.
source "$(dirname "${BASH_SOURCE[0]}")/settings.sh"
project_settings
now=$(date -u +%Y-%m-%dT%H:%M:%SZ)
time='20[0-9]{2}-(0[1-9]|1[0-2])-(0[1-9]|[12][0-9]|3[01])T([01][0-9]|2[0-3]):[0-5][0-9]:[0-5][0-9]Z'
names=$(kubectl -n "$namespace" get shoots.core.gardener.cloud -l "$label" -o jsonpath='{range .items[*]}{.metadata.name}{"\n"}{end}')

# delete_if_expired NAME fails if the Shoot was changed after it was read, or if the garden does not answer.
delete_if_expired() {
  read_shoot "$1" || return 0
  if [[ -z $number || $repository != "$SHOOT_REPOSITORY" || -n $deleting ]]; then
    return 0
  elif [[ ! $expires =~ ^$time$ ]]; then
    echo "Shoot $namespace/$1 is kept: annotation ci.example.com/expires is '$expires', and no time such as $now" >&2
  elif [[ $expires > $now ]]; then
    echo "Shoot $namespace/$1 is kept until $expires"
  else
    request_deletion "$1" '"uid":"'"$uid"'","resourceVersion":"'"$version"'"' || return
    echo "Shoot $namespace/$1, which expired at $expires, is being deleted"
  fi
}

failed=0
for name in $names; do
  # Gardener may have written its status meanwhile, or a user extended it: it is read again, for 15 seconds.
  for pause in 1 2 4 8 0; do
    delete_if_expired "$name" && continue 2
    sleep "$pause"
  done
  failed=1
done
exit "$failed"
