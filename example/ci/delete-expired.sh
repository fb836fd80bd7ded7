#!/usr/bin/env bash
# Deletes the Shoots of this repository's pull requests that have expired, because a job was ended before it could delete its own.
source "$(dirname "${BASH_SOURCE[0]}")/settings.sh"
project_settings
now=$(date -u +%Y-%m-%dT%H:%M:%SZ)
time='20[0-9]{2}-(0[1-9]|1[0-2])-(0[1-9]|[12][0-9]|3[01])T([01][0-9]|2[0-3]):[0-5][0-9]:[0-5][0-9]Z'
names=$(kubectl -n "$namespace" get shoots.core.gardener.cloud -l "$label" -o jsonpath='{range .items[*]}{.metadata.name}{"\n"}{end}')
failed=0
for name in $names; do
  read_shoot "$name" || continue
  if [[ -z $number || $repository != "$SHOOT_REPOSITORY" || -n $deleting ]]; then
    continue
  elif [[ ! $expires =~ ^$time$ ]]; then
    echo "Shoot $namespace/$name is kept: annotation ci.example.com/expires is '$expires', and no time such as $now" >&2
  elif [[ $expires > $now ]]; then
    echo "Shoot $namespace/$name is kept until $expires"
  elif request_deletion "$name" '"uid":"'"$uid"'","resourceVersion":"'"$version"'"'; then
    echo "Shoot $namespace/$name, which expired at $expires, is being deleted"
  else
    # It was changed meanwhile, or the garden does not answer: the next run decides again.
    failed=1
  fi
done
exit "$failed"
