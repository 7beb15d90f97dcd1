package cmdutil

import (
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"slices"
	"strings"

	"github.com/appsvc/svc/internal/cli"
	"github.com/appsvc/svc/internal/platform"
	"github.com/appsvc/svc/internal/projectfs"
)

// PlatformFileName is the file that selects the platform of an app. It is committed, so that every build is the same.
const PlatformFileName = "svc.platform.json"

// PlatformFile is the content of svc.platform.json.
type PlatformFile struct {
	Profile string `json:"profile"`
	// EdgePlan is the plan of the edge account: "free" or "paid". The default is free, whose limits fit both plans.
	EdgePlan string `json:"edgePlan"`
}

var edgePlans = []string{"free", "paid"}

// ReadPlatformFile reads svc.platform.json in dir. Without the file it returns the zero value.
func ReadPlatformFile(dir string) (file PlatformFile, err error) {
	root, err := projectfs.Open(dir, projectfs.Options{})
	if errors.Is(err, fs.ErrNotExist) {
		return file, nil // svc init creates the folder
	}
	if err != nil {
		return file, platformFileError(cli.Reason(err), err)
	}
	defer func() { _ = root.Close() }() // opened for reading only
	data, err := root.ReadText(PlatformFileName)
	if errors.Is(err, fs.ErrNotExist) {
		return file, nil
	}
	if err != nil {
		return file, unreadable(PlatformFileName, err)
	}
	decoder := json.NewDecoder(strings.NewReader(data))
	decoder.DisallowUnknownFields()
	if err := decoder.Decode(&file); err != nil {
		return file, platformFileError(cli.Reason(err), err)
	}
	switch {
	case decoder.More():
		return file, platformFileError("there is text after the JSON object", nil)
	case file.Profile != "" && !slices.Contains(platform.ProfileNames(), file.Profile):
		return file, platformFileError(fmt.Sprintf("unknown profile %q", file.Profile), nil)
	case file.EdgePlan != "" && !slices.Contains(edgePlans, file.EdgePlan):
		return file, platformFileError(fmt.Sprintf("unknown edgePlan %q", file.EdgePlan), nil)
	}
	return file, nil
}

func platformFileError(why string, cause error) error {
	return &cli.Error{
		Code: cli.ExitUsage, What: "cannot use " + PlatformFileName, Why: why, Err: cause,
		Fix: fmt.Sprintf(
			`write {"profile": "%s"}, optionally with "edgePlan": "%s", or remove the file`,
			strings.Join(platform.ProfileNames(), `"} or {"profile": "`), strings.Join(edgePlans, `" or "`),
		),
	}
}
