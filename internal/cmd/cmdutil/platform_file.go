package cmdutil

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
)

// platformFileName says which platform an app is made for.
const platformFileName = "svc.platform.json"

// PlatformFile is what the platform file may say. It is committed: everybody builds alike.
type PlatformFile struct {
	Profile string `json:"profile"`
	// EdgePlan is the plan of the account at the edge: "free" or "paid". "" is free, whose limits fit both.
	EdgePlan string `json:"edgePlan"`
}

// edgePlans are the plans that the runtime knows the limits of.
var edgePlans = []string{"free", "paid"}

func ReadPlatformFile(dir string) (file PlatformFile, err error) {
	data, err := os.ReadFile(filepath.Join(dir, platformFileName))
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
		Code: cli.ExitUsage, What: "cannot use " + platformFileName, Why: why, Err: cause,
		Fix: fmt.Sprintf(
			`write {"profile": "%s"}, with "edgePlan": "%s" if you like, or remove the file`,
			strings.Join(platform.ProfileNames(), `"} or {"profile": "`), strings.Join(edgePlans, `" or "`),
		),
	}
}
