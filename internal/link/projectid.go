// This file makes the id of a project.

package link

import "encoding/hex"

// projectIDBytes is how much chance is in an id.
const projectIDBytes = 8

// NewProjectID makes an id out of random bytes, which random fills in.
func NewProjectID(random func([]byte) error) (string, error) {
	chance := make([]byte, projectIDBytes)
	err := random(chance)
	return "prj-" + hex.EncodeToString(chance), err
}
