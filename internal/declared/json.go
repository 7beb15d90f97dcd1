package declared

import (
	"encoding/json"
	"math"
	"slices"
)

// NotJSON returns the first value, this one or one within it, that JSON cannot represent. It is nil if there is none.
func (v *Value) NotJSON() *Value {
	switch v.Shape {
	case Null, Bool, String:
		return nil
	case Number:
		if math.IsNaN(v.Num) || math.IsInf(v.Num, 0) {
			return v
		}
		return nil
	case Array:
		for _, item := range v.Items {
			if bad := item.NotJSON(); bad != nil {
				return bad
			}
		}
		return nil
	case Object:
		for _, member := range v.Members {
			if member.Value.Shape == Undefined {
				continue // JSON omits it
			}
			if bad := member.Value.NotJSON(); bad != nil {
				return bad
			}
		}
		return nil
	}
	return v
}

// AppendJSON appends a value, for which NotJSON is nil, as JSON.
func (v *Value) AppendJSON(b []byte) []byte {
	switch v.Shape {
	case Array:
		b = append(b, '[')
		for i, item := range v.Items {
			if i > 0 {
				b = append(b, ',')
			}
			b = item.AppendJSON(b)
		}
		return append(b, ']')
	case Object:
		b = append(b, '{')
		for _, member := range v.Members {
			if member.Value.Shape != Undefined {
				b = AppendMember(b, member.Name, member.Value)
			}
		}
		return append(b, '}')
	case String:
		return appendText(b, v.Text)
	case Number:
		text, _ := json.Marshal(v.Num) // finite numbers always marshal
		return append(b, text...)
	case Bool:
		if v.Bool {
			return append(b, "true"...)
		}
		return append(b, "false"...)
	}
	return append(b, "null"...)
}

// AppendMember appends a member to an object whose end is not written.
func AppendMember(b []byte, name string, v *Value) []byte {
	if !slices.Contains([]byte("{["), b[len(b)-1]) {
		b = append(b, ',')
	}
	return v.AppendJSON(append(appendText(b, name), ':'))
}

func appendText(b []byte, text string) []byte {
	quoted, _ := json.Marshal(text) // strings always marshal
	return append(b, quoted...)
}
