package host

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

	"github.com/appsvc/svc/internal/control"
	"github.com/appsvc/svc/internal/project"
	"github.com/appsvc/svc/internal/redact"
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
	crmProjectName   = "SVC_CRM_PROJECT"
	apiURLName       = "SVC_CRM_API_URL"
	pagesURLName     = "SVC_CRM_APP_URL"
	controlKeyPrefix = "SVC_CONTROL_KEY_"
	sealKeyPrefix    = "SVC_SEAL_KEY_"
)

// Environment is the environment of the local host by default.
const Environment = project.LocalEnvironment

// devKeyID names the control key that the host generates when .dev.vars has none.
const devKeyID = "dev"

// secretBytes is the length of a generated secret: 256 bits, the least length of a control key.
const secretBytes = 32

// isOfApp reports whether only the app worker receives a binding: its holder acts for the whole project.
func isOfApp(name string) bool {
	return name == clientIDName || strings.HasPrefix(name, controlKeyPrefix) || strings.HasPrefix(name, sealKeyPrefix)
}

// defaultBindings are the reserved bindings with a fixed default.
var defaultBindings = map[string]string{
	clientIDName: "dev", projectIDName: "local", environmentName: Environment, deployIDName: "dev", edgePlanName: "paid",
	crmProjectName: "dev",
}

// bindings are the variables and secrets of the project under development.
type bindings struct {
	mu  sync.Mutex // guards what follows while requests generate secrets
	all map[string]string
	// secrets has the values of those that are secrets.
	secrets *redact.Secrets
	// defaulted are the names that .dev.vars lacks, sorted.
	defaulted []string
}

// completeBindings adds the reserved bindings that are missing. It does not generate the access token of a live CRM.
func completeBindings(o Options, hooks Hooks, kept keptCRM, live bool) (*bindings, error) {
	b := &bindings{all: maps.Clone(o.Bindings), secrets: o.Secrets}
	if b.all == nil {
		b.all = map[string]string{}
	}
	if b.secrets == nil {
		b.secrets = &redact.Secrets{}
	}
	for name, value := range b.all {
		b.learn(name, value)
	}
	if hooks.ExactBindings {
		return b, nil
	}
	if !live && hooks.Outbound == nil {
		// The emulated CRM has the platform's own address.
		delete(b.all, apiURLName)
		delete(b.all, pagesURLName)
		if o.Origin != "" {
			b.all[pagesURLName] = o.Origin + CRMPath
		}
	}
	for name, value := range defaultBindings {
		if name == environmentName && o.Environment != "" {
			value = o.Environment
		}
		if b.all[name] == "" {
			b.all[name] = value
		}
	}
	if b.all[clientSecretName] == "" && kept.ClientSecret != "" {
		b.all[clientSecretName] = kept.ClientSecret
		b.learn(clientSecretName, kept.ClientSecret)
		b.defaulted = append(b.defaulted, clientSecretName)
	}
	if _, err := b.secret(clientSecretName, o.Random); err != nil {
		return nil, err
	}
	if !b.has(sealKeyPrefix) {
		// The key must open in the next run what it seals in this one.
		mac := hmac.New(sha256.New, []byte(b.all[clientSecretName]))
		mac.Write([]byte("svc dev sealing key"))
		b.set(sealKeyPrefix+devKeyID, mac.Sum(nil))
	}
	var secrets []string
	if !b.has(controlKeyPrefix) {
		secrets = append(secrets, controlKeyPrefix+devKeyID)
	}
	if !live {
		secrets = append(secrets, accessTokenName)
	}
	for _, name := range secrets {
		if _, err := b.secret(name, o.Random); err != nil {
			return nil, err
		}
	}
	slices.Sort(b.defaulted)
	return b, nil
}

// secret returns a binding, and generates it when it is missing.
func (b *bindings) secret(name string, random io.Reader) (string, error) {
	b.mu.Lock()
	defer b.mu.Unlock()
	if b.all[name] == "" {
		value := make([]byte, secretBytes)
		if _, err := io.ReadFull(random, value); err != nil {
			return "", fmt.Errorf("cannot generate %s: %w", name, err)
		}
		b.set(name, value)
	}
	return b.all[name], nil
}

// set adds a generated binding.
func (b *bindings) set(name string, value []byte) {
	b.all[name] = hex.EncodeToString(value)
	b.learn(name, b.all[name])
	b.defaulted = append(b.defaulted, name)
}

// learn adds a binding to the secrets if it is one: one of the app's own, or a reserved one that is not a setting.
func (b *bindings) learn(name, value string) {
	isKey := strings.HasPrefix(name, controlKeyPrefix) || strings.HasPrefix(name, sealKeyPrefix)
	if isKey || name != clientIDName && !strings.HasPrefix(name, "SVC_") {
		b.secrets.Learn(value)
	}
}

// has reports whether a binding has a name that begins with prefix, and a value that the runtime accepts.
func (b *bindings) has(prefix string) bool {
	for name, value := range b.all {
		if strings.HasPrefix(name, prefix) && len(value) >= leastSecret[prefix] {
			return true
		}
	}
	return false
}

// leastSecret are the least lengths of secrets by the prefix of their names, in bytes.
var leastSecret = map[string]int{controlKeyPrefix: control.MinSecret, sealKeyPrefix: 1}

// controlKey returns the first control key by name that is long enough, and its id.
func (b *bindings) controlKey() (kid, key string) {
	for _, name := range slices.Sorted(maps.Keys(b.all)) {
		if kid, isKey := strings.CutPrefix(name, controlKeyPrefix); isKey && len(b.all[name]) >= control.MinSecret {
			return kid, b.all[name]
		}
	}
	return "", ""
}

// lacks returns the names that are not bound.
func (b *bindings) lacks(names []string) []string {
	b.mu.Lock()
	defer b.mu.Unlock()
	return slices.DeleteFunc(slices.Clone(names), func(name string) bool { return b.all[name] != "" })
}

// ofWorker returns the bindings of a user worker.
func (b *bindings) ofWorker() map[string]string {
	b.mu.Lock()
	defer b.mu.Unlock()
	env := maps.Clone(b.all)
	maps.DeleteFunc(env, func(name, _ string) bool { return isOfApp(name) })
	return env
}

// ofApp returns the bindings of the app worker: the reserved ones, and the targets of alerts. The app's other ones
// belong to its user workers.
func (b *bindings) ofApp(alertSecrets []string) map[string]string {
	env := maps.Clone(b.all)
	maps.DeleteFunc(env, func(name, _ string) bool {
		return !strings.HasPrefix(name, "CRM_") && !strings.HasPrefix(name, "SVC_") && !slices.Contains(alertSecrets, name)
	})
	return env
}
