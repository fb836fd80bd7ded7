// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package buckethost_test

import (
	"io"
	"strings"
	"time"

	"github.com/minio/minio-go/v7"
	"github.com/minio/minio-go/v7/pkg/credentials"
	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"

	"github.com/shoot-flux/gardener-extension-shoot-flux/test/landscape/buckethost"
)

var _ = Describe("Host", func() {
	var host *buckethost.Host

	BeforeEach(func(ctx SpecContext) {
		var err error
		host, err = buckethost.Start(ctx, "127.0.0.1")
		Expect(err).NotTo(HaveOccurred())
		DeferCleanup(host.Stop)
		Expect(host.Put(ctx, "team-apps", map[string]string{"a.yaml": "one\n", "dir/b c.yaml": "two\n"})).To(Succeed())
	})

	// newClient returns the client that source-controller uses.
	newClient := func(accessKey, secretKey string) *minio.Client {
		GinkgoHelper()
		client, err := minio.New(host.Endpoint(), &minio.Options{Creds: credentials.NewStaticV4(accessKey, secretKey, "")})
		Expect(err).NotTo(HaveOccurred())
		return client
	}

	read := func(ctx SpecContext, client *minio.Client, key string) string {
		GinkgoHelper()
		stat, err := client.StatObject(ctx, "team-apps", key, minio.GetObjectOptions{})
		Expect(err).NotTo(HaveOccurred())
		options := minio.GetObjectOptions{}
		Expect(options.SetMatchETag(stat.ETag)).To(Succeed())
		object, err := client.GetObject(ctx, "team-apps", key, options)
		Expect(err).NotTo(HaveOccurred())
		defer object.Close()
		content, err := io.ReadAll(object)
		Expect(err).NotTo(HaveOccurred())
		return string(content)
	}

	list := func(ctx SpecContext, client *minio.Client) []string {
		GinkgoHelper()
		var keys []string
		for object := range client.ListObjects(ctx, "team-apps", minio.ListObjectsOptions{Recursive: true}) {
			Expect(object.Err).NotTo(HaveOccurred())
			keys = append(keys, object.Key)
		}
		return keys
	}

	It("lists and serves files, and follows changes", func(ctx SpecContext) {
		client := newClient(host.AccessKey, host.SecretKey)
		Expect(client.BucketExists(ctx, "team-apps")).To(BeTrue())
		Expect(client.BucketExists(ctx, "other")).To(BeFalse())

		Expect(host.Put(ctx, "team-apps", map[string]string{"a.yaml": "three\n"})).To(Succeed())
		Expect(list(ctx, client)).To(Equal([]string{"a.yaml", "dir/b c.yaml"}))
		Expect(read(ctx, client, "a.yaml")).To(Equal("three\n"))
		Expect(read(ctx, client, "dir/b c.yaml")).To(Equal("two\n"))
	})

	It("does not list removed files", func(ctx SpecContext) {
		Expect(host.Remove(ctx, "team-apps", "a.yaml", "absent.yaml")).To(Succeed())
		Expect(list(ctx, newClient(host.AccessKey, host.SecretKey))).To(Equal([]string{"dir/b c.yaml"}))
		Expect(host.Remove(ctx, "unknown", "a.yaml")).To(MatchError(ContainSubstring("removing a.yaml from bucket unknown")))
	})

	DescribeTable("refuses", func(ctx SpecContext, keys func() (string, string), code string) {
		client := newClient(keys())
		listed := <-client.ListObjects(ctx, "team-apps", minio.ListObjectsOptions{})
		Expect(minio.ToErrorResponse(listed.Err).Code).To(Equal(code))
	},
		Entry("another secret key", func() (string, string) { return host.AccessKey, "wrong" }, "SignatureDoesNotMatch"),
		Entry("another access key", func() (string, string) { return "wrong", host.SecretKey }, "SignatureDoesNotMatch"),
		Entry("unsigned requests", func() (string, string) { return "", "" }, "AccessDenied"),
	)

	It("accepts temporary keys with their session token until they expire", func(ctx SpecContext) {
		temporary := func(token string) *minio.Client {
			GinkgoHelper()
			client, err := minio.New(host.Endpoint(), &minio.Options{Creds: credentials.NewStaticV4("temporary", "secret", token)})
			Expect(err).NotTo(HaveOccurred())
			return client
		}
		code := func(client *minio.Client) string {
			_, err := client.StatObject(ctx, "team-apps", "a.yaml", minio.GetObjectOptions{})
			return minio.ToErrorResponse(err).Code
		}
		Expect(code(temporary("token"))).To(Equal("SignatureDoesNotMatch"))
		host.AddTemporaryKeys("temporary", buckethost.TemporaryKeys{SecretKey: "secret", SessionToken: "token", Expires: time.Now().Add(time.Hour)})
		Expect(read(ctx, temporary("token"), "a.yaml")).To(Equal("one\n"))
		Expect(code(temporary("another"))).To(Equal("SignatureDoesNotMatch"))
		host.AddTemporaryKeys("temporary", buckethost.TemporaryKeys{SecretKey: "secret", SessionToken: "token", Expires: time.Now()})
		Expect(code(temporary("token"))).To(Equal("SignatureDoesNotMatch"))
	})

	It("refuses writes", func(ctx SpecContext) {
		client := newClient(host.AccessKey, host.SecretKey)
		_, err := client.PutObject(ctx, "team-apps", "evil", strings.NewReader(""), 0, minio.PutObjectOptions{})
		Expect(minio.ToErrorResponse(err).Code).To(Equal("AccessDenied"))
	})
})
