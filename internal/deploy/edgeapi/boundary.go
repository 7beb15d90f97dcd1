package edgeapi

import (
	"crypto/sha256"
	"encoding/hex"
)

// boundary returns the multipart boundary of an upload: a digest of the parts, so that no part contains it.
func (u Upload) boundary(metadata []byte) string {
	hash := sha256.New()
	hash.Write(metadata)
	for _, module := range u.Modules {
		hash.Write([]byte(module.Name))
		hash.Write(module.Text)
	}
	return "svc-" + hex.EncodeToString(hash.Sum(nil))[:40]
}

// hyphened returns a version's id as lists have it. The response of an upload omits the hyphens.
func hyphened(id string) string {
	if len(id) != 32 {
		return id
	}
	return id[:8] + "-" + id[8:12] + "-" + id[12:16] + "-" + id[16:20] + "-" + id[20:]
}
