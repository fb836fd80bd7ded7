#!/usr/bin/env bash
# Writes a kubeconfig for the Shoot, which is valid for an hour, into the file $SHOOT_KUBECONFIG.
source "$(dirname "${BASH_SOURCE[0]}")/settings.sh"
shoot_settings
umask 077
answer=$(kubectl create --raw "/apis/core.gardener.cloud/v1beta1/namespaces/$namespace/shoots/$name/adminkubeconfig" -f - \
  <<<'{"apiVersion":"authentication.gardener.cloud/v1alpha1","kind":"AdminKubeconfigRequest","spec":{"expirationSeconds":3600}}')
encoded=$(sed -n 's/.*"kubeconfig": *"\([^"]*\)".*/\1/p' <<<"$answer")
[[ -n $encoded ]] || fail "the garden's answer has no kubeconfig"
base64 -d <<<"$encoded" >"$kubeconfig"
echo "The credentials of Shoot $namespace/$name are in $kubeconfig"
