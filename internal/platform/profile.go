package platform

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/url"
	"slices"
	"strings"
)

// DefaultProfile is the profile of an app that does not select one.
const DefaultProfile = "crm"

// ProfileNames returns the names of the built-in profiles.
func ProfileNames() []string { return []string{DefaultProfile, "hubspot"} }

// Profile holds the names that differ between CRM vendors. sdk/src/profiles/profile.ts reads the same files and
// documents the members.
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
	OAuthScope               *string           `json:"oauthScope"` // nil if none is required
	McpServersPerApp         int               `json:"mcpServersPerApp"`
	EnforcesMcpServersPerApp bool              `json:"enforcesMcpServersPerApp"`
	Paths                    map[string]string `json:"paths"`
}

// DecodeProfile reads a profile. Unknown and missing members are errors.
func DecodeProfile(text []byte) (*Profile, error) {
	decoder := json.NewDecoder(bytes.NewReader(text))
	decoder.DisallowUnknownFields()
	var p Profile
	if err := decoder.Decode(&p); err != nil {
		return nil, fmt.Errorf("vendor profile: %w", err)
	}
	if _, err := decoder.Token(); !errors.Is(err, io.EOF) {
		return nil, errors.New("vendor profile: unexpected data after the object")
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
		{"connectedAppsPath", p.ConnectedAppsPath}, {"accountIdKey", p.AccountIDKey}, {"accountNameKey", p.AccountNameKey},
		{"projectFile", p.ProjectFile}, {"metaFileSuffix", p.MetaFileSuffix}, {"uiPackage", p.UIPackage},
		{"cliPackage", p.CLIPackage}, {"uploadCommand", p.UploadCommand}, {"platformFetch", p.PlatformFetch},
		{"associationCategory", p.AssociationCategory},
	}
	for _, text := range texts {
		if text.value == "" {
			return fmt.Errorf("%s is missing or empty", text.name)
		}
	}
	if p.RetryAfterUnit != "seconds" && p.RetryAfterUnit != "milliseconds" {
		return fmt.Errorf("invalid retryAfterUnit %q: expected seconds or milliseconds", p.RetryAfterUnit)
	}
	for _, origin := range []string{p.APIOrigin, p.AppOrigin} {
		u, err := url.Parse(origin)
		if err != nil || u.Scheme != "https" || u.Host == "" || u.Path != "" {
			return fmt.Errorf("invalid apiOrigin or appOrigin %q: expected an https origin without a path", origin)
		}
	}
	for _, name := range pathNames {
		if !strings.HasPrefix(p.Paths[name], "/") {
			return fmt.Errorf("invalid paths.%s %q: expected a path with a leading slash", name, p.Paths[name])
		}
	}
	return nil
}

// pathNames are the API paths that every profile must have.
var pathNames = [...]string{
	"objects", "recordAssociations", "objectProperties", "actionCallbacks", "appEvents", "appEventTypes", "customChannels",
	"visitorIdentification", "accountInfo", "oauthToken", "oauthIntrospection",
}

// UIGlobal returns the object that the UI package exports, which renders cards and fetches for them.
func (p *Profile) UIGlobal() string {
	global, _, _ := strings.Cut(p.PlatformFetch, ".")
	return global
}

// ProjectPage returns the page of an app's project in the CRM, which shows the credentials of the app.
func (p *Profile) ProjectPage(account, project string) string {
	return p.AppOrigin + "/developer-projects/" + url.PathEscape(account) + "/project/" + url.PathEscape(project)
}

// AccessKeyPage returns the page in the CRM that shows the personal access key of its user.
func (p *Profile) AccessKeyPage() string { return p.AppOrigin + "/l/personal-access-key" }

// ProjectFormat holds the differences between a vendor's project format and the declarations of an app.
type ProjectFormat struct {
	// omits are the members without a key in the vendor's components, as "<component type>.<member>".
	omits []string
	// eventTypes replace property types that the vendor does not accept in app events.
	eventTypes map[string]string
	// UnprovenAppObjects is set if the vendor documents references to app objects of the same project for associations
	// only.
	UnprovenAppObjects bool
}

// projectFormats are the formats by profile name, from the vendor's project components and reference pages.
var projectFormats = map[string]ProjectFormat{
	DefaultProfile: {},
	"hubspot": {
		omits: []string{
			"app-object.label", "app-object.requiredProperties", "app-object.searchableProperties", "app-object.default",
			"app-object-association.name", "app-object-association.label", "app-object-association.inverseLabel",
			"app-event.label", "app-event.description", "app-event.property",
			"workflow-action.outputDescription",
		},
		eventTypes:         map[string]string{"bool": "enumeration", "datetime": "date"},
		UnprovenAppObjects: true,
	},
}

// ProjectFormat returns the project format of the vendor.
func (p *Profile) ProjectFormat() ProjectFormat { return projectFormats[p.Name] }

// Omits reports whether the vendor's component has no key for a member.
func (f ProjectFormat) Omits(member string) bool { return slices.Contains(f.omits, member) }

// EventType returns the type of a property in an app event.
func (f ProjectFormat) EventType(crmType string) string {
	if other, replaced := f.eventTypes[crmType]; replaced {
		return other
	}
	return crmType
}
