package alertexpr

import (
	"errors"
	"reflect"
	"strings"
	"testing"
)

func TestParseReadsTheLanguage(t *testing.T) {
	for text, want := range map[string]string{
		`count > 1`:                `count > 1`,
		` count>1 `:                `count > 1`,
		"p95\n>=\t2000.5":          `p95 >= 2000.5`,
		`errors != 0`:              `errors != 0`,
		`sync_lag_minutes == -1`:   `sync_lag_minutes == -1`,
		`count < 1e3`:              `count < 1000`,
		`crm_429{portal="1"} <= 5`: `crm_429{portal="1"} <= 5`,
		`error_rate{kind="sync",capability="a-b"}>0`:        `error_rate{kind="sync",capability="a-b"} > 0`,
		`p50{ kind = "tool" , portal = "7" } > 1`:           `p50{kind="tool",portal="7"} > 1`,
		`count{capability="a \"b\" \\ c"} > 1`:              `count{capability="a \"b\" \\ c"} > 1`,
		`count{capability="größe"} > 1`:                     `count{capability="größe"} > 1`,
		`count > 1 and errors > 2`:                          `count > 1 and errors > 2`,
		`count > 1 and errors > 2 or p99 > 3`:               `(count > 1 and errors > 2) or p99 > 3`,
		`count > 1 or errors > 2 and p99 > 3`:               `count > 1 or (errors > 2 and p99 > 3)`,
		`(count > 1 or errors > 2) and p99 > 3`:             `(count > 1 or errors > 2) and p99 > 3`,
		`((count > 1))`:                                     `count > 1`,
		`count > 1 or errors > 2 or p90 > 3`:                `count > 1 or errors > 2 or p90 > 3`,
		`backpressure > 0 and poison_rows > 0 and(count>1)`: `backpressure > 0 and poison_rows > 0 and count > 1`,
	} {
		expr, err := Parse(text)
		if err != nil {
			t.Errorf("Parse(%q): %v", text, err)
		} else if expr.String() != want {
			t.Errorf("Parse(%q) = %s, want %s", text, expr, want)
		}
	}
}

func TestParsePointsAtTheMistake(t *testing.T) {
	for text, want := range map[string]string{
		``:                              `expected a metric, found the end (character 1)`,
		`latency > 1`:                   `unknown metric "latency" (character 1)`,
		`  P95 > 1`:                     `unknown metric "P95" (character 3)`,
		`count`:                         `expected one of >= <= == != > <, found the end (character 6)`,
		`count = 1`:                     `expected one of >= <= == != > <, found "=" (character 7)`,
		`count > `:                      `expected a number, found the end (character 9)`,
		`count > many`:                  `expected a number, found "many" (character 9)`,
		`count > "1"`:                   `expected a number, found "\"" (character 9)`,
		`count > 1.2.3`:                 `"1.2.3" is no number (character 9)`,
		`count > 1e999`:                 `"1e999" is no number (character 9)`,
		`error_rate > 5%`:               `a number takes no unit, found "%": error_rate goes from 0 to 1 (character 15)`,
		`p95 > 2s`:                      `a number takes no unit, found "s": latencies are in milliseconds (character 8)`,
		`count > 1 AND errors > 1`:      `expected "and", "or" or the end, found "AND" (character 11)`,
		`count > 1 && errors > 1`:       `expected "and", "or" or the end, found "&" (character 11)`,
		`count > 1 and`:                 `expected a metric, found the end (character 14)`,
		`and count > 1`:                 `unknown metric "and" (character 1)`,
		`(count > 1`:                    `expected "and", "or" or ")", found the end (character 11)`,
		`count > 1)`:                    `expected "and", "or" or the end, found ")" (character 10)`,
		`count{} > 1`:                   `expected a label, found "}" (character 7)`,
		`count{worker="a"} > 1`:         `unknown label "worker" (character 7)`,
		`count{kind} > 1`:               `expected =, found "}" (character 11)`,
		`count{kind=sync} > 1`:          `expected a value in double quotes, found "sync" (character 12)`,
		`count{kind="a",kind="b"} > 1`:  `the label "kind" stands twice (character 16)`,
		`count{kind="a" portal="b"}> 1`: `expected "," or "}", found "portal" (character 16)`,
		`count{kind="a`:                 `the value has no closing quote (character 14)`,
		`count{kind="a\`:                `the value has no closing quote (character 15)`,
		`count > 1 é`:                   `expected "and", "or" or the end, found "é" (character 11)`,
		`count{capability="é"} = 1`:     `expected one of >= <= == != > <, found "=" (character 23)`,
		strings.Repeat("(", 40):         `more than 32 parentheses inside of each other (character 34)`,
		strings.Repeat(" ", 5000):       `the expression is longer than 4096 bytes (character 4097)`,
	} {
		_, err := Parse(text)
		var failure *Error
		if !errors.As(err, &failure) || err.Error() != want {
			t.Errorf("Parse(%.40q) = %v, want %s", text, err, want)
		}
	}
}

func TestComparisonsStandFromLeftToRight(t *testing.T) {
	expr, err := Parse(`count > 1 and (errors{kind="sync"} > 2 or p50 > 3)`)
	if err != nil {
		t.Fatal(err)
	}
	want := []*Comparison{
		{Metric: "count", Operator: ">", Number: 1},
		{Metric: "errors", Labels: []Label{{"kind", "sync"}}, Operator: ">", Number: 2},
		{Metric: "p50", Operator: ">", Number: 3},
	}
	if got := expr.Comparisons(); !reflect.DeepEqual(got, want) {
		t.Errorf("got %v, want %v", got, want)
	}
}

// FuzzParse: what parses, prints to a text that parses to the same; what does not has an offset in the text.
func FuzzParse(f *testing.F) {
	f.Add(`error_rate{kind="sync"} > 0.05 and (count > 20 or p95 >= 2e3)`)
	f.Add(`count{capability="a\"b\\"} != -1`)
	f.Add(`((((`)
	f.Add("count > 1 \xff")
	f.Fuzz(func(t *testing.T, text string) {
		expr, err := Parse(text)
		if err != nil {
			var failure *Error
			if !errors.As(err, &failure) || failure.Offset < 0 || failure.Offset > len(text) {
				t.Fatalf("Parse(%q) = %#v", text, err)
			}
			return
		}
		again, err := Parse(expr.String())
		if err != nil && len(expr.String()) <= maxLength && strings.Count(expr.String(), "(") <= maxDepth {
			t.Fatalf("%q prints as %q, which does not parse: %v", text, expr, err)
		}
		if err == nil && again.String() != expr.String() {
			t.Fatalf("%q prints as %q, then as %q", text, expr, again)
		}
	})
}
