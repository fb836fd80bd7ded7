// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package cloud

import (
	"context"
	"fmt"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"strings"

	appsv1 "k8s.io/api/apps/v1"
	corev1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"k8s.io/apimachinery/pkg/runtime/schema"
	"sigs.k8s.io/controller-runtime/pkg/client"

	v1beta1constants "github.com/gardener/gardener/pkg/apis/core/v1beta1/constants"
	gardenerutils "github.com/gardener/gardener/pkg/utils/gardener"
)

// backupsClaim is the name of the volume with the stores of all etcds. Each store is a directory in it.
const backupsClaim = "backups"

// etcdStore returns the directory of the Etcd's snapshots, or an empty string if the Etcd has no backups.
func etcdStore(etcd *unstructured.Unstructured) string {
	store, _, _ := unstructured.NestedMap(etcd.Object, "spec", "backup", "store")
	return storePath(store)
}

func storePath(store map[string]any) string {
	container, _ := store["container"].(string)
	prefix, _ := store["prefix"].(string)
	return path.Join(container, prefix)
}

// addBackups adds the containers that restore a snapshot and serve requests for a snapshot.
func addBackups(set *appsv1.StatefulSetSpec, name, store string) {
	pod := &set.Template.Spec
	backups := corev1.VolumeMount{Name: backupsClaim, MountPath: "/" + backupsClaim}
	arguments := []string{"--name=" + name, "--peer=" + etcdPeer, "--store=" + store}
	pod.InitContainers = append(pod.InitContainers, corev1.Container{
		Name: "restore", Image: EtcdBackupImage, Args: append(arguments, "restore"),
		VolumeMounts: []corev1.VolumeMount{{Name: "data", MountPath: "/data"}, backups},
	})
	pod.Containers = append(pod.Containers, corev1.Container{
		Name: "backup-restore", Image: EtcdBackupImage, Args: append(arguments, "serve"),
		VolumeMounts: []corev1.VolumeMount{{Name: "ca", MountPath: "/ca"}, {Name: "server", MountPath: "/server"}, {Name: "client", MountPath: "/client"}, backups},
	})
	set.VolumeClaimTemplates = append(set.VolumeClaimTemplates, volumeClaim(backupsClaim))
}

// createBackupSecret creates the Secret with the name of the bucket for the etcd of a Shoot, as a provider extension
// does for a BackupEntry.
func (c *Cloud) createBackupSecret(ctx context.Context, entry *unstructured.Unstructured) error {
	bucket, _, _ := unstructured.NestedString(entry.Object, "spec", "bucketName")
	namespace, _ := gardenerutils.ExtractShootDetailsFromBackupEntryName(entry.GetName())
	name := v1beta1constants.BackupSecretName
	if strings.HasPrefix(entry.GetName(), v1beta1constants.BackupSourcePrefix) {
		name = v1beta1constants.BackupSourcePrefix + "-" + name
	}
	secret := &corev1.Secret{
		ObjectMeta: metav1.ObjectMeta{Namespace: namespace, Name: name},
		Data:       map[string][]byte{v1beta1constants.DataKeyBackupBucketName: []byte(bucket)},
	}
	err := c.seed.Create(ctx, secret)
	return client.IgnoreNotFound(client.IgnoreAlreadyExists(err)) // the namespace is gone after a migration
}

// reconcileCopies copies the snapshots of each EtcdCopyBackupsTask, as etcd-druid does.
func (c *Cloud) reconcileCopies(ctx context.Context) error {
	return c.each(ctx, schema.GroupVersionKind{Group: "druid.gardener.cloud", Version: "v1alpha1", Kind: "EtcdCopyBackupsTask"}, c.copyBackups)
}

func (c *Cloud) copyBackups(ctx context.Context, task *unstructured.Unstructured) error {
	observed, _, _ := unstructured.NestedInt64(task.Object, "status", "observedGeneration")
	if task.GetDeletionTimestamp() != nil || observed == task.GetGeneration() {
		return nil
	}
	directory := func(field string) string {
		store, _, _ := unstructured.NestedMap(task.Object, "spec", field)
		return filepath.Join(c.options.VolumesDir, backupsClaim, filepath.FromSlash(storePath(store)))
	}
	source, target := directory("sourceStore"), directory("targetStore")
	if err := replaceDirectory(target, source); err != nil {
		return fmt.Errorf("copying the backups of %s: %w", task.GetNamespace(), err)
	}
	before := task.DeepCopy()
	task.Object["status"] = map[string]any{"observedGeneration": task.GetGeneration(), "conditions": []any{map[string]any{
		"type": "Succeeded", "status": string(metav1.ConditionTrue), "lastTransitionTime": now(), "lastUpdateTime": now(), "reason": "Copied", "message": "the cloud copied the snapshots",
	}}}
	c.log.Info("Backups copied", "from", source, "to", target)
	return c.seed.Status().Patch(ctx, task, client.MergeFrom(before))
}

// replaceDirectory makes the target a copy of the source. All users may write to its directories, as to those of a
// volume.
func replaceDirectory(target, source string) error {
	if err := os.RemoveAll(target); err != nil {
		return err
	}
	if err := os.CopyFS(target, os.DirFS(source)); err != nil {
		return err
	}
	return filepath.WalkDir(target, func(path string, entry fs.DirEntry, err error) error {
		if err != nil || !entry.IsDir() {
			return err
		}
		return os.Chmod(path, 0o777) // #nosec G302 -- see above
	})
}
