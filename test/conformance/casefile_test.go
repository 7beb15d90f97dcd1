package conformance

import (
	"strings"
	"testing"
)

func TestParseCaseReportsMistakesWithTheirLine(t *testing.T) {
	for text, want := range map[string]string{
		"-- request --\nGET /x\n": "line 1: each copy of a request needs a response",
		"-- request --\nGET /x\nTimes: 3\n-- response --\n200\nCount: 1\n":  "line 1: each copy of a request needs a response",
		"-- request --\nGET /x\n-- response --\n200\n-- response --\n201\n": "line 5: more responses than requests",
		"-- request --\nGET /x\n-- response --\nCount: 1\n":                 `line 3: invalid first line "Count: 1" of a response: expected a status or aborted`,
		"-- response --\n200\n":                                                "line 1: a response must follow a request or another response",
		"-- requests --\nGET /x\n":                                             `line 1: unknown section "requests"`,
		"-- state --\nx\n-- case --\nApp: oauth\n":                             "line 3: the section case must be the first",
		"-- case --\nHost: goja\n":                                             `line 1: invalid line "Host: goja" of case: expected App, Slow: yes, Order: any`,
		"-- request --\nGET /x\nTimes: none\n-- response --\n200\n":            `invalid Times "none": expected a whole number from 1`,
		"-- case --\nSlow: yes\n-- request --\nPOST /x\n-- response --\n200\n": "line 3: a request of a slow case must contain {portal}",
		"-- state --\nx\n":                                                     "a case needs a request",
	} {
		_, err := parseCase("area/name", []byte(text))
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%q\n got  %v\n want %s", text, err, want)
		}
	}
}

func TestParseCaseGroupsConsecutiveRequests(t *testing.T) {
	c, err := parseCase("area/a-name", []byte("-- request --\nGET /a\nTimes: 3\n-- request --\nGET /b\n"+
		"-- response --\n200\nCount: 1\n-- response --\n201\n-- response --\n202\n-- request --\nGET /c\n-- response --\n203\n"))
	if err != nil {
		t.Fatal(err)
	}
	if len(c.steps) != 2 || len(c.steps[0].group) != 2 || len(c.steps[1].group) != 1 || c.Sentence != "a name" {
		t.Fatalf("%+v", c)
	}
	first, second := c.steps[0].group[0].responses, c.steps[0].group[1].responses
	if len(first) != 2 || first[0].count != 1 || first[1].count != 2 || len(second) != 1 || !strings.HasPrefix(
		second[0].text, "202",
	) {
		t.Errorf("first %v, second %v", first, second)
	}
}
