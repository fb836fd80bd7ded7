// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package integration_test

import (
	"bytes"
	"io"
	"sync"
	"time"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"
	corev1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/types"
	"k8s.io/client-go/rest"

	resourcesv1alpha1 "github.com/gardener/gardener/pkg/apis/resources/v1alpha1"

	"github.com/shoot-flux/gardener-extension-shoot-flux/test/history"
	"github.com/shoot-flux/gardener-extension-shoot-flux/test/history/recorder"
)

// oneCluster is a landscape whose only cluster is garden and seed. It has no Shoots.
type oneCluster struct{}

func (oneCluster) Garden() (*rest.Config, error) { return restConfig, nil }
func (oneCluster) Seeds() (map[string]*rest.Config, error) {
	return map[string]*rest.Config{"my-seed": restConfig}, nil
}
func (oneCluster) Shoot(string, string, types.UID) (*rest.Config, error) { return nil, nil }
func (oneCluster) Refs() (map[string]map[string]string, error)           { return nil, nil }

// lines is a file that is read while it is written.
type lines struct {
	lock    sync.Mutex
	written bytes.Buffer
}

func (l *lines) Write(line []byte) (int, error) {
	l.lock.Lock()
	defer l.lock.Unlock()
	return l.written.Write(line)
}

func (l *lines) observations(g Gomega) []history.Observation {
	l.lock.Lock()
	defer l.lock.Unlock()
	observations, err := history.Read(bytes.NewReader(l.written.Bytes()))
	g.Expect(err).NotTo(HaveOccurred())
	return observations
}

var _ = Describe("The recorder of histories", func() {
	It("sees each version that the API server has stored, confirms what is unchanged, and writes no secret", func(ctx SpecContext) {
		c, written := newClient(), &lines{}
		story, tells := io.Pipe()
		ended := make(chan error, 1)
		go func() {
			ended <- recorder.Record(ctx, recorder.Options{Landscape: oneCluster{}, Namespaces: []string{"garden-recorded"}, Setup: history.Setup{Story: "one"}, To: written, Story: story})
		}()
		for _, namespace := range []string{"garden-recorded", "garden-other", "shoot--recorded--one"} {
			Expect(c.Create(ctx, &corev1.Namespace{ObjectMeta: metav1.ObjectMeta{Name: namespace}})).To(Succeed())
		}
		var versions []string
		config := &corev1.ConfigMap{ObjectMeta: metav1.ObjectMeta{Namespace: "garden-recorded", Name: "flux-config"}, Data: map[string]string{"fluxVersion": "v2.9.1"}}
		Expect(c.Create(ctx, config)).To(Succeed())
		versions = append(versions, config.ResourceVersion)
		Eventually(ctx, written.observations).WithTimeout(time.Minute).Should(ContainElement(HaveField("Config.ResourceVersion", config.ResourceVersion)))
		for _, version := range []string{"v2.9.2", "v2.9.3", "v2.9.4"} {
			config.Data["fluxVersion"] = version
			Expect(c.Update(ctx, config)).To(Succeed())
			versions = append(versions, config.ResourceVersion)
		}
		Expect(c.Create(ctx, &corev1.ConfigMap{ObjectMeta: metav1.ObjectMeta{Namespace: "garden-other", Name: "flux-config"}})).To(Succeed())
		Expect(c.Create(ctx, &corev1.Secret{ObjectMeta: metav1.ObjectMeta{Namespace: "garden-recorded", Name: "flux-source"}, StringData: map[string]string{"identity": "hidden", "token": "hidden"}})).To(Succeed())
		Expect(c.Create(ctx, &resourcesv1alpha1.ManagedResource{
			ObjectMeta: metav1.ObjectMeta{Namespace: "shoot--recorded--one", Name: "extension-shoot-flux-config"}, Spec: resourcesv1alpha1.ManagedResourceSpec{SecretRefs: []corev1.LocalObjectReference{{Name: "content"}}},
		})).To(Succeed())

		By("the facts, and their confirmation")
		Eventually(ctx, written.observations).WithTimeout(time.Minute).Should(And(
			ContainElement(And(HaveField("Observer", "garden"), HaveField("DeployKey", HaveValue(And(HaveField("Fingerprint", "unreadable"), HaveField("Secret", "flux-source")))))),
			ContainElement(And(HaveField("Observer", "seed my-seed"), HaveField("ManagedResource", HaveValue(And(HaveField("Seed", "my-seed"), HaveField("Content", "content")))))),
			ContainElement(HaveField("Same", "config garden-recorded")),
		))
		Expect(c.Delete(ctx, config)).To(Succeed())
		Eventually(ctx, written.observations).WithTimeout(time.Minute).Should(ContainElement(And(HaveField("Observer", "garden"), HaveField("Gone", "config garden-recorded"))))

		By("the end of the story")
		_, err := tells.Write([]byte(`{"observer":"receiver","message":{"project":"garden-recorded","id":"1"}}` + "\n"))
		Expect(err).NotTo(HaveOccurred())
		Expect(tells.Close()).To(Succeed())
		Eventually(ctx, ended).WithTimeout(time.Minute).Should(Receive(BeNil()))
		observations := written.observations(Default)
		Expect(observations[0].Setup).To(HaveValue(Equal(history.Setup{Story: "one"})))
		Expect(observations).To(ContainElement(And(HaveField("Observer", "receiver"), HaveField("Message.ID", "1"), HaveField("At", Not(BeZero())))))
		var seen []string
		last := observations[0].At
		for _, observation := range observations {
			Expect(observation.At).NotTo(BeTemporally("<", last), "in the order of time")
			last = observation.At
			if observation.Config != nil {
				Expect(observation.Config.Namespace).To(Equal("garden-recorded"), "the other project is not recorded")
				seen = append(seen, observation.Config.ResourceVersion)
			}
		}
		Expect(seen).To(Equal(versions), "none is missing")
		Expect(written.written.String()).NotTo(ContainSubstring("hidden"))
	}, SpecTimeout(3*time.Minute))
})
