// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package landscape

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"strings"
	"time"

	corev1 "k8s.io/api/core/v1"
	"sigs.k8s.io/controller-runtime/pkg/client"

	v1beta1constants "github.com/gardener/gardener/pkg/apis/core/v1beta1/constants"
)

const (
	extensionName = "gardener-extension-shoot-flux"
	metricsPort   = "8080"
	// scrapePatience is the timeout of a scrape.
	scrapePatience = 5 * time.Second
)

// Scrape is the result of a scrape of one pod, with the labels that its ServiceMonitor sets.
type Scrape struct {
	Time time.Time `json:"time"`
	// Seed is the name of the seed whose Prometheus would scrape the pod. It is empty for the garden's Prometheus.
	Seed string `json:"seed,omitempty"`
	// Labels contains the labels job, namespace and pod.
	Labels map[string]string `json:"labels"`
	// Metrics is the response of the pod. It is empty if the scrape failed.
	Metrics string `json:"metrics"`
}

// Scrape scrapes all pods of the extension, the garden controller and the admission at the interval until the context
// ends, and writes one line of JSON per result.
func (l *Landscape) Scrape(ctx context.Context, interval time.Duration, out io.Writer) error {
	encoder := json.NewEncoder(out)
	ticker := time.NewTicker(interval)
	defer ticker.Stop()
	for {
		select {
		case <-ctx.Done():
			return nil
		case now := <-ticker.C:
			for _, scrape := range l.scrapes(ctx, now) {
				if err := encoder.Encode(scrape); err != nil {
					return fmt.Errorf("writing results of scrapes: %w", err)
				}
			}
		}
	}
}

// ScrapeOnce returns the current metrics of the same pods, and of gardener-apiserver, which Gardener's garden Prometheus
// scrapes too.
func (l *Landscape) ScrapeOnce(ctx context.Context) ([]Scrape, error) {
	now := time.Now().UTC().Round(0)
	metrics, err := l.Garden.APIServerMetrics(ctx)
	if err != nil {
		return nil, err
	}
	return append(l.scrapes(ctx, now), Scrape{Time: now, Labels: map[string]string{"job": "gardener-apiserver", "namespace": v1beta1constants.GardenNamespace, "pod": "gardener-apiserver"}, Metrics: metrics}), nil
}

// scrapes scrapes all pods once. It ignores unreachable clusters.
func (l *Landscape) scrapes(ctx context.Context, now time.Time) []Scrape {
	var all []Scrape
	for _, name := range l.options.Seeds {
		s := l.Seed(name)
		all = append(all, scrapesOf(ctx, s.Client, Scrape{Time: now, Seed: name}, s.ExtensionNamespace, extensionName)...)
	}
	for _, job := range []string{admissionName, gardenControllerName} {
		all = append(all, scrapesOf(ctx, l.runtime.Client, Scrape{Time: now}, v1beta1constants.GardenNamespace, job)...)
	}
	return all
}

func scrapesOf(ctx context.Context, c client.Client, like Scrape, namespace, job string) []Scrape {
	pods := &corev1.PodList{}
	if err := c.List(ctx, pods, client.InNamespace(namespace), client.MatchingLabels{"app.kubernetes.io/name": job}); err != nil {
		return nil
	}
	var all []Scrape
	for _, pod := range pods.Items {
		if pod.Status.PodIP == "" {
			continue
		}
		scrape := like
		scrape.Labels = map[string]string{"job": job, "namespace": namespace, "pod": pod.Name}
		// Pods listen on a loopback address, but report an address in 10.0.0.0/8 instead. An error means that the pod is
		// down.
		scrape.Metrics, _ = metricsOf(ctx, net.JoinHostPort("127."+strings.TrimPrefix(pod.Status.PodIP, "10."), metricsPort))
		all = append(all, scrape)
	}
	return all
}

func metricsOf(ctx context.Context, address string) (_ string, err error) {
	ctx, cancel := context.WithTimeout(ctx, scrapePatience)
	defer cancel()
	request, err := http.NewRequestWithContext(ctx, http.MethodGet, "http://"+address+"/metrics", http.NoBody)
	if err != nil {
		return "", err
	}
	response, err := (&http.Client{Transport: &http.Transport{DisableKeepAlives: true}}).Do(request)
	if err != nil {
		return "", err
	}
	defer func() { err = errors.Join(err, response.Body.Close()) }()
	if response.StatusCode != http.StatusOK {
		return "", fmt.Errorf("the pod answers with %s", response.Status)
	}
	content, err := io.ReadAll(response.Body)
	return string(content), err
}
