// This file makes the bindings of a worker: those of .dev.vars, and the reserved ones that are missing.

package devserver

import (
	"encoding/hex"
	"fmt"
	"io"
	"maps"
	"slices"
	"strings"
)

// Names of reserved bindings: the runtime reads them, handlers never see them.
const (
	clientIDName     = "CRM_CLIENT_ID"
	clientSecretName = "CRM_CLIENT_SECRET"
	accessTokenName  = "CRM_ACCESS_TOKEN"
	projectIDName    = "SVC_PROJECT_ID"
	environmentName  = "SVC_ENVIRONMENT"
	deployIDName     = "SVC_DEPLOY_ID"
	apiURLName       = "SVC_CRM_API_URL"
	controlKeyPrefix = "SVC_CONTROL_KEY_"
)

// devKeyID names the control key that is made up when .dev.vars has none.
const devKeyID = "dev"

// secretBytes is the length of a secret that is made up.
const secretBytes = 24

// bindings are the variables and secrets of the project under development.
type bindings struct {
	all map[string]string
	// madeUp are the names that .dev.vars does not give, sorted.
	madeUp []string
}

// completeBindings adds the reserved bindings that are missing. With a live CRM the access token is
// never made up: only the user has it.
func completeBindings(given map[string]string, live bool, random io.Reader) (*bindings, error) {
	b := &bindings{all: maps.Clone(given)}
	if b.all == nil {
		b.all = map[string]string{}
	}
	if !live {
		// The emulated CRM stands at the platform's own address.
		delete(b.all, apiURLName)
	}
	for name, value := range map[string]string{clientIDName: "dev", projectIDName: "local", environmentName: "dev", deployIDName: "dev"} {
		if b.all[name] == "" {
			b.all[name] = value
		}
	}
	secrets := []string{clientSecretName}
	if kid, _ := b.controlKey(); kid == "" {
		secrets = append(secrets, controlKeyPrefix+devKeyID)
	}
	if !live {
		secrets = append(secrets, accessTokenName)
	}
	for _, name := range secrets {
		if b.all[name] != "" {
			continue
		}
		secret := make([]byte, secretBytes)
		if _, err := io.ReadFull(random, secret); err != nil {
			return nil, fmt.Errorf("no random bytes for %s: %w", name, err)
		}
		b.all[name] = hex.EncodeToString(secret)
		b.madeUp = append(b.madeUp, name)
	}
	slices.Sort(b.madeUp)
	return b, nil
}

// controlKey is the first control key by name, and its id.
func (b *bindings) controlKey() (kid, key string) {
	for _, name := range slices.Sorted(maps.Keys(b.all)) {
		if kid, isKey := strings.CutPrefix(name, controlKeyPrefix); isKey && b.all[name] != "" {
			return kid, b.all[name]
		}
	}
	return "", ""
}

// ofWorker is what a worker VM is given: control keys belong to the state VM alone.
func (b *bindings) ofWorker() map[string]string {
	env := maps.Clone(b.all)
	maps.DeleteFunc(env, func(name, _ string) bool { return strings.HasPrefix(name, controlKeyPrefix) })
	return env
}
