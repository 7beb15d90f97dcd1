package diagnose

import (
	"bytes"
	"encoding/json"
	"fmt"
	"math"
	"strings"
)

// metricPrefix begins the names of the runtime's log events about rate limits.
const metricPrefix = "crm_ratelimit_"

func decodeObject(text []byte) (map[string]any, bool) {
	var object map[string]any
	if json.NewDecoder(bytes.NewReader(text)).Decode(&object) != nil || object == nil {
		return nil, false
	}
	return object, true
}

// fromJSON reads a body, or an object with a body in it.
func (a *Answer) fromJSON(object map[string]any) {
	if event, ok := object["message"].(string); ok && strings.HasPrefix(event, metricPrefix) {
		a.fromMetric(event, object)
		return
	}
	if !isWrapped(object) {
		a.Body = object
		return
	}
	for _, name := range []string{"status", "statusCode", "code", "httpStatus"} {
		if n, ok := object[name].(float64); ok && isStatus(n) {
			a.Status = int(n)
			break
		}
	}
	a.Path = firstText(object, "path", "url")
	if headers, ok := object["headers"].(map[string]any); ok {
		a.headers(headers)
	}
	a.body(object["body"])
}

// isWrapped reports whether an object contains a response. The CRM's own body has neither headers nor a body.
func isWrapped(object map[string]any) bool {
	_, headers := object["headers"].(map[string]any)
	_, body := object["body"]
	return headers || body
}

// fromMetric reads an event of the log, whose fields are in `fields` or, in a flat log, in the event itself.
func (a *Answer) fromMetric(event string, line map[string]any) {
	a.Event = event
	fields, nested := line["fields"].(map[string]any)
	if !nested {
		fields = line
	}
	a.Body = map[string]any{}
	if n, ok := fields["status"].(float64); ok && isStatus(n) {
		a.Status = int(n)
	}
	if a.Path = firstText(fields, "path"); fields["endpointFamily"] == "search" && !a.isSearch() {
		a.Path += "/search"
	}
	if seconds, ok := fields["retryAfterSeconds"].(float64); ok {
		a.Body["retryAfterSeconds"] = seconds
	}
}

// headers reads values that are strings, numbers or lists of strings.
func (a *Answer) headers(from map[string]any) {
	for name, value := range from {
		if list, ok := value.([]any); ok && len(list) > 0 {
			value = list[0]
		}
		switch value := value.(type) {
		case string:
			a.Header[strings.ToLower(name)] = value
		case float64:
			a.Header[strings.ToLower(name)] = fmt.Sprintf("%.0f", value)
		}
	}
}

// body reads an object or its text.
func (a *Answer) body(value any) {
	switch value := value.(type) {
	case map[string]any:
		a.Body = value
	case string:
		if object, ok := decodeObject([]byte(value)); ok {
			a.Body = object
		}
	}
}

func firstText(object map[string]any, names ...string) string {
	for _, name := range names {
		if text, ok := object[name].(string); ok {
			return text
		}
	}
	return ""
}

func isStatus(n float64) bool { return n == math.Trunc(n) && n >= 100 && n <= 599 }
