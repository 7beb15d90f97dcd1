package cmdutil

import (
	"bytes"
	"encoding/json"
	"time"
)

// TimeText is "" for no time.
func TimeText(ms int64) string {
	if ms == 0 {
		return ""
	}
	return time.UnixMilli(ms).UTC().Format(time.RFC3339)
}

func CompactJSON(text json.RawMessage) string {
	var b bytes.Buffer
	if json.Compact(&b, text) != nil {
		return ""
	}
	return b.String()
}

// ScriptTitle is what a script is called in tables.
func ScriptTitle(worker string) string {
	if worker == "" {
		return "(app)"
	}
	return worker
}
