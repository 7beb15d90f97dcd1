package project

import (
	"fmt"
	"strings"

	"github.com/appsvc/svc/internal/declared"
	"github.com/appsvc/svc/internal/platform"
	"github.com/appsvc/svc/sdk"
)

// profileText returns a vendor profile as JSON.
func profileText(name string) ([]byte, error) {
	text, err := sdk.Profiles.ReadFile("src/profiles/" + name + ".json")
	if err != nil {
		return nil, fmt.Errorf(
			"unknown vendor profile %q: use one of %s", name, strings.Join(platform.ProfileNames(), ", "),
		)
	}
	return text, nil
}

func vendorOf(name string) (declared.Vendor, error) {
	text, err := profileText(name)
	if err != nil {
		return declared.Vendor{}, err
	}
	profile, err := platform.DecodeProfile(text)
	if err != nil {
		return declared.Vendor{}, err
	}
	vendor := declared.Vendor{
		ExecutionStateKey: profile.ExecutionStateKey, UIPackage: profile.UIPackage, UIGlobal: profile.UIGlobal(),
		APIOrigin:        profile.APIOrigin,
		McpServersPerApp: profile.McpServersPerApp, RefusesMore: profile.EnforcesMcpServersPerApp,
	}
	if profile.OAuthScope != nil {
		vendor.OAuthScope = *profile.OAuthScope
	}
	return vendor, nil
}
