// This file makes the two texts of an upload that are no content: its boundary, and a version's id.

package edgeapi

import (
	"crypto/sha256"
	"encoding/hex"
)

// boundary parts the modules of an upload. As a digest of all of them it cannot stand in one of them.
func (u Upload) boundary(metadata []byte) string {
	hash := sha256.New()
	hash.Write(metadata)
	for _, module := range u.Modules {
		hash.Write([]byte(module.Name))
		hash.Write(module.Text)
	}
	return "svc-" + hex.EncodeToString(hash.Sum(nil))[:40]
}

// hyphened is a version's id as lists have it: an upload's answer leaves the hyphens out.
func hyphened(id string) string {
	if len(id) != 32 {
		return id
	}
	return id[:8] + "-" + id[8:12] + "-" + id[12:16] + "-" + id[16:20] + "-" + id[20:]
}
