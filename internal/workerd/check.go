package workerd

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"time"

	"github.com/appsvc/svc/internal/subprocess"
)

// errDoesNotRun reports an executable that this machine cannot run, such as one without the libraries that it needs.
var errDoesNotRun = errors.New("the installed edge engine does not run on this machine")

// versionLimit is how long the engine may take to print its version. It has 120 MB, which a cold disk is slow to read.
const versionLimit = 30 * time.Second

// Check runs the engine to print its version.
func (f Found) Check(ctx context.Context) error {
	ctx, cancel := context.WithTimeout(ctx, versionLimit)
	defer cancel()
	cmd, release, err := subprocess.Command(ctx, f.Binary, "--version")
	if err != nil {
		return err
	}
	defer release()
	cmd.Env = []string{}
	printed, err := cmd.CombinedOutput()
	if err != nil {
		first, _, _ := strings.Cut(strings.TrimSpace(string(printed)), "\n")
		return fmt.Errorf("%w: %w: %s", errDoesNotRun, err, first)
	}
	return nil
}
