package tsedit

import "testing"

func TestRemoveStringKeepsTheFormOfTheList(t *testing.T) {
	second := func(text string, at int) []Edit { return RemoveString(text, at, 1, "b.c") }
	tests{
		"{ ^a: ['x', 'b.c'] }":                            "{ a: ['x'] }",
		"{ ^a: ['x', \"b.c\", 'y'] }":                     "{ a: ['x', 'y'] }",
		"{\n  ^a: [\n    'x',\n    'b.c',\n  ],\n}":       "{\n  a: [\n    'x',\n  ],\n}",
		"{\n  ^a: [\n    'x',\n    'b.c'\n  ]\n}":         "{\n  a: [\n    'x'\n  ]\n}",
		"{ ^a: ['x', 'b.c'] as const }":                   "{ a: ['x'] as const }",
		"{ ^a: ['x', /* why */ 'b.c'] }":                  "none",
		"{\n  ^a: [\n    'x',\n    'b.c', // why\n  ]\n}": "none",
		"{ ^a: ['x', 'y', 'b.c'] }":                       "none",
		"{ ^a: ['x', ...b, 'b.c'] }":                      "none",
		"{ ^a: ['x', cond ? 'b.c' : 'y'] }":               "none",
		"{ ^a: ['x', `b.c`] }":                            "none",
		"{ ^a: ['x', 'b\\.c'] }":                          "none",
		"{ ^a: ['x', 'b.c'].concat(b) }":                  "none",
		"{ ^a: ['x'] }":                                   "none",
		"{ ^a: list }":                                    "none",
		"{ ^a: ['x', 'b.c'":                               "none",
	}.run(t, second)
	first := func(text string, at int) []Edit { return RemoveString(text, at, 0, "x") }
	tests{
		"{ ^a: ['x', 'b'] }":                     "{ a: ['b'] }",
		"{ ^a: ['x'] }":                          "{ a: [] }",
		"{\n  ^a: [\n    'x',\n    'b',\n  ]\n}": "{\n  a: [\n    'b',\n  ]\n}",
		"{ ^a: [/* why */ 'x'] }":                "none",
	}.run(t, first)
}
