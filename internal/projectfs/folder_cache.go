package projectfs

import (
	"errors"
	"os"
	"sync"
)

// maxOpenFolders is how many folders a Root keeps open. Most files of a project are in few folders, and a process may
// have 256 open files on some systems.
const maxOpenFolders = 16

// folderCache keeps folders open, since os.Root opens each folder on the way to a file.
type folderCache struct {
	mu    sync.Mutex
	roots map[string]*os.Root // by real path; nil for a folder that cannot be opened
}

// folder returns a folder of r, given its real path. It returns nil if it cannot be opened, or if too many are open.
func (c *folderCache) folder(r *Root, real string) *os.Root {
	c.mu.Lock()
	defer c.mu.Unlock()
	if root, known := c.roots[real]; known || len(c.roots) == maxOpenFolders {
		return root
	}
	if c.roots == nil {
		c.roots = map[string]*os.Root{}
	}
	holder, rel := r.holder(real)
	root, err := holder.OpenRoot(rel)
	if err != nil {
		root = nil
	}
	c.roots[real] = root
	return root
}

func (c *folderCache) close() error {
	c.mu.Lock()
	defer c.mu.Unlock()
	var errs []error
	for _, root := range c.roots {
		if root != nil {
			errs = append(errs, root.Close())
		}
	}
	c.roots = nil
	return errors.Join(errs...)
}
