package cmdutil

import (
	"github.com/appsvc/svc/internal/platform"
	"github.com/appsvc/svc/sdk"
)

// ChooseProfile returns the name of the vendor profile: that of the flag, else that of svc.platform.json, else the
// default. The default is also what it returns beside the error of a file that svc cannot use.
func ChooseProfile(dir, flag string) (string, error) {
	if flag != "" {
		return flag, OneOf("--profile", flag, platform.ProfileNames())
	}
	file, err := ReadPlatformFile(dir)
	if err != nil {
		return platform.DefaultProfile, err
	}
	if file.Profile == "" {
		return platform.DefaultProfile, nil
	}
	return file.Profile, nil
}

// LoadProfile loads the profile that ChooseProfile returns.
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
