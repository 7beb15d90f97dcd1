package conformance

import (
	"encoding/hex"
	"fmt"
	"regexp"
	"strconv"
	"strings"
	"time"
)

// values has the values of placeholders in one run of a case.
type values struct {
	// names has {portal}, {unique} and captured values.
	names    map[string]string
	bindings map[string]string
	now      func() time.Time
}

// firstPortal is the first portal id of the first case. Each case has portalsPerCase ids.
const (
	firstPortal    = 7_000_000
	portalsPerCase = 10
)

func newValues(number int, bindings map[string]string, now func() time.Time) *values {
	portal := firstPortal + number*portalsPerCase
	return &values{bindings: bindings, now: now, names: map[string]string{
		"portal": strconv.Itoa(portal), "portal2": strconv.Itoa(portal + 1), "unique": "u" + strconv.Itoa(portal) + "u",
	}}
}

// placeholder matches a placeholder. Braces of JSON never match.
var placeholder = regexp.MustCompile(`\{([a-zA-Z][a-zA-Z0-9_]*)((?:[-+][0-9]+[a-z]+)?)((?: [^{}"\n]*)?)\}`)

// fill replaces the placeholders that have a value. Others stay for matching.
func (v *values) fill(text string) string {
	return placeholder.ReplaceAllStringFunc(text, func(whole string) string {
		part := placeholder.FindStringSubmatch(whole)
		name, offset, argument := part[1], part[2], strings.TrimPrefix(part[3], " ")
		switch {
		case name == "now" && argument == "":
			d, err := time.ParseDuration(offset)
			if offset != "" && err != nil {
				return whole
			}
			return strconv.FormatInt(v.now().Add(d).UnixMilli(), 10)
		case offset != "":
			return whole
		case name == "binding":
			if value, found := v.bindings[argument]; found {
				return value
			}
		case name == "repeat":
			if i := strings.LastIndex(argument, " "); i >= 0 {
				if n, err := strconv.Atoi(argument[i+1:]); err == nil && n >= 0 {
					return strings.Repeat(argument[:i], n)
				}
			}
		case name == "hex":
			if bytes, err := hex.DecodeString(argument); err == nil {
				return string(bytes)
			}
		case argument == "":
			if value, found := v.names[name]; found {
				return value
			}
		}
		return whole
	})
}

// with returns the same values with one more name, for one copy of a request.
func (v *values) with(name, value string) *values {
	names := map[string]string{name: value}
	for n, old := range v.names {
		if n != name {
			names[n] = old
		}
	}
	return &values{names: names, bindings: v.bindings, now: v.now}
}

// capture stores a value under the name that the case gives.
func (v *values) capture(name string, value any) {
	if text, isText := value.(string); isText {
		v.names[name] = text
	} else {
		v.names[name] = fmt.Sprint(value)
	}
}

// bodyMac is the placeholder for the HMAC-SHA256 of the response body by the client secret, in hex.
const bodyMac = "{bodyMac}"

// signed fills in the MAC of a response body.
func (v *values) signed(text, body string) string {
	return strings.ReplaceAll(text, bodyMac, hex.EncodeToString(mac([]byte(v.bindings["CRM_CLIENT_SECRET"]), body)))
}
