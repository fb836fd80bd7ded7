# What the scripts of this directory have in common; they read it with 'source'. All of it is set in the environment:
#
#   SHOOT_PROJECT     the project in Gardener
#   SHOOT_NAMESPACE   its namespace; default: garden-$SHOOT_PROJECT
#   SHOOT_REPOSITORY  the repository, such as my-org/my-fleet: no Shoot of another one is deleted
#   SHOOT_NUMBER      the number of the pull request
#   SHOOT_RUN         this run of the pipeline, different for each attempt
#   SHOOT_BRANCH      the branch of the pull request, in the repository that the Shoot syncs
#   SHOOT_COMMIT      its commit
#   SHOOT_PREFIX      what names of Shoots begin with; default: pr
#   SHOOT_HOURS       after how many hours a Shoot that was not deleted has expired; default: 2
#   SHOOT_TIMEOUT     how long the commit may take to be applied, with the creation of the Shoot; default: 30m
#   SHOOT_KUBECONFIG  the file for the credentials of the Shoot; default: shoot.kubeconfig
#
# KUBECONFIG leads to the garden.

set -euo pipefail
# Ranges in patterns mean ASCII, and times compare as text.
export LC_ALL=C

label=ci.example.com/pull-request

fail() {
  echo "${0##*/}: $*" >&2
  exit 1
}

# check VARIABLE PATTERN: it goes into names, JSON and paths, and is what others write into a pull request.
check() {
  [[ ${!1:-} =~ ^($2)$ ]] || fail "$1 is '${!1:-}', and must match $2"
}

project_settings() {
  check SHOOT_PROJECT '[a-z0-9]([a-z0-9-]*[a-z0-9])?'
  namespace=${SHOOT_NAMESPACE:-garden-$SHOOT_PROJECT}
  check SHOOT_REPOSITORY '[A-Za-z0-9._/-]+'
}

shoot_settings() {
  project_settings
  check SHOOT_NUMBER '[1-9][0-9]*'
  check SHOOT_RUN '[A-Za-z0-9._-]+'
  local prefix=${SHOOT_PREFIX:-pr}
  name=$prefix-$SHOOT_NUMBER
  [[ $name =~ ^[a-z][a-z0-9]*-[0-9]+$ ]] || fail "SHOOT_PREFIX is '$prefix', and must be lower-case letters and digits"
  local length=$((${#SHOOT_PROJECT} + ${#name}))
  ((length <= 21)) || fail "the names of project $SHOOT_PROJECT and Shoot $name have $length characters, and Gardener allows 21: shorten SHOOT_PREFIX, or use a project with a shorter name"
  kubeconfig=${SHOOT_KUBECONFIG:-shoot.kubeconfig}
}

# read_shoot NAME fails if there is no such Shoot. It sets uid, version, and what the Shoot says of itself: number, repository, run, expires.
read_shoot() {
  local lines
  lines=$(kubectl -n "$namespace" get shoots.core.gardener.cloud "$1" --ignore-not-found -o jsonpath='{.metadata.uid}{"\n"}{.metadata.resourceVersion}{"\n"}{.metadata.deletionTimestamp}{"\n"}{.metadata.labels.ci\.example\.com/pull-request}{"\n"}{.metadata.annotations.ci\.example\.com/repository}{"\n"}{.metadata.annotations.ci\.example\.com/run}{"\n"}{.metadata.annotations.ci\.example\.com/expires}{"\nend"}') ||
    fail "Shoot $namespace/$1 could not be read"
  [[ -n $lines ]] || return 1
  local fields
  mapfile -t fields <<<"$lines"
  # A value of several lines would make one field out of another.
  if ((${#fields[@]} != 8)); then
    fields=("${fields[0]}" "${fields[1]}" "" "" "" "" "")
  fi
  uid=${fields[0]} version=${fields[1]} deleting=${fields[2]} number=${fields[3]} repository=${fields[4]} run=${fields[5]} expires=${fields[6]}
}

# is_of_pull_request: the Shoot that was read is one that create.sh has created, for this pull request.
is_of_pull_request() {
  [[ $number == "$SHOOT_NUMBER" && $repository == "$SHOOT_REPOSITORY" ]]
}

# request_deletion NAME METADATA deletes the Shoot that was read, and no later one of this name. METADATA is what has to be unchanged, as JSON.
request_deletion() {
  [[ -z $deleting ]] || return 0
  kubectl -n "$namespace" patch shoots.core.gardener.cloud "$1" --type merge -o name \
    -p '{"metadata":{'"$2"',"annotations":{"confirmation.gardener.cloud/deletion":"true"}}}' >/dev/null || return
  kubectl delete --raw "/apis/core.gardener.cloud/v1beta1/namespaces/$namespace/shoots/$1" -f - >/dev/null \
    <<<'{"apiVersion":"v1","kind":"DeleteOptions","preconditions":{"uid":"'"$uid"'"}}'
}
