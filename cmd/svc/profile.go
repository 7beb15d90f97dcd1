// This file chooses the vendor profile: --profile, else svc.platform.json of the project, else the default.

package main

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/appsvc/svc/internal/cli"
	"github.com/appsvc/svc/internal/platform"
	"github.com/appsvc/svc/sdk"
)

// platformFile says which platform an app is made for.
const platformFile = "svc.platform.json"

// chooseProfile validates the flag, or reads the platform file.
func chooseProfile(dir, flag string) (string, error) {
	if flag != "" {
		return flag, oneOf("--profile", flag, platform.ProfileNames())
	}
	data, err := os.ReadFile(filepath.Join(dir, platformFile))
	if errors.Is(err, fs.ErrNotExist) {
		return platform.DefaultProfile, nil
	}
	if err != nil {
		return "", platformFileError(cli.Reason(err), err)
	}
	var file struct {
		Profile string `json:"profile"`
	}
	decoder := json.NewDecoder(bytes.NewReader(data))
	decoder.DisallowUnknownFields()
	if err := decoder.Decode(&file); err != nil {
		return "", platformFileError(cli.Reason(err), err)
	}
	if decoder.More() {
		return "", platformFileError("something follows its JSON object", nil)
	}
	if file.Profile == "" {
		return platform.DefaultProfile, nil
	}
	if !slices.Contains(platform.ProfileNames(), file.Profile) {
		return "", platformFileError(fmt.Sprintf("there is no profile %q", file.Profile), nil)
	}
	return file.Profile, nil
}

func platformFileError(why string, cause error) error {
	return &cli.Error{
		Code: cli.ExitUsage, What: "cannot use " + platformFile, Why: why, Err: cause,
		Fix: fmt.Sprintf(`write {"profile": "%s"}, or remove the file`, strings.Join(platform.ProfileNames(), `"} or {"profile": "`)),
	}
}

// loadProfile is the chosen profile with all that it says.
func loadProfile(dir, flag string) (*platform.Profile, error) {
	name, err := chooseProfile(dir, flag)
	if err != nil {
		return nil, err
	}
	text, err := sdk.Profiles.ReadFile("src/profiles/" + name + ".json")
	if err != nil {
		return nil, err
	}
	return platform.DecodeProfile(text)
}
