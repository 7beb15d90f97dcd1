// This file makes the bindings of a worker: those of .dev.vars, and the reserved ones that are missing.

package devserver

import (
	"crypto/hmac"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"io"
	"maps"
	"slices"
	"strings"
	"sync"
)

// Names of reserved bindings: the runtime reads them, handlers never see them.
const (
	clientIDName     = "CRM_CLIENT_ID"
	clientSecretName = "CRM_CLIENT_SECRET"
	accessTokenName  = "CRM_ACCESS_TOKEN"
	projectIDName    = "SVC_PROJECT_ID"
	environmentName  = "SVC_ENVIRONMENT"
	deployIDName     = "SVC_DEPLOY_ID"
	edgePlanName     = "SVC_EDGE_PLAN"
	apiURLName       = "SVC_CRM_API_URL"
	controlKeyPrefix = "SVC_CONTROL_KEY_"
	sealKeyPrefix    = "SVC_SEAL_KEY_"
)

// devKeyID names the control key that is made up when .dev.vars has none.
const devKeyID = "dev"

// secretBytes is the length of a secret that is made up.
const secretBytes = 24

// isOfApp reports whether no user worker gets a binding: whoever holds it acts for the whole project.
func isOfApp(name string) bool {
	return name == clientIDName || strings.HasPrefix(name, controlKeyPrefix) || strings.HasPrefix(name, sealKeyPrefix)
}

// bindings are the variables and secrets of the project under development.
type bindings struct {
	mu  sync.Mutex // guards all and madeUp while secrets are made up on the way
	all map[string]string
	// madeUp are the names that .dev.vars does not give, sorted.
	madeUp []string
}

// completeBindings adds the reserved bindings that are missing. With a live CRM the access token is
// never made up: only the user has it.
func completeBindings(o Options, live bool) (*bindings, error) {
	b := &bindings{all: maps.Clone(o.Bindings)}
	if b.all == nil {
		b.all = map[string]string{}
	}
	if o.Exact {
		return b, nil
	}
	if !live && o.Outbound == nil {
		// The emulated CRM stands at the platform's own address.
		delete(b.all, apiURLName)
	}
	for name, value := range map[string]string{
		clientIDName: "dev", projectIDName: "local", environmentName: "dev", deployIDName: "dev", edgePlanName: "paid",
	} {
		if b.all[name] == "" {
			b.all[name] = value
		}
	}
	if !b.has(sealKeyPrefix) && b.all[clientSecretName] != "" {
		// What is sealed must open in the next run too.
		mac := hmac.New(sha256.New, []byte(b.all[clientSecretName]))
		mac.Write([]byte("svc dev sealing key"))
		b.set(sealKeyPrefix+devKeyID, mac.Sum(nil))
	}
	secrets := []string{clientSecretName}
	for _, prefix := range []string{controlKeyPrefix, sealKeyPrefix} {
		if !b.has(prefix) {
			secrets = append(secrets, prefix+devKeyID)
		}
	}
	if !live {
		secrets = append(secrets, accessTokenName)
	}
	for _, name := range secrets {
		if _, err := b.secret(name, o.Random); err != nil {
			return nil, err
		}
	}
	slices.Sort(b.madeUp)
	return b, nil
}

// secret is a binding, made up when it is missing.
func (b *bindings) secret(name string, random io.Reader) (string, error) {
	b.mu.Lock()
	defer b.mu.Unlock()
	if b.all[name] == "" {
		value := make([]byte, secretBytes)
		if _, err := io.ReadFull(random, value); err != nil {
			return "", fmt.Errorf("no random bytes for %s: %w", name, err)
		}
		b.set(name, value)
	}
	return b.all[name], nil
}

// set makes a binding up.
func (b *bindings) set(name string, value []byte) {
	b.all[name] = hex.EncodeToString(value)
	b.madeUp = append(b.madeUp, name)
}

// has reports whether a name that begins with prefix is bound.
func (b *bindings) has(prefix string) bool {
	for name, value := range b.all {
		if strings.HasPrefix(name, prefix) && value != "" {
			return true
		}
	}
	return false
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

// ofWorker is what a user worker is given.
func (b *bindings) ofWorker() map[string]string {
	b.mu.Lock()
	defer b.mu.Unlock()
	env := maps.Clone(b.all)
	maps.DeleteFunc(env, func(name, _ string) bool { return isOfApp(name) })
	return env
}

// ofApp is what the app worker is given: the reserved bindings. The app's own belong to its workers.
func (b *bindings) ofApp() map[string]string {
	env := maps.Clone(b.all)
	maps.DeleteFunc(
		env, func(name, _ string) bool { return !strings.HasPrefix(name, "CRM_") && !strings.HasPrefix(name, "SVC_") },
	)
	return env
}
