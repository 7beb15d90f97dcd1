// Package pinned finds the edge engines that package.json of this repository pins.
package pinned

import (
	"fmt"

	"github.com/appsvc/svc/internal/workerd"
)

// The npm packages. The oldest has the plain name, because the vendor's tool, which is also pinned, requires that
// version.
const (
	Newest = "workerd-newest"
	Oldest = workerd.Package
)

// Binary returns the executable of a pinned package below the root of this repository.
func Binary(root, name string) (string, error) {
	found, err := workerd.Find(root, root, name)
	if err != nil {
		return "", fmt.Errorf("%w: run npm ci in %s", err, root)
	}
	return found.Binary, nil
}
