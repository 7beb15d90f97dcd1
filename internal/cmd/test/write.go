package test

import (
	"errors"
	"fmt"

	"github.com/appsvc/svc/internal/cli"
	"github.com/appsvc/svc/internal/fixture"
	"github.com/appsvc/svc/internal/projectfs"
)

// writeFixture replaces the file of a fixture. No link leads it out of the project.
func writeFixture(dir, name string, text []byte) error {
	tree, err := projectfs.OpenTree(dir)
	if err == nil {
		var target string
		if target, err = tree.Target(fixture.File(name)); err == nil {
			err = tree.WriteFile(target, text)
		}
		err = errors.Join(err, tree.Close())
	}
	if err != nil {
		return fmt.Errorf("cannot write %s: %s", fixture.File(name), cli.Reason(err))
	}
	return nil
}
