//go:build !unix

package projectfs

import "io/fs"

// isOwn reports true: folders above that others can write to are not usual here.
func isOwn(fs.FileInfo) bool { return true }

// isLinked reports whether a file has another name, which this system does not say.
func isLinked(fs.FileInfo) bool { return false }
