// This file measures `svc test`.

package main

import (
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"time"
)

// fixtureTimes runs the ten fixtures of the example app some times, in whole processes.
func fixtureTimes(svc string, runs int) (times []time.Duration, err error) {
	dir, err := os.MkdirTemp("", "svc-bench-test-")
	if err != nil {
		return nil, err
	}
	defer func() { err = errors.Join(err, os.RemoveAll(dir)) }()
	app := filepath.Join(dir, "app")
	if err := os.CopyFS(app, os.DirFS(exampleDir)); err != nil {
		return nil, err
	}
	for range runs {
		start := time.Now()
		if text, err := exec.Command(svc, "test", "--dir", app).CombinedOutput(); err != nil {
			return nil, fmt.Errorf("svc test: %w\n%s", err, text)
		}
		times = append(times, time.Since(start))
	}
	return times, nil
}
