// This file compares the tool with the SDK that the project has installed.

package doctor

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
)

// installedSDK is where npm puts the SDK.
const installedSDK = "node_modules/@svc/sdk/package.json"

func checkVersion(_ context.Context, w *World) Result {
	text, err := fs.ReadFile(w.Files, installedSDK)
	if errors.Is(err, fs.ErrNotExist) {
		return ok(fmt.Sprintf("svc %s, SDK %s of svc itself", w.Version, w.SDKVersion))
	}
	var installed struct{ Version string }
	if err == nil {
		err = json.Unmarshal(text, &installed)
	}
	if err != nil || installed.Version == "" {
		return problem(
			"the installed SDK cannot be read", "the package.json in "+installedSDK+" is damaged", "install the packages anew",
		)
	}
	if installed.Version != w.SDKVersion {
		return problem(fmt.Sprintf(
			"svc %s wants the SDK %s, and %q is installed", w.Version, w.SDKVersion, installed.Version,
		),
			"declarations and runtime must be of one version", "run npm install @svc/sdk@"+w.SDKVersion+
				", or install the svc of the SDK's version")
	}
	return ok(fmt.Sprintf("svc %s, SDK %s installed", w.Version, w.SDKVersion))
}
