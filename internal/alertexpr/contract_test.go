package alertexpr

import (
	"encoding/json"
	"os"
	"reflect"
	"testing"
)

// term is an expression as contract/alerts writes it.
type term struct {
	Metric, Operator string
	Labels           map[string]string
	Number           float64
	All, Any         []term
}

func termOf(e Expr) term {
	var t term
	switch e := e.(type) {
	case *Comparison:
		t = term{Metric: e.Metric, Operator: e.Operator, Number: e.Number, Labels: map[string]string{}}
		for _, label := range e.Labels {
			t.Labels[label.Name] = label.Value
		}
	case And:
		for _, one := range e {
			t.All = append(t.All, termOf(one))
		}
	case Or:
		for _, one := range e {
			t.Any = append(t.Any, termOf(one))
		}
	}
	return t
}

func TestTheLanguageIsTheOneOfTheRuntime(t *testing.T) {
	text, err := os.ReadFile("../../contract/alerts/expr.json")
	if err != nil {
		t.Fatal(err)
	}
	var vectors struct {
		Accepted []struct {
			Text string
			Expr term
		}
		Refused []string
	}
	if err := json.Unmarshal(text, &vectors); err != nil {
		t.Fatal(err)
	}
	if len(vectors.Accepted) == 0 || len(vectors.Refused) == 0 {
		t.Fatal("contract/alerts holds no vectors")
	}
	for _, v := range vectors.Accepted {
		expr, err := Parse(v.Text)
		if err != nil {
			t.Errorf("Parse(%q): %v", v.Text, err)
		} else if got := termOf(expr); !reflect.DeepEqual(got, v.Expr) {
			t.Errorf("Parse(%q) = %+v, want %+v", v.Text, got, v.Expr)
		}
	}
	for _, refused := range vectors.Refused {
		if expr, err := Parse(refused); err == nil {
			t.Errorf("Parse(%q) = %s, want an error", refused, expr)
		}
	}
}
