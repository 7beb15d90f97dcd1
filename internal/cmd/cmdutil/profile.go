package cmdutil

import (
	"github.com/appsvc/svc/internal/platform"
	"github.com/appsvc/svc/sdk"
)

// ChooseProfile validates the flag, or reads the platform file.
func ChooseProfile(dir, flag string) (string, error) {
	if flag != "" {
		return flag, OneOf("--profile", flag, platform.ProfileNames())
	}
	file, err := ReadPlatformFile(dir)
	if err != nil {
		return "", err
	}
	if file.Profile == "" {
		return platform.DefaultProfile, nil
	}
	return file.Profile, nil
}

// LoadProfile is the chosen profile with all that it says.
func LoadProfile(dir, flag string) (*platform.Profile, error) {
	name, err := ChooseProfile(dir, flag)
	if err != nil {
		return nil, err
	}
	text, err := sdk.Profiles.ReadFile("src/profiles/" + name + ".json")
	if err != nil {
		return nil, err
	}
	return platform.DecodeProfile(text)
}
