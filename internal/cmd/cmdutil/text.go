package cmdutil

import (
	"bytes"
	"encoding/json"
	"time"
)

// TimeText formats milliseconds since the epoch. It returns "" for 0, which means no time.
func TimeText(ms int64) string {
	if ms == 0 {
		return ""
	}
	return time.UnixMilli(ms).UTC().Format(time.RFC3339)
}

// CompactJSON returns JSON on one line, or "" if text is not valid JSON.
func CompactJSON(text json.RawMessage) string {
	var b bytes.Buffer
	if json.Compact(&b, text) != nil {
		return ""
	}
	return b.String()
}

// ScriptTitle returns the name of a script in tables. worker is "" for the app worker's script.
func ScriptTitle(worker string) string {
	if worker == "" {
		return "(app)"
	}
	return worker
}

// ShortID returns the start of an invocation's id; "" for none.
func ShortID(invocation string) string {
	const length = 8
	return invocation[:min(length, len(invocation))]
}
