package doctor

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
)

// installedSDK is the SDK's file after npm install.
const installedSDK = "node_modules/@svc/sdk/package.json"

func checkVersion(_ context.Context, w *World) Result {
	text, err := fs.ReadFile(w.Files, installedSDK)
	if errors.Is(err, fs.ErrNotExist) {
		return ok(fmt.Sprintf("svc %s, built-in SDK %s", w.Version, w.SDKVersion))
	}
	var installed struct{ Version string }
	if err == nil {
		err = json.Unmarshal(text, &installed)
	}
	if err != nil || installed.Version == "" {
		return problem(
			"cannot read the installed SDK", installedSDK+" is damaged", "reinstall the packages",
		)
	}
	if installed.Version != w.SDKVersion {
		return problem(
			fmt.Sprintf("svc %s needs SDK %s; %q is installed", w.Version, w.SDKVersion, installed.Version),
			"declarations and runtime must have the same version",
			"run npm install @svc/sdk@"+w.SDKVersion+", or install the version of svc that matches the SDK",
		)
	}
	return ok(fmt.Sprintf("svc %s, SDK %s installed", w.Version, w.SDKVersion))
}
