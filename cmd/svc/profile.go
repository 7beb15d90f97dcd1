// This file chooses the vendor profile: --profile, else svc.platform.json of the project, else the default. It
// reads that file for everybody.

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
	file, err := readPlatformFile(dir)
	if err != nil {
		return "", err
	}
	if file.Profile == "" {
		return platform.DefaultProfile, nil
	}
	return file.Profile, nil
}

// platformChoice is what the platform file may say. It is committed: everybody builds alike.
type platformChoice struct {
	Profile string `json:"profile"`
	// EdgePlan is the plan of the account at the edge: "free" or "paid". "" is free, whose limits fit both.
	EdgePlan string `json:"edgePlan"`
}

// edgePlans are the plans that the runtime knows the limits of.
var edgePlans = []string{"free", "paid"}

func readPlatformFile(dir string) (file platformChoice, err error) {
	data, err := os.ReadFile(filepath.Join(dir, platformFile))
	if errors.Is(err, fs.ErrNotExist) {
		return file, nil
	}
	if err != nil {
		return file, platformFileError(cli.Reason(err), err)
	}
	decoder := json.NewDecoder(bytes.NewReader(data))
	decoder.DisallowUnknownFields()
	if err := decoder.Decode(&file); err != nil {
		return file, platformFileError(cli.Reason(err), err)
	}
	switch {
	case decoder.More():
		return file, platformFileError("something follows its JSON object", nil)
	case file.Profile != "" && !slices.Contains(platform.ProfileNames(), file.Profile):
		return file, platformFileError(fmt.Sprintf("there is no profile %q", file.Profile), nil)
	case file.EdgePlan != "" && !slices.Contains(edgePlans, file.EdgePlan):
		return file, platformFileError(fmt.Sprintf("there is no edgePlan %q", file.EdgePlan), nil)
	}
	return file, nil
}

func platformFileError(why string, cause error) error {
	return &cli.Error{
		Code: cli.ExitUsage, What: "cannot use " + platformFile, Why: why, Err: cause,
		Fix: fmt.Sprintf(
			`write {"profile": "%s"}, with "edgePlan": "%s" if you like, or remove the file`,
			strings.Join(platform.ProfileNames(), `"} or {"profile": "`), strings.Join(edgePlans, `" or "`),
		),
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
