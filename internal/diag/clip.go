package diag

import "strings"

// maxText limits a text of a finding, in bytes. Messages quote names and values, which may be of any length.
const maxText = 2000

// Clip shortens a text of a finding that is too long.
func Clip(text string) string {
	if len(text) <= maxText {
		return text
	}
	return strings.ToValidUTF8(text[:maxText], "") + " …"
}
