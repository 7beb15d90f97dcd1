package rules

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
	"unicode/utf16"

	"github.com/appsvc/svc/internal/declared"
	"github.com/appsvc/svc/internal/lazyregexp"
)

// expectation completes "must be …" if the runtime refuses a value of the source. Otherwise it returns "".
type expectation func(*declared.Value) string

// orUndefined accepts undefined as well, as which the runtime takes a missing option.
func (e expectation) orUndefined(v *declared.Value) string {
	if v.Shape == declared.Undefined {
		return ""
	}
	return e(v)
}

// samples are texts and numbers of which each expectation that takes one accepts some.
var samples = []*declared.Value{
	{Shape: declared.String, Text: "1"}, {Shape: declared.String, Text: "1h"}, {Shape: declared.String, Text: "x"},
	{Shape: declared.String, Text: "/x"}, {Shape: declared.String},
	{Shape: declared.Number, Num: 1}, {Shape: declared.Number, Num: 1.8e12},
}

// refusesAll completes "must be …, not …" if the runtime refuses each value of the shape that an unknown one has.
func (e expectation) refusesAll(v *declared.Value) (wanted, got string) {
	if v.Kind == declared.Undefined || v.Shape != declared.Unknown {
		return "", ""
	}
	for _, sample := range samples {
		one := *sample
		if one.Shape != v.Kind {
			continue
		}
		if one.IsString() {
			one.Text = v.Head + one.Text + v.Tail
		}
		if wanted = e(&one); wanted == "" {
			return "", ""
		}
	}
	for _, word := range httpMethods {
		isPossible := v.Kind == declared.String && strings.HasPrefix(word, strings.ToUpper(v.Head)) &&
			strings.HasSuffix(word, strings.ToUpper(v.Tail))
		if isPossible && e(&declared.Value{Shape: declared.String, Text: word}) == "" {
			return "", ""
		}
	}
	got = "a " + v.Kind.String()
	switch {
	case v.Tail != "":
		got += " that ends with " + quoteText(v.Tail)
	case v.Head != "":
		got += " that starts with " + quoteText(v.Head)
	}
	return wanted, got
}

// Limits of the runtime.
const (
	maxStoreKey     = 2046 // bytes of UTF-8 of a key: sdk/src/actors/core/store.ts, without the prefix of 2 bytes
	maxLaterID      = 200  // UTF-16 units of the id of a scheduled call: sdk/src/actors/install/later.ts
	maxLaterList    = 500  // scheduled calls of a list: sdk/src/actors/install/later.ts
	maxUsageKey     = 256  // UTF-16 units of an idempotency key: sdk/src/actors/install/billing.ts
	maxDurationDays = 3650 // sdk/src/actors/install/duration.ts
)

func storeKey(v *declared.Value) string {
	if !v.IsString() || v.Text == "" || len(v.Text) > maxStoreKey {
		return fmt.Sprintf("a string of 1 to %d bytes", maxStoreKey)
	}
	return ""
}

func filledText(v *declared.Value) string {
	if !v.IsString() || v.Text == "" {
		return "a string that is not empty"
	}
	return ""
}

func cursor(v *declared.Value) string {
	if expected := filledText(v); expected != "" {
		return expected + ", or undefined"
	}
	return ""
}

func recordID(v *declared.Value) string {
	if !v.IsNumber() && (!v.IsString() || v.Text == "") {
		return "the id of a record"
	}
	return ""
}

func anyArray(v *declared.Value) string {
	if !v.IsArray() {
		return "an array"
	}
	return ""
}

func anyObject(v *declared.Value) string {
	if !v.IsObject() && v.Shape != declared.Reference && v.Shape != declared.Undefined {
		return "an object"
	}
	return ""
}

func anyText(v *declared.Value) string {
	if !v.IsString() {
		return "a string"
	}
	return ""
}

func textUpTo(longest int) expectation {
	return func(v *declared.Value) string {
		if !v.IsString() || v.Text == "" || len(utf16.Encode([]rune(v.Text))) > longest {
			return fmt.Sprintf("a string of 1 to %d characters", longest)
		}
		return ""
	}
}

func storedValue(v *declared.Value) string {
	if v.Shape == declared.Undefined || v.Shape == declared.Function {
		return "a JSON value"
	}
	return ""
}

func updateFunction(v *declared.Value) string {
	if v.Shape != declared.Function && v.Shape != declared.Reference {
		return "a function of the old value"
	}
	if v.Text == declared.ReturnsNothing {
		return "a function that returns the new value"
	}
	return ""
}

func wholeNumber(v *declared.Value) string {
	if !v.IsNumber() || !isWhole(v) || v.Num < 0 {
		return "a whole number of at least 0"
	}
	return ""
}

func countUpTo(most int) expectation {
	return func(v *declared.Value) string {
		if !v.IsNumber() || !isWhole(v) || v.Num < 1 || v.Num > float64(most) {
			return fmt.Sprintf("a whole number from 1 to %d", most)
		}
		return ""
	}
}

func quantity(v *declared.Value) string {
	if !v.IsNumber() || v.Num <= 0 {
		return "a number above 0"
	}
	return ""
}

// timeOfCallForm is what the time of a scheduled call must be.
const timeOfCallForm = "a Date, or milliseconds since the epoch"

// Numbers from 1973 to the year 5138 if they are seconds since the epoch, and before 1973 if they are milliseconds.
const (
	secondsFrom = 1e8
	secondsTo   = 1e11
)

func timeOfCall(v *declared.Value) string {
	areSeconds := v.IsNumber() && v.Num >= secondsFrom && v.Num < secondsTo
	if !v.IsNumber() && v.Shape != declared.Other || areSeconds {
		return timeOfCallForm
	}
	return ""
}

// longestDuration starts what a duration must be that is too long.
const longestDuration = "a duration of at most"

// durationText matches the durations that the runtime accepts as a text.
var durationText = lazyregexp.New(`^(\d{1,15})([smhd])$`)

func timeToLive(v *declared.Value) string { return duration(v, false) }

func delay(v *declared.Value) string { return duration(v, true) }

func duration(v *declared.Value, canBeZero bool) string {
	seconds := v.Num
	if v.IsString() {
		parts := durationText().FindStringSubmatch(v.Text)
		if parts == nil {
			return "a duration such as '30s', '15m', '12h' or '7d'"
		}
		count, _ := strconv.ParseFloat(parts[1], 64) // digits
		seconds = count * map[string]float64{"s": 1, "m": 60, "h": 3600, "d": 86400}[parts[2]]
	}
	switch {
	case !v.IsString() && !v.IsNumber():
		return "a number of seconds, or a duration such as '15m'"
	case seconds == 0 && !canBeZero:
		return "a duration above 0"
	case seconds < 0 || seconds > maxDurationDays*86400:
		return fmt.Sprintf("%s %d days", longestDuration, maxDurationDays)
	}
	return ""
}

// httpMethods are the methods of HTTP that APIs have.
var httpMethods = []string{"GET", "POST", "PUT", "PATCH", "DELETE", "HEAD", "OPTIONS"}

func httpMethod(v *declared.Value) string {
	if !v.IsString() || !slices.Contains(httpMethods, strings.ToUpper(v.Text)) {
		return "one such as 'GET'"
	}
	return ""
}

func crmPath(v *declared.Value) string {
	if !v.IsString() || !strings.HasPrefix(v.Text, "/") {
		return "one that starts with a slash, such as '/crm/v3/owners'"
	}
	return ""
}
