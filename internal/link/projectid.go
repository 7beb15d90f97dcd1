package link

import "encoding/hex"

// projectIDBytes is the number of random bytes in an id.
const projectIDBytes = 8

// NewProjectID returns a new id. random fills its argument with random bytes.
func NewProjectID(random func([]byte) error) (string, error) {
	id := make([]byte, projectIDBytes)
	err := random(id)
	return "prj-" + hex.EncodeToString(id), err
}
