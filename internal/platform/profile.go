// This file decodes vendor profiles: every name that the CRM's vendor spells, as data.

package platform

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/url"
	"strings"
)

// DefaultProfile is the profile of an app that chooses none.
const DefaultProfile = "crm"

// ProfileNames are the profiles that ship.
func ProfileNames() []string { return []string{DefaultProfile, "hubspot"} }

// Profile is one vendor's spelling of everything. Its twin in TypeScript, sdk/src/profiles/profile.ts,
// reads the same files and says more about each member.
type Profile struct {
	Name                     string            `json:"name"`
	HeaderPrefix             string            `json:"headerPrefix"`
	ExecutionStateKey        string            `json:"executionStateKey"`
	ExpirationDurationKey    string            `json:"expirationDurationKey"`
	RetryAfterUnit           string            `json:"retryAfterUnit"` // "seconds" or "milliseconds"
	APIOrigin                string            `json:"apiOrigin"`
	AppOrigin                string            `json:"appOrigin"`
	AuthorizePath            string            `json:"authorizePath"`
	AccountIDKey             string            `json:"accountIdKey"`
	AccountNameKey           string            `json:"accountNameKey"`
	ConnectedAppsPath        string            `json:"connectedAppsPath"`
	ProjectFile              string            `json:"projectFile"`
	MetaFileSuffix           string            `json:"metaFileSuffix"`
	UIPackage                string            `json:"uiPackage"`
	CLIPackage               string            `json:"cliPackage"`
	UploadCommand            string            `json:"uploadCommand"`
	PlatformFetch            string            `json:"platformFetch"`
	AssociationCategory      string            `json:"associationCategory"`
	OAuthScope               *string           `json:"oauthScope"` // nil when no scope is demanded
	McpServersPerApp         int               `json:"mcpServersPerApp"`
	EnforcesMcpServersPerApp bool              `json:"enforcesMcpServersPerApp"`
	Paths                    map[string]string `json:"paths"`
}

// DecodeProfile reads a profile strictly: an unknown or missing member is an error that names it.
func DecodeProfile(text []byte) (*Profile, error) {
	decoder := json.NewDecoder(bytes.NewReader(text))
	decoder.DisallowUnknownFields()
	var p Profile
	if err := decoder.Decode(&p); err != nil {
		return nil, fmt.Errorf("vendor profile: %w", err)
	}
	if _, err := decoder.Token(); !errors.Is(err, io.EOF) {
		return nil, errors.New("vendor profile: there is more text after the object")
	}
	if err := p.validate(); err != nil {
		return nil, fmt.Errorf("vendor profile %q: %w", p.Name, err)
	}
	return &p, nil
}

func (p *Profile) validate() error {
	texts := []struct{ name, value string }{
		{"name", p.Name}, {"headerPrefix", p.HeaderPrefix}, {"executionStateKey", p.ExecutionStateKey},
		{"expirationDurationKey", p.ExpirationDurationKey}, {"authorizePath", p.AuthorizePath},
		{"connectedAppsPath", p.ConnectedAppsPath}, {
			"accountIdKey", p.AccountIDKey,
		}, {"accountNameKey", p.AccountNameKey}, {"projectFile", p.ProjectFile}, {"metaFileSuffix", p.MetaFileSuffix},
		{"uiPackage", p.UIPackage}, {"cliPackage", p.CLIPackage}, {
			"uploadCommand", p.UploadCommand,
		}, {"platformFetch", p.PlatformFetch}, {"associationCategory", p.AssociationCategory},
	}
	for _, text := range texts {
		if text.value == "" {
			return fmt.Errorf("%s is missing or empty", text.name)
		}
	}
	if p.RetryAfterUnit != "seconds" && p.RetryAfterUnit != "milliseconds" {
		return fmt.Errorf("retryAfterUnit is %q: write seconds or milliseconds", p.RetryAfterUnit)
	}
	for _, origin := range []string{p.APIOrigin, p.AppOrigin} {
		u, err := url.Parse(origin)
		if err != nil || u.Scheme != "https" || u.Host == "" || u.Path != "" {
			return fmt.Errorf("apiOrigin and appOrigin are https origins without a path, not %q", origin)
		}
	}
	for _, name := range pathNames {
		if !strings.HasPrefix(p.Paths[name], "/") {
			return fmt.Errorf("paths.%s is %q: write a path that begins with a slash", name, p.Paths[name])
		}
	}
	return nil
}

// pathNames are the parts of the API that every profile has a path for.
var pathNames = [...]string{
	"objects", "associations", "properties", "actionCallbacks", "appEvents", "appEventTypes", "customChannels",
	"visitorIdentification", "accountInfo", "oauthToken", "oauthTokenInfo",
}
