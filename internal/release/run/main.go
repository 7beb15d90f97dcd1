// Command run makes a release: make release. It writes the artifacts to a folder and publishes nothing.
//
//	go run ./internal/release/run -only linux/amd64
//
// The variable SOURCE_DATE_EPOCH is the time of all files, in seconds; the default is that of the commit. The variable
// SVC_RELEASE_KEY is the path of the key that signs the checksums; if it is not set, they are not signed.
package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"os"
	"os/exec"
	"os/signal"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/appsvc/svc/internal/release"
)

func main() {
	o := release.Options{Repository: ".", Log: os.Stderr, Targets: release.Targets}
	flag.StringVar(&o.Out, "out", "bin/release", "the folder of the artifacts, which is replaced")
	flag.StringVar(&o.LDFlags, "ldflags", "-s -w", "the flags of the linker")
	flag.StringVar(&o.URL, "url", "", "the address where the artifacts will be; the releases of the repository by default")
	only := flag.String("only", "", "targets to build, such as linux/amd64,darwin/arm64; all by default")
	flag.Parse()
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	defer stop()
	err := complete(ctx, &o, *only)
	if err == nil {
		err = release.CheckTools(ctx, o.Repository)
	}
	if err == nil {
		err = release.Make(ctx, o)
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, "release:", err)
		os.Exit(1)
	}
}

// complete sets the targets, the time and the key.
func complete(ctx context.Context, o *release.Options, only string) error {
	if o.URL = strings.TrimSuffix(o.URL, "/"); o.URL != "" && !strings.HasPrefix(o.URL, "https://") {
		return fmt.Errorf("invalid -url %q: expected an https address", o.URL)
	}
	if only != "" {
		names := strings.Split(only, ",")
		o.Targets = slices.DeleteFunc(slices.Clone(o.Targets), func(t release.Target) bool {
			return !slices.Contains(names, t.String())
		})
		if len(o.Targets) != len(names) {
			return fmt.Errorf("invalid -only %q: expected one or more of %v", only, release.Targets)
		}
	}
	seconds := os.Getenv("SOURCE_DATE_EPOCH")
	if seconds == "" {
		out, err := exec.CommandContext(ctx, "git", "log", "-1", "--format=%ct").Output()
		if err != nil {
			return errors.New("cannot read the time of the commit: set SOURCE_DATE_EPOCH")
		}
		seconds = strings.TrimSpace(string(out))
	}
	at, err := strconv.ParseInt(seconds, 10, 64)
	if err != nil {
		return fmt.Errorf("invalid SOURCE_DATE_EPOCH %q: expected seconds since 1970", seconds)
	}
	o.At = time.Unix(at, 0)
	if path := os.Getenv("SVC_RELEASE_KEY"); path != "" {
		if o.Key, err = os.ReadFile(path); err != nil {
			return fmt.Errorf("cannot read SVC_RELEASE_KEY: %w", err)
		}
	}
	return nil
}
