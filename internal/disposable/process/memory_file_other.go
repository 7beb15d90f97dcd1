//go:build !linux

package process

import "os"

// MemoryFile makes a file and removes its name.
func MemoryFile(name string) (*os.File, error) {
	file, err := os.CreateTemp("", "svc-"+name)
	if err != nil {
		return nil, err
	}
	return file, os.Remove(file.Name())
}
