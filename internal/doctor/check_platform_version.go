package doctor

import (
	"context"
	"fmt"

	"github.com/appsvc/svc/internal/platform"
)

func checkPlatformVersion(_ context.Context, w *World) Result {
	if w.App == nil {
		return skipped("the app does not load")
	}
	declared := w.App.PlatformVersion
	version, err := platform.ParseVersion(declared)
	switch {
	case err != nil:
		return problem(fmt.Sprintf("%q", declared), err.Error(), "declare one of "+platform.VersionList())
	case !version.IsKnown():
		return problem(
			declared, "this version of svc does not know that platformVersion",
			"declare one of "+platform.VersionList()+", or update svc",
		)
	case version.Beta:
		return warning(
			declared, "a preview: the platform may change or remove it",
			"declare "+platform.LatestVersion+" unless the app needs the preview",
		)
	}
	return ok(declared)
}
