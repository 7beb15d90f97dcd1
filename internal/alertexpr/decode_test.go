package alertexpr

import (
	"errors"
	"reflect"
	"testing"
)

func TestDecodeReturnsTheExpression(t *testing.T) {
	for answer, want := range map[string]string{
		`{"expr":{"metric":"count","labels":[],"operator":">","number":1000}}`:                   `count > 1000`,
		`{"expr":{"metric":"p50","labels":[["kind","a \"b\" \\"]],"operator":"<","number":0.5}}`: `p50{kind="a \"b\" \\"} < 0.5`,
		`{"expr":{"any":[{"metric":"count","labels":[],"operator":">","number":1},` +
			`{"all":[{"metric":"errors","labels":[["portal","7"],["kind","sync"]],"operator":"!=","number":0},` +
			`{"metric":"p99","labels":[],"operator":">=","number":3}]}]}}`: `count > 1 or (errors{portal="7",kind="sync"} != 0 and p99 >= 3)`,
	} {
		expr, err := Decode("", answer)
		if err != nil {
			t.Errorf("Decode(%s): %v", answer, err)
		} else if expr.String() != want {
			t.Errorf("Decode(%s) = %s, want %s", answer, expr, want)
		}
	}
}

func TestDecodeReturnsTheErrorWithItsColumn(t *testing.T) {
	for _, c := range []struct {
		text, answer string
		want         Error
	}{
		{`x`, `{"error":{"message":"m","offset":1,"known":[]}}`, Error{Message: "m", Column: 2, Known: []string{}}},
		{
			`count{a="😀é"} = 1`, `{"error":{"message":"m","offset":14,"known":[]}}`,
			Error{Message: "m", Column: 14, Known: []string{}},
		},
		{
			`😀 coun > 1`, `{"error":{"message":"m","offset":3,"known":["count"]}}`,
			Error{Message: "m", Column: 3, Word: "coun", Known: []string{"count"}},
		},
		{
			``, `{"error":{"message":"m","offset":0,"known":["count"]}}`,
			Error{Message: "m", Column: 1, Known: []string{"count"}},
		},
	} {
		_, err := Decode(c.text, c.answer)
		var got *Error
		if !errors.As(err, &got) || !reflect.DeepEqual(*got, c.want) {
			t.Errorf("Decode(%q) = %+v, want %+v", c.text, got, c.want)
		}
	}
}

func TestDecodeRejectsOtherAnswers(t *testing.T) {
	for _, answer := range []string{``, `{}`, `[]`, `{"expr":1}`} {
		var failure *Error
		if expr, err := Decode("", answer); err == nil || errors.As(err, &failure) {
			t.Errorf("Decode(%q) = %v, %v", answer, expr, err)
		}
	}
}

func TestComparisonsAreOrderedFromLeftToRight(t *testing.T) {
	first, second, third := &Comparison{Metric: "a"}, &Comparison{Metric: "b"}, &Comparison{Metric: "c"}
	got := And{first, Or{second, third}}.Comparisons()
	if !reflect.DeepEqual(got, []*Comparison{first, second, third}) {
		t.Errorf("got %v", got)
	}
}
