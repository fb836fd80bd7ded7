// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package node

import (
	"context"
	"fmt"
	"io/fs"
	"maps"
	"time"

	authenticationv1 "k8s.io/api/authentication/v1"
	corev1 "k8s.io/api/core/v1"
	apierrors "k8s.io/apimachinery/pkg/api/errors"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/utils/ptr"
)

// selection maps keys of a Secret or ConfigMap to files.
type selection struct {
	items    []corev1.KeyToPath
	mode     fs.FileMode
	optional bool
}

// into adds the selected keys to files.
func (s selection) into(files volumeFiles, data map[string][]byte) error {
	if len(s.items) == 0 {
		for key, value := range data {
			files[key] = volumeFile{value, s.mode}
		}
		return nil
	}
	for _, item := range s.items {
		value, ok := data[item.Key]
		if !ok {
			if s.optional {
				continue
			}
			return fmt.Errorf("there is no key %q", item.Key)
		}
		mode := s.mode
		if item.Mode != nil {
			mode = fileMode(item.Mode)
		}
		files[item.Path] = volumeFile{value, mode}
	}
	return nil
}

func (p *pod) secretData(ctx context.Context, name string, optional bool) (map[string][]byte, error) {
	secret, err := p.node.client.CoreV1().Secrets(p.object.Namespace).Get(ctx, name, metav1.GetOptions{})
	if apierrors.IsNotFound(err) && optional {
		return map[string][]byte{}, nil
	}
	if err != nil {
		return nil, err
	}
	return secret.Data, nil
}

func (p *pod) configMapData(ctx context.Context, name string, optional bool) (map[string][]byte, error) {
	data := map[string][]byte{}
	configMap, err := p.node.client.CoreV1().ConfigMaps(p.object.Namespace).Get(ctx, name, metav1.GetOptions{})
	if apierrors.IsNotFound(err) && optional {
		return data, nil
	}
	if err != nil {
		return nil, err
	}
	maps.Copy(data, configMap.BinaryData)
	for key, value := range configMap.Data {
		data[key] = []byte(value)
	}
	return data, nil
}

func (p *pod) addSecret(ctx context.Context, files volumeFiles, name string, s selection) error {
	data, err := p.secretData(ctx, name, s.optional)
	if err != nil {
		return err
	}
	if err := s.into(files, data); err != nil {
		return fmt.Errorf("secret %q: %w", name, err)
	}
	return nil
}

func (p *pod) addConfigMap(ctx context.Context, files volumeFiles, name string, s selection) error {
	data, err := p.configMapData(ctx, name, s.optional)
	if err != nil {
		return err
	}
	if err := s.into(files, data); err != nil {
		return fmt.Errorf("configmap %q: %w", name, err)
	}
	return nil
}

func (p *pod) addDownwardAPI(files volumeFiles, items []corev1.DownwardAPIVolumeFile, mode fs.FileMode) error {
	for _, item := range items {
		var (
			value string
			err   error
		)
		switch {
		case item.FieldRef != nil:
			value, err = p.field(item.FieldRef.FieldPath)
		case item.ResourceFieldRef != nil:
			for _, c := range p.containers() {
				if c.spec.Name == item.ResourceFieldRef.ContainerName {
					value, err = resourceField(c.spec.Resources, *item.ResourceFieldRef)
				}
			}
		}
		if err != nil {
			return err
		}
		file := volumeFile{[]byte(value), mode}
		if item.Mode != nil {
			file.mode = fileMode(item.Mode)
		}
		files[item.Path] = file
	}
	return nil
}

// token is a ServiceAccount token and the time of its renewal.
type token struct {
	value string
	renew time.Time
}

// addToken adds a token that is bound to the pod. The token is renewed after four fifths of its lifetime.
func (p *pod) addToken(ctx context.Context, files volumeFiles, projection corev1.ServiceAccountTokenProjection, mode fs.FileMode) error {
	id := projection.Audience + "/" + projection.Path
	current, ok := p.tokens[id]
	if !ok || time.Now().After(current.renew) {
		request := &authenticationv1.TokenRequest{Spec: authenticationv1.TokenRequestSpec{
			ExpirationSeconds: projection.ExpirationSeconds,
			BoundObjectRef:    &authenticationv1.BoundObjectReference{Kind: "Pod", APIVersion: "v1", Name: p.object.Name, UID: p.object.UID},
		}}
		if projection.Audience != "" {
			request.Spec.Audiences = []string{projection.Audience}
		}
		response, err := p.node.client.CoreV1().ServiceAccounts(p.object.Namespace).CreateToken(ctx, p.object.Spec.ServiceAccountName, request, metav1.CreateOptions{})
		if err != nil {
			return fmt.Errorf("failed to request a token for service account %q: %w", p.object.Spec.ServiceAccountName, err)
		}
		life := time.Duration(ptr.Deref(projection.ExpirationSeconds, 3600)) * time.Second
		current = token{response.Status.Token, time.Now().Add(life * 4 / 5)}
		p.tokens[id] = current
	}
	files[projection.Path] = volumeFile{[]byte(current.value), mode}
	return nil
}
