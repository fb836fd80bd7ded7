#!/usr/bin/env bash
# Creates the Shoot of a pull request from shoot.yaml, or the file that is given. One that an earlier run has left is deleted first.
source "$(dirname "${BASH_SOURCE[0]}")/settings.sh"
shoot_settings
check SHOOT_BRANCH '[A-Za-z0-9][A-Za-z0-9._/@#+=-]*'
check SHOOT_COMMIT '[0-9a-f]{40}'
template=${1:-$(dirname "${BASH_SOURCE[0]}")/shoot.yaml}
hours=${SHOOT_HOURS:-2}
[[ $hours =~ ^[1-9][0-9]?$ ]] || fail "SHOOT_HOURS is '$hours', and must be a number from 1 to 99"

if read_shoot "$name"; then
  is_of_pull_request || fail "Shoot $namespace/$name exists, and was not created for pull request $SHOOT_NUMBER of $SHOOT_REPOSITORY: it is kept"
  former=$uid
  echo "Shoot $namespace/$name is left from run $run: it is deleted first"
  request_deletion "$name" '"uid":"'"$uid"'"'
  deadline=$((SECONDS + 1800))
  while read_shoot "$name" && [[ $uid == "$former" ]]; do
    ((SECONDS < deadline)) || fail "Shoot $namespace/$name is not gone after 30 minutes: see its status.lastOperation"
    sleep 5
  done
fi

expires=$(date -u -d "@$(($(date +%s) + hours * 3600))" +%Y-%m-%dT%H:%M:%SZ)
metadata='{
  "name":"'$name'","namespace":"'$namespace'","labels":{"'$label'":"'$SHOOT_NUMBER'"},
  "annotations":{"ci.example.com/repository":"'$SHOOT_REPOSITORY'","ci.example.com/run":"'$SHOOT_RUN'","ci.example.com/expires":"'$expires'"}
}'
extension='[
  {"op":"test","path":"/spec/extensions/0/type","value":"shoot-flux"},
  {"op":"add","path":"/spec/extensions/0/providerConfig/source/template/spec/ref","value":{"branch":"'$SHOOT_BRANCH'","commit":"'$SHOOT_COMMIT'"}}
]'
# It is created, not applied: a Shoot of this name that has come meanwhile stays as it is.
kubectl patch --local -f "$template" --type merge -p "{\"metadata\":$metadata}" -o json |
  kubectl patch --local -f - --type json -p "$extension" -o json |
  kubectl create -f -
echo "It syncs commit $SHOOT_COMMIT of $SHOOT_BRANCH, and expires at $expires"
