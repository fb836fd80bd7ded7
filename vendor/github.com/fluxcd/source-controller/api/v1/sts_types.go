/*
Copyright 2024 The Flux authors

Licensed under the Apache License, Version 2.0 (the "License");
you may not use this file except in compliance with the License.
You may obtain a copy of the License at

    http://www.apache.org/licenses/LICENSE-2.0

Unless required by applicable law or agreed to in writing, software
distributed under the License is distributed on an "AS IS" BASIS,
WITHOUT WARRANTIES OR CONDITIONS OF ANY KIND, either express or implied.
See the License for the specific language governing permissions and
limitations under the License.
*/

package v1

const (
	// STSProviderAmazon represents the AWS provider for Security Token Service.
	// Provides support for fetching temporary credentials from an AWS STS endpoint.
	STSProviderAmazon string = "aws"
	// STSProviderLDAP represents the LDAP provider for Security Token Service.
	// Provides support for fetching temporary credentials from an LDAP endpoint.
	STSProviderLDAP string = "ldap"
)
